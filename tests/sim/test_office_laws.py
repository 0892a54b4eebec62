"""The laws of the sheriff's office find what they are there for: one planted violation each."""

from __future__ import annotations

from typing import Final

import pytest

from audio.say import Language
from engine.commands import AnyCommand, Pressed
from engine.events import (
    BidsHeard,
    WithdrawalClosed,
    Withdrew,
)
from engine.game import Step
from engine.prompts import Form, Press
from engine.public import NIGHT, PublicView
from engine.seats import Seat, Seats, seats_of
from engine.secrecy import Event
from firmware.sim import office_laws as office
from firmware.sim import simulate
from firmware.sim.evening import Evening
from firmware.sim.faults import QUIET
from firmware.table import lamplaw
from firmware.table.score import Score
from firmware.table.windows import PressWindow
from hardware.ports import Lamp, Pattern

MS: Final = 1_000_000
SEATS: Final = seats_of(1, 2, 3, 4, 5, 6)
SHERIFF: Final = PublicView(seats=SEATS, sheriff_seat=Seat(3))


def step(*events: Event) -> Step:
    return Step(number=1, command=None, events=events, prompt=None, digest=b"")  # type: ignore[arg-type]


def violations(seed: int, board: str = "B10a") -> tuple[str, ...]:
    setup = simulate.table_for(simulate.preset(board), seed)
    return Evening(setup, seed, Language.ZH, QUIET).play().violations


# ---------------------------------------------------------------- the heartbeat


def beat(view: PublicView, *seats: int) -> list[str]:
    """What is wrong with heartbeats at `seats`."""
    law = office.Heartbeat(lambda: 0)
    law.fact(BidsHeard(()), view)  # type: ignore[arg-type]
    law.lamps(tuple(Lamp(seat, Pattern.HEARTBEAT, 0) for seat in seats), 1_000 * MS)
    law.lamps((), 2_000 * MS)
    return law.broken


def test_the_sheriffs_lamp_may_beat_by_day() -> None:
    assert [] == beat(SHERIFF, 3)


def test_no_other_lamp_may_beat_and_none_by_night() -> None:
    assert "[4]" in beat(SHERIFF, 3, 4)[0]
    assert "[3]" in beat(PublicView(seats=SEATS), 3)[0]
    assert "by night" in beat(PublicView(seats=SEATS, sheriff_seat=Seat(3), phase=NIGHT, night=True), 3)[0]


def test_a_heartbeat_that_lasts_into_the_night_is_found_when_it_ends() -> None:
    law = office.Heartbeat(lambda: 2_000 * MS)
    law.fact(BidsHeard(()), SHERIFF)  # type: ignore[arg-type]
    law.lamps((Lamp(Seat(3), Pattern.HEARTBEAT, 0),), 2_000 * MS)
    assert [] == law.broken
    law.fact(BidsHeard(()), PublicView(seats=SEATS, sheriff_seat=Seat(3), night=True))  # type: ignore[arg-type]
    law.cut(3_000 * MS)
    assert 1 == len(law.broken)


def test_a_bidders_heartbeat_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def everybody(view: PublicView, **_: object) -> dict[Seat, Pattern]:
        return dict.fromkeys(view.living, Pattern.HEARTBEAT)

    monkeypatch.setattr(lamplaw, "idle", everybody)
    assert any("the heartbeat is seen at" in what for what in violations(3))


# ---------------------------------------------------------------- bids and withdrawals


class Players:
    """Careful players 1 to 4: 1 has bid, 2 has not; 3 has held at all, 4 in the window."""

    def careful(self) -> Seats:
        return seats_of(1, 2, 3, 4)

    def stood(self) -> dict[Seat, bool]:
        return {Seat(1): True, Seat(2): False}

    def quit(self) -> tuple[Seats, Seats]:
        return seats_of(3, 4), seats_of(4)


def office_of(*events: Event, disturbed: tuple[int, ...] = (), cut: bool = False) -> list[str]:
    law = office.TrueOffice(Players(), seats_of(*disturbed))
    if cut:
        law.cut(0)
    law.committed(step(*events))
    return law.broken


def test_bids_and_withdrawals_as_they_were_meant() -> None:
    meant = (BidsHeard(seats_of(1, 5)), Withdrew(Seat(3), speech=True), WithdrawalClosed(seats_of(4)))
    assert [] == office_of(*meant)


@pytest.mark.parametrize(
    ("event", "seat", "found"),
    [
        (BidsHeard(()), 1, "pressed and does not stand"),
        (BidsHeard(seats_of(1, 2)), 2, "stands and never pressed"),
        (Withdrew(Seat(2), speech=True), 2, "never held"),
        (WithdrawalClosed(()), 4, "held to withdraw and still stands"),
    ],
)
def test_what_was_not_meant_is_found_unless_the_pad_was_disturbed(event: Event, seat: int, found: str) -> None:
    assert [found in what for what in office_of(event)] == [True]
    assert [] == office_of(event, disturbed=(seat,))


def test_windows_that_staff_skipped_are_not_compared_until_they_are_put_again() -> None:
    assert [] == office_of(BidsHeard(()), WithdrawalClosed(()), cut=True)
    law = office.TrueOffice(Players(), ())
    law.cut(0)
    law.begin(Score(sentences=(), facts=(), counts=(), question_ms=0, length_ms=0, window=None, shows=()), 0)
    law.committed(step(BidsHeard(())))
    assert 1 == len(law.broken)


@pytest.mark.parametrize(
    ("form", "found"), [(Form.BID, "pressed and does not stand"), (Form.WITHDRAW, "held to withdraw and still stands")]
)
def test_a_lost_press_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch, form: Form, found: str) -> None:
    answer = PressWindow.command

    def lose(self: PressWindow, number: int) -> AnyCommand:
        command = answer(self, number)
        prompt: Press = self._prompt
        lost = prompt.call.form is form and isinstance(command, Pressed)
        return Pressed(prompt=number, seats=()) if lost else command

    monkeypatch.setattr(PressWindow, "command", lose)
    assert any(found in what for seed in range(1, 9) for what in violations(seed))
