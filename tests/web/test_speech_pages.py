"""The judge's voice on the room page, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from audio.say import Say
from audio.wire import RATE
from firmware.web.server import WebTable
from tests.web.speaking import LISTEN, UNTOUCHED, Speaking, heard
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

FALL: Final = Say(key="night.fall")
TURN: Final = Say(key="speech.turn", seat=4)
"""A sentence in two pieces."""
MINUTE_NS: Final = 60_000_000_000
BLOCK: Final = RATE // 90
"""As much as Chromium leaves away of the end of an Ogg Vorbis file, where it fades."""


@pytest.fixture
def stage(tmp_path: Path) -> Speaking:
    """A table with a recorded voice and no loudspeaker."""
    stage = Speaking(tmp_path)
    stage.record(TURN, 0.25, 0.5)
    stage.publisher.loudspeaker(there=False)
    return stage


@pytest.fixture
def served(stage: Speaking) -> Iterator[Served]:
    """That table, served."""
    table = Served(stage)
    try:
        yield table
    finally:
        table.web.stop()


@pytest.fixture
def listen(open_page: Callable[..., Page]) -> Callable[[str], Page]:
    """Open a page, and note what it plays."""

    def listen(path: str) -> Page:
        page = open_page(path, before=UNTOUCHED)
        page.evaluate(LISTEN)
        return page

    return listen


@pytest.mark.parametrize("path", ["/", "/?wall"])
def test_the_room_says_what_the_judge_says_without_a_gap(
    stage: Speaking, listen: Callable[[str], Page], path: str
) -> None:
    page = listen(path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/voice/")[2]))
    expect(page.locator("#unheard")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#unheard")).to_be_hidden()
    expect(page.locator("#speech")).to_have_attribute("aria-pressed", "true")
    for times in (1, 2):
        stage.time.move_to(times * MINUTE_NS)
        stage.say(TURN)
        told = heard(page, f"h.ended.length === {2 * times}")
        missing = [whole - played for whole, played in zip([RATE // 4, RATE // 2] * times, told["ended"], strict=True)]
        assert all(0 <= frames <= BLOCK for frames in missing), "every sample was played"
        first, second = told["started"][-2:]
        assert RATE // 4 == second["at"] - first["at"]
    assert 2 == len([name for name in asked if name]), "what has been heard is not fetched again"
    assert [] == told["stopped"]


def test_when_the_judge_falls_silent_so_does_the_page(stage: Speaking, listen: Callable[[str], Page]) -> None:
    stage.record(FALL, 20)
    page = listen("/")
    expect(page.locator("#unheard")).to_be_visible()
    page.locator("#speech").click()
    expect(page.locator("#unheard")).to_be_hidden()
    stage.say(FALL)
    heard(page, "h.started.length === 1")
    stage.publisher.silence()
    told = heard(page, "h.ended.length === 1")
    (full, since), (none, until) = told["ramps"]
    assert (1, 0, 0.05) == (full, none, round(until - since, 3))
    assert [until] == told["stopped"]


def test_a_chime_calls_for_the_caption_of_what_nobody_can_say(stage: Speaking, listen: Callable[[str], Page]) -> None:
    """Nobody has recorded it; or what was recorded is gone when it is fetched."""
    page = listen("/")
    expect(page.locator("#unheard")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator("#unheard")).to_be_hidden()
    stage.say(FALL)
    told = heard(page, "h.ended.length === 1")
    assert [round(0.86 * RATE)] == told["ended"]
    page.route("**/voice/*.ogg", lambda route: route.abort())
    stage.time.move_to(MINUTE_NS)
    stage.say(TURN)
    assert [round(0.86 * RATE)] * 2 == heard(page, "h.ended.length === 2")["ended"]


def test_the_switch_is_remembered_and_else_the_loudspeaker_decides(
    stage: Speaking, open_page: Callable[..., Page]
) -> None:
    page = open_page("/", before=UNTOUCHED)
    switch = page.get_by_role("button", name="播报")
    expect(switch).to_have_attribute("aria-pressed", "true")
    stage.publisher.loudspeaker(there=True)
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#unheard")).to_be_hidden()
    switch.focus()
    page.keyboard.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert stage.inbox.empty(), "that was no OK of the staff"
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#unheard")).to_be_visible()
    page.keyboard.press("Shift")
    expect(page.locator("#unheard")).to_be_hidden()
    page.keyboard.press("s")
    expect(switch).to_have_attribute("aria-pressed", "false")
    stage.publisher.loudspeaker(there=False)
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Voice")).to_have_attribute("aria-pressed", "false")


def test_of_two_pages_of_one_browser_one_speaks(stage: Speaking, listen: Callable[[str], Page], served: Served) -> None:
    room = listen("/")
    expect(room.locator("#unheard")).to_be_visible()
    room.keyboard.press("s")
    expect(room.locator("#unheard")).to_be_hidden()
    wall = room.context.new_page()
    wall.goto(f"http://{served.address}/?wall")
    expect(wall.locator("#unheard")).to_be_visible()
    wall.evaluate(LISTEN)
    wall.keyboard.press("Shift")
    expect(wall.locator("#speech")).to_have_attribute("title", "另一个网页正在播报")
    stage.say(TURN)
    heard(room, "h.ended.length === 2")
    assert [] == heard(wall, "true")["started"]
    room.close()
    expect(wall.locator("#speech")).to_have_attribute("title", "")
    stage.say(TURN)
    heard(wall, "h.ended.length === 2")


def test_at_another_speed_nothing_is_said(stage: Speaking, served: Served, listen: Callable[[str], Page]) -> None:
    served.web.stop()
    served.web = WebTable(stage.hub, stage.inbox.put, stage.clock, speed=20)
    served.address = urlsplit(served.web.url).netloc
    served.web.start()
    page = listen("/")
    expect(page.locator("#speech")).to_be_disabled()
    expect(page.locator("#speech")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("s")
    stage.say(TURN)
    expect(page.locator("#caption .main")).to_have_text("四号请发言。")
    assert [] == heard(page, "true")["started"]


def test_a_seat_page_does_not_speak(stage: Speaking, listen: Callable[[str], Page]) -> None:
    page = listen("/?seat=5")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.keyboard.press("s")
    stage.say(TURN)
    expect(page.locator("#caption .main")).not_to_be_empty()
    assert [] == heard(page, "true")["started"]
    assert [] == asked
    expect(page.locator("#speech, #unheard")).to_have_count(0)
