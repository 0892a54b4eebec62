"""退水: a hold of two seconds by a candidate, in any speech and in the window (rules 7.2; seat language 1 and 5)."""

from __future__ import annotations

import pytest

from engine.commands import OfferTaken, Pressed
from engine.prompts import OfferKind, RollCall
from engine.seats import seats_of
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import TEN, answered, heard_out, played_with, ten

STANDS = (2, 4, 8)
"""狼人, 女巫, 村民; an odd minute, so that 2 speaks first."""
TIE: Choices = {("sheriff.vote_open", 5): 2, ("sheriff.vote_open", 6): 4}


def campaign(stands: tuple[int, ...] = STANDS) -> VirtualTable:
    """The first candidate has the floor and its name has been said to the end; by itself it does not stop."""
    table = ten("sheriff.turn", stands=stands, speeches={stands[0]: None})
    heard_out(table)
    return table


def withdrawn(table: VirtualTable) -> list[int]:
    """Who has withdrawn in a speech, as the engine was told."""
    taken = [command for command in table.commands if isinstance(command, OfferTaken)]
    return [command.seat for command in taken if command.offer is OfferKind.WITHDRAW]


# ------------------------------------------------------------ the gesture


@pytest.mark.parametrize(("hold_ms", "counts"), [(1_000, False), (1_999, False), (2_000, True), (4_000, True)])
def test_it_is_a_hold_of_two_seconds(hold_ms: int, counts: bool) -> None:
    table = campaign()
    table.press_at(8, table.now_ns + S, hold_ms)
    table.wait(6)
    assert ([8] if counts else []) == withdrawn(table)


def test_the_own_lamp_blinks_slowly_from_half_a_second_on_and_goes_out_with_the_finger() -> None:
    table = campaign()
    start = table.now_ns + S
    table.press_at(8, start, 1_900)
    for at_ms, pattern in ((499, Pattern.OFF), (500, Pattern.SLOW), (1_900, Pattern.SLOW), (1_960, Pattern.OFF)):
        table.wait_until(start + at_ms * MS)
        assert pattern is table.lamp(8), at_ms
        assert Pattern.STEADY is table.lamp(2), at_ms


@pytest.mark.parametrize(("apart_ms", "counts"), [(500, False), (501, True)])
def test_a_tap_within_half_a_second_before_excludes_it(apart_ms: int, counts: bool) -> None:
    table = campaign()
    start = table.now_ns + S
    table.press_at(8, start, 100)
    table.press_at(8, start + (100 + apart_ms) * MS, 2_500)
    table.wait_until(start + 2_000 * MS)
    assert (Pattern.SLOW if counts else Pattern.OFF) is table.lamp(8)
    table.wait(6)
    assert ([8] if counts else []) == withdrawn(table)


def test_who_does_not_stand_holds_in_vain_and_sees_no_light() -> None:
    table = campaign()
    frames = len(table.frames)
    for seat in (1, 5, 10):
        table.press_at(seat, table.now_ns + S, 3_000)
    table.wait(6)
    assert frames == len(table.frames)
    assert [] == withdrawn(table)


def test_it_is_final_a_second_hold_is_nothing_and_has_no_light() -> None:
    table = campaign()
    table.press(8, 2_500)
    table.wait(2)
    frames = len(table.frames)
    table.press(8, 2_500)
    table.wait(2)
    assert frames == len(table.frames)
    assert [8] == withdrawn(table)


# ------------------------------------------------------------ in a speech


def test_nothing_is_said_the_speaker_keeps_light_and_time_and_it_is_named_when_the_speech_ends() -> None:
    table = campaign()
    opened_ns, heard = table.now_ns, len(table.heard)
    table.wait(20)
    dark_before = sum(2 not in {lamp.seat for lamp in shown.frame} for shown in table.frames)
    table.press(8, 2_100)
    table.wait(1)
    assert [8] == withdrawn(table)
    assert {2} == table.lit
    table.wait_until(opened_ns + 119_900 * MS)
    assert [] == table.said[heard:]
    assert dark_before == sum(2 not in {lamp.seat for lamp in shown.frame} for shown in table.frames)
    stop = table.until_key("speech.stop")
    assert 120_000 <= (stop.at_ns - opened_ns) // MS <= 120_500
    table.until_key("sheriff.turn")
    assert ["时间到，请停止发言。", "八号退水。", "四号请发言。"] == table.said[heard:]


def test_who_withdraws_before_the_own_speech_has_no_turn_and_no_vote() -> None:
    table = campaign()
    table.press(8, 2_100)
    table.wait(6)
    table.press(2)
    table.until_key("sheriff.vote_open")
    turns = [spoken.text for spoken in table.heard if spoken.say.key == "sheriff.turn"]
    assert ["二号请发言。", "四号请发言。"] == turns
    assert "留在警上的有：二号和四号。" in table.said
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert (1, 3, 5, 6, 7, 9, 10) == tuple(legal.seat for legal in prompt.legal)


def test_in_the_own_speech_the_speech_goes_on_and_can_be_passed() -> None:
    table = campaign()
    table.wait(20)
    table.press(2, 2_500)
    table.wait(1)
    assert [2] == withdrawn(table)
    assert Pattern.STEADY is table.lamp(2)
    heard = len(table.heard)
    table.wait(2)
    table.press(2)
    table.until_key("sheriff.turn")
    assert ["二号退水。", "四号请发言。"] == table.said[heard:]


def test_a_pass_soon_after_somebodys_withdrawal_is_a_pass() -> None:
    """过 counts from five seconds into the speech on, not into what is left of it."""
    table = campaign()
    table.wait(20)
    table.press(8, 2_100)
    table.wait(0.5)
    table.press(2)
    start = table.now_ns
    table.until_key("sheriff.turn")
    assert table.now_ns - start < 5 * S


def test_a_withdrawal_early_in_a_speech_does_not_make_an_early_tap_a_pass() -> None:
    table = campaign()
    table.press(8, 2_100)
    table.wait(1)
    table.press(2)
    table.wait(10)
    assert 1 == table.keys.count("sheriff.turn")


def test_two_may_withdraw_in_one_speech_even_at_the_same_instant_and_are_named_in_order() -> None:
    table = campaign()
    table.press_all(seats_of(8, 4), 2_100)
    table.wait(6)
    assert {4, 8} == set(withdrawn(table))
    heard = len(table.heard)
    table.press(2)
    table.until_key("sheriff.quit_open")
    assert ["四号退水。", "八号退水。"] == table.said[heard:-1]


def test_begun_in_one_speech_and_finished_in_the_next_it_counts() -> None:
    """The offer stands open through the line that ends a speech."""
    table = campaign()
    table.wait(8)
    table.press(2)
    table.wait(1.5)
    table.press_at(8, table.now_ns, 3_000)
    table.until_key("sheriff.turn")
    table.wait(4)
    assert [8] == withdrawn(table)


def test_a_withdrawal_in_the_breath_ends_the_speech_as_the_pass_wanted() -> None:
    table = campaign()
    table.wait(8)
    table.press_at(8, table.now_ns + 600 * MS, 2_100)
    table.press(2)
    heard = len(table.heard)
    table.until_key("sheriff.turn")
    assert ["八号退水。", "四号请发言。"] == table.said[heard:]


def test_when_the_last_one_withdraws_there_is_no_badge() -> None:
    table = campaign(stands=(2, 4))
    table.press_all(seats_of(2, 4), 2_100)
    table.wait(6)
    table.press(2)
    assert "警上没有人了，本局没有警徽。" == table.until_key("sheriff.quit_zero").text


# ------------------------------------------------------------ exclusive


def test_a_hold_by_the_speaker_is_no_pass_and_a_pass_no_withdrawal() -> None:
    table = campaign()
    table.wait(8)
    table.press(2, 1_500)
    table.wait(6)
    assert 1 == table.keys.count("sheriff.turn")
    table.press(2)
    table.until_key("sheriff.turn")
    assert [] == withdrawn(table)


@pytest.mark.parametrize("seat", [4, 8])
def test_a_reveal_that_is_refused_is_neither_withdrawal_nor_pass_nor_seen(seat: int) -> None:
    """The third press is held for longer than a withdrawal takes."""
    table = campaign(stands=(seat, 9))
    table.wait(8)
    frames, heard = len(table.frames), len(table.heard)
    for at_ms, hold_ms in ((0, 100), (300, 100), (600, 3_000)):
        table.press_at(seat, table.now_ns + at_ms * MS, hold_ms)
    table.wait(8)
    assert [] == withdrawn(table)
    assert (frames, heard) == (len(table.frames), len(table.heard))


def test_a_wolf_that_reveals_blows_itself_up_and_does_not_withdraw() -> None:
    table = campaign()
    table.wait(8)
    table.reveal(2)
    table.until_key("sheriff.boom")
    assert "二号自爆，竞选终止，本局没有警徽。" == table.said[-1]
    assert [] == withdrawn(table)


# ------------------------------------------------------------ the window


def window() -> VirtualTable:
    """发言结束，退水时间 begins now."""
    return ten("sheriff.quit_open", stands=STANDS)


def withdrew(table: VirtualTable) -> tuple[int, ...]:
    command = answered(table, "sheriff.quit_open")
    assert isinstance(command, Pressed)
    return command.seats


def test_the_window_is_ten_seconds_from_its_first_syllable() -> None:
    table = window()
    span = table.score.score.window
    assert span is not None
    assert table.now_ns == table.score.at_ns(span.from_ms)
    assert 10_000 == span.to_ms - span.from_ms
    start = table.now_ns
    assert () == withdrew(table)
    assert 10_150 == (table.now_ns - start) // MS
    assert "没有人退水。" == table.until_key("sheriff.quit_none").text


def test_in_the_window_the_lamp_blinks_then_stays_and_the_list_follows() -> None:
    table = window()
    start = table.now_ns + S
    table.press_at(4, start, 2_500)
    for at_ms, pattern in ((499, Pattern.OFF), (500, Pattern.SLOW), (1_999, Pattern.SLOW), (2_100, Pattern.STEADY)):
        table.wait_until(start + at_ms * MS)
        assert pattern is table.lamp(4), at_ms
    table.wait(3)
    assert {4} == table.lit, "it stands"
    assert (4,) == withdrew(table)
    table.until_key("sheriff.quit_rule")
    assert "退水的玩家有：四号。" == table.said[-2]
    assert set() == table.lit


@pytest.mark.parametrize(("before_end_ms", "counts"), [(2_000, True), (1_700, False)])
def test_two_seconds_that_are_not_over_with_the_window_are_nothing(before_end_ms: int, counts: bool) -> None:
    table = window()
    table.press_at(4, table.now_ns + (10_000 - before_end_ms) * MS, 5_000)
    assert ((4,) if counts else ()) == withdrew(table)
    table.until_key("sheriff.stay")
    assert set() == table.lit
    table.until_key("sheriff.vote_open")
    assert [] == withdrawn(table)


def test_begun_in_the_last_speech_and_finished_in_the_window_it_counts() -> None:
    table = ten("sheriff.turn", stands=STANDS, speeches={8: None})
    table.until(lambda: table.keys.count("sheriff.turn") == len(STANDS))
    heard_out(table)
    table.wait(8)
    table.press(8)
    table.wait(1.6)
    table.press_at(4, table.now_ns, 3_000)
    table.until_key("sheriff.quit_open")
    table.wait(0.3)
    assert Pattern.SLOW is table.lamp(4), "so it is about to be final"
    assert (4,) == withdrew(table)


def test_taps_and_short_holds_and_other_seats_are_nothing_in_the_window() -> None:
    table = window()
    start = table.now_ns + S
    for seat, hold_ms in ((2, 120), (4, 1_500), (5, 2_500), (8, 1_999)):
        table.press_at(seat, start, hold_ms)
    assert () == withdrew(table)


@pytest.mark.parametrize(
    ("seats", "key"), [((2, 4), "sheriff.quit_one"), ((2, 4, 8), "sheriff.quit_zero"), ((2,), "sheriff.stay")]
)
def test_what_the_window_leaves(seats: tuple[int, ...], key: str) -> None:
    table = window()
    for seat in seats:
        table.press_at(seat, table.now_ns + S, 2_100)
    assert seats == withdrew(table)
    table.until_key(key)
    if key == "sheriff.quit_one":
        assert "警上只剩八号，自动当选警长。" == table.said[-1]
        assert Pattern.HEARTBEAT is table.lamp(8)


def test_a_wolf_may_blow_itself_up_in_the_window_and_it_closes_between_two_sentences() -> None:
    table = window()
    spoken = table.heard[-1]
    table.reveal(3)
    told = table.until_key("boom.wolf")
    assert spoken.at_ns + spoken.length_ms * MS <= told.at_ns
    assert told.at_ns < spoken.at_ns + 10 * S
    table.until_key("sheriff.boom")
    assert None is table.view.sheriff_seat


# ------------------------------------------------------------ the PK


def tied() -> VirtualTable:
    """Two and four are tied, and two has the floor for six seconds."""
    table = ten("sheriff.pk_turn", stands=STANDS, choices=TIE)
    heard_out(table)
    return table


def test_in_the_pk_one_of_two_withdraws_and_the_other_is_elected_when_the_speech_ends() -> None:
    table = tied()
    heard = len(table.heard)
    table.press(4, 2_100)
    table.until_key("sheriff.quit_one")
    assert ["四号退水。", "警上只剩二号，自动当选警长。"] == table.said[heard:]
    assert 1 == table.keys.count("sheriff.pk_turn")


def test_in_the_pk_who_is_not_tied_has_nothing_to_withdraw() -> None:
    table = tied()
    frames = len(table.frames)
    table.press_at(8, table.now_ns, 2_500)
    table.wait(4)
    assert frames == len(table.frames)
    assert [] == withdrawn(table)


def test_in_the_pk_who_withdrew_before_does_not_vote() -> None:
    table = ten("sheriff.turn", stands=STANDS, choices=TIE, speeches={2: 10_000})
    heard_out(table)
    table.press(8, 2_100)
    table.until_key("sheriff.pk_vote")
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert (1, 3, 5, 6, 7, 9, 10) == tuple(legal.seat for legal in prompt.legal)


def test_a_hold_before_daybreak_lights_no_lamp_though_the_election_goes_on_then() -> None:
    """双爆: the election is to be resumed on day 2, and a candidate holds its button while the night ends."""
    mind = ScriptedMind(presses={("sheriff.raise", 1): (2, 4, 8)})
    table = played_with(TEN, "sheriff.turn", mind=mind, rules={"sheriff": "on", "badge_swallow": "double"})
    heard_out(table)
    table.reveal(1)
    table.until_round("hunter.close", 2)
    begins_ns = table.now_ns
    table.wait(0.3)
    table.press(8, 900)
    table.until_key("dawn.again")
    assert [] == table.glow_since(begins_ns, 8)
