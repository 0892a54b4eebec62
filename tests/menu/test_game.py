"""During a game: the public screen, the pause menu, faults and the end."""

import msgspec
import pytest

from audio.say import Language
from engine import events as e
from engine.houserules import HouseRules
from engine.seats import Seat, seats_of
from engine.secrecy import Public
from engine.text import Text
from firmware.menu.actions import (
    EndGame,
    Keep,
    Leave,
    MoreTime,
    Pause,
    Repeat,
    Resume,
    Skip,
    StartGame,
    TakeBack,
    VoteAgain,
)
from firmware.menu.choices import OFF
from firmware.menu.live import PAGE_MS, live_screen
from firmware.menu.model import Menu
from firmware.menu.status import Mode, TableStatus
from hardware.ports import Key
from hardware.screen import Big, Row, Rows, Screen, fits
from tests.menu.scenes import BACK, DOWN, NIGHT_TWO, OK, OPENED, PAST, STATUSES, UP, VOTED, menu, view
from tests.menu.test_home import do, rows

GAME = TableStatus(mode=Mode.GAME, view=view(*NIGHT_TWO))


@pytest.mark.parametrize("key", list(Key))
def test_any_key_pauses_and_opens_the_menu(key: Key) -> None:
    made = menu(Language.ZH, "wake")
    assert (Pause(),) == do(made, key)
    assert ("暂停", False) == (made.screen().title, made.at_home)


@pytest.mark.parametrize(
    ("keys", "action"),
    [((OK,), Resume()), ((BACK,), Resume()), ((DOWN, OK), Repeat()), ((DOWN, DOWN, OK), Skip())],
)
def test_the_menu_goes_on_repeats_or_skips_and_closes(keys: tuple[Key, ...], action: object) -> None:
    made = menu(Language.ZH, "wake", OK)
    assert (action,) == do(made, *keys)
    assert made.at_home


def test_a_game_ends_only_when_asked_twice() -> None:
    made = menu(Language.ZH, "wake", OK)
    assert () == do(made, UP, OK, DOWN, OK)
    assert "真的吗？" == made.screen().title
    assert (EndGame(),) == do(made, DOWN, OK)
    assert made.at_home


def test_a_player_who_leaves_is_chosen_and_asked_about_once_more() -> None:
    made = menu(Language.ZH, "votes", OK, UP, UP, UP, UP, OK)
    assert ("谁离场？", ["1号", "2号", "4号"]) == (made.screen().title, rows(made.screen()))
    assert () == do(made, DOWN, OK)
    assert ("2号离场？", ["不，返回", "2号离场出局"]) == (made.screen().title, rows(made.screen()))
    assert (Leave(Seat(2)),) == do(made, DOWN, OK)
    assert made.at_home


@pytest.mark.parametrize(
    ("status", "down", "action"),
    [("paused", 2, MoreTime()), ("paused", 3, Skip())],
)
def test_what_asks_no_question_goes_on_with_the_game(status: str, down: int, action: object) -> None:
    made = menu(Language.ZH, status, OK)
    assert (action,) == do(made, *[DOWN] * down, OK)
    assert made.at_home


def test_a_step_is_taken_back_by_its_public_name_and_asked_about_once_more() -> None:
    made = menu(Language.ZH, "paused", OK, *[DOWN] * 4, OK)
    seen = [rows(made.screen())[0]]
    for _ in range(5):
        do(made, DOWN)
        seen.append(rows(made.screen())[made.screen().body.cursor])  # type: ignore[union-attr, index]
    names = ["第1天 放逐投票", "第1天 2号发言", "第1天 12号发言", "第1夜 预言家", "第1夜 狼人", "准备 看身份"]
    assert names == seen
    do(made, DOWN, DOWN, DOWN, DOWN)
    assert () == do(made, OK)
    assert ("第1夜 预言家", ["不，返回", "撤销到这一步"]) == (made.screen().title, rows(made.screen()))
    assert (TakeBack(11),) == do(made, DOWN, OK)
    assert made.at_home


def test_who_has_left_since_comes_back_only_when_staff_know() -> None:
    made = menu(Language.ZH, "paused", OK, *[DOWN] * 4, OK, UP, OK)
    assert () == do(made, DOWN, OK)
    assert ("10号11号回来？", ["不，返回", "回来，继续玩"]) == (made.screen().title, rows(made.screen()))
    assert () == do(made, OK)
    assert "暂停" == made.screen().title
    again = menu(Language.ZH, "paused", OK, *[DOWN] * 4, OK, UP, OK)
    assert (TakeBack(1),) == do(again, DOWN, OK, DOWN, OK)


def test_many_who_come_back_fit_into_one_line() -> None:
    """Two are named, more are counted."""
    seats = seats_of(12, 3, 18)
    step = msgspec.structs.replace(PAST[-1], left=seats)
    for language, title in ((Language.ZH, "3号等3人回来？"), (Language.EN, "3 + 2 back?")):
        made = menu(language, "paused")
        made.update(msgspec.structs.replace(STATUSES["paused"], past=(step,)))
        do(made, OK, *[DOWN] * 4, OK, OK, DOWN, OK)
        assert title == made.screen().title


def test_a_ballot_is_voted_again_when_staff_are_sure() -> None:
    made = menu(Language.ZH, "paused", OK, *[DOWN] * 5)
    assert () == do(made, OK)
    assert ("作废并重投？", ["不，返回", "作废并重投"]) == (made.screen().title, rows(made.screen()))
    assert (VoteAgain(),) == do(made, DOWN, OK)


def test_only_in_the_first_night_can_a_role_claim_again() -> None:
    made = menu(Language.ZH, "paused_night", OK, UP, UP, OK)
    assert ("身份更正", ["第1夜 预言家", "第1夜 狼人"]) == (made.screen().title, rows(made.screen()))
    assert (TakeBack(2),) == do(made, DOWN, OK, DOWN, OK)
    by_day = menu(Language.ZH, "paused", OK, UP)
    assert "身份更正" not in rows(by_day.screen())


def test_a_foul_is_asked_about_once_more() -> None:
    made = menu(Language.ZH, "votes", OK, UP, UP, UP, OK)
    assert "谁犯规？" == made.screen().title
    assert () == do(made, DOWN, OK)
    assert ("2号犯规？", ["不，返回", "2号犯规出局"]) == (made.screen().title, rows(made.screen()))
    assert (Leave(Seat(2), foul=True),) == do(made, DOWN, OK)


def test_who_has_left_and_is_not_told_of_yet_cannot_leave_again() -> None:
    made = menu(Language.ZH, "votes")
    made.update(msgspec.structs.replace(STATUSES["votes"], gone=seats_of(1)))
    for up in (3, 4):
        do(made, OK, *[UP] * up, OK)
        assert "2号" == rows(made.screen())[0]
        do(made, BACK, BACK)


def test_without_a_sheriff_who_has_left_is_not_read_under_his_name() -> None:
    made = menu(Language.ZH, "votes")
    left = view(*NIGHT_TWO, e.LeftTable(Seat(4)))
    made.update(msgspec.structs.replace(STATUSES["votes"], view=left))
    do(made, OK)
    seen = set()
    for _ in range(12):
        seen |= set(rows(made.screen()))
        do(made, DOWN)
    assert "座位情况" in seen
    assert "警长" not in seen


def test_a_button_is_replaced_or_switched_off_and_the_pause_goes_on() -> None:
    made = menu(Language.ZH, "votes", OK, UP, UP, OK, DOWN, OK)
    assert ("2号", ["换备用按钮", "店员代答"]) == (made.screen().title, rows(made.screen()))
    (kept,) = do(made, OK, OK)
    assert isinstance(kept, Keep)
    assert ((Seat(2), Seat(10)),) == kept.choices.pads
    assert ("座位按钮", ["1号", "2号 →10", "3号"]) == (made.screen().title, rows(made.screen()))
    (kept,) = do(made, OK, UP, OK)
    assert isinstance(kept, Keep)
    assert ((Seat(2), OFF),) == kept.choices.pads
    (kept,) = do(made, OK, DOWN, OK)
    assert isinstance(kept, Keep)
    assert () == kept.choices.pads
    assert (Resume(),) == do(made, BACK, BACK)


def test_a_list_whose_steps_are_gone_can_still_be_left() -> None:
    made = menu(Language.ZH, "paused", OK, *[DOWN] * 4, OK)
    made.update(msgspec.structs.replace(STATUSES["paused"], past=(), paused=False))
    assert ["不，返回"] == rows(made.screen())
    assert () == do(made, OK)
    assert "暂停" == made.screen().title


def test_a_step_in_which_cards_are_claimed_is_skipped_only_when_staff_are_sure() -> None:
    made = menu(Language.ZH, "paused_night", OK, DOWN, DOWN)
    assert () == do(made, OK)
    assert ("跳过身份确认？", ["不，返回", "跳过，之后核对"]) == (made.screen().title, rows(made.screen()))
    assert () == do(made, OK)
    assert (Skip(),) == do(made, OK, DOWN, OK)
    assert made.at_home


@pytest.mark.parametrize("key", [OK, BACK])
def test_ok_and_back_lead_from_the_end_to_the_next_game_and_back_looks_at_the_end_again(key: Key) -> None:
    made = menu(Language.ZH, "over", DOWN, key)
    assert ("法官", True) == (made.screen().title, made.at_home)
    assert () == do(made, BACK)
    assert "游戏结束" == made.screen().title


def test_back_held_at_the_end_or_below_it_stays_at_the_next_game() -> None:
    for keys in ((), (OK, DOWN, OK)):
        made = menu(Language.ZH, "over", *keys)
        made.key(BACK, down=True, at_ns=0)
        made.key(BACK, down=False, at_ns=2_000_000_000)
        assert "法官" == made.screen().title


@pytest.mark.parametrize(
    ("told", "zh", "en"),
    [
        ((), "准备", "Setup"),
        ((e.NightFell(1),), "第1夜", "Night 1"),
        ((e.NightFell(1), e.DayBroke(1)), "第1天", "Day 1"),
        ((e.NightFell(1), e.DayBroke(1), e.NightFell(2)), "第2夜", "Night 2"),
    ],
)
def test_a_game_that_staff_end_is_called_by_the_night_or_day_in_which_they_did(
    told: tuple[Public, ...], zh: str, en: str
) -> None:
    status = TableStatus(mode=Mode.GAME, view=view(*OPENED, *told, e.GameAborted()))
    assert (zh, en) == (live_screen(status, Language.ZH).title, live_screen(status, Language.EN).title)


def test_nobody_leaves_when_staff_think_better_of_it() -> None:
    made = menu(Language.ZH, "votes", OK, UP, UP, UP, UP, OK, OK)
    assert () == do(made, OK)
    assert "暂停" == made.screen().title


def test_before_the_first_night_the_corner_does_not_look_like_who_is_ready() -> None:
    assert "9人" == live_screen(STATUSES["setup"], Language.ZH).corner
    assert "9 seats" == live_screen(STATUSES["setup"], Language.EN).corner


def test_more_candidates_than_fit_into_a_line_are_counted() -> None:
    twelve = seats_of(*range(1, 13))
    opened = e.GameOpened("B12", Text("十二人", "Twelve"), twelve, (), HouseRules(), sheriff=True)
    status = TableStatus(mode=Mode.GAME, view=view(opened, e.NightFell(1), e.DayBroke(1), e.BidsClosed(twelve)))
    assert "警上 12人" == rows(live_screen(status, Language.ZH))[-1]
    assert "Stand 12 players" == rows(live_screen(status, Language.EN))[-1]


def test_back_held_in_the_menu_goes_on_with_the_game() -> None:
    made = menu(Language.ZH, "wake", OK, UP, OK, DOWN, OK)
    assert () == made.key(BACK, down=True, at_ns=0)
    assert (Resume(),) == made.key(BACK, down=False, at_ns=2_000_000_000)
    assert made.at_home


def test_a_new_status_of_the_same_game_leaves_the_menu_open() -> None:
    made = menu(Language.ZH, "wake", OK)
    made.update(msgspec.structs.replace(STATUSES["wake"], paused=True))
    assert "暂停" == made.screen().title


def test_a_new_mode_closes_the_menu_with_its_questions() -> None:
    made = menu(Language.ZH, "wake", OK, UP, OK, DOWN, OK)
    made.update(STATUSES["over"])
    assert "游戏结束" == made.screen().title
    assert () == do(made, DOWN, OK)


def test_the_number_counted_is_large() -> None:
    status = msgspec.structs.replace(GAME, counted=Seat(12), caption=Text("请按。", "Now."))
    assert Screen("第2夜", Big("12号", footer="请按。"), "7/9") == live_screen(status, Language.ZH)
    assert Screen("Night 2", Big("#12", footer="Now."), "7/9") == live_screen(status, Language.EN)


@pytest.mark.parametrize(
    ("left_ms", "clock"), [(0, "0:00"), (1, "0:01"), (1000, "0:01"), (59_001, "1:00"), (125_000, "2:05")]
)
def test_the_speaker_is_large_beside_the_time_that_is_left(left_ms: int, clock: str) -> None:
    status = msgspec.structs.replace(GAME, speaker=Seat(18), remaining_ms=left_ms)
    assert Big("18号", clock) == live_screen(status, Language.ZH).body


def test_a_time_too_long_to_stand_beside_the_speaker_stands_below() -> None:
    status = msgspec.structs.replace(GAME, speaker=Seat(18), remaining_ms=600_000)
    assert Big("18号", footer="10:00") == live_screen(status, Language.ZH).body


def test_a_pause_and_a_fault_are_seen() -> None:
    assert "暂停" == live_screen(msgspec.structs.replace(GAME, paused=True), Language.ZH).corner
    status = msgspec.structs.replace(GAME, fault=Text("坏了", "broken"))
    assert "!7/9" == live_screen(status, Language.ZH).corner


def test_a_long_sentence_is_shown_page_by_page_and_its_end_stays() -> None:
    status = msgspec.structs.replace(GAME, caption=Text("一二三四五六七八" * 4, ""))
    line = Row("一二三四五六七八")
    assert Rows((line, line, line)) == live_screen(status, Language.ZH).body
    for said_ms in (PAGE_MS, 100 * PAGE_MS):
        later = msgspec.structs.replace(status, said_ms=said_ms)
        assert Rows((line, Row(""), Row("出局 3 7"))) == live_screen(later, Language.ZH).body


def test_in_silence_after_a_ballot_the_votes_are_shown() -> None:
    status = TableStatus(mode=Mode.GAME, view=view(*VOTED))
    assert Rows((Row("7号4票 1 2 4 5"), Row("9号1.5票 6"))) == live_screen(status, Language.ZH).body
    assert Rows((Row("#7 4: 1 2 4 5"), Row("#9 1.5: 6"))) == live_screen(status, Language.EN).body


def test_the_votes_and_those_who_are_out_can_be_read_in_the_pause() -> None:
    made = menu(Language.ZH, "votes", OK, DOWN, DOWN, DOWN, OK)
    assert ("票型", ["7号4票 1 2 4 5", "9号1.5票 6"]) == (made.screen().title, rows(made.screen()))
    do(made, BACK, DOWN, OK)
    assert ("出局", ["3"]) == (made.screen().title, rows(made.screen()))


EIGHTEEN = seats_of(*range(1, 19))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("key", [None, *Key])
def test_the_fullest_table_fits(language: Language, key: Key | None) -> None:
    """Eighteen seats, most of them out, everybody voting for one, late in a long game."""
    seen = view(
        e.GameOpened("B18", Text("十八人", "Eighteen"), EIGHTEEN, (), HouseRules(), sheriff=False),
        e.NightFell(20),
        e.DayBroke(20),
        e.Announced(20, EIGHTEEN[:17]),
        e.BallotRead(1, tuple(e.Tally(seat, 35, EIGHTEEN) for seat in EIGHTEEN), (), 0),
    )
    fault = Text("十八号的按钮卡住了。" * 4, "The button of seat eighteen is stuck. " * 4)
    silent = TableStatus(mode=Mode.GAME, view=seen, fault=fault, remaining_ms=3_600_000)
    spoken = msgspec.structs.replace(silent, caption=fault)
    for status in (silent, spoken, msgspec.structs.replace(silent, speaker=Seat(18))):
        made = Menu((), (), language)
        made.update(status)
        assert fits(made.screen())
        if key is not None:
            made.press(key)
        for _ in range(6):
            made.press(DOWN)
            assert fits(made.screen())
            made.press(OK)
            assert fits(made.screen())


def test_there_are_no_votes_to_read_before_a_ballot() -> None:
    made = menu(Language.ZH, "wake", OK, *[DOWN] * 3)
    assert ["跳过这一步", "出局 0", "音量 -6dB"] == rows(made.screen())


def test_a_stopped_game_says_why_and_can_be_tried_again_or_ended() -> None:
    made = menu(Language.ZH, "stopped")
    assert ["没有声音，请检", "查音箱。游戏暂", "停，等声音回"] == rows(made.screen())
    do(made, DOWN)
    assert ["查音箱。游戏暂", "停，等声音回", "来。"] == rows(made.screen())
    assert () == do(made, BACK)
    assert (Resume(),) == do(made, OK, OK)
    assert () == do(made, OK, DOWN, OK, DOWN, OK)
    assert (EndGame(),) == do(made, DOWN, OK)


def test_the_end_tells_who_won_and_every_card() -> None:
    made = menu(Language.EN, "over")
    seen = rows(made.screen())
    for _ in range(9):
        do(made, DOWN)
        seen.append(rows(made.screen())[-1])
    assert ["Werewolves win", "#1 Werewolf", "#2 Werewolf", "#3 Seer", "#4 Witch", "#5 Villager"] == seen[:6]
    assert "OK: next game" == seen[-1]


def test_after_the_end_the_next_game_can_start() -> None:
    made = menu(Language.ZH, "over", OK)
    assert (StartGame("B09", seats_of(*range(1, 10))),) == do(made, OK)
    assert () == do(made, BACK)
    assert "游戏结束" == made.screen().title


def test_choosing_a_board_after_the_end_leads_to_the_page_of_the_next_game() -> None:
    made = menu(Language.ZH, "over", OK, DOWN, OK, OK, OK)
    assert "法官" == made.screen().title
