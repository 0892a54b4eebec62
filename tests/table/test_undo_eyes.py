"""撤销 and whose eyes are open: before anything is asked again they are shut or opened as it needs them."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from firmware.menu.actions import Leave, Pause, Repeat, Resume, Skip, VoteAgain
from tests.kit.table import VirtualTable
from tests.table.stage import stage
from tests.table.test_staff import everything
from tests.table.test_undo import names, take_back


def since(table: VirtualTable, heard: int) -> list[str]:
    """What has been said since then."""
    return table.keys[heard:]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.5, ["staff.pause_night", "staff.undo", "night.first", "night.hush", "wolf.wake"]),
        (2.2, ["staff.pause", "staff.undo", "night.first", "night.hush", "wolf.wake"]),
    ],
)
def test_behind_the_words_that_open_all_eyes_they_are_shut_before_a_role_wakes(seconds: float, said: list[str]) -> None:
    """When staff broke the words off some may have opened them."""
    table = stage("dawn.open", mind=everything())
    heard = len(table.heard)
    table.wait(seconds)
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert said == since(table, heard)


def test_a_pause_behind_the_words_that_open_all_eyes_does_not_ask_them_to_stay_shut() -> None:
    table = stage("dawn.open", mind=everything())
    heard = len(table.heard)
    table.wait(2.2)
    table.staff(Pause())
    table.staff(Resume())
    table.until_key("dawn.open")
    assert ["staff.pause", "staff.resume", "dawn.open"] == since(table, heard)


def test_back_to_the_first_step_of_the_day_and_from_there_into_the_night() -> None:
    table = stage("speech.next", mind=everything())
    take_back(table, [name for name in names(table) if name.startswith("第1天")][-1])
    table.until_key("dawn.open")
    table.wait(0.4)
    heard = len(table.heard)
    take_back(table, "第1夜 女巫")
    table.until_key("witch.wake")
    assert ["staff.pause", "staff.undo", "night.fall", "witch.wake"] == since(table, heard)


def test_two_steps_taken_back_by_night_shut_the_eyes_that_are_open() -> None:
    table = stage("hunter.wake", mind=everything())
    table.wait(3)
    take_back(table, "第1夜 女巫")
    table.until_key("witch.wake")
    table.wait(1.6)
    heard = len(table.heard)
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert ["staff.pause_night", "staff.pause_night", "witch.close", "wolf.wake"] == since(table, heard)


def test_whoever_was_awake_when_the_power_went_is_shut_before_an_earlier_role_wakes() -> None:
    table = stage("seer.pick", mind=everything())
    table.power_cut()
    table.go_on()
    table.until_key("seer.wake")
    table.wait(1.2)
    heard = len(table.heard)
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert "seer.close" in since(table, heard)


def test_out_of_a_ballot_that_was_skipped_eyes_are_opened() -> None:
    table = stage("vote.open", mind=everything())
    table.wait(5)
    table.staff(Skip())
    table.wait(0)
    heard = len(table.heard)
    take_back(table, "第1天 2号发言")
    table.until_key("speech.next")
    assert ["staff.pause", "staff.undo_open", "speech.next"] == since(table, heard)


@pytest.mark.parametrize(("back", "line"), [("第1天 2号发言", "speech.next"), ("准备 看身份", "setup.ready_ask")])
def test_when_night_has_been_told_to_its_end_eyes_are_opened_for_what_is_asked_by_day(back: str, line: str) -> None:
    table = stage("night.hush", 2, mind=everything())
    table.wait(0.3)
    heard = len(table.heard)
    take_back(table, back)
    table.until_key(line)
    assert ["staff.pause_night", "staff.undo_open", line] == since(table, heard)


# ------------------------------------------------------------ players who leave, and a power cut behind it


def leaves(table: VirtualTable, seat: int) -> None:
    """Staff pause and let the player go, as the menu does it."""
    table.staff(Pause())
    table.wait(1)
    table.staff(Leave(Seat(seat)))
    table.wait(2.5)


TOLD = {"dawn.open": "dawn.open", "vote.end": "vote.end", "day.end": "night.fall"}
"""What is being announced, and what must not be lost of it."""


@pytest.mark.parametrize("key", TOLD)
def test_what_was_not_told_when_somebody_left_is_told_after_a_power_cut(key: str) -> None:
    """天亮, the votes, 天黑: without them nobody knows how eyes must be, and the kit's law fails."""
    table = stage(key, mind=everything())
    table.wait(0.5)
    leaves(table, 9)
    heard = len(table.heard)
    table.power_cut()
    table.go_on()
    table.until_key("speech.turn", "words.ask", "dawn.skill_ask", "wolf.wake", "pk.turn")
    assert TOLD[key] in table.keys[heard:]


def test_a_power_cut_behind_an_undo_and_a_player_who_left_is_one_behind_the_undo() -> None:
    table = stage("speech.turn", mind=everything())
    table.wait(3)
    take_back(table, "第1夜 预言家")
    table.wait(1)
    leaves(table, 9)
    heard = len(table.heard)
    table.power_cut()
    table.go_on()
    table.until_key("seer.wake")
    assert "night.fall" in table.keys[heard:]


@pytest.mark.parametrize("choice", [VoteAgain(), Repeat(), Resume()])
def test_a_skip_that_still_waits_is_given_up_when_staff_pause_again(choice: VoteAgain | Repeat | Resume) -> None:
    table = stage("vote.open", mind=everything())
    table.wait(1)
    table.staff(Pause())
    table.wait(1)
    table.staff(Skip())
    table.wait(0.5)
    table.staff(Pause())
    table.wait(1)
    table.staff(choice)
    table.until_key("vote.end")
    assert table.view.tally, "they could vote"
