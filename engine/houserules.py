"""House rules (rules 11): one frozen object, one typed field per switch, its default first.

Each switch is read in exactly one other file of the engine, which its docstring names. `EXPLAIN` has
the one-line explanation of every value in both languages; what is not default is read aloud at the
start (`changed`). Explanations hold no digits: they are spoken.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from engine.text import Text


class Switch(StrEnum):
    """A rule that is on or off."""

    ON = "on"
    OFF = "off"


class WinMode(StrEnum):
    """win_mode (rules 6): 屠边 or 屠城."""

    SIDE = "side"
    CITY = "city"


class Simultaneous(StrEnum):
    """simultaneous_win (rules 6): who wins when 好人 and 狼人 are both satisfied in one stage."""

    WOLF = "wolf"
    GOOD = "good"
    DRAW = "draw"


class SelfSave(StrEnum):
    """witch_self_save (rules 3.8): `by_size` is never for eleven players and more, first_night below."""

    BY_SIZE = "by_size"
    NEVER = "never"
    FIRST_NIGHT = "first_night"
    ALWAYS = "always"


class SeesKnife(StrEnum):
    """witch_sees_knife (rules 3.8): until the antidote is spent, or always."""

    WHILE_ANTIDOTE = "while_antidote"
    ALWAYS = "always"


class Consensus(StrEnum):
    """wolf_consensus (rules 3.5): how the pack reaches one target."""

    PLURALITY = "plurality"
    UNANIMOUS = "unanimous"


class AllAbstain(StrEnum):
    """all_abstain (rules 7.5): what follows an exile ballot without any vote."""

    NOBODY_OUT = "nobody_out"
    PK_ALL = "pk_all"


class WordsNight(StrEnum):
    """last_words_night (rules 7.3): which night's victims have last words."""

    FIRST_NIGHT = "first_night"
    ALWAYS = "always"
    NONE = "none"


class BallotsRead(StrEnum):
    """ballots_read (rules 7.5): whether the tally names the voters."""

    FULL = "full"
    COUNTS = "counts"


class SheriffRule(StrEnum):
    """sheriff (rules 10): `by_size` is on for ten players and more."""

    BY_SIZE = "by_size"
    ON = "on"
    OFF = "off"


class DeadAtNight(StrEnum):
    """dead_at_night (rules 7.3): what the players who are out do by night."""

    STAY_EYES_SHUT = "stay_eyes_shut"
    LEAVE = "leave"


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table; untouched it is the default game."""

    win_mode: WinMode = WinMode.SIDE
    """屠边 or 屠城; read in victory."""
    wolf_knife_first: Switch = Switch.ON
    """狼刀在先: the knife's death is judged before the rest of the night; read in deaths."""
    simultaneous_win: Simultaneous = Simultaneous.WOLF
    """Who wins when both camps are satisfied at once; read in victory."""
    witch_self_save: SelfSave = SelfSave.BY_SIZE
    """女巫自救; read in roles.witch."""
    witch_sees_knife: SeesKnife = SeesKnife.WHILE_ANTIDOTE
    """How long the witch is shown the victim; read in roles.witch."""
    wolf_self_knife: Switch = Switch.ON
    """自刀: the pack may knife its own; read in roles.werewolf."""
    first_night_knife: Switch = Switch.ON
    """Whether the first night has a knife; read in roles.werewolf."""
    wolf_consensus: Consensus = Consensus.PLURALITY
    """How the pack agrees; read in roles.werewolf."""
    hunter_last_god_shot: Switch = Switch.OFF
    """A shooter whose own death would end the game shoots first; read in deaths."""
    vote_self: Switch = Switch.ON
    """Whether a player may vote for itself; read in ballot."""
    all_abstain: AllAbstain = AllAbstain.NOBODY_OUT
    """What follows a ballot without votes; read in ballot."""
    last_words_night: WordsNight = WordsNight.FIRST_NIGHT
    """Which night's victims have last words; read in deaths."""
    ballots_read: BallotsRead = BallotsRead.FULL
    """What is read after a ballot; read in ballot."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 20
    """The game is a draw after the day of this round; read in day."""
    sheriff: SheriffRule = SheriffRule.BY_SIZE
    """Whether the game has a sheriff; read in setup."""
    dead_at_night: DeadAtNight = DeadAtNight.STAY_EYES_SHUT
    """What the out do by night; read in public."""


class Explanation(msgspec.Struct, frozen=True):
    """The spoken one-line explanation of one `value` ("*" = any) of the switch `rule`."""

    rule: str
    value: str
    text: Text


def _of(rule: str, value: str, zh: str, en: str) -> Explanation:
    return Explanation(rule, value, Text(zh, en))


EXPLAIN: Final = (
    _of(
        "win_mode",
        "side",
        "神职或平民任意一边全部出局，狼人获胜",
        "wolves win when all power roles, or all villagers, are out",
    ),
    _of("win_mode", "city", "好人全部出局，狼人获胜", "wolves win when every good player is out"),
    _of("wolf_knife_first", "on", "狼刀在先", "the wolves' knife is judged before the rest of the night"),
    _of("wolf_knife_first", "off", "夜里的死亡同时计算", "all deaths of a night are judged together"),
    _of("simultaneous_win", "wolf", "双方同时满足条件，狼人获胜", "when both camps would win at once, the wolves win"),
    _of(
        "simultaneous_win",
        "good",
        "双方同时满足条件，好人获胜",
        "when both camps would win at once, the good camp wins",
    ),
    _of("simultaneous_win", "draw", "双方同时满足条件，算平局", "when both camps would win at once, it is a draw"),
    _of(
        "witch_self_save",
        "by_size",
        "女巫自救看人数：十一人起全程不能，以下首夜可以",
        "the Witch may save herself on the first night, from eleven players on never",
    ),
    _of("witch_self_save", "never", "女巫全程不能自救", "the Witch may never save herself"),
    _of("witch_self_save", "first_night", "女巫首夜可以自救", "the Witch may save herself on the first night"),
    _of("witch_self_save", "always", "女巫全程可以自救", "the Witch may always save herself"),
    _of(
        "witch_sees_knife",
        "while_antidote",
        "解药用完后，女巫不再知道谁被击杀",
        "the Witch is shown the victim only while she has the antidote",
    ),
    _of("witch_sees_knife", "always", "解药用完后，女巫仍然知道谁被击杀", "the Witch is always shown the victim"),
    _of("wolf_self_knife", "on", "狼人可以自刀", "wolves may knife their own"),
    _of("wolf_self_knife", "off", "狼人不能自刀", "wolves may not knife their own"),
    _of("first_night_knife", "on", "首夜有刀", "wolves knife from the first night on"),
    _of("first_night_knife", "off", "首夜没有刀", "there is no knife on the first night"),
    _of("wolf_consensus", "plurality", "狼人目标看多数，平票空刀", "most wolf votes decide; a tie kills nobody"),
    _of(
        "wolf_consensus",
        "unanimous",
        "狼人目标要一致，不一致空刀",
        "the wolves must all agree; otherwise nobody is killed",
    ),
    _of(
        "hunter_last_god_shot",
        "on",
        "最后一名神职是猎人，可以先开枪，带走最后一狼则好人获胜",
        "a Hunter who is the last power role shoots first; taking the last wolf wins for the good camp",
    ),
    _of(
        "hunter_last_god_shot",
        "off",
        "猎人出局使游戏结束，就不能开枪",
        "no shot when the Hunter's own death ends the game",
    ),
    _of("vote_self", "on", "放逐可以投自己", "you may vote for yourself"),
    _of("vote_self", "off", "放逐不能投自己", "you may not vote for yourself"),
    _of("all_abstain", "nobody_out", "所有人弃票，没有人出局", "when everyone abstains, nobody leaves"),
    _of(
        "all_abstain",
        "pk_all",
        "所有人弃票，全体再发言再投一次",
        "when everyone abstains, all speak and vote once more",
    ),
    _of("last_words_night", "first_night", "首夜死亡有遗言", "victims of the first night have last words"),
    _of("last_words_night", "always", "每夜死亡都有遗言", "victims of every night have last words"),
    _of("last_words_night", "none", "夜里死亡没有遗言", "victims of the night have no last words"),
    _of("ballots_read", "full", "唱票时念出谁投了谁", "the tally names who voted for whom"),
    _of("ballots_read", "counts", "唱票时只念票数", "the tally gives the counts only"),
    _of("max_rounds", "*", "轮数有上限，到上限算平局", "the number of rounds is limited; at the limit it is a draw"),
    _of("sheriff", "by_size", "十人起有警长", "there is a sheriff from ten players on"),
    _of("sheriff", "on", "有警长", "there is a sheriff"),
    _of("sheriff", "off", "没有警长", "there is no sheriff"),
    _of(
        "dead_at_night",
        "stay_eyes_shut",
        "出局的玩家夜里照常闭眼",
        "players who are out keep their eyes closed at night",
    ),
    _of("dead_at_night", "leave", "出局的玩家离开桌子", "players who are out leave the table"),
)
"""One explanation per value, in the order of the fields and their values."""


def explain(rule: str, value: str | int) -> Explanation:
    """The explanation of `value` of the switch `rule`.

    Raises:
        KeyError: there is no such switch or value.
    """
    for entry in EXPLAIN:
        if entry.rule == rule and entry.value in ("*", value):
            return entry
    raise KeyError(rule, value)


def changed(rules: HouseRules) -> tuple[Explanation, ...]:
    """The explanations of all switches that are not at their default, in field order: what is read aloud."""
    default = HouseRules()
    return tuple(
        explain(name, getattr(rules, name))
        for name in rules.__struct_fields__
        if getattr(rules, name) != getattr(default, name)
    )
