"""What becomes of a game when a part of the machine fails: it goes on, or it stands still with a reason.

    seats without a button   the game stands still as soon as it is known, whoever was to act: by day with a sentence,
                             by night with 请继续闭眼 as in every pause, and the reason is on the display. It goes on
                             by itself when the device is back, or when staff go on: with spare buttons, answering for
                             the seats, or without them, when they say so; that is asked no second time.
    presses gone unseen      (a chip that was reset, a bus that hung) while eyes may be shut: the game stands still till
                             the chip can be relied on, which is a second, and the open question is put again, as after
                             every pause; three times, then staff are called. That is so whoever has pressed, and if
                             nobody has. With open eyes a player sees that the lamp did not answer. Where they may
                             belong to a question that is closed already, staff decide (`firmware.calls`).
    a key that is stuck,     staff are told at the next public moment: once the key has been down for ten seconds *with
    a button that chatters   eyes open*. What a finger did by night is nobody's business, so by night the book knows
                             nothing of it, neither that it began nor that it is over.
    display, staff keys      the game goes on; between games somebody is called.

A device that a scan finds lost fails whoever is pressing, so it may be shown by night. Whatever comes out by a press or
by a lamp (`Health.told_by_scan` is the rule) counts only as it stands when eyes have been open for longer than any
noise of the night lasts, or when somebody has pressed by day as well: a contact that chattered under a finger by night
and is quiet again has told nobody anything. So a pause is at the same instant in two games that differ in their
secrets alone, and so is every line of the book.
"""

from __future__ import annotations

import logging
from typing import Final, Protocol

from audio.say import Say
from engine.game import Step
from engine.prompts import AnyPrompt
from engine.public import PublicView
from engine.seats import Seat, Seats
from engine.secrecy import Public
from engine.setup import Setup
from engine.text import Text
from firmware.audience import Audience
from firmware.calls import Calls, loses
from firmware.daylight import SETTLED_NS, Backlog, Daylight
from firmware.faults import OF_SEATS, FaultBook, Kind
from firmware.heldkeys import HeldKeys
from firmware.loop import Loop
from firmware.menu.actions import InGame, Pause, Resume, StandBy
from firmware.menu.page import Machine
from firmware.menu.status import Mode
from firmware.pads import Pads
from firmware.reasons import one_line
from firmware.silent import asked, missing, standstill
from firmware.staff import StaffCorner
from firmware.table.gestures import STUCK_NS
from firmware.table.outlets import Spoken
from firmware.table.session import Table
from hardware.ports import NS_PER_MS, Condition, Device, Edge, Health, Timer
from hardware.watch import Watch

log = logging.getLogger("faguan")

FULL_MB: Final = 64
"""With less free space than this the card is as good as full: some hundred games."""


class Desk(Protocol):
    """The judge, as far as it matters here."""

    @property
    def table(self) -> Table | None:
        """The game at play."""

    @property
    def pads(self) -> Pads:
        """Which button stands for which seat."""

    @property
    def staff(self) -> StaffCorner:
        """Menu and display."""

    def act(self, action: Pause | Resume) -> None:
        """Carry it out."""

    def call_staff(self) -> None:
        """Ask aloud for staff, while no game is open."""


class SeatGuard(Audience):
    """Watches the devices of one table for one judge."""

    def __init__(self, loop: Loop, desk: Desk, held: tuple[int, ...] = ()) -> None:
        """Hear of all devices through `loop`. The buttons `held` were found down at the start."""
        self.book = FaultBook()
        """What is wrong, as far as staff may know by now."""
        self._watch = Watch(held)
        self._loop = loop
        self._desk = desk
        self._keys = HeldKeys(desk.pads.stand_for(held), loop.now_ns())
        self._day = Daylight(loop.now_ns, self._eyes_open)
        self._backlog = Backlog()
        self._untouched = True
        """Whether no button has moved since the judge was switched on."""
        self._quiet: Timer | None = None
        self._paused = False
        """Whether the game stands still because of us."""
        self._waived: frozenset[Seat] = frozenset()
        """The seats that staff have gone on without."""
        self._named: frozenset[Seat] = frozenset()
        """The seats without a button that staff have been told of by a pause, as long as they have none."""
        self._acting = False
        self._unheard = False
        """Whether a loudspeaker is missed."""
        self._seats: Seats = ()
        """Who plays, or played last."""
        self._calls = Calls(loop.now_ns, lambda why: desk.staff.tell(doubt=why))
        self._cut: set[int] = set()
        """The pads whose port drops what they do: only the port knows when they are well."""
        loop.on(Health, self._reported)
        if held:
            loop.call_at(loop.now_ns() + STUCK_NS, self._look_at_keys)

    # ------------------------------------------------------------ devices

    def edge(self, edge: Edge) -> None:
        """A raw edge, before debounce."""
        self._untouched = False
        health = self._watch.edge(edge)
        if health is not None:
            self.health(health)
        if edge.down and not self._day.pressed and self._day.open:
            self._day.pressed = True
            self._loop.call_at(self._loop.now_ns(), self._look_at_keys)
        due_ns = self._watch.next_due()
        if due_ns is not None and self._quiet is None:
            self._quiet = self._loop.call_at(due_ns, self._quieter)

    def _quieter(self) -> None:
        self._quiet = None
        for health in self._watch.due(self._loop.now_ns()):
            if health.number not in self._cut:
                self.health(health)
        due_ns = self._watch.next_due()
        if due_ns is not None:
            self._quiet = self._loop.call_at(due_ns, self._quieter)

    def _reported(self, health: Health) -> None:
        """A port says how one of its devices is."""
        if health.device is Device.PAD:
            (self._cut.discard if health.condition is Condition.OK else self._cut.add)(health.number)
        self.health(health)

    def health(self, health: Health) -> None:
        """A device says how it is."""
        place = (health.device, health.number)
        lost = any(fault.kind in OF_SEATS and fault.place == place for fault in self.book.open)
        by_scan = health.told_by_scan or (lost and health.condition is Condition.OK)
        if not (by_scan or self._day.settled or self._asleep):
            self._backlog.keep(health)
            return
        self._backlog.drop(health)
        self._enter(health)
        self._show()
        if loses(health):
            self._unseen(health)
        self._look()
        if health.device is Device.OLED and health.condition is Condition.ABSENT and self._between:
            self._desk.call_staff()

    def _enter(self, health: Health) -> None:
        fault = self.book.health(health)
        if fault is None:
            return
        log.warning("%s %s", fault.code, one_line(fault.words.what))
        if fault.kind is Kind.PAD_NOISY:
            for seat in self._desk.pads.stand_for(fault.seats):
                self._remark(Say(key="err.lost_day", seat=seat))

    def inform(self, machine: Machine, *, unsure: bool) -> None:
        """What the program knows of itself; `unsure`: nobody vouches for the clock."""
        self.book.note(Kind.CLOCK, self._loop.now_ns(), wrong=unsure)
        full = machine.free_mb is not None and machine.free_mb < FULL_MB
        self.book.note(Kind.CARD_FULL, self._loop.now_ns(), wrong=full)
        self._show()

    def card(self, hangs: bool) -> None:
        """The card keeps the game waiting, or does so no more."""
        self.book.note(Kind.CARD_SLOW, self._loop.now_ns(), wrong=hangs)
        self._show()

    def trouble(self, why: Text | None) -> None:
        """The loudspeaker is missed, and why; or it is heard again."""
        self._unheard = why is not None
        self.book.note(Kind.NO_SOUND, self._loop.now_ns(), wrong=self._unheard, detail=why)
        self._show()
        self._loop.call_at(self._loop.now_ns(), self._look)

    @property
    def _between(self) -> bool:
        return self._desk.staff.status.mode in (Mode.IDLE, Mode.UNFINISHED, Mode.OVER)

    def _show(self) -> None:
        self._desk.staff.list_faults(self.book.faults)

    # ------------------------------------------------------------ seats without a button

    def _missing(self) -> frozenset[Seat]:
        """The seats of the game at play that may be asked something, and whose button does not answer."""
        return missing(self._desk.table, self._desk.pads, self.book.open)

    def chosen(self, seats: Seats, pads: object) -> None:
        """Other buttons may stand for seats now."""
        del seats, pads
        self._tell()

    def _tell(self) -> None:
        """For the display: why the game stands still."""
        why = standstill(self._desk.table, self._desk.pads, self.book.open, self._waived)
        self._desk.staff.tell(standstill=why)

    def _look(self) -> None:
        """Stand still for seats without a button; go on when all have one again."""
        table, missing = self._desk.table, self._missing()
        self._waived &= missing
        self._named &= missing
        if table is None:
            return
        if missing - self._waived:
            if not table.paused:
                self._stand_still(missing - self._waived)
        elif self._paused and table.paused and not (self._unheard and table.eyes_may_be_shut):
            self._paused = False
            self._act(Resume(auto=True))
        self._tell()

    def _stand_still(self, seats: frozenset[Seat]) -> None:
        self._named |= seats
        # By day nothing is asked again: whoever presses sees that no lamp answers.
        shut = self._desk.table is not None and self._desk.table.eyes_may_be_shut
        self._paused = not (self._calls.staff or (shut and self._calls.often()))
        one = min(seats) if len(seats) == 1 else None
        self._act(Pause(why=Say(key="staff.help") if one is None else Say(key="err.lost_day", seat=one)))

    def _unseen(self, health: Health) -> None:
        """Presses of the seats of `health` may have gone unseen.

        For seats that are missing now the game stands still anyway; what staff have gone on without is no loss. In a
        pause nothing is put again, for it will be when the game goes on.
        """
        table = self._desk.table
        seats = asked(table, self._desk.pads, health.seats) - self._waived
        if table is None or not seats:
            return
        if self._calls.doubts(health):
            self._paused = False
            if not table.paused:
                self._act(Pause())
        elif table.eyes_may_be_shut and not table.paused and seats - self._missing():
            calls = self._calls.often()
            self._act(Pause())
            if not calls:
                self._act(Resume(auto=True))

    def _act(self, action: Pause | Resume) -> None:
        """Do it ourselves: it is not staff who pause or go on."""
        self._acting = True
        self._desk.act(action)
        self._acting = False

    # ------------------------------------------------------------ keys that are stuck

    def _eyes_open(self) -> bool:
        """Whether the room looks on, as far as can be known. A game that was stopped goes on where it stood."""
        table = self._desk.table
        return not self._stopped if table is None else not (table.eyes_may_be_shut or table.view.night)

    @property
    def _stopped(self) -> bool:
        """Whether a game is open though none is at play."""
        open_though = (Mode.GAME, Mode.STOPPED, Mode.UNFINISHED)
        return self._desk.table is None and self._desk.staff.status.mode in open_though

    @property
    def _asleep(self) -> bool:
        """Whether nothing can have come out by a press or a lamp: none has moved since the judge was switched on."""
        return self._desk.table is None and self._untouched

    def _remark(self, say: Say) -> None:
        if self._desk.table is not None:
            self._desk.table.remark(say)

    def _look_at_keys(self) -> None:
        """With eyes open: what has waited for it, and the keys that have been down for long enough to be stuck."""
        now_ns, since_ns = self._loop.now_ns(), self._day.since_ns
        if since_ns is None or not self._day.open:
            return
        if self._day.settled:
            for health in self._backlog.take(now_ns, pressed=self._day.pressed):
                self._enter(health)
        for seat in self._keys.find(now_ns, since_ns, self._missing()):
            self._remark(Say(key="err.stuck_day", seat=seat))
        self.book.note(Kind.STUCK, now_ns, self._keys.stuck, wrong=bool(self._keys.stuck))
        self._show()

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """A key goes down or up."""
        if down:
            self._keys.press(seat, self._loop.now_ns())
            self._loop.call_at(self._loop.now_ns() + STUCK_NS, self._look_at_keys)
        elif self._keys.let_go(seat):
            self._look_at_keys()

    # ------------------------------------------------------------ games

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """A game."""
        del game, again
        self._seats = setup.seats
        self._waived = self._named = frozenset()
        self._paused = False
        self._calls.opened()

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A question is put."""
        del number
        self._calls.put(prompt)

    def step(self, step: Step) -> None:
        """An answer was taken."""
        self._calls.step(step)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins: eyes may open or shut by it, and a game that could not be paused yet can be now."""
        for at_ns in (self._loop.now_ns(), spoken.at_ns + spoken.length_ms * NS_PER_MS):
            self._loop.call_at(at_ns, self._heard)

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns something: that it is day, for one."""
        del event, view
        self._loop.call_at(self._loop.now_ns(), self._heard)

    def turned(self, mode: Mode) -> None:
        """A game that waited to go on may have been given up."""
        if mode is Mode.IDLE:
            self._loop.call_at(self._loop.now_ns(), self._see)

    def _heard(self) -> None:
        self._see()
        self._look()

    def _see(self) -> None:
        """A public instant, and the only kind at which eyes are taken to open or to shut."""
        if self._day.look():
            for after_ns in (STUCK_NS, SETTLED_NS):
                self._loop.call_at(self._loop.now_ns() + after_ns, self._look_at_keys)
        self._look_at_keys()

    def paused(self, *, paused: bool) -> None:
        """Somebody else has paused, which makes the pause theirs, or has gone on; then it is looked again."""
        if self._acting:
            return
        if not paused:
            self._calls.settled()
        self._paused = False
        self._loop.call_at(self._loop.now_ns(), self._look)

    def decided(self, action: InGame) -> None:
        """Staff have done something in the game. When it goes on by that, it does so without the seats they know of."""
        table = self._desk.table
        if isinstance(action, StandBy):
            self._loop.call_at(self._loop.now_ns(), self._stand_by)
        elif table is not None and not table.paused:
            known = self._named | frozenset(action.without if isinstance(action, Resume) else ())
            self._waived |= self._missing() & known

    def _stand_by(self) -> None:
        """Staff have left the menu as they found it: the pause is ours (again)."""
        self._paused = not self._calls.staff
        self._look()

    def closed(self) -> None:
        """No game is at play any more."""
        self._paused = False
        self._calls.opened()
        self._tell()
        self._loop.call_at(self._loop.now_ns(), self._ended)

    def _ended(self) -> None:
        """Whose own button nobody has pressed all evening, while others were, is a hint once the game is over.

        One that was stopped, or that goes on after the next start, is not: it would tell who has pressed.
        """
        if self._stopped:
            return
        own = tuple(seat for seat in self._seats if seat not in dict(self._desk.pads.worn))
        never = self._watch.never_pressed(own)
        hint = 0 < len(never) < len(own)
        self.book.note(Kind.NEVER_PRESSED, self._loop.now_ns(), never if hint else (), wrong=hint)
        self._show()
        self._see()
