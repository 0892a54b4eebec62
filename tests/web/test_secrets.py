"""No stream tells more than its viewer may know, neither by content nor by the moment of a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from engine.events import DayBroke
from engine.prompts import Eyes
from engine.seats import Seat, seats_of
from firmware.web.facts import Facts
from firmware.web.parts import EndView
from firmware.web.views import (
    Channel,
    LampView,
    Maker,
    Own,
    Room,
    RoomView,
    SeatView,
    View,
    card_of,
    derive,
)
from hardware.ports import Lamp, Pattern
from tests.web.leaks import leaks_of_room, leaks_of_seat
from tests.web.stage import DECK, MS, SEATS, Stage

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY_SEAT: Final = tuple(Own(seat) for seat in SEATS)
ROOM: Final = Room()


def _swapped(deck: dict[Seat, str], one: int, other: int) -> dict[Seat, str]:
    """The deck with two cards exchanged."""
    return {**deck, Seat(one): deck[Seat(other)], Seat(other): deck[Seat(one)]}


def test_the_room_is_told_no_secret_of_a_night_and_a_day() -> None:
    stage = Stage(record=(ROOM,))
    stage.whole()
    assert [] == leaks_of_room(stage.hub.sent[ROOM])
    assert len(stage.hub.sent[ROOM]) > 10, "the checker saw the game"


def test_no_seat_is_told_another_seats_secret_or_its_own_card_unasked() -> None:
    stage = Stage(record=EVERY_SEAT)
    stage.whole()
    for channel in EVERY_SEAT:
        assert [] == leaks_of_seat(stage.hub.sent[channel], channel.seat, looked=False)


def test_a_seat_that_looks_sees_its_own_card_and_no_other() -> None:
    looking = tuple(Own(seat, looked=True) for seat in SEATS)
    stage = Stage(record=looking)
    stage.whole()
    for channel in looking:
        messages = stage.hub.sent[channel]
        assert [] == leaks_of_seat(messages, channel.seat, looked=True)
        assert DECK[channel.seat] == messages[-1]["card"]["role"]


def test_in_a_ballot_with_eyes_shut_the_room_has_no_lamp() -> None:
    stage = Stage(record=(ROOM,))
    stage.open()
    stage.day()
    stage.light(Eyes.OPEN, s1=Pattern.HEARTBEAT)
    assert [1] == [lamp["seat"] for lamp in stage.hub.sent[ROOM][-1]["lamps"]], "by day it is there"
    stage.ballot()
    assert [] == leaks_of_room(stage.hub.sent[ROOM][-1:], shut=True)


def test_by_day_the_room_sees_the_lamps_that_everybody_sees() -> None:
    stage = Stage()
    stage.open()
    stage.night()
    stage.time.move_to(90_000 * MS)
    stage.day()
    assert (LampView(Seat(4), Pattern.STEADY, 90_000),) == _room(stage).lamps


def test_a_lamp_that_burned_before_the_eyes_opened_does_not_tell_since_when() -> None:
    stage = Stage()
    stage.open()
    stage.night()
    burning = (Lamp(3, Pattern.STEADY, 50_000 * MS),)
    stage.publisher.lamps(burning, Eyes.NIGHT, 50_000 * MS)
    stage.tell(DayBroke(1))
    stage.publisher.lamps(burning, Eyes.OPEN, 60_000 * MS)
    assert (LampView(Seat(3), Pattern.STEADY, 60_000),) == _room(stage).lamps


def test_equal_public_lives_give_equal_room_streams_whatever_the_secrets() -> None:
    """Architecture, secrets: equal in content and in the number of messages."""
    here = Stage(record=(ROOM,))
    here.whole()
    there = Stage(record=(ROOM,))
    there.whole(deck=_swapped(DECK, 2, 3), wolves=seats_of(3, 6, 8), victim=Seat(7))
    assert here.hub.sent[ROOM] == there.hub.sent[ROOM]


def test_a_seat_learns_nothing_from_the_secrets_of_others() -> None:
    mine = Own(Seat(5), looked=True)
    here = Stage(record=(mine,))
    here.whole()
    there = Stage(record=(mine,))
    there.whole(deck=_swapped(DECK, 2, 3), wolves=seats_of(3, 6, 8))
    assert here.hub.sent[mine] == there.hub.sent[mine]


def test_what_happens_in_secret_sends_the_room_nothing_at_all() -> None:
    """A message that changes nothing would still tell when somebody pressed."""
    stage = Stage(record=(ROOM, Own(Seat(5)), Maker()))
    stage.open()
    stage.night()
    before = {channel: len(messages) for channel, messages in stage.hub.sent.items()}
    stage.publisher.pressed(Seat(8), True)
    stage.light(Eyes.NIGHT, s8=Pattern.STEADY)
    stage.publisher.dealt(_swapped(DECK, 2, 3))
    after = {channel: len(messages) for channel, messages in stage.hub.sent.items()}
    assert before[ROOM] == after[ROOM]
    assert before[Own(Seat(5))] == after[Own(Seat(5))]
    assert before[Maker()] + 3 == after[Maker()]


def test_cards_are_shown_to_the_room_only_once_all_are_revealed() -> None:
    stage = Stage(record=(ROOM,))
    stage.whole()
    stage.over()
    ends = [message["end"] for message in stage.hub.sent[ROOM] if message["end"]]
    assert () == tuple(ends[0]["cards"]), "after the winner is told, before the cards are"
    assert DECK == {seat: card["role"] for seat, card in ends[-1]["cards"]}
    assert [] == leaks_of_room(stage.hub.sent[ROOM])


# ------------------------------------------------------------ the checker itself


def _room(stage: Stage) -> RoomView:
    """What the room is told now."""
    view = stage.hub.latest(ROOM)
    assert isinstance(view, RoomView)
    return view


def _all_lamps(facts: Facts) -> tuple[LampView, ...]:
    """The lamps as the maker may see them."""
    return tuple(LampView(Seat(lamp.seat), lamp.pattern, 0) for lamp in facts.lamps)


def _lamps_by_night(facts: Facts, view: RoomView) -> View:
    return msgspec.structs.replace(view, lamps=_all_lamps(facts) if facts.public.night else view.lamps)


def _lamps_in_a_ballot(facts: Facts, view: RoomView) -> View:
    return msgspec.structs.replace(view, lamps=_all_lamps(facts) if facts.eyes is Eyes.SHUT else view.lamps)


def _cards_before_the_end(facts: Facts, view: RoomView) -> View:
    # Not in end.cards, where they may be one day: an early winner that is in truth a card.
    return msgspec.structs.replace(view, end=EndView(facts.cards[0][1].role, ()) if facts.cards else None)


ROOM_LEAKS: Final[dict[str, Callable[[Facts, Any], View]]] = {
    "lamps by night": _lamps_by_night,
    "cards before the end": _cards_before_the_end,
}


def _planted(leak: Callable[[Facts, Any], View], kind: type[Any]) -> Callable[[Facts, Channel], View]:
    """The real derivation with `leak` on top for views of `kind`."""

    def leaky(facts: Facts, channel: Channel) -> View:
        view = derive(facts, channel)
        return leak(facts, view) if isinstance(view, kind) else view

    return leaky


@pytest.mark.parametrize("name", ROOM_LEAKS)
def test_a_leak_planted_into_the_room_stream_is_found(name: str) -> None:
    stage = Stage(record=(ROOM,), derive=_planted(ROOM_LEAKS[name], RoomView))
    stage.whole()
    assert leaks_of_room(stage.hub.sent[ROOM]) != []


def test_a_lamp_planted_into_an_eyes_shut_ballot_is_found() -> None:
    stage = Stage(record=(ROOM,), derive=_planted(_lamps_in_a_ballot, RoomView))
    stage.open()
    stage.day()
    stage.ballot()
    assert leaks_of_room(stage.hub.sent[ROOM][-1:], shut=True) == ["a lamp while eyes are shut"]


def _another_lamp(facts: Facts, view: SeatView) -> View:
    lamps = _all_lamps(facts)
    return msgspec.structs.replace(view, lamp=lamps[0] if lamps else None)


def _own_card_unasked(facts: Facts, view: SeatView) -> View:
    return msgspec.structs.replace(view, card=card_of(dict(facts.cards)[view.seat].role) if facts.cards else None)


@pytest.mark.parametrize("leak", [_another_lamp, _own_card_unasked])
def test_a_leak_planted_into_a_seat_stream_is_found(leak: Callable[[Facts, Any], View]) -> None:
    mine = Own(Seat(5))
    stage = Stage(record=(mine,), derive=_planted(leak, SeatView))
    stage.whole()
    assert leaks_of_seat(stage.hub.sent[mine], 5, looked=False) != []


def test_a_planted_dependence_on_a_secret_is_found_by_the_twins() -> None:
    """A message sent when somebody presses carries no word of a secret; only the comparison of twins sees it."""

    def leak(facts: Facts, view: RoomView) -> View:
        return msgspec.structs.replace(view, screen=sum(facts.pressed))

    here = Stage(record=(ROOM,), derive=_planted(leak, RoomView))
    here.whole()
    there = Stage(record=(ROOM,), derive=_planted(leak, RoomView))
    there.whole(deck=_swapped(DECK, 2, 3), wolves=seats_of(3, 8, 9))
    assert [] == leaks_of_room(here.hub.sent[ROOM])
    assert here.hub.sent[ROOM] != there.hub.sent[ROOM]
