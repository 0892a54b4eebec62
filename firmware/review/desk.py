"""What the pages ask for: a review, the list with the statistics, from a journal; and the journal of a state folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from audio.say import Language
from firmware.journal import JournalReader, JournalStore
from firmware.review.archive import past_games, review_of
from firmware.review.page import Way, page
from firmware.review.reports import review_report
from firmware.review.stats import Link, stats_report
from firmware.state_dir import JOURNAL


def review_page(journal: JournalStore, game: int, language: Language, ways: tuple[Way, ...] = ()) -> str:
    """The HTML of game number `game` (0: the newest that was played to its end), leading on by `ways`.

    Raises:
        NoSuchGame: see `review_of`; it holds nothing of an open game.
    """
    return page(review_report(review_of(journal, game), language), language, ways)


def stats_page(journal: JournalStore, language: Language, link: Link | None = None, ways: tuple[Way, ...] = ()) -> str:
    """The HTML of statistics and list of all games that are over; `link` gives the address of a game's review."""
    return page(stats_report(past_games(journal), language, link), language, ways)


@contextmanager
def reading(folder: Path) -> Iterator[JournalReader]:
    """The journal in `folder`, also while a judge is writing it."""
    journal = JournalReader(folder / JOURNAL)
    try:
        yield journal
    finally:
        journal.close()
