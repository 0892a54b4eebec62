"""The games of the past in the journal: which there are, and one of them as a `Review` or as a transcript.

Never an open one, and read from the stored events: nothing is played again.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from audio.say import Language
from engine.commands import Undo, decode
from engine.events import AnyEvent, Winner
from engine.setup import Setup
from engine.text import Text
from firmware.journal import GameRecord, JournalStore, Row, decode_events
from firmware.past import NoSuchGame, finished, unreadable
from firmware.review.fold import Fold
from firmware.review.model import Holder, Review, took_ms
from firmware.transcript import transcript

NEVER_BEGAN: Final = "never_began"
"""The result of a game that has no rows."""


class Past(msgspec.Struct, frozen=True):
    """A game that is over. `board` and `name` are empty where its setup cannot be read; times in ms.

    `result` is a `Winner`, or how it ended without one: "aborted", "dropped", "never_began", "unreadable".
    `length_ms` is None where the clock of the machine was set in between.
    """

    game: int
    board: str
    name: Text
    players: int
    result: str
    started_ms: int
    length_ms: int | None

    @property
    def winner(self) -> Winner | None:
        """Who won, None without a result."""
        return winner_of(self.result)


def winner_of(result: str) -> Winner | None:
    """The winner that the journal's word for a result names, if it names one."""
    return next((winner for winner in Winner if winner.value == result), None)


def past_games(journal: JournalStore) -> tuple[Past, ...]:
    """All games that are over, oldest first."""
    return tuple(_past(record, record.result) for record in journal.games() if record.result is not None)


def review_of(journal: JournalStore, game: int = 0) -> Review:
    """Game number `game`; 0 means the newest that was played to its end.

    Raises:
        NoSuchGame: there is no such game, it is still open, it never began, or its rows cannot be read.
    """
    return _whole(journal, _find(journal, game)).review


def transcript_of(journal: JournalStore, game: int, language: Language) -> str:
    """Game number `game` in words; 0 means the newest that is over and had begun.

    Raises:
        NoSuchGame: see `review_of`.
    """
    records = journal.games()
    if game == 0:
        over = [record.game for record in records if record.result not in (None, NEVER_BEGAN)]
        game = max(over, default=0)
    return transcript(_whole(journal, finished(records, game)).events, language)


class _Whole(NamedTuple):
    """A game that can be read from its first row to its last: what counts of it."""

    review: Review
    events: tuple[AnyEvent, ...]


def _whole(journal: JournalStore, record: GameRecord) -> _Whole:
    """The game of `record`, for every way of showing it: what one refuses, no other shows.

    Raises:
        NoSuchGame: it never began, or a row of it is missing or cannot be read.
    """
    rows = journal.rows(record.game)
    if not rows:
        raise NoSuchGame(
            Text(f"第 {record.game} 局没有开始，没有可看的", f"game {record.game} never began; there is nothing to see")
        )
    fold = Fold()
    events: list[AnyEvent] = []
    try:
        for row in _standing(rows):
            told = decode_events(row.events)
            fold.row(row.at_ms, told)
            events += told
        # A card that no rules know can stand in many events; all of them have words.
        transcript(events, Language.ZH)
    except (msgspec.MsgspecError, LookupError) as error:
        raise unreadable(record) from error
    noted = winner_of(record.result or "")
    if noted is not None and (fold.over is None or fold.over.winner is not noted):
        # Its end is missing, or is another one. (One that was decided may have been given up before that was noted.)
        raise unreadable(record)
    return _Whole(_review(fold, record), tuple(events))


def _standing(rows: tuple[Row, ...]) -> list[Row]:
    """The rows that count: what staff took back (撤销) is left out, that they did so is not.

    Raises:
        LookupError: a row is missing.
        msgspec.MsgspecError: a command cannot be read.
    """
    standing: list[Row] = []
    for n, row in enumerate(rows):
        if row.n != n:
            raise LookupError(n)
        command = None if row.command is None else decode(row.command)
        if isinstance(command, Undo):
            standing = [kept for kept in standing if kept.n < command.to]
        standing.append(row)
    return standing


def _review(fold: Fold, record: GameRecord) -> Review:
    opened = fold.opened
    if opened is None:
        raise unreadable(record)
    over = fold.over
    return Review(
        game=record.game,
        board=opened.board,
        name=opened.name,
        deck=opened.deck,
        rules=opened.rules,
        sheriff=opened.sheriff,
        holders=tuple(Holder(seat, fold.cards.get(seat)) for seat in opened.seats),
        rounds=tuple(fold.rounds),
        deaths=tuple(fold.deaths),
        speeches=tuple(fold.speeches),
        badge=tuple(fold.badge),
        spares=fold.state.spares,
        thief=fold.state.taken.seat if fold.state.taken else None,
        lovers=fold.state.lovers,
        turned=fold.state.turned,
        left=fold.state.left,
        result=record.result or "",
        winner=over.winner if over else None,
        reason=over.reason if over else None,
        started_ms=record.started_ms,
        length_ms=_length(record),
    )


def _past(record: GameRecord, result: str) -> Past:
    try:
        setup = msgspec.json.decode(record.setup, type=Setup)
    except msgspec.MsgspecError:
        return Past(record.game, "", Text("", ""), 0, result, record.started_ms, _length(record))
    board = setup.board
    return Past(record.game, board.id, board.name, len(setup.seats), result, record.started_ms, _length(record))


def _length(record: GameRecord) -> int | None:
    """How long it took; None when the clock was set in between."""
    return took_ms(record.started_ms, record.ended_ms)


def _find(journal: JournalStore, game: int) -> GameRecord:
    records = journal.games()
    if game != 0:
        return finished(records, game)
    played = [record for record in records if record.result is not None and winner_of(record.result)]
    if not played:
        raise NoSuchGame(Text("还没有打完的游戏", "no game has been played to its end yet"))
    return played[-1]
