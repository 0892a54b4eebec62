"""The floor."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("speech.open", "现在开始发言。", "We begin the speeches.", 800),
    line("speech.sheriff_pick", "警长请选择发言顺序。", "Sheriff, choose the order of speech.", 0),
    line("speech.opt_asc", "从{seat}开始，顺序。", "From {seat}, upwards.", 2500),
    line("speech.opt_desc", "从{seat}开始，逆序。", "From {seat}, downwards.", 2500),
    line("speech.asc", "顺序发言，从{seat}开始。", "Upwards, starting with {seat}.", 800),
    line("speech.desc", "逆序发言，从{seat}开始。", "Downwards, starting with {seat}.", 800),
    line("speech.auto", "警长没有选择，按时间决定。", "The sheriff did not choose; the clock decides.", 800),
    line(
        "speech.time_odd",
        "现在时间{time}，单数，从{seat}开始，按号码往大走。",
        "The time is {time}, odd: from {seat} upwards.",
        800,
    ),
    line(
        "speech.time_even",
        "现在时间{time}，双数，从{seat}开始，按号码往小走。",
        "The time is {time}, even: from {seat} downwards.",
        800,
    ),
    line("speech.turn", "{seat}请发言。", "{seat}, please speak.", 0),
    line("speech.next", "下一位，{seat}。", "Next, {seat}.", 0),
    line("speech.t30", "还有三十秒", "thirty seconds", 0),
    line("speech.t10", "最后十秒", "ten seconds", 0),
    line("speech.stop", "时间到，请停止发言。", "Time. Please stop.", 800),
    line("speech.mute", "{seat}被禁言，请用手势表态。", "{seat} is silenced: gestures only.", 0),
    line("speech.sheriff_last", "警长请发言，并归票。", "Sheriff, please speak and call the vote.", 0),
    line("speech.interrupt", "请不要插话。", "Do not interrupt.", 500),
    line("speech.done", "发言结束。", "Speeches are over.", 1000),
)
