"""The laws of links, powers and omens find what they are there for: a planted violation each, and a game without."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from engine import events as e
from engine.houserules import ChildTurns, HiddenWolfEnd, HouseRules, SilenceAnnounce
from engine.prompts import Call, Eyes, Fact, Floor, Form, Tell
from engine.seats import Seat, seats_of
from engine.text import Text
from firmware.sim import chain_laws, word_laws
from tests.sim.test_game_laws import step

if TYPE_CHECKING:
    from engine.prompts import AnyPrompt
    from engine.secrecy import Event
    from firmware.sim.ties import Bound

HELD: Final = (
    "werewolf", "wolf_beauty", "hidden_wolf", "wild_child", "cupid", "hunter", "knight", "old_rogue", "bomber",
    "bear_tamer", "seer", "villager",
)  # fmt: skip
SEATS: Final = seats_of(*range(1, 13))
CARDS: Final = dict(zip(SEATS, HELD, strict=True))
DEFAULT: Final = HouseRules()
WITH_PACK: Final = HouseRules(hidden_wolf_end=HiddenWolfEnd.DIES_WITH_PACK)
EXILE_ONLY: Final = HouseRules(wild_child_trigger=ChildTurns.EXILE_ONLY)
LATE: Final = HouseRules(silence_announce=SilenceAnnounce.WITH_DEATHS)


def died(cause: e.Cause, *seats: int) -> tuple[Event, ...]:
    return tuple(e.Died(Seat(seat), cause) for seat in seats)


def mark(kind: e.Mark, seat: int) -> e.Marked:
    return e.Marked(kind, (), Seat(seat))


def watched(
    law: type[Bound], *events: Event, rules: HouseRules = DEFAULT, prompt: AnyPrompt | None = None
) -> list[str]:
    """What `law` has against `events`, which follow night 1 in a step of their own."""
    watch = law(lambda: CARDS)
    watch.committed(step(e.GameOpened("x", Text("", ""), SEATS, (), rules, sheriff=False), e.NightFell(1), *BOUND))
    watch.committed(step(*events, prompt=prompt))
    return watch.broken


LOVERS: Final = e.LoversBound(seats_of(6, 12))
CHARMED: Final = mark(e.Mark.CHARM, 11)
BOUND: Final = (LOVERS, e.ModelChosen(Seat(4), Seat(1)), CHARMED, mark(e.Mark.KNIFE, 12), mark(e.Mark.SILENCE, 5))
EXILED: Final = (e.Exiled(Seat(2)), *died(e.Cause.EXILE, 2))
HEART: Final = (*died(e.Cause.KNIFE, 12), *died(e.Cause.HEARTBREAK, 6))
SHOT: Final = e.ShotFired(Seat(6), Seat(2))
PACK_DEAD: Final = (*died(e.Cause.LEFT, 1, 2), *died(e.Cause.CHARM, 11))
GONE: Final = tuple(e.LeftRecorded(Seat(seat)) for seat in (1, 2, 4))
VOTES: Final = e.BallotClosed(1, ((Seat(1), Seat(9)), (Seat(3), Seat(9)), (Seat(5), Seat(1))))


@pytest.mark.parametrize(
    ("events", "rules", "found"),
    [
        (HEART, DEFAULT, ""),
        (HEART[:1], DEFAULT, "one lives on"),
        (HEART[1:], DEFAULT, "one lives on"),
        (died(e.Cause.KNIFE, 11), DEFAULT, "without the mark"),
        (died(e.Cause.HEARTBREAK, 10), DEFAULT, "is no lover"),
        ((*EXILED, *died(e.Cause.CHARM, 11)), DEFAULT, ""),
        (EXILED, DEFAULT, "the charmed seat 11 lives on"),
        ((mark(e.Mark.CHARM, 8), *EXILED), DEFAULT, ""),
        ((mark(e.Mark.CHARM, 8), *EXILED, *died(e.Cause.CHARM, 8)), DEFAULT, "or immune"),
        ((e.DuelWon(Seat(7), Seat(2)), *died(e.Cause.DUEL, 2)), DEFAULT, ""),
        (died(e.Cause.CHARM, 11), DEFAULT, "狼美人 does not"),
        (died(e.Cause.SHOT, 10), DEFAULT, "nothing was told"),
        ((*GONE, *died(e.Cause.LEFT, 1, 2)), DEFAULT, ""),
        ((*GONE, *died(e.Cause.LEFT, 1, 2)), WITH_PACK, "隐狼 lives on"),
        ((*GONE, *died(e.Cause.LEFT, 1, 2), *died(e.Cause.WITH_PACK, 3)), WITH_PACK, ""),
        ((*GONE, *died(e.Cause.LEFT, 1), *died(e.Cause.WITH_PACK, 3)), WITH_PACK, "wolves live"),
        (died(e.Cause.LEFT, 1), DEFAULT, "has not left"),
    ],
)
def test_of_what_a_seat_dies_and_whom_it_drags_along(events: tuple[Event, ...], rules: HouseRules, found: str) -> None:
    """Cases 21 to 26, 32 to 34 and 54. 狼美人 sits at 2, 老流氓 at 8; 6 and 12 are lovers."""
    broken = watched(chain_laws.Causes, *events, rules=rules)
    assert [found in what for what in broken[:1]] == [True] * bool(found)


@pytest.mark.parametrize(
    ("events", "rules", "found"),
    [
        ((*died(e.Cause.EXILE, 1), e.Turned(Seat(4))), DEFAULT, ""),
        (died(e.Cause.EXILE, 1), DEFAULT, "has not turned"),
        (died(e.Cause.SHOT, 1), EXILE_ONLY, ""),
        ((*died(e.Cause.SHOT, 1), e.Turned(Seat(4))), EXILE_ONLY, "died of shot"),
        ((e.Turned(Seat(4)),), DEFAULT, "died of None"),
        ((*died(e.Cause.EXILE, 1), *died(e.Cause.CHARM, 4)), DEFAULT, ""),
        ((*died(e.Cause.EXILE, 1), e.Turned(Seat(4)), *died(e.Cause.CHARM, 4)), DEFAULT, "in one batch"),
        ((*died(e.Cause.EXILE, 1, 4), *died(e.Cause.DUEL, 2), e.KnifeInherited(Seat(3))), DEFAULT, ""),
        ((*died(e.Cause.EXILE, 4), *died(e.Cause.DUEL, 2), e.KnifeInherited(Seat(3))), DEFAULT, "inherits the knife"),
    ],
)
def test_who_turns_and_who_inherits(events: tuple[Event, ...], rules: HouseRules, found: str) -> None:
    """Cases 48 to 51 and 54. 野孩子 sits at 4, his model is 1; 隐狼 sits at 3."""
    broken = watched(chain_laws.Turning, *events, rules=rules)
    assert [found in what for what in broken] == [True] * bool(found)


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((*died(e.Cause.EXILE, 6), SHOT), ""),
        ((*died(e.Cause.HEARTBREAK, 6), SHOT), "shoots after heartbreak"),
        ((*died(e.Cause.EXILE, 6, 2), SHOT), "shoots the dead"),
        ((*died(e.Cause.EXILE, 6), e.ShotFired(Seat(6), Seat(8))), "dying later"),
        ((*died(e.Cause.EXILE, 6), e.ShotDelayed(Seat(6), Seat(8), "old_rogue"), e.Doomed(Seat(8), 2)), ""),
        ((e.Doomed(Seat(8), 1),), "will die on day 1"),
        ((mark(e.Mark.POISON, 8), e.NightEnded(1), e.Doomed(Seat(8), 1), e.DelayedOut(Seat(8), "old_rogue")), ""),
        ((e.DelayedOut(Seat(8), "old_rogue"),), "dies of an old hit"),
        ((mark(e.Mark.POISON, 8), e.NightEnded(1), e.DayEnded(1, early=False)), "lives on after its time"),
        ((e.DuelCalled(Seat(7), "knight"), e.DuelWon(Seat(7), Seat(3))), ""),
        ((e.DuelCalled(Seat(7), "knight"), e.DuelLost(Seat(7), Seat(3))), "loses the duel"),
        ((e.DuelCalled(Seat(7), "knight"), e.DuelCalled(Seat(7), "knight")), "calls a duel"),
        ((e.Exploded(Seat(1)),), ""),
        ((e.Exploded(Seat(2)),), "explodes"),
        ((e.Exploded(Seat(1)), e.TakenAlong(Seat(1), Seat(5), "white_wolf_king")), "takes one along"),
        ((VOTES, e.Exiled(Seat(9)), e.Blasted(Seat(9), seats_of(1, 3), "bomber")), ""),
        ((VOTES, e.Exiled(Seat(9)), e.Blasted(Seat(9), seats_of(1, 5), "bomber")), "blows up"),
        ((VOTES, e.Exiled(Seat(9))), "does not blow up"),
    ],
)
def test_who_may_do_what(events: tuple[Event, ...], found: str) -> None:
    """Cases 30, 64, 66, 68, 72 to 74, 79 to 85."""
    broken = watched(chain_laws.Powers, *events)
    assert [found in what for what in broken] == [True] * bool(found)


def told(what: str, yes: bool, to: int, about: int | None = None) -> e.Told:
    return e.Told(to=seats_of(to), what=what, about=None if about is None else Seat(about), yes=yes)


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (told("seer.result", yes=False, to=11, about=2), False),
        (told("seer.result", yes=True, to=11, about=2), True),
        (told("seer.result", yes=True, to=11, about=3), False),
        (told("hunter.status", yes=False, to=6), False),
        (told("hunter.status", yes=True, to=6), True),
        (told("lovers.tour", yes=True, to=12), False),
        (told("lovers.tour", yes=True, to=5), True),
    ],
)
def test_what_lamps_answer(answer: e.Told, found: bool) -> None:
    """A check of 狼美人 and of 隐狼 (case 53); 猎人 whose lover the knife kills (case 33)."""
    assert len(watched(word_laws.Answers, answer)) == found


@pytest.mark.parametrize(("at", "found"), [((1, 2), False), ((1, 2, 3), True), ((1,), True)])
def test_what_the_hidden_wolf_is_shown(at: tuple[int, ...], found: bool) -> None:
    call = Call(line="hidden.show", form=Form.COUNT, eyes=Eyes.NIGHT)
    tell = Tell(call=call, facts=(Fact(Seat(3), at=seats_of(*at)),))
    assert len(watched(word_laws.Answers, prompt=tell)) == found


@pytest.mark.parametrize(
    ("events", "growls"),
    [
        ((), False),
        ((*died(e.Cause.KNIFE, 9), *died(e.Cause.LEFT, 8, 7, 6, 5, 4)), False),
        (died(e.Cause.KNIFE, 9, 8, 7, 6, 5, 4, 3), True),
        ((*died(e.Cause.KNIFE, 11, 12),), True),
        ((*died(e.Cause.KNIFE, 10, 11, 12),), False),
    ],
)
def test_when_the_bear_growls(events: tuple[Event, ...], growls: bool) -> None:
    """Cases 53, 56 and 57: the bear sits at 10, 隐狼 at 3, wolves at 1 and 2."""
    assert watched(word_laws.Omens, *events, e.Growled(growls)) == []
    assert len(watched(word_laws.Omens, *events, e.Growled(not growls))) == 1


@pytest.mark.parametrize(
    ("events", "rules", "line", "found"),
    [
        ((e.Silenced(Seat(5)),), DEFAULT, "speech.mute", False),
        ((e.Silenced(Seat(5)),), DEFAULT, "speech.turn", True),
        ((), LATE, "sheriff.turn", False),
        ((), LATE, "speech.mute", True),
        ((e.Silenced(Seat(6)),), DEFAULT, "speech.turn", True),
    ],
)
def test_who_is_called_to_gestures(events: tuple[Event, ...], rules: HouseRules, line: str, found: bool) -> None:
    """Who is silenced, from the announcement on (rules 3.11)."""
    floor = Floor(call=Call(line=line, form=Form.FLOOR, eyes=Eyes.OPEN, seat=Seat(5)))
    assert bool(watched(word_laws.Omens, *events, rules=rules, prompt=floor)) == found


@pytest.mark.parametrize(
    ("spares", "card", "left", "found"),
    [
        (("werewolf", "seer"), "werewolf", "seer", 0),
        (("werewolf", "seer"), "seer", "werewolf", 1),
        (("villager", "seer"), "seer", "villager", 0),
        (("villager", "seer"), "witch", "villager", 1),
        (("werewolf", "hidden_wolf"), "werewolf", "hidden_wolf", 1),
        (("cupid", "seer"), "seer", "cupid", 1),
    ],
)
def test_what_the_thief_takes(spares: tuple[str, ...], card: str, left: str, found: int) -> None:
    """Cases 43 to 46, in a house that buries one wolf at most."""
    taken = e.CardTaken(seat=Seat(5), was="thief", card=card, left=left)
    assert len(watched(word_laws.Spares, e.SparesKnown(spares), taken)) == found
