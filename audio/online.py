"""The online voice (gTTS): for making a pack where there is internet, and by day for lines a pack lacks.

It is Google's, reached over a network that may be slow, shut, or full of sign-in pages, and it does not
check whom it talks to: nothing private is ever sent, only what the judge says aloud anyway. So:

    a sentence is one request (at most 100 characters), tried once, with a deadline to connect and to read
    429                                    no request for 10 minutes, then 20, 40 ... until one succeeds
    no answer, no route, broken off        no request for a minute; the next source says the line
    a page that is no sound, or too little the same: under 1 kB, or nothing that can be decoded
    sound of a length that cannot be       0.08 to 0.6 s a syllable, else this line is not asked for again

Nobody waits for it. `Online` works on its own thread into the cache, and only by day; `Gtts` is the same
voice for a script that renders a pack and has all the time in the world.
"""

from __future__ import annotations

import io
import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from http import HTTPStatus
from importlib.util import find_spec
from time import monotonic
from types import MappingProxyType
from typing import Final

from audio.cache import Cache, Kept, key_of
from audio.clips import Fragment
from audio.errors import NotSound, NoVoice
from audio.loudness import RATE, Samples, finish
from audio.say import Language
from audio.soundfiles import decode
from audio.syllables import syllables_en, syllables_zh

__all__ = ["BACK_OFF_S", "TIMEOUT_S", "Fetch", "Gtts", "Online", "checked_tld", "fetch_mp3", "missing"]

ENGINE: Final = "gtts-2"
"""Goes into the name of every clip made with it; a change makes all of them new."""
MOST_CHARACTERS: Final = 100
"""What is longer would become one request per punctuation mark."""
TIMEOUT_S: Final = (2.0, 5.0)
"""To connect, and between two bytes."""
SPACING_S: Final = 1.0
"""Between two requests."""
BACK_OFF_S: Final = 600.0
"""After the first "too many requests"; twice as long after each further one."""
REST_S: Final = 60.0
"""After any other failure."""
FEWEST_BYTES: Final = 1024
SYLLABLE_S: Final = (0.08, 0.6)
MOST_WANTED: Final = 512

_SILENCE_S: Final = 0.06
"""What a finished clip has of it at both ends together."""
_LANGUAGES: Final[Mapping[Language, str]] = MappingProxyType({Language.ZH: "zh-CN", Language.EN: "en"})
_TLD: Final = re.compile(r"[a-z]{2,3}(\.[a-z]{2})?")
_SPELLING: Final = (("长老", "掌老"), ("警长", "警掌"))
"""It takes no pinyin: words with a risky reading are sent as words that sound alike."""

Fetch = Callable[[str, Language], bytes]
"""A text to the bytes of an MP3, one attempt. Raises `NoVoice`."""

_log: Final = logging.getLogger(__name__)


def missing() -> NoVoice | None:
    """Why this machine cannot use the online voice at all, in one line; None when it can."""
    if find_spec("gtts") is None:
        return NoVoice(
            "本机没有安装在线语音，请先运行 scripts/sound",
            "the online voice is not installed here, first run: scripts/sound",
        )
    return None


def checked_tld(tld: str) -> str:
    """The part after `translate.google.` of the server's name, if it is no more than that.

    Raises:
        NoVoice: it holds what would lead to another server.
    """
    if _TLD.fullmatch(tld) is None:
        raise NoVoice(f"在线语音的域名无效：{tld}，例如 com", f"no domain for the online voice: {tld}; com is one")
    return tld


def fetch_mp3(text: str, language: Language, tld: str = "com", timeout_s: tuple[float, float] = TIMEOUT_S) -> bytes:
    """Ask the server once. `tld` is not checked: that is for whoever reads it from somebody (`checked_tld`).

    Raises:
        NoVoice: no answer, or none with sound in it.
    """
    trouble = missing()
    if trouble is not None:
        raise trouble
    from gtts import gTTS, gTTSError  # noqa: PLC0415 - brings a whole web client along

    whole = io.BytesIO()
    try:
        # Its own check of the language warns of "zh-CN", which is the very name it wants.
        voice = gTTS(text, tld=tld, lang=_LANGUAGES[language], lang_check=False, timeout=timeout_s)
        voice.write_to_fp(whole)
    except gTTSError as error:
        if error.rsp is not None and error.rsp.status_code == HTTPStatus.TOO_MANY_REQUESTS:
            raise NoVoice("在线语音请求太多", "the online voice had too many requests", too_many=True) from error
        raise NoVoice(f"在线语音不通：{error}", f"the online voice failed: {error}") from error
    except Exception as error:  # what it lets through of its web client and of broken answers has no end
        raise NoVoice(f"在线语音不通：{error}", f"the online voice failed: {error}") from error
    return whole.getvalue()


def _heard(data: bytes) -> Samples:
    """The sound of an answer. Raises `NoVoice` for a page of something else."""
    if len(data) < FEWEST_BYTES:
        raise NoVoice(f"在线语音只给了 {len(data)} 字节", f"the online voice sent {len(data)} bytes")
    try:
        return decode(data)
    except NotSound as error:
        raise NoVoice(f"在线语音给的不是声音：{error}", f"the online voice sent no sound: {error}") from error


def _plausible(clip: Samples, text: str, language: Language) -> bool:
    """Whether a finished clip is as long as its words."""
    syllables = syllables_zh(text) if language is Language.ZH else syllables_en(text)
    each = (len(clip) / RATE - _SILENCE_S) / max(1, syllables)
    return SYLLABLE_S[0] <= each <= SYLLABLE_S[1]


class Gtts:
    """The voice itself: one sentence after the other, never faster than `spacing_s`."""

    def __init__(
        self,
        fetch: Fetch = fetch_mp3,
        spacing_s: float = SPACING_S,
        clock_s: Callable[[], float] = monotonic,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        """`pause` waits so many seconds; by default it really does."""
        self._fetch = fetch
        self._spacing_s = spacing_s
        self._clock_s = clock_s
        self._pause = pause if pause is not None else threading.Event().wait
        self._next_s = float("-inf")

    def speak(self, text: str, language: Language) -> Samples:
        """The sentence at 48 kHz as it came: neither trimmed nor levelled (`loudness.finish` does both).

        Raises:
            NoVoice: it is too long, or there was no usable answer; `too_many` when the server asks for
                patience, and whoever renders a pack should go on another day.
        """
        return self._said(text, language)[0]

    def clip(self, text: str, language: Language) -> Samples:
        """The sentence as a pack keeps it. Raises `NoVoice` like `speak`."""
        return self._said(text, language)[1]

    def _said(self, text: str, language: Language) -> tuple[Samples, Samples]:
        """The sentence as it came, and finished."""
        if len(text) > MOST_CHARACTERS:
            raise NoVoice(f"超过一百个字：{text}", f"more than 100 characters: {text}")
        wait_s = self._next_s - self._clock_s()
        if wait_s > 0:
            self._pause(wait_s)
        try:
            raw = _heard(self._fetch(_spelt(text), language))
        finally:
            self._next_s = self._clock_s() + self._spacing_s
        clip = finish(raw)
        if not _plausible(clip, text, language):
            raise _Implausible(text, len(clip) / RATE)
        return raw, clip


class _Implausible(NoVoice):
    """Raised when the answer is sound, but not of this sentence: that is not the network's fault."""

    def __init__(self, text: str, seconds: float) -> None:
        """Keep the words and their length."""
        super().__init__(f"在线语音的长度不对：{text}（{seconds:.2f} 秒）", f"{seconds:.2f} s is no length for {text}")


class _Spoilt(NoVoice):
    """Raised when nothing can be done with an answer, for a reason that nobody knew of."""

    def __init__(self, why: str) -> None:
        """Keep the reason."""
        super().__init__(f"在线语音的回答无法处理：{why}", f"the answer of the online voice is of no use: {why}")


def _spelt(text: str) -> str:
    """`text` as it is sent."""
    for written, sent in _SPELLING:
        text = text.replace(written, sent)
    return text


class Online:
    """The voice by day: a thread that fills the cache with what was wanted. All methods return at once."""

    def __init__(self, cache: Cache, voice: Gtts, clock_s: Callable[[], float] = monotonic) -> None:
        """Turned off, and by day."""
        self._cache = cache
        self._voice = voice
        self._clock_s = clock_s
        self._changed = threading.Condition()
        self._wanted: OrderedDict[str, tuple[Fragment, Language, int | None]] = OrderedDict()
        self._refused: set[str] = set()
        self._on = self._night = self._busy = self._closed = False
        self._refusals = 0
        self._rests_until_s = float("-inf")
        self._trouble: NoVoice | None = None
        self._thread: threading.Thread | None = None

    @property
    def trouble(self) -> NoVoice | None:
        """Why the last request failed; None after one that did not."""
        with self._changed:
            return self._trouble

    @property
    def ready(self) -> bool:
        """Whether it would ask for something now: staff turned it on, it is day, and it is not resting."""
        with self._changed:
            return self._on and not self._night and self._clock_s() >= self._rests_until_s

    def turn(self, on: bool) -> NoVoice | None:
        """Let staff turn it on or off. Returns why it stays off, in one line, where it is not installed."""
        trouble = missing() if on else None
        with self._changed:
            self._on = on and trouble is None
            if self._on and self._thread is None:
                # A daemon: a server that never answers must not keep the judge from ending.
                self._thread = threading.Thread(target=self._work, name="online voice", daemon=True)
                self._thread.start()
            if not self._on:
                self._wanted.clear()
            self._changed.notify_all()
        return trouble

    def night(self, on: bool) -> None:
        """Eyes are shut or open again. By night nothing is asked; what is on its way comes to its end."""
        with self._changed:
            self._night = on
            self._changed.notify_all()

    def find(self, fragment: Fragment, language: Language, longest: int | None = None) -> Kept | None:
        """The sentence, if it was fetched before and is not longer than `longest` frames."""
        kept = self._cache.find(_key(fragment, language))
        return kept if kept is not None and (longest is None or kept.frames <= longest) else None

    def want(self, fragment: Fragment, language: Language, longest: int | None = None) -> None:
        """Fetch it when there is time; nothing happens while it is off, rests, or has refused this line."""
        key = _key(fragment, language)
        with self._changed:
            if not self._on or self._clock_s() < self._rests_until_s or key in self._refused:
                return
            if len(self._wanted) < MOST_WANTED:
                self._wanted[key] = (fragment, language, longest)
                self._changed.notify_all()

    def wait(self, timeout_s: float) -> bool:
        """Wait until nothing is left that it would do now; False when that took longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy and not (self._wanted and not self._night), timeout_s)

    def close(self) -> None:
        """End the thread, after the request it may be in; nobody waits for that."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _work(self) -> None:
        """The thread."""
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._closed or (self._wanted and not self._night))
                if self._closed:
                    return
                key, (fragment, language, longest) = self._wanted.popitem(last=False)
                self._busy = True
            if self._cache.find(key) is None:
                self._fetch(key, fragment, language, longest)

    def _keep(self, key: str, fragment: Fragment, language: Language, longest: int | None) -> None:
        """One sentence into the cache. Raises `NoVoice`, OSError and `NotSound`."""
        clip = self._voice.clip(fragment.text, language)
        if longest is not None and len(clip) > longest:
            raise _Implausible(fragment.text, len(clip) / RATE)
        self._cache.put(key, clip)

    def _fetch(self, key: str, fragment: Fragment, language: Language, longest: int | None) -> None:
        """The same, or a note of why not."""
        trouble: NoVoice | None = None
        try:
            self._keep(key, fragment, language, longest)
        except NoVoice as error:
            trouble = error
        except (OSError, NotSound) as error:
            trouble = NoVoice(f"无法保存在线语音：{error}", f"cannot keep the online voice: {error}")
        except Exception as error:  # noqa: BLE001 - whatever one answer does, the lines after it are fetched
            _log.warning("an answer of the online voice", exc_info=True)
            trouble = _Spoilt(repr(error))
        with self._changed:
            self._trouble = trouble
            if trouble is None:
                self._refusals = 0
                return
            _log.info("%s", trouble)
            if isinstance(trouble, _Implausible | _Spoilt) or len(fragment.text) > MOST_CHARACTERS:
                self._refused.add(key)
                return
            rest_s = BACK_OFF_S * 2**self._refusals if trouble.too_many else REST_S
            self._refusals += trouble.too_many
            self._rests_until_s = self._clock_s() + rest_s
            self._wanted.clear()


def _key(fragment: Fragment, language: Language) -> str:
    """The name of a sentence in the cache."""
    return key_of(ENGINE, language, _spelt(fragment.text))
