"""胜负 with every card (rules 6): the rows of the table, what comes first, and who wins with whom."""

from __future__ import annotations

from typing import Final

import pytest

from engine.events import Cause, Died, LoversBound, Reason, Turned, Winner
from engine.evolve import evolve
from engine.game import dealt
from engine.houserules import BomberCamp, CoupleCupid, CupidClass
from engine.seats import Seat, seats_of
from engine.setup import house_rules
from engine.state import GameState
from engine.victory import Outcome, camp_of, outcome
from tests.kit.engine_play import Play, board, cards_of, table_of

GOOD: Final = (Winner.GOOD, Reason.WOLVES_DEAD)
GODS: Final = (Winner.WOLF, Reason.GODS_DEAD)
FOLK: Final = (Winner.WOLF, Reason.FOLK_DEAD)
THIRD: Final = (Winner.THIRD, Reason.COUPLE)


def after(
    glyphs: str, dead: str, lovers: tuple[int, ...] = (), turned: tuple[int, ...] = (), **rules: str
) -> GameState:
    """A game whose seats marked x in `dead` are dead."""
    cards = cards_of(glyphs)
    state = dealt(table_of(cards, house_rules(board("B09"), rules)), cards)
    facts = [
        *((LoversBound(seats_of(*lovers)),) if lovers else ()),
        *(Turned(Seat(n)) for n in turned),
        *(Died(Seat(n), Cause.EXILE) for n, mark in enumerate(dead, start=1) if mark == "x"),
    ]
    for fact in facts:
        state = evolve(state, fact)
    return state


def won(result: Outcome | None) -> tuple[Winner, Reason] | None:
    return None if result is None else (result.winner, result.reason)


@pytest.mark.parametrize(
    ("glyphs", "dead", "expected"),
    [
        ("狼隐预民", "x...", None),  # 隐狼 is a wolf for victory
        ("狼隐预民", "xx..", GOOD),
        ("狼美帝王预民", "xxx...", None),
        ("狼流预民", ".x..", None),  # 老流氓 is 民
        ("狼流预民", ".x.x", FOLK),
        ("狼野预民", "..x.", GODS),  # 野孩子 is of no class
        ("狼野预民", "...x", FOLK),
        ("狼丘预民", "..x.", GODS),  # nor is 丘比特
        ("狼熊民", ".x.", GODS),  # 驯熊师 禁言长老 骑士 炸弹人 白痴 are 神
        ("狼禁骑炸白民", ".xxx..", None),
        ("狼禁骑炸白民", ".xxxx.", GODS),
        ("狼野丘", "..x", None),  # a class that was never dealt cannot be wiped out
    ],
)
def test_which_class_a_card_counts_as(glyphs: str, dead: str, expected: tuple[Winner, Reason] | None) -> None:
    assert expected == won(outcome(after(glyphs, dead)))


@pytest.mark.parametrize(
    ("dead", "turned", "expected"),
    [
        ("x...", (2,), None),
        ("xx..", (2,), GOOD),
        ("x.x.", (2,), GODS),
    ],
)
def test_a_turned_child_is_a_wolf_card(
    dead: str, turned: tuple[int, ...], expected: tuple[Winner, Reason] | None
) -> None:
    assert expected == won(outcome(after("狼野预民", dead, turned=turned)))


@pytest.mark.parametrize(
    ("dead", "lovers", "rules", "expected"),
    [
        # 狼 狼 丘 预 民 民
        ("x..x..", (2, 5), {}, None),  # a living couple holds up 屠边
        (".x.xx.", (2, 5), {}, GODS),  # and does so no longer when it is dead
        ("xx..x.", (2, 5), {}, GOOD),
        ("x..x.x", (2, 5), {}, THIRD),
        ("x.xx.x", (2, 5), {}, THIRD),
        ("...x.x", (2, 5), {}, None),  # a single wolf lives
        ("...x..", (1, 2), {}, GODS),  # 狼狼恋 and 人人恋 change no thresholds
        ("xx....", (1, 2), {}, GOOD),
        ("...x..", (5, 6), {}, GODS),
        ("xx..x.", (2, 5), {"cupid_blocks": "on"}, None),
        ("xxx.x.", (2, 5), {"cupid_blocks": "on"}, GOOD),
        (".x.xxx", (2, 5), {"cupid_blocks": "on"}, None),
        (".xxxxx", (2, 5), {"cupid_blocks": "on"}, GODS),
        ("xx....", (1, 2), {"cupid_blocks": "on"}, GOOD),  # it blocks for a 人狼恋 only
    ],
)
def test_the_couple(
    dead: str, lovers: tuple[int, int], rules: dict[str, str], expected: tuple[Winner, Reason] | None
) -> None:
    assert expected == won(outcome(after("狼狼丘预民民", dead, lovers, (), **rules)))


def test_dead_wolves_of_a_couple_win_nothing_from_an_old_wipe() -> None:
    """Rules 6: 狼人 only win in a batch that began with a living wolf outside the couple."""
    began = after("狼狼丘预民民", "x..x..", (2, 5))
    assert GOOD == won(outcome(after("狼狼丘预民民", "xx.xx.", (2, 5)), began))
    hunted = after("狼狼丘预民民", "...x..", (2, 5))
    assert GODS == won(outcome(after("狼狼丘预民民", ".x.xx.", (2, 5)), hunted))


@pytest.mark.parametrize(
    ("glyphs", "dead", "lovers", "expected"),
    [
        ("狼预民丘", ".xx.", (), None),  # 丘比特 without a couple is good
        ("狼预民丘", ".xxx", (), (Winner.WOLF, Reason.GOOD_DEAD)),
        ("狼预民民", ".xx.", (), None),
        ("狼狼丘预民", ".x.xx", (2, 5), (Winner.WOLF, Reason.GOOD_DEAD)),  # 丘比特 stays 第三方
        ("狼野预民", "..xx", (), None),
    ],
)
def test_a_full_wipe_counts_camps(
    glyphs: str, dead: str, lovers: tuple[int, ...], expected: tuple[Winner, Reason] | None
) -> None:
    """Rules 6, 屠城: no living good-camp seat."""
    assert expected == won(outcome(after(glyphs, dead, lovers, win_mode="city")))


def test_by_number_only_where_the_house_says_so() -> None:
    """Rules 6: 票数压制, off by default."""
    assert won(outcome(after("狼隐预巫民民", "....xx", parity_win="off"))) == FOLK
    assert won(outcome(after("狼隐预巫民民", "..x..x"))) is None
    assert (Winner.WOLF, Reason.PARITY) == won(outcome(after("狼隐预巫民民", "..x..x", parity_win="on")))


@pytest.mark.parametrize(
    ("rules", "glyph", "expected"),
    [
        ({}, "炸", Winner.GOOD),
        ({"bomber_camp": BomberCamp.THIRD}, "炸", Winner.BOMBER),
        ({"wolf_couple_cupid": CoupleCupid.WOLF}, "丘", Winner.WOLF),
        ({"wolf_couple_cupid": CoupleCupid.GOOD}, "丘", Winner.GOOD),
        ({}, "野", Winner.GOOD),
        ({}, "隐", Winner.WOLF),
        ({}, "盗", Winner.GOOD),
    ],
)
def test_camps_beside_a_couple_of_wolves(rules: dict[str, str], glyph: str, expected: Winner) -> None:
    assert expected is camp_of(after(f"狼狼{glyph}预民", "xx...", (1, 2), (), **rules), Seat(3))


def test_a_couple_keeps_its_camp_after_death() -> None:
    """Rules 6: members of a 人狼恋 第三方 keep that camp after death; 丘比特 too when both are dead."""
    state = after("狼狼丘预民民", ".x..x.", (2, 5))
    assert {Winner.THIRD} == {camp_of(state, Seat(n)) for n in (2, 3, 5)}
    turned = after("狼野丘预民民", "......", (2, 5), turned=(2,))
    assert [Winner.WOLF, Winner.GOOD, Winner.GOOD] == [camp_of(turned, Seat(n)) for n in (2, 3, 5)]


@pytest.mark.parametrize(
    ("counts_as", "expected"), [(CupidClass.NONE, GODS), (CupidClass.GOD, None), (CupidClass.VILLAGER, GODS)]
)
def test_the_class_of_cupid(counts_as: CupidClass, expected: tuple[Winner, Reason] | None) -> None:
    assert expected == won(outcome(after("狼丘预民", "..x.", cupid_class=counts_as)))
    villager = won(outcome(after("狼丘预民", "...x", cupid_class=counts_as)))
    assert (None if counts_as is CupidClass.VILLAGER else FOLK) == villager


def test_third_comes_before_both() -> None:
    """Rules 6: 第三方 is tested before both: a night that leaves the couple alone with 丘比特."""
    game = Play("狼丘预民狼", win_mode="city").night(lovers=(1, 2), knife=3, poison=None)
    assert not game.game.over
    game.vote({1: 5}).until("wolf.wake")
    game.night(knife={1: 4})
    assert Winner.THIRD is game.state.winner


def test_the_blast_comes_before_everything() -> None:
    """Rules 6: 炸弹人 solo is tested before everything in its batch."""
    game = Play("狼预民炸", win_mode="city").night().vote({1: 4, 2: 4, 3: 4})
    assert Winner.BOMBER is game.state.winner


def test_parity_with_a_couple_alive_is_no_win() -> None:
    state = after("狼狼丘预民民", "..xx.x", (2, 5), parity_win="on")
    assert won(outcome(state)) is None
