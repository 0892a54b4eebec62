"""What is true in a game, and the only place where that changes.

`GameState` is everything the rules need to go on from here: who holds what, who is dead and who is
publicly out, tonight's marks, whose turn is still to come. The rulebook never keeps such a thing in
a local variable across a prompt, so a game can be entered at any phase from its state alone.

`evolve(state, event)` is the fold: an event is a fact, the state after it is a function of the two.
`dead` is what the engine knows, `out` what has been announced; options and views read only `out`.
There are no sets or dicts here: tuples are sorted where a docstring does not say otherwise, so that
two runs of one game are equal to the byte.
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from engine import events as e
from engine.events import AnyEvent, Badge, Cause, Count, Mark, Marked, Phase, Stage
from engine.houserules import HouseRules
from engine.seats import Seat, Seats
from engine.secrecy import Redacted

Cards = tuple[tuple[Seat, str], ...]
"""Who holds what: (seat, role id), ascending."""


class GameState(Redacted, frozen=True, kw_only=True):
    """A game between two events. It prints as its name only: it holds every secret there is."""

    seats: Seats = ()
    deck: tuple[Count, ...] = ()
    """The cards of the board, in the order of its file."""
    rules: HouseRules = HouseRules()

    phase: Phase = Phase.READY
    sheriff_game: bool = False
    """Whether the game has a sheriff at all."""
    n: int = 0
    """The round: night n and day n. 0 before the first night."""
    then: Phase = Phase.SPEECHES
    """What follows the skill windows and last words that run or come next."""

    ready: Seats = ()
    """Who has confirmed its card."""
    ready_rounds: int = 0
    """How many READY windows there have been."""

    claims: tuple[tuple[str, Seats], ...] = ()
    """The claims of night 1 in the order of the sheet: (role id, seats)."""
    cards: Cards = ()
    """All cards, once they are known; empty until then."""

    dead: Seats = ()
    causes: tuple[tuple[Seat, Cause], ...] = ()
    """Why each dead seat died, ascending."""
    out: Seats = ()
    """The dead that have been announced."""
    left: Seats = ()
    """Whose players have left the table; they count as out as soon as everybody may know."""
    fouled: Seats = ()
    """Who of them is out for a foul."""
    flipped: Seats = ()
    """白痴 who has been exiled and stays."""
    spent: tuple[tuple[Seat, str], ...] = ()
    """What has been used up: (seat, charge), in order of use."""

    steps: int = 0
    """How many steps of tonight's sheet are over."""
    marks: tuple[Marked, ...] = ()
    """Tonight's marks, as they were made."""
    guarded: Seat | None = None
    """Whom 守卫 protected the night before this one."""

    fallen: Seats = ()
    """Who was announced dead this morning: the anchor of the order of speech."""
    announced: Seats = ()
    """Who has been announced dead on any morning."""
    pending: tuple[Seat, ...] = ()
    """Whose skill windows are still to come, in order; the first may be running."""
    words: tuple[Seat, ...] = ()
    """Who still has last words, in causal order; the first may be speaking."""
    words_open: bool = False
    end_held: bool = False
    """The game is decided, but a shooter's window comes first."""
    out_rule_told: bool = False

    sheriff: Seat | None = None
    badge: Badge = Badge.OPEN
    stage: Stage = Stage.NONE
    """Where the election is; in `Phase.ELECTION` what comes next."""
    bidders: Seats = ()
    """警上: who stood, whatever has become of it since. A secret until the bids are read."""
    withdrawn: Seats = ()
    """退水: who has withdrawn; `named`: of whom the room has been told."""
    named: Seats = ()
    runoff: Seats = ()
    """The candidates of the sheriff's PK; empty in round 1."""
    waiting: tuple[Seat, ...] = ()
    """Who still had to speak when the election was suspended, in the old order."""
    resumed: bool = False
    """The election has been suspended once."""

    speakers: tuple[Seat, ...] = ()
    """Who still speaks in this round of speeches (day, campaign or PK), in order; the first may be speaking."""
    spoke: Seats = ()
    """Who has spoken in this round of speeches."""
    talking: bool = False
    """A round of speeches has been opened and is not over."""
    broken: bool = False
    """The speech that runs has been interrupted, with `floor_left` ms left of it (None: not known)."""
    floor_left: int | None = None
    bench: Seats = ()
    """The tied seats of a PK; empty in round 1."""
    votes: tuple[tuple[Seat, Seat], ...] = ()
    """The last ballot of today: (voter, candidate), ascending by voter."""
    exploded: Seat | None = None
    """Whose 自爆 ended this day."""

    winner: e.Winner | None = None

    @property
    def living(self) -> Seats:
        """The publicly living: everybody who has not been announced dead."""
        return tuple(s for s in self.seats if s not in self.out)

    @property
    def present(self) -> Seats:
        """The publicly living whose players sit at the table."""
        return tuple(s for s in self.living if s not in self.left)

    @property
    def standing(self) -> Seats:
        """The candidates: who stood, has not withdrawn, is still there, and in a PK was tied."""
        return tuple(
            s
            for s in self.runoff or self.bidders
            if s in self.living and s not in self.withdrawn and s not in self.left
        )

    @property
    def alive(self) -> Seats:
        """Who really lives."""
        return tuple(s for s in self.seats if s not in self.dead)

    @property
    def known(self) -> bool:
        """Whether every card is known."""
        return bool(self.cards)

    def count(self, role: str) -> int:
        """How many cards of `role` the deck holds."""
        return sum(entry.cards for entry in self.deck if entry.role == role)

    def claimed(self, role: str) -> Seats:
        """The seats that claimed `role` on night 1, as they pressed."""
        return next((seats for claimed, seats in self.claims if claimed == role), ())

    def card_of(self, seat: Seat) -> str | None:
        """The role id of the card at `seat`, or None while it is not known."""
        return next((role for holder, role in self.cards if holder == seat), None)

    def cause_of(self, seat: Seat) -> Cause | None:
        """Why `seat` died, or None while it lives."""
        return next((cause for dead, cause in self.causes if dead == seat), None)

    def has_spent(self, seat: Seat, charge: str) -> bool:
        """Whether `seat` has used up `charge`."""
        return (seat, charge) in self.spent


def _with(seats: tuple[Seat, ...], *more: Seat) -> Seats:
    return tuple(sorted({*seats, *more}))


def evolve(state: GameState, event: AnyEvent) -> GameState:
    """The state after `event`. The only place where state changes."""
    if isinstance(event, e.AnyPublic):
        return _after_public(state, event)
    return _after_secret(state, event)


def _after_public(state: GameState, event: e.AnyPublic) -> GameState:
    """What the room hears, as far as the game goes on from it; the rest is only heard."""
    replace = msgspec.structs.replace
    if isinstance(event, e.AnyOffice):
        return _after_office(state, event)
    match event:
        case e.GameOpened(seats=seats, deck=deck, rules=rules, sheriff=sheriff):
            return GameState(seats=seats, deck=deck, rules=rules, sheriff_game=sheriff)
        case e.Redealt():
            return GameState(
                seats=state.seats,
                deck=state.deck,
                rules=state.rules,
                sheriff_game=state.sheriff_game,
                left=state.left,
                fouled=state.fouled,
            )
        case e.StepClosed():
            return replace(state, steps=state.steps + 1)
        case e.Announced(seats=seats):
            announced = _with(state.announced, *seats)
            return replace(state, out=_with(state.out, *seats), fallen=seats, announced=announced)
        case e.SkillUnused() | e.ShotHeld():
            return replace(state, pending=state.pending[1:])
        case e.ShotFired(target=target):
            return replace(state, pending=state.pending[1:], out=_with(state.out, target))
        case e.WordsOpened(seats=seats):
            return replace(state, words_open=bool(seats))
        case e.WordsOver():
            return replace(state, words_open=False)
        case e.OutRuleTold():
            return replace(state, out_rule_told=True)
        case e.SpeechesOpened(order=order):
            return _opened(state, order)
        case e.PkOpened(order=order):
            return replace(_opened(state, order), bench=_with(order))
        case e.Spoke(seat=seat):
            return _spoke(state, seat)
        case e.LeftTable(seat=seat):
            return _left(state, seat)
        case e.IdiotFlipped(seat=seat):
            return replace(state, flipped=_with(state.flipped, seat))
        case e.SpeechesOver():
            return replace(state, talking=False, speakers=())
        case e.Exiled(seat=seat):
            return replace(state, out=_with(state.out, seat))
        case e.Exploded(seat=seat):
            return _exploded(state, seat)
        case e.GameOver(winner=winner):
            return replace(state, phase=Phase.OVER, winner=winner)
        case e.GameAborted():
            return replace(state, phase=Phase.OVER)
        case e.GameBegan() | e.NightFell() | e.ClaimsDoubted() | e.NightEnded() | e.DayBroke() | e.BallotOpened():
            return state
        case e.BallotRead() | e.MostVotes() | e.PeaceDay() | e.DayEnded() | e.Revealed():
            return state
        case e.CardShown() | e.ShooterNamed() | e.Undone():
            return state
        case _:
            assert_never(event)


def _after_office(state: GameState, event: e.AnyOffice) -> GameState:
    """The election and the badge."""
    replace = msgspec.structs.replace
    match event:
        case e.BidsClosed(seats=seats):
            return replace(state, bidders=seats)
        case e.CampaignOpened(order=order):
            return _opened(state, order)
        case e.WithdrawalNamed(seats=seats) | e.WithdrawalClosed(seats=seats):
            speakers = tuple(s for s in state.speakers if s not in seats)
            return replace(
                state, withdrawn=_with(state.withdrawn, *seats), named=_with(state.named, *seats), speakers=speakers
            )
        case e.SheriffPkOpened(order=order):
            return replace(_opened(state, order), runoff=_with(order))
        case e.SheriffElected(seat=seat) | e.BadgePassed(to=seat):
            return replace(_silent(state), stage=Stage.CLOSED, sheriff=seat, badge=Badge.HELD)
        case e.NoSheriff():
            return replace(_silent(state), stage=Stage.CLOSED, badge=Badge.NONE)
        case e.BadgeTorn():
            return replace(state, sheriff=None, badge=Badge.TORN)
        case e.ElectionSuspended():
            return replace(_silent(state), waiting=state.speakers, stage=Stage.SUSPENDED)
        case e.ElectionResumed():
            speakers = tuple(s for s in state.waiting if s in state.standing)
            return replace(state, speakers=speakers, waiting=(), resumed=True)
        case e.StandingRead() | e.SheriffBallotRead() | e.BadgeAsked():
            return state
        case _:
            assert_never(event)


def _after_secret(state: GameState, event: e.AnySecret) -> GameState:
    """What not everybody may know."""
    replace = msgspec.structs.replace
    match event:
        case e.PhaseEntered():
            return _entered(state, event)
        case e.ReadyHeard(seats=seats):
            return replace(state, ready=_with(state.ready, *seats), ready_rounds=state.ready_rounds + 1)
        case e.Claimed(role=role, seats=seats):
            return replace(state, claims=(*state.claims, (role, seats)))
        case e.CardsKnown(cards=cards):
            return replace(state, cards=cards)
        case e.Marked():
            return replace(state, marks=(*state.marks, event))
        case e.Spent(seat=seat, charge=charge):
            return replace(state, spent=(*state.spent, (seat, charge)))
        case e.Died(seat=seat, cause=cause):
            causes = tuple(sorted((*state.causes, (seat, cause))))
            return replace(state, dead=_with(state.dead, seat), causes=causes)
        case e.SkillPending(seats=seats):
            return replace(state, pending=seats)
        case e.EndHeld():
            return replace(state, end_held=True)
        case e.WordsDue(seats=seats):
            return replace(state, words=seats)
        case e.BallotClosed(votes=votes):
            return replace(state, votes=votes, talking=False)
        case e.BidsHeard(seats=seats):
            return replace(state, bidders=seats)
        case e.Withdrew(seat=seat, speech=speech, left_ms=left_ms):
            return replace(state, withdrawn=_with(state.withdrawn, seat), broken=speech, floor_left=left_ms)
        case e.LeftRecorded(seat=seat, foul=foul):
            fouled = _with(state.fouled, seat) if foul else state.fouled
            return replace(state, left=_with(state.left, seat), fouled=fouled)
        case e.Told() | e.WolvesPointed():
            return state
        case _:
            assert_never(event)


def _entered(state: GameState, event: e.PhaseEntered) -> GameState:
    """A new phase; a new night or day forgets what belonged to the last one."""
    state = msgspec.structs.replace(state, phase=event.phase, n=event.n, then=event.then or state.then)
    if event.stage is not None:
        state = msgspec.structs.replace(state, stage=event.stage)
    if event.phase is Phase.NIGHT:
        guarded = next((mark.target for mark in state.marks if mark.mark is Mark.GUARD), None)
        return msgspec.structs.replace(state, steps=0, marks=(), guarded=guarded, fallen=(), exploded=None)
    if event.phase is Phase.BALLOT:
        return msgspec.structs.replace(state, bench=(), votes=())
    if event.phase is Phase.SPEECHES:
        return msgspec.structs.replace(state, speakers=(), spoke=(), bench=(), votes=(), talking=False)
    return state


def _opened(state: GameState, order: tuple[Seat, ...]) -> GameState:
    return msgspec.structs.replace(state, speakers=order, spoke=(), talking=True)


def _silent(state: GameState) -> GameState:
    """No round of speeches runs any more."""
    return msgspec.structs.replace(state, speakers=(), spoke=(), talking=False, broken=False, floor_left=None)


def _exploded(state: GameState, seat: Seat) -> GameState:
    """The day ends; who still had to speak in an election is kept for its resumption."""
    left = tuple(s for s in state.speakers if s != seat) if state.phase is Phase.ELECTION else ()
    return msgspec.structs.replace(
        state, out=_with(state.out, seat), exploded=seat, talking=False, speakers=left, broken=False, floor_left=None
    )


def _left(state: GameState, seat: Seat) -> GameState:
    """A player who has left is out, and nothing more is expected of it."""
    return msgspec.structs.replace(
        state,
        out=_with(state.out, seat),
        left=_with(state.left, seat),
        speakers=tuple(s for s in state.speakers if s != seat),
    )


def _spoke(state: GameState, seat: Seat) -> GameState:
    """Whoever had the floor has ended: last words while they are open, else a speech."""
    if state.words_open:
        return msgspec.structs.replace(state, words=tuple(s for s in state.words if s != seat))
    speakers = tuple(s for s in state.speakers if s != seat)
    spoke = _with(state.spoke, seat)
    return msgspec.structs.replace(state, speakers=speakers, spoke=spoke, broken=False, floor_left=None)
