"""kill -9 of the real program at any moment of whole games: it goes on by itself, and nothing decided is lost."""

from __future__ import annotations

import random
import signal
import sqlite3
from contextlib import closing
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from engine import commands
from engine.events import GameOver, Revealed
from engine.game import replay
from engine.public import OVER, PublicView
from engine.secrecy import Public
from engine.setup import Setup
from firmware.journal import decode_events, encode_events
from firmware.state_dir import JOURNAL
from tests.program.program import DEMO, Message, Past, Program, journal_of

if TYPE_CHECKING:
    from pathlib import Path

KILLS: Final = 7
"""Lives that end by kill -9, for each of the three seeds."""

MOMENTS: Final = 220
"""A kill comes after so many changes at most of what the maker sees; a whole game has about six hundred."""


def known_to_the_room(past: tuple[Past, ...]) -> list[Any]:
    """Everything the room can have been told so far, by the journal: one entry for each public event."""
    told = [_room(msgspec.to_builtins(PublicView()))]
    for game in past:
        view = PublicView()
        for row in game.rows:
            for event in decode_events(row.events):
                if isinstance(event, Public):
                    view = view.after(event)
                    told.append(_room(msgspec.to_builtins(view)))
    return told


def _room(view: Message) -> tuple[Any, ...]:
    return tuple(view[name] if name != "out" else sorted(view[name]) for name in ("phase", "night", "n", "out"))


def shown(message: Message) -> tuple[Any, ...]:
    """The same of a message of the maker's stream."""
    room = message["room"]
    return _room({**room, "out": [seat["seat"] for seat in room["seats"] if seat["out"]]})


def cards_of(message: Message) -> dict[int, str]:
    """The cards on the table."""
    return {seat["seat"]: seat["card"]["role"] for seat in message["seats"] if seat["card"]}


class Watch:
    """What was seen of the program in all its lives, compared life by life."""

    def __init__(self, state: Path) -> None:
        """Nothing was seen yet."""
        self.state = state
        self.past: tuple[Past, ...] = ()
        self.cards: dict[int, dict[int, str]] = {}
        self._looked = False

    def live(self, moments: int) -> None:
        """Start the program, and kill it after it has shown `moments` changes."""
        self._looked = False
        with Program(self.state, *DEMO) as program:
            last = None
            for last in islice(program.messages("/ws/maker"), moments):
                self._look_at_cards(last)
            before = journal_of(self.state) if last and last["seats"] else self.past
            assert -signal.SIGKILL == program.end(signal.SIGKILL).code
        self._nothing_lost(before)
        if last:
            assert shown(last) in known_to_the_room(self.past), "the room was told what is not in the journal"

    def finish(self) -> None:
        """Start the program a last time, and stop it when the game that is open has its result."""
        goes_on = bool(self.past and self.past[-1].rows and self.past[-1].record.result is None)
        wanted = len(self.past) + (0 if goes_on else 1)
        with Program(self.state, *DEMO) as program:
            ended = False
            for message in program.messages("/ws/maker"):
                # The result is noted behind the last sentence; the next message is perhaps of the next game.
                ended = ended or message["room"]["end"] is not None
                past = journal_of(self.state) if ended else ()
                if len(past) >= wanted and past[wanted - 1].record.result is not None:
                    break
            assert 0 == program.end(signal.SIGTERM).code
        self._nothing_lost(past)

    def _look_at_cards(self, message: Message) -> None:
        """The cards lie as they lay, wherever the power was cut. Looked at once in a life, as soon as they are seen."""
        cards = cards_of(message)
        if self._looked or not cards:
            return
        self._looked = True
        games = [game.record.game for game in journal_of(self.state)]
        goes_on = bool(self.past and self.past[-1].rows and self.past[-1].record.result is None)
        # On a slow machine that game may be over before anything was seen: then nobody knows whose cards these are.
        if len(games) == len(self.past) + (0 if goes_on else 1):
            assert cards == self.cards.setdefault(games[-1], cards)

    def _nothing_lost(self, before: tuple[Past, ...]) -> None:
        """What was there is there, byte for byte; what is new stands behind it, each step once."""
        now = journal_of(self.state) if (self.state / JOURNAL).exists() else ()
        for earlier in (self.past, before):
            assert len(earlier) <= len(now)
            for then, later in zip(earlier, now, strict=False):
                assert then.rows == later.rows[: len(then.rows)]
                assert then.record.setup == later.record.setup
                assert then.record.result in (None, later.record.result)
        for game in now:
            assert list(range(len(game.rows))) == [row.n for row in game.rows]
        for game in now[:-1]:
            assert game.record.result is not None, "a game was begun over an open one"
        self.past = now


def check_whole(game: Past, cards: dict[int, str] | None) -> None:
    """A finished game: played again it is the same, it has the result it came to, with the cards on the table."""
    setup = msgspec.json.decode(game.record.setup, type=Setup)
    given = [commands.decode(row.command) for row in game.rows if row.command is not None]
    again, steps = replay(setup, given)
    assert [row.digest for row in game.rows] == [step.digest for step in steps]
    assert [row.events for row in game.rows] == [encode_events(step.events) for step in steps]
    assert again.over
    events = [event for row in game.rows for event in decode_events(row.events)]
    assert [game.record.result] == [event.winner.value for event in events if isinstance(event, GameOver)]
    (revealed,) = [dict(event.cards) for event in events if isinstance(event, Revealed)]
    assert sorted(setup.seats) == sorted(revealed)
    assert cards in (None, revealed)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_decided_is_lost_or_repeated_by_kills_at_any_moment(seed: int, tmp_path: Path) -> None:
    chance = random.Random(f"kill/{seed}")
    watch = Watch(tmp_path)
    for _ in range(KILLS):
        watch.live(chance.randrange(MOMENTS))
    watch.finish()
    # A game that was cut off before its first row never began.
    finished = [game for game in watch.past if game.rows and game.record.result is not None]
    assert finished
    for game in finished:
        check_whole(game, watch.cards.get(game.record.game))
    assert watch.cards, "no kill fell into a game"
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as journal:
        assert (0,) == journal.execute("SELECT count(*) FROM set_aside").fetchone()
    assert [] == list(tmp_path.glob("*damaged*"))


def test_a_game_that_is_cut_off_while_its_end_is_told_keeps_its_result(tmp_path: Path) -> None:
    with Program(tmp_path, *DEMO) as program:
        next(message for message in program.messages("/ws/maker") if message["room"]["end"])
        program.end(signal.SIGKILL)
    (cut, *_) = journal_of(tmp_path)
    with Program(tmp_path, *DEMO) as program:
        for message in program.messages("/ws/maker"):
            if message["room"]["phase"] != OVER and len(journal_of(tmp_path)) > 1:
                break  # the next game has begun
        assert 0 == program.end(signal.SIGTERM).code
    whole = journal_of(tmp_path)[0]
    assert cut.rows == whole.rows
    check_whole(whole, None)


def test_a_journal_that_cannot_be_written_stops_the_game_and_loses_nothing(tmp_path: Path) -> None:
    """As on a full card: it stops loudly, goes on serving, ends in order, and the next start goes on."""
    with Program(tmp_path, *DEMO) as program:
        messages = program.messages("/ws/maker")
        next(message for message in messages if message["room"]["phase"] == "night")
        with closing(sqlite3.connect(tmp_path / JOURNAL, isolation_level=None, timeout=20)) as other:
            other.execute("BEGIN IMMEDIATE")
            held = journal_of(tmp_path)
            told = program.error_line()
            other.execute("ROLLBACK")
        assert "日志写入失败" in told
        assert "the journal cannot be written" in told
        ended = program.end(signal.SIGTERM)
        assert (0, "") == (ended.code, ended.err)
    assert held == journal_of(tmp_path)
    watch = Watch(tmp_path)
    watch.past = held
    watch.finish()
    check_whole(watch.past[0], None)
