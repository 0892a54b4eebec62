"""The time of a table that nobody vouches for, and switching the machine off."""

from __future__ import annotations

from typing import Any

import pytest

from engine.seats import seats_of
from engine.text import Text
from firmware.clocktrust import Signs, WallClock
from firmware.judge import Judge
from firmware.menu.actions import PowerOff, SetClock
from firmware.menu.body import System, Trust
from firmware.menu.page import Machine
from firmware.menu.status import Mode
from firmware.shell import NOT_ALLOWED, Shell
from firmware.upkeep import ENDING, UNPLUG
from hardware.oled import draw
from hardware.ports import Key
from hardware.screen import Big, Row, Rows, Screen, fits, wrap
from tests.kit.table import VirtualTable

UNSURE = Signs(now_s=1_796_000_000)
CARDS = "werewolf werewolf seer witch villager villager"
SIX = seats_of(*range(1, 7))


def on(signs: Signs) -> type[Judge]:
    """The judge of a real table whose clock has these signs."""

    class Wired(Judge):
        def __init__(self, **parts: Any) -> None:
            super().__init__(**{**parts, "wall": WallClock(parts["clock"], lambda: signs)})

    return Wired


def screen_of(table: VirtualTable) -> Screen:
    """What the display shows."""
    screen = table.judge.staff.menu.screen(table.now_ns)
    assert fits(screen), screen
    return screen


def test_before_a_game_staff_are_asked_for_the_time_and_it_begins_with_their_answer() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE), minute=20 * 60 + 14)
    table.key(Key.OK)
    assert (Mode.IDLE, "几点了？", "未确认") == (
        table.judge.status.mode,
        screen_of(table).title,
        screen_of(table).corner,
    )
    table.key(Key.UP, Key.OK, Key.UP, Key.OK)
    assert Mode.GAME is table.judge.status.mode
    assert (21 * 60 + 15, Trust.SET) == (
        table.judge.staff.menu._desk.clock.minute,  # noqa: SLF001 - what the menu was told
        table.judge.staff.menu._desk.clock.trust,  # noqa: SLF001
    )


def test_a_clock_that_nobody_vouches_for_is_in_the_list_of_faults_until_it_is_set() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE))
    (fault,) = table.judge.status.faults
    assert ("F41", None, ()) == (fault.code, fault.over_ns, table.judge.status.open_faults)
    table.staff(SetClock(600))
    assert [True] == [fault.over_ns is not None for fault in table.judge.status.faults]


def test_the_second_game_of_the_evening_asks_nothing() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE))
    table.key(Key.OK, Key.OK, Key.OK)
    assert Mode.GAME is table.judge.status.mode
    table.key(Key.OK, Key.UP, Key.OK, Key.DOWN, Key.OK, Key.DOWN, Key.OK)
    table.until_mode(Mode.OVER)
    table.key(Key.OK, Key.OK)
    assert Mode.GAME is table.judge.status.mode


def test_staff_who_leave_the_question_begin_no_game() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE))
    table.key(Key.OK, Key.BACK)
    table.wait(60)
    assert (Mode.IDLE, "法官") == (table.judge.status.mode, screen_of(table).title)


@pytest.mark.parametrize("signs", [Signs(now_s=UNSURE.now_s, synchronised=True), None])
def test_a_table_whose_clock_is_right_asks_nothing(signs: Signs | None) -> None:
    """One that is simulated believes its computer."""
    table = VirtualTable("B06a", judge=Judge if signs is None else on(signs))
    table.key(Key.OK)
    assert Mode.GAME is table.judge.status.mode


def test_after_a_power_cut_it_is_asked_before_the_game_goes_on() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE))
    table.start()
    table.wait(1)
    table.power_cut()
    table.key(Key.OK)
    assert (Mode.UNFINISHED, "几点了？") == (table.judge.status.mode, screen_of(table).title)
    table.key(Key.OK, Key.OK)
    assert Mode.GAME is table.judge.status.mode


def test_the_time_runs_on_while_staff_look_at_it() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE), minute=23 * 60 + 59)
    table.key(Key.OK)
    before = table.image
    assert before is not None
    assert Big("23:59", footer="▲▼ 小时 OK下一步") == screen_of(table).body
    table.wait(61)
    assert table.image is not None
    assert before.tobytes() != table.image.tobytes()
    assert Big("00:00", footer="▲▼ 小时 OK下一步") == screen_of(table).body
    table.key(Key.OK, Key.OK)
    assert 0 == table.judge._wall.minute_of_day()  # noqa: SLF001 - what the game will be told


def test_minutes_go_round_within_the_hour_that_was_confirmed() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE), minute=14 * 60 + 59)
    table.key(Key.OK, Key.OK, Key.UP)
    assert Big("14:00", footer="▲▼ 分 按OK确认") == screen_of(table).body
    table.key(Key.DOWN, Key.DOWN)
    assert Big("14:58", footer="▲▼ 分 按OK确认") == screen_of(table).body
    table.key(Key.BACK, Key.DOWN)
    assert Big("13:58", footer="▲▼ 小时 OK下一步") == screen_of(table).body


def order(step: int | None) -> list[str]:
    """How the speeches are ordered by a table whose clock, at even minutes, steps once the minute was read out."""
    trusted = Signs(now_s=UNSURE.now_s, synchronised=True)
    table = VirtualTable("B06a", judge=on(trusted), minute=20 * 60, cards=CARDS)
    table.start()
    table.claim_all()
    table.until_key("speech.time_odd", "speech.time_even", patience_s=2000)
    said = table.said[-1]
    if step is not None:
        table.clock.set_minute(step)
    table.until_key("speech.turn", "speech.next")
    return [said, table.said[-1]]


def test_the_minute_that_was_read_out_stands_though_the_clock_steps_back() -> None:
    assert order(None) == order(20 * 60 - 1) == order(7)


def test_a_clock_is_not_set_in_a_game() -> None:
    table = VirtualTable("B06a", judge=on(UNSURE), minute=600)
    table.start()
    table.staff(SetClock(1))
    assert 600 == table.judge._wall.minute_of_day()  # noqa: SLF001 - what the game will be told


# ---------------------------------------------------------------- off


class Machinery:
    """A machine that notes what is asked of it, and what the table looked like then."""

    def __init__(self, why: Text | None = None) -> None:
        self.why = why
        self.asked: list[str] = []
        self.table: VirtualTable | None = None

    def judge(self) -> type[Judge]:
        """The judge of a table on it."""
        shell = Shell(power_off=self.off, stop=lambda: self.asked.append("stop"))

        class Wired(Judge):
            def __init__(self, **parts: Any) -> None:
                super().__init__(**{**parts, "shell": shell})

        return Wired

    def off(self) -> Text | None:
        """Off: by now the lamps are dark, and staff are told."""
        assert self.table is not None
        assert set() == self.table.lit
        assert shows(self.table, UNPLUG)
        self.asked.append("off")
        return self.why


def shows(table: VirtualTable, words: Text) -> bool:
    """Whether the display shows `words`, from their beginning."""
    rows = tuple(map(Row, wrap(words.zh)))[:3]
    screen = Screen(ENDING.zh, Rows(rows))
    return table.image is not None and table.image.tobytes() == draw(screen).tobytes()


def switched_off(why: Text | None = None, *, playing: bool) -> tuple[VirtualTable, Machinery]:
    """A table that is switched off, in the middle of a game or of none."""
    machinery = Machinery(why)
    table = machinery.table = VirtualTable("B06a", judge=machinery.judge())
    if playing:
        table.start()
        table.ready()
        table.claim("werewolf")
        assert table.lit
    table.staff(PowerOff())
    return table, machinery


@pytest.mark.parametrize("playing", [False, True])
def test_lamps_go_off_then_staff_are_told_then_the_machine_is_switched_off(playing: bool) -> None:
    table, machinery = switched_off(playing=playing)
    assert ["off"] == machinery.asked
    said, frames = len(table.said), len(table.frames)
    table.key(Key.OK, Key.BACK, Key.DOWN)
    table.wait(60)
    assert (said, frames, True) == (len(table.said), len(table.frames), shows(table, UNPLUG))


def test_where_it_may_not_be_switched_off_the_program_ends_and_says_so() -> None:
    table, machinery = switched_off(NOT_ALLOWED, playing=False)
    assert ["off", "stop"] == machinery.asked
    assert shows(table, Text(f"{NOT_ALLOWED.zh}。程序已停，记录都在，可以拔电了。", ""))


def test_an_open_game_goes_on_when_the_machine_is_on_again() -> None:
    table, _ = switched_off(playing=True)
    number = len(table.journal.games())
    table.power_cut()
    assert (Mode.UNFINISHED, number) == (table.judge.status.mode, len(table.journal.games()))
    table.go_on()
    table.wait(5)
    assert Mode.GAME is table.judge.status.mode


def test_a_real_table_asks_twice_before_it_is_switched_off() -> None:
    machinery = Machinery()
    shell = Shell(power_off=machinery.off)

    class Wired(Judge):
        def __init__(self, **parts: Any) -> None:
            machine = Machine(system=System(wiring="expander"))
            super().__init__(**{**parts, "shell": shell, "machine": lambda: machine})

    table = machinery.table = VirtualTable("B06a", judge=Wired)
    table.key(Key.UP, Key.UP, Key.UP, Key.OK, Key.UP, Key.OK, Key.DOWN, Key.OK)
    assert ("真的吗？", []) == (screen_of(table).title, machinery.asked)
    table.key(Key.DOWN, Key.OK)
    assert ["off"] == machinery.asked
