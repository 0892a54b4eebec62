"""A card-less deal: one seat after the other sees its own card by a count of the names (seat-language 3)."""

from __future__ import annotations

import pytest

from engine.prompts import Form
from engine.setup import Setup
from firmware.lengths import deal_ms
from firmware.menu.actions import Pause, Resume, Skip, TakeBack
from firmware.table.pace import NORMAL
from hardware.ports import Pattern
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import heard_out, played_with, said_since, timed

CARDS = "werewolf werewolf witch seer villager villager"
NAMES = ("werewolf", "witch", "seer", "villager")
RULES = {"role_source": "dealt_by_engine"}
SEATS = 6


def deal(key: str, n: int = 0) -> VirtualTable:
    return played_with(CARDS, key, n, rules=RULES)


def look(seat: int) -> VirtualTable:
    """A table at which this seat is being called."""
    table = deal("deal.tour")
    table.until(lambda: table.heard[-1].say.key == "deal.look" and table.heard[-1].say.seat == seat, f"seat {seat}")
    return table


def test_every_seat_sees_its_own_card_and_nobody_elses_lamp_is_lit() -> None:
    table = deal("deal.tour")
    lit: dict[int, list[str]] = {}
    for seat in table.seats:
        table.until(lambda s=seat: table.heard[-1].say.seat == s, f"seat {seat}")  # type: ignore[misc]
        for name in NAMES:
            table.until(lambda r=name: table.ears.count == r, name)  # type: ignore[misc]
            table.wait(0.7)
            assert table.lit <= {int(seat)}
            if table.lamp(seat) is Pattern.STEADY:
                lit.setdefault(seat, []).append(name)
        table.until_key("deal.close")
        assert set() == table.lit
    table.until_key("deal.end")
    assert {seat: [card] for seat, card in table.held.items()} == lit
    assert sorted(CARDS.split()) == sorted(table.held.values())
    table.until_key("setup.ready_ask")


def test_then_night_one_asks_for_no_claims_and_the_holders_are_known() -> None:
    table = deal("seer.pick", 1)
    assert [] == [key for key in table.keys if key in ("night.confirm", "wolf.confirm", "setup.deal")]
    heard_out(table)
    assert set(table.holders("seer")) == table.lit


def test_no_deal_sounds_otherwise_than_another_and_it_lasts_as_long_as_the_menu_says() -> None:
    one, two = deal("deal.end"), deal("deal.end")
    assert timed(one) == timed(two)
    begun = next(spoken.at_ns for spoken in one.heard if spoken.say.key == "deal.shut")
    assert deal_ms(Setup(one.board, one.seats, one.board.rules), NORMAL) * MS == one.now_ns - begun


@pytest.mark.parametrize("seconds", [0.3, 4.0], ids=["called", "counting"])
def test_after_a_power_cut_the_one_seat_shuts_its_eyes_and_is_called_again(seconds: float) -> None:
    table = look(3)
    table.wait(seconds)
    cards = table.held
    table.power_cut()
    heard = len(table.heard)
    table.wait(3)
    assert set() == table.lit
    table.go_on()
    table.until_key("deal.end")
    turns = ["deal.look", "deal.close"] * (SEATS - 2)
    assert ["staff.crash_night", "deal.close", *turns, "deal.end"] == said_since(table, heard)
    assert cards == table.held


def test_a_power_cut_while_all_eyes_are_shut_for_it_shuts_them_again() -> None:
    table = deal("deal.shut")
    table.wait(0.5)
    table.power_cut()
    heard = len(table.heard)
    table.go_on()
    table.until_key("deal.look")
    assert ["staff.crash_night", "deal.shut", "deal.tour", "deal.look"] == said_since(table, heard)


def test_a_pause_in_it_says_nothing_but_what_is_said_by_night() -> None:
    table = look(3)
    heard = len(table.heard)
    table.wait(4)
    table.staff(Pause())
    assert set() == table.lit
    table.wait(30)
    table.staff(Resume())
    table.until_key("deal.look")
    assert ["staff.pause_night", "staff.pause_night", "deal.close", "deal.look"] == said_since(table, heard)
    assert 3 == table.heard[-1].say.seat


def test_a_seat_that_missed_it_is_called_again_in_the_deal_and_after_it() -> None:
    table = look(4)
    table.wait(3)
    heard = len(table.heard)
    take_back(table, 2)
    assert ["staff.pause_night", "staff.pause_night", "deal.close", "deal.look"] == said_since(table, heard)
    assert 2 == table.heard[-1].say.seat
    table.until_key("setup.ready_ask")
    table.wait(0.5)
    heard = len(table.heard)
    take_back(table, 6)
    assert ["staff.pause", "staff.undo", "deal.shut", "deal.look"] == said_since(table, heard)
    heard = len(table.heard)
    table.until_key("setup.ready_ask")
    assert ["deal.close", "deal.end", "setup.ready_ask"] == said_since(table, heard)


def test_back_to_the_first_seat_the_deal_is_opened_again() -> None:
    table = look(2)
    table.wait(3)
    heard = len(table.heard)
    take_back(table, 1)
    told = ["staff.pause_night", "staff.undo", "deal.shut", "deal.tour", "deal.look"]
    assert told == said_since(table, heard)


def take_back(table: VirtualTable, seat: int) -> None:
    """Staff pause, and take back everything since this seat was called; time passes until it is called again."""
    table.staff(Pause())
    table.wait(2)
    place = next(step for step in table.table.steps if step.call.form is Form.DEAL and step.call.seat == seat)
    table.staff(TakeBack(place.to))
    table.until_key("deal.look")


def test_staff_may_skip_the_rules_but_not_the_words_that_shut_all_eyes() -> None:
    table = deal("setup.welcome")
    table.wait(0.3)
    table.staff(Skip())
    begun = table.now_ns
    table.until_key("deal.shut")
    assert table.now_ns - begun < S
