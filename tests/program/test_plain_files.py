"""Only regular files of a sane size are read: a pipe or /dev/zero in the place of one is told of, and nothing waits."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from audio.errors import BadPack
from audio.pack import MANIFEST, Pack
from firmware.config import load_config
from firmware.errors import BadConfig
from firmware.settings import SETTINGS, SettingsFile
from firmware.state_dir import CONFIG
from hardware.plainfile import MAX_BYTES, read_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.program.program import Output

    Cli = Callable[..., Output]

pytestmark = pytest.mark.timeout(20)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe that nobody ever writes into."""
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    return path


def long(folder: Path) -> Path:
    """A file that is too long; it takes no room."""
    path = folder / "long.toml"
    with path.open("wb") as made:
        made.truncate(MAX_BYTES + 1)
    return path


@pytest.mark.parametrize("command", [("wiring",), ("--wiring",), ("boards",), ("--board",), ("doctor", "--wiring")])
@pytest.mark.parametrize("what", ["pipe", "zero", "long"])
def test_what_is_no_file_is_refused_at_once(
    command: tuple[str, ...], what: str, cli: Cli, pipe: Path, tmp_path: Path
) -> None:
    zero = tmp_path / "zero.toml"
    zero.symlink_to("/dev/zero")
    path = {"pipe": pipe, "zero": zero, "long": long(tmp_path)}[what]
    state = () if command == ("wiring",) else ("--state", str(tmp_path / "state"))
    told = cli(*command, str(path), *state)
    assert told.code != 0
    assert ("it is too large" if what == "long" else "it is no regular file") in told.out + told.err
    assert "Traceback" not in told.err


def test_settings_that_are_a_pipe_are_told_of(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / CONFIG)
    with pytest.raises(BadConfig, match="it is no regular file"):
        load_config(tmp_path)
    os.mkfifo(tmp_path / SETTINGS)
    settings = SettingsFile(tmp_path)
    assert settings.notice is not None
    assert "it is no regular file" in settings.notice.en
    assert None is settings.keep(settings.choices), "it is replaced"
    assert None is SettingsFile(tmp_path).notice


@pytest.mark.parametrize("command", [("doctor",), ("boards",), ("replay", "0"), ("stats",)])
def test_a_state_folder_full_of_pipes_keeps_no_command_waiting(
    command: tuple[str, ...], cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "boards").mkdir()
    for name in (CONFIG, SETTINGS, "journal.db", "boards/own.toml", "table.json"):
        os.mkfifo(tmp_path / name)
    told = cli(*command, "--state", str(tmp_path))
    assert "Traceback" not in told.err


def test_a_voice_pack_with_a_pipe_in_it_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / MANIFEST)
    with pytest.raises(BadPack):
        Pack.open(tmp_path)


def test_a_file_is_read_whole_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert b"12345" == read_plain(path, 5)
    with pytest.raises(OSError, match="large"):
        read_plain(path, 4)
    with pytest.raises(IsADirectoryError):
        read_plain(tmp_path)


def test_all_that_is_wrong_with_the_settings_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / CONFIG).write_text('prot = 8100\nport = "x"\nlanguage = "fr"\n', encoding="utf-8")
    with pytest.raises(BadConfig) as refused:
        load_config(tmp_path)
    for words in (refused.value.text.zh, refused.value.text.en):
        assert all(key in words for key in ("prot", "port", "language"))
    assert msgspec.structs.fields(type(load_config(tmp_path / "nowhere")))


def test_a_wiring_with_more_faults_names_the_command_that_tells_them_all(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "my table.toml"
    file.write_text('profile = "D9"\n[seat.3]\nbutton = 2\nlamp = 2\n', encoding="utf-8")
    told = cli("--wiring", str(file), "--state", str(tmp_path / "state"))
    assert told.code == 1 == told.err.count("\n")
    assert f"2 more, see scripts/run wiring '{file}'" in told.err
    (tmp_path / "state" / CONFIG).write_text('wiring = "own.toml"\n', encoding="utf-8")
    (tmp_path / "state" / "own.toml").write_bytes(file.read_bytes())
    told = cli("--state", str(tmp_path / "state"))
    assert f"2 more, see scripts/run wiring {tmp_path}/state/own.toml" in told.err
