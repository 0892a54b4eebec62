"""What the judge asks of his voice, and the judge who speaks in captions only."""

from __future__ import annotations

from engine.setup import Setup
from engine.text import Text
from firmware.audience import Audience
from firmware.loop import Loop
from firmware.menu.choices import Choices
from firmware.menu.page import SoundState
from firmware.soundguard import Desk
from firmware.voice import TextVoice


class Sound:
    """A judge without a loudspeaker. `firmware.aloud` has one; both are asked on the deciding thread and never wait."""

    def __init__(self, voice: TextVoice, state: SoundState | None = None) -> None:
        """`voice` words and measures; `state` is what staff see of it."""
        self.voice = voice
        self._state = state or SoundState()

    @property
    def followers(self) -> tuple[Audience, ...]:
        """Who follows the games for it."""
        return ()

    def attach(self, loop: Loop, desk: Desk) -> None:
        """The judge at `desk` speaks with it, on `loop`."""

    @property
    def state(self) -> SoundState:
        """What the menu shows: cards, voices, and why nothing is heard."""
        return self._state

    def use(self, choices: Choices) -> Text | None:
        """Staff have chosen volume, voice, loudspeaker; what they must know when that cannot be."""

    def expect(self, setup: Setup) -> None:
        """The next game may be this one: what must be made before it can be said is made now."""

    def test(self) -> None:
        """Say the test sentence."""

    def mask(self, *, on: bool) -> None:
        """Let staff hear what covers the buttons by night, or end it."""

    def alert(self) -> None:
        """Something is wrong with the machine: the alert."""

    def beats(self) -> int | None:
        """A number that moves while the loudspeaker works, or is looked for; None: there is nobody to watch."""
        return None

    def close(self) -> None:
        """Be silent for good."""
