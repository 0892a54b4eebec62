"""Every act of staff in every state of the judge: what does not fit the moment changes nothing, and nothing ever fails.

What fits is written down here from the staff's page: between games what is tried and begun, in a game the
menu of the pause, and at the start of the evening the game that a power cut interrupted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import pytest

from audio.say import Language
from engine.commands import AnyCommand
from engine.game import Game, Step
from engine.seats import Seat, seats_of
from firmware.menu.actions import (
    REDEAL,
    Action,
    AssignCards,
    CheckSeats,
    ContinueGame,
    DropBoard,
    DropGame,
    EndGame,
    EndTrial,
    HearMask,
    Keep,
    KeepBoard,
    Leave,
    MoreTime,
    Pause,
    Rehearse,
    Repeat,
    Resume,
    SetLanguage,
    Skip,
    StartAgain,
    StartGame,
    TakeBack,
    TestSound,
    VoteAgain,
)
from firmware.menu.choices import Choices
from firmware.menu.status import Mode
from tests.kit.table import VirtualTable, preset
from tests.table.stage import ClaimsMind, stage

NINE: Final = seats_of(*range(1, 10))
CARDS: Final = ",".join(
    f"{seat}={card}"
    for seat, card in enumerate(("werewolf " * 3 + "witch seer hunter " + "villager " * 3).split(), start=1)
)


def idle() -> VirtualTable:
    return VirtualTable("B09")


def over() -> VirtualTable:
    table = idle()
    table.start()
    table.until_key("setup.ready_ask")
    table.staff(EndGame())
    table.until_mode(Mode.OVER)
    return table


def check() -> VirtualTable:
    table = over()
    table.staff(CheckSeats(NINE))
    table.press(3)
    return table


def rehearsal() -> VirtualTable:
    table = over()
    table.staff(Rehearse(NINE))
    table.until_key("setup.rehearse")
    return table


def unfinished() -> VirtualTable:
    table = stage("seer.wake")
    table.power_cut()
    return table


def before() -> VirtualTable:
    return stage("setup.ready_ask", 0)


def claiming() -> VirtualTable:
    return stage("seer.wake")


def misclaimed() -> VirtualTable:
    table = stage("err.claims", mind=ClaimsMind({"seer": ()}))
    table.until(lambda: table.table.waits_for_staff, "the claims")
    return table


def night() -> VirtualTable:
    return stage("witch.heal")


def day() -> VirtualTable:
    return stage("speech.turn")


def ballot() -> VirtualTable:
    return stage("vote.open")


def paused(state: Callable[[], VirtualTable]) -> VirtualTable:
    table = state()
    table.wait(1)
    table.staff(Pause())
    table.wait(5)
    return table


def paused_night() -> VirtualTable:
    return paused(night)


def paused_day() -> VirtualTable:
    return paused(day)


def ending() -> VirtualTable:
    table = night()
    table.staff(EndGame())
    table.until_key("staff.abort")
    return table


def stopped() -> VirtualTable:
    """The engine has failed once; what is on the card agrees with it."""
    table = idle()
    answer = Game.answer

    def fail_once(game: Game, command: AnyCommand) -> Step:
        del game, command
        Game.answer = answer  # type: ignore[method-assign] # as it was
        raise RuntimeError("planted")

    table.start()
    table.ready()
    Game.answer = fail_once  # type: ignore[method-assign,assignment] # planted
    try:
        table.until_mode(Mode.STOPPED)
    finally:
        Game.answer = answer  # type: ignore[method-assign] # as it was
    return table


GAME: Final = (before, claiming, misclaimed, night, day, ballot, paused_night, paused_day, ending)
FREE: Final = (idle, over, check, rehearsal)
STATES: Final = (*FREE, unfinished, *GAME, stopped)

OWN_BOARD: Final = msgspec.structs.replace(preset("B09"), id="")
GOOD: Final = Choices(board="B09", seats=NINE, pads=((Seat(2), Seat(12)),))
ACTS: Final[Mapping[str, tuple[Action, tuple[Callable[[], VirtualTable], ...]]]] = {
    "start": (StartGame("B09", NINE), FREE),
    "again": (StartAgain(), (over, check, rehearsal)),
    "check": (CheckSeats(NINE), FREE),
    "check nobody": (CheckSeats(()), ()),
    "rehearse": (Rehearse(NINE), FREE),
    "rehearse nobody": (Rehearse(()), ()),
    "end trial": (EndTrial(), (check, rehearsal)),
    "test the sound": (TestSound(), FREE),
    "hear the noise": (HearMask(on=True), FREE),
    "hear no noise": (HearMask(on=False), FREE),
    "keep": (Keep(GOOD), STATES),
    "keep a board": (KeepBoard(OWN_BOARD), FREE),
    "delete a board": (DropBoard("B09"), ()),
    "language": (SetLanguage(Language.EN), STATES),
    "continue": (ContinueGame(), (unfinished,)),
    "drop": (DropGame(), (unfinished,)),
    "pause": (Pause(), GAME),
    "resume": (Resume(), (*GAME, stopped)),
    "repeat": (Repeat(), GAME),
    "more time": (MoreTime(), GAME),
    "skip": (Skip(), GAME),
    "take back": (TakeBack(1), GAME),
    "take back what never was": (TakeBack(10**9), GAME),
    "vote again": (VoteAgain(), GAME),
    "leave": (Leave(Seat(9)), GAME),
    "foul": (Leave(Seat(9), foul=True), GAME),
    "nobody leaves": (Leave(Seat(18)), GAME),
    "end": (EndGame(), (*GAME, stopped)),
    "cards": (AssignCards(CARDS), GAME),
    "redeal": (REDEAL, GAME),
    "no cards": (AssignCards("1=ghost,,"), GAME),
}
"""Name -> the act, and the states in which it may do something."""

WRONG: Final[tuple[Action, ...]] = (
    StartGame("B99", NINE),
    StartGame("B09", seats_of(1, 2, 3)),
    StartGame("B09", tuple(map(Seat, (1, 1, 2, 3, 4, 5, 6, 7, 8)))),
    Keep(Choices(pads=((Seat(1), Seat(12)), (Seat(2), Seat(12))))),
    Keep(Choices(seats=NINE, pads=((Seat(1), Seat(9)),))),
    Keep(Choices(pace="breakneck")),
    KeepBoard(msgspec.structs.replace(OWN_BOARD, players=8)),
    Keep(Choices(volume_db=12)),
    Keep(Choices(voice="../zm_yunjian")),
    Keep(Choices(rules=(("win_mode", "moon"),))),
)
"""What the menu never asks for: whoever does learns why nothing comes of it."""


def seen(table: VirtualTable) -> tuple[object, ...]:
    """All that an act could change."""
    judge = table.judge
    games = [(record.game, record.result, len(table.journal.rows(record.game))) for record in table.journal.games()]
    heard, steps = len(table.heard), len(table.steps)
    return judge.status, judge.unfinished, judge.pads.worn, heard, steps, table.lamps.frame, games


@pytest.mark.logs_errors
@pytest.mark.parametrize("state", STATES)
def test_what_does_not_fit_the_moment_changes_nothing(state: Callable[[], VirtualTable]) -> None:
    table = state()
    table.wait(0)
    before_it = seen(table)
    for name, (act, fits) in ACTS.items():
        if state not in fits:
            table.staff(act)
            table.wait(0)
            assert before_it == seen(table), name


@pytest.mark.logs_errors
@pytest.mark.parametrize("state", STATES)
def test_what_cannot_be_is_not_done_and_at_most_told(state: Callable[[], VirtualTable]) -> None:
    table = state()
    table.wait(0)
    before_it = seen(table)
    for act in WRONG:
        table.staff(act)
        table.wait(0)
        assert before_it[1:] == seen(table)[1:], act
        if isinstance(act, Keep) or state in FREE:
            assert table.judge.status.fault is not None
    assert table.judge.status.mode is before_it[0].mode  # type: ignore[attr-defined] # a TableStatus


RUNS: Final = [
    pytest.param(act, state, id=f"{name} {state.__name__}")
    for name, (act, fits) in ACTS.items()
    for state in fits
    if state not in (night, day, ballot, paused_night)
]


@pytest.mark.logs_errors
@pytest.mark.parametrize(("act", "state"), RUNS)
def test_whatever_fits_never_fails_and_the_evening_goes_on(act: Action, state: Callable[[], VirtualTable]) -> None:
    """Afterwards the game that runs can be ended, and the next one begun with three keys at most."""
    table = state()
    table.staff(act)
    table.wait(20)
    assert (table.judge.status.mode is Mode.STOPPED) <= (state is stopped)
    if table.judge.unfinished:
        table.staff(DropGame())
    if table.judge.status.mode in (Mode.GAME, Mode.STOPPED):
        table.staff(EndGame())
        table.until(lambda: table.judge.status.mode in (Mode.OVER, Mode.IDLE), "the end")
    heard = len(table.heard)
    table.staff(StartGame("B09", NINE))
    table.until(lambda: len(table.heard) > heard, "the next game")
    assert Mode.GAME is table.judge.status.mode
