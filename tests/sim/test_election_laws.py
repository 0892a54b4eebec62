"""The laws of election, badge, 自爆 and order of speech find what they are there for: one planted violation each."""

from __future__ import annotations

from typing import Final

import pytest

from engine import events as e
from engine.game import Step
from engine.houserules import Anchor, BadgeSwallow, ExplodingSheriff, HouseRules, IdiotSheriff
from engine.prompts import AnyPrompt, Call, Eyes, Floor, Form, Gesture, Legal, Offer, OfferKind, Press, RollCall
from engine.seats import Direction, Seat, Seats, seats_of
from engine.secrecy import Event
from engine.text import Text
from firmware.sim import election_laws as laws
from firmware.sim.ledger import Watch

SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)
CARDS: Final = dict(zip(SEATS, ("werewolf", "werewolf", "idiot", "seer", "villager", "villager"), strict=True))
DEFAULT: Final = HouseRules()
UP: Final = Direction.ASCENDING
DOWN: Final = Direction.DESCENDING
STOOD: Final = (e.BidsHeard(seats_of(1, 2, 3)), e.BidsClosed(seats_of(1, 2, 3)))
GONE: Final = e.Withdrew(Seat(3), speech=True)
SHERIFF: Final = (*STOOD, e.SheriffElected(Seat(1), e.Elected.VOTES))
OUT: Final = (e.Died(Seat(1), e.Cause.EXILE), e.Exiled(Seat(1)))


def step(*events: Event, prompt: AnyPrompt | None = None) -> Step:
    return Step(number=1, command=None, events=events, prompt=prompt, digest=b"")  # type: ignore[arg-type]


def watched(law: Watch, *events: Event, rules: HouseRules = DEFAULT, prompt: AnyPrompt | None = None) -> list[str]:
    opened = e.GameOpened("B06a", Text("", ""), SEATS, (), rules, sheriff=True)
    law.committed(step(opened, e.NightFell(1), *events, prompt=prompt))
    return law.broken


def found(text: str, broken: list[str]) -> bool:
    """Whether nothing is broken (no `text`), or just what was planted."""
    return (not broken) if not text else [text in what for what in broken] == [True]


# ---------------------------------------------------------------- the election


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ((e.BidsHeard(()), e.NoSheriff(e.Vacant.NOBODY_STOOD)), ""),
        ((*STOOD, e.NoSheriff(e.Vacant.NOBODY_STOOD)), "nobody stood"),
        ((e.BidsHeard(seats_of(4)), e.SheriffElected(Seat(4), e.Elected.ALONE)), ""),
        ((*STOOD, e.SheriffElected(Seat(1), e.Elected.ALONE)), "one stood alone"),
        ((*STOOD, GONE, e.Withdrew(Seat(2), speech=False), e.SheriffElected(Seat(1), e.Elected.LAST)), ""),
        ((*STOOD, GONE, e.SheriffElected(Seat(1), e.Elected.LAST)), "one was left"),
        ((*STOOD, GONE, e.SheriffElected(Seat(3), e.Elected.VOTES)), "elected and does not stand"),
        ((*STOOD, GONE, GONE), "does not stand and withdraws"),
        ((*STOOD, GONE, e.NoSheriff(e.Vacant.ALL_WITHDREW)), "all withdrew"),
        ((*STOOD, e.NoSheriff(e.Vacant.NOBODY_BELOW)), "nobody may vote"),
        ((e.BidsHeard(SEATS), e.NoSheriff(e.Vacant.NOBODY_BELOW)), ""),
        ((*STOOD, e.NoSheriff(e.Vacant.EXPLODED)), "a wolf exploded"),
        ((*STOOD, GONE, e.StandingRead(seats_of(1, 2))), ""),
        ((*STOOD, GONE, e.StandingRead(seats_of(1, 2, 3))), "are read"),
        ((*STOOD, GONE, e.WithdrawalNamed(seats_of(2))), "are said to have withdrawn"),
        ((*SHERIFF, e.SheriffElected(Seat(2), e.Elected.VOTES)), "a second election"),
        ((*STOOD, e.Announced(1, ())), "has no end"),
    ],
)
def test_how_an_election_ends(events: tuple[Event, ...], text: str) -> None:
    assert found(text, watched(laws.FairElection(), *events))


def ballot(line: str, *voters: int) -> RollCall:
    call = Call(line=line, form=Form.BALLOT, eyes=Eyes.SHUT, options=seats_of(1, 2))
    return RollCall(call=call, legal=tuple(Legal(Seat(voter), seats_of(1, 2)) for voter in voters))


def window(form: Form, *who: int) -> Press:
    return Press(call=Call(line="x", form=form, eyes=Eyes.SHUT), gesture=Gesture.TAP, who=seats_of(*who))


@pytest.mark.parametrize(
    ("prompt", "right"),
    [
        (window(Form.BID, 1, 2, 3, 4, 5, 6), True),
        (window(Form.BID, 1, 2, 3, 4, 5), False),
        (window(Form.WITHDRAW, 1, 2), True),
        (window(Form.WITHDRAW, 1, 2, 3), False),
        (ballot("sheriff.vote_open", 4, 5, 6), True),
        (ballot("sheriff.vote_open", 3, 4, 5, 6), False),
        (ballot("sheriff.vote_open", 4, 5), False),
        (ballot("vote.open", 1, 2, 3, 4, 5, 6), True),
        (ballot("vote.open", 1, 2, 3, 4, 5), False),
    ],
)
def test_who_is_asked_in_an_election(prompt: AnyPrompt, *, right: bool) -> None:
    """Case 14 of the hygiene list: seat 6 was knifed, nobody has heard of it, and it takes part in everything."""
    dead = e.Died(Seat(6), e.Cause.KNIFE)
    assert right == (watched(laws.FairElection(), dead, *STOOD, GONE, prompt=prompt) == [])


# ---------------------------------------------------------------- the badge


ASKED: Final = (*SHERIFF, *OUT, e.BadgeAsked(Seat(1)))
FLIP: Final = (
    *STOOD,
    e.SheriffElected(Seat(3), e.Elected.VOTES),
    e.IdiotFlipped(Seat(3), sheriff=True),
)
HAND_OVER: Final = HouseRules(idiot_sheriff=IdiotSheriff.HAND_OVER)
LOST: Final = HouseRules(exploding_sheriff_badge=ExplodingSheriff.LOST)
BLAST: Final = (*SHERIFF, e.Exploded(Seat(1)), e.Died(Seat(1), e.Cause.EXPLODE))


@pytest.mark.parametrize(
    ("events", "rules", "text"),
    [
        ((*ASKED, e.BadgePassed(Seat(1), Seat(4)), e.DayEnded(1, early=False)), DEFAULT, ""),
        ((*ASKED, e.BadgeTorn(Seat(1), timeout=True), e.DayEnded(1, early=False)), DEFAULT, ""),
        ((*SHERIFF, *OUT, e.DayEnded(1, early=False)), DEFAULT, "who is out"),
        ((*SHERIFF, e.BadgeAsked(Seat(1))), DEFAULT, "is not out"),
        ((*SHERIFF, *OUT, e.BadgePassed(Seat(1), Seat(4))), DEFAULT, "None was asked"),
        ((*ASKED, e.BadgePassed(Seat(1), Seat(1))), DEFAULT, "cannot have it"),
        ((*ASKED, e.Died(Seat(4), e.Cause.SHOT), e.BadgePassed(Seat(1), Seat(4))), DEFAULT, "cannot have it"),
        ((*ASKED, e.LeftRecorded(Seat(4)), e.BadgePassed(Seat(1), Seat(4))), DEFAULT, "cannot have it"),
        ((*ASKED, e.BadgeAsked(Seat(1))), DEFAULT, "asked for the badge twice"),
        ((*ASKED, e.ShotFired(Seat(1), Seat(4))), DEFAULT, "after the badge was asked for"),
        ((*FLIP, e.DayEnded(1, early=False)), DEFAULT, ""),
        ((*FLIP, e.DayEnded(1, early=False)), HAND_OVER, "who has flipped"),
        ((*FLIP, e.BadgeAsked(Seat(3)), e.BadgePassed(Seat(3), Seat(4))), HAND_OVER, ""),
        ((*BLAST, e.BadgeTorn(Seat(1), timeout=False)), LOST, ""),
        ((*BLAST, e.BadgeTorn(Seat(1), timeout=False)), DEFAULT, "None was asked"),
    ],
)
def test_where_the_badge_goes(events: tuple[Event, ...], rules: HouseRules, text: str) -> None:
    assert found(text, watched(laws.OneBadge(), *events, rules=rules))


# ---------------------------------------------------------------- 自爆 and 退水


def floor(line: str, offers: dict[OfferKind, Seats]) -> Floor:
    standing = tuple(Offer(kind, who) for kind, who in offers.items())
    return Floor(call=Call(line=line, form=Form.FLOOR, eyes=Eyes.OPEN, seat=Seat(1)), offers=standing)


WOLVES: Final = {OfferKind.EXPLODE: seats_of(1, 2)}


@pytest.mark.parametrize(
    ("prompt", "right"),
    [
        *((floor(line, WOLVES), True) for line in sorted(laws.DAY | laws.ELECTION - laws.SPEECHES)),
        *((floor(line, {**WOLVES, OfferKind.WITHDRAW: seats_of(1, 2)}), True) for line in sorted(laws.SPEECHES)),
        *((floor(line, {}), True) for line in ("words.ask", "vote.open", "badge.how", "sheriff.raise")),
        *((floor(line, WOLVES), False) for line in ("words.ask", "vote.open", "pk.vote", "sheriff.raise")),
        (floor("speech.next", {}), False),
        (floor("speech.next", {OfferKind.EXPLODE: seats_of(1, 2, 4)}), False),
        (floor("speech.next", {OfferKind.EXPLODE: seats_of(1)}), False),
        (floor("sheriff.turn", {**WOLVES, OfferKind.WITHDRAW: seats_of(1, 2, 3)}), False),
    ],
)
def test_what_stands_open_beside_a_question(prompt: AnyPrompt, *, right: bool) -> None:
    """Rules 7.6: wolf 2 is dead, and nobody has heard of it; seat 3 has withdrawn."""
    dead = e.Died(Seat(2), e.Cause.POISON)
    assert right == (watched(laws.Offers(lambda: CARDS), dead, *STOOD, GONE, prompt=prompt) == [])


DOUBLE: Final = HouseRules(badge_swallow=BadgeSwallow.DOUBLE)
FIRST: Final = e.Exploded(Seat(1))
NEXT_DAY: Final = (e.ElectionSuspended(Seat(1)), e.NightFell(2), e.ElectionResumed(seats_of(2, 3)))


@pytest.mark.parametrize(
    ("events", "rules", "text"),
    [
        ((*STOOD, FIRST, e.NoSheriff(e.Vacant.EXPLODED), e.DayEnded(1, early=True)), DEFAULT, ""),
        ((*STOOD, FIRST, e.ElectionSuspended(Seat(1))), DEFAULT, "due was NoSheriff"),
        ((*STOOD, FIRST), DEFAULT, "and no NoSheriff"),
        ((*STOOD, FIRST, *NEXT_DAY, e.SheriffElected(Seat(2), e.Elected.VOTES)), DOUBLE, ""),
        ((*STOOD, FIRST, e.NoSheriff(e.Vacant.EXPLODED)), DOUBLE, "due was ElectionSuspended"),
        ((*STOOD, FIRST, *NEXT_DAY, e.Exploded(Seat(2)), e.NoSheriff(e.Vacant.EXPLODED)), DOUBLE, ""),
        ((*STOOD, FIRST, *NEXT_DAY, e.Exploded(Seat(2)), e.ElectionSuspended(Seat(2))), DOUBLE, "due was NoSheriff"),
        ((*STOOD, e.ElectionSuspended(Seat(1))), DOUBLE, "without a 自爆"),
        ((*SHERIFF, FIRST, e.Exploded(Seat(2))), DEFAULT, "on a day that has ended"),
        ((*SHERIFF, FIRST, e.BallotOpened(1, SEATS, SEATS)), DEFAULT, "BallotOpened after the 自爆"),
        ((*SHERIFF, FIRST, e.DayEnded(1, early=False)), DEFAULT, "ends in time"),
        ((*SHERIFF, e.DayEnded(1, early=True)), DEFAULT, "ends early"),
    ],
)
def test_what_a_blast_does(events: tuple[Event, ...], rules: HouseRules, text: str) -> None:
    """Cases 97, 98 and 111."""
    assert found(text, watched(laws.OneBlast(), *events, rules=rules))


# ---------------------------------------------------------------- orders of speech


def spoken(*order: int, up: bool = True, minute: int | None = None, by: e.OrderBy = e.OrderBy.SHERIFF) -> Event:
    return e.SpeechesOpened(UP if up else DOWN, tuple(Seat(seat) for seat in order), minute, by)


FREE: Final = HouseRules(order_anchor_single_death=Anchor.FREE)
ELECTED: Final = (e.SheriffElected(Seat(3), e.Elected.ALONE),)
FALLEN: Final = e.Announced(1, seats_of(5))


@pytest.mark.parametrize(
    ("events", "rules", "right"),
    [
        ((*STOOD, e.CampaignOpened(seats_of(1, 2, 3), UP, 925)), DEFAULT, True),
        ((*STOOD, e.CampaignOpened((Seat(3), Seat(2), Seat(1)), DOWN, 920)), DEFAULT, True),
        ((*STOOD, e.CampaignOpened(seats_of(1, 2, 3), UP, 920)), DEFAULT, False),
        ((*STOOD, e.CampaignOpened((Seat(2), Seat(3), Seat(1)), UP, 925)), DEFAULT, False),
        ((*STOOD, e.SheriffPkOpened((Seat(2), Seat(1)), DOWN, 926)), DEFAULT, True),
        ((*STOOD, e.SheriffPkOpened((Seat(1), Seat(2)), DOWN, 926)), DEFAULT, False),
        ((*ELECTED, spoken(4, 5, 6, 1, 2, 3)), DEFAULT, True),
        ((*ELECTED, spoken(2, 1, 6, 5, 4, 3, up=False)), DEFAULT, True),
        ((*ELECTED, spoken(3, 4, 5, 6, 1, 2)), DEFAULT, False),
        ((*ELECTED, FALLEN, spoken(6, 1, 2, 4, 3)), DEFAULT, True),
        ((*ELECTED, FALLEN, spoken(4, 6, 1, 2, 3)), DEFAULT, False),
        ((*ELECTED, FALLEN, spoken(4, 6, 1, 2, 3)), FREE, True),
        ((*ELECTED, spoken(4, 5, 6, 1, 2, 3, minute=925, by=e.OrderBy.AUTO)), DEFAULT, True),
        ((*ELECTED, spoken(4, 5, 6, 1, 2, 3, minute=924, by=e.OrderBy.AUTO)), DEFAULT, False),
        ((*ELECTED, spoken(1, 2, 3, 4, 5, 6, minute=925, by=e.OrderBy.CLOCK)), DEFAULT, False),
        ((spoken(1, 2, 3, 4, 5, 6, minute=925, by=e.OrderBy.CLOCK),), DEFAULT, True),
        ((FALLEN, spoken(6, 1, 2, 3, 4, minute=925, by=e.OrderBy.CLOCK)), DEFAULT, True),
        ((FALLEN, spoken(1, 2, 3, 4, 6, minute=925, by=e.OrderBy.CLOCK)), DEFAULT, False),
        ((spoken(4, 5, 6, 1, 2, 3, by=e.OrderBy.LOT),), DEFAULT, True),
        ((spoken(4, 6, 5, 1, 2, 3, by=e.OrderBy.LOT),), DEFAULT, False),
        ((*ELECTED, e.PkOpened((Seat(4), Seat(5), Seat(3)), UP, 925)), DEFAULT, True),
        ((*ELECTED, e.PkOpened((Seat(3), Seat(4), Seat(5)), UP, 925)), DEFAULT, False),
    ],
)
def test_orders_of_speech(events: tuple[Event, ...], rules: HouseRules, *, right: bool) -> None:
    """Cases 91, 109, 113 and 114."""
    assert right == (watched(laws.Orders(), *events, rules=rules) == [])
