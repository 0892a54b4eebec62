"""Staff break in where it is awkward: while a choice is confirmed, in a breath, while a step is being written."""

from __future__ import annotations

import pytest

from engine.commands import Aborted, Chosen, FloorEnded
from engine.events import GameAborted, ShotFired, ShotHeld, SkillUnused
from engine.public import PublicView
from engine.seats import Seat
from firmware.menu.actions import REDEAL, Action, EndGame, Pause, Repeat, Resume, Skip
from firmware.menu.status import Mode
from hardware.ports import Pattern
from tests.kit.players import ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import HUNTER, SEER, ClaimsMind, answered, choices, pack, stage

QUIET = ScriptedMind(speeches={1: None})
BREAKS = [Pause(), Repeat()]
BREAK_IDS = ["pause", "repeat"]


def broken_in(table: VirtualTable, action: Action) -> None:
    """Staff act; after a pause they let the game go on half a minute later."""
    table.staff(action)
    if isinstance(action, Pause):
        table.wait(30)
        table.staff(Resume())


def confirming() -> VirtualTable:
    """The hunter has chosen eight, and the voice says it back."""
    mind = ScriptedMind(pack(HUNTER), presses={("dawn.skill_ask", 1): (HUNTER,)})
    table = stage("gun.ask", mind=mind)
    table.press_at(HUNTER, table.onset_ns(8) + 500 * MS)
    table.until_key("day.confirm")
    return table


def speaking(seconds: float) -> VirtualTable:
    """Seat 1 has spoken for so long and wants to go on."""
    table = stage("speech.turn", mind=QUIET)
    table.wait(table.heard[-1].length_ms / 1000 + seconds)
    return table


# ------------------------------------------------------------ a day choice


@pytest.mark.parametrize("action", BREAKS, ids=BREAK_IDS)
def test_a_choice_that_was_being_confirmed_is_asked_from_the_beginning(action: Action) -> None:
    table = confirming()
    table.wait(1)
    broken_in(table, action)
    table.until_key("gun.ask")
    assert Chosen(prompt=table.table.game.number) == answered(table, "gun.ask"), "eight was forgotten"
    table.until_key("gun.hold")
    assert ShotHeld(HUNTER) == table.facts[-1]


def test_after_a_break_in_the_recount_there_is_a_recount_again() -> None:
    """The prompt starts again whole, the count of cancelled choices with it."""
    table = confirming()
    table.hold(HUNTER)
    table.until_key("day.recount")
    broken_in(table, Pause())
    table.until_key("gun.ask")
    table.press_at(HUNTER, table.onset_ns(3) + 500 * MS)
    table.until_key("day.confirm")
    table.hold(HUNTER)
    table.until_key("day.recount")
    table.press_at(HUNTER, table.onset_ns(9) + 500 * MS)
    table.until_key("gun.fire")
    assert ShotFired(HUNTER, Seat(9)) == table.facts[-1]


def test_a_choice_that_is_skipped_while_it_is_confirmed_is_no_shot() -> None:
    table = confirming()
    table.staff(Skip())
    table.until_key("gun.hold")
    assert ShotHeld(HUNTER) == table.facts[-1]


def test_a_power_cut_in_the_confirmation_asks_again() -> None:
    table = confirming()
    table.power_cut()
    table.go_on()
    table.until_key("gun.ask")
    assert Pattern.SLOW is table.lamp(HUNTER)
    table.press_at(HUNTER, table.onset_ns(2) + 500 * MS)
    table.until_key("gun.fire")
    assert ShotFired(HUNTER, Seat(2)) == table.facts[-1]


def test_a_press_before_the_pause_is_no_press_after_it() -> None:
    mind = ScriptedMind(pack(HUNTER))
    table = stage("dawn.skill_ask", mind=mind)
    table.wait(1)
    table.press(HUNTER)
    broken_in(table, Pause())
    table.until_key("dawn.skill_none")
    assert SkillUnused(HUNTER) == table.facts[-1]


# ------------------------------------------------------------ the floor


@pytest.mark.parametrize("action", BREAKS, ids=BREAK_IDS)
def test_a_pass_whose_breath_was_broken_into_is_not_a_pass(action: Action) -> None:
    table = speaking(20)
    table.press(1)
    table.wait(1)
    assert Pattern.OFF is table.lamp(1)
    broken_in(table, action)
    spoken = table.until_key("speech.turn")
    table.wait(spoken.length_ms / 1000 + 20)
    assert Pattern.STEADY is table.lamp(1)
    assert "speech.next" not in table.keys


def test_many_pauses_take_nothing_from_the_speaker_and_give_nothing() -> None:
    """Five times ten seconds are gone: seventy are left, of which the last ten blink fast."""
    table = stage("speech.turn", mind=QUIET)
    for _ in range(5):
        table.wait(table.heard[-1].length_ms / 1000 + 10)
        table.staff(Pause())
        table.wait(17)
        table.staff(Resume())
        table.until_key("speech.turn")
    table.wait(table.heard[-1].length_ms / 1000)
    start = table.now_ns
    table.until_key("speech.stop")
    assert abs(table.now_ns - start - 70_000 * MS) <= 1 * MS


def test_a_pause_in_the_sentence_that_gives_the_floor_costs_nothing() -> None:
    table = stage("speech.turn", mind=QUIET)
    table.wait(0.2)
    broken_in(table, Pause())
    spoken = table.until_key("speech.turn")
    table.until_key("speech.stop")
    assert table.now_ns - spoken.at_ns >= (spoken.length_ms + 120_000) * MS


def test_a_pause_in_the_stop_sentence_gives_no_more_time() -> None:
    table = speaking(119)
    table.until_key("speech.stop")
    broken_in(table, Pause())
    spoken = table.until_key("speech.turn")
    table.until_key("speech.stop")
    assert table.now_ns - spoken.at_ns <= (spoken.length_ms + 10) * MS
    table.until_key("speech.next")


@pytest.mark.parametrize("before", [1, 2, 3])
def test_a_reveal_that_was_begun_before_the_game_went_on_is_none(before: int) -> None:
    """So many of its presses have begun when a pause is over; the last is still held then."""
    table = speaking(6)
    table.staff(Pause())
    start = table.now_ns
    for at_ms, hold_ms in ((0, 100), (300, 100), (600, 1300)):
        table.press_at(2, start + at_ms * MS, hold_ms)
    table.wait((0.2, 0.5, 0.8)[before - 1])
    table.staff(Resume())
    table.wait(5)
    assert () == table.view.out
    assert Pattern.STEADY is table.lamp(1)
    table.reveal(2)
    table.until_key("boom.wolf")


def test_a_skipped_speech_ends_without_a_breath() -> None:
    table = speaking(3)
    table.staff(Skip())
    assert isinstance(table.commands[-1], FloorEnded)
    start = table.now_ns
    table.until_key("speech.next")
    assert table.now_ns - start < 2000 * MS


# ------------------------------------------------------------ while a step is being written


def test_a_pause_between_answer_and_commit_holds_the_next_question_back() -> None:
    """Skipping answers at once; the step is in the journal only when the loop has turned."""
    table = speaking(3)
    table.staff(Skip())
    table.staff(Pause())
    heard = len(table.heard)
    table.wait(60)
    assert [] == table.said[heard:]
    assert set() == table.lit
    assert table.judge.status.paused
    table.staff(Resume())
    table.until_key("speech.next")
    assert ["staff.resume", "speech.next"] == table.keys[heard:]


@pytest.mark.parametrize("actions", [(Pause(), Resume()), (Repeat(),), (Skip(),)], ids=["resume", "repeat", "skip"])
def test_other_wishes_between_answer_and_commit_lose_no_question_and_skip_none(actions: tuple[Action, ...]) -> None:
    table = speaking(3)
    number = table.table.game.number
    table.staff(Skip())
    for action in actions:
        table.staff(action)
    table.until_key("speech.next")
    assert number + 1 == table.table.game.number
    assert not table.judge.status.paused
    table.until_key("speech.next")


# ------------------------------------------------------------ staff's own question


def doubted() -> VirtualTable:
    return stage("err.claims", mind=ClaimsMind({"seer": ()}))


def test_the_question_to_staff_survives_pause_and_power_cut() -> None:
    """After the cut the close line is said again too: nobody knows how much of that step was heard."""
    table = doubted()
    heard = len(table.heard)
    broken_in(table, Pause())
    table.until_key("err.claims")
    table.power_cut()
    assert Mode.UNFINISHED is table.judge.status.mode
    table.go_on()
    table.until_key("err.claims")
    asked = ["staff.pause_night", "staff.pause_night", "err.claims"]
    assert [*asked, "staff.crash_night", "hunter.close", "err.claims"] == table.keys[heard:]
    table.staff(REDEAL)
    table.until_key("setup.redeal")


def test_staff_may_answer_during_the_pause() -> None:
    table = doubted()
    table.wait(5)
    table.staff(Pause())
    table.staff(REDEAL)
    table.until_key("setup.redeal")
    assert not table.judge.status.paused


def test_the_game_can_be_ended_at_the_question_to_staff() -> None:
    table = doubted()
    table.staff(EndGame())
    table.until_over()
    assert GameAborted() == table.facts[-1]
    assert not table.judge.status.needs_claims


# ------------------------------------------------------------ the end


@pytest.mark.parametrize("paused", [False, True])
def test_a_game_that_is_ended_by_night_opens_no_eye_before_it_is_said(paused: bool) -> None:
    table = stage("seer.pick")
    table.at_count(SEER, 3)
    if paused:
        table.staff(Pause())
    heard = len(table.heard)
    table.staff(EndGame())
    assert set() == table.lit
    table.until_over()
    assert isinstance(table.commands[-1], Aborted)
    assert "staff.abort" == table.keys[heard]


def test_the_room_has_been_told_what_a_break_leaves_in_the_journal() -> None:
    """Broken into in the announcement of the dead, the room in the end knows what the steps say."""
    table = stage("dawn.death_one", mind=ScriptedMind(pack(8)))
    table.wait(0.2)
    for action in (Repeat(), Pause(), Resume(), Repeat()):
        table.staff(action)
        table.wait(0.3)
    table.until_key("words.ask")
    assert (8,) == table.view.out
    assert 1 == sum(isinstance(fact, SkillUnused) for fact in table.facts)


def test_nothing_that_staff_can_ask_for_without_a_game_does_harm() -> None:
    table = VirtualTable("B07")
    for action in (Pause(), Resume(), Repeat(), Skip(), REDEAL, EndGame()):
        table.staff(action)
        table.wait(1)
    assert Mode.IDLE is table.judge.status.mode
    assert [] == table.heard
    assert PublicView() == table.view


def test_the_choice_after_a_repeat_counts_like_any_other() -> None:
    table = stage("seer.pick")
    table.at_count(SEER, 3)
    table.staff(Repeat())
    table.until_key("seer.pick")
    table.press_at(SEER, table.onset_ns(7) + 500 * MS)
    assert {SEER: 7} == choices(table, "seer.pick")
