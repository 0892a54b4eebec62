"""What pages and display show of a game that goes on after a power cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.journal import MemoryJournal
from firmware.menu.actions import ContinueGame, StartGame
from firmware.web.views import Room
from tests.web.joined import BOARD, Program
from tests.web.stage import SEATS

if TYPE_CHECKING:
    from pathlib import Path


def test_a_game_cut_off_while_the_rules_were_read_has_its_board_and_seats_from_the_first_word(tmp_path: Path) -> None:
    journal = MemoryJournal()
    before = Program(tmp_path, journal)
    before.judge.act(StartGame(BOARD, SEATS))
    before.wait(3)
    known = before.sees(Room())["board"]
    assert known is not None
    program = Program(tmp_path, journal)
    program.judge.act(ContinueGame())
    said = []
    for _ in range(60):
        program.wait(0.5)
        room, shown = program.sees(Room()), program.judge.status.view
        said.append(room["caption"]["text"]["zh"] if room["caption"] else "")
        assert known == room["board"], "no page takes the table for empty"
        assert list(SEATS) == [seat["seat"] for seat in room["seats"]]
        assert shown is not None
        assert SEATS == shown.seats
    heard = list(dict.fromkeys(text for text in said if text))
    assert len(heard) > 2, "that it goes on, and the rules again"
