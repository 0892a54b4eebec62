"""Pause, repeat, skip, power cut and a player who leaves, at every question of election and badge (seat language 6)."""

from __future__ import annotations

from functools import cache

import pytest

from engine.commands import encode
from engine.events import Announced, GameAborted, WithdrawalNamed
from engine.prompts import Floor, RollCall
from engine.seats import UP, Seat
from firmware.menu.actions import Action, EndGame, Leave, Pause, Repeat, Resume, Skip
from hardware.ports import Pattern
from tests.kit.players import Choices, Players, ScriptedMind
from tests.kit.table import MS, S, StillClock, VirtualTable
from tests.table.stage import STANDS, TEN, heard_out, pack, stage, ten

SHERIFF, RIVAL, GOES = Seat(4), Seat(2), Seat(8)
"""Who is elected in the PK and was knifed; who is tied with it; who withdraws in the first speech."""
HEIR = 9
CHOICES: Choices = {
    **pack(SHERIFF),
    ("sheriff.vote_open", 5): RIVAL,
    ("sheriff.vote_open", 6): SHERIFF,
    ("sheriff.pk_vote", 5): SHERIFF,
    ("badge.how", SHERIFF): HEIR,
    ("speech.sheriff_pick", HEIR): UP,
}
"""An election with everything in it, a dead sheriff, and an heir who chooses the order."""
LINES = (
    "sheriff.raise sheriff.turn sheriff.quit_open sheriff.vote_open sheriff.pk_turn sheriff.pk_vote "
    "badge.how speech.sheriff_pick"
).split()


def mind() -> ScriptedMind:
    return ScriptedMind(CHOICES, presses={("sheriff.raise", 1): (RIVAL, SHERIFF, GOES)})


def at(line: str) -> VirtualTable:
    """Half a second after that question began."""
    table = stage(line, mind=mind(), board="B10a", cards=TEN)
    table.wait(0.5)
    return table


def decisions(table: VirtualTable) -> list[bytes]:
    """Every command up to the speeches of the first day."""
    table.until(lambda: "speech.asc" in table.keys or table.over, "the speeches", patience_s=5000)
    return [encode(step.command) for step in table.steps if step.command is not None]


@cache
def undisturbed() -> list[bytes]:
    players = Players(mind())
    table = players.sit(VirtualTable("B10a", TEN, clock=StillClock(STANDS), audience=(players,)))
    table.start()
    return decisions(table)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("moment", ["early", "late"])
def test_after_a_pause_a_repeat_and_a_power_cut_it_is_decided_as_without_them(line: str, moment: str) -> None:
    table = at(line)
    if moment == "late":
        table.wait_until(max(table.now_ns, table.score.at_ns(table.score.score.length_ms) - 200 * MS))
    table.staff(Pause())
    assert set() == table.lit
    table.wait(60)
    table.staff(Resume())
    table.until_key(line)
    table.staff(Repeat())
    table.until_key(line)
    table.wait(0.5)
    table.power_cut()
    table.go_on()
    assert undisturbed() == decisions(table)


@pytest.mark.parametrize("line", LINES)
def test_presses_in_a_pause_do_nothing(line: str) -> None:
    table = at(line)
    table.staff(Pause())
    table.wait(8)
    before = (len(table.steps), len(table.heard), len(table.frames))
    table.press_all(table.seats)
    table.press_all(table.seats, 2_500)
    table.reveal(3)
    table.wait(20)
    assert before == (len(table.steps), len(table.heard), len(table.frames))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("sheriff.raise", "sheriff.none"),
        ("sheriff.turn", "sheriff.turn"),
        ("sheriff.quit_open", "sheriff.stay"),
        ("sheriff.vote_open", "sheriff.vote_none"),
        ("sheriff.pk_turn", "sheriff.pk_turn"),
        ("sheriff.pk_vote", "sheriff.vote_none"),
        ("badge.how", "badge.timeout"),
        ("speech.sheriff_pick", "speech.auto"),
    ],
)
def test_skipped_it_is_as_if_nobody_had_pressed(line: str, told: str) -> None:
    table = at(line)
    table.wait(2)
    before = len(table.steps)
    table.staff(Skip())
    assert before + 1 == len(table.steps)
    table.until_key(told)


@pytest.mark.parametrize("line", LINES)
def test_a_seat_that_leaves_is_out_and_the_question_is_put_again_without_it(line: str) -> None:
    """Seat 10 neither stands nor is asked; by shut eyes nothing is said of it before they open."""
    table = at(line)
    heard = len(table.heard)
    table.table.leave(Seat(10))
    table.until(lambda: table.keys[-1] == line and len(table.heard) > heard + 1, line)
    again = "staff.pause_night" if line == "sheriff.raise" else "staff.resume"
    wake = ["sheriff.open"] if line == "sheriff.raise" else []
    assert [again, *wake, line] == table.keys[heard:]
    table.until_key("staff.kick")
    assert "十号" in table.said[-1]
    prompt = table.prompt
    if isinstance(prompt, RollCall):
        assert None is prompt.options_of(Seat(10))


def test_a_candidate_that_leaves_in_the_ballot_cannot_be_elected() -> None:
    table = at("sheriff.pk_vote")
    table.table.leave(RIVAL)
    table.until_key("sheriff.elected", "sheriff.quit_one", "sheriff.vote_none", "sheriff.pk_tie")
    assert SHERIFF == table.view.sheriff_seat


# ------------------------------------------------------------ what stays


@pytest.mark.parametrize("way", ["pause", "repeat", "cut", "leave"])
def test_a_withdrawal_and_the_time_of_the_speech_stay(way: str) -> None:
    """Twenty seconds spoken, eight has withdrawn, and the speech is broken into."""
    table = ten("sheriff.turn", stands=(RIVAL, SHERIFF, GOES), speeches={RIVAL: None})
    heard_out(table)
    table.wait(20)
    table.press(GOES, 2_200)
    table.wait(18)
    if way == "cut":
        table.power_cut()
        table.go_on()
    elif way == "leave":
        table.table.leave(Seat(10))
    else:
        table.staff(Pause() if way == "pause" else Repeat())
        table.wait(7 if way == "pause" else 0)
        table.staff(Resume())
    table.until_key("sheriff.turn")
    heard_out(table)
    prompt = table.prompt
    assert isinstance(prompt, Floor)
    start_ns = table.now_ns
    table.wait(1)
    assert Pattern.STEADY is table.lamp(RIVAL)
    table.press(GOES, 2_200)
    table.until_key("speech.stop")
    left_s = (table.now_ns - start_ns) / S
    assert 78 <= left_s <= (86 if way == "cut" else 81)
    table.until_key("sheriff.quit_live")
    table.until_key("sheriff.turn")
    named = [fact.seats for fact in table.facts if isinstance(fact, WithdrawalNamed)]
    assert [(GOES,)] == named
    assert "四号请发言。" == table.said[-1]


def test_after_a_pause_in_the_first_speech_the_bidders_have_no_light_again() -> None:
    table = ten("sheriff.turn", stands=(RIVAL, SHERIFF, GOES), speeches={RIVAL: None})
    heard_out(table)
    table.staff(Pause())
    frames = len(table.frames)
    table.staff(Resume())
    table.until_key("sheriff.turn")
    table.wait(1)
    assert {RIVAL} == {lamp.seat for shown in table.frames[frames:] for lamp in shown.frame}


def test_the_bidders_are_told_again_with_their_light_when_the_list_was_cut_off() -> None:
    table = ten("sheriff.list", stands=(RIVAL, SHERIFF, GOES))
    table.staff(Pause())
    assert set() == table.lit
    table.staff(Resume())
    table.until_key("sheriff.list")
    assert {RIVAL, SHERIFF, GOES} == table.lit


@pytest.mark.parametrize("action", [Pause(), Repeat()], ids=["pause", "repeat"])
def test_a_hold_begun_before_the_break_withdraws_nobody_after_it(action: Action) -> None:
    table = ten("sheriff.turn", stands=(RIVAL, SHERIFF, GOES), speeches={RIVAL: None})
    heard_out(table)
    table.press_at(GOES, table.now_ns, 5_000)
    table.wait(1)
    table.staff(action)
    table.staff(Resume())
    table.wait(8)
    assert () == table.table.game.state.withdrawn


@pytest.mark.parametrize("after_s", [0.5, 2, 4.3])
@pytest.mark.parametrize("action", [Pause(), Repeat(), Leave(Seat(9))], ids=["pause", "repeat", "leave"])
def test_no_heartbeat_once_night_has_been_said(action: Action, after_s: float) -> None:
    table = ten("night.fall", 2, stands=(GOES,))
    table.wait(after_s)
    table.staff(action)
    table.staff(Resume())
    for _ in range(40):
        table.wait(0.2)
        assert set() == table.lit


def test_no_heartbeat_before_eyes_open_after_a_ballot() -> None:
    table = ten("vote.open", stands=(GOES,))
    table.wait(6)
    table.staff(Skip())
    table.wait(0.1)
    table.staff(Pause())
    table.staff(Resume())
    while table.keys[-1] != "vote.end":
        assert set() == table.lit, "all eyes are still shut"
        table.wait(0.1)


# ------------------------------------------------------------ the end


def test_ended_while_a_step_is_written_the_game_is_over_after_it() -> None:
    table = at("sheriff.turn")
    table.staff(Skip())
    table.staff(EndGame())
    table.until_over()
    assert GameAborted() == table.facts[-1]
    assert "本局终止，不计胜负。" == table.said[-1]
    assert 1 == table.keys.count("sheriff.turn"), "nobody was called any more"


@pytest.mark.parametrize("paused", [False, True])
def test_ended_in_mid_announcement_the_room_knows_what_had_been_decided(paused: bool) -> None:
    """And it hears nothing of it any more."""
    table = stage("dawn.open", mind=ScriptedMind(pack(8)))
    table.wait(0.3)
    if paused:
        table.staff(Pause())
        table.wait(30)
    heard = len(table.heard)
    table.staff(EndGame())
    table.until_over()
    assert (8,) == table.view.out
    assert [Announced(1, (Seat(8),))] == [fact for fact in table.facts if isinstance(fact, Announced)]
    assert ["staff.abort"] == table.keys[heard:]


def test_a_player_that_leaves_in_a_paused_announcement_takes_nothing_from_it() -> None:
    table = stage("dawn.death_one", mind=ScriptedMind(pack(8)))
    table.wait(0.3)
    table.staff(Pause())
    table.wait(30)
    table.table.leave(Seat(9))
    table.until_key("dawn.death_one")
    table.until_key("dawn.skill_ask")
    assert 8 in table.view.out


def test_two_players_that_leave_at_once_are_both_gone() -> None:
    table = at("sheriff.turn")
    for seat in (9, 10):
        table.table.leave(Seat(seat))
    table.wait(1)
    assert (9, 10) == table.table.game.state.left


def test_what_is_told_again_of_the_day_behind_keep_your_eyes_closed_lights_no_lamp() -> None:
    """The power goes when night has just been called: the sheriff's lamp is dark until 天亮, though the day is told."""
    votes: Choices = {("sheriff.vote_open", 9, 1): SHERIFF, ("vote.open", 9, 1): 10, ("vote.open", 1, 1): 10}
    table = ten("night.fall", 2, stands=(SHERIFF, GOES), choices=votes)
    assert SHERIFF == table.table.view.sheriff_seat
    heard_out(table)
    table.power_cut()
    table.go_on()
    said = table.until_key("staff.crash_night")
    table.until_key("guard.wake", "wolf.wake")
    retold = [spoken.say.key for spoken in table.heard if said.at_ns < spoken.at_ns]
    assert ("words.over", "night.fall") == (retold[0], retold[retold.index("day.end") + 1])
    assert not [shown for shown in table.frames if shown.at_ns > said.at_ns and shown.frame]
