"""An unfinished game is rebuilt exactly; where a row disagrees the rebuilding stops and nothing is guessed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

import msgspec
import pytest

from engine.game import RULES, Game, Step
from engine.seats import seats_of
from engine.setup import Setup, board_from_toml
from firmware.journal import Journal, JournalStore, MemoryJournal
from firmware.restore import find_unfinished, restore, resume_from
from tests.firmware.journal_steps import play_on

BOARD: Final = """
id = "T07"
players = 7
[name]
zh = "七人"
en = "Seven"
[cards]
werewolf = 2
witch = 1
seer = 1
hunter = 1
villager = 2
[rules]
sheriff = "off"
"""
STEPS: Final = 30


def _setup() -> Setup:
    board = board_from_toml(BOARD, "the test")
    return Setup(board, seats_of(1, 2, 4, 5, 7, 8, 9), board.rules)


def _played() -> list[Step]:
    """The steps of a game, the opening first."""
    game, opening = Game.start(_setup())
    return [opening, *play_on(game, STEPS)]


def _kept(journal: JournalStore, steps: list[Step]) -> int:
    """A game in `journal` with `steps`; returns its number."""
    game = journal.open_game(msgspec.json.encode(_setup()))
    for step in steps:
        journal.append(game, step)
    return game


def test_a_game_cut_off_behind_any_step_goes_on_there() -> None:
    steps = _played()
    for end in range(1, len(steps) + 1):
        journal = MemoryJournal()
        restored = restore(journal, _kept(journal, steps[:end]))
        whole, _ = Game.start(_setup())
        play_on(whole, end - 1)
        assert restored.game is not None
        assert (steps[end - 1].prompt, whole.state) == (restored.game.prompt, restored.game.state)
        assert (end - 1, False, end) == (restored.agreed_until, restored.mismatch, restored.game.number)
        assert tuple(steps[:end]) == restored.steps
        assert steps[end : end + 3] == play_on(restored.game, 3)[: len(steps) - end]


@pytest.mark.parametrize("bad", [1, 2, 17, STEPS])
def test_a_digest_that_disagrees_stops_the_rebuilding(bad: int) -> None:
    steps = _played()
    wrong = msgspec.structs.replace(steps[bad], digest=b"disagree")
    journal = MemoryJournal()
    game = _kept(journal, [*steps[:bad], wrong, *steps[bad + 1 :]])
    restored = restore(journal, game)
    assert (True, bad - 1) == (restored.mismatch, restored.agreed_until)
    assert restored.game is not None
    assert steps[bad - 1].prompt == restored.game.prompt
    assert bad == restored.game.number
    assert tuple(steps[:bad]) == restored.steps
    assert len(steps) == len(journal.rows(game))


def test_events_that_disagree_stop_it_too() -> None:
    steps = _played()
    wrong = msgspec.structs.replace(steps[4], events=())
    journal = MemoryJournal()
    restored = restore(journal, _kept(journal, [*steps[:4], wrong]))
    assert (True, 3) == (restored.mismatch, restored.agreed_until)


def test_a_missing_row_stops_it_too() -> None:
    steps = _played()
    journal = MemoryJournal()
    restored = restore(journal, _kept(journal, [*steps[:4], *steps[5:]]))
    assert (True, 3) == (restored.mismatch, restored.agreed_until)


def test_an_opening_that_disagrees_leaves_nothing_to_go_on_from() -> None:
    steps = _played()
    journal = MemoryJournal()
    wrong = msgspec.structs.replace(steps[0], digest=b"disagree")
    restored = restore(journal, _kept(journal, [wrong, *steps[1:]]))
    assert (None, True, -1, ()) == (restored.game, restored.mismatch, restored.agreed_until, restored.steps)
    with pytest.raises(AssertionError, match="nothing agrees"):
        resume_from(journal, restored)


@pytest.mark.parametrize("setup", [b"", b"{}", b"not json", b'{"board":3}'])
def test_a_setup_that_cannot_be_read_is_a_disagreement(setup: bytes) -> None:
    journal = MemoryJournal()
    game = journal.open_game(setup)
    journal.append(game, _played()[0])
    restored = restore(journal, game)
    assert (None, True, -1) == (restored.game, restored.mismatch, restored.agreed_until)


@pytest.mark.parametrize("command", [b"", b"{", b'{"type":"Unheard"}', b'{"type":"Pressed","prompt":5}', None])
def test_a_command_that_cannot_be_read_is_a_disagreement(command: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    journal = Journal(file)
    game = _kept(journal, _played()[:8])
    journal.close()
    connection = sqlite3.connect(file)
    connection.execute("UPDATE rows SET command = ? WHERE n = 5", (command,))
    connection.commit()
    connection.close()
    journal = Journal(file)
    restored = restore(journal, game)
    assert (True, 4) == (restored.mismatch, restored.agreed_until)
    journal.close()


def test_going_on_from_the_last_step_that_agrees_plays_into_the_same_journal() -> None:
    steps = _played()
    journal = MemoryJournal()
    wrong = msgspec.structs.replace(steps[6], digest=b"disagree")
    game = _kept(journal, [*steps[:6], wrong, *steps[7:]])
    resumed = resume_from(journal, restore(journal, game))
    assert list(range(6)) == [row.n for row in journal.rows(game)]
    for step in play_on(resumed, 4):
        journal.append(game, step)
    again = restore(journal, game)
    assert (False, 9) == (again.mismatch, again.agreed_until)


@pytest.mark.parametrize("rules", [RULES - 1, RULES + 1])
def test_a_game_of_other_rules_is_not_played_on_but_kept(rules: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where every row would agree: what the rules of now make of the next answer may be another game."""
    journal = MemoryJournal()
    monkeypatch.setattr("firmware.journal.RULES", rules)
    game = _kept(journal, _played())
    monkeypatch.undo()
    found, told = find_unfinished(journal)
    assert (None, "第1局是按另一版规则玩的，不能继续，记录已保留。") == (found, told and told.zh)
    record = journal.record(game)
    assert record is not None
    assert ("unreadable", STEPS + 1) == (record.result, len(journal.rows(game)))
    assert (None, None) == find_unfinished(journal), "told once, and the next game can begin"


def test_a_game_of_the_same_rules_is_offered() -> None:
    journal = MemoryJournal()
    _kept(journal, _played())
    found, told = find_unfinished(journal)
    assert (STEPS, None) == (found and found.agreed_until, told)


def test_no_wrong_byte_in_the_setup_goes_untold_unless_it_changes_nothing() -> None:
    steps = _played()[:3]
    good = msgspec.json.encode(_setup())
    for at in range(0, len(good), 7):
        journal = MemoryJournal()
        game = journal.open_game(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        for step in steps:
            journal.append(game, step)
        found, told = find_unfinished(journal)
        if found is None:
            assert told is not None
            assert "第1局的记录无法使用，已保留。" == told.zh
        else:
            assert (steps[-1].prompt, 2) == (found.game and found.game.prompt, found.agreed_until)


def test_going_on_without_a_disagreement_sets_nothing_aside() -> None:
    steps = _played()
    journal = MemoryJournal()
    game = _kept(journal, steps)
    assert steps[-1].prompt == resume_from(journal, restore(journal, game)).prompt
    assert len(steps) == len(journal.rows(game))


def test_only_the_open_speech_goes_on_with_what_was_left() -> None:
    steps = _played()
    journal = MemoryJournal()
    game = _kept(journal, steps[:5])
    assert restore(journal, game).left_ms is None
    journal.save_floor(game, 4, 30_000)
    assert restore(journal, game).left_ms is None
    journal.save_floor(game, 5, 20_000)
    assert restore(journal, game).left_ms == 20_000


def test_restoring_changes_nothing() -> None:
    journal = MemoryJournal()
    game = _kept(journal, _played())
    before = [row.reveal() for row in journal.rows(game)]
    restore(journal, game)
    assert before == [row.reveal() for row in journal.rows(game)]
    assert journal.unfinished() is not None
