"""Everything the room can hear, see and time of one game, channel by channel; and how two games compare.

Channels: text (with its time and length), sound (recordings, chimes and noise, as they are heard), image (the
OLED's dots), lamp (by day all, by night and in ballots those of the seats whose eyes are shut), page (the room
page's stream), log (the service log).

`compare` is the definition of noninterference: from equal public inputs, the traces of two games are
equal up to the first public event that differs, and that event comes at the same time. It must be one
that secrets may decide: who died in the night, whether the exiled was the 白痴, whether the claims fit.
Whether the bear is heard, who may not speak, what a duel or a take comes to are such events too.
Only what follows from an act in the open may come in one game and not in the other at all: a reveal that
the rules accept, a skill that is really there, a victim that 白狼王 names. And where one game is over, or
somebody goes with a death that has just been told, the other goes on at that very instant, be it with a question.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from typing import Final, NamedTuple

import msgspec
from PIL import Image

from audio.say import Language
from engine.events import (
    Announced,
    Blasted,
    BlastHeld,
    ClaimsDoubted,
    DelayedOut,
    DuelCalled,
    DuelLost,
    DuelWon,
    Exiled,
    Exploded,
    GameOver,
    Growled,
    IdiotFlipped,
    Linked,
    NightEnded,
    NobodyTaken,
    Redealt,
    Revealed,
    ShotDelayed,
    ShotFired,
    Silenced,
    TakenAlong,
)
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Seat
from engine.secrecy import Public
from engine.setup import Setup
from firmware.audience import Audience
from firmware.loudspeaker import Loudspeaker
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from firmware.web import views
from firmware.web.facts import Facts
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher
from hardware.ports import NS_PER_MS, LampFrame, Pattern
from tests.kit.law import Eyelids
from tests.kit.speaker import PARROT, FakeSpeaker
from tests.kit.table import VirtualTable

Derive = Callable[[Facts, views.Channel], views.View]

CHANNELS: Final = ("text", "sound", "image", "lamp", "page", "log")

DECIDED_BY_SECRETS: Final = (
    *({Announced}, {Exiled, IdiotFlipped}, {ClaimsDoubted, NightEnded}, {Revealed}, {Growled}, {Silenced}),
    *({DuelWon, DuelLost}, {TakenAlong, NobodyTaken}, {ShotFired, ShotDelayed}, {Blasted, BlastHeld}),
)
"""Kinds of events in which two games that were equal so far may part."""


class SkillOpened(NamedTuple):
    """A seat used its skill in the open; the public event that tells what came of it follows later."""

    seat: Seat


class TakeNamed(NamedTuple):
    """The 自爆 of a seat was 白狼王's: whom it takes along is said back."""

    seat: Seat


IN_THE_OPEN: Final = (Exploded, DuelCalled, SkillOpened, TakeNamed)
"""Acts in the open, which the rules accept in one game and not in the other."""
GOES_WITH: Final = (GameOver, Linked, Blasted, DelayedOut)
"""What comes in one game alone, right where the other goes on."""


class Item(NamedTuple):
    """Something the room could notice."""

    at_ns: int
    what: object


class _RoomHub(Hub):
    """A hub whose only reader is the room page."""

    def __init__(self, told: Callable[[bytes], None], derive: Derive) -> None:
        super().__init__(derive)
        self._told = told
        self._cut = derive

    def publish(self, facts: Facts, screen: Image.Image | None = None) -> None:
        super().publish(facts, screen)
        self._told(msgspec.json.encode(self._cut(facts, views.Room())))


class Trace(Audience):
    """The public trace of the game at one table. Made before the table, and tied to it with `follow`."""

    def __init__(self, *, derive: Derive = views.derive) -> None:
        """`derive` cuts the room page from the facts (a test plants a leak with another one)."""
        self.events: list[Item] = []
        self.items: dict[str, list[Item]] = {channel: [] for channel in CHANNELS}
        self.ends_ns = 0
        self._derive = derive
        self._table: VirtualTable | None = None
        self._eyes: Eyelids | None = None
        self._pages: Publisher | None = None
        self._frame: LampFrame = ()
        self._speaker = FakeSpeaker()
        self._loudspeaker = Loudspeaker(self._speaker, PARROT, lambda _: None)

    def follow(self, table: VirtualTable) -> VirtualTable:
        """Follow this table from now on; again after it has got a new machine."""
        self._table = table
        if self._eyes is None:
            self._eyes = Eyelids(lambda: table.held, table.also_awake)
            self._pages = Publisher(_RoomHub(self._page, self._derive), Language.ZH, table.clock)
        table.display.listen(self._image)
        self._speaker.now_ns = table.clock.now_ns
        return table

    def finish(self) -> None:
        """The game is over, or long enough: what was to be heard, at the time at which it was."""
        speaker = self._speaker
        heard = [Item(sound.from_ns, (sound.to_ns, sound.path)) for sound in speaker.heard]
        chimes = [Item(at_ns, kind) for kind, at_ns in speaker.chimes]
        masks = [Item(at_ns, mask) for at_ns, mask in zip(speaker.masked_ns, speaker.masks, strict=True)]
        self.items["sound"] = sorted((*heard, *chimes, *masks), key=lambda item: item.at_ns)
        self.ends_ns = self.table.now_ns

    @property
    def spoken_ns(self) -> frozenset[int]:
        """When sentences began."""
        return frozenset(item.at_ns for item in self.items["text"])

    @property
    def table(self) -> VirtualTable:
        """The table that is followed."""
        assert self._table is not None
        return self._table

    @property
    def eyes(self) -> Eyelids:
        """Whose eyes are open."""
        assert self._eyes is not None
        return self._eyes

    @property
    def pages(self) -> Publisher:
        """The pages."""
        assert self._pages is not None
        return self._pages

    def _note(self, channel: str, what: object) -> None:
        """Keep it unless the channel already shows just that."""
        items = self.items[channel]
        if channel == "lamp" and items and items[-1].at_ns == self.table.now_ns:
            items.pop()  # whether words or light come first in an instant, nobody can see
        if channel in ("text", "log") or not items or items[-1].what != what:
            items.append(Item(self.table.now_ns, what))

    def _page(self, view: bytes) -> None:
        if self._pages is not None:
            self._note("page", view)

    def _image(self, image: Image.Image) -> None:
        self._note("image", image.tobytes())
        self.pages.screen(image)

    def log(self, record: logging.LogRecord) -> None:
        """A line of the service log."""
        self._note("log", (record.name, record.levelname, record.getMessage()))

    # ------------------------------------------------------------ what the judge puts out

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """A game: the pages learn the cards, which only the maker may see."""
        self._loudspeaker.opened(setup, game, again=again)
        self.pages.dealt(self.table.cards)

    def caught_up(self, view: PublicView) -> None:
        """After a power cut."""
        self.pages.public(view)
        self._loudspeaker.caught_up(view)

    def silence(self) -> None:
        """The judge breaks off."""
        self._loudspeaker.silence()

    def closed(self) -> None:
        """The game is over."""
        self._loudspeaker.closed()

    def step(self, step: Step) -> None:
        """For the maker alone."""
        self.pages.step(step)

    def begin(self, score: Score, start_ns: int) -> None:
        """A skill opened by day is a public act."""
        self._loudspeaker.begin(score, start_ns)
        prompt = self.table.prompt
        if prompt is None or prompt.call.seat is None:
            return
        opened: SkillOpened | TakeNamed | None = None
        if prompt.call.line == "gun.ask":
            opened = SkillOpened(prompt.call.seat)
        elif prompt.call.line == "boom.ask" and not score.counts:
            opened = TakeNamed(prompt.call.seat)
        if opened is not None and (not self.events or self.events[-1].what != opened):
            self.events.append(Item(start_ns + score.question_ms * NS_PER_MS, opened))

    def spoken(self, spoken: Spoken) -> None:
        """Words."""
        self.eyes.spoken(spoken)
        self._note("text", (spoken.say, spoken.text, spoken.at_ns, spoken.length_ms, spoken.night))
        self.pages.spoken(spoken)
        self._loudspeaker.spoken(spoken)
        self._look()

    def fact(self, event: Public, view: PublicView) -> None:
        """A public event."""
        self.events.append(Item(self.table.now_ns, event))
        self.eyes.fact(event, view)
        if isinstance(event, Redealt):
            self.pages.dealt(self.table.cards)
        self.pages.fact(event, view)
        self._loudspeaker.fact(event, view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Light."""
        self._frame = frame
        self.pages.lamps(frame, eyes, self.table.now_ns)
        self._look()

    def _look(self) -> None:
        """What of the lamps is nobody's secret: by night only eyes that are shut have none before them."""
        hidden = self.eyes.awake() if self.eyes.night else frozenset()
        seen = tuple(lamp for lamp in self._frame if lamp.seat not in hidden and lamp.pattern is not Pattern.OFF)
        self._note("lamp", seen)

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who speaks."""
        self.pages.floor(seat, left_ms)

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """A press: for the maker alone, and for what a claim is."""
        self.eyes.pressed(seat, down=down)
        self.pages.pressed(seat, down)

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """For the maker alone."""
        del number
        self.pages.prompt(prompt)


@contextmanager
def service_log(trace: Trace) -> Iterator[None]:
    """Hand the service log to `trace` while the game runs."""

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            trace.log(record)

    handler, logger = Handler(), logging.getLogger("faguan")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
        logger.propagate = True


def horizon(one: Trace, two: Trace) -> tuple[int, str | None]:
    """Until when the two must agree, and what is wrong with the public events themselves."""
    ends_ns = min(one.ends_ns, two.ends_ns)
    for mine, yours in zip_longest(one.events, two.events):
        if mine == yours:
            continue
        items = [item for item in (mine, yours) if item is not None]
        first = min(items, key=lambda item: (item.at_ns, not isinstance(item.what, IN_THE_OPEN + GOES_WITH)))
        if first.at_ns >= ends_ns or isinstance(first.what, IN_THE_OPEN):
            return min(first.at_ns, ends_ns), None
        if isinstance(first.what, GOES_WITH) and all(first.at_ns in trace.spoken_ns for trace in (one, two)):
            return first.at_ns, None
        if mine is None or yours is None or mine.at_ns != yours.at_ns:
            return first.at_ns, f"events: {mine} and {yours} do not come at one time"
        if {type(mine.what), type(yours.what)} not in DECIDED_BY_SECRETS:
            return first.at_ns, f"events: {mine} and {yours} are not for secrets to decide"
        return first.at_ns, None
    return ends_ns, None


def compare(one: Trace, two: Trace) -> list[str]:
    """Everything by which the room could tell the two games apart before a public event tells it."""
    until_ns, wrong = horizon(one, two)
    found = [wrong] if wrong else []
    for channel in CHANNELS:
        mine, yours = ([item for item in trace.items[channel] if item.at_ns < until_ns] for trace in (one, two))
        where = next((pair for pair in zip_longest(mine, yours) if pair[0] != pair[1]), None)
        if where is not None:
            found.append(f"{channel}: {where[0]!r:.300} / {where[1]!r:.300}")
    return found
