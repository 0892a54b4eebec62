"""The staff keys on a small I2C chip of their own, for tables whose pins are all taken: PCF8574 or MCP23008.

The chip is read fifty times a second, at turns that the seats outrank. One error is nothing: it is asked again, and a
key that is held stays held. When it goes on not to answer, all keys are let go of at once (what is seen only while OK
is held must not stay on the display), staff are told once, and it is asked less and less often; when it is back it is
set up anew. Errors that come again and again are told of though every key is read. Once a second, and before
a press counts, the chip's settings are read back: a brown-out makes an MCP23008 forget its pull-ups while it answers as
ever, and its keys seem to be pressed.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from hardware.expander_link import TRIES
from hardware.i2c import HANGS
from hardware.keydebounce import KeyDebounce, tell_all
from hardware.ports import NS_PER_MS, Clock, Condition, Device, Health, Key, KeyEdge
from hardware.wiring import KeyChip, KeyPad
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.i2c import Bus, Wire

NS_PER_S: Final = 1_000_000_000
READ_NS: Final = 20 * NS_PER_MS
CHECK_NS: Final = NS_PER_S
RETRIES_NS: Final = (NS_PER_S, 2 * NS_PER_S, 5 * NS_PER_S, 10 * NS_PER_S)
"""How long to wait before a chip that is lost is asked again; the last one for ever."""

UNREAD_NS: Final = 100 * NS_PER_MS
"""So long after the last look that worked nothing is known of the keys: a bus that hangs takes a second to say so."""

MANY_ERRORS: Final = 3
MANY_NS: Final = 60 * NS_PER_S
"""So many errors within so long a time are told of."""

STOPS_WITHIN_S: Final = 2.0

IODIR: Final = 0x00
GPPU: Final = 0x06
GPIO: Final = 0x09

_log = logging.getLogger(__name__)


class KeyChipDriver:
    """How the chip of a key pad is set up and read. Everything raises the OSError of the wire."""

    def __init__(self, pad: KeyPad) -> None:
        """The chip of `pad`."""
        self._pad = pad
        self._inputs = {Key.UP: pad.up, Key.DOWN: pad.down, Key.OK: pad.ok, Key.BACK: pad.back}
        self._mask = sum(1 << number for number in set(self._inputs.values()))

    def set_up(self, wire: Wire) -> None:
        """Keys are inputs that are pulled up; what is not used gives out low, where the chip can."""
        if self._pad.chip is KeyChip.PCF8574:
            wire.write(self._pad.address, b"\xff")
        else:
            wire.write(self._pad.address, bytes((GPPU, self._mask)))
            wire.write(self._pad.address, bytes((IODIR, self._mask)))

    def is_set_up(self, wire: Wire) -> bool:
        """Whether the chip still is as it was set up."""
        if self._pad.chip is KeyChip.PCF8574:
            return True
        found = (wire.read(self._pad.address, IODIR, 1)[0], wire.read(self._pad.address, GPPU, 1)[0])
        return found == (self._mask, self._mask)

    def read(self, wire: Wire) -> frozenset[Key]:
        """The keys that are down."""
        if self._pad.chip is KeyChip.PCF8574:
            levels = wire.receive(self._pad.address, 1)[0]
        else:
            levels = wire.read(self._pad.address, GPIO, 1)[0]
        return frozenset(key for key, number in self._inputs.items() if not levels >> number & 1)


class KeyPadKeys:
    """The four keys on `pad`. Implements `ports.KeyPort`; one thread."""

    def __init__(self, pad: KeyPad, bus: Bus, put: Callable[[object], None], clock: Clock) -> None:
        """Nothing is asked yet."""
        self._pad = pad
        self._bus = bus
        self._put = put
        self._clock = clock
        self._chip = KeyChipDriver(pad)
        self._debounce: KeyDebounce | None = None
        """None while nothing is known of the keys."""
        self._down: frozenset[Key] = frozenset()
        self._read_ns = 0
        """When the chip was last read."""
        self._check_ns = 0
        self._failures = 0
        self._retries = 0
        """How often a chip that is lost has been asked for in vain."""
        self._errors: deque[int] = deque(maxlen=MANY_ERRORS)
        self._told = Condition.OK
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to report. A chip that does not answer yet is reported as health: it may still come."""
        self._thread = threading.Thread(target=self._run, name="key-pad", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop. Harmless when called again."""
        self._stop.set()
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.join(STOPS_WITHIN_S)

    def look(self, now_ns: int) -> int:
        """Read the chip and tell what has become certain; when to do so next."""
        try:
            with self._bus.turn() as wire:
                if self._failures or self._debounce is None or not self._still_set_up(wire, now_ns):
                    self._chip.set_up(wire)
                    self._check_ns = now_ns + CHECK_NS
                down = self._chip.read(wire)
                forgot = bool(down - self._down) and not self._chip.is_set_up(wire)
        except OSError as error:
            return self._failed(error)
        self._failures = self._retries = 0
        self._read_ns = now_ns
        if forgot:
            self._errors.append(now_ns)
            self._lose(now_ns)
        else:
            self._take(down, now_ns)
        self._tell_of_life(now_ns)
        return now_ns + READ_NS

    def _still_set_up(self, wire: Wire, now_ns: int) -> bool:
        if now_ns < self._check_ns:
            return True
        self._check_ns = now_ns + CHECK_NS
        if self._chip.is_set_up(wire):
            return True
        self._errors.append(now_ns)
        return False

    def _take(self, down: frozenset[Key], now_ns: int) -> None:
        """Tell the difference between what was read and what was read before."""
        if self._debounce is None:
            self._debounce = KeyDebounce(down)
        else:
            for key in sorted(down ^ self._down):
                self._tell(self._debounce.edge(key, now_ns, down=key in down))
        self._down = down
        self._tell(self._debounce.due(now_ns))

    def _lose(self, now_ns: int) -> None:
        """Nothing is known of the keys any more."""
        if self._debounce is not None:
            self._tell(self._debounce.lose(now_ns))
        self._debounce, self._down = None, frozenset()

    def _failed(self, error: OSError) -> int:
        """The chip did not answer; when to ask again."""
        now_ns = self._clock.now_ns()
        if not self._failures:
            self._errors.append(now_ns)
        self._failures += 1
        if error.errno in HANGS:
            # If that fails, too, it will be tried again.
            with suppress(OSError):
                self._bus.reopen()
        if self._failures >= TRIES or now_ns - self._read_ns >= UNREAD_NS:
            self._lose(now_ns)
        if self._failures < TRIES:
            return now_ns + READ_NS
        address = f"0x{self._pad.address:02X}"
        words = Words(
            f"按键板 {address} 没有应答（错误 {error.errno}）：查看接线和地址",
            f"the key pad {address} does not answer (error {error.errno}): look at its wires and address",
        )
        self._health(now_ns, Condition.ABSENT, words)
        self._retries += 1
        return now_ns + RETRIES_NS[min(self._retries, len(RETRIES_NS)) - 1]

    def _tell_of_life(self, now_ns: int) -> None:
        """The chip answers; tell whether it always does."""
        if sum(now_ns - at_ns < MANY_NS for at_ns in self._errors) < MANY_ERRORS:
            self._health(now_ns, Condition.OK, Words("", ""))
            return
        address = f"0x{self._pad.address:02X}"
        words = Words(
            f"按键板 {address} 常出错：查看接线、上拉和电源",
            f"the key pad {address} makes errors again and again: look at its wires, pull-ups and power",
        )
        self._health(now_ns, Condition.DEGRADED, words)

    def _run(self) -> None:
        wake_ns = self._clock.now_ns()
        while not self._stop.wait(max(0, wake_ns - self._clock.now_ns()) / NS_PER_S):
            try:
                wake_ns = self.look(self._clock.now_ns())
            except Exception:  # noqa: BLE001 - the thread must live: staff without keys cannot even end a game
                _log.exception("the key pad")
                wake_ns = self._clock.now_ns() + NS_PER_S

    def _tell(self, edges: tuple[KeyEdge, ...]) -> None:
        tell_all(self._put, edges)

    def _health(self, now_ns: int, condition: Condition, detail: Words) -> None:
        """Tell of a condition, once."""
        if condition is not self._told:
            self._told = condition
            self._put(Health(Device.KEYS, condition, now_ns, detail=detail))
