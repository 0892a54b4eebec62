"""The staff's corner of a café whose own boards are in a folder: the display, and keys found by their words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from audio.say import Language
from firmware.boards import OWN_BOARDS, all_boards, preset_boards
from firmware.judge import Judge
from firmware.ownboards import OwnBoardFiles
from firmware.settings import SettingsFile
from hardware.ports import Key, KeyEdge
from hardware.screen import Row, Rows, Screen, fits
from tests.kit.table import VirtualTable

LONGEST: Final = 60
"""No list is longer."""

NEW: Final = (("板子", "新板子", "从头开始"), ("Board", "New board", "From scratch"))
"""The way to an empty deck, in both languages."""


def judge_of(folder: Path) -> type[Judge]:
    """A judge that reads the boards in `folder` whenever it is switched on, as the program does."""

    class CafesJudge(Judge):
        def __init__(self, **parts: Any) -> None:
            shelf = all_boards(folder)
            own = OwnBoardFiles(folder / OWN_BOARDS, shelf.own, preset_boards())
            super().__init__(**{**parts, "boards": shelf.boards, "own": own, "fault": shelf.notice})

    return CafesJudge


class Counter:
    """Display and keys of the machine with its state in `folder`."""

    def __init__(self, folder: Path, language: Language = Language.ZH) -> None:
        """Switch it on."""
        settings = SettingsFile(folder)
        self.table = VirtualTable("B09", judge=judge_of(folder), language=language, settings=settings)

    @property
    def screen(self) -> Screen:
        """What the display shows; nothing on it is ever cut off."""
        screen = self.table.judge.staff.menu.screen(self.table.now_ns)
        assert fits(screen), screen
        return screen

    @property
    def bar(self) -> tuple[str, str]:
        """The title bar."""
        return self.screen.title, self.screen.corner

    @property
    def rows(self) -> list[str]:
        """The rows below it."""
        body = self.screen.body
        return [f"{row.text} {row.value}".strip() for row in body.rows] if isinstance(body, Rows) else []

    @property
    def bottom(self) -> str:
        """The last of them."""
        return self.rows[-1]

    @property
    def at_cursor(self) -> str:
        """The row on which the cursor stands."""
        body = self.screen.body
        return self.rows[body.cursor or 0] if isinstance(body, Rows) else ""

    def listed(self) -> list[str]:
        """All rows of the list, once round."""
        found: list[str] = []
        for _ in range(LONGEST):
            if self.at_cursor in found:
                return found
            found.append(self.at_cursor)
            self.key(Key.DOWN)
        raise AssertionError(f"no end: {found}")

    def key(self, *keys: Key) -> None:
        """Short presses."""
        self.table.key(*keys)

    def to(self, words: str) -> None:
        """DOWN until the cursor stands on a row that begins with `words`."""
        for _ in range(LONGEST):
            body = self.screen.body
            row = body.rows[body.cursor] if isinstance(body, Rows) and body.cursor is not None else Row("")
            if row.text.startswith(words):
                return
            self.key(Key.DOWN)
        raise AssertionError(f"no row {words} in {self.listed()}")

    def go(self, *words: str) -> None:
        """OK on each of these rows, one after the other."""
        for row in words:
            self.to(row)
            self.key(Key.OK)

    def put(self, role: str, cards: int = 1) -> None:
        """So many more cards of the role with that name; fewer, when negative."""
        self.go(role)
        if "▲▼" in self.at_cursor:
            self.key(*[Key.UP if cards > 0 else Key.DOWN] * abs(cards), Key.OK)

    def hold(self, key: Key, seconds: float) -> list[str]:
        """Hold `key`; the rows just before it is let go."""
        self.table.loop.put(KeyEdge(key, True, self.table.now_ns))
        self.table.wait(seconds)
        seen = self.rows
        self.table.loop.put(KeyEdge(key, False, self.table.now_ns))
        self.table.wait(0.05)
        return seen

    def home(self) -> None:
        """BACK, held."""
        self.hold(Key.BACK, 1.1)
