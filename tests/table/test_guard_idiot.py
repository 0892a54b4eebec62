"""守卫 and 白痴: the pick that may not be repeated, the claim without a pick, the flip (rules 3.4, 3.13)."""

from __future__ import annotations

import pytest

from engine.events import Exiled, IdiotFlipped
from engine.prompts import RollCall
from engine.public import PublicView
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import IDIOT, answered, choices, stage, ten

TWELVE = "guard werewolf werewolf werewolf werewolf witch seer hunter villager villager villager villager"
"""B12-预女猎守: 守卫 at 1, 狼人 at 2 to 5, 女巫 6, 预言家 7, 猎人 8."""
GUARD = 1


def guarding(n: int = 1, picks: Choices | None = None) -> VirtualTable:
    """The guard is asked in night `n`; `picks` is what it chose before."""
    return stage("guard.pick", n, board="B12-预女猎守", cards=TWELVE, mind=ScriptedMind(picks))


def pick(table: VirtualTable, option: int, sweep: int = 1) -> None:
    table.press_at(GUARD, table.onset_ns(option, sweep) + 400 * MS)


# ------------------------------------------------------------ 守卫


@pytest.mark.parametrize("target", [GUARD, 8])
def test_the_guard_may_choose_anybody_alive_and_itself(target: int) -> None:
    table = guarding()
    assert list(range(1, 13)) * 2 == [count.option for count in table.score.score.counts]
    pick(table, target)
    table.wait_until(table.onset_ns(target, 2) + 300 * MS)
    assert Pattern.STEADY is table.lamp(GUARD), "the second sweep reads the choice back"
    assert {GUARD: target} == choices(table, "guard.pick")


def test_last_nights_seat_is_refused_by_a_double_flash_and_another_tap_counts() -> None:
    table = guarding(2, {("guard.pick", GUARD, 1): 8})
    assert list(range(1, 13)) * 2 == [count.option for count in table.score.score.counts], "the count tells nothing"
    pick(table, 8)
    table.wait_until(table.onset_ns(8) + 600 * MS)
    assert Pattern.DOUBLE is table.lamp(GUARD)
    heard = len(table.heard)
    pick(table, 9, 2)
    assert {GUARD: 9} == choices(table, "guard.pick")
    assert ["night.again"] == [key for key in table.keys[heard:] if not key.startswith("count.")]


def test_a_refused_tap_leaves_the_choice_before_it_standing() -> None:
    table = guarding(2, {("guard.pick", GUARD, 1): 8})
    pick(table, 3)
    pick(table, 8)
    assert {GUARD: 3} == choices(table, "guard.pick")


def test_an_empty_night_frees_the_seat_again() -> None:
    """空守: nobody was kept in night 2, so night 1's seat may be kept in night 3."""
    table = guarding(3, {("guard.pick", GUARD, 1): 8})
    pick(table, 8)
    assert {GUARD: 8} == choices(table, "guard.pick")


def test_a_guard_that_keeps_nobody_is_told_so_by_a_fast_blink() -> None:
    table = guarding()
    pick(table, 8)
    table.press_at(GUARD, table.onset_ns(11) + 100 * MS, 1_050)
    (shown,) = table.score.score.shows
    table.wait_until(table.score.at_ns(shown.from_ms + 100))
    assert Pattern.FAST is table.lamp(GUARD), "the hold has cleared the choice"
    assert {} == choices(table, "guard.pick")


def test_the_night_of_the_guard_is_as_long_whatever_is_chosen() -> None:
    lengths = []
    for target in (None, GUARD, 8):
        table = guarding()
        if target is not None:
            pick(table, target)
        start = table.now_ns
        table.until_key("guard.close")
        lengths.append(table.now_ns - start)
    assert 1 == len(set(lengths))


# ------------------------------------------------------------ 白痴


def test_the_idiot_only_claims_and_its_lamp_is_dark_before_the_close_line() -> None:
    table = ten("idiot.wake")
    table.until(lambda: table.lamp(IDIOT) is Pattern.STEADY, "the claim", patience_s=8)
    table.until_key("idiot.close")
    assert set() == table.lit
    assert 1 == ten("night.fall", 2).keys.count("idiot.wake"), "called in the first night only"


EXILED: Choices = {("vote.open", seat, 1): IDIOT for seat in (1, 2, 3)}


def test_the_exiled_idiot_turns_over_after_the_tally_and_night_falls() -> None:
    """票数最多 comes first, the outcome after; nobody is out and nobody has last words."""
    table = ten("night.fall", 2, choices=EXILED)
    told = table.keys[table.keys.index("vote.most") :]
    assert ["vote.most", "idiot.show", "idiot.rule", "day.end", "night.fall"] == told
    assert "七号翻牌，身份是白痴，不出局。" in table.said
    assert "从现在起，七号可以发言，不能投票。" in table.said
    assert () == table.view.out
    assert (IDIOT,) == table.view.flipped
    assert [] == [fact for fact in table.facts if isinstance(fact, Exiled)]
    assert 1 == sum(isinstance(fact, IdiotFlipped) for fact in table.facts)


def test_a_flipped_idiot_speaks_and_can_neither_vote_nor_be_voted_for() -> None:
    table = ten("vote.open", 2, choices=EXILED)
    assert IDIOT in table.view.spoke
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert None is prompt.options_of(IDIOT)
    assert [1, 2, 3, 4, 5, 6, 8, 9, 10] * 2 == [count.option for count in table.score.score.counts]
    table.press_at(IDIOT, table.onset_ns(1) + 500 * MS)
    table.press_at(2, table.onset_ns(9) + 500 * MS)
    assert {2: 9} == choices(table, "vote.open")


def test_a_second_exile_ballot_does_not_name_the_idiot_among_who_abstains() -> None:
    table = ten("vote.abstain", 2, choices={**EXILED, ("vote.open", 2, 2): 9})
    assert "七号" not in table.said[-1]


def test_an_idiot_the_wolves_kill_does_not_flip() -> None:
    knife: Choices = {("wolf.pick", wolf, 1): IDIOT for wolf in (1, 2, 3)}
    table = ten("dawn.death_one", choices=knife)
    assert (IDIOT,) == table.view.out
    assert PublicView().flipped == table.view.flipped
    answered(table, "dawn.skill_ask")
    assert "idiot.show" not in table.keys
