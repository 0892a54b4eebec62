"""What the pages still show of what is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine import events as e
from engine.seats import Seat
from firmware.menu.actions import EndTrial, Rehearse
from firmware.menu.status import Mode
from firmware.web.views import Maker, Own, Room
from tests.web.joined import Program
from tests.web.stage import SEATS, Stage

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.web.views import Channel


def test_when_a_rehearsal_is_over_no_page_shows_its_last_sentence(tmp_path: Path) -> None:
    program = Program(tmp_path)
    for ended_by_staff in (True, False):
        program.judge.act(Rehearse(SEATS))
        program.wait(5)
        for channel in (Room(), Own(Seat(5))):
            assert program.sees(channel)["caption"] is not None
        if ended_by_staff:
            program.judge.act(EndTrial())
        program.wait(600)
        assert Mode.IDLE is program.judge.status.mode
        for channel in (Room(), Own(Seat(5))):
            assert program.sees(channel)["caption"] is None


def shown(stage: Stage, channel: Channel) -> dict[str, Any]:
    """What a page of `channel` is sent now."""
    view: dict[str, Any] = msgspec.to_builtins(stage.hub.latest(channel))
    return view


def test_a_new_game_begins_without_the_last_ones_ballot_and_log() -> None:
    stage = Stage()
    stage.whole()
    stage.tell(e.BallotRead(1, (), SEATS, len(SEATS)))
    assert SEATS == shown(stage, Room())["tally"]["abstained"]
    stage.over()
    stage.open()
    assert shown(stage, Room())["tally"] is None
    assert ["GameOpened"] == [line.split()[0] for line in shown(stage, Maker())["events"]]


def test_going_on_after_a_stop_keeps_who_abstained() -> None:
    stage = Stage()
    stage.whole()
    before = shown(stage, Room())["tally"]
    assert (Seat(8),) == before["abstained"]
    stage.publisher.public(stage.view)
    assert before == shown(stage, Room())["tally"]
