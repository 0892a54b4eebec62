"""Games of the past, read from their stored events and never run again."""

from __future__ import annotations

from pathlib import Path

import msgspec

from audio.say import Language
from engine.text import Text
from firmware.errors import StartError
from firmware.journal import GameRecord, JournalReader, decode_events
from firmware.state_dir import JOURNAL
from firmware.transcript import transcript


class NoSuchGame(StartError):
    """Raised when there is no such game, when it is still open, or when its rows cannot be read."""


def transcript_of(folder: Path, game: int, language: Language | None) -> str:
    """Game number `game` of the journal in `folder` in words; 0 means the newest finished one.

    Raises:
        BadJournal: there is no journal, or it cannot be read.
        NoSuchGame: see there.
    """
    journal = JournalReader(folder / JOURNAL)
    try:
        record = _find(journal, game)
        rows = journal.rows(record.game)
    finally:
        journal.close()
    try:
        events = tuple(event for row in rows for event in decode_events(row.events))
    except msgspec.MsgspecError as error:
        raise unreadable(record) from error
    return transcript(events, language or Language.ZH)


def _find(journal: JournalReader, game: int) -> GameRecord:
    games = journal.games()
    if game == 0:
        game = next((past.game for past in reversed(games) if past.result is not None), 0)
    return finished(games, game)


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
