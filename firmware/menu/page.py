"""The schema of a page: keys in, a `Turn` out, a screen drawn from the `Desk`.

Pages are frozen: moving the cursor makes a new page. The menu keeps them as a stack whose lowest
page is home. A page decides only from itself and the desk, so every page can be tested alone.

To add a page: write its class, open it from an entry of a list, and put its texts beside it.
"""

from __future__ import annotations

import msgspec

from audio.say import Language
from engine.seats import MAX_SEATS, Seat, Seats
from engine.setup import Board, Overrides
from engine.text import Text
from firmware.menu.actions import Action
from firmware.menu.body import ClockState, System, WiredDevice
from firmware.menu.choices import Choices, Worn
from firmware.menu.drafts import Draft
from firmware.menu.status import TableStatus
from hardware.ports import Key
from hardware.screen import MARK, WIDTH, Row, Screen, window, wrap


class BoardChoice(msgspec.Struct, frozen=True):
    """A board that can be chosen: its id, its name, for how many players, its cards in words, what is unusual in it.

    `board` itself says what else there is to know: its rules, its note, and how long its nights are.
    """

    id: str
    name: Text
    players: int
    deck: Text
    warnings: tuple[Text, ...] = ()
    board: Board | None = None
    own: bool = False
    """Whether it is the café's own."""


class VoiceName(msgspec.Struct, frozen=True):
    """A voice pack that can be chosen: the `name` of its folder, what it speaks, and what staff call it."""

    name: str
    language: Language
    title: Text


class SoundState(msgspec.Struct, frozen=True, kw_only=True):
    """What the program knows of its loudspeaker.

    `cards`: the names of the sound cards that are there. `voices`: the packs that can be used. `trouble`: why
    nothing is heard, None when all is well. `online_trouble`: why no line can be fetched from the internet. `notes`:
    what is the matter with the packs.
    """

    cards: tuple[str, ...] = ()
    voices: tuple[VoiceName, ...] = ()
    trouble: Text | None = None
    online_trouble: Text | None = None
    notes: tuple[Text, ...] = ()


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What the program knows of itself: shown, never decided here.

    `address` of the pages, without http://. `games`: how many the journal has. `free_mb`: free space on
    its card, None where that is unknown. `last`: the board id of the last game, "" when there was none.
    """

    version: str = ""
    address: str = ""
    games: int = 0
    free_mb: int | None = None
    last: str = ""
    sound: SoundState = SoundState()
    system: System = System()
    devices: tuple[WiredDevice, ...] = ()
    """The devices of a real table."""

    drivers: tuple[str, ...] = ()
    """What the display may be driven with, the one of the wiring first; () where there is nothing to choose."""

    wired: Seats = ()
    """The seats that have a button and a lamp; () on a simulated table, where all have."""

    spare: Seats = ()
    """Those of them that are pads without a place at the table, to be given to a seat."""

    @property
    def real(self) -> bool:
        """Whether the table is wired: it has devices, and no pages."""
        return bool(self.system.wiring)

    @property
    def buttons(self) -> Seats:
        """All buttons that there are, by the number of their seat."""
        return self.wired or tuple(Seat(n) for n in range(1, MAX_SEATS + 1))

    @property
    def places(self) -> Seats:
        """Where somebody can sit."""
        return tuple(seat for seat in self.buttons if seat not in self.spare)


class Desk(msgspec.Struct, frozen=True):
    """What pages look at: the boards there are, what staff have chosen, and the table's status.

    `names`: (role id, name) for the cards shown at the end. `board` is an index into `boards`,
    which are sorted by players. `showing`: OK is being held on a guarded page, secrets may be seen; `lapsed`: it has
    been held for so long that they may not be seen any more.
    `pace`, `rules`, `pads`, `driver` and what concerns the sound as in `firmware.menu.choices`. `draft`: the own board
    that has been put together and not saved. `clock`: what time it is as the screen is drawn, by the wall; `now_ns`: by
    the clock of everything else.
    """

    boards: tuple[BoardChoice, ...]
    names: tuple[tuple[str, Text], ...]
    language: Language
    board: int
    seats: Seats
    status: TableStatus
    showing: bool = False
    lapsed: bool = False
    now_ns: int = 0
    pace: str = "normal"
    rules: Overrides = ()
    pads: Worn = ()
    machine: Machine = Machine()
    volume_db: int = Choices().volume_db
    card: str = ""
    voice: str = ""
    online: bool = False
    driver: str = ""
    draft: Draft | None = None
    clock: ClockState = ClockState()

    def words(self, text: Text) -> str:
        """`text` in the language of the menu."""
        return text.zh if self.language is Language.ZH else text.en


class Turn(msgspec.Struct, frozen=True):
    """What a key does.

    In this order: `stay` replaces the page itself and `desk` the desk; `leave` pages are left (never
    home), or all but `home`; a page `opens`. `actions` go to the daemon.
    """

    actions: tuple[Action, ...] = ()
    stay: Page | None = None
    leave: int = 0
    home: bool = False
    opens: Page | None = None
    desk: Desk | None = None


NOTHING = Turn()
LEAVE = Turn(leave=1)


class Page(msgspec.Struct, frozen=True):
    """A page; subclasses override `press` and `screen`."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """What `key` does here."""
        raise NotImplementedError

    def screen(self, desk: Desk) -> Screen:
        """What is seen."""
        raise NotImplementedError

    def guarded(self, desk: Desk) -> bool:
        """Whether OK, pressed now, is to be held to see a secret instead of choosing something."""
        del desk
        return False

    def let_go(self, desk: Desk) -> Turn:
        """What OK does on a guarded page when it is let go after it was held."""
        del desk
        return NOTHING

    def dropped(self) -> Page:
        """The page with nothing chosen that letting OK go would do: a hold begins so, and leaves nothing behind."""
        return self

    def ticks(self, desk: Desk) -> bool:
        """Whether the page shows what changes with time alone, without a key or a new status."""
        del desk
        return False


class Entry(msgspec.Struct, frozen=True):
    """A row of a list: its text, the present value at its end, and what OK does."""

    text: Text
    turn: Turn
    value: str = ""


class ListPage(Page, frozen=True):
    """A list with a cursor. Subclasses give `heading` and `entries`; the list is never empty."""

    cursor: int = 0

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The title bar: left and right end."""
        raise NotImplementedError

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The rows."""
        raise NotImplementedError

    def back(self, desk: Desk) -> Turn:
        """What BACK does."""
        del desk
        return LEAVE

    def press(self, key: Key, desk: Desk) -> Turn:
        """Move the cursor (round the ends), choose, or leave."""
        entries = self.entries(desk)
        if key is Key.OK:
            return entries[self._at(len(entries))].turn
        if key is Key.BACK:
            return self.back(desk)
        return Turn(stay=msgspec.structs.replace(self, cursor=moved(self._at(len(entries)), key, len(entries))))

    def screen(self, desk: Desk) -> Screen:
        """The rows around the cursor."""
        title, corner = self.heading(desk)
        entries = self.entries(desk)
        rows = tuple(Row(desk.words(entry.text), entry.value) for entry in entries)
        return Screen(title, window(rows, self._at(len(rows))), corner)

    def _at(self, count: int) -> int:
        """The cursor, kept inside a list that has become shorter."""
        return min(self.cursor, count - 1)


def moved(cursor: int, key: Key, count: int) -> int:
    """The cursor after UP or DOWN in a list of `count`, going round at the ends."""
    return (cursor + (1 if key is Key.DOWN else -1)) % count


class TextPage(Page, frozen=True):
    """Something to read: `lines` under a title, scrolled by UP and DOWN; OK and BACK leave."""

    title: Text
    lines: tuple[Row, ...]
    first: int = 0

    def press(self, key: Key, desk: Desk) -> Turn:
        """Scroll by a line, or leave."""
        del desk
        if key in (Key.OK, Key.BACK):
            return LEAVE
        return Turn(stay=msgspec.structs.replace(self, first=scrolled(self.first, key, len(self.lines))))

    def screen(self, desk: Desk) -> Screen:
        """The lines from the first visible one."""
        return Screen(desk.words(self.title), window(self.lines, self.first, inverted=False))


def scrolled(first: int, key: Key, count: int, visible: int = 3) -> int:
    """The first visible line after UP or DOWN in a text of `count` lines; stops at both ends."""
    return min(max(0, first + (1 if key is Key.DOWN else -1)), max(0, count - visible))


class SwitchPage(Page, frozen=True):
    """Something that OK switches on or off, below what there is to know of it. Subclasses give the rest."""

    first: int = 0

    def title(self) -> Text:
        """What it is."""
        raise NotImplementedError

    def is_on(self, desk: Desk) -> bool:
        """Whether it is on now."""
        raise NotImplementedError

    def texts(self, desk: Desk) -> tuple[Text, ...]:
        """What there is to know, each beginning a line; the last one says what OK does."""
        raise NotImplementedError

    def switch(self, desk: Desk) -> Turn:
        """What OK does."""
        raise NotImplementedError

    def back(self, desk: Desk) -> Turn:
        """What BACK does."""
        del desk
        return LEAVE

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        return tuple(Row(line) for text in self.texts(desk) for line in wrap(desk.words(text), WIDTH - MARK))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Switch, scroll, or leave."""
        if key is Key.OK:
            return self.switch(desk)
        if key is Key.BACK:
            return self.back(desk)
        return Turn(stay=msgspec.structs.replace(self, first=scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """The words, and in the corner whether it is on."""
        corner = desk.words(ON if self.is_on(desk) else OFF)
        return Screen(desk.words(self.title()), window(self._lines(desk), self.first, inverted=False), corner)


ON = Text("开", "On")
OFF = Text("关", "Off")


class Ask(ListPage, frozen=True, kw_only=True):
    """A question before something that cannot be undone: the cursor stands on 不 / No, `yes` does `turn`."""

    question: Text
    yes: Text
    turn: Turn
    depth: int = 1
    """How many pages No and BACK leave: all the questions."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(self.question), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """No, then yes."""
        del desk
        return (Entry(NO, Turn(leave=self.depth)), Entry(self.yes, self.turn))

    def back(self, desk: Desk) -> Turn:
        """No."""
        del desk
        return Turn(leave=self.depth)


NO = Text("不，返回", "No, go back")
SURE = Text("真的吗？", "Really?")


def ask_twice(question: Text, yes: Text, actions: tuple[Action, ...]) -> Page:
    """Two questions in a row; only yes to both gives `actions`, and then leads home."""
    return ask_twice_for(question, yes, Turn(actions, home=True))


def ask_twice_for(question: Text, yes: Text, turn: Turn) -> Page:
    """Two questions in a row; only yes to both does `turn`, in which `leave` 2 leads back to where they were asked."""
    second = Ask(question=SURE, yes=yes, turn=turn, depth=2)
    return Ask(question=question, yes=yes, turn=Turn(opens=second))
