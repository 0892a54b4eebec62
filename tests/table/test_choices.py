"""What staff choose at the menu is what the next game is played with; what has begun stays as it began."""

from __future__ import annotations

import msgspec

from engine.events import NightFell
from engine.houserules import HouseRules, WinMode
from engine.seats import Seat, seats_of
from engine.setup import Overrides
from firmware.journal import MemoryJournal
from firmware.menu.actions import EndGame, Keep, StartAgain
from firmware.menu.choices import Choices
from firmware.menu.status import Mode
from firmware.settings import Settings
from firmware.table.pace import SLOW
from hardware.ports import Key
from tests.kit.table import VirtualTable, preset

UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK


def table_with(rules: Overrides, board_rules: Overrides = ()) -> VirtualTable:
    """A table of nine whose board plays `board_rules`, in a café that plays `rules`."""
    board = msgspec.structs.replace(preset("B09"), overrides=board_rules)
    return VirtualTable(board, settings=Settings(Choices(rules=rules)))


def rules_of(table: VirtualTable) -> HouseRules:
    """The rules of the open game."""
    return table.table.game.state.rules


def test_from_power_on_to_the_first_night_staff_press_at_most_three_keys() -> None:
    journal = MemoryJournal()
    before = VirtualTable("B09", journal=journal, seats=seats_of(*range(2, 11)))
    before.start()
    before.staff(EndGame())
    before.until_over()

    table = VirtualTable("B09", journal=journal, seats=seats_of(*range(2, 11)))
    presses = [OK]
    table.key(*presses)
    table.ready()
    table.until(lambda: any(isinstance(fact, NightFell) for fact in table.facts))
    assert "天黑请闭眼" in table.said[-1]
    assert seats_of(*range(2, 11)) == table.view.seats
    assert len(presses) <= 3


def test_the_cafes_rules_stand_above_the_boards_and_these_above_the_defaults() -> None:
    table = table_with((("max_rounds", 30),), (("win_mode", "city"), ("max_rounds", 12)))
    table.start()
    assert HouseRules(win_mode=WinMode.CITY, max_rounds=30) == rules_of(table)


def test_a_rule_changed_at_the_menu_holds_for_the_next_game() -> None:
    table = table_with(())
    table.key(*[DOWN] * 5, OK, *[DOWN] * 2, OK, OK, BACK, BACK, *[UP] * 5, OK)
    assert WinMode.CITY is rules_of(table).win_mode


def test_a_game_that_was_cut_off_goes_on_with_the_rules_it_began_with() -> None:
    table = table_with((("win_mode", "city"),))
    table.start()
    table.wait(5)
    table.power_cut()
    table.staff(Keep(Choices(board="B09", seats=table.seats)))
    table.go_on()
    assert WinMode.CITY is rules_of(table).win_mode


def test_the_pace_is_that_of_the_menu_when_a_game_begins() -> None:
    def first_words_ms(*keys: Key) -> int:
        table = VirtualTable("B09")
        table.key(*keys, OK)
        start_ns = table.now_ns
        table.until_key("setup.roles")
        return (table.now_ns - start_ns) // 1_000_000

    slower = first_words_ms(*[DOWN] * 6, OK, *[UP] * 6)
    assert first_words_ms() < slower


def test_pace_and_buttons_outlive_a_power_cut() -> None:
    settings = Settings()
    table = VirtualTable("B09", settings=settings)
    table.staff(Keep(Choices(pace="slow", pads=((Seat(2), Seat(11)),))))
    after = VirtualTable("B09", settings=settings, pace=SLOW)
    assert ("slow", ((2, 11),)) == (after.judge.staff.menu.choices.pace, after.judge.staff.menu.choices.pads)


def test_once_more_is_the_board_the_seats_and_the_rules_of_the_last_game() -> None:
    table = VirtualTable(
        "B09", seats=seats_of(*range(2, 11)), settings=Settings(Choices(rules=(("win_mode", "city"),)))
    )
    assert "" == table.judge.staff.menu.machine.last
    table.start()
    table.staff(EndGame())
    table.until_over()
    assert "B09" == table.judge.staff.menu.machine.last
    table.staff(Keep(Choices(board="B09", seats=seats_of(*range(1, 10)))))
    table.key(OK, DOWN, OK)
    assert Mode.GAME is table.judge.status.mode
    assert (seats_of(*range(2, 11)), WinMode.CITY) == (table.table.game.state.seats, rules_of(table).win_mode)


def test_once_more_without_a_game_before_does_nothing() -> None:
    table = VirtualTable("B09")
    table.staff(StartAgain())
    assert Mode.IDLE is table.judge.status.mode
