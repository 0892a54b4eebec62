"""本店规则 at the menu: each switch with its line, edited in place, marked where it departs, reset when asked twice."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.houserules import EXPLAIN, HouseRules, explain
from engine.roles import ROLES
from engine.seats import seats_of
from engine.setup import Board, Overrides, Setup
from engine.terms import Count
from engine.text import Text
from firmware.boards import find_board, preset_boards
from firmware.lengths import deal_ms
from firmware.menu.actions import Action, Keep
from firmware.menu.choices import Choices
from firmware.menu.decks import DeckPage
from firmware.menu.model import Menu
from firmware.menu.rulenames import RULE_NAMES
from firmware.staff import menu_for
from firmware.table.pace import PACES
from hardware.ports import Key
from hardware.screen import MARK, WIDTH, Row, fits, row_room, width
from tests.menu.cafe import OWN, house, rows_down, rule_down
from tests.menu.scenes import BACK, DOWN, OK, UP
from tests.menu.test_home import do, rows

RULES = tuple(HouseRules.__struct_fields__)
TO_RULES = rows_down(5)
"""From the home page of a table without a game behind it."""


WHOLE = Board(
    id="whole", name=Text("全部", "All"), players=len(ROLES) - 2, cards=tuple(Count(role.id, 1) for role in ROLES)
)
"""A board with every card there is."""
BOARDS = (*preset_boards(), WHOLE)


def plain(choices: Choices | None = None, board: str = "B09") -> Menu:
    """The menu over the shipped boards, before any game."""
    return menu_for(BOARDS, Language.ZH, board, (), choices)


def kept(actions: tuple[Action, ...]) -> tuple[tuple[str, str | int], ...]:
    """The rules in the one action."""
    (keep,) = actions
    assert isinstance(keep, Keep)
    return keep.choices.rules


def test_with_every_card_every_switch_has_a_row_in_its_order() -> None:
    assert RULES == tuple(RULE_NAMES)
    made = plain(board=WHOLE.id)
    do(made, *TO_RULES)
    assert "恢复默认" == rows(made.screen())[0]
    do(made, DOWN)
    titles = []
    for _ in RULES:
        screen = made.screen()
        assert isinstance(screen.body.rows, tuple)  # type: ignore[union-attr] # a list
        titles.append(screen.body.rows[screen.body.cursor].text)  # type: ignore[union-attr,index] # a list
        do(made, DOWN)
    assert [RULE_NAMES[rule].title.zh for rule in RULES] == titles
    assert 0 == made.screen().body.cursor  # type: ignore[union-attr] # round the end


@pytest.mark.parametrize("language", Language)
def test_every_title_fits_beside_every_marked_value(language: Language) -> None:
    for entry in EXPLAIN:
        value = "99" if entry.value == "*" else getattr(RULE_NAMES[entry.rule].value(entry.value), language)
        title = getattr(RULE_NAMES[entry.rule].title, language)
        assert width(title) <= row_room(Row(title, f"*{value}"), WIDTH - MARK), (title, value)


@pytest.mark.parametrize("language", Language)
def test_titles_are_told_apart_and_so_are_the_values_of_each(language: Language) -> None:
    titles = [getattr(name.title, language) for name in RULE_NAMES.values()]
    assert sorted(set(titles)) == sorted(titles)
    for rule in RULES:
        values = [entry.value for entry in EXPLAIN if entry.rule == rule and entry.value != "*"]
        words = {getattr(RULE_NAMES[rule].value(value), language) for value in values}
        assert len(words) == len(values)


@pytest.mark.parametrize("index", range(len(RULES)))
def test_ok_goes_through_every_value_each_with_its_explanation_and_home_again(index: int) -> None:
    rule = RULES[index]
    made = plain(board=WHOLE.id)
    do(made, *TO_RULES, *rows_down(1 + index))
    default: str | int = getattr(WHOLE.rules, rule)
    seen: list[str | int] = []
    while not seen or dict(made.choices.rules).get(rule, default) != default:
        value = dict(made.choices.rules).get(rule, default)
        seen.append(value)
        text = explain(rule, value).text.zh
        assert text.startswith("".join(rows(made.screen())[:1]))
        assert made.screen().corner.startswith("*") == (value != default)
        assert fits(made.screen())
        do(made, OK)
    assert () == made.choices.rules
    every = {entry.value for entry in EXPLAIN if entry.rule == rule}
    assert len(seen) == len(set(seen))
    assert every == set(seen) or every == {"*"}


def test_a_change_holds_at_once_and_is_kept() -> None:
    made = plain()
    assert (("win_mode", "city"),) == kept(do(made, *TO_RULES, *rule_down("win_mode"), OK))
    assert "*屠城" == made.screen().corner
    do(made, BACK)
    assert ("*1", "胜负 *屠城") == (made.screen().corner, rows(made.screen())[1])
    do(made, BACK)
    assert "规则 *1" in rows(made.screen())


def test_the_boards_own_value_is_no_departure_but_the_default_then_is() -> None:
    """A board plays 屠城; the café that wants 屠边 departs from it."""
    boards = tuple(msgspec.structs.replace(board, overrides=(("win_mode", "city"),)) for board in preset_boards())
    made = menu_for(boards, Language.ZH, "B09", ())
    do(made, *TO_RULES)
    assert ("", "胜负 屠城") == (made.screen().corner, rows(made.screen())[2])
    assert (("win_mode", "side"),) == kept(do(made, *rule_down("win_mode"), OK))
    assert "*屠边" == made.screen().corner
    assert () == kept(do(made, OK))


def test_a_limit_of_rounds_that_no_row_has_can_still_be_changed() -> None:
    made = plain(Choices(rules=(("max_rounds", 17),)))
    do(made, *TO_RULES, *rule_down("max_rounds"))
    assert "*17" == made.screen().corner
    assert 5 == dict(kept(do(made, OK)))["max_rounds"]


def test_rules_are_reset_only_when_asked_twice() -> None:
    made = house()
    assert () == do(made, *rows_down(6), OK, DOWN, OK)
    assert "真的吗？" == made.screen().title
    assert () == kept(do(made, DOWN, OK))
    assert ("规则", "") == (made.screen().title, made.screen().corner)
    assert msgspec.structs.replace(OWN, rules=()) == made.choices


def test_no_to_either_question_keeps_the_rules() -> None:
    for keys in ((OK,), (DOWN, OK, OK), (DOWN, OK, BACK)):
        made = house()
        assert () == do(made, *rows_down(6), OK, *keys)
        assert OWN.rules == made.choices.rules
        assert "规则" == made.screen().title


def test_what_the_rules_make_unusual_is_read_before_the_start() -> None:
    """A board of gods only has no 平民: unusual while a side can be wiped out, and not when only all count."""
    nobody = next(board for board in preset_boards() if board.id == "B06a")
    cards = tuple(count for count in nobody.cards if count.role != "villager")
    odd = msgspec.structs.replace(nobody, id="odd", cards=cards, players=sum(count.cards for count in cards))
    made = menu_for((odd,), Language.ZH, "odd", seats_of(*range(1, odd.players + 1)))
    do(made, OK)
    assert "注意" == made.screen().title
    do(made, BACK, *TO_RULES, *rule_down("win_mode"), OK, BACK, BACK, *[UP] * 5)
    assert ["StartGame"] == [type(action).__name__ for action in do(made, OK)]


def test_the_first_nights_length_follows_the_pace() -> None:
    def minutes(*keys: object) -> str:
        made = plain()
        do(made, *keys, *rows_down(1), OK, DOWN, DOWN, DOWN)  # type: ignore[arg-type] # keys
        (row,) = (row for row in rows(made.screen()) if row.startswith("首夜约"))
        return row.removeprefix("首夜约 ")

    normal = minutes()
    slow = minutes(*rows_down(6), *[UP] * 6)
    assert normal < slow
    assert ("0", "0") == (normal[-1], slow[-1])


def titles(board: str, rules: Overrides = ()) -> set[str]:
    """The rules that are listed for a board."""
    made = plain(Choices(rules=rules), board=board)
    do(made, *TO_RULES, DOWN)
    found: set[str] = set()
    while (screen := made.screen()).body.cursor != 0 or not found:  # type: ignore[union-attr] # a list
        found.add(screen.body.rows[screen.body.cursor].text)  # type: ignore[union-attr,index] # a list
        do(made, DOWN)
    return found


def test_what_only_a_card_needs_is_listed_where_the_deck_has_it_or_the_cafe_has_changed_it() -> None:
    assert not {"底牌狼人", "丘比特算", "隐狼最后", "连续魅惑"} & titles("B09")
    assert {"底牌狼人", "丘比特算"} <= titles("B12-盗丘")
    assert not {"隐狼最后", "连续魅惑"} & titles("B12-盗丘")
    assert {"连续魅惑", "流氓出局"} <= titles("B12-狼美人老流氓")
    assert "丘比特算" in titles("B09", (("cupid_class", "god"),)), "what has been changed can be found again"


def listing(board: str, *keys: Key, language: Language = Language.ZH) -> str:
    """Everything that the page of the chosen board says, once `keys` have been pressed on the home page."""
    made = menu_for(preset_boards(), language, board, ())
    do(made, *keys, DOWN, OK, OK)
    while "按OK选用" not in rows(made.screen()) and "OK: use it" not in rows(made.screen()):
        if not isinstance(top := made._pages[-1], DeckPage):  # noqa: SLF001 - lists lie before it
            do(made, OK)
        else:
            do(made, DOWN)
    assert isinstance(top, DeckPage)
    page = msgspec.structs.replace(top, first=0)
    made._pages[-1] = page  # noqa: SLF001 - from its top
    lines: list[str] = rows(made.screen())
    while "OK" not in lines[-1]:
        do(made, DOWN)
        lines.append(rows(made.screen())[-1])
    return ("" if language is Language.ZH else " ").join(lines)


def test_where_a_claim_may_come_too_late_the_board_advises_to_let_the_judge_deal() -> None:
    """丘比特, 猎人 and 老流氓 with real cards (rules 3c)."""
    assert "建议在规则里改成法官发牌" in listing("B18-全角色")
    assert "let the judge deal" in listing("B18-全角色", language=Language.EN)
    assert "建议" not in listing("B12-盗丘")
    dealt = (*TO_RULES, *rows_down(1), OK, BACK, BACK, *[UP] * 5)
    assert "建议" not in listing("B18-全角色", *dealt)


def test_a_deal_by_the_judge_is_chosen_with_its_length() -> None:
    made = plain(board="B12-预女猎守")
    assert (("role_source", "dealt_by_engine"),) == kept(do(made, *TO_RULES, *rule_down("role_source"), OK))
    assert "*法官发" == made.screen().corner
    while not any(row.startswith("发身份约") for row in rows(made.screen())):
        do(made, DOWN)
    (row,) = (row for row in rows(made.screen()) if row.startswith("发身份约"))
    setup = Setup(find_board("B12-预女猎守", preset_boards()), seats_of(*range(1, 13)), HouseRules())
    minutes, seconds = map(int, row.removeprefix("发身份约 ").split(":"))
    assert 0 <= (minutes * 60 + seconds) * 1_000 - deal_ms(setup, PACES["normal"]) < 10_000
    assert "发身份约" in listing("B09", *TO_RULES, *rule_down("role_source"), OK, BACK, BACK, *[UP] * 5)
    assert "发身份约" not in listing("B09")


def test_what_the_rules_make_impossible_is_said_on_the_page_of_the_board() -> None:
    """里隐狼 who does not know the wolves cannot know when to take over the knife."""
    board = "B12-隐狼驯熊师"
    assert "首夜约" in listing(board)
    rules = (("hidden_wolf_end", "inherits_knife"), ("hidden_wolf_sees_pack", "off"))
    made = plain(Choices(rules=rules), board=board)
    do(made, *TO_RULES, *rows_down(1))
    assert not any(row.startswith("发身份约") for row in rows(made.screen()))
    do(made, BACK, BACK, *[UP] * 5, DOWN, OK, OK, OK)
    said = rows(made.screen())
    while "OK" not in said[-1]:
        do(made, DOWN)
        said.append(rows(made.screen())[-1])
    assert "请把hidden_wolf_end" in "".join(said).replace(" ", "")
