"""A sheriff who is out, on the own page: asked about the badge like anybody who may still answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page, expect

from audio.say import Language, Say
from engine import events as e
from engine.seats import seats_of
from tests.web.election import Election
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.browser


@pytest.fixture
def served() -> Iterator[Served]:
    """An election is about to begin; the judge speaks English."""
    table = Served(Election(Language.EN))
    try:
        yield table
    finally:
        table.web.stop()


def test_who_is_out_and_has_the_badge_is_asked_and_the_others_are_told(
    served: Served, open_page: Callable[..., Page]
) -> None:
    stage = served.stage
    assert isinstance(stage, Election)
    stage.morning()
    stage.polled()
    stage.elected()
    sheriff, other, dead = (open_page(f"/?seat={seat}") for seat in (7, 1, 3))
    stage.tell(e.Announced(1, seats_of(7)))
    expect(sheriff.locator("#state")).to_have_text("You are out")
    stage.say(Say(key="badge.how"))
    expect(sheriff.locator("#state")).to_have_text("Press when the new sheriff is called; no press tears the badge")
    expect(sheriff.locator("body")).to_have_attribute("data-out", "false")
    expect(other.locator("#state")).to_have_text(
        "The sheriff presses when the new sheriff is called; no press tears the badge"
    )
    expect(dead.locator("#state")).to_have_text("You are out")
    stage.say(Say(key="day.confirm", target=9))
    expect(sheriff.locator("#state")).to_have_text("Who has chosen may hold the button to take it back")
    stage.say(Say(key="badge.pass", seat=7, target=9))
    expect(sheriff.locator("#state")).to_have_text("You are out")
