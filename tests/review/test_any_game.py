"""Games at random on every board, with players who leave: a review of each, and its deaths are those of the rules."""

from __future__ import annotations

import re

import pytest

from audio.say import Language
from engine.events import Spoke
from firmware.review.archive import review_of
from firmware.review.desk import review_page
from firmware.review.model import talk_of
from tests.kit.engine_play import BOARDS, RandomTable, setup_of
from tests.review.kept import Page, Shelf

SPECIAL = ("B12-盗丘", "B12-野孩子", "B12-狼美人老流氓", "B18-全角色")
"""Boards with cards that bind, take or turn."""


@pytest.mark.parametrize("board", [*BOARDS, *SPECIAL])
def test_every_game_can_be_reviewed(board: str) -> None:
    for seed, leaving in ((1, 0.0), (2, 0.02), (3, 0.1)):
        table = RandomTable(setup_of(board), seed, leaving=leaving)
        game, steps = table.whole_game()
        shelf = Shelf()
        number = shelf.open(table.setup)
        shelf.keep(number, steps)
        shelf.journal.end_game(number, game.state.winner or "aborted")
        review = review_of(shelf.journal, number)
        assert dict(game.state.causes) == {death.seat: death.cause for death in review.deaths}
        assert (game.state.winner, game.state.left) == (review.winner, review.left)
        assert game.state.cards in {review.cards, ()}, "unknown to the rules where it ended in night 1"
        state = game.state
        assert (state.spares, state.lovers, state.turned) == (review.spares, review.lovers, review.turned)
        assert review.thief == (state.taken.seat if state.taken else None)
        assert [seat for seat, _ in review.cards] in ([], list(review.seats))
        holder = review.badge[-1].holder if review.badge else None
        assert game.state.sheriff == holder
        spoke = [event.seat for step in steps for event in step.events if isinstance(event, Spoke)]
        assert sorted(spoke) == sorted(speech.seat for speech in review.speeches if not speech.cut)
        assert len(review.speeches) == sum(talk.speeches for talk in talk_of(review))
        for language in Language:
            page = Page(review_page(shelf.journal, number, language))
            assert [] == page.wrong
            foreign = r"[\u4e00-\u9fff，。：；（）]" if language is Language.EN else r"[A-Za-z]{3,}"
            assert [] == [text for text in page.texts if re.search(foreign, text) and board not in text]
