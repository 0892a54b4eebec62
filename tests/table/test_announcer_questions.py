"""How the judge puts each question."""

from __future__ import annotations

import pytest

from engine import events as e
from engine.prompts import Call, Eyes, Form
from engine.seats import seats_of
from firmware.table.announcer import question
from tests.table.room import NINE, S, asked, view_of


def call_of(line: str, form: Form, *, seat: int | None = None, claim: bool = False, role: str = "") -> Call:
    eyes = Eyes.NIGHT if role else Eyes.SHUT if form in (Form.BALLOT, Form.BID) else Eyes.OPEN
    return Call(line=line, form=form, eyes=eyes, seat=None if seat is None else S(seat), claim=claim, role=role)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (call_of("setup.ready_ask", Form.READY), ["看好身份的，请按一下按钮。"]),
        (call_of("seer.wake", Form.WAKE, claim=True, role="seer"), ["预言家请睁眼。", "请连按两下确认。"]),
        (call_of("seer.wake", Form.WAKE, role="seer"), ["预言家请睁眼。"]),
        (call_of("wolf.wake", Form.WAKE, claim=True, role="wolf"), ["狼人请睁眼。", "每位狼人请连按两下。"]),
        (call_of("wolf.know", Form.SHOW, role="wolf"), ["请互相确认队友。"]),
        (call_of("wolf.talk", Form.SHOW, role="wolf"), ["请用手势商量目标。"]),
        (call_of("wolf.pick", Form.PICK, role="wolf"), ["请选择今晚击杀的目标。"]),
        (call_of("wolf.verdict", Form.VERDICT, role="wolf"), ["最后一遍，灯亮的今晚被击杀。"]),
        (call_of("witch.victim", Form.COUNT, role="witch"), ["报号时灯亮的，今晚被击杀。"]),
        (call_of("witch.heal", Form.ASK, role="witch"), ["要用解药，请按一下。"]),
        (call_of("witch.poison", Form.PICK, role="witch"), ["你有一瓶毒药，要用请选择目标。"]),
        (call_of("seer.pick", Form.PICK, role="seer"), ["请选择今晚要查验的玩家。"]),
        (call_of("seer.result", Form.ANSWER, role="seer"), ["他的身份，请看灯。"]),
        (call_of("hunter.status", Form.ANSWER, role="hunter"), ["你的开枪状态，请看灯。"]),
        (call_of("err.claims", Form.STAFF), ["身份确认有误，请工作人员处理，请继续闭眼。"]),
        (call_of("dawn.skill_ask", Form.ASK, seat=2), ["二号，要发动技能请按一下。"]),
        (call_of("gun.ask", Form.CHOICE, seat=2), ["二号发动技能，请选择目标。"]),
        (call_of("words.ask", Form.FLOOR, seat=12), ["十二号请留遗言。"]),
        (call_of("speech.turn", Form.FLOOR, seat=3), ["三号请发言。"]),
        (call_of("speech.next", Form.FLOOR, seat=4), ["下一位，四号。"]),
        (call_of("pk.turn", Form.FLOOR, seat=4), ["四号请发言。"]),
        (call_of("", Form.SILENT), []),
        (call_of("sheriff.raise", Form.BID), ["所有玩家闭眼竞选警长。", "要竞选的，请按一下按钮。"]),
        (call_of("sheriff.quit_open", Form.WITHDRAW), ["发言结束，退水时间，要退水的请按住两秒。"]),
        (call_of("sheriff.turn", Form.FLOOR, seat=4), ["四号请发言。"]),
        (call_of("sheriff.pk_turn", Form.FLOOR, seat=4), ["四号请发言。"]),
        (call_of("speech.sheriff_last", Form.FLOOR, seat=4), ["警长请发言，并归票。"]),
        (call_of("boom.words", Form.FLOOR, seat=4), ["四号请留遗言。"]),
        (call_of("sheriff.vote_open", Form.BALLOT), ["所有警下玩家闭眼投票。"]),
        (call_of("sheriff.pk_vote", Form.BALLOT), ["所有警下玩家闭眼，再投一次，退水的不能投。"]),
        (call_of("badge.how", Form.CHOICE, seat=4), ["要移交，报到号码时请按；要撕掉，报到撕掉时请按。"]),
        (call_of("speech.sheriff_pick", Form.CHOICE, seat=4), ["警长请选择发言顺序。"]),
        (call_of("guard.wake", Form.WAKE, claim=True, role="guard"), ["守卫请睁眼。", "请连按两下确认。"]),
        (call_of("guard.pick", Form.PICK, role="guard"), ["请选择今晚要守护的玩家。"]),
        (call_of("idiot.wake", Form.WAKE, claim=True, role="idiot"), ["白痴请睁眼。", "请连按两下确认。"]),
    ],
)
def test_how_a_question_is_put(call: Call, words: list[str]) -> None:
    assert words == asked(call)


def test_how_to_vote_is_said_once_in_a_game() -> None:
    ballot = call_of("vote.open", Form.BALLOT)
    first = view_of().after(e.BallotOpened(1, NINE, NINE))
    assert ["请闭眼，放逐投票。", "轮到谁的号码，要投他就按一下。", "三，二，一，开始。"] == asked(ballot, first)
    later = first.after(e.BallotRead(1, (), NINE, 9)).after(e.BallotOpened(1, NINE, NINE))
    assert ["请闭眼，放逐投票。", "三，二，一，开始。"] == asked(ballot, later)


def test_only_a_runoff_among_some_bars_the_tied_from_voting() -> None:
    ballot = call_of("pk.vote", Form.BALLOT)
    some = view_of().after(e.BallotOpened(2, seats_of(3, 7), seats_of(1, 2)))
    assert ["请闭眼，再投一次，平票的玩家不能投。"] == asked(ballot, some)
    everybody = view_of().after(e.BallotOpened(2, NINE, NINE))
    assert ["请闭眼，再投一次。"] == asked(ballot, everybody)


def test_a_flipped_idiot_who_cannot_be_voted_for_makes_nobody_tied() -> None:
    rest = tuple(seat for seat in NINE if seat != 4)
    ballot = Call(line="pk.vote", form=Form.BALLOT, eyes=Eyes.SHUT, options=rest)
    flipped = view_of().after(e.IdiotFlipped(S(4), sheriff=False))
    assert ["请闭眼，再投一次。"] == asked(ballot, flipped.after(e.BallotOpened(2, rest, rest)))
    assert ["请闭眼，再投一次，平票的玩家不能投。"] == asked(ballot, view_of().after(e.BallotOpened(2, rest, rest)))


def test_no_question_needs_more_than_its_public_face() -> None:
    """The announcer's signature takes a `Call`; the secret half of a prompt has no way in."""
    annotations = question.__annotations__
    assert {"call": "Call", "view": "PublicView", "return": "tuple[Say, ...]"} == annotations
