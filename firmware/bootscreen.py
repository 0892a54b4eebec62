"""What the display shows while the judge starts: one line for each part that is there."""

from __future__ import annotations

from audio.say import Language
from engine.text import Text
from hardware.oled import draw
from hardware.ports import Display
from hardware.screen import VISIBLE, Row, Rows, Screen

TITLE = Text("法官", "Judge")
STARTING = Text("启动", "Starting")
DONE = Text("好", "OK")

NO_SEATS = (Text("座位没有应答", "No seat answers."), Text("请查电源和接线", "Check the wires."))
NO_CARD = (Text("存储卡满了或坏了", "Card full or bad"), Text("清理或换存储卡", "Clear or swap it"))
NO_PINS = (Text("打不开引脚", "No pins, no bus."), Text("运行doctor检查", "Run the doctor."))


def stopped(why: tuple[Text, Text]) -> Screen:
    """Why the judge does not start: in both languages at once, since nobody can choose one."""
    first, then = why
    return Screen(first.zh, Rows((Row(then.zh), Row(first.en), Row(then.en))))


class BootScreen:
    """Grows by a line with every step."""

    def __init__(self, display: Display, language: Language) -> None:
        """Say that we start."""
        self._display = display
        self._language = language
        self._rows: tuple[Row, ...] = ()
        self._show()

    def step(self, what: Text) -> None:
        """`what` is there."""
        self._rows = (*self._rows, Row(self._words(what), self._words(DONE)))[-VISIBLE:]
        self._show()

    def _show(self) -> None:
        self._display.show(draw(Screen(self._words(TITLE), Rows(self._rows), self._words(STARTING))))

    def _words(self, text: Text) -> str:
        return text.zh if self._language is Language.ZH else text.en
