"""The cards, the night sheet in the seed's order, and the lines that ride along with them."""

from __future__ import annotations

import re
from typing import Final

import pytest

from engine.events import Cause, Winner
from engine.prompts import RollCall
from engine.roles import NIGHT_SHEET, ROLES, SPEAKING, role_of
from engine.roles.role import Side
from engine.roles.vocabulary import Nights
from engine.seats import Seat
from engine.victory import camp_of
from tests.kit.engine_play import Play

SEED_ORDER: Final = (
    "thief cupid lovers wild_child guard werewolf wolf_beauty hidden_wolf witch seer bear_tamer silence_elder hunter"
    " idiot knight old_rogue bomber"
).split()

PAUSES: Final = {
    "wake": 1500,
    "close": 1500,
    "tour": 1000,
    "shut": 800,
    "rule": 500,
    "not_hidden": 500,
    "draw": 1000,
    "none": 1500,
    "win": 2000,
    "win_night": 1000,
    "lose": 2000,
    "lose_go": 800,
    "hit": 2000,
    "out": 1500,
    "held": 1000,
    "show": 1500,
    "dead": 2000,
}
"""The silences of the lines of roles, where they have one; others open a window or a count."""

SPOKEN_FOR: Final = {"lovers.wake": 0, "hidden.show": 0}
"""A time of their own follows these."""


def test_the_sheet_is_in_the_order_of_the_seed() -> None:
    """Rules 2; the step of 狼王, which is off by default, comes after 猎人."""
    called = [step.role.id for step in NIGHT_SHEET]
    assert [role for role in called if role != "wolf_king"] == SEED_ORDER
    assert "wolf_king" == called[called.index("hunter") + 1]


def test_who_has_nothing_to_do_is_called_in_the_first_night_only() -> None:
    once = {step.role.id for step in NIGHT_SHEET if step.nights is Nights.FIRST}
    assert set("thief cupid lovers wild_child hidden_wolf idiot knight old_rogue bomber".split()) == once
    assert all(step.due(1) for step in NIGHT_SHEET)
    assert all(step.due(night) == (step.role.id not in once) for step in NIGHT_SHEET for night in (2, 9))


SUMMARY: Final = """
thief             -  good   none  first  must   good  -
cupid             -  good   none  first  must   good  -
wild_child        -  good   none  first  must   good  -
guard             -  good   god   every  may    good  -
werewolf          *  wolf   wolf  every  may    wolf  explodes
white_wolf_king   -  wolf   wolf  pack   -      wolf  takes
wolf_king         -  wolf   wolf  pack   -      wolf  explodes
wolf_beauty       -  wolf   wolf  every  may    wolf  -
hidden_wolf       -  wolf   wolf  first  -      good  -
witch             -  good   god   every  may    good  -
seer              -  good   god   every  may    good  -
bear_tamer        -  good   god   every  -      good  -
silence_elder     -  good   god   every  may    good  -
hunter            -  good   god   every  -      good  -
idiot             -  good   god   first  -      good  -
knight            -  good   god   first  -      good  -
old_rogue         -  good   folk  first  -      good  -
bomber            -  good   god   first  -      good  -
villager          *  good   folk  never  -      good  -
"""
"""Rules 3.0: any number of the card, camp, class, when it wakes, whether its pick may be left, seer sees, 自爆."""

PICKED: Final = {"wolf": "werewolf", "wildchild": "wild_child", "beauty": "wolf_beauty", "elder": "silence_elder"}
"""The cards of picks whose lines begin with another word."""


@pytest.mark.parametrize("row", SUMMARY.strip().splitlines())
def test_the_summary_of_roles(row: str) -> None:
    role_id, many, camp, side, wakes, _, seen, explodes = row.split()
    role = role_of(role_id)
    assert (many == "*") == (role.at_most is None)
    assert Side(side) is role.side
    assert (seen == "wolf") == role.appears_wolf
    assert (explodes != "-", explodes == "takes") == (role.explodes, role.takes)
    state = Play(f"{role.glyph}民预狼").state
    assert Winner(camp) is camp_of(state, Seat(1))
    own = [step for step in NIGHT_SHEET if step.role is role and step.called(state, role, ROLES)]
    nights = {step.nights.value for step in own}
    assert (nights or {"pack" if role.pack else "never"}) == {wakes}


def test_all_cards_are_in_the_summary() -> None:
    assert {role.id for role in ROLES} == {row.split()[0] for row in SUMMARY.strip().splitlines()}


def test_which_picks_may_be_left_open() -> None:
    """Rules 2, 3.0: optional choices are none; the forced ones (盗贼 丘比特 野孩子) are drawn."""
    game = Play("狼美隐丘野守巫预熊禁猎白骑流炸民民盗", spares="民狼").night()
    forced = {}
    for prompt in game.prompts:
        if isinstance(prompt, RollCall):
            name = prompt.call.line.partition(".")[0]
            forced[PICKED.get(name, name)] = bool(prompt.filled)
    rows = [row.split() for row in SUMMARY.strip().splitlines()]
    assert {row[0]: row[5] == "must" for row in rows if row[5] != "-"} == forced


def test_what_cards_do_when_they_die() -> None:
    """Rules 3.5, 3.6, 3.12, 3.13, 3.15, 3.16."""
    fires = {Cause.KNIFE, Cause.EXILE, Cause.SHOT}
    assert {"hunter": fires, "wolf_king": fires} == {role.id: set(role.fires_on) for role in ROLES if role.shooter}
    drags = {Cause.EXILE, Cause.SHOT, Cause.POISON, Cause.HEARTBREAK}
    assert {"wolf_beauty": drags} == {role.id: set(role.drags_on) for role in ROLES if role.drags_on}
    late = {"old_rogue": ({Cause.POISON, Cause.SHOT}, {Cause.CHARM})}
    assert late == {role.id: (set(role.delays), set(role.immune)) for role in ROLES if role.delays or role.immune}
    assert (["idiot"], ["bomber"]) == ([r.id for r in ROLES if r.flips], [r.id for r in ROLES if r.blasts])
    assert (["thief", "cupid"], 2) == ([r.id for r in ROLES if not r.buriable], role_of("thief").spares)


def test_ids_glyphs_and_line_keys_are_unique() -> None:
    for names in ([r.id for r in ROLES], [r.glyph for r in ROLES], [line.key for r in SPEAKING for line in r.lines]):
        assert len(names) == len(set(names))
    assert all(len(role.glyph) == 1 for role in ROLES)


def test_the_lines_of_the_night_are_those_of_the_script() -> None:
    expected = {
        "thief": "wake look rule pick close",
        "cupid": "wake pick close",
        "lovers": "tour look shut wake close",
        "wild_child": "wake pick close",
        "guard": "wake pick close",
        "werewolf": "wake confirm special know talk pick verdict close",
        "wolf_beauty": "wake pick close",
        "hidden_wolf": "wake show close",
        "witch": "wake victim heal poison close",
        "seer": "wake pick result close",
        "bear_tamer": "wake close",
        "silence_elder": "wake pick close",
        "hunter": "wake status close",
        "wolf_king": "wake status close",
        "idiot": "wake close",
        "knight": "wake draw ask none win win_night lose lose_go close",
        "old_rogue": "wake hit out close",
        "bomber": "wake close",
        "villager": "",
        "white_wolf_king": "",
    }
    assert set(expected) == {role.id for role in SPEAKING}
    elsewhere = {"wolf.not_hidden", "bomb.ask", "bomb.held", "bomb.show", "bomb.dead"}
    for role in SPEAKING:
        own = [line for line in role.lines if line.key not in elsewhere]
        assert [f"{role.line_key}.{word}" for word in expected[role.id].split()] == [line.key for line in own]
        for line in role.lines:
            word = line.key.partition(".")[2]
            assert SPOKEN_FOR.get(line.key, PAUSES.get(word, 0)) == line.pause_ms, line.key


def test_lines_are_spoken_in_both_languages_without_digits() -> None:
    for line in (line for role in SPEAKING for line in role.lines):
        assert line.text.zh.endswith("。")
        assert line.text.en.endswith(".")
        assert not re.search(r"\d", line.text.zh + line.text.en)


def test_the_card_villager_is_spoken_otherwise() -> None:
    villager = role_of("villager")
    assert ("村民", "平民") == (villager.name.zh, villager.said.zh)
    assert role_of("seer").name == role_of("seer").said
