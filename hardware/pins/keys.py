"""The staff keys on pins of the Pi."""

from __future__ import annotations

import threading
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from hardware.keydebounce import KeyDebounce, tell_all
from hardware.pins.contacts import LOOK_NS, Contacts
from hardware.pins.factory import open_factory
from hardware.ports import NS_PER_MS, Clock, Condition, Device, Health, Key, KeyEdge
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.wiring import StaffKeys

NS_PER_S: Final = 1_000_000_000
IDLE_LOOK_NS: Final = 1000 * NS_PER_MS
"""How often the pins are read while no key is down."""

STOPS_WITHIN_S: Final = 2.0


class PinKeys:
    """The four keys on pins. Implements `ports.KeyPort`; one thread, which sleeps while nobody touches a key."""

    def __init__(self, keys: StaffKeys, put: Callable[[object], None], clock: Clock, *, factory: Any = None) -> None:
        """Nothing is opened yet. A `factory` that is given is not closed; without one it makes, and closes, its own."""
        self._put = put
        self._clock = clock
        self._factory = factory
        self._owns_factory = factory is None
        self._raw: SimpleQueue[tuple[Key, bool, int] | None] = SimpleQueue()
        pins = {Key.UP: keys.up, Key.DOWN: keys.down, Key.OK: keys.ok, Key.BACK: keys.back}
        self._contacts: Contacts[Key] = Contacts(
            pins, lambda key, down, at_ns: self._raw.put((key, down, at_ns)), clock, self._noise
        )
        self._debounce = KeyDebounce()
        self._refused: dict[Key, Words] = {}
        self._noisy: dict[Key, Words] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to report.

        Raises:
            NoHardware: none of the keys can be read. One that cannot is reported as health.
        """
        if self._factory is None:
            self._factory = open_factory()
        self._refused = self._contacts.open(self._factory)
        if len(self._refused) == len(Key):
            self.close()
            raise NoHardware(next(iter(self._refused.values())))
        if self._refused:
            self._report()
        self._debounce = KeyDebounce(self._contacts.held())
        self._thread = threading.Thread(target=self._run, name="staff-keys", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop and free the pins. Harmless when called again."""
        thread, self._thread = self._thread, None
        if thread is not None:
            self._raw.put(None)
            thread.join(STOPS_WITHIN_S)
        self._contacts.close()
        if self._owns_factory and self._factory is not None:
            factory, self._factory = self._factory, None
            factory.close()

    def _run(self) -> None:
        """Until closed: take raw edges, tell what has become certain, read the pins when it is time."""
        look_ns = self._clock.now_ns()
        calm_ns: int | None = None
        while True:
            wakes = (look_ns, calm_ns, self._debounce.next_due())
            wake_ns = min(due_ns for due_ns in wakes if due_ns is not None)
            try:
                raw = self._raw.get(timeout=max(0, wake_ns - self._clock.now_ns()) / NS_PER_S)
            except Empty:
                pass
            else:
                if raw is None:
                    return
                key, down, at_ns = raw
                self._tell(self._debounce.edge(key, at_ns, down=down))
                look_ns = min(look_ns, self._clock.now_ns() + LOOK_NS)
            now_ns = self._clock.now_ns()
            if self._raw.empty():
                # Before that nobody knows whether a level has stayed: on a busy machine its end may be waiting.
                self._tell(self._debounce.due(now_ns))
            if now_ns >= look_ns:
                next_ns = self._contacts.look(now_ns)
                at_rest = not self._contacts.held() and next_ns - now_ns == LOOK_NS
                look_ns = now_ns + IDLE_LOOK_NS if at_rest else next_ns
            calm_ns = self._contacts.calm(now_ns)

    def _noise(self, key: Key, begins: bool) -> None:
        """The line of a key has begun to make noise, or is quiet again."""
        if begins:
            self._noisy[key] = Words(
                "线在乱跳，暂时不算，检查它的线", "its line makes noise and does not count for now, look at its wire"
            )
            self._tell(self._debounce.lose(self._clock.now_ns(), [key]))
        else:
            del self._noisy[key]
        self._report()

    def _report(self) -> None:
        """Tell how the keys are."""
        ill = {**self._refused, **self._noisy}
        zh = "；".join(f"按键 {key}：{words.zh}" for key, words in ill.items())
        en = "; ".join(f"key {key}: {words.en}" for key, words in ill.items())
        condition = Condition.DEGRADED if ill else Condition.OK
        self._put(Health(Device.KEYS, condition, self._clock.now_ns(), detail=Words(zh, en)))

    def _tell(self, edges: tuple[KeyEdge, ...]) -> None:
        tell_all(self._put, edges)
