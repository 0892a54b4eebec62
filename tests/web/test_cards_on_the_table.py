"""Which cards lie on the simulated table: the spare ones of 盗贼, and those that the judge himself deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.seats import Seat, Seats, seats_of
from firmware.journal import MemoryJournal
from firmware.menu.actions import AssignCards, ContinueGame, Keep, StartGame
from firmware.menu.choices import Choices
from firmware.web.views import Maker, Own
from tests.web.joined import Program

if TYPE_CHECKING:
    from pathlib import Path

THIEVES: Final = "B12-盗贼"
TWELVE: Final = seats_of(*range(1, 13))
PATIENCE: Final = 400
"""So many half seconds of the program's own time at most."""


def until_spares(program: Program) -> str:
    """Until staff are asked; what lies face down, as the maker's page tells whoever plays staff."""
    for _ in range(PATIENCE):
        if program.judge.status.needs_spares:
            break
        program.wait(0.5)
    assert program.judge.status.needs_spares
    return ",".join(card["role"] for card in program.sees(Maker())["face_down"])


def cards(program: Program, seats: Seats) -> list[str]:
    """What the pages of `seats` show to whoever looks at the own card; "" for none yet."""
    views = [program.sees(Own(seat, looked=True)) for seat in seats]
    return [view["card"]["role"] if view["card"] else "" for view in views]


def test_the_maker_reads_the_spare_cards_and_the_thief_has_the_card_that_he_took(tmp_path: Path) -> None:
    journal = MemoryJournal()
    program = Program(tmp_path, journal)
    program.judge.act(StartGame(THIEVES, TWELVE))
    spares = until_spares(program)
    dealt = cards(program, TWELVE)
    program.judge.act(AssignCards(spares))
    game = program.judge.table
    assert game is not None
    for _ in range(PATIENCE):
        if game.game.state.taken is not None:
            break
        program.wait(0.5)
    taken = game.game.state.taken
    assert taken is not None, "a bot claims the card and takes a spare one"
    expected = [taken.card if card == "thief" else card for card in dealt]
    assert expected == cards(program, TWELVE)
    again = Program(tmp_path, journal)
    again.judge.act(ContinueGame())
    assert expected == cards(again, TWELVE), "also after a power cut"


def test_where_the_judge_deals_a_page_has_the_card_once_its_seat_has_been_shown_it(tmp_path: Path) -> None:
    program = Program(tmp_path)
    rules = (("role_source", "dealt_by_engine"),)
    program.judge.act(Keep(Choices(board=THIEVES, seats=TWELVE, rules=rules)))
    program.judge.act(StartGame(THIEVES, TWELVE))
    game = program.judge.table
    assert game is not None
    for _ in range(PATIENCE):
        if len(game.game.state.seen) >= 2:
            break
        program.wait(0.5)
    seen = game.game.state.seen
    held = dict(game.game.state.cards)
    assert seen
    assert [held[seat] if seat in seen else "" for seat in TWELVE] == cards(program, TWELVE)
    assert Seat(12) not in seen
