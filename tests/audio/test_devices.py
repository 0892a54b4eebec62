"""Sound cards by their names."""

from __future__ import annotations

import errno
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

import pytest

from audio.devices import SERVER, Card, NoCard, choose, find_card, known_cards, server_mark, server_runs
from audio.errors import UnknownCard
from tests.audio.sound import ROOT

PI: Final = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 2 [Device         ]: USB-Audio - USB Audio Device
                      GeneralPlus USB Audio Device at usb-0000:01:00.0-1.3, full speed
10 [sndrpihifiberry]: RPi-simple - snd_rpi_hifiberry_dac
                      snd_rpi_hifiberry_dac
"""


@pytest.fixture
def pi(tmp_path: Path) -> tuple[Card, ...]:
    listing = tmp_path / "cards"
    listing.write_text(PI, encoding="utf-8")
    return known_cards(listing)


def test_the_cards_of_a_raspberry_pi_are_listed_by_name(pi: tuple[Card, ...]) -> None:
    names = ["vc4hdmi0", "Headphones", "Device", "sndrpihifiberry"]
    assert names == [card.name for card in pi]
    assert "USB Audio Device" == pi[2].title


@pytest.mark.parametrize("text", ["--- no soundcards ---\n", "", "\ufffd\x00 nonsense ]: [\n"])
def test_a_machine_without_cards_has_none(text: str, tmp_path: Path) -> None:
    listing = tmp_path / "cards"
    listing.write_text(text, encoding="utf-8")
    assert () == known_cards(listing)
    assert () == known_cards(tmp_path / "no such file")
    with pytest.raises(NoCard):
        choose("", (), server=False)


def test_an_unknown_card_is_answered_with_those_that_are_there(pi: tuple[Card, ...]) -> None:
    with pytest.raises(UnknownCard) as refused:
        find_card("Devise", pi)
    assert "unknown card Devise: known ones are vc4hdmi0, Headphones, Device, sndrpihifiberry" == refused.value.en
    assert "没有叫 Devise 的声卡；现有：vc4hdmi0、Headphones、Device、sndrpihifiberry" == refused.value.zh
    with pytest.raises(UnknownCard, match="known ones are none"):
        find_card("Devise", ())


def test_what_is_chosen_where_nobody_chose(pi: tuple[Card, ...]) -> None:
    """The server of a desktop, for it holds the cards; else what was put in, then the jack, then a screen."""
    assert SERVER == choose("", pi, server=True)
    assert "Device" == choose("", pi, server=False)
    assert "Headphones" == choose("", pi[:2], server=False)
    assert "vc4hdmi0" == choose("", pi[:1], server=False)
    assert "Headphones" == choose("Headphones", pi, server=True)
    assert SERVER == choose(SERVER, (), server=False)


def test_a_sound_server_is_known_by_its_answer_and_not_by_the_socket_that_a_dead_one_left(tmp_path: Path) -> None:
    (tmp_path / "pulse").mkdir()
    place = tmp_path / "pulse" / "native"
    ways = ({"XDG_RUNTIME_DIR": str(tmp_path)}, {"PULSE_SERVER": f"unix:{place}"}, {"PULSE_SERVER": str(place)})
    assert [False] * 3 == [server_runs(environ) for environ in ways]
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(str(place))
        there.listen(1)
        mark = server_mark(ways[0])
        # It answers nobody, and more knock than may wait: it is there all the same.
        with ExitStack() as waiting:
            for _ in range(3):
                knocking = waiting.enter_context(socket.socket(socket.AF_UNIX))
                knocking.setblocking(False)
                with suppress(BlockingIOError):
                    knocking.connect(str(place))
            assert [True] * 3 == [server_runs(environ) for environ in ways]
    assert place.is_socket()
    assert [False] * 3 == [server_runs(environ) for environ in ways], "nobody listens any more"
    assert mark == server_mark(ways[0])
    place.unlink()
    assert server_mark(ways[0]) is None
    assert not server_runs({})
    assert not server_runs({"PULSE_SERVER": f"unix:{tmp_path}/{'long' * 100}"})


@pytest.mark.parametrize(
    ("name", "code"), [("Device", errno.ENODEV), ("vc4hdmi0", errno.ENODEV), (SERVER, errno.ECONNREFUSED)]
)
def test_alsa_understands_our_configuration(name: str, code: int) -> None:
    """ALSA itself gets as far as looking for a card, or a server, that is not here; what it cannot read is EINVAL."""
    script = (
        "import ctypes, sys; from audio.devices import Configuration; Configuration().use(sys.argv[1])\n"
        "print(-ctypes.CDLL('libasound.so.2').snd_pcm_open(ctypes.byref(ctypes.c_void_p()), b'default', 0, 0))"
    )
    environ = {"PATH": "/usr/bin:/bin", "PULSE_SERVER": "unix:/nowhere", "HOME": "/nowhere"}
    command = [sys.executable, "-c", script, name]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True, timeout=60)
    assert code == int(done.stdout)
