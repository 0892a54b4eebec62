"""Six people at a wired table: they read what everybody hears, look at nobody else's lamp, and press.

All that they go by is on the display, where the judge's sentences stand as captions, and the card that each holds.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from hardware.fake_oled import FakeSsd1306
from tests.kit.reading import Page, read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.device.rigs import Board, Pinboard

TAP_S: Final = 0.12
BETWEEN_TAPS_S: Final = 0.15
REACTION_S: Final = 0.3
SETTLES_S: Final = 0.05
"""How long after its first bytes a picture is whole, at most."""

SILENCE_S: Final = 600.0
"""Longer than anything at a table lasts."""


class Glass(FakeSsd1306):
    """A display in front of which somebody sits."""

    def __init__(self) -> None:
        """Nothing was drawn."""
        self.drawn = threading.Event()
        super().__init__()

    def write(self, data: bytes) -> None:
        """As a display does."""
        super().write(data)
        self.drawn.set()


class Party:
    """Everybody around the table. `cards`: seat and the card that lies before it."""

    def __init__(self, board: Board | Pinboard, glass: Glass, cards: Mapping[int, str]) -> None:
        """They sit and wait."""
        self.board = board
        self.glass = glass
        self.cards = cards
        self.ready: tuple[int, ...] = tuple(cards)
        """Who presses when all are asked whether they have looked at their cards."""
        self.heard: list[str] = []
        """Every caption, piece by piece, as it was read."""
        self._never = threading.Event()
        self._called = ""
        self._aim: tuple[tuple[int, ...], int] | None = None
        """Who taps at which number."""
        self._plans: dict[str, tuple[tuple[int, ...], int]] = {}

    def plan(self, words: str, seats: tuple[int, ...], number: int) -> None:
        """When `words` have been said, `seats` tap at `number`."""
        self._plans[words] = (seats, number)

    def holders(self, card: str) -> tuple[int, ...]:
        """Who holds `card`."""
        return tuple(seat for seat, held in self.cards.items() if held == card)

    def page(self) -> Page:
        """What stands on the display."""
        return read(self.glass.image())

    def pause(self) -> None:
        """Wait until a change on the display can have been read."""
        self._never.wait(REACTION_S)

    def until(self, words: str) -> None:
        """Play along until `words` have been on the display; AssertionError when nothing more happens before."""
        before = len(self.heard)
        while True:
            self._take_part(self.page())
            # What is longer than a page comes on several.
            if words in "".join(self.heard[before:]):
                return
            assert self.glass.drawn.wait(SILENCE_S), f"in vain for {words}; last there was {self.heard[-5:]}"
            self._never.wait(SETTLES_S)
            self.glass.drawn.clear()

    def tap(self, *seats: int, times: int = 1) -> None:
        """Everybody of `seats`, one after the other, taps so often."""
        for seat in seats:
            for _ in range(times):
                self.board.press(seat)
                self._never.wait(TAP_S)
                self.board.let_go(seat)
                self._never.wait(BETWEEN_TAPS_S)

    def _take_part(self, page: Page) -> None:
        if page.text and (not self.heard or self.heard[-1] != page.text):
            self.heard.append(page.text)
            self._listen(page.text)
        number = int(page.large[:-1]) if page.large.endswith("号") and page.large[:-1].isdecimal() else None
        if self._aim is not None and self._aim[1] == number:
            seats = self._aim[0]
            self._aim = None
            self._never.wait(REACTION_S)
            for seat in seats:
                self.board.press(seat)
            self._never.wait(TAP_S)
            self.board.let_go(*seats)

    def _listen(self, words: str) -> None:
        if "看好身份的" in words:
            self.tap(*self.ready)
        for card in ("狼人", "女巫", "预言家"):
            if f"{card}请睁眼" in words:
                self._called = card
        if "请连按两下" in words:
            self.tap(*self.holders(self._called), times=2)
        for said, aim in self._plans.items():
            if said in words:
                self._aim = aim
