"""警长竞选 (rules 7.2, 7.6): the election, one procedure per stage.

    BID → OPENING → SPEECH → WITHDRAW → VOTE → PK_SPEECH → PK_VOTE → CLOSED
    SUSPENDED (双爆, next day) → SPEECH → WITHDRAW → VOTE or PK_VOTE, as far as it had come

Every stage ends by entering the next one, or the phase ANNOUNCE when the election is over. Victims of
the night take part like anybody else: nothing here asks who is dead, only who is out.
"""

from __future__ import annotations

from engine.ballot import leading, open_ballot
from engine.conversation import DayEnds, DuelBegins, Judge, Procedure, press, read_minute
from engine.day import explode_offer, reveals, speech
from engine.deaths import leavers
from engine.duel import challenge
from engine.events import (
    BidsClosed,
    BidsHeard,
    CampaignOpened,
    Elected,
    ElectionResumed,
    NoSheriff,
    Phase,
    PhaseEntered,
    SheriffBallotRead,
    SheriffElected,
    SheriffPkOpened,
    Stage,
    StandingRead,
    Vacant,
    WithdrawalClosed,
    WithdrawalNamed,
    Withdrew,
)
from engine.explosion import explode, unnamed
from engine.houserules import PkVoters
from engine.morning import break_day
from engine.prompts import Call, Eyes, Form, Gesture, Offer, OfferKind, Press
from engine.seats import Seat, Seats, direction_of, walk
from engine.state import GameState


def election(judge: Judge) -> Procedure[None]:
    """The election from where the state says it is, to its end or its suspension."""
    try:
        while judge.state.phase is Phase.ELECTION:
            yield from stage(judge)
    except DayEnds as end:
        yield from explode(judge, end.seat)
    except DuelBegins as begun:
        yield from challenge(judge, begun.seat, begun.left_ms)


def stage(judge: Judge) -> Procedure[None]:
    """What comes next."""
    match judge.state.stage:
        case Stage.BID:
            yield from bid(judge)
        case Stage.OPENING:
            yield from opening(judge)
        case Stage.SPEECH | Stage.PK_SPEECH:
            yield from campaign(judge)
        case Stage.WITHDRAW:
            yield from withdrawal(judge)
        case Stage.VOTE | Stage.PK_VOTE:
            yield from vote(judge)
        case Stage.SUSPENDED:
            yield from resume(judge)
        case Stage.NONE | Stage.CLOSED:
            yield PhaseEntered(Phase.ANNOUNCE, judge.state.n)


def enter(judge: Judge, to: Stage) -> Procedure[None]:
    """On to the stage `to`."""
    yield PhaseEntered(Phase.ELECTION, judge.state.n, stage=to)


def elect(judge: Judge, seat: Seat, how: Elected) -> Procedure[None]:
    """`seat` is sheriff and the election is over."""
    yield SheriffElected(seat, how)
    yield PhaseEntered(Phase.ANNOUNCE, judge.state.n)


def nobody(judge: Judge, why: Vacant) -> Procedure[None]:
    """The election is over without a sheriff."""
    yield NoSheriff(why)
    yield PhaseEntered(Phase.ANNOUNCE, judge.state.n)


def bid(judge: Judge) -> Procedure[None]:
    """所有玩家闭眼竞选警长: eyes still shut from the night."""
    call = Call(line="sheriff.raise", form=Form.BID, eyes=Eyes.SHUT)
    yield BidsHeard((yield from press(Press(call=call, gesture=Gesture.TAP, who=judge.state.living))))
    yield from enter(judge, Stage.OPENING)


def opening(judge: Judge) -> Procedure[None]:
    """The minute as the bids close, 天亮, and who stands: nobody, one, some or all."""
    minute = yield from read_minute(Eyes.SHUT)
    yield from break_day(judge)
    yield BidsClosed(judge.state.bidders)
    yield from leavers(judge)
    standing = judge.state.standing
    if not judge.state.bidders:
        yield from nobody(judge, Vacant.NOBODY_STOOD)
    elif not standing:
        yield from nobody(judge, Vacant.ALL_WITHDREW)
    elif len(judge.state.bidders) == 1:
        yield from elect(judge, standing[0], Elected.ALONE)
    else:
        direction = direction_of(minute)
        yield CampaignOpened(walk(standing, direction), direction, minute)
        yield from enter(judge, Stage.SPEECH)


def campaign(judge: Judge) -> Procedure[None]:
    """The candidates' speeches. Who withdraws is named when the speech ends, and does not speak any more.

    The last one left still speaks and is elected after 退水时间; in the PK, at once.

    Raises:
        DayEnds: a seat took the offer of 自爆.
    """
    yield from leavers(judge)
    pk = judge.state.stage is Stage.PK_SPEECH
    while judge.state.speakers and len(judge.state.standing) > (1 if pk else 0):
        yield from speech(judge, campaign_line, campaign_offers)
        if unnamed(judge.state):
            yield WithdrawalNamed(unnamed(judge.state))
        yield from leavers(judge)
    if not judge.state.standing:
        yield from nobody(judge, Vacant.ALL_WITHDREW)
    elif pk:
        yield from enter(judge, Stage.PK_VOTE)
    else:
        yield from enter(judge, Stage.WITHDRAW)


def campaign_line(state: GameState, _: Seat) -> str:
    """Speeches of the PK are shorter."""
    return "sheriff.pk_turn" if state.runoff else "sheriff.turn"


def campaign_offers(state: GameState) -> tuple[Offer, ...]:
    """自爆, and 退水 for whoever still stands."""
    return (*reveals(state), Offer(OfferKind.WITHDRAW, state.standing))


def withdrawal(judge: Judge) -> Procedure[None]:
    """退水时间, and what it leaves: nobody, one, nobody to vote, or a ballot.

    Raises:
        DayEnds: a seat took the offer of 自爆.
    """
    yield from leavers(judge)
    if not judge.state.standing:
        yield from nobody(judge, Vacant.ALL_WITHDREW)
        return
    call = Call(line="sheriff.quit_open", form=Form.WITHDRAW, eyes=Eyes.OPEN)
    offers = (explode_offer(judge.state),)
    prompt = Press(call=call, gesture=Gesture.LONG_HOLD, who=judge.state.standing, offers=offers)
    seats = yield from press(prompt)
    for seat in seats:
        yield Withdrew(seat, speech=False)
    yield WithdrawalClosed(seats)
    yield from leavers(judge)
    if not (yield from settled(judge)):
        yield StandingRead(judge.state.standing)
        yield from enter(judge, Stage.PK_VOTE if judge.state.runoff else Stage.VOTE)


def settled(judge: Judge) -> Procedure[bool]:
    """Whether the election ends without a ballot: nobody stands, only one does, or nobody may vote."""
    standing = judge.state.standing
    if not standing:
        yield from nobody(judge, Vacant.ALL_WITHDREW)
    elif len(standing) == 1:
        yield from elect(judge, standing[0], Elected.LAST)
    elif not voters(judge.state):
        yield from nobody(judge, Vacant.NOBODY_BELOW)
    else:
        return False
    return True


def voters(state: GameState) -> Seats:
    """警下: who is not out and never stood; in the PK, where the house says so, also who stood and lost.

    A flipped 白痴 has no vote in any ballot.
    """
    may = [seat for seat in state.present if seat not in state.bidders and seat not in state.flipped]
    if state.runoff and state.rules.pk_voters_campaign is PkVoters.LOSERS_TOO:
        gone = (*state.withdrawn, *state.runoff)
        may += [seat for seat in state.bidders if seat in state.present and seat not in gone]
    return tuple(sorted(may))


def vote(judge: Judge) -> Procedure[None]:
    """The ballot, eyes shut. A tie speaks once more, once. Votes for a candidate who has left meanwhile are void.

    Raises:
        DayEnds: a seat took the offer of 自爆; no vote counts.
    """
    yield from leavers(judge)
    if (yield from settled(judge)):
        return
    pk = judge.state.stage is Stage.PK_VOTE
    call = Call(
        line="sheriff.pk_vote" if pk else "sheriff.vote_open",
        form=Form.BALLOT,
        eyes=Eyes.SHUT,
        options=judge.state.standing,
    )
    offers = (explode_offer(judge.state),)
    result = yield from open_ballot(judge, 2 if pk else 1, call, voters(judge.state), offers=offers)
    yield SheriffBallotRead(result.round, result.tally, result.abstained, result.abstentions)
    yield from leavers(judge)
    top = leading(result.tally, judge.state.standing)
    if len(top) == 1:
        yield from elect(judge, top[0], Elected.VOTES)
    elif pk or not top:
        yield from nobody(judge, Vacant.TIED_AGAIN if top else Vacant.NO_VOTES)
    else:
        minute = yield from read_minute()
        direction = direction_of(minute)
        yield SheriffPkOpened(walk(top, direction), direction, minute)
        yield from enter(judge, Stage.PK_SPEECH)


def resume(judge: Judge) -> Procedure[None]:
    """双爆, the next day: who still stands goes on where the election stopped; one is elected at once, none ends it."""
    yield from leavers(judge)
    yield ElectionResumed(judge.state.standing)
    if len(judge.state.standing) == 1:
        yield from elect(judge, judge.state.standing[0], Elected.LAST)
    elif judge.state.standing:
        yield from enter(judge, Stage.SPEECH)
    else:
        yield from nobody(judge, Vacant.ALL_WITHDREW)
