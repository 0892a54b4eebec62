"""The café's own boards: TOML files in the folder `boards` of the state folder, made by hand or in the menu.

A board that is kept is written whole beside its file, brought to the card, and put in its place: whenever the power
goes, there is the old one or the new one. One that is deleted is moved aside, never destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec

from engine.setup import Board
from engine.text import Text
from firmware.boards import by_size
from firmware.reasons import os_reason
from firmware.state_dir import bring_to_card, put_down

ID: Final = "own-{}"
"""The id of a board that was made in the menu."""


class OwnBoards:
    """Own boards in memory only; a café's are `OwnBoardFiles`."""

    def __init__(self, boards: Iterable[Board] = (), shipped: Iterable[Board] = ()) -> None:
        """Begin with `boards`; `shipped` are those that come with the program."""
        self._own = {board.id: board for board in boards}
        self._shipped: Final[Mapping[str, Board]] = MappingProxyType({board.id: board for board in shipped})

    @property
    def ids(self) -> tuple[str, ...]:
        """Which there are."""
        return tuple(self._own)

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, by number of players; an own one takes the place of a shipped one with its id."""
        return by_size((*self._shipped.values(), *self._own.values()))

    def keep(self, board: Board, used: Iterable[str] = ()) -> Text | None:
        """Hold `board` from now on; a new one gets an id that is none of `used`.

        Says what staff must know when it cannot be kept beyond a power cut.
        """
        named = board if board.id else msgspec.structs.replace(board, id=self._free_id(used))
        self._own[named.id] = named
        return self._write(named)

    def drop(self, board_id: str) -> Text | None:
        """Forget the own board; a shipped one with its id comes back. What staff must know when its file stays."""
        if self._own.pop(board_id, None) is None:
            return None
        return self._remove(board_id)

    def _free_id(self, used: Iterable[str]) -> str:
        taken = {*self._own, *self._shipped, *used}
        return next(name for n in range(1, len(taken) + 2) if (name := ID.format(n)) not in taken)

    def _write(self, board: Board) -> Text | None:
        del board
        return None

    def _remove(self, board_id: str) -> Text | None:
        del board_id
        return None


class OwnBoardFiles(OwnBoards):
    """Own boards as files in `folder`, which is made with the first one."""

    def __init__(self, folder: Path, files: Mapping[Path, Board], shipped: Iterable[Board] = ()) -> None:
        """`files`: what has been read from it."""
        super().__init__(files.values(), shipped)
        self._folder = folder
        self._files = {board.id: file for file, board in files.items()}

    def _write(self, board: Board) -> Text | None:
        try:
            made = not self._folder.is_dir()
            self._folder.mkdir(parents=True, exist_ok=True)
            if made:
                bring_to_card(self._folder.parent)
            file = self._files.get(board.id) or _free(self._folder / f"{board.id}.toml")
            put_down(file, to_toml(board).encode())
        except OSError as error:
            why = os_reason(error)
            return Text(
                f"板子没有存下来（{why.zh}），关机后会丢失。",
                f"The board could not be saved ({why.en}); it lasts until the power goes.",
            )
        self._files[board.id] = file
        return None

    def _remove(self, board_id: str) -> Text | None:
        file = self._files.pop(board_id, None)
        if file is None:
            return None
        try:
            file.rename(_free(file.with_name(f"{file.name}.deleted")))
            bring_to_card(file.parent)
        except FileNotFoundError:
            return None
        except OSError as error:
            why = os_reason(error)
            return Text(
                f"文件 {file.name} 删不掉（{why.zh}），重新开机后板子又会出现。",
                f"{file.name} cannot be deleted ({why.en}); the board comes back with the next start.",
            )
        return None


def _free(file: Path) -> Path:
    """`file`, or with a number where there is something of that name already: nothing is overwritten."""
    n, free = 1, file
    while free.exists() or free.is_symlink():
        n += 1
        free = file.with_name(f"{file.stem}-{n}{file.suffix}")
    return free


def to_toml(board: Board) -> str:
    """`board` as the text of a board file, in the order of the shipped ones."""
    parts = [
        f"id = {_quoted(board.id)}\nplayers = {board.players}",
        _table("name", {"zh": board.name.zh, "en": board.name.en}),
        _table("cards", {count.role: count.cards for count in board.cards}),
    ]
    if board.overrides:
        parts.append(_table("rules", dict(board.overrides)))
    if board.note is not None:
        parts.append(_table("note", {"zh": board.note.zh, "en": board.note.en}))
    return "\n\n".join(parts) + "\n"


def _table(name: str, values: Mapping[str, str | int]) -> str:
    lines = (f"{key} = {_quoted(value) if isinstance(value, str) else value}" for key, value in values.items())
    return "\n".join((f"[{name}]", *lines))


def _quoted(text: str) -> str:
    """`text` as a TOML string: JSON writes it the same way, but for one character that TOML wants escaped."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
