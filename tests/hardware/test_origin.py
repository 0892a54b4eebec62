"""What is missing is brought in by a command that works from where the program was started."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from hardware.origin import Origin, get_lgpio, get_sound, origin, pip, renew_lgpio, renew_packs
from hardware.words import Words

ROOT: Final = Path(__file__).resolve().parents[2]
REMEDIES: Final = (get_lgpio, renew_lgpio, get_sound, renew_packs)


def test_the_folder_of_the_sources_the_service_and_any_other_environment_are_told_apart(tmp_path: Path) -> None:
    packages = tmp_path / "lib/python3.11/site-packages"
    assert Origin.SOURCES is origin(ROOT, "/opt/faguan/venv")
    assert Origin.SERVICE is origin(packages, "/opt/faguan/venv-0123456789ab")
    assert Origin.ELSEWHERE is origin(packages, "/home/pi/own")
    assert Origin.ELSEWHERE is origin(packages, "/opt/faguan-of-ours")


@pytest.mark.parametrize("remedy", REMEDIES)
@pytest.mark.parametrize("here", Origin)
def test_every_remedy_names_only_what_is_there(here: Origin, remedy: Callable[[Origin], Words]) -> None:
    told = remedy(here)
    for words in (told.zh, told.en):
        assert "faguan[" not in words, "no index has the program"
        scripts = [word.strip(",;，；") for word in words.replace("，", " ").split() if word.startswith("scripts/")]
        assert all((ROOT / script).is_file() for script in scripts), scripts
        assert ("sudo scripts/install" in words) is (here is Origin.SERVICE)
        if here is Origin.ELSEWHERE:
            assert [] == scripts


def test_pip_is_that_of_this_environment_and_the_service_s_is_root_s() -> None:
    assert shutil.which(sys.executable) is not None
    assert f"{sys.executable} -m pip install lgpio" == pip("install", "lgpio", here=Origin.SOURCES)
    assert pip("install", "lgpio", here=Origin.SERVICE).startswith("sudo ")
