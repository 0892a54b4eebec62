"""The room on the café's wall, and every page without a mouse, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Page, expect

from engine import events as e
from engine.houserules import HouseRules
from engine.seats import Direction, Seat, seats_of
from engine.text import Text
from hardware.ports import Key, KeyEdge
from tests.web.stage import MS, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.browser

HOUR_MS: Final = 3_600_000
TWELVE: Final = seats_of(*range(1, 13))
VOTES: Final = (
    e.Tally(Seat(2), 9, seats_of(1, 7, 9, 10)),
    e.Tally(Seat(5), 4, seats_of(6, 8)),
    e.Tally(Seat(12), 2, seats_of(4)),
    e.Tally(Seat(9), 2, seats_of(12)),
)


class Full(Stage):
    """A table of twelve, as much as ever stands beside it: bear and silence, sheriff, order, a ballot, two out."""

    def noon(self) -> None:
        """Day 1, a second ballot is near; 9 has the floor."""
        name = Text("预女猎守十二人", "Seer, Witch, Hunter, Guard: twelve seats")
        self.tell(e.GameOpened("B12", name, TWELVE, (), HouseRules(), sheriff=True), e.GameBegan(), e.NightFell(1))
        self.tell(e.DayBroke(1), e.Growled(yes=False), e.Silenced(Seat(10)))
        self.tell(e.SheriffElected(Seat(7), e.Elected.VOTES), e.Announced(1, seats_of(3, 11)))
        order = tuple(Seat(n) for n in (8, 9, 10, 12, 1, 2, 4, 5, 6, 7))
        self.tell(e.SpeechesOpened(Direction.ASCENDING, order, 925), e.BallotRead(1, VOTES, seats_of(2, 5), 2))
        self.publisher.floor(Seat(9), 83_000)


@pytest.fixture
def served() -> Iterator[Served]:
    """A table of twelve, served."""
    table = Served(Full())
    try:
        yield table
    finally:
        table.web.stop()


def noon(served: Served) -> None:
    """Let it be noon."""
    assert isinstance(served.stage, Full)
    served.stage.noon()


CUT_OFF = """() => [...document.querySelectorAll("#ring a, .middle > *, .side .panel *")]
    .filter((one) => one.textContent.trim() && one.checkVisibility()).filter((one) => {
        const box = one.getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
    }).map((one) => one.outerHTML)"""
"""What the screen does not show whole."""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_wall_shows_everything_public_at_once_and_nothing_to_press(
    served: Served, open_page: Callable[..., Page], width: int, height: int
) -> None:
    noon(served)
    page = open_page("/?wall", viewport={"width": width, "height": height})
    for language in ("zh", "en"):
        page.locator(f"[data-language={language}]").click()
        assert [] == page.evaluate(CUT_OFF)
        assert [width, height] == page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
    expect(page.locator("#floor-seat")).to_have_text("Seat 9 has the floor")
    expect(page.locator("#office-state")).to_have_text("Seat 7 is sheriff")
    expect(page.locator("#tally-rows tr").first).to_have_text("Seat 24.517910")
    expect(page.locator("#out-seats .chip")).to_have_text(["3", "11"])
    expect(page.locator(".device, .help, a[href='/maker']").filter(visible=True)).to_have_count(0)
    # Seen from across the room: a line of the ballot is at least a fortieth of the screen's height.
    row = page.locator("#tally-rows th").first.bounding_box()
    assert row is not None
    assert row["height"] >= height / 40


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (768, 1024)])
def test_on_a_small_screen_or_one_that_stands_the_wall_is_a_wall_too(
    served: Served, open_page: Callable[..., Page], width: int, height: int
) -> None:
    noon(served)
    page = open_page("/?wall", viewport={"width": width, "height": height})
    for language in ("zh", "en"):
        page.locator(f"[data-language={language}]").click()
        assert [] == page.evaluate(CUT_OFF)
        assert page.locator("#board").evaluate("one => one.scrollWidth <= one.clientWidth"), "its name is told whole"
    expect(page.locator(".device, .help, a[href='/maker']").filter(visible=True)).to_have_count(0)
    expect(page.locator("#out-seats .chip")).to_have_text(["3", "11"])
    expect(page.locator("#wall")).to_have_text("Room")
    number, row = (page.locator(what).first.bounding_box() for what in ("#ring .no", "#tally-rows th"))
    assert number is not None
    assert row is not None
    assert number["height"] >= min(width, height) / 25
    assert row["height"] >= min(width, height) / 40


@pytest.mark.parametrize("rows", [3, 4, 5, 7, 8, 12])
def test_however_many_have_votes_the_wall_shows_them_all(
    served: Served, open_page: Callable[..., Page], rows: int
) -> None:
    noon(served)
    votes = tuple(e.Tally(seat, 2, (seat,)) for seat in TWELVE[: rows - 1])
    rest = e.Tally(Seat(12), 2 * (13 - rows), TWELVE[rows - 1 :])
    served.stage.tell(e.BallotRead(1, (rest, *votes), (), 0))
    page = open_page("/?wall", viewport={"width": 1280, "height": 720})
    expect(page.locator("#tally-rows tr")).to_have_count(rows)
    assert [] == page.evaluate(CUT_OFF)


def test_by_night_the_wall_has_the_table_alone(served: Served, open_page: Callable[..., Page]) -> None:
    noon(served)
    page = open_page("/?wall", viewport={"width": 1280, "height": 720})
    expect(page.locator(".side")).to_be_visible()
    served.stage.tell(e.NightFell(2))
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator("#ring [data-seat='3'] .tag")).to_have_text("出局")


def test_w_goes_to_the_wall_and_back(open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    for place in ("/?wall", "/"):
        page.keyboard.press("w")
        page.wait_for_url(f"**{place}")
        expect(page.locator("body")).to_have_attribute("data-online", "true")


def test_a_phone_gets_to_the_wall_and_back_without_a_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page("/", viewport={"width": 390, "height": 844})
    for place, name in (("/?wall", "大屏"), ("/", "房间")):
        page.get_by_role("link", name=name).click()
        page.wait_for_url(f"**{place}")
        expect(page.locator("body")).to_have_attribute("data-online", "true")


@pytest.mark.parametrize(("keys", "seat"), [("12", "12"), ("5", "5"), ("1", "1")])
def test_a_seat_is_opened_by_its_number(served: Served, open_page: Callable[..., Page], keys: str, seat: str) -> None:
    """One digit is enough where no longer number begins with it; else the page waits a second for another."""
    noon(served)
    page = open_page("/")
    expect(page.locator("#ring li")).to_have_count(12)
    with page.expect_popup() as opened:
        for key in keys:
            page.keyboard.press(key)
    opened.value.wait_for_url(f"**/?seat={seat}")
    expect(page.locator("#typed")).to_be_hidden()


def test_a_number_that_nobody_has_opens_nothing(served: Served, open_page: Callable[..., Page]) -> None:
    noon(served)
    page = open_page("/")
    expect(page.locator("#ring li")).to_have_count(12)
    page.keyboard.press("0")
    with page.expect_popup() as opened:
        page.keyboard.press("9")
    opened.value.wait_for_url("**/?seat=9")
    assert 2 == len(page.context.pages)


def test_the_room_is_walked_with_tab_and_what_has_the_focus_is_seen(
    served: Served, open_page: Callable[..., Page]
) -> None:
    noon(served)
    page = open_page("/")
    expect(page.locator("#ring li")).to_have_count(12)
    reached: list[str] = []
    for _ in range(4 + 12 + 4):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => {
                const one = document.activeElement;
                const name = one.dataset.key ?? one.dataset.language ?? one.getAttribute("href");
                return [name, getComputedStyle(one).outlineStyle];
            }"""
        )
        reached.append(name)
        assert "solid" == outline, name
    seats = [f"/?seat={n}" for n in TWELVE]
    assert ["/?wall", "/maker", "zh", "en", *seats, "back", "up", "down", "ok"] == reached
    page.keyboard.press(" ")
    ok = [KeyEdge(Key.OK, True, 0), KeyEdge(Key.OK, False, 0)]
    assert ok == [served.stage.received() for _ in ok]


def test_c_shows_the_card_while_it_is_held(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page("/?seat=5")
    expect(page.locator("#look")).to_be_enabled()
    page.keyboard.down("c")
    expect(page.locator("#role")).to_have_text("女巫")
    page.keyboard.up("c")
    expect(page.locator("#card")).to_have_attribute("data-open", "false")
    assert "女巫" not in page.content()


def test_the_makers_timeline_counts_from_the_start_of_the_game(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.time.move_to(HOUR_MS * MS)
    served.stage.open()
    served.stage.time.move_to((HOUR_MS + 83_400) * MS)
    served.stage.fall()
    page = open_page("/maker")
    expect(page.locator("#timeline time")).to_have_text(["1:23.4", "0:00.0"])
    expect(page.locator("#timeline .part")).to_have_text(["第一夜", "准备"])
    served.stage.time.move_to(2 * HOUR_MS * MS)
    served.stage.open()
    expect(page.locator("#timeline time")).to_have_text(["0:00.0"])


def test_the_way_to_the_past_is_there_when_no_game_is_played(served: Served, open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    past = page.locator("#past")
    expect(past).to_be_visible()
    expect(past).to_have_attribute("href", "/review?lang=zh")
    page.get_by_role("button", name="English").click()
    expect(past).to_have_attribute("href", "/review?lang=en")
    served.stage.open()
    expect(past).to_be_hidden()
    served.stage.over()
    expect(past).to_be_visible()
