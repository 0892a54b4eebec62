"""Twin games as the loudspeaker plays them: one night of the real voices, mixed by the real worker, sample for sample.

`test_noninterference` compares what is asked of the loudspeaker; this is what the room hears of it.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import pytest

from audio.bed import CLICK_DB, mask_seed
from audio.loudness import laeq_db, laf_max_db
from audio.say import Language
from audio.wire import NS_PER_S, RATE, Advance, Bed, Chime, Command, Cue, Drive, Mask, Play, Rest, Setup, Silence
from audio.worker import loader
from audio.worker.main import Worker
from audio.worker.sounds import OwnSounds
from engine.events import DayBroke, NightFell
from engine.seats import Seat
from firmware import loudspeaker
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.loudspeaker import Loudspeaker
from firmware.sound import Sound
from firmware.voice import SpokenVoice
from firmware.voices import VoiceShelf
from tests.audio.sound import Pcm
from tests.kit.click import click
from tests.kit.trace import Trace, horizon
from tests.secrecy.games import Run, play
from tests.secrecy.twins import Wishes

BLOCK: Final = 2048
SHELF: Final = VoiceShelf()
BEFORE_S: Final = 8
AFTER_S: Final = 3
"""What is mixed of the day on both sides."""
HUSHED: Final = (BEFORE_S + 4) * RATE
BREAKS: Final = -(AFTER_S + 1) * RATE
"""From when everybody has been told to shut their eyes, to when they are told to open them."""
DIFFERENT: Final = Wishes(peace=0, wrong_claim=0, own_fates=True)


class Given(NamedTuple):
    """A command, and when it was given."""

    at_ns: int
    command: Command


class Tape:
    """In the place of the player: keeps what it is asked for."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self.given: list[Given] = []

    def _give(self, command: Command) -> None:
        self.given.append(Given(self._loop.now_ns(), command))

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """A score."""
        self._give(Play(cues, start_ns))

    def silence(self) -> None:
        """Fade out."""
        self._give(Silence())

    def mask(self, *, on: bool, seed: int = 0, db: float = 0.0, at_ns: int | None = None) -> None:
        """Mask noise."""
        self._give(Mask(on, seed, db, at_ns))

    def bed(self, *, on: bool, at_ns: int | None = None) -> None:
        """Music."""
        self._give(Bed(on, at_ns))

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime."""
        self._give(Chime(kind, at_ns))

    def rest(self, *, on: bool) -> None:
        """Whether a game is open."""
        self._give(Rest(on))


class Twin(NamedTuple):
    """A game that was played, with everything that was asked of its loudspeaker."""

    trace: Trace
    given: list[Given]


def played(secret: int, kind: type[Loudspeaker] = Loudspeaker) -> Twin:
    """One twin of a table of nine, spoken by the packs that come with the program."""
    tapes: list[Tape] = []

    class Speaking(Judge):
        """A judge with a loudspeaker."""

        def __init__(self, *, loop: Loop, language: Language, audience: tuple[Any, ...], **others: Any) -> None:
            voice = SpokenVoice(language, SHELF.planner)
            tapes.append(Tape(loop))
            audience = (*audience, kind(tapes[-1], voice, lambda _night: None))
            super().__init__(loop=loop, language=language, audience=audience, sound=Sound(voice), **others)

    trace = play(Run("B09", DIFFERENT, judge=Speaking, disturbed=False, nights=1), 0, secret)
    (tape,) = tapes
    return Twin(trace, tape.given)


def mixed(twin: Twin, from_ns: int, until_ns: int) -> Pcm:
    """What leaves the loudspeaker between these times, by the real worker on a device that takes it block by block."""
    worker = Worker(Setup(drive=Drive.STEPS), io.BytesIO(), io.BytesIO(), OwnSounds())
    given = [
        Given(at_ns - from_ns, moved(command, from_ns)) for at_ns, command in twin.given if from_ns <= at_ns < until_ns
    ]
    blocks = []
    while (now_ns := worker.mixer.frame * NS_PER_S // RATE) < until_ns - from_ns:
        due = [command for at_ns, command in given if at_ns <= now_ns]
        del given[: len(due)]
        for command in (*due, Advance(0)) if due else ():
            worker.carry_out(command)
        blocks.append(worker.mixer.mix(BLOCK, now_ns))
    return np.frombuffer(b"".join(blocks), np.int16).reshape(-1, 2)[: (until_ns - from_ns) * RATE // NS_PER_S, 0]


def moved(command: Command, by_ns: int) -> Command:
    """`command` for a worker whose time begins at `by_ns`."""
    match command:
        case Play(cues, start_ns):
            return Play(cues, start_ns - by_ns)
        case Chime(kind, at_ns) if at_ns is not None:
            return Chime(kind, at_ns - by_ns)
        case _:
            return command


def night(one: Twin, two: Twin) -> tuple[int, int]:
    """From just before the night falls to where the twins part, or the morning has been called."""
    (falls,) = {i.at_ns for twin in (one, two) for i in twin.trace.events if i.what == NightFell(1)}
    (breaks,) = {i.at_ns for twin in (one, two) for i in twin.trace.events if i.what == DayBroke(1)}
    until_ns, wrong = horizon(one.trace, two.trace)
    assert wrong is None
    assert breaks <= until_ns, "the whole night"
    return falls - BEFORE_S * NS_PER_S, min(until_ns, breaks + AFTER_S * NS_PER_S)


@pytest.fixture(autouse=True)
def _read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes here faster than the thread that reads ahead looks at it."""
    monkeypatch.setattr(loader, "AHEAD_NS", 10**18)


def test_the_night_of_twins_is_one_sound() -> None:
    """Other cards, other choices, other dead; and from 天黑 to 天亮 one and the same sound."""
    one, two = (played(secret) for secret in range(2))
    assert one.trace.table.cards != two.trace.table.cards
    assert one.trace.table.commands != two.trace.table.commands
    first, second = (mixed(twin, *night(one, two)) for twin in (one, two))
    assert np.array_equal(first, second)
    # And it is a night: in every moment in which a window may be open the mask is ten decibels over the loudest click.
    bare = mixed(Twin(one.trace, [each for each in one.given if not isinstance(each.command, Mask)]), *night(one, two))
    covered = np.asarray((first.astype(np.float32) - bare)[HUSHED:BREAKS] / 32767, np.float32)
    levels = [laeq_db(covered[at : at + RATE // 2]) for at in range(0, len(covered) - RATE // 2, RATE // 2)]
    assert len(levels) > 240
    assert min(levels) >= laf_max_db(np.concatenate((click(CLICK_DB), np.zeros(RATE, np.float32)))) + 10


def seeded_by_cards(twin: int) -> Callable[[str, int], int]:
    """The drops of the mask fall as the cards lie."""
    return lambda game, n: mask_seed(f"{game}/{twin}", n)


class Ticking(Loudspeaker):
    """One that gives a sound for every press."""

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """Tick."""
        del seat
        if down:
            self.fault()


@pytest.mark.parametrize(("leak", "seconds"), [("mask", 15), ("press", 60)])
def test_a_sound_that_knows_a_secret_would_be_found(leak: str, seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    twins = []
    for secret in range(2):
        if leak == "mask":
            monkeypatch.setattr(loudspeaker, "mask_seed", seeded_by_cards(secret))
        twins.append(played(secret, Ticking if leak == "press" else Loudspeaker))
    from_ns, _ = night(*twins)
    first, second = (mixed(twin, from_ns, from_ns + seconds * NS_PER_S) for twin in twins)
    assert not np.array_equal(first, second)
