"""The lamp law, worked out without the engine: from what was heard, who really holds which card, and the presses.

By night a lamp may light only at a seat whose eyes the judge has opened: a living holder of the card
that is called, or whoever claimed it in its window. While all eyes are shut for a ballot no lamp
lights. What burns must be dark again before a close line. The law fails the test that breaks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.events import NightFell, Redealt
from engine.prompts import Eyes
from engine.public import PublicView
from engine.seats import Seat, Seats
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.table.outlets import Spoken
from hardware.ports import LampFrame

PACK = "wolf"
CONFIRMS = ("night.confirm", "wolf.confirm")


def step_of(role: str) -> str:
    """The line key of a role's night step."""
    return PACK if role == "werewolf" else role


class Eyelids(Audience):
    """Whose eyes are open, from words, cards and presses alone."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table now."""
        self._cards = cards
        self._night = False
        self._shut = False
        self._called: str | None = None
        self._claiming = False
        self._first = False
        self._out: Seats = ()
        self._downs: dict[Seat, int] = {}
        self._claimed: dict[str, frozenset[Seat]] = {}

    @property
    def night(self) -> bool:
        """Whether it is night."""
        return self._night

    @property
    def shut(self) -> bool:
        """Whether all eyes are shut for a ballot."""
        return self._shut

    def awake(self) -> frozenset[Seat]:
        """Whose eyes are open by night."""
        if self._called is None:
            return frozenset()
        holders = {seat for seat, card in self._cards().items() if step_of(card) == self._called}
        return frozenset(holders | self._claimed.get(self._called, frozenset())) - frozenset(self._out)

    def spoken(self, spoken: Spoken) -> None:
        """Words open and shut eyes."""
        key = spoken.say.key
        step, _, part = key.partition(".")
        if self._claiming and key not in CONFIRMS and part != "wake":
            self._claiming = False
        if key in ("night.first", "night.fall"):
            self._night, self._called, self._shut = True, None, False
        elif key in ("dawn.open", "dawn.again", "setup.redeal", "staff.abort"):
            self._night = self._shut = False
        elif part == "wake":
            self._called, self._claiming, self._downs = step, self._first, {}
        elif part == "close":
            self._called = None
        elif key in ("vote.open", "pk.vote", "pk.vote_all"):
            self._shut = True
        elif key == "vote.end":
            self._shut = False

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is out opens no eyes any more; new cards make old claims void."""
        self._out = view.out
        if isinstance(event, NightFell):
            self._first = event.n == 1
        if isinstance(event, Redealt):
            self._claimed = {}

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """Two presses in a claim window are a claim as far as the law is concerned."""
        if not down or not self._claiming or self._called is None:
            return
        self._downs[seat] = self._downs.get(seat, 0) + 1
        if self._downs[seat] > 1:
            self._claimed[self._called] = self._claimed.get(self._called, frozenset()) | {seat}


class LampLaw(Eyelids):
    """Watches the lamps of one table."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table now."""
        super().__init__(cards)
        self._lit: frozenset[Seat] = frozenset()

    def spoken(self, spoken: Spoken) -> None:
        """What burned is dark again before a close line."""
        dark = not self._lit or not spoken.say.key.endswith(".close")
        assert dark, f"light at {sorted(self._lit)} while {spoken.say.key} is said"
        super().spoken(spoken)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """The lamps change, and may or may not."""
        self._lit = frozenset(Seat(lamp.seat) for lamp in frame)
        assert not (self._lit and (eyes is Eyes.SHUT or self.shut)), f"light at {sorted(self._lit)} before shut eyes"
        if self.night:
            asleep = self._lit - self.awake()
            assert not asleep, f"light by night at sleeping seats {sorted(asleep)}"
