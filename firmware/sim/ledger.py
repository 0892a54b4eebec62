"""What somebody with paper and pencil would know of a game: kept from what is in the journal, and from nothing else.

The laws that watch the judge work out with it who may do what. It is its own reading of the rules
(rules 7) and shares no code with the engine's state or with the view of the room.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.houserules import HouseRules, PkVoters, SwitchOff
from engine.seats import Seat, Seats, seats_of
from firmware.sim.law import Law

if TYPE_CHECKING:
    from engine.game import Step
    from engine.prompts import AnyPrompt
    from engine.secrecy import Event

NOBODY: Final[Seats] = ()


class Ledger:
    """Who sits where, who is out, who stands, and who has the badge. `note` every event in its order."""

    def __init__(self) -> None:
        """An empty sheet."""
        self.rules = HouseRules()
        self.has_sheriff = False
        self.seats = NOBODY
        self.deck: tuple[str, ...] = ()
        """The cards of the board, each once."""
        self.n = 0
        self.died = NOBODY
        """Who is dead, whether told or not."""
        self.out = NOBODY
        """Who has been told to be out."""
        self.left = NOBODY
        """Whose player has gone."""
        self.flipped = NOBODY
        self.sheriff: Seat | None = None
        self.bidders = NOBODY
        self.withdrawn = NOBODY
        self.runoff = NOBODY
        """The tied of the sheriff's PK."""
        self.elected = False
        """The election is over, or was never held."""
        self.suspended = False
        """双爆: it has been put off once."""
        self.fallen = NOBODY
        """This morning's dead."""
        self.candidates = NOBODY
        self.bench = NOBODY
        """The tied of an exile PK."""
        self.voted = False
        """Whether anybody has voted in round 1 of the ballot that was last."""
        self.exploded: Seat | None = None
        """Who ended this day by a 自爆."""
        self.cut_short = False
        """A 自爆 or a duel has ended this day."""
        self.silenced: Seat | None = None
        """Who may not speak today, as it was told."""
        self.duelled = NOBODY
        """Who has called a duel in this game."""
        self.talk: str | None = None
        """Which round of speeches was opened last: "campaign", "day" or "pk"."""
        self.words = False
        """Last words run."""

    @property
    def living(self) -> Seats:
        """Who is not out, as far as has been told."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def present(self) -> Seats:
        """Who is not out and sits there."""
        return tuple(seat for seat in self.living if seat not in self.left)

    @property
    def standing(self) -> Seats:
        """Who can be elected."""
        return tuple(
            seat for seat in self.runoff or self.bidders if seat in self.present and seat not in self.withdrawn
        )

    @property
    def below(self) -> Seats:
        """警下: who votes for sheriff.

        Who has withdrawn never does, nor does 白痴 who has flipped; who stood and lost, only where the house lets it.
        """
        losers = NOBODY
        if self.runoff and self.rules.pk_voters_campaign is PkVoters.LOSERS_TOO:
            losers = tuple(seat for seat in self.bidders if seat not in (*self.withdrawn, *self.runoff))
        may = tuple(seat for seat in self.present if seat not in self.flipped)
        return tuple(seat for seat in may if seat not in self.bidders or seat in losers)

    @property
    def voters(self) -> Seats:
        """Who votes in the open exile ballot: nobody on the bench, unless everybody is because nobody had voted."""
        bench = self.bench if self.voted else NOBODY
        return tuple(seat for seat in self.present if seat not in (*self.flipped, *bench))

    @property
    def votable(self) -> Seats:
        """Who can be exiled by the open ballot."""
        if self.bench:
            return tuple(seat for seat in self.bench if seat in self.living)
        return tuple(seat for seat in self.living if seat not in self._unvotable)

    @property
    def _unvotable(self) -> Seats:
        return NOBODY if self.rules.idiot_votable_after is SwitchOff.ON else self.flipped

    def note(self, event: Event) -> None:
        """`event` has happened."""
        match event:
            case e.GameOpened():
                self.__init__()  # type: ignore[misc]
                self.rules, self.seats, self.has_sheriff = event.rules, event.seats, event.sheriff
                self.deck = tuple(count.role for count in event.deck)
            case e.Redealt():
                self.died = self.out
            case e.NightFell(n=n):
                self.n, self.fallen, self.bench, self.exploded = n, NOBODY, NOBODY, None
                self.cut_short, self.silenced, self.talk, self.words = False, None, None, False
            case e.Died(seat=seat):
                self.died = seats_of(*self.died, seat)
            case e.LeftRecorded(seat=seat):
                self.left = seats_of(*self.left, seat)
            case e.Announced(seats=seats):
                self.out, self.fallen = seats_of(*self.out, *seats), seats
            case e.LeftTable(seat=seat) | e.Exiled(seat=seat) | e.ShotFired(target=seat):
                self.out = seats_of(*self.out, seat)
            case e.Exploded(seat=seat):
                self.out, self.exploded, self.cut_short = seats_of(*self.out, seat), seat, True
            case e.IdiotFlipped(seat=seat):
                self.flipped = seats_of(*self.flipped, seat)
            case e.BallotOpened(candidates=candidates):
                self.candidates = candidates
            case e.BallotClosed(round=1, votes=votes):
                self.voted = bool(votes)
            case e.PkOpened(order=order):
                self.bench, self.talk = seats_of(*order), "pk"
            case e.SpeechesOpened():
                self.bench, self.talk = NOBODY, "day"
            case e.WordsOpened(seats=seats):
                self.words = bool(seats)
            case e.WordsOver():
                self.words = False
            case _:
                self._office(event)
                self._acts(event)

    def _acts(self, event: Event) -> None:
        """What special cards do for all to hear."""
        match event:
            case e.Linked(seats=seats) | e.Blasted(seats=seats):
                self.out = seats_of(*self.out, *seats)
            case e.TakenAlong(target=seat) | e.DelayedOut(seat=seat) | e.DuelLost(by=seat):
                self.out = seats_of(*self.out, seat)
            case e.DuelWon(target=seat):
                self.out, self.cut_short = seats_of(*self.out, seat), True
            case e.DuelCalled(seat=seat):
                self.duelled = seats_of(*self.duelled, seat)
            case e.Silenced(seat=silenced):
                self.silenced = silenced
            case _:
                pass

    def _office(self, event: Event) -> None:
        match event:
            case e.BidsHeard(seats=seats):
                self.bidders = seats
            case e.Withdrew(seat=seat):
                self.withdrawn = seats_of(*self.withdrawn, seat)
            case e.CampaignOpened() | e.ElectionResumed():
                self.talk = "campaign"
            case e.SheriffPkOpened(order=order):
                self.runoff, self.talk = seats_of(*order), "campaign"
            case e.ElectionSuspended():
                self.suspended = True
            case e.SheriffElected(seat=seat):
                self.sheriff, self.elected = seat, True
            case e.NoSheriff():
                self.elected = True
            case e.BadgePassed(to=seat):
                self.sheriff = seat
            case e.BadgeTorn():
                self.sheriff = None
            case _:
                pass


class Watch(Law):
    """A law that judges event after event of what is committed, with a ledger that is up to date at each."""

    def __init__(self) -> None:
        """Nothing has happened."""
        super().__init__()
        self.ledger = Ledger()
        self.asked: AnyPrompt | None = None
        """The prompt that the next step answers."""

    def committed(self, step: Step) -> None:
        """What was asked, what came of it, and what is asked next."""
        self.answered(step)
        for event in step.events:
            self.before(event)
            self.note(event)
            self.after(event)
        self.asked = step.prompt
        if step.prompt is not None:
            self.put(step.prompt)
        self.done(step)

    def note(self, event: Event) -> None:
        """Write `event` down."""
        self.ledger.note(event)

    def answered(self, step: Step) -> None:
        """`step` answers the prompt `asked`."""

    def before(self, event: Event) -> None:
        """`event` happens: the ledger does not know of it yet."""

    def after(self, event: Event) -> None:
        """`event` has happened: the ledger knows of it."""

    def put(self, prompt: AnyPrompt) -> None:
        """`prompt` is open now."""

    def done(self, step: Step) -> None:
        """All of `step` has happened."""
