"""What the house rules of the special cards say, in one spoken line per value and language."""

from __future__ import annotations

from typing import Final

import msgspec

from engine.text import Text


class Explanation(msgspec.Struct, frozen=True):
    """The spoken one-line explanation of one `value` ("*" = any) of the switch `rule`."""

    rule: str
    value: str
    text: Text


def explained(rule: str, value: str, zh: str, en: str) -> Explanation:
    """The explanation of `value` of the switch `rule`."""
    return Explanation(rule, value, Text(zh, en))


_of = explained

ROLE_RULES: Final = (
    _of("wwk_must_take", "off", "白狼王自爆可以不带人", "the White Wolf King may take nobody along"),
    _of("wwk_must_take", "on", "白狼王自爆必须带人", "the White Wolf King must take somebody along"),
    _of(
        "wolf_king_status_step",
        "off",
        "夜里不告诉狼王能不能开枪",
        "the Wolf King is not told by night whether he may shoot",
    ),
    _of("wolf_king_status_step", "on", "夜里告诉狼王能不能开枪", "the Wolf King is told by night whether he may shoot"),
    _of("charm_targets", "any_other", "狼美人可以魅惑任何其他人", "the Wolf Beauty may charm anybody else"),
    _of("charm_targets", "non_wolf", "狼美人不能魅惑狼人", "the Wolf Beauty may not charm a wolf"),
    _of(
        "charm_repeat",
        "on",
        "狼美人可以连续两夜魅惑同一人",
        "the Wolf Beauty may charm the same player two nights running",
    ),
    _of(
        "charm_repeat",
        "off",
        "狼美人不能连续两夜魅惑同一人",
        "the Wolf Beauty may not charm the same player two nights running",
    ),
    _of(
        "hidden_wolf_end",
        "inherits_knife",
        "其他狼人都出局后，隐狼接着用刀",
        "once all other wolves are out the Hidden Wolf has the knife",
    ),
    _of(
        "hidden_wolf_end",
        "dies_with_pack",
        "其他狼人都出局时，隐狼一起出局",
        "the Hidden Wolf is out together with the last of the other wolves",
    ),
    _of("hidden_wolf_sees_pack", "on", "隐狼知道狼人是谁", "the Hidden Wolf knows the wolves"),
    _of("hidden_wolf_sees_pack", "off", "隐狼不知道狼人是谁", "the Hidden Wolf does not know the wolves"),
    _of("knight_hits_hidden_wolf", "on", "骑士决斗隐狼，算狼人", "in a duel the Hidden Wolf counts as a wolf"),
    _of("knight_hits_hidden_wolf", "off", "骑士决斗隐狼，算好人", "in a duel the Hidden Wolf counts as good"),
    _of("knight_in_election", "off", "竞选时骑士不能决斗", "the Knight may not duel during the election"),
    _of("knight_in_election", "on", "竞选时骑士也可以决斗", "the Knight may duel during the election too"),
    _of("bear_neighbours", "nearest_living", "熊看两边最近的活人", "the bear smells the nearest living players"),
    _of("bear_neighbours", "physical", "熊只看紧挨着的两个座位", "the bear smells only the two seats beside it"),
    _of("silence_announce", "dawn", "天亮时先说谁被禁言", "who is silenced is told first in the morning"),
    _of("silence_announce", "with_deaths", "公布死讯之后才说谁被禁言", "who is silenced is told after the dead"),
    _of(
        "rogue_death_point",
        "before_vote",
        "老流氓在发言结束后、投票前出局",
        "the Old Rogue is out after the speeches, before the vote",
    ),
    _of("rogue_death_point", "after_vote", "老流氓在投票之后出局", "the Old Rogue is out after the vote"),
    _of("rogue_death_point", "own_speech", "老流氓在自己发言结束后出局", "the Old Rogue is out after his own speech"),
    _of("bomber_camp", "good_god", "炸弹人算好人和神职", "the Bomber is good and counts as a power role"),
    _of("bomber_camp", "third", "炸弹人自成一方，不算神职", "the Bomber is a camp of his own and no power role"),
    _of(
        "bomber_ballot",
        "deciding",
        "炸弹人只炸最后一轮投他的人",
        "the Bomber takes along who voted for him in the last ballot",
    ),
    _of(
        "bomber_ballot", "both", "炸弹人炸两轮里投过他的人", "the Bomber takes along who voted for him in either ballot"
    ),
    _of("bomber_forced", "on", "炸弹人被放逐一定爆炸", "the exiled Bomber always blows up"),
    _of("bomber_forced", "off", "炸弹人被放逐可以不爆炸", "the exiled Bomber may choose not to blow up"),
    _of("bomber_victims_skill", "off", "被炸的人不能发动技能", "whoever is blown up may use no ability"),
    _of("bomber_victims_skill", "on", "被炸的人可以发动技能", "whoever is blown up may use an ability"),
    _of("thief_max_buried_wolves", "one", "两张底牌里最多一张狼人", "at most one of the two spare cards is a wolf"),
    _of("thief_max_buried_wolves", "unrestricted", "两张底牌可以都是狼人", "both spare cards may be wolves"),
    _of("cupid_class", "none", "丘比特不算神职，也不算平民", "Cupid is neither a power role nor a villager"),
    _of("cupid_class", "god", "丘比特算神职", "Cupid counts as a power role"),
    _of("cupid_class", "villager", "丘比特算平民", "Cupid counts as a villager"),
    _of(
        "cupid_blocks",
        "off",
        "情侣都出局后，丘比特不再影响胜负",
        "once the lovers are out, Cupid stands in nobody's way",
    ),
    _of(
        "cupid_blocks",
        "on",
        "情侣阵营的丘比特活着，别人就不能获胜",
        "while the Cupid of a lovers' camp lives nobody else can win",
    ),
    _of(
        "wolf_couple_cupid",
        "wolf",
        "两名狼人成为情侣，丘比特跟狼人获胜",
        "when both lovers are wolves Cupid wins with the wolves",
    ),
    _of(
        "wolf_couple_cupid", "good", "两名狼人成为情侣，丘比特还是好人", "when both lovers are wolves Cupid stays good"
    ),
    _of("wild_child_trigger", "any_death", "榜样出局，野孩子就变成狼人", "the Wild Child turns when the model is out"),
    _of(
        "wild_child_trigger",
        "exile_only",
        "榜样被放逐，野孩子才变成狼人",
        "the Wild Child turns only when the model is exiled",
    ),
)
"""One explanation per value, in the order of the fields and their values."""
