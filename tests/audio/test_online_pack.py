"""A pack by the online voice: the studio's own work with the real library, against a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from audio.clips import whole
from audio.errors import NoVoice
from audio.loudness import RATE
from audio.online import Gtts
from audio.pack import Pack
from audio.planner import MAX_COUNT_MS
from audio.say import Language, Say
from scripts.voice import build
from scripts.voice.online import OnlineEngine, faster
from scripts.voice.studio import Studio
from tests.kit.online_server import Play, Server, stay_inside, taken_for_the_real_one

ZH = Language.ZH
LINES = [whole(Say(key="vote.out", seat=seat), ZH) for seat in (1, 2, 3)]
EIGHTEEN = whole(Say(key="count.seat", seat=18), ZH)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The stand-in; nothing leaves this machine."""
    stay_inside(monkeypatch)
    with taken_for_the_real_one(monkeypatch) as one:
        yield one


def studio(folder: Path) -> Studio:
    """A run of the script on a machine with all the time in the world."""
    return Studio(OnlineEngine(ZH, Gtts(spacing_s=0)), folder)


def test_a_run_that_is_cut_off_goes_on_where_it_was(server: Server, tmp_path: Path) -> None:
    server.plays += [Play.SPEAK, Play.TOO_MANY]
    first = studio(tmp_path)
    first.clip(LINES[0], short=False)
    with pytest.raises(NoVoice) as refused:
        first.clip(LINES[1], short=False)
    assert refused.value.too_many
    made = [studio(tmp_path).clip(line, short=False)[0] for line in LINES]
    assert ["一号出局。", "二号出局。", "二号出局。", "三号出局。"] == [text for text, _ in server.asked]
    assert [-16.0] * 3 == pytest.approx([clip.lufs for clip in made], abs=0.2)
    assert max(clip.peak_db for clip in made) <= -1.0


def test_a_counted_number_is_made_short_enough_with_one_request(server: Server, tmp_path: Path) -> None:
    clip, _ = studio(tmp_path).clip(EIGHTEEN, short=True)
    long, _ = studio(tmp_path / "long").clip(EIGHTEEN, short=False)
    assert clip.frames <= RATE * MAX_COUNT_MS // 1000 < long.frames
    assert 2 == len(server.asked)


def test_the_script_stops_in_one_line_when_the_server_asks_for_patience_and_writes_what_it_has(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "OnlineEngine", lambda language: OnlineEngine(language, Gtts(spacing_s=0)))
    server.plays += [Play.SPEAK, Play.SPEAK, Play.TOO_MANY]
    asked = ["--engine", "gtts", "--voices", "gtts_zh", "--build", str(tmp_path), "--into", str(tmp_path / "packs")]
    assert 1 == build.main(asked)
    assert 3 == len(server.asked)
    pack = Pack.open(tmp_path / "packs" / "gtts_zh")
    assert [Language.ZH, "gtts-2", 2] == [pack.language, pack.manifest.engine, len(pack.manifest.clips)]


@pytest.mark.parametrize("factor", [1.0, 1.2, 1.5])
def test_faster_is_shorter_at_the_same_pitch_and_level(factor: float) -> None:
    """A hum that swells, as vowels do."""
    time = np.arange(24_000) / 24_000
    hum = (0.3 * np.sin(2 * np.pi * 200 * time) * np.sin(np.pi * time)).astype(np.float32)
    found = faster(hum, factor)
    assert len(hum) / factor == pytest.approx(len(found), abs=1)
    assert 200 == pytest.approx(float(np.argmax(np.abs(np.fft.rfft(found, 24_000)))), abs=2)
    middle = slice(len(found) // 3, -len(found) // 3)
    assert float(np.max(np.abs(found[middle]))) == pytest.approx(0.3, abs=0.03)
    assert float(np.max(np.abs(np.diff(found)))) < 0.05
