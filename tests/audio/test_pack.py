"""A voice pack: what it can say and when each clip starts, and what a spoilt one still says."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import numpy as np
import pytest

from audio.clips import RATE, Fragment, fragments, phrases
from audio.errors import BadPack
from audio.pack import FORMAT, MANIFEST, Clip, Manifest, Pack
from audio.say import Language, Say
from audio.soundfiles import encode_ogg

FALL = Say(key="night.fall")
OUT = Say(key="vote.out", seat=3)
BALLOT = Say(key="vote.for", seat=3)
FILE_RATE = 24_000


def _recording(seconds: float) -> bytes:
    """Something that sounds, of a known length."""
    time = np.arange(round(seconds * FILE_RATE)) / FILE_RATE
    return encode_ogg((0.2 * np.sin(2 * np.pi * 300 * time)).astype(np.float32), FILE_RATE)


class Maker:
    """Writes a pack clip by clip."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clips: list[Clip] = []
        folder.mkdir()

    def add(self, fragment: Fragment, seconds: float) -> Path:
        ogg = _recording(seconds)
        path = self.folder / f"{fragment.name}.ogg"
        path.write_bytes(ogg)
        clip = Clip(
            name=fragment.name, key="k", text=fragment.text, pinyin=fragment.pinyin, speed=1.0,
            frames=round(seconds * RATE), lufs=-16.0, peak_db=-2.0, sha256=hashlib.sha256(ogg).hexdigest(),
        )  # fmt: skip
        self.clips.append(clip)
        return path

    def pack(self, form: str = FORMAT) -> Pack:
        manifest = Manifest(
            format=form, voice="test", engine="tone", language=Language.ZH, title_zh="测试", title_en="test",
            clips=tuple(self.clips),
        )  # fmt: skip
        (self.folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
        return Pack.open(self.folder)


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path / "voice")


def test_a_line_in_one_piece_is_one_clip(maker: Maker) -> None:
    path = maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    plan = maker.pack().plan(FALL)
    assert plan is not None
    assert [(path, 0, RATE)] == [(part.path, part.at, part.frames) for part in plan.parts]
    assert RATE == plan.frames


def test_a_glued_line_starts_each_clip_after_the_gap(maker: Maker) -> None:
    number, rest = fragments(BALLOT, Language.ZH)
    maker.add(number, 0.5)
    maker.add(rest, 0.4)
    pack = maker.pack()
    plan = pack.plan(BALLOT)
    assert plan is not None
    assert [0, RATE // 2 + number.gap_frames] == [part.at for part in plan.parts]
    assert RATE // 2 + number.gap_frames + RATE * 4 // 10 == plan.frames
    assert -(-plan.frames * 1000 // RATE) == pack.length_ms(BALLOT)


def test_the_whole_clause_is_taken_where_it_is_there(maker: Maker) -> None:
    for fragment in fragments(OUT, Language.ZH):
        maker.add(fragment, 0.5)
    glued = maker.pack().plan(OUT)
    maker.add(phrases(OUT, Language.ZH)[0].options[0][0], 0.9)
    whole = maker.pack().plan(OUT)
    assert glued is not None
    assert whole is not None
    assert (2, 1) == (len(glued.parts), len(whole.parts))


def test_a_line_that_is_not_in_the_pack_has_no_plan(maker: Maker) -> None:
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    pack = maker.pack()
    assert pack.plan(OUT) is None
    assert pack.length_ms(OUT) is None


@pytest.mark.parametrize("spoil", ["missing", "truncated", "other"])
def test_a_spoilt_clip_takes_only_its_own_lines_with_it(maker: Maker, spoil: str) -> None:
    number, rest = fragments(BALLOT, Language.ZH)
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    maker.add(number, 0.5)
    path = maker.add(rest, 0.4)
    pack = maker.pack()
    match spoil:
        case "missing":
            path.unlink()
        case "truncated":
            path.write_bytes(path.read_bytes()[:-100])
        case _:
            path.write_bytes(_recording(0.4 + 0.1))
    assert pack.plan(BALLOT) is None
    assert pack.plan(FALL) is not None


def test_a_folder_without_a_manifest_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"voice: 没有 manifest\.json，不是语音包 / no voice pack, no manifest\.json"):
        Pack.open(tmp_path / "voice")


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b'{"format": 3}', b"\xff"])
def test_a_wrong_manifest_is_refused_by_name(tmp_path: Path, text: bytes) -> None:
    (tmp_path / MANIFEST).write_bytes(text)
    with pytest.raises(BadPack, match=r"manifest\.json 有误") as refused:
        Pack.open(tmp_path)
    assert str(tmp_path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_pack_of_another_version_is_refused_by_name(maker: Maker) -> None:
    with pytest.raises(BadPack, match=r"这个版本需要 .* / the pack is in format old-9"):
        maker.pack("old-9")


@pytest.mark.parametrize("frames", [0, -1, 60 * RATE + 1, 10**30])
def test_a_clip_of_an_impossible_length_is_refused_by_name(maker: Maker, frames: int) -> None:
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    name = maker.clips[0].name
    maker.clips[0] = msgspec.structs.replace(maker.clips[0], frames=frames)
    with pytest.raises(BadPack, match=f"片段 {name} 的长度有误：{frames} / clip {name} cannot be {frames} frames long"):
        maker.pack()


def test_a_clip_that_is_there_twice_is_refused_by_name(maker: Maker) -> None:
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    maker.add(fragments(FALL, Language.ZH)[0], 0.5)
    name = maker.clips[0].name
    with pytest.raises(BadPack, match=f"片段 {name} 重复 / clip {name} is there twice"):
        maker.pack()


@pytest.mark.parametrize("number", [b"1e999", b"NaN", b"-Infinity"])
def test_a_number_that_is_none_is_refused(maker: Maker, number: bytes) -> None:
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    maker.pack()
    path = maker.folder / MANIFEST
    path.write_bytes(path.read_bytes().replace(b'"speed":1.0', b'"speed":' + number))
    with pytest.raises(BadPack, match=r"manifest\.json 有误"):
        Pack.open(maker.folder)


def test_a_clip_whose_name_leads_out_of_the_folder_is_not_looked_at(maker: Maker) -> None:
    maker.add(fragments(FALL, Language.ZH)[0], 1.0)
    maker.clips[0] = msgspec.structs.replace(maker.clips[0], name="../secret")
    with pytest.raises(BadPack, match=r"\.\./secret"):
        maker.pack()
