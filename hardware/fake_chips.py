"""Expander chips by their registers, as their data sheets say: shipped for tests, and for a doctor without a table."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_OUTPUTS: Final = 50_000
"""Levels that are remembered; the oldest are forgotten first."""


class PoweredChip:
    """A chip that forgets everything when it loses power."""

    def __init__(self) -> None:
        """Without power: it gets that where it is plugged in."""
        self.powered = False

    def power(self, *, on: bool) -> None:
        """It was plugged in, or pulled out."""
        self.powered = on
        self.reset()

    def reset(self) -> None:
        """All its registers are again as after power-on: also what a brown-out or its RESET line does."""


class FakeExpander(PoweredChip):
    """The registers that MCP23017 and MCP23008 have in common, once per port of eight lines, and what they do.

    Lines are numbered through: 0-7 are GPA0-7, 8-15 are GPB0-7. The world drives them from any thread. A line that
    nobody drives is high where something pulls it up, else it floats, and reads low here.
    """

    IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(11)
    MIRROR: Final = 0x40

    def __init__(self, ports: int, outputs_only: tuple[int, ...] = (), *, pulled_up: bool = True) -> None:
        """`outputs_only`: lines that corrupt the bus as inputs; `pulled_up`: resistors on the board pull buttons up."""
        super().__init__()
        self.ports = ports
        self.outputs_only = outputs_only
        self.pulled_up = pulled_up
        self.before_write: Callable[[bytes], object] | None = None
        """Called with each write before it has an effect."""
        self.before_read: Callable[[int], object] | None = None
        """Called with the place in the read before each byte is sent: for what happens between two of them."""
        self.outputs: deque[int] = deque(maxlen=MAX_OUTPUTS)
        """What the lines gave out after each write that changed it, one bit a line."""
        self._driven = [0] * ports
        self._driven_high = [0] * ports
        self._listeners: list[Callable[[bool], None]] = []
        self._interrupting = False
        self._lock = threading.RLock()
        self._registers = [[0] * 11 for _ in range(ports)]
        self._pins = [0] * ports
        self.reset()

    def reset(self) -> None:
        """All lines are inputs, nothing interrupts, nothing is pulled up."""
        with self._lock:
            for port in range(self.ports):
                self._registers[port] = [0xFF, *[0] * 10]
            self._settle(notice=False)

    def listen(self, listener: Callable[[bool], None]) -> None:
        """Call `listener` with whether INT is pulled low, whenever that changes, on the thread that changed it."""
        self._listeners.append(listener)

    @property
    def interrupting(self) -> bool:
        """Whether INT is pulled low."""
        return self._interrupting

    def drive(self, line: int, level: bool | None) -> None:
        """The world pulls `line` to `level`, or lets go of it (None)."""
        port, bit = line // 8, 1 << line % 8
        with self._lock:
            self._driven[port] = self._driven[port] & ~bit if level is None else self._driven[port] | bit
            self._driven_high[port] = self._driven_high[port] | bit if level else self._driven_high[port] & ~bit
            self._settle()

    def press(self, line: int) -> None:
        """The button on `line` connects it to ground."""
        self.drive(line, False)

    def let_go(self, line: int) -> None:
        """The button on `line` opens."""
        self.drive(line, None)

    def gives(self, line: int) -> bool:
        """Whether `line` is an output and high: its lamp is lit."""
        with self._lock:
            return bool(self._given() >> line & 1)

    def write(self, data: bytes) -> None:
        """The register first, then what goes into it and those that follow."""
        if self.before_write is not None:
            self.before_write(data)
        with self._lock:
            for place, value in enumerate(data[1:], data[0]):
                port, register = self._at(place)
                self._set(port, register, value)
            self._settle()

    def read(self, register: int, count: int) -> bytes:
        """Bytes from the place `register` on."""
        return bytes(self._sent(place) for place in range(register, register + count))

    def receive(self, count: int) -> bytes:
        """From the first register on."""
        return self.read(0, count)

    def peek(self, register: int, port: int = 0) -> int:
        """What is in a register, by its number in `IODIR` to `OLAT`, without any effect."""
        with self._lock:
            return self._registers[port][register]

    def _at(self, place: int) -> tuple[int, int]:
        """Port and register at the address `place`."""
        return 0, place % 11

    def _sent(self, place: int) -> int:
        if self.before_read is not None:
            self.before_read(place)
        with self._lock:
            port, register = self._at(place)
            value = self._registers[port][register]
            if register == self.GPIO:
                value = self._pins[port] ^ self._registers[port][self.IPOL]
            if register in (self.GPIO, self.INTCAP) and self._registers[port][self.INTF]:
                self._registers[port][self.INTF] = 0
                self._settle()
            return value

    def _set(self, port: int, register: int, value: int) -> None:
        if register in (self.INTF, self.INTCAP):
            return
        if register == self.IODIR:
            self._registers[port][register] = value
            self._check_inputs(port)
        elif register == self.IOCON:
            # One register that is seen at two places.
            for registers in self._registers:
                registers[register] = value
        else:
            self._registers[port][self.OLAT if register == self.GPIO else register] = value

    def _check_inputs(self, port: int) -> None:
        for line in self.outputs_only:
            as_input = self._registers[line // 8][self.IODIR] >> line % 8 & 1
            assert line // 8 != port or not as_input, (
                f"line {line} is an input: a change during a read corrupts the bus"
            )

    def _levels(self, port: int) -> int:
        """What the lines of a port are: outputs as they were told, inputs as the world has them."""
        registers, driven = self._registers[port], self._driven[port]
        pulled = 0xFF if self.pulled_up else registers[self.GPPU]
        outside = (driven & self._driven_high[port]) | (~driven & pulled)
        return (registers[self.IODIR] & outside) | (~registers[self.IODIR] & registers[self.OLAT])

    def _given(self) -> int:
        """What outputs give, one bit a line."""
        return sum(
            (~registers[self.IODIR] & registers[self.OLAT] & 0xFF) << 8 * port
            for port, registers in enumerate(self._registers)
        )

    def _settle(self, *, notice: bool = True) -> None:
        """Let the lines take their levels; what has changed on a watched one raises INT and is captured."""
        for port, registers in enumerate(self._registers):
            pins = self._levels(port)
            against = (registers[self.INTCON] & registers[self.DEFVAL]) | (~registers[self.INTCON] & self._pins[port])
            hit = (pins ^ against) & registers[self.GPINTEN] & registers[self.IODIR]
            self._pins[port] = pins
            # While an interrupt waits to be read, further changes are not captured.
            if hit and notice and not registers[self.INTF]:
                registers[self.INTF] = hit
                registers[self.INTCAP] = pins ^ registers[self.IPOL]
        given = self._given()
        if not self.outputs or self.outputs[-1] != given:
            self.outputs.append(given)
        self._tell()

    def _tell(self) -> None:
        heard = range(self.ports) if self._registers[0][self.IOCON] & self.MIRROR else range(1)
        interrupting = any(self._registers[port][self.INTF] for port in heard)
        if interrupting != self._interrupting:
            self._interrupting = interrupting
            for listener in self._listeners:
                listener(interrupting)


class FakeMcp23017(FakeExpander):
    """Sixteen lines; GPA7 and GPB7 are outputs only. INT is that of port A, of both where IOCON says MIRROR."""

    def __init__(self, *, pulled_up: bool = True) -> None:
        """As after power-on."""
        super().__init__(2, (7, 15), pulled_up=pulled_up)

    def _at(self, place: int) -> tuple[int, int]:
        """Registers of both ports side by side, or, where IOCON.BANK is set, one port after the other."""
        if self._registers[0][self.IOCON] & 0x80:
            return place >> 4 & 1, (place & 0x0F) % 11
        register, port = divmod(place % 22, 2)
        return port, register


class FakeMcp23008(FakeExpander):
    """Eight lines, each input or output."""

    def __init__(self, *, pulled_up: bool = True) -> None:
        """As after power-on."""
        super().__init__(1, pulled_up=pulled_up)


class FakeIntLine:
    """The INT outputs of several chips on one wire: low while any of them pulls it."""

    def __init__(self, pull: Callable[[bool], object]) -> None:
        """`pull` is called with whether the wire is low, when that changes, on the thread that changed it."""
        self._pull = pull
        self._pulling: set[FakeExpander] = set()
        self._lock = threading.RLock()

    def join(self, chip: FakeExpander) -> None:
        """Solder the INT of `chip` to the wire."""
        chip.listen(lambda interrupting: self._changed(chip, interrupting=interrupting))

    def _changed(self, chip: FakeExpander, *, interrupting: bool) -> None:
        with self._lock:
            was_low = bool(self._pulling)
            (self._pulling.add if interrupting else self._pulling.discard)(chip)
            if was_low != bool(self._pulling):
                self._pull(not was_low)


class FakePcf8574(PoweredChip):
    """Eight lines that are written high to be read; no registers. INT is not modelled."""

    def __init__(self) -> None:
        """All lines high."""
        super().__init__()
        self.latch = 0xFF
        self._low: set[int] = set()

    def reset(self) -> None:
        """All lines are weakly high."""
        self.latch = 0xFF

    def press(self, line: int) -> None:
        """The key on `line` connects it to ground."""
        self._low = self._low | {line}

    def let_go(self, line: int) -> None:
        """The key on `line` opens."""
        self._low = self._low - {line}

    def write(self, data: bytes) -> None:
        """Each byte goes to the lines; the last one stays."""
        self.latch = data[-1]

    def read(self, register: int, count: int) -> bytes:
        """It knows no registers: the byte is written to its lines, then they are read."""
        self.latch = register
        return self.receive(count)

    def receive(self, count: int) -> bytes:
        """The lines: low where a key connects them, or where low was written."""
        low = self._low
        return bytes((self.latch & ~sum(1 << line for line in low),)) * count
