"""A game that stands still for the machine: what staff read, and that a look at the menu does not make it go on."""

from __future__ import annotations

import pytest

from firmware.menu.choices import OFF
from hardware.ports import Condition, Device, Key, KeyEdge
from hardware.screen import Big, Rows, Screen
from tests.kit.table import VirtualTable
from tests.table.failing import at, waits

DOWN, OK, BACK = Key.DOWN, Key.OK, Key.BACK


def screen(table: VirtualTable) -> Screen:
    return table.judge.staff.menu.screen(table.now_ns)


def words(table: VirtualTable) -> str:
    """Everything on the display."""
    shown = screen(table)
    if isinstance(shown.body, Big):
        body = f"{shown.body.text} {shown.body.right} {shown.body.footer}"
    else:
        assert isinstance(shown.body, Rows)
        body = "".join(f"{row.text} {row.value}".strip() for row in shown.body.rows)
    return f"{shown.title} {shown.corner} {body}"


def rows(table: VirtualTable) -> list[str]:
    body = screen(table).body
    return [f"{row.text} {row.value}".strip() for row in body.rows] if isinstance(body, Rows) else []


def read(table: VirtualTable, for_s: int = 15) -> str:
    """What is seen on the display in this time, to whoever stays before it."""
    seen: list[str] = []
    for _ in range(for_s):
        if words(table) not in seen:
            seen.append(words(table))
        table.wait(1)
    return "\n".join(seen)


def press(table: VirtualTable, *keys: Key) -> None:
    for key in keys:
        table.key(key)


def long_back(table: VirtualTable) -> None:
    table.loop.put(KeyEdge(BACK, down=True, at_ns=table.now_ns))
    table.wait(1.2)
    table.loop.put(KeyEdge(BACK, down=False, at_ns=table.now_ns))
    table.wait(0.2)


def lost(key: str = "wolf.pick") -> VirtualTable:
    """A game whose first six seats have lost their buttons at the sentence `key`."""
    table = at(key)
    table.unplug(0)
    table.wait(3)
    assert waits(table)
    return table


@pytest.mark.parametrize("key", ["wolf.pick", "seer.pick", "speech.turn", "vote.open"])
def test_the_display_says_what_is_wrong_and_where_and_what_to_do(key: str) -> None:
    table = lost(key)
    told = read(table)
    for part in ("F11", "芯片失联", "0x20", "1-6号", "暂停", "插好扩展板的电源和排线"):
        assert part in told
    assert all(line.startswith("F11 芯片失联") for line in told.splitlines()), "nothing else is in its place"
    table.wait(600)
    assert told.splitlines()[0] in read(table), "for as long as it takes"


def test_by_day_it_names_the_seat_that_is_wrong_and_not_the_one_that_speaks() -> None:
    table = at("speech.turn")
    table.health(Device.PAD, Condition.ABSENT, 3, number=3)
    told = read(table)
    assert "F13 按钮失灵  3号  暂停" in told
    speaker = table.judge.status.speaker
    assert speaker is not None
    assert f"{speaker}号" not in told


def test_seats_that_are_lost_one_after_the_other_are_all_named() -> None:
    table = at("wolf.pick")
    for seat in (3, 8):
        table.health(Device.PAD, Condition.ABSENT, seat, number=seat)
    told = read(table)
    assert " 3号 " in told
    assert " 8号 " in told


def test_when_it_is_over_the_game_is_on_the_display_again() -> None:
    table = lost()
    table.plug(0)
    table.wait(1)
    assert "F11" not in words(table)


@pytest.mark.parametrize("leave", [lambda table: press(table, BACK), long_back], ids=["back", "long back"])
@pytest.mark.parametrize("key", ["wolf.pick", "speech.turn"])
def test_a_look_at_the_menu_leaves_the_game_as_it_stood(key: str, leave: object) -> None:
    table = lost(key)
    heard = len(table.keys)
    press(table, OK, DOWN, DOWN)
    assert callable(leave)
    leave(table)
    table.wait(600)
    assert waits(table)
    assert "F11" in words(table)
    assert heard == len(table.keys), "nothing was said of it"
    table.plug(0)
    table.wait(1)
    assert not waits(table), "it goes on by itself"
    assert [] == [seat for seat, _ in table.judge.pads.worn]


def test_the_game_does_not_go_on_under_the_hands_of_staff() -> None:
    table = lost()
    press(table, OK)
    table.plug(0)
    table.wait(60)
    assert waits(table)
    assert "继续" == rows(table)[0]
    press(table, BACK)
    table.wait(1)
    assert not waits(table)


def test_a_spare_button_or_staff_come_first_and_nothing_goes_on_before() -> None:
    table = lost()
    press(table, OK)
    seen = list(rows(table))
    for _ in range(12):
        press(table, DOWN)
        seen += [row for row in rows(table) if row not in seen]
    assert ["换备用按钮", "全部店员代答", "不等1-6号", "故障 1", "座位按钮"] == seen[:5]
    for row in ("继续", "重复这一步", "跳过这一步", "玩家离场", "撤销"):
        assert row not in seen, "it would go on without the seats"


def test_staff_answer_for_all_and_go_on() -> None:
    table = lost()
    press(table, OK, DOWN, OK)
    assert [(seat, OFF) for seat in range(1, 7)] == list(table.judge.pads.worn)
    assert ("继续", 0) == (rows(table)[0], screen(table).body.cursor)  # type: ignore[union-attr]
    assert waits(table)
    press(table, OK)
    table.wait(1)
    assert not waits(table)


def test_a_seat_gets_a_spare_button_and_the_game_goes_on() -> None:
    table = at("wolf.pick")
    table.health(Device.PAD, Condition.ABSENT, 3, number=3)
    press(table, OK, OK)
    assert ("用哪个？", "10号") == (screen(table).title, rows(table)[0])
    press(table, OK)
    assert [(3, 10)] == list(table.judge.pads.worn)
    assert "继续" == rows(table)[0]
    press(table, BACK)
    table.wait(1)
    assert not waits(table)


def test_of_several_seats_each_gets_its_spare_button() -> None:
    table = at("wolf.pick")
    for seat in (3, 8):
        table.health(Device.PAD, Condition.ABSENT, seat, number=seat)
    press(table, OK, OK)
    assert ["3号", "8号"] == rows(table)
    press(table, OK, OK)
    assert ["8号"] == rows(table)
    press(table, OK, OK)
    assert [(3, 10), (8, 11)] == list(table.judge.pads.worn)
    assert "继续" == rows(table)[0]


def test_without_the_seats_it_goes_on_only_when_staff_have_been_asked_by_their_numbers() -> None:
    table = lost()
    press(table, OK, DOWN, DOWN, OK)
    assert ("不等1-6号？", ["不，返回", "不等，继续"]) == (screen(table).title, rows(table))
    press(table, OK, BACK)
    assert waits(table)
    press(table, OK, DOWN, DOWN, OK, DOWN, OK)
    table.wait(1)
    assert not waits(table)
    assert "F11" not in words(table)
    table.until_key("seer.wake")
    assert not waits(table), "they are asked no second time"


def test_what_fails_while_staff_are_in_the_menu_is_asked_about_there() -> None:
    table = at("wolf.pick")
    press(table, OK)
    assert "继续" == rows(table)[0]
    table.unplug(0)
    press(table, DOWN)
    assert "换备用按钮" == rows(table)[0]
    press(table, BACK)
    table.wait(60)
    assert waits(table)
    assert "F11" in words(table)
    press(table, OK, DOWN, DOWN, OK, DOWN, OK)
    table.wait(1)
    assert not waits(table), "once is enough"
    table.plug(0)


def test_what_fails_while_staff_are_in_the_menu_and_is_well_again_holds_nobody_up() -> None:
    table = at("wolf.pick")
    press(table, OK)
    table.unplug(0)
    press(table, DOWN, BACK)
    table.wait(10)
    table.plug(0)
    table.wait(1)
    assert not waits(table)
