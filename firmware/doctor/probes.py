"""How the doctor touches the machine. Everything that a check asks for comes through here, so each can be staged."""

from __future__ import annotations

import fcntl
import grp
import os
import pwd
import shutil
import struct
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

import msgspec

from audio.devices import known_cards, server_runs
from audio.player import Back, Event, Lost, Player, unusable
from audio.wire import Setup
from engine.text import Text
from firmware.clock import RealClock
from firmware.clocktrust import Signs, read_signs
from firmware.doctor.boot import Interfaces, read_interfaces
from firmware.onlyone import PinLock, devices
from firmware.voices import VoiceShelf
from hardware import pinlibs
from hardware.i2c import Wire, open_wire
from hardware.ports import Clock
from hardware.wiring import PinLibrary, Wiring

_CHIP_INFO: Final = 0x8044B401
"""GPIO_GET_CHIPINFO_IOCTL; it answers with name, label (32 bytes each) and number of lines."""
_CHIP_BYTES: Final = 68

SPEED_FILE: Final = "/sys/class/i2c-adapter/i2c-{}/of_node/clock-frequency"
NAME_FILE: Final = "/sys/class/i2c-adapter/i2c-{}/name"

LISTEN_S: Final = 6.0
"""How long the loudspeaker has to open."""
TONE_S: Final = 1.5
"""How long three tones last, and a little before them."""


class Access(msgspec.Struct, frozen=True):
    """A device file: who owns it as a group, and whether we may use it."""

    group: str
    usable: bool


class Adapter(msgspec.Struct, frozen=True):
    """A bus as the kernel knows it; `hz` is None where it does not say how fast it was set."""

    name: str = ""
    hz: int | None = None

    @property
    def by_software(self) -> bool:
        """Whether the kernel moves the lines itself, bit by bit."""
        told = self.name.lower()
        return bool(told) and not any(word in told for word in ("bcm2", "designware", "synopsys", "rp1", "stub"))


def chip_labels(folder: Path = Path("/dev")) -> dict[int, str]:
    """The label of every gpiochip, asked of the kernel itself: no library has to be there."""
    found = {}
    for number in pinlibs.chip_numbers(folder):
        try:
            with (folder / f"gpiochip{number}").open("rb") as chip:
                told = fcntl.ioctl(chip, _CHIP_INFO, bytes(_CHIP_BYTES))
            found[number] = struct.unpack("32s32sI", told)[1].partition(b"\0")[0].decode(errors="replace")
        except OSError:
            found[number] = ""
    return found


def access_to(path: Path) -> Access | None:
    """Who may use the device `path`."""
    try:
        owner = path.stat().st_gid
    except OSError:
        return None
    try:
        group = grp.getgrgid(owner).gr_name
    except KeyError:
        group = f"{owner}"
    return Access(group, os.access(path, os.R_OK | os.W_OK))


def user_name() -> str:
    """Who we are."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return f"{os.geteuid()}"


def read_adapter(number: int) -> Adapter:
    """The I2C bus `number`, as far as the system tells."""
    try:
        name = Path(NAME_FILE.format(number)).read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        name = ""
    try:
        hz = int.from_bytes(Path(SPEED_FILE.format(number)).read_bytes()[:4], "big") or None
    except OSError:
        hz = None
    return Adapter(name, hz)


def loudspeakers() -> tuple[str, ...]:
    """What there is to speak through, as people know it."""
    server = ("PulseAudio / PipeWire",) if server_runs(os.environ) else ()
    return (*server, *(card.title for card in known_cards()))


def listen(*, tone: bool) -> Text | None:
    """Open the loudspeaker as the judge does, and close it; why not, else None. With a `tone` it is heard."""
    events: SimpleQueue[Event] = SimpleQueue()
    player = Player(events.put, Setup())
    try:
        first = events.get(timeout=LISTEN_S)
        while not isinstance(first, Back | Lost):
            first = events.get(timeout=LISTEN_S)
        if isinstance(first, Lost):
            return player.health().why
        if tone:
            from audio.chimes import ChimeKind  # noqa: PLC0415 - what it is made with need not be installed

            player.chime(ChimeKind.DAY)
            threading.Event().wait(TONE_S)
    except Empty:
        return player.health().why
    else:
        return None
    finally:
        player.close()


def _open_factory(library: PinLibrary) -> Any:
    from hardware.pins.factory import open_factory  # noqa: PLC0415 - no library of pins before it is asked for

    return open_factory(library)


class Probes(msgspec.Struct, frozen=True, kw_only=True):
    """The ways to the machine; the defaults are the real ones."""

    model: Callable[[], str] = pinlibs.model
    kernel: Callable[[], str] = pinlibs.kernel
    labels: Callable[[], Mapping[int, str]] = chip_labels
    """The label of each gpiochip by its number; "" where it cannot be asked."""
    packages: Callable[[], tuple[str, ...]] = pinlibs.rpi_packages
    access: Callable[[Path], Access | None] = access_to
    """None: there is no such device."""
    user: Callable[[], str] = user_name
    open_factory: Callable[[PinLibrary], Any] = _open_factory
    factory: Any = None
    """Pins that the seats use instead of those of this machine."""
    wire_of: Callable[[int], Wire] = open_wire
    adapter: Callable[[int], Adapter] = read_adapter
    candidates: Callable[[Wiring], tuple[Path, ...]] = devices
    lock: Callable[[tuple[Path, ...]], PinLock] = PinLock
    sound_libraries: Callable[[], Text | None] = unusable
    loudspeakers: Callable[[], tuple[str, ...]] = loudspeakers
    listen: Callable[..., Text | None] = listen
    """Open the loudspeaker, with a `tone` or without, and close it again; why that does not work, or None."""
    interfaces: Callable[[], Interfaces] = read_interfaces
    """What of the Pi itself is switched on at its pins."""
    signs: Callable[[], Signs] = read_signs
    shelf: Callable[[], VoiceShelf] = VoiceShelf
    free_mb: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free // (1 << 20)
    clock: Clock = RealClock()
    pause: Callable[[float], object] = lambda seconds: threading.Event().wait(seconds)
