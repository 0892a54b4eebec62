"""What `faguan doctor` says of the files it lives by: voices, journal, settings, card, and their folder."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from audio.pack import SHIPPED
from firmware.errors import BadStateDir
from firmware.journal import Journal
from firmware.menu.choices import Choices
from firmware.settings import SETTINGS, SettingsFile
from firmware.state_dir import CONFIG, JOURNAL, open_state_dir
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


@pytest.mark.parametrize("below", ["", "below"])
def test_a_state_folder_that_is_a_link_to_nothing_is_a_fault_as_at_the_start(below: str, ward: Ward) -> None:
    (ward.folder / "state").symlink_to("/nowhere/at/all")
    ward.folder = ward.folder / "state" / below
    page = ward.look()
    assert (19, {19}) == (page.code, page.wrong)
    with pytest.raises(BadStateDir) as refusal:
        open_state_dir(ward.folder)
    words = "state is a link to /nowhere/at/all, where nothing is"
    assert words in page.line("State folder")
    assert words in refusal.value.text.en


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"pace": "at once"}', b"\xff", b'{"colour": 1}'])
def test_damaged_menu_settings_are_named_and_left(damaged: bytes, ward: Ward, tmp_path: Path) -> None:
    (tmp_path / SETTINGS).write_bytes(damaged)
    page = ward.look()
    assert (19, {19}) == (page.code, page.wrong)
    line = page.line("Menu settings")
    assert f"{SETTINGS} is damaged" in line
    assert "the next start moves them aside" in line
    assert damaged == (tmp_path / SETTINGS).read_bytes()
    notice = SettingsFile(tmp_path).notice
    assert notice is not None, "the start finds it damaged as well"
    assert "damaged" in notice.en


def test_menu_settings_that_are_well_or_name_what_nothing_is_called_keep_nobody_from_playing(
    ward: Ward, tmp_path: Path
) -> None:
    SettingsFile(tmp_path).keep(Choices())
    page = ward.look()
    assert 0 == page.code
    assert "Menu settings" not in page.text
    SettingsFile(tmp_path).keep(Choices(card="\x1b"))
    page = ward.look()
    assert 0 == page.code
    assert "loudspeaker" in page.line("Menu settings")
