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

SOFTEST_DB: Final = -30
"""The lowest volume that can be chosen: it can still be heard, so that nobody takes it for a fault."""

VOLUMES_DB: Final = range(SOFTEST_DB, 1, 3)
"""The volumes that can be chosen, in dB; 0 is what the machine gives at most."""

LONGEST_NAME: Final = 64
"""A name of a card or of a voice has at most so many letters."""


def may_be_a_name(name: str) -> bool:
    """Whether a card or a folder may be called `name`: one word of a path at most, which leads nowhere else."""
    return len(name) <= LONGEST_NAME and name.isprintable() and not set(name) & set('/\\"') and name not in (".", "..")


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

    volume_db: int = -6
    """The volume of everything but the noise at night, one of `VOLUMES_DB`."""

    card: str = ""
    """Name of the loudspeaker's sound card; "": the machine chooses."""

    voice: str = ""
    """Folder of the voice pack; "", and one that does not speak the judge's language: the first that does."""

    online: bool = False
    """Whether by day a line that the pack lacks may be fetched from the internet."""

    driver: str = ""
    """What the staff's display is driven with; "": as the wiring says."""


def fitting(pads: Worn, seats: Seats) -> Worn:
    """`pads` without those that are needed at their own seat again, now that `seats` are in use."""
    return tuple((seat, pad) for seat, pad in pads if pad not in seats)


def there(pads: Worn, buttons: Seats) -> Worn:
    """`pads` as far as seats and buttons are among `buttons`: the rest was chosen at another table."""
    return tuple((seat, pad) for seat, pad in pads if seat in buttons and pad in (*buttons, OFF))


def own_again(pads: Worn, seats: Seats) -> tuple[Text, ...]:
    """A line for each of `pads` that `fitting` leaves out: its seat has its own button again."""
    kept = fitting(pads, seats)
    return tuple(
        Text(f"{seat}号用回原按钮：{pad}号有人坐。", f"Seat {seat} has its own button again: {pad} is in use.")
        for seat, pad in pads
        if (seat, pad) not in kept
    )
