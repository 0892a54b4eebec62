"""What every house rule says, in one spoken line per value and language.

A rule with a sentence of its own at the start of the game is explained in the words of that sentence.
Explanations hold no digits; {n} stands for the value of a switch that is a number.
"""

from __future__ import annotations

from typing import Final

from engine.role_explanations import ROLE_RULES, explained

_of = explained


_NIGHT: Final = (
    _of("role_source", "claimed_at_wake", "发身份牌，首夜确认身份", "cards are dealt, and claimed in the first night"),
    _of("role_source", "dealt_by_engine", "不用身份牌，由法官发身份", "there are no cards: the judge deals the roles"),
    _of(
        "win_mode",
        "side",
        "神职或平民任意一边全部出局，狼人获胜",
        "wolves win when all power roles, or all villagers, are out",
    ),
    _of("win_mode", "city", "好人全部出局，狼人获胜", "wolves win when every good player is out"),
    _of("wolf_knife_first", "on", "狼刀在先", "the wolves' knife is judged before the rest of the night"),
    _of("wolf_knife_first", "off", "狼刀不在先，夜里的死亡一起算", "all deaths of a night are judged together"),
    _of(
        "simultaneous_win",
        "wolf",
        "双方同时达到获胜条件，算狼人获胜",
        "when both camps would win at once, the wolves win",
    ),
    _of(
        "simultaneous_win",
        "good",
        "双方同时达到获胜条件，算好人获胜",
        "when both camps would win at once, the good camp wins",
    ),
    _of("simultaneous_win", "draw", "双方同时达到获胜条件，算平局", "when both camps would win at once, it is a draw"),
    _of("parity_win", "off", "狼人人数再多，也要屠完才赢", "outnumbering the others does not win for the wolves"),
    _of(
        "parity_win",
        "on",
        "狼人数量不少于其他人，狼人获胜",
        "the wolves win as soon as they are no fewer than the others",
    ),
    _of(
        "witch_self_save",
        "by_size",
        "女巫自救看人数：十一人起全程不能，以下首夜可以",
        "the Witch may save herself on the first night, from eleven players on never",
    ),
    _of("witch_self_save", "never", "女巫全程不能自救", "the Witch may never save herself"),
    _of("witch_self_save", "first_night", "女巫首夜可以自救", "the Witch may on the first night save herself"),
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
    _of("double_protect_dies", "on", "同守同救，玩家死亡", "guarded and healed at once: the player dies"),
    _of("double_protect_dies", "off", "同守同救，玩家存活", "guarded and healed at once: the player lives"),
    _of("guard_may_skip", "on", "守卫可以空守", "the Guard may protect nobody"),
    _of("guard_may_skip", "off", "守卫每夜必须守人", "the Guard must protect somebody every night"),
    _of(
        "wolf_consensus",
        "by_deck",
        "狼人目标看多数，有丘比特时要一致",
        "most wolf votes decide; with Cupid in the game the wolves must agree",
    ),
    _of(
        "wolf_consensus",
        "plurality",
        "狼人目标看多数，平票没有人被击杀",
        "most wolf votes decide; a tie kills nobody",
    ),
    _of(
        "wolf_consensus",
        "unanimous",
        "狼人目标要一致，不一致没有人被击杀",
        "the wolves must agree; otherwise nobody is killed",
    ),
    _of(
        "wolf_consensus",
        "random_tie",
        "狼人目标看多数，平票随机选一个",
        "most wolf votes decide; a tie is drawn by lot",
    ),
    _of(
        "hunter_last_god_shot",
        "on",
        "猎人是最后一名神职时，出局可以先开枪，带走最后一狼就算好人获胜",
        "a Hunter who is the last power role shoots first; taking the last wolf wins for the good camp",
    ),
    _of(
        "hunter_last_god_shot",
        "off",
        "猎人一出局游戏就结束的，不能开枪",
        "no shot when the Hunter's own death ends the game",
    ),
    _of("idiot_votable_after", "off", "白痴翻牌后，不能再被投票", "a revealed Idiot cannot be voted for"),
    _of("idiot_votable_after", "on", "白痴翻牌后，还可以被投票出局", "a revealed Idiot can still be voted out"),
    _of("idiot_counts_as_god_after", "on", "白痴翻牌后，仍然算神职", "a revealed Idiot still counts as a power role"),
    _of(
        "idiot_counts_as_god_after",
        "off",
        "白痴翻牌后，不再算神职",
        "a revealed Idiot no longer counts as a power role",
    ),
    _of("idiot_sheriff", "keeps", "白痴翻牌后，警徽可以留着", "a revealed Idiot keeps the badge"),
    _of(
        "idiot_sheriff",
        "hand_over",
        "白痴翻牌后，警徽要移交或撕掉",
        "a revealed Idiot must pass on the badge or tear it",
    ),
)

_DAY: Final = (
    _of(
        "badge_swallow",
        "single",
        "竞选时自爆，本局没有警徽",
        "self-destruct in the election: there will be no badge",
    ),
    _of(
        "badge_swallow",
        "double",
        "竞选时自爆，第一次只暂停竞选，第二次才没有警徽",
        "self-destruct in the election: the first one only suspends the election; a second one leaves no badge",
    ),
    _of(
        "exploding_sheriff_badge",
        "passes",
        "警长自爆，警徽可以移交",
        "a sheriff who self-destructs may pass on the badge",
    ),
    _of("exploding_sheriff_badge", "lost", "警长自爆，警徽作废", "a sheriff who self-destructs loses the badge"),
    _of(
        "pk_voters_campaign",
        "off_stage_only",
        "警长平票再投，只有警下可以投",
        "in the sheriff runoff only those who never stood may vote",
    ),
    _of(
        "pk_voters_campaign",
        "losers_too",
        "警长平票再投，落选没退水的也可以投",
        "in the sheriff runoff candidates who lost may vote too, unless they withdrew",
    ),
    _of(
        "order_anchor_single_death",
        "forced_dead",
        "夜里只死一个，从死者旁边开始发言",
        "after a single death the speeches begin beside the dead seat",
    ),
    _of(
        "order_anchor_single_death",
        "free",
        "夜里只死一个，警长可以选从死者或自己旁边开始",
        "after a single death the sheriff may begin beside the dead seat or beside the sheriff's own",
    ),
    _of(
        "no_sheriff_order",
        "clock",
        "没有警长，发言顺序看时间",
        "without a sheriff the clock decides the order of speech",
    ),
    _of(
        "no_sheriff_order",
        "random",
        "没有警长，发言顺序抽签决定",
        "without a sheriff the order of speech is drawn by lot",
    ),
    _of("exile_ballot", "shut", "放逐投票时闭眼", "eyes are shut in the exile vote"),
    _of("exile_ballot", "open", "放逐投票时睁眼", "eyes are open in the exile vote"),
    _of("ballot_change", "on", "放逐票在结束前可以改", "an exile vote may be changed until the end"),
    _of("ballot_change", "off", "放逐票投了不能改", "an exile vote cannot be changed"),
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
    _of(
        "last_words_night",
        "first_death_night",
        "第一次有人死亡的夜晚有遗言",
        "victims of the first night with deaths have last words",
    ),
    _of("last_words_night", "always", "每夜死亡都有遗言", "victims of every night have last words"),
    _of("last_words_night", "none", "夜里死亡没有遗言", "victims of the night have no last words"),
    _of(
        "last_words_night",
        "first_k",
        "夜里死亡的，遗言名额和狼人一样多",
        "there are as many last words for night deaths as there are wolves",
    ),
    _of("last_words_shot", "off", "被技能带走没有遗言", "whoever is shot has no last words"),
    _of("last_words_shot", "on", "被技能带走有遗言", "whoever is shot has last words"),
    _of("last_words_explode", "off", "自爆没有遗言", "a wolf who self-destructs has no last words"),
    _of("last_words_explode", "on", "自爆有遗言", "a wolf who self-destructs has last words"),
    _of("last_words_duel", "off", "决斗失败没有遗言", "the loser of a duel has no last words"),
    _of("last_words_duel", "on", "决斗失败有遗言", "the loser of a duel has last words"),
    _of("last_words_rogue", "off", "老流氓延后出局没有遗言", "the Old Rogue, out later, has no last words"),
    _of("last_words_rogue", "on", "老流氓延后出局有遗言", "the Old Rogue, out later, has last words"),
    _of(
        "death_sequence",
        "skill_badge_words",
        "先发动技能，再交警徽，最后遗言",
        "abilities first, then the badge, then last words",
    ),
    _of(
        "death_sequence",
        "words_skill_badge",
        "先遗言，再发动技能，最后交警徽",
        "last words first, then abilities, then the badge",
    ),
    _of("name_shooter_role", "off", "带人时不说身份", "whoever shoots is not named by role"),
    _of("name_shooter_role", "on", "带人时公布身份", "whoever shoots is named by role"),
    _of("reveal_on_death", "off", "出局不公布身份", "cards stay hidden when a player is out"),
    _of("reveal_on_death", "on", "出局公布身份", "cards are shown when a player is out"),
    _of("ballots_read", "full", "唱票时念出谁投了谁", "the tally names who voted for whom"),
    _of("ballots_read", "counts", "唱票时只念票数", "the tally gives the counts only"),
    _of(
        "max_rounds",
        "*",
        "最多玩{n}轮，还没有分出胜负就算平局",
        "if nobody has won by the end of round {n}, it is a draw",
    ),
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

EXPLAIN: Final = (*_NIGHT, *ROLE_RULES, *_DAY)
"""One explanation per value, in the order of the fields and their values."""
