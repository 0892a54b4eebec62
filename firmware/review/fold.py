"""From the stored events of a game to its `Review`. Every class of event has its place here, if only as bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, assert_never

import msgspec

from engine import events as e
from engine.evolve import evolve
from engine.seats import Seat, Seats
from engine.state import GameState
from firmware.review.model import Act, Badge, Ballot, Day, Death, Happening, Night, Occasion, Speech, Votes
from firmware.table.pace import SPEECH_MS

LIMIT_MS: Final[Mapping[Occasion, int]] = MappingProxyType(
    {
        Occasion.CAMPAIGN: SPEECH_MS["sheriff.turn"],
        Occasion.CAMPAIGN_PK: SPEECH_MS["sheriff.pk_turn"],
        Occasion.DAY: SPEECH_MS["speech.turn"],
        Occasion.PK: SPEECH_MS["pk.turn"],
        Occasion.WORDS: SPEECH_MS["words.ask"],
    }
)
"""How long a speech may take."""

SLACK_MS: Final = 60_000
"""What the judge's words before a speech and extra time may add; beyond it something else happened."""

SEER: Final = "seer.result"
HUNTER: Final = "hunter.status"
WOLF_KING: Final = "wolfking.status"


class _Floor(NamedTuple):
    """Who speaks, and for what."""

    seat: Seat
    occasion: Occasion


class Fold:
    """Takes the rows of a game one after the other; afterwards its fields are what the review holds."""

    def __init__(self) -> None:
        """Nothing has happened."""
        self.state = GameState()
        """The engine's own fold: who is out, who has the floor, who is sheriff."""
        self.opened: e.GameOpened | None = None
        self.over: e.GameOver | None = None
        self.cards: dict[Seat, str] = {}
        self.rounds: list[Night | Day] = []
        self.deaths: list[Death] = []
        self.speeches: list[Speech] = []
        self.badge: list[Badge] = []
        self._at_ms = 0
        self._before_night = 0
        self._occasion = Occasion.DAY
        self._shooter: Seats = ()
        self._talked_ms: int | None = 0

    def row(self, at_ms: int, events: tuple[e.AnyEvent, ...]) -> None:
        """The step that was committed at `at_ms`."""
        floor, n, took_ms, self._at_ms = self._floor(), self.state.n, at_ms - self._at_ms, at_ms
        for event in events:
            self._take(event)
            self.state = evolve(self.state, event)
        if floor is not None and not any(isinstance(event, e.Undone) for event in events):
            self._talked(floor, n, took_ms, spoke=any(isinstance(event, e.Spoke) for event in events))

    # ------------------------------------------------------------ talk

    def _floor(self) -> _Floor | None:
        """Who has the floor: the rules ask it for nothing else as long as it stands open."""
        if self.state.phase is e.Phase.OVER:
            return None
        if self.state.words_open and self.state.words:
            return _Floor(self.state.words[0], Occasion.WORDS)
        if self.state.talking and self.state.speakers:
            return _Floor(self.state.speakers[0], self._occasion)
        return None

    def _talked(self, floor: _Floor, n: int, took_ms: int, *, spoke: bool) -> None:
        """A step was taken while `floor` stood open in round `n`; a 退水 leaves it open."""
        known = self._talked_ms is not None and took_ms >= 0
        self._talked_ms = (self._talked_ms or 0) + took_ms if known else None
        if not spoke and self._floor() == floor:
            return
        ms = self._talked_ms
        if ms is not None and ms > LIMIT_MS[floor.occasion] + SLACK_MS:
            ms = None
        self.speeches.append(
            Speech(seat=floor.seat, n=n, occasion=floor.occasion, ms=ms, cut=not spoke),
        )
        self._talked_ms = 0

    # ------------------------------------------------------------ events

    def _take(self, event: e.AnyEvent) -> None:
        if isinstance(event, e.AnyOffice):
            self._office(event)
        elif isinstance(event, e.AnyAct):
            self._act(event)
        elif isinstance(event, e.AnyPublic):
            self._public(event)
        else:
            self._secret(event)

    def _public(self, event: e.AnyPublic) -> None:
        """What the room heard."""
        assert not isinstance(event, e.AnyOffice | e.AnyAct)
        match event:
            case e.GameOpened():
                self.opened = event
            case e.NightFell(n=n):
                self.rounds.append(Night(n=n, from_ms=self._at_ms, out=self.state.out, undone=self._before_night))
                self._before_night = 0
            case e.ClaimsDoubted():
                self._tonight(doubted=True)
            case e.Redealt():
                self._tonight(void=True)
                self.cards = {}
            case e.NightEnded(n=n):
                self.rounds.append(Day(n=n, from_ms=self._at_ms))
            case e.Undone():
                self._undone(event)
            case e.ShotFired(by=by):
                self._shooter = (by,)
                self._happens(event)
            case e.SpeechesOpened():
                self._occasion = Occasion.DAY
                self._happens(event)
            case e.PkOpened():
                self._occasion = Occasion.PK
                self._happens(event)
            case e.BallotRead():
                self._ballot(event, sheriff=False)
            case e.GameOver():
                self.over = event
            case e.Revealed(cards=cards):
                self.cards = dict(cards)
            case e.LeftTable() | e.CardShown() | e.ShooterNamed() | e.Announced() | e.SkillUnused() | e.ShotHeld():
                self._happens(event)
            case e.WordsOpened() | e.Exiled() | e.IdiotFlipped() | e.PeaceDay() | e.Exploded() | e.DayEnded():
                self._happens(event)
            case e.GameBegan() | e.StepClosed() | e.DayBroke() | e.WordsOver() | e.OutRuleTold() | e.SpeechesOver():
                """Frames of what is told by itself."""
            case e.BallotOpened() | e.MostVotes():
                """The ballot that is read tells it."""
            case e.Spoke():
                """`row` makes it a speech."""
            case e.GameAborted():
                """The record's result tells it."""
            case _:
                assert_never(event)

    def _office(self, event: e.AnyOffice) -> None:
        """The election and the badge."""
        match event:
            case e.CampaignOpened():
                self._occasion = Occasion.CAMPAIGN
                self._happens(event)
            case e.ElectionResumed():
                self._occasion = Occasion.CAMPAIGN_PK if self.state.runoff else Occasion.CAMPAIGN
                self._happens(event)
            case e.SheriffPkOpened():
                self._occasion = Occasion.CAMPAIGN_PK
                self._happens(event)
            case e.SheriffBallotRead():
                self._ballot(event, sheriff=True)
            case e.SheriffElected(seat=seat) | e.BadgePassed(to=seat):
                self._happens(event)
                self._badge(seat)
            case e.NoSheriff() | e.BadgeTorn():
                self._happens(event)
                self._badge(None)
            case e.BidsClosed() | e.WithdrawalClosed() | e.StandingRead() | e.ElectionSuspended():
                self._happens(event)
            case e.WithdrawalNamed():
                """Told where it was done: `Withdrew`."""
            case e.BadgeAsked():
                """What became of it is told."""
            case _:
                assert_never(event)

    def _act(self, event: e.AnyAct) -> None:
        """What special cards did."""
        match event:
            case e.ShotDelayed(by=by):
                self._shooter = (by,)
                self._happens(event)
            case e.DealOpened() | e.DealEnded() | e.SpeechesResumed():
                """Frames of what is told by itself."""
            case _:
                self._happens(event)

    def _secret(self, event: e.AnySecret) -> None:
        """What not everybody knew."""
        match event:
            case e.Claimed(role=role, seats=seats):
                self._tonight(claims=(*self._night().claims, (role, seats)))
            case e.CardsKnown(cards=cards):
                self.cards = dict(cards)
            case e.WolvesPointed(votes=votes):
                self._tonight(pointed=votes)
            case e.Marked(mark=mark, by=by, target=target):
                self._tonight(acts=(*self._night().acts, Act(mark, by, target)))
            case e.Told(what=what, yes=yes):
                self._told(what, yes)
            case e.Died(seat=seat, cause=cause):
                self._died(seat, cause)
            case e.Withdrew(speech=True):
                self._happens(event)
            case e.Withdrew():
                """In the window: `WithdrawalClosed` names all of it."""
            case e.CardTaken(seat=seat, card=card):
                self.cards = {**self.cards, seat: card} if self.cards else self.cards
                self._tonight(took=card)
            case e.LoversBound(seats=seats):
                self._tonight(lovers=seats)
            case e.ModelChosen(model=model):
                self._tonight(model=model)
            case e.Turned() | e.KnifeInherited() | e.Doomed():
                self._happens(event)
            case e.SparesKnown() | e.CardSeen() | e.DuelAnswered():
                """In the state, or no act of anybody."""
            case e.PhaseEntered() | e.ReadyHeard() | e.SkillPending() | e.WordsDue() | e.EndHeld():
                """Where the rules are; no act of anybody."""
            case e.Spent() | e.BidsHeard() | e.LeftRecorded() | e.BallotClosed():
                """Told by what it leads to: the mark or shot, the bids, the leaving, the ballot."""
            case _:
                assert_never(event)

    # ------------------------------------------------------------ places

    def _night(self) -> Night:
        """The newest night; one is begun where none is."""
        found = next((part for part in reversed(self.rounds) if isinstance(part, Night)), None)
        if found is None:
            found = Night(n=self.state.n, from_ms=self._at_ms)
            self.rounds.append(found)
        return found

    def _tonight(self, **changes: object) -> None:
        """The newest night, with these fields changed."""
        night = self._night()
        self.rounds[self.rounds.index(night)] = msgspec.structs.replace(night, **changes)

    def _happens(self, happening: e.AnyEvent | Ballot) -> None:
        """Add to the day; one is begun where it is still night."""
        last = self.rounds[-1] if self.rounds else None
        if not isinstance(last, Day):
            last = Day(n=self.state.n, from_ms=self._at_ms)
            self.rounds.append(last)
        item = happening if isinstance(happening, Ballot) else Happening(happening)
        self.rounds[-1] = msgspec.structs.replace(last, items=(*last.items, item))

    def _undone(self, event: e.Undone) -> None:
        """Staff took steps back: what is left of the game goes on from here."""
        if not self.rounds:
            self._before_night += event.steps
        elif isinstance(self.rounds[-1], Day):
            self._happens(event)
        else:
            self._tonight(undone=self._night().undone + event.steps)

    def _told(self, what: str, yes: bool | None) -> None:
        """A check's answer belongs to the check; 猎人 hears whether he may shoot."""
        if yes is None:
            return
        if what == HUNTER:
            self._tonight(gun=yes)
        elif what == WOLF_KING:
            self._tonight(king_gun=yes)
        elif what == SEER:
            acts = [
                msgspec.structs.replace(act, good=yes) if act.mark is e.Mark.CHECK else act
                for act in self._night().acts
            ]
            self._tonight(acts=tuple(acts))

    def _died(self, seat: Seat, cause: e.Cause) -> None:
        by: Seats = ()
        both = False
        marks = {act.mark: act for act in self._night().acts} if cause in (e.Cause.KNIFE, e.Cause.POISON) else {}
        if cause is e.Cause.KNIFE and e.Mark.KNIFE in marks:
            by = marks[e.Mark.KNIFE].by
            both = all(mark in marks and marks[mark].target == seat for mark in (e.Mark.GUARD, e.Mark.SAVE))
        elif cause is e.Cause.POISON and e.Mark.POISON in marks:
            by = marks[e.Mark.POISON].by
        elif cause is e.Cause.SHOT:
            by = self._shooter
        elif cause is e.Cause.HEARTBREAK:
            by = tuple(lover for lover in self.state.lovers if lover != seat and lover in self.state.dead)
        night = self.state.phase is e.Phase.DAWN and cause not in (e.Cause.LEFT, e.Cause.FOUL)
        self.deaths.append(Death(seat, cause, self.state.n, by, both, night))

    def _ballot(self, read: e.BallotRead | e.SheriffBallotRead, *, sheriff: bool) -> None:
        """The ballot with all who voted, also where the room heard counts only."""
        cast = self.state.votes
        rows = tuple(
            Votes(row.seat, row.halves, tuple(voter for voter, seat in cast if seat == row.seat)) for row in read.tally
        )
        heavy = None if sheriff else next((voter for voter, _ in cast if voter == self.state.sheriff), None)
        self._happens(
            Ballot(
                sheriff=sheriff,
                round=read.round,
                rows=rows,
                abstained=read.abstained,
                abstentions=read.abstentions,
                heavy=heavy,
            )
        )

    def _badge(self, holder: Seat | None) -> None:
        self.badge.append(Badge(self.state.n, len(self.rounds) - 1, holder))
