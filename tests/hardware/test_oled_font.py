"""The font has every character that the program can write, at the width that layouts count with."""

import ast
from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

from hardware.oled import glyphs
from hardware.screen import width

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("engine", "audio", "hardware", "firmware")
HIGH = range(0xB0, 0xF8)
LOW = range(0xA1, 0xFF)


def sources(pattern: str) -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob(pattern))


def strings(path: Path) -> Iterator[str]:
    """All string constants of a Python file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def texts(path: Path) -> Iterator[str]:
    """The constants inside calls of `Text`, which is what screens and voices are given."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                    yield inner.value


def full_width(text: str) -> set[str]:
    return {character for character in text if east_asian_width(character) in "WF"}


def test_every_hanzi_in_any_string_of_the_program_can_be_drawn() -> None:
    used = {character for path in sources("*.py") for text in strings(path) for character in full_width(text)}
    assert len(used) > 100
    assert set() == used - glyphs().keys()


def test_every_character_of_every_text_can_be_drawn() -> None:
    used = {character for path in sources("*.py") for text in texts(path) for character in text}
    assert {"狼", "a", "。"} <= used
    assert set() == used - glyphs().keys()


def test_every_character_of_the_boards_can_be_drawn() -> None:
    used = {character for path in sources("*.toml") for character in path.read_text("utf-8") if character != "\n"}
    assert set() == used - glyphs().keys()


def test_any_simplified_chinese_can_be_drawn() -> None:
    """All of GB 2312's hanzi, so that a board named by the staff never has a box in it."""
    hanzi = {bytes((high, low)).decode("gb2312", "ignore") for high in HIGH for low in LOW} - {""}
    assert 6763 == len(hanzi)
    assert set() == hanzi - glyphs().keys()


def test_ascii_can_be_drawn() -> None:
    assert set(map(chr, range(0x20, 0x7F))) <= glyphs().keys()


def test_layouts_count_with_the_width_of_the_font() -> None:
    assert [] == [character for character, bitmap in glyphs().items() if len(bitmap) // 2 != width(character)]


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    fonts = ROOT / "hardware" / "fonts"
    assert (fonts / "unifont16.hex.gz").stat().st_size < 300_000
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text("utf-8")
