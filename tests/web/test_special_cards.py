"""What special cards do in public, on the room's page, the wall and a player's own, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import pytest
from playwright.sync_api import Page, expect

from audio.say import Say
from engine import events as e
from engine.houserules import HouseRules
from engine.roles import ROLES
from engine.seats import Direction, Seat, seats_of
from engine.text import Text
from firmware.web.parts import OmensView
from firmware.web.views import Own, Room, RoomView, SeatView
from tests.web.stage import Stage
from tests.web.test_wall import CUT_OFF
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

pytestmark = pytest.mark.browser

TWELVE: Final = seats_of(*range(1, 13))
ORDER: Final = tuple(Seat(n) for n in (8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7))
DECK: Final = tuple(e.Count(role.id, 1) for role in ROLES if role.id not in ("thief", "cupid"))


class Special(Stage):
    """Twelve with a bear, an elder, a knight and a bomber, from a card-less deal to the end."""

    def opened(self) -> None:
        """The rules have been read."""
        name = Text("全角色十二人", "Twelve with every role")
        self.tell(e.GameOpened("B12", name, TWELVE, DECK, HouseRules(), sheriff=False))

    def dealing(self) -> None:
        """Seat 1 is shown its card: 禁言长老 is named."""
        self.opened()
        self.tell(e.DealOpened())
        self.say(Say(key="deal.tour"))
        self.say(Say(key="deal.look", seat=1))
        self.say(Say(key="count.role", role="silence_elder"))

    def morning(self) -> None:
        """Day 1: the bear growls, 9 is silenced and has the floor after 8."""
        self.opened()
        self.tell(e.GameBegan(), e.NightFell(1), e.DayBroke(1), e.Growled(yes=True), e.Silenced(Seat(9)))
        self.tell(e.Announced(1, ()), e.SpeechesOpened(Direction.ASCENDING, ORDER, 925), e.Spoke(Seat(8)))
        self.say(Say(key="speech.mute", seat=9))
        self.publisher.floor(Seat(9), 20_000)

    def duel(self) -> None:
        """10 duels, loses, and takes 12 with it; 11 speaks next."""
        self.publisher.floor(None, 0)
        self.tell(e.Spoke(Seat(9)), e.DuelCalled(Seat(10), "knight"))
        self.say(Say(key="knight.ask"))
        self.say(Say(key="count.seat", seat=3))

    def lost(self) -> None:
        """The duel is lost."""
        self.tell(e.DuelLost(Seat(10), Seat(3)), e.Linked(seats_of(12)), e.WordsOpened(()), e.SpeechesResumed())
        self.say(Say(key="speech.turn", seat=11))
        self.publisher.floor(Seat(11), 90_000)

    def blast(self) -> None:
        """Exiled, 4 blows up 1 and 2, and has won alone."""
        self.publisher.floor(None, 0)
        self.tell(e.Exiled(Seat(4)))
        self.say(Say(key="bomb.ask", seat=4))

    def over(self) -> None:
        """The end of it."""
        self.tell(e.Blasted(Seat(4), seats_of(1, 2), "bomber"), e.GameOver(e.Winner.BOMBER, e.Reason.NOBODY))


@pytest.fixture
def served() -> Iterator[Served]:
    """Such a table, served."""
    table = Served(Special())
    try:
        yield table
    finally:
        table.web.stop()


def act(served: Served, *names: str) -> None:
    """The acts, one after the other."""
    for name in names:
        getattr(served.stage, name)()


def both(page: Page, zh: Mapping[str, str], en: Mapping[str, str]) -> None:
    """Selectors and their texts, in one language and in the other."""
    for language, texts in (("zh", zh), ("en", en)):
        page.locator(f"[data-language={language}]").click()
        for selector, text in texts.items():
            expect(page.locator(selector)).to_have_text(text)


def test_in_a_cardless_deal_the_page_is_dark_and_the_name_that_is_counted_stands_large(
    served: Served, open_page: Callable[..., Page]
) -> None:
    act(served, "dealing")
    for path in ("/", "/?wall", "/?seat=1"):
        page = open_page(path, viewport={"width": 1280, "height": 720})
        expect(page.locator("body")).to_have_attribute("data-mood", "night")
        expect(page.locator("#caption .main")).to_have_attribute("data-length", "count")
        zh = {"#phase": "发身份", "#caption .main": "禁言长老。"}
        both(page, zh, {"#phase": "Dealing", "#caption .main": "Silencing Elder."})
        assert [] == page.evaluate(CUT_OFF)
    wall = open_page("/?wall", viewport={"width": 1280, "height": 720})
    expect(wall.locator("#asks")).to_have_text("叫到你的号码时睁眼：灯亮时念到的就是你的身份")
    size = wall.locator("#caption .main").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size > 720 / 12, "read from across the room"
    served.stage.tell(e.DealEnded())
    expect(wall.locator("body")).to_have_attribute("data-mood", "day")


def test_the_morning_tells_of_bear_and_silence(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning")
    for path in ("/", "/?wall"):
        page = open_page(path, viewport={"width": 1280, "height": 720})
        both(
            page,
            {
                "#omens": "熊咆哮了 · 9号今天被禁言",
                "#ring [data-seat='9'] .tag": "禁言",
                "#floor-seat": "9号禁言，用手势",
            },
            {
                "#omens": "The bear growled · Seat 9 is silenced today",
                "#ring [data-seat='9'] .tag": "silenced",
                "#floor-seat": "Seat 9: gestures only",
            },
        )
    own = open_page("/?seat=9")
    expect(own.locator("#state")).to_contain_text("你被禁言，用手势表态")
    served.stage.tell(e.NightFell(2))
    expect(page.locator("#omens")).to_have_text("")
    expect(page.locator("#ring [data-seat='9'] .tag")).to_have_text("")


def test_a_duel_shows_the_knight_and_who_is_out_with_it_has_no_turn_any_more(
    served: Served, open_page: Callable[..., Page]
) -> None:
    act(served, "morning", "duel")
    page = open_page("/", viewport={"width": 1280, "height": 900})
    asks = {
        "#asks": "骑士选决斗的目标：报到谁就按一下；不按就没有决斗",
        "#ring [data-seat='10'] .shown": "骑士",
        "#caption .main": "三号。",
    }
    knight = {"#ring [data-seat='10'] .shown": "Knight"}
    both(page, asks, knight)
    expect(page.locator('#ring [data-seat="10"] a')).to_have_attribute("aria-label", "Seat 10, bot, shown as Knight")
    act(served, "lost")
    expect(page.locator("#order-seats .chip")).to_have_text([str(seat) for seat in ORDER])
    expect(page.locator('#order-seats [data-done="true"]')).to_have_text(["8", "9", "10", "12"])
    expect(page.locator('#order-seats [data-now="true"]')).to_have_text("11")


def test_last_words_are_given_by_those_who_are_out(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "morning", "duel", "lost")
    served.stage.tell(e.WordsOpened(seats_of(10, 12)))
    page = open_page("/")
    expect(page.locator("#order-seats .chip")).to_have_text(["10", "12"])
    expect(page.locator('#order-seats [data-done="true"]')).to_have_count(0)


def test_whoever_is_out_may_still_blow_up_and_the_bomber_wins_alone(
    served: Served, open_page: Callable[..., Page]
) -> None:
    act(served, "morning", "blast")
    own = open_page("/?seat=4")
    expect(own.locator("#state")).to_have_text("被放逐的人：要引爆就按一下；不按就不引爆")
    expect(own.locator("body")).to_have_attribute("data-out", "false")
    act(served, "over")
    page = open_page("/?wall", viewport={"width": 1280, "height": 720})
    both(page, {"#winner": "炸弹人胜利"}, {"#winner": "The Bomber wins"})
    expect(page.locator("#ring [data-seat='4'] .shown")).to_have_text("Bomber")
    served.stage.tell(e.Revealed(((Seat(4), "bomber"),)))
    expect(page.locator("#ring [data-seat='4'] .shown")).to_have_text("")
    expect(page.locator("#ring [data-seat='4'] .tag")).to_have_text("Bomber")


def test_a_card_of_no_fixed_camp_can_be_looked_at(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "opened")
    served.stage.publisher.dealt({Seat(5): "wild_child"})
    page = open_page("/?seat=5")
    page.locator("#look").click()
    both(page, {"#role": "野孩子", "#side": "阵营不固定"}, {"#role": "Wild Child", "#side": "No fixed camp"})


def test_the_maker_sees_the_spare_cards_and_nobody_else(served: Served, open_page: Callable[..., Page]) -> None:
    act(served, "opened")
    served.stage.publisher.dealt({Seat(5): "thief"}, ("werewolf", "seer"))
    page = open_page("/maker")
    both(page, {"#face-down": "底牌：狼人、预言家"}, {"#face-down": "Spare cards: Werewolf, Seer"})
    for channel in (Room(), Own(Seat(5), looked=True)):
        assert b"seer" not in msgspec.json.encode(served.stage.hub.latest(channel))


def test_the_views_hold_what_was_told_and_nothing_before_it() -> None:
    stage = Special()
    stage.opened()
    stage.tell(e.NightFell(1))
    view = stage.hub.latest(Room())
    assert isinstance(view, RoomView)
    assert (OmensView(None, None), False) == (view.omens, view.dealing)
    assert [None] * 12 == [seat.shown for seat in view.seats]
    stage.tell(e.DayBroke(1), e.Growled(yes=False), e.Silenced(None), e.ShotDelayed(Seat(2), Seat(3), "old_rogue"))
    view = stage.hub.latest(Room())
    assert isinstance(view, RoomView)
    assert OmensView(growled=False, silenced=None) == view.omens
    shown = {seat.seat: seat.shown.role for seat in view.seats if seat.shown is not None}
    assert {3: "old_rogue"} == shown
    own = stage.hub.latest(Own(Seat(3)))
    assert isinstance(own, SeatView)
    assert (False, False) == (own.silenced, own.dealing)
