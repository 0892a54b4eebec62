"""Twin games and games that were written down, each with its public trace."""

from __future__ import annotations

import random
from typing import NamedTuple

import msgspec

from audio.say import Language
from engine.public import DAY
from engine.seats import Seat
from engine.setup import Board
from firmware.judge import Judge
from firmware.menu.actions import Leave, MoreTime, Pause, Repeat, Resume, Skip, TakeBack, VoteAgain
from firmware.table.pace import FAST, NORMAL
from firmware.web import views
from hardware.ports import Condition, Device
from tests.kit.lots import drawing
from tests.kit.players import Mind, Players
from tests.kit.standins import switch_off
from tests.kit.table import S, VirtualTable, preset
from tests.kit.trace import Derive, Trace, service_log
from tests.kit.wires import SIX_OF
from tests.secrecy.twins import TwinMind, Wishes

DISTURBANCES = ("pause", "repeat", "cut", "skip")


class Run(NamedTuple):
    """What a game is played with besides its seeds. `acts`: what staff do, and when; `rules`: those of the house."""

    board: str
    wishes: Wishes = Wishes()
    judge: type[Judge] = Judge
    derive: Derive = views.derive
    lawful: bool = True
    disturbed: bool = True
    nights: int = 4
    acts: tuple[tuple[str, int], ...] = ()
    rules: tuple[tuple[str, str | int], ...] = ()


def play(run: Run, public: int, secret: int) -> Trace:
    """The public trace of one twin."""
    chance = random.Random(f"table/{public}")
    board = preset(run.board)
    board = msgspec.structs.replace(board, overrides=(*board.overrides, *run.rules))
    seats = tuple(Seat(n) for n in sorted(chance.sample(range(1, 19), board.players)))
    mind = TwinMind(public, secret, run.wishes, board.cards)
    players = Players(mind)
    trace = Trace(derive=run.derive)
    table = VirtualTable(
        board,
        " ".join(mind.dealt(seats).values()),
        seats=seats,
        minute=chance.randrange(24 * 60),
        language=chance.choice(list(Language)),
        pace=chance.choice((NORMAL, FAST)),
        audience=(players, trace),
        judge=drawing(f"lots/{secret}", run.judge),
        lawful=run.lawful,
    )
    players.sit(table)
    trace.follow(table)
    with service_log(trace):
        table.start()
        acts = [(act, at_s * S) for act, at_s in run.acts]
        for act, at_ns in acts or (_disturbances(chance) if run.disturbed else ()):
            table.wait_until(at_ns)
            if not table.over:
                _disturb(table, trace, act)
        table.until(lambda: table.over or table.view.n > run.nights, "the last night", patience_s=20_000)
    trace.finish()
    return trace


def scripted(
    board: str | Board,
    cards: str,
    mind: Mind,
    nights: int = 1,
    *,
    until: str = "",
    judge: type[Judge] = Judge,
    secret: int = 0,
) -> tuple[Trace, VirtualTable]:
    """The public trace of a game that was written down, and its table.

    It goes through that many nights and their mornings, and on to the sentence `until`. Lots come from `secret`.
    """
    players, trace = Players(mind), Trace()
    judge = drawing(f"lots/{secret}", judge)
    table = trace.follow(players.sit(VirtualTable(board, cards, judge=judge, audience=(players, trace))))
    with service_log(trace):
        table.start()
        table.until(lambda: table.over or (table.view.n == nights and table.view.phase == DAY), patience_s=20_000)
        if until:
            table.until_key(until, patience_s=20_000)
    trace.finish()
    return trace, table


def _disturbances(chance: random.Random) -> list[tuple[str, int]]:
    """In every other game staff, or the plug, at moments that have nothing to do with anybody's secrets."""
    if chance.random() < 0.5:
        return []
    times = sorted(chance.sample(range(20, 900), 3))
    return [(chance.choice(DISTURBANCES), at_s * S) for at_s in times]


def _unplug(table: VirtualTable, act: str) -> None:
    """A chip is pulled out, or all of them; or the display."""
    if act == "no display":
        table.health(Device.OLED, Condition.ABSENT)
        return
    for chip in range(3) if act == "unplug all" else (0,):
        table.unplug(chip)


def _disturb(table: VirtualTable, trace: Trace, act: str) -> None:
    match act:
        case "pause":
            table.staff(Pause())
            table.wait(4.5)
            table.staff(Resume())
        case "repeat":
            table.staff(Repeat())
        case "skip":
            table.staff(Skip())
        case "undo" | "undo far":
            table.staff(Pause())
            table.wait(4.5)
            steps = table.table.steps if table.table else ()
            table.staff(TakeBack(steps[min(6 if act == "undo far" else 1, len(steps) - 1)].to) if steps else Resume())
        case "vote":
            table.staff(VoteAgain())
        case "time":
            table.staff(MoreTime())
        case "unplug" | "unplug all" | "no display":
            _unplug(table, act)
        case "plug":
            table.wires_well()
        case "reset":
            table.health(Device.CHIP, Condition.OK, *SIX_OF[0], number=0x20, missed=True)
        case "brown out":
            table.health(Device.CHIP, Condition.DEGRADED, *SIX_OF[0], number=0x20, missed=True)
            table.wait(1)
            table.health(Device.CHIP, Condition.OK, *SIX_OF[0], number=0x20)
        case "hang":
            table.health(Device.BUS, Condition.OK, *(seat for chip in SIX_OF for seat in chip), missed=True)
        case "answer":
            switch_off(table, table.seats[0], table.seats[-1])
        case "go on":
            table.staff(Resume())
        case "foul":
            table.staff(Leave(table.view.living[-1], foul=True))
        case _:
            table.power_cut()
            trace.follow(table)
            table.go_on()
