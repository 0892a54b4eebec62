"""The plug is pulled, at every place of a whole game: nothing decided is lost, changed, or told as another decision."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest

from engine.commands import encode
from engine.game import Game, Step
from engine.secrecy import Event, Public
from engine.setup import Setup
from firmware.journal import MemoryJournal
from firmware.menu.status import Mode
from hardware.ports import Key
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable

GAMES = (8, 38)
"""Seeds of short games on B07: one with a shot and a 自爆, one with a shot and a PK."""
STANDS = 15 * 60 + 25


def table_of(seed: int, journal: MemoryJournal | None = None) -> VirtualTable:
    players = Players(SeededMind(seed))
    return players.sit(VirtualTable("B07", clock=StillClock(STANDS), journal=journal, audience=(players,)))


class Whole:
    """The game as it goes when nobody pulls the plug."""

    def __init__(self, seed: int) -> None:
        table = table_of(seed)
        table.start()
        table.until_over()
        (first,) = table.journal.games()
        self.setup = msgspec.json.decode(first.setup, type=Setup)
        game = table.ears
        self.rows = [row.digest for row in table.journal.rows(first.game)]
        self.steps: list[Step] = game.steps
        self.facts = table.facts
        self.winner = table.view.winner

    def opening_and_steps(self) -> list[Step]:
        """The opening step, which no command caused, and all others."""
        _, opening = Game.start(self.setup)
        return [opening, *self.steps]

    def told_before(self, step: int) -> int:
        """How many public events come before those of that step."""
        before = self.opening_and_steps()[:step]
        return sum(isinstance(event, Public) for done in before for event in done.events)


@cache
def whole(seed: int) -> Whole:
    return Whole(seed)


def of(steps: Sequence[Step]) -> list[tuple[bytes, bytes]]:
    return [(encode(step.command), step.digest) for step in steps if step.command is not None]


def journal_until(game: Whole, step: int) -> MemoryJournal:
    """The card as it is when the power goes right after row `step` was committed."""
    journal = MemoryJournal()
    number = journal.open_game(msgspec.json.encode(game.setup))
    for done in game.opening_and_steps()[: step + 1]:
        journal.append(number, done)
    return journal


@pytest.mark.parametrize("every_other", [0, 1])
def test_the_end_is_the_same_from_every_row_of_the_journal(every_other: int) -> None:
    game = whole(GAMES[0])
    for step in range(every_other, len(game.steps), 2):
        table = table_of(GAMES[0], journal_until(game, step))
        assert table.judge.status.mode is Mode.UNFINISHED
        table.go_on()
        table.until_over()
        told = game.told_before(step)
        assert of(game.steps[step:]) == of(table.steps), f"other decisions after row {step}"
        assert game.facts[told:] == table.facts, f"another story after row {step}"
        assert game.rows == [row.digest for row in table.journal.rows(1)]
        assert table.journal.unfinished() is None


def cut_at(table: VirtualTable, at_ns: int, lives: list[int]) -> None:
    """Play until `at_ns`, then pull the plug and go on; `lives` gets how many facts were told so far."""
    table.wait_until(at_ns)
    if table.over:
        return
    lives.append(len(table.facts))
    table.power_cut()
    table.go_on()


def story(game: Whole, facts: list[Event], lives: list[int]) -> list[Event]:
    """What was told over several lives, without what was told again; fails where the told again is not the same."""
    kept: list[Event] = []
    for first, last in zip([0, *lives], [*lives, len(facts)], strict=True):
        life = facts[first:last]
        starts = {game.told_before(step) for step in range(len(game.steps) + 1)} | {0}
        fits = [at for at in sorted(starts) if at <= len(kept) and game.facts[at : at + len(life)] == life]
        assert fits, f"a life tells another story: {life}"
        kept = [*kept[: fits[-1]], *life] if life else kept
    return kept


@pytest.mark.parametrize("seed", GAMES)
@pytest.mark.parametrize("part", [0.03, 0.5, 0.97])
def test_the_end_is_the_same_when_every_prompt_is_cut_off_once(seed: int, part: float) -> None:
    """Once per prompt, that part of the way into its score, whatever has been pressed by then."""
    game = whole(seed)
    table = table_of(seed)
    table.start()
    lives: list[int] = []
    for number in range(1, len(game.steps) + 1):
        table.until(lambda number=number: table.over or table.ears.prompts[-1][1] >= number, "the next prompt")  # type: ignore[misc]
        begun = table.score
        cut_at(table, max(table.now_ns, begun.at_ns(int(begun.score.length_ms * part))), lives)
    table.until_over()
    assert of(game.steps) == of(table.steps)
    assert game.facts == story(game, table.facts, lives)
    assert game.rows == [row.digest for row in table.journal.rows(1)]
    assert len(lives) > len(game.steps) // 2


@pytest.mark.parametrize("seed", range(6))
def test_the_end_is_the_same_after_cuts_at_any_moment(seed: int) -> None:
    game = whole(GAMES[0])
    chance = random.Random(seed)
    table = table_of(GAMES[0])
    table.start()
    lives: list[int] = []
    for _ in range(20):
        cut_at(table, table.now_ns + chance.randrange(1, 60_000_000_000), lives)
    table.until_over()
    assert of(game.steps) == of(table.steps)
    assert game.facts == story(game, table.facts, lives)


def test_staff_are_asked_on_the_display_and_say_yes_with_one_key() -> None:
    table = table_of(GAMES[0])
    table.start()
    table.until_key("wolf.pick")
    table.power_cut()
    before = len(table.heard)
    table.wait(60)
    assert [] == table.said[before:], "nothing happens before staff decide"
    table.key(Key.OK)
    assert "请继续闭眼。" == table.said[before]
    table.until_over()
    assert of(whole(GAMES[0]).steps) == of(table.steps)


def test_by_night_only_keep_your_eyes_closed_is_said_and_the_step_begins_at_its_wake_line() -> None:
    table = table_of(GAMES[0])
    table.start()
    table.until_key("witch.poison")
    table.wait(3)
    table.power_cut()
    before = len(table.heard)
    table.go_on()
    table.until_key("witch.poison")
    assert ["staff.crash_night", "witch.wake", "witch.poison"] == table.keys[before:]


def test_a_speech_goes_on_with_what_was_left_of_it() -> None:
    """The remainder is kept every five seconds."""
    table = VirtualTable("B07")
    table.start()
    table.claim_all()
    table.until_key("speech.turn")
    table.until(lambda: table.ears.floors[-1][1] == 120_000)
    table.wait(43)
    table.power_cut()
    table.go_on()
    table.until_key("speech.turn")
    table.wait(2)
    _, left = table.ears.floors[-1]
    assert 120_000 - 43_000 - 2000 <= left <= 120_000 - 38_000


def test_a_private_answer_is_told_again_and_the_check_cannot_be_changed() -> None:
    """Once the seer has chosen, only the answer comes again; the choice is in the journal."""
    table = VirtualTable("B07")
    table.start()
    table.ready()
    for role in ("werewolf", "witch", "seer"):
        table.claim(role)
    seer, wolf = table.holder("seer"), table.holders("werewolf")[0]
    table.at_count(seer, wolf, sweep=1)
    table.until_key("seer.result")
    table.wait(1.5)
    table.power_cut()
    before = len(table.heard)
    table.go_on()
    again = table.until_key("seer.result")
    assert ["staff.crash_night", "seer.wake", "seer.result"] == table.keys[before:]
    table.wait(again.length_ms / 1000 + 1.1)
    assert "fast" == table.lamp(seer)
