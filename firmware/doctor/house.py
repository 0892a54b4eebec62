"""Checks of what the judge speaks with and keeps: loudspeaker, voice packs, journal, settings, card."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Final

from engine.text import Text
from firmware.config import load_config
from firmware.doctor.finding import Area, Finding, hint, ok, skipped, wrong
from firmware.doctor.machine import is_real
from firmware.errors import BadConfig, BadJournal
from firmware.journal import JournalReader
from firmware.quiet import quiet
from firmware.reasons import os_reason, text_of
from firmware.settings import BAD_CHOICES, odd_names, read_choices
from firmware.settings import SETTINGS as CHOICES_FILE
from firmware.state_dir import CONFIG, JOURNAL, leads_nowhere, whose, whose_file
from hardware.origin import get_sound, renew_packs
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from firmware.doctor.probes import Probes
    from hardware.wiring import Wiring

SPEAKER: Final = Text("喇叭", "Loudspeaker")
PACKS: Final = Text("语音包", "Voice packs")
STATE: Final = Text("状态目录", "State folder")
JOURNALS: Final = Text("记录", "Journal")
SETTINGS: Final = Text("设置", "Settings")
CHOICES: Final = Text("菜单里的设置", "Menu settings")
CARD: Final = Text("存储卡", "Card")

JOURNAL_PARTS: Final = ("", "-wal", "-shm")
"""What SQLite adds to the journal's name for the files beside it."""

LITTLE_MB: Final = 200
FULL_MB: Final = 20
"""A month of games is a few megabytes; below this a log file may fill the card during one evening."""

SPOILT_SETTINGS: Final = Text(
    "下次启动会移到一边、用默认的；再在菜单里选一遍",
    "the next start moves them aside and takes the defaults; choose again in the menu",
)
ANOTHER_FOLDER: Final = Text("用 --state 写另一个", "name another one with --state")
FAILING_CARD: Final = Text(
    "下次启动会移到一边、另起新的；存储卡可能不行了",
    "the next start moves it aside and begins a new one; the card may be failing",
)


def sound(probes: Probes, wiring: Wiring, *, taken: bool, tone: bool) -> Iterator[Finding]:
    """Whether there is a loudspeaker, and whether it opens, with a `tone` or without; `taken`: a judge speaks now."""
    make = _needed(wiring)
    lacking = probes.sound_libraries()
    if lacking is not None:
        yield make(Area.SOUND, SPEAKER, Text(lacking.zh, lacking.en), text_of(get_sound()))
        return
    there = probes.loudspeakers()
    names = ", ".join(there)
    if not there:
        todo = Text(
            "插上 USB 声卡或音箱；I2S 功放要在 config.txt 里写 dtoverlay=hifiberry-dac，然后重启",
            "plug in a USB sound stick; for an I2S amplifier write dtoverlay=hifiberry-dac into config.txt and reboot",
        )
        yield make(Area.SOUND, SPEAKER, Text("没有声卡", "there is no sound card"), todo)
        return
    if taken:
        yield ok(Area.SOUND, SPEAKER, Text(f"{names}（法官正在用）", f"{names} (the judge uses it)"))
        return
    with amplifier(probes, wiring) if tone else nullcontext():
        why = probes.listen(tone=tone)
    if why is None:
        heard = Text("，响过三声", ", three tones were played") if tone else Text("", "")
        yield ok(Area.SOUND, SPEAKER, Text(f"{names}{heard.zh}", f"{names}{heard.en}"))
    else:
        todo = Text("重新插好，或在菜单“声音”里选另一个", "plug it in again, or choose another one under Sound")
        yield make(Area.SOUND, SPEAKER, Text(f"{names} 打不开：{why.zh}", f"{names} cannot be opened: {why.en}"), todo)


@contextmanager
def amplifier(probes: Probes, wiring: Wiring) -> Iterator[None]:
    """Let the amplifier be heard meanwhile, where a pin mutes it. One that cannot be had is found among the pins."""
    if wiring.mute is None or not is_real(wiring):
        yield
        return
    from hardware.pins.mute import MutePin  # noqa: PLC0415 - no library of pins before it is asked for

    factory = None
    try:
        factory = probes.factory or probes.open_factory(wiring.library)
        mute = MutePin(wiring.mute, factory)
        mute.start()
    except NoHardware:
        yield
    else:
        mute.sound(on=True)
        try:
            yield
        finally:
            mute.close()
    finally:
        if factory is not None and factory is not probes.factory:
            factory.close()


def packs(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Whether each language has a voice that is whole, and every recording is the one that was packed."""
    with quiet("audio", logging.ERROR):
        shelf = probes.shelf()
        lacking = shelf.lacking
        shelf.verify()
    make = _needed(wiring)
    todo = text_of(renew_packs())
    for told in lacking:
        yield make(Area.VOICE, PACKS, told, todo)
    for told in shelf.told():
        if told not in lacking:
            yield hint(Area.VOICE, PACKS, told, todo)
    if not shelf.told():
        names = ", ".join(name.name for name in shelf.names)
        yield ok(Area.VOICE, PACKS, Text(names, names))


def store(probes: Probes, wiring: Wiring, folder: Path) -> Iterator[Finding]:
    """State folder, settings, journal, room on the card."""
    del wiring
    try:
        above = next(place for place in (folder, *folder.parents) if place.exists() or place.is_symlink())
        with suppress(FileNotFoundError, NotADirectoryError):
            os.lstat(folder / JOURNAL)
    except OSError as error:  # it is nobody's business of this user, or no name at all
        why = os_reason(error)
        todo = whose(folder) if isinstance(error, PermissionError) else ANOTHER_FOLDER
        yield wrong(Area.STORE, STATE, Text(f"{folder}：{why.zh}", f"{folder}: {why.en}"), todo)
        return
    refused = _not_ours(above)
    if refused is not None:
        what, todo = refused
        if above != folder:
            what = Text(f"建不了 {folder}：{what.zh}", f"{folder} cannot be made: {what.en}")
        yield wrong(Area.STORE, STATE, what, todo)
    elif above == folder:
        yield ok(Area.STORE, STATE, Text(f"{folder}", f"{folder}"))
    else:
        yield hint(Area.STORE, STATE, Text(f"还没有 {folder}", f"{folder} is not there yet"))
    if above != folder or not folder.is_dir():
        yield from _room(probes, next(place for place in (above, *above.parents) if place.exists()))
        return
    yield from _settings(folder)
    yield from _choices(folder)
    yield from _journal(folder)
    yield from _room(probes, folder)


def _not_ours(place: Path) -> tuple[Text, Text] | None:
    """Why nothing can be written at `place`, and what to do; None when it can."""
    if (nowhere := leads_nowhere(place)) is not None:
        return nowhere, Text(
            "建好那个文件夹（没插的盘先插上），或用 --state 写另一个",
            "make that folder (plug in the drive it is on), or name another one with --state",
        )
    if not place.is_dir():
        todo = Text("移走它，或用 --state 写另一个", "move it away, or name another one with --state")
        return Text(f"{place} 不是文件夹", f"{place} is no folder"), todo
    if os.access(place, os.W_OK | os.X_OK):
        return None
    if os.statvfs(place).f_flag & os.ST_RDONLY:
        todo = Text(
            "重新挂成可写的，或用 --state 写另一个",
            "mount it so that it can be written, or name another one with --state",
        )
        return Text(f"{place} 在只读的文件系统上", f"{place} is on a read-only file system"), todo
    return Text(f"{place} 不能写", f"{place} cannot be written"), whose(place)


def _settings(folder: Path) -> Iterator[Finding]:
    try:
        config = load_config(folder)
    except BadConfig as error:
        todo = Text(f"改好或删掉 {folder / CONFIG}", f"correct or delete {folder / CONFIG}")
        yield wrong(Area.STORE, SETTINGS, error.text, _or_whose(todo, error.__cause__, folder / CONFIG))
    else:
        yield ok(Area.STORE, SETTINGS, Text(f"接线 {config.wiring}", f"wiring {config.wiring}"))


def _or_whose(todo: Text, error: BaseException | None, file: Path) -> Text:
    """What to do about `file` that cannot be used: `todo`, but where rights are missing nothing is wrong with it."""
    return whose_file(file) if isinstance(error, PermissionError) else todo


def _choices(folder: Path) -> Iterator[Finding]:
    """What staff have chosen in the menu; nothing is told of it while it is well."""
    try:
        odd = odd_names(read_choices(folder))
    except FileNotFoundError:
        return
    except OSError as error:
        why = os_reason(error)
        what = Text(f"{CHOICES_FILE} 读不出来：{why.zh}", f"{CHOICES_FILE} cannot be read: {why.en}")
        yield wrong(Area.STORE, CHOICES, what, _or_whose(SPOILT_SETTINGS, error, folder / CHOICES_FILE))
    except BAD_CHOICES:
        yield wrong(Area.STORE, CHOICES, Text(f"{CHOICES_FILE} 坏了", f"{CHOICES_FILE} is damaged"), SPOILT_SETTINGS)
    else:
        if odd is not None:
            yield hint(Area.STORE, CHOICES, odd)


def _journal(folder: Path) -> Iterator[Finding]:
    aside = sorted(
        path.name for path in folder.glob(f"{JOURNAL}.damaged-*") if path.suffix.rpartition("-")[2].isdigit()
    )
    if aside:
        names = " ".join(aside)
        todo = Text("存储卡可能不行了：换一张耐写的", "the card may be failing: put in a new one made for much writing")
        yield hint(Area.STORE, JOURNALS, Text(f"坏过：{names}", f"was damaged before: {names}"), todo)
    # That the whole folder cannot be written was told; what is in it may be read all the same.
    needed = os.R_OK | (os.W_OK if os.access(folder, os.W_OK) else 0)
    for file in (folder / f"{JOURNAL}{part}" for part in JOURNAL_PARTS):
        if file.exists() and not os.access(file, needed):
            yield wrong(Area.STORE, JOURNALS, Text(f"{file}：没有权限", f"{file}: no permission"), whose_file(file))
            return
    if not (folder / JOURNAL).exists():
        yield ok(Area.STORE, JOURNALS, Text("还没有游戏", "no game yet"))
        return
    try:
        reader = JournalReader(folder / JOURNAL)
    except BadJournal as error:
        if os.access(folder, os.W_OK):
            yield wrong(Area.STORE, JOURNALS, error.text, FAILING_CARD)
        else:
            # Which was told. Even to read SQLite writes, and what it says then is no sign of damage.
            yield skipped(Area.STORE, JOURNALS, Text("状态目录不能写", "the state folder cannot be written"))
        return
    try:
        games = reader.games()
    finally:
        reader.close()
    open_games = sum(game.result is None for game in games)
    yield ok(
        Area.STORE,
        JOURNALS,
        Text(f"{len(games)} 局，没打完 {open_games} 局", f"{len(games)} games, {open_games} of them open"),
    )


def _room(probes: Probes, folder: Path) -> Iterator[Finding]:
    try:
        free = probes.free_mb(folder)
    except OSError as error:
        why = os_reason(error)
        todo = Text("检查存储卡", "look at the card")
        yield wrong(Area.STORE, CARD, Text(f"{folder}：{why.zh}", f"{folder}: {why.en}"), todo)
        return
    what = Text(f"剩 {free} MB", f"{free} MB free")
    todo = Text("删掉不用的文件，或换大一点的卡", "delete what is not needed, or put in a larger card")
    if free < FULL_MB:
        yield wrong(Area.STORE, CARD, what, todo)
    elif free < LITTLE_MB:
        yield hint(Area.STORE, CARD, what, todo)
    else:
        yield ok(Area.STORE, CARD, what)


def _needed(wiring: Wiring) -> Callable[[Area, Text, Text, Text], Finding]:
    """What is missing keeps a real table from playing; the simulated one goes on with captions."""
    return wrong if is_real(wiring) else hint
