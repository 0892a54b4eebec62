"""The cards, the night sheet in the seed's order, and the lines that ride along with them."""

from __future__ import annotations

import re
from typing import Final

from engine.roles import NIGHT_SHEET, ROLES, role_of
from engine.roles.role import Side
from engine.roles.vocabulary import Nights

SEED_ORDER: Final = (
    "thief cupid lovers wild_child guard werewolf wolf_beauty hidden_wolf witch seer bear_tamer silence_elder hunter"
    " idiot knight old_rogue bomber"
).split()

PAUSES: Final = {"wake": 1500, "close": 1500}
"""Only these lines have a silence of their own; the others open a window or a count."""


def test_the_sheet_is_in_the_order_of_the_seed() -> None:
    called = [step.role.id for step in NIGHT_SHEET]
    assert [role for role in SEED_ORDER if role in called] == called


def test_who_has_nothing_to_do_is_called_in_the_first_night_only() -> None:
    once = {step.role.id for step in NIGHT_SHEET if step.nights is Nights.FIRST}
    assert {"idiot"} == once
    assert all(step.due(1) for step in NIGHT_SHEET)
    assert all(step.due(night) == (step.role.id not in once) for step in NIGHT_SHEET for night in (2, 9))


def test_the_cards() -> None:
    expected = {
        "guard": (Side.GOD, False, False, False, 1),
        "werewolf": (Side.WOLF, False, True, False, None),
        "witch": (Side.GOD, False, False, False, 1),
        "seer": (Side.GOD, False, False, False, 1),
        "hunter": (Side.GOD, True, False, False, 1),
        "idiot": (Side.GOD, False, False, True, 1),
        "villager": (Side.FOLK, False, False, False, None),
    }
    assert expected == {role.id: (role.side, role.shooter, role.explodes, role.flips, role.at_most) for role in ROLES}


def test_ids_glyphs_and_line_keys_are_unique() -> None:
    for names in ([r.id for r in ROLES], [r.glyph for r in ROLES], [line.key for r in ROLES for line in r.lines]):
        assert len(names) == len(set(names))
    assert all(len(role.glyph) == 1 for role in ROLES)


def test_the_lines_of_the_night_are_those_of_the_script() -> None:
    expected = {
        "guard": "wake pick close",
        "idiot": "wake close",
        "werewolf": "wake confirm know talk pick verdict close",
        "witch": "wake victim heal poison close",
        "seer": "wake pick result close",
        "hunter": "wake status close",
        "villager": "",
    }
    for role in ROLES:
        keys = [f"{role.line_key}.{word}" for word in expected[role.id].split()]
        assert keys == [line.key for line in role.lines]
        for line in role.lines:
            assert PAUSES.get(line.key.partition(".")[2], 0) == line.pause_ms


def test_lines_are_spoken_in_both_languages_without_digits() -> None:
    for line in (line for role in ROLES for line in role.lines):
        assert line.text.zh.endswith("。")
        assert line.text.en.endswith(".")
        assert not re.search(r"\d", line.text.zh + line.text.en)


def test_the_card_villager_is_spoken_otherwise() -> None:
    villager = role_of("villager")
    assert ("村民", "平民") == (villager.name.zh, villager.said.zh)
    assert role_of("seer").name == role_of("seer").said
