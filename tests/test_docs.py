"""The pages to print tell what is there: the words of the menu, the pictures, both languages."""

from __future__ import annotations

import re
from typing import Final

import pytest

from audio.catalogue import words_of
from audio.say import Language
from tests.arch.source import ROOT

DOCS: Final = ROOT / "docs"
MENU: Final = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "firmware" / "menu").glob("*.py")))
LABELS: Final = re.findall(r'^\w+ = Text\("(.+?)", "(.+?)"\)$', MENU, re.MULTILINE)
"""Every name that stands in the menu, in both languages."""
PAGE: Final = (ROOT / "firmware" / "web" / "static" / "room.html").read_text(encoding="utf-8")

NAMED: Final = (
    "开始 继续 重复这一步 加时30秒 跳过这一步 撤销 作废并重投 玩家离场 犯规出局 座位按钮 身份更正 结束本局 "
    "店员代答 座位检查 试一次 规则 节奏 继续上一局 故障 再试一次 关于 新板子 保存 自家板子 设备 自检 关机 几点了？"
).split()
"""What the page for staff tells them to choose."""


def languages(name: str) -> tuple[str, str]:
    """The two pages in the file, Chinese first."""
    zh, line, en = (DOCS / name).read_text(encoding="utf-8").partition("\n---\n")
    assert line
    return zh, en


@pytest.mark.parametrize("zh", NAMED)
def test_staff_are_told_of_what_is_in_the_menu(zh: str) -> None:
    """By its name there, in both languages."""
    names = [en for name, en in LABELS if name == zh]
    assert names, f"the menu has no {zh}"
    page_zh, page_en = languages("staff.md")
    assert zh in page_zh
    assert any(name.lower() in page_en.lower() for name in names), names


def test_staff_are_told_of_the_pages_by_their_names() -> None:
    page_zh, page_en = languages("staff.md")
    for zh, en in (("大屏", "Wall screen"), ("复盘", "Past games"), ("上帝视角", "Spoiler view")):
        assert re.search(f'data-zh="{zh}[^"]*" data-en="{en}"', PAGE), zh
        assert zh in page_zh
        assert en in page_en


def test_what_the_judge_says_is_quoted_word_for_word() -> None:
    page_zh, page_en = languages("staff.md")
    for key in ("err.claims", "staff.pause_night"):
        assert words_of(key, Language.ZH).strip("。") in page_zh, key
        assert words_of(key, Language.EN).strip(".") in page_en, key


def test_numbers_are_the_same_in_both_languages() -> None:
    rows = [
        [re.findall(r"`.+?`|[\d.]+", line) for line in page.splitlines() if line.startswith("|")]
        for page in languages("numbers.md")
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 15


@pytest.mark.parametrize("name", ["staff.md", "players.md"])
def test_both_languages_have_the_same_parts(name: str) -> None:
    zh, en = languages(name)
    for part in (r"^# ", r"^\*\*", r"^\| ", r"^\d\. ", r"^- ", r"<img "):
        assert len(re.findall(part, zh, re.MULTILINE)) == len(re.findall(part, en, re.MULTILINE)), part
    assert re.findall(r'src="(.+?)"', zh) == re.findall(r'src="(.+?)"', en)


def test_every_lamp_and_every_press_has_its_picture() -> None:
    zh, _ = languages("players.md")
    shown = re.findall(r'src="img/(.+?)"', zh)
    seat_language = [path.name for path in (DOCS / "img").glob("*.svg") if not path.name.startswith("wiring-")]
    assert sorted(seat_language) == sorted(shown)
    lamps = {f"lamp-{pattern}.svg" for pattern in ("off", "steady", "fast", "slow", "double", "heartbeat")}
    assert lamps == {name for name in shown if name.startswith("lamp-")}


LIT: Final = {"off": 0.0, "steady": 2.0, "fast": 1.0, "slow": 1.0, "double": 0.24, "heartbeat": 0.48}
"""Seconds of light in two seconds of each pattern (seat language 2)."""


@pytest.mark.parametrize("pattern", LIT)
def test_a_lamps_picture_is_lit_as_long_as_the_lamp(pattern: str) -> None:
    picture = (DOCS / "img" / f"lamp-{pattern}.svg").read_text(encoding="utf-8")
    band, *lit = (float(width) for width in re.findall(r'<rect [^>]*\bwidth="([\d.]+)"', picture))
    assert LIT[pattern] / 2 == pytest.approx(sum(lit) / band, abs=0.01)
