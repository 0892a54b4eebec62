"""`scripts/bench [--json]`: how fast the parts are, as figures and as ratios to a reference measured in the same run.

Every board that is measured (by default nine, twelve, and eighteen with every card) has figures of its own.
The reference is a fixed piece of plain Python work, so a ratio can be compared between machines and
between busy and idle moments of one. Nothing here passes or fails.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Annotated, Final

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from engine.commands import AnyCommand, Chosen, Done, FloorEnded, OfferTaken, Pick, Pressed, Value
from engine.game import Game, Setup, replay
from engine.houserules import RoleSource
from engine.prompts import DEAL_DIGITS, LOTS, AnyPrompt, Floor, Press, Read, RollCall, Tell, Wanted
from engine.seats import seats_of
from engine.setup import Board
from engine.text import Text
from firmware.bench_voice import measure_voice
from firmware.boards import find_board, preset_boards
from firmware.entry import run
from firmware.reasons import one_line
from firmware.sim.simulate import run as run_games
from firmware.usage import Misused

REFERENCE_WORK: Final = 400_000
MAX_STEPS: Final = 5_000
BOARDS: Final = ("B09", "B12-预女猎守", "B18-全角色")
"""What is measured when no board is asked for."""


class BoardFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured at one board. Ratios: how many references fit into it, or how many it does per reference."""

    board: str
    engine_games_per_s: float
    engine_steps_per_s: float
    engine_games_per_reference: float
    simulated_games_per_s: float
    simulated_games_per_reference: float
    replay_ms: float
    replay_per_reference: float


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of the machine and of the start, and at each board."""

    reference_s: float
    ready_s: float
    ready_cpu_s: float
    ready_per_reference: float
    resident_mb: float
    boards: tuple[BoardFigures, ...]


def measure(boards: tuple[Board, ...], games: int) -> Figures:
    """Everything, one after the other, with `games` games on the bare engine at each board."""
    reference_s = min(_timed(_reference) for _ in range(3))
    ready_s, ready_cpu_s, resident_mb = _start_to_ready()
    return Figures(
        reference_s=reference_s,
        ready_s=ready_s,
        ready_cpu_s=ready_cpu_s,
        ready_per_reference=ready_cpu_s / reference_s,
        resident_mb=resident_mb,
        boards=tuple(measure_board(board, games, reference_s) for board in boards),
    )


def measure_board(board: Board, games: int, reference_s: float) -> BoardFigures:
    """Bare engine, whole table and replay of `board`; `reference_s` is what the ratios are to."""
    steps = 0
    commands: tuple[AnyCommand, ...] = ()
    rules = msgspec.structs.replace(board.rules, role_source=RoleSource.DEALT_BY_ENGINE)
    setup = Setup(board=board, seats=seats_of(*range(1, board.players + 1)), rules=rules)
    began = time.perf_counter()
    for seed in range(games):
        played = play_at_random(setup, seed)
        steps += len(played)
        commands = max(commands, played, key=len)
    engine_s = time.perf_counter() - began
    simulated = max(1, games // 20)
    simulated_s = _timed(lambda: run_games(board, simulated, 1))
    replay_s = min(_timed(lambda: replay(setup, commands)) for _ in range(3))
    return BoardFigures(
        board=board.id,
        engine_games_per_s=games / engine_s,
        engine_steps_per_s=steps / engine_s,
        engine_games_per_reference=games / engine_s * reference_s,
        simulated_games_per_s=simulated / simulated_s,
        simulated_games_per_reference=simulated / simulated_s * reference_s,
        replay_ms=replay_s * 1000,
        replay_per_reference=replay_s / reference_s,
    )


def play_at_random(setup: Setup, seed: int) -> tuple[AnyCommand, ...]:
    """One whole game on the bare engine, every answer drawn by `seed`; its commands."""
    rng = random.Random(f"bench/{seed}")  # noqa: S311 - the same games every time
    game, _ = Game.start(setup)
    commands: list[AnyCommand] = []
    while game.prompt is not None and len(commands) < MAX_STEPS:
        commands.append(_answer(game.prompt, game.number, rng))
        game.answer(commands[-1])
    return tuple(commands)


def _answer(prompt: AnyPrompt, number: int, rng: random.Random) -> AnyCommand:
    match prompt:
        case Press():
            ready = prompt.call.line == "setup.ready_ask"
            return Pressed(prompt=number, seats=tuple(seat for seat in prompt.who if ready or rng.random() < 0.5))
        case RollCall():
            picks = tuple(
                Pick(legal.seat, tuple(rng.sample(legal.options, prompt.places)))
                for legal in prompt.legal
                if len(legal.options) >= prompt.places and rng.random() < 0.9
            )
            return Chosen(prompt=number, picks=picks)
        case Floor(offers=offers) if rng.random() < 0.02 and offers and offers[0].who:
            return OfferTaken(prompt=number, offer=offers[0].kind, seat=rng.choice(offers[0].who))
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read(wanted=Wanted.DEAL):
            return Value(prompt=number, value=f"{rng.getrandbits(4 * DEAL_DIGITS):0{DEAL_DIGITS}x}")
        case Read(wanted=wanted):
            return Value(prompt=number, value=rng.randrange(1440 if wanted is Wanted.MINUTE else LOTS))


def _reference() -> None:
    total = 0
    for n in range(REFERENCE_WORK):
        total += n * n % 7
    assert total


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _start_to_ready() -> tuple[float, float, float]:
    """Seconds from the start of the program to its printed address, its processor time, its memory in MB at most."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-P", "-m", "firmware", "--state", folder, "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # what it tells of the loudspeaker of this machine
        ) as judge:
            assert judge.stdout is not None
            judge.stdout.readline()
            ready_s = time.perf_counter() - began
            judge.terminate()
            # Of this child alone: the simulation before it had children of its own.
            _, _, used = os.wait4(judge.pid, 0)
    return ready_s, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(
    board: Annotated[
        list[str] | None,
        typer.Option(
            "--board",
            metavar="ID|FILE",
            help="板子，可以写几次；不写：九、十二、十八人 / board, also several times",
        ),
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="引擎局数 / games on the bare engine")] = 200,
    *,
    voice: Annotated[bool, typer.Option("--voice", help="只测声音 / the voice, and nothing else")] = False,
    table: Annotated[bool, typer.Option("--table", help="只测按钮、灯、小屏 / buttons, lamps and display")] = False,
    presses: Annotated[int, typer.Option("--presses", min=12, help="按多少次 / presses of --table")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="输出 JSON / print JSON")] = False,
) -> None:
    """测速：引擎、整桌、重放、启动、内存；声音；按钮。Measure engine, table, replay, start, memory; voice; buttons."""
    if table and voice:
        raise Misused(Text("--table 和 --voice 一次只能写一个", "--table and --voice: one at a time, please"))
    if table:
        _table(presses, as_json=as_json)
        return
    if voice:
        _voice(as_json=as_json)
        return
    chosen = tuple(find_board(wanted, preset_boards()) for wanted in board or BOARDS)
    figures = measure(chosen, games)
    if as_json:
        typer.echo(msgspec.json.encode(figures).decode())
        return
    Console().print(_machine(figures))
    Console().print(_boards(figures))


def _voice(*, as_json: bool) -> None:
    """Measure the voice and print it."""
    figures = measure_voice()
    if as_json:
        typer.echo(msgspec.json.encode(figures).decode())
        return
    table = Table("figure", "value")
    for name, value in msgspec.structs.asdict(figures).items():
        table.add_row(name, f"{value:.4g}")
    Console().print(table)


def _table(presses: int, *, as_json: bool) -> None:
    """Measure buttons, lamps and display, and print it."""
    from firmware.bench_table import measure_table  # noqa: PLC0415 - no library of pins before it is asked for

    figures = measure_table(presses)
    if as_json:
        typer.echo(msgspec.json.encode(figures).decode())
        return
    table = Table("figure", "unit", "ours", "theirs", "ratio", "aim")
    for row in figures.rows:
        aim = f"≤ {row.aim:g}" if row.aim else ""
        table.add_row(row.name, row.unit, f"{row.ours:.4g}", f"{row.theirs:.4g}", f"{row.ratio:.3g}", aim)
    Console().print(table)
    Console().print(f"load {figures.load:.1f}, {figures.processors} processors, {figures.presses} presses")
    if figures.remark is not None:
        typer.echo(one_line(figures.remark))


def _machine(figures: Figures) -> Table:
    """What does not depend on a board."""
    table = Table("figure", "value")
    for name, value in msgspec.structs.asdict(figures).items():
        if isinstance(value, float):
            table.add_row(name, f"{value:.4g}")
    return table


def _boards(figures: Figures) -> Table:
    """One column per board."""
    table = Table("figure", *(measured.board for measured in figures.boards))
    for name in BoardFigures.__struct_fields__[1:]:
        table.add_row(name, *(f"{getattr(measured, name):.4g}" for measured in figures.boards))
    return table


if __name__ == "__main__":
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(main)
    run(lambda: app, "scripts/bench")
