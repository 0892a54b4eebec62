"""The fold: an event is a fact, and the state after it is a function of the two. The only place where state changes."""

from __future__ import annotations

from typing import assert_never

import msgspec

from engine import events as e
from engine.events import AnyEvent, Badge, Phase, Stage
from engine.seats import Seat, Seats
from engine.state import GameState

AnyBond = (
    e.SparesKnown
    | e.CardSeen
    | e.CardTaken
    | e.LoversBound
    | e.ModelChosen
    | e.Turned
    | e.KnifeInherited
    | e.Doomed
    | e.DuelAnswered
)
"""The secret events of the special cards."""


def _with(seats: tuple[Seat, ...], *more: Seat) -> Seats:
    return tuple(sorted({*seats, *more}))


def evolve(state: GameState, event: AnyEvent) -> GameState:
    """The state after `event`."""
    if isinstance(event, e.AnyPublic):
        return _after_public(state, event)
    return _after_secret(state, event)


def _after_public(state: GameState, event: e.AnyPublic) -> GameState:
    """What the room hears, as far as the game goes on from it; the rest is only heard."""
    replace = msgspec.structs.replace
    if isinstance(event, e.AnyOffice):
        return _after_office(state, event)
    if isinstance(event, e.AnyAct):
        return _after_act(state, event)
    match event:
        case e.GameOpened(seats=seats, deck=deck, rules=rules, sheriff=sheriff):
            return GameState(seats=seats, deck=deck, rules=rules, sheriff_game=sheriff)
        case e.Redealt():
            return _anew(state)
        case e.StepClosed():
            return replace(state, steps=state.steps + 1)
        case e.Announced(seats=seats):
            announced = _with(state.announced, *seats)
            return replace(state, out=_with(state.out, *seats), fallen=seats, announced=announced)
        case e.SkillUnused() | e.ShotHeld():
            return replace(state, pending=state.pending[1:])
        case e.ShotFired(target=target):
            return replace(_gone(state, target), pending=state.pending[1:])
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
            return replace(_gone(state, seat), exiled=seat)
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


def _anew(state: GameState) -> GameState:
    """The same table with new cards; who has left is still gone."""
    return GameState(
        seats=state.seats,
        deck=state.deck,
        rules=state.rules,
        sheriff_game=state.sheriff_game,
        left=state.left,
        fouled=state.fouled,
    )


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


def _after_act(state: GameState, event: e.AnyAct) -> GameState:
    """What special cards do."""
    replace = msgspec.structs.replace
    match event:
        case e.Linked(seats=seats) | e.Blasted(seats=seats):
            return _gone(state, *seats)
        case e.TakenAlong(target=seat) | e.DelayedOut(seat=seat):
            return _gone(state, seat)
        case e.ShotDelayed():
            return replace(state, pending=state.pending[1:])
        case e.DuelCalled(seat=seat):
            return replace(state, duel=seat)
        case e.DuelDropped():
            return replace(state, duel=None)
        case e.DuelLost(by=seat):
            return replace(_gone(state, seat), duel=None)
        case e.DuelWon(target=target):
            return replace(_silent(_gone(state, target)), duel=None, cut_short=True)
        case e.Silenced():
            return replace(state, silence_due=False)
        case e.DealOpened() | e.DealEnded() | e.Growled() | e.NobodyTaken():
            return state
        case e.SpeechesResumed() | e.BlastHeld():
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
        case e.Claimed():
            return replace(state, claims=(*state.claims, event))
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
        case e.BallotClosed(round=number, votes=votes):
            first = votes if number == 1 else state.first_votes
            return replace(state, votes=votes, first_votes=first, talking=False)
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
            return _after_bond(state, event)


def _after_bond(state: GameState, event: AnyBond) -> GameState:
    """Cards that become known or change hands, and what binds one seat to another."""
    replace = msgspec.structs.replace
    match event:
        case e.SparesKnown(cards=cards):
            return replace(state, spares=cards)
        case e.CardSeen(seat=seat):
            return replace(state, seen=_with(state.seen, seat))
        case e.CardTaken(seat=seat, card=card):
            held = tuple((holder, card if holder == seat else was) for holder, was in state.cards)
            return replace(state, taken=event, cards=held)
        case e.LoversBound(seats=seats):
            return replace(state, lovers=seats)
        case e.ModelChosen(seat=seat, model=model):
            return replace(state, models=(*state.models, (seat, model)))
        case e.Turned(seat=seat):
            return replace(state, turned=_with(state.turned, seat))
        case e.KnifeInherited(seat=seat):
            return replace(state, inherited=_with(state.inherited, seat))
        case e.Doomed(seat=seat, n=n):
            return replace(state, doomed=(*state.doomed, (seat, n)))
        case e.DuelAnswered(left_ms=left_ms):
            return replace(state, broken=left_ms is not None, floor_left=left_ms)
        case _:
            assert_never(event)


def _entered(state: GameState, event: e.PhaseEntered) -> GameState:
    """A new phase; a new night or day forgets what belonged to the last one."""
    state = msgspec.structs.replace(state, phase=event.phase, n=event.n, then=event.then or state.then)
    if event.stage is not None:
        state = msgspec.structs.replace(state, stage=event.stage)
    if event.phase is Phase.NIGHT:
        return msgspec.structs.replace(
            state,
            steps=0,
            marks=(),
            marks_before=state.marks,
            silence_due=True,
            fallen=(),
            exploded=None,
            cut_short=False,
            broken=False,
            floor_left=None,
        )
    if event.phase is Phase.BALLOT:
        return msgspec.structs.replace(state, bench=(), votes=(), first_votes=(), exiled=None)
    if event.phase is Phase.SPEECHES:
        return msgspec.structs.replace(state, speakers=(), spoke=(), bench=(), votes=(), talking=False)
    return state


def _gone(state: GameState, *seats: Seat) -> GameState:
    """`seats` are out and do not speak any more; whose speech was interrupted never ends it."""
    broken = state.broken and not (state.speakers and state.speakers[0] in seats)
    return msgspec.structs.replace(
        state,
        out=_with(state.out, *seats),
        speakers=tuple(s for s in state.speakers if s not in seats),
        broken=broken,
        floor_left=state.floor_left if broken else None,
    )


def _opened(state: GameState, order: tuple[Seat, ...]) -> GameState:
    return msgspec.structs.replace(state, speakers=order, spoke=(), talking=True)


def _silent(state: GameState) -> GameState:
    """No round of speeches runs any more."""
    return msgspec.structs.replace(state, speakers=(), spoke=(), talking=False, broken=False, floor_left=None)


def _exploded(state: GameState, seat: Seat) -> GameState:
    """The day ends; who still had to speak in an election is kept for its resumption."""
    left = tuple(s for s in state.speakers if s != seat) if state.phase is Phase.ELECTION else ()
    return msgspec.structs.replace(
        state,
        out=_with(state.out, seat),
        exploded=seat,
        cut_short=True,
        talking=False,
        speakers=left,
        broken=False,
        floor_left=None,
    )


def _left(state: GameState, seat: Seat) -> GameState:
    """A player who has left is out, and nothing more is expected of it."""
    return msgspec.structs.replace(_gone(state, seat), left=_with(state.left, seat))


def _spoke(state: GameState, seat: Seat) -> GameState:
    """Whoever had the floor has ended: last words while they are open, else a speech."""
    if state.words_open:
        return msgspec.structs.replace(state, words=tuple(s for s in state.words if s != seat))
    speakers = tuple(s for s in state.speakers if s != seat)
    spoke = _with(state.spoke, seat)
    return msgspec.structs.replace(state, speakers=speakers, spoke=spoke, broken=False, floor_left=None)
