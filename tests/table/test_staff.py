"""Pause, go on, repeat, skip and end, at every kind of prompt, by day and by night (seat language 6)."""

from __future__ import annotations

from functools import cache

import pytest

from engine.commands import encode
from engine.events import GameAborted, GameBegan, NightFell
from firmware.menu.actions import Action, EndGame, Pause, Repeat, Resume, Skip
from firmware.menu.status import Mode
from hardware.ports import Key, Pattern
from tests.kit.players import Choices, Players, ScriptedMind
from tests.kit.table import MS, S, StillClock, VirtualTable
from tests.table.stage import HUNTER, NINE, SEER, STANDS, WITCH, answered, choices, pack, stage

EVERYTHING: Choices = {
    **pack(HUNTER),
    ("witch.poison", WITCH, 1): 7,
    ("seer.pick", SEER, 1): 2,
    ("gun.ask", HUNTER): 9,
    ("vote.open", 1): 4,
    ("vote.open", 2): 5,
    ("pk.vote", 1): 5,
    ("pk.vote", 2): 5,
    ("pk.vote", 3): 4,
}
"""A game in which every kind of prompt comes up."""

NIGHT = (
    "wolf.wake wolf.know wolf.talk wolf.pick wolf.verdict witch.wake witch.victim witch.heal witch.poison "
    "seer.wake seer.pick seer.result hunter.wake hunter.status"
).split()
DAY = "setup.ready_ask dawn.skill_ask gun.ask words.ask speech.turn vote.open pk.turn pk.vote".split()
SECOND_NIGHT = 2


def everything() -> ScriptedMind:
    return ScriptedMind(EVERYTHING, presses={("dawn.skill_ask", 1): (HUNTER,)})


def at(line: str) -> VirtualTable:
    """A moment after the prompt with that line was put."""
    table = stage(line, 0 if line == "setup.ready_ask" else 1, mind=everything())
    table.wait(0.3)
    return table


def decisions(table: VirtualTable) -> list[bytes]:
    """Every command up to the second night."""
    table.until(lambda: table.view.n == SECOND_NIGHT or table.over, "the second night", patience_s=5000)
    return [encode(step.command) for step in table.steps if step.command is not None]


@cache
def undisturbed() -> list[bytes]:
    players = Players(everything())
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(STANDS), audience=(players,)))
    table.start()
    return decisions(table)


def test_every_kind_of_prompt_comes_up_in_the_game_that_is_disturbed() -> None:
    table = at("setup.ready_ask")
    decisions(table)
    assert set() == {*NIGHT, *DAY} - set(table.keys)


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
@pytest.mark.parametrize("moment", ["early", "late"])
def test_after_a_pause_the_game_is_decided_as_without_it(line: str, moment: str) -> None:
    table = at(line)
    if moment == "late":
        table.wait_until(max(table.now_ns, table.score.at_ns(table.score.score.length_ms) - 200 * MS))
    table.staff(Pause())
    table.wait(90)
    table.staff(Resume())
    assert undisturbed() == decisions(table)


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
def test_a_repeated_prompt_is_decided_as_without_it(line: str) -> None:
    table = at(line)
    table.wait(1.5)
    table.staff(Repeat())
    assert undisturbed() == decisions(table)


@pytest.mark.parametrize("line", NIGHT)
@pytest.mark.parametrize("action", [Pause(), Repeat()], ids=["pause", "repeat"])
def test_by_night_nothing_is_said_but_keep_your_eyes_closed_and_then_the_step_from_its_wake_line(
    line: str, action: Action
) -> None:
    table = at(line)
    table.wait(0.5)
    heard = len(table.heard)
    table.staff(action)
    table.wait(0)
    assert set() == table.lit
    assert ["请继续闭眼。"] == table.said[heard:]
    if isinstance(action, Pause):
        table.wait(30)
        assert ["请继续闭眼。"] == table.said[heard:]
        table.staff(Resume())
        heard += 1
    table.until(lambda: table.keys[-1] == line and len(table.heard) > heard + 1, line)
    step = line.partition(".")[0]
    wake = [] if line.endswith(".wake") else [f"{step}.wake"]
    assert ["staff.pause_night", *wake, line] == table.keys[heard:]


@pytest.mark.parametrize("line", DAY)
def test_by_day_the_room_is_told_of_the_pause_and_asked_once_more(line: str) -> None:
    table = at(line)
    table.wait(0.5)
    heard = len(table.heard)
    table.staff(Pause())
    assert ["游戏暂停，请保持原样。"] == table.said[heard:]
    table.wait(30)
    table.staff(Resume())
    table.until(lambda: table.keys[-1] == line and len(table.heard) > heard + 2, line)
    assert ["staff.pause", "staff.resume", line] == table.keys[heard:]


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
def test_while_it_is_paused_presses_do_nothing(line: str) -> None:
    table = at(line)
    table.staff(Pause())
    table.wait(8)
    steps, heard, frames = len(table.steps), len(table.heard), len(table.frames)
    table.press_all(table.seats)
    table.two_taps(*table.seats)
    for seat in (1, 4):
        table.reveal(seat)
    table.press_all(table.seats, 1200)
    table.wait(20)
    assert (steps, heard, frames) == (len(table.steps), len(table.heard), len(table.frames))


@pytest.mark.parametrize("action", [Pause(), Repeat()], ids=["pause", "repeat"])
def test_choices_of_the_interrupted_prompt_are_cleared(action: Action) -> None:
    table = stage("seer.pick")
    table.at_count(SEER, 3)
    table.staff(action)
    table.staff(Resume())
    table.until_key("seer.pick")
    assert {} == choices(table, "seer.pick")


def test_a_speech_keeps_what_was_left_of_it() -> None:
    table = stage("speech.turn", mind=ScriptedMind(speeches={1: None}))
    table.wait(table.heard[-1].length_ms / 1000 + 50)
    table.staff(Pause())
    table.wait(300)
    table.staff(Resume())
    table.until_key("speech.turn")
    spoken = table.heard[-1]
    table.wait_until(spoken.at_ns + (spoken.length_ms + 69_999) * MS)
    assert Pattern.FAST is table.lamp(1)
    assert "speech.stop" not in table.keys
    table.wait(0.002)
    assert "speech.stop" in table.keys


def test_an_announcement_that_was_cut_off_is_told_again_and_one_that_was_told_is_not() -> None:
    table = stage("vote.most", mind=ScriptedMind({("vote.open", 1): 8}))
    table.wait(0.5)
    table.staff(Pause())
    table.staff(Resume())
    table.until_key("words.ask", "dawn.skill_ask")
    assert 2 == table.keys.count("vote.most")
    assert 1 == table.keys.count("vote.end")
    assert 1 == table.keys.count("vote.out")


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
def test_a_skipped_prompt_is_answered_as_if_nobody_had_pressed(line: str) -> None:
    """Whatever has been pressed before; and the next prompt follows."""
    table = at(line)
    table.wait(1)
    before, number = len(table.steps), table.ears.prompts[-1][1]
    table.staff(Skip())
    assert before + 1 == len(table.steps)
    command = table.steps[-1].command
    assert command is not None
    ready = line == "setup.ready_ask"
    assert (tuple(table.seats) if ready else ()) == (getattr(command, "seats", ()) or getattr(command, "picks", ()))
    assert set() == table.lit
    table.until(lambda: table.ears.prompts[-1][1] > number, "the next prompt")
    table.wait(3)
    assert not table.over


def test_a_skip_in_an_announcement_waits_until_it_has_been_heard() -> None:
    table = stage("dawn.open", mind=ScriptedMind(pack(8)))
    table.staff(Skip())
    table.until_key("words.none", "words.over")
    told = table.keys[table.keys.index("dawn.open") :]
    assert ["dawn.open", "dawn.death_one", "dawn.skill_ask", "dawn.skill_none"] == told[:4]


def test_a_skip_where_nothing_is_asked_does_not_stop_the_game() -> None:
    """The minute of the clock is read between dawn and speeches, silently."""
    table = stage("dawn.peace")
    table.staff(Skip())
    table.until_key("speech.turn")


def test_the_reading_of_the_rules_can_be_skipped() -> None:
    table = stage("setup.welcome", 0)
    table.wait(1)
    table.staff(Skip())
    start = table.now_ns
    table.until_key("setup.ready_ask")
    assert table.now_ns - start < 2 * S
    table.until(lambda: GameBegan() in table.facts)


def test_the_fall_of_the_first_night_is_not_skipped_with_the_rules() -> None:
    """天黑请闭眼 must be heard, else eyes are open when the wolves are called."""
    table = stage("setup.begin", 0)
    table.staff(Skip())
    table.until_key("wolf.wake")
    assert "night.first" in table.keys


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
def test_ended_by_staff_the_game_is_over_without_a_result(line: str) -> None:
    table = at(line)
    table.staff(EndGame())
    table.until_over()
    assert "本局终止，不计胜负。" == table.said[-1]
    assert GameAborted() == table.facts[-1]
    assert None is table.view.winner
    assert set() == table.lit
    assert Mode.OVER is table.judge.status.mode
    (game,) = table.journal.games()
    assert "aborted" == game.result


def test_in_a_pause_staff_can_end_repeat_and_skip_as_well() -> None:
    for action, key in ((EndGame(), "staff.abort"), (Repeat(), "staff.redo"), (Skip(), "speech.next")):
        table = stage("speech.turn", mind=ScriptedMind(speeches={1: None}))
        table.wait(3)
        table.staff(Pause())
        table.wait(10)
        table.staff(action)
        table.until_key(key)


def test_pausing_twice_and_resuming_twice_is_harmless() -> None:
    table = at("wolf.pick")
    heard = len(table.heard)
    for action in (Pause(), Pause(), Resume(), Resume()):
        table.staff(action)
    table.until_round("wolf.pick", 1)
    assert ["staff.pause_night", "staff.pause_night", "wolf.wake", "wolf.pick"] == table.keys[heard:]
    assert undisturbed() == decisions(table)


def test_the_keys_do_it_a_first_key_pauses_and_ok_goes_on() -> None:
    table = at("wolf.pick")
    heard = len(table.heard)
    table.key(Key.OK)
    paused = [table.judge.status.paused]
    table.wait(10)
    table.key(Key.OK)
    assert [True, False] == [*paused, table.judge.status.paused]
    table.until_round("wolf.pick", 1)
    assert ["staff.pause_night", "staff.pause_night", "wolf.wake", "wolf.pick"] == table.keys[heard:]


def test_the_end_of_a_game_can_be_paused_too() -> None:
    """Somebody comes in while the cards are read: they are read once more, then the game is over."""
    table = stage(
        "over.reveal", 1, board="B06a", cards="werewolf werewolf witch seer villager villager", mind=_decided()
    )
    table.wait(3)
    table.staff(Pause())
    table.wait(20)
    assert not table.over
    table.staff(Resume())
    table.until_over()
    assert 2 == table.keys.count("over.reveal")
    assert "over.thanks" == table.keys[-1]


def _decided() -> ScriptedMind:
    return ScriptedMind({("wolf.pick", 1): 5, ("wolf.pick", 2): 5, ("witch.poison", 3): 6})


def test_a_pause_is_open_to_staff_in_the_night_and_the_night_is_still_night() -> None:
    table = at("witch.poison")
    table.staff(Pause())
    assert table.view.night
    assert NightFell(1) in table.facts
    assert table.judge.status.paused
    table.staff(Resume())
    assert {WITCH: 7} == _again(table)


def _again(table: VirtualTable) -> dict[int, int | str]:
    table.until_round("witch.poison", 1)
    return choices(table, "witch.poison")


def test_what_was_answered_before_the_pause_stays_answered() -> None:
    """Paused in the seer's answer: the check is in the journal and only the answer comes again."""
    table = at("seer.result")
    table.staff(Pause())
    table.staff(Resume())
    at_ns = table.now_ns
    table.until_round("seer.result", 1)
    answered(table, "seer.result")
    assert Pattern.FAST in [pattern for _, pattern in table.glow_since(at_ns, SEER)]
    assert 1 == sum(prompt is not None and prompt.call.line == "seer.pick" for prompt, _ in table.ears.prompts)
