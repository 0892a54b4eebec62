"""Buttons that fail in a game: a spare one takes over, or staff answer for the seat. Nothing is said."""

from __future__ import annotations

import msgspec

from engine.seats import Seat
from engine.text import Text
from firmware.menu.choices import OFF
from firmware.menu.page import Desk, Entry, ListPage, Turn
from firmware.menu.trial import OWN_AGAIN, USE_SPARE, SparePage, button_heading, button_of, spares, with_pad, worn_label

BUTTONS = Text("座位按钮", "Buttons")
SWITCH_OFF = Text("店员代答", "Staff answer")


class ButtonsPage(ListPage, frozen=True):
    """Whose button fails."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of."""
        return desk.words(BUTTONS), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Every seat of the game, with the button that it uses if it is not its own."""
        assert desk.status.view is not None, "opened from a game"
        worn = {seat: desk.words(worn_label(pad)) for seat, pad in desk.pads}
        return tuple(
            Entry(button_of(seat), Turn(opens=ButtonPage(seat=seat)), worn.get(seat, ""))
            for seat in desk.status.view.seats
        )


class ButtonPage(ListPage, frozen=True, kw_only=True):
    """What can be done about the button of `seat`."""

    seat: Seat

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The seat and its button."""
        return button_heading(desk, self.seat)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """A spare button where there is one; its own again; none at all."""
        entries = []
        if spares(desk):
            entries.append(Entry(USE_SPARE, Turn(opens=SparePage(seat=self.seat, leave=2))))
        pad = dict(desk.pads).get(self.seat)
        if pad is not None:
            entries.append(Entry(OWN_AGAIN, self._with(desk, self.seat)))
        if pad != OFF:
            entries.append(Entry(SWITCH_OFF, self._with(desk, OFF)))
        return tuple(entries)

    def _with(self, desk: Desk, pad: Seat) -> Turn:
        pads = with_pad(desk.pads, self.seat, pad)
        return Turn(leave=1, desk=msgspec.structs.replace(desk, pads=pads))
