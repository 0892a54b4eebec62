"""亮牌: two taps and a long press by day. 自爆 where the rules allow it, silence where they do not (rules 7.6)."""

from __future__ import annotations

import pytest

from engine.commands import Chosen, OfferTaken
from engine.events import DayEnded, Exiled, Exploded, GameOver, NightFell, Reason, Winner
from engine.prompts import OfferKind
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, S, VirtualTable
from tests.table.stage import HUNTER, SEER, answered, pack, stage

WOLF = 2
TIE: Choices = {("vote.open", 4): 8, ("vote.open", 5): 9}
"""Eight and nine are tied at one vote each."""


def speech(n: int = 1, **kwargs: ScriptedMind) -> VirtualTable:
    """Seat 1, a wolf, has begun to speak and goes on speaking."""
    mind = kwargs.get("mind") or ScriptedMind(speeches={1: None})
    table = stage("speech.turn", n, mind=mind)
    table.wait(3)
    return table


def reveal_at(table: VirtualTable, seat: int, at_ns: int, hold_ms: int = 1300) -> None:
    """The whole gesture from `at_ns` on: it takes 0.6 s to the third down."""
    table.press_at(seat, at_ns, 100)
    table.press_at(seat, at_ns + 300 * MS, 100)
    table.press_at(seat, at_ns + 600 * MS, hold_ms)


@pytest.mark.parametrize("seat", [1, WOLF, 3])
def test_a_wolf_may_explode_in_anybodys_speech_its_own_included_and_night_falls_at_once(seat: int) -> None:
    table = speech()
    table.reveal(seat)
    table.until_key("boom.wolf")
    assert f"{'零一二三'[seat]}号是狼人，自爆出局。" == table.said[-1]
    assert (seat,) == table.view.out
    table.until_key("boom.night", "speech.next", "vote.open")
    assert "白天结束，直接天黑。" == table.said[-1]
    table.until_key("night.fall")
    assert NightFell(2) == table.facts[-1]
    assert DayEnded(1, early=True) in table.facts
    taken = next(command for command in table.commands if isinstance(command, OfferTaken))
    assert (OfferKind.EXPLODE, seat) == (taken.offer, taken.seat)


@pytest.mark.parametrize("seat", [SEER, HUNTER, 8])
def test_a_good_player_who_reveals_is_refused_in_silence_and_the_speech_goes_on(seat: int) -> None:
    table = speech()
    heard = len(table.heard)
    frames = len(table.frames)
    table.reveal(seat)
    table.wait(20)
    assert [] == table.said[heard:]
    assert frames == len(table.frames)
    assert {1} == table.lit


def test_a_good_speaker_who_reveals_does_not_end_the_own_speech() -> None:
    table = stage("speech.turn", mind=ScriptedMind(speeches={9: None}), minute=924)
    table.wait(12)
    heard = len(table.heard)
    table.reveal(9)
    table.wait(20)
    assert [] == table.said[heard:]
    assert Pattern.STEADY is table.lamp(9)


def test_the_lamp_says_nothing_before_the_judge_speaks() -> None:
    table = speech()
    frames = len(table.frames)
    start = table.now_ns
    reveal_at(table, WOLF, start)
    table.wait_until(start + 1_700 * MS)
    assert frames == len(table.frames)
    assert {1} == table.lit


@pytest.mark.parametrize(("hold_ms", "explodes"), [(1199, False), (1200, True)])
def test_the_third_press_lasts_one_and_two_tenths_of_a_second(hold_ms: int, explodes: bool) -> None:
    table = speech()
    reveal_at(table, WOLF, table.now_ns + S, hold_ms)
    table.wait(6)
    assert explodes == ("boom.wolf" in table.keys)


def test_there_are_no_last_words_and_no_skill_window_after_a_self_destruct() -> None:
    table = speech()
    table.reveal(WOLF)
    table.until_key("night.fall")
    after = table.keys[table.keys.index("boom.wolf") :]
    assert "dawn.skill_ask" not in after
    assert "words.ask" not in after
    assert "words.none" in after


def test_a_wolf_may_explode_in_a_pk_speech_and_nobody_is_exiled_case_110() -> None:
    table = stage("pk.turn", mind=ScriptedMind(TIE, speeches={8: None}))
    table.wait(3)
    table.reveal(WOLF)
    table.until_key("night.fall")
    assert [] == [event for event in table.facts if isinstance(event, Exiled)]
    assert "pk.vote" not in table.keys
    assert (WOLF,) == table.view.out


def test_it_stands_open_through_the_line_that_ends_a_speech() -> None:
    """Begun in the breath of one speech, finished in the next one's first words."""
    table = speech(mind=ScriptedMind(speeches={2: None}))
    table.until_key("speech.next")
    table.wait(3)
    table.wait(5)
    table.press(2)
    table.wait(0.6)
    reveal_at(table, 3, table.now_ns + 1_000 * MS)
    table.until_key("boom.wolf", "vote.open")
    assert "三号是狼人，自爆出局。" == table.said[-1]


def test_it_does_not_cut_a_sentence_off() -> None:
    """The reveal is recognised while the next speaker is called: the judge finishes the name first."""
    rehearsal = stage("speech.next")
    called = rehearsal.heard[-1]
    table = stage("speech.turn")
    reveal_at(table, 3, called.at_ns + 500 * MS - 1_800 * MS)
    told = table.until_key("boom.wolf", "vote.open")
    assert called == table.heard[-2]
    assert "boom.wolf" == told.say.key
    assert called.at_ns + called.length_ms * MS <= told.at_ns <= called.at_ns + (called.length_ms + 400) * MS


@pytest.mark.parametrize("key", ["vote.open", "pk.vote"])
def test_in_a_ballot_it_is_neither_a_vote_nor_a_self_destruct_case_111(key: str) -> None:
    table = stage(key, mind=ScriptedMind(TIE))
    first = table.score.score.counts[0]
    reveal_at(table, WOLF, table.score.at_ns(first.at_ms + 200))
    before = len(table.steps)
    table.until(lambda: len(table.steps) > before)
    command = table.steps[before].command
    assert isinstance(command, Chosen)
    assert WOLF not in [pick.seat for pick in command.picks]
    table.until_key("night.fall")
    assert () == table.view.out


def test_begun_in_a_ballot_and_finished_after_it_it_is_still_nothing() -> None:
    """The third press is held over the end of the ballot, into the PK speeches."""
    table = stage("vote.open", mind=ScriptedMind(TIE, speeches={8: None}))
    window = table.score.score.window
    assert window is not None
    reveal_at(table, WOLF, table.score.at_ns(window.to_ms - 650), 9000)
    table.until_key("pk.turn")
    table.wait(10)
    assert "boom.wolf" not in table.keys
    assert () == table.view.out


def test_in_last_words_it_is_ignored_case_111() -> None:
    table = stage("words.ask", mind=ScriptedMind(pack(HUNTER), speeches={HUNTER: None}))
    table.wait(3)
    table.reveal(WOLF)
    table.wait(10)
    assert "words.ask" == table.keys[-1]
    assert (HUNTER,) == table.view.out


def test_begun_in_last_words_and_finished_in_the_first_speech_it_is_still_nothing() -> None:
    table = stage("words.ask", mind=ScriptedMind(pack(HUNTER), speeches={HUNTER: None, 7: None}))
    table.wait(8)
    table.press(HUNTER)
    table.wait(1)
    reveal_at(table, WOLF, table.now_ns, 9500)
    table.until_key("speech.turn")
    table.wait(10)
    assert "boom.wolf" not in table.keys


def test_in_a_skill_window_it_is_nothing() -> None:
    table = stage("dawn.skill_ask", mind=ScriptedMind(pack(HUNTER)))
    table.wait(0.5)
    table.reveal(WOLF)
    assert () == getattr(answered(table, "dawn.skill_ask"), "seats", None)
    table.until_key("words.ask")
    assert "boom.wolf" not in table.keys


def test_a_wolf_that_is_out_cannot_explode() -> None:
    votes: Choices = {("vote.open", seat, 1): WOLF for seat in (4, 5, 6, 7)}
    table = stage("speech.turn", 2, mind=ScriptedMind(votes, speeches={1: None}))
    table.wait(3)
    table.reveal(WOLF)
    table.wait(10)
    assert "boom.wolf" not in table.keys


def test_case_115_when_the_last_wolf_explodes_the_good_camp_has_won() -> None:
    votes: Choices = {("vote.open", seat, n): wolf for seat in (4, 5, 6, 7) for n, wolf in ((1, 2), (2, 3))}
    table = stage("speech.turn", 3, mind=ScriptedMind(votes, speeches={1: None}))
    table.wait(3)
    table.reveal(1)
    table.until_over()
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) in table.facts


def test_two_wolves_who_reveal_at_once_are_one_self_destruct() -> None:
    table = speech()
    start = table.now_ns + S
    reveal_at(table, 2, start)
    reveal_at(table, 3, start)
    table.until_key("night.fall")
    assert 1 == len([event for event in table.facts if isinstance(event, Exploded)])
    assert 1 == len(table.view.out)
