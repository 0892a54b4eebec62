"""Missed presses may belong to a question that is closed already: the game stands still until staff decide."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.text import Text
from firmware.calls import LAST_ONE
from firmware.menu.actions import Pause, Resume, TakeBack
from hardware.ports import Condition, Device, Key
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.failing import at, closed, waits

ALL = range(1, 10)


def hung(table: VirtualTable) -> None:
    """The bus hung, and works again."""
    table.health(Device.BUS, Condition.OK, *ALL, missed=True)


def browned_out(table: VirtualTable) -> None:
    """Chip 0x20 was reset, as its driver tells: set up anew, and believed after its next check."""
    table.health(Device.CHIP, Condition.DEGRADED, *ALL[:6], number=0x20, missed=True)
    table.wait(1)
    table.health(Device.CHIP, Condition.OK, *ALL[:6], number=0x20)


def pulled_out_for_a_while(table: VirtualTable) -> None:
    """Chip 0x20 is pulled out, and put in again."""
    table.unplug(0)
    table.wait(5)
    table.plug(0)


def decides(table: VirtualTable) -> bool:
    """Whether the game stands still until staff have decided about the last question; nothing else makes it go on."""
    table.wait(120)
    return waits(table) and LAST_ONE == table.judge.status.doubt


@pytest.mark.parametrize(("fails", "after_s"), [(hung, 1.0), (hung, 3.5), (browned_out, 0.5)])
@pytest.mark.parametrize("key", ["witch.heal", "seer.pick", "vote.open"])
def test_staff_decide_whoever_has_opened_the_eyes_since(
    key: str, fails: Callable[[VirtualTable], None], after_s: float
) -> None:
    """No lamp answers in a ballot, and the last question of a night is followed by open eyes."""
    table = closed(key, after_s)
    fails(table)
    assert decides(table)
    table.staff(Resume())
    assert table.judge.status.doubt is None
    table.until_over()


def test_a_bid_is_not_forgotten_for_what_the_judge_looks_up_by_himself() -> None:
    """Bids are taken, then the judge reads the clock, which is a step of its own."""
    players = Players(ScriptedMind())
    table = players.sit(VirtualTable("B12-预女猎守", clock=StillClock(900), audience=(players,)))
    table.start()
    table.until_key("sheriff.raise", patience_s=900)
    before = len(table.steps)
    table.until(lambda: len(table.steps) > before + 1, "bids, and the clock", patience_s=60)
    table.health(Device.BUS, Condition.OK, *range(1, 13), missed=True)
    assert decides(table)


def test_a_chip_that_is_pulled_out_as_a_question_closes_is_staffs_to_decide() -> None:
    table = closed("witch.heal", 0.3)
    pulled_out_for_a_while(table)
    assert decides(table)


def test_one_that_is_pulled_out_later_has_missed_nothing_of_it() -> None:
    table = closed("witch.heal", 0.8)
    pulled_out_for_a_while(table)
    table.wait(1)
    assert not waits(table)


def test_what_is_told_in_a_pause_of_staff_is_theirs_to_decide_as_well() -> None:
    table = closed("witch.heal", 0.5)
    table.staff(Pause())
    table.wait(1)
    hung(table)
    assert LAST_ONE == table.judge.status.doubt
    table.key(Key.BACK)
    assert decides(table)
    table.staff(Resume())
    assert not waits(table)


def test_what_is_told_while_another_chip_is_waited_for_is_not_forgotten_when_it_is_back() -> None:
    table = closed("witch.heal", 1.5)
    table.unplug(0)
    table.wait(0.5)
    hung(table)
    table.plug(0)
    assert decides(table)


def test_a_loudspeaker_that_is_lost_and_found_decides_nothing() -> None:
    table = closed("witch.heal", 1)
    hung(table)
    table.judge.trouble(Text("没声音", "no sound"))
    table.wait(1)
    table.judge.trouble(None)
    table.unplug(0)
    table.wait(2)
    table.key(Key.OK)
    table.key(Key.BACK)
    table.plug(0)
    assert decides(table)


@pytest.mark.parametrize("keys", [(Key.OK, Key.BACK), (Key.BACK, Key.BACK), (Key.DOWN, Key.BACK, Key.BACK, Key.BACK)])
def test_a_look_at_the_menu_decides_nothing(keys: tuple[Key, ...]) -> None:
    table = closed("witch.heal", 1)
    hung(table)
    for key in keys:
        table.key(key)
        table.wait(1)
    assert decides(table)


def test_after_a_power_cut_the_open_question_is_watched_over_like_any_other() -> None:
    table = at("witch.heal")
    table.power_cut()
    table.go_on()
    table.wait(1)
    before = len(table.steps)
    table.until(lambda: len(table.steps) > before, "the answer", patience_s=60)
    hung(table)
    assert decides(table)


def test_what_staff_have_taken_back_is_no_matter_of_doubt() -> None:
    table = closed("witch.heal", 0.5)
    table.staff(Pause())
    table.wait(1)
    table.staff(TakeBack(table.table.steps[0].to))
    table.wait(0.1)
    hung(table)
    table.wait(1)
    assert table.judge.status.doubt is None


def test_speeches_are_disturbed_by_nothing() -> None:
    """Whoever ends a speech with a press sees whether it was heard."""
    table = closed("speech.turn", 0.2)
    hung(table)
    table.wait(1)
    assert not waits(table)
