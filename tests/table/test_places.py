"""A table on which not every seat is wired: what can be chosen there, and what comes of choices made elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from audio.say import Language
from engine.errors import BadSetup
from engine.seats import Seat, seats_of
from firmware.boards import preset_boards
from firmware.judge import Judge
from firmware.menu.actions import Keep, StartAgain, StartGame
from firmware.menu.choices import OFF, Choices
from firmware.menu.page import Machine
from firmware.menu.status import Mode
from firmware.settings import Settings
from hardware.ports import Key
from hardware.screen import Grid, Rows, Screen, fits
from tests.kit.table import VirtualTable

OK, UP, DOWN, BACK = Key.OK, Key.UP, Key.DOWN, Key.BACK
WIRED = seats_of(2, 3, 4, 5, 6, 7, 8, 9, 12)
"""Eight places, and a pad more."""
SPARE = Seat(12)
CARDS = "werewolf werewolf seer witch villager villager"


class Wired(Judge):
    """The judge of a table with `WIRED`."""

    def __init__(self, **parts: Any) -> None:
        machine = Machine(wired=WIRED, spare=(SPARE,))
        super().__init__(**{**parts, "boards": preset_boards(), "machine": lambda: machine})


def table_of(choices: Choices | None = None, **options: Any) -> VirtualTable:
    """That table, where staff had chosen `choices` before."""
    settings = Settings(choices or Choices())
    return VirtualTable("B06a", seats=seats_of(2, 3, 4, 5, 6, 7), judge=Wired, settings=settings, **options)


def screen_of(table: VirtualTable) -> Screen:
    """What the display shows."""
    screen = table.judge.staff.menu.screen(table.now_ns)
    assert fits(screen), screen
    return screen


def rows_of(table: VirtualTable) -> list[str]:
    """The rows below the title bar."""
    body = screen_of(table).body
    assert isinstance(body, Rows)
    return [f"{row.text} {row.value}".strip() for row in body.rows]


def choose(table: VirtualTable, words: str) -> None:
    """OK on the row with these words."""
    for _ in range(30):
        body = screen_of(table).body
        assert isinstance(body, Rows)
        if body.cursor is not None and body.rows[body.cursor].text == words:
            table.key(OK)
            return
        table.key(DOWN)
    raise AssertionError(f"there is no {words}")


def test_only_wired_seats_can_be_chosen_and_the_frame_stands_on_no_other() -> None:
    table = table_of()
    table.key(DOWN, DOWN, OK)
    stood = set()
    for _ in range(20):
        body = screen_of(table).body
        assert isinstance(body, Grid)
        stood.add(body.cursor + 1)
        assert {"-"} == {cell.text for number, cell in enumerate(body.cells, 1) if number not in range(2, 10)}
        assert not [cell for cell in body.cells if cell.text == "-" and cell.on]
        table.key(DOWN)
    assert set(range(2, 10)) == stood


def test_boards_for_more_than_there_are_seats_are_not_offered() -> None:
    table = table_of()
    table.key(DOWN, OK)
    seen = set()
    for _ in range(20):
        seen |= set(rows_of(table))
        table.key(DOWN)
    sizes = {row.split("人")[0] for row in seen if "人" in row}
    assert {"6", "7", "8"} == sizes


def test_a_board_chosen_at_a_larger_table_gives_way_to_the_largest_that_fits() -> None:
    kept = Choices(board="B12-预女猎守", seats=seats_of(*range(1, 13)))
    table = table_of(kept)
    menu = table.judge.staff.menu
    assert seats_of(*range(2, 10)) == menu.seats
    assert menu.choices.board in {"B08a", "B08b"}
    table.key(OK)
    assert Mode.GAME is table.judge.status.mode


def test_seats_chosen_at_another_table_give_way_to_the_first_ones_that_are_there() -> None:
    table = table_of(Choices(board="B06b", seats=seats_of(1, 3, 5, 7, 9, 11)))
    assert ("B06b", seats_of(2, 3, 4, 5, 6, 7)) == (
        table.judge.staff.menu.choices.board,
        table.judge.staff.menu.seats,
    )


def test_buttons_given_at_another_table_are_forgotten_and_those_that_are_there_are_not() -> None:
    pads = ((Seat(2), Seat(15)), (Seat(3), OFF), (Seat(4), SPARE), (Seat(14), Seat(9)))
    table = table_of(Choices(board="B06a", seats=seats_of(2, 3, 4, 5, 6, 7), pads=pads))
    assert ((3, 0), (4, 12)) == table.judge.pads.worn


@pytest.mark.parametrize("seats", [(1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 12)])
def test_a_game_on_a_seat_that_is_not_there_is_refused_in_both_languages(seats: tuple[int, ...]) -> None:
    table = table_of()
    with pytest.raises(BadSetup) as refused:
        table.judge.start_game("B06a", seats_of(*seats))
    absent = next(seat for seat in seats if seat in (1, 12))
    for words in (refused.value.text.zh, refused.value.text.en):
        assert f"{absent}" in words
        assert "2-9" in words
        assert "\n" not in words
    table.staff(StartGame("B06a", seats_of(*seats)))
    assert Mode.IDLE is table.judge.status.mode
    assert refused.value.text == table.judge.status.fault


def test_seats_that_are_not_there_are_not_kept() -> None:
    table = table_of()
    before = table.judge.staff.menu.choices.seats
    table.staff(Keep(Choices(board="B06a", seats=seats_of(1, 2, 3, 4, 5, 6))))
    assert table.judge.status.fault is not None
    assert before == table.judge.staff.menu.choices.seats


def test_a_spare_pad_can_be_given_to_a_seat_in_a_game_and_answers_for_it() -> None:
    table = table_of(cards=CARDS)
    table.start()
    table.until_said("天黑")
    table.key(OK)
    choose(table, "座位按钮")
    choose(table, "2号")
    choose(table, "换备用按钮")
    assert ["8号", "9号", "12号"] == rows_of(table)
    choose(table, "12号")
    assert ((2, 12),) == table.judge.pads.worn


def test_the_last_game_of_another_table_is_not_offered_again() -> None:
    first = VirtualTable("B06a", CARDS)
    first.start()
    first.key(OK, UP, OK, DOWN, OK, DOWN, OK)
    first.until_mode(Mode.OVER)
    moved = table_of(journal=first.journal)
    assert "" == moved.judge.staff.menu.machine.last
    moved.staff(StartAgain())
    assert Mode.IDLE is moved.judge.status.mode


@pytest.mark.parametrize("language", Language)
def test_a_simulated_table_has_every_seat(language: Language) -> None:
    table = VirtualTable("B06a", language=language)
    table.key(DOWN, DOWN, OK)
    body = screen_of(table).body
    assert isinstance(body, Grid)
    assert list(map(str, range(1, 19))) == [cell.text for cell in body.cells]
