"""Which games of the past may be looked at, and what is said of the others."""

from __future__ import annotations

from engine.text import Text
from firmware.errors import StartError
from firmware.journal import GameRecord


class NoSuchGame(StartError):
    """Raised when there is no such game, when it is still open, or when its rows cannot be read."""


def finished(games: tuple[GameRecord, ...], game: int) -> GameRecord:
    """Game number `game` of `games`, which must be over.

    Raises:
        NoSuchGame: there is none with that number, or it is still open.
    """
    record = next((past for past in games if past.game == game), None)
    if record is None:
        numbers = ", ".join(str(past.game) for past in games if past.result is not None)
        raise NoSuchGame(
            Text(
                f"没有第 {game} 局；已结束的有：{numbers or '无'}",
                f"there is no game {game}; finished: {numbers or 'none'}",
            )
        )
    if record.result is None:
        raise NoSuchGame(
            Text(
                f"第 {game} 局还没有结束，不能查看",
                f"game {game} is still open and must not be read",
            )
        )
    return record


def unreadable(record: GameRecord) -> NoSuchGame:
    """What is raised where the rows of a game cannot be read."""
    return NoSuchGame(Text(f"第 {record.game} 局的记录无法读取", f"the journal of game {record.game} cannot be read"))
