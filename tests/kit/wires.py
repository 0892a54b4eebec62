"""What goes wrong between a finger and the judge: keys that stick, contacts that chatter, devices that fail."""

from __future__ import annotations

from functools import partial

from engine.seats import Seat
from firmware.loop import Loop
from hardware.fakes import FakePad
from hardware.ports import Condition, Device, Edge, Health

MS = 1_000_000
SIX_OF = ((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12), (13, 14, 15, 16, 17, 18))
"""The seats of each expander."""


class Wires:
    """The wires of a table."""

    loop: Loop
    pads: dict[Seat, FakePad]

    @property
    def now_ns(self) -> int:
        """The clock."""
        raise NotImplementedError

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        raise NotImplementedError

    def jam(self, seat: int) -> None:
        """The key of `seat` goes down now and stays there."""
        self.pads[Seat(seat)].jam(self.now_ns)
        self.wait(0)

    def free(self, seat: int) -> None:
        """The jammed key of `seat` comes up now."""
        self.pads[Seat(seat)].free(self.now_ns)
        self.wait(0.05)

    def chatter(self, seat: int, edges: int = 1000) -> None:
        """The contact of `seat` flips a thousand times a second."""
        for n in range(edges):
            self.loop.call_at(self.now_ns + n * MS, partial(self._flip, seat, down=n % 2 == 0))
        self.wait(edges / 1000 + 0.05)

    def _flip(self, seat: int, *, down: bool) -> None:
        self.loop.put(Edge(seat, down, self.now_ns))

    def health(
        self,
        device: Device,
        condition: Condition,
        *seats: int,
        number: int = 0,
        missed: bool = False,
    ) -> None:
        """A device of the body reports how it is; of an absent one nothing comes any more at its seats."""
        at_ns = self.now_ns
        for seat in seats:
            if Seat(seat) in self.pads:
                self.pads[Seat(seat)].dead = condition is Condition.ABSENT
        self.loop.put(Health(device, condition, at_ns, number=number, seats=seats, missed=missed))
        self.wait(0)

    def unplug(self, chip: int) -> None:
        """The expander number `chip` (0 is the first) with its six seats is pulled out."""
        self.health(Device.CHIP, Condition.ABSENT, *SIX_OF[chip], number=0x20 + chip)

    def plug(self, chip: int) -> None:
        """It is put back."""
        self.health(Device.CHIP, Condition.OK, *SIX_OF[chip], number=0x20 + chip)

    def wires_well(self) -> None:
        """Every chip and the display are there."""
        for chip in range(len(SIX_OF)):
            self.plug(chip)
        self.health(Device.OLED, Condition.OK)
