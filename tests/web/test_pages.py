"""The pages in a real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.prompts import Eyes
from engine.seats import Seat, seats_of
from firmware.web.server import SeatTaken
from hardware.debounce import DEAF_NS
from hardware.ports import Edge, Key, KeyEdge, Pattern
from tests.web.stage import Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

pytestmark = pytest.mark.browser

SEAT5 = "/?seat=5"


TAKEN, GIVEN_BACK = SeatTaken(Seat(5), taken=True), SeatTaken(Seat(5), taken=False)
PRESSED = [TAKEN, Edge(5, True, 0), Edge(5, False, DEAF_NS)]
"""Down and up: as far apart as two edges must be to count, on a clock that stands still."""


def _left_after(served: Served, page: Page, expected: Sequence[object]) -> list[object]:
    """What has come when as much as is `expected` has come and the page was closed, up to the seat's return.

    Not closed before: what a page has said last may go down with it.
    """
    values = [served.stage.received() for _ in expected]
    page.close()
    while values[-1] != GIVEN_BACK:
        values.append(served.stage.received())
    return values


def test_a_press_and_release_of_the_mouse_are_exactly_two_edges(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(SEAT5)
    page.locator("#button").click()
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_a_finger_is_exactly_two_edges(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(SEAT5, has_touch=True, viewport={"width": 390, "height": 844})
    page.locator("#button").tap()
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_the_space_bar_is_exactly_two_edges_however_long_it_repeats(
    served: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(SEAT5)
    page.keyboard.down(" ")
    page.keyboard.down(" ")  # a key that is down already repeats
    page.keyboard.up(" ")
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_the_space_bar_on_the_look_button_is_not_a_press(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page(SEAT5)
    page.locator("#look").focus()
    page.keyboard.press(" ")
    expect(page.locator("#glyph")).to_have_text("巫")
    assert [TAKEN, GIVEN_BACK] == _left_after(served, page, [TAKEN])


def test_after_a_look_with_the_mouse_the_space_bar_is_the_button(
    served: Served, open_page: Callable[..., Page]
) -> None:
    served.stage.open()
    page = open_page(SEAT5)
    for shown in ("巫", ""):
        page.locator("#look").click()
        expect(page.locator("#glyph")).to_have_text(shown)
    page.keyboard.press(" ")
    expect(page.locator("#glyph")).to_have_text("")
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_mouse_and_space_together_are_one_press(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(SEAT5)
    page.locator("#button").hover()
    page.mouse.down()
    page.keyboard.down(" ")
    page.mouse.up()
    page.keyboard.up(" ")
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_leaving_the_button_with_the_mouse_down_still_lets_go_once(
    served: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(SEAT5)
    page.locator("#button").hover()
    page.mouse.down()
    page.mouse.move(2, 2)
    page.mouse.up()
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_the_own_lamp_shows_and_goes_dark(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page(SEAT5)
    lamp = page.locator("#lamp")
    expect(lamp).to_have_attribute("data-on", "false")
    served.stage.light(Eyes.NIGHT, s5=Pattern.STEADY)
    expect(lamp).to_have_attribute("data-on", "true")
    served.stage.light(Eyes.NIGHT, s3=Pattern.STEADY)
    expect(lamp).to_have_attribute("data-on", "false")


LIT = """([pattern, ages]) => import("/static/table.js").then((table) => {
    const now = performance.now();
    performance.now = () => now;
    return ages.map((age) => {
        const lamp = document.createElement("i");
        table.showLamp(lamp, { pattern, since_ms: table.judgeNow() - age });
        return lamp.dataset.on === "true";
    });
})"""
"""What a lamp shows at exactly these ages: the page's own clock stands still, however slow the browser is."""


@pytest.mark.parametrize(
    ("pattern", "ages", "lit"),
    [
        # Seat-language 2: fast 4 Hz and slow 1 Hz, half on and half off, on first.
        ("fast", [10, 60, 140, 200, 260, 1010, 1140], [True, True, False, False, True, True, False]),
        ("slow", [10, 400, 520, 900, 1020, 1520], [True, True, False, False, True, False]),
        # Two flashes of 120 ms with 120 ms between, once, then dark.
        ("double", [10, 80, 140, 200, 260, 320, 380, 500, 5000], [True, True, False, False, True, True] + [False] * 3),
        ("steady", [10, 3000], [True, True]),
        ("off", [10, 3000], [False, False]),
    ],
)
def test_a_pattern_is_a_function_of_its_age(
    open_page: Callable[..., Page], pattern: str, ages: list[int], lit: list[bool]
) -> None:
    page = open_page("/")
    assert lit == page.evaluate(LIT, [pattern, ages])


def test_by_day_the_ring_shows_the_lamps_and_by_night_none(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page("/")
    served.stage.fall()
    served.stage.sweep()
    expect(page.locator("body")).to_have_attribute("data-mood", "night")
    expect(page.locator("#caption .main")).to_have_text("请选择今晚击杀的目标。")
    expect(page.locator("#ring .dot[data-on=true]")).to_have_count(0)
    served.stage.day()
    expect(page.locator("body")).to_have_attribute("data-mood", "day")
    expect(page.locator("#ring .dot[data-on=true]")).to_have_count(1)
    expect(page.locator("#ring li[data-seat='4'] .dot")).to_have_attribute("data-on", "true")
    expect(page.locator("#ring li[data-speaking=true]")).to_have_text("4")
    expect(page.locator("#ring li[data-out=true] .no")).to_have_text("7")


PIXELS = """() => {
    const data = document.getElementById("oled").getContext("2d").getImageData(0, 0, 128, 64).data;
    const lit = [];
    for (let i = 0; i < data.length; i += 4) lit.push(data[i] > 100 ? 1 : 0);
    return lit;
}"""


def test_the_oled_shows_the_true_pixels_and_changes(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.screen("B09")
    page = open_page("/")
    for version, text in enumerate(("B09", "B07"), start=1):
        picture = served.stage.screen(text)
        expect(page.locator("#oled")).to_have_attribute("data-version", str(version))
        assert [1 if pixel else 0 for pixel in picture.convert("L").tobytes()] == page.evaluate(PIXELS)
    box = page.locator("#oled").bounding_box()
    assert box is not None
    assert (384, 192) == (box["width"], box["height"])


def test_the_card_is_face_down_until_it_is_looked_at(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page(SEAT5)
    expect(page.locator("#look")).to_be_enabled()
    assert "女巫" not in page.content()
    page.locator("#look").click()
    expect(page.locator("#role")).to_have_text("女巫")
    page.locator("#look").click()
    expect(page.locator("#card")).to_have_attribute("data-open", "false")
    assert "女巫" not in page.content()


def test_before_the_deal_there_is_nothing_to_look_at(open_page: Callable[..., Page]) -> None:
    page = open_page(SEAT5)
    expect(page.locator("#look")).to_be_disabled()
    expect(page.locator("#card-hint")).to_have_text("还没有发牌")


def test_the_staff_keys_answer_to_mouse_and_keyboard(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    page.locator("[data-key=ok]").click()
    for key in ("ArrowUp", "ArrowDown", "Enter", "Backspace"):
        page.keyboard.press(key)
    edges = [served.stage.received() for _ in range(10)]
    keys = (Key.OK, Key.UP, Key.DOWN, Key.OK, Key.BACK)
    assert [KeyEdge(key, down, 0) for key in keys for down in (True, False)] == edges


def test_a_seat_is_played_with_the_keyboard_alone(served: Served, open_page: Callable[..., Page]) -> None:
    """Tab reaches the button and the card, and both work from there."""
    served.stage.open()
    page = open_page(SEAT5)
    reached = []
    for _ in range(6):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id"))
    assert [True, True] == ["button" in reached, "look" in reached]
    page.locator("#look").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#role")).to_have_text("女巫")
    page.locator("#button").focus()
    page.keyboard.press(" ")
    assert [*PRESSED, GIVEN_BACK] == _left_after(served, page, PRESSED)


def test_the_language_switch_changes_the_page_and_is_remembered(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page("/")
    main, second = page.locator("#caption .main"), page.locator("#caption .second")
    expect(main).to_have_text("看好身份的，请按一下按钮。")
    expect(second).to_have_text("Press once when you know your role.")
    page.get_by_role("button", name="English").click()
    expect(main).to_have_text("Press once when you know your role.")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#board")).to_have_text("Nine seats · seer, witch, hunter")
    page.reload()
    expect(main).to_have_text("Press once when you know your role.")


def test_everything_that_acts_has_a_name(served: Served, open_page: Callable[..., Page]) -> None:
    """For screen readers: no button or link without words or a label."""
    served.stage.open()
    for path in ("/", SEAT5, "/maker"):
        page = open_page(path)
        unnamed = page.evaluate(
            """[...document.querySelectorAll("a, button, [role=img]")].filter((one) =>
                !(one.getAttribute("aria-label") || one.textContent.trim())).map((one) => one.outerHTML)"""
        )
        assert unnamed == []


def test_the_tally_and_the_end_are_shown_to_the_room(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.whole()
    page = open_page("/")
    expect(page.locator("#tally-rows tr").first).to_have_text("2号5票13459")
    expect(page.locator("#abstained")).to_have_text("弃票 8")
    served.stage.over()
    expect(page.locator("#winner")).to_have_text("好人胜利")
    expect(page.locator("#ring li[data-seat='3'] .tag")).to_have_text("预言家")


def test_the_floor_counts_down_and_stops_with_the_judge(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    served.stage.day()
    page = open_page("/")
    expect(page.locator("#floor-left")).to_have_text("1:22")
    served.stage.publisher.floor(Seat(4), 9_500)
    expect(page.locator("#floor")).to_have_attribute("data-urgent", "last")
    served.stage.publisher.floor(None, 0)
    expect(page.locator("#floor")).to_be_hidden()


def test_the_maker_sees_everything_and_is_warned(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    served.stage.fall()
    served.stage.sweep()
    page = open_page("/maker")
    expect(page.locator("#spoiler")).to_contain_text("剧透 · SPOILER")
    expect(page.locator("#seats tr[data-seat='2'] .role")).to_have_text("狼人")
    expect(page.locator("#seats tr[data-seat='2'] .dot")).to_have_attribute("data-on", "true")
    expect(page.locator("#seats tr[data-seat='6'] .down")).to_have_text("按下")
    expect(page.locator("#seats tr[data-awake=true]")).to_have_count(3)
    expect(page.locator("#prompt")).to_contain_text("wolf.pick")


def test_a_seat_that_does_not_exist_is_a_page_with_the_ones_that_do(browser: Browser, served: Served) -> None:
    served.stage.publisher.seats(seats_of(1, 2, 3, 5, 7, 9))
    page = browser.new_page()
    response = page.goto(f"http://{served.address}/?seat=19")
    assert response is not None
    assert response.status == 404
    assert ["1", "2", "3", "5", "7", "9"] == page.locator(".seat-links a").all_text_contents()
    page.close()


def test_pages_come_back_by_themselves_when_the_server_restarts(served: Served, open_page: Callable[..., Page]) -> None:
    pages = [open_page(path) for path in ("/", SEAT5, "/maker")]
    port = int(served.address.partition(":")[2])
    served.web.stop()
    for page in pages:
        expect(page.locator("#offline")).to_be_visible()
    again = Stage()
    table = Served(again, port)
    try:
        again.open()
        for page in pages:
            expect(page.locator("#offline")).to_be_hidden()
        expect(pages[0].locator("#ring li")).to_have_count(9)
        expect(pages[1].locator("#look")).to_be_enabled()
        pages[1].locator("#button").click()
        assert PRESSED == [again.received() for _ in PRESSED]
    finally:
        table.web.stop()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", SEAT5, "/maker"])
def test_no_page_is_wider_than_its_screen(
    served: Served, open_page: Callable[..., Page], path: str, width: int
) -> None:
    served.stage.whole()
    page = open_page(path, viewport={"width": width, "height": 844})
    for language in ("en", "zh"):
        page.locator(f"[data-language={language}]").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if path == SEAT5:
            button = page.locator("#button").bounding_box()
            assert button is not None
            assert button["y"] + button["height"] <= 844, "the button is on the screen without scrolling"
