"""The menu walked completely: every page there is, from every page every key.

What changes a choice is a step aside: its screen is looked at, and the walk goes on where it was.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import pytest

from audio.say import Language
from firmware.boards import find_board, preset_boards
from firmware.glossary import pages as glossary
from firmware.menu import (
    buttons,
    decks,
    device,
    editor,
    faults,
    game,
    home,
    keeping,
    lamptest,
    ownboards,
    rules,
    selfcheck,
    sound,
    timepage,
    trial,
    undo,
)
from firmware.menu.actions import DropBoard, DropGame, EndTrial, HearMask, Keep, StartAgain, StartGame
from firmware.menu.model import HOME_NS, MAX_DEPTH, Menu
from firmware.menu.page import Ask, Page, TextPage
from hardware.ports import Key
from hardware.screen import BLANK, Screen, fits
from tests.menu.cafe import LIVELY, UNHEARD, WIRED, house
from tests.menu.own_scenes import HAND_MADE

PAGES: Final[Mapping[str, frozenset[type[Page]]]] = {
    "idle": frozenset(
        {
            home.HomePage,
            ownboards.GroupsPage,
            ownboards.NewPage,
            ownboards.FromPage,
            ownboards.FromListPage,
            ownboards.OwnPage,
            ownboards.OwnBoardPage,
            ownboards.DeletePage,
            editor.EditorPage,
            keeping.RemarkPage,
            keeping.NamesPage,
            keeping.KeptPage,
            decks.BoardsPage,
            decks.DeckPage,
            home.SeatsPage,
            rules.RulesPage,
            rules.RulePage,
            glossary.GlossaryPage,
            glossary.LettersPage,
            glossary.TermPage,
            sound.SoundPage,
            sound.VolumePage,
            sound.VoicePage,
            sound.CardPage,
            sound.MaskPage,
            sound.OnlinePage,
            device.DevicePage,
            timepage.TimePage,
            TextPage,
            Ask,
        }
    ),
    "check_pressed": frozenset({trial.CheckPage, trial.CheckMenu, trial.SilentPage, trial.SparePage, Ask}),
    "rehearsal_count": frozenset({trial.RehearsalPage}),
    "lamps": frozenset({lamptest.LampsPage}),
    "selftest": frozenset({selfcheck.SeatsPart}),
    "selftest_faults": frozenset({selfcheck.DevicesPart, faults.FaultPage, TextPage}),
    "selftest_display": frozenset({selfcheck.DisplayPart}),
    "selftest_speaker": frozenset({selfcheck.SpeakerPart}),
    "selftest_clock": frozenset({selfcheck.ClockPart}),
    "selftest_result": frozenset({selfcheck.ResultPart, TextPage}),
    "unfinished": frozenset({home.UnfinishedPage, Ask}),
    "paused": frozenset(
        {
            game.LivePage,
            game.GameMenu,
            game.LeavePage,
            undo.UndoPage,
            buttons.ButtonsPage,
            buttons.ButtonPage,
            trial.SparePage,
            sound.VolumePage,
            TextPage,
            Ask,
        }
    ),
    "stopped": frozenset({game.StoppedPage, game.StoppedMenu, sound.VolumePage, sound.CardPage, TextPage, Ask}),
}
"""The pages that the walk in each status comes to; the game has stopped because nothing is heard."""

OF_A_REAL_TABLE: Final = ("selftest_faults", "selftest_display", "unfinished")
"""Where the walk is that of a wired table."""

FEW: Final = tuple(find_board(board, preset_boards()) for board in ("B06a", "B06b", "B09", "B12-预女猎守"))
"""As many shipped boards as there are kinds of lists; every further one has the same pages."""

SURE: Final = ("真的吗？", "Really?")


def top(menu: Menu) -> Page:
    """The page that is shown."""
    return menu._pages[-1]  # noqa: SLF001 - a walk over pages has to see them


def after(menu: Menu, key: Key) -> tuple[Menu, tuple[object, ...]]:
    """Another menu where `key` has been pressed, and what staff asked for by it."""
    twin = copy.copy(menu)
    twin._pages = list(menu._pages)  # noqa: SLF001 - copied, so that the walk can come back
    return twin, twin.press(key)


def noisy(menu: Menu) -> bool:
    """Whether staff are listening to the noise of the night."""
    page = top(menu)
    return isinstance(page, sound.MaskPage) and page.on


def walk(start: Menu) -> Iterator[tuple[Menu, Menu, tuple[object, ...]]]:
    """Every step there is: where it begins, where it leads, and what was asked for."""
    seen: set[tuple[int, Screen]] = set()
    ahead = [start]
    while ahead:
        menu = ahead.pop()
        for key in Key:
            led, actions = after(menu, key)
            yield menu, led, actions
            place = len(led._pages), _seen(led)  # noqa: SLF001 - as above
            if _kept(led) == _kept(start) and place not in seen:
                seen.add(place)
                ahead.append(led)


def _seen(menu: Menu) -> Screen:
    """The screen; one that shows the time is the same a minute later."""
    page, screen = top(menu), menu.screen()
    if not isinstance(page, timepage.TimePage):
        return screen
    return msgspec.structs.replace(screen, body=BLANK.body, corner=f"{page.part}")


def _kept(menu: Menu) -> tuple[object, ...]:
    """What staff have chosen, and the board that they are making."""
    return menu.choices, menu._desk.draft  # noqa: SLF001 - as above


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("status", PAGES)
def test_no_page_is_a_dead_end_and_back_always_leads_home(status: str, language: Language) -> None:
    machine = UNHEARD if status == "stopped" else WIRED if status in OF_A_REAL_TABLE else LIVELY
    start = house(language, status=status, machine=machine, shipped=FEW, own_boards=(HAND_MADE,))
    found: set[type[Page]] = set()
    for before, menu, actions in walk(start):
        found.add(type(top(menu)))
        assert fits(menu.screen()), menu.screen()
        for action in actions:
            if isinstance(action, DropGame) or (isinstance(action, Keep) and action.choices.rules == ()):
                assert before.screen().title in SURE
            assert not isinstance(action, DropBoard), "no short press deletes a board"
            assert not (isinstance(action, StartGame | StartAgain | EndTrial) and not menu.at_home)
        assert (HearMask(on=False) in actions) == (noisy(before) and not noisy(menu))
        out = menu
        for _ in range(MAX_DEPTH):
            if not out.at_home:
                out, _ = after(out, Key.BACK)
        assert out.at_home
        held, _ = after(menu, Key.UP)
        held.key(Key.BACK, down=True, at_ns=0)
        held.key(Key.BACK, down=False, at_ns=HOME_NS)
        assert held.at_home
    assert PAGES[status] == found


def test_every_page_of_the_menu_is_walked() -> None:
    names = ("home", "decks", "editor", "keeping", "ownboards", "rules", "trial", "game", "buttons", "undo", "sound")
    modules = {f"firmware.menu.{name}" for name in (*names, "device", "lamptest", "selfcheck", "timepage")}
    classes = {page for page in _below(Page) if page.__module__ in modules}
    walked = frozenset[type[Page]]().union(*PAGES.values())
    left = {home.UnusualPage, game.ResultPage, decks.SizesPage, selfcheck.CheckList}
    assert left == classes - walked, "nothing unusual is shipped; the end is read; sizes come with more rows"


def _below(page: type[Page]) -> Iterator[type[Page]]:
    for below in page.__subclasses__():
        yield below
        yield from _below(below)
