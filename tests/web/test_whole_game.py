"""A whole short game in a real browser, every press a click; then its 复盘, opened from the room's page.

The whole judge stands behind the pages, on a clock that the test moves: a click is as exact as a finger at the
virtual table, however slow the browser is.

    1 狼人   2 狼人   3 预言家   4 女巫   5 村民   6 村民

Night 1: the wolves knife 5, 预言家 checks 2, 女巫 poisons 1. Day 1: 2 is exiled, and good wins.
"""

from __future__ import annotations

import queue
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Page, expect

from audio.say import Language
from engine.seats import Seat
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.fakes import FakeClock
from firmware.journal import Journal
from firmware.state_dir import JOURNAL
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher
from firmware.web.server import SeatTaken, WebTable
from hardware.ports import Edge, KeyEdge
from tests.kit.players import Choices, Finger, Players, ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.web.stage import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from PIL import Image
    from playwright.sync_api import Browser

    from engine.prompts import Eyes
    from engine.public import PublicView
    from engine.seats import Seats
    from engine.setup import Setup
    from firmware.menu.choices import Worn
    from firmware.table.outlets import Spoken
    from hardware.ports import LampFrame

pytestmark = pytest.mark.browser

CARDS: Final = "werewolf werewolf seer witch villager villager"
NAMES: Final = ("狼人", "狼人", "预言家", "女巫", "村民", "村民")
WISHES: Final[Choices] = {
    ("wolf.pick", 1): 5,
    ("wolf.pick", 2): 5,
    ("seer.pick", 3): 2,
    ("witch.poison", 4): 1,
    ("vote.open", 2): 3,
    ("vote.open", 3): 2,
    ("vote.open", 4): 2,
    ("vote.open", 6): 2,
}


class Pages(Audience):
    """The table's pages, of a table whose cards lie as the test laid them."""

    def __init__(self, hub: Hub, clock: FakeClock) -> None:
        """Publish to `hub`."""
        self._clock = clock
        self.publisher = Publisher(hub, Language.ZH, clock)
        self.cards: dict[Seat, str] = {}

    def chosen(self, seats: Seats, pads: Worn) -> None:
        """The chairs."""
        self.publisher.seats(seats, pads)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """The cards are dealt."""
        del setup, game, again
        self.publisher.dealt(self.cards)

    def spoken(self, spoken: Spoken) -> None:
        """A caption."""
        self.publisher.spoken(spoken)

    def fact(self, event: Public, view: PublicView) -> None:
        """What the room knows."""
        self.publisher.fact(event, view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """The lamps."""
        self.publisher.lamps(frame, eyes, self._clock.now_ns())

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """The speaker."""
        self.publisher.floor(seat, left_ms)

    def display(self, image: Image.Image) -> None:
        """The OLED."""
        self.publisher.screen(image)


class Clickers(Players):
    """Players whose fingers are mouse buttons over the pages of their seats."""

    def __init__(self, clock: FakeClock) -> None:
        """Nobody has a page yet."""
        super().__init__(ScriptedMind(WISHES))
        self.inbox: queue.Queue[object] = queue.Queue()
        self.own: dict[Seat, Page] = {}
        self._at: dict[Seat, tuple[float, float]] = {}
        self.clicks = 0
        self._clock = clock

    def _press(self, finger: Finger) -> None:
        self._point(finger.seat)
        self._edge(finger.seat, down=True)
        up_ns = self._clock.now_ns() + finger.hold_ms * MS
        self.table.loop.call_at(up_ns, partial(self._edge, finger.seat, down=False))

    def sit_at(self, seat: Seat, page: Page) -> None:
        """Their own page, and the mouse over its button."""
        self.own[seat] = page
        self._point(seat)
        assert SeatTaken(seat, taken=True) == self.inbox.get(timeout=PATIENCE_S)

    def _point(self, seat: Seat) -> None:
        """The mouse is over the button. A page in the background takes a second to hear of a move: only when needed."""
        box = self.own[seat].locator("#button").bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if middle != self._at.get(seat):
            self.own[seat].mouse.move(*middle)
            self._at[seat] = middle

    def _edge(self, seat: Seat, *, down: bool) -> None:
        """The mouse goes down or up; what the page makes of it is waited for, and given to the judge."""
        mouse = self.own[seat].mouse
        (mouse.down if down else mouse.up)()
        self.clicks += down
        sent = self.inbox.get(timeout=PATIENCE_S)
        assert Edge(int(seat), down, self._clock.now_ns()) == sent
        self.table.loop.put(sent)


@pytest.fixture
def errors() -> list[str]:
    """What goes wrong in a page."""
    return []


@pytest.fixture
def sit(browser: Browser, errors: list[str]) -> Iterator[partial[Page]]:
    """Open a page of the table whose address is given; all are one person's tabs."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_S * 1000)

    def opened(url: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(url)
        expect(page.locator("body")).to_have_attribute("data-online", "true")
        return page

    yield partial(opened)
    context.close()


def test_a_whole_game_is_played_by_clicks_and_looked_back_upon(
    sit: partial[Page], errors: list[str], tmp_path: Path
) -> None:
    clock = FakeClock()
    hub = Hub()
    pages = Pages(hub, clock)
    players = Clickers(clock)
    journal = Journal(tmp_path / JOURNAL)
    web = WebTable(hub, players.inbox.put, clock, folder=tmp_path)
    table = players.sit(VirtualTable("B06a", CARDS, clock=clock, journal=journal, audience=(pages, players)))
    pages.cards = table.cards
    web.start()
    try:
        room = sit(web.url)
        for seat in table.seats:
            players.own[seat] = sit(f"{web.url}?seat={seat}")
            assert SeatTaken(seat, taken=True) == players.inbox.get(timeout=PATIENCE_S)
        begin(room, table, players)
        look(players)
        night(room, table)
        table.until_over()
        end(room, players)
        look_back(room)
    finally:
        web.stop()
        journal.close()
    assert [] == errors


def begin(room: Page, table: VirtualTable, players: Clickers) -> None:
    """Staff click OK on the room's page: 开始."""
    room.locator("[data-key=ok]").click()
    for down in (True, False):
        sent = players.inbox.get(timeout=PATIENCE_S)
        assert isinstance(sent, KeyEdge)
        assert down == sent.down
        table.loop.put(sent)
        table.wait(0.05)
    expect(room.locator("#board")).not_to_be_empty()
    expect(room.locator("#past")).to_be_hidden()


def look(players: Clickers) -> None:
    """Everybody looks at the card, and puts it down again."""
    for (_, page), name in zip(sorted(players.own.items()), NAMES, strict=True):
        page.keyboard.down("c")
        expect(page.locator("#role")).to_have_text(name)
        page.keyboard.up("c")
        expect(page.locator("#card")).to_have_attribute("data-open", "false")


def night(room: Page, table: VirtualTable) -> None:
    """Night 1 as far as the wolves: nothing burns on the room's page."""
    table.until_key("wolf.pick")
    table.until_key("wolf.read", "wolf.close", "seer.wake", "witch.wake")
    expect(room.locator("body")).to_have_attribute("data-mood", "night")
    expect(room.locator("#ring .dot[data-on=true]")).to_have_count(0)


def end(room: Page, players: Clickers) -> None:
    """Everybody sees who has won, and who was what."""
    expect(room.locator("#winner")).to_have_text("好人胜利")
    expect(room.locator("#ring .tag")).to_have_text(list(NAMES))
    expect(room.locator("#tally-rows tr").first).to_have_text("2号3票346")
    for page in players.own.values():
        expect(page.locator("#state")).to_have_text("好人胜利")
    assert players.clicks > 6 + 8 + 4 + 4 + 3


def look_back(room: Page) -> None:
    """From the room to the list, to the game, into the other language, to the list, and back."""
    room.locator("#past").click()
    room.get_by_role("link", name="1", exact=True).click()
    expect(room.locator("h1")).to_have_text("复盘：第 1 局")
    cause = room.get_by_role("row", name="1号")
    expect(cause.filter(has_text="毒").first).to_be_visible()
    assert "rgb(227, 231, 242)" == room.locator(".night h2").first.evaluate(
        "one => getComputedStyle(one).backgroundColor"
    )
    room.get_by_role("link", name="English").click()
    expect(room.locator("h1")).to_have_text("Review of game 1")
    with room.expect_download() as saved:
        room.get_by_role("link", name="Save as one file").click()
    assert "faguan-1-en.html" == saved.value.suggested_filename
    room.get_by_role("link", name="Past games").click()
    expect(room.locator("h1")).to_have_text("Statistics")
    room.get_by_role("link", name="← Room").click()
    expect(room.locator("#winner")).to_have_text("好人胜利")
