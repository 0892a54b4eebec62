"""Pads, lamps and a display that behave, without hardware. Shipped: they are also the body of the simulated table."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING, Final

import msgspec

from hardware.patterns import is_lit
from hardware.ports import NS_PER_MS, Clock, Edge, LampFrame, Pattern
from hardware.rest import Light, light
from hardware.wiring import Oled

if TYPE_CHECKING:
    from collections.abc import Callable

    from PIL import Image

    from hardware.ports import Timers


MAX_HISTORY: Final = 20_000
"""Frames that are remembered; the oldest are forgotten first."""

SCREEN_SIZE: Final = (128, 64)

BOUNCE_NS: Final = 4 * NS_PER_MS
"""A contact bounces no longer than this."""


def bounces(seed: int, pairs: int = 3) -> tuple[int, ...]:
    """Offsets in ns, ascending, at which a contact flips after an edge; an even number, so it ends where it should."""
    offsets = Random(seed).sample(range(1, BOUNCE_NS), 2 * pairs)  # noqa: S311 - a bounce is no secret
    return tuple(sorted(offsets))


class FakePad:
    """One seat's button as the finger moves it and the wire reports it.

    All verbs are on the deciding thread and take the time at which they happen, now or later. What the contact does
    is put as raw edges, each at its own time.
    """

    def __init__(self, seat: int, put: Callable[[object], None], timers: Timers) -> None:
        """The button of `seat`, up; its edges go to `put` when `timers` says it is time."""
        self.seat = seat
        self.dead = False
        """The wire is cut: the contact moves and nothing is reported."""
        self.stuck = False
        """The key is jammed where it is, whatever the finger does."""
        self.contact = False
        """Whether the contact is closed now."""
        self._put = put
        self._timers = timers
        self._to_lose = 0

    def press(self, at_ns: int, hold_ms: int = 120, bounce: tuple[int, ...] = ()) -> None:
        """Down at `at_ns`, up `hold_ms` later; both edges bounce at the offsets `bounce` (see `bounces`)."""
        self.down(at_ns, bounce)
        self.up(at_ns + hold_ms * NS_PER_MS, bounce)

    def down(self, at_ns: int, bounce: tuple[int, ...] = ()) -> None:
        """The finger closes the contact at `at_ns`."""
        self._move(at_ns, bounce, down=True)

    def up(self, at_ns: int, bounce: tuple[int, ...] = ()) -> None:
        """The finger lets go at `at_ns`."""
        self._move(at_ns, bounce, down=False)

    def jam(self, at_ns: int) -> None:
        """The key goes down at `at_ns` and stays there until `free`."""
        self.down(at_ns)
        self._timers.call_at(at_ns, self._get_stuck)

    def free(self, at_ns: int) -> None:
        """A jammed key comes up at `at_ns`."""
        self._timers.call_at(at_ns, self._get_free)
        self.up(at_ns)

    def lose_next(self, edges: int = 1) -> None:
        """The next `edges` level changes are not reported, as on a line that is read too seldom."""
        self._to_lose += edges

    def read_again(self, at_ns: int) -> None:
        """Report the level the contact has at `at_ns`, as an adapter does a few times a second."""
        self._timers.call_at(at_ns, lambda: self._report(at_ns))

    def _move(self, at_ns: int, bounce: tuple[int, ...], *, down: bool) -> None:
        if len(bounce) % 2:
            raise ValueError(f"a contact that flips {len(bounce)} times ends on the wrong side")
        for flips, offset_ns in enumerate((0, *bounce)):
            self._set_at(at_ns + offset_ns, down=down != bool(flips % 2))

    def _set_at(self, at_ns: int, *, down: bool) -> None:
        self._timers.call_at(at_ns, lambda: self._set(at_ns, down=down))

    def _set(self, at_ns: int, *, down: bool) -> None:
        if self.stuck or down == self.contact:
            return
        self.contact = down
        if self._to_lose:
            self._to_lose -= 1
            return
        self._report(at_ns)

    def _report(self, at_ns: int) -> None:
        if not self.dead:
            self._put(Edge(self.seat, self.contact, at_ns))

    def _get_stuck(self) -> None:
        self.stuck = True

    def _get_free(self) -> None:
        self.stuck = False


class ShownFrame(msgspec.Struct, frozen=True):
    """A lamp frame and when it was shown."""

    at_ns: int
    frame: LampFrame


class FakeLamps:
    """Lamps that remember. Implements `ports.Lamps`; reads may come from any thread."""

    def __init__(self, clock: Clock) -> None:
        """All lamps off; `clock` stamps the frames."""
        self.frame: LampFrame = ()
        """The newest frame."""
        self.history: deque[ShownFrame] = deque(maxlen=MAX_HISTORY)
        self._clock = clock
        self._listeners: list[Callable[[LampFrame], None]] = []

    def listen(self, listener: Callable[[LampFrame], None]) -> None:
        """Call `listener` with every frame from now on, on the thread that shows it."""
        self._listeners.append(listener)

    def show(self, frame: LampFrame) -> None:
        """Make the lamps look like `frame`. A frame that breaks the port's rule is the caller's bug."""
        seats = [lamp.seat for lamp in frame]
        assert seats == sorted(set(seats)), f"seats of a frame ascend: {seats}"
        assert all(lamp.pattern is not Pattern.OFF for lamp in frame), "a lamp that is off is left out of the frame"
        self.frame = frame
        self.history.append(ShownFrame(self._clock.now_ns(), frame))
        for listener in self._listeners:
            listener(frame)

    def pattern(self, seat: int) -> Pattern:
        """What the lamp of `seat` has been told to do."""
        return next((lamp.pattern for lamp in self.frame if lamp.seat == seat), Pattern.OFF)

    def lit(self, seat: int, now_ns: int) -> bool:
        """Whether the lamp of `seat` gives light at `now_ns`."""
        return any(lamp.seat == seat and is_lit(lamp, now_ns) for lamp in self.frame)


class FakeDisplay:
    """A display that keeps the newest image. Implements `ports.DisplayPort`; reads may come from any thread.

    With a clock it rests as a real one does; without, it never sleeps.
    """

    def __init__(self, clock: Clock | None = None, oled: Oled | None = None) -> None:
        """Dark, nothing shown yet. `oled`: how it is said to be wired."""
        self.image: Image.Image | None = None
        """The newest image: a copy, nobody draws into it any more."""
        self.count = 0
        """How many images were shown."""
        self.oled = Oled() if oled is None else oled
        """How it is wired."""
        self.started = False
        """Between `start` and `close`."""
        self._clock = clock
        self._used_ns = 0 if clock is None else clock.now_ns()
        self._kept_lit = False
        self._listeners: list[Callable[[Image.Image], None]] = []

    @property
    def asleep(self) -> bool:
        """Whether a real one would be dark, since nobody used it."""
        if self._clock is None or not self.started:
            return False
        return light(self._clock.now_ns() - self._used_ns, keep_lit=self._kept_lit) is Light.OFF

    def start(self) -> None:
        """Begin to rest when it is not used."""
        self.started = True

    def close(self) -> None:
        """It does not rest any more."""
        self.started = False

    def touch(self) -> None:
        """Staff pressed a key."""
        if self._clock is not None:
            self._used_ns = self._clock.now_ns()

    def keep_lit(self, *, on: bool) -> None:
        """Whether it never sleeps."""
        self._kept_lit = on

    def use(self, oled: Oled) -> None:
        """It is wired so from now on."""
        self.oled = oled
        self.touch()

    def listen(self, listener: Callable[[Image.Image], None]) -> None:
        """Call `listener` with every image from now on, on the thread that shows it."""
        self._listeners.append(listener)

    def show(self, image: Image.Image) -> None:
        """Show `image`. One of another mode or size is the caller's bug."""
        assert image.mode == "1", f"the display has one bit per pixel, the image is {image.mode}"
        assert image.size == SCREEN_SIZE, f"the display is 128x64, the image {image.size}"
        shown = image.copy()
        if self._clock is not None and (self.image is None or self.image.tobytes() != shown.tobytes()):
            self.touch()
        self.image = shown
        self.count += 1
        for listener in self._listeners:
            listener(shown)
