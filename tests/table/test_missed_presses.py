"""Presses that may have gone unseen, by a chip that was reset or a bus that hung: by night people are asked again."""

from __future__ import annotations

import pytest

from firmware.calls import LAST_ONE
from firmware.faults import Kind
from firmware.menu.actions import Resume
from hardware.ports import Condition, Device
from tests.kit.table import VirtualTable
from tests.table.failing import at, closed, open_kinds, waits


def asked(key: str) -> VirtualTable:
    """A game at the sentence `key`, long after the question before was closed."""
    table = at(key)
    table.wait(4)
    return table


@pytest.mark.parametrize("key", ["wolf.pick", "seer.pick"])
def test_a_chip_that_was_reset_by_night_has_its_question_put_again(key: str) -> None:
    table = asked(key)
    heard, steps = len(table.keys), len(table.steps)
    table.health(Device.CHIP, Condition.OK, 1, 2, 3, 4, 5, 6, number=0x20, missed=True)
    assert not waits(table)
    table.wait(3)
    assert ["staff.pause_night"] * 2 == table.keys[heard : heard + 2]
    assert key.split(".", maxsplit=1)[0] + ".wake" == table.keys[heard + 2]
    assert steps == len(table.steps)
    assert [Kind.CHIP_ILL] == [fault.kind for fault in table.judge.status.faults]
    table.until_over()


def test_a_chip_that_forgot_its_settings_by_night_is_one_pause_and_no_two() -> None:
    """It has missed presses, and cannot be relied on for a second: that is one and the same."""
    table = asked("seer.pick")
    heard, steps = len(table.keys), len(table.steps)
    table.health(Device.CHIP, Condition.DEGRADED, *range(1, 7), number=0x20, missed=True)
    assert waits(table)
    table.wait(1)
    table.health(Device.CHIP, Condition.OK, *range(1, 7), number=0x20)
    assert not waits(table)
    table.wait(3)
    assert ["staff.pause_night", "staff.pause_night", "seer.wake"] == table.keys[heard : heard + 3]
    assert steps == len(table.steps)


@pytest.mark.parametrize("condition", [Condition.OK, Condition.DEGRADED])
def test_a_bus_that_hung_by_night_has_the_question_put_again(condition: Condition) -> None:
    """Also one that makes many errors all the time, which alone stops nobody."""
    table = asked("seer.pick")
    if condition is Condition.DEGRADED:
        table.health(Device.BUS, condition, *range(1, 19))
        assert not waits(table)
        assert [Kind.BUS_ILL] == open_kinds(table)
    heard, steps = len(table.keys), len(table.steps)
    table.health(Device.BUS, condition, *range(1, 19), missed=True)
    assert not waits(table)
    table.wait(3)
    assert ["staff.pause_night", "staff.pause_night", "seer.wake"] == table.keys[heard : heard + 3]
    assert steps == len(table.steps)
    assert [Kind.BUS_ILL] == [fault.kind for fault in table.judge.status.faults]
    table.until_over()


def test_presses_missed_at_seats_that_staff_have_gone_on_without_are_nobodys_concern() -> None:
    table = at("wolf.pick")
    table.unplug(0)
    table.wait(5)
    table.staff(Resume())
    table.until_key("seer.pick")
    table.wait(4.5)
    heard = len(table.keys)
    table.health(Device.BUS, Condition.OK, *range(1, 7), missed=True)
    table.wait(0.5)
    assert "staff.pause_night" not in table.keys[heard:]
    heard = len(table.keys)
    table.health(Device.BUS, Condition.OK, *range(1, 10), missed=True)
    table.wait(3)
    assert ["staff.pause_night", "staff.pause_night", "seer.wake"] == table.keys[heard : heard + 3]


def test_a_chip_that_resets_again_and_again_is_for_staff_to_see_to() -> None:
    table = asked("wolf.pick")
    for n in range(4):
        assert not waits(table), n
        table.health(Device.CHIP, Condition.OK, 1, 2, 3, 4, 5, 6, number=0x20, missed=True)
    assert waits(table)
    assert table.judge.status.doubt is not None
    table.staff(Resume())
    assert table.judge.status.doubt is None


@pytest.mark.parametrize("key", ["wolf.pick", "seer.pick"])
def test_by_night_the_game_stands_still_until_a_chip_can_be_relied_on(key: str) -> None:
    """Between two checks of its settings, which is a second, nobody knows what it has missed."""
    table = at(key)
    steps, heard = len(table.steps), len(table.keys)
    table.health(Device.CHIP, Condition.DEGRADED, 1, 2, 3, 4, 5, 6, number=0x20)
    table.wait(1)
    assert waits(table)
    table.health(Device.CHIP, Condition.OK, 1, 2, 3, 4, 5, 6, number=0x20)
    assert not waits(table)
    table.wait(3)
    assert ["staff.pause_night"] * 2 == table.keys[heard : heard + 2]
    assert key.split(".", maxsplit=1)[0] + ".wake" == table.keys[heard + 2]
    assert steps == len(table.steps)


def test_a_chip_that_is_ill_by_day_stops_the_night() -> None:
    table = at("speech.turn")
    table.health(Device.CHIP, Condition.DEGRADED, 1, 2, 3, number=0x20)
    table.until_key("vote.open")
    table.until(lambda: waits(table), "the pause", patience_s=30)


def test_with_open_eyes_a_reset_is_only_recorded() -> None:
    table = at("speech.turn")
    heard = len(table.keys)
    table.health(Device.CHIP, Condition.OK, 1, 2, 3, number=0x20, missed=True)
    table.wait(1)
    assert heard == len(table.keys)
    assert [Kind.CHIP_ILL] == [fault.kind for fault in table.judge.status.faults]


@pytest.mark.parametrize(
    ("device", "late_s", "early_s"), [(Device.CHIP, 1.0, 1.4), (Device.BUS, 3.8, 4.2)], ids=["chip", "bus"]
)
def test_what_may_belong_to_the_question_before_is_for_staff_to_decide(
    device: Device, late_s: float, early_s: float
) -> None:
    """Its answer counts already. That the machine has missed something by then must not pass in silence."""
    for after_s, calls in ((late_s, True), (early_s, False)):
        table = closed("witch.heal", after_s)
        table.health(device, Condition.OK, 1, 2, 3, 4, 5, 6, number=0x20, missed=True)
        assert calls == waits(table)
        assert calls == (LAST_ONE == table.judge.status.doubt)
        table.wait(60)
        assert calls == waits(table)
        if calls:
            assert "witch.wake" in [past.call.line for past in table.table.steps], "it can be taken back"
            table.staff(Resume())
        assert table.judge.status.doubt is None
        table.until_over()


def test_that_staff_are_called_does_not_depend_on_who_has_pressed() -> None:
    def called(*, press: bool) -> tuple[bool, list[str]]:
        table = at("wolf.pick")
        if press:
            table.press(9)
        else:
            table.wait(0.16)
        before = len(table.steps)
        table.until(lambda: len(table.steps) > before, "the answer")
        table.health(Device.BUS, Condition.OK, *range(1, 10), missed=True)
        return waits(table), table.said

    assert called(press=True) == called(press=False)
