"""A whole game as text, for people to read in a review: one row per moment at which anything changes.

    time │ room hears │ lamps │ screen │ sealed

*lamps* are all that are not off; *screen* is the OLED as it is at the end of that moment; *sealed* is
what nobody in the room knows: private and sealed events. A column that has not changed is empty (for
the lamps: "·"). Moments at which only the clock on the screen moves have no row.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PIL import Image

from engine.events import PhaseEntered
from engine.game import Step
from engine.prompts import Eyes
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.table.outlets import Spoken
from hardware.ports import LampFrame
from hardware.screen import Big, Grid, Rows, Screen
from tests.kit.table import MS, VirtualTable

BAR: Final = " │ "
HEADING: Final = BAR.join(("time", "room hears", "lamps", "screen", "sealed"))
SAME: Final = "·"


def screen_text(screen: Screen) -> str:
    """What can be read on the display, top to bottom."""
    match screen.body:
        case Rows(rows):
            body = "/".join(f"{row.text} {row.value}".strip() for row in rows)
        case Big(text, right, footer):
            body = f"«{text}» {right} {footer}"
        case Grid(cells):
            body = " ".join(cell.text for cell in cells)
    return " ".join(f"{screen.title} {screen.corner} | {body}".split())


def lamps_text(frame: LampFrame) -> str:
    """Pattern by pattern, the seats that show it."""
    patterns = sorted({lamp.pattern for lamp in frame})
    return ", ".join(f"{p} {' '.join(str(lamp.seat) for lamp in frame if lamp.pattern is p)}" for p in patterns) or "-"


def time_text(at_ns: int) -> str:
    """Minutes, seconds and milliseconds since the game was opened."""
    seconds, ms = divmod(at_ns // MS, 1000)
    return f"{seconds // 60}:{seconds % 60:02}.{ms:03}"


class Transcript(Audience):
    """Writes down one game. Tie it to its table with `follow`; `text` afterwards."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._table: VirtualTable | None = None
        self._at_ns = 0
        self._heard: list[str] = []
        self._sealed: list[str] = []
        self._lamps: str | None = None
        self._lit = ""
        self._screens: list[tuple[int, str]] = [(0, "")]
        self._shown = ""
        self._rows: list[str] = [HEADING]

    def follow(self, table: VirtualTable) -> VirtualTable:
        """Write down what happens at this table."""
        self._table = table
        table.display.listen(self._screen)
        return table

    @property
    def text(self) -> str:
        """All rows so far."""
        self._flush()
        return "\n".join(self._rows) + "\n"

    def _screen(self, image: Image.Image) -> None:
        del image
        assert self._table is not None
        now_ns = self._table.now_ns
        self._screens.append((now_ns, screen_text(self._table.judge.staff.menu.screen(now_ns))))

    def _turn(self) -> None:
        """Close the row of an earlier moment."""
        assert self._table is not None
        if self._table.now_ns != self._at_ns:
            self._flush()
            self._at_ns = self._table.now_ns

    def _flush(self) -> None:
        if not self._heard and not self._sealed and self._lamps is None:
            return
        screen = [text for at_ns, text in self._screens if at_ns <= self._at_ns][-1]
        told = (
            time_text(self._at_ns),
            " ".join(self._heard),
            SAME if self._lamps is None else self._lamps,
            "" if screen == self._shown else screen,
            "; ".join(self._sealed),
        )
        self._rows.append(BAR.join(told).rstrip())
        self._shown, self._screens = screen, self._screens[-50:]
        self._heard, self._sealed, self._lamps = [], [], None

    # ------------------------------------------------------------ what happens

    def spoken(self, spoken: Spoken) -> None:
        """Words."""
        self._turn()
        self._heard.append(spoken.text)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Light."""
        del eyes
        text = lamps_text(frame)
        if text != self._lit:
            self._turn()
            self._lamps = self._lit = text

    def step(self, step: Step) -> None:
        """What the room does not learn; where the rulebook is, is left out."""
        self._turn()
        for event in step.events:
            if not isinstance(event, Public | PhaseEntered):
                self._sealed.append(_event_text(event))


def _event_text(event: msgspec.Struct) -> str:
    fields = msgspec.to_builtins(event)
    kind = fields.pop("type")
    told = " ".join(f"{name}={_value_text(value)}" for name, value in fields.items() if value is not None)
    return f"{kind} {told}".strip()


def _value_text(value: object) -> str:
    if isinstance(value, tuple | list):
        return "[" + " ".join(":".join(map(str, v)) if isinstance(v, tuple | list) else str(v) for v in value) + "]"
    return str(value)
