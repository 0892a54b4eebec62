"""Pictures of pages and of the staff's display, as files small enough for a README (scripts/screenshots)."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page

MAX_BYTES: Final = 200_000
PATIENCE_MS: Final = 20_000
COMMON: Final = 192
RARE: Final = 64
"""The colours of a picture: so many for its large surfaces, so many for the small bright things on them."""
ZOOM: Final = 4
GAP: Final = 24
COLUMNS: Final = 3
GLOW: Final = (0xBF, 0xE6, 0xFF)
"""A one-bit display of this kind glows light blue on black."""


class Pictures:
    """Where the pictures go: one file each, small enough for a page."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        """Write into `folder`, made when it is missing; pages are looked at in `browser`."""
        self._folder = folder
        self._browser = browser
        folder.mkdir(parents=True, exist_ok=True)
        self._screens: list[Image.Image] = []

    def page(self, name: str, address: str, size: tuple[int, int], then: Callable[[Page], None] | None = None) -> None:
        """The page at `address` in a window of `size`, after what is done `then`."""
        # Conditions are evaluated in the page, which its own content policy rightly forbids to everybody else.
        page = self._browser.new_page(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        if then is not None:
            then(page)
        self.save(name, Image.open(io.BytesIO(page.screenshot(animations="disabled"))))
        page.close()

    def screen(self, image: Image.Image) -> None:
        """The staff's display, dot by dot."""
        glow = Image.new("RGB", image.size, GLOW)
        self._screens.append(ImageChops.multiply(image.convert("RGB"), glow))

    def sheet(self, name: str) -> None:
        """All displays taken so far, in their order, each dot four pixels wide."""
        width, height = (side * ZOOM for side in self._screens[0].size)
        rows = -(-len(self._screens) // COLUMNS)
        size = (COLUMNS * width + (COLUMNS + 1) * GAP, rows * height + (rows + 1) * GAP)
        sheet = Image.new("RGB", size, (40, 44, 52))
        for index, screen in enumerate(self._screens):
            row, column = divmod(index, COLUMNS)
            large = screen.resize((width, height), Image.Resampling.NEAREST)
            sheet.paste(large, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
        self.save(name, sheet)

    def save(self, name: str, image: Image.Image) -> None:
        """Write `image` with a palette, which flat pages do not miss.

        Raises:
            SystemExit: it is too large for a page.
        """
        file = self._folder / f"{name}.png"
        with_palette(image.convert("RGB")).save(file, optimize=True)
        size = file.stat().st_size
        print(f"{file}: {image.width} x {image.height}, {size} bytes")
        if size > MAX_BYTES:
            raise SystemExit(f"{file} has {size} bytes, more than {MAX_BYTES}")


def with_palette(image: Image.Image) -> Image.Image:
    """`image` in 256 colours: its gradients stay smooth, and a red lamp on a large table stays red."""
    common = image.quantize(COMMON, Image.Quantize.MEDIANCUT).getpalette() or []
    rare = image.quantize(RARE, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(common[: 3 * COMMON] + rare[: 3 * RARE])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
