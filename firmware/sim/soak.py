"""Game after game at one judge that is never switched off, to see that its memory stays where it is.

The judge of the simulated table with its journal on the card, its pages' publisher and its bots; only the clock is
another, and nobody has a browser open. Else `faguan simulate` makes a new table for every game, and would hide a leak.
"""

from __future__ import annotations

import gc
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from audio.say import Language
from engine.seats import seats_of
from engine.setup import Setup
from firmware.fakes import FakeClock
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.memory import resident_mb
from firmware.pagetable import PageDisplay, demonstrate
from firmware.simulated import SimulatedTable
from firmware.state_dir import JOURNAL
from firmware.table.pace import NORMAL
from firmware.web.hub import Hub
from hardware.oled import LumaDisplay
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.setup import Board
    from firmware.audience import Audience
    from hardware.ports import LampFrame

MARKS: Final = 10
"""So often the memory is looked at, after as many games each time."""

FLAT_MB: Final = 8.0
"""From the first mark, when everything has been loaded and every cache has filled, to the last it may grow so much."""

LONGEST_NS: Final = 24 * 3600 * 1000 * NS_PER_MS
"""No game takes a day."""


class Soaked(msgspec.Struct, frozen=True):
    """What came of it: memory in MB after a tenth of the games, after two, and so on."""

    board: str
    games: int
    memory_mb: tuple[float, ...]

    @property
    def grown_mb(self) -> float:
        """How much it grew once it had warmed up."""
        return self.memory_mb[-1] - self.memory_mb[0]

    @property
    def flat(self) -> bool:
        """Whether the machine could be left on for ever."""
        return self.grown_mb <= FLAT_MB


class _Lamps:
    """Lamps that remember nothing: what a fake keeps for tests is no leak."""

    def show(self, frame: LampFrame) -> None:
        """Nobody looks."""


class Soak:
    """A table of bots, and its judge. Close it."""

    def __init__(self, board: Board, folder: Path, seed: int = 1, *, audience: tuple[Audience, ...] = ()) -> None:
        """Begin the first game of `board`; state is kept in `folder`, every deal follows from `seed`.

        `audience`: who else follows the games.
        """
        clock = FakeClock()
        self._loop = Loop(clock)
        table = SimulatedTable(
            loop=self._loop, clock=clock, hub=Hub(), language=Language.ZH, folder=folder,
            chance=Random(seed).getrandbits,  # noqa: S311 - the same games every time
        )  # fmt: skip
        self._journal = Journal(folder / JOURNAL)
        self._judge = Judge(
            loop=self._loop, clock=clock, journal=self._journal, boards=(board,), pace=NORMAL, language=Language.ZH,
            display=LumaDisplay(PageDisplay(table.pages)), lamps=_Lamps(), audience=(table, *audience),
            threaded_journal=False,
        )  # fmt: skip
        self._loop.on_fault = self._judge.fault
        self.games = 0
        """How many are over."""
        demonstrate(self._loop, self._judge, table, Setup(board, seats_of(*range(1, board.players + 1)), board.rules))
        begin = table.on_closed

        def over() -> None:
            self.games += 1
            if begin is not None:
                begin()

        table.on_closed = over

    def play(self, games: int) -> None:
        """Until so many more are over. RuntimeError: one has not ended within a day of the table's time."""
        for wanted in range(self.games + 1, self.games + games + 1):
            latest_ns = self._loop.now_ns() + LONGEST_NS
            while self.games < wanted:
                next_ns = self._loop.next_timer_ns()
                if next_ns is None or next_ns > latest_ns:
                    raise RuntimeError(f"game {wanted} does not end")
                self._loop.step_until(next_ns)

    def close(self) -> None:
        """Switch it off."""
        self._judge.close()
        self._journal.close()


def soak(board: Board, games: int, seed: int, on_game: Callable[[int], None] | None = None) -> Soaked:
    """Play `games` games of `board`, at least ten, at one judge. `on_game` hears how many are over.

    Raises:
        BadSetup: the board cannot be played.
    """
    Setup(board, seats_of(*range(1, board.players + 1)), board.rules).check()
    with tempfile.TemporaryDirectory() as folder:
        table = Soak(board, Path(folder), seed)
        try:
            marks = []
            for mark in range(MARKS):
                for _ in range(games * mark // MARKS, games * (mark + 1) // MARKS):
                    table.play(1)
                    if on_game is not None:
                        on_game(table.games)
                gc.collect()
                marks.append(round(resident_mb(), 1))
            return Soaked(board.id, games, tuple(marks))
        finally:
            table.close()


def to_text(soaked: Soaked) -> str:
    """The result for a person, in both languages."""
    marks = " ".join(f"{memory:.1f}" for memory in soaked.memory_mb)
    told = "不再增长 / flat" if soaked.flat else "一直在增长 / it grows"
    return (
        f"板子 / board {soaked.board}，{soaked.games} 局 / games\n"
        f"内存 / memory MB: {marks}\n"
        f"从第一个到最后一个 / from first to last: {soaked.grown_mb:+.1f} MB，{told}"
    )
