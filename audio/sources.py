"""Which voice says a line, decided before it is due.

    1  the voice pack             recorded, clear, at once
    2  the cache                  what the online voice said on another day
    3  the online voice           if staff turned it on, and only by day: it fills the cache, for the next time
    4  espeak-ng with our pinyin  robotic, but here; made ahead where it is known what will be said
    5  nobody                     by day a chime and the text on the screen; by night the game pauses

`choose` is that order and nothing else: it has no clock, no disk and no network. `Voices` knows what
there is, asks `choose`, and answers at once; a caller that would rather wait for espeak-ng than show
the text says for how long.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from enum import StrEnum
from time import monotonic
from typing import Final, Protocol

import msgspec

from audio.cache import Cache, Kept, key_of
from audio.catalogue import COUNTED
from audio.clips import Fragment, whole
from audio.errors import NotSound, NoVoice
from audio.espeak import Espeak
from audio.loudness import RATE
from audio.online import Online
from audio.pack import Plan
from audio.planner import MAX_COUNT_MS
from audio.say import Language, Say
from audio.wire import Part

__all__ = ["Choice", "Means", "Source", "Spoken", "Voices", "choose"]

ENGINE: Final = "espeak-ng-1"
"""Goes into the name of every clip that espeak-ng made; a change makes all of them new."""
MOST_WAITING: Final = 4096
REST_S: Final = 60.0
"""After a sentence that could not be kept (a full disk) none is made for so long."""

_log: Final = logging.getLogger(__name__)


class Source(StrEnum):
    """Who says a line."""

    PACK = "pack"
    KEPT = "kept"
    ESPEAK = "espeak"
    NOBODY = "nobody"


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What there is for one line, now.

    `pack`: the pack has it; `kept`: the cache has it; `online`: the online voice would ask for it (it is
    turned on, it is day, it is not resting); `espeak`: espeak-ng works on this machine.
    """

    pack: bool
    kept: bool
    online: bool
    espeak: bool


class Choice(msgspec.Struct, frozen=True):
    """Who says it now, and whether the online voice is to fetch it for the next time."""

    now: Source
    fetch: bool


def choose(means: Means) -> Choice:
    """The order of the voices."""
    if means.pack:
        return Choice(Source.PACK, fetch=False)
    if means.kept:
        return Choice(Source.KEPT, fetch=False)
    return Choice(Source.ESPEAK if means.espeak else Source.NOBODY, fetch=means.online)


class Spoken(msgspec.Struct, frozen=True):
    """A sentence that can be played: its recordings, and its length in frames of 48 kHz."""

    source: Source
    parts: tuple[Part, ...]
    frames: int

    @property
    def lasting(self) -> bool:
        """Whether nobody better can come by: what is not in the pack may be fetched, lost or said anew."""
        return self.source is Source.PACK

    @property
    def length_ms(self) -> int:
        """Its length, rounded up."""
        return -(-self.frames * 1000 // RATE)


class Recorded(Protocol):
    """A voice pack, as far as it matters here."""

    def plan(self, say: Say) -> Plan | None:
        """The clips for a sentence; None when the pack cannot say it."""


class _Wish(msgspec.Struct, frozen=True):
    """A sentence for espeak-ng, and the frames it must fit into."""

    key: str
    fragment: Fragment
    longest: int | None


class Voices:
    """The voices of one language. `plan` and `prepare` belong to one thread; what takes long has its own."""

    def __init__(
        self,
        language: Language,
        pack: Recorded | None,
        *,
        online: Online,
        espeak: Espeak,
        said: Cache,
        clock_s: Callable[[], float] = monotonic,
    ) -> None:
        """`said` holds what espeak-ng said; where it cannot, espeak-ng says nothing."""
        self.language = language
        self._pack = pack
        self._online = online
        self._espeak = espeak
        self._spoken = said
        self._changed = threading.Condition()
        self._wishes: OrderedDict[str, _Wish] = OrderedDict()
        self._failed: set[str] = set()
        self._clock_s = clock_s
        self._rests_until_s = float("-inf")
        self._trouble: NoVoice | None = None
        self._making: str | None = None
        self._closed = False
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> NoVoice | None:
        """Why espeak-ng cannot be used on this machine, as soon as that is known."""
        with self._changed:
            return self._trouble

    def plan(self, say: Say, wait_s: float = 0.0) -> Spoken | None:
        """How to say it now; None when nobody can. Waits for espeak-ng no longer than `wait_s`, for nothing else.

        Raises like `planner.render`.
        """
        plan = self._pack.plan(say) if self._pack is not None else None
        if plan is not None:
            return Spoken(Source.PACK, plan.recordings, plan.frames)
        fragment, longest = whole(say, self.language), _longest(say)
        kept = self._online.find(fragment, self.language, longest)
        choice = choose(
            Means(pack=False, kept=kept is not None, online=self._online.ready, espeak=self.trouble is None)
        )
        if choice.fetch:
            self._online.want(fragment, self.language, longest)
        if choice.now is Source.ESPEAK:
            kept = self._robot(_Wish(_key(fragment, self.language, longest), fragment, longest), wait_s)
        if kept is None:
            _log.info("no voice for %s", say.key)
            return None
        return Spoken(choice.now, (Part(str(kept.path), 0, kept.frames),), kept.frames)

    def prepare(self, says: Iterable[Say]) -> None:
        """See to it that what the pack lacks of `says` is there when it is due. Returns at once."""
        for say in says:
            if self._pack is not None and self._pack.plan(say) is not None:
                continue
            fragment, longest = whole(say, self.language), _longest(say)
            if self._online.find(fragment, self.language, longest) is None:
                self._online.want(fragment, self.language, longest)
                self._wish(_Wish(_key(fragment, self.language, longest), fragment, longest), first=False)

    def coming(self, say: Say) -> bool:
        """Whether espeak-ng is to say it, or is at it: then it can be said soon, or never."""
        key = _key(whole(say, self.language), self.language, _longest(say))
        with self._changed:
            return key in self._wishes or key == self._making

    def wait(self, timeout_s: float) -> bool:
        """Wait until espeak-ng has said all that was asked of it; False when that took longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._wishes and self._making is None, timeout_s)

    def close(self) -> None:
        """End the thread after the sentence it may be at."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _robot(self, wish: _Wish, wait_s: float) -> Kept | None:
        """What espeak-ng said or says within `wait_s`."""
        kept = self._spoken.find(wish.key)
        if kept is not None:
            return kept
        self._wish(wish, first=True)
        with self._changed:
            self._changed.wait_for(lambda: wish.key not in self._wishes and self._making != wish.key, wait_s)
        return self._spoken.find(wish.key)

    def _wish(self, wish: _Wish, *, first: bool) -> None:
        """Ask the thread for a sentence, unless it has failed at it before."""
        with self._changed:
            if self._closed or self._trouble is not None or wish.key in self._failed or wish.key == self._making:
                return
            if self._clock_s() < self._rests_until_s:
                return
            if wish.key not in self._wishes and len(self._wishes) >= MOST_WAITING:
                return
            self._wishes[wish.key] = wish
            if first:
                self._wishes.move_to_end(wish.key, last=False)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="espeak", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def _work(self) -> None:
        """The thread: one sentence after the other."""
        while True:
            with self._changed:
                self._making = None
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed or self._wishes)
                if self._closed:
                    return
                self._making, wish = self._wishes.popitem(last=False)
            if self._spoken.find(wish.key) is None:
                self._make(wish)

    def _make(self, wish: _Wish) -> None:
        """One sentence, or a note of why not."""
        trouble = self._espeak.trouble(self.language)
        try:
            self._spoken.put(wish.key, self._espeak.say(wish.fragment, self.language, wish.longest))
        except OSError as error:
            # A folder that is broken is told of at the start; of a disk that is full nobody knew.
            first = self._spoken.trouble is None and self._rests_until_s < 0
            _log.log(logging.WARNING if first else logging.INFO, "无法保存语音 / cannot keep what was said: %s", error)
            with self._changed:
                self._rests_until_s = self._clock_s() + REST_S
                self._wishes.clear()
        except (NoVoice, NotSound) as error:
            _log.info("espeak-ng: %s", error)
            with self._changed:
                if self._espeak.resting:
                    return
                self._failed.add(wish.key)
                self._trouble = trouble
                if trouble is not None:
                    self._wishes.clear()
        except Exception:  # noqa: BLE001 - whatever one sentence does, those after it are made
            _log.warning("espeak-ng: a sentence", exc_info=True)
            with self._changed:
                self._failed.add(wish.key)


def _longest(say: Say) -> int | None:
    """The frames a sentence must fit into; None: it may take its time."""
    return RATE * MAX_COUNT_MS // 1000 if say.key in COUNTED else None


def _key(fragment: Fragment, language: Language, longest: int | None) -> str:
    """The name of a sentence of espeak-ng."""
    return key_of(ENGINE, language, fragment.text, fragment.pinyin, str(longest))
