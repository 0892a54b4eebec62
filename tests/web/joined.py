"""Judge and simulated table, joined as the program joins them, on a clock that the test moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from audio.say import Language
from engine.setup import Setup
from firmware.boards import find_board, preset_boards
from firmware.fakes import FakeClock
from firmware.journal import MemoryJournal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.menu.actions import Keep
from firmware.menu.choices import Choices, Worn
from firmware.simulated import SimulatedTable
from firmware.table.pace import NORMAL
from firmware.web.hub import Hub
from hardware.fakes import FakeDisplay, FakeLamps
from hardware.ports import Edge, Key, KeyEdge
from tests.web.stage import MS, SEATS

if TYPE_CHECKING:
    from pathlib import Path

    from firmware.web.views import Channel

BOARD: Final = "B09"
S: Final = 1000 * MS


class Program:
    """The program without its web server: what a page would be sent is read from the hub."""

    def __init__(self, folder: Path, journal: MemoryJournal | None = None) -> None:
        """Nine seats, and nothing has begun; or what `journal` holds of the program before a power cut."""
        clock = FakeClock()
        self.loop = Loop(clock)
        self.hub = Hub()
        table = SimulatedTable(
            loop=self.loop, clock=clock, hub=self.hub, language=Language.ZH, folder=folder, put=self.put
        )
        board = find_board(BOARD, preset_boards())
        self.judge = Judge(
            loop=self.loop,
            clock=clock,
            journal=journal or MemoryJournal(),
            boards=preset_boards(),
            pace=NORMAL,
            language=Language.ZH,
            display=FakeDisplay(),
            lamps=FakeLamps(clock),
            audience=(table,),
            threaded_journal=False,
            choice=Setup(board, SEATS, board.rules),
        )

    def put(self, item: object) -> None:
        """As the pages and the bots put it."""
        self.loop.put(self.judge.pads.by_hand(item))

    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.loop.step_until(self.loop.now_ns() + int(seconds * S))

    def use(self, pads: Worn) -> None:
        """Staff give these seats other buttons, with a key on the display."""
        self.judge.act(Keep(Choices(board=BOARD, seats=SEATS, pads=pads)))
        self.loop.put(KeyEdge(Key.OK, False, self.loop.now_ns()))
        self.wait(0.01)

    def press(self, pad: int) -> None:
        """A finger on the page of `pad`."""
        for down in (True, False):
            self.put(Edge(pad, down, self.loop.now_ns()))
            self.wait(0.1)

    def sees(self, channel: Channel) -> dict[str, Any]:
        """What a page is sent now."""
        view: dict[str, Any] = msgspec.to_builtins(self.hub.latest(channel))
        return view
