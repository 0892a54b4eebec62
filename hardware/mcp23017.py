"""The MCP23017: sixteen lines on I2C. Its registers, and the orders in which they must be touched.

Lines are numbered through: 0-7 are GPA0-7, 8-15 are GPB0-7; a word has one bit a line, bit 0 is line 0. Every call is
a few transactions on a wire that is the caller's for that long; every OSError of the wire passes through.

What the chip wants to be known:

* After power-on all lines are inputs. What an output gives is written before it becomes one, else lamps flash.
* GPA7 and GPB7 are outputs only: a change of them as inputs, while they are read, corrupts the bus.
* A line that is an input and hangs on nothing makes noise: what is not used is an output, and low.
* INT stays low until INTCAP or GPIO of its port is read, and while it is low nothing more is captured. So it is read
  once before anything is expected of it, else the first interrupt is an old one, or none ever comes.
* INTF to GPIO are read in one transaction. INTCAP shows the level at the first change, also of a tap that is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from hardware.i2c import Wire

LINES: Final = 16
OUTPUTS_ONLY: Final = 0x8080
"""GPA7 and GPB7."""

_IODIR: Final = 0x00
_GPINTEN: Final = 0x04
_INTF: Final = 0x0E
_GPIO: Final = 0x12
_OLAT: Final = 0x14
_IOCON_WITH_BANKS: Final = 0x05
"""Where IOCON is if a disturbance has set its bit BANK; else GPINTENB, where a zero does no harm."""

_MIRROR_ODR: Final = 0x44
"""INT is for both ports, and open drain, so that the chips of a table share one line."""


class Setup(msgspec.Struct, frozen=True):
    """How the lines are to be: words of `inputs`, `pulls` (inputs pulled up), `watched` (inputs that pull INT)."""

    inputs: int = 0
    pulls: int = 0
    watched: int = 0

    def __post_init__(self) -> None:
        """Refuse what would damage the bus."""
        assert 0 <= self.inputs < 1 << LINES, f"there are {LINES} lines: {self.inputs:#x}"
        assert not self.inputs & OUTPUTS_ONLY, "GPA7 and GPB7 are never inputs: that corrupts the bus"
        assert not (self.pulls | self.watched) & ~self.inputs, "only inputs are pulled up and watched"


class Look(msgspec.Struct, frozen=True):
    """What a look at the lines found: which ones pulled INT, all levels at that moment, and all levels now."""

    flagged: int
    captured: int
    levels: int


class Mcp23017:
    """One chip at its address."""

    def __init__(self, address: int) -> None:
        """Nothing is sent yet."""
        assert 0x20 <= address <= 0x27, f"an MCP23017 has an address from 0x20 to 0x27, not {address:#x}"
        self.address = address

    def set_up(self, wire: Wire, setup: Setup, outputs: int) -> Look:
        """Make a chip in any state what `setup` says, its outputs giving `outputs` from the first moment on.

        INT is free afterwards; what the inputs were then is in the answer.
        """
        wire.write(self.address, bytes((_IOCON_WITH_BANKS, 0x00)))
        self.give(wire, outputs)
        wire.write(self.address, bytes((_IODIR,)) + _settings(setup))
        return self.look(wire)

    def give(self, wire: Wire, outputs: int) -> None:
        """All outputs at once; bits of inputs count for nothing."""
        wire.write(self.address, bytes((_OLAT,)) + _word(outputs))

    def watch(self, wire: Wire, watched: int) -> None:
        """Which inputs pull INT from now on."""
        wire.write(self.address, bytes((_GPINTEN,)) + _word(watched))

    def look(self, wire: Wire) -> Look:
        """Read the inputs and free INT."""
        got = wire.read(self.address, _INTF, 6)
        return Look(*(int.from_bytes(got[at : at + 2], "little") for at in (0, 2, 4)))

    def levels(self, wire: Wire) -> Look:
        """Read the inputs only, where nobody listens to INT: shorter on the wire."""
        return Look(0, 0, int.from_bytes(wire.read(self.address, _GPIO, 2), "little"))

    def is_as_set(self, wire: Wire, setup: Setup, outputs: int) -> bool:
        """Whether its registers still say so. After a brown-out it answers as ever, but all its lines are inputs."""
        wanted = _settings(setup)
        found = wire.read(self.address, _IODIR, len(wanted))
        return found == wanted and wire.read(self.address, _OLAT, 2) == _word(outputs)


def _word(value: int) -> bytes:
    return (value & 0xFFFF).to_bytes(2, "little")


def _settings(setup: Setup) -> bytes:
    """The registers from IODIR to GPPU: a change counts against the last level (INTCON 0), IPOL inverts nothing."""
    nothing = _word(0)
    iocon = bytes((_MIRROR_ODR, _MIRROR_ODR))
    return b"".join(
        (_word(setup.inputs), nothing, _word(setup.watched), nothing, nothing, iocon, _word(setup.pulls)),
    )
