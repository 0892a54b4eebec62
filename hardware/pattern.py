"""The test pattern by which staff find out which controller their display has: the right one makes its box complete."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from hardware.oled import OFF, ON, lettering
from hardware.screen import HEIGHT, WIDTH
from hardware.wiring import Driver

_ARROW = ((64, 4), (54, 14), (60, 14), (60, 27), (67, 27), (67, 14), (73, 14))
"""Points up when the display is the right way round."""


@cache
def _picture(driver: Driver) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT), OFF)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=ON)
    pen.polygon(_ARROW, fill=ON)
    name = lettering(driver.value.upper())
    name = name.resize((2 * name.width, 2 * name.height), Image.Resampling.NEAREST)
    image.paste(name, ((WIDTH - name.width) // 2, HEIGHT - 2 - name.height))
    return image


def pattern(driver: Driver) -> Image.Image:
    """The pattern for `driver`: a box along the edge, an arrow that points up, and the controller's name."""
    return _picture(driver).copy()


@cache
def all_patterns() -> frozenset[bytes]:
    """The dots of every pattern: such a picture is never moved, or its box could not be complete."""
    return frozenset(_picture(driver).tobytes() for driver in Driver)
