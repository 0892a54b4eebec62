"""What the judge says about each public event."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from audio.planner import length_ms, render
from audio.say import Language, Say
from engine import events as e
from engine.houserules import (
    BadgeSwallow,
    BallotsRead,
    Consensus,
    DeadAtNight,
    HouseRules,
    SelfSave,
    Switch,
    WinMode,
)
from engine.seats import Direction, seats_of
from engine.secrecy import Public
from firmware.table.announcer import PublicEvent, announce
from tests.table.room import EN, NINE, ZH, S, heard, opened, view_of
from tests.table.test_announcer_office import OFFICE, exploding

TOLD: list[tuple[Public, list[str]]] = [
    (e.GameBegan(), ["游戏开始。"]),
    (e.Redealt(), ["请所有人睁眼，把身份牌收回来，再发一次。", "请抽取身份牌，看清之后扣好，不要让别人看到。"]),
    (e.NightFell(1), ["第一夜，天黑请闭眼。", "请低头，保持安静。"]),
    (e.NightFell(2), ["天黑请闭眼。", "请低头，保持安静。"]),
    (e.StepClosed("wolf"), ["狼人请闭眼。"]),
    (e.StepClosed("seer"), ["预言家请闭眼。"]),
    (e.StepClosed("witch"), ["女巫请闭眼。"]),
    (e.StepClosed("hunter"), ["猎人请闭眼。"]),
    (e.ClaimsDoubted(), []),
    (e.NightEnded(1), []),
    (e.DayBroke(1), ["天亮，所有玩家睁眼。"]),
    (e.DayBroke(2), ["天亮，所有玩家睁眼。"]),
    (e.Announced(1, ()), ["昨晚平安夜。"]),
    (e.Announced(1, seats_of(4)), ["昨夜四号玩家死亡。"]),
    (e.Announced(1, seats_of(9, 2)), ["昨夜二号和九号玩家死亡。"]),
    (e.SkillUnused(S(4)), ["没有发动技能。"]),
    (e.ShotFired(S(4), S(2)), ["四号发动技能，带走二号。"]),
    (e.ShotHeld(S(4)), ["四号不开枪。"]),
    (e.WordsOpened(()), ["没有遗言。"]),
    (e.WordsOpened((S(4),)), []),
    (e.WordsOver(), ["遗言结束。"]),
    (e.OutRuleTold(), ["出局的玩家，不能再和场上交流。", "夜里请照常闭眼，不要碰按钮。"]),
    (
        e.SpeechesOpened(Direction.ASCENDING, (S(3), S(5)), 15 * 60 + 25),
        ["现在开始发言。", "现在时间十五点二十五分，单数，从三号开始，按号码往大走。"],
    ),
    (
        e.SpeechesOpened(Direction.DESCENDING, (S(9), S(5)), 20 * 60),
        ["现在开始发言。", "现在时间二十点整，双数，从九号开始，按号码往小走。"],
    ),
    (e.Spoke(S(3)), []),
    (e.SpeechesOver(), ["发言结束。"]),
    (e.BallotOpened(1, NINE, NINE), []),
    (
        e.BallotRead(1, (e.Tally(S(2), 4, seats_of(3, 4)), e.Tally(S(5), 2, seats_of(1))), seats_of(2, 6), 2),
        [
            "投票结束，请睁眼。",
            "二号，两票，投票的是三号和四号。",
            "五号，一票，投票的是一号。",
            "弃票的有：二号和六号。",
        ],
    ),
    (e.BallotRead(1, (e.Tally(S(2), 2, seats_of(3)),), (), 0), ["投票结束，请睁眼。", "二号，一票，投票的是三号。"]),
    (e.BallotRead(1, (), NINE, 9), ["投票结束，请睁眼。"]),
    (
        e.PkOpened((S(9), S(3)), Direction.DESCENDING, 14 * 60 + 2),
        ["所有人弃票，全体再发言一轮。", "现在时间十四点零二分，双数，从大号到小号发言。", "从九号开始。"],
    ),
    (e.MostVotes(S(7)), ["七号票数最多。"]),
    (e.Exiled(S(7)), ["七号出局。"]),
    (e.PeaceDay(e.Peace.NO_VOTES), ["所有人弃票，今天平安日。"]),
    (e.PeaceDay(e.Peace.TIED_AGAIN), ["又是平票，今天平安日，没有人出局。"]),
    (e.PeaceDay(e.Peace.NO_VOTERS), ["没有人可以投票，今天平安日。"]),
    (e.Exploded(S(6)), ["六号是狼人，自爆出局。"]),
    (e.DayEnded(1, early=False), ["白天结束。"]),
    (e.DayEnded(1, early=True), ["直接天黑。"]),
    (e.IdiotFlipped(S(4), sheriff=False), ["四号翻牌，身份是白痴，不出局。", "从现在起，四号可以发言，不能投票。"]),
    (e.IdiotFlipped(S(4), sheriff=True), ["四号翻牌，身份是白痴，不出局。", "从现在起，四号可以发言，不能投票。"]),
    (e.LeftTable(S(4)), ["四号离场，按出局处理。"]),
    (e.LeftTable(S(4), foul=True), ["四号犯规，按出局处理。"]),
    (e.CardShown(S(4), "villager"), ["四号的身份是平民。"]),
    (e.ShooterNamed(S(4), "hunter"), ["四号是猎人。"]),
    (
        e.SpeechesOpened(Direction.ASCENDING, (S(3), S(5)), None, e.OrderBy.SHERIFF),
        ["现在开始发言。", "顺序发言，从三号开始。"],
    ),
    (
        e.SpeechesOpened(Direction.DESCENDING, (S(2), S(1)), None, e.OrderBy.SHERIFF),
        ["现在开始发言。", "逆序发言，从二号开始。"],
    ),
    (
        e.SpeechesOpened(Direction.DESCENDING, (S(2), S(1)), None, e.OrderBy.LOT),
        ["现在开始发言。", "逆序发言，从二号开始。"],
    ),
    (
        e.SpeechesOpened(Direction.ASCENDING, (S(3), S(5)), 9 * 60 + 1, e.OrderBy.AUTO),
        [
            "现在开始发言。",
            "警长没有选择，按时间决定。",
            "现在时间九点零一分，单数，从三号开始，按号码往大走。",
        ],
    ),
    (e.GameOver(e.Winner.GOOD, e.Reason.WOLVES_DEAD), ["所有狼人出局。", "游戏结束，好人阵营获胜。"]),
    (e.GameOver(e.Winner.WOLF, e.Reason.GODS_DEAD), ["所有神职出局。", "游戏结束，狼人阵营获胜。"]),
    (e.GameOver(e.Winner.WOLF, e.Reason.FOLK_DEAD), ["所有平民出局。", "游戏结束，狼人阵营获胜。"]),
    (e.GameOver(e.Winner.WOLF, e.Reason.GOOD_DEAD), ["所有好人出局。", "游戏结束，狼人阵营获胜。"]),
    (e.GameOver(e.Winner.DRAW, e.Reason.NOBODY), ["场上没有人存活。", "游戏结束，平局。"]),
    (e.GameOver(e.Winner.DRAW, e.Reason.ROUNDS), ["轮数到了上限。", "游戏结束，平局。"]),
    (
        e.Revealed(((S(1), "seer"), (S(2), "villager"))),
        ["现在公布身份。", "一号，预言家。", "二号，平民。", "请把身份牌放回中间。", "辛苦了，下局见。"],
    ),
    (e.GameAborted(), ["本局终止，不计胜负。"]),
]

SILENT = {e.ClaimsDoubted, e.NightEnded, e.Spoke, e.BallotOpened, e.Undone}
"""Public events that are never spoken themselves: something spoken always follows."""


@pytest.mark.parametrize(("event", "words"), TOLD, ids=[f"{type(t[0]).__name__}-{i}" for i, t in enumerate(TOLD)])
def test_what_the_room_hears(event: Public, words: list[str]) -> None:
    assert words == heard(event)


def test_every_public_event_of_the_engine_is_known() -> None:
    public = {c for c in vars(e).values() if isinstance(c, type) and issubclass(c, Public) and c is not Public}
    assert public == set(get_args(PublicEvent))
    assert public == set(get_args(e.AnyPublic))


def test_every_public_event_is_announced_or_silent_on_purpose() -> None:
    spoken = {type(event) for event, words in TOLD if words} | {e.GameOpened}
    spoken |= {type(event) for event, _ in OFFICE}
    assert set(get_args(PublicEvent)) - set(get_args(e.AnyAct)) == spoken | SILENT
    assert set() == spoken & SILENT


def test_every_announcement_can_be_said_in_both_languages_without_a_digit() -> None:
    for event, words in [*TOLD, *OFFICE, (opened(), [])]:
        says = announce(event, exploding())
        for say in says:
            for language in Language:
                assert None is re.search(r"\d|[{}]", render(say, language))
                assert 300 <= length_ms(say, language)
        assert len(words) == len(says) or isinstance(event, e.GameOpened)


def test_several_victims_of_a_night_speak_by_seat_number() -> None:
    dawn = view_of().after(e.NightFell(1)).after(e.DayBroke(1)).after(e.Announced(1, seats_of(4, 7)))
    assert [Say(key="words.many", seat=4)] == list(announce(e.WordsOpened((S(4), S(7))), dawn))
    day = dawn.after(e.SpeechesOpened(Direction.ASCENDING, NINE, 1))
    assert [] == list(announce(e.WordsOpened((S(7), S(4))), day))


def test_a_tie_is_told_with_its_seats_and_the_clock() -> None:
    votes = (e.Tally(S(3), 2, seats_of(1)), e.Tally(S(7), 2, seats_of(2)))
    tied = view_of().after(e.BallotOpened(1, NINE, NINE)).after(e.BallotRead(1, votes, (), 0))
    down = e.PkOpened((S(7), S(3)), Direction.DESCENDING, 14 * 60 + 2)
    assert [
        "三号和七号平票，平票玩家再发言一轮。",
        "现在时间十四点零二分，双数，从大号到小号发言。",
        "从七号开始。",
    ] == [render(say, ZH) for say in announce(down, tied)]
    up = e.PkOpened((S(3), S(7)), Direction.ASCENDING, 14 * 60 + 3)
    assert "现在时间十四点零三分，单数，从小号到大号发言。" == render(announce(up, tied)[1], ZH)


def test_a_private_event_is_not_for_the_announcer() -> None:
    told = e.Told(to=seats_of(1), what="seer.result", about=2, yes=True)
    with pytest.raises(AssertionError):
        announce(told, view_of())  # type: ignore[arg-type]


def test_the_opening_of_nine_players() -> None:
    assert [
        "欢迎来到狼人杀，我是本局法官。",
        "本局九人，板子是预女猎。",
        "本局身份有：三名狼人、一名预言家、一名女巫、一名猎人和三名平民。",
        "屠边局，神职或平民任意一边全部出局，狼人获胜。",
        "本局没有警长。",
        "女巫首夜可以自救。",
        "狼人目标看多数，平票没有人被击杀。",
        "夜里请把手一直放在按钮上，按的时候要轻。",
        "选目标时，我会报号，报到你要选的号码，就按一下。",
        "我会报第二遍，报到你选的号码，你的灯会亮，要改就再按。",
        "想取消，就按住一秒。",
        "不想选，就不要按，等我报完。",
        "发言说完了，按一下就过。",
        "看结果时，一直亮是好人，快闪是狼人。",
        "猎人看状态，一直亮能开枪，快闪不能开枪。",
        "白天要亮牌，请连按两下，再按住。",
        "夜里请不要出声，也不要碰别人。",
        "只有自己的手可以碰自己的按钮，开局后请不要换座位。",
        "请抽取身份牌，看清之后扣好，不要让别人看到。",
    ] == heard(opened())


@pytest.mark.parametrize(
    ("players", "rule", "said"),
    [
        (10, SelfSave.BY_SIZE, "女巫首夜可以自救。"),
        (11, SelfSave.BY_SIZE, "女巫全程不能自救。"),
        (12, SelfSave.BY_SIZE, "女巫全程不能自救。"),
        (12, SelfSave.FIRST_NIGHT, "女巫首夜可以自救。"),
        (6, SelfSave.NEVER, "女巫全程不能自救。"),
        (12, SelfSave.ALWAYS, "女巫全程可以自救。"),
    ],
)
def test_the_witch_may_save_herself_by_size(players: int, rule: SelfSave, said: str) -> None:
    words = heard(opened(seats_of(*range(1, players + 1)), rules=HouseRules(witch_self_save=rule)))
    assert [said] == [w for w in words if "自救" in w]


def test_a_deck_without_witch_seer_and_hunter_hears_nothing_about_them() -> None:
    words = "".join(heard(opened(roles=(("werewolf", 2), ("villager", 4)))))
    for role in ("女巫", "预言家", "猎人", "看结果"):
        assert role not in words


def test_the_rules_of_the_table_are_read() -> None:
    rules = HouseRules(win_mode=WinMode.CITY, wolf_consensus=Consensus.UNANIMOUS, vote_self=Switch.OFF)
    words = heard(opened(rules=rules))
    assert "屠城局，好人全部出局，狼人获胜。" in words
    assert "狼人目标要一致，不一致没有人被击杀。" in words
    assert ["本店规则：放逐不能投自己。"] == [w for w in words if "本店规则" in w]


def test_a_sheriff_is_announced_with_the_way_out_of_the_election() -> None:
    words = heard(opened(sheriff=True))
    assert "本局有警长，放逐投票时警长算一点五票。" in words
    assert "竞选时要退水，请按住两秒。" in words
    assert "竞选时自爆，本局没有警徽。" in words
    assert "本局没有警长。" not in words


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (HouseRules(), "竞选时自爆，本局没有警徽。"),
        (HouseRules(badge_swallow=BadgeSwallow.DOUBLE), "竞选时自爆，第一次只暂停竞选，第二次才没有警徽。"),
    ],
)
def test_what_a_self_destruct_in_the_election_does_is_read_once_and_only_with_a_sheriff(
    rules: HouseRules, said: str
) -> None:
    assert [said] == [w for w in heard(opened(rules=rules, sheriff=True)) if "竞选时自爆" in w or "暂停" in w]
    assert [] == [w for w in heard(opened(rules=rules)) if "竞选" in w]


@pytest.mark.parametrize(
    ("switch", "said"), [(Switch.ON, "同守同救，玩家死亡。"), (Switch.OFF, "同守同救，玩家存活。")]
)
def test_guarded_and_healed_is_read_where_both_can_happen(switch: Switch, said: str) -> None:
    rules = HouseRules(double_protect_dies=switch)
    both = (("werewolf", 3), ("guard", 1), ("witch", 1), ("villager", 4))
    assert [said] == [w for w in heard(opened(roles=both, rules=rules)) if "同守同救" in w]
    for deck in (both[:2], (both[0], both[2])):
        assert [] == [w for w in heard(opened(roles=deck, rules=rules)) if "同守同救" in w]


def test_the_tally_may_be_read_without_names() -> None:
    event = e.BallotRead(1, (e.Tally(S(2), 3, ()), e.Tally(S(4), 2, ())), (), 2)
    assert [
        "投票结束，请睁眼。",
        "二号，一点五票。",
        "四号，一票。",
        "警长的票，算一点五票。",
        "两位弃票。",
    ] == heard(event, HouseRules(ballots_read=BallotsRead.COUNTS))


def test_the_out_may_be_told_to_leave() -> None:
    words = heard(e.OutRuleTold(), HouseRules(dead_at_night=DeadAtNight.LEAVE))
    assert ["出局的玩家，不能再和场上交流。", "出局的玩家，请离开桌子。"] == words


def test_the_english_judge() -> None:
    assert ["Last night numbers two and nine died."] == heard(e.Announced(1, seats_of(9, 2)), language=EN)
    assert ["Number six is a wolf and self-destructs."] == heard(e.Exploded(S(6)), language=EN)
    assert "Roles in this game: three Werewolves, one Seer, one Witch, one Hunter and three Villagers." in heard(
        opened(), language=EN
    )
