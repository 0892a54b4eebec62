"""Numbers aloud, row by row of the narration script: what is said, and what must never be said."""

from __future__ import annotations

import re

import pytest

from audio import numerals
from audio.errors import NotSpeakable

WRITTEN_AND_SAID = [
    ("2号", "二号"),
    ("12号", "十二号"),
    ("10号", "十号"),
    ("11号", "十一号"),
    ("20号", "二十号"),
    ("22号", "二十二号"),
    ("2名", "两名"),
    ("2位", "两位"),
    ("2票", "两票"),
    ("2张", "两张"),
    ("2个", "两个"),
    ("2下", "两下"),
    ("2轮", "两轮"),
    ("2分钟", "两分钟"),
    ("12票", "十二票"),
    ("22票", "二十二票"),
    ("第2天", "第二天"),
    ("第2夜", "第二夜"),
    ("1.5票", "一点五票"),
    ("2.5票", "二点五票"),
    ("0票", "零票"),
    ("15:25", "十五点二十五分"),
    ("15:05", "十五点零五分"),
    ("15:00", "十五点整"),
    ("14:10", "十四点十分"),
    ("2:10", "两点十分"),
    ("12:02", "十二点零二分"),
    ("30秒", "三十秒"),
    ("12人", "十二人"),
]

NEVER_SAID = [
    ("2号", "两号"),
    ("12号", "一二号"),
    ("12号", "幺二号"),
    ("10号", "一十号"),
    ("22号", "二十两号"),
    ("2名", "二名"),
    ("12票", "十两票"),
    ("第2天", "第两天"),
    ("1.5票", "一五票"),
    ("2.5票", "两点五票"),
    ("15:25", "十五二十五"),
    ("15:05", "十五点五分"),
    ("15:00", "十五点零分"),
    ("14:10", "二点十分"),
    ("2:10", "二点十分"),
    ("12:02", "十二点零两分"),
]

_VALUES = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2}


def _read(words: str) -> int:
    """The number that Chinese words below a hundred mean, by the schoolbook: tens stand before 十, ones after it."""
    if "十" not in words:
        assert 1 == len(words)
        return _VALUES[words]
    tens, ones = words.split("十")
    return 10 * (_VALUES[tens] if tens else 1) + (_VALUES[ones] if ones else 0)


@pytest.mark.parametrize(("written", "said"), WRITTEN_AND_SAID)
def test_written_numbers_are_said_as_the_script_says(written: str, said: str) -> None:
    assert said == numerals.spoken_zh(written)


@pytest.mark.parametrize(("written", "wrong"), NEVER_SAID)
def test_the_readings_the_script_forbids_never_come_out(written: str, wrong: str) -> None:
    assert wrong not in numerals.spoken_zh(written)


@pytest.mark.parametrize("n", range(100))
def test_every_chinese_number_means_what_was_written(n: int) -> None:
    assert n == _read(numerals.number_zh(n))
    assert n == _read(numerals.count_zh(n))
    assert f"第{numerals.number_zh(n)}" == numerals.ordinal_zh(n)
    assert f"{numerals.number_zh(n)}号" == numerals.seat_zh(n)


def test_only_a_bare_two_before_a_measure_word_is_liang() -> None:
    assert [2] == [n for n in range(100) if "两" in numerals.count_zh(n)]
    assert [] == [n for n in range(100) if "两" in numerals.number_zh(n)]


@pytest.mark.parametrize("minute", range(24 * 60))
def test_every_minute_of_the_day_can_be_read_back(minute: int) -> None:
    said = numerals.clock_zh(minute)
    found = re.fullmatch("(.+)点(?:(整)|(零?)(.+)分)", said)
    assert found is not None
    hour, whole, zero, rest = found.groups()
    minutes = 0 if whole else _read(rest)
    assert minute == _read(hour) * 60 + minutes
    assert (0 < minutes < 10) == bool(zero)
    assert "二点" != said[:2]
    assert None is re.search(r"\d", said + numerals.clock_en(minute))


def test_the_clock_never_says_the_same_for_two_minutes() -> None:
    assert 24 * 60 == len({numerals.clock_zh(m) for m in range(24 * 60)})
    assert 24 * 60 == len({numerals.clock_en(m) for m in range(24 * 60)})


@pytest.mark.parametrize(
    ("minute", "said"),
    [
        (15 * 60 + 25, "three twenty-five p.m."),
        (15 * 60 + 5, "three oh five p.m."),
        (15 * 60, "three p.m."),
        (2 * 60 + 10, "two ten a.m."),
        (12 * 60, "twelve noon"),
        (0, "twelve midnight"),
        (12 * 60 + 2, "twelve oh two p.m."),
        (59, "twelve fifty-nine a.m."),
    ],
)
def test_the_english_clock(minute: int, said: str) -> None:
    assert said == numerals.clock_en(minute)


@pytest.mark.parametrize(
    ("halves", "zh", "en"),
    [
        (0, "零票", "no votes"),
        (1, "零点五票", "half a vote"),
        (2, "一票", "one vote"),
        (3, "一点五票", "one and a half votes"),
        (4, "两票", "two votes"),
        (5, "二点五票", "two and a half votes"),
        (8, "四票", "four votes"),
        (9, "四点五票", "four and a half votes"),
        (24, "十二票", "twelve votes"),
        (36, "十八票", "eighteen votes"),
        (37, "十八点五票", "eighteen and a half votes"),
    ],
)
def test_votes_come_in_halves(halves: int, zh: str, en: str) -> None:
    assert zh == numerals.votes_zh(halves)
    assert en == numerals.votes_en(halves)


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "zero"), (2, "two"), (12, "twelve"), (20, "twenty"), (22, "twenty-two"), (40, "forty"), (99, "ninety-nine")],
)
def test_english_numbers(n: int, said: str) -> None:
    assert said == numerals.number_en(n)


def test_english_numbers_are_all_different() -> None:
    assert 100 == len({numerals.number_en(n) for n in range(100)})


def test_english_text_is_freed_of_digits() -> None:
    assert "eight players at three oh five p.m., one and a half votes" == numerals.spoken_en(
        "8 players at 15:05, 1.5 votes"
    )


def test_a_long_number_is_read_digit_by_digit() -> None:
    assert "二零二六" == numerals.spoken_zh("2026")
    assert "two zero two six" == numerals.spoken_en("2026")


def test_two_minutes_of_the_clock_and_two_minutes_of_time_differ() -> None:
    assert "二分" == numerals.spoken_zh("2分")
    assert "两分钟" == numerals.spoken_zh("2分钟")


@pytest.mark.parametrize("n", [-1, 100])
def test_numbers_no_table_needs_are_refused(n: int) -> None:
    with pytest.raises(NotSpeakable):
        numerals.number_zh(n)
    with pytest.raises(NotSpeakable):
        numerals.number_en(n)


@pytest.mark.parametrize("minute", [-1, 24 * 60])
def test_no_minute_beyond_the_day(minute: int) -> None:
    with pytest.raises(NotSpeakable):
        numerals.clock_zh(minute)
    with pytest.raises(NotSpeakable):
        numerals.clock_en(minute)
