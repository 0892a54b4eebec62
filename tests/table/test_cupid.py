"""丘比特 chooses two, and 情侣 learn it by a tour of single seats (rules 3.2; seat-language 4)."""

from __future__ import annotations

import pytest

from engine.commands import Chosen
from engine.prompts import Form, RollCall
from engine.seats import Option
from firmware.menu.actions import Pause, Resume, Skip, TakeBack
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import S, VirtualTable
from tests.table.stage import ClaimsMind, answered, heard_out, played_with, said_since, timed

CARDS = "cupid werewolf werewolf seer villager villager villager"
CUPID = 1
LOVERS: Choices = {("cupid.pick", CUPID): (3, 5)}


def cupid(key: str, choices: Choices | None = None) -> VirtualTable:
    return played_with(CARDS, key, mind=ScriptedMind(choices))


def chosen(table: VirtualTable) -> tuple[Option, ...]:
    command = answered(table, "cupid.pick")
    assert isinstance(command, Chosen)
    (pick,) = command.picks
    return pick.options


def drawn(table: VirtualTable) -> tuple[Option, ...]:
    """What the lot has given him."""
    assert isinstance(table.prompt, RollCall)
    return table.prompt.filled[0].options


def read_back(table: VirtualTable) -> set[int]:
    """At which numbers his lamp lights in the second sweep."""
    lit = set()
    for seat in table.seats:
        table.until(lambda s=seat: table.ears.count == s and table.sweep == 2, f"the count of {seat}")  # type: ignore[misc]
        table.wait(0.4)
        lit |= {int(seat)} & ({int(seat)} if table.lamp(CUPID) is Pattern.STEADY else set())
    return lit


def test_a_third_tap_drops_the_older_and_both_are_read_back() -> None:
    table = cupid("cupid.pick")
    for seat in (2, 4, 6):
        table.at_count(CUPID, seat, 1)
    assert {4, 6} == read_back(table)
    assert (4, 6) == chosen(table)


def test_what_is_missing_after_the_first_sweep_is_drawn_and_shown_and_gives_way_to_a_tap() -> None:
    table = cupid("cupid.pick")
    table.at_count(CUPID, 2, 1)
    lot = next(option for option in drawn(table) if option != 2)
    other = next(seat for seat in table.seats[2:] if seat != lot)
    table.until(lambda: table.ears.count == 2 and table.sweep == 2, "the second sweep")
    table.wait(0.4)
    assert Pattern.STEADY is table.lamp(CUPID)
    table.at_count(CUPID, other, 2)
    assert (2, int(other)) == chosen(table)


def test_hold_clears_both_and_the_lot_fills_both() -> None:
    table = cupid("cupid.pick")
    for seat in (2, 3):
        table.at_count(CUPID, seat, 1)
    table.wait(0.8)
    table.hold(CUPID)
    lot = tuple(sorted(map(int, drawn(table))))
    assert set(lot) == read_back(table)
    assert lot == chosen(table)


# ------------------------------------------------------------ the tour


def test_every_seat_is_called_alone_and_its_own_lamp_says_yes_or_no_for_two_seconds() -> None:
    table = cupid("lovers.tour", LOVERS)
    start, first = table.now_ns, len(table.frames)
    table.until_key("lovers.wake")
    shown = [frame for frame in table.frames[first:] if frame.at_ns < table.now_ns]
    assert {1} == {len(frame.frame) for frame in shown if frame.frame}
    for seat in table.seats:
        (lit, dark) = table.glow_since(start, seat)[:2]
        assert (Pattern.STEADY if seat in (3, 5) else Pattern.FAST) is lit[1]
        assert (2_000, Pattern.OFF) == (dark[0] - lit[0], dark[1])
    looks = [spoken.say.seat for spoken in table.heard if spoken.say.key == "lovers.look"]
    assert list(table.seats) == looks


def test_then_the_two_see_each_other_for_six_seconds() -> None:
    table = cupid("lovers.wake", LOVERS)
    woken = table.now_ns
    table.until_key("lovers.close")
    for seat in table.seats:
        glow = [(Pattern.STEADY, 6_000)] if seat in (3, 5) else []
        lit = table.glow_since(woken, seat)
        assert glow == [(lit[0][1], lit[1][0] - lit[0][0])] if lit else glow == []


def test_the_room_hears_the_same_whoever_they_are_and_where_nobody_knows_who_is_cupid() -> None:
    tables = [
        cupid("dawn.open", LOVERS),
        cupid("dawn.open", {("cupid.pick", CUPID): (1, 2)}),
        played_with(CARDS, "err.claims", mind=ClaimsMind({"cupid": (1, 4)})),
    ]
    one, two, nobody = (timed(table) for table in tables)
    assert one == two
    assert nobody[:-1] == one[: len(nobody) - 1]


@pytest.mark.parametrize("seconds", [0.3, 2.0, 3.4], ids=["called", "looking", "shutting"])
def test_a_tour_that_is_broken_off_begins_anew_when_the_seat_that_looked_has_shut_its_eyes(seconds: float) -> None:
    table = cupid("lovers.tour", LOVERS)
    table.until(lambda: table.heard[-1].say.key == "lovers.look" and table.heard[-1].say.seat == 4, "the fourth seat")
    table.wait(seconds)
    table.staff(Pause())
    assert set() == table.lit
    table.wait(5)
    heard = len(table.heard)
    table.staff(Resume())
    table.until_key("lovers.wake")
    turns = ["lovers.look", "lovers.shut"] * len(table.seats)
    assert ["staff.pause_night", "lovers.shut", "lovers.tour", *turns, "lovers.wake"] == said_since(table, heard)


def test_after_a_power_cut_in_the_tour_nobody_looks_on_and_all_are_called_again() -> None:
    table = cupid("lovers.tour", LOVERS)
    table.until(lambda: table.heard[-1].say.seat == 4, "the fourth seat")
    table.wait(2)
    assert {4} == table.lit
    table.power_cut()
    heard = len(table.heard)
    table.go_on()
    table.until_key("lovers.look")
    # The close line was the last that was told before the tour: nobody knows whether it was heard.
    assert ["staff.crash_night", "lovers.shut", "cupid.close", "lovers.tour", "lovers.look"] == said_since(table, heard)
    assert 1 == table.heard[-1].say.seat


def test_back_from_the_tour_to_the_choice_shuts_the_seat_that_looked() -> None:
    table = cupid("lovers.tour", LOVERS)
    table.until(lambda: table.heard[-1].say.seat == 4, "the fourth seat")
    table.wait(2)
    table.staff(Pause())
    heard = len(table.heard)
    back = next(step for step in table.table.steps if step.call.role == "cupid")
    table.staff(TakeBack(back.to))
    table.until_key("cupid.pick")
    assert ["staff.pause_night", "lovers.shut", "cupid.wake", "night.confirm", "cupid.pick"] == said_since(table, heard)
    assert () == table.table.game.state.lovers


def test_back_from_their_meeting_to_the_tour() -> None:
    table = cupid("lovers.wake", LOVERS)
    heard_out(table)
    table.wait_until(table.now_ns + S)
    table.staff(Pause())
    heard = len(table.heard)
    back = next(step for step in table.table.steps if step.call.role == "lovers")
    table.staff(TakeBack(back.to))
    table.until_key("lovers.look")
    assert ["staff.pause_night", "lovers.shut", "lovers.tour", "lovers.look"] == said_since(table, heard)


def test_after_a_power_cut_while_a_lot_was_drawn_he_is_woken_again() -> None:
    table = cupid("cupid.wake")
    table.until(lambda: table.prompt is not None and table.prompt.call.form is Form.SILENT, "the lot")
    table.power_cut()
    heard = len(table.heard)
    table.go_on()
    table.until_key("cupid.pick")
    assert ["staff.crash_night", "cupid.wake", "cupid.pick"] == said_since(table, heard)


def test_a_tour_that_staff_skip_leaves_nobody_looking_on() -> None:
    table = cupid("lovers.tour", LOVERS)
    table.until(lambda: table.heard[-1].say.seat == 4, "the fourth seat")
    table.wait(2)
    heard = len(table.heard)
    table.staff(Skip())
    table.until_key("lovers.wake")
    assert ["lovers.shut", "lovers.wake"] == said_since(table, heard)
