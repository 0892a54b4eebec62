"""What `faguan doctor` says of the files it lives by: voices, journal, settings, card, and their folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from audio.pack import SHIPPED
from firmware.journal import Journal
from firmware.state_dir import CONFIG, JOURNAL
from firmware.voices import VoiceShelf
from tests.doctor.ward import Ward


def test_voices_that_are_gone_or_spoilt(ward: Ward, tmp_path: Path) -> None:
    ward.stage(shelf=partial(VoiceShelf, tmp_path / "none"))
    page = ward.look()
    assert 18 == page.code
    assert "There is no Chinese voice pack" in page.text
    folder = tmp_path / "packs"
    for name in ("zm_yunjian", "af_heart"):
        (folder / name).mkdir(parents=True)
        for file in (SHIPPED / name).iterdir():
            (folder / name / file.name).symlink_to(file)
    spoilt = min((folder / "zm_yunjian").glob("*.ogg"))
    spoilt.unlink()
    spoilt.write_bytes(b"noise")
    ward.stage(shelf=partial(VoiceShelf, folder))
    page = ward.look()
    assert 0 == page.code
    assert spoilt.name in page.line("spoilt clips")


def test_a_journal_that_is_damaged(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_bytes(b"no database, but long enough to be taken for one" * 100)
    page = ward.look()
    assert (19, {19}) == (page.code, page.wrong)
    assert "moves it aside" in page.line("记录 / Journal")
    assert (tmp_path / JOURNAL).exists(), "the doctor changes nothing"


def test_a_journal_that_was_damaged_once_is_told(ward: Ward, tmp_path: Path) -> None:
    (tmp_path / f"{JOURNAL}.damaged-1").touch()
    page = ward.look()
    assert 0 == page.code
    assert f"{JOURNAL}.damaged-1" in page.text


def test_a_journal_is_read_while_a_judge_writes_it(ward: Ward, tmp_path: Path) -> None:
    journal = Journal(tmp_path / JOURNAL)
    try:
        assert "0 games" in ward.look().line("记录 / Journal")
    finally:
        journal.close()


def test_a_card_that_is_full_and_settings_that_are_wrong(ward: Ward, tmp_path: Path) -> None:
    ward.stage(free_mb=lambda _: 3)
    page = ward.look()
    assert 19 == page.code
    assert "3 MB free" in page.line("Card")
    ward.stage(free_mb=lambda _: 100)
    assert 0 == ward.look().code
    (tmp_path / CONFIG).write_text("nonsense = 1\n")
    page = ward.look()
    assert 19 == page.code
    assert "nonsense" in page.line("Settings")


def test_a_state_folder_that_cannot_be_made_is_a_fault(ward: Ward) -> None:
    ward.folder.mkdir(exist_ok=True)
    (ward.folder / "file").touch()
    ward.folder = ward.folder / "file" / "below"
    page = ward.look()
    assert 19 == page.code
    assert str(ward.folder) in page.line("State folder" if "State folder" in page.text else "状态目录")
    assert "PermissionError" not in page.text


def test_a_state_folder_whose_name_is_none_is_told_in_words(ward: Ward) -> None:
    ward.folder = ward.folder / ("x" * 300)
    page = ward.look()
    assert 19 in page.wrong
    assert "OSError" not in page.text


def test_a_state_folder_that_is_not_there_yet_is_no_fault(ward: Ward) -> None:
    ward.folder = ward.folder / "new" / "one"
    page = ward.look()
    assert 19 not in page.wrong
    assert str(ward.folder) in page.text
