"""What goes wrong at a table, drawn from a seed: contacts, stuck keys, nervous fingers, staff, the power, who leaves.

`draw` says what will go wrong in one game, `Contacts` does what happens between a finger and the
wire. A seat that fingers or keys have disturbed is no witness any more for what its player meant.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from engine.prompts import Form
from engine.seats import Seat
from firmware.sim.luck import luck
from hardware.fakes import bounces
from hardware.ports import NS_PER_MS, Edge

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from engine.seats import Seats
    from hardware.ports import Timers

NS_PER_S: Final = 1_000 * NS_PER_MS

EVENING_S: Final = 2_700
"""Most games are not over before so many seconds."""

MIN_NS: Final = 15 * NS_PER_S

LEAVE_AT: Final = (
    *(form for form in Form if form not in (Form.SILENT, Form.STAFF)),
    Form.WITHDRAW,
    Form.WITHDRAW,
    Form.CHOICE,
    Form.ANSWER,
)
"""The questions at which players leave: those that last and are put to players; more often at what is rarely asked."""

NERVOUS_PCT: Final = 4
"""A nervous finger presses again after so many presses in a hundred."""


class Kind(StrEnum):
    """What may go wrong."""

    BOUNCE = "bounce"
    """Every contact bounces at every edge."""
    STUCK = "stuck"
    """A key sticks for a while, at some seat, at some time."""
    NERVOUS = "nervous"
    """Presses are followed by a second one nobody meant: doubled at once, or late."""
    STAFF = "staff"
    """Staff pause and go on, repeat, skip."""
    POWER = "power"
    """The judge loses its power at a random moment and starts again from the journal."""
    LEAVE = "leave"
    """Players leave the table, and staff mark their seats."""


class Act(StrEnum):
    """What staff do."""

    PAUSE = "pause"
    REPEAT = "repeat"
    SKIP = "skip"


class Jam(msgspec.Struct, frozen=True):
    """The key of `seat` sticks at the first press after `from_ns`, for `for_ns`."""

    seat: Seat
    from_ns: int
    for_ns: int


class StaffAct(msgspec.Struct, frozen=True):
    """Staff do `act` at `at_ns`; a pause lasts `for_ns`."""

    act: Act
    at_ns: int
    for_ns: int


class PowerCut(msgspec.Struct, frozen=True):
    """The power is gone from `at_ns` on, for `for_ns`."""

    at_ns: int
    for_ns: int


class Leave(msgspec.Struct, frozen=True):
    """The player at `seat` leaves `after_ns` into the first question of this form that is put after `at_ns`."""

    seat: Seat
    at_ns: int
    form: Form
    after_ns: int


class Faults(msgspec.Struct, frozen=True, kw_only=True):
    """All that will go wrong in one game; the default is a quiet one."""

    bounce: bool = False
    nervous: bool = False
    jams: tuple[Jam, ...] = ()
    acts: tuple[StaffAct, ...] = ()
    cuts: tuple[PowerCut, ...] = ()
    leaves: tuple[Leave, ...] = ()


QUIET: Final = Faults()


def draw(seed: int, seats: Seats) -> Faults:
    """What goes wrong in the game with this seed: nothing in one game of five, else one or two kinds of trouble."""
    rng = luck("faults", seed)
    if rng.randrange(5) < 2:
        return Faults(leaves=_leaves(rng, seats)) if rng.randrange(2) == 0 else QUIET
    kinds = rng.sample(tuple(Kind), rng.choice((1, 1, 2)))
    return Faults(
        bounce=Kind.BOUNCE in kinds,
        nervous=Kind.NERVOUS in kinds,
        jams=_jams(rng, seats) if Kind.STUCK in kinds else (),
        acts=_acts(rng) if Kind.STAFF in kinds else (),
        cuts=_cuts(rng) if Kind.POWER in kinds else (),
        leaves=_leaves(rng, seats) if Kind.LEAVE in kinds else (),
    )


def _moment(rng: random.Random) -> int:
    """Some time of the evening; the early part, which every game has, more often."""
    return MIN_NS + rng.randrange(EVENING_S * NS_PER_S // rng.choice((1, 3, 6)))


def _jams(rng: random.Random, seats: Seats) -> tuple[Jam, ...]:
    jam_s = (2, 8, 9, 10, 11, 15, 40)
    return tuple(
        Jam(rng.choice(seats), _moment(rng), rng.choice(jam_s) * NS_PER_S + rng.randrange(NS_PER_S))
        for _ in range(rng.randrange(1, 4))
    )


def _acts(rng: random.Random) -> tuple[StaffAct, ...]:
    acts = (StaffAct(rng.choice(tuple(Act)), _moment(rng), rng.randrange(1, 300) * 100 * NS_PER_MS) for _ in range(4))
    return tuple(sorted(acts, key=lambda act: act.at_ns))


def _cuts(rng: random.Random) -> tuple[PowerCut, ...]:
    cuts = (PowerCut(_moment(rng), rng.randrange(1, 60) * NS_PER_S) for _ in range(rng.randrange(1, 5)))
    return tuple(sorted(cuts, key=lambda cut: cut.at_ns))


def _leaves(rng: random.Random, seats: Seats) -> tuple[Leave, ...]:
    gone = rng.sample(seats, rng.choice((1, 2, 3)))
    return tuple(
        Leave(
            seat,
            at_ns=rng.choice((0, 0, _moment(rng))),
            form=rng.choice(LEAVE_AT),
            after_ns=rng.choice((0, rng.randrange(1_000), rng.randrange(12_000))) * NS_PER_MS,
        )
        for seat in gone
    )


class Contacts:
    """Between the fingers and the wire: every finger's edge goes in, what the contact does comes out at `put`."""

    def __init__(self, faults: Faults, seed: int, timers: Timers, put: Callable[[Edge], None]) -> None:
        """All contacts are open."""
        self.disturbed: set[Seat] = set()
        """Seats whose contact has done what no finger meant."""
        self._faults = faults
        self._rng = luck("contacts", seed)
        self._timers = timers
        self._put = put
        self._jams = list(faults.jams)
        self._stuck: set[int] = set()
        self._fingers: dict[int, bool] = {}

    def finger(self, edge: Edge) -> None:
        """A finger goes down or up now."""
        self._fingers[edge.seat] = edge.down
        if edge.seat in self._stuck:
            return
        jam = self._jam_of(edge)
        if jam is not None:
            self._jams.remove(jam)
            self._stuck.add(edge.seat)
            self.disturbed.add(jam.seat)
            self._timers.call_at(edge.at_ns + jam.for_ns, lambda: self._free(edge.seat))
        self._contact(edge)
        if self._faults.nervous and not edge.down and self._rng.randrange(100) < NERVOUS_PCT:
            again_ns = edge.at_ns + self._rng.choice((70, 120, 300, 700, 1_500)) * NS_PER_MS
            self._timers.call_at(again_ns, lambda: self._nervous(edge.seat))

    def _jam_of(self, edge: Edge) -> Jam | None:
        if not edge.down:
            return None
        return next((jam for jam in self._jams if jam.seat == edge.seat and jam.from_ns <= edge.at_ns), None)

    def _free(self, seat: int) -> None:
        """The key comes loose; the finger on it has long given up."""
        self._stuck.discard(seat)
        if not self._fingers.get(seat, False):
            self._contact(Edge(seat, down=False, at_ns=self._timers.now_ns()))

    def _nervous(self, seat: int) -> None:
        """A press nobody meant, unless the finger is on the key already."""
        if self._fingers.get(seat, False) or seat in self._stuck:
            return
        self.disturbed.add(Seat(seat))
        now_ns = self._timers.now_ns()
        self._contact(Edge(seat, down=True, at_ns=now_ns))
        up_ns = now_ns + self._rng.choice((40, 90, 200)) * NS_PER_MS
        self._timers.call_at(up_ns, lambda: self._let_go(seat, up_ns))

    def _let_go(self, seat: int, up_ns: int) -> None:
        """The end of a nervous press; a press of the finger that began meanwhile keeps the contact closed."""
        if not self._fingers.get(seat, False) and seat not in self._stuck:
            self._contact(Edge(seat, down=False, at_ns=up_ns))

    def _contact(self, edge: Edge) -> None:
        """The contact moves, and bounces if contacts do that tonight."""
        self._put(edge)
        if not self._faults.bounce:
            return
        for flip, offset_ns in enumerate(bounces(self._rng.randrange(1 << 30), pairs=self._rng.randrange(1, 4))):
            at_ns = edge.at_ns + offset_ns
            bounced = Edge(edge.seat, down=edge.down == bool(flip % 2), at_ns=at_ns)
            self._timers.call_at(at_ns, partial(self._put, bounced))
