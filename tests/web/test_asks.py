"""What is asked right now, as the pages tell it: from the sentences alone."""

from __future__ import annotations

import json
import re

import pytest

from audio.catalogue import LINES
from firmware.web.asks import KEEPS, OPENS, Asks, asks_after
from firmware.web.server import STATIC


def test_every_sentence_that_is_waited_for_exists() -> None:
    assert set() == {*OPENS, *KEEPS} - set(LINES)


@pytest.mark.parametrize(
    ("keys", "asks"),
    [
        (("sheriff.open",), Asks.NOTHING),
        (("sheriff.raise",), Asks.BID),
        (("sheriff.raise", "sheriff.count"), Asks.BID),
        (("sheriff.raise", "sheriff.count", "sheriff.shut"), Asks.NOTHING),
        (("vote.open", "vote.rule", "vote.count", "vote.for", "vote.again", "vote.for"), Asks.BALLOT),
        (("vote.open", "vote.for", "vote.end"), Asks.NOTHING),
        (("badge.how", "count.seat", "badge.opt_tear"), Asks.BADGE),
        (("badge.how", "count.seat", "badge.opt_tear", "day.confirm"), Asks.CONFIRM),
        (("badge.how", "count.seat", "day.confirm", "badge.pass"), Asks.NOTHING),
        (("badge.how", "count.seat", "day.confirm", "day.recount", "count.seat", "badge.opt_tear"), Asks.AGAIN),
        (("badge.how", "count.seat", "staff.pause"), Asks.NOTHING),
        (("deal.tour", "deal.look", "count.role", "count.role", "deal.close", "deal.look"), Asks.DEAL),
        (("deal.tour", "deal.look", "count.role", "deal.close", "deal.end"), Asks.NOTHING),
        (("wolf.wake", "wolf.confirm", "wolf.special"), Asks.CLAIM),
        (("wolf.special", "wolf.know"), Asks.NOTHING),
        (("lovers.tour", "lovers.look", "lovers.shut", "lovers.look"), Asks.TOUR),
        (("lovers.tour", "lovers.look", "lovers.shut", "lovers.wake"), Asks.NOTHING),
        (("knight.draw", "knight.ask", "count.seat", "count.seat"), Asks.DUEL),
        (("knight.ask", "count.seat", "day.confirm", "knight.lose"), Asks.NOTHING),
        (("boom.wolf", "boom.ask", "count.seat"), Asks.TAKE),
        (("boom.ask", "count.seat", "boom.none"), Asks.NOTHING),
        (("vote.out", "bomb.ask"), Asks.BLAST),
        (("bomb.ask", "bomb.held"), Asks.NOTHING),
        (("thief.wake", "thief.rule", "thief.pick", "count.role"), Asks.NOTHING),
        (("seer.wake", "seer.pick", "count.seat"), Asks.NOTHING),
    ],
)
def test_a_question_stands_until_another_sentence_ends_it(keys: tuple[str, ...], asks: Asks) -> None:
    asked = Asks.NOTHING
    for key in keys:
        asked = asks_after(key, asked)
    assert asks == asked


def test_the_page_has_words_for_everything_that_is_asked() -> None:
    script = (STATIC / "table.js").read_text(encoding="utf-8")
    table = re.search(r"const ASKS = \{(.*?)\n\};", script, re.DOTALL)
    assert table is not None
    rows = re.findall(r"^  (\w+): \{ zh: (\".*?\"), en: (\".*?\") \},$", table[1], re.MULTILINE)
    assert sorted(asks for asks in Asks if asks) == sorted(name for name, _, _ in rows)
    assert all(json.loads(zh) and json.loads(en).isascii() for _, zh, en in rows)
