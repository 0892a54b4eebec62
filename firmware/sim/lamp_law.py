"""The lamp law as somebody sees it who watches the lamps and hears the sentences (seat-language 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events import KnifeInherited, LeftRecorded, LoversBound, NightFell, Redealt, Turned
from engine.roles import ROLES
from engine.seats import Seat
from firmware.sim.law import Law
from firmware.sim.ties import PACK
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.game import Step
    from engine.public import PublicView
    from engine.seats import Seats
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken
    from hardware.ports import Edge, LampFrame

CALLED: Final = {f"{role.line_key}.wake": role.id for role in ROLES if any(".wake" in line.key for line in role.lines)}
"""Which card opens its eyes at which sentence."""
LOVERS: Final = "lovers.wake"
LOOKS: Final = frozenset({"lovers.look", "deal.look"})
"""Which sentence opens the eyes of one seat."""
CONFIRMS: Final = frozenset({"night.confirm", "wolf.confirm", "wolf.not_hidden", "wolf.special"})
"""Sentences that leave a claim window open, or open another."""
SPECIAL: Final = "wolf.special"

ONE_PRESS_NS: Final = 30 * NS_PER_MS
"""Raw edges nearer than this are one press."""

CLOSED: Final = frozenset({*(f"{role.line_key}.close" for role in ROLES), "lovers.shut", "lovers.close", "deal.close"})
ALL_SHUT: Final = frozenset({"night.first", "night.fall", "deal.shut", "staff.pause_night", "staff.crash_night"})
ALL_OPEN: Final = frozenset(
    {"dawn.open", "dawn.again", "setup.redeal", "deal.end", "staff.undo_open", "vote.end", "sheriff.vote_end"}
)
BALLOT_SHUT: Final = frozenset(
    {"vote.open", "pk.vote", "pk.vote_all", "sheriff.vote_open", "sheriff.pk_vote", "sheriff.pk_vote_all"}
)
"""Where the house votes with open eyes, the exile ballot has other sentences."""
BALLOT_OVER: Final = frozenset({"vote.end", "sheriff.vote_end", "boom.wolf"})
"""After a 自爆 in a ballot it is the 自爆 that opens the eyes."""


class LampLaw(Law):
    """At night a lamp may light only at a seat whose eyes the judge has opened; with all eyes shut, nowhere.

    Whose eyes are open is worked out from the sentences and the cards as they were dealt, and from
    who pressed twice while a card was called in the first night. Judged at the end of every instant.
    """

    def __init__(self, cards: Callable[[], Mapping[Seat, str]], asleep: Callable[[], Iterable[Seat]]) -> None:
        """`cards`: as they lie on the table. `asleep`: the players who have their eyes shut."""
        super().__init__()
        self._cards = cards
        self._asleep = asleep
        self._night = False
        self._ballot = False
        self._card: str | None = None
        self._claiming = False
        self._first_night = False
        self._downs: dict[Seat, list[int]] = {}
        self._out: Seats = ()
        self._left: list[Seat] = []
        self._joined: list[Seat] = []
        """Who opens its eyes with the pack by now: 野孩子 who has turned, 隐狼 who is the last wolf."""
        self._lovers: Seats = ()
        self._one: Seat | None = None
        """The seat that is called by its number."""
        self._lit: tuple[Seat, ...] = ()
        self._at_ns = 0

    def edge(self, edge: Edge) -> None:
        """Presses in a claim window make a claimant."""
        self._settle(edge.at_ns)
        if self._claiming and edge.down:
            downs = self._downs.setdefault(Seat(edge.seat), [])
            if not downs or edge.at_ns - downs[-1] > ONE_PRESS_NS:
                downs.append(edge.at_ns)

    def cut(self, now_ns: int) -> None:
        """Judge what was; the lamps go dark by themselves or are told so."""
        self._settle(now_ns)

    def spoken(self, spoken: Spoken) -> None:
        """Sentences open and shut eyes."""
        self._settle(spoken.at_ns)
        key = spoken.say.key
        if key in CALLED:
            self._night, self._card, self._claiming = True, CALLED[key], self._first_night
            self._downs = {}
        elif key == SPECIAL:
            self._claiming = True
        elif key not in CONFIRMS:
            self._claiming = False
        if key in CLOSED or key in ALL_SHUT:
            self._night, self._card, self._downs, self._one = True, None, {}, None
        elif key == LOVERS:
            self._card = LOVERS
        elif key in LOOKS:
            self._one = None if spoken.say.seat is None else Seat(spoken.say.seat)
        elif key in ALL_OPEN:
            self._night = self._ballot = False
        elif key in BALLOT_SHUT:
            self._ballot = True
        elif key in BALLOT_OVER:
            self._ballot = False

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is out has no open eyes by night."""
        self._out = view.out
        if isinstance(event, NightFell):
            self._first_night = event.n == 1

    def committed(self, step: Step) -> None:
        """Who has gone has no eyes at the table, whether the room has been told or not; who wakes with others."""
        for event in step.events:
            match event:
                case LeftRecorded(seat=seat):
                    self._left.append(seat)
                case Turned(seat=seat) | KnifeInherited(seat=seat):
                    self._joined.append(seat)
                case LoversBound(seats=seats):
                    self._lovers = seats
                case Redealt():
                    self._lovers = ()
                case _:
                    pass

    def lamps(self, frame: LampFrame, now_ns: int) -> None:
        """The lamps change."""
        self._settle(now_ns)
        self._lit = tuple(Seat(lamp.seat) for lamp in frame)

    def _settle(self, now_ns: int) -> None:
        """The instant before `now_ns` is over: judge it."""
        if now_ns <= self._at_ns:
            return
        self._at_ns = now_ns
        if not self._lit or not (self._night or self._ballot):
            return
        if self._ballot:
            self.break_(f"lamps {self._lit} are lit while all eyes are shut for a ballot")
            return
        cards = self._cards()
        claimed = [seat for seat, downs in self._downs.items() if len(downs) > 1]
        called = [s for s in cards if s in claimed or s == self._one or self._is_called(s, cards[s])]
        wrong = [seat for seat in self._lit if seat not in called or seat in (*self._out, *self._left)]
        if wrong:
            self.break_(f"lamps {wrong} are lit by night while {self._card or 'nobody'} is called")
        # Who wakes with the pack by what it remembers may remember another model than the judge was told of.
        asleep = [seat for seat in self._asleep() if seat in self._lit and seat not in (*claimed, *self._joined)]
        if asleep:
            self.break_(f"lamps {asleep} are lit before shut eyes")

    def _is_called(self, seat: Seat, card: str) -> bool:
        if self._card == "werewolf":
            return card in PACK or seat in self._joined
        if self._card == LOVERS:
            return seat in self._lovers
        return self._card is not None and card == self._card
