"""The pages between games: start, board, seats, pace, language and what leads on; the game left unfinished."""

from __future__ import annotations

import msgspec

from audio.say import Language
from engine.seats import MAX_SEATS, Seat
from engine.text import Text
from firmware.glossary import GlossaryPage
from firmware.menu.about import ABOUT, about_lines
from firmware.menu.actions import CheckSeats, ContinueGame, DropGame, Rehearse, SetLanguage, StartAgain, StartGame
from firmware.menu.boardnames import home_name, id_in
from firmware.menu.decks import BOARD, playable, too_few
from firmware.menu.device import MACHINE, DevicePage, device_row, power_rows
from firmware.menu.faults import fault_rows
from firmware.menu.nights import unusual
from firmware.menu.ownboards import GroupsPage
from firmware.menu.page import (
    LEAVE,
    NOTHING,
    BoardChoice,
    Desk,
    Entry,
    ListPage,
    Page,
    TextPage,
    Turn,
    ask_twice,
    moved,
    scrolled,
)
from firmware.menu.public import LIST_ROOM, corner_of, players, text_lines
from firmware.menu.rules import RULES, RulesPage, departures
from firmware.menu.sound import sound_row
from firmware.menu.timepage import with_the_time
from firmware.menu.trial import CHECK, REHEARSAL
from firmware.table.pace import PACES
from hardware.ports import Key
from hardware.screen import GAP, Cell, Grid, Row, Screen, width, window

TITLE = Text("法官", "Judge")
START = Text("开始", "Start")
AGAIN = Text("再来一局", "Again")
AGAIN_SHORT = Text("再来", "Again")
SEATS = Text("座位", "Seats")
LANGUAGE = Text("语言", "Language")
GLOSSARY = Text("术语", "Terms")
PACE = Text("节奏", "Pace")
PACE_NAMES = {"fast": Text("快", "Fast"), "normal": Text("正常", "Normal"), "slow": Text("慢", "Slow")}
LANGUAGE_NAMES = {Language.ZH: "中文", Language.EN: "EN"}
NO_START = Text("不能开始", "Cannot start")
NO_BOARD = Text("没有板子，请检查安装。", "There is no board. Check the installation.")
UNUSUAL = Text("注意", "Notice")
ANYWAY = Text("按OK开始", "OK: start")
UNFINISHED = Text("未完成", "Unfinished")
CONTINUE = Text("继续上一局", "Go on")
DROP = Text("放弃", "Give up")
DROP_ASK = Text("放弃上一局？", "Give it up?")


def mismatch(seats: int, needed: int) -> Text:
    """Why a game cannot start when the seats do not fit the board."""
    return Text(
        f"座位选了{seats}个，板子要{needed}人。请改座位或板子。",
        f"{seats} seats chosen, the board is for {needed}. Change seats or board.",
    )


def why_not(desk: Desk) -> Text | None:
    """Why no game can start now, None when one can."""
    if not desk.boards:
        return NO_BOARD
    needed = desk.boards[desk.board].players
    return too_few(desk, needed) or (None if len(desk.seats) == needed else mismatch(len(desk.seats), needed))


class HomePage(ListPage, frozen=True):
    """What staff see between games; every row shows its present value."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The judge, and for how many players."""
        return desk.words(TITLE), desk.words(players(len(desk.seats)))

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Start, or the last game again; what is chosen, and what is tried out, before it; what there is to know."""
        chosen = desk.boards[desk.board] if desk.boards else None
        needed = chosen.players if chosen else 0
        return (
            Entry(START, _start(desk)),
            *_again(desk),
            Entry(
                BOARD,
                Turn(opens=GroupsPage(cursor=_group(desk))) if chosen else NOTHING,
                _short(chosen, desk) if chosen else "-",
            ),
            Entry(SEATS, Turn(opens=SeatsPage()), f"{len(desk.seats)}/{needed}"),
            Entry(CHECK, Turn((CheckSeats(desk.seats),)) if desk.seats else NOTHING),
            Entry(REHEARSAL, Turn((Rehearse(desk.seats),)) if desk.seats else NOTHING),
            Entry(RULES, Turn(opens=RulesPage()), departures(desk)),
            Entry(PACE, _next_pace(desk), desk.words(PACE_NAMES[desk.pace])),
            sound_row(desk),
            Entry(LANGUAGE, _switch(desk), LANGUAGE_NAMES[desk.language]),
            device_row(desk),
            Entry(GLOSSARY, Turn(opens=GlossaryPage())),
            *fault_rows(desk),
            Entry(ABOUT, Turn(opens=TextPage(ABOUT, about_lines(desk)))),
        )

    def back(self, desk: Desk) -> Turn:
        """Out to what was shown before (the end of a game), if anything."""
        del desk
        return LEAVE


def machine_pages(desk: Desk, row: int) -> tuple[Page, Page]:
    """Home, and 设备 above it with the cursor on its `row`: as they were when the row was chosen."""
    names = [entry.text for entry in HomePage().entries(desk)]
    return HomePage(cursor=names.index(MACHINE)), DevicePage(cursor=row)


def _start(desk: Desk) -> Turn:
    """What 开始 does: begin, or say why not; something unusual is read first."""
    problem = why_not(desk)
    if problem is not None:
        return Turn(opens=TextPage(NO_START, text_lines(desk.words(problem))))
    begin = StartGame(desk.boards[desk.board].id, desk.seats)
    return Turn(opens=UnusualPage(begin=begin)) if unusual(desk) else with_the_time(desk, Turn((begin,)))


def _again(desk: Desk) -> tuple[Entry, ...]:
    """再来一局, when there was a game; its board is called as in the row 板子, for which the words make room."""
    if not desk.machine.last:
        return ()
    last = next((board for board in desk.boards if board.id == desk.machine.last), None)
    name = _short(last, desk) if last else id_in(desk.machine.last, _room(desk))
    whole = width(desk.words(AGAIN)) + GAP + width(name) <= LIST_ROOM
    again = with_the_time(desk, Turn((StartAgain(),)))
    return (Entry(AGAIN if whole else AGAIN_SHORT, again, name),)


def _next_pace(desk: Desk) -> Turn:
    """The next pace, round the end."""
    names = tuple(PACES)
    following = names[(names.index(desk.pace) + 1) % len(names)]
    return Turn(desk=msgspec.structs.replace(desk, pace=following))


def _switch(desk: Desk) -> Turn:
    """The other language."""
    other = Language.EN if desk.language is Language.ZH else Language.ZH
    return Turn((SetLanguage(other),), desk=msgspec.structs.replace(desk, language=other))


class UnusualPage(Page, frozen=True, kw_only=True):
    """What is unusual in the chosen board, before a game with it: OK starts all the same."""

    begin: StartGame
    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        warned = (line for text in unusual(desk) for line in text_lines(desk.words(text)))
        return (*warned, Row(desk.words(ANYWAY)))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Start, leave, or scroll."""
        if key is Key.OK:
            return with_the_time(desk, Turn((self.begin,), home=True))
        if key is Key.BACK:
            return LEAVE
        return Turn(stay=UnusualPage(begin=self.begin, first=scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """The warnings."""
        return Screen(desk.words(UNUSUAL), window(self._lines(desk), self.first, inverted=False))


def _short(board: BoardChoice, desk: Desk) -> str:
    """What the home page calls `board`, beside the word."""
    return home_name(board, desk, _room(desk))


def _room(desk: Desk) -> int:
    """How much room the home page has for the name of a board, in px."""
    return LIST_ROOM - width(desk.words(BOARD)) - GAP


def _group(desk: Desk) -> int:
    """Where the size of the chosen board stands among the sizes."""
    numbers, chosen = playable(desk), desk.boards[desk.board].players
    return numbers.index(chosen) if chosen in numbers else 0


class SeatsPage(Page, frozen=True):
    """Which of the seats are in use; gaps are allowed. OK switches the seat in the frame."""

    cursor: int = 0

    def press(self, key: Key, desk: Desk) -> Turn:
        """Move, switch, or leave."""
        if key is Key.BACK:
            return LEAVE
        seat, places = self._seat(desk), desk.machine.places
        if key is Key.OK:
            return Turn(desk=msgspec.structs.replace(desk, seats=tuple(sorted(set(desk.seats) ^ {seat}))))
        return Turn(stay=SeatsPage(places[moved(places.index(seat), key, len(places))] - 1))

    def _seat(self, desk: Desk) -> Seat:
        """The seat in the frame."""
        seat, places = Seat(self.cursor + 1), desk.machine.places
        return seat if seat in places else places[0]

    def screen(self, desk: Desk) -> Screen:
        """All seats as a grid, a dash where none is wired; and how many are chosen of how many the board needs."""
        numbers = tuple(Seat(n) for n in range(1, MAX_SEATS + 1))
        cells = tuple(Cell(str(n) if n in desk.machine.places else "-", n in desk.seats) for n in numbers)
        needed = desk.boards[desk.board].players if desk.boards else 0
        return Screen(desk.words(SEATS), Grid(cells, self._seat(desk) - 1), f"{len(desk.seats)}/{needed}")


class UnfinishedPage(ListPage, frozen=True):
    """A game was found that did not end: go on, or give it up (asked twice)."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What was found, and how far it had come."""
        view = desk.status.view
        return desk.words(UNFINISHED), "" if view is None else desk.words(corner_of(view))

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Go on, give up."""
        return (
            Entry(CONTINUE, with_the_time(desk, Turn((ContinueGame(),)))),
            Entry(DROP, Turn(opens=ask_twice(DROP_ASK, DROP, (DropGame(),)))),
            *power_rows(desk),
        )
