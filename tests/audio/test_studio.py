"""How a pack is made: nothing twice, only what changed, every clip at one loudness, the numbers short."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from audio.clips import Fragment, Wanted, fragments
from audio.loudness import RATE, Samples, lufs, true_peak_db
from audio.pack import FORMAT, MANIFEST, SHIPPED, Manifest, Pack
from audio.say import Language, Say
from audio.soundfiles import decode
from scripts.voice.shelf import finished, write_pack
from scripts.voice.studio import FILE_RATE, Studio

FALL = fragments(Say(key="night.fall"), Language.ZH)[0]
HUSH = fragments(Say(key="night.hush"), Language.ZH)[0]
SEVEN = fragments(Say(key="count.seat", seat=7), Language.ZH)[0]
NICE = Fragment("七号出局。", "qi1 hao4 chu1 ju2 .", ends=True)


class Hum:
    """A voice that hums one second for everything, faster when asked."""

    name = "hum"
    voice = "low"
    speed = 1.0

    def __init__(self) -> None:
        self.said: list[str] = []
        self.accent = ""

    def reads(self, fragment: Fragment) -> str:
        return fragment.pinyin + self.accent

    def speak(self, read: str, speed: float) -> Samples:
        self.said.append(read)
        time = np.arange(round(FILE_RATE / speed)) / FILE_RATE
        hum = 0.02 * np.sin(2 * np.pi * 300 * time) * np.hanning(len(time))
        clicks = np.where(np.arange(len(time)) % 3000 == 1500, 0.3, 0.0)
        hum += clicks
        return np.concatenate((np.zeros(FILE_RATE // 2), hum, np.zeros(FILE_RATE))).astype(np.float32)


def _studio(folder: Path) -> tuple[Studio, Hum]:
    hum = Hum()
    return Studio(hum, folder), hum


def _head() -> Manifest:
    return Manifest(
        format=FORMAT, voice="low", engine="hum", language=Language.ZH, title_zh="哼", title_en="hum", clips=()
    )


def test_a_clip_is_at_its_loudness_whatever_came_out_of_the_voice(tmp_path: Path) -> None:
    studio, _ = _studio(tmp_path)
    clip, ogg = studio.clip(FALL, short=False)
    heard = decode(ogg)
    assert (FALL.name, FALL.text, FALL.pinyin) == (clip.name, clip.text, clip.pinyin)
    assert len(heard) == clip.frames
    assert -16.0 == pytest.approx(lufs(heard), abs=0.2)
    assert true_peak_db(heard) <= -1.0
    assert clip.lufs == pytest.approx(lufs(heard), abs=0.01)
    assert clip.frames < 1.1 * RATE, "the silence around it is gone"


def test_a_number_is_said_faster_until_it_is_short_enough(tmp_path: Path) -> None:
    studio, _ = _studio(tmp_path)
    slow, _ = studio.clip(SEVEN, short=False)
    quick, _ = studio.clip(SEVEN, short=True)
    assert slow.frames > 0.7 * RATE >= quick.frames
    assert quick.speed > slow.speed == 1.0


def test_words_that_are_hard_to_understand_are_said_at_a_speed_of_their_own(tmp_path: Path) -> None:
    usual, hum = _studio(tmp_path)
    fall, hush = usual.clip(FALL, short=False), usual.clip(HUSH, short=False)
    hum.said.clear()
    careful = Studio(hum, tmp_path, paces={HUSH.text: 0.8})
    assert fall == careful.clip(FALL, short=False)
    slower, _ = careful.clip(HUSH, short=False)
    assert [HUSH.pinyin] == hum.said, "only that clip is said anew"
    assert (1.0, 0.8) == (hush[0].speed, slower.speed)
    assert slower.frames > 1.2 * hush[0].frames


def test_nothing_is_said_twice(tmp_path: Path) -> None:
    studio, hum = _studio(tmp_path)
    first = studio.clip(FALL, short=False)
    again, second = _studio(tmp_path)
    assert first == again.clip(FALL, short=False)
    assert ([FALL.pinyin], []) == (hum.said, second.said)


def test_what_is_in_the_pack_is_not_said_again_on_another_machine(tmp_path: Path) -> None:
    studio, _ = _studio(tmp_path / "cache")
    folder = tmp_path / "low"
    write_pack(folder, _head(), finished(studio, (Wanted(FALL, 0), Wanted(HUSH, 0)), frozenset()))
    (folder / f"{HUSH.name}.ogg").write_bytes(b"spoilt")
    hum = Hum()
    elsewhere = Studio(hum, tmp_path / "empty", folder)
    assert (True, False) == (elsewhere.has(FALL, short=False), elsewhere.has(HUSH, short=False))
    write_pack(folder, _head(), finished(elsewhere, (Wanted(FALL, 0), Wanted(HUSH, 0)), frozenset()))
    assert [HUSH.pinyin] == hum.said
    assert Pack.open(folder).plan(Say(key="night.hush")) is not None


def test_another_reading_or_speed_is_said_anew(tmp_path: Path) -> None:
    studio, hum = _studio(tmp_path)
    studio.clip(FALL, short=False)
    hum.accent = "!"
    studio.clip(FALL, short=False)
    hum.speed = 1.1
    studio.clip(FALL, short=False)
    assert 3 == len(hum.said)


def test_a_pack_holds_what_every_pack_has_and_the_nicer_clips_that_are_ready(tmp_path: Path) -> None:
    studio, hum = _studio(tmp_path / "cache")
    wanted = (Wanted(FALL, 0), Wanted(SEVEN, 1), Wanted(NICE, 2))
    write_pack(tmp_path / "low", _head(), finished(studio, wanted, frozenset()))
    assert {FALL.name, SEVEN.name} == {clip.name for clip in Pack.open(tmp_path / "low").manifest.clips}
    studio.clip(NICE, short=False)
    write_pack(tmp_path / "low", _head(), finished(studio, wanted, frozenset()))
    assert NICE.name in {clip.name for clip in Pack.open(tmp_path / "low").manifest.clips}
    assert 3 == len(hum.said)
    plan = Pack.open(tmp_path / "low").plan(Say(key="night.fall"))
    assert plan is not None


def test_a_clip_that_is_no_longer_needed_leaves_the_pack(tmp_path: Path) -> None:
    studio, _ = _studio(tmp_path / "cache")
    folder = tmp_path / "low"
    write_pack(folder, _head(), finished(studio, (Wanted(FALL, 0), Wanted(HUSH, 0)), frozenset()))
    kept = (folder / f"{FALL.name}.ogg").stat().st_mtime_ns
    write_pack(folder, _head(), finished(studio, (Wanted(FALL, 0),), frozenset()))
    assert {MANIFEST, f"{FALL.name}.ogg"} == {file.name for file in folder.iterdir()}
    assert kept == (folder / f"{FALL.name}.ogg").stat().st_mtime_ns, "what did not change is not written"


def test_packs_go_beside_the_program() -> None:
    assert "packs" == SHIPPED.name
    assert "audio" == SHIPPED.parent.name
