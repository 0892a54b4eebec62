"""The staff's menu: keys in, actions and screens out. No clock, no thread, no drawing.

The menu is a stack of pages above a home page that follows the table's mode. `update` brings a new
status, `key` a key (already debounced) going down or up, `screen` says what to show at a time. BACK
always leads out (of a question: out of both) and, held for a second, home.
"""

from __future__ import annotations

from typing import Final

import msgspec

from audio.say import Language
from engine.seats import Seat, Seats
from engine.text import Text
from firmware.menu.actions import Action, Keep
from firmware.menu.body import ClockState
from firmware.menu.buttons import BUTTONS
from firmware.menu.choices import Choices, Worn, fitting, own_again
from firmware.menu.claims import claims_page
from firmware.menu.decks import at_this_table
from firmware.menu.game import LivePage, ResultPage, StoppedPage
from firmware.menu.home import HomePage, UnfinishedPage, machine_pages
from firmware.menu.lamptest import LampsPage
from firmware.menu.page import BoardChoice, Desk, Machine, Page, TextPage, Turn
from firmware.menu.public import text_lines
from firmware.menu.selfcheck import selfcheck_page
from firmware.menu.spares import spares_page
from firmware.menu.status import Claim, Mode, Part, TableStatus
from firmware.menu.trial import CheckPage, RehearsalPage
from hardware.ports import Key
from hardware.screen import Screen

SHOW_NS: Final = 600_000_000
"""How long OK is held before a secret is shown."""

HIDE_NS: Final = 10_000_000_000
"""A key held this long without another key is taken for stuck: the secret is hidden again, for good.

For as long again it is told that nothing comes of letting go.
"""

HOME_NS: Final = 1_000_000_000
"""BACK held this long leads home."""

TICK_NS: Final = 1_000_000_000
"""How often a page is looked at again that shows what changes with time."""

FROM_MACHINE: Final = (Mode.SELFTEST, Mode.LAMPS)
"""What the first rows of 设备 begin; its end leads back there."""

NOTICE = Text("注意", "Notice")
MAX_DEPTH: Final = 10
"""More pages than this above each other would be a loop of pages."""


class Menu:
    """The menu of one table. `boards` may come in any order; they are shown by number of players."""

    def __init__(
        self,
        boards: tuple[BoardChoice, ...],
        names: tuple[tuple[str, Text], ...] = (),
        language: Language = Language.ZH,
        board: str = "",
        seats: Seats = (),
        *,
        choices: Choices | None = None,
    ) -> None:
        """Begin idle, with the board `board` (else the first) on `seats` (else the first ones that it needs).

        `choices`: whatever else holds until staff choose otherwise.
        """
        ordered = _ordered(boards)
        index = next((i for i, choice in enumerate(ordered) if choice.id == board), 0)
        needed = ordered[index].players if ordered else 0
        chosen = seats or tuple(Seat(n) for n in range(1, needed + 1))
        kept = choices or Choices()
        pads = fitting(kept.pads, chosen)
        self._language = kept.language
        self._desk = Desk(
            ordered,
            names,
            language,
            index,
            chosen,
            TableStatus(),
            pace=kept.pace,
            rules=kept.rules,
            pads=pads,
            volume_db=kept.volume_db,
            card=kept.card,
            voice=kept.voice,
            online=kept.online,
            driver=kept.driver,
        )
        self._pages: list[Page] = [HomePage()]
        self._ok_ns: int | None = None
        self._touched_ns = 0
        self._back_ns: int | None = None

    @property
    def language(self) -> Language:
        """The language of the screens."""
        return self._desk.language

    @property
    def choices(self) -> Choices:
        """Everything that staff have chosen."""
        desk = self._desk
        board = desk.boards[desk.board].id if desk.boards else ""
        return Choices(
            language=self._language,
            board=board,
            seats=desk.seats,
            pace=desk.pace,
            rules=desk.rules,
            pads=desk.pads,
            volume_db=desk.volume_db,
            card=desk.card,
            voice=desk.voice,
            online=desk.online,
            driver=desk.driver,
        )

    @property
    def machine(self) -> Machine:
        """What the program has told of itself."""
        return self._desk.machine

    @property
    def seats(self) -> Seats:
        """The seats that staff have chosen."""
        return self._desk.seats

    @property
    def at_home(self) -> bool:
        """Whether a home page is shown: in a game, that no menu is open; after it, its end or the way to the next."""
        return len(self._pages) == 1 or isinstance(self._pages[-1], HomePage)

    def inform(self, machine: Machine) -> None:
        """What the program knows of itself has changed. What was chosen for a table of other seats gives way."""
        self._desk = at_this_table(msgspec.structs.replace(self._desk, machine=machine))

    def tell_time(self, clock: ClockState) -> None:
        """What time it is now."""
        if clock != self._desk.clock:
            self._desk = msgspec.structs.replace(self._desk, clock=clock)

    def shelve(self, boards: tuple[BoardChoice, ...]) -> None:
        """There are other boards; the one that is chosen stays so, or another of its size takes its place."""
        ordered = _ordered(boards)
        before = self._desk.boards[self._desk.board] if self._desk.boards else None
        places = [(board.id == before.id, board.players == before.players) if before else () for board in ordered]
        self._desk = msgspec.structs.replace(
            self._desk, boards=ordered, board=places.index(max(places)) if places else 0
        )

    def wear(self, pads: Worn) -> None:
        """Other buttons stand for seats than staff had chosen."""
        self._desk = msgspec.structs.replace(self._desk, pads=pads)

    def update(self, status: TableStatus) -> None:
        """Show `status` from now on. A new mode leads home, or back to 设备.

        A fault between games is shown at once, while it lasts.
        """
        before = self._desk.status
        self._desk = msgspec.structs.replace(self._desk, status=status)
        if _place(before) != _place(status):
            self._pages = [self._home()]
            if status.mode is Mode.IDLE and before.mode in FROM_MACHINE:
                self._pages = [*machine_pages(self._desk, FROM_MACHINE.index(before.mode))]
            self._ok_ns = None
        between = status.mode not in (Mode.GAME, Mode.STOPPED)
        fresh = [fault for fault in status.open_faults if fault not in before.open_faults]
        if between and status.fault is not None and status.fault != before.fault:
            self._notify(status.fault)
        elif between and fresh:
            self._notify(fresh[0].told)
        elif between and not _calls(status) and _calls(before):
            self._withdraw()

    def _notify(self, fault: Text) -> None:
        """Show a fault above everything; a newer one takes the place of an older one that nobody has left."""
        self._withdraw()
        self._open(TextPage(NOTICE, text_lines(self._desk.words(fault))))

    def _withdraw(self) -> None:
        """A fault that is none any more, and that nobody has left, goes."""
        top = self._pages[-1]
        if isinstance(top, TextPage) and top.title == NOTICE:
            self._pages.pop()

    def _home(self) -> Page:
        status = self._desk.status
        match status.mode:
            case Mode.IDLE:
                return HomePage()
            case Mode.UNFINISHED:
                return UnfinishedPage()
            case Mode.CHECK:
                return CheckPage()
            case Mode.REHEARSAL:
                return RehearsalPage()
            case Mode.SELFTEST:
                return selfcheck_page(status.selfcheck)
            case Mode.LAMPS:
                return LampsPage()
            case Mode.GAME:
                if _asks_spares(status):
                    return spares_page(status)
                return claims_page(status) if _asks_claims(status) else LivePage()
            case Mode.OVER:
                return ResultPage()
            case Mode.STOPPED:
                return StoppedPage()

    def key(self, key: Key, *, down: bool, at_ns: int, lost: bool = False) -> tuple[Action, ...]:
        """A staff key went down or up at `at_ns`; what staff ask for by it.

        `lost`: it is up because nobody can read it any more. That asks for nothing, and hides what was shown.
        """
        if lost:
            self._ok_ns = self._back_ns = None
            self._drop()
            return ()
        if not down:
            return self._released(key, at_ns)
        if key is Key.OK and self._pages[-1].guarded(self._desk):
            self._ok_ns = self._touched_ns = at_ns
            self._drop()
            return ()
        if key is Key.BACK:
            self._back_ns = at_ns
            self._ok_ns = None
        if self._ok_ns is not None:
            if self._showing(at_ns):
                self._touched_ns = at_ns
                return self._take(self._pages[-1].press(key, self._view(at_ns)))
            return ()
        return self._take(self._pages[-1].press(key, self._desk))

    def press(self, key: Key, at_ns: int = 0) -> tuple[Action, ...]:
        """A short press of `key`: down and up at once."""
        return self.key(key, down=True, at_ns=at_ns) + self.key(key, down=False, at_ns=at_ns)

    def _released(self, key: Key, at_ns: int) -> tuple[Action, ...]:
        actions: tuple[Action, ...] = ()
        if key is Key.OK:
            held, self._ok_ns = self._showing(at_ns), None
            if held and self._pages[-1].guarded(self._desk):
                actions = self._take(self._pages[-1].let_go(self._desk))
            self._drop()
        if key is Key.BACK and self._back_ns is not None:
            long = at_ns - self._back_ns >= HOME_NS
            self._back_ns = None
            while long and not self.at_home:
                actions += self._take(self._pages[-1].press(Key.BACK, self._desk))
            if long and isinstance(self._pages[-1], HomePage):
                self._pages[-1] = HomePage()
        return actions

    def _drop(self) -> None:
        """What has been chosen with OK held does not outlast the hold."""
        self._pages[-1] = self._pages[-1].dropped()

    def screen(self, at_ns: int = 0) -> Screen:
        """What to show at `at_ns`."""
        return self._pages[-1].screen(self._view(at_ns))

    def changes_at_ns(self, at_ns: int) -> int | None:
        """When, after `at_ns`, the screen changes without key or status: a held OK shows a secret, or hides it.

        A page that shows the time is looked at again every second.
        """
        changes = []
        if self._ok_ns is not None:
            changes = [self._ok_ns + SHOW_NS, self._touched_ns + HIDE_NS, self._touched_ns + 2 * HIDE_NS]
        if self._pages[-1].ticks(self._desk):
            changes.append(at_ns + TICK_NS)
        return min((change_ns for change_ns in changes if at_ns < change_ns), default=None)

    def _showing(self, at_ns: int) -> bool:
        """Whether secrets may be seen at `at_ns`."""
        if self._ok_ns is None:
            return False
        return self._ok_ns + SHOW_NS <= at_ns < self._touched_ns + HIDE_NS

    def _view(self, at_ns: int) -> Desk:
        lapsed = self._ok_ns is not None and 0 <= at_ns - self._touched_ns - HIDE_NS < HIDE_NS
        return msgspec.structs.replace(self._desk, showing=self._showing(at_ns), lapsed=lapsed, now_ns=at_ns)

    def _take(self, turn: Turn) -> tuple[Action, ...]:
        """Carry out the part of `turn` that concerns the menu; what has been chosen by it is to be kept."""
        before = self.choices
        if turn.stay is not None:
            self._pages[-1] = turn.stay
        if turn.desk is not None:
            self._choose(turn.desk)
        keep = 1 if turn.home else max(1, len(self._pages) - turn.leave)
        del self._pages[keep:]
        if turn.opens is not None:
            self._open(turn.opens)
        self._tell_of(before)
        return turn.actions if self.choices == before else (*turn.actions, Keep(self.choices))

    def _tell_of(self, before: Choices) -> None:
        """Say which seats of `before` have their own button again, because somebody sits at the other one now."""
        told = own_again(before.pads, self._desk.seats)
        lines = tuple(line for text in told for line in text_lines(self._desk.words(text)))
        if lines:
            self._open(TextPage(BUTTONS, lines))

    def _choose(self, desk: Desk) -> None:
        """`desk` from now on; a seat that comes into use needs its own button."""
        if desk.language is not self._desk.language:
            self._language = desk.language
        self._desk = msgspec.structs.replace(desk, showing=False, pads=fitting(desk.pads, desk.seats))

    def _open(self, page: Page) -> None:
        self._pages.append(page)
        assert len(self._pages) <= MAX_DEPTH, "pages open each other without end"


def _ordered(boards: tuple[BoardChoice, ...]) -> tuple[BoardChoice, ...]:
    """`boards` by their number of players."""
    return tuple(sorted(boards, key=lambda choice: choice.players))


def _asks_claims(status: TableStatus) -> bool:
    return status.mode is Mode.GAME and status.needs_claims and bool(status.claims)


def _asks_spares(status: TableStatus) -> bool:
    return status.mode is Mode.GAME and status.needs_spares and status.view is not None


def _calls(status: TableStatus) -> bool:
    """Whether something is wrong that staff must know of."""
    return status.fault is not None or bool(status.open_faults)


def _place(status: TableStatus) -> tuple[Mode, Part, bool, tuple[Claim, ...]]:
    """What decides the home page."""
    claims = status.claims if _asks_claims(status) else ()
    return status.mode, status.selfcheck.part, _asks_spares(status), claims
