"""Which button stands for which seat: the one place where a spare one takes over, for presses and for lamps.

The table knows seats only. A seat in `worn` answers with the button of a seat that is not in use, or with
none; its own is out of order, and whatever comes from that counts for nothing.
"""

from __future__ import annotations

from engine.seats import Seat, Seats, seats_of
from firmware.menu.choices import OFF, Worn
from hardware.debounce import Level
from hardware.ports import Edge, Lamp, LampFrame


class Pads:
    """The buttons of one table. `wear` may be called at any time, also while one is held down."""

    def __init__(self, worn: Worn = ()) -> None:
        """Every seat has its own button, but those in `worn`."""
        self._pad_of: dict[int, Seat] = {}
        self._held: dict[int, int] = {}
        self.wear(worn)

    def wear(self, worn: Worn) -> None:
        """From now on the seats in `worn` have these buttons, all others their own."""
        self._pad_of = dict(worn)

    @property
    def worn(self) -> Worn:
        """The seats that have not their own button, with the one they have."""
        return tuple((Seat(seat), pad) for seat, pad in sorted(self._pad_of.items()))

    def level(self, level: Level) -> Level | None:
        """What the seat has done, given what its button did; None when the button stands for none.

        A button that was pressed for a seat is let go for that seat, whatever has changed in between.
        """
        seat = self._seat_of(level.seat) if level.down else self._held.pop(level.seat, self._seat_of(level.seat))
        if seat is None:
            return None
        if level.down:
            self._held[level.seat] = seat
        return Level(seat, level.down, level.at_ns)

    def let_go(self, at_ns: int) -> tuple[Level, ...]:
        """Buttons that are down for a seat they stand for no more (they may be stuck) are up for it at `at_ns`."""
        gone = {pad: seat for pad, seat in self._held.items() if self._seat_of(pad) != seat}
        for pad in gone:
            del self._held[pad]
        return tuple(Level(seat, down=False, at_ns=at_ns) for seat in gone.values())

    def frame(self, frame: LampFrame) -> LampFrame:
        """The lamps of the buttons, given those of the seats."""
        worn = set(self._pad_of.values())
        lamps = {lamp.seat: lamp for lamp in frame if lamp.seat not in self._pad_of and lamp.seat not in worn}
        for lamp in frame:
            if (pad := self._pad_of.get(lamp.seat, OFF)) != OFF:
                lamps[pad] = Lamp(pad, lamp.pattern, lamp.since_ns)
        return tuple(lamps[pad] for pad in sorted(lamps))

    def by_hand(self, item: object) -> object:
        """A press on a table without broken buttons: whoever sits at a seat presses the button that stands for it."""
        if isinstance(item, Edge) and (pad := self._pad_of.get(item.seat, OFF)) != OFF:
            return Edge(pad, item.down, item.at_ns)
        return item

    def stand_for(self, pads: tuple[int, ...]) -> Seats:
        """The seats that the buttons `pads` stand for."""
        return seats_of(*(seat for pad in pads if (seat := self._seat_of(pad)) is not None))

    def _seat_of(self, pad: int) -> int | None:
        """The seat that `pad` stands for."""
        if pad in self._pad_of:
            return None
        return next((seat for seat, worn in self._pad_of.items() if worn == pad), pad)
