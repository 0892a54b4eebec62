"""espeak-ng, the voice of last resort: robotic, but it needs nothing and is there at once.

It is given our own numbered pinyin, never Chinese characters, of which it knows one reading each, and
never its own Mandarin voice, which spells pinyin as English. Whether it understands is asked once, by
the sounds it makes of a known word; a version that says something else is not used.

Every sentence is a process of its own with a deadline. Text goes in through its standard input, sound
comes out through its standard output: no shell, no file.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping
from time import monotonic
from types import MappingProxyType
from typing import Final

import msgspec

from audio.clips import Fragment
from audio.errors import NotSound, NoVoice
from audio.loudness import RATE, Samples, finish
from audio.say import Language
from audio.soundfiles import decode

__all__ = ["DEADLINE_S", "PROGRAM", "Espeak"]

PROGRAM: Final = "espeak-ng"
DEADLINE_S: Final = 1.0
"""A sentence takes some 20 ms, ten times that on a small computer; the judge waits no longer than this."""
REST_S: Final = 60.0
"""After a miss of the deadline it is left alone for so long, so that it cannot slow down every sentence."""

_SPEEDS: Final = (180, 240, 320, 420)
"""Words a minute. The first is the pace of the reference voice; the others are for what has to be short."""
_VOICES: Final[Mapping[Language, str]] = MappingProxyType(
    {Language.ZH: "cmn-latn-pinyin", Language.EN: "en-us"},
)
_MARK: Final = re.compile(r" +([,.?!])")
_HANZI: Final = re.compile(r"[\u3400-\u9fff]")


class _Probe(msgspec.Struct, frozen=True):
    """A text and the phonemes it must become, without stress and tones."""

    text: str
    phonemes: re.Pattern[str]


_PROBES: Final[Mapping[Language, _Probe]] = MappingProxyType(
    {
        # 警长: each release has its own notation of the a; ts.h would be 警常, and I or Z an English spelling.
        Language.ZH: _Probe("jing3 zhang3", re.compile(r"tS;iNts\.[aA]N")),
        Language.EN: _Probe("number three", re.compile(r"nVmb3Tri")),
    },
)
_SOUNDS: Final = re.compile(r"[A-Za-z3@;.]+")
_TONE: Final = re.compile(r"(?<=[A-Za-z])[0-9]+(?=[A-Z]?_)")


class Espeak:
    """The program, asked sentence by sentence. Its methods may be called from any thread."""

    def __init__(
        self, program: str = PROGRAM, deadline_s: float = DEADLINE_S, clock_s: Callable[[], float] = monotonic
    ) -> None:
        """Nothing is started yet."""
        self._program = program
        self._deadline_s = deadline_s
        self._clock_s = clock_s
        self._understood: dict[Language, NoVoice | None] = {}
        self._rests_until_s = float("-inf")

    @property
    def resting(self) -> bool:
        """Whether it missed its deadline lately."""
        return self._clock_s() < self._rests_until_s

    def trouble(self, language: Language) -> NoVoice | None:
        """Why it cannot speak this language, in one line; None when it can. Asked once; only being slow may pass."""
        if language not in self._understood:
            try:
                self._understood[language] = self._asked(language)
            except NoVoice as trouble:
                if self.resting:
                    return trouble
                self._understood[language] = trouble
        return self._understood[language]

    def say(self, fragment: Fragment, language: Language, longest: int | None = None) -> Samples:
        """The sentence at the level of a pack; spoken faster where it must not exceed `longest` frames.

        Raises:
            NoVoice: it is not installed, does not understand, is too slow, or cannot read the sentence.
        """
        trouble = self.trouble(language)
        if trouble is not None:
            raise trouble
        text = _MARK.sub(r"\1", fragment.pinyin) if language is Language.ZH else fragment.text
        if not text or _HANZI.search(text):
            raise NoVoice(f"没有拼音：{fragment.text}", f"no pinyin for {fragment.text}")
        for speed in _SPEEDS:
            clip = self._spoken(text, language, speed)
            if longest is None or len(clip) <= longest:
                return clip
        raise NoVoice(f"说得太长：{fragment.text}", f"too long when spoken: {fragment.text}")

    def _spoken(self, text: str, language: Language, speed: int) -> Samples:
        """One sentence at one speed."""
        wave = self._run(("-b", "1", "-z", "-s", str(speed), "--stdin", "--stdout"), language, text)
        try:
            clip = finish(decode(wave))
        except NotSound as error:
            raise NoVoice(f"{PROGRAM} 没有给出声音：{error}", f"{PROGRAM} gave no sound: {error}") from error
        if len(clip) < RATE // 20:
            raise NoVoice(f"{PROGRAM} 没有声音", f"{PROGRAM} stayed silent")
        return clip

    def _asked(self, language: Language) -> NoVoice | None:
        """Whether it makes the right sounds of the probe."""
        probe = _PROBES[language]
        said = self._run(("-b", "1", "-q", "-x", "--stdin"), language, probe.text).decode(errors="replace")
        sounds = "".join(_SOUNDS.findall(_TONE.sub("", said)))
        if probe.phonemes.fullmatch(sounds):
            return None
        return NoVoice(
            f"这个版本的 {PROGRAM} 读错了“{probe.text}”：{said.strip()}",
            f"this version of {PROGRAM} misreads “{probe.text}”: {said.strip()}",
        )

    def _run(self, options: tuple[str, ...], language: Language, text: str) -> bytes:
        """Its output. Raises `NoVoice`."""
        if self.resting:
            raise NoVoice(f"{PROGRAM} 太慢，暂时不用", f"{PROGRAM} was too slow and rests")
        try:
            done = subprocess.run(
                (self._program, "-v", _VOICES[language], *options),
                input=text.encode(), capture_output=True, check=True, timeout=self._deadline_s,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            self._rests_until_s = self._clock_s() + REST_S
            raise NoVoice(f"{PROGRAM} 太慢", f"{PROGRAM} is too slow") from error
        except FileNotFoundError as error:
            raise NoVoice(f"没有安装 {PROGRAM}", f"{PROGRAM} is not installed") from error
        except (OSError, subprocess.CalledProcessError) as error:
            raise NoVoice(f"{PROGRAM} 出错：{error}", f"{PROGRAM} failed: {error}") from error
        return done.stdout
