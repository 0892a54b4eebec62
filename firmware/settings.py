"""What staff have chosen, as `settings.json` in the state folder: the program's own file, beside config.toml.

The file is written whole beside the old one, brought to the card, and put in its place: whenever the
power goes, there is the old one or the new one. A file that is damaged, or says what this version does
not know, is moved aside and told of; the judge starts with the defaults. A card or a voice that nothing can
be called costs itself alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from engine.houserules import HouseRules
from engine.seats import MAX_SEATS, Seat
from engine.text import Text
from firmware.menu.choices import OFF, VOLUMES_DB, Choices, may_be_a_name
from firmware.reasons import os_reason
from firmware.state_dir import put_down
from firmware.table.pace import PACES
from hardware.plainfile import read_plain
from hardware.wiring import Driver

SETTINGS: Final = "settings.json"
"""The file's name inside the state folder."""

BAD_CHOICES: Final = (msgspec.MsgspecError, ValueError, RecursionError)
"""What reading a damaged file raises."""

CARD: Final = Text("喇叭", "loudspeaker")
VOICE: Final = Text("嗓音", "voice")


class Settings:
    """The choices of one table, kept in memory only; a café's are a `SettingsFile`."""

    def __init__(self, choices: Choices | None = None) -> None:
        """Begin with `choices`, else with the defaults."""
        self.choices = choices or Choices()
        self.notice: Text | None = None
        """What staff must know of what was found at the start."""

    def keep(self, choices: Choices) -> Text | None:
        """Hold `choices` from now on; what staff must know when they cannot be kept beyond a power cut."""
        self.choices = choices
        return None


class SettingsFile(Settings):
    """The choices in the state folder."""

    def __init__(self, folder: Path) -> None:
        """Read them; no file means the defaults."""
        super().__init__()
        self._file = folder / SETTINGS
        try:
            found = read_choices(folder)
            self.choices = without_odd_names(found)
            self.notice = odd_names(found)
        except FileNotFoundError:
            pass
        except OSError as error:
            why = os_reason(error)
            self.notice = Text(
                f"设置读不出来（{why.zh}），先用默认设置。",
                f"The settings cannot be read ({why.en}); the defaults are used.",
            )
        except BAD_CHOICES:
            self.notice = self._moved_aside()

    def keep(self, choices: Choices) -> Text | None:
        """Put `choices` into the file."""
        super().keep(choices)
        try:
            put_down(self._file, msgspec.json.format(msgspec.json.encode(choices)) + b"\n")
        except OSError as error:
            why = os_reason(error)
            return Text(
                f"设置没有存下来（{why.zh}），关机后会丢失。",
                f"The settings could not be saved ({why.en}); they last until the power goes.",
            )
        return None

    def _moved_aside(self) -> Text:
        """Put the damaged file under the first free name, and say so."""
        n = 1
        while (aside := self._file.with_name(f"{SETTINGS}.damaged-{n}")).exists():
            n += 1
        try:
            self._file.rename(aside)
        except OSError as error:
            why = os_reason(error)
            return Text(
                f"设置文件坏了，也移不走（{why.zh}），先用默认设置。",
                f"The settings are damaged and cannot be moved ({why.en}); the defaults are used.",
            )
        return Text(
            f"设置文件坏了，已移到 {aside.name}，没有删除；先用默认设置。",
            f"The settings were damaged and moved to {aside.name}, not deleted; the defaults are used.",
        )


def read_choices(folder: Path) -> Choices:
    """What staff have chosen, from the state folder `folder`, with `odd_names` as they stand there. Changes nothing.

    Raises:
        OSError: the file cannot be read; FileNotFoundError: there is none.
        BAD_CHOICES: it is damaged, or says what this version does not know.
    """
    found = msgspec.json.decode(read_plain(folder / SETTINGS), type=Choices)
    checked(without_odd_names(found))
    return found


def checked(choices: Choices) -> Choices:
    """`choices`, if every value in them is one that the menu could have chosen.

    Raises:
        ValueError: a pace, a seat, a volume or a display that there is not, or a seat or a button that comes twice.
        msgspec.ValidationError: a house rule or a value that there is not.
    """
    msgspec.convert(dict(choices.rules), HouseRules)
    numbers = (*choices.seats, *(seat for seat, _ in choices.pads), *(pad for _, pad in choices.pads if pad != OFF))
    known = choices.pace in PACES and all(1 <= number <= MAX_SEATS for number in numbers)
    ordered = list(choices.seats) == sorted(set(choices.seats))
    audible = choices.volume_db in VOLUMES_DB
    visible = choices.driver in ("", *Driver)
    if not (known and ordered and audible and visible and _each_once(choices.pads)):
        raise ValueError(choices.pace)
    return choices


def without_odd_names(choices: Choices) -> Choices:
    """`choices` with the machine's own card and voice in the place of one that nothing can be called."""
    card, voice = (name if may_be_a_name(name) else "" for name in (choices.card, choices.voice))
    return msgspec.structs.replace(choices, card=card, voice=voice)


def odd_names(found: Choices) -> Text | None:
    """What staff must know of a card or a voice that was left out."""
    odd = [kind for kind, name in ((CARD, found.card), (VOICE, found.voice)) if not may_be_a_name(name)]
    zh, en = "、".join(kind.zh for kind in odd), " and ".join(kind.en for kind in odd)
    return (
        Text(f"设置里的{zh}名称不能用，请重新选。", f"The {en} in the settings: no such name. Choose again.")
        if odd
        else None
    )


def _each_once(pads: tuple[tuple[Seat, Seat], ...]) -> bool:
    """Whether no seat and no button comes twice, nor a seat that is a spare of another."""
    numbers = [*(seat for seat, _ in pads), *(pad for _, pad in pads if pad != OFF)]
    return len(numbers) == len(set(numbers))
