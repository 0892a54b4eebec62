"""狼人, 女巫, 预言家 and 猎人 at the table: what they press, and what only their own lamps tell them."""

from __future__ import annotations

import pytest

from engine.commands import Pressed
from engine.events import Mark, Marked, Spent
from engine.prompts import RollCall
from engine.seats import Option
from engine.settlement import target_of
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import HUNTER, NINE, SEER, WITCH, answered, choices, custom, pack, stage


def during(table: VirtualTable, line: str) -> list[tuple[Option | None, dict[int, Pattern]]]:
    """Play the open prompt to its end: (number being read, None after the count; all lamps) in the middle of each."""
    assert line == table.line
    score = table.score
    seen: list[tuple[Option | None, dict[int, Pattern]]] = []
    for count in score.score.counts:
        table.wait_until(score.at_ns((count.at_ms + count.next_ms) // 2))
        seen.append((count.option, {lamp.seat: lamp.pattern for lamp in table.frame}))
    for show in score.score.shows:
        table.wait_until(score.at_ns((show.from_ms + show.to_ms) // 2))
        seen.append((None, {lamp.seat: lamp.pattern for lamp in table.frame}))
    return seen


def steady(*seats: int) -> dict[int, Pattern]:
    return dict.fromkeys(seats, Pattern.STEADY)


def fast(*seats: int) -> dict[int, Pattern]:
    return dict.fromkeys(seats, Pattern.FAST)


def choose(*picks: tuple[int, int]) -> ScriptedMind:
    """Wolf -> target in the first night."""
    return ScriptedMind({("wolf.pick", wolf, 1): target for wolf, target in picks})


# ---------------------------------------------------------------- the pack


def test_the_pack_sees_each_other_for_five_seconds_and_agrees_for_eight() -> None:
    table = stage("wolf.know")
    for line, seconds in (("wolf.know", 5), ("wolf.talk", 8)):
        table.until(lambda line=line: table.line == line)  # type: ignore[misc]
        table.wait_until(table.score.start_ns)
        assert steady(1, 2, 3) == {lamp.seat: lamp.pattern for lamp in table.frame}
        (show,) = table.score.score.shows
        assert seconds * 1000 == show.to_ms - show.from_ms
        table.wait_until(table.score.at_ns(show.to_ms))
        assert set() == table.lit


def test_only_in_the_first_night_do_they_have_to_recognise_each_other() -> None:
    table = stage("wolf.close", 2)
    second = table.keys[table.keys.index("night.fall") :]
    assert ["wolf.wake", "wolf.talk", "wolf.pick"] == [key for key in second if key.startswith("wolf.")][:3]


@pytest.mark.parametrize(
    ("picks", "knifed"),
    [
        (((1, 7), (2, 7), (3, 7)), 7),
        (((1, 7), (2, 7), (3, 8)), 7),
        (((1, 7), (2, 8), (3, 9)), None),
        (((1, 7), (2, 8)), None),
        (((2, 1),), 1),
        ((), None),
    ],
    ids=["all", "most", "three ways", "a tie", "one of the pack itself", "nobody"],
)
def test_the_last_count_lights_all_lamps_of_the_pack_at_whoever_dies(
    picks: tuple[tuple[int, int], ...], knifed: int | None
) -> None:
    """Plurality; a tie is 空刀, and then all lamps blink fast together after the count."""
    table = stage("wolf.verdict", mind=choose(*picks))
    seen = during(table, "wolf.verdict")
    numbers, (_, after) = seen[:-1], seen[-1]
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9] == [number for number, _ in numbers]
    assert [number for number, lit in numbers if lit] == ([] if knifed is None else [knifed])
    assert all(lit in ({}, steady(1, 2, 3)) for _, lit in numbers)
    assert (fast(1, 2, 3) if knifed is None else {}) == after
    assert knifed == target_of(table.table.game.state.marks, Mark.KNIFE)


def test_case_16_four_wolves_need_a_plurality() -> None:
    """Four wolves press 3, 3, 7 and nobody: the knife is 3. They press 3, 3, 7, 7: 空刀."""
    board = custom({"werewolf": 4, "witch": 1, "seer": 1, "villager": 4})
    cards = "werewolf werewolf villager werewolf werewolf witch villager seer villager villager"
    for fourth, knifed in ((None, 3), (7, None)):
        picks: dict[tuple[str, int] | tuple[str, int, int], Option] = {
            ("wolf.pick", 1): 3,
            ("wolf.pick", 2): 3,
            ("wolf.pick", 4): 7,
        }
        if fourth is not None:
            picks["wolf.pick", 5] = fourth
        table = stage("wolf.verdict", board=board, cards=cards, mind=ScriptedMind(picks))
        assert knifed == target_of(table.table.game.state.marks, Mark.KNIFE)


def test_each_wolf_is_read_back_its_own_choice_and_no_others() -> None:
    table = stage("wolf.pick", mind=choose((1, 7), (2, 8)))
    seen = during(table, "wolf.pick")
    second = {number: lit for number, lit in seen[9:18] if lit}
    assert {7: steady(1), 8: steady(2)} == second
    assert {**steady(1, 2), **fast(3)} == seen[-1][1]


def test_a_wolf_that_dies_has_no_say_and_no_light_any_more() -> None:
    mind = ScriptedMind({**pack(None, 9), **{("vote.open", seat, 1): 1 for seat in range(2, 10)}})
    table = stage("wolf.pick", 2, mind=mind)
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert (2, 3) == tuple(legal.seat for legal in prompt.legal)
    table.press_at(1, table.onset_ns(5) + 300 * MS)
    assert {2: 9, 3: 9} == choices(table, "wolf.pick")


# ---------------------------------------------------------------- the witch


def test_her_lamp_lights_at_tonights_victim_alone() -> None:
    table = stage("witch.victim", mind=ScriptedMind(pack(8)))
    seen = during(table, "witch.victim")
    assert {8: steady(WITCH)} == {number: lit for number, lit in seen if lit}


def test_case_10_without_a_knife_she_sees_nobody_and_a_fast_blink_after_the_count() -> None:
    table = stage("witch.victim")
    seen = during(table, "witch.victim")
    assert {None: fast(WITCH)} == {number: lit for number, lit in seen if lit}
    answered(table, "witch.victim")
    table.until_key("witch.heal")
    table.wait(1)
    table.press(WITCH)
    assert Pressed(prompt=table.ears.prompts[-1][1], seats=()) == answered(table, "witch.heal")


def healing(mind: ScriptedMind | None = None) -> VirtualTable:
    return stage("witch.heal", mind=mind or ScriptedMind(pack(8)))


def test_one_tap_saves_and_the_lamp_says_that_it_stands() -> None:
    table = healing()
    table.wait(1)
    table.press(WITCH)
    assert Pattern.STEADY is table.lamp(WITCH)
    table.wait(1)
    assert Pattern.STEADY is table.lamp(WITCH)
    table.until_key("dawn.peace")
    assert ((WITCH, "antidote"),) == table.table.game.state.spent


def test_a_hold_takes_the_antidote_back() -> None:
    table = healing()
    table.wait(1)
    table.press(WITCH)
    table.wait(0.8)
    table.hold(WITCH)
    assert Pattern.OFF is table.lamp(WITCH)
    table.until_key("dawn.death_one")
    assert "昨夜八号玩家死亡。" == table.said[-1]


def test_the_window_is_six_seconds_from_the_first_syllable_however_fast_she_is() -> None:
    for wait in (0.2, 5.0):
        table = healing()
        start = table.now_ns
        table.wait(wait)
        table.press(WITCH)
        window = table.score.score.window
        assert window is not None
        assert 6000 == window.to_ms - window.from_ms
        table.until_key("witch.poison")
        assert 6_100 <= (table.now_ns - start) // MS <= 6_250


@pytest.mark.parametrize(("late_ms", "saved"), [(-1, True), (0, False)])
def test_a_tap_counts_up_to_the_end_of_the_window_by_its_own_edge(late_ms: int, saved: bool) -> None:
    table = healing()
    window = table.score.score.window
    assert window is not None
    table.press_at(WITCH, table.score.at_ns(window.to_ms) + late_ms * MS, 40)
    assert (WITCH,) * saved == getattr(answered(table, "witch.heal"), "seats", None)


def test_nobody_else_can_use_her_antidote() -> None:
    table = healing()
    for seat in table.seats:
        if seat != WITCH:
            table.press_at(seat, table.now_ns + 1_000 * MS)
    assert () == getattr(answered(table, "witch.heal"), "seats", None)


def test_case_11_who_has_saved_cannot_poison_in_the_same_night() -> None:
    table = stage("witch.poison", mind=ScriptedMind(pack(8), presses={("witch.heal", 1): (WITCH,)}))
    table.at_count(WITCH, 1)
    assert Pattern.DOUBLE is table.lamp(WITCH)
    assert {} == choices(table, "witch.poison")


def test_she_cannot_poison_herself_but_can_poison_tonights_victim() -> None:
    table = stage("witch.poison", mind=ScriptedMind(pack(8)))
    table.at_count(WITCH, WITCH)
    assert Pattern.DOUBLE is table.lamp(WITCH)
    table.at_count(WITCH, 8)
    assert {WITCH: 8} == choices(table, "witch.poison")


def test_case_2_once_the_antidote_is_gone_she_is_shown_nobody_and_asked_all_the_same() -> None:
    mind = ScriptedMind(pack(8, 7), presses={("witch.heal", 1): (WITCH,)})
    table = stage("witch.victim", 2, mind=mind)
    seen = during(table, "witch.victim")
    assert {None: fast(WITCH)} == {number: lit for number, lit in seen if lit}
    table.until_key("witch.heal")
    table.wait(1)
    table.press(WITCH)
    table.until_key("witch.poison")
    table.until_key("dawn.death_one")
    assert "昨夜七号玩家死亡。" == table.said[-1]


def test_case_9_she_may_save_herself_in_the_first_night_only() -> None:
    for n, saved in ((1, True), (2, False)):
        mind = ScriptedMind(
            {("wolf.pick", wolf, n): WITCH for wolf in (1, 2, 3)}, presses={("witch.heal", n): (WITCH,)}
        )
        table = stage("witch.close", n, mind=mind)
        assert saved == ((WITCH, "antidote") in table.table.game.state.spent)


def test_case_123_two_dead_are_read_ascending_whoever_died_how() -> None:
    mind = ScriptedMind({**pack(9), ("witch.poison", WITCH, 1): 2})
    table = stage("dawn.death_many", mind=mind)
    assert "昨夜二号和九号玩家死亡。" == table.said[-1]


# ---------------------------------------------------------------- the seer


@pytest.mark.parametrize(("checked", "pattern"), [(7, Pattern.STEADY), (1, Pattern.FAST), (HUNTER, Pattern.STEADY)])
def test_the_answer_is_steady_for_good_and_fast_for_wolf_twice_two_seconds_after_a_second_of_dark(
    checked: int, pattern: Pattern
) -> None:
    table = stage("seer.result", mind=ScriptedMind({("seer.pick", SEER): checked}))
    spoken = table.heard[-1]
    answered(table, "seer.result")
    dark_ms = spoken.length_ms + 1000
    assert [
        (dark_ms, pattern),
        (dark_ms + 2000, Pattern.OFF),
        (dark_ms + 2500, pattern),
        (dark_ms + 4500, Pattern.OFF),
    ] == table.glow_since(spoken.at_ns, SEER)


def test_who_checked_nobody_gets_no_answer_and_no_light() -> None:
    table = stage("seer.result")
    at_ns = table.now_ns
    answered(table, "seer.result")
    assert [] == table.glow_since(at_ns, SEER)


def test_case_18_a_seer_who_is_knifed_still_gets_her_answer() -> None:
    table = stage("seer.result", mind=ScriptedMind({**pack(SEER), ("seer.pick", SEER): 2}))
    at_ns = table.now_ns
    answered(table, "seer.result")
    assert Pattern.FAST is table.glow_since(at_ns, SEER)[0][1]


def test_presses_during_the_answer_change_nothing() -> None:
    table = stage("seer.result", mind=ScriptedMind({("seer.pick", SEER): 7}))
    at_ns = table.now_ns
    table.wait(1)
    table.press(SEER)
    table.hold(SEER)
    answered(table, "seer.result")
    assert [Pattern.STEADY, Pattern.OFF, Pattern.STEADY, Pattern.OFF] == [p for _, p in table.glow_since(at_ns, SEER)]


# ---------------------------------------------------------------- the hunter

POISONED: Choices = {("witch.poison", WITCH, 1): HUNTER}


@pytest.mark.parametrize(
    ("night", "pattern"),
    [
        ({}, Pattern.STEADY),
        (pack(HUNTER), Pattern.STEADY),
        (POISONED, Pattern.FAST),
        ({**pack(6), **POISONED}, Pattern.FAST),
    ],
    ids=["unhurt", "knifed", "poisoned", "case 6: both"],
)
def test_the_hunter_is_told_whether_he_may_shoot(night: Choices, pattern: Pattern) -> None:
    table = stage("hunter.status", mind=ScriptedMind(night))
    at_ns = table.now_ns
    answered(table, "hunter.status")
    assert [pattern, Pattern.OFF] * 2 == [shown for _, shown in table.glow_since(at_ns, HUNTER)]


def test_what_was_done_by_night_is_in_the_journal_as_marks() -> None:
    table = stage("dawn.death_many", mind=ScriptedMind({**pack(7), ("witch.poison", WITCH, 1): 1}), cards=NINE)
    events = [event for step in table.steps for event in step.events]
    assert Marked(Mark.KNIFE, (1, 2, 3), 7) in events  # type: ignore[arg-type]
    assert Spent(WITCH, "poison") in events
