"""The café's own boards as files: read at the start, written whole or not at all, moved aside and never destroyed."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadSetup
from engine.roles import ROLES
from engine.seats import seats_of
from engine.setup import Board, Setup, board_from_toml, deck_of
from engine.text import Text
from firmware.boards import OWN_BOARDS, all_boards, preset_boards, read_board
from firmware.house import House
from firmware.journal import MemoryJournal
from firmware.menu.actions import DropBoard, KeepBoard
from firmware.menu.drafts import Draft, board_of, complaint, draft_of, players_of
from firmware.ownboards import OwnBoardFiles, OwnBoards, to_toml
from firmware.settings import Settings

NINE = next(board for board in preset_boards() if board.id == "B09")
MINE = msgspec.structs.replace(NINE, id="", name=Text("本店九人", "House nine"), note=None)


def files_in(state: Path) -> OwnBoardFiles:
    """The own boards of a state folder, as the program reads them at the start."""
    return OwnBoardFiles(state / OWN_BOARDS, all_boards(state).own, preset_boards())


ODD = (
    MINE,
    msgspec.structs.replace(MINE, name=Text('“狼”"\\', 'It\'s "nine"')),
    msgspec.structs.replace(MINE, note=Text('“狼”"\\', 'It\'s "nine"\t\n\x7f\x01')),
    msgspec.structs.replace(MINE, overrides=(("max_rounds", 30), ("win_mode", "city"))),
    msgspec.structs.replace(MINE, note=Text("周五。", "Fridays.")),
)


@pytest.mark.parametrize("board", [*preset_boards(), *ODD], ids=lambda board: board.id)
def test_what_is_written_is_what_is_read(board: Board, tmp_path: Path) -> None:
    named = msgspec.structs.replace(board, id=board.id or "own-1")
    file = tmp_path / "x.toml"
    file.write_text(to_toml(named), encoding="utf-8")
    assert named == read_board(file)


@pytest.mark.parametrize("board", preset_boards(), ids=lambda board: board.id)
def test_every_shipped_board_can_be_begun_from_and_saved_as_it_is(board: Board) -> None:
    """Spare cards of its deck count for nobody."""
    draft = draft_of(board, own=False)
    assert (board.players, None) == (players_of(draft), complaint(draft))
    assert msgspec.structs.replace(board, id="", name=MINE.name, note=None) == board_of(draft, MINE.name)


@settings(settings.default, max_examples=80)
@given(
    deck=st.dictionaries(st.sampled_from(ROLES), st.integers(1, 9), min_size=1).map(
        lambda deck: [role.id for role, cards in deck.items() for _ in range(min(cards, role.at_most or cards))]
    )
)
def test_what_the_menu_lets_staff_save_is_what_the_folder_lets_in(deck: list[str]) -> None:
    """One check decides both, with the same words, whatever the cards are."""
    draft = Draft(cards=deck_of(deck), id="own-1")
    board = board_of(draft, MINE.name)
    refused: Text | None = None
    try:
        assert board == board_from_toml(to_toml(board), "FILE")
    except BadSetup as error:
        refused = error.text
    said = complaint(draft)
    if refused is None or said is None:
        assert (None, None) == (refused, said)
    else:
        assert refused.zh == f"板子 FILE：{said.zh}"
        assert refused.en.lower() == f"Board FILE {said.en}".lower()


def test_a_kept_board_is_there_at_the_next_start_and_the_next_one_gets_another_id(tmp_path: Path) -> None:
    own = files_in(tmp_path)
    assert None is own.keep(MINE, used=("own-1",))
    assert None is own.keep(MINE)
    assert ["own-2", "own-1"] == list(own.ids)
    assert {"own-1", "own-2"} == {board.id for board in all_boards(tmp_path).own.values()}
    assert {"own-1.toml", "own-2.toml"} == {file.name for file in (tmp_path / OWN_BOARDS).iterdir()}


def test_file_and_folder_are_on_the_card_before_it_is_said_to_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(number: int) -> None:
        order.append(Path(f"/proc/self/fd/{number}").readlink().name)
        fsync(number)

    def replaced(path: Path, target: Path) -> Path:
        order.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    own = files_in(tmp_path)
    own.keep(MINE)
    own.drop("own-1")
    assert [tmp_path.name, "own-1.new", "replace", "boards", "boards"] == order


def test_deleting_moves_the_file_aside_as_often_as_it_takes(tmp_path: Path) -> None:
    for _ in range(3):
        own = files_in(tmp_path)
        own.keep(MINE)
        assert None is own.drop("own-1")
        assert None is own.drop("own-1"), "twice is harmless"
        assert () == own.ids
    names = sorted(file.name for file in (tmp_path / OWN_BOARDS).iterdir())
    assert ["own-1.toml-2.deleted", "own-1.toml-3.deleted", "own-1.toml.deleted"] == names
    assert {} == dict(all_boards(tmp_path).own)


def test_what_the_card_refuses_is_told_in_both_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = files_in(tmp_path)
    own.keep(MINE)

    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "full", str(path), None, str(target))

    monkeypatch.setattr(Path, "replace", full)
    monkeypatch.setattr(Path, "rename", full)
    why = own.keep(msgspec.structs.replace(MINE, name=Text("新", "New")))
    assert why is not None
    assert "空间不足" in why.zh
    assert "no space is left" in why.en
    assert ("own-1", "own-2") == own.ids, "it can be played tonight"
    stays = own.drop("own-1")
    assert stays is not None
    assert "own-1.toml" in stays.zh
    assert "own-1.toml" in stays.en


def test_a_folder_that_is_none_is_told_of_and_hidden_files_are_no_boards(tmp_path: Path) -> None:
    assert None is all_boards(tmp_path).notice
    (tmp_path / OWN_BOARDS).mkdir()
    (tmp_path / OWN_BOARDS / "._mine.toml").write_bytes(b"\x00\x05")
    (tmp_path / OWN_BOARDS / "mine.new").write_bytes(b"id")
    assert ((), None) == (all_boards(tmp_path).wrong, all_boards(tmp_path).notice)
    other = tmp_path / "other"
    other.mkdir()
    (other / OWN_BOARDS).write_text("no folder", encoding="utf-8")
    shelf = all_boards(other)
    assert preset_boards() == shelf.boards
    ((path, why),) = shelf.wrong
    assert (other / OWN_BOARDS, True) == (path, "无法读取板子文件夹" in why.text.zh)


def test_a_file_as_other_machines_write_it_is_read(tmp_path: Path) -> None:
    (tmp_path / OWN_BOARDS).mkdir()
    text = to_toml(msgspec.structs.replace(MINE, id="usb")).replace("\n", "\r\n")
    (tmp_path / OWN_BOARDS / "USB.TOML").write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [(), ["usb"]] == [all_boards(tmp_path).wrong, [board.id for board in all_boards(tmp_path).own.values()]]


def test_the_id_of_a_board_that_was_played_is_never_given_again() -> None:
    """Statistics are kept by it."""
    journal = MemoryJournal()
    own = OwnBoards(shipped=preset_boards())
    house = House(own.boards, journal, Settings(), own=own)
    assert None is house.shelve(KeepBoard(MINE))
    setup = house.setup("own-1", seats_of(*range(1, 10)))
    journal.open_game(msgspec.json.encode(setup))
    house.shelve(DropBoard("own-1"))
    assert None is house.shelve(KeepBoard(MINE))
    assert ("own-2",) == house.own
    assert setup == house.last(), "and the game with it can be played again"


def test_a_board_that_cannot_be_played_is_refused(tmp_path: Path) -> None:
    own = files_in(tmp_path)
    house = House(own.boards, MemoryJournal(), Settings(), own=own)
    why = house.shelve(KeepBoard(msgspec.structs.replace(MINE, players=8)))
    assert why is not None
    assert "9 张牌，人数却是 8" in why.zh
    assert ((), False) == (house.own, (tmp_path / OWN_BOARDS).exists())


def test_a_board_named_on_the_command_line_is_nobodys_own() -> None:
    named = Setup(msgspec.structs.replace(NINE, id="file"), seats_of(*range(1, 10)), NINE.rules).board
    own = OwnBoards((msgspec.structs.replace(NINE, id="mine"),), preset_boards())
    house = House((*own.boards, named), MemoryJournal(), Settings(), own=own)
    assert ("mine",) == house.own
    assert {"file", "mine", "B09"} <= {board.id for board in house.boards}
