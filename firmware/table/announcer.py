"""What the judge says: public events and the public face of a prompt, as sentences. Nothing else is known here.

`announce` tells what has happened, `question` puts what is asked. Both are functions of public
facts alone: the secret half of a prompt never comes in, so no sentence, and no length that follows
from one, can tell a secret. Silences, counts and windows belong to the pacer.

Where an event is silent, its case says who speaks instead.
"""

from __future__ import annotations

from typing import Final, assert_never, cast

from audio.say import Say
from engine import events as e
from engine.houserules import DeadAtNight, ExileBallot, PkVoters
from engine.prompts import Call, Eyes, Form
from engine.public import DAWN, PublicView
from engine.roles import deck_has
from engine.seats import Direction, Seats
from engine.secrecy import Public
from firmware.table.acts import announce_act
from firmware.table.office import announce_office, eyes_shut_to_vote
from firmware.table.opening import dealing, opening

FrameEvent = e.GameOpened | e.Redealt | e.GameBegan | e.GameOver | e.Revealed | e.GameAborted | e.Undone
"""Beginning and end, and what staff take back."""
NightEvent = e.NightFell | e.StepClosed | e.ClaimsDoubted | e.NightEnded
"""Heard with eyes shut."""
DeathEvent = (
    e.DayBroke | e.Announced | e.SkillUnused | e.ShotFired | e.ShotHeld | e.WordsOpened | e.WordsOver | e.OutRuleTold
)
"""Dawn, and what follows a death."""
DayEvent = (
    e.SpeechesOpened
    | e.Spoke
    | e.SpeechesOver
    | e.BallotOpened
    | e.BallotRead
    | e.PkOpened
    | e.MostVotes
    | e.Exiled
    | e.PeaceDay
    | e.Exploded
    | e.DayEnded
    | e.IdiotFlipped
    | e.LeftTable
    | e.CardShown
    | e.ShooterNamed
)
"""Speeches, ballots and their outcome."""
PublicEvent = FrameEvent | NightEvent | DeathEvent | DayEvent | e.AnyOffice | e.AnyAct
"""Every public event there is; a test compares it with the engine."""

CONFIRM: Final = "night.confirm"
PACK_CONFIRM: Final = "wolf.confirm"
PACK: Final = "wolf"
"""The night step in which several seats claim."""

IDLE: Final = "idle"
"""A while in which nothing is said: 驯熊师 has nothing to do."""
_PREFACE: Final = {"thief.pick": (Say(key="thief.rule"),)}
"""What is said before a question, whatever the answer may be."""

RUNOFF: Final = "pk.vote"
"""The line of a ballot among the tied."""
SHERIFF_RUNOFF: Final = "sheriff.pk_vote"
"""The same of the sheriff's election."""

_DEAD_AT_NIGHT: Final = {
    DeadAtNight.STAY_EYES_SHUT: "words.dead_stay",
    DeadAtNight.LEAVE: "words.dead_leave",
}

_PEACE: Final = {
    e.Peace.NO_VOTES: "vote.nobody",
    e.Peace.TIED_AGAIN: "pk.tie",
    e.Peace.NO_VOTERS: "pk.no_voters",
}


def announce(event: Public, view: PublicView) -> tuple[Say, ...]:
    """The sentences that tell `event`; empty when it is silent. `view` is the public state before it."""
    known = cast("PublicEvent", event)
    if isinstance(known, FrameEvent):
        return _frame(known, view)
    if isinstance(known, NightEvent):
        return _night(known)
    if isinstance(known, DeathEvent):
        return _death(known, view)
    if isinstance(known, e.AnyOffice):
        return announce_office(known, view)
    if isinstance(known, e.AnyAct):
        return announce_act(known)
    if isinstance(known, DayEvent):
        return _day(known, view)
    assert_never(known)


def question(call: Call, view: PublicView) -> tuple[Say, ...]:
    """The sentences that put the question of `call`, the one its window opens with last; empty for a silent one."""
    match call.form:
        case Form.SILENT:
            return ()
        case Form.WAKE:
            return _wake(call, view)
        case Form.BALLOT:
            return _ballot(call, view)
        case Form.BID:
            return (Say(key="sheriff.open"), Say(key=call.line))
        case Form.CLAIM:
            return (Say(key=call.line, role=call.card),)
        case Form.WITHDRAW | Form.READY | Form.STAFF | Form.FLOOR | Form.ASK | Form.CHOICE | Form.DEAL:
            return (Say(key=call.line, seat=call.seat),)
        case Form.PICK | Form.SHOW | Form.COUNT | Form.VERDICT | Form.ANSWER | Form.TOUR:
            # By night no seat is singled out.
            return () if call.line == IDLE else (*_PREFACE.get(call.line, ()), Say(key=call.line))
        case _:
            assert_never(call.form)


def _wake(call: Call, view: PublicView) -> tuple[Say, ...]:
    """The wake line, who is not meant by it, and how to claim while the role has no known holder."""
    wake = waking(call.role, view)
    if not call.claim:
        return wake
    return (*wake, Say(key=PACK_CONFIRM if call.role == PACK else CONFIRM))


def waking(role: str, view: PublicView) -> tuple[Say, ...]:
    """X请睁眼, and on boards with 隐狼 who is not meant by 狼人请睁眼."""
    hides = role == PACK and deck_has(view.deck, lambda card: card.hides)
    return (Say(key=f"{role}.wake"), *((Say(key="wolf.not_hidden"),) if hides else ()))


def _ballot(call: Call, view: PublicView) -> tuple[Say, ...]:
    """How to vote is said at the first ballot of the game; in a runoff among all nobody is barred."""
    if call.line.startswith("sheriff."):
        losers_vote = call.line == SHERIFF_RUNOFF and view.rules.pk_voters_campaign is PkVoters.LOSERS_TOO
        return (Say(key="sheriff.pk_vote_all" if losers_vote else call.line),)
    if call.line == RUNOFF:
        everybody = {*view.candidates, *view.flipped} >= set(view.living)
        if call.eyes is Eyes.OPEN:
            return (Say(key="pk.vote_all_eyes" if everybody else "pk.vote_eyes"),)
        return (Say(key="pk.vote_all" if everybody else RUNOFF),)
    rule = () if view.voted else (Say(key="vote.rule"),)
    return (Say(key=call.line), *rule, Say(key="vote.count"))


def _frame(event: FrameEvent, view: PublicView) -> tuple[Say, ...]:
    """Beginning and end."""
    match event:
        case e.GameOpened():
            return (*opening(event), *dealing(event.deck, event.rules))
        case e.Redealt():
            return (Say(key="setup.redeal"), *dealing(view.deck, view.rules))
        case e.GameBegan():
            return (Say(key="setup.begin"),)
        case e.GameOver(winner=winner, reason=reason):
            return (Say(key=f"over.{reason.value}"), Say(key=f"over.{winner.value}"))
        case e.Revealed():
            return _revealed(event)
        case e.GameAborted():
            return (Say(key="staff.abort"),)
        case e.Undone():  # said where the prompt is put again: by night it must sound like any interruption
            return ()
        case _:
            assert_never(event)


def _revealed(event: e.Revealed) -> tuple[Say, ...]:
    """Who held what; the spare cards, 情侣 and 榜样."""
    told = [Say(key="over.role", seat=seat, role=role) for seat, role in event.cards]
    if event.spares:
        roles = tuple((role, event.spares.count(role)) for role in dict.fromkeys(event.spares))
        told.append(Say(key="over.buried", roles=roles))
    if event.lovers:
        told.append(Say(key="over.lovers", seats=event.lovers))
    told += [Say(key="over.model", seat=child, target=model) for child, model in event.models]
    return (Say(key="over.reveal"), *told, Say(key="over.cards"), Say(key="over.thanks"))


def _night(event: NightEvent) -> tuple[Say, ...]:
    """The same words every night, whoever lives."""
    match event:
        case e.NightFell(n=n):
            return (Say(key="night.first" if n == 1 else "night.fall"), Say(key="night.hush"))
        case e.StepClosed(role=role):
            return (Say(key=f"{role}.close"),)
        case e.ClaimsDoubted():
            return ()  # the question to staff that follows says it, and again after a restart
        case e.NightEnded():
            return ()  # silence before dawn
        case _:
            assert_never(event)


def _death(event: DeathEvent, view: PublicView) -> tuple[Say, ...]:
    """Dawn, skills and last words. No cause and no order of death is ever told."""
    match event:
        case e.DayBroke(n=n):
            return (Say(key="dawn.open" if n == 1 else "dawn.again"),)
        case e.Announced(seats=seats):
            return (_dead(seats),)
        case e.SkillUnused():
            return (Say(key="dawn.skill_none"),)
        case e.ShotFired(by=by, target=target):
            return (Say(key="gun.fire", seat=by, target=target),)
        case e.ShotHeld(by=by):
            return (Say(key="gun.hold", seat=by),)
        case e.WordsOpened(seats=()):
            return (Say(key="words.none"),)
        case e.WordsOpened(seats=seats):
            # One speaker is called by the floor's own line; by day the order need not be that of the seats.
            return (Say(key="words.many", seat=seats[0]),) if len(seats) > 1 and view.phase == DAWN else ()
        case e.WordsOver():
            return (Say(key="words.over"),)
        case e.OutRuleTold():
            return (Say(key="words.dead_rule"), Say(key=_DEAD_AT_NIGHT[view.rules.dead_at_night]))
        case _:
            assert_never(event)


def _dead(seats: Seats) -> Say:
    """平安夜, or who died."""
    if not seats:
        return Say(key="dawn.peace")
    if len(seats) == 1:
        return Say(key="dawn.death_one", seat=seats[0])
    return Say(key="dawn.death_many", seats=seats)


def _tally(event: e.BallotRead, view: PublicView) -> tuple[Say, ...]:
    """Votes per candidate, and who abstained: by name where the house reads names.

    Without any vote nothing is read; what follows (平安日, or a runoff among all) says that all abstained.
    Only the sheriff has half a vote to give, so an odd number of halves shows that it voted.
    """
    opened = view.rules.exile_ballot is ExileBallot.OPEN
    says = [Say(key="vote.end_eyes" if opened else "vote.end")]
    for row in event.tally:
        key = "vote.tally" if row.voters else "vote.tally_count"
        says.append(Say(key=key, seat=row.seat, halves=row.halves, voters=row.voters))
    if any(row.halves % 2 for row in event.tally):
        says.append(Say(key="vote.sheriff_half"))
    if event.abstained and event.tally:
        says.append(Say(key="vote.abstain", seats=event.abstained))
    elif event.abstentions and event.tally:
        says.append(Say(key="vote.abstain_count", n=event.abstentions))
    return tuple(says)


def _runoff(event: e.PkOpened, view: PublicView) -> tuple[Say, ...]:
    """Who speaks once more, and in which order; with no vote before it, everybody does (rules 7.5)."""
    opened = Say(key="pk.open", seats=tuple(sorted(event.order))) if view.tally else Say(key="pk.open_all")
    clock = Say(key="pk.odd" if event.minute % 2 else "pk.even", minute=event.minute)
    return (opened, clock, Say(key="pk.order", seat=event.order[0]))


def _speeches(event: e.SpeechesOpened) -> tuple[Say, ...]:
    """Who begins, and which way; the minute where the clock decided."""
    first = event.order[0]
    opened = Say(key="speech.open")
    if event.minute is None:
        way = "speech.asc" if event.direction is Direction.ASCENDING else "speech.desc"
        return (opened, Say(key=way, seat=first))
    clock = Say(key="speech.time_odd" if event.minute % 2 else "speech.time_even", minute=event.minute, seat=first)
    return (opened, *((Say(key="speech.auto"),) if event.by is e.OrderBy.AUTO else ()), clock)


def _day(event: DayEvent, view: PublicView) -> tuple[Say, ...]:
    """Speeches, ballots and their outcome."""
    match event:
        case e.SpeechesOpened():
            return _speeches(event)
        case e.Spoke():
            return ()  # the next floor is the announcement
        case e.SpeechesOver():
            return (Say(key="speech.done"),)
        case e.BallotOpened():
            return ()  # the ballot's own line opens it
        case e.BallotRead():
            return _tally(event, view)
        case e.PkOpened():
            return _runoff(event, view)
        case e.MostVotes(seat=seat):
            return (Say(key="vote.most", seat=seat),)
        case e.Exiled(seat=seat):
            return (Say(key="vote.out", seat=seat),)
        case e.PeaceDay(why=why):
            return (Say(key=_PEACE[why]),)
        case e.Exploded(seat=seat):
            shut = (Say(key="sheriff.vote_end"),) if eyes_shut_to_vote(view) else ()
            return (*shut, Say(key="boom.wolf", seat=seat))
        case e.IdiotFlipped(seat=seat):
            return (Say(key="idiot.show", seat=seat), Say(key="idiot.rule", seat=seat))
        case e.LeftTable(seat=seat, foul=foul):
            return (Say(key="staff.foul" if foul else "staff.kick", seat=seat),)
        case e.CardShown(seat=seat, role=role):
            return (Say(key="dead.card", seat=seat, role=role),)
        case e.ShooterNamed(seat=seat, role=role):
            return (Say(key="gun.named", seat=seat, role=role),)
        case e.DayEnded(early=True):
            # Before any speech of the day and without a sheriff who could have been choosing the order: the 自爆
            # was in the election, and the dead of the night came after it.
            if view.exploded is None and view.phase != DAWN:
                return (Say(key="knight.win_night"),)
            vacant = view.badge in (e.Badge.OPEN, e.Badge.NONE)
            return (Say(key="sheriff.boom_next" if view.phase == DAWN and vacant else "boom.night"),)
        case e.DayEnded():
            return (Say(key="day.end"),)
        case _:
            assert_never(event)
