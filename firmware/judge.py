"""The judge as a whole: inbox in, effects out. Everything here runs on the deciding thread.

    edges  -> Hands (debounce) -> Table (gestures, prompts) -> engine
    keys   -> StaffCorner (menu) -> actions -> Table
    steps  -> JournalWriter -> Committed -> Table goes on
    effects of the table -> lamps, staff's display, and the audience (web pages, bots)

A failing port degrades; a failing engine or journal stops the game loudly, with its journal intact.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from audio.say import Language
from engine.errors import BadSetup
from engine.game import Game, Step
from engine.prompts import Wanted
from engine.seats import Seat, Seats
from engine.setup import Board, Setup
from engine.text import Text
from firmware.audience import Audience, Followers
from firmware.clocktrust import WallClock
from firmware.commits import Commits
from firmware.hands import Hands
from firmware.house import UNFIT, House
from firmware.ingame import carry_out
from firmware.journal import JournalStore
from firmware.journal_writer import JournalFailed, JournalWriter, unwritten
from firmware.loop import Loop
from firmware.menu import actions as a
from firmware.menu.choices import Choices
from firmware.menu.page import Machine
from firmware.menu.status import Mode, TableStatus
from firmware.moments import fits
from firmware.outside import fact
from firmware.ownboards import OwnBoards
from firmware.pads import Pads
from firmware.reasons import one_line, together
from firmware.relay import Relay
from firmware.restore import find_unfinished, resume_from
from firmware.seatguard import SeatGuard
from firmware.settings import Settings
from firmware.shell import Shell
from firmware.sound import Sound
from firmware.staff import StaffCorner, first_status, menu_for
from firmware.standin import StandIns
from firmware.table.compose import Composer
from firmware.table.outlets import view_after
from firmware.table.pace import SAVE_FLOOR_MS, Pace
from firmware.table.session import Table
from firmware.trials import Trials
from firmware.upkeep import Upkeep
from firmware.voice import TextVoice
from hardware.debounce import Level
from hardware.ports import Clock, Display, Edge, KeyEdge, Lamps

log = logging.getLogger("faguan")

ENGINE_FAULT = Text("程序出错，本局已停止，记录已保存", "The program failed. The game is stopped and kept.")


class Judge(Relay):
    """One judge with one table. `run` the loop it was given after constructing it."""

    def __init__(
        self,
        *,
        loop: Loop,
        clock: Clock,
        journal: JournalStore,
        boards: tuple[Board, ...],
        pace: Pace,
        language: Language,
        display: Display,
        lamps: Lamps,
        audience: tuple[Audience, ...] = (),
        threaded_journal: bool = True,
        fault: Text | None = None,
        choice: Setup | None = None,
        settings: Settings | None = None,
        machine: Callable[[], Machine] = Machine,
        sound: Sound | None = None,
        own: OwnBoards | None = None,
        wall: WallClock | None = None,
        shell: Shell | None = None,
        held: tuple[int, ...] = (),
    ) -> None:
        """Register with the loop and show the first screen.

        `pace`: of the games until staff choose another. `fault`: what staff must know at the start.
        `choice`: board and seats to begin with, else those chosen last. `machine`: what 关于 shows.
        `sound`: the judge's voice; without it there are captions only. `own`: the café's own boards.
        `wall`: what time it is, else as `clock` says. `shell`: what can be asked of the machine.
        `held`: buttons that are down already, which is no press.
        """
        self._loop = loop
        self._wall = wall or WallClock(clock)
        self._journal = journal
        house = self._house = House(boards, journal, settings or Settings(), machine, pace, own=own)
        self._sound = sound or Sound(TextVoice(language))
        self._voice = self._sound.voice
        self._lamps = lamps
        self._writer = JournalWriter(journal, loop.put, threaded=threaded_journal)
        self._table: Table | None = None
        self._game = 0
        self._saved_left = (0, 0)
        self._unfinished, found = find_unfinished(journal)
        board, seats = house.begin_with(choice)
        status = first_status(self._unfinished, together(found, fault))
        menu = menu_for(house.boards, language, board, seats, house.choices, own=house.own)
        self._staff = StaffCorner(loop, display, menu, status, self._wall)
        self._trials = Trials(timers=loop, outlets=self, staff=self._staff, voice=self._voice, composer=self._composer)
        shell = shell or Shell()
        self._upkeep = Upkeep(timers=loop, wall=self._wall, shell=shell, staff=self._staff, hush=self._hush)
        self._audience = self._followers(audience, held)
        self._staff.turned = self._audience.turned
        self._audience.turned(status.mode)
        self._commits = Commits(loop, self._writer, done=self._written, hangs=self._guard.card)
        self._hands = Hands(loop, self._level, self._guard.edge, held)
        self._listen()
        self._look_around()
        self._staff.tell(fault=together(status.fault, self._seat(self._staff.menu.seats)))
        if found:
            log.warning("%s", one_line(found))

    def _followers(self, audience: tuple[Audience, ...], held: tuple[int, ...]) -> Followers:
        """Those of the world, and those of the judge himself: what becomes of a game when the machine fails."""
        self._guard = SeatGuard(self._loop, self, held)
        self._stand_ins = StandIns(self._loop, self)
        return Followers((*audience, self._guard, self._stand_ins))

    # ------------------------------------------------------------ what is open

    @property
    def unfinished(self) -> bool:
        """Whether a game that a power cut interrupted waits for staff's decision."""
        return self._unfinished is not None

    @property
    def pads(self) -> Pads:
        """Which button stands for which seat."""
        return self._house.pads

    def _hush(self) -> None:
        """End what is being done: what was decided is on the card, the lamps are off, and an open game stays open."""
        if self._table:
            self._table.halt()
        self._table = None
        self._commits.forget()
        self._trials.end()
        self._writer.settle()
        self._lamps.show(())
        self._audience.closed()

    def close(self) -> None:
        """Put the lamps off and wait for the journal; the game stays open in it."""
        self._staff.close()
        self._lamps.show(())
        self._writer.close()

    def start_game(self, board_id: str, seats: Seats) -> None:
        """Open a game in the journal and begin it, with the house rules that hold now."""
        self._begin(self._house.setup(board_id, seats))

    def _begin(self, setup: Setup) -> None:
        self._trials.end()
        game, first = Game.start(setup)
        # The end of the game before may still be on its way to the card.
        self._writer.settle()
        self._game = self._journal.open_game(msgspec.json.encode(setup))
        self._journal.append(self._game, first)
        self._open(setup, game, again=False).start(first)

    def continue_game(self) -> None:
        """Go on with the game that a power cut interrupted, from the last step that agrees with the rules."""
        restored, self._unfinished = self._unfinished, None
        if restored is None:
            return
        game = resume_from(self._journal, restored)
        self._game = restored.record.game
        table = self._open(msgspec.json.decode(restored.record.setup, type=Setup), game, again=True)
        table.restore(restored.steps, restored.left_ms)
        view = table.view if table.view.seats else view_after(restored.steps[:1])  # an opening is told again, but known
        self._audience.caught_up(view)
        self._staff.tell(view=view)

    def _open(self, setup: Setup, game: Game, *, again: bool) -> Table:
        worn = self._seat(setup.seats)
        self._audience.opened(setup, self._game, again=again)
        self._table = Table(
            game,
            composer=self._composer(),
            text=self._voice.words,
            read=self._read,
            timers=self._loop,
            outlets=self,
            tie_seed=self._game,
        )
        self._saved_left = (0, 0)
        self._staff.reset(TableStatus(mode=Mode.GAME, fault=together(worn, self._unheard)))
        return self._table

    def _seat(self, seats: Seats) -> Text | None:
        """`seats` are in use now, each with a button; what staff must know when others had these."""
        why = self._house.seat(seats)
        self._staff.menu.wear(self.pads.worn)
        self._let_go()
        self._audience.chosen(self._staff.menu.seats, self.pads.worn)
        return why

    def _let_go(self) -> None:
        """What was pressed for a seat whose button it is no more is pressed no more."""
        for level in self.pads.let_go(self._loop.now_ns()):
            self.press(level)

    def _composer(self) -> Composer:
        """Composes at the pace that holds now; a game keeps the one it began with."""
        return Composer(self._voice, self._house.pace)

    def _look_around(self) -> None:
        """Tell the menu how full the journal is, and what was played last; and the voice what may be played next."""
        chosen = self._staff.menu.choices
        machine, next_games = self._house.look_around(chosen.board, chosen.seats)
        self._staff.menu.inform(machine)
        self._guard.inform(machine, unsure=self._wall.state.asks)
        for setup in next_games:
            self._sound.expect(setup)
        self._staff.show()

    def _read(self, wanted: Wanted) -> int | str | None:
        """A fact from outside the rules."""
        return fact(wanted, self._wall)

    # ------------------------------------------------------------ inbox

    def _listen(self) -> None:
        """Register with the loop."""
        self._loop.on(Edge, self._hands.edge)
        self._loop.on(KeyEdge, self._key)
        self._loop.on(JournalFailed, lambda failed: self._stop(failed.why))

    def _level(self, raw: Level) -> None:
        level = self.pads.level(raw)
        if level is not None:
            self.press(level)

    def press(self, level: Level) -> None:
        """The button of a seat, whichever that is, goes down or up; or staff answer for the seat."""
        self._audience.pressed(Seat(level.seat), down=level.down)
        if self._table:
            self._table.level(level)
        else:
            self._trials.level(level)

    def _key(self, edge: KeyEdge) -> None:
        for action in self._staff.key(edge):
            self.act(action)
        self._audience.chosen(self._staff.menu.seats, self._house.choices.pads)
        self._staff.show()

    def _written(self) -> None:
        self._staff.look_at(self._table)

    def act(self, action: a.Action) -> None:
        """Carry out what staff asked for. What does not fit the moment is left undone."""
        if not fits(action, self.status):
            return
        match action:
            case a.StartGame(board_id=board_id, seats=seats):
                self._start(board_id, seats)
            case a.StartAgain():
                if (last := self._house.last()) is not None:
                    self._begin(last)
            case a.Trial():
                self._trials.act(action)
            case a.Upkeep():
                self._upkeep.act(action)
                self._look_around()
            case a.Keep(choices=choices):
                self._keep(choices)
            case a.KeepBoard() | a.DropBoard():
                why = self._house.shelve(action)
                self._staff.shelve(self._house.boards, self._house.own, why)
            case a.ContinueGame():
                self.continue_game()
            case a.DropGame():
                self._give_up("dropped")
            case a.SetLanguage(language=language):
                self._audience.speaks(language)
                self._voice.language = language
            case a.TestSound():
                self._sound.test()
            case a.HearMask(on=on):
                self._sound.mask(on=on)
            case _:
                self._act_in_game(action)
        self._staff.look_at(self._table)

    def _start(self, board_id: str, seats: Seats) -> None:
        """Begin a game; or tell why there is none."""
        try:
            self.start_game(board_id, seats)
        except BadSetup as error:
            self._staff.tell(fault=error.text)

    def _act_in_game(self, action: a.InGame) -> None:
        table = self._table
        if isinstance(action, a.PressFor):
            self._stand_ins.give(action.seat, action.given)
            return
        if table is None:
            self._after_stop(action)
            return
        carry_out(table, action)
        if action != a.Resume(auto=True):
            self._guard.decided(action)
        self._audience.paused(paused=table.paused)

    def _keep(self, choices: Choices) -> None:
        """What staff have chosen holds from now on."""
        why = self._house.keep(choices, self._table.game.state.seats if self._table else ())
        if why is not UNFIT:
            self._let_go()
            self._trials.use(choices.seats)
            why = together(why, self._sound.use(choices))
            self._look_around()
        if why is not None:
            log.warning("settings: %s", one_line(why))
            self._staff.tell(fault=why)

    def _after_stop(self, action: a.Action) -> None:
        """A stopped game: try again from what is on the card, or end it without a result."""
        self._writer.try_again()
        self._unfinished, found = find_unfinished(self._journal)
        if self._unfinished and isinstance(action, a.Resume):
            self.continue_game()
        else:
            self._give_up("aborted", found)

    def _give_up(self, result: str, found: Text | None = None) -> None:
        """Close the game that waits, if any, with `result`; its journal stays."""
        if self._unfinished:
            self._journal.end_game(self._unfinished.record.game, result)
            self._unfinished = None
        self._staff.reset(TableStatus(fault=found))
        self._look_around()

    # ------------------------------------------------------------ outlets of the table

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who has the floor; the remainder is kept every 5 s."""
        self._audience.floor(seat, left_ms)
        seconds = -(-left_ms // 1000) * 1000
        self._staff.tell(speaker=seat, remaining_ms=seconds if seat is not None else None)
        number = self._table.game.number if self._table else 0
        saved_number, saved_ms = self._saved_left
        if seat is not None and (number != saved_number or abs(saved_ms - left_ms) >= SAVE_FLOOR_MS):
            self._saved_left = (number, left_ms)
            self._writer.save_floor(self._game, number, left_ms)

    def step(self, step: Step, committed: Callable[[], None]) -> None:
        """Put the step into the journal; the table goes on when it is there."""
        self._audience.step(step)
        self._commits.give(self._game, step, committed)

    def over(self) -> None:
        """The last sentence has been heard: the game is closed in the journal."""
        assert self._table is not None
        winner = self._table.game.state.winner
        self._writer.end_game(self._game, winner.value if winner else "aborted")
        self._table = None
        self._audience.closed()
        self._staff.tell(
            mode=Mode.OVER, caption=None, counted=None, speaker=None, remaining_ms=None, named=None, paused=False
        )
        self._look_around()

    def fault(self, error: Exception) -> None:
        """The engine failed (or anything else on the deciding thread)."""
        log.error("fault: %s", type(error).__name__, exc_info=error if log.isEnabledFor(logging.DEBUG) else None)
        self._stop(unwritten(error) or ENGINE_FAULT)

    def _stop(self, why: Text) -> None:
        """Stop the game loudly; staff may try again from what is on the card, or end it."""
        log.error("stopped: %s / %s", why.zh, why.en)
        if self._table:
            self._table.halt()
        self._table = None
        self._sound.alert()
        self._trials.end()
        self._commits.forget()
        self._lamps.show(())
        self._audience.closed()
        self._staff.tell(mode=Mode.STOPPED, fault=why)
