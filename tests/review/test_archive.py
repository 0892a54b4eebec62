"""Which games can be reviewed, what is said of those that cannot, and that an open one tells nothing."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.say import Language
from engine.commands import Undo
from engine.events import Cause
from engine.prompts import OfferKind
from firmware.journal import MemoryJournal
from firmware.past import NoSuchGame
from firmware.review.archive import past_games, review_of, transcript_of
from firmware.review.desk import review_page, stats_page
from firmware.review.model import Ballot, Day, Night, Occasion, Review, talk_of
from firmware.state_dir import JOURNAL
from tests.kit.engine_play import Play, setup_of
from tests.review.kept import BEGAN_MS, Page, Shelf

MINUTE_MS = 60_000


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path)
    yield shelf
    shelf.journal.close()


def one_day() -> Play:
    """Seats 1 and 2 are wolves; 9 dies in the night, 2 is exiled; it is night 2."""
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.night(knife=9).vote({1: 2, 3: 2, 4: 2}).until("wolf.pick")
    return play


def refusal(shelf: Shelf, game: int) -> str:
    with pytest.raises(NoSuchGame) as refused:
        review_of(shelf.journal, game)
    assert refused.value.text.zh
    assert refused.value.text.en
    return refused.value.text.en


def unfit(folder: Path, statement: str) -> None:
    """Somebody or something has been at the file."""
    connection = sqlite3.connect(folder / JOURNAL)
    with connection:
        connection.execute(statement)
    connection.close()


# ------------------------------------------------------------ which game


def test_without_a_number_it_is_the_newest_that_was_played_out(shelf: Shelf) -> None:
    assert "no game has been played to its end yet" == refusal(shelf, 0)
    for result in ("good", "wolf", "aborted", "dropped"):
        shelf.short(result, MINUTE_MS)
    shelf.open()
    assert 2 == review_of(shelf.journal).game
    assert "there is no game 9; finished: 1, 2, 3, 4" == refusal(shelf, 9)


def test_nothing_of_an_open_game_is_told(shelf: Shelf) -> None:
    shelf.played(one_day(), "wolf")
    began = shelf.at_ms
    game = shelf.open(setup_of("B12-预女猎白"))
    shelf.keep(game, one_day().steps)
    assert "game 2 is still open and must not be read" == refusal(shelf, 2)
    with pytest.raises(NoSuchGame):
        review_page(shelf.journal, 2, Language.ZH)
    assert [1] == [past.game for past in past_games(shelf.journal)]
    assert BEGAN_MS == past_games(shelf.journal)[0].started_ms
    assert began > 0
    for language in Language:
        assert "预女猎白" not in stats_page(shelf.journal, language)


def test_a_game_that_never_began_has_nothing_to_see(shelf: Shelf) -> None:
    shelf.open()
    shelf.short("good", MINUTE_MS)
    shelf.open()
    shelf.open()
    assert ["never_began", "good", "never_began"] == [past.result for past in past_games(shelf.journal)]
    assert transcript_of(shelf.journal, 0, Language.ZH) == transcript_of(shelf.journal, 2, Language.ZH)
    with pytest.raises(NoSuchGame):
        transcript_of(shelf.journal, 1, Language.ZH)
    assert "game 1 never began; there is nothing to see" == refusal(shelf, 1)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE rows SET events = x'5b7b' WHERE n = 3",
        'UPDATE rows SET events = CAST(\'[{"type":"Nothing"}]\' AS BLOB) WHERE n = 3',
        "UPDATE rows SET command = x'00' WHERE n = 3",
        "DELETE FROM rows WHERE n = 3",
        "DELETE FROM rows WHERE n > 20",
        "UPDATE games SET result = 'good' WHERE game > 0",
        "UPDATE rows SET events = CAST('[]' AS BLOB) WHERE n = (SELECT max(n) FROM rows WHERE game = 1)",
        "DELETE FROM rows WHERE n = 0",
        "UPDATE rows SET events = CAST('[]' AS BLOB) WHERE n = 0",
        "UPDATE rows SET events = CAST(replace(CAST(events AS TEXT), 'witch', 'which') AS BLOB) WHERE n >= 0",
    ],
)
def test_a_damaged_game_is_one_clear_line(shelf: Shelf, tmp_path: Path, damage: str) -> None:
    shelf.played(one_day(), "wolf")
    shelf.short("good", MINUTE_MS)
    unfit(tmp_path, damage + (" AND game = 1" if "WHERE" in damage else ""))
    assert "the journal of game 1 cannot be read" == refusal(shelf, 1)
    with pytest.raises(NoSuchGame) as refused:
        transcript_of(shelf.journal, 1, Language.ZH)
    assert "第 1 局的记录无法读取" == refused.value.text.zh, "no part of it is shown as if it were whole"
    assert 2 == review_of(shelf.journal, 2).game, "the others are as they were"


def test_a_game_whose_setup_cannot_be_read_is_listed_without_its_board(shelf: Shelf, tmp_path: Path) -> None:
    shelf.short("unreadable", MINUTE_MS)
    unfit(tmp_path, "UPDATE games SET setup = x'00'")
    (past,) = past_games(shelf.journal)
    assert ("", 0, "unreadable") == (past.board, past.players, past.result)
    assert {"不明", "记录无法使用"} <= set(Page(stats_page(shelf.journal, Language.ZH)).texts)


def test_what_was_played_of_an_aborted_game_can_be_seen(shelf: Shelf) -> None:
    game = shelf.played(one_day(), "aborted")
    review = review_of(shelf.journal, game)
    assert (None, None, "aborted") == (review.winner, review.reason, review.result)
    assert [(9, Cause.KNIFE), (2, Cause.EXILE)] == [(death.seat, death.cause) for death in review.deaths]
    texts = Page(review_page(shelf.journal, game, Language.EN)).texts
    assert "ended by staff, no result" in texts
    assert "Night 2" in texts


# ------------------------------------------------------------ times


def _speech(review: Review, seat: int) -> int | None:
    (ms,) = [s.ms for s in review.speeches if s.seat == seat and s.occasion is Occasion.DAY]
    return ms


def _with_gap(shelf: Shelf, gap_ms: int) -> Review:
    """A game in which the speech of 3 takes `gap_ms`, every other step a second."""
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.night(knife=9).to_speeches()
    game = shelf.open(play.setup)
    shelf.keep(game, play.steps)
    while play.line in ("speech.turn", "speech.next"):
        seat = play.prompt.call.seat
        step = play.quietly()
        shelf.keep(game, [step], gap_ms if seat == 3 else 1_000)
    shelf.journal.end_game(game, "aborted")
    return review_of(shelf.journal, game)


def test_a_speech_takes_from_one_row_to_the_next(shelf: Shelf) -> None:
    review = _with_gap(shelf, 90_000)
    assert (90_000, 1_000) == (_speech(review, 3), _speech(review, 4))
    assert {seat: 90_000 if seat == 3 else 1_000 for seat in range(1, 9)} == {
        talk.seat: talk.ms for talk in talk_of(review) if talk.seat != 9
    }


@pytest.mark.parametrize("gap_ms", [10 * MINUTE_MS, -5_000])
def test_a_power_cut_or_a_clock_that_was_set_makes_it_unknown(shelf: Shelf, gap_ms: int) -> None:
    review = _with_gap(shelf, gap_ms)
    assert (None, 1_000) == (_speech(review, 3), _speech(review, 4))
    talk = talk_of(review)[2]
    assert (0, 1, 1) == (talk.ms, talk.speeches, talk.unknown)
    assert "0:00 + 1 unknown" in Page(review_page(shelf.journal, review.game, Language.EN)).texts


def test_a_game_during_which_the_clock_was_set_back_has_no_length(shelf: Shelf) -> None:
    shelf.short("good", -MINUTE_MS)
    assert [None] == [past.length_ms for past in past_games(shelf.journal)]
    assert review_of(shelf.journal).length_ms is None
    assert "不明" in Page(review_page(shelf.journal, 1, Language.ZH)).texts


def test_a_withdrawal_in_between_leaves_it_one_speech(shelf: Shelf) -> None:
    play = Play("狼狼巫预猎民民民民", claimed=True, sheriff="on")
    play.night(knife=9).bids(3, 4, 5)
    play.until("sheriff.turn")
    speaker = play.prompt.call.seat
    game = shelf.open(play.setup)
    shelf.keep(game, play.steps)
    other = 4 if speaker != 4 else 5
    shelf.keep(game, [play.take(OfferKind.WITHDRAW, other, left_ms=80_000)], 40_000)
    shelf.keep(game, [play.quietly()], 30_000)
    shelf.journal.end_game(game, "aborted")
    review = review_of(shelf.journal, game)
    assert [(speaker, 70_000, False)] == [(speech.seat, speech.ms, speech.cut) for speech in review.speeches]
    assert f"{other}号" in "".join(Page(review_page(shelf.journal, game, Language.ZH)).texts)


# ------------------------------------------------------------ undone


def test_what_staff_took_back_is_not_told_but_that_they_did_is(shelf: Shelf) -> None:
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.night(knife=9).until("vote.open")
    number = play.game.number
    play.choose({3: 6, 4: 6})
    play.quietly()
    play.give(Undo(prompt=play.game.number, to=number))
    play.vote({3: 2, 4: 2}).until("wolf.pick")
    review = review_of(shelf.journal, shelf.played(play, "aborted"))
    assert [(9, Cause.KNIFE), (2, Cause.EXILE)] == [(death.seat, death.cause) for death in review.deaths]
    ballots = [
        item for part in review.rounds if isinstance(part, Day) for item in part.items if isinstance(item, Ballot)
    ]
    assert [[(2, (3, 4))]] == [[(row.seat, row.voters) for row in ballot.rows] for ballot in ballots]
    texts = Page(review_page(shelf.journal, review.game, Language.ZH)).texts
    assert "工作人员撤销了 2 步，从这里重来" in texts
    lines = transcript_of(shelf.journal, review.game, Language.ZH).splitlines()
    assert [True, False] == ["  选票：3号→2号，4号→2号" in lines, "  选票：3号→6号，4号→6号" in lines]
    assert ["  放逐投票"] == lines[(at := lines.index("  工作人员撤销了 2 步，从这里重来")) - 1 : at]


def test_what_was_taken_back_by_night_is_said_with_that_night(shelf: Shelf) -> None:
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.until("wolf.pick")
    number = play.game.number
    play.choose({1: 7, 2: 7})
    play.give(Undo(prompt=play.game.number, to=number))
    play.choose({1: 8, 2: 8})
    play.until("seer.pick")
    review = review_of(shelf.journal, shelf.played(play, "aborted"))
    (night,) = [part for part in review.rounds if isinstance(part, Night)]
    assert (1, {1: 8, 2: 8}) == (night.undone, dict(night.pointed))


@pytest.mark.parametrize("language", Language)
def test_a_night_and_a_day_that_were_taken_back_stand_nowhere(shelf: Shelf, language: Language) -> None:
    """Back from night 2 into night 1: whom 预言家 checked, who died and who was exiled since then is void."""
    play = Play("狼狼巫预猎民民民民", claimed=True)
    play.until("wolf.wake")
    number = play.game.number
    play.night(knife=9, check=1).vote({1: 7, 3: 7}).until("wolf.pick")
    play.give(Undo(prompt=play.game.number, to=number))
    play.night(knife=8, check=2).vote({3: 2, 4: 2}).until("wolf.pick")
    played = shelf.played(play, "aborted")
    text = transcript_of(shelf.journal, played, language)
    heads = [line for line in text.splitlines() if re.fullmatch(r"第 \d [夜天]|Night \d|Day \d", line)]
    assert [1, 1, 2] == [int(number) for head in heads for number in re.findall(r"\d", head)]
    seat = "{}号" if language is Language.ZH else "no. {}"
    killed = {seat.format(9): False, seat.format(8): True}
    shot = "{}（村民）被刀" if language is Language.ZH else "{} (Villager) is knifed"
    assert killed == {name: shot.format(name) in text for name in killed}
    again = "，从这里重来" if language is Language.ZH else "; the game goes on from here"
    assert [text.index(heads[0]), text.index(again), text.index(heads[1])] == sorted(
        [text.index(heads[0]), text.index(again), text.index(heads[1])]
    ), "told in the night that it went back to"


def test_what_was_taken_back_before_the_first_night_makes_no_night_of_its_own(shelf: Shelf) -> None:
    play = Play("狼狼巫预猎民民民民", claimed=True)
    first = play.game.number
    play.until("wolf.pick")
    play.give(Undo(prompt=play.game.number, to=first))
    play.night(knife=9).until("speech.turn")
    review = review_of(shelf.journal, shelf.played(play, "aborted"))
    assert [1, 1] == [part.n for part in review.rounds]
    assert review.rounds[0].undone if isinstance(review.rounds[0], Night) else False


def test_a_journal_in_memory_can_be_reviewed_too() -> None:
    """As the pages do it: on the judge's own journal."""
    journal = MemoryJournal()
    with pytest.raises(NoSuchGame):
        review_page(journal, 0, Language.ZH)
    assert "还没有打完过一局" in Page(stats_page(journal, Language.ZH)).texts
