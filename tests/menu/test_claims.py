"""Staff settle the claims: masked unless OK is held, complete before it is sent."""

import msgspec
import pytest

from audio.say import Language
from firmware.menu.actions import REDEAL, AssignCards, Pause, Resume
from firmware.menu.model import Menu
from firmware.menu.status import Claim
from hardware.screen import Rows, Screen
from tests.menu.scenes import BACK, BOARDS, CLAIMS, DOWN, NAMES, OK, STATUSES, UP, menu
from tests.menu.test_home import do, rows

SECOND = 1_000_000_000


def words(screen: Screen) -> str:
    """Everything written on a screen of rows."""
    assert isinstance(screen.body, Rows)
    return " ".join([screen.title, screen.corner, *(f"{row.text} {row.value}" for row in screen.body.rows)])


def hold(made: Menu, at_ns: int, *keys: object) -> list[str]:
    """Hold OK from `at_ns`, press `keys` after a second, let go; the rows seen at the end of holding."""
    made.key(OK, down=True, at_ns=at_ns)
    for key in keys:
        made.press(key, at_ns + SECOND)  # type: ignore[arg-type] # keys only
    seen = rows(made.screen(at_ns + SECOND))
    made.key(OK, down=False, at_ns=at_ns + 2 * SECOND)
    return seen


def test_nothing_is_seen_before_ok_has_been_held_for_six_tenths_of_a_second() -> None:
    made = menu(Language.ZH, "claims")
    masked = made.screen(0)
    assert ["1号 按住OK", "2号 ---", "3号 ---"] == rows(masked)
    assert () == made.key(OK, down=True, at_ns=0)
    assert masked == made.screen(599_999_999)
    assert ["狼人", "现有2张，应3张", "上下键更改"] == rows(made.screen(600_000_000))
    made.key(OK, down=False, at_ns=700_000_000)
    assert masked == made.screen(700_000_001)


def test_the_menu_says_when_time_alone_changes_the_screen() -> None:
    made = menu(Language.ZH, "claims")
    assert None is made.changes_at_ns(0)
    made.key(OK, down=True, at_ns=5)
    assert 600_000_005 == made.changes_at_ns(5)
    assert 10_000_000_005 == made.changes_at_ns(600_000_005)
    made.key(OK, down=False, at_ns=SECOND)
    assert None is made.changes_at_ns(SECOND)


def test_a_stuck_key_does_not_leave_the_secret_open() -> None:
    made = menu(Language.ZH, "claims")
    made.key(OK, down=True, at_ns=0)
    assert "狼人" in words(made.screen(9_999_999_999))
    assert "狼人" not in words(made.screen(10_000_000_000))


def test_back_hides_the_secret_even_while_ok_is_down() -> None:
    made = menu(Language.ZH, "claims")
    made.key(OK, down=True, at_ns=0)
    assert (Pause(),) == made.press(BACK, SECOND)
    assert "暂停" == made.screen(SECOND).title
    assert (Resume(),) == made.press(BACK, SECOND)
    assert ["1号 按住OK", "2号 ---", "3号 ---"] == rows(made.screen(2 * SECOND))


def test_what_is_masked_does_not_depend_on_the_claims() -> None:
    other = tuple(
        Claim(claim.role, claim.name, claim.cards, tuple(reversed(CLAIMS))[index].seats, rest=claim.rest)
        for index, claim in enumerate(CLAIMS)
    )
    first, second = menu(Language.ZH, "claims"), Menu(BOARDS, NAMES, Language.ZH, "B09")
    second.update(msgspec.structs.replace(STATUSES["claims"], claims=other))
    for _ in range(12):
        assert first.screen() == second.screen()
        do(first, DOWN)
        do(second, DOWN)


def test_cards_are_changed_only_while_they_are_seen() -> None:
    made = menu(Language.ZH, "claims")
    made.key(OK, down=True, at_ns=0)
    made.press(DOWN, 500_000_000)
    assert ["狼人", "现有2张，应3张", "上下键更改"] == rows(made.screen(SECOND))
    made.press(DOWN, SECOND)
    assert ["预言家", "现有2张，应1张", "上下键更改"] == rows(made.screen(SECOND))


def test_what_does_not_fit_the_deck_is_not_sent() -> None:
    made = menu(Language.ZH, "claims", UP, UP)
    assert () == do(made, OK)
    assert "不能完成" == made.screen().title


def test_a_seat_that_claimed_twice_has_its_first_claim_until_staff_decide() -> None:
    """Seats 1 and 2 wolves, 3 seer, 4 witch, 6 hunter; staff find the third wolf at seat 9."""
    made = menu(Language.ZH, "claims", *[DOWN] * 8)
    assert ["狼人", "现有3张，应3张", "上下键更改"] == hold(made, 0, DOWN)
    do(made, DOWN)
    assert (
        AssignCards("1=werewolf,2=werewolf,3=seer,4=witch,5=villager,6=hunter,7=villager,8=villager,9=werewolf"),
    ) == do(made, OK)


def test_dealing_again_is_asked_twice() -> None:
    made = menu(Language.ZH, "claims", UP)
    assert () == do(made, OK, DOWN, OK)
    assert "真的吗？" == made.screen().title
    assert (REDEAL,) == do(made, DOWN, OK)


def test_a_pause_keeps_what_staff_have_entered() -> None:
    made = menu(Language.ZH, "claims", *[DOWN] * 8)
    hold(made, 0, DOWN)
    do(made, BACK, BACK)
    made.update(msgspec.structs.replace(STATUSES["claims"], paused=True))
    assert ["狼人", "现有3张，应3张", "上下键更改"] == hold(made, 10 * SECOND)


def test_a_claim_page_cannot_be_skipped() -> None:
    made = menu(Language.ZH, "claims", BACK)
    assert ["继续", "重复这一步", "出局 0"] == rows(made.screen())


@pytest.mark.parametrize("value", [AssignCards("3=seer"), CLAIMS[0], menu(Language.ZH, "claims")])
def test_printing_a_secret_says_nothing(value: object) -> None:
    assert not any(word in repr(value) for word in ("seer", "werewolf", "狼人"))


def test_printing_a_status_says_nothing_of_the_claims() -> None:
    assert "werewolf" not in repr(STATUSES["claims"])
