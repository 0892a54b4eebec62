"""Skill windows after deaths, the shot with its spoken confirmation, last words (rules 5, 3.12; seat language 4)."""

from __future__ import annotations

import pytest

from engine.commands import Chosen, Pressed
from engine.events import Announced, OutRuleTold, ShotFired, ShotHeld, SkillUnused
from engine.seats import NO_SHOT
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import HUNTER, NINE, WITCH, answered, choices, pack, stage

KNIFED = pack(HUNTER)


def mind(extra: Choices | None = None, *, presses: tuple[int, ...] = (HUNTER,)) -> ScriptedMind:
    """The hunter is knifed in the first night; these seats press in the skill windows."""
    return ScriptedMind({**KNIFED, **(extra or {})}, presses={("dawn.skill_ask", 1): presses})


def aiming() -> VirtualTable:
    """The hunter is asked whom to shoot."""
    return stage("gun.ask", mind=mind())


def confirming(option: int | str = 8) -> VirtualTable:
    """The voice says the choice back."""
    table = aiming()
    at_option(table, option)
    table.until_key("day.confirm")
    return table


def at_option(table: VirtualTable, option: int | str) -> None:
    table.until(lambda: any(count.option == option for count in table.score.score.counts))
    table.press_at(HUNTER, table.onset_ns(option) + 500 * MS)


def test_every_dead_seat_is_asked_in_the_same_words_for_the_same_time() -> None:
    """Hunter knifed and villager poisoned: two windows of six seconds, and nobody presses."""
    night = ScriptedMind({**KNIFED, ("witch.poison", WITCH, 1): 8})
    table = stage("dawn.skill_ask", mind=night)
    lengths = []
    for seat in ("六号", "八号"):
        assert f"{seat}，要发动技能请按一下。" == table.said[-1]
        start = table.now_ns
        table.until_key("dawn.skill_none")
        assert "没有发动技能。" == table.said[-1]
        lengths.append(table.now_ns - start)
        if seat == "六号":
            table.until_key("dawn.skill_ask")
    assert lengths[0] == lengths[1]


def test_who_is_asked_sees_a_slow_blink_and_a_steady_light_after_the_press() -> None:
    table = stage("dawn.skill_ask", mind=ScriptedMind(KNIFED))
    assert Pattern.SLOW is table.lamp(HUNTER)
    table.wait(1)
    table.press(HUNTER)
    table.wait(0.3)
    assert Pattern.STEADY is table.lamp(HUNTER)
    assert {HUNTER} == table.lit
    assert (HUNTER,) == getattr(answered(table, "dawn.skill_ask"), "seats", None)


def test_only_the_seat_that_is_asked_can_press() -> None:
    table = stage("dawn.skill_ask", mind=ScriptedMind(KNIFED))
    for seat in table.seats:
        if seat != HUNTER:
            table.press_at(seat, table.now_ns + 1_000 * MS)
    assert () == getattr(answered(table, "dawn.skill_ask"), "seats", None)


def test_who_presses_without_a_skill_is_told_the_same_as_who_does_not_press() -> None:
    table = stage("dawn.skill_none", mind=ScriptedMind(pack(8), presses={("dawn.skill_ask", 1): (8,)}))
    assert "没有发动技能。" == table.said[-1]
    assert SkillUnused(8) == table.facts[-1]  # type: ignore[arg-type]
    assert (8,) == next(c.seats for c in reversed(table.commands) if isinstance(c, Pressed))


def test_case_6_a_poisoned_hunter_has_no_shot() -> None:
    night = ScriptedMind({**KNIFED, ("witch.poison", WITCH, 1): HUNTER}, presses={("dawn.skill_ask", 1): (HUNTER,)})
    table = stage("dawn.skill_none", mind=night)
    assert SkillUnused(HUNTER) == table.facts[-1]


def test_the_living_are_counted_every_one_and_a_half_seconds_and_no_shot_last() -> None:
    table = aiming()
    assert [1, 2, 3, 4, 5, 7, 8, 9, NO_SHOT] == [count.option for count in table.score.score.counts]
    assert 1500 == (table.onset_ns(2) - table.onset_ns(1)) // MS
    assert Pattern.SLOW is table.lamp(HUNTER)
    table.until_key("gun.opt_none")
    assert "不开枪。" == table.said[-1]


def test_the_choice_is_said_back_and_takes_effect_after_four_seconds() -> None:
    table = confirming()
    assert "选择八号，要取消请按住。" == table.said[-1]
    assert Pattern.STEADY is table.lamp(HUNTER)
    start = table.now_ns
    window = table.score.score.window
    assert window is not None
    assert 4000 == window.to_ms - window.from_ms
    table.until_key("gun.fire")
    assert (table.now_ns - start) // MS >= 4000
    assert "六号发动技能，带走八号。" == table.said[-1]
    assert ShotFired(HUNTER, 8) == table.facts[-1]  # type: ignore[arg-type]
    assert (6, 8) == table.view.out


def test_the_last_tap_in_the_count_is_the_one_that_is_said_back() -> None:
    table = aiming()
    at_option(table, 2)
    at_option(table, 9)
    table.until_key("day.confirm")
    assert "选择九号，要取消请按住。" == table.said[-1]


def test_a_hold_while_it_is_confirmed_cancels_and_everything_is_counted_once_more() -> None:
    table = confirming()
    table.wait(1)
    table.hold(HUNTER)
    table.until_key("day.recount")
    assert "已经取消，再报一遍。" == table.said[-1]
    assert Pattern.SLOW is table.lamp(HUNTER)
    at_option(table, 3)
    table.until_key("gun.fire")
    assert "六号发动技能，带走三号。" == table.said[-1]


def test_cancelled_twice_it_is_no_shot_without_a_third_count() -> None:
    table = confirming()
    table.wait(1)
    table.hold(HUNTER)
    table.until_key("day.recount")
    at_option(table, 3)
    table.until_key("day.confirm")
    table.wait(1)
    table.hold(HUNTER)
    table.until_key("gun.hold")
    assert 1 == table.keys.count("day.recount")
    assert ShotHeld(HUNTER) == table.facts[-1]


@pytest.mark.parametrize(("hold_ms", "cancelled"), [(120, False), (999, False), (1040, True)])
def test_only_a_hold_cancels(hold_ms: int, cancelled: bool) -> None:
    table = confirming()
    table.press_at(HUNTER, table.now_ns + 1000 * MS, hold_ms)
    spoken = table.until_key("gun.fire", "day.recount")
    assert cancelled == (spoken.say.key == "day.recount")


def test_nobody_else_can_cancel() -> None:
    table = confirming()
    for seat in (1, 8, 9):
        table.press_at(seat, table.now_ns + 1000 * MS, 1500)
    assert "gun.fire" == table.until_key("gun.fire", "day.recount").say.key


def test_who_chooses_nobody_does_not_shoot() -> None:
    table = aiming()
    assert {} == choices(table, "gun.ask")
    assert "六号不开枪。" == table.until_key("gun.hold").text
    assert "day.confirm" not in table.keys


def test_no_shot_is_a_choice_that_is_said_back_too() -> None:
    table = confirming(NO_SHOT)
    assert "选择不开枪，要取消请按住。" == table.said[-1]
    assert "六号不开枪。" == table.until_key("gun.hold").text
    assert isinstance(next(c for c in reversed(table.commands) if isinstance(c, Chosen)).picks, tuple)


def test_who_was_shot_is_asked_as_well() -> None:
    table = confirming()
    table.until_key("dawn.skill_ask")
    assert "八号，要发动技能请按一下。" == table.said[-1]


def test_case_116_the_dead_of_the_first_night_have_last_words_ascending_later_ones_have_none() -> None:
    first = ScriptedMind({**pack(9, 8), ("witch.poison", WITCH, 1): 1})
    table = stage("words.over", mind=first, cards=NINE)
    begun = [spoken.text for spoken in table.heard if spoken.say.key in {"words.many", "words.ask"}]
    assert ["按座位号，从一号开始留遗言。", "一号请留遗言。", "九号请留遗言。"] == begun
    table.until_round("words.none", 2)
    assert Announced(2, (8,)) in table.facts  # type: ignore[arg-type]


def test_who_was_shot_has_no_last_words() -> None:
    table = confirming()
    table.until_key("words.over")
    assert ["六号请留遗言。"] == [spoken.text for spoken in table.heard if spoken.say.key == "words.ask"]


def test_last_words_are_ninety_seconds_and_end_with_a_press() -> None:
    table = stage("words.ask", mind=ScriptedMind(KNIFED, speeches={HUNTER: None}))
    assert Pattern.STEADY is table.lamp(HUNTER)
    assert (HUNTER, 90_000) == table.ears.floors[-1]
    table.wait(8)
    table.press(HUNTER)
    start = table.now_ns
    table.until_key("words.over")
    assert 2000 <= (table.now_ns - start) // MS <= 3200


def test_what_the_dead_may_do_is_told_once_in_a_game() -> None:
    table = stage("words.none", 2, mind=ScriptedMind(pack(8, 9)))
    table.until_round("speech.open", 2)
    assert 1 == table.keys.count("words.dead_rule")
    assert 1 == table.facts.count(OutRuleTold())
