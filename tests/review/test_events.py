"""Every event of the engine has its place in a review, or is named here as bookkeeping: a new one fails at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

import pytest

from audio.say import Language
from engine import events as e
from engine.houserules import HouseRules
from engine.roles.role import Side
from engine.seats import Direction
from engine.setup import Setup
from firmware.review.archive import review_of
from firmware.review.desk import review_page
from firmware.review.model import Occasion
from firmware.review.words import ACT_SIGNS, CAMPS, CAUSES, DEATH_SIGNS, OCCASIONS, RESULTS, SIDES
from tests.kit.engine_play import cards_of, setup_of, table_of
from tests.review.kept import Page, Shelf

SETUP: Final = setup_of("B12-预女猎守", sheriff="on")
CARDS: Final = cards_of("守狼狼狼狼巫预猎民民民民")
S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11, S12 = SETUP.seats
NIGHT: Final = (e.CardsKnown(CARDS), e.PhaseEntered(e.Phase.NIGHT, 1), e.NightFell(1))
DAY: Final = (*NIGHT, e.NightEnded(1), e.DayBroke(1))

BY_NIGHT: Final[tuple[tuple[e.AnyEvent, str, str], ...]] = (
    (e.NightFell(1), "第 1 夜", "Night 1"),
    (e.Claimed("witch", (S6, S9), sound=False), "6号、9号", "no. 6, no. 9"),
    (e.ClaimsDoubted(), "身份确认有误，请了工作人员", "the claims did not fit; staff were asked"),
    (e.Redealt(), "重新发牌，这一夜作废", "the cards were dealt again; this night is void"),
    (e.Marked(e.Mark.GUARD, (S1,), S9), "守护9号（民）", "protected no. 9 (Villager)"),
    (e.Marked(e.Mark.KNIFE, (S2, S3), None), "空刀", "nobody is killed"),
    (e.Marked(e.Mark.SAVE, (S6,), S1), "解药救1号（守卫）", "saved no. 1 (Guard)"),
    (e.Marked(e.Mark.POISON, (S6,), S8), "毒药毒8号（猎人）", "poisoned no. 8 (Hunter)"),
    (e.Marked(e.Mark.CHECK, (S7,), S5), "查验5号（狼人）", "checked no. 5 (Werewolf)"),
    (e.Told((S8,), what="hunter.status", yes=False), "不能开枪", "may not shoot"),
    (e.Undone(2), "工作人员撤销了 2 步，从这一夜重来", "staff took back 2 steps; the game went on from this night"),
)
BY_DAY: Final[tuple[tuple[e.AnyEvent, str, str], ...]] = (
    (e.NightEnded(2), "第 2 天", "Day 2"),
    (e.BidsClosed((S3, S5)), "上警：3号、5号", "standing for sheriff: no. 3, no. 5"),
    (
        e.CampaignOpened((S5, S3), Direction.DESCENDING, 570),
        "竞选发言（09:30，逆序）：5号 → 3号",
        "campaign speeches (09:30, downwards): no. 5 → no. 3",
    ),
    (e.Withdrew(S5, speech=True), "5号（狼人）退水", "no. 5 (Werewolf) withdraws"),
    (e.WithdrawalClosed((S5,)), "发言后退水：5号", "withdrawn in the window: no. 5"),
    (e.StandingRead((S3, S8)), "留在警上：3号、8号", "still standing: no. 3, no. 8"),
    (e.SheriffBallotRead(1, (e.Tally(S3, 4, (S1, S2)),), (S9,), 1), "警长投票", "Sheriff ballot"),
    (
        e.SheriffPkOpened((S3, S8), Direction.ASCENDING, 571),
        "警长平票发言（09:31，顺序）：3号 → 8号",
        "sheriff runoff speeches (09:31, upwards): no. 3 → no. 8",
    ),
    (
        e.SheriffElected(S3, e.Elected.LAST),
        "3号（狼人）当选警长（警上只剩一人）",
        "no. 3 (Werewolf) is elected sheriff (nobody else was left)",
    ),
    (e.NoSheriff(e.Vacant.TIED_AGAIN), "没有警长（又是平票）", "no sheriff (tied again)"),
    (e.ElectionSuspended(S2), "竞选暂停，明天继续", "the election is suspended until tomorrow"),
    (
        e.ElectionResumed((S3, S8)),
        "继续竞选，留在警上：3号、8号",
        "the election goes on; still standing: no. 3, no. 8",
    ),
    (e.BadgePassed(S3, S8), "第 1 天 8号（猎人）", "day 1 no. 8 (Hunter)"),
    (e.BadgeTorn(S3, timeout=True), "第 1 天 没有警徽", "day 1 no badge"),
    (e.CardShown(S8, "hunter"), "公布身份：8号 猎人", "card shown: no. 8 Hunter"),
    (e.ShooterNamed(S8, "hunter"), "公布身份：8号 猎人", "card shown: no. 8 Hunter"),
    (e.Announced(1, ()), "宣布：平安夜", "announced: a peaceful night"),
    (e.SkillUnused(S8), "8号没有发动技能", "no. 8 uses no ability"),
    (e.ShotFired(S8, S2), "8号（猎人）开枪带走2号（狼人）", "no. 8 (Hunter) shoots no. 2 (Werewolf)"),
    (e.ShotHeld(S8), "8号（猎人）不开枪", "no. 8 (Hunter) does not shoot"),
    (e.WordsOpened((S8,)), "遗言：8号", "last words: no. 8"),
    (
        e.SpeechesOpened(Direction.ASCENDING, (S3, S5), None, e.OrderBy.SHERIFF),
        "发言（警长选择，顺序）：3号 → 5号",
        "speeches (chosen by the sheriff, upwards): no. 3 → no. 5",
    ),
    (
        e.PkOpened((S5, S8), Direction.ASCENDING, 571),
        "平票发言（09:31，顺序）：5号 → 8号",
        "runoff speeches (09:31, upwards): no. 5 → no. 8",
    ),
    (e.BallotRead(1, (e.Tally(S5, 5, ()),), (S9,), 1), "2.5", "2.5"),
    (e.Exiled(S8), "8号（猎人）被放逐出局", "no. 8 (Hunter) is voted out"),
    (e.IdiotFlipped(S8, sheriff=False), "8号（猎人）翻牌，不出局", "no. 8 (Hunter) reveals the card and stays"),
    (e.PeaceDay(e.Peace.TIED_AGAIN), "平安日（又是平票）", "nobody leaves today (tied again)"),
    (e.Exploded(S2), "2号（狼人）自爆", "no. 2 (Werewolf) self-destructs"),
    (e.DayEnded(1, early=True), "白天提前结束", "the day ends at once"),
    (e.Undone(1), "工作人员撤销了 1 步，从这里重来", "staff took back 1 step; the game goes on from here"),
)
SPECIAL_CARDS: Final = cards_of("盗丘野美禁隐狼王炸骑流民")
SPECIAL: Final = table_of(SPECIAL_CARDS, HouseRules(), ("seer", "villager"))
SPECIAL_NIGHT: Final = (e.CardsKnown(SPECIAL_CARDS), e.PhaseEntered(e.Phase.NIGHT, 1), e.NightFell(1))
SPECIAL_DAY: Final = (*SPECIAL_NIGHT, e.NightEnded(1), e.DayBroke(1))
SPECIAL_BY_NIGHT: Final[tuple[tuple[e.AnyEvent, str, str], ...]] = (
    (e.SparesKnown(("seer", "villager")), "底牌：预言家、村民", "spare cards: Seer, Villager"),
    (e.SparesKnown(("seer", "villager")), "在底牌里", "face down"),
    (e.CardTaken(S1, "thief", "seer", "villager"), "拿走预言家", "took Seer"),
    (
        e.CardTaken(S1, "thief", "seer", "villager"),
        "1号原是盗贼，拿走预言家",
        "no. 1 was the Thief and took Seer",
    ),
    (
        e.LoversBound((S7, S12)),
        "情侣：7号（狼人）、12号（村民）",
        "lovers: no. 7 (Werewolf), no. 12 (Villager)",
    ),
    (e.ModelChosen(S3, S9), "榜样：9号（炸弹人）", "model: no. 9 (Bomber)"),
    (e.Marked(e.Mark.CHARM, (S4,), S12), "魅惑12号（村民）", "charmed no. 12 (Villager)"),
    (e.Marked(e.Mark.SILENCE, (S5,), S12), "禁言12号（村民）", "silenced no. 12 (Villager)"),
    (e.Told((S8,), what="wolfking.status", yes=True), "可以开枪", "may shoot"),
)
SPECIAL_BY_DAY: Final[tuple[tuple[e.AnyEvent, str, str], ...]] = (
    (e.Turned(S3), "3号（野孩子）变成狼人", "no. 3 (Wild Child) turns wolf"),
    (e.Turned(S3), "3号（野孩子）变成了狼人", "no. 3 (Wild Child) turned wolf"),
    (e.KnifeInherited(S6), "6号（隐狼）接着用刀", "no. 6 (Hidden Wolf) takes over the knife"),
    (
        e.Doomed(S11, 2),
        "11号（老流氓）要到第 2 天发言结束才出局",
        "no. 11 (Old Rogue) will be out after the speeches of day 2",
    ),
    (e.Growled(yes=True), "熊咆哮了", "the bear growls"),
    (e.Growled(yes=False), "熊没有咆哮", "the bear is quiet"),
    (e.Silenced(S12), "12号（村民）被禁言", "no. 12 (Villager) is silenced"),
    (e.Silenced(None), "没有人被禁言", "nobody is silenced"),
    (
        e.Linked((S7, S12)),
        "7号（狼人）、12号（村民）随之出局",
        "out as well: no. 7 (Werewolf), no. 12 (Villager)",
    ),
    (
        e.ShotDelayed(S8, S11, "old_rogue"),
        "8号（狼王）开枪打中11号（老流氓）",
        "no. 8 (Wolf King) shoots no. 11 (Old Rogue)",
    ),
    (e.DelayedOut(S11, "old_rogue"), "11号（老流氓）延后出局", "no. 11 (Old Rogue) is out now"),
    (
        e.TakenAlong(S7, S12, "white_wolf_king"),
        "7号（狼人）带走12号（村民）",
        "no. 7 (Werewolf) takes no. 12 (Villager) along",
    ),
    (e.NobodyTaken(S7), "7号（狼人）没有带人", "no. 7 (Werewolf) takes nobody along"),
    (e.DuelCalled(S10, "knight"), "10号（骑士）发起决斗", "no. 10 (Knight) calls a duel"),
    (
        e.DuelDropped(S10),
        "10号（骑士）没有选择，决斗作废",
        "no. 10 (Knight) names nobody; there is no duel",
    ),
    (
        e.DuelWon(S10, S7),
        "10号（骑士）决斗7号（狼人）成功",
        "no. 10 (Knight) wins the duel with no. 7 (Werewolf)",
    ),
    (
        e.DuelLost(S10, S12),
        "10号（骑士）决斗12号（村民）失败，出局",
        "no. 10 (Knight) loses the duel with no. 12 (Villager) and is out",
    ),
    (
        e.Blasted(S9, (S7, S12), "bomber"),
        "9号（炸弹人）爆炸，带走7号（狼人）、12号（村民）",
        "no. 9 (Bomber) blows up no. 7 (Werewolf), no. 12 (Villager)",
    ),
    (e.Blasted(S9, (), "bomber"), "9号（炸弹人）爆炸，没有带走人", "no. 9 (Bomber) blows up nobody"),
    (e.BlastHeld(S9), "9号（炸弹人）没有引爆", "no. 9 (Bomber) does not blow up"),
)
DEATHS: Final = (
    (e.Cause.KNIFE, True, "被狼人击杀", "killed by the werewolves"),
    (e.Cause.POISON, True, "被女巫毒杀", "poisoned by the witch"),
    (e.Cause.CHARM, True, "被狼美人带走", "taken along by the charm"),
    (e.Cause.WITH_PACK, True, "随狼队出局", "out with the pack"),
    (e.Cause.EXILE, False, "被投票放逐", "voted out"),
    (e.Cause.SHOT, False, "被开枪带走", "shot"),
    (e.Cause.EXPLODE, False, "自爆", "self-destructed"),
    (e.Cause.TAKE, False, "被自爆带走", "taken along by a self-destruct"),
    (e.Cause.DUEL, False, "决斗出局", "lost a duel"),
    (e.Cause.BLAST, False, "被炸", "blown up"),
    (e.Cause.DELAYED, False, "延后出局", "out later"),
    (e.Cause.CHARM, False, "被狼美人带走", "taken along by the charm"),
    (e.Cause.HEARTBREAK, False, "殉情", "died of a broken heart"),
    (e.Cause.LEFT, False, "离场", "left the table"),
    (e.Cause.FOUL, False, "犯规出局", "out for a foul"),
)
ELSEWHERE: Final = {
    e.GameOpened: "the frame: test_golden",
    e.CardsKnown: "who held what: test_golden",
    e.Revealed: "who held what: below",
    e.GameOver: "the result: test_golden",
    e.GameAborted: "the result of the record: test_archive",
    e.WolvesPointed: "each wolf's choice: test_golden",
    e.Died: "every cause: below",
    e.Spoke: "talk time: test_golden",
    e.LeftTable: "below",
}
BOOKKEEPING: Final = (
    *(e.GameBegan, e.StepClosed, e.DayBroke, e.WordsOver, e.OutRuleTold, e.SpeechesOver, e.BallotOpened, e.MostVotes),
    *(e.WithdrawalNamed, e.BadgeAsked, e.PhaseEntered, e.ReadyHeard, e.SkillPending, e.WordsDue, e.EndHeld, e.Spent),
    *(e.BidsHeard, e.LeftRecorded, e.BallotClosed, e.DealOpened, e.DealEnded, e.CardSeen, e.SpeechesResumed),
    e.DuelAnswered,
)
"""What other events tell: nobody misses it in a review."""

Told = Callable[..., tuple[list[str], list[str]]]


@pytest.fixture
def told() -> Told:
    """The texts of the page of a game in which these happened, in Chinese and in English."""

    def texts(*events: e.AnyEvent, setup: Setup = SETUP) -> tuple[list[str], list[str]]:
        shelf = Shelf()
        game = shelf.open(setup)
        shelf.row(game, 0, setup.opened())
        for n, event in enumerate(events, 1):
            shelf.row(game, n, event)
        shelf.journal.end_game(game, "aborted")
        zh, en = (Page(review_page(shelf.journal, game, language)).texts for language in Language)
        shelf.journal.close()
        return zh, en

    return texts


def test_every_event_has_its_place() -> None:
    tables = (*BY_NIGHT, *BY_DAY, *SPECIAL_BY_NIGHT, *SPECIAL_BY_DAY)
    placed = [type(event) for event, _, _ in tables]
    assert set(get_args(e.AnyEvent)) == {*placed, *ELSEWHERE, *BOOKKEEPING}
    assert not set(BOOKKEEPING) & {*placed, *ELSEWHERE}


@pytest.mark.parametrize(("event", "zh", "en"), BY_NIGHT, ids=lambda value: type(value).__name__)
def test_what_happens_by_night(told: Told, event: e.AnyEvent, zh: str, en: str) -> None:
    texts = told(*NIGHT, event)
    assert (True, True) == (zh.replace("民）", "村民）") in texts[0], en in texts[1])


@pytest.mark.parametrize(("event", "zh", "en"), BY_DAY, ids=lambda value: type(value).__name__)
def test_what_happens_by_day(told: Told, event: e.AnyEvent, zh: str, en: str) -> None:
    texts = told(*DAY, event)
    assert (True, True) == (zh in texts[0], en in texts[1])


@pytest.mark.parametrize(("event", "zh", "en"), SPECIAL_BY_NIGHT, ids=lambda value: type(value).__name__)
def test_what_special_cards_do_by_night(told: Told, event: e.AnyEvent, zh: str, en: str) -> None:
    texts = told(*SPECIAL_NIGHT, event, setup=SPECIAL)
    assert (True, True) == (zh in texts[0], en in texts[1])


@pytest.mark.parametrize(("event", "zh", "en"), SPECIAL_BY_DAY, ids=lambda value: type(value).__name__)
def test_what_special_cards_do_by_day(told: Told, event: e.AnyEvent, zh: str, en: str) -> None:
    texts = told(*SPECIAL_DAY, event, setup=SPECIAL)
    assert (True, True) == (zh in texts[0], en in texts[1])


@pytest.mark.parametrize(("cause", "night", "zh", "en"), DEATHS)
def test_every_cause_of_death(told: Told, cause: e.Cause, night: bool, zh: str, en: str) -> None:
    dawn = (e.PhaseEntered(e.Phase.DAWN, 1),) if night else ()
    texts = told(*DAY, *dawn, e.Died(S12, cause))
    assert f"第 1 {'夜' if night else '天'}{zh}" in texts[0]
    assert f"{en}, {'night' if night else 'day'} 1" in texts[1]
    assert {zh, "12号（村民）"} <= set(texts[0]), "in the table of deaths"
    assert {en, "no. 12 (Villager)"} <= set(texts[1])


def test_who_dies_of_a_broken_heart_dies_after_the_other_lover(told: Told) -> None:
    dawn = e.PhaseEntered(e.Phase.DAWN, 1)
    deaths = (e.Died(S7, e.Cause.POISON), e.Died(S12, e.Cause.HEARTBREAK))
    zh, en = told(*SPECIAL_NIGHT, e.LoversBound((S7, S12)), e.NightEnded(1), dawn, *deaths, setup=SPECIAL)
    assert "随7号（狼人）殉情" in zh
    assert "died of a broken heart after no. 7 (Werewolf)" in en


def test_bookkeeping_leaves_no_trace(told: Told) -> None:
    """What is told elsewhere must not make a page fail or say things twice."""
    quiet = (
        *(e.GameBegan(), e.StepClosed("wolf"), e.WordsOver(), e.OutRuleTold(), e.SpeechesOver(), e.MostVotes(S3)),
        *(e.BallotOpened(1, (S3,), (S5,)), e.WithdrawalNamed((S3,)), e.BadgeAsked(S3), e.ReadyHeard((S3,))),
        *(e.SkillPending((S3,)), e.WordsDue((S3,)), e.EndHeld(), e.Spent(S3, "shot"), e.BidsHeard((S3,))),
        *(e.BallotClosed(1, ((S3, S5),)), e.Withdrew(S3, speech=False), e.Told((S3,), what="wolf.know")),
        *(e.DealOpened(), e.CardSeen(S3), e.DealEnded(), e.SpeechesResumed(), e.DuelAnswered(S3, 9_000)),
    )
    first, second = told(*DAY), told(*DAY, *quiet)
    for texts in (*first, *second):
        del texts[:2]  # the title, with the number of the game, in head and body
    assert first == second


def test_a_card_nobody_knew_is_unknown_until_the_end_shows_it() -> None:
    shelf = Shelf()
    game = shelf.open(SETUP)
    shelf.row(game, 0, SETUP.opened())
    shelf.journal.end_game(game, "aborted")
    assert [None] * 12 == [holder.role for holder in review_of(shelf.journal, game).holders]
    assert "不明" in Page(review_page(shelf.journal, game, Language.ZH)).texts
    shelf.row(game, 1, e.Revealed(CARDS))
    assert CARDS == review_of(shelf.journal, game).cards
    shelf.journal.close()


def test_who_left_or_fouled_is_told(told: Told) -> None:
    zh, _ = told(*DAY, e.LeftRecorded(S9), e.LeftTable(S9), e.Died(S9, e.Cause.LEFT))
    assert "9号（村民）离场出局" in zh
    _, en = told(*DAY, e.LeftRecorded(S9, foul=True), e.LeftTable(S9, foul=True), e.Died(S9, e.Cause.FOUL))
    assert "no. 9 (Villager) is out for a foul" in en


def test_every_word_is_there() -> None:
    assert set(e.Cause) == set(CAUSES) == set(DEATH_SIGNS) == {cause for cause, *_ in DEATHS}
    assert set(e.Mark) == set(ACT_SIGNS)
    assert set(e.Winner) == set(SIDES)
    assert {winner.value for winner in e.Winner} < set(RESULTS)
    assert set(Side) == set(CAMPS)
    assert set(Occasion) == set(OCCASIONS)
    assert 1 == len({len(sign.zh) for sign in DEATH_SIGNS.values()}), "one character fits the mark"
    assert (
        len(DEATH_SIGNS)
        == len({sign.zh for sign in DEATH_SIGNS.values()})
        == len({sign.en for sign in DEATH_SIGNS.values()})
    )
