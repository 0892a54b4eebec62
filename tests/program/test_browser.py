"""The real program in a real browser: a whole game on the room page, and a person who plays a seat."""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as TooSlow

from engine import commands
from engine.events import GameOver
from engine.seats import Seat
from firmware.journal import decode_events
from tests.kit.chromium import chromium
from tests.program.program import DEMO, PATIENCE_S, Program, journal_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

WINNERS: Final = {"good": "好人胜利", "wolf": "狼人胜利", "draw": "平局"}

TRIES: Final = 100
"""So often a person presses again when the lamp does not answer; the judge has stopped asking long before."""

LOOK_S: Final = 1
"""So long a person looks at the lamp before."""

WATCH: Final = """() => {
    window.seen = { ends: [], pictures: new Set(), moods: new Set(), lamp: [], captions: new Set() };
    let version = null;
    const look = () => {
        const winner = document.querySelector("#winner");
        if (winner && !winner.hidden && winner.textContent && !window.seen.ends.length) {
            const tags = [...document.querySelectorAll("#ring li:not([data-side='']) .tag")];
            const cards = tags.map((tag) => tag.textContent);
            if (cards.length) window.seen.ends.push({ winner: winner.textContent, cards });
        }
        const oled = document.querySelector("#oled");
        if (oled && oled.dataset.version && oled.dataset.version !== version) {
            version = oled.dataset.version;
            window.seen.pictures.add(oled.toDataURL());
        }
        if (document.body) window.seen.moods.add(document.body.dataset.mood);
        const lamp = document.querySelector("#lamp");
        if (lamp && lamp.dataset.on === "true" && !window.seen.lamp.length) window.seen.lamp.push(lamp.dataset.on);
        const caption = document.querySelector("#caption .main");
        if (caption) window.seen.captions.add(caption.textContent);
    };
    new MutationObserver(look).observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true,
    });
}"""
"""Writes down what the page has shown, however short."""

WHOLE: Final = """() => window.seen.pictures.size > 10 && window.seen.captions.size > 20
    && window.seen.moods.has("day") && window.seen.moods.has("night")"""
"""The OLED was drawn again and again, much was said, day and night were seen. A busy page may need another game."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of this file's tests."""
    with chromium(PATIENCE_S) as browser:
        yield browser


@contextmanager
def page_of(browser: Browser, program: Program, path: str) -> Iterator[Page]:
    """A page that is connected and watched. An error in it, or one that it logs, fails the test."""
    errors: list[str] = []
    context = browser.new_context()
    context.add_init_script(f"({WATCH})()")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    page.goto(f"http://{program.address}{path}")
    expect(page.locator("body")).to_have_attribute("data-online", "true")
    yield page
    assert errors == []
    context.close()


def _seen(page: Page, what: str) -> Any:
    return page.evaluate(f"() => window.seen.{what}")


def _told(state: Path) -> list[str]:
    """The winners of all games, also of one whose end is still being told."""
    events = [event for game in journal_of(state) for row in game.rows for event in decode_events(row.events)]
    return [WINNERS[event.winner.value] for event in events if isinstance(event, GameOver)]


def test_the_room_page_shows_a_whole_game_to_its_result_and_later_its_review(browser: Browser, tmp_path: Path) -> None:
    with Program(tmp_path, *DEMO) as program:
        with page_of(browser, program, "/") as page:
            page.wait_for_function("() => window.seen.ends.length", polling="raf")
            told, end = _told(tmp_path), _seen(page, "ends[0]")
            # The first game, but for a page too busy to show its end: a demonstration goes on.
            assert told[-1] == end["winner"]
            assert sorted(["狼人", "狼人", "女巫", "预言家", "村民", "村民"]) == sorted(end["cards"])
            page.wait_for_function("() => document.querySelector('#winner').hidden", polling="raf")
            game = journal_of(tmp_path)[len(told) - 1].record
            assert game.result is not None
            assert WINNERS[game.result] == end["winner"]
            page.wait_for_function(WHOLE, polling="raf")
        assert 0 == program.end(signal.SIGTERM).code
    with Program(tmp_path) as program, page_of(browser, program, "/") as page:
        page.locator("#past").click()
        page.get_by_role("link", name=str(game.game), exact=True).click()
        expect(page.locator("h1")).to_have_text(f"复盘：第 {game.game} 局")
        expect(page.get_by_role("row").first).to_contain_text(end["winner"][:2])
        page.goto(f"http://{program.address}/")
        expect(page.locator("#past")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#past")).to_be_hidden()


def _press_until_taken(own: Page) -> None:
    """A person presses, looks at the lamp, and presses again: under load a short click may become a long one."""
    taken = own.locator("#lamp[data-pattern=steady], body[data-mood=night]").first
    for _ in range(TRIES):
        own.locator("#button").click()
        with suppress(TooSlow):
            return taken.wait_for(state="attached", timeout=LOOK_S * 1000)
    raise AssertionError("the judge has neither taken a press nor gone on without")


def test_a_person_starts_the_game_with_the_keys_and_plays_a_seat(browser: Browser, tmp_path: Path) -> None:
    seats = ("--board", "B06a", "--seats", "2,4,6,8,10,12", "--speed", "8")
    with (
        Program(tmp_path, *seats) as program,
        page_of(browser, program, "/") as room,
        page_of(browser, program, "/?seat=4") as own,
    ):
        assert "true" != own.locator("#lamp").get_attribute("data-on")
        room.keyboard.press("Enter")
        expect(room.locator("#ring li[data-seat='4']")).to_have_attribute("data-person", "true")
        expect(room.locator("#ring li[data-person=true]")).to_have_count(1)
        expect(own.locator("#caption .main")).to_have_text("看好身份的，请按一下按钮。")
        _press_until_taken(own)
        own.wait_for_function("() => window.seen.lamp.length", polling="raf")
        expect(room.locator("body")).to_have_attribute("data-mood", "night")
        answers = [commands.decode(row.command) for row in journal_of(tmp_path)[0].rows if row.command]
        ready = [answer.seats for answer in answers if isinstance(answer, commands.Pressed)]
        assert any(Seat(4) in seats for seats in ready), "the finger on the page has reached the journal"
        assert _seen(room, "lamp") == [], "the room page has no lamp of a seat of its own"


def test_before_a_game_the_room_shows_the_chairs_that_staff_have_chosen(browser: Browser, tmp_path: Path) -> None:
    chosen = ("--board", "B06a", "--seats", "1-4,7,9")
    with Program(tmp_path, *chosen) as program, page_of(browser, program, "/") as page:
        expect(page.locator("#ring .no")).to_have_text(["1", "2", "3", "4", "7", "9"])
        expect(page.locator("#waiting")).to_be_visible()
        for key in ("down", "down", "ok", "ok"):  # 座位, the first one away
            page.locator(f"[data-key={key}]").click()
        expect(page.locator("#ring .no")).to_have_text(["2", "3", "4", "7", "9"])
