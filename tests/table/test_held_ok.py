"""OK held: what letting go enters, and that nothing else ever does."""

from __future__ import annotations

from functools import partial

import pytest

from hardware.fake_i2c import FakePcf8574, FakeWire
from hardware.i2c import Bus
from hardware.keypad import KeyPadKeys
from hardware.ports import Condition, Device, Key, KeyEdge
from hardware.screen import Rows, Screen
from hardware.wiring import KeyChip, KeyPad
from tests.kit.table import VirtualTable
from tests.table.test_stand_in import at, picks

PASSING = "3号"
"""What the cursor is passing on its way to another number."""


def screen(table: VirtualTable) -> Screen:
    return table.judge.staff.menu.screen(table.now_ns)


def words(table: VirtualTable) -> list[str]:
    body = screen(table).body
    return [row.text for row in body.rows] if isinstance(body, Rows) else []


def ok(table: VirtualTable, *, down: bool, lost: bool = False) -> None:
    table.loop.put(KeyEdge(Key.OK, down, table.now_ns, lost=lost))
    table.wait(0.7 if down else 0.1)


def passing() -> VirtualTable:
    """A night in which staff answer for 1号, hold OK, and the cursor is on the way."""
    table = at("wolf.pick", 1)
    ok(table, down=True)
    for _ in range(3):
        table.key(Key.DOWN)
    assert PASSING == words(table)[0]
    return table


def entered(table: VirtualTable) -> list[tuple[int, tuple[int | str, ...]]]:
    table.until_key("wolf.verdict", "wolf.close")
    return picks(table)


def test_letting_go_enters_what_is_shown() -> None:
    table = passing()
    ok(table, down=False)
    assert [(1, (3,))] == entered(table)


@pytest.mark.parametrize("key", list(Key))
def test_keys_that_can_be_read_no_more_enter_nothing_and_hide_everything(key: Key) -> None:
    table = passing()
    table.loop.put(KeyEdge(key, down=False, at_ns=table.now_ns, lost=True))
    table.wait(0.1)
    assert PASSING not in words(table)
    assert not screen(table).title.startswith("代答")
    ok(table, down=False)
    ok(table, down=True)
    ok(table, down=False)
    assert [] == entered(table)


def test_a_key_pad_that_is_pulled_off_enters_nothing() -> None:
    table = at("wolf.pick", 1)
    wire, chip = FakeWire(), FakePcf8574()
    wire.plug(0x27, chip)
    pad = KeyPad(chip=KeyChip.PCF8574, bus=1, address=0x27, up=0, down=1, ok=2, back=3)
    keys = KeyPadKeys(pad, Bus(wire), table.loop.put, table.clock)

    def look() -> None:
        table.loop.call_at(keys.look(table.now_ns), look)

    def down(line: int, *, up_s: float | None) -> None:
        chip.press(line)
        if up_s is not None:
            table.loop.call_at(table.now_ns + int(up_s * 1e9), partial(chip.let_go, line))
        table.wait(0.2)

    look()
    table.wait(0.1)
    down(pad.ok, up_s=None)
    table.wait(0.6)
    for _ in range(3):
        down(pad.down, up_s=0.1)
    assert PASSING == words(table)[0]
    wire.unplug(0x27)
    table.wait(2)
    assert "F23" in [fault.code for fault in table.judge.status.faults]
    assert [] == entered(table)


def test_held_for_too_long_it_says_that_nothing_comes_of_it_and_nothing_does() -> None:
    table = passing()
    table.wait(10)
    assert ("代答", ["按太久，没录入。", "松开OK，再来。"]) == (screen(table).title, words(table))
    table.key(Key.DOWN)
    assert "按太久，没录入。" == words(table)[0], "a key does not show it again"
    ok(table, down=False)
    assert "代答" != screen(table).title
    ok(table, down=True)
    assert "不按" == words(table)[0]
    ok(table, down=False)
    assert [] == entered(table)


def test_it_says_so_whatever_was_chosen_and_whether_anything_was() -> None:
    chosen, nothing = passing(), at("wolf.pick", 1)
    ok(nothing, down=True)
    for _ in range(3):
        nothing.key(Key.UP)
    for table in (chosen, nothing):
        table.wait(10.5)
    assert screen(chosen) == screen(nothing)


def test_a_key_that_is_stuck_gives_the_display_back_to_the_game() -> None:
    table = passing()
    table.wait(21)
    assert "代答" != screen(table).title


def test_what_is_held_when_the_game_stops_for_a_fault_enters_nothing() -> None:
    table = passing()
    table.health(Device.CHIP, Condition.ABSENT, 4, 5, 6, number=0x20)
    assert table.judge.status.paused
    table.key(Key.DOWN)
    ok(table, down=False)
    table.health(Device.CHIP, Condition.OK, 4, 5, 6, number=0x20)
    ok(table, down=True)
    ok(table, down=False)
    assert [] == entered(table)
