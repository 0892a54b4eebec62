"""Every screen, dot by dot, in both languages, against a picture that somebody has looked at.

    FAGUAN_REGENERATE=1 .venv/bin/python -m pytest tests/menu/test_golden.py

writes the pictures anew; look at them before they are committed.
"""

import os
from pathlib import Path

import pytest
from PIL import Image

from audio.say import Language
from hardware.oled import draw, png
from hardware.screen import Screen, fits
from tests.menu.cafe import screens

GOLDEN = Path(__file__).parent / "golden"
ALL = [(f"{name}.{language}", screen()) for language in Language for name, screen in screens(language)]


@pytest.mark.parametrize(("name", "screen"), ALL, ids=[name for name, _ in ALL])
def test_a_screen_looks_as_it_did_when_it_was_looked_at(name: str, screen: Screen) -> None:
    image = draw(screen)
    path = GOLDEN / f"{name}.png"
    if os.environ.get("FAGUAN_REGENERATE"):
        path.write_bytes(png(image))
    golden = Image.open(path).convert("1")
    assert golden.tobytes() == image.tobytes(), f"{path.name} looks different now"


@pytest.mark.parametrize(("name", "screen"), ALL, ids=[name for name, _ in ALL])
def test_nothing_is_cut_off(name: str, screen: Screen) -> None:
    assert fits(screen), name


def test_there_is_no_picture_without_a_screen() -> None:
    assert sorted(f"{name}.png" for name, _ in ALL) == sorted(path.name for path in GOLDEN.iterdir())
