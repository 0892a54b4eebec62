"""The check of buttons and lamps, and the trial of both by hand: lamps in a row, presses by number."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from engine.text import Text
from firmware.doctor.finding import Area, Finding, ok, parted, wrong
from firmware.doctor.machine import is_real
from firmware.faults import ranges
from firmware.reasons import text_of
from hardware.body import open_body
from hardware.ports import Condition, Device, Edge, Health, KeyEdge, Lamp, Pattern
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.doctor.probes import Probes
    from hardware.wiring import Wiring

BUTTONS: Final = Text("按钮和灯", "Buttons and lamps")
SETTLES_S: Final = 0.3
"""So long every button and lamp is watched: two looks at all of them."""
STEP_S: Final = 0.5
"""So long each lamp is lit in its turn."""


def seats(probes: Probes, wiring: Wiring, *, quiet: bool = False) -> Iterator[Finding]:
    """All lamps on for a moment; buttons that are down though nobody was asked to press; what reports itself broken.

    `quiet`: no lamp is lit.
    """
    if not is_real(wiring):
        yield ok(Area.SEATS, BUTTONS, Text("在浏览器里", "in the browser"))
        return
    inbox: SimpleQueue[object] = SimpleQueue()
    try:
        body = open_body(wiring, inbox.put, probes.clock, wire_of=probes.wire_of, factory=probes.factory)
    except NoHardware as error:
        yield wrong(Area.SEATS, BUTTONS, *parted(text_of(error.words)))
        return
    try:
        held = body.seats.start()
        now_ns = probes.clock.now_ns()
        lit = () if quiet else wiring.numbers
        body.seats.show(tuple(Lamp(seat, Pattern.STEADY, now_ns) for seat in lit))
        probes.pause(SETTLES_S)
    except NoHardware as error:
        yield wrong(Area.SEATS, BUTTONS, *parted(text_of(error.words)))
        return
    finally:
        body.close()
    broken = tuple(_reports(inbox))
    yield from broken
    if held:
        yield wrong(
            Area.SEATS,
            BUTTONS,
            Text(f"没人按，按钮却是按下的：{ranges(held)}", f"down though nobody presses: {ranges(held)}"),
            Text(
                "松开它；还是这样，插头里短路，换一个按钮盒",
                "let go of it; if it stays, there is a short: change the pad",
            ),
        )
    if not held and not broken:
        yield ok(Area.SEATS, BUTTONS, Text(f"座位 {ranges(wiring.numbers)}", f"seats {ranges(wiring.numbers)}"))


def _reports(inbox: SimpleQueue[object]) -> Iterator[Finding]:
    """What has reported itself as broken; chips and the bus are checked by themselves, before."""
    while True:
        try:
            item = inbox.get_nowait()
        except Empty:
            return
        if isinstance(item, Health) and item.condition is not Condition.OK and item.device in (Device.PAD, Device.PINS):
            area = Area.PINS if item.device is Device.PINS else Area.SEATS
            yield wrong(area, BUTTONS, *parted(Text(item.detail.zh, item.detail.en)))


def try_out(
    probes: Probes, wiring: Wiring, tell: Callable[[Text], None], *, lamps: bool, buttons: bool, step_s: float = STEP_S
) -> None:
    """Light the lamps in turn, and tell of every press, until somebody breaks it off.

    Raises:
        NoHardware: the table cannot be opened.
        KeyboardInterrupt: that somebody; all lamps are off then.
    """
    inbox: SimpleQueue[object] = SimpleQueue()
    body = open_body(wiring, inbox.put, probes.clock, wire_of=probes.wire_of, factory=probes.factory)
    try:
        body.start()
        turn = 0
        while True:
            if lamps:
                seat = wiring.numbers[turn % len(wiring.numbers)]
                body.seats.show((Lamp(seat, Pattern.STEADY, probes.clock.now_ns()),))
                turn += 1
            until_ns = probes.clock.now_ns() + int(step_s * 1e9)
            while (left_ns := until_ns - probes.clock.now_ns()) > 0:
                try:
                    item = inbox.get(timeout=left_ns / 1e9)
                except Empty:
                    break
                if buttons:
                    _echo(item, tell)
    finally:
        body.close()


def _echo(item: object, tell: Callable[[Text], None]) -> None:
    match item:
        case Edge(seat=seat, down=True):
            tell(Text(f"{seat}号", f"seat {seat}"))
        case KeyEdge(key=key, down=True):
            tell(Text(f"按键 {key}", f"key {key}"))
        case Health(detail=detail) if detail.zh:
            tell(Text(detail.zh, detail.en))
        case _:
            pass
