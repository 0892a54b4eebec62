"""Eighteen seats: each chip, the display, and both are pulled out at every kind of question."""

from __future__ import annotations

from itertools import cycle

from engine.prompts import AnyPrompt, Form
from hardware.ports import Condition, Device
from tests.kit.lots import drawing
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable

ASKED = (Form.SILENT, Form.STAFF)
"""Nobody at the table is asked anything."""
ENOUGH = 2
"""So often each kind of question is disturbed, by each fault in turn."""


def kind_of(prompt: AnyPrompt) -> tuple[Form, str]:
    return prompt.call.form, prompt.call.line


def pull_out(table: VirtualTable, what: str) -> None:
    """A chip by its number, the display, or everything."""
    if "oled" in what:
        table.health(Device.OLED, Condition.ABSENT)
    for chip in (int(letter) for letter in what if letter.isdigit()):
        table.unplug(chip)


def next_question(table: VirtualTable, before: int) -> None:
    """Let time pass until another question than number `before` is put, or the game is over."""
    table.until(lambda: table.over or table.table.game.number != before, "the next question", patience_s=900)


def test_whatever_is_pulled_out_at_whatever_question_the_game_waits_for_buttons_and_goes_on() -> None:
    players = Players(SeededMind(4))
    judge = drawing("lots/4")
    table = players.sit(VirtualTable("B18", clock=StillClock(900), audience=(players,), judge=judge))
    table.start()
    faults = cycle(("0", "1", "2", "oled", "0oled", "012oled"))
    disturbed: dict[tuple[Form, str], int] = {}
    while not table.over and table.view.n < 3:
        next_question(table, table.table.game.number)
        prompt = None if table.over else table.prompt
        if prompt is None or prompt.call.form in ASKED or disturbed.get(kind_of(prompt), 0) >= ENOUGH:
            continue
        disturbed[kind_of(prompt)] = disturbed.get(kind_of(prompt), 0) + 1
        table.wait(1.3)
        what, steps = next(faults), len(table.steps)
        pull_out(table, what)
        missed = any(letter.isdigit() for letter in what)
        table.wait(3)
        playing = [seat for fault in table.judge.status.open_faults for seat in fault.seats]
        out = set(table.view.out)
        if missed and not set(playing) <= out and not table.over:
            assert table.judge.status.paused, (what, kind_of(prompt))
            assert len(table.steps) - steps <= 1, "but for what was being written"
        table.wires_well()
        assert not table.judge.status.paused, (what, kind_of(prompt))
    assert len(disturbed) > 20, sorted(disturbed)
