"""Errors and re-prompts. By night nothing is spoken because of an error (seat language 6)."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line(
        "err.claims",
        "身份确认有误，请工作人员处理，请继续闭眼。",
        "The claims do not fit. Staff, please. Keep your eyes closed.",
        0,
    ),
    line("err.wrong_seat", "按错了，请{seat}按。", "Wrong button. {seat}, please press.", 0),
    line("err.not_pressed", "没有收到{seat}的按钮，请再按一次。", "No press from {seat}. Please press again.", 0),
    line("err.stuck_day", "{seat}的按钮卡住了，请松开。", "The button of {seat} is stuck. Please let go.", 0),
    line("err.lost_day", "{seat}的按钮失灵，请工作人员处理。", "The button of {seat} has failed. Staff, please.", 0),
    line("err.lost_night", "请继续闭眼。", "Keep your eyes closed.", 0),
    line("err.peek", "请继续闭眼。", "Keep your eyes closed.", 1000),
    line("err.noise", "请保持安静。", "Quiet, please.", 800),
    line("err.talk_dead", "出局的玩家请不要说话。", "Players who are out: no talking, please.", 800),
    line("err.time", "时间到，按放弃处理。", "Time is up: counted as a pass.", 800),
)
