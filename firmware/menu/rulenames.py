"""House rules and their values as short as a row of the display needs them; what they mean is in the explanations.

In a row stand a title, a gap, a mark where the rule departs from the board's, and the value: together at
most seven hanzi, or fourteen letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.text import Text

MAY: Final = {"on": Text("可以", "On"), "off": Text("不能", "Off")}
YES: Final = {"on": Text("是", "Yes"), "off": Text("否", "No")}
SOME: Final = {"on": Text("有", "Yes"), "off": Text("没有", "No")}


class RuleName:
    """The title of a switch, and its values by their names; a switch without names has a number."""

    def __init__(self, title: Text, values: Mapping[str, Text]) -> None:
        """Both are never changed."""
        self.title: Final = title
        self._values: Final = values

    def value(self, value: str | int) -> Text:
        """`value` in a row."""
        if isinstance(value, int):
            return Text(f"{value}", f"{value}")
        return self._values[value]


def _named(zh: str, en: str, /, names: Mapping[str, Text] | None = None, **values: tuple[str, str]) -> RuleName:
    return RuleName(Text(zh, en), names or {value: Text(*words) for value, words in values.items()})


RULE_NAMES: Final[Mapping[str, RuleName]] = MappingProxyType(
    {
        "role_source": _named("发牌", "Deal", claimed_at_wake=("身份牌", "Cards"), dealt_by_engine=("法官发", "Judge")),
        "win_mode": _named("胜负", "Win", side=("屠边", "Side"), city=("屠城", "City")),
        "wolf_knife_first": _named("狼刀在先", "Knife 1st", YES),
        "simultaneous_win": _named(
            "同时获胜", "Both win", wolf=("狼人", "Wolf"), good=("好人", "Good"), draw=("平局", "Draw")
        ),
        "parity_win": _named("人多即胜", "Parity", YES),
        "witch_self_save": _named(
            "女巫自救",
            "Self-save",
            by_size=("人数", "Size"),
            never=("不能", "No"),
            first_night=("首夜", "N1"),
            always=("全程", "Any"),
        ),
        "witch_sees_knife": _named("女巫知刀", "See knife", while_antidote=("有药", "Heal"), always=("全程", "Any")),
        "wolf_self_knife": _named("狼人自刀", "Own knife", MAY),
        "first_night_knife": _named("首夜刀", "N1 knife", SOME),
        "double_protect_dies": _named("同守同救", "Two saves", on=("死亡", "Dies"), off=("存活", "Live")),
        "guard_may_skip": _named("守卫空守", "Guard skip", MAY),
        "wolf_consensus": _named(
            "狼人目标",
            "Wolf pick",
            by_deck=("看板", "Deck"),
            plurality=("多数", "Most"),
            unanimous=("一致", "All"),
            random_tie=("抽签", "Lot"),
        ),
        "hunter_last_god_shot": _named("末神开枪", "Last shot", MAY),
        "idiot_votable_after": _named("翻牌被投", "Idiot vote", MAY),
        "idiot_counts_as_god_after": _named("翻牌算神", "Idiot god", YES),
        "idiot_sheriff": _named("翻牌警徽", "FlipBadge", keeps=("保留", "Keep"), hand_over=("移交", "Pass")),
        "wwk_must_take": _named("必须带人", "Must take", YES),
        "wolf_king_status_step": _named("狼王知枪", "King told", YES),
        "charm_targets": _named("魅惑目标", "Charm", any_other=("任何", "Anyone"), non_wolf=("非狼", "No wolf")),
        "charm_repeat": _named("连续魅惑", "Charm 2x", MAY),
        "hidden_wolf_end": _named(
            "隐狼最后", "Hidden", inherits_knife=("用刀", "Knife"), dies_with_pack=("出局", "Out")
        ),
        "hidden_wolf_sees_pack": _named("隐狼知狼", "Sees pack", YES),
        "knight_hits_hidden_wolf": _named("决斗隐狼", "Vs hidden", on=("算狼", "Wolf"), off=("算好", "Good")),
        "knight_in_election": _named("竞选决斗", "Duel early", MAY),
        "bear_neighbours": _named("熊看两边", "Bear", nearest_living=("活人", "Living"), physical=("邻座", "Seats")),
        "silence_announce": _named("公布禁言", "Silence", dawn=("先说", "First"), with_deaths=("后说", "Last")),
        "rogue_death_point": _named(
            "流氓出局",
            "Rogue",
            before_vote=("票前", "Before"),
            after_vote=("票后", "After"),
            own_speech=("言后", "Spoke"),
        ),
        "bomber_camp": _named("炸弹阵营", "Bomber", good_god=("好人", "Good"), third=("单独", "Alone")),
        "bomber_ballot": _named("炸哪轮票", "BombVotes", deciding=("末轮", "Last"), both=("两轮", "Both")),
        "bomber_forced": _named("必须引爆", "Must blow", YES),
        "bomber_victims_skill": _named("被炸技能", "BombSkill", MAY),
        "thief_max_buried_wolves": _named("底牌狼人", "SpareWolf", one=("一张", "One"), unrestricted=("不限", "Any")),
        "cupid_class": _named(
            "丘比特算", "Cupid is", none=("都不", "None"), god=("神职", "God"), villager=("平民", "Folk")
        ),
        "cupid_blocks": _named("丘比特阻胜", "CupidBlock", YES),
        "wolf_couple_cupid": _named("双狼丘随", "Wolf pair", wolf=("狼人", "Wolf"), good=("好人", "Good")),
        "wild_child_trigger": _named("榜样怎死", "Child", any_death=("都变", "Any"), exile_only=("放逐", "Exile")),
        "badge_swallow": _named("竞选自爆", "Boom limit", single=("单爆", "1"), double=("双爆", "2")),
        "exploding_sheriff_badge": _named("警长自爆", "BoomBadge", passes=("移交", "Pass"), lost=("作废", "Lost")),
        "pk_voters_campaign": _named(
            "警长再投", "Runoff", off_stage_only=("警下", "Down"), losers_too=("落选", "Lost")
        ),
        "order_anchor_single_death": _named(
            "发言起点", "Start at", forced_dead=("死者", "Dead"), free=("自选", "Free")
        ),
        "no_sheriff_order": _named("无警顺序", "Order", clock=("时间", "Clock"), random=("抽签", "Lot")),
        "exile_ballot": _named("放逐投票", "Vote eyes", shut=("闭眼", "Shut"), open=("睁眼", "Open")),
        "ballot_change": _named("放逐改票", "Vote edit", MAY),
        "vote_self": _named("投自己", "Vote self", MAY),
        "all_abstain": _named("全员弃票", "Abstained", nobody_out=("无人", "None"), pk_all=("再投", "PK")),
        "last_words_night": _named(
            "夜死遗言",
            "NightWords",
            first_night=("首夜", "N1"),
            first_death_night=("首死", "1st"),
            always=("全程", "Any"),
            none=("没有", "No"),
            first_k=("狼数", "K"),
        ),
        "last_words_shot": _named("枪下遗言", "ShotWords", SOME),
        "last_words_explode": _named("自爆遗言", "BoomWords", SOME),
        "last_words_duel": _named("决斗遗言", "DuelWords", SOME),
        "last_words_rogue": _named("流氓遗言", "RogueWords", SOME),
        "death_sequence": _named(
            "出局顺序", "Sequence", skill_badge_words=("技能", "Skill"), words_skill_badge=("遗言", "Words")
        ),
        "name_shooter_role": _named("枪手身份", "Shooter", off=("保密", "Secret"), on=("公布", "Told")),
        "reveal_on_death": _named("出局明牌", "Open cards", YES),
        "ballots_read": _named("唱票", "Tally", full=("全念", "Full"), counts=("票数", "Sums")),
        "max_rounds": _named("最多轮数", "Rounds"),
        "sheriff": _named("警长", "Sheriff", by_size=("人数", "Size"), on=("有", "On"), off=("没有", "Off")),
        "dead_at_night": _named("出局夜里", "The dead", stay_eyes_shut=("闭眼", "Stay"), leave=("离开", "Leave")),
    }
)
"""One name for every switch of `HouseRules`, in its order."""
