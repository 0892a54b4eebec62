"""Numbers as words: the text sent to speech never contains a digit (narration script, numbers aloud).

Chinese has four kinds of number here, and the bare 2 tells them apart:

| kind    | 2       | used for                                               |
|---------|---------|--------------------------------------------------------|
| label   | 二号    | seats: 二, never 两                                    |
| ordinal | 第二夜  | nights, days                                           |
| count   | 两位    | a bare 2 before a measure word (名 位 票 张 个 下 轮 分钟) |
| clock   | 两点, 二分 | hours take 两, minutes 二 with 零 before a single one |

Votes are counted in half votes, so that one and a half is exact: 3 halves = 一点五票.
"""

from __future__ import annotations

import re
from typing import Final

from audio.errors import NotSpeakable

_DIGITS: Final = "零一二三四五六七八九"
_UNITS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS: Final = (
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
)
_MEASURES: Final = "名位票张个下轮分钟人次遍"
_HOURS: Final = 24
_MINUTES: Final = 60
_LIMIT: Final = 100


def number_zh(n: int) -> str:
    """The cardinal 0..99 as a label: 二, 十, 十二, 二十."""
    _check(n)
    tens, ones = divmod(n, 10)
    if not tens:
        return _DIGITS[ones]
    return ("" if tens == 1 else _DIGITS[tens]) + "十" + (_DIGITS[ones] if ones else "")


def number_en(n: int) -> str:
    """The cardinal 0..99: two, twelve, twenty-two."""
    _check(n)
    if n < len(_UNITS):
        return _UNITS[n]
    tens, ones = divmod(n, 10)
    return _TENS[tens - 2] + (f"-{_UNITS[ones]}" if ones else "")


def count_zh(n: int) -> str:
    """The cardinal before a measure word: 两 for a bare 2, else the label."""
    return "两" if n == 2 else number_zh(n)


def seat_zh(n: int) -> str:
    """A seat: 二号, 十二号."""
    return f"{number_zh(n)}号"


def seat_en(n: int) -> str:
    """A seat within a sentence: number twelve."""
    return f"number {number_en(n)}"


def ordinal_zh(n: int) -> str:
    """第二, 第十二: nights and days."""
    return f"第{number_zh(n)}"


def votes_zh(halves: int) -> str:
    """Votes given in half votes: 四票, 两票, 四点五票, 二点五票, 零票."""
    whole, half = divmod(halves, 2)
    return f"{number_zh(whole)}点五票" if half else f"{count_zh(whole)}票"


def votes_en(halves: int) -> str:
    """Votes given in half votes: four votes, one vote, four and a half votes, half a vote, no votes."""
    whole, half = divmod(halves, 2)
    if half:
        return f"{number_en(whole)} and a half votes" if whole else "half a vote"
    if whole == 1:
        return "one vote"
    return f"{number_en(whole)} votes" if whole else "no votes"


def clock_zh(minute: int) -> str:
    """A minute of the day (hour * 60 + minute) on the 24-hour clock: 十五点二十五分, 十五点零五分, 十五点整."""
    hours, minutes = _clock(minute)
    if not minutes:
        return f"{count_zh(hours)}点整"
    return f"{count_zh(hours)}点{'零' if minutes < len(_DIGITS) else ''}{number_zh(minutes)}分"


def clock_en(minute: int) -> str:
    """A minute of the day on the 12-hour clock: three twenty-five p.m., three oh five p.m., twelve noon."""
    hours, minutes = _clock(minute)
    if minutes == 0 and hours % 12 == 0:
        return "twelve noon" if hours else "twelve midnight"
    half = "a.m." if hours < _HOURS // 2 else "p.m."
    words = [number_en(hours % 12 or 12)]
    if minutes:
        words.append(number_en(minutes) if minutes >= len(_DIGITS) else f"oh {number_en(minutes)}")
    return " ".join([*words, half])


_TIME: Final = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_HALF: Final = re.compile(r"(?<!\d)(\d+)\.5(?!\d)")
_ORDINAL: Final = re.compile(r"第(\d+)")
_COUNT: Final = re.compile(rf"(?<!\d)2(?=[{_MEASURES}])(?!分(?!钟))")
_WHOLE: Final = re.compile(r"\d+")


def spoken_zh(text: str) -> str:
    """`text` with every number in words, by the table above: for names and explanations that staff wrote."""
    text = _TIME.sub(lambda m: clock_zh(int(m[1]) * _MINUTES + int(m[2])), text)
    text = _HALF.sub(lambda m: f"{number_zh(int(m[1]))}点五", text)
    text = _ORDINAL.sub(lambda m: ordinal_zh(int(m[1])), text)
    text = _COUNT.sub("两", text)
    return _WHOLE.sub(lambda m: _whole(m[0], zh=True), text)


def spoken_en(text: str) -> str:
    """`text` with every number in words, in English."""
    text = _TIME.sub(lambda m: clock_en(int(m[1]) * _MINUTES + int(m[2])), text)
    text = _HALF.sub(lambda m: f"{number_en(int(m[1]))} and a half", text)
    return _WHOLE.sub(lambda m: _whole(m[0], zh=False), text)


def _whole(digits: str, *, zh: bool) -> str:
    """A run of digits: as a number up to 99, digit by digit beyond (a year, a telephone number)."""
    if len(digits) <= 2:
        return number_zh(int(digits)) if zh else number_en(int(digits))
    return "".join(_DIGITS[int(d)] for d in digits) if zh else " ".join(_UNITS[int(d)] for d in digits)


def _clock(minute: int) -> tuple[int, int]:
    """Hours and minutes of a minute of the day."""
    if not 0 <= minute < _HOURS * _MINUTES:
        msg = f"{minute} is not a minute of the day"
        raise NotSpeakable(msg)
    return divmod(minute, _MINUTES)


def _check(n: int) -> None:
    """Refuse what has no words here."""
    if not 0 <= n < _LIMIT:
        msg = f"{n} is outside 0..99"
        raise NotSpeakable(msg)
