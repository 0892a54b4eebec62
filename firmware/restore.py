"""An unfinished game, rebuilt from its journal by playing every command again.

Each step's digest (events and next prompt) must be the one that was committed. At the first that
is not, the rebuilding stops and says so; nothing is guessed. Staff then choose: on from the last
step that agrees (`resume_from`), or end the game. Rows that cannot be read count as disagreeing.
"""

from __future__ import annotations

import msgspec

from engine import commands
from engine.game import RULES, Game, Step, replay
from engine.setup import Setup
from engine.text import Text
from firmware.journal import GameRecord, JournalStore, Row, encode_events

MISMATCH = Text("记录与规则不一致，可从一致处继续", "The journal disagrees with the rules; go on from where it agrees.")


def nothing_agrees(game: int) -> Text:
    """What staff must know of game number `game`, of which nothing can be used."""
    return Text(f"第{game}局的记录无法使用，已保留。", f"The journal of game {game} cannot be used; it is kept.")


def other_rules(game: int) -> Text:
    """What staff must know of game number `game`, which another version of the program began."""
    return Text(
        f"第{game}局是按另一版规则玩的，不能继续，记录已保留。",
        f"Game {game} was played by other rules and cannot go on; it is kept.",
    )


class Restored(msgspec.Struct, frozen=True):
    """What a journal gave back.

    `game` stands behind step `agreed_until`, the last that agrees, and `steps` are the steps up to
    it; when not even row 0 agrees `game` is None and `agreed_until` is -1. `mismatch`: there are
    rows that disagree. `left_ms`: what is left of the open speech, None when no speech is open or
    none of it had passed. A `game` that is over was cut off before its end was noted.
    """

    record: GameRecord
    game: Game | None
    steps: tuple[Step, ...]
    agreed_until: int
    mismatch: bool
    left_ms: int | None


def find_unfinished(journal: JournalStore) -> tuple[Restored | None, Text | None]:
    """The game to be offered to staff at the start, and what they must know of it.

    A game whose very first row cannot be used, or that was begun by other rules, is closed, kept, and told of.
    """
    record = journal.unfinished()
    if record is None:
        return None, None
    if record.rules != RULES:
        journal.end_game(record.game, "unreadable")
        return None, other_rules(record.game)
    restored = restore(journal, record.game)
    if restored.game is not None:
        return restored, MISMATCH if restored.mismatch else None
    journal.end_game(record.game, "unreadable")
    return None, nothing_agrees(record.game)


def restore(journal: JournalStore, game: int) -> Restored:
    """Rebuild game number `game` of `journal`, which has it, by the rules of now. The journal is not changed."""
    record = journal.record(game)
    assert record is not None, f"no game {game} in the journal"
    rows = journal.rows(game)
    try:
        setup = msgspec.json.decode(record.setup, type=Setup)
    except msgspec.MsgspecError:
        return Restored(record, None, (), -1, mismatch=True, left_ms=None)
    rebuilt, steps = _rebuild(setup, rows)
    mismatch = len(steps) < len(rows)
    if mismatch and steps:
        # The failed attempt may have moved the game on: stand it behind the last step that agrees.
        rebuilt, _ = replay(setup, [step.command for step in steps if step.command is not None])
    floor = journal.floor(game)
    speech_is_open = rebuilt is not None and not mismatch and floor is not None and floor.n == rebuilt.number
    return Restored(
        record,
        rebuilt if steps else None,
        tuple(steps),
        agreed_until=len(steps) - 1,
        mismatch=mismatch,
        left_ms=floor.left_ms if floor is not None and speech_is_open else None,
    )


def resume_from(journal: JournalStore, restored: Restored) -> Game:
    """Go on from the last step that agrees: rows behind it are set aside, not deleted. There is such a step."""
    assert restored.game is not None, "nothing agrees: there is no step to go on from"
    if restored.mismatch:
        journal.set_aside(restored.record.game, restored.agreed_until)
    return restored.game


def _rebuild(setup: Setup, rows: tuple[Row, ...]) -> tuple[Game | None, list[Step]]:
    """Play `rows` again as far as they agree: the game, and the steps that do."""
    game: Game | None = None
    steps: list[Step] = []
    for n, row in enumerate(rows):
        try:
            if game is None:
                game, step = Game.start(setup)
            else:
                step = game.answer(commands.decode(row.command or b""))
        except Exception:  # noqa: BLE001 - whatever stops this version of the rules, the row is one it does not agree with
            return game, steps
        if (n, step.digest, encode_events(step.events)) != (row.n, row.digest, row.events):
            return game, steps
        if (n == 0) != (row.command is None):
            return game, steps
        steps.append(step)
    return game, steps
