"""The simulated table from start to end: pages in the browser, bots in the empty chairs.

Threads: the deciding thread (this one, in `Loop.run`), `journal` (commits), `web` (uvicorn).
"""

from __future__ import annotations

import signal
from collections.abc import Mapping
from typing import Final

import typer
from PIL import Image

from audio.say import Say
from engine.seats import Seat
from engine.setup import Setup
from engine.text import Text
from firmware.clock import RealClock
from firmware.clocktrust import WallClock
from firmware.errors import StartError
from firmware.house import machine_of
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.menu.actions import AssignCards
from firmware.menu.status import Mode
from firmware.reasons import os_reason
from firmware.simulated import SimulatedTable
from firmware.start import Options, Parts, Unheard, sound_of
from firmware.table.pace import PACES
from firmware.voice import Utterance
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher
from firmware.web.server import WebTable
from hardware.fakes import FakeLamps
from hardware.oled import LumaDisplay

BETWEEN_GAMES_NS: Final = 8_000_000_000
"""How long a demonstration shows the end of a game before it begins the next."""


LOOKING_NS: Final = 10_000_000_000
"""How long a demonstration takes to look at the cards when the claims of night 1 do not fit."""


OPENING_NS: Final = 2_000_000_000
"""How long a demonstration waits for its loudspeaker."""


PAGES_SPEAK: Final = Unheard(
    not_found=Text("没有找到喇叭，由网页播报。", "No loudspeaker was found: the pages speak."),
    switched_off=Text("没有用喇叭（--no-sound），由网页播报。", "No loudspeaker (--no-sound): the pages speak."),
    instead=Text("由网页播报", "the pages speak"),
)


class PageDisplay:
    """The simulated table's OLED: a device whose picture is the one in the browser."""

    def __init__(self, pages: Publisher) -> None:
        """Show on `pages`."""
        self._pages = pages

    def display(self, image: Image.Image) -> None:
        """Show `image`."""
        self._pages.screen(image)


def serve_pages(options: Options, parts: Parts, port: int) -> None:
    """Serve on `port` of 127.0.0.1 until SIGINT or SIGTERM, and stop in order.

    Raises:
        StartError: the port cannot be used.
    """
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
        raise _taken(port, error) from error
    sound = sound_of(options, loop, parts, PAGES_SPEAK, lambda there: table.pages.loudspeaker(there=there))
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


def _taken(port: int, error: OSError) -> StartError:
    why = os_reason(error)
    return StartError(
        Text(
            f"端口 {port} 不能用（{why.zh}）；请用 --port 换一个",
            f"port {port} cannot be used ({why.en}); choose another with --port",
        )
    )


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
