"""The seats of a table with expanders: `hardware.ports.SeatPort`.

One thread, `seat bus` (`hardware/expanders.py`), does all I2C of the seats. Its buttons and lamps are ordinary devices
of gpiozero on our own factory (`hardware/pins/expander.py`), not a second path beside it. That costs some ten
microseconds from INT to the edge, in a path whose long parts are two changes of threads and two transactions on the
bus; and it buys that a pin taken twice is refused, that every pin of the table, the Pi's or an expander's, is met in
one and the same way, and that the factory is the very thing that games are played on.

A button's line that makes noise is cut off until it is quiet (`hardware/noise.py`): its seat is *degraded*, its INT
is switched off and its chip read every 7 ms instead, so that it does not keep the bus busy. The edge that counts last
is a release, and the one that counts next a press.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.lampclock import LampClock
from hardware.noise import LOOK_NS, NoiseGate
from hardware.ports import Condition, Device, Edge, Health
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.expander_link import PiLines
    from hardware.i2c import Bus
    from hardware.pins.expander import ExpanderFactory
    from hardware.pins.expander_pads import ExpanderPads
    from hardware.ports import Clock, LampFrame
    from hardware.wiring import Wiring


class ExpanderSeats:
    """All seats on the expanders of `wiring`. Implements `hardware.ports.SeatPort`."""

    def __init__(
        self, wiring: Wiring, bus: Bus, put: Callable[[object], None], clock: Clock, *, factory: Any = None
    ) -> None:
        """Edges and health go to `put`. `factory`: gpiozero's, for INT and RESET; it is not closed.

        Without one it makes, and closes, its own where one of the two is wired.
        """
        assert wiring.expander is not None, "a table without expanders has no seats on them"
        self._expander = wiring.expander
        self._seats_of = {chip.address: tuple(sorted(chip.seats)) for chip in wiring.expander.chips}
        self._all_seats = wiring.numbers
        self._bus = bus
        self._put = put
        self._clock = clock
        self._library = wiring.library
        self._gpio = factory
        self._own_gpio: Any = None
        self._lamps = LampClock()
        self._gates: dict[int, NoiseGate] = {}
        self._noisy: set[int] = set()
        self._pads: ExpanderPads | None = None
        self._factory: ExpanderFactory | None = None

    def start(self) -> tuple[int, ...]:
        """Put all lamps off and begin to report; the seats whose buttons were found down, ascending.

        Raises:
            NoHardware: not one expander answers.
        """
        from hardware.pins.expander import ExpanderFactory
        from hardware.pins.expander_pads import ExpanderPads

        assert self._factory is None, "started twice"
        chips = self._expander.chips
        addresses = [chip.address for chip in chips]
        self._lamps.show(())
        self._gates = {seat: NoiseGate() for seat in self._all_seats}
        self._noisy = set()
        self._factory = ExpanderFactory(self._bus, addresses, self._clock, lines=self._lines(), owner=self)
        self._pads = ExpanderPads(self._factory, chips, self._edge)
        if not self._factory.start():
            self.close()
            listed = " ".join(f"0x{address:02X}" for address in addresses)
            raise NoHardware(
                Words(
                    f"没有一块扩展板应答（{listed}）：检查电源、I2C 接线和地址",
                    f"no expander answers ({listed}): look at power, I2C wires and addresses",
                )
            )
        return self._pads.held()

    def show(self, frame: LampFrame) -> None:
        """Make the lamps look like `frame` from now on; the newest counts."""
        self._lamps.show(frame)
        factory = self._factory
        if factory is not None:
            factory.expanders.wake()

    def beats(self) -> int:
        """How often the inputs have been looked at, or, once they have been, looked for in vain."""
        return 0 if self._factory is None else self._factory.expanders.beats

    def close(self) -> None:
        """Put all lamps off, end the thread, and free the pins. Harmless when called again."""
        factory, pads, self._factory = self._factory, self._pads, None
        if factory is None or pads is None:
            return
        self._lamps.show(())
        factory.close()
        pads.close()
        gpio, self._own_gpio = self._own_gpio, None
        if gpio is not None:
            gpio.close()

    def settle(self, timeout_s: float = 1.0) -> bool:
        """Wait until what was shown before is on the lamps; whether that came within `timeout_s`."""
        factory = self._factory
        return factory is not None and factory.expanders.settle(timeout_s)

    def _lines(self) -> PiLines | None:
        """INT and RESET; where they cannot be had the table works without them, and says so."""
        if self._expander.interrupt is None and self._expander.reset is None:
            return None
        from hardware.pins.factory import open_factory
        from hardware.pins.lines import GpioLines

        try:
            if self._gpio is None:
                self._own_gpio = open_factory(self._library)
            gpio = self._gpio or self._own_gpio
            return GpioLines(gpio, self._clock, self._expander.interrupt, self._expander.reset)
        except NoHardware as error:
            self.condition(Device.PINS, 0, Condition.DEGRADED, error.words)
        except Exception as error:  # noqa: BLE001 -- each library of pins has errors of its own
            pins = f"GPIO{self._expander.interrupt}, GPIO{self._expander.reset}"
            words = Words(
                f"INT、RESET 的引脚打不开（{pins}；{error}）：看看谁占用了它们",
                f"the pins of INT and RESET cannot be opened ({pins}; {error}): look who else uses them",
            )
            self.condition(Device.PINS, 0, Condition.DEGRADED, words)
        return None

    # What the expanders ask and tell: on their thread, or while they start.

    def condition(
        self, device: Device, number: int, condition: Condition, detail: Words, *, missed: bool = False
    ) -> None:
        """Report a chip with its seats, the bus with all of them."""
        seats = self._seats_of[number] if device is Device.CHIP else self._all_seats if device is Device.BUS else ()
        self._put(Health(device, condition, self._clock.now_ns(), number, seats, detail, missed))

    def turn(self, now_ns: int) -> int | None:
        """Set the lamps to what they are at `now_ns`; when one of them changes next, or a noisy line is to be read."""
        if self._pads is None:
            return None
        self._pads.light(self._lamps.lit(now_ns))
        noisy = tuple(self._noisy)
        for seat in noisy:
            if self._gates[seat].calms_down(now_ns):
                self._be_quiet(self._pads, seat, now_ns)
        change_ns = self._lamps.next_change(now_ns)
        if not noisy:
            return change_ns
        return now_ns + LOOK_NS if change_ns is None else min(change_ns, now_ns + LOOK_NS)

    def _edge(self, seat: int, *, down: bool, at_ns: int) -> None:
        gate = self._gates[seat]
        if not gate.passes(at_ns, down=down):
            return
        self._put(Edge(seat, down, at_ns))
        if gate.noisy:
            self._be_noisy(seat)

    def _be_noisy(self, seat: int) -> None:
        self._noisy.add(seat)
        if self._pads is not None:
            self._pads.listen(seat, on=False)
        words = Words(
            f"{seat}号按钮的线在乱跳，暂时不算：检查插头和线",
            f"the line of seat {seat}'s button makes noise and does not count for now: look at its plug and cable",
        )
        self._put(Health(Device.PAD, Condition.DEGRADED, self._clock.now_ns(), seat, (seat,), words))

    def _be_quiet(self, pads: ExpanderPads, seat: int, now_ns: int) -> None:
        self._noisy.discard(seat)
        pads.listen(seat, on=True)
        words = Words(f"{seat}号按钮安静了", f"seat {seat}'s button is quiet again")
        self._put(Health(Device.PAD, Condition.OK, now_ns, seat, (seat,), words))
