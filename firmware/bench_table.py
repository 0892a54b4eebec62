"""`scripts/bench --table`: how soon a lamp answers a press, as ratios to gpiozero alone, in one run.

Judge, loop, adapters and gpiozero are real; the wires are modelled. Both sides take turns, so that a busy machine is
busy for both. Nothing here passes or fails; what is aimed at stands beside what was measured.
"""

from __future__ import annotations

import logging
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image, ImageDraw

from audio.player import Player, unusable
from audio.wire import Drive, Setup
from engine.text import Text
from firmware.bench_stand import Stand, direct_wiring, expander_wiring
from firmware.bench_voice import CONFIG
from firmware.quiet import quiet
from hardware.debounce import DOWN_STAYS_NS
from hardware.oled_cost import cost_of_luma, cost_of_ours
from hardware.wiring import Driver

PRESSES: Final = 2000
IDLE_S: Final = 5.0
WHY_R1: Final = Text(
    "R1 没到目标：光用 gpiozero 时，模拟的脚在按的那个线程里就调回来，没有线程、没有去抖、没有法官；"
    "真的脚上它也要一个线程，见 scripts/bench_pi 和 docs/numbers.md",
    "R1 misses its aims: on modelled pins gpiozero alone is called back on the presser's own thread, with no thread,"
    " no debounce and no judge between; on real pins it has a thread, too: see scripts/bench_pi and docs/numbers.md",
)
"""Told below the figures where they are missed."""
REDRAW_S: Final = 0.1
HZ: Final = 400_000


class Row(msgspec.Struct, frozen=True):
    """One figure: ours and what it is compared with in `unit`, their ratio, and the ratio aimed at (0: none)."""

    name: str
    unit: str
    ours: float
    theirs: float
    ratio: float
    aim: float = 0.0


class TableFigures(msgspec.Struct, frozen=True):
    """All rows, and how busy the machine was: its load when it began, on so many processors."""

    rows: tuple[Row, ...]
    load: float
    processors: int
    presses: int

    @property
    def remark(self) -> Text | None:
        """What is to be known of figures that miss their aim; None where they do not."""
        missed = any(row.name.startswith("R1") and row.ratio > row.aim > 0 for row in self.rows)
        return WHY_R1 if missed else None


def measure_table(presses: int = PRESSES, idle_s: float = IDLE_S) -> TableFigures:
    """Everything, one after the other; with all presses in a minute or two."""
    load = os.getloadavg()[0]
    # The stands lack what a whole table has, and the judge would say so again and again.
    with quiet("faguan", logging.CRITICAL):
        rows = (
            *_way("R1 expander", Stand(expander_wiring(12)), presses),
            *_way("R1 direct", Stand(direct_wiring(12)), presses),
            *_way("R1 expander, +5 ms", Stand(expander_wiring(12), waits=True), presses // 10, DOWN_STAYS_NS),
            *_busy(presses // 10),
            *_redrawn(presses // 10),
            *_idle(idle_s),
            *_pictures(),
        )
    return TableFigures(rows, load, os.cpu_count() or 1, presses)


def _row(name: str, unit: str, ours: float, theirs: float, aim: float = 0.0) -> Row:
    return Row(name, unit, ours, theirs, ours / theirs if theirs else 0.0, aim)


def _p95(times: list[int]) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * 95 // 100)]


def _rounds(stand: Stand, presses: int, press: Callable[[int], None]) -> None:
    """Press in rounds: every seat once, then all lamps dark again."""
    seats = stand.wiring.numbers
    for n in range(max(1, presses)):
        if n % len(seats) == 0:
            stand.again()
        press(seats[n % len(seats)])


def _way(name: str, stand: Stand, presses: int, both_wait_ns: int = 0) -> Iterator[Row]:
    """Press to lamp against gpiozero alone, in turns; to that `both_wait_ns` is added where ours waits, too."""
    from hardware.pins.bare import BareLamp  # noqa: PLC0415 - no library of pins before it is asked for

    bare, ours, theirs = BareLamp(), list[int](), list[int]()

    def press(seat: int) -> None:
        ours.append(stand.press(seat))
        theirs.append(bare.press() + both_wait_ns)

    try:
        _rounds(stand, presses, press)
    finally:
        stand.close()
        bare.close()
    yield _row(f"{name} p50", "us", statistics.median(ours) / 1e3, statistics.median(theirs) / 1e3, 3.0)
    yield _row(f"{name} p95", "us", _p95(ours) / 1e3, _p95(theirs) / 1e3, 5.0)


def _busy(presses: int) -> Iterator[Row]:
    """A vote of eighteen with sound and a display that is redrawn, against single presses at rest."""
    stand = Stand(expander_wiring(18), bus_time=True)
    quiet, busy = list[int](), list[int]()

    def vote(seat: int) -> None:
        stand.again()
        stand.press_others(seat)
        busy.append(stand.press(seat))
        stand.let_go_others(seat)

    try:
        _rounds(stand, presses, lambda seat: quiet.append(stand.press(seat)))
        with _sound() as heard, _redrawing(stand, REDRAW_S):
            _rounds(stand, presses, vote)
    finally:
        stand.close()
    name = "R2 vote of 18, OLED" + (", sound" if heard else "")
    yield _row(f"{name} p95", "us", _p95(busy) / 1e3, _p95(quiet) / 1e3, 2.0)
    yield _row("R2 presses unanswered", "", stand.unanswered, len(busy) + len(quiet))


def _redrawn(presses: int) -> Iterator[Row]:
    """The worst press while the display takes pictures without a pause, against the worst without."""
    stand = Stand(expander_wiring(12), bus_time=True)
    quiet, busy = list[int](), list[int]()
    try:
        for _ in range(2):
            _rounds(stand, presses // 2, lambda seat: quiet.append(stand.press(seat)))
            with _redrawing(stand, 0.0):
                _rounds(stand, presses // 2, lambda seat: busy.append(stand.press(seat)))
    finally:
        stand.close()
    yield _row("R3 OLED in flight, worst", "us", max(busy) / 1e3, max(quiet) / 1e3, 1.5)
    yield _row("R3 OLED in flight, p50", "us", statistics.median(busy) / 1e3, statistics.median(quiet) / 1e3)


def _idle(seconds: float) -> Iterator[Row]:
    """Voluntary changes of threads in a second, and threads, with nobody at the table."""
    from hardware.pins.bare import bare_buttons  # noqa: PLC0415 - no library of pins before it is asked for

    before = threading.active_count()
    factory, buttons = bare_buttons(12)
    try:
        theirs, others = switches(seconds), threading.active_count() - before
    finally:
        for button in buttons:
            button.close()
        factory.reset()
    for name, wiring, aim in (("expander", expander_wiring(12), 0.1), ("direct", direct_wiring(12), 1.0)):
        before = threading.active_count()
        stand = Stand(wiring)
        try:
            ours, threads = switches(seconds), threading.active_count() - before
        finally:
            stand.close()
        yield _row(f"R5 {name} idle switches", "1/s", ours, theirs, aim)
        yield _row(f"R5 {name} threads", "", threads, others)


def switches(seconds: float, without: frozenset[int] = frozenset()) -> float:
    """Voluntary context switches of the threads of this process, a second; `without` those with these native ids."""
    began, began_s = _count(without), time.monotonic()
    threading.Event().wait(seconds)
    return (_count(without) - began) / (time.monotonic() - began_s)


def _count(without: frozenset[int]) -> int:
    total = 0
    for status in Path("/proc/self/task").glob("*/status"):
        if int(status.parent.name) in without:
            continue
        for line in status.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("voluntary_ctxt_switches:"):
                total += int(line.split()[1])
    return total


def _pictures() -> Iterator[Row]:
    """A cursor that moves through a menu: bytes and time on the bus, against luma in one go."""
    pictures = [_menu(row) for row in (0, 1, 2, 3, 2, 1)]
    moves = len(pictures) - 1
    for driver in (Driver.SSD1306, Driver.SH1106):
        ours, luma = cost_of_ours(driver, pictures), cost_of_luma(driver, pictures, blocks=False)
        yield _row(f"OLED {driver.value} bytes a move", "", ours.bytes / moves, luma.bytes / moves)
        yield _row(f"OLED {driver.value} bus a move", "ms", ours.bus_ms(HZ) / moves, luma.bus_ms(HZ) / moves)
        yield _row(f"OLED {driver.value} longest piece", "ms", 1e3 * ours.longest / HZ, 1e3 * luma.longest / HZ)


def _menu(cursor: int) -> Image.Image:
    """Four rows, one of them inverted."""
    image = Image.new("1", (128, 64))
    draw = ImageDraw.Draw(image)
    for row in range(4):
        draw.rectangle((0, 16 * row, 127, 16 * row + 15), fill=row == cursor)
        for letter in range(5):
            at = 4 + 18 * letter
            draw.rectangle((at, 16 * row + 3, at + 12, 16 * row + 12), outline=row != cursor)
    return image


@contextmanager
def _redrawing(stand: Stand, pause_s: float) -> Iterator[None]:
    """Another picture again and again, `pause_s` after the last."""
    ended = threading.Event()
    pictures = (Image.new("1", (128, 64), 1), Image.new("1", (128, 64), 0))

    def draw() -> None:
        n = 0
        while not ended.wait(pause_s or 0.02):
            stand.display.show(pictures[n % 2])
            n += 1

    thread = threading.Thread(target=draw, name="bench display", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def _sound() -> Iterator[bool]:
    """Music on a loudspeaker that is none; whether there is sound at all on this machine."""
    if unusable() is not None:
        yield False
        return
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "asound.conf"
        config.write_text(CONFIG, encoding="utf-8")
        environ = {**os.environ, "ALSA_CONFIG_PATH": str(config), "JACK_NO_START_SERVER": "1"}
        player = Player(lambda _: None, Setup(drive=Drive.CLOCK), environ=environ)
        try:
            player.bed(on=True)
            yield True
        finally:
            player.close()
