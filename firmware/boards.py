"""Where boards come from: the shipped ones, a café's own files in the state folder, or one file named by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.errors import BadSetup
from engine.seats import MAX_SEATS, Seat, Seats, seats_of
from engine.setup import Board, Setup, board_from_toml
from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import NOT_UTF8, os_reason
from hardware.plainfile import read_plain

OWN_BOARDS: Final = "boards"
"""The folder inside the state folder whose *.toml files are read at start."""


class BadBoard(StartError):
    """Raised when a board file cannot be read or makes no game, or seats or a board that are asked for do not fit."""


class Shelf(NamedTuple):
    """The boards that can be played, and the own files that hold none, each with what is wrong."""

    boards: tuple[Board, ...]
    wrong: tuple[tuple[Path, BadBoard], ...] = ()
    own: Mapping[Path, Board] = MappingProxyType({})
    """The café's own among `boards`, by their files."""

    @property
    def notice(self) -> Text | None:
        """What staff must know of the files that were left out; what is wrong with them `faguan boards` says."""
        names = " ".join(file.name for file, _ in self.wrong)
        zh, en = f"板子文件 {names} 用不了，请看 faguan boards。", f"Left out: {names}. See faguan boards."
        return Text(zh, en) if self.wrong else None


def preset_boards() -> tuple[Board, ...]:
    """The boards that are shipped, by number of players, then by id."""
    files = sorted((resources.files("engine") / "boards").iterdir(), key=lambda file: file.name)
    boards = [_parse(file.read_text(encoding="utf-8"), file.name) for file in files if file.name.endswith(".toml")]
    return by_size(boards)


def by_size(boards: Iterable[Board]) -> tuple[Board, ...]:
    """`boards` by number of players, then by id; of several with one id the last."""
    named = {board.id: board for board in boards}
    return tuple(sorted(named.values(), key=lambda board: (board.players, board.id)))


def all_boards(state: Path) -> Shelf:
    """The shipped boards and those in the state folder; an own board takes the place of a shipped one with its id.

    An own file that is wrong is left out, and so is the second of two with one id, by the names of their files.
    """
    own: dict[Path, Board] = {}
    wrong = []
    try:
        files = own_files(state / OWN_BOARDS)
    except BadBoard as error:
        files, wrong = (), [(state / OWN_BOARDS, error)]
    for file in files:
        try:
            board = read_board(file)
            if board.id in (other.id for other in own.values()):
                raise _twice(board.id, file)
        except BadBoard as error:
            wrong.append((file, error))
        else:
            own[file] = board
    return Shelf(by_size((*preset_boards(), *own.values())), tuple(wrong), own)


def own_files(folder: Path) -> tuple[Path, ...]:
    """The board files in `folder`, by their names, without hidden ones; no folder has none.

    Raises:
        BadBoard: it is no folder, or cannot be read.
    """
    try:
        return tuple(
            sorted(file for file in folder.iterdir() if file.suffix.lower() == ".toml" and file.name[0] != ".")
        )
    except FileNotFoundError:
        return ()
    except OSError as error:
        why = os_reason(error)
        raise BadBoard(
            Text(f"无法读取板子文件夹 {folder}：{why.zh}", f"cannot read the folder of boards {folder}: {why.en}")
        ) from error


def _twice(board_id: str, file: Path) -> BadBoard:
    """What is wrong with the second board of an id."""
    return BadBoard(
        Text(
            f"板子 {board_id} 出现两次，{file} 没有用；请改其中一个的 id",
            f"board {board_id} stands twice, {file} is left out; give one of them another id",
        )
    )


def read_board(file: Path) -> Board:
    """The board in `file`.

    Raises:
        BadBoard: it cannot be read, or is no board that can be played.
    """
    try:
        text = read_plain(file).decode("utf-8-sig")  # some editors begin a file with a mark
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
    known, said = " ".join(board.id for board in boards), wanted or "''"
    raise BadBoard(Text(f"没有板子 {said}；有：{known}", f"there is no board {said}; there are: {known}"))


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


def unwired(seats: Seats, places: Seats) -> Text | None:
    """Why nobody can sit on `seats` of a table that has `places`; None when they can."""
    absent = tuple(str(seat) for seat in seats if seat not in places)
    if not absent:
        return None
    here = ranges(places)
    return Text(
        f"座位 {'、'.join(absent)} 没有接线；这张桌子有 {here}",
        f"not wired: seat {', '.join(absent)}; this table has {here}",
    )


def ranges(seats: Seats) -> str:
    """`seats`, ascending, as `parse_seats` reads them."""
    runs: list[list[Seat]] = []
    for seat in seats:
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return ",".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _parse(text: str, source: str) -> Board:
    try:
        board = board_from_toml(text, source)
        # What the deck alone does not show, such as a sheriff that cannot be played yet.
        Setup(board, seats_of(*range(1, board.players + 1)), board.rules).check()
    except BadSetup as error:
        raise BadBoard(error.text) from error
    return board
