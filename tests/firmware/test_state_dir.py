"""Where the state goes, and what is said when it cannot go there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.errors import BadStateDir
from firmware.state_dir import choose_state_dir, open_state_dir


def test_the_option_wins_over_the_service_and_the_service_over_the_user(tmp_path: Path) -> None:
    service = {"STATE_DIRECTORY": "/var/lib/faguan"}
    assert tmp_path / "mine" == choose_state_dir(tmp_path / "mine", service)
    assert Path("/var/lib/faguan") == choose_state_dir(None, service)
    assert "faguan" == choose_state_dir(None, {}).name
    assert "faguan" == choose_state_dir(None, {"STATE_DIRECTORY": ""}).name


def test_the_first_of_several_service_folders_is_taken() -> None:
    assert Path("/var/lib/a") == choose_state_dir(None, {"STATE_DIRECTORY": "/var/lib/a:/var/lib/b"})


def test_the_users_data_folder_is_the_last_resort(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from firmware.state_dir import choose_state_dir as c; print(c(None))"]
    environ = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    environ.pop("STATE_DIRECTORY", None)
    root = Path(__file__).resolve().parents[2]
    said = subprocess.run(command, cwd=root, env=environ, capture_output=True, text=True, check=True).stdout
    assert str(tmp_path / "faguan") == said.strip()


def test_a_missing_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    folder = open_state_dir(tmp_path / "a" / "b c", {})
    assert tmp_path / "a" / "b c" == folder
    assert [] == list(folder.iterdir())


def test_a_relative_folder_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert tmp_path / "here" == open_state_dir(Path("here"), {})


def test_a_file_in_its_place_is_told_in_both_languages(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"")
    with pytest.raises(BadStateDir) as refusal:
        open_state_dir(tmp_path / "state", {})
    assert "不是一个文件夹" in refusal.value.text.zh
    assert "not a folder" in refusal.value.text.en
    assert str(tmp_path / "state") in refusal.value.text.en


@pytest.mark.parametrize("where", ["/proc/faguan", "{tmp}/file/below"])
def test_a_folder_that_cannot_be_written_is_told_in_both_languages(where: str, tmp_path: Path) -> None:
    """/proc takes no new folder, not even from root."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(BadStateDir) as refusal:
        open_state_dir(Path(where.format(tmp=tmp_path)), {})
    assert "无法写入" in refusal.value.text.zh
    assert "cannot be written" in refusal.value.text.en
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("below", ["", "below"])
def test_a_link_to_nothing_in_its_place_is_told_in_both_languages(below: str, tmp_path: Path) -> None:
    """As where the drive that it is on is not plugged in."""
    (tmp_path / "state").symlink_to("/nowhere/at/all")
    with pytest.raises(BadStateDir) as refusal:
        open_state_dir(tmp_path / "state" / below, {})
    assert f"{tmp_path}/state 指向 /nowhere/at/all" in refusal.value.text.zh
    assert f"{tmp_path}/state is a link to /nowhere/at/all" in refusal.value.text.en
