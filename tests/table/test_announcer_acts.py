"""What the room hears of what special cards do, and of cards that are dealt in another way than usual."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from audio.planner import length_ms, render
from audio.say import Language
from engine import events as e
from engine.houserules import HouseRules, RoleSource
from engine.prompts import Form
from engine.secrecy import Public
from firmware.table.announcer import announce
from tests.table.room import S, asked, heard, opened, view_of
from tests.table.test_announcer_questions import call_of

ACTS: list[tuple[Public, list[str]]] = [
    (e.DealOpened(), ["现在发身份，请所有人闭眼。", "叫到号码的请睁眼，灯亮时念到的，就是你的身份。"]),
    (e.DealEnded(), ["身份发完了，请所有人睁眼。"]),
    (e.Growled(yes=True), ["熊咆哮了。"]),
    (e.Growled(yes=False), ["熊没有咆哮。"]),
    (e.Silenced(S(3)), ["三号玩家被禁言，今天不能发言。"]),
    (e.Silenced(None), ["今天没有人被禁言。"]),
    (e.Linked((S(3), S(5))), ["三号随之出局。", "五号随之出局。"]),
    (e.ShotDelayed(S(6), S(8), "old_rogue"), ["六号发动技能，打中八号，八号明天发言结束后出局。"]),
    (e.DelayedOut(S(8), "old_rogue"), ["八号出局。"]),
    (e.TakenAlong(S(2), S(8), "white_wolf_king"), ["二号是白狼王，自爆带走八号。"]),
    (e.NobodyTaken(S(2)), ["没有带人。"]),
    (e.DuelCalled(S(4), "knight"), ["四号是骑士，发起决斗。"]),
    (e.DuelDropped(S(4)), ["没有选择目标，决斗作废。"]),
    (e.DuelWon(S(4), S(2)), ["二号是狼人，决斗成功，二号出局。"]),
    (e.DuelLost(S(4), S(8)), ["八号是好人，决斗失败，四号出局。"]),
    (e.SpeechesResumed(), ["继续发言。"]),
    (e.Blasted(S(4), (S(1), S(8)), "bomber"), ["四号是炸弹人，爆炸了。", "投他的一号和八号，一同出局。"]),
    (e.Blasted(S(4), (), "bomber"), ["四号是炸弹人，爆炸了。"]),
    (e.BlastHeld(S(4)), ["没有引爆。"]),
]

THIEVES = (("thief", 1), ("werewolf", 3), ("hidden_wolf", 1), ("seer", 1), ("villager", 5))


@pytest.mark.parametrize(("event", "words"), ACTS, ids=[f"{type(t[0]).__name__}-{i}" for i, t in enumerate(ACTS)])
def test_what_the_room_hears(event: Public, words: list[str]) -> None:
    assert words == heard(event)
    for say in announce(event, view_of()):
        for language in Language:
            assert None is re.search(r"\d|[{}]", render(say, language))
            assert 300 <= length_ms(say, language)


def test_every_act_is_announced() -> None:
    assert set(get_args(e.AnyAct)) == {type(event) for event, _ in ACTS}


def test_at_the_end_the_spare_cards_the_lovers_and_the_models_are_told() -> None:
    cards = ((S(1), "werewolf"), (S(2), "wild_child"))
    revealed = e.Revealed(cards, ("werewolf", "seer"), (S(1), S(2)), ((S(2), S(1)),))
    assert [
        "两张底牌是一名狼人和一名预言家。",
        "情侣是一号和二号。",
        "二号的榜样是一号。",
        "请把身份牌放回中间。",
    ] == heard(revealed)[-5:-1]


def test_new_cards_are_dealt_as_the_first_were() -> None:
    """With 盗贼 the two spare cards too."""
    board = e.GameOpened("T", opened().name, opened().seats, opened(roles=THIEVES).deck, HouseRules(), False)
    told = [say.key for say in announce(e.Redealt(), view_of().after(board))]
    assert ["setup.redeal", "setup.deal", "setup.deal_thief"] == told
    assert ["setup.redeal", "setup.deal"] == [say.key for say in announce(e.Redealt(), view_of())]


def test_without_cards_nobody_is_told_to_take_one() -> None:
    rules = HouseRules(role_source=RoleSource.DEALT_BY_ENGINE)
    assert [] == [say for say in announce(opened(rules=rules), view_of()) if say.key.startswith("setup.deal")]


@pytest.mark.parametrize("claim", [True, False])
def test_with_a_hidden_wolf_in_the_deck_it_is_told_who_is_not_meant(claim: bool) -> None:
    view = view_of().after(opened(roles=THIEVES))
    wake = call_of("wolf.wake", Form.WAKE, claim=claim, role="wolf")
    assert ["狼人请睁眼。", "隐狼请不要睁眼。"] == asked(wake, view)[:2]
    assert "隐狼请不要睁眼。" not in asked(wake)


def test_the_rule_of_the_thief_is_read_whatever_lies_there() -> None:
    told = ["底牌里有狼人，就必须选狼人。", "请在要选的身份上按一下。"]
    assert told == asked(call_of("thief.pick", Form.PICK, role="thief"))
