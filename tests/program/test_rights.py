"""A state folder, or a file in it, that whoever asks may not use: told in one line with what to do, and nothing fails.

Root may everything, so it gives the folder away and runs the program without that right.
"""

from __future__ import annotations

import os
import pwd
import shutil
from pathlib import Path
from typing import Final

import pytest

from firmware.journal import Journal
from firmware.settings import SETTINGS
from firmware.state_dir import CONFIG, JOURNAL, whose, whose_file
from tests.program.program import COMMAND, Output, command
from tests.program.test_refusals import check_refused

IS_ROOT: Final = os.geteuid() == 0
NOBODY: Final = 65534
SETPRIV: Final = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")

pytestmark = pytest.mark.skipif(IS_ROOT and shutil.which("setpriv") is None, reason="root may everything here")


def forbid(*places: Path) -> None:
    """Whoever runs `faguan` below may not use these any more."""
    for place in places:
        place.chmod(0o700 if IS_ROOT and place.is_dir() else 0o600 if IS_ROOT else 0)
        if IS_ROOT:
            os.chown(place, NOBODY, NOBODY)


def faguan(*arguments: str) -> Output:
    """The program as somebody runs it who may not everything."""
    return command(*(SETPRIV if IS_ROOT else ()), *COMMAND, *arguments)


def remedy(place: Path) -> str:
    """The part of the line that says what to do."""
    return f"sudo -u {pwd.getpwuid(NOBODY).pw_name}" if IS_ROOT else f"chmod u+rwx {place}"


def page_line(page: str, word: str) -> str:
    """The line of the doctor's page that begins with the mark, the code and `word`, and what is to be done."""
    lines = page.splitlines()
    (at,) = [n for n, line in enumerate(lines) if line.startswith("✗") and word in line]
    return lines[at] + lines[at + 1]


@pytest.mark.parametrize(
    "typed", [(), ("boards",), ("replay", "0"), ("review",), ("review", "--list"), ("stats",)], ids=" ".join
)
def test_a_state_folder_of_somebody_else_is_one_line_with_what_to_do(typed: tuple[str, ...], tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    forbid(state)
    told = faguan(*typed, "--state", str(state))
    check_refused(told, str(state), remedy(state))
    assert 1 == told.code
    assert "没有权限" in told.err
    assert "no permission" in told.err


def test_the_doctor_says_of_a_state_folder_of_somebody_else_whose_it_is(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()
    (state / CONFIG).write_text('wiring = "expander"\n', encoding="utf-8")
    forbid(state)
    told = faguan("doctor", "--quiet", "--state", str(state))
    assert (19, "") == (told.code, told.err)
    line = page_line(told.out, "[19] 状态目录 / State folder")
    assert "没有权限" in line
    assert f"{state}: no permission" in line
    assert remedy(state) in line
    assert CONFIG not in told.out, "nothing is wrong with what nobody saw"
    assert "could not be looked at" not in told.out
    assert "✓ 接线" not in told.out, "how the table is wired stands in there"


def test_the_doctor_says_of_files_of_somebody_else_that_they_are_whole_but_forbidden(tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL).close()
    for name in (CONFIG, SETTINGS):
        (tmp_path / name).write_text("", encoding="utf-8")
    forbid(*(tmp_path / name for name in (CONFIG, SETTINGS, JOURNAL)))
    told = faguan("doctor", "--quiet", "--state", str(tmp_path))
    assert (19, "") == (told.code, told.err)
    for word, name in (("Journal", JOURNAL), ("/ Settings", CONFIG), ("Menu settings", SETTINGS)):
        line = page_line(told.out, word)
        assert "no permission" in line
        assert (f"sudo chown --reference={tmp_path} " if IS_ROOT else "chmod u+rw ") + f"{tmp_path / name}" in line
        assert "card" not in line
        assert "delete" not in line


@pytest.mark.parametrize("typed", [("replay", "0"), ("stats",)], ids=" ".join)
def test_a_journal_of_somebody_else_is_no_broken_one(typed: tuple[str, ...], tmp_path: Path) -> None:
    Journal(tmp_path / JOURNAL).close()
    forbid(tmp_path / JOURNAL)
    told = faguan(*typed, "--state", str(tmp_path))
    todo = f"chown --reference={tmp_path}" if IS_ROOT else "chmod u+rw"
    # Two words of a command in a row are no sentence.
    check_refused(told._replace(err=told.err.replace("sudo chown", "chown")), todo, str(tmp_path / JOURNAL))
    assert "没有权限" in told.err
    assert "no permission" in told.err


@pytest.mark.skipif(not IS_ROOT, reason="only root may give a folder away")
def test_whoever_may_look_into_a_state_folder_but_not_write_is_told_what_to_do(tmp_path: Path) -> None:
    """As a user in the group of the service: SQLite calls the journal read-only, or says that it cannot be opened."""
    state = tmp_path / "state"
    state.mkdir()
    Journal(state / JOURNAL).close()
    for place in (*state.iterdir(), state):
        os.chown(place, NOBODY, 0)
        place.chmod(0o750 if place.is_dir() else 0o640)
    told = faguan("stats", "--state", str(state))
    check_refused(told, str(state / JOURNAL), remedy(state))
    page = faguan("doctor", "--quiet", "--state", str(state))
    assert (19, "") == (page.code, page.err)
    assert remedy(state) in page_line(page.out, "State folder")
    assert "not looked at: the state folder cannot be written" in page.out
    assert "damaged" not in page.out


def test_what_is_the_services_is_used_with_the_services_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = pwd.struct_passwd(("faguan", "x", os.geteuid(), os.getegid(), "", "/", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: service)
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    for todo in (whose(tmp_path), whose(tmp_path / "not" / "there"), whose_file(tmp_path)):
        for words in (todo.zh, todo.en):
            assert "sudo -u faguan /opt/faguan/venv/bin/faguan …" in words
