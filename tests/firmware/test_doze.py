"""The first key on a dark display only lights it."""

from __future__ import annotations

from collections.abc import Callable

from firmware.doze import Doze
from firmware.fakes import FakeClock
from hardware.body import NoDisplay
from hardware.ports import Edge, Key, KeyEdge


class Sleeper(NoDisplay):
    """A display that is dark until it is touched."""

    def __init__(self) -> None:
        super().__init__(lambda _: None, FakeClock())
        self.asleep = True

    def touch(self) -> None:
        self.asleep = False


def press(doze: Callable[[object], None], key: Key) -> None:
    for down in (True, False):
        doze(KeyEdge(key, down, 0))


def test_the_first_press_wakes_and_the_second_counts() -> None:
    came: list[object] = []
    doze = Doze(came.append)
    doze.display = display = Sleeper()
    press(doze, Key.OK)
    assert [] == came
    assert not display.asleep
    press(doze, Key.OK)
    assert [KeyEdge(Key.OK, True, 0), KeyEdge(Key.OK, False, 0)] == came


def test_buttons_of_seats_wake_nothing() -> None:
    came: list[object] = []
    doze = Doze(came.append)
    doze.display = display = Sleeper()
    doze(Edge(3, True, 0))
    assert [Edge(3, True, 0)] == came
    assert display.asleep


def test_a_key_that_was_down_when_it_went_dark_is_let_go() -> None:
    came: list[object] = []
    doze = Doze(came.append)
    doze.display = display = Sleeper()
    display.asleep = False
    doze(KeyEdge(Key.UP, True, 0))
    display.asleep = True
    doze(KeyEdge(Key.UP, False, 1))
    assert [KeyEdge(Key.UP, True, 0), KeyEdge(Key.UP, False, 1)] == came


def test_without_a_display_every_press_counts() -> None:
    came: list[object] = []
    press(Doze(came.append), Key.BACK)
    assert 2 == len(came)
