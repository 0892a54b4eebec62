"""The voices that can say what no pack has: the online one, where staff turned it on, and espeak-ng.

What they have said is kept in the state folder, and is a recording like any other from then on, for a loudspeaker and
for the pages. Imported only where the libraries of sound are installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from audio.cache import Cache
from audio.espeak import Espeak
from audio.online import Gtts, Online
from audio.sources import Voices
from engine.text import Text
from firmware.reasons import os_reason

if TYPE_CHECKING:
    from pathlib import Path

    from audio.pack import Pack
    from audio.say import Language

SAID: Final = "voice"
"""The folder of the state folder that holds what no pack has: sentences of the online voice and of espeak-ng."""


class Live:
    """Voices of last resort, with one memory for all languages."""

    def __init__(self, folder: Path) -> None:
        """Keep what is said under `folder`, the state folder. The online voice is off."""
        fetched = Cache(folder / SAID / "online")
        self._said = Cache(folder / SAID / "espeak")
        self._espeak = Espeak()
        self.online = Online(fetched, Gtts())
        self.told = _unkept(folder / SAID, fetched, self._said)
        """That nothing can be kept there, and why."""

    def voices(self, language: Language, pack: Pack | None) -> Voices:
        """Who speaks `language`: `pack`, and these where it cannot."""
        return Voices(language, pack, online=self.online, espeak=self._espeak, said=self._said)

    def close(self) -> None:
        """Ask nobody any more."""
        self.online.close()


def _unkept(folder: Path, *caches: Cache) -> tuple[Text, ...]:
    for cache in caches:
        if cache.trouble is not None:
            why = os_reason(cache.trouble)
            return (
                Text(
                    f"{folder} 不能用（{why.zh}）：语音包里没有的话只有字幕。",
                    f"{folder} cannot be used ({why.en}): what no voice pack has is a caption only.",
                ),
            )
    return ()
