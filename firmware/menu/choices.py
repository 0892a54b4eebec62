"""What staff have chosen and what outlives the evening. The menu changes it, `firmware.settings` keeps it."""

from __future__ import annotations

from typing import Final

import msgspec

from audio.say import Language
from engine.seats import Seat, Seats
from engine.setup import Overrides
from engine.text import Text

Worn = tuple[tuple[Seat, Seat], ...]
"""(seat, pad): the seat answers with the pad of a seat that is not in use, or with none; its own counts for nothing."""

OFF: Final = Seat(0)
"""No pad: the seat is switched off, with a dark lamp."""


class Choices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that holds until staff choose otherwise."""

    language: Language | None = None
    """The judge's language; None as long as staff have not chosen one: then it is the configuration's."""

    board: str = ""
    """Id of the board; "" before the first choice."""

    seats: Seats = ()
    """The seats in use."""

    pace: str = "normal"
    """Name of the pace of the next game."""

    rules: Overrides = ()
    """本店规则: the house rules of this café, above the board's own, in the order of the switches."""

    pads: Worn = ()
    """Seats whose button is out of order, with the spare one that stands for it, or with none."""


def fitting(pads: Worn, seats: Seats) -> Worn:
    """`pads` without those that are needed at their own seat again, now that `seats` are in use."""
    return tuple((seat, pad) for seat, pad in pads if pad not in seats)


def own_again(seat: Seat, pad: Seat) -> Text:
    """That `seat` cannot have the button `pad` any more."""
    return Text(f"{seat}号用回原按钮：{pad}号有人坐。", f"Seat {seat} has its own button again: {pad} is in use.")
