"""加时, 犯规出局 and buttons that fail in a game: whatever is open, by day and by night (seat language 6)."""

from __future__ import annotations

import pytest

from engine.commands import Left
from engine.events import LeftTable
from engine.seats import Seat
from firmware.menu.actions import Keep, Leave, MoreTime, Pause, Resume, VoteAgain
from firmware.menu.choices import OFF, Choices
from firmware.settings import Settings
from hardware.fakes import FakePad
from hardware.ports import Pattern
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE, STANDS, heard_out, stage
from tests.table.test_office_staff import LINES as OFFICE
from tests.table.test_office_staff import at as office_at
from tests.table.test_staff import DAY, NIGHT, at

QUIET = ScriptedMind(speeches={1: None})


# ------------------------------------------------------------ election and badge


@pytest.mark.parametrize("line", OFFICE)
def test_the_other_actions_at_every_question_of_the_election(line: str) -> None:
    """A foul, more time, another button and a vote that is void: the game goes on, and nothing lights in the pause."""
    table = office_at(line)
    table.staff(Pause())
    table.staff(Keep(Choices(pads=((Seat(1), OFF), (Seat(3), Seat(15))))))
    assert () == table.lamps.frame
    assert table.judge.status.can_extend is line.endswith("turn")
    table.staff(MoreTime())
    table.until_key(line)
    table.staff(Leave(Seat(10), foul=True))
    table.until(lambda: LeftTable(Seat(10), foul=True) in table.facts, "the foul is told")
    can_vote = table.table.can_revote
    table.staff(VoteAgain())
    table.wait(1)
    assert can_vote is ("staff.undo" in table.keys or "staff.undo_open" in table.keys)
    table.until_key("speech.asc", "speech.desc", "speech.time_odd", "speech.time_even", "speech.auto")


# ------------------------------------------------------------ 加时


def test_more_time_in_a_pause_lasts_and_survives_a_power_cut() -> None:
    table = stage("speech.turn", mind=QUIET)
    heard_out(table)
    table.wait(100)
    table.staff(Pause())
    assert table.judge.status.can_extend
    table.staff(MoreTime())
    table.wait(0.2)
    table.power_cut()
    table.go_on()
    table.until_key("speech.turn")
    heard_out(table)
    table.wait(49.7)
    assert "speech.stop" not in table.keys
    table.wait(0.6)
    assert "speech.stop" in table.keys


def test_more_time_without_a_pause_and_the_speaker_may_still_pass() -> None:
    table = stage("speech.turn", mind=QUIET)
    heard_out(table)
    table.wait(3)
    table.staff(MoreTime())
    heard = len(table.heard)
    table.wait(146.5)
    assert heard == len(table.heard)
    table.wait(1)
    assert ["speech.stop"] == table.keys[heard:]


def test_a_speech_that_was_given_more_time_can_be_passed_after_five_seconds() -> None:
    table = stage("speech.turn", mind=QUIET)
    heard_out(table)
    table.wait(2)
    table.staff(Pause())
    table.staff(MoreTime())
    table.until_key("speech.turn")
    heard_out(table)
    table.wait(6)
    table.press(1)
    table.until_key("speech.next", patience_s=10)


@pytest.mark.parametrize("line", [*NIGHT, *(line for line in DAY if not line.endswith((".turn", "words.ask")))])
def test_without_a_speech_there_is_no_time_to_give(line: str) -> None:
    table = at(line)
    table.staff(Pause())
    assert not table.judge.status.can_extend
    heard = len(table.heard)
    table.staff(MoreTime())
    table.until_key(line)
    assert set(table.keys[heard:]) <= {"staff.pause_night", "staff.resume", f"{line.partition('.')[0]}.wake", line}


# ------------------------------------------------------------ 犯规出局


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
def test_a_foul_is_out_at_every_question_and_told_at_once_by_day_and_at_dawn_by_night(line: str) -> None:
    table = at(line)
    night = table.view.night
    heard = len(table.heard)
    table.staff(Pause())
    table.staff(Leave(Seat(8), foul=True))
    table.wait(0)
    assert any(isinstance(command, Left) and command.foul for command in table.commands)
    if night:
        assert {"staff.pause_night"} == set(table.keys[heard:])
    table.until(lambda: LeftTable(Seat(8), foul=True) in table.facts, "the foul is told")
    assert not table.view.night
    table.wait(0)
    assert 1 == table.keys.count("staff.foul")
    assert 8 in table.view.fouled


# ------------------------------------------------------------ buttons


@pytest.mark.parametrize("line", [*NIGHT, *DAY])
@pytest.mark.parametrize("pad", [Seat(12), OFF], ids=["spare", "off"])
def test_a_button_is_replaced_at_every_question_without_a_sound(line: str, pad: Seat) -> None:
    table = at(line)
    table.staff(Pause())
    heard, steps = len(table.heard), len(table.steps)
    table.staff(Keep(Choices(pads=((Seat(1), pad),))))
    table.wait(3)
    assert (heard, steps) == (len(table.heard), len(table.steps))
    assert () == table.lamps.frame
    table.staff(Resume())
    table.until_key(line)


def test_a_seat_that_is_switched_off_is_dark_and_ignored_and_stays_so_after_a_power_cut() -> None:
    settings = Settings()
    players = Players(ScriptedMind(speeches={1: None}))
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(STANDS), audience=(players,), settings=settings))
    table.start()
    table.until_key("speech.turn")
    heard_out(table)
    table.wait(1)
    assert Pattern.STEADY is table.lamp(1)
    for _ in range(2):
        table.staff(Pause())
        table.staff(Keep(Choices(pads=((Seat(1), OFF),))))
        table.staff(Resume())
        table.until_key("speech.turn")
        heard_out(table)
        table.wait(7)
        table.press(1)
        table.wait(4)
        assert Pattern.OFF is table.lamp(1)
        assert "speech.turn" == table.keys[-1], "its press has not passed"
        table.power_cut()
        table.go_on()
    assert ((Seat(1), OFF),) == settings.choices.pads


def test_a_button_that_is_stuck_is_forgotten_and_the_first_press_of_the_spare_counts() -> None:
    table = stage("speech.turn", mind=QUIET)
    table.pads[Seat(12)] = FakePad(Seat(12), table.loop.put, table.loop)
    heard_out(table)
    table.press_at(1, table.now_ns, 10_000_000)
    table.wait(40)
    table.staff(Pause())
    table.staff(Keep(Choices(pads=((Seat(1), Seat(12)),))))
    table.staff(Resume())
    table.until_key("speech.turn")
    heard_out(table)
    table.wait(1)
    assert Pattern.STEADY is table.lamp(12)
    table.press(12)
    table.until_key("speech.next", patience_s=8)
