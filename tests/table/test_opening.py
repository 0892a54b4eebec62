"""The rules of the table, read aloud before the first card is dealt: what differs from the default game, no more."""

from __future__ import annotations

import msgspec
import pytest

from audio.numerals import spoken_en, spoken_zh
from audio.planner import render
from audio.say import Say
from engine.houserules import EXPLAIN, Explanation, HouseRules, explain
from engine.roles import ROLES
from engine.seats import seats_of
from engine.setup import Board, deck_of
from engine.text import Text
from firmware.table.announcer import announce
from firmware.table.opening import OF_CARD
from tests.kit.table import VirtualTable
from tests.table.room import EN, ZH, opened, view_of

HOUSE = ("setup.house", "setup.house_next")
OWN_LINES = {
    "win_mode": {"setup.side", "setup.full"},
    "witch_self_save": {"setup.witch"},
    "double_protect_dies": {"setup.double"},
    "wolf_consensus": {"setup.wolf_tie", "setup.wolf_all", "setup.wolf_coin"},
    "badge_swallow": {"setup.boom"},
    "sheriff": {"setup.sheriff_on", "setup.sheriff_off"},
}
"""Rules that are always told, in a sentence of their own."""
BY_SIZE = {
    "witch_self_save": explain("witch_self_save", "never").text,
    "sheriff": explain("sheriff", "on").text,
    "wolf_consensus": explain("wolf_consensus", "unanimous").text,
}
"""What goes by the number of players, or by the deck, is told as it holds for `DECK`."""
DECK = tuple(role.id for role in ROLES)
"""Every card there is, one of each; two lie face down."""
TOGETHER = {"hidden_wolf_sees_pack": ("hidden_wolf_end", "dies_with_pack")}
"""Rules that make no game without another."""


def values_of(entry: Explanation) -> tuple[str, str | int]:
    """The rule, and a value that the entry explains."""
    return entry.rule, 7 if entry.value == "*" else entry.value


def played(rule: str, value: str | int) -> list[Say]:
    """What is heard at a table with every card, from the welcome to the deal."""
    rules = ((rule, value), *((TOGETHER[rule],) if rule in TOGETHER and value == "off" else ()))
    board = Board(id="own", name=Text("全部", "All"), players=len(DECK) - 2, cards=deck_of(DECK), overrides=rules)
    table = VirtualTable(board)
    table.start()
    table.until_key("setup.deal", "deal.shut")
    return [spoken.say for spoken in table.heard]


@pytest.mark.parametrize("entry", EXPLAIN, ids=lambda entry: f"{entry.rule}-{entry.value}")
def test_a_house_rule_is_heard_as_it_is_explained_where_it_is_not_the_default(entry: Explanation) -> None:
    rule, value = values_of(entry)
    heard = played(rule, value)
    told = explain(rule, value).text
    house = [(render(say, ZH), render(say, EN)) for say in heard if say.key in HOUSE]
    default = value == getattr(HouseRules(), rule)
    if rule not in OWN_LINES:
        expected = (f"本店规则：{spoken_zh(told.zh)}。", f"House rule: {spoken_en(told.en)}.")
        if rule in TOGETHER and not default:
            assert [True, True] == [len(house) == 2, any(spoken_zh(told.zh) in zh for zh, _ in house)]
            return
        assert ([] if default else [expected]) == house
        return
    assert [] == house, "told twice"
    (own,) = (say for say in heard if say.key in OWN_LINES[rule])
    told = BY_SIZE[rule] if value in ("by_size", "by_deck") else told
    for said, explained in ((render(own, ZH), told.zh), (render(own, EN), told.en)):
        sentence, words = said.rstrip("。.").casefold(), explained.casefold()
        assert words in sentence or sentence in words, f"{sentence!r} is not {words!r}"


ALL_OTHERWISE = {
    "wolf_knife_first": "off",
    "simultaneous_win": "good",
    "witch_sees_knife": "always",
    "guard_may_skip": "off",
    "hunter_last_god_shot": "on",
    "idiot_votable_after": "on",
    "idiot_counts_as_god_after": "off",
    "idiot_sheriff": "hand_over",
    "exploding_sheriff_badge": "lost",
    "pk_voters_campaign": "losers_too",
    "order_anchor_single_death": "free",
    "last_words_shot": "on",
    "death_sequence": "words_skill_badge",
    "name_shooter_role": "on",
}
"""What needs a card or a sheriff to matter, all of it changed."""
POISON = {"wolf_knife_first", "simultaneous_win"}
GUN = {"hunter_last_god_shot", "last_words_shot", "death_sequence", "name_shooter_role"}
BADGE = {"exploding_sheriff_badge", "pk_voters_campaign", "order_anchor_single_death", "death_sequence"}


@pytest.mark.parametrize(
    ("cards", "win_mode", "sheriff", "read"),
    [
        ("", "side", False, set()),
        ("witch", "side", False, {*POISON, "witch_sees_knife"}),
        ("guard", "side", False, {"guard_may_skip"}),
        ("hunter", "side", False, GUN),
        ("idiot", "side", False, {"idiot_votable_after", "idiot_counts_as_god_after"}),
        ("idiot", "city", False, {"idiot_votable_after"}),
        ("", "side", True, BADGE),
        ("idiot", "city", True, {*BADGE, "idiot_votable_after", "idiot_sheriff"}),
        ("hunter", "side", True, {*BADGE, *GUN}),
        ("witch guard hunter idiot", "side", True, set(ALL_OTHERWISE)),
    ],
)
def test_what_cannot_come_up_at_this_table_is_not_read(
    cards: str, win_mode: str, sheriff: bool, read: set[str]
) -> None:
    rules = msgspec.convert({**ALL_OTHERWISE, "win_mode": win_mode}, HouseRules)
    roles = (("werewolf", 2), ("seer", 1), ("villager", 5), *((card, 1) for card in cards.split()))
    says = announce(opened(roles=roles, rules=rules, sheriff=sheriff), view_of())
    expected = [explain(rule, value).text for rule, value in ALL_OTHERWISE.items() if rule in read]
    assert expected == [say.text for say in says if say.key in HOUSE]


def test_rules_of_cards_that_are_not_in_the_deck_are_not_read() -> None:
    changed = [values_of(entry) for entry in EXPLAIN if entry.rule in OF_CARD]
    changed = [(rule, value) for rule, value in changed if value != getattr(HouseRules(), rule)]
    assert set(OF_CARD) == {rule for rule, _ in changed}
    for rule, value in changed:
        says = announce(opened(rules=msgspec.convert({rule: value}, HouseRules)), view_of())
        assert [] == [say for say in says if say.key in HOUSE], rule


def test_the_opening_of_twelve_players_with_a_sheriff() -> None:
    roles = (("werewolf", 4), ("seer", 1), ("witch", 1), ("hunter", 1), ("guard", 1), ("villager", 4))
    says = announce(opened(seats_of(*range(1, 13)), roles, sheriff=True), view_of())
    assert [
        "本局有警长，放逐投票时警长算一点五票。",
        "女巫全程不能自救。",
        "同守同救，玩家死亡。",
        "竞选时自爆，本局没有警徽。",
        "狼人目标看多数，平票没有人被击杀。",
        "夜里请把手一直放在按钮上，按的时候要轻。",
    ] == [render(say, ZH) for say in says][4:10]
    assert [
        "There is a sheriff. The sheriff's exile vote counts one and a half.",
        "The Witch may never save herself.",
        "Guarded and healed at once: the player dies.",
        "Self-destruct in the election: there will be no badge.",
        "Most wolf votes decide; a tie kills nobody.",
        "At night keep your hand on the button and press softly.",
    ] == [render(say, EN) for say in says][4:10]
