"""Starting the judge: what is read and checked before anything begins. Then it serves the table it was given.

The simulated table is `firmware.pagetable`, a real one `firmware.realtable`; each says how it starts and stops.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import typer

from audio.player import unusable
from audio.say import Language
from engine.errors import BadSetup
from engine.seats import MAX_SEATS, Seats, seats_of
from engine.setup import Board, Setup
from engine.text import Text
from firmware.boards import OWN_BOARDS, BadBoard, all_boards, find_board, parse_seats, preset_boards, unwired
from firmware.config import SIMULATED, Config, load_config
from firmware.errors import StartError
from firmware.journal import Journal
from firmware.loop import Loop
from firmware.menu.page import SoundState
from firmware.ownboards import OwnBoardFiles
from firmware.reasons import one_line, text_of, together
from firmware.service import log_for_a_service
from firmware.settings import SettingsFile
from firmware.sound import Sound
from firmware.state_dir import JOURNAL, open_state_dir
from firmware.usage import Misused
from firmware.voice import TextVoice
from firmware.voiced import Voiced
from hardware.origin import faguan, get_sound
from hardware.wiring import Profile, Wiring, load_wiring, warnings
from hardware.words import BadWiring

if TYPE_CHECKING:
    from firmware.live import Live

TOO_FAST: Final = Text("倍速运行，只有字幕。", "Not at normal speed: captions only.")


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What the command line asks for; None means: as the settings say."""

    demo: bool = False
    speed: float = 1.0
    port: int | None = None
    board: str | None = None
    seats: str | None = None
    state: Path | None = None
    language: Language | None = None
    sound: bool = True
    """Whether to look for a loudspeaker."""
    wiring: str | None = None
    """How the table is wired: the name of a profile, or a file."""


class Parts(NamedTuple):
    """What was read before anything starts."""

    folder: Path
    language: Language
    boards: tuple[Board, ...]
    chosen: Setup | None
    journal: Journal
    settings: SettingsFile
    told: Text | None
    """What staff must know of what was found."""
    own: OwnBoardFiles


class Unheard(NamedTuple):
    """What a table says that has no loudspeaker: none `not_found`, none wanted, and what there is `instead`."""

    not_found: Text
    switched_off: Text
    instead: Text


def serve(options: Options) -> None:
    """Start, serve until SIGINT or SIGTERM, and stop in order.

    Raises:
        StartError: something that was asked for cannot be; nothing was started.
    """
    folder = open_state_dir(options.state)
    config = load_config(folder)
    wiring = wiring_of(options, config, folder)
    if wiring is None:
        logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
        from firmware.pagetable import serve_pages

        with opened(options, folder, config) as parts:
            serve_pages(options, parts, config.port if options.port is None else options.port)
    else:
        no_pages(options)
        from firmware.realtable import serve_table

        log_for_a_service()
        serve_table(options, opened(options, folder, config, wiring), wiring)


def wiring_of(options: Options, config: Config, folder: Path) -> Wiring | None:
    """How the table is wired, as the command line or the settings in `folder` say; None for the simulated one.

    Raises:
        StartError: there is no such profile or file, or what it says cannot be.
    """
    named = config.wiring if options.wiring is None else options.wiring
    if named == SIMULATED:
        return None
    # A file that the settings name lies beside them; one that was typed, where it was typed.
    beside = folder if options.wiring is None else Path.cwd()
    try:
        wiring = load_wiring(beside / named if is_file_name(named) else named)
    except BadWiring as error:
        raise StartError(first_of(error, named if options.wiring else f"{beside / named}")) from error
    for words in warnings(wiring):
        tell(text_of(words))
    return None if wiring.profile is Profile.SIMULATED else wiring


def first_of(error: BadWiring, source: str) -> Text:
    """The first fault of the wiring `source`, with how many more there are, and what tells them all."""
    first = text_of(error.words)
    if not error.others:
        return first
    more, command = len(error.others), faguan("wiring", source)
    return Text(f"{first.zh}（还有 {more} 处，看全部：{command}）", f"{first.en} ({more} more, see {command})")


def is_file_name(named: str) -> bool:
    """Whether `named` is a wiring file, and not the name of a profile."""
    return "/" in named or named.endswith(".toml")


def no_pages(options: Options) -> None:
    """Refuse what only the simulated table has.

    Raises:
        Misused: one of its options was given.
    """
    given = {"--demo": options.demo, "--speed": options.speed != 1.0, "--port": options.port is not None}
    names = ", ".join(name for name, typed in given.items() if typed)
    if names:
        raise Misused(
            Text(
                f"{names} 只用于模拟桌；真桌没有网页，时间也不能变快。用模拟桌请加 --wiring {SIMULATED}",
                f"{names}: only for the simulated table, a real one has no pages and no other time;"
                f" for that one add --wiring {SIMULATED}",
            )
        )


@contextmanager
def opened(options: Options, folder: Path, config: Config, wiring: Wiring | None = None) -> Iterator[Parts]:
    """What every table needs, read from the state folder; the journal is closed at the end.

    Raises:
        StartError: something that was asked for cannot be.
    """
    settings = SettingsFile(folder)
    language = options.language or settings.choices.language or config.language
    shelf = all_boards(folder)
    for _, wrong in shelf.wrong:
        tell(wrong.text)
    boards = shelf.boards
    chosen = choose(options, boards, wiring)
    if chosen and chosen.board not in boards:
        boards = (*(board for board in boards if board.id != chosen.board.id), chosen.board)
    journal = Journal(folder / JOURNAL)
    try:
        for notice in (journal.notice, settings.notice):
            if notice:
                tell(notice)
        told = together(journal.notice, settings.notice, shelf.notice)
        own = OwnBoardFiles(folder / OWN_BOARDS, shelf.own, preset_boards())
        yield Parts(folder, language, boards, chosen, journal, settings, told, own)
    finally:
        journal.close()


def sound_of(
    options: Options, loop: Loop, parts: Parts, unheard: Unheard, there: Callable[[bool], None] = lambda _there: None
) -> Sound:
    """The judge's voice; `unheard`: what is said where there is none, `there` is told whether there is a loudspeaker.

    A table that runs faster than life is read, not heard.
    """
    language = parts.language
    if options.speed != 1.0:
        return Sound(TextVoice(language), SoundState(trouble=TOO_FAST))
    choices = parts.settings.choices
    lacking = unusable() if options.sound else None
    if options.sound and lacking is None:
        from firmware.aloud import Aloud

        aloud = Aloud(
            loop=loop,
            language=language,
            choices=choices,
            folder=parts.folder,
            there=there,
        )
        if not aloud.found:
            tell(unheard.not_found)
        sound: Voiced = aloud
    elif lacking is not None:
        todo = get_sound()
        why = Text(
            f"没有喇叭，{unheard.instead.zh}：{lacking.zh}。要用喇叭，请{todo.zh}。",
            f"No loudspeaker, {unheard.instead.en}: {lacking.en}. For a loudspeaker {todo.en}.",
        )
        tell(why)
        sound = Voiced(language, choices, _live(parts.folder), why)
    else:
        sound = Voiced(language, choices, _live(parts.folder), unheard.switched_off)
    for told in sound.told:
        tell(told)
    return sound


def _live(folder: Path) -> Live | None:
    """Who says on the pages what no pack has; nobody where the libraries of sound do not load."""
    try:
        from firmware.live import Live
    except Exception:  # noqa: BLE001 - a library that is spoilt may raise whatever it likes
        return None
    return Live(folder)


def tell(text: Text) -> None:
    """One line in both languages, for whoever looks at the terminal or into the service's log."""
    typer.echo(one_line(text), err=True)


def places_of(wiring: Wiring) -> Seats:
    """Where somebody can sit: every seat that is wired, and no spare pad."""
    return seats_of(*(seat for seat in wiring.numbers if seat not in wiring.spares))


def choose(options: Options, boards: tuple[Board, ...], wiring: Wiring | None = None) -> Setup | None:
    """The setup that the command line names, checked; None when it names none. `wiring`: that of a real table.

    Raises:
        BadBoard: there is no such board, the seats do not fit it, or the table has not got them.
    """
    if options.board is None and options.seats is None and not options.demo:
        return None
    board = find_board("B09" if options.board is None else options.board, boards)
    places = seats_of(*range(1, MAX_SEATS + 1)) if wiring is None else places_of(wiring)
    if len(places) < board.players:
        raise BadBoard(
            Text(
                f"板子 {board.id} 要 {board.players} 人，这张桌子只接了 {len(places)} 个座位",
                f"the board {board.id} is for {board.players}, only {len(places)} seats are wired",
            )
        )
    seats = places[: board.players] if options.seats is None else parse_seats(options.seats)
    absent = unwired(seats, places)
    if absent is not None:
        raise BadBoard(absent)
    setup = Setup(board=board, seats=seats, rules=board.rules)
    try:
        setup.check()
    except BadSetup as error:
        raise BadBoard(error.text) from error
    return setup
