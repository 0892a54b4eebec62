"""Starting and stopping the whole machine with the simulated table, in one readable order.

Threads: the deciding thread (this one, in `Loop.run`), `journal` (commits), `web` (uvicorn).
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import typer
from PIL import Image

from audio.player import unusable
from audio.say import Language, Say
from engine.errors import BadSetup
from engine.seats import Seat
from engine.setup import Board, Setup
from engine.text import Text
from firmware.boards import OWN_BOARDS, BadBoard, all_boards, find_board, parse_seats, preset_boards
from firmware.clock import RealClock
from firmware.clocktrust import WallClock
from firmware.config import load_config
from firmware.errors import StartError
from firmware.house import machine_of
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.menu.actions import AssignCards
from firmware.menu.page import SoundState
from firmware.menu.status import Mode
from firmware.ownboards import OwnBoardFiles
from firmware.reasons import one_line, os_reason, together
from firmware.settings import SettingsFile
from firmware.simulated import SimulatedTable
from firmware.sound import Sound
from firmware.state_dir import JOURNAL, open_state_dir
from firmware.table.pace import PACES
from firmware.voice import TextVoice, Utterance
from firmware.voiced import Voiced
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher
from firmware.web.server import WebTable
from hardware.fakes import FakeLamps
from hardware.oled import LumaDisplay

if TYPE_CHECKING:
    from firmware.live import Live

log = logging.getLogger("faguan")

BETWEEN_GAMES_NS: Final = 8_000_000_000
"""How long a demonstration shows the end of a game before it begins the next."""


LOOKING_NS: Final = 10_000_000_000
"""How long a demonstration takes to look at the cards when the claims of night 1 do not fit."""


OPENING_NS: Final = 2_000_000_000
"""How long a demonstration waits for its loudspeaker."""


TOO_FAST: Final = Text("倍速运行，只有字幕。", "Not at normal speed: captions only.")
NOT_FOUND: Final = Text("没有找到喇叭，由网页播报。", "No loudspeaker was found: the pages speak.")
SWITCHED_OFF: Final = Text("没有用喇叭（--no-sound），由网页播报。", "No loudspeaker (--no-sound): the pages speak.")


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


class PageDisplay:
    """The simulated table's OLED: a device whose picture is the one in the browser."""

    def __init__(self, pages: Publisher) -> None:
        """Show on `pages`."""
        self._pages = pages

    def display(self, image: Image.Image) -> None:
        """Show `image`."""
        self._pages.screen(image)


def serve(options: Options) -> None:
    """Start, serve until SIGINT or SIGTERM, and stop in order.

    Raises:
        StartError: something that was asked for cannot be; nothing was started.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s %(message)s")
    folder = open_state_dir(options.state)
    config = load_config(folder)
    settings = SettingsFile(folder)
    language = options.language or settings.choices.language or config.language
    shelf = all_boards(folder)
    for _, wrong in shelf.wrong:
        _tell(wrong.text)
    boards = shelf.boards
    chosen = choose(options, boards)
    if chosen and chosen.board not in boards:
        boards = (*(board for board in boards if board.id != chosen.board.id), chosen.board)
    journal = Journal(folder / JOURNAL)
    try:
        for notice in (journal.notice, settings.notice):
            if notice:
                _tell(notice)
        port = config.port if options.port is None else options.port
        told = together(journal.notice, settings.notice, shelf.notice)
        own = OwnBoardFiles(folder / OWN_BOARDS, shelf.own, preset_boards())
        _serve(options, _Parts(folder, language, boards, chosen, journal, settings, told, own), port)
    finally:
        journal.close()


def sound_of(options: Options, loop: Loop, language: Language, parts: _Parts, pages: Publisher) -> Sound:
    """The judge's voice.

    A table that runs faster than life is read, not heard. Without the libraries of sound the pages still speak.
    """
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
            there=lambda there: pages.loudspeaker(there=there),
        )
        if not aloud.found:
            _tell(NOT_FOUND)
        sound: Voiced = aloud
    elif lacking is not None:
        why = Text(
            f"没有喇叭，由网页播报：{lacking.zh}。要用喇叭，请运行 scripts/sound。",
            f"No loudspeaker, the pages speak: {lacking.en}. For a loudspeaker run scripts/sound.",
        )
        _tell(why)
        sound = Voiced(language, choices, _live(parts.folder), why)
    else:
        sound = Voiced(language, choices, _live(parts.folder), SWITCHED_OFF)
    for told in sound.told:
        _tell(told)
    return sound


def _live(folder: Path) -> Live | None:
    """Who says on the pages what no pack has; nobody where the libraries of sound do not load."""
    try:
        from firmware.live import Live
    except Exception:  # noqa: BLE001 - a library that is spoilt may raise whatever it likes
        return None
    return Live(folder)


def _tell(text: Text) -> None:
    """One line in both languages, for whoever looks at the terminal or into the service's log."""
    typer.echo(one_line(text), err=True)


def choose(options: Options, boards: tuple[Board, ...]) -> Setup | None:
    """The setup that the command line names, checked; None when it names none.

    Raises:
        BadBoard: there is no such board, or the seats do not fit it.
    """
    if options.board is None and options.seats is None and not options.demo:
        return None
    board = find_board("B09" if options.board is None else options.board, boards)
    seats = parse_seats(f"1-{board.players}" if options.seats is None else options.seats)
    setup = Setup(board=board, seats=seats, rules=board.rules)
    try:
        setup.check()
    except BadSetup as error:
        raise BadBoard(error.text) from error
    return setup


class _Parts(NamedTuple):
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


def _serve(options: Options, parts: _Parts, port: int) -> None:
    folder, language, boards, chosen, journal, settings, told, own = parts
    clock = RealClock(options.speed)
    loop = Loop(clock)
    hub = Hub()

    def put(item: object) -> None:
        loop.put(judge.pads.by_hand(item))

    def clips(say: Say) -> Utterance | None:
        return sound.voice.plan(say)

    table = SimulatedTable(loop=loop, clock=clock, hub=hub, language=language, folder=folder, put=put, clips=clips)
    table.pages.loudspeaker(there=False)
    try:
        web = WebTable(hub, put, clock, port=port, speed=options.speed, folder=folder)
    except OSError as error:
        why = os_reason(error)
        raise StartError(
            Text(
                f"端口 {port} 不能用（{why.zh}）；请用 --port 换一个",
                f"port {port} cannot be used ({why.en}); choose another with --port",
            )
        ) from error
    sound = sound_of(options, loop, language, parts, table.pages)
    judge = Judge(
        loop=loop,
        clock=clock,
        journal=journal,
        boards=boards,
        pace=PACES[settings.choices.pace],
        language=language,
        display=LumaDisplay(PageDisplay(table.pages)),
        lamps=FakeLamps(clock),
        audience=(table, *sound.followers),
        fault=told,
        choice=chosen,
        settings=settings,
        machine=lambda: machine_of(folder, web.url.removeprefix("http://").rstrip("/"), sound.state),
        sound=sound,
        own=own,
        wall=WallClock(clock, elapsed_ns=clock.real_ns),
    )
    sound.attach(loop, judge)
    loop.on_fault = judge.fault
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: loop.stop())
    web.start()
    try:
        typer.echo(f"模拟桌 / simulated table: {web.url}")
        if options.demo and chosen:
            # A loudspeaker needs a moment before its first word.
            begins_ns = loop.now_ns() + (OPENING_NS if sound.followers else 0)
            loop.call_at(begins_ns, lambda: demonstrate(loop, judge, table, chosen))
        loop.run()
    finally:
        judge.close()
        sound.close()
        web.stop()


def demonstrate(loop: Loop, judge: Judge, table: SimulatedTable, setup: Setup) -> None:
    """Go on with what is open, or begin; then one game after the other. Where staff are needed, do their part."""

    def begin() -> None:
        judge.start_game(setup.board.id, setup.seats)

    def again() -> None:
        # Not after a fault, and not when somebody has begun one with the keys.
        if judge.status.mode is Mode.OVER:
            begin()

    def after_a_while() -> None:
        loop.call_at(loop.now_ns() + BETWEEN_GAMES_NS, again)

    def enter(value: str) -> None:
        loop.call_at(loop.now_ns() + LOOKING_NS, lambda: judge.act(AssignCards(value)))

    def settle(cards: Mapping[Seat, str]) -> None:
        enter(",".join(f"{seat}={card}" for seat, card in cards.items()))

    table.on_closed = after_a_while
    table.on_doubted = settle
    table.on_spares = lambda cards: enter(",".join(cards))
    if judge.unfinished:
        judge.continue_game()
    else:
        begin()
