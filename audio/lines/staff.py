"""What staff make the judge say."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("staff.boot", "设备已启动。", "The device is ready.", 0),
    line("staff.volume", "正在试音，一，二，三。", "Sound check: one, two, three.", 0),
    line("staff.pick_n", "请设置人数。", "Set the number of players.", 0),
    line("staff.pick_board", "请选择板子。", "Choose a board.", 0),
    line(
        "staff.bad_board",
        "人数和板子不符，请检查。",
        "The board does not fit the number of players. Please check.",
        0,
    ),
    line("staff.lamp_test", "正在检查灯，请看每个座位。", "Checking the lamps. Look at every seat.", 0),
    line("staff.press_seat", "请按{seat}的按钮。", "Press the button of {seat}.", 0),
    line("staff.lamp_seat", "灯亮了，请再按一下。", "If your lamp is lit, press once more.", 0),
    line("staff.pause", "游戏暂停，请保持原样。", "The game is paused. Stay as you are.", 0),
    line("staff.pause_night", "请继续闭眼。", "Keep your eyes closed.", 0),
    line("staff.resume", "游戏继续。", "The game goes on.", 1500),
    line("staff.help", "请工作人员过来一下。", "Staff to the table, please.", 0),
    line("staff.redo", "这一步再来一次。", "We repeat this step.", 1000),
    line("staff.undo", "刚才的结果作废。", "The last result is void.", 1000),
    line(
        "staff.undo_open",
        "刚才的结果作废，所有玩家请睁眼。",
        "The last result is void. Everybody, open your eyes.",
        2000,
    ),
    line("staff.kick", "{seat}离场，按出局处理。", "{seat} has left and counts as out.", 1500),
    line("staff.foul", "{seat}犯规，按出局处理。", "{seat} has broken the rules and counts as out.", 1500),
    line("staff.abort", "本局终止，不计胜负。", "This game is stopped. No result.", 1000),
    line(
        "staff.crash_back",
        "设备恢复，从刚才那一步继续。",
        "The device is back. We go on from the last step.",
        1500,
    ),
    line("staff.crash_night", "请继续闭眼。", "Keep your eyes closed.", 2000),
    line("staff.sound_back", "请继续闭眼。", "Keep your eyes closed.", 2000),
    line("staff.next", "准备下一局。", "Getting ready for the next game.", 0),
)
