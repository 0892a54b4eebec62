"""The judge who is heard starts whatever is the matter with his folder, his loudspeaker and his libraries."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from audio.player import Event, unusable
from audio.say import Language, Say
from audio.wire import Drive, Setup
from audio.worker.guard import Guard, pace_for
from audio.worker.mixer import Mixer
from audio.worker.output import NoDevice, Output
from audio.worker.sounds import keep_alive
from engine.text import Text
from firmware import aloud as voices
from firmware.aloud import Aloud
from firmware.clock import RealClock
from firmware.loop import Loop
from firmware.menu.choices import Choices

NIGHT = Say(key="night.fall")


class NoPlayer:
    """No sound is made here."""

    def __init__(self, put: Callable[[Event], None], setup: Setup) -> None:
        del put, setup
        self.rests: list[bool] = []

    def rest(self, *, on: bool) -> None:
        """Note it."""
        self.rests.append(on)

    def close(self) -> None:
        """Nothing is open."""


def aloud(folder: Path, choices: Choices | None = None) -> Aloud:
    """A judge with the packs that come with the program."""
    return Aloud(
        loop=Loop(RealClock(1.0)),
        language=Language.ZH,
        choices=choices or Choices(),
        folder=folder,
        there=lambda _there: None,
        player=NoPlayer,  # type: ignore[arg-type]
    )


def test_a_start_leaves_no_folder_behind(tmp_path: Path) -> None:
    judge = aloud(tmp_path)
    assert [(), []] == [judge.told, list(tmp_path.iterdir())]
    judge.close()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.write_text("mine"), Text("路径中有一段不是文件夹", "a part of the path is not a folder")),
        (lambda path: path.symlink_to("gone"), Text("没有这个文件或文件夹", "there is no such file or folder")),
    ],
)
def test_a_broken_folder_is_told_in_one_line_and_the_packs_speak(
    tmp_path: Path, spoil: Callable[[Path], object], why: Text
) -> None:
    spoil(tmp_path / "voice")
    judge = aloud(tmp_path)
    (told,) = judge.told
    assert f"{tmp_path / 'voice'} 不能用（{why.zh}）：语音包里没有的话只有字幕。" == told.zh
    assert f"{tmp_path / 'voice'} cannot be used ({why.en}): what no voice pack has is a caption only." == told.en
    assert judge.shelf.planner(Language.ZH)(NIGHT) is not None
    judge.close()


def test_a_chosen_card_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    judge = aloud(tmp_path, Choices(card="Nowhere"))
    (told,) = judge.told
    assert told.zh.startswith("没有叫 Nowhere 的声卡")
    assert told.en.startswith("unknown card Nowhere")
    judge.close()


def test_a_sound_server_that_was_chosen_and_does_not_run_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voices, "server_runs", lambda _environ: False)
    judge = aloud(tmp_path, Choices(card="pulse"))
    (told,) = judge.told
    assert told.zh.startswith("没有声音服务器 pulse")
    assert judge.found, "one line is enough"
    judge.close()


def test_a_loudspeaker_that_is_missed_after_a_power_cut_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voices, "server_runs", lambda _environ: False)
    monkeypatch.setattr(voices, "known_cards", tuple)
    (tmp_path / "voice").mkdir()
    (tmp_path / "voice" / "missed").touch()
    judge = aloud(tmp_path)
    assert not judge.found
    judge.close()


def test_a_library_that_does_not_load_is_named_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As numpy does it: a page of advice around the one line that matters."""
    assert unusable() is None
    cause = 'ImportError("libopenblas.so.0: cannot open shared object file")'
    (tmp_path / "hollow.py").write_text(f"raise ImportError('\\n\\nPLEASE READ\\n\\n') from {cause}\n")
    (tmp_path / "mute.py").write_text("raise OSError('cannot load library libsndfile.so')\n")
    monkeypatch.syspath_prepend(tmp_path)
    reason = "libopenblas.so.0: cannot open shared object file"
    assert Text(f"hollow 无法加载（{reason}）", f"hollow does not load ({reason})") == unusable(("hollow",))
    told = unusable(("mute",))
    assert told is not None
    assert "mute does not load (cannot load library libsndfile.so)" == told.en


TOLD: Final = """
from pathlib import Path
from audio.player import unusable
from firmware.start import _live
print(_live(Path("nowhere")), unusable().en)
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [("soundfile", "\0\0"), ("soundfile", ""), ("soundfile", "raise RuntimeError"), ("numpy", "")],
    ids=["no text", "no reader", "raises", "no numbers"],
)
def test_a_library_that_is_spoilt_is_named_and_ends_nothing(name: str, text: str, tmp_path: Path) -> None:
    """A card that lost a part of its memory: the table goes on without a loudspeaker, and nobody reads a traceback."""
    (tmp_path / f"{name}.py").write_text(text)
    environ = os.environ | {"PYTHONPATH": f"{tmp_path}:{Path.cwd()}"}
    told = subprocess.run([sys.executable, "-c", TOLD], env=environ, capture_output=True, text=True, check=False)
    assert (0, "") == (told.returncode, told.stderr)
    assert told.stdout.startswith(f"None {name} does not load (")
    assert 1 == told.stdout.count("\n")


def test_the_worker_tells_of_his_own_library_instead_of_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyaudio", None)
    noise = keep_alive()
    guard = Guard(Mixer(lambda _report: None, noise, -6), pace_for(Drive.STEPS, 0), noise)
    with pytest.raises(NoDevice, match=r"^pyaudio: import of pyaudio"):
        Output(guard, 512)
