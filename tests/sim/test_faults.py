"""What goes wrong is drawn from the seed, happens at the contact, and the judge survives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from audio.say import Language
from engine.events import Announced, DayBroke
from engine.game import Step
from engine.prompts import Form
from engine.public import PublicView
from engine.seats import Seat, seats_of
from engine.secrecy import Public
from engine.setup import Setup
from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.sim import faults, simulate
from firmware.sim.evening import Evening, Outcome
from firmware.sim.faults import Act, Contacts, Faults, Jam, Leave, PowerCut, StaffAct
from firmware.sim.life import Life
from firmware.table.outlets import Spoken
from hardware.ports import NS_PER_MS as MS
from hardware.ports import Edge

S: Final = 1_000 * MS
SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)


def play(trouble: Faults, seed: int = 31, board: str = "B07") -> Outcome:
    preset = simulate.preset(board)
    setup = Setup(preset, simulate.table_for(preset, seed).seats, preset.rules)
    return Evening(setup, seed, Language.ZH, trouble).play()


def ten(trouble: Faults, seed: int = 2) -> Outcome:
    """Seats 1 to 10 with a sheriff, by the rules of their board."""
    board = simulate.preset("B10a")
    return Evening(Setup(board, seats_of(*range(1, 11)), board.rules), seed, Language.ZH, trouble).play()


class Wire:
    """A contact with a fault, and what comes out of it."""

    def __init__(self, trouble: Faults) -> None:
        self.loop = Loop(FakeClock())
        self.edges: list[Edge] = []
        self.contacts = Contacts(trouble, 1, self.loop, self.edges.append)

    def finger(self, *moments: tuple[int, bool]) -> None:
        """The finger of seat 3 moves at these times in ms."""
        for at_ms, down in moments:
            edge = Edge(3, down, at_ms * MS)
            self.loop.call_at(edge.at_ns, lambda edge=edge: self.contacts.finger(edge))
        self.loop.step_until(moments[-1][0] * MS + 20 * S)


def test_a_quiet_contact_reports_the_finger_and_nothing_else() -> None:
    wire = Wire(Faults())
    wire.finger((100, True), (220, False))
    assert [Edge(3, True, 100 * MS), Edge(3, False, 220 * MS)] == wire.edges
    assert set() == wire.contacts.disturbed


def test_a_bouncing_contact_flips_for_less_than_five_ms_and_ends_where_the_finger_is() -> None:
    wire = Wire(Faults(bounce=True))
    wire.finger((100, True), (220, False))
    going_down = [edge for edge in wire.edges if edge.at_ns < 200 * MS]
    coming_up = [edge for edge in wire.edges if edge.at_ns >= 200 * MS]
    assert len(going_down) > 2
    assert going_down[-1].down
    assert not coming_up[-1].down
    assert going_down[-1].at_ns - going_down[0].at_ns < 5 * MS
    assert set() == wire.contacts.disturbed


def test_a_jammed_key_stays_down_whatever_the_finger_does() -> None:
    wire = Wire(Faults(jams=(Jam(Seat(3), 50 * MS, 12 * S),)))
    wire.finger((100, True), (220, False), (1_000, True), (1_100, False))
    assert [Edge(3, True, 100 * MS), Edge(3, False, 100 * MS + 12 * S)] == wire.edges
    assert {Seat(3)} == wire.contacts.disturbed


def test_a_nervous_finger_presses_again_and_its_seat_is_no_witness_any_more() -> None:
    wire = Wire(Faults(nervous=True))
    wire.finger(*[(n * 4_000 + up, not up) for n in range(300) for up in (0, 100)])
    downs = sum(edge.down for edge in wire.edges)
    assert downs > 300
    assert len(wire.edges) == 2 * downs
    assert {Seat(3)} == wire.contacts.disturbed


def test_trouble_is_drawn_from_the_seed_and_every_kind_comes_up() -> None:
    drawn = [faults.draw(seed, SEATS) for seed in range(120)]
    assert drawn == [faults.draw(seed, SEATS) for seed in range(120)]
    assert faults.QUIET in drawn
    assert any(trouble.bounce for trouble in drawn)
    assert any(trouble.nervous for trouble in drawn)
    assert any(trouble.jams for trouble in drawn)
    assert any(trouble.cuts for trouble in drawn)
    assert set(Act) == {act.act for trouble in drawn for act in trouble.acts}


@pytest.mark.parametrize("seed", [31, 32])
@pytest.mark.parametrize(
    "trouble",
    [
        Faults(bounce=True),
        Faults(nervous=True),
        Faults(jams=tuple(Jam(Seat(seat), seat * 20 * S, 11 * S) for seat in range(1, 8))),
        Faults(bounce=True, nervous=True, cuts=(PowerCut(200 * S, 10 * S),)),
    ],
    ids=["bounce", "nervous", "jams", "all"],
)
def test_a_game_with_trouble_ends_without_a_violation(trouble: Faults, seed: int) -> None:
    outcome = play(trouble, seed)
    assert () == outcome.violations
    assert outcome.finished


def test_bounces_change_nothing_in_a_game() -> None:
    """Contacts that bounce tell the judge the same presses: step for step the same game."""
    quiet, bouncing = play(Faults()), play(Faults(bounce=True))
    assert [row.digest for row in quiet.rows] == [row.digest for row in bouncing.rows]


@pytest.mark.parametrize("at_s", [3, 20, 47, 80, 111, 160, 215, 280, 333, 400])
def test_the_game_goes_on_after_a_power_cut_at_any_moment(at_s: int) -> None:
    undisturbed = play(Faults())
    cut = play(Faults(cuts=(PowerCut(at_s * S, 30 * S),)))
    assert () == cut.violations
    assert cut.finished
    kept = [row for row, whole in zip(cut.rows, undisturbed.rows, strict=False) if row == whole]
    assert kept, "what was committed before the cut is what would have been without it"


def test_many_power_cuts_in_a_row_are_survived() -> None:
    outcome = play(Faults(cuts=tuple(PowerCut(at_s * S, 4 * S) for at_s in range(5, 605, 12))))
    assert () == outcome.violations
    assert outcome.finished


@pytest.mark.parametrize("act", Act)
def test_staff_may_interfere_at_any_moment(act: Act) -> None:
    acts = tuple(StaffAct(act, at_s * S, (at_s % 20 + 1) * S // 2) for at_s in range(7, 900, 41))
    outcome = play(Faults(acts=acts))
    assert () == outcome.violations
    assert outcome.finished


@pytest.mark.parametrize("act", Act)
def test_staff_may_interfere_while_a_step_is_being_written(act: Act, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prompt is answered, its row is not yet on disk: it must not be put again, and nothing else be lost."""
    hand_over = Life.step
    acted: list[int] = []

    def interfere(self: Life, step: Step, committed: Callable[[], None]) -> None:
        hand_over(self, step, committed)
        if step.number % 5 == 2 and step.prompt is not None:
            acted.append(step.number)
            getattr(self.table, act)()
            if self.table.paused:
                self.call_at(self.now_ns() + 3 * S, self.table.resume)

    monkeypatch.setattr(Life, "step", interfere)
    outcome = play(Faults())
    assert () == outcome.violations
    assert outcome.finished
    assert len(acted) > 4


def test_staff_may_go_on_while_the_step_is_still_being_written(monkeypatch: pytest.MonkeyPatch) -> None:
    hand_over = Life.step

    def pause_for_a_moment(self: Life, step: Step, committed: Callable[[], None]) -> None:
        hand_over(self, step, committed)
        if step.prompt is not None:
            self.table.pause()
            self.table.resume()

    quiet = play(Faults())
    monkeypatch.setattr(Life, "step", pause_for_a_moment)
    outcome = play(Faults())
    assert [what for what in outcome.violations if "spoken" not in what] == []
    assert outcome.finished == quiet.finished


def test_a_pause_while_a_choice_is_confirmed_tells_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The confirmation is a score of its own: what was announced before the question has been heard."""
    speak, learn = Life.spoken, Life.fact
    confirmed: list[int] = []
    told: list[str] = []

    def interrupt(self: Life, spoken: Spoken) -> None:
        speak(self, spoken)
        if spoken.say.key == "day.confirm" and self.table.game.number not in confirmed:
            confirmed.append(self.table.game.number)
            self.call_at(self.now_ns() + S, self.table.pause)
            self.call_at(self.now_ns() + 2 * S, self.table.resume)

    def note(self: Life, event: Public, view: PublicView) -> None:
        learn(self, event, view)
        if isinstance(event, DayBroke | Announced):
            told.append(str(event))

    monkeypatch.setattr(Life, "spoken", interrupt)
    monkeypatch.setattr(Life, "fact", note)
    for seed in (1, 2, 3):
        told.clear()
        assert () == ten(Faults(), seed).violations
        assert len(set(told)) == len(told)
    assert confirmed


@pytest.mark.parametrize("form", [Form.WAKE, Form.PICK, Form.BID, Form.FLOOR, Form.BALLOT])
def test_a_player_who_leaves_at_any_question_is_marked_and_does_nothing_any_more(form: Form) -> None:
    leaves = tuple(Leave(Seat(seat), at_ns=0, form=form, after_ns=seat * 300 * MS) for seat in (2, 5))
    outcome = ten(Faults(leaves=leaves))
    assert () == outcome.violations
    assert outcome.finished
    assert {"event LeftRecorded", "event LeftTable", f"left {form.value}"} <= {*outcome.reached}


def test_a_seat_is_marked_again_when_the_power_went_before_it_was_written_down() -> None:
    leaves = (Leave(Seat(2), at_ns=0, form=Form.FLOOR, after_ns=0),)
    quiet = ten(Faults(leaves=leaves))
    marked = [row.command for row in quiet.rows if row.command and b'"Left"' in row.command]
    assert 1 == len(marked)
    cut = ten(Faults(leaves=leaves, cuts=tuple(PowerCut(at_s * S, 2 * S) for at_s in range(200, 700, 7))))
    assert () == cut.violations
    assert 1 == len([row.command for row in cut.rows if row.command and b'"Left"' in row.command])
