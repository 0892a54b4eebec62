"""The house: its boards, what staff have chosen for it, and the games it has played."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.errors import BadSetup
from engine.game import RULES
from engine.seats import Seat, Seats, seats_of
from engine.setup import Board, Setup, house_rules
from engine.text import Text
from firmware.boards import by_size, unwired
from firmware.devices import devices_of, drivers_of
from firmware.journal import GameRecord, JournalStore
from firmware.menu.actions import DropBoard, KeepBoard
from firmware.menu.body import System
from firmware.menu.choices import Choices, fitting, own_again, there
from firmware.menu.page import Machine, SoundState
from firmware.ownboards import OwnBoards
from firmware.pads import Pads
from firmware.reasons import together
from firmware.settings import Settings, checked
from firmware.table.pace import NORMAL, PACES, Pace
from firmware.version import number
from hardware.pinlibs import model
from hardware.wiring import Wiring

UNFIT = Text("这些设置互相冲突，没有改。", "These choices do not fit together; nothing was changed.")


class _Board(msgspec.Struct):
    id: str


class _Played(msgspec.Struct):
    """As much of the setup of a game as tells which board it had."""

    board: _Board


class House:
    """Makes setups of boards and choices, and remembers the last game."""

    def __init__(
        self,
        boards: tuple[Board, ...],
        journal: JournalStore,
        settings: Settings,
        machine: Callable[[], Machine] = Machine,
        pace: Pace = NORMAL,
        *,
        own: OwnBoards | None = None,
    ) -> None:
        """`machine` tells what the program knows of itself, without the journal; `pace` holds until another is kept.

        `boards`: all of them; `own`: those among them that are the café's.
        """
        self._shelf = own or OwnBoards()
        known = self._shelf.boards
        self._named = {board.id: board for board in boards if board not in known}
        """What stands on no shelf, such as a file named on the command line."""
        self._journal = journal
        self._settings = settings
        self._machine = machine
        here = machine()
        self._places = here.places
        settings.choices = msgspec.structs.replace(settings.choices, pads=there(settings.choices.pads, here.buttons))
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
        if fitting(choices.pads, (*choices.seats, *playing)) != choices.pads or unwired(choices.seats, self._places):
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

    @property
    def boards(self) -> tuple[Board, ...]:
        """All boards, by number of players."""
        return by_size((*self._shelf.boards, *self._named.values()))

    @property
    def own(self) -> tuple[str, ...]:
        """The ids of the café's own boards."""
        return tuple(board for board in self._shelf.ids if board not in self._named)

    def shelve(self, action: KeepBoard | DropBoard) -> Text | None:
        """Keep or delete a board of the café's own; what staff must know when that cannot be, or not for good."""
        if isinstance(action, DropBoard):
            return self._shelf.drop(action.board_id)
        board = action.board
        try:
            Setup(board, seats_of(*range(1, board.players + 1)), house_rules(board)).check()
        except BadSetup as error:
            return error.text
        return self._shelf.keep(board, self._played())

    def _played(self) -> tuple[str, ...]:
        """The boards of all games in the journal: what is new must not be taken for one of them."""
        found = []
        for game in self._journal.games():
            try:
                found.append(msgspec.json.decode(game.setup, type=_Played).board.id)
            except msgspec.MsgspecError:
                continue
        return tuple(found)

    def setup(self, board_id: str, seats: Seats) -> Setup:
        """The board `board_id` on `seats`, with 本店规则 above the board's own rules.

        Raises:
            BadSetup: there is no such board, the seats do not fit it, or this table has not got them.
        """
        board = next((known for known in self.boards if known.id == board_id), None)
        if board is None:
            raise BadSetup(Text(f"没有板子 {board_id}。", f"There is no board {board_id}."))
        setup = Setup(board=board, seats=seats, rules=house_rules(board, dict(self.choices.rules)))
        setup.check()
        absent = unwired(seats, self._places)
        if absent is not None:
            raise BadSetup(absent)
        return setup

    def begin_with(self, asked: Setup | None) -> tuple[str, Seats]:
        """Board and seats that the menu begins with: what was asked for, what staff chose last, or the last game's."""
        if asked is not None:
            return asked.board.id, asked.seats
        known = [board.id for board in self.boards]
        if self.choices.board in known:
            return self.choices.board, self.choices.seats
        last = self.last()
        if last is not None and last.board.id in known:
            return last.board.id, last.seats
        return "", ()

    def last(self) -> Setup | None:
        """The setup of the newest game, if it can be played again by this version and at this table."""
        return self._playable(self._journal.games())

    def _playable(self, games: tuple[GameRecord, ...]) -> Setup | None:
        last = _playable(games)
        return None if last is None or unwired(last.seats, self._places) else last

    def look_around(self, board_id: str, seats: Seats) -> tuple[Machine, tuple[Setup, ...]]:
        """What the menu shows of the program and of its past; and what staff can begin with one key.

        That is the board `board_id` on `seats`, if it fits, and the last game again.
        """
        games = self._journal.games()
        last = self._playable(games)
        machine = msgspec.structs.replace(self._machine(), games=len(games), last=last.board.id if last else "")
        try:
            chosen = self.setup(board_id, seats)
        except BadSetup:
            chosen = None
        return machine, tuple(setup for setup in (chosen, last) if setup is not None)


def _playable(games: tuple[GameRecord, ...]) -> Setup | None:
    """The setup of the newest of `games`, if this version can play it."""
    if not games:
        return None
    try:
        setup = msgspec.json.decode(games[-1].setup, type=Setup)
        setup.check()
    except (msgspec.MsgspecError, BadSetup):
        return None
    return setup


def machine_of(folder: Path, address: str, sound: SoundState, wiring: Wiring | None = None) -> Machine:
    """The program with its state in `folder`, its pages at `address` (host and port), and its `sound`.

    `wiring`: that of a real table.
    """
    try:
        free_mb = shutil.disk_usage(folder).free // (1 << 20)
    except OSError:
        free_mb = None
    system = System(
        rules=RULES,
        python=platform.python_version(),
        kernel=platform.release(),
        model=model(),
        wiring="" if wiring is None else wiring.name,
    )
    machine = Machine(version=number(), address=address, free_mb=free_mb, sound=sound, system=system)
    if wiring is None:
        return machine
    wired, spare = tuple(map(Seat, wiring.numbers)), tuple(map(Seat, wiring.spares))
    return msgspec.structs.replace(
        machine, devices=devices_of(wiring), drivers=drivers_of(wiring), wired=wired, spare=spare
    )
