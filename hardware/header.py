"""The 40-pin header of a Raspberry Pi: where a BCM pin comes out, and what else may want it.

All models with 40 pins (Pi 3, 4, 5, Zero 2 W) are the same here.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

HEADER: Final = MappingProxyType(
    {
        0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
        14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""The header's pin number of each BCM pin."""

BOARD_MEMORY: Final = frozenset({0, 1})
"""The memory of an expansion board: never ours."""

SDA: Final = 2
SCL: Final = 3
I2C_PINS: Final = frozenset({SDA, SCL})
"""SDA and SCL of bus 1, with resistors of their own: display, expanders, key pad, clock."""

OWN_BUS: Final = 3
OWN_BUS_PINS: Final = (23, 24)
"""SDA and SCL of bus 3, made by software for a display whose wires leave the box, unless its file names others."""

I2S_PINS: Final = frozenset({18, 19, 20, 21})
"""Bit clock, word clock, sound in and sound out. A sound board that only plays leaves 20 alone, but the system gives
the four of them to I2S together, on every model."""

SPI_PINS: Final = frozenset({7, 8, 9, 10, 11})
SERIAL_PINS: Final = frozenset({14, 15})
ONE_WIRE_PINS: Final = frozenset({4})

HIGH_AT_BOOT: Final = frozenset(range(9))
"""Pulled up until a program says otherwise: a lamp here glows for the twenty seconds that a Pi takes to start."""


def header_pin(bcm: int) -> int:
    """The header's pin number of the BCM pin `bcm`. KeyError: it does not come out."""
    return HEADER[bcm]
