"""What the guide has a maker wait for on the doctor's page is there, word by word."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from audio.say import Language
from tests.arch.source import ROOT
from tests.doctor.ward import Ward

GUIDE: Final = dict(
    zip(Language, (ROOT / "docs" / "build.md").read_text(encoding="utf-8").split("\n---\n"), strict=True)
)
AWAITED: Final = {
    Language.ZH: (
        "“内核”“GPIO 芯片”“权限”“针脚库”都是 ✓",
        "“小屏”那一行说 0x3C 有应答",
        "“扩展板 1-6”那一行说 0x20 有应答",
    ),
    Language.EN: (
        "“Kernel”, “GPIO chip”, “Rights” and “Pin library” have a ✓",
        "“OLED” says that 0x3C answers",
        "“Expander 1-6” says that 0x20 answers",
    ),
}


@pytest.mark.parametrize("language", Language)
def test_the_lines_that_a_maker_waits_for(ward: Ward, language: Language, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('profile = "expander"\nseats = 6\n', encoding="utf-8")
    page = ward.look(str(tmp_path / "mine.toml"), language)
    for told in AWAITED[language]:
        assert told in GUIDE[language]
        address = "0x20" if "0x20" in told else "0x3C" if "0x3C" in told else ""
        for name in told.replace("”", "“").split("“")[1::2]:
            assert address in page.line(f"✓ {name}: ")
