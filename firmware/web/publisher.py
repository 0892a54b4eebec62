"""The table's side of the web: what the deciding thread reports, collected into `Facts`.

All methods are called on the deciding thread and return at once. Nothing here decides who may see
what: that is `firmware.web.views`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from audio.planner import render
from audio.say import Language
from engine.events import (
    BallotOpened,
    BallotRead,
    BidsClosed,
    CampaignOpened,
    ElectionSuspended,
    GameOpened,
    NightFell,
    NoSheriff,
    PkOpened,
    SheriffBallotRead,
    SheriffElected,
    SheriffPkOpened,
    SpeechesOpened,
    StandingRead,
    Undone,
    WordsOpened,
)
from engine.prompts import AnyPrompt, Eyes
from engine.seats import Seat, Seats, seats_of
from engine.secrecy import Event, Public
from engine.text import Text
from firmware.web.asks import asks_after
from firmware.web.facts import TIMELINE, Caption, Clip, Facts, FloorTime, Note, Speech
from firmware.web.views import card_of
from hardware.ports import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PIL import Image

    from audio.say import Say
    from audio.wire import Part
    from engine.game import Step
    from engine.public import PublicView
    from firmware.menu.choices import Worn
    from firmware.table.outlets import Spoken
    from firmware.web.hub import Hub
    from hardware.ports import Clock, LampFrame


COUNTS: Final = ("count.seat", "count.role")
"""What is counted aloud."""


class Recorded(Protocol):
    """A sentence that somebody has recorded, as far as it matters here."""

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its recordings, in order."""


class Publisher:
    """Keeps the facts of the simulated table and leaves each change in the hub."""

    def __init__(
        self, hub: Hub, language: Language, clock: Clock, clips: Callable[[Say], Recorded | None] | None = None
    ) -> None:
        """Publish to `hub`; `language` is the judge's own, `clock` the table's.

        `clips` tells at once how a sentence is said, None for one that nobody can say; without it the pages are mute.
        """
        self._hub = hub
        self._clock = clock
        self._clips = clips
        self._facts = Facts(language=language, speech=None if clips is None else Speech())
        self._screen = b""
        self._said = 0
        hub.publish(self._facts)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence or a counted number begins now."""
        self._said += 1
        texts = {language: render(spoken.say, language) for language in Language}
        texts[self._facts.language] = spoken.text
        at_ms = spoken.at_ns // NS_PER_MS
        caption = Caption(
            number=self._said,
            text=Text(texts[Language.ZH], texts[Language.EN]),
            at_ms=at_ms,
            length_ms=spoken.length_ms,
            counted=spoken.say.key in COUNTS,
        )
        view = self._facts.public
        note = Note(at_ms, spoken.length_ms, spoken.text, view.n, view.night)
        asks = asks_after(spoken.say.key, self._facts.asks)
        speech = self._speech(clips=self._recordings(spoken.say))
        self._change(caption=caption, speech=speech, asks=asks, timeline=(*self._facts.timeline, note)[-TIMELINE:])

    def silence(self) -> None:
        """Nothing is being said any more. What is asked stands until a sentence ends it."""
        self._change(caption=None, speech=self._speech(clips=()))

    def loudspeaker(self, *, there: bool) -> None:
        """Whether the machine can be heard; it can until this is told. Where it cannot, the pages speak."""
        self._change(speech=self._speech(aloud=not there))

    def _recordings(self, say: Say) -> tuple[Clip, ...]:
        """What the pages play for `say`. A file that is not there is left out, the rest of the sentence is heard."""
        planned = self._clips(say) if self._clips is not None else None
        parts = () if planned is None else planned.parts
        clips = ((self._hub.recordings.offer(Path(part.path)), part.at) for part in parts)
        return tuple(Clip(src, at) for src, at in clips if src is not None)

    def _speech(self, **changes: Any) -> Speech | None:
        """What the pages may play, with these changes; None where there is no recorded voice."""
        speech = self._facts.speech
        return None if speech is None else msgspec.structs.replace(speech, **changes)

    def lamps(self, frame: LampFrame, eyes: Eyes, now_ns: int) -> None:
        """All lamps look like `frame`, and the eyes of the room are `eyes`, from `now_ns` on."""
        opened_ms = self._facts.opened_ms
        eyes = self._eyes(self._facts.public, eyes)
        if eyes is Eyes.OPEN and self._facts.eyes is not Eyes.OPEN:
            opened_ms = now_ns // NS_PER_MS
        self._change(lamps=frame, eyes=eyes, opened_ms=opened_ms)

    @staticmethod
    def _eyes(view: PublicView, eyes: Eyes) -> Eyes:
        """No eyes are open by night, whether or not a lamp has burned in it: when they opened must not tell that."""
        return Eyes.NIGHT if view.night and eyes is Eyes.OPEN else eyes

    def public(self, view: PublicView) -> None:
        """What the room knows of the game: at its start, on resuming, and `PublicView()` when it is put away."""
        if view.seats:
            self._begin()
        self._change(public=view, eyes=self._eyes(view, self._facts.eyes), read=self._still(self._facts.read, view))

    def fact(self, event: Public, view: PublicView) -> None:
        """The room learns a public event now; `view` includes it."""
        read = self._facts.read
        match event:
            case GameOpened():
                self._begin()
                read = None
            case BallotRead() | SheriffBallotRead():
                read = event
            case BallotOpened() | NightFell() | BidsClosed() | StandingRead():
                read = None
            case Undone():
                read = self._still(read, view)
            case _:
                pass
        eyes = self._eyes(view, self._facts.eyes)
        out = self._spoken_out(event)
        self._change(public=view, eyes=eyes, read=read, spoken_out=out, events=self._events(event))

    @staticmethod
    def _still(read: BallotRead | SheriffBallotRead | None, view: PublicView) -> BallotRead | SheriffBallotRead | None:
        """The ballot that was read last, if it is still the one that the room knows."""
        return read if read is not None and view.tally and read.tally == view.tally else None

    def _begin(self) -> None:
        """A game begins, or is gone on with: the maker's timeline and log begin here."""
        began_ms = self._clock.now_ns() // NS_PER_MS
        self._facts = msgspec.structs.replace(self._facts, began_ms=began_ms, timeline=(), events=())

    def _spoken_out(self, event: Public) -> bool:
        """Whether the order of speech that was told last is done with, as it is when an election ends."""
        match event:
            case SheriffElected() | NoSheriff() | ElectionSuspended():
                return True
            case CampaignOpened() | SheriffPkOpened() | WordsOpened() | SpeechesOpened() | PkOpened() | NightFell():
                return False
            case Undone():
                return False
            case _:
                return self._facts.spoken_out

    def step(self, step: Step) -> None:
        """A command was answered: what nobody in the room may know of it goes to the maker."""
        hidden = tuple(event for event in step.events if not isinstance(event, Public))
        self._change(events=self._events(*hidden))

    def screen(self, image: Image.Image) -> None:
        """The OLED shows `image` (mode "1", 128x64). The same picture again is no news."""
        pixels = image.tobytes()
        if pixels == self._screen:
            return
        self._screen = pixels
        self._facts = msgspec.structs.replace(self._facts, screen=self._facts.screen + 1)
        self._hub.publish(self._facts, image.copy())

    def seats(self, seats: Seats, pads: Worn = ()) -> None:
        """Staff have chosen these seats, shown as long as there is no game, and these other buttons for some."""
        self._change(seats=seats, pads=pads)

    def speaks(self, language: Language) -> None:
        """The judge speaks `language` from the next sentence on."""
        self._change(language=language)

    def dealt(self, cards: Mapping[Seat, str], spares: tuple[str, ...] = ()) -> None:
        """The simulator's deck: role id by seat, and the spare cards. The judge is not told."""
        held = tuple((seat, card_of(role)) for seat, role in sorted(cards.items()))
        self._change(cards=held, face_down=tuple(map(card_of, spares)))

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """`seat` has the floor with `left_ms` left, reported every second while it runs; None: nobody has it."""
        at_ms = self._clock.now_ns() // NS_PER_MS
        self._change(floor=None if seat is None else FloorTime(seat, left_ms, at_ms))

    def pressed(self, seat: Seat, down: bool) -> None:
        """The button of `seat` is down or up."""
        others = tuple(s for s in self._facts.pressed if s != seat)
        self._change(pressed=seats_of(*others, seat) if down else others)

    def taken(self, seats: Seats) -> None:
        """These seats are played by people; the others are bots."""
        self._change(taken=seats)

    def prompt(self, prompt: AnyPrompt | None) -> None:
        """The open prompt, for the maker page only."""
        self._change(prompt=prompt)

    def _events(self, *more: Event) -> tuple[str, ...]:
        """The maker's log with `more` at its end."""
        return (*self._facts.events, *map(_line, more))[-TIMELINE:]

    def _change(self, **changes: Any) -> None:
        """Leave the changed facts in the hub; nothing when they are the same."""
        facts = msgspec.structs.replace(self._facts, **changes)
        if facts != self._facts:
            self._facts = facts
            self._hub.publish(facts)


def _line(event: Event) -> str:
    """An event as one line of the maker page, secrets included."""
    fields = msgspec.to_builtins(event)
    fields.pop("type", None)
    told = " ".join(f"{name}={msgspec.json.encode(value).decode()}" for name, value in fields.items())
    return f"{type(event).__name__} {told}".strip()
