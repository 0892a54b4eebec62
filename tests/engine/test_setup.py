"""Boards and tables: the presets, and one clear line in both languages for everything that cannot be played."""

from __future__ import annotations

from typing import Final

import pytest

from engine.errors import BadSetup
from engine.events import Count
from engine.game import Game
from engine.houserules import HouseRules, Switch
from engine.seats import Seat, Seats, seats_of
from engine.setup import Setup, board_from_toml, house_rules
from tests.kit.engine_play import BOARDS, board, setup_of

DECKS: Final = {
    "B06a": (0, 2, 1, 1, 0, 0, 2),
    "B06b": (0, 2, 0, 1, 1, 0, 2),
    "B07": (0, 2, 1, 1, 1, 0, 2),
    "B08a": (0, 3, 1, 1, 1, 0, 2),
    "B08b": (0, 2, 1, 1, 1, 0, 3),
    "B09": (0, 3, 1, 1, 1, 0, 3),
    "B10a": (0, 3, 1, 1, 1, 1, 3),
    "B10b": (1, 3, 1, 1, 1, 0, 3),
    "B10c": (0, 3, 1, 1, 1, 0, 4),
    "B11": (1, 4, 1, 1, 1, 0, 3),
    "B12-预女猎白": (0, 4, 1, 1, 1, 1, 4),
    "B12-预女猎守": (1, 4, 1, 1, 1, 0, 4),
}
"""Rules 10: guard, wolves, witch, seer, hunter, idiot, villagers."""
ROLES: Final = ("guard", "werewolf", "witch", "seer", "hunter", "idiot", "villager")

GOOD: Final = """
id = "X"
players = 6
name = { zh = "试", en = "try" }
[cards]
werewolf = 2
seer = 1
hunter = 1
villager = 2
[rules]
sheriff = "off"
"""


@pytest.mark.parametrize("name", BOARDS)
def test_the_presets_are_the_boards_of_the_rules(name: str) -> None:
    preset = board(name)
    expected = tuple(Count(role, cards) for role, cards in zip(ROLES, DECKS[name], strict=True) if cards)
    assert (name, sum(DECKS[name]), expected) == (preset.id, preset.players, preset.cards)
    assert preset.name.zh
    assert preset.name.en
    setup_of(name).check()
    assert () == setup_of(name).warnings()


def test_a_board_overrides_house_rules_and_the_table_overrides_the_board() -> None:
    own = board_from_toml(GOOD + 'vote_self = "off"\n', "x.toml")
    assert Switch.OFF is own.rules.vote_self
    assert HouseRules().win_mode is own.rules.win_mode
    assert Switch.ON is house_rules(own, {"vote_self": "on"}).vote_self


BROKEN: Final = (
    ("not TOML", GOOD + "[", "TOML"),
    ("a role on two lines", GOOD.replace("seer = 1", "seer = 1\nseer = 1"), "TOML"),
    ("an unknown key", "colour = 1\n" + GOOD, "colour"),
    ("a missing key", GOOD.replace("players = 6", ""), "players"),
    ("an unknown role", GOOD.replace("seer", "wizard"), "wizard"),
    ("no cards of a role", GOOD.replace("seer = 1", "seer = 0").replace("villager = 2", "villager = 3"), "seer"),
    ("a negative count", GOOD.replace("seer = 1", "seer = -1"), "seer"),
    ("too many cards", GOOD.replace("villager = 2", "villager = 3"), "7"),
    ("too few cards", GOOD.replace("villager = 2", "villager = 1"), "5"),
    ("a role twice", GOOD.replace("seer = 1", "seer = 2").replace("villager = 2", "villager = 1"), "Seer"),
    ("no wolf", GOOD.replace("werewolf = 2\n", "").replace("villager = 2", "villager = 4"), "wolf"),
    ("only wolves", GOOD[: GOOD.index("werewolf")] + 'werewolf = 6\n[rules]\nsheriff = "off"\n', "good"),
    ("too small", GOOD.replace("players = 6", "players = 5").replace("villager = 2", "villager = 1"), "5"),
    ("too big", GOOD.replace("players = 6", "players = 19").replace("villager = 2", "villager = 15"), "19"),
    ("an unknown rule", GOOD + 'colour = "red"\n', "colour"),
    ("an unknown value", GOOD + 'vote_self = "maybe"\n', "maybe"),
    ("a wrong kind of value", GOOD + "max_rounds = 0\n", "max_rounds"),
)


@pytest.mark.parametrize(("what", "text", "names"), BROKEN, ids=[what for what, _, _ in BROKEN])
def test_a_broken_board_is_refused_in_one_line_of_both_languages(what: str, text: str, names: str) -> None:
    with pytest.raises(BadSetup) as refused:
        board_from_toml(text, "my-board.toml")
    message = refused.value.text
    for line in (message.zh, message.en):
        assert "my-board.toml" in line, what
        assert "\n" not in line, what
        assert any(mark in line for mark in (";", "；")), "it says what to do"
    assert names in message.en
    assert f"{message.zh} / {message.en}" == str(refused.value)


@pytest.mark.parametrize("en", ["", " ", "a\\u0001b", "a\\nb", "a\\u200bb", "n" * 61])
def test_a_board_whose_name_nobody_could_read_is_refused(en: str) -> None:
    name = next(line for line in GOOD.splitlines() if line.startswith("name"))
    with pytest.raises(BadSetup, match="has a name that cannot be used"):
        board_from_toml(GOOD.replace(name, f'name = {{ zh = "试", en = "{en}" }}'), "x.toml")


@pytest.mark.parametrize(
    ("seats", "names"),
    [
        (seats_of(1, 2, 3, 4, 5), "5"),
        (seats_of(1, 2, 3, 4, 5, 6, 7), "7"),
        (seats_of(0, 1, 2, 3, 4, 5), "0"),
        (seats_of(1, 2, 3, 4, 5, 19), "19"),
        ((*seats_of(1, 2, 3, 4, 5), Seat(5)), "5"),
        (tuple(reversed(seats_of(1, 2, 3, 4, 5, 6))), "order"),
    ],
)
def test_seats_that_cannot_be_are_refused_and_nothing_starts(seats: Seats, names: str) -> None:
    preset = board("B06a")
    with pytest.raises(BadSetup) as refused:
        Game.start(Setup(preset, seats, preset.rules))
    assert "B06a" in refused.value.text.zh
    assert "B06a" in refused.value.text.en
    assert names in refused.value.text.en


def test_gaps_between_seats_are_allowed() -> None:
    setup_of("B06a", seats_of(1, 4, 7, 9, 12, 18)).check()


@pytest.mark.parametrize("name", BOARDS)
def test_from_ten_players_on_there_is_a_sheriff(name: str) -> None:
    """Rules 10: sheriff on for ten players and more, off below."""
    assert setup_of(name).has_sheriff == (board(name).players >= 10)


def test_a_side_that_was_never_dealt_is_warned_of() -> None:
    text = GOOD.replace("villager = 2\n", "").replace("hunter = 1", "hunter = 1\nwitch = 1")
    one_sided = board_from_toml(text.replace("werewolf = 2", "werewolf = 3"), "x.toml")
    setup = Setup(one_sided, seats_of(1, 2, 3, 4, 5, 6), one_sided.rules)
    setup.check()
    (warning,) = setup.warnings()
    assert "平民" in warning.zh
    assert () == Setup(one_sided, setup.seats, house_rules(one_sided, {"win_mode": "city"})).warnings()
