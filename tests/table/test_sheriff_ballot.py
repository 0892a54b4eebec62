"""The ballot of 警下: eyes shut, two sweeps, no light; 自爆 in it takes effect at its close (rules 7.2, 7.6)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.commands import OfferTaken
from engine.events import SheriffBallotRead
from hardware.ports import Pattern
from tests.kit.players import Choices
from tests.kit.table import MS, VirtualTable
from tests.table.stage import answered, choices, ten

STANDS = (2, 4, 8)
TIE: Choices = {("sheriff.vote_open", 5): 2, ("sheriff.vote_open", 6): 4}
BALLOTS = ["sheriff.vote_open", "sheriff.pk_vote"]


def voting(key: str = "sheriff.vote_open") -> VirtualTable:
    """Nobody but the test votes."""
    return ten(key, stands=STANDS, choices=TIE if key == "sheriff.pk_vote" else None)


def vote(table: VirtualTable, voter: int, candidate: int, sweep: int = 1) -> None:
    table.press_at(voter, table.onset_ns(candidate, sweep) + 500 * MS)


def reveal_at(table: VirtualTable, seat: int, at_ns: int) -> None:
    for at_ms, hold_ms in ((0, 100), (300, 100), (600, 1_300)):
        table.press_at(seat, at_ns + at_ms * MS, hold_ms)


@pytest.mark.parametrize(("key", "candidates"), [(BALLOTS[0], [2, 4, 8]), (BALLOTS[1], [2, 4])])
def test_who_stands_is_counted_twice_for_a_second_and_a_half_each(key: str, candidates: list[int]) -> None:
    table = voting(key)
    assert candidates * 2 == [count.option for count in table.score.score.counts]
    for sweep in (1, 2):
        onsets = [table.onset_ns(candidate, sweep) // MS for candidate in candidates]
        assert {1_500} == {later - earlier for earlier, later in pairwise(onsets)}
    vote(table, 5, 2)
    vote(table, 5, 4, 2)
    assert {5: 4} == choices(table, key), "the last tap stands"


@pytest.mark.parametrize("key", BALLOTS)
def test_who_stood_has_no_vote_and_sees_nothing(key: str) -> None:
    table = voting(key)
    frames = len(table.frames)
    for seat in STANDS:
        vote(table, seat, 2)
    vote(table, 10, 4)
    assert set() == table.lit
    assert {10: 4} == choices(table, key)
    table.until_key("sheriff.vote_end")
    assert frames == len(table.frames)


def test_the_tally_is_read_with_zeros_and_abstentions_and_the_first_is_sheriff() -> None:
    table = voting()
    for voter, candidate in ((1, 4), (3, 4), (5, 2)):
        vote(table, voter, candidate)
    table.until_key("sheriff.elected")
    told = table.said[table.keys.index("sheriff.vote_end") :]
    assert [
        "投票结束，请睁眼。",
        "二号，一票，投票的是五号。",
        "四号，两票，投票的是一号和三号。",
        "八号，零票。",
        "弃票的有：六号、七号、九号和十号。",
        "四号当选警长。",
    ] == told
    assert Pattern.HEARTBEAT is table.lamp(4)


def test_without_any_vote_there_is_no_badge() -> None:
    table = voting()
    assert "没有人投票，本局没有警徽。" == table.until_key("sheriff.vote_none").text


def test_a_second_tie_ends_it_without_a_badge() -> None:
    table = voting("sheriff.pk_vote")
    vote(table, 5, 2)
    vote(table, 6, 4)
    assert "又是平票，本局没有警徽。" == table.until_key("sheriff.pk_tie").text
    assert None is table.view.sheriff_seat


@pytest.mark.parametrize("key", BALLOTS)
@pytest.mark.parametrize("wolf", [2, 3], ids=["candidate", "voter"])
def test_a_self_destruct_takes_effect_at_the_close_before_the_tally_and_no_vote_counts(key: str, wolf: int) -> None:
    quiet, table = voting(key), voting(key)
    vote(table, 5, 2)
    vote(table, 6, 2, 2)
    reveal_at(table, wolf, table.onset_ns(2) + 200 * MS)
    frames = len(table.frames)
    before = len(table.steps)
    command = answered(table, key)
    answered(quiet, key)
    assert isinstance(command, OfferTaken)
    assert wolf == command.seat
    assert quiet.now_ns == table.now_ns, "it closes when it would have closed anyway"
    assert frames == len(table.frames)
    assert before < len(table.steps)
    table.until_key("sheriff.boom")
    told = table.keys[-3:]
    assert ["sheriff.vote_end", "boom.wolf", "sheriff.boom"] == told
    rounds = [fact.round for fact in table.facts if isinstance(fact, SheriffBallotRead)]
    assert ([1] if key == "sheriff.pk_vote" else []) == rounds


def test_a_good_player_that_reveals_in_it_has_neither_voted_nor_been_heard() -> None:
    table = voting()
    vote(table, 5, 2)
    reveal_at(table, 9, table.onset_ns(2) + 200 * MS)
    assert {5: 2} == choices(table, "sheriff.vote_open")
    assert "sheriff.elected" == table.until_key("boom.wolf", "sheriff.elected").say.key


def test_a_reveal_that_is_not_finished_at_the_close_is_none_in_it() -> None:
    table = voting()
    window = table.score.score.window
    assert window is not None
    vote(table, 5, 2)
    reveal_at(table, 3, table.score.at_ns(window.to_ms - 900))
    assert {5: 2} == choices(table, "sheriff.vote_open")
    table.until_key("speech.sheriff_pick")
    assert "boom.wolf" not in table.keys


def test_the_ballot_takes_as_long_whoever_votes() -> None:
    lengths = []
    for busy in (False, True):
        table = voting()
        start = table.now_ns
        for seat in table.seats if busy else ():
            vote(table, seat, 4, 1 + seat % 2)
        table.until_key("sheriff.vote_end")
        lengths.append(table.now_ns - start)
    assert lengths[0] == lengths[1]
