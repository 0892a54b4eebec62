"""Hand signs: what players whose eyes are open by night show each other, and nobody else sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.seats import Option, Seat, Seats


class Signs:
    """The air above the table. Only a seat whose eyes are open is in it, and only such a seat sees anything."""

    def __init__(self) -> None:
        """All eyes are shut."""
        self._open: set[Seat] = set()
        self._shown: dict[Seat, Option] = {}

    def open(self, seat: Seat) -> None:
        """`seat` opens its eyes by night."""
        self._open.add(seat)

    def shut(self, seat: Seat) -> None:
        """`seat` shuts its eyes; its signs are gone."""
        self._open.discard(seat)
        self._shown.pop(seat, None)

    def faces(self, seat: Seat) -> Seats:
        """Who else has open eyes, as `seat` sees it; nobody for a seat whose own eyes are shut."""
        return tuple(sorted(self._open - {seat})) if seat in self._open else ()

    def show(self, seat: Seat, target: Option) -> None:
        """`seat` signs a number to those who see it."""
        if seat in self._open:
            self._shown[seat] = target

    def seen(self, seat: Seat) -> dict[Seat, Option]:
        """The signs `seat` sees, its own included, ascending by who makes them; none with shut eyes."""
        return dict(sorted(self._shown.items())) if seat in self._open else {}
