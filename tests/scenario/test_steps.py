"""How a case is played: what fits where, what is played quietly, what was refused and how."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine.text import Text
from firmware.scenario.cases import BadCases
from tests.scenario.situations import attempt, dawn, explode, lost, night, shot, verdict, vote

SHOT_DAY: Final = (night(1, 6), dawn())
KNIFE_2: Final = attempt(1, "狼刀", 2, night=2)


# ---------------------------------------------------------------- quietly, and what never fits


def test_what_no_step_speaks_of_is_played_quietly() -> None:
    """Two nights with no day between them: nobody stands, nobody is exiled."""
    one = verdict(night(1, 7), night(3, 8), dawn(3), expect={"dawn": {"1": [7], "2": [], "3": [8]}, "dead": [7, 8]})
    assert one.passed


def test_a_night_at_the_end_is_played_out() -> None:
    assert verdict(night(1, 7), expect={"dawn": {"1": [7]}, "dead": [7]}).passed


def test_a_day_at_the_end_is_not() -> None:
    assert verdict(vote(1, {1: 7, 7: 1}), expect={"next": "vote_or_speech", "vote": {"result": "pk"}}).passed


@pytest.mark.parametrize(
    ("steps", "number", "word", "where"),
    [
        ((vote(2, {}), night(1)), 1, "night", "never asked; step 3, wolf.wake"),
        ((night(1, 7), night(1, 8)), 1, "night", "never asked; step 1, wolf.wake"),
        ((explode(1, 1), vote(1, {1: 2})), 1, "vote", "never asked; step 2, wolf.wake"),
        ((shot(6, 1),), 0, "shot", "never asked; step 1, wolf.wake"),
        ((attempt(1, "PK投票", 2, day=1),), 0, "try", "never asked; step 1, wolf.wake"),
        (
            (attempt(1, "狼刀", 2, night=2), attempt(1, "狼刀", 2, night=1)),
            1,
            "try",
            "never asked; step 2, wolf.verdict",
        ),
    ],
)
def test_a_step_that_never_fits_has_failed(steps: Any, number: int, word: str, where: str) -> None:
    one = verdict(*steps, expect={"winner": None})
    assert [(f"steps[{number}]", word, where)] == lost(one)


def test_the_game_stays_where_it_was_when_a_step_does_not_fit() -> None:
    one = verdict(night(1, 7), shot(6, 1), dawn(), expect={"dawn": {"1": [7]}})
    assert ["steps[1]"] == [key for key, _, _ in lost(one)]


def test_a_step_after_the_end_has_failed() -> None:
    one = verdict(night(1, 1, 女巫={"毒": 2}), dawn(), explode(3, 1), vote(1, {7: 8}), expect={"winner": "好人"})
    assert [("steps[3]", "vote", "never asked; over 1, over")] == lost(one)


def test_unless_the_case_says_that_it_goes_on_beyond_the_end() -> None:
    """屠边 has decided in round 1; the source went on to round 2."""
    steps = (night(1, 1, 女巫={"毒": 2}), dawn(), explode(3, 1), night(2, 7), dawn(2), vote(2, {4: 5}))
    late = {"dead": [1, 2, 3, 7], "dawn": {"1": [1, 2], "2": [7]}, "votes": {"1": {"result": "none"}, "2": {"seat": 5}}}
    one = verdict(*steps, expect={"winner": "好人", "dead_at_win": [1, 2, 3], "winner_after_step": 2, **late})
    assert ([], ()) == (lost(one), one.why)
    wrong = verdict(*steps, expect={"dead_at_win": [1, 2, 3], "dead": [1, 2], "dawn": {"1": [1]}})
    assert ["dead", "dawn"] == [key for key, _, _ in lost(wrong)]


def test_an_optional_shot_is_left_out_when_the_game_is_over() -> None:
    """Case 62: 猎人 is the last 神; whether the dawn was announced by a step or not."""
    deck = "狼狼猎民民民"
    for steps in ((night(1, 3), dawn(), shot(3, None, optional=True)), (night(1, 3), shot(3, 1, optional=True))):
        assert verdict(*steps, deck=deck, expect={"winner": "狼人", "dead": [3]}).passed
    needed = verdict(night(1, 3), dawn(), shot(3, None), deck=deck, expect={"winner": "狼人"})
    assert ["steps[2]"] == [key for key, _, _ in lost(needed)]


def test_an_optional_shot_is_fired_while_the_game_goes_on() -> None:
    assert verdict(*SHOT_DAY, shot(6, 1, optional=True), expect={"dead": [1, 6]}).passed


def test_a_shot_follows_a_shot_only_where_somebody_may() -> None:
    one = verdict(night(1, 6), dawn(), shot(6, 7), shot(7, 1), expect={"dead": [6, 7]})
    assert [("steps[3]", "accepted", "SkillUnused @ dawn.skill_ask")] == lost(one)


# ---------------------------------------------------------------- the minute


def test_the_minute_is_even_unless_a_time_is_given() -> None:
    assert verdict(night(), dawn(), expect={"speech_first": 9}).passed
    odd = {**vote(1, {}), "time": "15:25"}
    assert verdict(night(), odd, expect={"speech_first": 1}).passed
    assert verdict(night(), odd, night(2), dawn(2), expect={"speech_first": 9}).passed


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("steps", "refused"),
    [
        ((night(1, 7), attempt(4, "女巫用毒药", 4, night=1)), "NotAChoice @ witch.poison"),
        ((night(1, 7, 女巫={"救": 7}), attempt(4, "女巫用毒药", 8, night=1)), "NotAChoice @ witch.poison"),
        ((night(1, 4), attempt(4, "女巫用解药", 4, night=1)), "NotAsked @ witch.heal"),
        ((night(1, None), attempt(4, "女巫用解药", None, night=1)), "NotAsked @ witch.heal"),
        ((attempt(5, "查验", 5, night=1),), "NotAChoice @ seer.pick"),
        ((attempt(4, "查验", 1, night=1),), "NotAsked @ seer.pick"),
        ((attempt(7, "狼刀", 1, night=1),), "NotAsked @ wolf.pick"),
        ((attempt(1, "狼刀", 10, night=1),), "NotAChoice @ wolf.pick"),
        ((attempt(7, "自爆", day=1),), "NotAsked @ speech.turn"),
        ((attempt(1, "自爆", night=2),), "NotAsked @ wolf.wake"),
        ((attempt(1, "自爆", phase="投票", day=1),), "NotAsked @ vote.open"),
        ((night(1, 7), attempt(1, "自爆", phase="遗言", day=1)), "NotAsked @ words.ask"),
        ((night(1, 7), attempt(7, "放逐投票", 1, day=1)), "NotAsked @ vote.open"),
        ((attempt(2, "放逐投票", 10, day=1),), "NotAChoice @ vote.open"),
        ((vote(1, {1: 7, 7: 1}), attempt(7, "PK投票", 1)), "NotAsked @ pk.vote"),
        ((vote(1, {1: 7, 7: 1}), attempt(2, "PK投票", 3)), "NotAChoice @ pk.vote"),
        ((night(1, 6, 女巫={"毒": 6}), attempt(6, "开枪", 1, day=1)), "SkillUnused @ dawn.skill_ask"),
        ((night(1, 6), attempt(6, "开枪", 6, day=1)), "NotAChoice @ gun.ask"),
        ((attempt(5, "查验", 1, phase="投票"),), "NotAsked @ vote.open"),
        ((attempt(4, "女巫用毒药", 1, day=1),), "NotAsked @ speech.turn"),
        ((attempt(6, "开枪", 1, phase="投票"),), "NotAsked @ vote.open"),
    ],
)
def test_an_attempt_is_refused_where_it_belongs(steps: Any, refused: str) -> None:
    one = verdict(*steps, expect={"rejected": True})
    assert ([], ()) == (lost(one), one.why)
    assert (refused,) == one.refused
    assert [("rejected", False, True)] == lost(verdict(*steps, expect={"rejected": False}))


@pytest.mark.parametrize(
    ("steps", "expect"),
    [
        ((night(1, 7), attempt(4, "女巫用毒药", 8, night=1)), {"dead": [7, 8]}),
        ((night(1, 7), attempt(4, "女巫用解药", 7, night=1)), {"dead": []}),
        ((attempt(1, "狼刀", 2, night=1), dawn()), {"dead": [2]}),
        ((night(1, 7), attempt(1, "狼刀", 8, night=1), dawn()), {"dead": [7]}),
        ((attempt(5, "查验", 1, night=1), dawn()), {"check": {"1": "狼人"}}),
        ((attempt(1, "自爆", day=1),), {"dead": [1], "next": "night"}),
        ((attempt(1, "自爆", phase="PK发言"),), {}),
        ((attempt(2, "放逐投票", 2, day=1),), {"dead": [2]}),
        ((vote(1, {1: 7, 7: 1}), attempt(2, "PK投票", 7)), {"dead": [7]}),
        ((night(1, 6), attempt(6, "开枪", 1, day=1)), {"dead": [1, 6]}),
        ((night(1, 6), attempt(6, "开枪", None, day=1)), {"dead": [6]}),
        ((attempt(5, "任意夜间技能", 1, night=1),), {"check": {"1": "狼人"}}),
    ],
)
def test_an_attempt_that_is_allowed_happens(steps: Any, expect: dict[str, Any]) -> None:
    before = (vote(1, {1: 7, 7: 1}),) if steps[0].get("phase") == "PK发言" else ()
    one = verdict(*before, *steps, expect={"rejected": False, **expect})
    assert ([], ()) == (lost(one), one.why)
    assert () == one.refused
    assert ["rejected"] == [key for key, _, _ in lost(verdict(*before, *steps, expect={"rejected": True}))]


def test_a_vote_is_not_taken_for_the_deed_it_was_meant_to_be() -> None:
    """In a ballot a tap is a vote: what belongs elsewhere is not sent, and the ballot stays open."""
    one = verdict(attempt(5, "查验", 1, phase="投票"), vote(1, {2: 7}), expect={"vote": {"tally": {"7": 1}}})
    assert one.passed


def test_after_the_end_everything_is_refused() -> None:
    won = (night(1, 1, 女巫={"毒": 2}), dawn(), explode(3, 1))
    one = verdict(*won, attempt(4, "女巫用解药", 1, night=2), expect={"rejected": True})
    assert ("NotAsked @ over",) == one.refused
    assert one.passed


def test_all_tries_or_any() -> None:
    both = (attempt(4, "查验", 1, night=1), attempt(5, "查验", 1, night=1))
    assert verdict(*both, expect={"rejected": True, "rejected_all_tries": False}).passed


def test_a_step_that_is_refused_has_failed_though_everything_else_holds() -> None:
    one = verdict(night(1, 7, 女巫={"救": 8}), dawn(), expect={"dead": [7]})
    assert [("steps[0]", "accepted", "NotAsked @ witch.heal")] == lost(one)
    dead = verdict(night(1, 7), vote(1, {7: 1, 2: 8}), expect={"dead": [7, 8]})
    assert [("steps[1]", "accepted", "NotAsked @ vote.open")] == lost(dead)


def test_where_only_steps_are_there_to_be_refused_rejected_judges_them() -> None:
    refused = (night(1, 7, 女巫={"救": 7, "毒": 8}), dawn())
    assert verdict(*refused, expect={"rejected": True, "dead": []}).passed
    assert [("rejected", False, True)] == lost(verdict(*refused, expect={"rejected": False}))
    assert verdict(*refused, expect_any=({"rejected": True},)).passed


def test_a_try_is_judged_apart_from_the_steps_around_it() -> None:
    one = verdict(night(1, 7, 女巫={"救": 8}), attempt(5, "查验", 5, night=1), expect={"rejected": True})
    assert [("steps[0]", "accepted", "NotAsked @ witch.heal")] == lost(one)


# ---------------------------------------------------------------- rules and starts


def test_by_default_the_witch_never_saves_herself() -> None:
    steps = (night(1, 4, 女巫={"救": 4}), dawn())
    assert verdict(*steps, expect={"rejected": True, "dead": [4]}).passed
    assert verdict(*steps, rules={"女巫自救": "全程不可"}, expect={"rejected": True}).passed
    assert verdict(*steps, rules={"女巫自救": "首夜可"}, expect={"rejected": False, "dead": []}).passed


def test_wiping_out_one_side_or_the_whole_town() -> None:
    """One villager in the deck, exiled: 屠边 decides, 屠城 does not."""
    deck = "狼巫预猎民"
    steps = (vote(1, {1: 5}),)
    assert verdict(*steps, deck=deck, expect={"winner": "狼人"}).passed
    assert verdict(*steps, deck=deck, rules={"胜负": "屠边"}, expect={"winner": "狼人"}).passed
    assert verdict(*steps, deck=deck, rules={"胜负": "屠城"}, expect={"winner": None}).passed


def test_the_rules_that_hold_anyway() -> None:
    rules = {"同夜双药": "不可", "PK台上": "不投票", "警长": "关"}
    assert verdict(night(1, 7), dawn(), rules=rules, expect={"dead": [7]}).passed


def test_a_start_at_night_or_by_day() -> None:
    by_night = verdict(night(3, 7), dawn(3), setup={"night": 3, "dead": [8]}, expect={"dead": [7, 8]})
    assert by_night.passed
    assert verdict(vote(2, {1: 7}), setup={"day": 2}, expect={"dead": [7]}).passed
    assert verdict(dawn(2), setup={"day": 2, "dead": [8]}, expect={"dawn": {"2": []}}).passed
    assert verdict(vote(2, {1: 7}), setup={"dead": [8]}, expect={"dead": [7, 8], "votes": {"2": {"seat": 7}}}).passed


def test_who_was_out_before_neither_acts_nor_is_chosen() -> None:
    knifed = {"rejected": True, "dead": [8]}
    assert verdict(night(2, 8), dawn(2), setup={"night": 2, "dead": [8]}, expect=knifed).passed
    seer = {"rejected": True, "check": {"2": None}}
    assert verdict(night(2, 7, 预言家=1), setup={"night": 2, "dead": [5]}, expect=seer).passed


def test_used_potions_are_gone() -> None:
    for potion, do in (("解药", {"救": 7}), ("毒药", {"毒": 8})):
        used = {"night": 2, "potions_used": [potion]}
        assert verdict(night(2, 7, 女巫=do), setup=used, expect={"rejected": True, "dead": [7]}).passed
    told = verdict(night(2, 7), setup={"night": 2, "potions_used": ["解药"]}, expect={"witch_told": {"2": None}})
    assert told.passed


def test_a_pending_shot_is_asked_first() -> None:
    setup = {"day": 2, "dead": [6], "pending_shot": 6}
    assert verdict(shot(6, 1), setup=setup, expect={"dead": [1, 6], "shoot_ok": {"6": True}}).passed


def test_only_to_evaluate() -> None:
    """Rules 6: with no wolf left the good camp has won, whoever else is out."""
    check = {"t": "check_win"}
    assert verdict(check, setup={"dead": [1, 2, 3]}, expect={"winner": "好人"}).passed
    assert verdict(check, setup={"dead": [1, 2, 3, 7, 8, 9]}, expect={"winner": "好人"}).passed
    assert verdict(check, setup={"dead": [7, 8, 9], "night": 3}, expect={"winner": "狼人"}).passed
    assert verdict(check, setup={"dead": [7, 8, 9]}, rules={"胜负": "屠城"}, expect={"winner": None}).passed
    assert verdict(check, expect={"winner": None}).passed


@pytest.mark.parametrize(
    ("start", "rejected"),
    [
        ({"players": 9}, False),
        ({"players": 10}, True),
        ({"players": 6, "cards": ["狼人", "狼人", "预言家", "女巫", "村民", "村民"]}, False),
        ({"players": 6, "cards": {"狼人": 2, "预言家": 1, "女巫": 1, "村民": 2}}, False),
        ({"players": 6, "cards": {"预言家": 1, "女巫": 1, "村民": 4}}, True),
        ({"players": 6, "cards": {"狼人": 2, "预言家": 2, "村民": 2}}, True),
        ({"players": 12, "cards": {"狼人": 4, "预言家": 1, "女巫": 1, "猎人": 1, "村民": 5}}, False),
        ({"players": 0}, True),
    ],
)
def test_starting_is_refused_for_the_deck_and_never_for_the_sheriff(start: dict[str, Any], rejected: bool) -> None:
    one = verdict({"t": "start", **start}, expect={"rejected": rejected})
    assert ([], ()) == (lost(one), one.why)
    assert (("BadSetup @ start",) if rejected else ()) == one.refused


# ---------------------------------------------------------------- house rules, faults, shapes


def test_a_house_rule_must_only_not_break() -> None:
    one = verdict(night(1, 7), dawn(), settled="house rule: ours", expect={"dead": [1]})
    assert one.passed
    assert not verdict({"t": "duel"}, settled="house rule: ours", expect={"dead": [1]}).passed


def test_a_bug_of_the_engine_fails_the_case_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_judge: object) -> object:
        raise RuntimeError("the roof fell in")

    monkeypatch.setattr("engine.rulebook.dawn", broken)
    for settled in ("settled", "house rule: ours"):
        one = verdict(night(1, 7), dawn(), settled=settled, expect={"dead": [7]})
        assert [("engine", "no fault", "the roof fell in")] == lost(one)
    assert verdict({"t": "start", "players": 9}, expect={"rejected": False}).passed


@pytest.mark.parametrize("step", [{}, {"t": 1}])
def test_what_is_no_step_makes_a_bad_file(step: dict[str, Any]) -> None:
    with pytest.raises(BadCases) as caught:
        verdict(night(), step, expect={"dead": []})
    text = caught.value.text
    assert isinstance(text, Text)
    assert "steps[1]" in text.zh
    assert "test.json" in text.en
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "step",
    [
        {"t": "night"},
        {"t": "night", "n": "1", "do": {}},
        {"t": "night", "n": 1, "do": []},
        {"t": "vote", "day": 1},
        {"t": "vote", "day": 1, "votes": {"one": 2}},
        {"t": "vote", "day": 1, "votes": [1, 2]},
        {"t": "shot", "by": 1},
        {"t": "explode", "by": "x"},
        {"t": "try", "by": 1},
        {"t": "start", "players": 1000},
    ],
)
def test_a_step_of_another_shape_is_not_tested_and_spoils_no_other_case(step: dict[str, Any]) -> None:
    one = verdict(night(), step, expect={"dead": []})
    assert not one.failed
    (why,) = one.why
    assert why.startswith(f"看不懂步骤 {step['t']}：")
    assert f" / step not known: {step['t']}: " in why
