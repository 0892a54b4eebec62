"""The judge's mouth: follows the games and has said, on the loudspeaker, what the table says.

A score is handed over whole, at the time at which it is to leave the loudspeaker; what stands in no score is said at
once. Mask noise and music begin with 天黑 and end with 天亮, whatever happens between: what is heard of them follows
from the words alone. Chimes: one when night has been called, one before 天亮, one when a speech is over.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from audio.bed import mask_seed
from audio.chimes import ChimeKind
from audio.say import Say
from audio.wire import RATE, Cue
from engine.events import Spoke
from engine.public import PublicView
from engine.seats import Seats
from engine.secrecy import Public
from engine.setup import Setup
from firmware.audience import Audience
from firmware.menu.choices import Worn
from firmware.table.lids import TO_DAY, TO_NIGHT
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from firmware.voice import SpokenVoice
from hardware.ports import NS_PER_MS

BREAKS: Final = ("dawn.open", "dawn.again")
COVERED: Final = (*TO_NIGHT, "staff.crash_night")
"""Words from which on clicks are covered, if it is night."""
BARE: Final = (*TO_DAY, "staff.abort")
"""Words from which on they need not be."""
AFTER_NIGHT_MS: Final = 400
"""From the last syllable of 天黑请闭眼 to its chime; its silence has room for it."""
BEFORE_DAY_MS: Final = 1500
"""From the chime of the morning to 天亮; the silence before has room for it."""


LAG_MS: Final = 100
"""So long after its caption everything is heard. A score is known 100 ms before it begins, and a loudspeaker needs up
to 170 ms: without a constant lag its first word would be late by what the journal took, which nobody may hear. A press
in the first 100 ms of a number still means the one before it (`firmware.table.pace.REACTION_MS`)."""


class Speaker(Protocol):
    """A player, as far as it matters here (`audio.player.Player`)."""

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """Say a whole score."""

    def silence(self) -> None:
        """Fade out."""

    def mask(self, *, on: bool, seed: int = 0, db: float = 0.0, at_ns: int | None = None) -> None:
        """Mask noise on or off."""

    def bed(self, *, on: bool, at_ns: int | None = None) -> None:
        """Music on or off."""

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime."""

    def rest(self, *, on: bool) -> None:
        """Whether no game is open, so that the loudspeaker may sleep after a while."""


class Spot(NamedTuple):
    """A sentence in its place: when it was to leave the loudspeaker."""

    say: Say
    at_ns: int


class Loudspeaker(Audience):
    """Everything that is heard at one table."""

    def __init__(
        self,
        speaker: Speaker,
        voice: SpokenVoice,
        night: Callable[[bool], None],
        unsaid: Callable[[Say], None] = lambda _: None,
        spoilt: Callable[[Say], None] = lambda _: None,
    ) -> None:
        """Say with `speaker` what `voice` plans. `night` is told when clicks are covered, and when no more.

        `unsaid` is told by night what nobody can say yet, `spoilt` what nobody could say after all.
        """
        self._unsaid = unsaid
        self._spoilt = spoilt
        self._speaker = speaker
        self._tell_night = night
        self._voice = voice
        self._ids = itertools.count(1)
        self._open: dict[int, Spot] = {}
        """What is being said, or will be, by the number of its cue."""
        self._game = 0
        self._night = 0
        self._covered = False
        self._playing = False

    def chosen(self, seats: Seats, pads: Worn) -> None:
        """Staff are at the keys: between games that wakes a loudspeaker that sleeps, before there is a word for it."""
        del seats, pads
        if not self._playing:
            self._speaker.rest(on=True)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """Another game: its nights have noises of their own, and nothing that staff listened to goes on.

        A sentence that was tried out would keep the first of the game waiting until it is too late for it.
        """
        del setup, again
        self._playing = True
        self.silence()
        self._speaker.rest(on=False)
        self._speaker.mask(on=False)
        self._covered = False
        self._game, self._night = game, 0

    def caught_up(self, view: PublicView) -> None:
        """After a power cut: which night it is."""
        self._night = view.n

    def begin(self, score: Score, start_ns: int) -> None:
        """Hand the score over, and the chimes that belong into its silences."""
        start_ns += LAG_MS * NS_PER_MS
        cues = [self._cue(sentence.say, sentence.at_ms, start_ns) for sentence in score.sentences]
        self._speaker.play(tuple(cue for cue in cues if cue is not None), start_ns)
        for sentence, cue in zip(score.sentences, cues, strict=True):
            at_ns = start_ns + sentence.at_ms * NS_PER_MS
            if cue is None:
                self._caption_only(Spot(sentence.say, at_ns), self._unsaid)
            if sentence.say.key in TO_NIGHT:
                ends_ns = at_ns + sentence.length_ms * NS_PER_MS
                self._speaker.chime(ChimeKind.NIGHT, ends_ns + AFTER_NIGHT_MS * NS_PER_MS)
            elif sentence.say.key in BREAKS and sentence.at_ms >= BEFORE_DAY_MS:
                self._speaker.chime(ChimeKind.DAY, at_ns - BEFORE_DAY_MS * NS_PER_MS)

    def spoken(self, spoken: Spoken) -> None:
        """Say what stands in no score; begin and end what covers the clicks."""
        start_ns = spoken.at_ns + LAG_MS * NS_PER_MS
        if spoken.aside and (cue := self._cue(spoken.say, 0, start_ns)) is not None:
            self._speaker.play((cue,), start_ns)
        key = spoken.say.key
        if key in COVERED and spoken.night:
            self._night += key in TO_NIGHT
            self._cover(on=True)
        elif key in BARE:
            self._cover(on=False)

    def silence(self) -> None:
        """Stop in the middle of a word."""
        self._open.clear()
        self._speaker.silence()

    def ended(self, number: int) -> Spot | None:
        """The sentence of cue `number` has come to its end, whichever; None: nobody wants it any more."""
        return self._open.pop(number, None)

    @property
    def covers(self) -> bool:
        """Whether it is night, as far as the noise goes: then nobody looks at captions."""
        return self._covered

    def broken(self, spot: Spot) -> None:
        """A recording of this sentence cannot be used, as has just been found out, and nobody else says it."""
        self._caption_only(spot, self._spoilt)

    def fact(self, event: Public, view: PublicView) -> None:
        """A speech is over."""
        del view
        if isinstance(event, Spoke):
            self._speaker.chime(ChimeKind.FLOOR)

    def closed(self) -> None:
        """Nothing to cover any more."""
        self._cover(on=False)
        self._playing = False
        self._speaker.rest(on=True)

    def fault(self) -> None:
        """Something is wrong with the machine."""
        self._speaker.chime(ChimeKind.ALERT)

    def _cover(self, *, on: bool) -> None:
        if on != self._covered:
            self._covered = on
            self._speaker.mask(on=on, seed=mask_seed(f"{self._game}", self._night))
            self._speaker.bed(on=on)
            self._tell_night(on)

    def _caption_only(self, spot: Spot, by_night: Callable[[Say], None]) -> None:
        """Nobody says this: by day a chime calls for its caption; by night nobody looks, and the guard is told."""
        if self._covered:
            by_night(spot.say)
        else:
            self._speaker.chime(ChimeKind.ALERT, spot.at_ns)

    def _cue(self, say: Say, at_ms: int, start_ns: int) -> Cue | None:
        """`say` for the player, in a score from `start_ns` on; None when nobody can say it."""
        planned = self._voice.plan(say)
        if planned is None:
            return None
        cue = Cue(id=next(self._ids), at=at_ms * RATE // 1000, parts=planned.parts)
        self._open[cue.id] = Spot(say, start_ns + at_ms * NS_PER_MS)
        return cue
