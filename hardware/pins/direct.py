"""The seats of a direct table: every button and every lamp on a pin of the Pi.

Edges come on the library's thread and go straight into the inbox. One thread of ours reads the pins again, so that what
the library missed comes out, and switches the lamps when their patterns say so.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import TYPE_CHECKING, Any, Final

from gpiozero import DigitalOutputDevice

from hardware.connections import pin_words
from hardware.lampclock import LampClock
from hardware.pins.contacts import Contacts, Freed, why_no_pin
from hardware.pins.factory import open_factory
from hardware.ports import Condition, Device, Edge, Health, LampFrame
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.ports import Clock
    from hardware.wiring import Wiring

NS_PER_S: Final = 1_000_000_000
STOPS_WITHIN_S: Final = 2.0
"""How long closing waits for the thread; it sleeps for a fifth of a second at most."""

_log = logging.getLogger(__name__)


class Light(Freed, DigitalOutputDevice):  # type: ignore[misc]
    """A lamp, lit when its pin is high."""


class DirectSeats:
    """All seats of `wiring` on pins. Implements `ports.SeatPort`."""

    def __init__(self, wiring: Wiring, put: Callable[[object], None], clock: Clock, *, factory: Any = None) -> None:
        """Nothing is opened yet. A `factory` that is given is not closed; without one it makes, and closes, its own."""
        self._wiring = wiring
        self._put = put
        self._clock = clock
        self._factory = factory
        self._owns_factory = factory is None
        self._lamps: dict[int, Light] = {}
        self._lit: frozenset[int] = frozenset()
        self._lamp_clock = LampClock()
        self._contacts: Contacts[int] = Contacts(
            {pins.seat: pins.button for pins in wiring.seats},
            self._edge,
            clock,
            self._noise,
        )
        self._turn = threading.Condition()
        self._fresh = False
        self._closing = False
        self._thread: threading.Thread | None = None
        self._told: dict[tuple[Device, int], Condition] = {}
        self._unread: frozenset[int] = frozenset()
        self._lamp_fault: str | None = None
        self._dark: dict[int, Words] = {}
        """The seats whose lamps' pins cannot be had, and why."""

    def start(self) -> tuple[int, ...]:
        """Put all lamps off and begin to report; the seats whose buttons were found down, ascending.

        Raises:
            NoHardware: no button at all can be read.
        """
        if self._factory is None:
            self._factory = open_factory(self._wiring.library)
        self._dark = self._open_lamps()
        refused = self._contacts.open(self._factory)
        if len(refused) == len(self._wiring.seats):
            self.close()
            raise NoHardware(next(iter(refused.values()), Words("没有接座位", "no seat is wired")))
        for pins in self._wiring.seats:
            if pins.seat in refused:
                self._report(Device.PAD, pins.seat, Condition.ABSENT, refused[pins.seat])
        self._check()
        held = tuple(sorted(self._contacts.held()))
        self._thread = threading.Thread(target=self._run, name="seat-pins", daemon=True)
        self._thread.start()
        return held

    def show(self, frame: LampFrame) -> None:
        """Make the lamps look like `frame` from now on; a seat that is missing is dark."""
        self._lamp_clock.show(frame)
        with self._turn:
            self._fresh = True
            self._turn.notify()

    def beats(self) -> int:
        """How often all pins have been read."""
        return self._contacts.looks

    def close(self) -> None:
        """Put all lamps off, stop, and free the pins. Harmless when called again."""
        self._lamp_clock.show(())
        with self._turn:
            self._closing = True
            self._turn.notify()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(STOPS_WITHIN_S)
        self._contacts.close()
        for lamp in self._lamps.values():
            with contextlib.suppress(Exception):
                lamp.off()
            lamp.close()
        self._lamps.clear()
        if self._owns_factory and self._factory is not None:
            factory, self._factory = self._factory, None
            factory.close()

    def _open_lamps(self) -> dict[int, Words]:
        """Take the lamps' pins, dark; for each that cannot be had, why."""
        dark: dict[int, Words] = {}
        for pins in self._wiring.seats:
            try:
                self._lamps[pins.seat] = Light(pins.lamp, initial_value=False, pin_factory=self._factory)
            except Exception as error:  # noqa: BLE001 - each library has exceptions of its own
                dark[pins.seat] = why_no_pin(pins.lamp, error, self._factory)
        return dark

    def _run(self) -> None:
        """Until closed: switch lamps when they change, read pins when it is time."""
        look_ns = self._clock.now_ns()
        while True:
            now_ns = self._clock.now_ns()
            try:
                self._switch(now_ns)
                if now_ns >= look_ns:
                    look_ns = self._contacts.look(now_ns)
                    self._check()
                calm_ns = self._contacts.calm(now_ns)
            except Exception:  # noqa: BLE001 - the thread must live: what it does next may well work
                _log.exception("the seats' pins")
                look_ns, calm_ns = now_ns + NS_PER_S, None
            change_ns = self._lamp_clock.next_change(now_ns)
            wake_ns = min(due_ns for due_ns in (look_ns, calm_ns, change_ns) if due_ns is not None)
            with self._turn:
                if not self._fresh and not self._closing:
                    self._turn.wait(max(0, wake_ns - self._clock.now_ns()) / NS_PER_S)
                self._fresh = False
                if self._closing:
                    return

    def _edge(self, seat: int, down: bool, at_ns: int) -> None:
        """On the library's thread, or on ours when a look found it."""
        self._put(Edge(seat, down, at_ns))
        if self._contacts.loud:
            with self._turn:
                self._fresh = True
                self._turn.notify()

    def _noise(self, seat: int, begins: bool) -> None:
        """The line of a seat's button has begun to make noise, or is quiet again."""
        if begins:
            words = Words(
                f"{seat}号按钮的线在乱跳，暂时不算：检查插头和线",
                f"the line of seat {seat}'s button makes noise and does not count for now: look at its plug and cable",
            )
            self._report(Device.PAD, seat, Condition.DEGRADED, words)
            return
        words = Words(f"{seat}号按钮安静了", f"seat {seat}'s button is quiet again")
        self._report(Device.PAD, seat, Condition.OK, words)

    def _switch(self, now_ns: int) -> None:
        """Make the pins what the patterns say now."""
        lit = self._lamp_clock.lit(now_ns)
        done = set(self._lit)
        if lit != self._lit:
            self._lamp_fault = None
        for seat in lit ^ self._lit:
            lamp = self._lamps.get(seat)
            try:
                if lamp is not None:
                    lamp.value = seat in lit
            except Exception as error:  # noqa: BLE001 - each library has exceptions of its own
                self._lamp_fault = str(error)
            else:
                done.symmetric_difference_update({seat})
        self._lit = frozenset(done)

    def _check(self) -> None:
        """Tell of what has become worse, and of what is well again."""
        broken = frozenset(self._contacts.broken())
        for pins in self._wiring.seats:
            pin = pin_words(pins.button)
            if pins.seat in broken - self._unread:
                words = Words(f"座位 {pins.seat} 的 {pin.zh} 读不出", f"{pin.en} of seat {pins.seat} cannot be read")
                self._report(Device.PAD, pins.seat, Condition.ABSENT, words)
            elif pins.seat in self._unread - broken:
                self._report(Device.PAD, pins.seat, Condition.OK, Words("", ""))
        self._unread = broken
        worst = self._worst()
        self._report(Device.PINS, 0, Condition.DEGRADED if worst else Condition.OK, worst or Words("", ""))

    def _worst(self) -> Words | None:
        """What is the matter with the pins as a whole."""
        if self._contacts.deaf:
            return Words(
                "收不到按键通知，改为不断查看针脚；重启可恢复",
                "no edges are heard, the pins are read all the time instead; a restart mends it",
            )
        if self._dark:
            # A button that works, and no lamp: that is none of the pad's own matters.
            seat, why = min(self._dark.items())
            return Words(f"{seat}号的灯不亮：{why.zh}", f"the lamp of seat {seat} stays dark: {why.en}")
        if self._lamp_fault is not None:
            return Words(f"灯的针脚写不进：{self._lamp_fault}", f"a lamp's pin cannot be set: {self._lamp_fault}")
        return Words("按键通知出过错", "telling of an edge has failed") if self._contacts.raised else None

    def _report(self, device: Device, number: int, condition: Condition, detail: Words) -> None:
        """Tell of a condition, once."""
        if self._told.get((device, number), Condition.OK) is condition:
            return
        self._told[device, number] = condition
        seats = (number,) if device is Device.PAD else self._wiring.numbers
        self._put(Health(device, condition, self._clock.now_ns(), number, seats, detail))
