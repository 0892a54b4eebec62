"""The exile ballot with eyes shut, its PK, and 平安日 (rules 7.5; seat language 4)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.events import BallotRead, Exiled, MostVotes, Peace, PeaceDay, PkOpened
from engine.prompts import RollCall
from hardware.ports import Pattern
from tests.kit.players import Choices, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import HUNTER, answered, choices, custom, pack, stage

TIE: Choices = {("vote.open", 4): 8, ("vote.open", 5): 9}
QUIET = ScriptedMind()


def voting(mind: ScriptedMind = QUIET, n: int = 1) -> VirtualTable:
    """The first exile ballot is about to be counted; nobody but the test votes."""
    return stage("vote.open", n, mind=mind)


def vote(table: VirtualTable, voter: int, candidate: int, sweep: int = 1, offset_ms: int = 500) -> None:
    table.press_at(voter, table.onset_ns(candidate, sweep) + offset_ms * MS)


def test_everybody_alive_is_counted_twice_for_a_second_and_a_half_each() -> None:
    table = voting()
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9] * 2 == [count.option for count in table.score.score.counts]
    for sweep in (1, 2):
        onsets = [table.onset_ns(n, sweep) // MS for n in range(1, 10)]
        assert {1500} == {later - earlier for earlier, later in pairwise(onsets)}
    answered(table, "vote.open")
    counted = [spoken.text for spoken in table.heard if spoken.say.key == "vote.for"]
    assert ["一号，请按。", "二号，请按。"] == counted[:2]


def test_the_last_tap_of_each_voter_stands() -> None:
    table = voting()
    vote(table, 4, 1)
    vote(table, 4, 7)
    vote(table, 5, 2)
    vote(table, 5, 9, 2)
    vote(table, 6, 9)
    vote(table, 6, 1, 2)
    assert {4: 7, 5: 9, 6: 1} == choices(table, "vote.open")


def test_who_does_not_press_abstains_and_is_named() -> None:
    table = voting()
    vote(table, 4, 7)
    assert {4: 7} == choices(table, "vote.open")
    table.until_key("vote.abstain")
    assert "弃票的有：一号、二号、三号、五号、六号、七号、八号和九号。" == table.said[-1]


def test_a_vote_for_oneself_counts() -> None:
    table = voting()
    vote(table, 7, 7)
    assert {7: 7} == choices(table, "vote.open")


def test_a_hold_does_not_take_a_vote_back() -> None:
    table = voting()
    vote(table, 4, 2)
    table.press_at(4, table.onset_ns(6) + 100 * MS, 1300)
    assert {4: 2} == choices(table, "vote.open")


@pytest.mark.parametrize(("offset_ms", "candidate"), [(99, 4), (100, 5), (1599, 5), (1600, 6)])
def test_a_tap_belongs_to_the_candidate_it_was_pressed_at(offset_ms: int, candidate: int) -> None:
    table = voting()
    vote(table, 1, 5, offset_ms=offset_ms)
    assert {1: candidate} == choices(table, "vote.open")


def test_a_tap_in_the_grace_after_the_last_candidate_counts_and_a_later_one_does_not() -> None:
    table = voting()
    vote(table, 1, 9, 2, offset_ms=1749)
    vote(table, 2, 9, 2, offset_ms=1750)
    assert {1: 9} == choices(table, "vote.open")


def test_all_may_press_at_the_same_instant_and_every_vote_counts() -> None:
    table = voting()
    for seat in table.seats:
        vote(table, seat, 3)
    assert dict.fromkeys(range(1, 10), 3) == choices(table, "vote.open")


def test_no_lamp_changes_from_the_first_word_of_the_ballot_to_the_opening_of_the_eyes() -> None:
    table = voting()
    for seat in table.seats:
        vote(table, seat, seat)
    frames = len(table.frames)
    assert () == table.frame
    table.until_key("vote.end")
    assert frames == len(table.frames)
    assert () == table.frame


def test_who_is_out_cannot_vote_and_cannot_be_voted_for() -> None:
    table = voting(ScriptedMind(pack(8)))
    assert [1, 2, 3, 4, 5, 6, 7, 9] * 2 == [count.option for count in table.score.score.counts]
    vote(table, 8, 1)
    vote(table, 4, 9)
    assert {4: 9} == choices(table, "vote.open")


def test_the_one_with_the_most_votes_is_out_and_speaks_once_more() -> None:
    table = voting()
    for voter, candidate in ((1, 7), (2, 7), (3, 9), (4, 7)):
        vote(table, voter, candidate)
    table.until_key("words.ask")
    told = [spoken.text for spoken in table.heard if spoken.say.key.startswith("vote.") and spoken.say.seat != 0]
    assert "七号，三票，投票的是一号、二号和四号。" in told
    assert "九号，一票，投票的是三号。" in told
    assert "七号票数最多。" in told
    assert "七号出局。" in told
    assert "七号请留遗言。" == table.said[-1]
    assert [MostVotes(7), Exiled(7)] == [f for f in table.facts if isinstance(f, MostVotes | Exiled)]  # type: ignore[arg-type]


def test_case_108_when_all_abstain_nobody_is_out() -> None:
    table = voting()
    assert {} == choices(table, "vote.open")
    table.until_key("vote.nobody")
    assert "所有人弃票，今天平安日。" == table.said[-1]
    assert PeaceDay(Peace.NO_VOTES) == table.facts[-1]
    table.until_key("night.fall")
    assert () == table.view.out


# ---------------------------------------------------------------- PK


def test_a_tie_speaks_once_more_in_the_order_of_the_clock() -> None:
    table = stage("pk.turn", mind=ScriptedMind(TIE, speeches={8: None}))
    opened = table.facts[-1]
    assert isinstance(opened, PkOpened)
    assert (8, 9) == opened.order
    assert "八号和九号平票，平票玩家再发言一轮。" in table.said
    assert (8, 60_000) == table.ears.floors[-1]
    even = stage("pk.turn", mind=ScriptedMind(TIE), minute=924)
    assert "九号请发言。" == even.said[-1]


def test_only_who_is_off_the_bench_votes_and_only_for_the_bench() -> None:
    table = stage("pk.vote", mind=ScriptedMind(TIE))
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert (1, 2, 3, 4, 5, 6, 7) == tuple(legal.seat for legal in prompt.legal)
    assert [8, 9] * 2 == [count.option for count in table.score.score.counts]
    vote(table, 8, 9)
    vote(table, 9, 8)
    vote(table, 1, 9)
    assert {1: 9} == choices(table, "pk.vote")
    table.until_key("vote.out")
    assert "九号出局。" == table.said[-1]


def test_case_106_a_second_tie_is_a_peaceful_day_without_last_words() -> None:
    mind = ScriptedMind({**TIE, ("pk.vote", 1): 8, ("pk.vote", 2): 9})
    table = stage("pk.tie", mind=mind)
    assert "又是平票，今天平安日，没有人出局。" == table.said[-1]
    assert PeaceDay(Peace.TIED_AGAIN) == table.facts[-1]
    table.until_key("night.fall")
    assert "words.ask" not in table.keys


def test_case_106_nobody_votes_in_the_second_ballot_either() -> None:
    table = stage("vote.nobody", mind=ScriptedMind(TIE))
    assert PeaceDay(Peace.NO_VOTES) == table.facts[-1]


def test_case_107_when_everybody_is_tied_there_is_nobody_to_vote() -> None:
    """Four alive, each with one vote."""
    own: Choices = {("vote.open", seat, 2): seat for seat in (1, 3, 4, 5)}
    first: Choices = {("wolf.pick", 1, 1): 6, ("wolf.pick", 2, 1): 6, ("vote.open", 3, 1): 2, ("vote.open", 4, 1): 2}
    cards = "werewolf werewolf witch seer villager villager"
    table = stage("pk.no_voters", 2, board="B06a", cards=cards, mind=ScriptedMind({**own, **first}))
    assert "没有人可以投票，今天平安日。" == table.said[-1]
    assert PeaceDay(Peace.NO_VOTERS) == table.facts[-1]


def test_the_tally_names_nobody_where_the_house_reads_counts_only() -> None:
    board = custom({"werewolf": 2, "seer": 1, "hunter": 1, "villager": 2}, {"ballots_read": "counts"})
    cards = "werewolf werewolf seer hunter villager villager"
    table = stage("vote.most", board=board, cards=cards, mind=ScriptedMind({("vote.open", s): 1 for s in (3, 4, 5)}))
    read = next(fact for fact in table.facts if isinstance(fact, BallotRead))
    assert [()] == [row.voters for row in read.tally]
    assert "一号，三票。" in table.said
    assert "三位弃票。" in table.said


def test_how_to_vote_is_explained_at_the_first_ballot_only() -> None:
    table = voting(n=2)
    answered(table, "vote.open")
    assert 1 == table.keys.count("vote.rule")
    assert 2 == table.keys.count("vote.count")


def test_the_exiled_hunter_may_shoot_after_the_tally() -> None:
    votes: Choices = {("vote.open", seat): HUNTER for seat in (1, 2, 3)}
    mind = ScriptedMind({**votes, ("gun.ask", HUNTER): 1}, presses={("dawn.skill_ask", 1): (HUNTER,)})
    table = stage("gun.fire", mind=mind)
    assert "六号发动技能，带走一号。" == table.said[-1]
    assert (1, 6) == table.view.out
    assert Pattern.OFF is table.lamp(HUNTER)


def test_the_ballot_takes_as_long_whoever_votes_and_however_often() -> None:
    lengths = []
    for busy in (False, True):
        table = voting()
        start = table.now_ns
        for seat in table.seats if busy else ():
            for candidate in (1, 3, 5, 7, 9):
                vote(table, seat, candidate, 1 + seat % 2)
        table.until_key("vote.end")
        lengths.append(table.now_ns - start)
    assert lengths[0] == lengths[1]
