"""Dawn, the dead of the night, last words."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("dawn.open", "天亮，所有玩家睁眼。", "It is morning. Everybody, open your eyes.", 2000),
    line("dawn.again", "天亮，所有玩家睁眼。", "It is morning. Everybody, open your eyes.", 2000),
    line("dawn.death_one", "昨夜{seat}玩家死亡。", "Last night {seat} died.", 2000),
    line("dawn.death_many", "昨夜{seats}玩家死亡。", "Last night {seats} died.", 2000),
    line("dawn.peace", "昨晚平安夜。", "It was a peaceful night.", 2000),
    line("dawn.bear_yes", "熊咆哮了。", "The bear growls.", 1500),
    line("dawn.bear_no", "熊没有咆哮。", "The bear is quiet.", 1500),
    line("dawn.mute", "{seat}玩家被禁言，今天不能发言。", "{seat} is silenced and may not speak today.", 1500),
    line("dawn.mute_none", "今天没有人被禁言。", "Nobody is silenced today.", 1500),
    line("dawn.skill_ask", "{seat}，要发动技能请按一下。", "{seat}, press once to use an ability.", 0),
    line("dawn.skill_none", "没有发动技能。", "No ability is used.", 1000),
    line("words.ask", "{seat}请留遗言。", "{seat}, your last words.", 0),
    line("words.many", "按座位号，从{seat}开始留遗言。", "Last words in seat order, starting with {seat}.", 800),
    line("words.none", "没有遗言。", "No last words.", 1500),
    line("words.over", "遗言结束。", "Last words are over.", 1000),
    line(
        "words.dead_rule",
        "出局的玩家，不能再和场上交流。",
        "Players who are out may not communicate with the table.",
        1000,
    ),
    line(
        "words.dead_stay",
        "夜里请照常闭眼，不要碰按钮。",
        "At night keep your eyes closed and your hands off the button.",
        1000,
    ),
    line("words.dead_leave", "出局的玩家，请离开桌子。", "Players who are out: please leave the table.", 1000),
)
