"""Players some of whom have no button: staff look at their fingers, hold OK, and choose for them on the display."""

from __future__ import annotations

from functools import partial

import msgspec

from audio.say import Language
from engine.prompts import RollCall
from engine.seats import Seat
from firmware.menu.actions import Keep
from firmware.menu.choices import OFF
from firmware.menu.public import option_label
from firmware.menu.standin import HANDS
from firmware.menu.status import Hand
from firmware.table.score import Score
from hardware.ports import Key, KeyEdge
from hardware.screen import Rows
from tests.kit.ears import Begun
from tests.kit.players import QUIT_MS, Finger, Mind, Players, Scene
from tests.kit.table import MS, VirtualTable

SEES_MS = 700
"""So long OK is held before anything is seen."""
KEY_MS = 60
"""A staff key goes down and up in this time."""
LOOKS_MS = 150
"""How long staff look before they reach for OK."""
MOST = 40
"""No list is longer."""


def hand_of(fingers: list[Finger]) -> Hand:
    """The gesture that these presses of one seat make."""
    lengths = [finger.hold_ms for finger in fingers]
    if len(lengths) == 3:
        return Hand.REVEAL
    if len(lengths) == 2:
        return Hand.TWO_TAPS
    return Hand.LONG_HOLD if lengths[0] >= QUIT_MS else Hand.HOLD if lengths[0] >= 1000 else Hand.TAP


def switch_off(table: VirtualTable, *seats: int) -> None:
    """Staff have chosen to answer for these seats."""
    choices = table.judge.staff.menu.choices
    pads = tuple((Seat(seat), OFF) for seat in seats)
    table.staff(Keep(msgspec.structs.replace(choices, seats=table.seats, pads=pads)))
    table.judge.staff.menu.wear(pads)


class AnsweredPlayers(Players):
    """The hands of a mind, of which those of `silent` seats are staff's."""

    def __init__(self, mind: Mind, *silent: int) -> None:
        """Nobody sits yet."""
        super().__init__(mind)
        self._silent = silent
        self.entered = 0
        """How often staff have chosen something."""

    def begin(self, score: Score, start_ns: int) -> None:
        """Who has a button presses; for the others staff do."""
        super().begin(score, start_ns)
        scene = Scene(Begun(score, start_ns, self.table.prompt), self.table.table.game.state, self.table.held)
        at_ns = max(start_ns + score.question_ms * MS, self.table.now_ns) + LOOKS_MS * MS
        for seat in self._silent:
            wanted = self._wanted(scene, Seat(seat))
            if wanted:
                self._due.append(self.table.loop.call_at(at_ns, partial(self._reach, Seat(seat), wanted)))
                at_ns += 3_000 * MS

    def _press(self, finger: Finger) -> None:
        if finger.seat not in self._silent:
            super()._press(finger)

    def _wanted(self, scene: Scene, seat: Seat) -> tuple[str, ...]:
        """What staff see the player do, as the display calls it."""
        prompt = scene.begun.prompt
        if isinstance(prompt, RollCall) and scene.score.counts and not (prompt.offers and self.mind.reveal(scene)):
            if prompt.options_of(seat) is None:
                return ()
            return tuple(option_label(option, Language.ZH) for option in self.mind.several(scene, seat))
        fingers = [finger for finger in self.mind.fingers(scene) if finger.seat == seat]
        return (HANDS[hand_of(fingers)].zh,) if fingers else ()

    def _key(self, key: Key, *, down: bool) -> None:
        self.table.loop.put(KeyEdge(key, down, self.table.now_ns))

    def _later(self, ms: int, action: partial[None]) -> None:
        self._due.append(self.table.loop.call_at(self.table.now_ns + ms * MS, action))

    def _reach(self, seat: Seat, wanted: tuple[str, ...]) -> None:
        self._key(Key.OK, down=True)
        self._later(SEES_MS, partial(self._step, seat, wanted, MOST))

    def _step(self, seat: Seat, wanted: tuple[str, ...], left: int) -> None:
        """One look at the display: let go where it shows what is wanted, else go on."""
        assert left, f"the display does not offer {wanted[0]} for {seat}"
        screen = self.table.judge.staff.menu.screen(self.table.now_ns)
        assert isinstance(screen.body, Rows)
        if not screen.title.endswith(f" {seat}号"):
            self._tap(Key.UP)
        elif screen.body.rows[0].text != wanted[0]:
            self._tap(Key.DOWN)
        else:
            self.entered += 1
            self._key(Key.OK, down=False)
            if wanted[1:]:
                self._later(KEY_MS, partial(self._reach, seat, wanted[1:]))
            return
        self._later(2 * KEY_MS, partial(self._step, seat, wanted, left - 1))

    def _tap(self, key: Key) -> None:
        self._key(key, down=True)
        self._later(KEY_MS, partial(self._key, key, down=False))
