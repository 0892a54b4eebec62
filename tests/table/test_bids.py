"""The bid: eyes still shut, one tap within eight seconds, no light before 天亮 (rules 7.2; seat language 1 to 3)."""

from __future__ import annotations

import pytest

from engine.commands import Pressed
from engine.events import BidsClosed
from firmware.menu.actions import Skip
from firmware.table.score import Span
from hardware.ports import Pattern
from tests.kit.table import MS, VirtualTable
from tests.table.stage import answered, heard_out, ten

BID_MS = 8_000


def bidding() -> VirtualTable:
    """要竞选的，请按一下按钮 begins now, and nobody but the test presses."""
    return ten("sheriff.raise")


def window(table: VirtualTable) -> Span:
    span = table.score.score.window
    assert span is not None
    return span


def bidders(table: VirtualTable) -> tuple[int, ...]:
    command = answered(table, "sheriff.raise")
    assert isinstance(command, Pressed)
    return command.seats


def test_it_opens_with_the_first_syllable_and_closes_with_the_spoken_count_after_eight_seconds() -> None:
    table = bidding()
    span = window(table)
    assert table.now_ns == table.score.at_ns(span.from_ms)
    assert BID_MS == span.to_ms - span.from_ms
    count = table.until_key("sheriff.count")
    assert "三，二，一。" == count.text
    assert table.score.at_ns(span.to_ms) == count.at_ns + count.length_ms * MS
    assert "竞选报名结束。" == table.until_key("sheriff.shut").text


@pytest.mark.parametrize(
    ("from_open_ms", "stands"),
    [(-120, False), (-1, False), (0, True), (BID_MS - 1, True), (BID_MS, False), (BID_MS + 300, False)],
)
def test_a_tap_counts_whose_down_edge_lies_in_the_window(from_open_ms: int, stands: bool) -> None:
    table = ten("sheriff.open")
    table.press_at(4, table.score.at_ns(window(table).from_ms + from_open_ms))
    assert ((4,) if stands else ()) == bidders(table)


def test_everybody_may_press_at_the_same_instant_and_more_than_once() -> None:
    table = bidding()
    for seat in table.seats:
        table.press_at(seat, table.now_ns + 2_000 * MS)
    for again_ms in (3_000, 4_000):
        table.press_at(4, table.now_ns + again_ms * MS)
    assert table.seats == bidders(table)


@pytest.mark.parametrize("hold_ms", [1_100, 2_500, 4_000])
def test_a_bid_cannot_be_taken_back_in_the_window(hold_ms: int) -> None:
    table = bidding()
    table.press_at(4, table.now_ns + 500 * MS)
    table.press_at(4, table.now_ns + 1_700 * MS, hold_ms)
    assert (4,) == bidders(table)


def test_a_hold_and_a_reveal_are_no_bid() -> None:
    """And a wolf that reveals with its eyes shut does not blow itself up."""
    table = bidding()
    table.press_at(5, table.now_ns + 500 * MS, 700)
    for at_ms, hold_ms in ((500, 100), (800, 100), (1_100, 1_300)):
        table.press_at(2, table.now_ns + at_ms * MS, hold_ms)
    assert () == bidders(table)
    table.until_key("sheriff.none")
    assert () == table.view.out


def test_no_lamp_changes_before_the_day_and_then_all_bidders_have_light_at_once() -> None:
    """Of seven keys pressed, the room sees nothing until 天亮 has been said."""
    table = ten("sheriff.open")
    frames = len(table.frames)
    start_ns = table.score.at_ns(window(table).from_ms)
    for n, seat in enumerate((9, 2, 4)):
        table.press_at(seat, start_ns + (1_000 + 900 * n) * MS)
    table.press_at(6, start_ns + 1_000 * MS, 3_000)
    assert set() == table.lit
    table.until_key("dawn.open")
    heard_out(table)
    assert frames == len(table.frames)
    table.until(lambda: len(table.frames) > frames, "light")
    assert {2, 4, 9} == table.lit
    assert {Pattern.STEADY} == {table.lamp(seat) for seat in table.lit}
    assert BidsClosed((2, 4, 9)) == table.facts[-1]  # type: ignore[arg-type]


def test_their_light_stays_until_the_first_of_them_has_the_floor() -> None:
    table = ten("sheriff.list", stands=(2, 4, 9))
    lit = set()
    while table.keys[-1] != "sheriff.turn":
        lit.add(frozenset(table.lit))
        table.wait(0.2)
    assert {frozenset({2, 4, 9})} == lit
    assert {2} == table.lit


def test_the_window_and_what_follows_take_as_long_whoever_stands() -> None:
    lengths = []
    for stands in ((), (4,), (1, 2, 3), tuple(range(1, 11))):
        table = ten("sheriff.open", stands=stands)
        start_ns = table.now_ns
        table.until_key("dawn.open")
        lengths.append(table.now_ns - start_ns)
    assert 1 == len(set(lengths))


@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ((), ["sheriff.none"]),
        ((4,), ["sheriff.one"]),
        ((2, 4), ["sheriff.list", "sheriff.odd", "sheriff.first", "sheriff.turn"]),
        (tuple(range(1, 11)), ["sheriff.all", "sheriff.odd", "sheriff.first", "sheriff.turn"]),
    ],
)
def test_what_is_told_after_the_bids(stands: tuple[int, ...], told: list[str]) -> None:
    table = ten("dawn.open", stands=stands)
    table.until_key(told[-1])
    assert told == table.keys[table.keys.index("dawn.open") + 1 :]


def test_who_alone_stands_is_sheriff_at_once_and_its_lamp_beats() -> None:
    table = ten("sheriff.one", stands=(4,))
    assert "只有四号上警，自动当选警长。" == table.said[-1]
    assert Pattern.HEARTBEAT is table.lamp(4)
    assert {4} == table.lit


def test_who_died_in_the_night_may_stand_and_be_elected_before_it_is_told() -> None:
    table = ten("dawn.death_one", stands=(4,), choices={("wolf.pick", wolf, 1): 4 for wolf in (1, 2, 3)})
    told = table.keys[table.keys.index("dawn.open") :]
    assert ["dawn.open", "sheriff.one", "dawn.death_one"] == told
    assert 4 == table.view.sheriff_seat
    assert set() == table.lit, "out, and no heartbeat any more"


def test_staff_can_skip_the_bid_and_then_nobody_stands() -> None:
    table = bidding()
    table.press_at(4, table.now_ns + 500 * MS)
    table.wait(3)
    table.staff(Skip())
    table.until_key("sheriff.none")
    assert "没有人上警，本局没有警徽。" == table.said[-1]
