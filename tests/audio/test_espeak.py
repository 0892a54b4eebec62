"""The voice of last resort: the real program, and stand-ins for one that is missing, old, slow or broken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from audio.clips import Fragment, whole
from audio.errors import NoVoice
from audio.espeak import REST_S, Espeak
from audio.loudness import RATE, lufs, true_peak_db
from audio.planner import MAX_COUNT_MS
from audio.say import Language, Say
from audio.soundfiles import encode_wav

ZH, EN = Language.ZH, Language.EN
DEATHS = Say(key="dawn.death_many", seats=(3, 7, 12))
RIGHT = "tS;'i35N_| ts.'a21N_|"
PROBED = f"""case "$*" in "-v en-us "*" -x "*) echo "n'Vmb3 Tr'i:"; exit;; *" -x "*) echo "{RIGHT}"; exit;; esac\n"""


def stand_in(folder: Path, script: str) -> Espeak:
    """A program of its name that does something else; each start of it adds a line to `starts`."""
    program = folder / "espeak-ng"
    program.write_text(f'#!/bin/sh\necho "$*" >>"{folder}/starts"\n{script}\n')
    program.chmod(0o755)
    return Espeak(str(program), deadline_s=5.0)


def starts(folder: Path) -> list[str]:
    """How it was called, start by start."""
    return (folder / "starts").read_text().splitlines()


@pytest.mark.parametrize(("language", "syllables"), [(ZH, 15), (EN, 12)])
def test_it_says_a_sentence_at_the_level_of_a_pack(language: Language, syllables: int) -> None:
    voice = Espeak(deadline_s=20.0)
    assert voice.trouble(language) is None
    clip = voice.say(whole(DEATHS, language), language)
    assert -16.0 == pytest.approx(lufs(clip), abs=0.5)
    assert true_peak_db(clip) <= -1.0
    assert 0.12 <= len(clip) / RATE / syllables <= 0.45
    assert np.array_equal(clip, voice.say(whole(DEATHS, language), language))


@pytest.mark.parametrize("seat", [1, 11, 18])
@pytest.mark.parametrize("language", Language)
def test_a_number_fits_into_the_fastest_count(seat: int, language: Language) -> None:
    longest = RATE * MAX_COUNT_MS // 1000
    clip = Espeak(deadline_s=20.0).say(whole(Say(key="count.seat", seat=seat), language), language, longest)
    assert RATE // 5 < len(clip) <= longest


def test_what_can_be_said_in_no_time_is_refused() -> None:
    with pytest.raises(NoVoice, match="too long"):
        Espeak(deadline_s=20.0).say(whole(DEATHS, EN), EN, RATE // 2)


def test_it_is_given_our_pinyin_on_its_input_and_no_character(tmp_path: Path) -> None:
    wave = tmp_path / "a.wav"
    wave.write_bytes(encode_wav((np.sin(np.arange(RATE) / 20) * 0.3).astype(np.float32)))
    voice = stand_in(tmp_path, f'{PROBED}cat >"{tmp_path}/text"; cat "{wave}"')
    voice.say(whole(Say(key="sheriff.elected", seat=2), ZH), ZH)
    said = (tmp_path / "text").read_text()
    assert "jing3 zhang3" in said
    assert said.isascii()
    assert all("-v cmn-latn-pinyin" in call and "jing3" not in call for call in starts(tmp_path))


def test_a_name_without_pinyin_is_not_guessed(tmp_path: Path) -> None:
    voice = stand_in(tmp_path, PROBED)
    with pytest.raises(NoVoice, match="no pinyin"):
        voice.say(Fragment("龘龘。", "", ends=True), ZH)
    with pytest.raises(NoVoice, match="no pinyin"):
        voice.say(Fragment("龘龘 wins.", "", ends=True), EN)
    assert 2 == len(starts(tmp_path))


@pytest.mark.parametrize(
    "said",
    [
        "(en)dZI55NTr'i:55(cmn)_| ts.'a214N_|",  # reads pinyin as English and tones as numbers
        "tS;'i21N_| ts.h'A35N_|",  # 警常
        "",
    ],
)
def test_a_version_that_misreads_the_probe_is_not_used(tmp_path: Path, said: str) -> None:
    voice = stand_in(tmp_path, f'echo "{said}"')
    for _ in range(2):
        with pytest.raises(NoVoice, match="misreads"):
            voice.say(whole(DEATHS, ZH), ZH)
    assert 1 == len(starts(tmp_path))


@pytest.mark.parametrize("said", [RIGHT, "tS;'i214N_| ts.'A214N_|"])
def test_both_known_releases_are_understood(tmp_path: Path, said: str) -> None:
    assert stand_in(tmp_path, f'echo "{said}"').trouble(ZH) is None


def test_a_slow_one_is_dropped_at_its_deadline_and_rests(tmp_path: Path) -> None:
    now_s = [0.0]
    stand_in(tmp_path, f"{PROBED}exec sleep 60")
    voice = Espeak(str(tmp_path / "espeak-ng"), deadline_s=2.0, clock_s=lambda: now_s[0])
    for why in ("is too slow", "rests", "rests"):
        with pytest.raises(NoVoice, match=why):
            voice.say(whole(DEATHS, ZH), ZH)
    assert 2 == len(starts(tmp_path))
    now_s[0] += REST_S
    wave = tmp_path / "a.wav"
    wave.write_bytes(encode_wav((np.sin(np.arange(RATE) / 20) * 0.3).astype(np.float32)))
    stand_in(tmp_path, f'cat "{wave}"')
    assert len(voice.say(whole(DEATHS, ZH), ZH)) > RATE // 2


@pytest.mark.parametrize("script", ["exit 1", "echo rubbish", "exit 0", "kill -9 $$"])
def test_a_broken_one_is_told(tmp_path: Path, script: str) -> None:
    voice = stand_in(tmp_path, PROBED + script)
    with pytest.raises(NoVoice):
        voice.say(whole(DEATHS, ZH), ZH)


def test_silence_is_no_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(encode_wav(np.zeros(RATE, np.float32)))
    with pytest.raises(NoVoice, match="silent"):
        stand_in(tmp_path, f'{PROBED}cat "{tmp_path}/a.wav"').say(whole(DEATHS, ZH), ZH)


def test_a_machine_without_it_says_so_in_one_line() -> None:
    trouble = Espeak("no-such-program").trouble(ZH)
    assert trouble is not None
    assert "没有安装 espeak-ng / espeak-ng is not installed" == str(trouble)
