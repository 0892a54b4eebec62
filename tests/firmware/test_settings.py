"""What staff have chosen outlives a power cut, and a damaged file costs the choices, never the start."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from audio.say import Language
from engine.seats import Seat, seats_of
from firmware.menu.choices import OFF, Choices
from firmware.settings import SETTINGS, SettingsFile

FULL = Choices(
    language=Language.EN,
    board="B12-预女猎守",
    seats=seats_of(1, 2, 3, 5, 8),
    pace="slow",
    rules=(("win_mode", "city"), ("max_rounds", 30)),
    pads=((Seat(2), Seat(17)),),
    volume_db=-27,
    card="sndrpihifiberry",
    voice="zf_xiaoxiao",
    online=True,
)


def test_no_file_means_the_defaults_and_no_notice(tmp_path: Path) -> None:
    settings = SettingsFile(tmp_path)
    assert (Choices(), None) == (settings.choices, settings.notice)
    assert [] == list(tmp_path.iterdir())


def test_what_was_kept_is_there_after_the_next_start(tmp_path: Path) -> None:
    assert None is SettingsFile(tmp_path).keep(Choices(pace="fast"))
    assert None is SettingsFile(tmp_path).keep(FULL)
    settings = SettingsFile(tmp_path)
    assert (FULL, None) == (settings.choices, settings.notice)
    assert [SETTINGS] == [path.name for path in tmp_path.iterdir()]


def test_a_power_cut_while_writing_leaves_the_old_choices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = SettingsFile(tmp_path)
    settings.keep(FULL)

    def power_cut(_number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(KeyboardInterrupt):
        settings.keep(Choices())
    monkeypatch.undo()
    assert FULL == SettingsFile(tmp_path).choices


def test_the_file_is_on_the_card_before_it_takes_the_old_ones_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def synced(number: int) -> None:
        order.append("sync")
        fsync(number)

    def replaced(path: Path, target: Path) -> Path:
        order.append("replace")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    SettingsFile(tmp_path).keep(FULL)
    assert ["sync", "replace", "sync"] == order


BROKEN = (
    b"",
    b"{",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"pace": "breakneck"}',
    b'{"tempo": "fast"}',
    b'{"seats": [1, 1]}',
    b'{"seats": [2, 1]}',
    b'{"seats": [0]}',
    b'{"seats": [19]}',
    b'{"rules": [["win_mode", "moon"]]}',
    b'{"rules": [["no_such_rule", "on"]]}',
    b'{"rules": [["max_rounds", 0]]}',
    b'{"pads": [[1, 30]]}',
    b'{"pads": [[1, 2], [2, 3]]}',
    b'{"language": "fr"}',
    b'{"volume_db": 3}',
    b'{"volume_db": -33}',
    b'{"volume_db": -7}',
    b'{"volume_db": -6.5}',
    b'{"volume_db": true}',
    b'{"card": null}',
    b'{"online": 1}',
)


@pytest.mark.parametrize("data", BROKEN)
def test_a_damaged_file_is_moved_aside_and_told_of_once(data: bytes, tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(data)
    settings = SettingsFile(tmp_path)
    assert Choices() == settings.choices
    assert settings.notice is not None
    assert f"{SETTINGS}.damaged-1" in settings.notice.zh
    assert f"{SETTINGS}.damaged-1" in settings.notice.en
    assert data == (tmp_path / f"{SETTINGS}.damaged-1").read_bytes()
    assert None is SettingsFile(tmp_path).notice


@pytest.mark.parametrize("name", ["a\nb", 'a"b', "../zm_yunjian", "..", "a" * 65, "女\u3000声", "a\u200bb", "a\\b"])
@pytest.mark.parametrize("value", ["card", "voice"])
def test_a_name_that_nothing_can_have_costs_itself_alone(value: str, name: str, tmp_path: Path) -> None:
    SettingsFile(tmp_path).keep(msgspec.structs.replace(FULL, **{value: name}))
    settings = SettingsFile(tmp_path)
    assert msgspec.structs.replace(FULL, **{value: ""}) == settings.choices
    assert settings.notice is not None
    assert [SETTINGS] == [path.name for path in tmp_path.iterdir()]


def test_no_damaged_file_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    for text in ("one", "two"):
        (tmp_path / SETTINGS).write_text(text, encoding="utf-8")
        SettingsFile(tmp_path)
    assert ["one", "two"] == [(tmp_path / f"{SETTINGS}.damaged-{n}").read_text(encoding="utf-8") for n in (1, 2)]


def test_a_file_that_cannot_be_read_does_not_keep_the_judge_from_starting(tmp_path: Path) -> None:
    (tmp_path / SETTINGS).mkdir()
    settings = SettingsFile(tmp_path)
    assert Choices() == settings.choices
    assert settings.notice is not None
    assert "文件夹" in settings.notice.zh


def test_choices_that_cannot_be_saved_hold_until_the_power_goes_and_staff_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    settings = SettingsFile(folder)
    why = settings.keep(FULL)
    assert why is not None
    assert ("没有存下来" in why.zh, "could not be saved" in why.en) == (True, True)
    assert FULL == settings.choices


def test_a_file_from_before_the_judge_could_speak_is_still_read(tmp_path: Path) -> None:
    """Nobody has chosen anything about the sound then: the machine's loudspeaker, and nothing from the internet."""
    old = b'{"language": "en", "board": "B09", "seats": [1, 2, 3], "pace": "slow", "rules": [], "pads": [[2, 17]]}'
    (tmp_path / SETTINGS).write_bytes(old)
    settings = SettingsFile(tmp_path)
    assert None is settings.notice
    assert (Language.EN, "slow", ((2, 17),)) == (
        settings.choices.language,
        settings.choices.pace,
        settings.choices.pads,
    )
    kept = settings.choices
    assert (-6, "", "", False) == (kept.volume_db, kept.card, kept.voice, kept.online)


def test_every_choice_is_in_the_file(tmp_path: Path) -> None:
    SettingsFile(tmp_path).keep(FULL)
    written = msgspec.json.decode((tmp_path / SETTINGS).read_bytes())
    assert set(Choices.__struct_fields__) == set(written)


def test_seats_that_are_switched_off_stay_so(tmp_path: Path) -> None:
    off = Choices(pads=((Seat(2), OFF), (Seat(4), Seat(17)), (Seat(7), OFF)))
    SettingsFile(tmp_path).keep(off)
    settings = SettingsFile(tmp_path)
    assert (off, None) == (settings.choices, settings.notice)


def test_there_is_no_seat_without_a_number(tmp_path: Path) -> None:
    SettingsFile(tmp_path).keep(Choices(pads=((OFF, Seat(17)),)))
    assert Choices() == SettingsFile(tmp_path).choices
