"""Where boards come from: the shipped ones, a café's own files in the state folder, or one file named by hand."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Final

from engine.errors import BadSetup
from engine.seats import MAX_SEATS, Seat, Seats, seats_of
from engine.setup import Board, Setup, board_from_toml
from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import NOT_UTF8, os_reason

OWN_BOARDS: Final = "boards"
"""The folder inside the state folder whose *.toml files are read at start."""


class BadBoard(StartError):
    """Raised when a board file cannot be read or makes no game, or seats or a board that are asked for do not fit."""


def preset_boards() -> tuple[Board, ...]:
    """The boards that are shipped, by number of players, then by id."""
    files = sorted((resources.files("engine") / "boards").iterdir(), key=lambda file: file.name)
    boards = [_parse(file.read_text(encoding="utf-8"), file.name) for file in files if file.name.endswith(".toml")]
    return tuple(sorted(boards, key=lambda board: (board.players, board.id)))


def all_boards(state: Path) -> tuple[Board, ...]:
    """The shipped boards and those in the state folder; an own board takes the place of a shipped one with its id.

    Raises:
        BadBoard: one of the own files is wrong; nothing is started with half of them.
    """
    boards = {board.id: board for board in preset_boards()}
    own = [read_board(file) for file in sorted((state / OWN_BOARDS).glob("*.toml"))]
    for index, board in enumerate(own):
        if any(board.id == other.id for other in own[:index]):
            raise BadBoard(
                Text(
                    f"板子 {board.id} 在 {state / OWN_BOARDS} 里出现两次；请改其中一个的 id",
                    f"board {board.id} stands twice in {state / OWN_BOARDS}; give one of them another id",
                )
            )
        boards[board.id] = board
    return tuple(sorted(boards.values(), key=lambda board: (board.players, board.id)))


def read_board(file: Path) -> Board:
    """The board in `file`.

    Raises:
        BadBoard: it cannot be read, or is no board that can be played.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = os_reason(error) if isinstance(error, OSError) else NOT_UTF8
        raise BadBoard(
            Text(f"无法读取板子文件 {file}：{why.zh}", f"cannot read the board file {file}: {why.en}")
        ) from error
    return _parse(text, str(file))


def find_board(wanted: str, boards: tuple[Board, ...]) -> Board:
    """The board that `wanted` names: an id of `boards`, or a TOML file.

    Raises:
        BadBoard: there is no such board, or the file is wrong.
    """
    for board in boards:
        if board.id == wanted:
            return board
    if wanted.endswith(".toml"):
        return read_board(Path(wanted))
    known = " ".join(board.id for board in boards)
    raise BadBoard(Text(f"没有板子 {wanted}；有：{known}", f"there is no board {wanted}; there are: {known}"))


def parse_seats(text: str) -> Seats:
    """The seats in "1,2,5-9", ascending.

    Raises:
        BadBoard: it is not a list of seats, or a seat is out of range or named twice.
    """
    seats: list[Seat] = []
    for part in text.replace("，", ",").split(","):
        first, dash, last = part.strip().partition("-")
        try:
            low, high = int(first), int(last if dash else first)
        except ValueError:
            raise BadBoard(
                Text(f"座位写法不对：{part!r}；例如 1,2,5-9", f"no list of seats: {part!r}; write for example 1,2,5-9")
            ) from None
        for number in range(low, high + 1):
            if not 1 <= number <= MAX_SEATS:
                raise BadBoard(
                    Text(f"座位 {number} 超出 1 到 {MAX_SEATS}", f"seat {number} is not within 1 to {MAX_SEATS}")
                )
            if number in seats:
                raise BadBoard(Text(f"座位 {number} 写了两次", f"seat {number} is named twice"))
            seats.append(Seat(number))
        if high < low:
            raise BadBoard(Text(f"座位范围颠倒：{part!r}", f"the range of seats runs backwards: {part!r}"))
    return tuple(sorted(seats))


def _parse(text: str, source: str) -> Board:
    try:
        board = board_from_toml(text, source)
        # What the deck alone does not show, such as a sheriff that cannot be played yet.
        Setup(board, seats_of(*range(1, board.players + 1)), board.rules).check()
    except BadSetup as error:
        raise BadBoard(error.text) from error
    return board
