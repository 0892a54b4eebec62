"""Each house rule changes what it says, and nothing is left without an explanation."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Final, get_type_hints

import msgspec
import pytest

from engine.errors import NotAChoice, NotAsked
from engine.events import (
    Announced,
    BallotRead,
    Exiled,
    GameOver,
    Peace,
    PeaceDay,
    PkOpened,
    Reason,
    Tally,
    Winner,
    WordsOpened,
)
from engine.game import Ballot
from engine.houserules import EXPLAIN, HouseRules, changed, explain
from engine.prompts import Fact, RollCall
from engine.public import PublicView
from engine.seats import Seat, seats_of
from tests.kit.engine_play import Play, setup_of

NINE: Final = "狼狼狼巫预猎民民民"
ENGINE: Final = Path(__file__).resolve().parents[2] / "engine"


def may_save_herself(night: int, glyphs: str = NINE, rule: str = "by_size") -> bool:
    game = Play(glyphs, witch_self_save=rule)
    witch = glyphs.index("巫") + 1
    for _ in range(night - 1):
        game.night()
    game.until("wolf.pick").choose({1: witch})
    game.until("witch.heal")
    try:
        game.press(witch)
    except NotAsked:
        return False
    return True


TWELVE: Final = "狼狼狼狼巫预猎民民民民民"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("by_size", (True, False, False, False)),
        ("never", (False, False, False, False)),
        ("first_night", (True, False, True, False)),
        ("always", (True, True, True, True)),
    ],
)
def test_witch_self_save(rule: str, expected: tuple[bool, ...]) -> None:
    """Nights 1 and 2 of nine, then of twelve players."""
    cases = ((1, NINE), (2, NINE), (1, TWELVE), (2, TWELVE))
    assert expected == tuple(may_save_herself(night, glyphs, rule) for night, glyphs in cases)


def test_by_size_turns_at_eleven_players() -> None:
    assert may_save_herself(1, "狼狼狼巫预猎民民民民")
    assert not may_save_herself(1, "狼狼狼巫预猎民民民民民")


def test_witch_sees_knife() -> None:
    for rule, fact in (("while_antidote", Fact(Seat(4), yes=False)), ("always", Fact(Seat(4), at=(Seat(8),)))):
        game = Play(NINE, witch_sees_knife=rule).night(knife=7, save=True).night(knife=8)
        assert (fact,) == game.told("witch.victim")


def test_wolf_self_knife() -> None:
    assert (1,) == Play(NINE).night(knife=1).last(Announced).seats
    game = Play(NINE, wolf_self_knife="off").until("wolf.pick")
    with pytest.raises(NotAChoice):
        game.choose({2: 1})


def test_first_night_knife() -> None:
    game = Play(NINE, first_night_knife="off").until("wolf.pick")
    assert game.state.living == game.prompt.call.options
    with pytest.raises(NotAChoice):
        game.choose({2: 7})
    assert () == game.night().last(Announced).seats
    assert (7,) == game.night(knife=7).last(Announced).seats


@pytest.mark.parametrize(
    ("votes", "plurality", "unanimous"),
    [
        ({1: 7, 2: 7, 3: 7}, (7,), (7,)),
        ({1: 7, 2: 7, 3: 8}, (7,), ()),
        ({1: 7, 2: 7}, (7,), ()),
        ({1: 7, 2: 8}, (), ()),
    ],
)
def test_wolf_consensus(votes: dict[int, int], plurality: tuple[int, ...], unanimous: tuple[int, ...]) -> None:
    assert plurality == Play(NINE).night(knife=votes).last(Announced).seats
    assert unanimous == Play(NINE, wolf_consensus="unanimous").night(knife=votes).last(Announced).seats


def test_win_mode() -> None:
    side = Play("狼狼预民民民").night(knife=3)
    assert GameOver(Winner.WOLF, Reason.GODS_DEAD) == side.last(GameOver)
    city = Play("狼狼预民民民", win_mode="city").night(knife=3)
    assert not city.game.over
    city.night(knife=4).night(knife=5).night(knife=6)
    assert GameOver(Winner.WOLF, Reason.GOOD_DEAD) == city.last(GameOver)


def test_vote_self() -> None:
    assert Exiled(Seat(7)) == Play(NINE).night().vote({7: 7}).last(Exiled)
    game = Play(NINE, vote_self="off").night().until("vote.open")
    with pytest.raises(NotAChoice):
        game.choose({7: 7})


def test_all_abstain_pk_of_all() -> None:
    """pk_all: everybody speaks once more, and everybody votes again among all."""
    game = Play(NINE, all_abstain="pk_all").night().vote({}).until("pk.turn")
    assert 9 == len(game.last(PkOpened).order)
    game.until("pk.vote")
    assert isinstance(game.prompt, RollCall)
    assert game.state.living == tuple(entry.seat for entry in game.prompt.legal)
    game.choose({1: 7, 7: 1, 2: 7})
    assert Exiled(Seat(7)) == game.last(Exiled)


def test_all_abstain_twice_is_a_peace_day() -> None:
    game = Play(NINE, all_abstain="pk_all").night().vote({}, pk={})
    assert PeaceDay(Peace.NO_VOTES) == game.last(PeaceDay)


def test_all_tied_with_votes_is_no_pk_of_all() -> None:
    game = Play("狼狼预民", at=Ballot(2), all_abstain="pk_all").vote({1: 2, 2: 3, 3: 4, 4: 1})
    assert PeaceDay(Peace.NO_VOTERS) == game.last(PeaceDay)


@pytest.mark.parametrize(
    ("rule", "first", "second"),
    [
        ("first_night", [WordsOpened(seats_of(7))], [WordsOpened(())]),
        ("always", [WordsOpened(seats_of(7))], [WordsOpened(seats_of(8))]),
        ("none", [WordsOpened(())], [WordsOpened(())]),
    ],
)
def test_last_words_night(rule: str, first: list[WordsOpened], second: list[WordsOpened]) -> None:
    game = Play(NINE, last_words_night=rule).night(knife=7).until("vote.open")
    assert first == list(game.all_of(WordsOpened))
    game.night(knife=8).until("vote.open")
    assert first + second == list(game.all_of(WordsOpened))


def test_a_night_without_death_says_nothing_of_last_words() -> None:
    assert () == Play(NINE).night().until("vote.open").all_of(WordsOpened)


def test_ballots_read() -> None:
    votes = {1: 7, 2: 7, 3: 1}
    full = Play(NINE).night().vote(votes).last(BallotRead)
    assert (Tally(Seat(1), 2, seats_of(3)), Tally(Seat(7), 4, seats_of(1, 2))) == full.tally
    counts = Play(NINE, ballots_read="counts").night().vote(votes).last(BallotRead)
    assert (Tally(Seat(1), 2, ()), Tally(Seat(7), 4, ())) == counts.tally
    assert ((), 6) == (counts.abstained, counts.abstentions)


@pytest.mark.parametrize("rounds", [1, 3])
def test_max_rounds(rounds: int) -> None:
    game = Play(NINE, max_rounds=rounds).until("over")
    assert GameOver(Winner.DRAW, Reason.ROUNDS) == game.last(GameOver)
    assert rounds == game.state.n


def test_a_draw_at_once_of_both_camps() -> None:
    both = Play("狼巫预民", wolf_knife_first="off", simultaneous_win="draw").night(knife=4, poison=1)
    assert GameOver(Winner.DRAW, Reason.WOLVES_DEAD) == both.last(GameOver)
    nobody = Play("狼巫", wolf_knife_first="off", simultaneous_win="draw").night(knife=2, poison=1)
    assert GameOver(Winner.DRAW, Reason.NOBODY) == nobody.last(GameOver)


def test_sheriff() -> None:
    assert setup_of("B10c", sheriff="by_size").has_sheriff
    assert not setup_of("B09", sheriff="by_size").has_sheriff
    assert setup_of("B09", sheriff="on").has_sheriff
    assert not setup_of("B10c", sheriff="off").has_sheriff


def test_dead_at_night() -> None:
    assert not PublicView().out_leave
    leave = msgspec.convert({"dead_at_night": "leave"}, HouseRules)
    assert PublicView(rules=leave).out_leave


# ---------------------------------------------------------------- explanations


def test_every_value_has_one_explanation_in_field_order() -> None:
    hints = get_type_hints(HouseRules)
    expected: list[tuple[str, str]] = []
    for field in HouseRules.__struct_fields__:
        kind = hints[field]
        expected += [(field, str(value)) for value in kind] if issubclass(kind, StrEnum) else [(field, "*")]
    assert expected == [(entry.rule, entry.value) for entry in EXPLAIN]


def test_explanations_are_spoken_in_both_languages_and_hold_no_digits() -> None:
    for entry in EXPLAIN:
        assert entry.text.zh
        assert entry.text.en
        assert not re.search(r"\d", entry.text.zh + entry.text.en)
        assert not entry.text.zh.endswith("。")


def test_only_what_is_not_default_is_read_aloud() -> None:
    assert () == changed(HouseRules())
    rules = msgspec.convert({"vote_self": "off", "max_rounds": 7}, HouseRules)
    assert (explain("vote_self", "off"), explain("max_rounds", 7)) == changed(rules)


def test_an_unknown_value_has_no_explanation() -> None:
    with pytest.raises(KeyError):
        explain("vote_self", "maybe")


def test_the_first_value_of_every_switch_is_its_default() -> None:
    hints = get_type_hints(HouseRules)
    for field in HouseRules.__struct_fields__:
        if issubclass(hints[field], StrEnum):
            first = next(iter(hints[field])) if field != "hunter_last_god_shot" else "off"
            assert first == getattr(HouseRules(), field)


@pytest.mark.parametrize("field", HouseRules.__struct_fields__)
def test_every_switch_is_read_in_exactly_one_file(field: str) -> None:
    readers = [
        path.name
        for path in sorted(ENGINE.rglob("*.py"))
        if path.name != "houserules.py" and re.search(rf"rules\.{field}\b", path.read_text(encoding="utf-8"))
    ]
    assert 1 == len(readers), readers
