"""What the menu offers and does at the whole machine, where the moment decides."""

from pathlib import Path

import msgspec
import pytest

from engine.seats import Seat, seats_of
from firmware.menu.actions import EndGame, Keep, StartAgain
from firmware.menu.choices import Choices
from firmware.menu.status import Mode
from firmware.settings import Settings, SettingsFile
from hardware.fakes import FakePad
from hardware.ports import Key
from hardware.screen import Row, Rows
from tests.kit.table import VirtualTable

SKIP = (Key.OK, Key.DOWN, Key.DOWN, Key.OK)
"""Pause, and the row 跳过这一步."""


def at(line: str) -> VirtualTable:
    """The first night of seven, where the question `line` begins."""
    table = VirtualTable("B07", cards="seer werewolf werewolf witch hunter villager villager")
    table.start()
    table.ready()
    if line == "witch.wake":
        table.claim("werewolf")
    table.until_key(line)
    table.wait(1)
    return table


@pytest.mark.parametrize("line", ["wolf.wake", "witch.wake"])
def test_a_claim_is_skipped_only_when_staff_say_so_twice(line: str) -> None:
    table = at(line)
    steps = len(table.steps)
    table.key(*SKIP)
    table.wait(30)
    assert steps == len(table.steps), "it is asked first"
    assert table.judge.status.paused
    table.key(Key.DOWN, Key.OK)
    table.until(lambda: len(table.steps) > steps, "the next question")


def test_what_comes_after_the_claims_is_skipped_at_once() -> None:
    table = at("wolf.wake")
    table.two_taps(2, 3)
    table.until_key("wolf.pick")
    steps = len(table.steps)
    table.key(*SKIP)
    assert not table.judge.status.paused
    table.until(lambda: len(table.steps) > steps, "the next question")


# ------------------------------------------------------------ spare buttons and another number of seats

EIGHT = seats_of(*range(1, 9))
NINE = seats_of(*range(1, 10))
THREE_HAS_NINE = Choices(board="B08a", seats=EIGHT, pads=((Seat(3), Seat(9)),))
"""Eight play, and the button of seat 9 stands for that of seat 3."""


def worn(table: VirtualTable) -> tuple[tuple[int, int], ...]:
    """The seats that have another button than their own, and which."""
    return table.judge.pads.worn


def everybody_is_ready(table: VirtualTable) -> None:
    """Each of nine presses the button in front of it, and the game begins."""
    table.until_key("setup.ready_ask")
    table.wait(1)
    table.press_all(NINE)
    table.until_key("setup.begin", patience_s=10)


def test_the_last_game_again_needs_the_button_that_stood_for_another_seat() -> None:
    table = VirtualTable("B09")
    table.start()
    table.until_key("setup.ready_ask")
    table.staff(EndGame())
    table.until_mode(Mode.OVER)
    table.staff(Keep(THREE_HAS_NINE))
    assert ((3, 9),) == worn(table)
    table.staff(StartAgain())
    fault = table.judge.status.fault
    assert fault is not None
    assert ("3号用回原按钮：9号有人坐。", "Seat 3 has its own button again: 9 is in use.") == (fault.zh, fault.en)
    assert () == worn(table)
    assert () == table.judge.staff.menu.choices.pads
    everybody_is_ready(table)


def test_a_seat_that_comes_into_use_takes_its_button_back_before_the_eyes_of_staff() -> None:
    table = VirtualTable("B08a", settings=Settings(THREE_HAS_NINE))
    table.key(Key.DOWN, Key.DOWN, Key.OK, *[Key.DOWN] * 8, Key.OK)
    assert (NINE, ()) == (table.judge.staff.menu.seats, worn(table))
    told = table.judge.staff.menu.screen()
    assert ("座位按钮", Rows((Row("3号用回原按钮："), Row("9号有人坐。")))) == (told.title, told.body)


def test_the_map_is_kept_where_it_fits() -> None:
    kept = Choices(board="B09", seats=NINE, pads=((Seat(3), Seat(12)), (Seat(5), Seat(9))))
    table = VirtualTable("B09", settings=Settings(kept))
    table.pads[Seat(12)] = FakePad(12, table.loop.put, table.loop)
    assert ((3, 12),) == worn(table)
    table.start()
    table.until_key("setup.ready_ask")
    table.wait(1)
    table.press_all(NINE)
    assert "setup.begin" not in table.keys, "3 plays by 12"
    table.press(12)
    table.until_key("setup.begin", patience_s=10)


def test_a_map_that_does_not_fit_the_seats_to_begin_with_is_told_of_and_not_applied(tmp_path: Path) -> None:
    SettingsFile(tmp_path).keep(THREE_HAS_NINE)
    table = VirtualTable("B09", settings=SettingsFile(tmp_path))
    fault = table.judge.status.fault
    assert fault is not None
    assert "3号用回原按钮" in fault.zh
    assert ((), "注意") == (worn(table), table.judge.staff.menu.screen().title)
    table.key(Key.OK, Key.OK)
    everybody_is_ready(table)
    assert THREE_HAS_NINE == SettingsFile(tmp_path).choices, "it is there again when eight play"


def test_after_a_power_cut_every_seat_of_the_game_has_a_button() -> None:
    before = VirtualTable("B09")
    before.start()
    before.until_key("setup.ready_ask")
    kept = msgspec.structs.replace(THREE_HAS_NINE, board="B09")
    table = VirtualTable("B09", journal=before.journal, settings=Settings(kept))
    assert ((3, 9),) == worn(table)
    table.go_on()
    assert () == worn(table)
    everybody_is_ready(table)
