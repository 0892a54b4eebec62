"""Where the deciding thread leaves the newest facts and the web's thread picks them up.

Latest wins: `publish` replaces one reference and wakes the listeners, so it never blocks and never
waits for a browser. What a channel may carry is cut from the facts on the web's thread, at the
moment it is sent, by the one function the hub was made with (`firmware.web.views.derive`; a test
gives another one to plant a leak).
"""

from __future__ import annotations

import asyncio
import io
import threading
from typing import TYPE_CHECKING

from PIL import Image

from firmware.web import views
from firmware.web.facts import Facts
from firmware.web.recordings import Recordings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from firmware.web.views import Channel, View


SCREEN_SIZE = (128, 64)


class Hub:
    """The latest facts, the latest picture of the OLED and the recordings of what was said; safe on any thread."""

    def __init__(self, derive: Callable[[Facts, Channel], View] = views.derive) -> None:
        """A hub with nothing to show yet; `derive` cuts a channel's view from the facts."""
        self.recordings = Recordings()
        self._derive = derive
        self._lock = threading.Lock()
        self._facts = Facts()
        self._screen = Image.new("1", SCREEN_SIZE)
        self._listeners: set[Subscription] = set()

    def publish(self, facts: Facts, screen: Image.Image | None = None) -> None:
        """Replace the facts, and the picture where one is given. Never blocks, never raises into the loop."""
        with self._lock:
            self._facts = facts
            if screen is not None:
                self._screen = screen
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener.wake()

    def latest(self, channel: Channel) -> View:
        """What `channel` may know right now."""
        with self._lock:
            facts = self._facts
        return self._derive(facts, channel)

    def png(self) -> bytes:
        """The picture of the OLED, 128x64, one bit a pixel."""
        with self._lock:
            screen = self._screen
        data = io.BytesIO()
        screen.save(data, "PNG")
        return data.getvalue()

    def subscribe(self, channel: Channel) -> Subscription:
        """Follow `channel`. To be called on the asyncio loop that will read it; close it in the end."""
        subscription = Subscription(self, channel)
        with self._lock:
            self._listeners.add(subscription)
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Wake `subscription` no more."""
        with self._lock:
            self._listeners.discard(subscription)


class Subscription:
    """One reader of a channel on an asyncio loop."""

    def __init__(self, hub: Hub, channel: Channel) -> None:
        """A subscription of `hub`; use `Hub.subscribe`."""
        self._hub = hub
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._waking = False

    def wake(self) -> None:
        """Say that there may be news; from any thread. Many calls before the reader runs cost one wake-up."""
        if self._waking:
            return
        self._waking = True
        try:
            self._loop.call_soon_threadsafe(self._news.set)
        except RuntimeError:
            # The web's loop has ended between the copy of the listeners and this call: nobody reads any more.
            self._hub.forget(self)

    def turn_to(self, channel: Channel) -> None:
        """Follow another channel from here on (the seat page looks at its card). On the reader's loop."""
        self._channel = channel
        self._news.set()

    async def views(self) -> AsyncIterator[View]:
        """The view of the channel now, and again whenever it differs from the one before."""
        last: View | None = None
        while True:
            # Cleared before reading: news that comes while we read wakes us once more.
            self._news.clear()
            self._waking = False
            view = self._hub.latest(self._channel)
            if view != last:
                last = view
                yield view
            await self._news.wait()

    def close(self) -> None:
        """End it."""
        self._hub.forget(self)
