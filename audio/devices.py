"""Which loudspeaker: the sound cards by their names, and the configuration of ALSA that makes one the only one.

A card's number changes from start to start, its name does not. PortAudio sees what ALSA's configuration names and
nothing else, so a worker gets a configuration of its own with one device in it. `plug` converts for hardware that
cannot do 48 kHz in 16 bits, and leaves alone what can (so no rate is written down for it).

Two names are not cards: `SERVER` is a desktop's sound server (PulseAudio or PipeWire); "" lets us choose: the server
where there is one, since it holds the cards; else a card that was put in (USB, I2S), the jack, a screen, in this order.
"""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from audio.errors import UnknownCard

CARDS: Final = Path("/proc/asound/cards")

SERVER: Final = "pulse"
"""The name under which a sound server is chosen."""

CONFIG_VARIABLE: Final = "ALSA_CONFIG_PATH"
"""Where ALSA looks for its configuration. What the environment says wins where nobody chose a card."""

_LINE: Final = re.compile(r"^ *\d+ \[(?P<name>\S+) *\]: (?P<driver>\S*) - (?P<title>.*)$")

_HDMI: Final = """\
pcm.judge_hw {{
    type iec958
    slave {{ format IEC958_SUBFRAME_LE pcm {{ type hw card "{name}" device 0 }} }}
    status [ 0x04 0x82 0x00 0x01 ]
    hdmi_mode true
}}
"""
"""The HDMI of a Raspberry Pi takes frames of the digital cable, which `plug` does not make by itself."""
_HARDWARE: Final = 'pcm.judge_hw {{ type hw card "{name}" device 0 }}\n'
_DEFAULT: Final = """\
pcm.!default {{ type plug slave.pcm "judge_hw" }}
ctl.!default {{ type hw card "{name}" }}
"""
_SERVER: Final = "pcm.!default { type pulse }\nctl.!default { type pulse }\n"


class Card(NamedTuple):
    """A sound card: `name` is what is chosen and kept, `title` what a person knows it by."""

    name: str
    title: str
    driver: str

    @property
    def rank(self) -> int:
        """Which is preferred where nobody chose: a card that was put in, the jack, a screen."""
        told = f"{self.name} {self.driver}".lower()
        if "hdmi" in told:
            return 2
        return 1 if "headphones" in told or "bcm2835" in told else 0


class NoCard(Exception):
    """Raised when there is no loudspeaker to choose."""


def known_cards(listing: Path = CARDS) -> tuple[Card, ...]:
    """The cards of this machine as the system lists them; none where it has no sound at all."""
    try:
        text = listing.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ()
    found = (_LINE.match(line) for line in text.splitlines())
    return tuple(Card(m["name"], m["title"].strip(), m["driver"]) for m in found if m is not None)


def find_card(name: str, cards: Iterable[Card]) -> Card:
    """The card called `name`. UnknownCard: there is none; it lists those that there are."""
    known = tuple(cards)
    for card in known:
        if card.name == name:
            return card
    raise UnknownCard(name, tuple(card.name for card in known))


def server_runs(environ: Mapping[str, str]) -> bool:
    """Whether a desktop's sound server listens. Knocks at its door, and never waits.

    A server that was killed leaves its socket behind: that one is there says nothing.
    """
    place = _server_socket(environ)
    if place is None:
        return False
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.setblocking(False)
        try:
            knocking.connect(str(place))
        except BlockingIOError:
            return True  # more knock than it has answered by now: it is there, and busy
        except OSError:
            return False
    return True


def server_mark(environ: Mapping[str, str]) -> tuple[int, int] | None:
    """What changes when a sound server is started or ended in order; looking at it disturbs none."""
    place = _server_socket(environ)
    if place is None:
        return None
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_ino, found.st_ctime_ns


def _server_socket(environ: Mapping[str, str]) -> Path | None:
    """Where a sound server of this desktop has its socket; None where there can be none."""
    if named := environ.get("PULSE_SERVER", ""):
        return Path(named.removeprefix("unix:"))
    folder = environ.get("XDG_RUNTIME_DIR", "")
    return Path(folder) / "pulse" / "native" if folder else None


def choose(wanted: str, cards: Iterable[Card], *, server: bool) -> str:
    """The name of the device to open: `wanted`, or the best there is.

    Raises:
        UnknownCard: a card was asked for that is not there.
        NoCard: nothing was asked for, and there is nothing.
    """
    known = tuple(cards)
    if wanted == SERVER or (not wanted and server):
        return SERVER
    if wanted:
        return find_card(wanted, known).name
    if not known:
        raise NoCard
    return min(known, key=lambda card: card.rank).name


def alsa_config(name: str) -> str:
    """A configuration of ALSA in which the device `name` is the only one."""
    if name == SERVER:
        return _SERVER
    return (_HDMI if name.startswith("vc4hdmi") else _HARDWARE).format(name=name) + _DEFAULT.format(name=name)


class Configuration:
    """The configuration that this process's ALSA reads, in a file that exists as long as the process and no longer."""

    def __init__(self) -> None:
        """Keep the one that the environment names, if any."""
        self.given = bool(os.environ.get(CONFIG_VARIABLE))
        self._file = -1

    def use(self, name: str) -> None:
        """Let ALSA see the device `name` alone, from the next time that PortAudio is started."""
        # A new file each time: ALSA keeps what it has read while file and time are the same.
        file = os.memfd_create("asound.conf") if sys.platform == "linux" else -1
        os.write(file, alsa_config(name).encode())
        os.environ[CONFIG_VARIABLE] = f"/proc/self/fd/{file}"
        if self._file >= 0:
            os.close(self._file)
        self._file = file
