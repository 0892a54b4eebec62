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
            pins, lambda key, down, at_ns: self._raw.put((key, down, at_ns)), clock
        )
        self._debounce = KeyDebounce()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to report.

        Raises:
            NoHardware: none of the keys can be read. One that cannot is reported as health.
        """
        if self._factory is None:
            self._factory = open_factory()
        refused = self._contacts.open(self._factory)
        if len(refused) == len(Key):
            self.close()
            raise NoHardware(next(iter(refused.values())))
        if refused:
            zh = "；".join(f"按键 {key}：{words.zh}" for key, words in refused.items())
            en = "; ".join(f"key {key}: {words.en}" for key, words in refused.items())
            self._put(Health(Device.KEYS, Condition.DEGRADED, self._clock.now_ns(), detail=Words(zh, en)))
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
        while True:
            try:
                raw = self._raw.get(timeout=max(0, self._wake_ns(look_ns) - self._clock.now_ns()) / NS_PER_S)
            except Empty:
                pass
            else:
                if raw is None:
                    return
                key, down, at_ns = raw
                self._tell(self._debounce.edge(key, at_ns, down=down))
                look_ns = min(look_ns, self._clock.now_ns() + LOOK_NS)
            now_ns = self._clock.now_ns()
            self._tell(self._debounce.due(now_ns))
            if now_ns >= look_ns:
                next_ns = self._contacts.look(now_ns)
                calm = not self._contacts.held() and next_ns - now_ns == LOOK_NS
                look_ns = now_ns + IDLE_LOOK_NS if calm else next_ns

    def _wake_ns(self, look_ns: int) -> int:
        due_ns = self._debounce.next_due()
        return look_ns if due_ns is None else min(look_ns, due_ns)

    def _tell(self, edges: tuple[KeyEdge, ...]) -> None:
        tell_all(self._put, edges)
