"""Lint of every line the judge has: complete, sayable, reachable."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from audio.catalogue import LATER, LINES, SHOWN_ONLY, line_of, merge, placeholders, words_of
from audio.errors import DuplicateLine
from audio.lines import COMMON
from audio.planner import PLACEHOLDERS, length_ms, render
from audio.say import Language, Say
from engine.events import Reason, Winner
from engine.roles import NIGHT_SHEET, SPEAKING
from engine.roles.role import Line
from engine.text import Text

ROOT = Path(__file__).resolve().parents[2]
KEY = re.compile(r"[a-z]+\.[a-z0-9_]+")
FULL = Say(
    key="",
    seat=2,
    target=2,
    seats=(1, 2, 12),
    voters=(2, 10),
    halves=5,
    n=2,
    minute=14 * 60 + 2,
    role="villager",
    roles=(("werewolf", 2), ("seer", 1)),
    text=Text("第2夜", "night 2"),
)
"""A sentence with a value for every placeholder."""


def _with_key(key: str, seat: int = 2) -> Say:
    values = {name: getattr(FULL, name) for name in FULL.__struct_fields__}
    return Say(**{**values, "key": key, "seat": seat, "target": seat, "seats": (1, seat), "voters": (seat,)})


def _strings_of(folder: str) -> set[str]:
    """All string constants in the source of a package that look like keys."""
    found: set[str] = set()
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                found.add(node.value)
    return found


@pytest.mark.parametrize("key", sorted(LINES))
def test_a_line_is_complete_and_sayable(key: str) -> None:
    line = line_of(key)
    assert key == line.key
    assert KEY.fullmatch(key)
    assert 0 <= line.pause_ms <= 5000
    for language in Language:
        words = words_of(key, language)
        assert set() == set(placeholders(words)) - set(PLACEHOLDERS)
        assert re.match(r"[\w{]", words), "a line must not start with a mark"
        assert None is re.search(r"\d", words)
        assert len(words) <= 100, "one request to an online voice takes a hundred characters"
        for seat in range(1, 19):
            said = render(_with_key(key, seat), language)
            assert None is re.search(r"[\d{}]", said)
            assert 300 <= length_ms(_with_key(key, seat), language) <= 60_000


@pytest.mark.parametrize("key", sorted(LINES))
def test_both_languages_ask_for_the_same_values(key: str) -> None:
    zh, en = (placeholders(words_of(key, language)) for language in Language)
    assert set(zh) == {"seat" if name == "number" else name for name in en}


@pytest.mark.parametrize("key", sorted(set(LINES) - set(SHOWN_ONLY)))
def test_a_chinese_line_is_chinese_and_ends_like_a_sentence(key: str) -> None:
    words = words_of(key, Language.ZH)
    assert words.endswith("。")
    assert None is re.search(r"[A-Za-z,.!?:;]", re.sub(r"\{\w+\}", "", words))


@pytest.mark.parametrize("key", sorted(set(LINES) - set(SHOWN_ONLY)))
def test_an_english_line_is_english_and_ends_like_a_sentence(key: str) -> None:
    words = words_of(key, Language.EN)
    assert words.endswith(".")
    assert words.isascii()


def test_characters_that_voices_misread_are_avoided() -> None:
    """行 长按 重新 倒牌 得票 and 左 右 are banned by the script; {seat} never stands before 好人."""
    for line in LINES.values():
        for risky in ("行", "长按", "长亮", "重新", "倒牌", "得票", "左", "右", "PK", "}好人"):
            assert risky not in line.text.zh, line.key


def test_a_key_defined_twice_is_refused() -> None:
    one = Line("a.b", Text("一。", "One."), 0)
    with pytest.raises(DuplicateLine, match=r"a\.b"):
        merge((one,), (one,))
    assert ["a.b"] == list(merge((one,)))


def test_every_role_brings_its_lines() -> None:
    for role in SPEAKING:
        for line in role.lines:
            assert line == LINES[line.key]
    assert len(LINES) == len(COMMON) + sum(len(role.lines) for role in SPEAKING)


def test_every_key_in_the_program_exists() -> None:
    groups = {key.split(".")[0] for key in LINES}
    used = {key for key in _strings_of("firmware") | _strings_of("engine") if key.split(".")[0] in groups}
    assert set() == used - set(LINES)


def test_every_key_that_is_put_together_exists() -> None:
    made = {f"over.{value.value}" for value in (*Reason, *Winner)}
    assert set() == made - set(LINES)


def test_every_common_line_is_used_or_listed_for_later() -> None:
    made = {f"over.{value.value}" for value in (*Reason, *Winner)}
    used = _strings_of("firmware") | _strings_of("engine") | made
    assert set() == {line.key for line in COMMON} - used - set(LATER)


def test_the_list_for_later_names_real_lines_once() -> None:
    assert set() == set(LATER) - set(LINES)
    assert len(LATER) == len(set(LATER))


def test_every_step_of_the_night_can_be_opened_and_closed() -> None:
    for step in NIGHT_SHEET:
        for end in ("wake", "close"):
            assert f"{step.role.line_key}.{end}" in LINES
