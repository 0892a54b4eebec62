"""Why a value that was typed is refused: in both languages, whichever version of typer says it."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from firmware.usage import usage_error
from tests.program.program import PATIENCE_S, ROOT, Output
from tests.program.test_refusals import check_refused

if TYPE_CHECKING:
    from collections.abc import Callable

    Cli = Callable[..., Output]


@pytest.mark.parametrize(
    ("typed", "zh", "en"),
    [
        (("--port", "70000"), "--port 的值不对，最多是 65535；", "it must be at most 65535;"),
        (("--port", "x"), "--port 的值不对，要写整数；", "it must be a whole number;"),
        (("--speed", "0"), "--speed 的值不对，至少是 0.1；", "it must be at least 0.1;"),
        (("--speed", "x"), "--speed 的值不对，要写数字；", "it must be a number;"),
        (("replay", "one"), "GAME 的值不对，要写整数；", "it must be a whole number;"),
        (("simulate", "--games", "0"), "--games 的值不对，至少是 1；", "it must be at least 1;"),
        (("--language", "fr"), "--language 的值不对，只能是：'zh', 'en'；", "'fr' is not one of 'zh', 'en';"),
    ],
)
def test_the_reason_stands_in_both_languages(typed: tuple[str, ...], zh: str, en: str, cli: Cli) -> None:
    told = cli(*typed)
    check_refused(told)
    told_zh, _, told_en = told.err.partition(" / ")
    assert told_zh.startswith(zh)
    assert en in told_en


@pytest.mark.parametrize(
    ("module", "typed", "zh"),
    [
        ("bench_pi", "--presses=0", "--presses 的值不对，至少是 1；"),
        ("bench_pi", "--presses=x", "--presses 的值不对，要写整数；"),
        ("bench", "--games=0", "--games 的值不对，至少是 1；"),
        ("bench", "--presses=3", "--presses 的值不对，至少是 12；"),
    ],
)
def test_the_programs_beside_the_judge_give_it_as_well(module: str, typed: str, zh: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", f"firmware.{module}", typed],
        cwd=ROOT, capture_output=True, check=False, encoding="utf-8", timeout=PATIENCE_S,
    )  # fmt: skip
    assert 2 == done.returncode
    check_refused(Output(done.returncode, done.stdout, done.stderr))
    assert done.stderr.startswith(zh)


class UsageError(Exception):
    """What typer raises, told by its name alone."""


class BadParameter(UsageError):
    """The same."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.param = SimpleNamespace(opts=["n"])


@pytest.mark.parametrize(
    ("message", "zh", "en"),
    [
        ("0 is not in the range x>=1.", "N 的值不对，要在范围里：x>=1；", "it is not in the range x>=1"),
        ("'x' is not a valid integer.", "N 的值不对，要写整数；", "it must be a whole number"),
        ("'x' is not a valid int.", "N 的值不对，要写整数；", "it must be a whole number"),
        ("'x' is not a valid float.", "N 的值不对，要写数字；", "it must be a number"),
        ("the moon is in the way", "N 的值不对；", "the moon is in the way"),
    ],
)
def test_the_words_of_other_versions_of_typer_are_known(message: str, zh: str, en: str) -> None:
    wrong = usage_error(BadParameter(message))
    assert wrong is not None
    assert wrong.text.zh.startswith(zh)
    assert f"the value of N is wrong: {en};" in wrong.text.en
