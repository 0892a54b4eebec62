"""`scripts/bench_pi`: press to lamp on a real Pi, by the kernel's own times, against an echo of a few lines.

The echo is gpiod's where that is installed, the shortest way that there is; else lgpio's, which comes with the judge.

Five pins and three jumpers, and the judge stopped: the output PRESS to the pins BUTTON and SEEN, the pin LAMP to the
pin WATCH. The kernel stamps the edges on SEEN (the press) and on WATCH (the lamp), by one clock.
"""

from __future__ import annotations

import importlib
import statistics
import threading
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import typer

from engine.text import Text
from firmware.bench_stand import RESTS_S, Judged
from firmware.doctor.probes import read_adapter
from firmware.entry import run
from firmware.reasons import one_line, text_of
from firmware.usage import REFUSED
from hardware.debounce import DOWN_STAYS_NS
from hardware.pinlibs import chip_numbers, kernel, model
from hardware.wiring import Profile, SeatPins, Wiring
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable

NO_PI: Final = Text(
    "没有测过：要在树莓派上运行（先停掉法官，接好跳线，见 --help）",
    "not measured: this needs a Raspberry Pi (stop the judge and put in the jumpers, see --help)",
)
PATIENCE_S: Final = 2.0
AIM: Final = 3.0
AIM_WAITING: Final = 1.3
WAITS_US: Final = DOWN_STAYS_NS // 1000
"""The echo that waits has the kernel, or lgpio, wait as long as the judge does."""
LOOK_S: Final = 0.1


class Pins(msgspec.Struct, frozen=True):
    """The pins, by BCM number."""

    button: int
    lamp: int
    press: int
    seen: int
    watch: int


class PiFigures(msgspec.Struct, frozen=True):
    """Microseconds from press to lamp, and ratios of the judge to the echo, with what is aimed at.

    Once the way alone, and once with both waiting until a press has lasted 5 ms (`waiting`).
    """

    model: str
    kernel: str
    back_end: str
    echo: str
    i2c_hz: int | None
    echo_p50_us: float
    echo_p95_us: float
    judge_p50_us: float
    judge_p95_us: float
    echo_waiting_p95_us: float
    judge_waiting_p95_us: float
    ratio_p95: float
    ratio_waiting_p95: float
    aim_p95: float = AIM
    aim_waiting_p95: float = AIM_WAITING


class Finger:
    """Presses by the output, and takes the kernel's times of both edges."""

    def __init__(self, lgpio: Any, chip: int, pins: Pins) -> None:
        """Claim the pins. An exception of lgpio: one of them is taken."""
        self._lgpio, self._pins = lgpio, pins
        self._handle = lgpio.gpiochip_open(chip)
        self._times: dict[int, int] = {}
        self._came = threading.Event()
        lgpio.gpio_claim_output(self._handle, pins.press, 1)
        lgpio.gpio_claim_alert(self._handle, pins.seen, lgpio.FALLING_EDGE)
        lgpio.gpio_claim_alert(self._handle, pins.watch, lgpio.RISING_EDGE)
        self._heard = [
            lgpio.callback(self._handle, pin, edge, self._edge)
            for pin, edge in ((pins.seen, lgpio.FALLING_EDGE), (pins.watch, lgpio.RISING_EDGE))
        ]

    def _edge(self, _chip: int, pin: int, _level: int, at_ns: int) -> None:
        self._times[pin] = at_ns
        if {self._pins.seen, self._pins.watch} <= self._times.keys():
            self._came.set()

    def press(self) -> int:
        """Nanoseconds from press to lamp. NoHardware: no lamp came on."""
        self._times.clear()
        self._came.clear()
        self._lgpio.gpio_write(self._handle, self._pins.press, 0)
        came = self._came.wait(PATIENCE_S)
        self._lgpio.gpio_write(self._handle, self._pins.press, 1)
        if not came:
            raise NoHardware(Words("灯没有亮：检查跳线，见 --help", "no lamp came on: look at the jumpers, see --help"))
        return self._times[self._pins.watch] - self._times[self._pins.seen]

    def close(self) -> None:
        """Free the pins."""
        for heard in self._heard:
            heard.cancel()
        self._lgpio.gpiochip_close(self._handle)


def lgpio_echo(lgpio: Any, chip: int, pins: Pins, waits_us: int) -> Callable[[], None]:
    """What somebody writes who wants no more than a lamp that follows a button; returns what ends it.

    `waits_us`: how long a level has to stay before it counts.
    """
    handle = lgpio.gpiochip_open(chip)
    lgpio.gpio_claim_output(handle, pins.lamp, 0)
    lgpio.gpio_claim_alert(handle, pins.button, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    lgpio.gpio_set_debounce_micros(handle, pins.button, waits_us)
    ended = False
    one_at_a_time = threading.Lock()

    def follow(_chip: int, _pin: int, level: int, _at_ns: int) -> None:
        # An edge may be on its way while the pins are freed, and what fails here ends the library's only thread.
        with one_at_a_time:
            if not ended:
                lgpio.gpio_write(handle, pins.lamp, 1 - level)

    heard = lgpio.callback(handle, pins.button, lgpio.BOTH_EDGES, follow)

    def end() -> None:
        nonlocal ended
        with one_at_a_time:
            ended = True
        heard.cancel()
        lgpio.gpiochip_close(handle)

    return end


def gpiod_echo(gpiod: Any, chip: int, pins: Pins, waits_us: int) -> Callable[[], None]:
    """The same with gpiod: the kernel waits, and the edge is answered on the thread that reads it."""
    line = gpiod.line
    button = gpiod.LineSettings(
        edge_detection=line.Edge.BOTH, bias=line.Bias.PULL_UP, debounce_period=timedelta(microseconds=waits_us)
    )
    lamp = gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.INACTIVE)
    lines = gpiod.request_lines(f"/dev/gpiochip{chip}", consumer="echo", config={pins.button: button, pins.lamp: lamp})
    ended = threading.Event()

    def follow() -> None:
        while not ended.is_set():
            if lines.wait_edge_events(LOOK_S):
                for event in lines.read_edge_events():
                    down = event.event_type is event.Type.FALLING_EDGE
                    lines.set_value(pins.lamp, line.Value.ACTIVE if down else line.Value.INACTIVE)

    thread = threading.Thread(target=follow, name="bench echo", daemon=True)
    thread.start()

    def end() -> None:
        ended.set()
        thread.join(PATIENCE_S)
        lines.release()

    return end


def pick_echo(lgpio: Any) -> tuple[str, Callable[[int, Pins, int], Callable[[], None]]]:
    """gpiod's where it is installed, else lgpio's, and by which library it is."""
    try:
        gpiod = importlib.import_module("gpiod")
        importlib.import_module("gpiod.line")
    except ImportError:
        return "lgpio", partial(lgpio_echo, lgpio)
    return "gpiod", partial(gpiod_echo, gpiod)


def measure_pi(pins: Pins, presses: int) -> PiFigures:
    """Everything. NoHardware: this is no Pi with its jumpers."""
    from hardware.pins.factory import find_chip, load_lgpio  # noqa: PLC0415 - no library of pins before it is asked for

    lgpio = load_lgpio()
    chip = find_chip(lgpio, chip_numbers())
    finger = Finger(lgpio, chip, pins)
    name, echo = pick_echo(lgpio)
    try:
        theirs, theirs_waiting = (
            _echoed(finger, partial(echo, chip, pins, waits_us), presses) for waits_us in (0, WAITS_US)
        )
        ours, waiting = (_judged(finger, pins, presses, waits=waits) for waits in (False, True))
    finally:
        finger.close()
    return PiFigures(
        model=model(), kernel=kernel(), back_end="lgpio", echo=name, i2c_hz=read_adapter(1).hz,
        echo_p50_us=statistics.median(theirs) / 1e3, echo_p95_us=_p95(theirs) / 1e3,
        judge_p50_us=statistics.median(ours) / 1e3, judge_p95_us=_p95(ours) / 1e3,
        echo_waiting_p95_us=_p95(theirs_waiting) / 1e3, judge_waiting_p95_us=_p95(waiting) / 1e3,
        ratio_p95=_p95(ours) / _p95(theirs), ratio_waiting_p95=_p95(waiting) / _p95(theirs_waiting),
    )  # fmt: skip


def _echoed(finger: Finger, begin: Callable[[], Callable[[], None]], presses: int) -> list[int]:
    end = begin()
    try:
        return [_rested(finger.press) for _ in range(presses)]
    finally:
        end()


def _judged(finger: Finger, pins: Pins, presses: int, *, waits: bool) -> list[int]:
    seats = (SeatPins(seat=1, button=pins.button, lamp=pins.lamp),)
    table = Judged(Wiring(profile=Profile.DIRECT, name="bench", seats=seats, oled=None), waits=waits)
    times = []
    try:
        for _ in range(presses):
            table.again()
            times.append(finger.press())
    finally:
        table.close()
    return times


def _rested(press: Callable[[], int]) -> int:
    threading.Event().wait(RESTS_S)
    return press()


def _p95(times: list[int]) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * 95 // 100)]


def main(
    button: Annotated[int, typer.Option("--button", help="按钮脚 / the button's pin")] = 5,
    lamp: Annotated[int, typer.Option("--lamp", help="灯脚 / the lamp's pin")] = 17,
    press: Annotated[int, typer.Option("--press", help="压的输出脚 / the output that presses")] = 22,
    seen: Annotated[int, typer.Option("--seen", help="看按下的输入脚 / the input that sees the press")] = 24,
    watch: Annotated[int, typer.Option("--watch", help="看灯的输入脚 / the input that sees the lamp")] = 23,
    *,
    presses: Annotated[int, typer.Option("--presses", min=1, help="按多少次 / presses")] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
) -> None:
    """在树莓派上测按下到灯亮。Measure press to lamp on a Raspberry Pi."""
    if "Raspberry Pi" not in model():
        typer.echo(one_line(NO_PI), err=True)
        raise typer.Exit(REFUSED)
    try:
        figures = measure_pi(Pins(button, lamp, press, seen, watch), presses)
    except NoHardware as error:
        typer.echo(one_line(text_of(error.words)), err=True)
        raise typer.Exit(REFUSED) from None
    except Exception as error:  # noqa: BLE001 - lgpio has an exception of its own for everything
        typer.echo(f"针脚打不开（{error}）：先停掉法官 / a pin cannot be had ({error}): stop the judge first", err=True)
        raise typer.Exit(REFUSED) from None
    if as_json:
        typer.echo(msgspec.json.encode(figures).decode())
        return
    for name, value in msgspec.structs.asdict(figures).items():
        typer.echo(f"{name:20} {value:.4g}" if isinstance(value, float) else f"{name:20} {value}")


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    run(lambda: app, "scripts/bench_pi")
