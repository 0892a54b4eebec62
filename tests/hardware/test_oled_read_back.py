"""What is drawn on the display can be read from its dots: by people, and by the tests that have nothing else."""

from __future__ import annotations

from typing import Final

import pytest

from hardware.dots import shifted
from hardware.oled import draw
from hardware.rest import shift
from hardware.screen import Big, Row, Rows, Screen, window
from tests.kit.reading import Page, read

PAGES: Final = (
    (
        Screen("第一夜", Rows((Row("天黑请闭眼。"), Row("Night falls. 12"))), "6/6"),
        Page("第一夜", "", "", ("天黑请闭眼。", "Night falls. 12")),
    ),
    (Screen("第一夜", Big("5号", footer="五号。"), "6/6"), Page("第一夜", "5号", "", ("五号。",))),
    (Screen("第一夜", Big("12号"), ""), Page("第一夜", "12号", "", ())),
    (Screen("白天", Big("3号", "1:45", "三号请发言。"), ""), Page("白天", "3号", "1:45", ("三号请发言。",))),
    (Screen("法官", Rows((Row("开始"), Row("板子")), cursor=0)), Page("法官", "", "", ("开始", "板子"))),
)


@pytest.mark.parametrize(("screen", "page"), PAGES)
@pytest.mark.parametrize("minute", range(4))
def test_a_screen_reads_as_it_was_written(screen: Screen, page: Page, minute: int) -> None:
    found = read(shifted(draw(screen), *shift(minute)))
    assert page[1:] == found[1:]
    assert found.title.startswith(page.title)


def test_a_list_reads_row_by_row() -> None:
    rows = tuple(Row(text) for text in ("开始", "再来一局", "板子", "座位", "座位检查"))
    lines = read(draw(Screen("法官", window(rows, 2)))).lines
    assert ("再来一局", "板子", "座位") == tuple(line.split(" ")[0] for line in lines)
