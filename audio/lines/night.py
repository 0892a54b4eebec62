"""Night falls; what every night step shares."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("night.again", "第二遍。", "Once more.", 300),
    line("night.first", "第一夜，天黑请闭眼。", "First night. Close your eyes.", 5000),
    line("night.fall", "天黑请闭眼。", "Night falls. Close your eyes.", 3000),
    line("night.hush", "请低头，保持安静。", "Heads down. Stay silent.", 2000),
    line("night.confirm", "请连按两下确认。", "Tap twice to confirm.", 0),
)
