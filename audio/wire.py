"""What the judge's process and the worker that makes the sound say to each other: one JSON object a line.

The first line to the worker is `Setup`; after it come `Command`s. The worker answers with `Report`s. Positions and
lengths are frames of 48 kHz, times are nanoseconds of the machine's monotonic clock, which both processes share.
A time says when a sound *leaves the loudspeaker*: the worker knows how long that takes and begins earlier.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

RATE: Final = 48_000
"""Frames a second, everywhere."""

NS_PER_S: Final = 1_000_000_000

BUFFER_FRAMES: Final = 2048
"""What the sound card asks for at a time: 43 ms. A judge needs no less, and small computers stutter with less."""

LOUDEST_DB: Final = 0.0
"""The cap of the master volume."""

SOFTEST_DB: Final = -30.0
"""The floor of the master volume: softer, a table would take the judge for dead."""

PATIENCE_MS: Final = 400
"""A sentence that cannot begin this long after its time is not said at all: it would speak into the next window."""

MAX_LINE: Final = 1 << 20
"""Bytes of one message at most; a longer one is not one of ours."""


def audible(db: float) -> float:
    """The volume `db` held between floor and cap."""
    return min(LOUDEST_DB, max(SOFTEST_DB, db))


class Part(msgspec.Struct, frozen=True):
    """One recording within a sentence: the file, its place in frames from the sentence's start, its length."""

    path: str
    at: int
    frames: int


class Cue(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence of a score. `id` is the owner's, never given twice; `at` counts from the start of the score.

    Two cues that touch (one ends at the frame where the other is to begin) are played without a seam.
    """

    id: int
    at: int
    parts: tuple[Part, ...]
    patience_ms: int = PATIENCE_MS

    @property
    def frames(self) -> int:
        """Its length."""
        return max((part.at + part.frames for part in self.parts), default=0)


class Drive(StrEnum):
    """What moves the worker's time on."""

    CARD = "card"
    """The sound card, which asks for frames as it needs them."""

    CLOCK = "clock"
    """The machine's clock: for a device that takes everything at once (a file)."""

    STEPS = "steps"
    """`Advance`, and time begins at 0: for tests that want every frame where it belongs."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker begins with. `card`: a name as the system lists it; "" leaves the choice to the worker."""

    card: str = ""
    volume_db: float = LOUDEST_DB
    buffer_frames: int = BUFFER_FRAMES
    drive: Drive = Drive.CARD


class Play(msgspec.Struct, frozen=True, tag="play"):
    """Say these sentences; frame 0 of the score leaves the loudspeaker at `start_ns`."""

    cues: tuple[Cue, ...]
    start_ns: int


class Silence(msgspec.Struct, frozen=True, tag="silence"):
    """Fade speech and chimes out within 50 ms and forget every score. Beds stay."""


class Volume(msgspec.Struct, frozen=True, tag="volume"):
    """The master volume of speech, chimes and music in dB; the mask has its own."""

    db: float


class Mask(msgspec.Struct, frozen=True, tag="mask"):
    """The noise that covers buttons, faded in or out within 2 s from `at_ns` (None: now).

    `seed` comes from public facts (`audio.bed.mask_seed`). `db` is its own fader; the master volume does not move it.
    """

    on: bool
    seed: int = 0
    db: float = 0.0
    at_ns: int | None = None


class Bed(msgspec.Struct, frozen=True, tag="bed"):
    """The music of the night, faded in or out within 2 s from `at_ns` (None: now)."""

    on: bool
    at_ns: int | None = None


class Chime(msgspec.Struct, frozen=True, tag="chime"):
    """A chime at `at_ns` (None: now)."""

    kind: str
    at_ns: int | None = None


class Rest(msgspec.Struct, frozen=True, tag="rest"):
    """Whether no game is open: ten minutes after the last sound, or after this, the loudspeaker may then sleep."""

    on: bool


class Advance(msgspec.Struct, frozen=True, tag="advance"):
    """Let `frames` more be played (`Drive.STEPS` only)."""

    frames: int


class Quit(msgspec.Struct, frozen=True, tag="quit"):
    """Close the device and end."""


Command = Play | Silence | Volume | Mask | Bed | Chime | Rest | Advance | Quit


class Why(StrEnum):
    """Why a sentence was not said to its end."""

    STOPPED = "stopped"
    """Somebody asked for silence."""

    LATE = "late"
    """It could not begin in time."""

    BROKEN = "broken"
    """A recording is missing or cannot be read."""

    LOST = "lost"
    """There was no loudspeaker, or it went away."""

    STUCK = "stuck"
    """Its end never came."""

    FULL = "full"
    """More was asked for than can wait."""


class Started(msgspec.Struct, frozen=True, tag="started"):
    """Sentence `id` leaves the loudspeaker from frame `frame` of the stream on, at `at_ns`. It may lie ahead."""

    id: int
    frame: int
    at_ns: int


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Sentence `id` has been said; its last frame left the loudspeaker at `at_ns`."""

    id: int
    frame: int
    at_ns: int


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """Sentence `id` has not been said, or not to its end."""

    id: int
    why: Why
    detail: str = ""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The device runs: it has asked for frames. `card` is what was chosen."""

    card: str
    buffer_frames: int
    latency_ns: int


class Absent(msgspec.Struct, frozen=True, tag="absent"):
    """There is no device, and the worker keeps looking. `why` in Chinese and English."""

    zh: str
    en: str


class Beat(msgspec.Struct, frozen=True, tag="beat", kw_only=True):
    """A sign of life, four a second: frame `frame` leaves the loudspeaker at `at_ns` (frame 0: nothing plays yet)."""

    frame: int
    at_ns: int
    underruns: int
    """How often the card ran dry, since the device was opened."""

    faults: int
    """How often mixing raised; each is 43 ms of silence and a traceback on the worker's error output."""


class Gone(msgspec.Struct, frozen=True, tag="gone"):
    """The device went away and the worker ends."""

    zh: str
    en: str


Report = Started | Done | Failed | Opened | Absent | Beat | Gone

_encoder: Final = msgspec.json.Encoder()
_setups: Final = msgspec.json.Decoder(Setup)
_commands: Final[msgspec.json.Decoder[Command]] = msgspec.json.Decoder(Command)
_reports: Final[msgspec.json.Decoder[Report]] = msgspec.json.Decoder(Report)


def line(message: Setup | Command | Report) -> bytes:
    """`message` as one line."""
    return _encoder.encode(message) + b"\n"


def setup_of(text: bytes) -> Setup:
    """The first line to a worker. msgspec.DecodeError: it is not one."""
    return _setups.decode(text)


def command_of(text: bytes) -> Command:
    """A further line to a worker. msgspec.DecodeError: it is not one."""
    return _commands.decode(text)


def report_of(text: bytes) -> Report:
    """A line of a worker. msgspec.DecodeError: it is not one."""
    return _reports.decode(text)
