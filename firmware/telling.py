"""Causes, ends and choices in a few words, as transcripts and reviews write them, in both languages."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

CAUSES: Final[Mapping[e.Cause, Text]] = MappingProxyType(
    {
        e.Cause.KNIFE: Text("被刀", "knifed"),
        e.Cause.POISON: Text("被毒", "poisoned"),
        e.Cause.HEARTBREAK: Text("殉情", "dead of a broken heart"),
        e.Cause.CHARM: Text("被狼美人带走", "taken along by the charm"),
        e.Cause.WITH_PACK: Text("随狼队出局", "out with the pack"),
    }
)
"""Deaths of the night, and those by day for which the room heard no reason; the others are told by what it saw."""
WINNERS: Final[Mapping[e.Winner, Text]] = MappingProxyType(
    {
        e.Winner.GOOD: Text("好人阵营获胜", "the good camp wins"),
        e.Winner.WOLF: Text("狼人阵营获胜", "the werewolves win"),
        e.Winner.THIRD: Text("情侣阵营获胜", "the lovers win"),
        e.Winner.BOMBER: Text("炸弹人单独获胜", "the Bomber wins alone"),
        e.Winner.DRAW: Text("平局", "a draw"),
    }
)
REASONS: Final[Mapping[e.Reason, Text]] = MappingProxyType(
    {
        e.Reason.WOLVES_DEAD: Text("所有狼人出局", "all werewolves are out"),
        e.Reason.GODS_DEAD: Text("所有神职出局", "all power roles are out"),
        e.Reason.FOLK_DEAD: Text("所有平民出局", "all villagers are out"),
        e.Reason.GOOD_DEAD: Text("所有好人出局", "every good player is out"),
        e.Reason.PARITY: Text("狼人数量不少于好人", "the wolves are no longer outnumbered"),
        e.Reason.COUPLE: Text("只剩情侣阵营", "only the lovers' camp is left"),
        e.Reason.NOBODY: Text("场上没有人存活", "nobody is left alive"),
        e.Reason.ROUNDS: Text("轮数到了上限", "the round limit is reached"),
    }
)
PEACE: Final[Mapping[e.Peace, Text]] = MappingProxyType(
    {
        e.Peace.NO_VOTES: Text("所有人弃票", "everyone abstained"),
        e.Peace.TIED_AGAIN: Text("又是平票", "tied again"),
        e.Peace.NO_VOTERS: Text("没有人可以投票", "there was nobody to vote"),
    }
)
ELECTED: Final[Mapping[e.Elected, Text]] = MappingProxyType(
    {
        e.Elected.ALONE: Text("只有一人上警", "nobody else stood"),
        e.Elected.LAST: Text("警上只剩一人", "nobody else was left"),
        e.Elected.VOTES: Text("票数最多", "most votes"),
    }
)
VACANT: Final[Mapping[e.Vacant, Text]] = MappingProxyType(
    {
        e.Vacant.NOBODY_STOOD: Text("没有人上警", "nobody stood"),
        e.Vacant.ALL_WITHDREW: Text("警上没有人了", "no candidate was left"),
        e.Vacant.NOBODY_BELOW: Text("警下没有人可以投票", "there was nobody to vote"),
        e.Vacant.NO_VOTES: Text("没有人投票", "nobody voted"),
        e.Vacant.TIED_AGAIN: Text("又是平票", "tied again"),
        e.Vacant.EXPLODED: Text("竞选时自爆", "a self-destruct in the election"),
        e.Vacant.DUEL: Text("竞选时决斗成功", "a duel won in the election"),
    }
)
CHOSEN_BY: Final[Mapping[e.OrderBy, Text]] = MappingProxyType(
    {
        e.OrderBy.SHERIFF: Text("警长选择", "chosen by the sheriff"),
        e.OrderBy.AUTO: Text("警长没有选择", "the sheriff did not choose"),
        e.OrderBy.LOT: Text("抽签", "by lot"),
    }
)
"""Who chose an order of speech; the clock alone goes without saying."""
MARKS: Final[Mapping[e.Mark, Text]] = MappingProxyType(
    {
        e.Mark.GUARD: Text("守护", "protected"),
        e.Mark.KNIFE: Text("击杀", "killed"),
        e.Mark.SAVE: Text("用解药救", "saved"),
        e.Mark.POISON: Text("用毒药毒", "poisoned"),
        e.Mark.CHECK: Text("查验", "checked"),
        e.Mark.CHARM: Text("魅惑", "charmed"),
        e.Mark.SILENCE: Text("禁言", "silenced"),
    }
)
