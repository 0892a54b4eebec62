"""What the judge says of election and badge: part of the announcer, public facts alone (rules 7.2, 7.7)."""

from __future__ import annotations

from typing import Final, assert_never

from audio.say import Say
from engine import events as e
from engine.public import PublicView

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
}


def announce_office(event: e.AnyOffice, view: PublicView) -> tuple[Say, ...]:
    """The sentences that tell `event`; `view` is the public state before it."""
    match event:
        case e.BidsClosed(seats=seats):
            if len(seats) < 2:
                return ()  # nobody: the election's end says it; one: the sheriff is named at once
            everybody = seats == view.living
            return (Say(key="sheriff.all") if everybody else Say(key="sheriff.list", seats=seats),)
        case e.CampaignOpened(order=order, minute=minute):
            return (_clock(minute), Say(key="sheriff.first", seat=order[0]))
        case e.SheriffPkOpened(order=order, minute=minute):
            tied = Say(key="sheriff.pk", seats=tuple(sorted(order)))
            return (tied, _clock(minute), Say(key="sheriff.first", seat=order[0]))
        case e.WithdrawalNamed(seats=seats):
            return tuple(Say(key="sheriff.quit_live", seat=seat) for seat in seats)
        case e.WithdrawalClosed(seats=seats):
            if not seats:
                return (Say(key="sheriff.quit_none"),)
            return (Say(key="sheriff.quit_list", seats=seats), Say(key="sheriff.quit_rule"))
        case e.StandingRead(seats=seats):
            return (Say(key="sheriff.stay", seats=seats),)
        case e.SheriffBallotRead():
            return _tally(event)
        case e.SheriffElected(seat=seat, how=how):
            return (Say(key=_ELECTED[how], seat=seat),)
        case e.NoSheriff(why=why):
            return (Say(key=_VACANT[why]),)
        case e.ElectionSuspended():
            return (Say(key="sheriff.boom_first"),)
        case e.ElectionResumed(seats=seats):
            return (Say(key="sheriff.resume", seats=seats),) if seats else ()
        case e.BadgeAsked():
            return () if view.sheriff_seat in view.flipped else (Say(key="badge.ask"),)
        case e.BadgePassed(to=to):
            return (Say(key="badge.pass", target=to),)
        case e.BadgeTorn(timeout=timeout):
            return (Say(key="badge.timeout" if timeout else "badge.tear"),)
        case _:
            assert_never(event)


def _clock(minute: int) -> Say:
    """单顺双逆, with the minute so that everybody can check it."""
    return Say(key="sheriff.odd" if minute % 2 else "sheriff.even", minute=minute)


def _tally(event: e.SheriffBallotRead) -> tuple[Say, ...]:
    """Votes per candidate, and who abstained where the house reads names."""
    says = [Say(key="sheriff.vote_end")]
    for row in event.tally:
        key = "sheriff.tally" if row.voters else "sheriff.tally_count"
        says.append(Say(key=key, seat=row.seat, halves=row.halves, voters=row.voters))
    if event.abstained and event.tally:
        says.append(Say(key="sheriff.abstain", seats=event.abstained))
    elif event.abstentions and event.tally:
        says.append(Say(key="vote.abstain_count", n=event.abstentions))
    return tuple(says)
