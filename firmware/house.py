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
from firmware.menu.choices import Choices, fitting, own_again
from firmware.menu.page import Machine, SoundState
from firmware.pads import Pads
from firmware.reasons import together
from firmware.settings import Settings, checked
from firmware.table.pace import NORMAL, PACES, Pace

UNFIT = Text("这些设置互相冲突，没有改。", "These choices do not fit together; nothing was changed.")


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

    def keep(self, choices: Choices, playing: Seats = ()) -> Text | None:
        """Hold `choices` from now on, while `playing` play; what staff must know when they cannot be, or not saved.

        Choices that the menu could not have made change nothing.
        """
        try:
            checked(choices)
        except (msgspec.MsgspecError, ValueError):
            return UNFIT
        if fitting(choices.pads, (*choices.seats, *playing)) != choices.pads:
            return UNFIT
        self.pace = PACES[choices.pace]
        self.pads.wear(choices.pads)
        return self._settings.keep(choices)

    def seat(self, seats: Seats) -> Text | None:
        """`seats` are in use: their buttons stand for no other seats any more; what staff must know of that.

        It holds until staff choose something; what is kept on the card is as it was until then.
        """
        worn = self.choices.pads
        kept = fitting(worn, seats)
        self.pads.wear(kept)
        self._settings.choices = msgspec.structs.replace(self._settings.choices, pads=kept)
        return together(*own_again(worn, seats))

    def setup(self, board_id: str, seats: Seats) -> Setup:
        """The board `board_id` on `seats`, with 本店规则 above the board's own rules.

        Raises:
            BadSetup: there is no such board, or the seats do not fit it.
        """
        board = self._boards.get(board_id)
        if board is None:
            raise BadSetup(Text(f"没有板子 {board_id}。", f"There is no board {board_id}."))
        setup = Setup(board=board, seats=seats, rules=house_rules(board, dict(self.choices.rules)))
        setup.check()
        return setup

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


def machine_of(folder: Path, address: str, sound: SoundState) -> Machine:
    """The program with its state in `folder`, its pages at `address` (host and port), and its `sound`."""
    try:
        number = version("faguan")
    except PackageNotFoundError:  # run from its sources
        number = "-"
    try:
        free_mb = shutil.disk_usage(folder).free // (1 << 20)
    except OSError:
        free_mb = None
    return Machine(version=number, address=address, free_mb=free_mb, sound=sound)
