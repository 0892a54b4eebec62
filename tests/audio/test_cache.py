"""What a live voice said is kept: whole or not at all, and never without a limit."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from audio.cache import Cache, key_of
from audio.loudness import RATE, Samples
from audio.soundfiles import decode

KEY, OTHER = key_of("a voice", "一"), key_of("a voice", "二")


def hum(seconds: float = 0.5) -> Samples:
    """Something to keep."""
    return (0.2 * np.sin(2 * np.pi * 300 * np.arange(round(seconds * RATE)) / RATE)).astype(np.float32)


def names(folder: Path) -> list[str]:
    """The files, sorted."""
    return sorted(path.name for path in folder.iterdir())


def test_a_clip_is_found_again_after_a_restart(tmp_path: Path) -> None:
    put = Cache(tmp_path).put(KEY, hum())
    found = Cache(tmp_path).find(KEY)
    assert put == found
    assert put.frames == len(decode(put.path)) == RATE // 2
    assert Cache(tmp_path).find(OTHER) is None


@pytest.mark.parametrize("spoil", [lambda data: data[:-20], lambda data: data[:0], lambda data: b"\x00" + data[1:]])
def test_a_spoilt_file_is_a_miss_and_goes(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    path = Cache(tmp_path).put(KEY, hum()).path
    path.write_bytes(spoil(path.read_bytes()))
    cache = Cache(tmp_path)
    assert cache.find(KEY) is None
    assert [] == names(tmp_path)
    assert cache.find(KEY) is None


def test_a_file_that_went_away_is_a_miss(tmp_path: Path) -> None:
    Cache(tmp_path).put(KEY, hum()).path.unlink()
    assert Cache(tmp_path).find(KEY) is None


def test_what_a_power_cut_left_half_written_is_cleared_and_foreign_files_are_not(tmp_path: Path) -> None:
    (tmp_path / "tmpabc.half").write_bytes(b"OggS")
    (tmp_path / "notes.txt").write_text("mine")
    assert Cache(tmp_path).find(KEY) is None
    assert ["notes.txt"] == names(tmp_path)


def test_a_full_disk_leaves_the_cache_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    cache = Cache(tmp_path)
    kept = cache.put(KEY, hum())
    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for key in (KEY, OTHER):
            with pytest.raises(OSError, match="No space"):
                cache.put(key, hum(0.7))
    assert [kept.path.name] == names(tmp_path)
    assert [kept, None] == [cache.find(KEY), cache.find(OTHER)]


def test_a_new_recording_takes_the_place_of_the_old(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put(KEY, hum(0.4))
    kept = cache.put(KEY, hum(0.6))
    assert [kept.path.name] == names(tmp_path)
    assert kept == cache.find(KEY)


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    size = Cache(tmp_path / "one").put(KEY, hum()).path.stat().st_size
    cache = Cache(tmp_path / "few", max_bytes=3 * size + size // 2)
    keys = [key_of("a voice", str(n)) for n in range(5)]
    for key in keys:
        cache.put(key, hum())
    assert [False, False, True, True, True] == [cache.find(key) is not None for key in keys]
    assert 3 == len(names(tmp_path / "few"))
