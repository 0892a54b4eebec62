"""When staff are told of buttons does not depend on who has pressed by night."""

from __future__ import annotations

import pytest

from firmware.faults import Kind
from firmware.menu.actions import DropGame
from firmware.menu.status import Mode
from tests.kit.table import VirtualTable
from tests.table.failing import at, open_kinds

KEYS = ["seer.close", "vote.open"]


def told_stuck_s(key: str, pressed_s: float | None) -> float:
    """When staff hear of a key that sticks at seat 9 since the sentence `key`; seat 4 presses at `pressed_s`."""
    table = at(key)
    table.jam(9)
    if pressed_s is not None:
        table.press_at(4, int(pressed_s * 1e9))
    table.until(lambda: Kind.STUCK in open_kinds(table), "F15", patience_s=900)
    return table.now_s


@pytest.mark.parametrize("key", KEYS)
def test_a_stuck_key_is_told_at_the_same_instant_whoever_pressed_with_shut_eyes(key: str) -> None:
    """A press has a look at the keys ten seconds later, which may be when eyes have just opened."""
    told_s = told_stuck_s(key, None)
    opened_s = told_s - 10
    for later_s in (-2.5, -1.7, -1.0, -0.3, 0.0, 0.05, 0.3, 1.0, 1.7, 3.0):
        assert told_s == told_stuck_s(key, opened_s - 10 + later_s)


def test_a_stuck_key_is_told_ten_seconds_after_eyes_have_opened() -> None:
    table = at("seer.close")
    table.jam(9)
    table.until(lambda: table.table.eyes_may_be_shut, "shut eyes", patience_s=60)
    table.until(lambda: not (table.table.eyes_may_be_shut or table.view.night), "open eyes", patience_s=120)
    opened_s = table.now_s
    table.until(lambda: Kind.STUCK in open_kinds(table), "F15", patience_s=60)
    assert 10 == pytest.approx(table.now_s - opened_s, abs=0.1)


def cut(*, chatters: bool, held: bool) -> VirtualTable:
    """The power has gone by night; the judge asks whether to go on, and seats 6 and 4 play with their buttons."""
    table = at("wolf.pick")
    table.power_cut()
    table.wait(1)
    assert Mode.UNFINISHED is table.judge.status.mode
    if chatters:
        table.chatter(6)
    if held:
        table.jam(4)
    table.wait(60)
    return table


@pytest.mark.parametrize(("chatters", "held"), [(True, False), (False, True), (True, True)])
def test_while_a_night_waits_to_go_on_nothing_is_told_of_its_buttons(chatters: bool, held: bool) -> None:
    quiet, table = cut(chatters=False, held=False), cut(chatters=chatters, held=held)
    assert open_kinds(quiet) == open_kinds(table)
    assert quiet.judge.staff.menu.screen(quiet.now_ns) == table.judge.staff.menu.screen(table.now_ns)


def test_once_that_game_is_given_up_a_stuck_key_is_told() -> None:
    table = cut(chatters=False, held=True)
    table.staff(DropGame())
    table.wait(11)
    assert Kind.STUCK in open_kinds(table)
