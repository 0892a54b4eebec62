"""A machine for the doctor to look at, on which everything is well until a test says otherwise."""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from audio.say import Language
from firmware.clocktrust import Signs
from firmware.doctor.boot import Interfaces
from firmware.doctor.command import examine
from firmware.doctor.probes import Access, Adapter, Probes
from firmware.voices import VoiceShelf
from tests.kit.realtable import Bench

NOON_S: Final = 1_800_000_000


@cache
def shelf() -> VoiceShelf:
    """The shipped voices, looked through once for all tests."""
    return VoiceShelf()


class Pins:
    """A factory of pins that opens; `closed` counts."""

    def __init__(self) -> None:
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


class Page:
    """What was printed, and what the program exits with."""

    def __init__(self, code: int, text: str) -> None:
        self.code = code
        self.text = text

    def line(self, word: str) -> str:
        """The one line with `word` and what it says to do, if anything."""
        lines = self.text.splitlines()
        at = [n for n, line in enumerate(lines) if word in line and not line.startswith("    ")]
        assert at, f"no line about {word}:\n{self.text}"
        todo = lines[at[0] + 1] if lines[at[0] + 1].startswith("    ") else ""
        return f"{lines[at[0]]}{todo}"

    @property
    def wrong(self) -> set[int]:
        """The classes of which something is wrong."""
        return {int(code) for code in re.findall(r"^✗ \[(\d+)\]", self.text, re.MULTILINE)}


class Ward:
    """A Pi with a table of twelve, and the doctor."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.bench = Bench("expander")
        self.folder = folder
        self.pins = Pins()
        self.opened: list[str] = []
        self.pictures: list[bytes] = []
        """What the display showed while the doctor waited."""
        self.were_lit: set[int] = set()
        """The seats whose lamps burned meanwhile."""
        self.tones = 0
        self._capsys = capsys
        self.probes = Probes(
            model=lambda: "Raspberry Pi 4 Model B Rev 1.4",
            kernel=lambda: "6.12.34+rpt-rpi-v8",
            labels=lambda: {0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"},
            packages=lambda: (),
            access=lambda _: Access("gpio", usable=True),
            user=lambda: "anna",
            open_factory=self._open_pins,
            factory=self.bench.factory,
            wire_of=self._open_bus,
            adapter=lambda _: Adapter("bcm2835 (i2c@7e804000)", 400_000),
            candidates=lambda _: (),
            sound_libraries=lambda: None,
            loudspeakers=lambda: ("USB Audio",),
            listen=self._listen,
            interfaces=Interfaces,
            pause=self._pause,
            signs=lambda: Signs(now_s=NOON_S, synchronised=True),
            shelf=shelf,
            free_mb=lambda _: 5000,
        )

    def _open_pins(self, _library: object) -> Pins:
        self.opened.append("pins")
        return self.pins

    def _open_bus(self, number: int) -> Any:
        self.opened.append(f"bus {number}")
        return self.bench.wire_of(number)

    def _listen(self, *, tone: bool) -> None:
        self.tones += tone

    def _pause(self, seconds: float) -> None:
        threading.Event().wait(min(seconds, 0.3))
        if self.bench.oled.lit:
            self.pictures.append(self.bench.picture.tobytes())
        self.were_lit |= {seat for seat in self.bench.wiring.numbers if self.bench.lit(seat)}

    def stage(self, **changed: Any) -> None:
        """Something is otherwise than it should be."""
        self.probes = msgspec.structs.replace(self.probes, **changed)

    def look(
        self,
        wiring: str | None = "expander",
        language: Language | None = None,
        *,
        as_json: bool = False,
        quiet: bool = False,
    ) -> Page:
        """The doctor's page."""
        code = examine(self.folder, wiring, language, as_json=as_json, quiet=quiet, probes=self.probes)
        told = self._capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        return Page(code, told.out)
