"""What a board of the café's own can be called: by its cards, like no other board, in words that are read aloud."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audio import numerals, pinyin
from audio.say import Language
from engine.roles import ROLES
from engine.roles.role import Role
from engine.setup import deck_of
from engine.text import Text
from firmware.boards import preset_boards
from firmware.menu.drafts import Draft, players_of, roles_in_order
from firmware.menu.ownnames import names
from hardware.oled import draw
from hardware.screen import Row, Rows, Screen

SHIPPED: Final = {board.id: Draft(cards=board.cards) for board in preset_boards()}
DECKS: Final = st.dictionaries(st.sampled_from([role.id for role in ROLES]), st.integers(1, 6), min_size=1).map(
    lambda deck: Draft(cards=deck_of(role for role, cards in deck.items() for _ in range(cards)))
)


@pytest.mark.parametrize(
    ("board", "zh", "en"),
    [
        ("B06b", ["预猎6人", "6人2狼局", "本店6人"], ["6 Hunter Seer", "6, 2 wolves", "House 6"]),
        ("B09", ["预女猎9人", "9人3狼局", "本店9人"], ["9 Hunter Witch", "9, 3 wolves", "House 9"]),
        (
            "B12-预女猎守",
            ["预女猎守12人", "守卫12人", "12人4狼局", "本店12人"],
            ["12 Guard Hunter", "12, 4 wolves", "House 12"],
        ),
    ],
)
def test_a_deck_is_called_by_its_cards_and_its_size(board: str, zh: list[str], en: list[str]) -> None:
    made = [[name.zh for name in names(SHIPPED[board], (), Language.ZH)]]
    made.append([name.en for name in names(SHIPPED[board], (), Language.EN)])
    assert [zh, en] == made


def test_a_name_that_another_board_has_gets_a_number_in_its_own_language_only() -> None:
    taken = (Text("预女猎9人", "Nine"), Text("预女猎9人2号", "9 Hunter Witch"))
    found = names(SHIPPED["B09"], taken, Language.ZH)
    assert Text("预女猎9人3号", "9 Hunter Witch 2") == found[0]


def test_the_present_name_of_a_board_comes_first() -> None:
    present = Text("我家九人", "Nine at home")
    assert present == names(Draft(cards=SHIPPED["B09"].cards, id="mine", name=present), (), Language.EN)[0]


@pytest.mark.parametrize("role", ROLES, ids=[role.id for role in ROLES])
def test_every_card_can_be_put_in_and_the_judge_can_read_the_names_of_its_decks(role: Role) -> None:
    assert role in roles_in_order()
    for name in names(Draft(cards=deck_of([role.id, "seer", "witch"])), (), Language.ZH):
        assert pinyin.pinyin(numerals.spoken_zh(name.zh))


@settings(settings.default, max_examples=60)
@given(draft=DECKS, begun=st.lists(st.integers(0, 40), max_size=8), language=st.sampled_from(Language))
def test_whatever_is_taken_there_is_a_name_that_no_other_board_has(
    draft: Draft, begun: list[int], language: Language
) -> None:
    taken: list[Text] = []
    for number in begun:
        found = names(draft, taken, language)
        taken.append(found[number % len(found)])
    found = names(draft, taken, language)
    assert found
    shown = [name.zh if language is Language.ZH else name.en for name in found]
    assert len(set(shown)) == len(shown)
    for other in taken:
        assert other.zh not in [name.zh for name in found]
        assert other.en not in [name.en for name in found]
    assert str(players_of(draft)) in found[-1].zh
    draw(Screen("", Rows(tuple(Row(name) for name in shown[:3]))))


def test_the_cards_of_which_a_deck_has_many_come_first_then_the_usual_ones() -> None:
    assert ["狼人", "村民", "预言家", "女巫", "猎人", "守卫", "白痴"] == [role.name.zh for role in roles_in_order()][:7]
    assert sorted(role.id for role in ROLES) == sorted(role.id for role in roles_in_order())
