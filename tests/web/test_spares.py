"""Spare buttons at the simulated table: each under its own number, for whichever seat it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Page, expect

from engine.prompts import Eyes
from engine.seats import Seat, seats_of
from firmware.menu.actions import CheckSeats
from firmware.menu.choices import OFF, Worn
from firmware.web.server import SeatTaken
from firmware.web.views import Own, Room
from hardware.debounce import DEAF_NS
from hardware.ports import Edge, Pattern
from tests.web.joined import Program
from tests.web.stage import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.wire import Served

WORN: Final[Worn] = ((Seat(3), OFF), (Seat(5), Seat(10)))
"""3 has no button, 5 has that of 10."""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """The program, before any game."""
    return Program(tmp_path)


def test_in_the_seat_check_a_spare_answers_for_its_seat_with_the_lamp_in_it(program: Program) -> None:
    program.use(WORN)
    program.judge.act(CheckSeats(SEATS))
    for pad in (10, 3):
        program.press(pad)
    assert seats_of(1, 2, 3, 4, 6, 7, 8, 9) == program.judge.status.check.waiting, "3 is switched off"
    spare, seat, off, other = (program.sees(Own(Seat(n))) for n in (10, 5, 3, 11))
    assert (10, "steady") == (spare["lamp"]["seat"], spare["lamp"]["pattern"])
    assert [None, None] == [off["lamp"], other["lamp"]]
    assert [(5, None), (None, 10), (None, 0), (None, None)] == [
        (view["stands_for"], view["pad"]) for view in (spare, seat, off, other)
    ]
    room = program.sees(Room())
    assert [5] == [lamp["seat"] for lamp in room["lamps"]]
    assert {10: 5} == {one["pad"]: one["stands_for"] for one in room["spares"] if one["stands_for"]}
    assert [*range(10, 19)] == [one["pad"] for one in room["spares"]]


def test_who_holds_a_spare_plays_for_its_seat_and_the_bot_lets_go(program: Program) -> None:
    def people() -> list[int]:
        return [seat["seat"] for seat in program.sees(Room())["seats"] if seat["person"]]

    program.put(SeatTaken(Seat(10), taken=True))
    program.wait(0.01)
    assert [] == people(), "a button that no seat uses is nobody's"
    program.use(WORN)
    assert [5] == people()
    program.use(())
    assert [] == people()


def test_a_spare_shows_no_card_and_what_its_seat_is(served: Served) -> None:
    served.stage.publisher.seats(SEATS, WORN)
    served.stage.whole()
    with served.client("/ws/seat/10") as client:
        client.send(look=True)
        view = client.view()
    assert (False, 5, False, None) == (view["used"], view["stands_for"], view["dealt"], view["card"])


@pytest.mark.browser
def test_a_spare_is_opened_by_its_number_and_pressed(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.publisher.seats(SEATS, WORN)
    served.stage.open()
    room = open_page("/")
    expect(room.locator("#spares a").first).to_have_text("10 → 5号")
    with room.expect_popup() as opened:
        for key in "10":
            room.keyboard.press(key)
    page = opened.value
    expect(page.locator("#spare")).to_have_text("备用按钮，5号在用")
    expect(page.locator("#own-card")).to_be_hidden()
    assert SeatTaken(Seat(10), taken=True) == served.stage.received()
    page.keyboard.press(" ")
    assert [Edge(10, True, 0), Edge(10, False, DEAF_NS)] == [served.stage.received() for _ in range(2)]
    served.stage.light(Eyes.OPEN, s5=Pattern.STEADY)
    expect(page.locator("#lamp")).to_have_attribute("data-on", "true")
    expect(open_page("/?seat=5").locator("#spare")).to_have_text("用的是10号备用按钮")
    expect(open_page("/?seat=11").locator("#spare")).to_have_text("备用按钮，没有座位在用")
