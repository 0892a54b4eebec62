"""The picture of the pad itself, the same for every wiring: its shell keeps light, sound and shaking to its holder."""

from __future__ import annotations

from typing import Final

from firmware.wiringsheet.canvas import INK, LINE, PALE, SMALL, Canvas
from firmware.wiringsheet.jobs import Kind

WIDTH: Final = 860
HEIGHT: Final = 446
SHELL: Final = "#e9e4f2"
GLOW: Final = "#ffd58a"
TOP_X: Final = 112
SIDE_X: Final = 606
BLUE: Final = Kind.BUTTON.value
AMBER: Final = Kind.LAMP.value


def shell_picture() -> str:
    """The pad from above and cut open, with what matters named."""
    canvas = Canvas(WIDTH, HEIGHT, "The hand-held pad from above and from the side")
    canvas.heading(
        "手持按钮：拿在手里，不固定在桌面上",
        "The pad: held in the hand or lap, never fixed to the table top; about 45 × 90 mm",
    )
    _from_above(canvas)
    _cut_open(canvas)
    return canvas.svg()


def _from_above(canvas: Canvas) -> None:
    x = TOP_X
    canvas.words(x, 92, "从上面看 / from above", size=SMALL, fill=PALE, anchor="middle")
    canvas.box(x - 65, 108, 130, 262, fill=SHELL, round_by=44)
    canvas.dot(x, 156, 17, fill="#4b4458", edge=INK)
    canvas.dot(x, 156, 9, fill=GLOW, edge=AMBER)
    canvas.dot(x, 232, 30, fill="#ffffff", edge=BLUE)
    canvas.words(x, 325, "7", size=40, anchor="middle", bold=True)
    _cable(canvas, x)
    _name(canvas, (x + 18, 156), (x + 84, 156), "灯：凹进去，磨砂", "lamp: recessed, frosted", colour=AMBER)
    _name(canvas, (x + 31, 232), (x + 84, 232), "按钮：在拇指下", "button: under the thumb", colour=BLUE)
    _name(canvas, (x + 20, 312), (x + 84, 312), "座位号", "number of the seat")


def _cut_open(canvas: Canvas) -> None:
    """From the side: the far end is above."""
    x = SIDE_X
    canvas.words(x, 92, "从侧面剖开 / cut open", size=SMALL, fill=PALE, anchor="middle")
    canvas.box(x - 45, 108, 90, 262, fill=SHELL, round_by=38)
    canvas.box(x - 52, 138, 44, 36, fill="#4b4458", round_by=4)
    canvas.box(x - 34, 148, 22, 16, fill=GLOW, edge=AMBER, round_by=7)
    canvas.wire((x - 12, 156), (x + 4, 156), (x + 4, 346), colour=AMBER)
    canvas.box(x - 53, 210, 18, 44, fill="#ffffff", edge=BLUE, round_by=8)
    canvas.box(x - 34, 204, 12, 56, fill="#d6dbe6", round_by=3)
    canvas.wire((x - 22, 232), (x - 8, 232), (x - 8, 346), colour=BLUE)
    canvas.wire((x - 8, 346), (x, 358), (x + 4, 346), width=3)
    canvas.dot(x, 350, 9, fill="#7b7466", edge=INK)
    _cable(canvas, x)
    _name(canvas, (x - 52, 142), (x - 84, 136), "遮光套，两三毫米深", "hood, 2-3 mm deep", left=True)
    _name(canvas, (x - 53, 232), (x - 84, 226), "硅胶，没有“嗒”声", "silicone, no click", left=True)
    _name(canvas, (x - 22, 256), (x - 84, 290), "垫软泡沫，不传震动", "on soft foam: no tick", left=True)
    _name(canvas, (x + 10, 350), (x + 84, 344), "打结或线夹", "knot or clamp")
    _name(canvas, (x + 45, 200), (x + 84, 196), "里外圆角，不透光", "rounded, no light out")


def _cable(canvas: Canvas, x: float) -> None:
    canvas.wire((x, 370), (x, 424), width=7, colour="#7b7466")
    canvas.words(x + 14, 412, "四芯线 / 4-core cable", size=SMALL)


def _name(
    canvas: Canvas,
    at: tuple[float, float],
    to: tuple[float, float],
    first: str,
    second: str,
    *,
    colour: str = INK,
    left: bool = False,
) -> None:
    """A line from the thing `at` to its name."""
    canvas.wire(at, to, colour=LINE if colour == INK else colour, width=1.5)
    x = to[0] - 6 if left else to[0] + 6
    canvas.lines(x, to[1] - 2, first, second, fill=colour, anchor="end" if left else "start")
