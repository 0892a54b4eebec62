"""The short form in which the files of this folder write a line."""

from engine.roles.role import Line
from engine.text import Text


def line(key: str, zh: str, en: str, pause_ms: int) -> Line:
    """One line: key, Chinese, English, silence after it in ms."""
    return Line(key, Text(zh, en), pause_ms)
