"""The staff's corner: what the menu is told about the table, and the display that shows it.

The status is made of public facts (and of the claims of night 1 while staff must settle them). The
screen is drawn again only when it differs, and looked at again when time alone will change it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from audio.planner import render
from audio.say import Language
from engine.game import Game, valid
from engine.prompts import Wanted
from engine.roles import ROLES, role_of
from engine.seats import Seat, Seats, seats_of
from engine.setup import Board, Setup
from engine.state import GameState
from engine.text import Text
from firmware.clocktrust import WallClock
from firmware.faults import Fault
from firmware.menu import actions as a
from firmware.menu.choices import Choices
from firmware.menu.model import Menu
from firmware.menu.page import BoardChoice
from firmware.menu.public import chosen
from firmware.menu.status import Claim, Mode, TableStatus
from firmware.restore import Restored
from firmware.table.outlets import Spoken, view_after
from firmware.table.session import Table
from hardware.oled import draw
from hardware.ports import NS_PER_MS, Display, KeyEdge, Timer, Timers
from hardware.screen import VISIBLE, WIDTH, Row, Rows, Screen, wrap

CAPTION_TICK_NS = 500 * NS_PER_MS
"""How often the screen is looked at again while a long caption runs."""

VILLAGER = "villager"


class StaffCorner:
    """Menu and display of one table."""

    def __init__(self, timers: Timers, display: Display, menu: Menu, status: TableStatus, wall: WallClock) -> None:
        """Show the first screen. `wall`: what time it is."""
        self._wall = wall
        self._timers = timers
        self._display = display
        self._shown: object = None
        self._again: Timer | None = None
        self._due = False
        self._closed = False
        self._faults: tuple[Fault, ...] = ()
        self.turned: Callable[[Mode], None] = lambda _: None
        """Told of every new mode."""
        self.menu = menu
        self.status = status
        """What the menu was told last."""
        menu.update(status)
        self.show()

    def close(self) -> None:
        """Draw nothing any more."""
        self._closed = True

    def farewell(self, title: Text, words: Text) -> None:
        """Show `words`, and nothing else any more, whatever is pressed."""
        language = self.menu.language
        rows = tuple(map(Row, wrap(chosen(words, language), WIDTH)))
        self._display.show(draw(Screen(chosen(title, language), Rows(rows[:VISIBLE]))))
        self.close()

    def key(self, edge: KeyEdge) -> tuple[a.Action, ...]:
        """A staff key moved; what staff ask for by it."""
        if self._closed:
            return ()
        self._wall.look()
        self.menu.tell_time(self._wall.state)
        return self.menu.key(edge.key, down=edge.down, at_ns=edge.at_ns, lost=edge.lost)

    def reset(self, status: TableStatus) -> None:
        """Forget what was shown of the last game; what is wrong with the machine is wrong in every one."""
        before = self.status.mode
        self.status = msgspec.structs.replace(status, faults=self._faults)
        self.menu.update(self.status)
        self._show_soon()
        if status.mode is not before:
            self.turned(status.mode)

    def list_faults(self, faults: tuple[Fault, ...]) -> None:
        """These are wrong now, or were."""
        if faults != self._faults:
            self._faults = faults
            self.reset(self.status)

    def tell(self, **changes: object) -> None:
        """Some fields of the status have changed."""
        status = msgspec.structs.replace(self.status, **changes)
        if status != self.status:
            self.reset(status)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins: its caption, and by day the seat it is about. Long captions turn their pages."""
        caption = Text(render(spoken.say, Language.ZH), render(spoken.say, Language.EN))
        named = None if spoken.night or spoken.say.seat is None else Seat(spoken.say.seat)
        self.tell(caption=caption, said_ms=0, named=named)
        self._turn_pages(spoken, caption)

    def _turn_pages(self, spoken: Spoken, caption: Text) -> None:
        now_ns = self._timers.now_ns()
        end_ns = spoken.at_ns + spoken.length_ms * NS_PER_MS
        if self.status.caption is not caption:
            return
        self.tell(said_ms=(now_ns - spoken.at_ns) // NS_PER_MS)
        if now_ns + CAPTION_TICK_NS <= end_ns:
            self._timers.call_at(now_ns + CAPTION_TICK_NS, lambda: self._turn_pages(spoken, caption))

    def shelve(self, boards: tuple[Board, ...], own: tuple[str, ...], why: Text | None) -> None:
        """There are other boards, and perhaps something to know of how they are kept."""
        self.menu.shelve(tuple(choice_of(board, own) for board in boards))
        if why is not None:
            self.tell(fault=why)

    def look_at(self, table: Table | None) -> None:
        """Bring up to date what no outlet reports: pause, what can be done in it, claims that do not fit."""
        wanted = table.wanted if table is not None else None
        claims = wanted is Wanted.CLAIMS
        still = table if table is not None and table.paused else None
        self.tell(
            paused=still is not None,
            past=still.steps if still is not None else (),
            gone=table.game.state.left if table is not None else (),
            can_revote=still is not None and still.can_revote,
            can_extend=still is not None and still.can_extend,
            claiming=still is not None and _asks_for_cards(still.game),
            needs_spares=wanted is Wanted.SPARES,
            needs_claims=claims,
            claims=claims_of(table.game) if table is not None and claims else (),
        )

    def _show_soon(self) -> None:
        """Draw at this very instant, but behind everything that is in the inbox.

        Drawing takes longer than all the rest of a press. When everybody presses at once, no lamp waits for pictures
        which the next press makes old.
        """
        if not self._due:
            self._due = True
            self._timers.call_at(self._timers.now_ns(), self.show)

    def show(self) -> None:
        """Draw the screen when it differs from what is shown."""
        self._due = False
        if self._closed:
            return
        now_ns = self._timers.now_ns()
        self.menu.tell_time(self._wall.state)
        screen = self.menu.screen(now_ns)
        if screen != self._shown:
            self._shown = screen
            self._display.show(draw(screen))
        change_ns = self.menu.changes_at_ns(now_ns)
        if self._again:
            self._again.cancel()
        self._again = None if change_ns is None or change_ns <= now_ns else self._timers.call_at(change_ns, self.show)


def _asks_for_cards(game: Game) -> bool:
    """Whether two taps are asked for just now; the sentence says so."""
    return game.prompt is not None and game.prompt.call.claim


def first_status(waits: Restored | None, fault: Text | None) -> TableStatus:
    """What staff are shown first: whether a game waits for them, and what they must know."""
    view = view_after(valid(waits.steps)) if waits else None
    return TableStatus(mode=Mode.UNFINISHED if waits else Mode.IDLE, view=view, fault=fault)


def menu_for(
    boards: tuple[Board, ...],
    language: Language,
    board: str,
    seats: Seats,
    choices: Choices | None = None,
    *,
    own: tuple[str, ...] = (),
) -> Menu:
    """A menu over `boards` that begins with `board` on `seats`; `choices`: whatever else holds.

    `own`: the ids of the boards that are the café's own.
    """
    names = tuple((role.id, role.name) for role in ROLES)
    return Menu(tuple(choice_of(board, own) for board in boards), names, language, board, seats, choices=choices)


def choice_of(board: Board, own: tuple[str, ...]) -> BoardChoice:
    """`board` as the menu lists it; `own`: the ids of those that are the café's own."""
    seats = seats_of(*range(1, board.players + 1))
    warnings = Setup(board=board, seats=seats, rules=board.rules).warnings()
    return BoardChoice(board.id, board.name, board.players, deck_words(board), warnings, board, own=board.id in own)


def deck_words(board: Board) -> Text:
    """The cards of `board` in one line."""
    zh = " ".join(f"{count.cards}{role_of(count.role).name.zh}" for count in board.cards)
    en = ", ".join(f"{count.cards} {role_of(count.role).name.en}" for count in board.cards)
    return Text(zh, en)


def claims_of(game: Game) -> tuple[Claim, ...]:
    """What staff see when the claims do not fit: every card that somebody plays, and who claimed it. Secret.

    A special wolf claims among 狼人 and is named by its own card; who was 盗贼 holds what it took.
    """
    state = game.state
    return tuple(
        Claim(count.role, role_of(count.role).name, cards, _claimants(state, count.role), rest=count.role == VILLAGER)
        for count in state.deck
        if (cards := state.played(count.role))
    )


def _claimants(state: GameState, role: str) -> Seats:
    """Who holds `role` by its last claim; who took a spare card holds that one and no other."""
    thief = () if state.taken is None else (state.taken.seat,)
    named = [seat for claim in state.claims if claim.within == role for seat in claim.seats]
    seats = (seat for seat in state.claimed(role) if seat not in (*named, *thief))
    return seats_of(*seats, *(thief if state.taken is not None and state.taken.card == role else ()))
