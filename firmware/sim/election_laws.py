"""What the judge must never do with the election, the badge and 自爆 (rules 7.2, 7.4, 7.6, 7.7).

FairElection  who bids is asked, who is elected stands, and nobody is elected only for the reason that is told
OneBadge      it lies with somebody who lives, is asked for once a death, and goes to somebody who lives
Offers        自爆 and 退水 stand open where the rules have them, to those they have, and nowhere else
OneBlast      a 自爆 or a won duel ends the day, once, and takes the badge with it as the house has it
Orders        speeches follow the clock or the sheriff, who speaks last
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.houserules import Anchor, BadgeSwallow, ExplodingSheriff, IdiotSheriff, SwitchOff
from engine.prompts import Floor, Form, OfferKind, Press, Read, RollCall
from engine.seats import Direction, Seat, Seats
from firmware.sim.ledger import Watch
from firmware.sim.ties import BLASTERS, Bound
from firmware.sim.word_laws import MUTE

if TYPE_CHECKING:
    from engine.game import Step
    from engine.prompts import AnyPrompt
    from engine.secrecy import Event

ELECTION: Final = frozenset(
    {"sheriff.turn", "sheriff.pk_turn", "sheriff.quit_open", "sheriff.vote_open", "sheriff.pk_vote"}
)
"""The questions of an election in which 自爆 stands open."""
PK: Final = "pk.turn"

DAY: Final = frozenset({"speech.sheriff_pick", "speech.turn", "speech.next", "speech.sheriff_last", "pk.turn"})
"""The same of the rest of the day: no ballot, no last words, no skill window, no badge."""

SPEECHES: Final = frozenset({"sheriff.turn", "sheriff.pk_turn"})
"""The speeches in which a candidate may withdraw."""


class FairElection(Watch):
    """Bids, withdrawals, ballots and their end. The night's victims take part like anybody (rules 7.2)."""

    def put(self, prompt: AnyPrompt) -> None:
        """Who is asked."""
        match prompt:
            case Press(call=call, who=who) if call.form is Form.BID:
                self._asked("to bid", who, self.ledger.present)
            case Press(call=call, who=who) if call.form is Form.WITHDRAW:
                self._asked("to withdraw", who, self.ledger.standing)
            case RollCall(call=call) if call.form is Form.BALLOT and call.line.startswith("sheriff."):
                self._asked("for a vote for sheriff", tuple(entry.seat for entry in prompt.legal), self.ledger.below)
            case RollCall(call=call) if call.form is Form.BALLOT:
                self._asked("for a vote", tuple(entry.seat for entry in prompt.legal), self.ledger.voters)
            case Floor(call=call) if call.line in SPEECHES and call.seat not in self.ledger.bidders:
                self.break_(f"seat {call.seat} does not stand and has the floor")
            case _:
                pass

    def _asked(self, what: str, seats: Seats, entitled: Seats) -> None:
        if seats != entitled:
            self.break_(f"{seats} are asked {what}, entitled are {entitled}")

    def before(self, event: Event) -> None:
        """Who wins, and why nobody does."""
        stands = self.ledger.standing
        match event:
            case e.SheriffElected(seat=seat, how=how):
                self._elected(seat, how)
            case e.NoSheriff(why=e.Vacant.NOBODY_STOOD):
                self._unless(not self.ledger.bidders, "nobody stood")
            case e.NoSheriff(why=e.Vacant.ALL_WITHDREW):
                self._unless(bool(self.ledger.bidders) and not stands, "all withdrew")
            case e.NoSheriff(why=e.Vacant.NOBODY_BELOW):
                self._unless(len(stands) > 1 and not self.ledger.below, "nobody may vote")
            case e.NoSheriff(why=e.Vacant.EXPLODED):
                self._unless(self.ledger.exploded is not None, "a wolf exploded")
            case e.NoSheriff(why=e.Vacant.DUEL):
                self._unless(self.ledger.cut_short and self.ledger.exploded is None, "a duel was won")
            case e.StandingRead(seats=seats) | e.ElectionResumed(seats=seats) if seats != stands:
                self.break_(f"{stands} stand, {seats} are read")
            case e.Withdrew(seat=seat) if seat not in stands:
                self.break_(f"seat {seat} does not stand and withdraws")
            case e.WithdrawalNamed(seats=seats) | e.WithdrawalClosed(seats=seats):
                if not {*seats} <= {*self.ledger.withdrawn}:
                    self.break_(f"{seats} are said to have withdrawn, {self.ledger.withdrawn} have")
            case e.Announced() | e.SpeechesOpened() if self._open():
                self.break_("the election has no end, and the day goes on")
            case _:
                pass

    def _elected(self, seat: Seat, how: e.Elected) -> None:
        stands, bidders = self.ledger.standing, self.ledger.bidders
        if self.ledger.elected:
            self.break_("a second election")
        if seat not in stands:
            self.break_(f"seat {seat} is elected and does not stand")
        if how is e.Elected.ALONE:
            self._unless(len(bidders) == 1, "one stood alone")
        elif how is e.Elected.LAST:
            self._unless(len(bidders) > 1 and len(stands) == 1, "one was left")

    def _unless(self, so: bool, told: str) -> None:
        if not so:
            self.break_(
                f"the room hears that {told}; {self.ledger.bidders} stood, {self.ledger.standing} stand, "
                f"{self.ledger.below} vote"
            )

    def _open(self) -> bool:
        """An election was due, has not ended, and no 自爆 has put it off to tomorrow."""
        put_off = self.ledger.suspended and self.ledger.exploded is not None
        return self.ledger.has_sheriff and not self.ledger.elected and not put_off


class OneBadge(Watch):
    """The badge of whoever is out is asked for once, after the last shot, and goes to the living or is torn."""

    def __init__(self) -> None:
        """No badge yet."""
        super().__init__()
        self._asked_of: list[Seat] = []
        self._open: Seat | None = None

    def before(self, event: Event) -> None:
        """The badge moves; or what needs a living sheriff begins."""
        match event:
            case e.BadgeAsked(seat=seat):
                self._ask(seat)
            case e.BadgePassed(by=by, to=to):
                self._given_up(by)
                barred = self.ledger.flipped if self._hands_over() else ()
                if to in (*self.ledger.died, *self.ledger.out, *self.ledger.left, *barred) or to == by:
                    self.break_(f"the badge goes to seat {to}, which cannot have it")
            case e.BadgeTorn(by=by):
                lost = self.ledger.rules.exploding_sheriff_badge is ExplodingSheriff.LOST
                if by not in self.ledger.left and not (lost and by == self.ledger.exploded):
                    self._given_up(by)
                self._open = None
            case e.ShotFired() | e.SkillUnused() | e.ShotHeld() if self._open is not None:
                self.break_("a skill is used after the badge was asked for")
            case e.SpeechesOpened() | e.BallotOpened() | e.DayEnded() | e.PkOpened():
                self._holder_lives()
            case _:
                pass

    def _ask(self, seat: Seat) -> None:
        if seat != self.ledger.sheriff:
            self.break_(f"seat {seat} is asked for the badge that {self.ledger.sheriff} has")
        if seat not in self.ledger.out and not (self._hands_over() and seat in self.ledger.flipped):
            self.break_(f"seat {seat} is asked for the badge and is not out")
        if seat in self._asked_of:
            self.break_(f"seat {seat} is asked for the badge twice")
        self._asked_of.append(seat)
        self._open = seat

    def _given_up(self, by: Seat) -> None:
        if by != self._open:
            self.break_(f"seat {by} gives up the badge, {self._open} was asked for it")
        self._open = None

    def _holder_lives(self) -> None:
        holder = self.ledger.sheriff
        if holder is not None and holder in (*self.ledger.out, *self.ledger.died):
            self.break_(f"the badge is still with seat {holder}, who is out")
        if holder is not None and self._hands_over() and holder in self.ledger.flipped:
            self.break_(f"the badge is still with seat {holder}, who has flipped")

    def _hands_over(self) -> bool:
        return self.ledger.rules.idiot_sheriff is IdiotSheriff.HAND_OVER


class Offers(Bound):
    """自爆 is open to the wolves who are not out in exactly the sub-phases of rules 7.6; 退水 in campaign speeches.

    狼美人 and 隐狼 never 自爆; 野孩子 who has turned may. On boards with 骑士 the duel is open to him, once, until the
    first ballot of the day (rules 8), and during the election where the house lets him.
    """

    def put(self, prompt: AnyPrompt) -> None:
        """What stands open beside the prompt."""
        line = self._line(prompt)
        there = self.ledger.present
        due = {}
        if line in ELECTION or line in DAY:
            wolves = (s for s in there if self.ties.card(s) in BLASTERS or s in self.ties.turned)
            due[OfferKind.EXPLODE] = tuple(wolves)
        in_election = line in SPEECHES and self.ledger.rules.knight_in_election is SwitchOff.ON
        if "knight" in self.ledger.deck and (in_election or (line in DAY and line != PK)):
            due[OfferKind.DUEL] = tuple(s for s in there if self.ties.card(s) == "knight" and not self._used(s))
        if line in SPEECHES:
            due[OfferKind.WITHDRAW] = self.ledger.standing
        stand = {offer.kind: offer.who for offer in prompt.offers}
        if stand != due:
            self.break_(f"beside {line} stand open {stand}, by the rules {due}")

    def _used(self, seat: Seat) -> bool:
        return seat in self.ledger.duelled

    def _line(self, prompt: AnyPrompt) -> str:
        """The line of the question; who is silenced is called to gestures in every kind of speech."""
        if prompt.call.line != MUTE:
            return prompt.call.line
        if self.ledger.words or self.ledger.talk is None:
            return "words.ask"
        return {"campaign": "sheriff.turn", "day": "speech.turn", "pk": PK}[self.ledger.talk]


class OneBlast(Watch):
    """After a 自爆 or a won duel nobody speaks or votes any more, night falls, and no second one happens before it.

    In the election it costs the badge; with 双爆 the first 自爆 only puts the election off (rules 7.6).
    """

    def __init__(self) -> None:
        """No blast."""
        super().__init__()
        self._electing = False
        self._resumed = False
        self._due: str | None = None

    def before(self, event: Event) -> None:
        """A blast, or what must not follow one."""
        match event:
            case e.BidsClosed(seats=seats):
                self._electing = bool(seats)
            case e.ElectionResumed():
                self._electing = self._resumed = True
            case e.Exploded(seat=seat):
                if self.ledger.cut_short:
                    self.break_(f"seat {seat} explodes on a day that has ended")
                if self._electing:
                    double = self.ledger.rules.badge_swallow is BadgeSwallow.DOUBLE and not self._resumed
                    self._due = "ElectionSuspended" if double else "NoSheriff"
            case e.DuelWon() if self._electing:
                self._due = "NoSheriff"
            case e.ElectionSuspended() | e.NoSheriff() | e.SheriffElected():
                if self._due is not None and type(event).__name__ != self._due:
                    self.break_(f"after the 自爆 came {type(event).__name__}, due was {self._due}")
                if self._due is None and isinstance(event, e.ElectionSuspended):
                    self.break_("the election is put off without a 自爆")
                self._electing, self._due = False, None
            case e.GameOver():
                self._due = None
            case (
                e.SpeechesOpened() | e.BallotOpened() | e.Exiled() | e.PkOpened() | e.PeaceDay() | e.SheriffBallotRead()
            ):
                if self.ledger.cut_short:
                    self.break_(f"{type(event).__name__} after the 自爆 of seat {self.ledger.exploded}, or a duel")
            case e.DayEnded(early=early) if early != self.ledger.cut_short:
                self.break_(f"the day ends {'early' if early else 'in time'}, exploded: {self.ledger.exploded}")
            case _:
                pass

    def done(self, step: Step) -> None:
        """What a blast does to the election is told in the same breath, once it is known whom it takes along."""
        # Where 白狼王 must take somebody a lot is drawn before he is asked.
        asked = step.prompt is not None and (step.prompt.call.line == "boom.ask" or isinstance(step.prompt, Read))
        if self._due is not None and not asked:
            self.break_(f"a 自爆 in the election, and no {self._due}")
            self._due = None


class Orders(Watch):
    """单顺双逆 of the minute that is told; by day beside the night's dead or the sheriff; the sheriff last."""

    def before(self, event: Event) -> None:
        """An order of speech."""
        match event:
            case e.CampaignOpened(order=order, direction=direction, minute=minute):
                self._clock(direction, minute)
                self._same(order, self._walk(self.ledger.standing, direction, None))
            case e.SheriffPkOpened(order=order, direction=direction, minute=minute):
                self._clock(direction, minute)
                self._same(order, self._walk(order, direction, None))
            case e.PkOpened(order=order, direction=direction, minute=minute):
                self._clock(direction, minute)
                self._same(order, self._sheriff_last(self._walk(order, direction, None)))
            case e.SpeechesOpened():
                self._day(event)
            case _:
                pass

    def _day(self, opened: e.SpeechesOpened) -> None:
        order, direction, sheriff = opened.order, opened.direction, self.ledger.sheriff
        if opened.minute is not None:
            self._clock(direction, opened.minute)
        by_sheriff = opened.by in (e.OrderBy.SHERIFF, e.OrderBy.AUTO)
        if by_sheriff != (sheriff is not None) or (opened.minute is None) != (opened.by in ("sheriff", "lot")):
            self.break_(f"the order of speech is by {opened.by}, minute {opened.minute}, sheriff {sheriff}")
        fallen = self.ledger.fallen
        if opened.by is e.OrderBy.LOT:
            anchors: tuple[Seat | None, ...] = self.ledger.living
        elif sheriff is None:
            anchors = (fallen[0] if fallen else None,)
        else:
            free = self.ledger.rules.order_anchor_single_death is Anchor.FREE and opened.by is e.OrderBy.SHERIFF
            anchors = (fallen[0], *((sheriff,) if free else ())) if len(fallen) == 1 else (sheriff,)
        ways = [self._sheriff_last(self._walk(self.ledger.living, direction, anchor)) for anchor in anchors]
        if order not in ways:
            self.break_(f"the order of speech is {order}, by the rules {ways}")

    def _clock(self, direction: Direction, minute: int) -> None:
        if (direction is Direction.ASCENDING) != (minute % 2 == 1):
            self.break_(f"minute {minute} and {direction}")

    def _same(self, order: tuple[Seat, ...], right: tuple[Seat, ...]) -> None:
        if order != right:
            self.break_(f"the order of speech is {order}, by the rules {right}")

    def _sheriff_last(self, order: tuple[Seat, ...]) -> tuple[Seat, ...]:
        sheriff = self.ledger.sheriff
        last = (sheriff,) if sheriff is not None and sheriff in order else ()
        return (*(seat for seat in order if seat != sheriff), *last)

    def _walk(self, seats: tuple[Seat, ...], direction: Direction, beside: Seat | None) -> tuple[Seat, ...]:
        """Round the table from the seat beside `beside`, or from the end of the row."""
        up = direction is Direction.ASCENDING
        row = sorted(seats) if up else sorted(seats, reverse=True)
        beyond = [seat for seat in row if beside is None or (seat > beside if up else seat < beside)]
        return (*beyond, *(seat for seat in row if seat not in beyond))
