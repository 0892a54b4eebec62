"""Take the pictures of the README from the real program: docs/img/*.png.

    scripts/screenshots [--out DIR]

Four lives of tables on state folders of their own: before any game (the staff's menu), a demonstration
at high speed (night, day, one seat, the maker's page, the wall), the start after the plug was pulled, and one more
game, at the highest speed, for its review. Moments are
found by what a page shows, never by waiting; cards and choices differ from run to run, what is seen does not.
Needs what the browser tests need: Debian's chromium and a font with Chinese characters.
"""

from __future__ import annotations

import argparse
import base64
import io
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
MAX_BYTES: Final = 200_000
PATIENCE_MS: Final = 240_000
BOARD: Final = "B12-预女猎白"
"""The board of the demonstration: twelve seats and a sheriff."""
FASTEST: Final = "100"
SMALL: Final = "B06a"
"""The board whose games are soon over."""
SPEED: Final = "8"
"""A night takes half a minute, and taking a picture still no longer than a sentence."""

DESK: Final = (1200, 760)
WALL: Final = (1280, 720)
PHONE: Final = (390, 780)
COMMON: Final = 192
RARE: Final = 64
"""The colours of a picture: so many for its large surfaces, so many for the small bright things on them."""
ZOOM: Final = 4
GAP: Final = 24
COLUMNS: Final = 3

ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")

COUNTING: Final = """document.body.dataset.mood === "night"
    && /^[一二三四五六七八九]号。?$/.test(document.querySelector("#caption .main").textContent)"""
"""The room hears a number by night."""
PACK: Final = """document.querySelector("#prompt").textContent.includes("wolf.talk")
    && document.querySelector("[data-awake=true] .dot[data-on=true]")"""
"""The maker sees the wolves find out about each other."""
ORDER: Final = """!document.querySelector("#order").hidden
    && /是警长|警徽/.test(document.querySelector("#office-state").textContent)
    && document.querySelectorAll("#order-seats .chip").length > 2"""
"""The election is over, and the room has been told who speaks when."""
MINE: Final = """document.querySelector("#state").dataset.mine === "true"
    && document.querySelector("#lamp").dataset.on === "true"
    && document.querySelector("#card").dataset.open === "true" """
"""It is this seat's turn to speak, and its card is open."""
A_WHILE: Final = """/^1:[0-4]/.test(document.querySelector("#floor-left").textContent)"""
"""The speaker has been speaking for a quarter of a minute."""
TALLY: Final = """document.querySelectorAll("#tally-rows tr").length > 1
    && document.querySelector("#tally-title").textContent === "放逐投票" """
"""Votes for an exile have been read out."""
REVEALED: Final = """document.querySelector("#ring li[data-side=wolf]") !== null"""
"""The game is over, and the cards have been turned."""
DRAWN: Final = "document.querySelector('#oled').dataset.version > 0"


class Pictures:
    """Where the pictures go: one file each, small enough for a page."""

    def __init__(self, folder: Path) -> None:
        """Write into `folder`, made when it is missing."""
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.screens: list[Image.Image] = []

    def page(self, name: str, page: Page) -> None:
        """What `page` shows."""
        self.save(name, Image.open(io.BytesIO(page.screenshot())))

    def screen(self, page: Page, condition: str = DRAWN) -> None:
        """The display beside the table, dot by dot, at the first moment that fulfils `condition`."""
        taken = page.wait_for_function(f"({condition}) && document.querySelector('#oled').toDataURL()", polling="raf")
        data = base64.b64decode(str(taken.json_value()).partition(",")[2])
        self.screens.append(Image.open(io.BytesIO(data)).convert("RGB"))

    def sheet(self, name: str) -> None:
        """All displays taken so far, in their order, each dot four pixels wide."""
        width, height = (side * ZOOM for side in self.screens[0].size)
        rows = -(-len(self.screens) // COLUMNS)
        size = (COLUMNS * width + (COLUMNS + 1) * GAP, rows * height + (rows + 1) * GAP)
        sheet = Image.new("RGB", size, (40, 44, 52))
        for index, screen in enumerate(self.screens):
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


@contextmanager
def machine(state: Path, *options: str, end: signal.Signals = signal.SIGTERM) -> Iterator[str]:
    """A running judge on `state`, stopped by `end`; the address of its room."""
    command = [sys.executable, "-P", "-m", "firmware", "--state", str(state), "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            if "http://" not in line:
                raise SystemExit("the judge did not start")
            yield line[line.index("http://") :].strip()
        finally:
            process.send_signal(end)


def opened(browser: Browser, address: str, size: tuple[int, int]) -> Page:
    """A new page at `address`, connected."""
    # Conditions are evaluated in the page, which its own content policy rightly forbids to everybody else.
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, bypass_csp=True)
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    until(page, "document.body.dataset.online === 'true'")
    return page


def until(page: Page, condition: str) -> None:
    """Return as soon as the page shows it."""
    page.wait_for_function(condition, polling="raf")


def key(page: Page, *names: str) -> None:
    """Staff press keys; each shows its effect before the next is pressed."""
    for name in names:
        shown = page.get_attribute("#oled", "data-version")
        page.click(f"[data-key={name}]")
        until(page, f"document.querySelector('#oled').dataset.version !== '{shown}'")


def before_a_game(browser: Browser, state: Path, pictures: Pictures) -> None:
    """The staff's menu: home, the cards of a board, the seats, the house rules, the words."""
    with machine(state, "--board", "B09") as address:
        room = opened(browser, address, DESK)
        pictures.screen(room)
        key(room, "down", "ok", "down", "down", "down", "ok")
        pictures.screen(room)
        key(room, "ok", "down", "ok")
        pictures.screen(room)
        key(room, "back", "down", "down", "down", "ok")
        pictures.screen(room)
        key(room, "back", "down", "down", "down", "ok")
        pictures.screen(room)
        room.close()


def a_game(browser: Browser, state: Path, pictures: Pictures) -> None:
    """Night and day of a demonstration, as far as the ballot of day one; then the plug is pulled."""
    with machine(state, "--demo", "--speed", SPEED, "--board", BOARD, end=signal.SIGKILL) as address:
        maker = opened(browser, f"{address}maker", DESK)
        until(maker, PACK)
        pictures.page("maker", maker)
        maker.close()
        room = opened(browser, address, DESK)
        until(room, COUNTING)
        pictures.page("room-night", room)
        pictures.screen(room, COUNTING)
        speech(browser, address, room, pictures)
        until(room, TALLY)
        wall = opened(browser, f"{address}?wall", WALL)
        until(wall, TALLY)
        pictures.page("wall", wall)
        wall.close()
        paused(room, pictures)
        room.close()


def speech(browser: Browser, address: str, room: Page, pictures: Pictures) -> None:
    """Somebody sits down in the third speaker's chair, looks at the card, and speaks until the pictures are taken."""
    until(room, ORDER)
    seat = room.locator("#order-seats .chip").nth(2).text_content()
    own = opened(browser, f"{address}?seat={seat}", PHONE)
    own.click("#look")
    until(own, MINE)
    pictures.page("seat", own)
    until(room, A_WHILE)
    pictures.page("room-day", room)
    pictures.screen(room)
    own.click("#button")
    own.close()


def paused(room: Page, pictures: Pictures) -> None:
    """Any key pauses: the menu of a game; from its end upwards the votes, what can be undone, and the last question."""
    key(room, "ok")
    pictures.screen(room)
    key(room, *["up"] * 7, "ok")
    pictures.screen(room)
    key(room, "back", "up", "up", "ok")
    pictures.screen(room)
    key(room, "back", "down", "down", *["down"] * 6, "ok")
    pictures.screen(room)


def after_the_power_cut(browser: Browser, state: Path, pictures: Pictures) -> None:
    """The display offers to go on."""
    with machine(state) as address:
        room = opened(browser, address, DESK)
        pictures.screen(room)
        room.close()


def looked_back(browser: Browser, state: Path, pictures: Pictures) -> None:
    """A game of bots is over: the way from the room to its review."""
    with machine(state, "--board", SMALL, "--speed", FASTEST) as address:
        room = opened(browser, address, DESK)
        room.click("[data-key=ok]", delay=30)
        until(room, REVEALED)
        room.click("#past")
        game = room.get_by_role("link", name="1", exact=True)
        while not game.count():
            # The room hears the end a moment before the journal has closed the game.
            room.reload()
        game.click()
        room.set_viewport_size({"width": WALL[0], "height": WALL[1]})
        pictures.page("review", room)
        room.close()


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description="Take the pictures of the README.")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "img", help="where to put them")
    pictures = Pictures(parser.parse_args().out)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("there is no chromium on this machine")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        state = Path(folder)
        before_a_game(browser, state, pictures)
        a_game(browser, state, pictures)
        after_the_power_cut(browser, state, pictures)
        with tempfile.TemporaryDirectory() as other:
            looked_back(browser, Path(other), pictures)
        pictures.sheet("oled")
        browser.close()


if __name__ == "__main__":
    main()
