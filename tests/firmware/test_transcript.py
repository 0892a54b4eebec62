"""A finished game as text: what happened, in its order, in either language."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from audio.say import Language
from engine import events as e
from engine.commands import decode
from engine.game import replay
from engine.houserules import HouseRules
from engine.seats import Direction, Seat, seats_of
from engine.text import Text
from firmware.sim import simulate
from firmware.telling import CAUSES, CHOSEN_BY, ELECTED, MARKS, PEACE, REASONS, VACANT, WINNERS
from firmware.transcript import transcript

SEATS = seats_of(1, 2, 3, 5, 8, 9)
CARDS = tuple(zip(SEATS, ("werewolf", "werewolf", "seer", "hunter", "villager", "villager"), strict=True))
DECK = (e.Count("werewolf", 2), e.Count("seer", 1), e.Count("hunter", 1), e.Count("villager", 2))
S1, S2, S3, S5, S8, S9 = SEATS

GAME: tuple[e.AnyEvent, ...] = (
    e.GameOpened("B06b", Text("预猎六人", "Six with Seer and Hunter"), SEATS, DECK, HouseRules(), sheriff=False),
    e.ReadyHeard(SEATS),
    e.GameBegan(),
    e.NightFell(1),
    e.Claimed("werewolf", (S1, S2), sound=True),
    e.WolvesPointed(((S1, S5), (S2, S8))),
    e.Marked(e.Mark.KNIFE, (S1, S2), None),
    e.StepClosed("wolf"),
    e.Marked(e.Mark.CHECK, (S3,), S1),
    e.Told((S3,), what="seer.result", about=S1, yes=False),
    e.Told((S5,), what="hunter.status", yes=True),
    e.CardsKnown(CARDS),
    e.NightEnded(1),
    e.DayBroke(1),
    e.Announced(1, ()),
    e.SpeechesOpened(Direction.DESCENDING, (S9, S8, S5, S3, S2, S1), 15 * 60 + 4),
    e.BallotOpened(1, SEATS, SEATS),
    e.BallotClosed(1, ((S1, S5), (S2, S5), (S8, S5))),
    e.BallotRead(1, (e.Tally(S5, 6, (S1, S2, S8)),), (S3, S5, S9), 3),
    e.MostVotes(S5),
    e.Exiled(S5),
    e.Died(S5, e.Cause.EXILE),
    e.ShotFired(S5, S8),
    e.Died(S8, e.Cause.SHOT),
    e.SkillUnused(S8),
    e.WordsOpened((S5,)),
    e.DayEnded(1, early=False),
    e.NightFell(2),
    e.Marked(e.Mark.KNIFE, (S1, S2), S9),
    e.DayBroke(2),
    e.Died(S9, e.Cause.KNIFE),
    e.GameOver(e.Winner.WOLF, e.Reason.FOLK_DEAD),
    e.Revealed(CARDS),
)

ZH = """\
B06b 预猎六人
  座位：1号、2号、3号、5号、8号、9号
  身份：狼人×2，预言家×1，猎人×1，村民×2

第 1 夜
  狼人确认：1号、2号
  狼人选择：1号→5号，2号→8号
  狼人空刀
  3号查验1号
  3号得知：狼人
  5号得知：可以开枪
  身份确认：1号 狼人，2号 狼人，3号 预言家，5号 猎人，8号 村民，9号 村民

第 1 天
  宣布：平安夜
  发言（15:04，逆序）：9号 → 8号 → 5号 → 3号 → 2号 → 1号
  放逐投票
  选票：1号→5号，2号→5号，8号→5号
  票数：5号：3；弃票 3
  5号（猎人）被放逐出局
  5号（猎人）开枪带走8号（村民）
  8号没有发动技能
  遗言：5号

第 2 夜
  1号（狼人）、2号（狼人）击杀9号

第 2 天
  9号（村民）被刀

结果
  狼人阵营获胜（所有平民出局）
  身份：1号 狼人，2号 狼人，3号 预言家，5号 猎人，8号 村民，9号 村民
"""

EN = """\
B06b Six with Seer and Hunter
  seats: no. 1, no. 2, no. 3, no. 5, no. 8, no. 9
  cards: Werewolf×2, Seer×1, Hunter×1, Villager×2

Night 1
  Werewolf claimed by no. 1, no. 2
  the pack points: no. 1→no. 5, no. 2→no. 8
  the pack kills nobody
  no. 3 checked no. 1
  no. 3 is told: a wolf
  no. 5 is told: may shoot
  cards known: no. 1 Werewolf, no. 2 Werewolf, no. 3 Seer, no. 5 Hunter, no. 8 Villager, no. 9 Villager

Day 1
  announced: a peaceful night
  speeches (15:04, downwards): no. 9 → no. 8 → no. 5 → no. 3 → no. 2 → no. 1
  exile ballot
  votes: no. 1→no. 5, no. 2→no. 5, no. 8→no. 5
  tally: no. 5: 3; abstained: 3
  no. 5 (Hunter) is voted out
  no. 5 (Hunter) shoots no. 8 (Villager)
  no. 8 uses no ability
  last words: no. 5

Night 2
  no. 1 (Werewolf), no. 2 (Werewolf) killed no. 9

Day 2
  no. 9 (Villager) is knifed

Result
  the werewolves win (all villagers are out)
  cards: no. 1 Werewolf, no. 2 Werewolf, no. 3 Seer, no. 5 Hunter, no. 8 Villager, no. 9 Villager
"""


@pytest.mark.parametrize(("language", "text"), [(Language.ZH, ZH), (Language.EN, EN)])
def test_a_game_reads_as_it_was_played(language: Language, text: str) -> None:
    assert text == transcript(GAME, language)


@pytest.mark.parametrize(
    ("event", "zh", "en"),
    [
        (e.ClaimsDoubted(), "身份确认有误，请工作人员处理", "the claims do not fit; staff are asked"),
        (e.Redealt(), "身份确认有误，重新发牌", "the claims did not fit; the cards were dealt again"),
        (e.GameAborted(), "工作人员结束了游戏，没有胜负", "staff ended the game without a result"),
        (e.Marked(e.Mark.SAVE, (S3,), S5), "3号用解药救5号", "no. 3 saved no. 5"),
        (e.Marked(e.Mark.POISON, (S3,), S5), "3号用毒药毒5号", "no. 3 poisoned no. 5"),
        (e.Died(S5, e.Cause.POISON), "5号被毒", "no. 5 is poisoned"),
        (e.Announced(2, (S5, S8)), "宣布死亡：5号、8号", "announced dead: no. 5, no. 8"),
        (e.Died(S5, e.Cause.HEARTBREAK), "5号殉情", "no. 5 is dead of a broken heart"),
        (e.SparesKnown(("seer", "villager")), "底牌：预言家、村民", "spare cards: Seer, Villager"),
        (e.CardTaken(S5, "thief", "seer", "villager"), "5号拿走底牌预言家", "no. 5 takes the spare Seer"),
        (e.ModelChosen(S5, S8), "5号的榜样：8号", "the model of no. 5: no. 8"),
        (
            e.GameOver(e.Winner.THIRD, e.Reason.COUPLE),
            "情侣阵营获胜（只剩情侣阵营）",
            "the lovers win (only the lovers' camp is left)",
        ),
        (
            e.GameOver(e.Winner.BOMBER, e.Reason.NOBODY),
            "炸弹人单独获胜（场上没有人存活）",
            "the Bomber wins alone (nobody is left alive)",
        ),
        (e.ShotHeld(S5), "5号不开枪", "no. 5 does not shoot"),
        (e.WordsOpened(()), "没有遗言", "no last words"),
        (e.BallotClosed(1, ()), "选票：无", "votes: none"),
        (e.PeaceDay(e.Peace.TIED_AGAIN), "平安日（又是平票）", "nobody leaves today (tied again)"),
        (e.Exploded(S1), "1号自爆", "no. 1 self-destructs"),
        (e.DayEnded(1, early=True), "白天提前结束", "the day ends at once"),
        (e.Marked(e.Mark.GUARD, (S3,), S5), "3号守护5号", "no. 3 protected no. 5"),
        (e.LeftTable(S5), "5号离场出局", "no. 5 has left and is out"),
        (e.LeftTable(S5, foul=True), "5号犯规出局", "no. 5 is out for a foul"),
        (e.Undone(1), "工作人员撤销了 1 步，从这里重来", "staff took back 1 step; the game goes on from here"),
        (e.Undone(3), "工作人员撤销了 3 步，从这里重来", "staff took back 3 steps; the game goes on from here"),
        (e.CardShown(S5, "hunter"), "公布身份：5号 猎人", "card shown: no. 5 Hunter"),
        (e.ShooterNamed(S5, "hunter"), "公布身份：5号 猎人", "card shown: no. 5 Hunter"),
        (e.IdiotFlipped(S5, sheriff=False), "5号翻牌，不出局", "no. 5 reveals the card and stays"),
        (e.BidsClosed((S3, S5)), "上警：3号、5号", "standing for sheriff: no. 3, no. 5"),
        (e.BidsClosed(()), "上警：无人", "standing for sheriff: nobody"),
        (
            e.CampaignOpened((S5, S3), Direction.DESCENDING, 9 * 60 + 30),
            "竞选发言（09:30，逆序）：5号 → 3号",
            "campaign speeches (09:30, downwards): no. 5 → no. 3",
        ),
        (e.Withdrew(S5, speech=True, left_ms=9_000), "5号退水", "no. 5 withdraws"),
        (e.WithdrawalClosed((S5,)), "发言后退水：5号", "withdrawn in the window: no. 5"),
        (e.WithdrawalClosed(()), "发言后退水：无人", "withdrawn in the window: nobody"),
        (e.StandingRead((S3, S8)), "留在警上：3号、8号", "still standing: no. 3, no. 8"),
        (
            e.SheriffBallotRead(1, (e.Tally(S3, 4, (S1, S2)),), (S9,), 1),
            "警长票数：3号：2；弃票 1",
            "sheriff tally: no. 3: 2; abstained: 1",
        ),
        (
            e.SheriffBallotRead(2, (), (S9,), 1),
            "警长再投票数：无；弃票 1",
            "sheriff runoff tally: none; abstained: 1",
        ),
        (
            e.SheriffPkOpened((S3, S8), Direction.ASCENDING, 9 * 60 + 31),
            "警长平票发言（09:31，顺序）：3号 → 8号",
            "sheriff runoff speeches (09:31, upwards): no. 3 → no. 8",
        ),
        (
            e.SheriffElected(S3, e.Elected.LAST),
            "3号当选警长（警上只剩一人）",
            "no. 3 is elected sheriff (nobody else was left)",
        ),
        (e.NoSheriff(e.Vacant.TIED_AGAIN), "没有警长（又是平票）", "no sheriff (tied again)"),
        (e.ElectionSuspended(S1), "竞选暂停，明天继续", "the election is suspended until tomorrow"),
        (
            e.ElectionResumed((S3, S8)),
            "继续竞选，留在警上：3号、8号",
            "the election goes on; still standing: no. 3, no. 8",
        ),
        (e.BadgePassed(S3, S8), "3号把警徽移交给8号", "no. 3 passes the badge to no. 8"),
        (e.BadgeTorn(S3, timeout=False), "3号的警徽撕掉", "the badge of no. 3 is torn"),
        (e.BadgeTorn(S3, timeout=True), "3号的警徽撕掉（没有选择）", "the badge of no. 3 is torn (no choice)"),
        (
            e.BallotRead(1, (e.Tally(S5, 5, (S1, S2)),), (), 0),
            "票数：5号：2.5；弃票 0",
            "tally: no. 5: 2.5; abstained: 0",
        ),
        (
            e.SpeechesOpened(Direction.ASCENDING, (S3, S5), None, e.OrderBy.SHERIFF),
            "发言（警长选择，顺序）：3号 → 5号",
            "speeches (chosen by the sheriff, upwards): no. 3 → no. 5",
        ),
        (
            e.SpeechesOpened(Direction.DESCENDING, (S5, S3), 8 * 60, e.OrderBy.AUTO),
            "发言（警长没有选择，08:00，逆序）：5号 → 3号",
            "speeches (the sheriff did not choose, 08:00, downwards): no. 5 → no. 3",
        ),
        (
            e.PkOpened((S5, S8), Direction.ASCENDING, 9 * 60 + 31),
            "平票发言（09:31，顺序）：5号 → 8号",
            "runoff speeches (09:31, upwards): no. 5 → no. 8",
        ),
    ],
)
def test_what_seldom_happens_has_its_line_too(event: e.AnyEvent, zh: str, en: str) -> None:
    assert f"  {zh}" == transcript((event,), Language.ZH).splitlines()[-1]
    assert f"  {en}" == transcript((event,), Language.EN).splitlines()[-1]


def test_every_mark_winner_reason_and_peace_has_words() -> None:
    assert set(e.Mark) == set(MARKS)
    assert set(e.Winner) == set(WINNERS)
    assert set(e.Reason) == set(REASONS)
    assert set(e.Peace) == set(PEACE)
    assert set(e.Elected) == set(ELECTED)
    assert set(e.Vacant) == set(VACANT)
    assert set(e.OrderBy) == {*CHOSEN_BY, e.OrderBy.CLOCK}, "the clock alone is not named"
    unseen = {e.Cause.KNIFE, e.Cause.POISON, e.Cause.HEARTBREAK, e.Cause.CHARM, e.Cause.WITH_PACK}
    assert unseen == set(CAUSES), "the room sees all other deaths happen"


def test_a_withdrawal_in_the_window_is_written_once() -> None:
    lines = transcript((e.Withdrew(S5, speech=False), e.WithdrawalClosed((S5,))), Language.EN).splitlines()
    assert ["  withdrawn in the window: no. 5"] == lines


def test_who_was_the_thief_is_called_by_the_card_it_took() -> None:
    taken = (e.CardsKnown(((S1, "thief"),)), e.CardTaken(S1, "thief", "seer", "villager"), e.Exiled(S1))
    assert "  1号（预言家）被放逐出局" == transcript(taken, Language.ZH).splitlines()[-1]


def test_after_a_redeal_nobody_is_called_by_the_old_card() -> None:
    text = transcript((e.CardsKnown(CARDS), e.Redealt(), e.Died(S9, e.Cause.KNIFE)), Language.ZH)
    assert "  9号被刀" == text.splitlines()[-1]


def test_the_chinese_text_has_no_english_words_and_the_english_no_chinese() -> None:
    """Over whole simulated games, so over everything that happens in them."""
    board = simulate.preset("B09")
    for seed in range(60, 66):
        commands = [decode(row.command) for row in simulate.play(board, seed).rows if row.command]
        _, steps = replay(simulate.table_for(board, seed), commands)
        events = [event for step in steps for event in step.events]
        assert [] == re.findall(r"[A-Za-z]{2,}", transcript(events, Language.ZH))
        assert [] == re.findall(r"[\u4e00-\u9fff，。：；（）]", transcript(events, Language.EN))


def test_every_event_can_be_written() -> None:
    """An event without a line of its own is bookkeeping; none may make the transcript fail."""
    kinds = {type(event) for event in GAME}
    assert kinds < set(get_args(e.AnyEvent))
    assert "\n" == transcript((e.PhaseEntered(e.Phase.NIGHT, 1), e.Spoke(Seat(3)), e.OutRuleTold()), Language.EN)
