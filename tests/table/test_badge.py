"""The sheriff's lamp, the order of speech and the badge (rules 7.4, 7.7; seat language 2 and 4)."""

from __future__ import annotations

import pytest

from engine.commands import Chosen
from engine.events import BadgeAsked, BadgePassed, BadgeTorn, OrderBy, SpeechesOpened
from engine.seats import DOWN, TEAR, UP, Option
from hardware.ports import Pattern
from tests.kit.players import Choices
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import HUNTER, IDIOT, answered, choices, heard_out, pack, ten

SHERIFF = 4
BEATS = Pattern.HEARTBEAT
EXILED: Choices = {("vote.open", seat): SHERIFF for seat in (1, 2, 3, 5)}


def at_option(table: VirtualTable, option: Option, seat: int = SHERIFF) -> None:
    table.press_at(seat, table.onset_ns(option) + 500 * MS)


def passing() -> VirtualTable:
    """The sheriff died in the night and decides about the badge."""
    return ten("badge.how", stands=(SHERIFF,), choices=pack(SHERIFF))


def ordering(choices: Choices | None = None) -> VirtualTable:
    """The sheriff chooses the order of speech."""
    return ten("speech.sheriff_pick", stands=(SHERIFF,), choices=choices)


def opened(table: VirtualTable) -> SpeechesOpened:
    table.until(lambda: any(isinstance(fact, SpeechesOpened) for fact in table.facts))
    return next(fact for fact in table.facts if isinstance(fact, SpeechesOpened))


# ------------------------------------------------------------ the badge


def test_the_living_are_counted_and_tear_last_and_the_lamp_asks() -> None:
    table = passing()
    assert [1, 2, 3, 5, 6, 7, 8, 9, 10, TEAR] == [count.option for count in table.score.score.counts]
    assert 1_500 == (table.onset_ns(2) - table.onset_ns(1)) // MS
    assert Pattern.SLOW is table.lamp(SHERIFF)
    table.until_key("badge.opt_tear")
    assert "撕掉。" == table.said[-1]


def test_the_choice_is_said_back_for_four_seconds_and_the_badge_passes_once() -> None:
    table = passing()
    at_option(table, 9)
    assert "选择九号，要取消请按住。" == table.until_key("day.confirm").text
    assert Pattern.STEADY is table.lamp(SHERIFF)
    start = table.now_ns
    assert "警徽移交给九号，九号是新警长。" == table.until_key("badge.pass").text
    assert 4_000 <= (table.now_ns - start) // MS <= 4_500
    assert {9} == table.lit
    assert BEATS is table.lamp(9)
    table.until_key("speech.sheriff_pick")
    assert 1 == sum(isinstance(fact, BadgeAsked) for fact in table.facts)
    assert 9 == table.view.sheriff_seat


def test_a_hold_cancels_once_and_everything_is_counted_once_more() -> None:
    table = passing()
    at_option(table, 9)
    table.until_key("day.confirm")
    table.wait(1)
    table.hold(SHERIFF)
    assert "已经取消，再报一遍。" == table.until_key("day.recount").text
    assert [1, 2, 3, 5, 6, 7, 8, 9, 10, TEAR] == [count.option for count in table.score.score.counts]
    at_option(table, TEAR)
    assert "选择撕掉，要取消请按住。" == table.until_key("day.confirm").text
    table.until_key("badge.tear")
    assert BadgeTorn(SHERIFF, timeout=False) == table.facts[-1]  # type: ignore[arg-type]


def test_cancelled_twice_it_is_torn_without_a_third_count() -> None:
    table = passing()
    for option in (9, 8):
        at_option(table, option)
        table.until_key("day.confirm")
        table.wait(1)
        table.hold(SHERIFF)
        table.until_key("day.recount", "badge.timeout")
    assert 1 == table.keys.count("day.recount")
    assert BadgeTorn(SHERIFF, timeout=True) == table.facts[-1]  # type: ignore[arg-type]


def test_without_a_choice_in_time_it_is_torn() -> None:
    table = passing()
    for seat in (1, 9):
        at_option(table, 8, seat)
    assert {} == choices(table, "badge.how")
    assert "没有选择，警徽撕掉。" == table.until_key("badge.timeout").text
    assert set() == table.lit
    table.until_key("speech.open")
    assert "speech.sheriff_pick" not in table.keys


def test_after_the_shot_of_a_dying_sheriff_the_badge_is_asked_about_once_and_not_for_who_was_shot() -> None:
    """The hunter is sheriff, is exiled, and takes eight along."""
    votes: Choices = {("vote.open", seat): HUNTER for seat in (1, 2, 3)}
    table = ten(
        "badge.how",
        stands=(HUNTER,),
        choices={**votes, ("gun.ask", HUNTER): 8},
        presses={("dawn.skill_ask", 1): (HUNTER,)},
    )
    assert [1, 2, 3, 4, 5, 7, 9, 10, TEAR] == [count.option for count in table.score.score.counts]
    at_option(table, 9, HUNTER)
    table.until_key("badge.pass")
    assert BadgePassed(HUNTER, 9) == table.facts[-1]  # type: ignore[arg-type]
    table.until_key("night.fall")
    assert 1 == table.keys.count("badge.how")


# ------------------------------------------------------------ the order of speech


@pytest.mark.parametrize(
    ("way", "confirmed", "order"),
    [
        (UP, "选择顺序，要取消请按住。", (5, 6, 7, 8, 9, 10, 1, 2, 3, 4)),
        (DOWN, "选择逆序，要取消请按住。", (3, 2, 1, 10, 9, 8, 7, 6, 5, 4)),
    ],
)
def test_the_sheriff_chooses_the_way_round_and_speaks_last(way: Option, confirmed: str, order: tuple[int, ...]) -> None:
    table = ordering()
    assert [UP, DOWN] == [count.option for count in table.score.score.counts]
    assert Pattern.SLOW is table.lamp(SHERIFF)
    at_option(table, way)
    assert confirmed == table.until_key("day.confirm").text
    assert order == opened(table).order
    assert {"从五号开始，顺序。", "从三号开始，逆序。"} <= set(table.said)


def test_a_hold_cancels_the_order_too() -> None:
    table = ordering()
    at_option(table, UP)
    table.until_key("day.confirm")
    table.wait(1)
    table.hold(SHERIFF)
    table.until_key("day.recount")
    at_option(table, DOWN)
    assert OrderBy.SHERIFF is opened(table).by
    assert 3 == opened(table).order[0]


def test_without_a_choice_the_clock_decides_and_says_so() -> None:
    table = ordering()
    assert Chosen(prompt=table.table.game.number) == answered(table, "speech.sheriff_pick")
    table.until_key("speech.time_odd")
    assert "警长没有选择，按时间决定。" in table.said
    assert OrderBy.AUTO is opened(table).by
    assert (5, 6, 7, 8, 9, 10, 1, 2, 3, 4) == opened(table).order


def test_beside_a_single_death_the_walk_begins_there() -> None:
    table = ordering(pack(8))
    at_option(table, DOWN)
    assert (7, 6, 5, 3, 2, 1, 10, 9, 4) == opened(table).order


def test_a_wolf_may_blow_itself_up_while_the_order_is_chosen() -> None:
    table = ordering()
    table.reveal(2)
    assert "boom.wolf" == table.until_key("boom.wolf", "speech.open").say.key
    table.until_key("night.fall")
    assert SHERIFF == table.view.sheriff_seat, "the badge stays where it is"


# ------------------------------------------------------------ the heartbeat


def test_the_sheriffs_lamp_beats_by_day_and_is_dark_in_a_ballot_and_by_night() -> None:
    table = ten("speech.turn", stands=(SHERIFF,), choices={("speech.sheriff_pick", SHERIFF): UP})
    assert {5, SHERIFF} == table.lit
    assert (Pattern.STEADY, BEATS) == (table.lamp(5), table.lamp(SHERIFF))
    table.until_key("vote.open")
    frames = len(table.frames)
    assert () == table.frames[-1].frame
    ends_ns = table.until_key("vote.end").at_ns
    assert [] == [shown for shown in table.frames[frames:] if shown.at_ns < ends_ns]
    table.wait(0)
    assert BEATS is table.lamp(SHERIFF)
    table.until_key("vote.nobody")
    assert BEATS is table.lamp(SHERIFF)
    table.until_key("night.fall")
    assert set() == table.lit
    table.until_key("dawn.again")
    heard_out(table)
    table.wait(1)
    assert BEATS is table.lamp(SHERIFF)


def test_in_the_breath_after_the_own_speech_it_is_off() -> None:
    table = ten("speech.sheriff_last", stands=(SHERIFF,), speeches={SHERIFF: None})
    heard_out(table)
    table.wait(8)
    assert Pattern.STEADY is table.lamp(SHERIFF)
    table.press(SHERIFF)
    table.wait(0.6)
    assert Pattern.OFF is table.lamp(SHERIFF)
    table.wait(1.5)
    assert Pattern.OFF is table.lamp(SHERIFF)
    table.press(SHERIFF)
    table.wait(0.6)
    assert Pattern.STEADY is table.lamp(SHERIFF), "taken back"


def test_when_the_time_is_up_it_is_off_while_the_stop_is_said() -> None:
    table = ten("speech.sheriff_last", stands=(SHERIFF,), speeches={SHERIFF: None})
    heard_out(table)
    table.wait_until(table.now_ns + 120 * S)
    assert "speech.stop" == table.keys[-1]
    assert Pattern.OFF is table.lamp(SHERIFF)


def test_the_beat_after_the_tally_does_not_tell_who_is_the_idiot() -> None:
    """Before 翻牌 is said nothing may differ between an exile that is one and one that is none."""
    frames = []
    for exiled in (IDIOT, 9):
        votes: Choices = {("vote.open", seat): exiled for seat in (1, 2, 3)}
        table = ten("vote.end", stands=(SHERIFF,), choices=votes)
        since_ns, first = table.now_ns, len(table.frames)
        table.until_key("vote.most")
        heard_out(table)
        frames.append(
            [(shown.at_ns - since_ns, [lamp.pattern for lamp in shown.frame]) for shown in table.frames[first:]]
        )
        assert BEATS is table.lamp(SHERIFF)
    assert frames[0] == frames[1]


def test_an_idiot_that_flips_keeps_badge_and_beat() -> None:
    votes: Choices = {("vote.open", seat): IDIOT for seat in (1, 2, 3)}
    table = ten("idiot.rule", stands=(IDIOT,), choices=votes)
    assert BEATS is table.lamp(IDIOT)
    table.until_round("speech.sheriff_pick", 2)
    assert Pattern.SLOW is table.lamp(IDIOT)
