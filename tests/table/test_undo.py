"""撤销 and 作废并重投 at the table: whatever is open, by day and by night."""

from __future__ import annotations

import pytest

from engine.commands import Undo
from engine.events import PkOpened, SpeechesOpened, Undone
from engine.prompts import Form
from engine.seats import Seat
from firmware.menu.actions import Leave, MoreTime, Pause, Resume, Skip, TakeBack, VoteAgain
from firmware.menu.undo import name_of
from firmware.table.rewind import Past
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import VirtualTable
from tests.table.stage import SEER, ClaimsMind, heard_out, pack, stage
from tests.table.test_office_staff import LINES as OFFICE
from tests.table.test_office_staff import at as office_at
from tests.table.test_staff import DAY, NIGHT, at, everything

QUIET = ScriptedMind(speeches={1: None})
AFTER = [line for line in (*NIGHT, *DAY) if line not in ("setup.ready_ask", "wolf.wake")]
"""Where a step of the first night can be taken back."""


def names(table: VirtualTable) -> list[str]:
    """The steps that can be taken back, as staff read them."""
    return [name_of(step).zh for step in table.table.steps]


def step_named(table: VirtualTable, name: str) -> Past:
    """The newest step of that name."""
    return next(step for step in table.table.steps if name_of(step).zh == name)


def take_back(table: VirtualTable, name: str) -> None:
    """Staff choose that step from the list, in a pause as the menu does it."""
    table.staff(Pause())
    table.wait(5)
    table.staff(TakeBack(step_named(table, name).to))
    table.wait(0)


def undone(table: VirtualTable) -> list[int]:
    """Which prompts have been put again."""
    return [command.to for command in table.commands if isinstance(command, Undo)]


# ------------------------------------------------------------ taking back, wherever the game is


@pytest.mark.parametrize("line", AFTER)
def test_from_any_question_the_wolves_choose_again_and_it_is_as_if_they_had_not(line: str) -> None:
    """And the same after a power cut: view, prompt and the rest of the list are the journal's."""
    table = at(line)
    night = table.view.night
    heard = len(table.heard) + 1
    awake = line.partition(".")[0]
    take_back(table, "第1夜 狼人")
    table.until_round("wolf.wake", 1)
    closed = [] if awake == "wolf" else [f"{awake}.close"]
    said = ["staff.pause_night", *closed] if night else ["staff.undo", "night.first", "night.hush"]
    assert [*said, "wolf.wake"] == table.keys[heard:]
    assert (True, 1, ()) == (table.view.night, table.view.n, table.view.out)
    assert any(isinstance(fact, Undone) for fact in table.facts)
    table.wait(0.5)
    table.power_cut()
    table.go_on()
    table.until_key("wolf.wake")
    assert ["准备 看身份"] == names(table)
    assert (1, True) == (table.table.view.n, table.table.view.night)
    table.until_key("witch.victim")
    assert len(undone(table)) == 1
    table.until_key("dawn.open")


@pytest.mark.parametrize("line", OFFICE)
def test_from_any_question_of_the_election_who_stands_is_asked_again(line: str) -> None:
    table = office_at(line)
    if line == "sheriff.raise":
        table.until_key("sheriff.turn")
    heard = len(table.heard) + 1
    take_back(table, "第1夜 上警")
    table.until_key("sheriff.raise")
    assert table.view.night
    assert () == table.view.bidders
    assert ["staff.undo", "night.fall", "sheriff.open", "sheriff.raise"] == table.keys[heard:]
    table.until_key("sheriff.turn")


def test_from_the_night_back_into_the_day_all_eyes_are_opened_before_anything_else() -> None:
    table = stage("seer.wake", 2, mind=everything())
    table.wait(2)
    heard = len(table.heard) + 1
    take_back(table, "第1天 2号发言")
    table.until_key("speech.next")
    assert ["staff.undo_open", "speech.next"] == table.keys[heard:]
    assert (1, False) == (table.view.n, table.view.night)
    table.power_cut()
    table.go_on()
    heard = len(table.heard)
    table.until_key("speech.next")
    assert ["staff.undo_open", "speech.next"] == table.keys[heard:]
    heard_out(table)
    table.wait(1)
    assert Pattern.STEADY is table.lamp(2)


def test_out_of_a_ballot_with_shut_eyes_they_are_opened_too() -> None:
    table = stage("vote.open", mind=everything())
    table.wait(4)
    heard = len(table.heard) + 1
    take_back(table, "第1天 2号发言")
    table.until_key("speech.next")
    assert ["staff.undo_open", "speech.next"] == table.keys[heard:]


def test_a_pause_before_the_eyes_are_shut_again_does_not_wake_anybody_before_they_are() -> None:
    """And a power cut there does not either."""
    for cut in (False, True):
        table = at("speech.turn")
        take_back(table, "第1夜 女巫")
        assert "staff.undo" == table.keys[-1]
        heard = len(table.heard)
        if cut:
            table.power_cut()
            table.go_on()
        else:
            table.staff(Pause())
            heard += 1
            table.staff(Resume())
        table.until_round("witch.wake", 1)
        assert ["staff.undo", "night.fall", "witch.wake"] == table.keys[heard:]


def test_whoever_was_awake_is_shut_before_others_wake_also_when_the_step_has_just_ended() -> None:
    table = stage("wolf.close")
    heard = len(table.heard) + 1
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert ["staff.pause_night", "wolf.wake"] == table.keys[heard:], "the same step wakes again"
    table = stage("witch.close")
    heard = len(table.heard) + 1
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert ["staff.pause_night", "witch.close", "wolf.wake"] == table.keys[heard:]


def test_the_wolves_may_choose_otherwise_and_the_claims_of_the_night_are_made_again() -> None:
    mind = ScriptedMind(pack(7))
    table = stage("dawn.death_one", mind=mind)
    table.wait(0.5)
    take_back(table, "第1夜 狼人")
    table.until_key("witch.wake")
    assert 3 == len(table.table.game.state.claimed("werewolf"))
    table.until_key("speech.turn")
    assert (Seat(7),) == table.view.out


def test_a_step_that_is_being_written_is_waited_for_and_then_taken_back_with_the_rest() -> None:
    """As a foul and a revote are: what staff wanted meanwhile is not lost."""
    table = stage("speech.turn", mind=QUIET)
    wolves = step_named(table, "第1夜 狼人").to
    table.staff(Skip())
    table.staff(Leave(Seat(8), foul=True))
    table.staff(TakeBack(wolves))
    table.until_key("wolf.wake")
    assert [wolves] == undone(table)
    assert Seat(8) in table.table.game.state.present
    table.until_key("dawn.open")


def test_taken_back_twice_the_second_counts_from_the_first() -> None:
    table = at("pk.turn")
    take_back(table, "第1天 放逐投票")
    table.until_key("vote.open")
    assert "第1天 放逐投票" not in names(table)
    take_back(table, "第1夜 女巫")
    table.until_key("witch.wake")
    assert ["第1夜 狼人", "准备 看身份"] == names(table)
    table.power_cut()
    table.go_on()
    table.until_key("witch.wake")
    assert ["第1夜 狼人", "准备 看身份"] == names(table)
    table.until_key("dawn.open")


def test_wrong_claims_are_made_again_out_of_the_question_to_staff() -> None:
    """身份更正: the seer has not claimed; called again, and the night goes on from there."""
    table = stage("err.claims", mind=ClaimsMind({"seer": ()}))
    table.wait(8)
    heard = len(table.heard) + 1
    take_back(table, "第1夜 预言家")
    table.until_key("seer.wake")
    assert ["staff.pause_night", "seer.wake"] == table.keys[heard:]
    assert not table.judge.status.needs_claims
    table.wait(4)
    table.two_taps(SEER)
    table.until_key("dawn.open")
    assert table.table.game.state.cards


def test_what_was_said_of_a_game_that_is_over_stands() -> None:
    table = stage(
        "over.reveal", 1, board="B06a", cards="werewolf werewolf witch seer villager villager", mind=_decided()
    )
    table.staff(Pause())
    assert ((), False, False) == (table.judge.status.past, table.judge.status.can_revote, table.judge.status.can_extend)
    for action in (TakeBack(2), VoteAgain(), MoreTime(), Leave(Seat(1), foul=True)):
        table.staff(action)
    table.until_over()


def _decided() -> ScriptedMind:
    return ScriptedMind({("wolf.pick", 1): 5, ("wolf.pick", 2): 5, ("witch.poison", 3): 6})


# ------------------------------------------------------------ the list


def test_the_list_has_one_row_for_each_step_in_public_words_newest_first() -> None:
    table = stage("pk.vote", mind=everything())
    (order,) = (event.order for event in table.facts if isinstance(event, SpeechesOpened))
    (tied,) = (event.order for event in table.facts if isinstance(event, PkOpened))
    pk = [f"第1天 {seat}号PK" for seat in reversed(tied)]
    day = [*pk, "第1天 放逐投票", *(f"第1天 {seat}号发言" for seat in reversed(order))]
    dawn = ["第1天 6号遗言", "第1天 6号技能"]
    night = ["第1夜 猎人", "第1夜 预言家", "第1夜 女巫", "第1夜 狼人", "准备 看身份"]
    listed = names(table)
    assert day == listed[: len(day)]
    assert night == listed[-5:]
    assert set(dawn) <= set(listed)
    assert len(listed) == len(set(listed))


def test_the_list_is_the_same_whatever_the_secrets_are() -> None:
    lists = []
    for target in (7, None):
        table = stage("seer.wake", mind=ScriptedMind(pack(target)))
        lists.append(table.table.steps)
    assert lists[0] == lists[1]


def test_what_is_not_there_is_not_taken_back_and_the_game_goes_on() -> None:
    table = at("wolf.pick")
    table.staff(Pause())
    for to in (-1, 0, 999):
        table.staff(TakeBack(to))
        table.staff(Pause())
    table.staff(TakeBack(999))
    assert [] == undone(table)
    table.until_key("wolf.verdict")


# ------------------------------------------------------------ 作废并重投


def test_an_open_ballot_is_put_again_and_a_closed_one_is_voted_again() -> None:
    table = stage("vote.open", mind=everything())
    table.wait(6)
    table.staff(Pause())
    assert table.judge.status.can_revote
    heard = len(table.heard)
    table.staff(VoteAgain())
    table.until_key("vote.open")
    assert ["staff.undo", "vote.open"] == table.keys[heard:]
    assert [] == undone(table)
    table.until_key("pk.turn")
    table.staff(Pause())
    heard = len(table.heard)
    table.staff(VoteAgain())
    table.until_key("vote.open")
    assert ["staff.undo", "vote.open"] == [key for key in table.keys[heard:] if key != "speech.done"]
    assert 1 == len(undone(table))
    assert () == table.view.tally


@pytest.mark.parametrize("line", [*NIGHT, "speech.turn", "words.ask"])
def test_without_a_ballot_today_nothing_is_offered_and_nothing_happens(line: str) -> None:
    table = at(line)
    table.staff(Pause())
    assert not table.judge.status.can_revote
    table.staff(VoteAgain())
    assert [] == undone(table)


def test_the_sheriff_is_voted_for_again() -> None:
    table = office_at("sheriff.pk_turn")
    table.staff(Pause())
    table.staff(VoteAgain())
    table.until_key("sheriff.vote_open")
    assert Form.BALLOT is table.prompt.call.form if table.prompt else False


# ------------------------------------------------------------ the end of a game, and who has left


def test_the_last_ballot_of_a_game_can_be_voted_again_until_its_end_is_told() -> None:
    """Nor does the menu tell that the game has been decided."""
    cards = "werewolf werewolf witch seer villager villager"
    table = stage("vote.end", 1, board="B06a", cards=cards, mind=_exiles_the_second_villager())
    assert table.table.game.over
    table.staff(Pause())
    assert table.judge.status.can_revote
    assert "第1天 放逐投票" == name_of(table.judge.status.past[0]).zh
    table.staff(VoteAgain())
    table.until_key("vote.open")
    table.power_cut()
    table.go_on()
    table.until_key("vote.end")
    assert table.view.winner is None
    table.until_over()
    assert table.view.winner is not None


def _exiles_the_second_villager() -> ScriptedMind:
    votes: Choices = {("vote.open", seat, 1): 6 for seat in range(1, 5)}
    return ScriptedMind({("wolf.pick", 1): 5, ("wolf.pick", 2): 5, **votes})


def test_staff_read_who_comes_back_when_a_step_is_taken_back() -> None:
    table = stage("speech.next", mind=QUIET)
    wolves = step_named(table, "第1夜 狼人")
    table.staff(Leave(Seat(8)))
    table.wait(5)
    assert () == wolves.left
    assert (Seat(8),) == step_named(table, "第1夜 狼人").left
    take_back(table, "第1夜 狼人")
    table.until_key("wolf.wake")
    assert () == step_named(table, "准备 看身份").left
