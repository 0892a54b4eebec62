"""What a player does by day: a shot, a self-destruct."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("gun.ask", "{seat}发动技能，请选择目标。", "{seat} uses an ability. Choose a target.", 0),
    line("gun.opt_none", "不开枪。", "No shot.", 2500),
    line("gun.fire", "{seat}发动技能，带走{target}。", "{seat} uses an ability and takes {target} along.", 2000),
    line("gun.named", "{seat}是{role}。", "{seat} is the {role}.", 1000),
    line("gun.hold", "{seat}不开枪。", "{seat} does not shoot.", 1000),
    line("boom.wolf", "{seat}是狼人，自爆出局。", "{seat} is a wolf and self-destructs.", 1500),
    line("boom.night", "白天结束，直接天黑。", "The day is over. Night falls at once.", 1500),
    line("boom.words", "{seat}请留遗言。", "{seat}, your last words.", 0),
    line("boom.ask", "要带人，请在报到的号码按一下。", "To take somebody along, press at the number.", 0),
    line("boom.none", "没有带人。", "Nobody is taken.", 1000),
    line(
        "boom.take",
        "{seat}是白狼王，自爆带走{target}。",
        "{seat} is the White Wolf King and takes {target} along.",
        2000,
    ),
    line("link.die", "{target}随之出局。", "{target} is out as well.", 2000),
    line("dead.card", "{seat}的身份是{role}。", "The card of {seat}: {role}.", 1000),
)
