"""The room's page during an election, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from audio.say import Say
from engine import events as e
from engine.seats import Seat
from tests.web.election import Election
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.browser


@pytest.fixture
def served() -> Iterator[Served]:
    """An election, served."""
    table = Served(Election())
    try:
        yield table
    finally:
        table.web.stop()


def act(served: Served, *names: str) -> None:
    """The acts of the election, one after the other."""
    for name in names:
        getattr(served.stage, name)()


def test_who_stands_is_listed_and_the_withdrawn_crossed_out(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning")
    page = open_page("/")
    expect(page.locator("#office-state")).to_have_text("竞选发言；警上的玩家按住两秒可以退水")
    expect(page.locator("#office-seats .chip")).to_have_text(["1", "4", "7", "8"])
    expect(page.locator('#office-seats [data-withdrawn="true"]')).to_have_text("4")
    expect(page.locator('#order-seats [data-done="true"]')).to_have_text(["1", "4"])
    expect(page.locator('#ring [data-seat="1"] .tag')).to_have_text("警上")
    expect(page.locator('#ring [data-seat="4"] .tag')).to_have_text("退水")
    page.get_by_role("button", name="English").click()
    expect(page.locator("#office-state")).to_have_text("Campaign speeches; candidates may hold two seconds to withdraw")
    expect(page.locator('#ring [data-seat="4"] .tag')).to_have_text("withdrew")
    expect(page.locator('#ring [data-seat="1"] a')).to_have_attribute("aria-label", "Seat 1, bot, standing")


def test_the_ballot_for_sheriff_has_its_own_title(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning", "polled")
    page = open_page("/")
    expect(page.locator("#tally-title")).to_have_text("警长投票")
    expect(page.locator('#tally tr[data-most="true"] th')).to_have_text("7号")
    expect(page.locator("#abstained .chip")).to_have_text(["9", "11"])
    page.get_by_role("button", name="English").click()
    expect(page.locator("#tally-title")).to_have_text("Ballot for sheriff")


def test_the_sheriff_has_a_star_and_a_beating_lamp(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning", "polled", "elected")
    page = open_page("/")
    expect(page.locator("#office-state")).to_have_text("7号是警长")
    expect(page.locator("#office-seats")).to_be_hidden()
    expect(page.locator("#ring .star:visible")).to_have_count(1)
    expect(page.locator('#ring [data-seat="7"] .star')).to_be_visible()
    expect(page.locator('#ring [data-seat="7"] .dot')).to_have_attribute("data-pattern", "heartbeat")
    expect(page.locator('#ring [data-seat="9"] .tag')).to_have_text("翻牌")
    expect(page.locator('#ring [data-seat="5"] .tag')).to_have_text("离场")
    expect(page.locator('#ring [data-seat="3"] .tag')).to_have_text("出局")


def test_a_torn_badge_is_said_and_nobody_has_a_star(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning", "polled", "elected")
    served.stage.tell(e.BadgeTorn(Seat(7), timeout=False))
    page = open_page("/")
    expect(page.locator("#office-state")).to_have_text("警徽撕掉了，不再有警长")
    expect(page.locator("#ring .star:visible")).to_have_count(0)


def test_without_a_sheriff_the_page_has_no_office(served: Served, open_page: Callable[..., Page]) -> None:
    served.stage.open()
    page = open_page("/")
    expect(page.locator('#ring [data-seat="1"]')).to_be_visible()
    expect(page.locator("#office")).to_be_hidden()


def test_the_own_page_says_that_it_is_the_sheriffs(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning", "polled", "elected")
    sheriff, flipped = open_page("/?seat=7").locator("#state"), open_page("/?seat=9").locator("#state")
    expect(sheriff).to_have_text("报到你要的顺序就按一下")
    expect(flipped).to_have_text("警长选发言顺序：报到时按一下")
    served.stage.say(Say(key="vote.open"))
    expect(sheriff).to_have_text("闭着眼投票：报到你要投的号码时按一下；不按就是弃票")
    expect(flipped).to_have_text("你翻牌了：可以发言，不能投票")
    served.stage.say(Say(key="vote.end"))
    expect(sheriff).to_have_text("你是警长")


def test_the_pages_say_in_words_what_to_do_now(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning")
    room, own = open_page("/"), open_page("/?seat=9")
    served.stage.publisher.floor(None, 0)
    for key, words in (
        ("sheriff.quit_open", "退水时间：警上的玩家要退出，按住按钮两秒"),
        ("sheriff.vote_open", "闭着眼投票：报到你要投的号码时按一下；不按就是弃票"),
        ("sheriff.vote_for", "闭着眼投票：报到你要投的号码时按一下；不按就是弃票"),
        ("sheriff.vote_end", ""),
    ):
        served.stage.say(Say(key=key, seat=7 if key == "sheriff.vote_for" else None))
        expect(room.locator("#asks")).to_have_text(words)
        expect(own.locator("#state")).to_have_text(words)
    served.stage.say(Say(key="sheriff.quit_open"))
    room.get_by_role("button", name="English").click()
    expect(room.locator("#asks")).to_have_text("Candidates: to withdraw, hold your button for two seconds")


def test_who_has_left_does_not_look_like_somebody_still_to_speak(
    served: Served, open_page: Callable[..., Page]
) -> None:
    act(served, "morning")
    served.stage.tell(e.LeftTable(Seat(8)))
    expect(open_page("/").locator('#order-seats [data-done="true"]')).to_have_text(["1", "4", "8"])
