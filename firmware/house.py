"""The house: its boards, what staff have chosen for it, and the games it has played."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from engine.errors import BadSetup
from engine.seats import Seats
from engine.setup import Board, Setup, house_rules
from engine.text import Text
from firmware.journal import JournalStore
from firmware.menu.choices import Choices
from firmware.menu.page import Machine
from firmware.pads import Pads
from firmware.settings import Settings
from firmware.table.pace import NORMAL, PACES, Pace


class House:
    """Makes setups of boards and choices, and remembers the last game."""

    def __init__(
        self,
        boards: tuple[Board, ...],
        journal: JournalStore,
        settings: Settings,
        machine: Callable[[], Machine] = Machine,
        pace: Pace = NORMAL,
    ) -> None:
        """`machine` tells what the program knows of itself, without the journal; `pace` holds until another is kept."""
        self._boards = {board.id: board for board in boards}
        self._journal = journal
        self._settings = settings
        self._machine = machine
        self.pace = pace
        """The pace of the next game."""
        self.pads = Pads(settings.choices.pads)
        """Which button stands for which seat."""

    @property
    def choices(self) -> Choices:
        """What holds now."""
        return msgspec.structs.replace(self._settings.choices, pace=self.pace.name)

    def keep(self, choices: Choices) -> Text | None:
        """Hold `choices` from now on; what staff must know when they could not be saved."""
        self.pace = PACES[choices.pace]
        self.pads.wear(choices.pads)
        return self._settings.keep(choices)

    def setup(self, board_id: str, seats: Seats) -> Setup:
        """The board `board_id` on `seats`, with 本店规则 above the board's own rules."""
        board = self._boards[board_id]
        return Setup(board=board, seats=seats, rules=house_rules(board, dict(self.choices.rules)))

    def begin_with(self, asked: Setup | None) -> tuple[str, Seats]:
        """Board and seats that the menu begins with: what was asked for, what staff chose last, or the last game's."""
        if asked is not None:
            return asked.board.id, asked.seats
        if self.choices.board in self._boards:
            return self.choices.board, self.choices.seats
        last = self.last()
        if last is not None and last.board.id in self._boards:
            return last.board.id, last.seats
        return "", ()

    def last(self) -> Setup | None:
        """The setup of the newest game, if it can be played again by this version."""
        games = self._journal.games()
        if not games:
            return None
        try:
            setup = msgspec.json.decode(games[-1].setup, type=Setup)
            setup.check()
        except (msgspec.MsgspecError, BadSetup):
            return None
        return setup

    def machine(self) -> Machine:
        """What the menu shows of the program and of its past."""
        last = self.last()
        return msgspec.structs.replace(
            self._machine(), games=len(self._journal.games()), last=last.board.id if last else ""
        )


def machine_of(folder: Path, address: str) -> Machine:
    """The program with its state in `folder` and its pages at `address` (host and port)."""
    try:
        number = version("faguan")
    except PackageNotFoundError:  # run from its sources
        number = "-"
    try:
        free_mb = shutil.disk_usage(folder).free // (1 << 20)
    except OSError:
        free_mb = None
    return Machine(version=number, address=address, free_mb=free_mb)
