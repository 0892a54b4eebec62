"""The picture of the Pi's header: forty pins, and what hangs on each."""

from __future__ import annotations

from typing import Final

from firmware.wiringsheet.canvas import INK, LINE, PALE, SMALL, TEXT, Canvas
from firmware.wiringsheet.jobs import KIND_WORDS, Job, Kind, header_jobs
from hardware.wiring import Profile, Wiring
from hardware.wiring_rules import boot_settings

WIDTH: Final = 860
TOP: Final = 130
ROW: Final = 28
MIDDLE: Final = WIDTH / 2
ROWS: Final = 20


def header_picture(wiring: Wiring) -> str:
    """The header with every pin that the table takes."""
    boot = boot_lines(wiring)
    height = TOP + ROWS * ROW + 78 + 36 * len(boot)
    canvas = Canvas(WIDTH, height, f"The 40-pin header of the Raspberry Pi, wiring {wiring.name}")
    seats = f"{len(wiring.numbers)} 个座位", f"{len(wiring.numbers)} seats"
    what = ("扩展板接法", "expander boards") if wiring.profile is Profile.EXPANDER else ("直接接法", "direct wiring")
    canvas.heading(
        f"树莓派 40 针排针 · {wiring.name}：{what[0]}，{seats[0]}",
        f"Raspberry Pi, 40-pin header: {what[1]}, {seats[1]}; GPIO numbers are BCM, circles hold the pin",
    )
    _board(canvas)
    for place, (name, job) in header_jobs(wiring).items():
        _pin(canvas, place, name, job)
    _legend(canvas, TOP + ROWS * ROW + 32, {job.kind for _, job in header_jobs(wiring).values()})
    y = TOP + ROWS * ROW + 66
    canvas.words(24, y, "启动配置，在 /boot/firmware 里 / boot configuration, in /boot/firmware", size=SMALL, bold=True)
    canvas.lines(24, y + 20, *(half for line in boot for half in line.split(" · ")))
    return canvas.svg()


def boot_lines(wiring: Wiring) -> list[str]:
    """What the boot configuration must say and must not, each with file and reason in both languages."""
    return [
        f"{setting.where.zh} / {setting.where.en}: {setting.line} · {setting.why.zh} / {setting.why.en}"
        for setting in boot_settings(wiring)
    ]


def _board(canvas: Canvas) -> None:
    """What the header sits on, and which way round."""
    canvas.box(MIDDLE - 52, TOP - 22, 104, ROWS * ROW + 16, fill="#e8eee4", edge=LINE)
    canvas.words(MIDDLE, TOP - 46, "▲ SD 卡这头，1 脚是方焊盘", size=SMALL, anchor="middle")
    canvas.words(MIDDLE, TOP - 30, "SD card end; pin 1 has a square pad", size=SMALL, fill=PALE, anchor="middle")
    canvas.words(24, TOP - 30, "◀ 朝板子中间 / towards the board's middle", size=SMALL, fill=PALE)
    canvas.words(WIDTH - 24, TOP - 30, "板边 / the board's edge ▶", size=SMALL, fill=PALE, anchor="end")


def _pin(canvas: Canvas, place: int, name: str, job: Job) -> None:
    """One pin: its number, its name, and what it is for."""
    row, right = divmod(place - 1, 2)
    y = TOP + row * ROW
    side = 1 if right else -1
    x = MIDDLE + side * 24
    is_ours = job.kind not in (Kind.FREE, Kind.NEVER, Kind.GROUND, Kind.POWER)
    fill = job.kind.value
    canvas.dot(x, y, 11.5, fill=fill, edge=INK)
    canvas.words(
        x, y + 4.5, str(place), size=SMALL, anchor="middle", bold=True, fill=INK if job.kind is Kind.FREE else "#ffffff"
    )
    if is_ours:
        canvas.wire((x + side * 12, y), (x + side * 46, y), colour=fill, width=3)
    label = f"{name} · {job.words.zh} {job.words.en}"
    canvas.words(
        x + side * 54, y + 5, label, size=TEXT if is_ours else SMALL, bold=is_ours,
        fill=fill if is_ours else PALE, anchor="start" if right else "end",
    )  # fmt: skip


def _legend(canvas: Canvas, y: float, kinds: set[Kind]) -> None:
    """What the colours mean that are there."""
    x = 32.0
    for kind, words in KIND_WORDS.items():
        if kind not in kinds:
            continue
        canvas.dot(x, y, 7, fill=kind.value, edge=INK)
        text = words.zh if words.zh == words.en else f"{words.zh} {words.en}"
        canvas.words(x + 12, y + 4, text, size=SMALL)
        x += 36 + sum(SMALL if ord(letter) > 0x2E80 else 0.55 * SMALL for letter in text)
