"""故障: the list, one fault in full, and what can be done for its seats."""

from __future__ import annotations

import msgspec

from audio.say import Language
from engine.seats import Seat
from firmware.faults import FaultBook, Kind
from firmware.menu.actions import Keep
from firmware.menu.choices import OFF
from firmware.menu.model import Menu
from firmware.menu.status import TableStatus
from hardware.ports import Condition, Device, Health
from hardware.screen import Rows
from hardware.words import Words
from tests.menu.scenes import BACK, DOWN, OK, STATUSES, UP, menu

CHIP = Health(
    Device.CHIP, Condition.ABSENT, 1, number=0x20, seats=(1, 2, 3, 4, 5, 6), detail=Words("没有应答", "no answer")
)
OLED = Health(Device.OLED, Condition.ABSENT, 2)


def book(*reports: Health) -> FaultBook:
    made = FaultBook()
    for report in reports:
        made.health(report)
    return made


def broken(status: TableStatus, *reports: Health) -> TableStatus:
    return msgspec.structs.replace(status, faults=book(*reports).faults)


def rows(made: Menu) -> list[str]:
    body = made.screen().body
    assert isinstance(body, Rows)
    return [f"{row.text} {row.value}".strip() for row in body.rows]


def paused(*reports: Health) -> Menu:
    """The menu of a paused game, its cursor on 故障."""
    made = menu(Language.ZH, "wake", OK)
    made.update(broken(STATUSES["paused"], *reports))
    made.press(UP)
    made.press(UP)
    return made


def test_the_corner_has_a_mark_while_something_calls_staff() -> None:
    made = paused(CHIP)
    assert any(row.startswith("故障 1") for row in rows(made))


def test_the_list_has_what_is_wrong_first_and_in_brackets_what_was() -> None:
    back = msgspec.structs.replace(CHIP, condition=Condition.OK, at_ns=3)
    made = paused(CHIP, OLED, back)
    made.press(OK)
    assert ("故障", "1") == (made.screen().title, made.screen().corner)
    assert ["F21 小屏失联", "(F11) 芯片失联"] == rows(made)


def test_a_fault_in_full_says_what_where_and_what_to_do() -> None:
    made = paused(CHIP)
    made.press(OK)
    made.press(OK)
    assert "F11 芯片失联" == made.screen().title
    read = []
    for _ in range(12):
        read += [row for row in rows(made) if row not in read]
        made.press(DOWN)
    told = "".join(read)
    for part in ("扩展芯片没有反应", "0x20", "1-6号", "插好扩展板的电源", "没有应答"):
        assert part in told


def test_staff_answer_for_all_its_seats_with_one_key() -> None:
    made = paused(CHIP)
    for _ in range(3):
        made.press(OK)
    assert "怎么办？" == made.screen().title
    (keep,) = made.press(OK)
    assert isinstance(keep, Keep)
    assert tuple((Seat(n), OFF) for n in range(1, 7)) == keep.choices.pads
    assert "F11 芯片失联" == made.screen().title


def test_or_each_seat_gets_what_it_needs() -> None:
    made = paused(CHIP)
    for key in (OK, OK, OK, DOWN, OK):
        made.press(key)
    assert "1号" == made.screen().title
    assert "店员代答" in rows(made)
    made.press(BACK)
    assert "怎么办？" == made.screen().title


def test_a_display_has_no_seats_to_help() -> None:
    made = paused(OLED)
    made.press(OK)
    made.press(OK)
    made.press(OK)
    assert "故障" == made.screen().title


def test_between_games_a_new_fault_is_shown_at_once_and_goes_when_it_is_over() -> None:
    made = menu(Language.ZH, "idle")
    title = made.screen().title
    made.update(broken(STATUSES["idle"], CHIP))
    assert "注意" == made.screen().title
    assert rows(made)[0].startswith("F11")
    made.update(broken(STATUSES["idle"], CHIP, msgspec.structs.replace(CHIP, condition=Condition.OK)))
    assert title == made.screen().title


def test_a_hint_calls_nobody() -> None:
    made = FaultBook()
    made.note(Kind.NEVER_PRESSED, 1, (4,), wrong=True)
    status = msgspec.structs.replace(STATUSES["idle"], faults=made.faults)
    assert [] == list(status.open_faults)
    assert [Kind.NEVER_PRESSED] == [fault.kind for fault in status.faults]
