"""What the judge says of election and badge: part of the announcer, public facts alone (rules 7.2, 7.7)."""

from __future__ import annotations

from typing import Final, assert_never

from audio.say import Say
from engine import events as e
from engine.public import PublicView
from engine.seats import Seats

_ELECTED: Final = {
    e.Elected.ALONE: "sheriff.one",
    e.Elected.LAST: "sheriff.quit_one",
    e.Elected.VOTES: "sheriff.elected",
}
_VACANT: Final = {
    e.Vacant.NOBODY_STOOD: "sheriff.none",
    e.Vacant.ALL_WITHDREW: "sheriff.quit_zero",
    e.Vacant.NOBODY_BELOW: "sheriff.all_none",
    e.Vacant.NO_VOTES: "sheriff.vote_none",
    e.Vacant.TIED_AGAIN: "sheriff.pk_tie",
    e.Vacant.EXPLODED: "sheriff.boom",
    e.Vacant.DUEL: "sheriff.duel",
}


def announce_office(event: e.AnyOffice, view: PublicView) -> tuple[Say, ...]:
    """The sentences that tell `event`; `view` is the public state before it."""
    match event:
        case e.BidsClosed(seats=seats):
            if len(seats) < 2:
                return ()  # nobody: the election's end says it; one: the sheriff is named at once
            everybody = set(seats) == set(view.living)
            return (Say(key="sheriff.all") if everybody else Say(key="sheriff.list", seats=seats),)
        case e.CampaignOpened(order=order, minute=minute):
            return (_clock(minute), Say(key="sheriff.first", seat=order[0]))
        case e.SheriffPkOpened(order=order, minute=minute):
            tied = Say(key="sheriff.pk", seats=tuple(sorted(order)))
            return (tied, _clock(minute), Say(key="sheriff.first", seat=order[0]))
        case e.WithdrawalNamed(seats=seats):
            return tuple(Say(key="sheriff.quit_live", seat=seat) for seat in seats)
        case e.WithdrawalClosed(seats=seats):
            if not seats and not view.withdrawn:
                return (Say(key="sheriff.quit_none"),)
            window = Say(key="sheriff.quit_list", seats=seats) if seats else Say(key="sheriff.quit_no_more")
            return (window, Say(key="sheriff.quit_rule"))
        case e.StandingRead(seats=seats):
            return (Say(key="sheriff.stay", seats=seats),)
        case e.SheriffBallotRead():
            return _tally(event, view.standing)
        case e.SheriffElected(seat=seat, how=how):
            return (Say(key=_ELECTED[how], seat=seat),)
        case e.NoSheriff(why=why):
            return (Say(key=_VACANT[why], seat=view.exploded),)
        case e.ElectionSuspended(seat=seat):
            return (Say(key="sheriff.boom_first", seat=seat),)
        case e.ElectionResumed(seats=seats):
            return (Say(key="sheriff.resume", seats=seats),) if seats else ()  # nobody: the end says it
        case e.BadgeAsked(seat=seat):
            return (Say(key="badge.ask") if seat in view.out else Say(key="idiot.badge", seat=seat),)
        case e.BadgePassed(to=to):
            return (Say(key="badge.pass", target=to),)
        case e.BadgeTorn(timeout=timeout):
            return (Say(key="badge.timeout" if timeout else "badge.tear"),)
        case _:
            assert_never(event)


def _clock(minute: int) -> Say:
    """单顺双逆, with the minute so that everybody can check it."""
    return Say(key="sheriff.odd" if minute % 2 else "sheriff.even", minute=minute)


def eyes_shut_to_vote(view: PublicView) -> bool:
    """Whether a ballot of the election is open: the eyes of the voters are shut then.

    The PK ballot has no event of its own that opens it: it follows the last speech.
    """
    match view.election:
        case e.Stage.VOTE | e.Stage.PK_VOTE:
            return True
        case e.Stage.PK_SPEECH:
            return all(seat in view.spoke or seat not in view.standing for seat in view.order)
        case _:
            return False


def _tally(event: e.SheriffBallotRead, candidates: Seats) -> tuple[Say, ...]:
    """Votes per candidate, none included, and who abstained: by name where the house reads names.

    Without any vote nothing is read; the end of the election says so.
    """
    says = [Say(key="sheriff.vote_end")]
    rows = {row.seat: row for row in event.tally}
    for seat in sorted({*rows, *candidates}) if rows else ():
        row = rows.get(seat)
        if row is None:
            says.append(Say(key="sheriff.tally_zero", seat=seat))
            continue
        key = "sheriff.tally" if row.voters else "sheriff.tally_count"
        says.append(Say(key=key, seat=seat, halves=row.halves, voters=row.voters))
    if event.abstained and event.tally:
        says.append(Say(key="sheriff.abstain", seats=event.abstained))
    elif event.abstentions and event.tally:
        says.append(Say(key="vote.abstain_count", n=event.abstentions))
    return tuple(says)
