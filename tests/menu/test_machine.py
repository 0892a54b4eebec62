"""Random hands on the keys: whatever is pressed and whatever happens, the menu keeps its promises."""

from __future__ import annotations

from typing import Final

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from audio.say import Language
from engine.seats import seats_of
from engine.setup import Setup
from engine.text import Text
from firmware.menu.actions import (
    REDEAL,
    Action,
    AssignCards,
    DropBoard,
    DropGame,
    EndGame,
    HearMask,
    Keep,
    KeepBoard,
    SetLanguage,
    TestSound,
)
from firmware.menu.model import Menu
from firmware.menu.page import BoardChoice, Machine
from firmware.menu.status import Mode, TableStatus
from firmware.moments import fits as fits_the_moment
from hardware.oled import draw
from hardware.ports import Key
from hardware.screen import Rows, Screen, fits
from tests.menu.cafe import LIVELY, UNHEARD
from tests.menu.own_scenes import HAND_MADE
from tests.menu.scenes import BOARDS, NAMES, NINE, STATUSES

SURE: Final = ("真的吗？", "Really?")
QUESTIONS: Final = {
    DropGame: ("放弃上一局？", "Give it up?"),
    EndGame: ("结束本局？", "End the game?"),
    AssignCards: ("重新发牌？", "Deal again?"),
}
DEEPEST: Final = 10
SECRET: Final = {word for _, name in NAMES for word in (name.zh, name.en)}
"""Words that say what somebody holds; no caption of the scenes that are used has one."""

CALLED: Final = ("wake", "counted", "over", "aborted", "paused", "paused_night")
"""Scenes in which a role is called by its name: by the voice, in the list of its steps, or at the end."""
PUBLIC: Final = [name for name in STATUSES if name not in CALLED]
CAPTIONS: Final = st.text(alphabet="请闭眼，。 abc", max_size=60).map(lambda text: Text(text, text))


OWN: Final = BoardChoice(
    HAND_MADE.id, HAND_MADE.name, HAND_MADE.players, Text("2狼人", "2 Werewolf"), board=HAND_MADE, own=True
)


def written(screen: Screen) -> str:
    """All words of a screen."""
    rows = screen.body.rows if isinstance(screen.body, Rows) else ()
    return " ".join([screen.title, screen.corner, *(f"{row.text} {row.value}" for row in rows)])


class Staff(RuleBasedStateMachine):
    """Presses keys, holds them, lets time pass, and has the table change under the menu."""

    def __init__(self) -> None:
        """Begin idle at time 0."""
        super().__init__()
        self.menu = Menu((*BOARDS, OWN), NAMES)
        self.status = TableStatus()
        self.now_ns = 0
        self.ok_ns: int | None = None
        self.noise = False
        """Whether the noise of the night was asked for."""
        self.chosen: list[str] = []
        """The titles of the screens on which OK was pressed last."""

    def held(self) -> bool:
        """Whether OK has been down for 0.6 s."""
        return self.ok_ns is not None and self.now_ns - self.ok_ns >= 600_000_000

    def took(self, actions: tuple[Action, ...]) -> None:
        """What must hold of every action."""
        for action in actions:
            if isinstance(action, DropGame | EndGame) or action == REDEAL:
                question, sure = self.chosen[-2:]
                assert question in QUESTIONS[type(action)]
                assert sure in SURE
            if isinstance(action, AssignCards) and action != REDEAL:
                assert len(NINE) == len(action.value.split(","))
            if isinstance(action, DropBoard):
                assert (OWN.id, True) == (action.board_id, self.held())
            if isinstance(action, KeepBoard):
                Setup(action.board, seats_of(*range(1, action.board.players + 1)), action.board.rules).check()
            if isinstance(action, Keep):
                assert action.choices == self.menu.choices
            if isinstance(action, HearMask | TestSound):
                assert fits_the_moment(action, self.status)
            if isinstance(action, HearMask):
                self.noise = action.on
            if isinstance(action, SetLanguage):
                assert action.language is self.menu.language

    @rule(key=st.sampled_from(Key))
    def go_down(self, key: Key) -> None:
        """A key goes down."""
        if key is Key.OK:
            self.chosen.append(self.menu.screen(self.now_ns).title)
            self.ok_ns = self.now_ns
        self.took(self.menu.key(key, down=True, at_ns=self.now_ns))

    @rule(key=st.sampled_from(Key))
    def go_up(self, key: Key) -> None:
        """A key goes up, whether it was down or not (an edge may be lost)."""
        if key is Key.OK:
            self.took(self.menu.key(key, down=False, at_ns=self.now_ns))
            self.ok_ns = None
            return
        self.took(self.menu.key(key, down=False, at_ns=self.now_ns))

    @rule(keys=st.lists(st.sampled_from(Key), min_size=1, max_size=12))
    def tap(self, keys: list[Key]) -> None:
        """Short presses."""
        for key in keys:
            self.go_down(key)
            self.go_up(key)

    @rule(passed_ms=st.sampled_from([1, 100, 599, 600, 1000, 9_500]))
    def wait(self, passed_ms: int) -> None:
        """Time passes."""
        self.now_ns += passed_ms * 1_000_000

    @rule(name=st.sampled_from(PUBLIC), caption=CAPTIONS)
    def change(self, name: str, caption: Text) -> None:
        """The table is in another state."""
        mode, self.status = self.status.mode, msgspec.structs.replace(STATUSES[name], caption=caption)
        self.menu.update(self.status)
        if mode is not self.status.mode:
            self.noise = False  # what has begun ends it

    @rule(machine=st.sampled_from([LIVELY, UNHEARD]))
    def plug(self, machine: Machine) -> None:
        """The loudspeaker is put in or pulled out."""
        self.menu.inform(machine)

    @rule(paused=st.booleans(), said_ms=st.integers(0, 20_000))
    def go_on(self, paused: bool, said_ms: int) -> None:
        """The table is in the same state, a little later."""
        self.status = msgspec.structs.replace(self.status, paused=paused, said_ms=said_ms)
        self.menu.update(self.status)

    @rule()
    def back_out(self) -> None:
        """BACK leads home from anywhere."""
        for _ in range(DEEPEST):
            if self.menu.at_home:
                break
            self.took(self.menu.press(Key.BACK, self.now_ns))
        assert self.menu.at_home

    @rule()
    def hold_back(self) -> None:
        """BACK held leads home, unless it opened something there."""
        was_home = self.menu.at_home
        self.took(self.menu.key(Key.BACK, down=True, at_ns=self.now_ns))
        self.now_ns += 1_000_000_000
        self.took(self.menu.key(Key.BACK, down=False, at_ns=self.now_ns))
        assert was_home or self.menu.at_home

    @invariant()
    def everything_can_be_drawn(self) -> None:
        """No text is cut off, and drawing never fails."""
        screen = self.menu.screen(self.now_ns)
        assert fits(screen), screen
        assert (128, 64) == draw(screen).size

    @invariant()
    def no_card_is_seen_unless_ok_is_held(self) -> None:
        """Roles are on the screen only while OK has been down for 0.6 s (boards name cards, but of no seat)."""
        words = written(self.menu.screen(self.now_ns))
        if self.status.mode is Mode.GAME and not self.held():
            assert not {word for word in SECRET if word in words}

    @invariant()
    def the_noise_of_the_night_ends_with_its_page(self) -> None:
        """Nobody hears it at home."""
        assert not (self.noise and self.menu.at_home)

    @invariant()
    def a_screen_is_the_same_when_asked_twice(self) -> None:
        """Looking changes nothing."""
        assert self.menu.screen(self.now_ns) == self.menu.screen(self.now_ns)

    def waits_for_staff(self) -> bool:
        """Whether the game stands until staff have said which cards there are."""
        return self.status.needs_claims or self.status.needs_spares

    @precondition(lambda self: self.menu.at_home and self.status.mode is Mode.GAME and not self.waits_for_staff())
    @rule()
    def a_game_can_always_be_paused_and_taken_up(self) -> None:
        """No dead end: from the public screen any key pauses, BACK goes on."""
        assert ["Pause"] == [type(action).__name__ for action in self.menu.press(Key.OK, self.now_ns)]
        assert ["Resume"] == [type(action).__name__ for action in self.menu.press(Key.BACK, self.now_ns)]
        self.chosen.append("")
        self.ok_ns = None


TestStaff = Staff.TestCase
TestStaff.settings = settings(settings.default, max_examples=80, stateful_step_count=40)


def test_english_staff_see_the_same_menu() -> None:
    """Every entry leads to the same action in both languages: the walk of one is the walk of the other."""
    walk = [Key.DOWN, Key.OK, Key.OK, Key.DOWN, Key.OK, Key.OK, Key.DOWN, Key.OK, Key.OK, Key.BACK, Key.UP, Key.UP]
    found = []
    for language in Language:
        menu = Menu(BOARDS, NAMES, language)
        found.append([menu.press(key) for key in [*walk, Key.OK, Key.BACK]] + [(menu.at_home,)])
    assert found[0] == found[1]
