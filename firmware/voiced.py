"""The judge who has recorded voices: here the pages alone play them. `firmware.aloud` adds a loudspeaker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from audio.say import Language
from engine.setup import Setup
from engine.text import Text
from firmware.menu.choices import Choices
from firmware.menu.page import SoundState
from firmware.sound import Sound
from firmware.table.opening import opening
from firmware.voice import SpokenVoice
from firmware.voices import VoiceShelf

if TYPE_CHECKING:
    from firmware.live import Live

FOR_A_LOUDSPEAKER = Text("没有喇叭时不用在线语音。", "Not used without a loudspeaker.")


class Voiced(Sound):
    """A judge whose sentences are recordings as far as anybody can say them."""

    def __init__(self, language: Language, choices: Choices, live: Live | None = None, why: Text | None = None) -> None:
        """Speak with the packs that staff chose of; `live` says what they cannot, where its libraries load.

        `why`: nothing is heard but from the pages, and why.
        """
        self._live = live
        self._why = why
        self.shelf = VoiceShelf(fallback=None if live is None else live.voices)
        self.shelf.use(choices)
        self._spoken = SpokenVoice(language, self.shelf.planner)
        super().__init__(self._spoken)
        self.told = (*self.shelf.told(), *(() if live is None else live.told))
        """What whoever started it must know, a line each."""
        # What its pack lacks is made now rather than when it is due.
        self.shelf.planner(language)

    @property
    def state(self) -> SoundState:
        """The voices, what is the matter with them, and that only the pages speak."""
        return SoundState(
            voices=self.shelf.names, notes=self.shelf.told(), trouble=self._why, online_trouble=FOR_A_LOUDSPEAKER
        )

    def use(self, choices: Choices) -> Text | None:
        """The voice holds at once."""
        if self.shelf.use(choices):
            self._spoken.forget()
        return None

    def expect(self, setup: Setup) -> None:
        """Have what no pack can say of the opening made: the name of an own board."""
        self.shelf.prepare(self._spoken.language, opening(setup.opened()))

    def close(self) -> None:
        """End the threads behind the voices."""
        self.shelf.close()
        if self._live is not None:
            self._live.close()
