"""The command line inside the test's own process: quick, and everything it prints and leaves is seen."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from firmware.entry import main
from tests.program.program import Output

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Output]:
    """Type `faguan` with these arguments; only for what ends by itself."""

    def typed(*arguments: str) -> Output:
        monkeypatch.setattr(sys, "argv", ["faguan", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return Output(ended.value.code, out, err)

    return typed
