"""How long the nights take, told beforehand: against a stopwatch at the table itself."""

from __future__ import annotations

import pytest

from audio.say import Language
from engine import events as e
from engine.game import Setup
from engine.seats import Seat, seats_of
from firmware.boards import preset_boards
from firmware.lengths import NightLengths, night_lengths, night_ms
from firmware.table.compose import Composer
from firmware.table.pace import FAST, NORMAL, PACES, SLOW, Pace
from firmware.voice import TextVoice
from tests.kit.table import MS, VirtualTable, preset

TWELVE = "B12-预女猎守"


def setup_of(board_id: str) -> Setup:
    board = preset(board_id)
    return Setup(board, seats_of(*range(1, board.players + 1)), board.rules)


def stopwatch(table: VirtualTable, n: int) -> int:
    """Ms from the first syllable of 天黑 to the first of 天亮 of round `n`, as the room heard them."""

    def at(kind: type[e.NightFell | e.DayBroke]) -> int:
        return next(ns for ns, event in table.ears.facts if isinstance(event, kind) and event.n == n)

    table.until(lambda: e.DayBroke(n) in table.facts, "天亮", patience_s=20_000)
    return (at(e.DayBroke) - at(e.NightFell)) // MS


def two_die_in_night_one(table: VirtualTable) -> None:
    """The wolves' knife takes the seer, the poison a wolf; everybody claims, 守卫 guards the poisoned one."""
    seer, wolf = table.holder("seer"), table.holders("werewolf")[0]
    table.ready()
    for count in table.board.cards:
        if count.role not in ("villager", "idiot"):
            table.claim(count.role)
        if count.role == "guard":
            table.at_count(table.holder("guard"), wolf)
        if count.role == "werewolf":
            table.until_key("wolf.pick")
            table.at_count(wolf, seer)
        if count.role == "witch":
            table.until_key("witch.poison")
            table.at_count(table.holder("witch"), wolf)


@pytest.mark.parametrize(
    ("board", "pace", "language"),
    [(TWELVE, NORMAL, Language.ZH), ("B10b", SLOW, Language.EN), ("B09", FAST, Language.ZH)],
    ids=["twelve", "ten", "nine"],
)
def test_the_nights_take_as_long_as_was_told_whatever_happens_in_them(
    board: str, pace: Pace, language: Language
) -> None:
    told = night_lengths(setup_of(board), pace, language)
    table = VirtualTable(board, pace=pace, language=language)
    table.start()
    two_die_in_night_one(table)
    first = stopwatch(table, 1)
    second = stopwatch(table, 2)
    assert 2 == len(table.view.out)
    assert told == NightLengths(first, second)


def test_it_does_not_matter_who_is_out() -> None:
    """A length that told who is out, or what they held, would be a secret heard."""
    setup = setup_of(TWELVE)
    composer = Composer(TextVoice(Language.ZH), NORMAL)
    pairs = [seats_of(1, 2), seats_of(5, 12), seats_of(6, 7), seats_of(8, 9)]
    assert 1 == len({night_ms(setup, 2, pair, composer) for pair in pairs})
    assert night_ms(setup, 2, seats_of(1, 2, 3), composer) < night_ms(setup, 2, seats_of(1, 2), composer)


def test_seats_may_have_gaps() -> None:
    setup = setup_of("B09")
    with_gaps = Setup(setup.board, (*setup.seats[:4], *(Seat(seat + 6) for seat in setup.seats[4:])), setup.rules)
    assert night_lengths(setup, NORMAL) == night_lengths(with_gaps, NORMAL)


@pytest.mark.parametrize("board", [board.id for board in preset_boards()])
def test_every_board_has_lengths_at_every_pace(board: str) -> None:
    """Also where two deaths leave so few that the game would be over at dawn; a slower pace takes longer."""
    lengths = {name: night_lengths(setup_of(board), pace) for name, pace in PACES.items()}
    for night in ("first_ms", "second_ms"):
        assert getattr(lengths["fast"], night) < getattr(lengths["normal"], night) < getattr(lengths["slow"], night)
    assert all(length.second_ms < length.first_ms for length in lengths.values())
