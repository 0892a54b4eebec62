"""The pages during a game: the public screen, the pause menu any key opens, the fault screen and the result."""

from __future__ import annotations

from engine.public import OVER
from engine.seats import Seat
from engine.text import Text
from firmware.menu.actions import Action, EndGame, Leave, MoreTime, Pause, Repeat, Resume, Skip, StandBy, VoteAgain
from firmware.menu.buttons import BUTTONS, ButtonsPage
from firmware.menu.device import power_rows
from firmware.menu.faults import fault_rows
from firmware.menu.home import HomePage
from firmware.menu.live import live_screen
from firmware.menu.page import LEAVE, NO, NOTHING, Ask, Desk, Entry, ListPage, Page, TextPage, Turn, ask_twice, scrolled
from firmware.menu.public import (
    has_office,
    heading_of,
    number_of,
    office_lines,
    out_lines,
    result_lines,
    tally_lines,
    text_lines,
)
from firmware.menu.sound import sound_in_game
from firmware.menu.standin import Finger, finger_screen, lapsed_screen
from firmware.menu.standstill import standstill_rows, still_screen
from firmware.menu.undo import CLAIMS, UNDO, UndoPage, claims_of
from hardware.ports import Key
from hardware.screen import Row, Screen, window

PAUSED = Text("暂停", "Paused")
RESUME = Text("继续", "Go on")
REPEAT = Text("重复这一步", "Repeat step")
SKIP = Text("跳过这一步", "Skip step")
CLAIMS_ASK = Text("跳过身份确认？", "Skip claims?")
SKIP_CLAIMS = Text("跳过，之后核对", "Skip, fix later")
TALLY = Text("票型", "Votes")
OUT = Text("出局", "Out")
OFFICE = Text("警长", "Sheriff")
SEATS = Text("座位情况", "Seats")
LEAVES = Text("玩家离场", "Player leaves")
WHO_LEAVES = Text("谁离场？", "Who leaves?")
FOUL = Text("犯规出局", "Foul: out")
WHO_FOULS = Text("谁犯规？", "Whose foul?")
MORE_TIME = Text("加时30秒", "30 s more")
VOTE_AGAIN = Text("作废并重投", "Vote again")
VOTE_ASK = Text("作废并重投？", "Vote again?")
END = Text("结束本局", "End game")
END_ASK = Text("结束本局？", "End the game?")
STOPPED = Text("已停止", "Stopped")
UNKNOWN = Text("原因不明。", "Reason unknown.")
AGAIN = Text("再试一次", "Try again")
RESULT = Text("游戏结束", "Game over")
NEXT = Text("按OK开下一局", "OK: next game")


class LivePage(Page, frozen=True):
    """What the room may see of the running game. Any key pauses; where staff answer for a seat, OK is held for that."""

    finger: Finger = Finger()

    def guarded(self, desk: Desk) -> bool:
        """Where staff answer for a seat, OK is to be held; in a pause there is nothing to answer."""
        return desk.status.answering is not None and not desk.status.paused

    def press(self, key: Key, desk: Desk) -> Turn:
        """Pause, and offer what can be done; with OK held choose for a seat."""
        answering = desk.status.answering
        if desk.showing and answering is not None and self.guarded(desk) and key in (Key.UP, Key.DOWN):
            finger, actions = self.finger.go(key, answering)
            return Turn(actions, stay=LivePage(finger))
        return Turn((Pause(),), opens=GameMenu())

    def let_go(self, desk: Desk) -> Turn:
        """Do what was chosen."""
        answering = desk.status.answering
        return NOTHING if answering is None else Turn(self.finger.done(answering))

    def dropped(self) -> Page:
        """With nothing chosen."""
        return LivePage()

    def screen(self, desk: Desk) -> Screen:
        """The public screen; while OK is held what staff choose, and after too long that nothing comes of it."""
        if self.guarded(desk) and desk.status.answering is not None:
            if desk.showing:
                return finger_screen(self.finger, desk.status.answering, desk)
            if desk.lapsed:
                return lapsed_screen(desk)
        return still_screen(desk) or live_screen(desk.status, desk.language)

    def ticks(self, desk: Desk) -> bool:
        """What a game stands still for is told page by page."""
        return still_screen(desk) is not None


class GameMenu(ListPage, frozen=True):
    """What staff can do in a game; it is paused while this is open."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """That the game is paused, and for which fault it could not go on."""
        still = desk.status.standstill
        return desk.words(PAUSED), still.faults[0].code if still is not None else ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Go on, repeat, skip, take back; what there is to read; the sound; what has gone wrong; the end.

        Where seats have no button, first of all what can be done about that; nothing goes on before it has been done,
        but for what has been asked about.
        """
        end = Entry(END, Turn(opens=ask_twice(END_ASK, END, (EndGame(),))))
        if desk.status.standstill is not None:
            seats = (*standstill_rows(desk, GameMenu()), *fault_rows(desk), Entry(BUTTONS, Turn(opens=ButtonsPage())))
            return (*seats, *_read(desk), *sound_in_game(desk), *power_rows(desk), end)
        rows = (*_steps(desk), *_read(desk), *sound_in_game(desk), *_mishaps(desk), *fault_rows(desk))
        return (*rows, *power_rows(desk), end)

    def back(self, desk: Desk) -> Turn:
        """Go on with the game; one that cannot is left as it stood."""
        waits = desk.status.standstill is not None or desk.status.doubt is not None
        return Turn((StandBy() if waits else Resume(),), home=True)


def _does(text: Text, action: Action) -> Entry:
    """A row that does something and goes on with the game."""
    return Entry(text, Turn((action,), home=True))


def _reads(title: Text, lines: tuple[Row, ...], value: str = "") -> Entry:
    """A row that opens something to read."""
    return Entry(title, Turn(opens=TextPage(title, lines)), value)


def _steps(desk: Desk) -> tuple[Entry, ...]:
    """What can be done about the step that is open, and about earlier ones."""
    status = desk.status
    entries = [_does(RESUME, Resume()), _does(REPEAT, Repeat())]
    if status.can_extend:
        entries.append(_does(MORE_TIME, MoreTime()))
    if status.claiming:
        skip = Ask(question=CLAIMS_ASK, yes=SKIP_CLAIMS, turn=Turn((Skip(),), home=True))
        entries.append(Entry(SKIP, Turn(opens=skip)))
    elif not (status.needs_claims or status.needs_spares):
        entries.append(_does(SKIP, Skip()))
    if status.past:
        entries.append(Entry(UNDO, Turn(opens=UndoPage())))
    if status.can_revote:
        again = Ask(question=VOTE_ASK, yes=VOTE_AGAIN, turn=Turn((VoteAgain(),), home=True))
        entries.append(Entry(VOTE_AGAIN, Turn(opens=again)))
    return tuple(entries)


def _read(desk: Desk) -> tuple[Entry, ...]:
    """What the room knows."""
    view = desk.status.view
    if view is None:
        return ()
    entries = []
    if lines := tally_lines(view, desk.language):
        entries.append(_reads(TALLY, tuple(map(Row, lines))))
    if has_office(view):
        entries.append(_reads(OFFICE if view.sheriff else SEATS, office_lines(view, desk.language)))
    return (*entries, _reads(OUT, out_lines(view, desk.language), f"{len(view.out)}"))


def _mishaps(desk: Desk) -> tuple[Entry, ...]:
    """Players, buttons and claims that are not as they should be."""
    view = desk.status.view
    if view is None or view.phase == OVER:
        return ()
    entries = []
    if view.living:
        entries.append(Entry(LEAVES, Turn(opens=LeavePage())))
        entries.append(Entry(FOUL, Turn(opens=LeavePage(foul=True))))
    if view.seats:
        entries.append(Entry(BUTTONS, Turn(opens=ButtonsPage())))
    if claims_of(desk.status.past, view):
        entries.append(Entry(CLAIMS, Turn(opens=UndoPage(claims=True))))
    return tuple(entries)


class LeavePage(ListPage, frozen=True):
    """Whose player has left the table, or is out for a foul; asked once more, since nobody comes back into a game."""

    foul: bool = False

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(WHO_FOULS if self.foul else WHO_LEAVES), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Everybody who is not out, and has not left already."""
        assert desk.status.view is not None, "opened from a game"
        present = [seat for seat in desk.status.view.living if seat not in desk.status.gone]
        rows = tuple(Entry(number_of(seat), Turn(opens=leave_ask(seat, foul=self.foul))) for seat in present)
        return rows or (Entry(NO, LEAVE),)


def leave_ask(seat: Seat, *, foul: bool = False) -> Page:
    """Whether `seat` is really out; no and BACK lead to the game's menu."""
    name = number_of(seat)
    question = Text(f"{name.zh}离场？", f"{name.en} leaves?")
    yes = Text(f"{name.zh}离场出局", f"{name.en} is out")
    if foul:
        question = Text(f"{name.zh}犯规？", f"{name.en}: a foul?")
        yes = Text(f"{name.zh}犯规出局", f"{name.en} is out")
    return Ask(question=question, yes=yes, turn=Turn((Leave(seat, foul),), home=True), depth=2)


class StoppedPage(Page, frozen=True):
    """The game cannot go on: why. OK shows what can be done."""

    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        return text_lines(desk.words(desk.status.fault or UNKNOWN))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Scroll, or open the choices."""
        if key is Key.OK:
            return Turn(opens=StoppedMenu())
        if key is Key.BACK:
            return NOTHING
        return Turn(stay=StoppedPage(scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """The reason."""
        view = desk.status.view
        corner = "" if view is None else desk.words(heading_of(view))
        return Screen(desk.words(STOPPED), window(self._lines(desk), self.first, inverted=False), corner)


class StoppedMenu(ListPage, frozen=True):
    """Try again, or end the game (asked twice); where nothing is heard, also what can be done about that."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """That the game has stopped."""
        return desk.words(STOPPED), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """The choices."""
        sound = sound_in_game(desk) if desk.machine.sound.trouble is not None else ()
        return (
            Entry(AGAIN, Turn((Resume(),), home=True)),
            *sound,
            *power_rows(desk),
            Entry(END, Turn(opens=ask_twice(END_ASK, END, (EndGame(),)))),
        )


class ResultPage(Page, frozen=True):
    """The end of a game: who won, and every card, which is public now. OK and BACK lead to the next game."""

    first: int = 0

    def _lines(self, desk: Desk) -> tuple[Row, ...]:
        view = desk.status.view
        lines = () if view is None else result_lines(view, desk.names, desk.language)
        return (*lines, Row(desk.words(NEXT)))

    def press(self, key: Key, desk: Desk) -> Turn:
        """Scroll, or go to the home page."""
        if key in (Key.OK, Key.BACK):
            return Turn(opens=HomePage())
        return Turn(stay=ResultPage(scrolled(self.first, key, len(self._lines(desk)))))

    def screen(self, desk: Desk) -> Screen:
        """The lines."""
        return Screen(desk.words(RESULT), window(self._lines(desk), self.first, inverted=False))
