"""What every display does, whichever it is: the simulated one, one on a luma device, and the real table's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import pytest
from luma.core.device import dummy
from PIL import Image

from firmware.fakes import FakeClock
from hardware.fake_i2c import FakeWire
from hardware.fakes import FakeDisplay
from hardware.i2c import Bus
from hardware.oled import LumaDisplay
from hardware.panel import Panel
from hardware.ports import Condition, Display, DisplayPort
from hardware.wiring import Driver, Oled
from tests.kit.glass import ADDRESS, Inbox, RealClock, S, Watched, menu


class Subject(Protocol):
    """A display under test, and what is seen on it."""

    display: Display

    def wait_for_image(self, image: Image.Image) -> None:
        """Return as soon as `image` is seen; fail when it never is."""

    def break_(self) -> None:
        """Make whatever carries the picture fail from now on."""

    def mend(self) -> None:
        """Let it work again."""

    def close(self) -> None:
        """Be done."""


class OnFake:
    def __init__(self) -> None:
        self.display = FakeDisplay()

    def wait_for_image(self, image: Image.Image) -> None:
        assert self.display.image is not None
        assert image.tobytes() == self.display.image.tobytes()

    def break_(self) -> None:
        """It cannot fail."""

    def mend(self) -> None:
        """It never failed."""

    def close(self) -> None:
        """There is nothing to free."""


class Breakable(dummy):  # type: ignore[misc] # luma has no types
    """luma's dummy device on a bus that can be cut."""

    broken = False

    def display(self, image: Image.Image) -> None:
        if self.broken:
            raise OSError(121, "Remote I/O error")
        super().display(image)


class OnLuma:
    def __init__(self) -> None:
        self.device = Breakable(width=128, height=64, mode="1")
        self.display = LumaDisplay(self.device)

    def wait_for_image(self, image: Image.Image) -> None:
        assert image.tobytes() == self.device.image.tobytes()

    def break_(self) -> None:
        self.device.broken = True

    def mend(self) -> None:
        self.device.broken = False

    def close(self) -> None:
        """There is nothing to free."""


class OnPanel:
    def __init__(self) -> None:
        self.wire, self.chip, self.inbox = FakeWire(), Watched(), Inbox()
        self.wire.plug(ADDRESS, self.chip)
        self.display = Panel(Oled(), Bus(self.wire), self.inbox.put, RealClock())
        self.display.start()

    def wait_for_image(self, image: Image.Image) -> None:
        self.chip.wait_for_image(image)

    def break_(self) -> None:
        self.wire.unplug(ADDRESS)

    def mend(self) -> None:
        # Back before anything was sent, it would be a display that lost its power for a moment.
        self.inbox.wait_for(Condition.OK, Condition.ABSENT)
        self.wire.plug(ADDRESS, self.chip)

    def close(self) -> None:
        self.display.close()


@pytest.fixture(params=[OnFake, OnLuma, OnPanel])
def subject(request: pytest.FixtureRequest) -> Iterator[Subject]:
    make: Callable[[], Subject] = request.param
    subject = make()
    yield subject
    subject.close()


def test_a_picture_is_seen_dot_by_dot(subject: Subject) -> None:
    subject.display.show(menu(3))
    subject.wait_for_image(menu(3))


def test_the_newest_wins(subject: Subject) -> None:
    for cursor in (1, 5, 2, 7, 4):
        subject.display.show(menu(cursor))
    subject.wait_for_image(menu(4))


def test_what_is_drawn_into_a_picture_afterwards_is_not_seen(subject: Subject) -> None:
    image = menu(3)
    subject.display.show(image)
    subject.wait_for_image(menu(3))
    image.paste(255, (0, 0, 128, 64))
    subject.display.show(menu(4))
    subject.wait_for_image(menu(4))


def test_a_display_that_fails_raises_nothing_and_shows_the_newest_picture_once_it_works(subject: Subject) -> None:
    subject.display.show(menu(0))
    subject.wait_for_image(menu(0))
    subject.break_()
    for cursor in (1, 2, 3):
        subject.display.show(menu(cursor))
    subject.mend()
    subject.display.show(menu(4))
    subject.wait_for_image(menu(4))


def test_the_same_picture_again_is_harmless(subject: Subject) -> None:
    for _ in range(3):
        subject.display.show(menu(6))
    subject.wait_for_image(menu(6))


@pytest.mark.parametrize("make", [OnFake, OnPanel])
@pytest.mark.parametrize(("mode", "size"), [("1", (64, 128)), ("L", (128, 64))])
def test_another_mode_or_size_is_the_callers_bug(make: Callable[[], Subject], mode: str, size: tuple[int, int]) -> None:
    """luma's own devices check that themselves."""
    subject = make()
    with pytest.raises(AssertionError):
        subject.display.show(Image.new(mode, size))
    subject.close()


class Resting:
    """The port of a real table on a clock that is moved by hand, and what it says of its sleep."""

    def __init__(self, port: DisplayPort, clock: FakeClock, ready: Callable[[], None]) -> None:
        """`ready` returns once the display answers."""
        self.port = port
        self._clock = clock
        self._ready = ready

    def start(self) -> None:
        """Started, and there."""
        self.port.start()
        self._ready()

    def asleep_at(self, at_s: int) -> bool:
        """Whether it sleeps at `at_s`."""
        self._clock.move_to(at_s * S)
        return self.port.asleep


@pytest.fixture(params=["fake", "panel"])
def resting(request: pytest.FixtureRequest) -> Iterator[Resting]:
    clock, wire, inbox = FakeClock(), FakeWire(), Inbox()
    wire.plug(ADDRESS, Watched())
    if request.param == "fake":
        resting = Resting(FakeDisplay(clock), clock, lambda: None)
    else:
        panel = Panel(Oled(), Bus(wire), inbox.put, clock)
        resting = Resting(panel, clock, lambda: inbox.wait_for(Condition.OK))
    yield resting
    resting.port.close()


def test_it_sleeps_five_minutes_after_its_last_use(resting: Resting) -> None:
    assert not resting.asleep_at(0)
    resting.start()
    resting.port.show(menu(0))
    assert [False, True] == [resting.asleep_at(299), resting.asleep_at(300)]


def test_a_key_and_a_new_picture_are_use_and_the_same_picture_again_is_none(resting: Resting) -> None:
    resting.start()
    resting.port.show(menu(0))
    assert resting.asleep_at(400)
    resting.port.show(menu(0))
    assert resting.asleep_at(401)
    resting.port.touch()
    assert [False, False, True] == [resting.asleep_at(at_s) for at_s in (401, 700, 701)]
    resting.port.show(menu(1))
    assert [False, True] == [resting.asleep_at(at_s) for at_s in (1000, 1001)]


def test_it_never_sleeps_while_it_is_kept_lit(resting: Resting) -> None:
    resting.start()
    resting.port.keep_lit(on=True)
    assert not resting.asleep_at(5000)
    resting.port.keep_lit(on=False)
    assert resting.asleep_at(5000)


def test_a_display_wired_anew_is_known_and_in_use(resting: Resting) -> None:
    other = Oled(driver=Driver.SH1106)
    resting.start()
    assert resting.asleep_at(400)
    resting.port.use(other)
    assert other == resting.port.oled
    assert not resting.asleep_at(400)


def test_what_was_never_started_does_not_sleep_and_may_be_closed(resting: Resting) -> None:
    assert not resting.asleep_at(1000)
    resting.port.close()
    resting.port.close()
