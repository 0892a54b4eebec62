"""声音: what staff choose for the ears of the room, and what they can try out before a game.

Every choice holds at once. In a game only the volume can be changed, and the loudspeaker where nothing is heard.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.text import Text
from firmware.menu.actions import HearMask, TestSound
from firmware.menu.choices import SOFTEST_DB, VOLUMES_DB
from firmware.menu.page import (
    LEAVE,
    NOTHING,
    OFF,
    ON,
    Desk,
    Entry,
    ListPage,
    Page,
    SwitchPage,
    TextPage,
    Turn,
    VoiceName,
)
from firmware.menu.public import LIST_ROOM
from firmware.moments import BETWEEN
from hardware.ports import Key
from hardware.screen import GAP, Big, Row, Screen, clip, width, wrap

SOUND = Text("声音", "Sound")
SILENT = Text("无声", "silent")
NOT_HEARD = Text("没有声音", "No sound")
VOLUME = Text("音量", "Volume")
LOUDEST = Text("最响", "loudest")
SOFTEST = Text("最轻", "softest")
HEAR = Text("▲▼ 按OK试音", "▲▼ OK: hear it")
DONE = Text("▲▼ 按OK返回", "▲▼ OK: done")
VOICE = Text("嗓音", "Voice")
NO_VOICE = Text("没有", "none")
NO_PACK = Text("没有这个语言的语音包。", "There is no voice pack for this language.")
PACKS = Text("语音包", "Voice packs")
SPEAKER = Text("喇叭", "Speaker")
AUTOMATIC = Text("自动", "Auto")
USED = Text("在用", "in use")
GONE = Text("不在", "gone")
TEST = Text("试音", "Sound test")
MASK = Text("夜里噪声", "Night noise")
MASK_HOW = Text("按座位按钮，能听到按键声吗？", "Press a button: is it heard?")
ONLINE = Text("在线语音", "Web voice")
ONLINE_HOW = Text(
    "语音包缺的句子，白天用谷歌朗读。要联网。夜里不用。",
    "By day Google reads lines that the pack lacks. It needs internet. Never by night.",
)
TURN_ON = Text("按OK打开", "OK: turn on")
TURN_OFF = Text("按OK关掉", "OK: turn off")

MARKED: Final = "!"
"""Stands before what was chosen and cannot be had: a card that is gone, an online voice that is refused."""


def decibels(desk: Desk) -> str:
    """The volume in a row."""
    return f"{desk.volume_db}dB"


def _silent(desk: Desk) -> str:
    """That nothing is heard, in a word; nothing when all is well."""
    return "" if desk.machine.sound.trouble is None else desk.words(SILENT)


def sound_row(desk: Desk) -> Entry:
    """The row of the home page: the volume, or that nothing is heard."""
    return Entry(SOUND, Turn(opens=SoundPage()), _silent(desk) or decibels(desk))


def sound_in_game(desk: Desk) -> tuple[Entry, ...]:
    """The rows of the menu of a game: the volume, and where nothing is heard why, and another loudspeaker."""
    trouble = _trouble(desk)
    return (*trouble, _volume_row(desk), _card_row(desk)) if trouble else (_volume_row(desk),)


def _trouble(desk: Desk) -> tuple[Entry, ...]:
    """A row that says why nothing is heard, when nothing is."""
    why = desk.machine.sound.trouble
    return () if why is None else (Entry(NOT_HEARD, _why(desk, why), MARKED),)


def _why(desk: Desk, why: Text) -> Turn:
    """Read why nothing is heard."""
    return Turn(opens=TextPage(NOT_HEARD, _lines(desk.words(why))))


def _notes(desk: Desk) -> tuple[Entry, ...]:
    """A row that says what is the matter with the voice packs, when anything is."""
    notes = desk.machine.sound.notes
    lines = tuple(line for note in notes for line in _lines(desk.words(note)))
    return (Entry(PACKS, Turn(opens=TextPage(PACKS, lines)), MARKED),) if notes else ()


def _try(desk: Desk, turn: Turn) -> Turn:
    """What can be tried out; where nothing is heard, why."""
    why = desk.machine.sound.trouble
    return turn if why is None else _why(desk, why)


def _lines(text: str) -> tuple[Row, ...]:
    return tuple(map(Row, wrap(text, LIST_ROOM)))


def _volume_row(desk: Desk) -> Entry:
    return Entry(VOLUME, Turn(opens=VolumePage()), decibels(desk))


def _card_row(desk: Desk) -> Entry:
    mark = MARKED if is_gone(desk) else ""
    chosen = f"{mark}{desk.card}" if desk.card else desk.words(AUTOMATIC)
    return Entry(SPEAKER, Turn(opens=CardPage(_place_of(desk.card, cards_of(desk)))), _beside(SPEAKER, chosen, desk))


def _beside(text: Text, value: str, desk: Desk) -> str:
    """As much of `value` as there is room for in a row behind `text`."""
    return clip(value, LIST_ROOM - GAP - width(desk.words(text)))


def _place_of(name: str, names: tuple[str, ...]) -> int:
    return names.index(name) if name in names else 0


class SoundPage(ListPage, frozen=True):
    """All choices with their present values, and what can be tried out."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of, and that nothing is heard."""
        return desk.words(SOUND), _silent(desk)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """First of all why nothing is heard, if nothing is, and what is the matter with the packs."""
        noise = Turn((HearMask(on=True),), opens=MaskPage())
        refused = MARKED if desk.online and desk.machine.sound.online_trouble is not None else ""
        online = refused + desk.words(ON if desk.online else OFF)
        return (
            *_trouble(desk),
            *_notes(desk),
            _volume_row(desk),
            _voice_row(desk),
            _card_row(desk),
            Entry(TEST, _try(desk, Turn((TestSound(),)))),
            Entry(MASK, _try(desk, noise)),
            Entry(ONLINE, Turn(opens=OnlinePage()), online),
        )


class VolumePage(Page, frozen=True):
    """▲ and ▼ change the volume at once. Between games OK says the test sentence; in a game it leads back."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """One step louder or softer, as far as there are steps; hear it; or leave."""
        if key is Key.BACK:
            return LEAVE
        if key is Key.OK:
            return Turn((TestSound(),)) if _can_be_tried(desk) else LEAVE
        step = VOLUMES_DB.step if key is Key.UP else -VOLUMES_DB.step
        louder = min(max(VOLUMES_DB[0], desk.volume_db + step), VOLUMES_DB[-1])
        return Turn(desk=msgspec.structs.replace(desk, volume_db=louder))

    def screen(self, desk: Desk) -> Screen:
        """The value, whether it is the last one (or is not heard at all), and what the keys do."""
        ends = {VOLUMES_DB[-1]: desk.words(LOUDEST), SOFTEST_DB: desk.words(SOFTEST)}
        keys = HEAR if _can_be_tried(desk) else DONE
        corner = _silent(desk) or ends.get(desk.volume_db, "")
        return Screen(desk.words(VOLUME), Big(decibels(desk), footer=desk.words(keys)), corner)


def _can_be_tried(desk: Desk) -> bool:
    """Whether the test sentence may be said, and would be heard."""
    return desk.status.mode in BETWEEN and desk.machine.sound.trouble is None


def voices_of(desk: Desk) -> tuple[VoiceName, ...]:
    """The voices that speak the judge's language."""
    return tuple(voice for voice in desk.machine.sound.voices if voice.language is desk.language)


def voice_in_use(desk: Desk) -> VoiceName | None:
    """The voice that speaks now: the chosen one, or the first of the language; None when there is none."""
    voices = voices_of(desk)
    return next((voice for voice in voices if voice.name == desk.voice), voices[0] if voices else None)


def _voice_row(desk: Desk) -> Entry:
    voice = voice_in_use(desk)
    if voice is None:
        return Entry(VOICE, Turn(opens=TextPage(VOICE, _lines(desk.words(NO_PACK)))), desk.words(NO_VOICE))
    page = VoicePage(voices_of(desk).index(voice))
    return Entry(VOICE, Turn(opens=page), _beside(VOICE, desk.words(voice.title), desk))


class VoicePage(ListPage, frozen=True):
    """The voices of the judge's language."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is chosen here."""
        return desk.words(VOICE), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row per voice; that of the other language stays chosen while nothing else is."""
        used = voice_in_use(desk)
        if used is None:  # the packs went while the list was open
            return (Entry(NO_VOICE, LEAVE),)
        rows = []
        for voice in voices_of(desk):
            taken = voice == used
            turn = LEAVE if taken else Turn(leave=1, desk=msgspec.structs.replace(desk, voice=voice.name))
            rows.append(_choice(desk, voice.title, turn, USED if taken else None))
        return tuple(rows)


def _choice(desk: Desk, name: Text, turn: Turn, mark: Text | None) -> Entry:
    """A row of a list of which one is chosen; the name makes room for the mark."""
    value = "" if mark is None else desk.words(mark)
    room = LIST_ROOM - (width(value) + GAP if value else 0)
    return Entry(Text(clip(name.zh, room), clip(name.en, room)), turn, value)


def cards_of(desk: Desk) -> tuple[str, ...]:
    """The sound cards that can be chosen: "" for the machine's choice, those that are there, and the chosen one."""
    cards = ("", *desk.machine.sound.cards)
    return cards if desk.card in cards else (*cards, desk.card)


def is_gone(desk: Desk) -> bool:
    """Whether the chosen card is not there any more."""
    return bool(desk.card) and desk.card not in desk.machine.sound.cards


class CardPage(ListPage, frozen=True):
    """The sound cards by name; a chosen one that is gone stays listed, since it may come back."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is chosen here."""
        return desk.words(SPEAKER), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The machine's own choice first."""
        rows = []
        for card in cards_of(desk):
            mark = (GONE if is_gone(desk) else USED) if card == desk.card else None
            name = Text(card, card) if card else AUTOMATIC
            turn = Turn(leave=1, desk=msgspec.structs.replace(desk, card=card))
            rows.append(_choice(desk, name, turn, mark))
        return tuple(rows)


class MaskPage(SwitchPage, frozen=True):
    """The noise that covers the buttons at night, to be heard beside them while this page is shown, or until OK."""

    on: bool = True

    def title(self) -> Text:
        """The noise."""
        return MASK

    def is_on(self, desk: Desk) -> bool:
        """Whether it can be heard."""
        del desk
        return self.on

    def texts(self, desk: Desk) -> tuple[Text, ...]:
        """What to listen for; or why there is nothing to be heard."""
        why = desk.machine.sound.trouble
        return (MASK_HOW if why is None else why), TURN_OFF if self.on else TURN_ON

    def switch(self, desk: Desk) -> Turn:
        """On or off, to compare."""
        del desk
        return Turn((HearMask(on=not self.on),), stay=msgspec.structs.replace(self, on=not self.on))

    def back(self, desk: Desk) -> Turn:
        """Nothing is to be heard any more."""
        del desk
        return Turn((HearMask(on=False),) if self.on else (), leave=1)


class OnlinePage(SwitchPage, frozen=True):
    """Whether lines may be fetched from the internet by day, or why they cannot be."""

    def title(self) -> Text:
        """The online voice."""
        return ONLINE

    def is_on(self, desk: Desk) -> bool:
        """As staff chose."""
        return desk.online

    def texts(self, desk: Desk) -> tuple[Text, ...]:
        """What is in the way, what it does, and what OK does, if anything."""
        trouble = desk.machine.sound.online_trouble
        told = (ONLINE_HOW,) if trouble is None else (trouble, ONLINE_HOW)
        if desk.online:
            return (*told, TURN_OFF)
        return (*told, TURN_ON) if trouble is None else told

    def switch(self, desk: Desk) -> Turn:
        """On, where nothing is in the way, or off."""
        if desk.machine.sound.online_trouble is not None and not desk.online:
            return NOTHING
        # The lines are others now: from the first one, as when it was opened.
        return Turn(stay=OnlinePage(), desk=msgspec.structs.replace(desk, online=not desk.online))
