"""The picture of one seat from the chip to the finger: filter, socket, cable, and the pad that is held in the hand."""

from __future__ import annotations

from typing import Final

from firmware.wiringsheet.canvas import LINE, PALE, SMALL, TEXT, Canvas
from firmware.wiringsheet.jobs import Kind
from hardware.connections import SeatWires

WIDTH: Final = 980
HEIGHT: Final = 576
BUTTON_Y: Final = 190
LAMP_Y: Final = 330
GROUND_Y: Final = 430
SOCKET_X: Final = 510
PLUG_X: Final = 640
PAD_X: Final = 720

BLUE: Final = Kind.BUTTON.value
AMBER: Final = Kind.LAMP.value
BLACK: Final = Kind.GROUND.value
RED: Final = Kind.POWER.value


def seat_picture(wires: SeatWires) -> str:
    """Button and lamp of one seat; all others are the same on other pins."""
    canvas = Canvas(WIDTH, HEIGHT, f"One seat: filter in the box, cable, hand-held pad (seat {wires.seat})")
    canvas.heading(
        f"一个座位：从芯片到手里（画的是 {wires.seat} 号，其他座位一样，只是脚不同）",
        f"One seat from the chip to the hand (seat {wires.seat}; all others are the same on other pins)",
    )
    canvas.box(24, 80, 510, 400, fill="#f1f5ef", edge=LINE)
    canvas.words(40, 104, "主机盒里，每个座位一格 / in the box, one for each seat", bold=True)
    canvas.box(PAD_X, 80, 236, 400, fill="#f3eefa", edge=LINE, round_by=28)
    canvas.words(PAD_X + 118, 104, "手持按钮 / hand-held pad", bold=True, anchor="middle")
    _cable(canvas)
    _button(canvas, str(wires.button))
    _lamp(canvas, str(wires.lamp))
    _ground(canvas)
    canvas.lines(
        40, 506,
        "四芯线：1 按钮，2 地，3 灯，4 空着。要直通线（1 对 1）；电话线多半是反的，先用万用表量",
        "Four cores: 1 button, 2 ground, 3 lamp, 4 spare. Straight, 1 to 1; most telephone cables are not: measure.",
        "灯的电阻放在盒里：线被压坏短路也伤不到芯片。1 kΩ 配红、黄、琥珀色约 1.3 mA；蓝、白、翠绿在 3.3 V 下太暗",
        "Resistor in the box: a short harms no chip. Red, yellow, amber: 1.3 mA; blue, white, emerald: too dim.",
        size=SMALL,
    )  # fmt: skip
    return canvas.svg()


def _cable(canvas: Canvas) -> None:
    canvas.box(SOCKET_X - 22, 150, 44, 310, fill="#ffffff")
    canvas.words(SOCKET_X + 20, 142, "插座 socket", size=SMALL, anchor="end")
    canvas.box(PLUG_X - 86, 172, 152, 276, fill="#ece7da", edge=LINE, round_by=40)
    canvas.lines(PLUG_X - 10, 250, "四芯线 1-2 m", "4-core cable", fill=PALE, anchor="middle")
    for core, y in ((1, BUTTON_Y), (3, LAMP_Y), (2, GROUND_Y)):
        canvas.words(SOCKET_X, y - 10, str(core), size=TEXT, anchor="middle", bold=True)


def _button(canvas: Canvas, pin: str) -> None:
    """Chip side left, cable side right of the 1 kΩ."""
    y = BUTTON_Y
    canvas.words(40, y - 14, pin, fill=BLUE, bold=True)
    canvas.wire((40, y), (PAD_X + 70, y), colour=BLUE)
    canvas.resistor(250, y)
    canvas.words(250, y - 16, "1 kΩ", size=SMALL, anchor="middle")
    canvas.dot(180, y)
    canvas.wire((180, y), (180, y + 58))
    canvas.capacitor(180, y + 36)
    canvas.ground(180, y + 58)
    canvas.words(200, y + 41, "100 nF", size=SMALL)
    canvas.dot(330, y)
    canvas.wire((330, y), (330, 122))
    canvas.wire((318, 122), (342, 122), colour=RED, width=3)
    canvas.resistor(330, 152, upright=True)
    canvas.words(350, 127, "3V3", size=SMALL, fill=RED, bold=True)
    canvas.lines(346, 152, "4.7-10 kΩ", "上拉 pull-up")
    _guard(canvas, 440, y)
    x = PAD_X + 70
    canvas.dot(x, y)
    canvas.wire((x, y), (x, y + 26))
    canvas.dot(x, y + 30, 4, fill="#ffffff", edge=BLACK)
    canvas.wire((x + 3, y + 34), (x + 22, y + 66), width=3)
    canvas.dot(x, y + 72, 4, fill="#ffffff", edge=BLACK)
    canvas.wire((x, y + 76), (x, GROUND_Y), colour=BLACK)
    canvas.lines(x + 36, y + 34, "静音按钮，拇指下", "silent button,", "under the thumb")


def _lamp(canvas: Canvas, pin: str) -> None:
    y = LAMP_Y
    canvas.words(40, y - 14, pin, fill=AMBER, bold=True)
    canvas.wire((40, y), (PAD_X + 30, y), colour=AMBER)
    canvas.resistor(250, y)
    canvas.words(250, y - 16, "1 kΩ", size=SMALL, anchor="middle")
    _guard(canvas, 440, y)
    x = PAD_X + 30
    canvas.wire((x, y), (x, GROUND_Y), colour=BLACK)
    canvas.diode(x, y + 46, fill="#ffd58a")
    canvas.lines(
        x + 54,
        y + 24,
        "灯：长脚（+）在上",
        "凹进去，磨砂，挡侧光",
        "lamp: long leg (+) up,",
        "recessed, frosted,",
        "shielded",
    )


def _guard(canvas: Canvas, x: float, y: float) -> None:
    """The TVS: everything above its voltage goes to ground."""
    canvas.dot(x, y)
    canvas.wire((x, y), (x, y + 58))
    canvas.diode(x, y + 34, up=True)
    canvas.ground(x, y + 58)
    canvas.words(x - 18, y + 38, "TVS", size=SMALL, anchor="end")


def _ground(canvas: Canvas) -> None:
    canvas.words(40, GROUND_Y - 12, "GND 地", fill=BLACK, bold=True)
    canvas.wire((40, GROUND_Y), (PAD_X + 70, GROUND_Y), colour=BLACK)
    canvas.dot(PAD_X + 30, GROUND_Y)
