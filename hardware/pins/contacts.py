"""Buttons on pins: what the library reports, and what it has missed.

A library tells of edges on one thread of its own. That one must never raise, wait or decide: it puts an edge and is
gone. gpiozero's notion of what changed is not used: having missed a release, it would swallow the next press.

Now and then all pins are read. What differs from the last edge, and still does a moment later with no edge in between,
is reported as an edge. If that happens again and again, or the library's thread is dead, the table is deaf: then pins
are read often instead, and staff are told.

A line that makes noise (`hardware/noise.py`) is not listened to until it is quiet: thousands of edges a second, each a
call on the library's one thread, would keep the whole processor busy. Meanwhile its pin is read now and then. It is up
when it is listened to again.
"""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from gpiozero import DigitalInputDevice

from hardware import noise
from hardware.connections import pin_words
from hardware.pins.factory import holder, listening
from hardware.ports import NS_PER_MS, Clock
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Name = TypeVar("Name")

LOOK_NS: Final = 200 * NS_PER_MS
"""How long a pin is not read at most."""

DOUBT_NS: Final = 20 * NS_PER_MS
"""How long a level must differ from the last edge before it is reported: an edge may be on its way."""

DEAF_LOOK_NS: Final = 5 * NS_PER_MS
"""How often pins are read where no edges are heard."""

DEAF_AFTER: Final = 3
"""So many changes in a row that no edge told of mean that none is heard."""

STALE_NS: Final = 1000 * NS_PER_MS
"""A time of the library's further than this from now is of another clock: old kernels stamp edges by the wall clock."""


LGPIO_NAME: Final = "lg"
"""What every program with lgpio is called by the kernel."""


class Freed:
    """Mixed into a device: closing never fails, and frees what it can.

    An edge in flight can make a pin refuse ("GPIO busy"); the device would then stay half open, and complain for ever.
    """

    def close(self) -> None:
        """Free the pin. Harmless when called again."""
        with contextlib.suppress(Exception):
            super().close()  # type: ignore[misc]
        self._pin = None


class Button(Freed, DigitalInputDevice):  # type: ignore[misc]
    """A button to ground. Edges go to whoever listens, each with its level and the library's time."""

    def __init__(self, pin: int, factory: Any) -> None:
        """Pulled up, without the library's debounce; nobody listens yet."""
        self._tell: Callable[[bool, float], None] | None = None
        super().__init__(pin, pull_up=True, bounce_time=None, pin_factory=factory)

    def listen(self, tell: Callable[[bool, float], None] | None) -> None:
        """From now on tell of edges; None: no more."""
        self._tell = tell

    def watch(self, *, on: bool) -> None:
        """Whether the library watches the pin at all. Raises what the library raises."""
        self.pin.when_changed = self._pin_changed if on else None

    def _pin_changed(self, ticks: float, state: int) -> None:
        tell = self._tell
        if tell is not None:
            tell(bool(self._state_to_value(state)), ticks)


class _Contact(Generic[Name]):
    """One button, and what has been told of it."""

    def __init__(self, name: Name, bcm: int) -> None:
        self.name = name
        self.bcm = bcm
        self.button: Button | None = None
        self.down = False
        self.edges = 0
        self.doubt: tuple[int, int] | None = None
        self.broken = False
        self.gate = noise.NoiseGate()
        self.noisy = False
        """Whether the port knows that its line makes noise."""
        self.watched = True
        """Whether the library watches the pin."""


class Contacts(Generic[Name]):
    """The buttons of a port, named as the port likes. `tell(name, down, at_ns)` may be called from two threads.

    Everything but the library's own calls is on the thread of the port.
    """

    def __init__(
        self,
        pins: Mapping[Name, int],
        tell: Callable[[Name, bool, int], None],
        clock: Clock,
        noise: Callable[[Name, bool], None],
    ) -> None:
        """Nothing is open yet. `noise(name, begins)`: a line has begun to make noise, or is quiet again."""
        self.deaf = False
        """Whether no edges are heard, so that pins must be read often."""
        self.raised = 0
        """How often `tell` has raised: it must not, and nobody but us survives it."""
        self.looks = 0
        """How often all pins have been read."""
        self._contacts = [_Contact(name, bcm) for name, bcm in pins.items()]
        self._tell = tell
        self._noise = noise
        self._clock = clock
        self._lock = threading.Lock()
        self._missed = 0
        self._factory: Any = None

    def open(self, factory: Any) -> dict[Name, Words]:
        """Take the pins; for each that cannot be had, why. Edges are told from the end of this on."""
        self._factory = factory
        refused: dict[Name, Words] = {}
        for contact in self._contacts:
            button = None
            try:
                button = Button(contact.bcm, factory)
                contact.down = bool(button.is_active)
            except Exception as error:  # noqa: BLE001 - each library has exceptions of its own
                refused[contact.name] = why_no_pin(contact.bcm, error, factory)
                if button is not None:
                    button.close()
            else:
                contact.button = button
        for contact in self._contacts:
            if contact.button is not None:
                contact.button.listen(self._listener(contact))
        return refused

    def held(self) -> tuple[Name, ...]:
        """Whose buttons were found down when they were opened or have been told down since."""
        return tuple(contact.name for contact in self._contacts if contact.down)

    def look(self, now_ns: int) -> int:
        """Read all pins and tell what was missed; when to do so next."""
        self.deaf = self.deaf or not listening(self._factory)
        doubts = False
        seen = False
        for contact in self._contacts:
            if contact.button is None:
                continue
            edges = contact.edges
            try:
                down = bool(contact.button.is_active)
            except Exception:  # noqa: BLE001 - each library has exceptions of its own
                contact.broken = True
                continue
            contact.broken = False
            seen = True
            if contact.watched:
                doubts |= self._compare(contact, edges, now_ns, down=down)
        self.looks += seen
        if self.deaf:
            return now_ns + DEAF_LOOK_NS
        return now_ns + (DOUBT_NS if doubts else LOOK_NS)

    @property
    def loud(self) -> bool:
        """Whether a line has begun to make noise and is still listened to: `calm` is due at once."""
        return any(contact.gate.noisy and not contact.noisy for contact in self._contacts)

    def calm(self, now_ns: int) -> int | None:
        """Look after the lines that make noise; when to do so next, None while there are none."""
        for contact in self._contacts:
            if contact.gate.noisy or not contact.watched:
                self._calm(contact, now_ns)
        watched = all(contact.watched for contact in self._contacts)
        return None if watched else now_ns + noise.LOOK_NS

    def _calm(self, contact: _Contact[Name], now_ns: int) -> None:
        """Leave a line alone that has begun to make noise, read one that does, listen to one that is quiet again."""
        if contact.button is None:
            return
        if contact.gate.noisy and not contact.noisy:
            contact.noisy, contact.watched, contact.doubt = True, False, None
            self._say_noise(contact, begins=True)
        # What the library refuses, as it does while an edge is on its way, is tried again.
        with contextlib.suppress(Exception):
            contact.button.watch(on=not contact.noisy)
            contact.watched = not contact.noisy
        with contextlib.suppress(Exception):
            down = bool(contact.button.is_active)
            with self._lock:
                if down != contact.down:
                    self._say(contact, now_ns, down=down)
        with self._lock:
            quiet = contact.gate.calms_down(now_ns)
        if quiet:
            contact.noisy = False
            self._say_noise(contact, begins=False)

    def broken(self) -> tuple[Name, ...]:
        """Whose pins could not be read when they were read last."""
        return tuple(contact.name for contact in self._contacts if contact.broken)

    def close(self) -> None:
        """Free all pins, each by itself. Harmless when called again."""
        for contact in self._contacts:
            button, contact.button = contact.button, None
            if button is not None:
                button.listen(None)
                button.close()

    def _listener(self, contact: _Contact[Name]) -> Callable[[bool, float], None]:
        def changed(down: bool, ticks: float) -> None:
            now_ns = self._clock.now_ns()
            at_ns = int(ticks * 1e9)
            with self._lock:
                contact.edges += 1
                self._missed = 0
                self.deaf = False
                self._say(contact, at_ns if now_ns - STALE_NS < at_ns <= now_ns else now_ns, down=down)

        return changed

    def _compare(self, contact: _Contact[Name], edges: int, now_ns: int, *, down: bool) -> bool:
        """Whether it is not yet clear that the level which was read is the one that was told."""
        with self._lock:
            if down == contact.down or edges != contact.edges:
                contact.doubt = None
                return False
            if contact.doubt is None or contact.doubt[0] != edges:
                contact.doubt = (edges, now_ns)
            since_ns = contact.doubt[1]
            if not self.deaf and now_ns - since_ns < DOUBT_NS:
                return True
            contact.doubt = None
            self._missed += 1
            self.deaf = self.deaf or self._missed >= DEAF_AFTER
            self._say(contact, since_ns, down=down)
            return False

    def _say_noise(self, contact: _Contact[Name], *, begins: bool) -> None:
        try:
            self._noise(contact.name, begins)
        except Exception:  # noqa: BLE001 - the line is looked after all the same
            self.raised += 1

    def _say(self, contact: _Contact[Name], at_ns: int, *, down: bool) -> None:
        try:
            if contact.gate.passes(at_ns, down=down):
                self._tell(contact.name, down, at_ns)
        except Exception:  # noqa: BLE001 - it would end the one thread that hears all buttons
            self.raised += 1
        else:
            # What could not be told is not known: the next look tells it again.
            contact.down = down


def why_no_pin(bcm: int, error: Exception, factory: Any) -> Words:
    """Why the pin `bcm` cannot be had of `factory`, who has it, and what to do."""
    pin = pin_words(bcm)
    kind = type(error).__name__
    if kind == "GPIOPinInUse":
        return Words(f"{pin.zh} 用了两次：改接线", f"{pin.en} is in use twice: change the wiring")
    if "busy" in str(error):
        name = holder(factory, bcm)
        by = Words(f"“{name}”", f'"{name}"') if name else Words("别的程序或内核", "another program or the kernel")
        if name == LGPIO_NAME:
            by = Words("另一个用 lgpio 的程序", "another program with lgpio")
        return Words(
            f"{pin.zh} 被{by.zh}占用：关掉 SPI、串口、单总线，或停掉那个程序",
            f"{pin.en} is in use by {by.en}: switch SPI, serial or 1-wire off, or stop that program",
        )
    if kind == "PinUnknownPi":
        return Words(
            "认不出这台机器是哪种树莓派：在树莓派上运行，或用模拟桌",
            "this machine does not say which Raspberry Pi it is: run on one, or use the simulated table",
        )
    if isinstance(error, NoHardware):
        return error.words
    return Words(f"{pin.zh} 打不开（{kind}: {error}）", f"{pin.en} cannot be opened ({kind}: {error})")
