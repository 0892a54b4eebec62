"""Staff tell the judge the two spare cards of 盗贼: masked unless OK is held, checked before they are sent."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.houserules import HouseRules, MaxBuriedWolves
from engine.seats import seats_of
from firmware.menu.actions import AssignCards, Pause, Resume
from firmware.menu.model import Menu
from firmware.menu.spares import SparesPage
from firmware.menu.status import Mode, TableStatus
from hardware.screen import Rows
from tests.menu.scenes import BACK, DOWN, OK, STATUSES, UP, menu
from tests.menu.test_claims import SECOND, hold
from tests.menu.test_home import do, rows

MASKED = ["底牌1 按住OK", "底牌2 ---", "完成"]


def chosen(made: Menu, *downs: int) -> Menu:
    """`made` where staff have gone down so far on each card, and stand on 完成."""
    for place, count in enumerate(downs):
        hold(made, place * 10 * SECOND, *[DOWN] * count)
        do(made, DOWN)
    return made


def names(made: Menu) -> list[str]:
    """The cards that can be chosen for the first, as OK is held and DOWN pressed once round."""
    seen: list[str] = []
    made.key(OK, down=True, at_ns=0)
    while (name := rows(made.screen(SECOND))[0]) not in seen:
        seen.append(name)
        made.press(DOWN, SECOND)
    made.key(OK, down=False, at_ns=2 * SECOND)
    return seen


def test_every_card_but_thief_and_cupid_is_offered() -> None:
    assert ["还没有选", "狼人", "预言家", "村民"] == names(menu(Language.ZH, "spares"))


def test_nothing_is_seen_unless_ok_is_held() -> None:
    made = menu(Language.ZH, "spares")
    assert MASKED == rows(made.screen(0))
    assert ["预言家", "", "上下键更改"] == hold(made, 0, DOWN, DOWN)
    assert MASKED == rows(made.screen(3 * SECOND)), "hidden again, and the same as before"
    made.key(OK, down=True, at_ns=10 * SECOND)
    assert MASKED == rows(made.screen(10 * SECOND + 599_999_999))
    assert "预言家" == rows(made.screen(11 * SECOND))[0]
    assert MASKED == rows(made.screen(20 * SECOND)), "a stuck key does not leave it open"


def test_both_cards_are_sent_once_staff_say_so() -> None:
    made = chosen(menu(Language.ZH, "spares"), 1, 2)
    assert (AssignCards("werewolf,seer"),) == do(made, OK)


def test_what_has_been_entered_can_be_corrected() -> None:
    made = chosen(menu(Language.ZH, "spares"), 1, 2)
    do(made, DOWN)
    assert ["村民", "", "上下键更改"] == hold(made, 30 * SECOND, UP, UP)
    assert (AssignCards("villager,seer"),) == do(made, UP, OK)


@pytest.mark.parametrize(
    ("downs", "why"),
    [((1, 0), "请录入每一张底牌。"), ((1, 1), "底牌里最多一张狼人。"), ((2, 2), "这副牌里没有这么多张，请检查。")],
)
def test_what_cannot_be_spare_is_not_sent_and_it_says_why(downs: tuple[int, int], why: str) -> None:
    made = chosen(menu(Language.ZH, "spares"), *downs)
    assert () == do(made, OK)
    assert "不能完成" == made.screen().title
    assert "".join(rows(made.screen())).startswith(why[:14])
    do(made, OK)
    assert "录入底牌" == made.screen().title
    assert AssignCards not in {type(action) for action in do(made, BACK)}


def test_two_wolves_may_be_spare_where_the_house_says_so() -> None:
    status = STATUSES["spares"]
    assert status.view is not None
    rules = HouseRules(thief_max_buried_wolves=MaxBuriedWolves.UNRESTRICTED)
    made = menu(Language.ZH)
    made.update(msgspec.structs.replace(status, view=msgspec.structs.replace(status.view, rules=rules)))
    assert (AssignCards("werewolf,werewolf"),) == do(chosen(made, 1, 1), OK)


def test_a_pause_keeps_what_staff_have_entered_and_nothing_can_be_skipped() -> None:
    made = menu(Language.ZH, "spares")
    hold(made, 0, DOWN)
    assert (Pause(),) == do(made, BACK)
    assert "跳过这一步" not in rows(made.screen())
    made.update(msgspec.structs.replace(STATUSES["spares"], paused=True))
    assert (Resume(),) == do(made, BACK)
    assert "狼人" == hold(made, 10 * SECOND)[0]


def test_once_they_are_known_the_page_is_gone_and_a_new_deal_begins_with_none() -> None:
    made = menu(Language.ZH, "spares")
    hold(made, 0, DOWN)
    made.update(msgspec.structs.replace(STATUSES["spares"], needs_spares=False))
    assert "准备" == made.screen().title
    made.update(STATUSES["spares"])
    assert "还没有选" == hold(made, 10 * SECOND)[0]


def test_what_is_masked_does_not_depend_on_the_cards_and_printing_them_says_nothing() -> None:
    one, other = (chosen(menu(Language.ZH, "spares"), *downs) for downs in ((1, 2), (3, 1)))
    for _ in range(4):
        assert one.screen() == other.screen()
        do(one, DOWN)
        do(other, DOWN)
    assert "werewolf" not in repr(SparesPage(("werewolf", "seer")))


def test_a_table_without_staff_questions_shows_the_game() -> None:
    status = TableStatus(mode=Mode.GAME, view=STATUSES["setup"].view, needs_spares=False)
    made = menu(Language.ZH)
    made.update(status)
    assert isinstance(made.screen().body, Rows)
    assert seats_of(*range(1, 10)) == (status.view.seats if status.view else ())
