"""Boards of the café's own as staff make them: four keys and a display, and what is there after a power cut."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest

from audio.say import Language
from engine.errors import BadSetup
from engine.roles import role_of
from engine.setup import board_from_toml
from firmware.boards import all_boards
from firmware.menu.actions import KeepBoard
from firmware.menu.status import Mode
from hardware.ports import Key
from tests.menu.counter import NEW, Counter
from tests.menu.own_scenes import HAND_MADE, SCENES, after

UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK

HAND_WRITTEN: Final = """\
# Friday nights
id = "mine7"
players = 7
name = {zh = "我家七人", en = "Seven at home"}
cards = {werewolf = 2, seer = 1, witch = 1, hunter = 1, villager = 2}
rules = {witch_self_save = "always"}
note = {zh = "周五晚上。", en = "For Friday nights."}
"""


def written(folder: Path, **files: str) -> Path:
    """`folder` with these own board files in it."""
    (folder / "boards").mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / "boards" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def names_in(folder: Path) -> list[str]:
    """The files of own boards, whatever they are."""
    return sorted(file.name for file in (folder / "boards").iterdir())


def six(counter: Counter) -> None:
    """A deck for six, from scratch: two wolves, seer, witch, guard, one villager."""
    counter.go(*NEW[0])
    counter.put("狼人", 2)
    counter.put("村民", 1)
    for role in ("预言家", "女巫", "守卫"):
        counter.put(role)


# ------------------------------------------------------------ making one


def test_a_board_is_made_with_four_keys_checked_at_every_step_and_played(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    counter.go(*NEW[0])
    assert (("人数是 0", "0人"), "→要 6 到 18 人") == (counter.bar, counter.bottom)
    counter.key(OK)
    assert "狼人 ▲▼0" == counter.at_cursor
    counter.key(UP, UP, UP, UP, DOWN)
    assert (("人数是 3", "3人"), "狼人 ▲▼3") == (counter.bar, counter.at_cursor)
    counter.key(OK, DOWN)
    assert "村民 -" == counter.at_cursor
    counter.put("村民", 3)
    assert (("新板子", "6人"), "!屠边局没有神职") == (counter.bar, counter.bottom)
    counter.put("预言家")
    assert ("预言家 1", "3狼1神3民") == (counter.at_cursor, counter.bottom)
    for role in ("女巫", "守卫"):
        counter.put(role)
    counter.put("狼人", -1)
    counter.to("保存")
    assert (("新板子", "8人"), "2狼3神3民") == (counter.bar, counter.bottom)
    counter.key(OK)
    assert (("起名", "8人"), "预女守8人") == (counter.bar, counter.at_cursor)
    counter.key(OK)
    assert (("做好了", "8人"), ["预女守8人", "按OK选用"]) == (counter.bar, counter.rows[:2])
    counter.key(OK)
    counter.to("板子")
    assert "板子 预女守8人" == counter.at_cursor
    counter.go("板子", "8人")
    assert "预女守8人" in counter.listed()
    counter.home()
    counter.go("开始")
    deck = {role_of(count.role).name.zh: count.cards for count in counter.table.table.game.state.deck}
    assert {"狼人": 2, "村民": 3, "预言家": 1, "女巫": 1, "守卫": 1} == deck


def test_in_english_it_is_the_same(tmp_path: Path) -> None:
    counter = Counter(tmp_path, Language.EN)
    counter.go(*NEW[1])
    assert (("Is for 0 players", ""), "→take 6 to 18") == (counter.bar, counter.bottom)
    counter.put("Werewolf", 2)
    counter.put("Villager", 3)
    counter.put("Seer")
    counter.put("Guard")
    assert (("New board", "7"), "2 wolf 5 good") == (counter.bar, counter.bottom)
    counter.go("Save")
    assert (("Name", "7 players"), ["7 Guard Seer", "7, 2 wolves", "House 7"]) == (counter.bar, counter.rows)
    counter.key(OK)
    assert (("Done", "7 players"), ["7 Guard Seer", "OK: use it"]) == (counter.bar, counter.rows[:2])
    (kept,) = all_boards(tmp_path).own.values()
    assert ("预守7人", "7 Guard Seer") == (kept.name.zh, kept.name.en)


WRONG: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("nobody", {}),
    ("five", {"狼人": 2, "村民": 3}),
    ("nineteen", {"狼人": 9, "村民": 10}),
    ("no wolf", {"村民": 6}),
    ("wolves only", {"狼人": 6}),
)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("what", "cards"), WRONG, ids=[what for what, _ in WRONG])
def test_what_is_wrong_is_said_as_the_engine_says_it(
    what: str, cards: dict[str, int], language: Language, tmp_path: Path
) -> None:
    """The same deck as a file is refused with the same words."""
    counter = Counter(tmp_path)
    counter.go(*NEW[0])
    for role, number in cards.items():
        counter.put(role, number)
    ids = {"狼人": "werewolf", "村民": "villager"}
    deck = "".join(f"{ids[role]} = {number}\n" for role, number in cards.items())
    file = f'id = "x"\nplayers = {sum(cards.values())}\nname = {{zh = "x", en = "x"}}\n[cards]\n{deck}'
    with pytest.raises(BadSetup) as refused:
        board_from_toml(file, "FILE")
    text = refused.value.text
    english = text.en.removeprefix("Board FILE ")
    words = text.zh.removeprefix("板子 FILE：") if language is Language.ZH else english[:1].upper() + english[1:]
    if language is Language.EN:
        counter.key(BACK)
        counter.home()
        counter.go("语言", "Board", "New board", "Go on" if cards else "From scratch")
    counter.to("保存" if language is Language.ZH else "Save")
    assert counter.at_cursor.endswith("!"), what
    counter.key(OK)
    assert ("还不能存" if language is Language.ZH else "Not yet") == counter.screen.title
    space = "" if language is Language.ZH else " "
    assert words.replace(" ", "") == space.join(counter.rows).replace(" ", "")
    assert {} == dict(all_boards(tmp_path).own)


def test_no_card_is_put_in_twice_of_which_there_is_one(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    counter.go(*NEW[0], "女巫")
    assert "女巫 1" == counter.at_cursor
    counter.key(OK)
    assert "女巫 -" == counter.at_cursor
    counter.go("狼人")
    counter.key(DOWN)
    assert "狼人 ▲▼0" == counter.at_cursor
    counter.key(*[UP] * 25)
    assert ("狼人 ▲▼18", "18人") == (counter.at_cursor, counter.screen.corner)


def test_what_is_put_together_stays_until_it_is_saved(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    six(counter)
    counter.home()
    counter.go("板子")
    counter.to("新板子")
    assert "新板子 未存" == counter.at_cursor
    counter.key(OK)
    assert ["接着做 6人", "从头开始", "照着一个改"] == counter.rows
    counter.key(OK)
    assert (("新板子", "6人"), "2狼3神1民") == (counter.bar, counter.bottom)
    counter.go("保存")
    counter.key(OK, BACK)
    counter.go("板子", "新板子")
    assert ["从头开始", "照着一个改"] == counter.rows


def test_a_board_can_be_begun_from_another_and_one_with_the_same_cards_is_told_of(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    counter.go("板子", "新板子", "照着一个改", "9人", "保存")
    assert ("注意", ["和“预女猎”的牌", "一样。", "按OK继续"]) == (counter.screen.title, counter.rows)
    counter.key(BACK)
    counter.put("守卫")
    assert (("新板子", "10人"), "3狼4神3民") == (counter.bar, counter.bottom)


def test_a_deck_that_is_unusual_can_be_saved_after_that_was_read(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    counter.go(*NEW[0])
    counter.put("狼人", 2)
    counter.put("村民", 4)
    counter.go("保存")
    assert ("注意", ["屠边局没有神", "职，这一边不会", "被屠。"]) == (counter.screen.title, counter.rows)
    counter.key(DOWN, DOWN, OK)
    assert ["6人2狼局", "本店6人"] == counter.rows


# ------------------------------------------------------------ changing and deleting


def test_an_own_board_is_changed_in_its_own_file_and_keeps_what_it_said(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("板子", "自家板子", "我家七人", "修改")
    assert ("改板子", "7人") == counter.bar
    counter.put("守卫")
    counter.go("保存")
    assert "我家七人" == counter.at_cursor
    counter.key(OK)
    assert ("做好了", "8人") == counter.bar
    assert ["friday.toml"] == names_in(tmp_path)
    (changed,) = all_boards(tmp_path).own.values()
    assert ("mine7", HAND_MADE.name, HAND_MADE.note) == (changed.id, changed.name, changed.note)
    assert (8, HAND_MADE.overrides) == (changed.players, changed.overrides)
    assert (0, 1) == tuple(
        sum(count.cards for count in board.cards if count.role == "guard") for board in (HAND_MADE, changed)
    )


def test_an_own_board_is_deleted_only_when_ok_is_held(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("板子", "自家板子", "我家七人", "删除")
    assert ("删除？", ["我家七人", "", "按住OK删除"]) == (counter.screen.title, counter.rows)
    counter.key(OK, OK, UP, DOWN, OK)
    assert "删除？" == counter.screen.title
    assert "按住OK删除" == counter.hold(OK, 15)[-1], "a key that is stuck deletes nothing"
    assert ["friday.toml"] == names_in(tmp_path)
    assert ["我家七人", "", "松开OK就删除"] == counter.hold(OK, 1)
    assert "板子" == counter.screen.title
    assert not [row for row in counter.listed() if row.startswith("自家板子")]
    assert {} == dict(all_boards(tmp_path).own)
    assert ["friday.toml.deleted"] == names_in(tmp_path), "it is moved aside"


def test_a_key_that_can_be_read_no_more_deletes_nothing() -> None:
    made = after(Language.ZH, *SCENES["own_delete"])
    made.key(OK, down=True, at_ns=0)
    assert () == made.key(OK, down=False, at_ns=2_000_000_000, lost=True)
    assert "按住OK删除" in [row.text for row in made.screen().body.rows]  # type: ignore[union-attr]
    assert () == made.key(OK, down=False, at_ns=3_000_000_000)


def test_a_long_back_that_can_be_read_no_more_leads_nowhere() -> None:
    made = after(Language.ZH, *SCENES["own_delete"])
    before = made.screen()
    made.key(BACK, down=True, at_ns=0)
    there = made.screen()
    made.key(BACK, down=False, at_ns=2_000_000_000, lost=True)
    assert before != there == made.screen()


def test_letting_go_of_ok_after_another_key_deletes_nothing(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("板子", "自家板子", "我家七人", "删除")
    menu, now_ns = counter.table.judge.staff.menu, counter.table.now_ns
    menu.key(OK, down=True, at_ns=now_ns)
    menu.press(BACK, now_ns + 900_000_000)
    assert () == menu.key(OK, down=False, at_ns=now_ns + 1_000_000_000)
    assert "我家七人" == counter.screen.title


def test_only_own_boards_can_be_changed_and_without_any_there_is_no_such_row(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    counter.go("板子")
    assert "新板子" == counter.listed()[-1]
    six(counter := Counter(tmp_path))
    counter.go("保存")
    counter.key(OK, BACK)
    counter.go("板子", "自家板子")
    assert ["预女守6人"] == counter.rows


def test_a_shipped_board_is_there_again_when_the_own_one_in_its_place_is_deleted(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, nine=HAND_WRITTEN.replace("mine7", "B09")))
    counter.go("板子", "自家板子", "我家七人", "删除")
    counter.hold(OK, 1)
    counter.go("9人")
    assert "预女猎" in counter.rows[0]


def test_the_chosen_board_gives_way_to_one_of_its_size(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("板子", "自家板子", "我家七人", "选用")
    counter.key(OK)
    counter.go("板子", "自家板子", "我家七人", "删除")
    counter.hold(OK, 1)
    counter.home()
    counter.to("座位")
    assert ("7人", "座位 7/7") == (counter.screen.corner, counter.at_cursor)


# ------------------------------------------------------------ power cuts and damage


def test_after_a_power_cut_the_board_is_there_and_chosen(tmp_path: Path) -> None:
    counter = Counter(tmp_path)
    six(counter)
    counter.go("保存")
    counter.key(OK, OK)
    again = Counter(tmp_path)
    again.to("板子")
    assert "板子 预女守6人" == again.at_cursor
    again.go("开始")
    assert Mode.GAME is again.table.judge.status.mode


class PowerCut(BaseException):
    """The plug is pulled."""


@pytest.mark.parametrize("moment", range(3))
def test_a_power_cut_while_a_change_is_saved_leaves_the_old_board_or_the_new_one(
    moment: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the file is on the card, before it is in its place, and before the folder knows."""
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("板子", "自家板子", "我家七人", "修改")
    counter.put("守卫")
    counter.go("保存")
    moments = iter(range(3))
    fsync, replace = os.fsync, Path.replace

    def cut() -> None:
        if next(moments) == moment:
            raise PowerCut

    def synced(number: int) -> None:
        cut()
        fsync(number)

    def replaced(path: Path, target: Path) -> Path:
        cut()
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    with pytest.raises(PowerCut):
        counter.key(OK)
    monkeypatch.undo()
    again = Counter(tmp_path)
    again.go("板子", "自家板子", "我家七人", "选用")
    assert ("7人" if moment < 2 else "8人") == again.screen.title
    again.key(BACK)
    again.go("修改")
    again.put("白痴")
    again.go("保存")
    again.key(OK)
    assert "做好了" == again.screen.title, "what the cut left behind is in nobody's way"


def test_a_damaged_file_costs_itself_and_one_line_and_is_never_overwritten(tmp_path: Path) -> None:
    damaged = HAND_WRITTEN[:60]
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN, **{"own-1": damaged}))
    told = "".join(counter.rows)
    assert ("注意", True) == (counter.screen.title, told.startswith("板子文件own-1.toml"))
    counter.key(BACK)
    six(counter)
    counter.go("保存")
    counter.key(OK, BACK)
    counter.go("板子", "自家板子")
    assert ["我家七人", "预女守6人"] == sorted(counter.rows)
    assert damaged == (tmp_path / "boards" / "own-1.toml").read_text(encoding="utf-8")
    assert ["friday.toml", "own-1-2.toml", "own-1.toml"] == names_in(tmp_path)


def test_a_board_that_cannot_be_written_is_there_tonight_and_staff_are_told(tmp_path: Path) -> None:
    (tmp_path / "boards").write_text("no folder", encoding="utf-8")
    counter = Counter(tmp_path)
    assert "注意" == counter.screen.title
    counter.key(BACK)
    six(counter)
    counter.go("保存")
    counter.key(OK)
    assert ("注意", True) == (counter.screen.title, "".join(counter.rows).startswith("板子没有存下来"))
    counter.key(BACK, OK)
    counter.go("开始")
    assert Mode.GAME is counter.table.judge.status.mode


# ------------------------------------------------------------ in a game


def test_nothing_of_it_is_offered_while_a_game_runs(tmp_path: Path) -> None:
    counter = Counter(written(tmp_path, friday=HAND_WRITTEN))
    counter.go("开始")
    counter.key(OK)
    assert not [row for row in counter.listed() if "板子" in row]
    counter.table.staff(KeepBoard(HAND_MADE))
    assert ["friday.toml"] == names_in(tmp_path)
    assert HAND_WRITTEN == (tmp_path / "boards" / "friday.toml").read_text(encoding="utf-8")
