"""The end of a game."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("over.wolves_dead", "所有狼人出局。", "All werewolves are out.", 1000),
    line("over.gods_dead", "所有神职出局。", "All power roles are out.", 1000),
    line("over.folk_dead", "所有平民出局。", "All villagers are out.", 1000),
    line("over.good_dead", "所有好人出局。", "Every good player is out.", 1000),
    line("over.parity", "狼人数量不少于好人。", "The wolves are no longer outnumbered.", 1000),
    line("over.couple", "只剩情侣阵营。", "Only the lovers' camp is left.", 1000),
    line("over.nobody", "场上没有人存活。", "Nobody is left alive.", 1000),
    line("over.good", "游戏结束，好人阵营获胜。", "Game over. The good camp wins.", 2000),
    line("over.wolf", "游戏结束，狼人阵营获胜。", "Game over. The werewolves win.", 2000),
    line("over.third", "游戏结束，情侣阵营获胜。", "Game over. The lovers win.", 2000),
    line("over.bomber", "游戏结束，炸弹人单独获胜。", "Game over. The Bomber wins alone.", 2000),
    line("over.draw", "游戏结束，平局。", "Game over. It is a draw.", 2000),
    line("over.reveal", "现在公布身份。", "The roles were as follows.", 1000),
    line("over.role", "{seat}，{role}。", "{seat}: {role}.", 300),
    line("over.buried", "两张底牌是{roles}。", "The spare cards: {roles}.", 500),
    line("over.lovers", "情侣是{seats}。", "The lovers: {seats}.", 500),
    line("over.model", "{seat}的榜样是{target}。", "The model of {seat} was {target}.", 500),
    line("over.cards", "请把身份牌放回中间。", "Return your cards to the middle.", 1000),
    line("over.thanks", "辛苦了，下局见。", "Well played. See you next game.", 0),
    line("over.rounds", "轮数到了上限。", "The round limit is reached.", 1000),
)
