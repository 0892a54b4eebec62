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
        raise NoSuchGame(
            Text(f"第 {record.game} 局的记录无法读取", f"the journal of game {record.game} cannot be read")
        ) from error
    return transcript(events, language or Language.ZH)


def _find(journal: JournalReader, game: int) -> GameRecord:
    record = journal.record(game) if game else None
    if game == 0:
        record = next((past for past in reversed(journal.games()) if past.result is not None), None)
    if record is None:
        numbers = ", ".join(str(past.game) for past in journal.games() if past.result is not None)
        raise NoSuchGame(
            Text(
                f"没有第 {game} 局；已结束的有：{numbers or '无'}",
                f"there is no game {game}; finished: {numbers or 'none'}",
            )
        )
    if record.result is None:
        raise NoSuchGame(
            Text(
                f"第 {record.game} 局还没有结束，不能查看",
                f"game {record.game} is still open and must not be read",
            )
        )
    return record
