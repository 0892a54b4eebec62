"""`scripts/voice_pack` as a newcomer uses it: every option is understood or refused, and what is finished stays."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from audio.clips import Fragment, Wanted, fragments
from audio.errors import NoReading
from audio.loudness import Samples
from audio.pack import Pack
from audio.say import Language, Say
from scripts.voice import build
from scripts.voice.options import Refused, asked_for, parser
from scripts.voice.options import __file__ as options_file
from scripts.voice.studio import FILE_RATE

ROOT = Path(__file__).resolve().parents[2]
KNOWN = "zm_yunjian, zf_xiaoxiao, af_heart, gtts_zh, gtts_en"
FALL, HUSH, WAKE, FAR = (
    fragments(Say(key=key), Language.ZH)[0] for key in ("night.fall", "night.hush", "dawn.open", "setup.welcome")
)
WANTED = tuple(Wanted(fragment, tier) for tier, fragment in enumerate((FALL, HUSH, WAKE, FAR)))
"""One clip of each tier: two are needed, the third is shipped, the last only asked for."""

WRONG = {
    "--voices nosuch": ("没有声音 nosuch；现有：zm_yunjian、", f"no voice nosuch; known: {KNOWN}"),
    "--voices zm_yunjian,": ("没有声音 ；", "no voice ; known"),
    "--voices": ("--voices 缺少值", "--voices needs a value"),
    "--engine gtts --voices zm_yunjian": ("gtts 没有声音 zm_yunjian", "gtts has no voice zm_yunjian"),
    "--voices gtts_zh,af_heart": ("gtts 没有声音 af_heart", "gtts has no voice af_heart"),
    "--engine nosuch": ("--engine 的值不对：nosuch", "--engine cannot be nosuch"),
    "--threads two": ("--threads 的值不对：two", "--threads cannot be two"),
    "--threads 0": ("--threads 的值不对：0", "--threads cannot be 0"),
    "--into README.md": ("README.md 不是文件夹", "README.md is no folder"),
    "--voice zm_yunjian": ("不认识 --voice zm_yunjian", "--voice zm_yunjian means nothing here"),
    "everything": ("不认识 everything", "everything means nothing here"),
}


class Hum:
    """Speaks with any voice, and notes what it had to say."""

    name = "hum"
    voice = "low"
    speed = 1.0
    said: list[str]

    def __init__(self) -> None:
        self.said = []
        self.unknown = ""

    def reads(self, fragment: Fragment) -> str:
        """Its pinyin, if every character has a reading."""
        if self.unknown and self.unknown in fragment.text:
            raise NoReading(self.unknown, fragment.text)
        return fragment.pinyin

    def speak(self, read: str, speed: float) -> Samples:
        """One second with a click in it."""
        self.said.append(read)
        time = np.arange(round(FILE_RATE / speed)) / FILE_RATE
        return (0.1 * np.sin(2 * np.pi * 300 * time) * np.hanning(len(time))).astype(np.float32)


@pytest.fixture
def hum(monkeypatch: pytest.MonkeyPatch) -> Hum:
    """The only engine there is, and four clips are all there is to say."""
    made = Hum()
    monkeypatch.setattr(build, "_engine", lambda _voice, _asked: made)
    monkeypatch.setattr(build, "every", lambda _language, _says, _rare: WANTED)
    return made


def _run(folder: Path, *more: str, cache: str = "cache") -> int:
    return build.main(
        ["--voices", "zm_yunjian", "--into", str(folder / "packs"), "--build", str(folder / cache), *more]
    )


def _files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in (folder / "packs" / "zm_yunjian").iterdir()
    }


def _words(folder: Path) -> list[str]:
    return sorted(clip.text for clip in Pack.open(folder / "packs" / "zm_yunjian").manifest.clips)


def _texts(*held: Fragment) -> list[str]:
    return sorted(fragment.text for fragment in held)


@pytest.mark.parametrize("typed", WRONG)
def test_what_cannot_be_is_one_line_in_both_languages_and_needs_no_library(typed: str) -> None:
    told = subprocess.run(
        [sys.executable, "-I", "-S", options_file, *typed.split()],
        cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    zh, en = WRONG[typed]
    assert (2, "", 1) == (told.returncode, told.stdout, told.stderr.count("\n")), told.stderr
    chinese, _, english = told.stderr.strip().partition(" / ")
    assert chinese.startswith(zh)
    assert english.startswith(en)
    assert chinese.endswith("；请看 --help")
    assert english.endswith("; see --help")


@pytest.mark.parametrize(
    ("typed", "engine", "voices"),
    [
        ("", "kokoro", "zm_yunjian zf_xiaoxiao af_heart"),
        ("--engine gtts", "gtts", "gtts_zh gtts_en"),
        ("--voices gtts_zh", "gtts", "gtts_zh"),
        ("--voices af_heart,af_heart,zm_yunjian", "kokoro", "af_heart zm_yunjian"),
    ],
)
def test_the_voices_say_which_engine_speaks(typed: str, engine: str, voices: str) -> None:
    asked = asked_for(typed.split())
    assert (engine, voices.split()) == (asked.engine, [voice.id for voice in asked.voices])


def test_the_head_of_the_script_tells_every_option_and_every_voice() -> None:
    head = (ROOT / "scripts" / "voice_pack").read_text(encoding="utf-8").partition("\nsource ")[0]
    told = set(re.findall(r"^#   (--[\w-]+)", head, re.MULTILINE))
    options = {option for action in parser()._actions for option in action.option_strings}  # noqa: SLF001
    assert options - {"--build", "--styles"} == told
    assert [] == [voice for voice in KNOWN.split(", ") if voice not in head]
    with pytest.raises(Refused, match="--help"):
        asked_for(["--help"])


def test_a_newcomer_who_changed_nothing_makes_nothing_and_changes_nothing(
    hum: Hum, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert 0 == _run(tmp_path)
    assert _texts(FALL, HUSH, WAKE) == _words(tmp_path), "exactly what is shipped"
    before = _files(tmp_path)
    hum.said.clear()
    capfd.readouterr()
    assert 0 == _run(tmp_path, cache="of another machine")
    assert ([], before) == (hum.said, _files(tmp_path))
    assert "没有变化 / nothing changed" in capfd.readouterr().err


def test_only_what_was_lost_or_changed_is_made_anew(hum: Hum, tmp_path: Path) -> None:
    _run(tmp_path)
    (tmp_path / "packs" / "zm_yunjian" / f"{WAKE.name}.ogg").write_bytes(b"spoilt")
    hum.said.clear()
    assert 0 == _run(tmp_path, cache="of another machine")
    assert [WAKE.pinyin] == hum.said


def test_what_is_beyond_the_shipped_is_asked_for_and_then_stays(hum: Hum, tmp_path: Path) -> None:
    _run(tmp_path)
    assert 0 == _run(tmp_path, "--more")
    assert _texts(FALL, HUSH, WAKE, FAR) == _words(tmp_path)
    before = _files(tmp_path)
    hum.said.clear()
    assert 0 == _run(tmp_path)
    assert ([], before) == (hum.said, _files(tmp_path))


def test_a_line_that_nobody_can_read_is_named_and_the_pack_stays_as_it_was(
    hum: Hum, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _run(tmp_path)
    before = _files(tmp_path)
    hum.unknown = "闭"
    capfd.readouterr()
    assert 1 == _run(tmp_path)
    told = capfd.readouterr().err
    assert "zm_yunjian 没有写 / is not written: no pinyin for '闭'" in told
    assert "Traceback" not in told
    assert before == _files(tmp_path)


def test_a_folder_that_cannot_be_written_is_one_line(
    hum: Hum, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "zm_yunjian").write_text("mine", encoding="utf-8")
    assert 1 == _run(tmp_path)
    told = capfd.readouterr().err
    assert "Traceback" not in told
    assert "/packs/zm_yunjian" in told.splitlines()[-1]
    assert hum.said
