"""The machine that the doctor looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doctor.ward import Ward


@pytest.fixture
def ward(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Ward:
    """All is well."""
    return Ward(tmp_path, capsys)
