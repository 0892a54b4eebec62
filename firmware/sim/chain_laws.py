"""What the judge must never do with what binds one seat to another (rules 3, 5, 8), worked out from the cards.

Causes   nobody dies but of what may kill it, and nobody who is bound to the dead lives on
Turning  野孩子 turns when his model dies, 隐狼 has the knife when he is the last wolf, and not otherwise
Powers   who takes, duels, shoots, blows up or is hit later is who holds that card
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.houserules import BomberBallot, HiddenWolfEnd, Switch, SwitchOff
from engine.seats import Seat, Seats
from firmware.sim.ledger import NOBODY
from firmware.sim.ties import BLASTERS, DRAGS, WOLVES, Bound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Step
    from engine.secrecy import Event

SHOOTERS: Final = ("hunter", "wolf_king")
FIRES: Final = (e.Cause.KNIFE, e.Cause.EXILE, e.Cause.SHOT)
"""Deaths after which they may shoot."""
LINKED: Final = (e.Cause.HEARTBREAK, e.Cause.CHARM, e.Cause.WITH_PACK)
"""Deaths that another one drags along."""


class Causes(Bound):
    """Every death has its cause on the sheet; whoever a death must drag along is dead when the step is over."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__(cards)
        self._before: dict[Seat, e.Cause] = {}
        self._due: dict[e.Cause, Seats] = {}

    def answered(self, step: Step) -> None:
        """Who is dead before `step`, and what `step` itself tells of who dies by day."""
        self._before = dict(self.ties.dead)
        told: dict[e.Cause, Seats] = {}
        for event in step.events:
            match event:
                case e.Exiled(seat=seat):
                    told[e.Cause.EXILE] = (seat,)
                case e.ShotFired(target=seat):
                    told[e.Cause.SHOT] = (seat,)
                case e.Exploded(seat=seat):
                    told[e.Cause.EXPLODE] = (seat,)
                case e.TakenAlong(target=seat):
                    told[e.Cause.TAKE] = (seat,)
                case e.DuelWon(target=seat) | e.DuelLost(by=seat):
                    told[e.Cause.DUEL] = (seat,)
                case e.Blasted(seats=seats):
                    told[e.Cause.BLAST] = seats
                case e.DelayedOut(seat=seat):
                    told[e.Cause.DELAYED] = (*told.get(e.Cause.DELAYED, NOBODY), seat)
                case _:
                    pass
        # A question to the exiled, or whom a 自爆 takes along, comes between what is told and the deaths.
        self._due = {**{c: self._due[c] for c in (e.Cause.EXILE, e.Cause.EXPLODE) if c in self._due}, **told}

    def before(self, event: Event) -> None:
        """A death."""
        if isinstance(event, e.Died):
            why = self._why_not(event.seat, event.cause)
            if why:
                self.break_(f"seat {event.seat} dies of {event.cause} {why}")

    def _why_not(self, seat: Seat, cause: e.Cause) -> str:
        """What is wrong with that death; "" for nothing."""
        match cause:
            case e.Cause.KNIFE | e.Cause.POISON:
                mark = e.Mark.KNIFE if cause is e.Cause.KNIFE else e.Mark.POISON
                return "" if self.ties.marks.get(mark) == seat else "without the mark of it"
            case e.Cause.HEARTBREAK:
                return "" if seat in self.ties.lovers else "and is no lover"
            case e.Cause.CHARM:
                charmed = self.ties.marks.get(e.Mark.CHARM) == seat and self.ties.card(seat) != "old_rogue"
                return "" if charmed else "and is not charmed, or immune"
            case e.Cause.WITH_PACK:
                ends = self.ledger.rules.hidden_wolf_end is HiddenWolfEnd.DIES_WITH_PACK
                return "" if ends and self.ties.card(seat) == "hidden_wolf" else "and is no 隐狼"
            case e.Cause.LEFT | e.Cause.FOUL:
                return "" if seat in self.ledger.left else "and has not left"
            case _:
                return "" if seat in self._due.get(cause, NOBODY) else "and nothing was told of it"

    def done(self, step: Step) -> None:
        """Who is bound to the dead has died too, unless the game is over."""
        if any(isinstance(event, e.GameOver | e.EndHeld) for event in step.events):
            return
        fresh = {seat: cause for seat, cause in self.ties.dead.items() if seat not in self._before}
        lovers = [self.ties.lives(seat) for seat in self.ties.lovers]
        if fresh and any(lovers) and not all(lovers):
            self.break_(f"of the lovers {self.ties.lovers} one lives on")
        beauty, charmed = self.ties.holder("wolf_beauty"), self.ties.marks.get(e.Mark.CHARM)
        fired = beauty is not None and fresh.get(beauty) in DRAGS
        if fired and self.ties.lives(charmed) and self.ties.card(charmed) != "old_rogue":
            self.break_(f"狼美人 is dead and the charmed seat {charmed} lives on")
        hidden = self.ties.holder("hidden_wolf")
        with_pack = self.ledger.rules.hidden_wolf_end is HiddenWolfEnd.DIES_WITH_PACK
        if fresh and with_pack and hidden is not None and self.ties.wolves == (hidden,):
            self.break_("the pack is dead and 隐狼 lives on")
        for seat, cause in fresh.items():
            self._links(seat, cause, fresh)

    def _links(self, seat: Seat, cause: e.Cause, fresh: Mapping[Seat, e.Cause]) -> None:
        """What dragged `seat` along is dead as well."""
        beauty = self.ties.holder("wolf_beauty")
        if cause is e.Cause.HEARTBREAK and not all(lover in fresh for lover in self.ties.lovers):
            self.break_(f"seat {seat} dies of {cause} and its lover does not")
        if cause is e.Cause.CHARM and (beauty is None or fresh.get(beauty) not in DRAGS):
            self.break_(f"seat {seat} dies of {cause} and 狼美人 does not")
        if cause is e.Cause.WITH_PACK and self.ties.wolves:
            self.break_(f"seat {seat} dies {cause} and wolves live")


class Turning(Bound):
    """野孩子 is a wolf from the death of his model on, if he lives; 隐狼 has the knife as the last wolf, once."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__(cards)
        self._fresh: Seats = NOBODY

    def before(self, event: Event) -> None:
        """Somebody turns."""
        match event:
            case e.Turned(seat=seat):
                cause = self.ties.dead.get(self.ties.models.get(seat, seat))
                if cause is None or not self.ties.turns_by(cause) or not self.ties.lives(seat):
                    self.break_(f"seat {seat} turns, his model {self.ties.models.get(seat)} died of {cause}")
                if seat in self.ties.turned:
                    self.break_(f"seat {seat} turns twice")
                self._fresh = (*self._fresh, seat)
            case e.Died(seat=seat, cause=cause) if seat in self._fresh and cause in LINKED:
                self.break_(f"seat {seat} turns and dies in one batch")
            case e.KnifeInherited(seat=seat):
                inherits = self.ledger.rules.hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE
                last = self.ties.wolves == (seat,) and self.ties.card(seat) == "hidden_wolf"
                if not (inherits and last) or seat in self.ties.heirs:
                    self.break_(f"seat {seat} inherits the knife of {self.ties.wolves}")
            case _:
                pass

    def done(self, step: Step) -> None:
        """Whoever had to turn has turned."""
        self._fresh = NOBODY
        if any(isinstance(event, e.GameOver) for event in step.events):
            return
        for child, model in self.ties.models.items():
            cause = self.ties.dead.get(model)
            due = cause is not None and self.ties.turns_by(cause) and self.ties.lives(child)
            if due and child not in self.ties.turned:
                self.break_(f"the model {model} is dead and seat {child} has not turned")
        if self.ledger.rules.hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE and self.ties.dead:
            late = [s for s in self.ties.wolves if self.ties.card(s) == "hidden_wolf" and s not in self.ties.heirs]
            if late and len(self.ties.wolves) == 1:
                self.break_(f"隐狼 at seat {late[0]} is the last wolf and has not inherited")


class Powers(Bound):
    """自爆, take, duel, shot, blast and delay: by the card that has it, at whom it may hit, once."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__(cards)
        self._votes: tuple[tuple[Seat, Seat], ...] = ()
        self._first: tuple[tuple[Seat, Seat], ...] = ()
        self._shots: Seats = NOBODY

    def before(self, event: Event) -> None:
        """What somebody does."""
        match event:
            case e.Redealt():
                self._shots = NOBODY
            case e.BallotOpened(round=1):
                self._first = ()
            case e.BallotClosed(round=number, votes=votes):
                self._votes = votes
                self._first = votes if number == 1 else self._first
            case e.Exploded(seat=seat):
                self._unless(self.ties.card(seat) in BLASTERS or seat in self.ties.turned, seat, "explodes")
            case e.TakenAlong(by=by, target=target):
                fits = self.ties.card(by) == "white_wolf_king" and by == self.ledger.exploded
                self._unless(fits and self.ties.lives(target) and target not in self.ledger.out, by, "takes one along")
            case e.ShotFired(by=by, target=target) | e.ShotDelayed(by=by, target=target):
                self._shot(by, target, later=isinstance(event, e.ShotDelayed))
            case e.Doomed(seat=seat, n=n):
                self._unless(self.ties.hit.get(seat, n + 1) <= n, seat, f"will die on day {n}, hit: {self.ties.hit}")
            case e.DelayedOut(seat=seat):
                self._unless(self.ties.hit.get(seat, self.ledger.n + 1) <= self.ledger.n, seat, "dies of an old hit")
            case e.DayEnded():
                late = [seat for seat, n in self.ties.hit.items() if n <= self.ledger.n and self.ties.lives(seat)]
                self._unless(not late, late[0] if late else Seat(0), "lives on after its time")
            case e.Blasted(by=by, seats=seats):
                self._blast(by, seats)
            case e.BlastHeld(by=by) | e.Exiled(seat=by):
                pass
            case _:
                self._duel(event)

    def _shot(self, by: Seat, target: Seat, *, later: bool) -> None:
        cause = self.ties.dead.get(by)
        blown = self.ledger.rules.bomber_victims_skill is SwitchOff.ON and cause is e.Cause.BLAST
        fits = self.ties.card(by) in SHOOTERS and (cause in FIRES or blown) and by not in self._shots
        self._unless(fits and by not in self.ledger.left, by, f"shoots after {cause}")
        self._unless(self.ties.lives(target) and target not in self.ledger.out, by, f"shoots the dead seat {target}")
        self._unless(later == (self.ties.card(target) == "old_rogue"), target, f"is hit, dying later: {later}")
        self._shots = (*self._shots, by)

    def _blast(self, by: Seat, seats: Seats) -> None:
        both = self.ledger.rules.bomber_ballot is BomberBallot.BOTH
        votes = (*self._votes, *self._first) if both else self._votes
        due = {voter for voter, whom in votes if whom == by and voter != by and self.ties.lives(voter)}
        self._unless(self.ties.card(by) == "bomber" and {*seats} == due, by, f"blows up {seats}, by votes {due}")

    def _duel(self, event: Event) -> None:
        match event:
            case e.DuelCalled(seat=seat):
                fits = self.ties.card(seat) == "knight" and seat not in self.ledger.duelled
                self._unless(fits and seat not in self.ledger.out, seat, "calls a duel")
            case e.DuelWon(by=by, target=target):
                self._unless(self._hits(target), by, f"wins the duel with seat {target}")
            case e.DuelLost(by=by, target=target):
                self._unless(not self._hits(target), by, f"loses the duel with seat {target}")
            case _:
                pass

    def _hits(self, target: Seat) -> bool:
        spared = self.ledger.rules.knight_hits_hidden_wolf is Switch.OFF and self.ties.card(target) == "hidden_wolf"
        return (self.ties.card(target) in WOLVES or target in self.ties.turned) and not spared

    def _unless(self, so: bool, seat: Seat, does: str) -> None:
        if not so:
            self.break_(f"seat {seat}, {self.ties.card(seat)}, {does}")

    def done(self, step: Step) -> None:
        """炸弹人 who is exiled blows up, where the house does not ask him."""
        forced = self.ledger.rules.bomber_forced is Switch.ON
        exiled = [event.seat for event in step.events if isinstance(event, e.Exiled)]
        blown = any(isinstance(event, e.Blasted) for event in step.events)
        for seat in exiled:
            if forced and self.ties.card(seat) == "bomber" and seat not in self.ledger.left and not blown:
                self.break_(f"炸弹人 at seat {seat} is exiled and does not blow up")
