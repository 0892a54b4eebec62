"""The golden game as its review tells it: what the script says is what must be there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from audio.say import Language
from engine.events import Cause, Mark, Reason, Winner
from engine.seats import Seat, seats_of
from firmware.journal import JournalReader
from firmware.review.archive import review_of
from firmware.review.desk import review_page
from firmware.review.model import Act, Ballot, Day, Night, Occasion, Review, Votes, talk_of
from firmware.state_dir import JOURNAL
from tests.review.golden import BEGAN_MS, LONG_MS, SHORT_MS, play_golden
from tests.review.kept import Page

CALL_MS = 25_000
"""What calls before a speech may take at most, the order of speech included."""


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JournalReader]:
    folder: Path = tmp_path_factory.mktemp("golden")
    play_golden(folder)
    reader = JournalReader(folder / JOURNAL)
    yield reader
    reader.close()


@pytest.fixture(scope="module")
def review(journal: JournalReader) -> Review:
    return review_of(journal)


def _votes(seat: int, halves: int, *voters: int) -> Votes:
    return Votes(Seat(seat), halves, seats_of(*voters))


def _act(mark: Mark, by: tuple[int, ...], target: int | None, *, good: bool | None = None) -> Act:
    return Act(mark, seats_of(*by), None if target is None else Seat(target), good)


def _nights(review: Review) -> list[Night]:
    return [part for part in review.rounds if isinstance(part, Night)]


def _ballots(review: Review, n: int) -> list[Ballot]:
    days = [part for part in review.rounds if isinstance(part, Day) and part.n == n]
    return [item for day in days for item in day.items if isinstance(item, Ballot)]


def test_the_frame_of_the_game(review: Review) -> None:
    assert (1, "B12-预女猎守", True) == (review.game, review.board, review.sheriff)
    assert (Winner.GOOD, Reason.WOLVES_DEAD, "good") == (review.winner, review.reason, review.result)
    roles = ["guard", *["werewolf"] * 4, "witch", "seer", "hunter", *["villager"] * 4]
    assert list(zip(range(1, 13), roles, strict=True)) == list(review.cards)
    assert [(Night, 1), (Day, 1), (Night, 2), (Day, 2), (Night, 3), (Day, 3)] == [
        (type(part), part.n) for part in review.rounds
    ]
    assert BEGAN_MS == review.started_ms
    assert review.length_ms is not None
    assert 15 * 60_000 < review.length_ms < 60 * 60_000


def test_every_act_of_every_night(review: Review) -> None:
    first, second, third = _nights(review)
    claims = {"guard": (1,), "werewolf": (2, 3, 4, 5), "witch": (6,), "seer": (7,), "hunter": (8,)}
    assert claims == dict(first.claims)
    assert {2: 10, 3: 10, 4: 11, 5: 10} == dict(first.pointed)
    assert (
        _act(Mark.GUARD, (1,), 9),
        _act(
            Mark.KNIFE,
            (
                2,
                3,
                4,
                5,
            ),
            10,
        ),
        _act(Mark.CHECK, (7,), 2, good=False),
    ) == first.acts
    assert (
        _act(Mark.GUARD, (1,), 7),
        _act(
            Mark.KNIFE,
            (
                3,
                4,
                5,
            ),
            7,
        ),
        _act(Mark.SAVE, (6,), 7),
        _act(Mark.CHECK, (7,), 3, good=False),
    ) == second.acts
    assert {4: 11, 5: 8} == dict(third.pointed)
    assert (
        _act(
            Mark.KNIFE,
            (
                4,
                5,
            ),
            None,
        ),
        _act(Mark.POISON, (6,), 4),
    ) == third.acts
    assert [True, True, True] == [night.gun for night in (first, second, third)]


def test_every_death_has_its_cause(review: Review) -> None:
    assert [
        (10, Cause.KNIFE, 1, (2, 3, 4, 5), False),
        (2, Cause.EXILE, 1, (), False),
        (7, Cause.KNIFE, 2, (3, 4, 5), True),
        (3, Cause.EXPLODE, 2, (), False),
        (4, Cause.POISON, 3, (6,), False),
        (8, Cause.EXILE, 3, (), False),
        (5, Cause.SHOT, 3, (8,), False),
    ] == [(death.seat, death.cause, death.n, death.by, death.both) for death in review.deaths]


def test_every_ballot_to_the_half_vote(review: Review) -> None:
    elected, exiled = _ballots(review, 1)
    assert (_votes(3, 6, 2, 4, 5), _votes(7, 10, 1, 6, 8, 9, 10)) == elected.rows
    assert (True, (11,), None) == (elected.sheriff, elected.abstained, elected.heavy), (
        "11 chose nobody; no vote is heavy"
    )
    assert (_votes(2, 9, 1, 6, 7, 8), _votes(9, 8, 2, 3, 4, 5), _votes(12, 2, 11)) == exiled.rows
    assert (False, (9, 12), 7) == (exiled.sheriff, exiled.abstained, exiled.heavy)
    assert [] == _ballots(review, 2), "a self-destruct ended that day"
    first, runoff = _ballots(review, 3)
    assert (_votes(5, 4, 1, 6), _votes(8, 4, 5, 9)) == first.rows
    assert (_votes(5, 4, 1, 6), _votes(8, 6, 9, 11, 12)) == runoff.rows
    assert (1, 2) == (first.round, runoff.round)


def test_the_way_of_the_badge(review: Review) -> None:
    assert [(1, 7), (2, 8)] == [(move.n, move.holder) for move in review.badge]


def test_talk_time_is_what_was_spoken_and_the_calls(review: Review) -> None:
    for speech in review.speeches:
        assert speech.ms is not None
        if speech.cut:
            assert (2, 9, Occasion.DAY) == (speech.n, speech.seat, speech.occasion), "3 self-destructs in it"
            continue
        spoken = LONG_MS if speech.seat == 7 else SHORT_MS
        assert spoken <= speech.ms < spoken + CALL_MS, speech
    by_day = {
        (occasion, n): sorted(s.seat for s in review.speeches if (s.occasion, s.n) == (occasion, n))
        for occasion in Occasion
        for n in (1, 2, 3)
    }
    assert [3, 7, 12] == by_day[Occasion.CAMPAIGN, 1]
    assert [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12] == by_day[Occasion.DAY, 1]
    assert [2, 10] == by_day[Occasion.WORDS, 1]
    assert [5, 8] == by_day[Occasion.PK, 3]
    assert [] == by_day[Occasion.WORDS, 2]
    talks = {talk.seat: talk for talk in talk_of(review)}
    assert (2, 0) == (talks[Seat(7)].speeches, talks[Seat(7)].unknown)
    assert 2 * LONG_MS <= talks[Seat(7)].ms < 2 * (LONG_MS + CALL_MS)


def test_the_export_is_the_review(review: Review) -> None:
    assert review == msgspec.json.decode(msgspec.json.encode(review), type=Review)


# ------------------------------------------------------------ the page

ZH = (
    "复盘：第 1 局",
    "好人阵营获胜（所有狼人出局）",
    "守护9号（村民）",
    "击杀10号（村民）：2号 → 10号，3号 → 10号，4号 → 11号，5号 → 10号",
    "查验2号（狼人），结果：狼人",
    "解药救7号（预言家）",
    "毒药毒4号（狼人）",
    "空刀：4号 → 11号，5号 → 8号",
    "上警：3号、7号、12号",
    "发言后退水：12号",
    "放逐投票（★ 警长，1.5 票）",
    "4.5",
    "1号、6号、7号★、8号",
    "被狼人击杀（同守同救）",
    "被8号（猎人）开枪带走",
    "第 2 天自爆",
    "7号（预言家）把警徽移交给8号（猎人）",
    "第 1 天 7号（预言家） → 第 2 天 8号（猎人）",
    "平票再投",
)
EN = (
    "Review of game 1",
    "the good camp wins (all werewolves are out)",
    "protected no. 9 (Villager)",
    "killed no. 10 (Villager): no. 2 → no. 10, no. 3 → no. 10, no. 4 → no. 11, no. 5 → no. 10",
    "checked no. 2 (Werewolf): a wolf",
    "saved no. 7 (Seer)",
    "poisoned no. 4 (Werewolf)",
    "nobody is killed: no. 4 → no. 11, no. 5 → no. 8",
    "standing for sheriff: no. 3, no. 7, no. 12",
    "withdrawn in the window: no. 12",
    "Exile ballot (★ sheriff, 1.5 votes)",
    "4.5",
    "no. 1, no. 6, no. 7 ★, no. 8",
    "killed by the werewolves (guarded and saved at once)",
    "shot by no. 8 (Hunter)",
    "self-destructed, day 2",
    "no. 7 (Seer) passes the badge to no. 8 (Hunter)",
    "day 1 no. 7 (Seer) → day 2 no. 8 (Hunter)",
    "Exile runoff ballot",
)


@pytest.mark.parametrize(("language", "told"), [(Language.ZH, ZH), (Language.EN, EN)])
def test_the_page_tells_all_of_it_in_one_language(
    journal: JournalReader, language: Language, told: tuple[str, ...]
) -> None:
    page = Page(review_page(journal, 1, language))
    assert [] == [line for line in told if line not in page.texts]
    names = ("B12-预女猎守",)
    words = [text.replace(name, "") for text in page.texts for name in names]
    foreign = r"[A-Za-z]{2,}" if language is Language.ZH else r"[\u4e00-\u9fff，。：；（）]"
    assert [] == [text for text in words if re.search(foreign, text.replace("PK", "").replace("B12-", ""))]


@pytest.mark.parametrize("language", list(Language))
def test_the_page_is_whole_and_needs_nothing_else(journal: JournalReader, language: Language) -> None:
    text = review_page(journal, 0, language)
    page = Page(text)
    assert [] == page.wrong
    assert [] == page.addresses
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?://[^\"'\s<]+", text)), "a name, not an address"
    assert text.startswith("<!DOCTYPE html>\n<html lang=")


def test_the_timeline_has_a_lane_per_seat_and_a_mark_per_death(journal: JournalReader) -> None:
    text = review_page(journal, 1, Language.ZH)
    (timeline,) = re.findall(r'<div class="wide">(.*?)</div>', text, re.DOTALL)
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", timeline)
    assert [f"{seat}号" for seat in range(1, 13)] == [word for word in shown if re.fullmatch(r"\d+号", word)]
    assert ["第1夜", "第1天", "第2夜", "第2天", "第3夜", "第3天"] == [word for word in shown if word.startswith("第")]
    deaths = [word for word in shown if word in tuple("刀毒票枪爆")]
    assert sorted("刀票刀爆毒票枪") == sorted(deaths)
    assert 2 == timeline.count('#f1c84b" rx'), "the badge was with two"
    for act in ("守 9", "刀 10", "刀 11", "验 2", "救 7", "毒 4"):
        assert act in shown


def _numbers(tag: str, *names: str) -> list[float]:
    """Attributes of a drawn thing."""
    return [float(value) for name in names for value in re.findall(rf' {name}="([\d.]+)"', tag)]


def test_what_the_timeline_draws_stands_where_it_belongs(journal: JournalReader) -> None:
    text = review_page(journal, 1, Language.ZH)
    (timeline,) = re.findall(r'<div class="wide">(.*?)</div>', text, re.DOTALL)
    boxes = [(tag, *_numbers(tag, "x", "width")) for tag in re.findall(r"<rect[^>]*>", timeline)]
    columns = [(x, x + width) for tag, x, width in boxes if "#e3e7f2" in tag or "#fdf6e3" in tag]
    lanes = {seat: _numbers(tag, "y")[0] for tag, seat in re.findall(r"(<text[^>]*>)(\d+)号<", timeline)}

    def column(x: float) -> int:
        (found,) = [index for index, (left, right) in enumerate(columns) if left <= x <= right]
        return found

    def lane(y: float) -> int:
        return int(min(lanes, key=lambda seat: abs(lanes[seat] - y)))

    marks = [_numbers(tag, "cx", "cy") for tag in re.findall(r"<circle[^>]*>", timeline)]
    assert {10: 0, 2: 1, 7: 2, 3: 3, 4: 4, 8: 5, 5: 5} == {lane(y): column(x) for x, y in marks}
    badge = [(tag, x, x + width) for tag, x, width in boxes if "#f1c84b" in tag]
    spans = {lane(_numbers(tag, "y")[0] + 11): (column(left), column(right)) for tag, left, right in badge}
    assert {7: (1, 2), 8: (3, 5)} == spans, "7 from day 1 until day 2, then 8"
