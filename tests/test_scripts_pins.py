"""The scripts on a Raspberry Pi: the library of pins is there after `scripts/run`, wherever it comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.scriptcopy import Copy, fresh_copy, installs


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A fresh clone on a machine that has everything from Debian, with an ordinary user."""
    return fresh_copy(tmp_path)


def test_on_a_raspberry_pi_the_library_of_pins_comes_with_the_program(copy: Copy) -> None:
    """`scripts/run --wiring expander` is how a real table is started."""
    copy.run("scripts/run")
    copy.calls()
    copy.is_a_pi()
    assert 7 == copy.run("scripts/run", "--wiring", "expander").returncode
    (install,) = installs(copy.calls())
    assert f"[--editable] [{copy.root}[pi]]" in install
    copy.note("no-network")
    assert 7 == copy.run("scripts/run", "--wiring", "expander").returncode
    assert [] == installs(copy.calls())
    (copy.home / "no-network").unlink()
    copy.run("scripts/sound")
    (install,) = installs(copy.calls())
    assert f"[--editable] [{copy.root}[pi,sound,voice]]" in install


def test_where_the_index_has_no_library_of_pins_debians_is_seen_from_the_environment(copy: Copy) -> None:
    copy.run("scripts/run")
    copy.calls()
    copy.is_a_pi()
    copy.note("is-313")
    refused = copy.run("scripts/run", "--wiring", "expander")
    assert 1 == refused.returncode
    assert refused.stderr.rstrip().endswith("sudo apt-get install -y python3-lgpio")
    copy.note("has-lgpio")
    copy.calls()
    assert 7 == copy.run("scripts/run", "--wiring", "expander").returncode
    (made,) = [call for call in copy.calls() if "[venv]" in call]
    assert "[--system-site-packages]" in made
    assert 7 == copy.run("scripts/run", "--wiring", "expander").returncode
    assert [] == [call for call in copy.calls() if "[venv]" in call or "[install]" in call]
