"""Take the pictures of the README from the real program: docs/img/*.png.

    scripts/screenshots [--out DIR]

Judge, journal, bots and pages are joined as the program joins them, on a clock that stands still while a picture is
taken and runs as fast as the machine can between two; the deal and every choice come from one seed, so that two runs
show the same moments. Four lives of tables on state folders of their own: before any game (the staff's menu), a
demonstration (night, day, one seat, the maker's page, the wall), the start after the plug was pulled, and one more
game for its review. Moments are found by what a page is sent, never by waiting.
Needs what the browser tests need: Debian's chromium and a font with Chinese characters.
"""

from __future__ import annotations

import argparse
import io
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from audio.say import Language
from engine.seats import Seat, seats_of
from engine.setup import Setup
from firmware.boards import find_board, preset_boards
from firmware.fakes import FakeClock
from firmware.journal import Journal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.pagetable import PageDisplay, demonstrate
from firmware.simulated import SimulatedTable
from firmware.state_dir import JOURNAL
from firmware.table.pace import NORMAL
from firmware.web.hub import Hub
from firmware.web.server import WebTable
from firmware.web.views import Maker, MakerView, Room, RoomView
from hardware.fakes import FakeLamps
from hardware.oled import LumaDisplay
from hardware.ports import Key, KeyEdge
from hardware.screen import Rows
from scripts.pictures import Pictures

ROOT: Final = Path(__file__).resolve().parent.parent
BOARD: Final = "B12-预女猎白"
"""The board of the demonstration: twelve seats and a sheriff."""
SEED: Final = 18
"""Where the search for a game begins that has an election that is won, and a ballot with a few names in it."""
SMALL: Final = "B06a"
"""The board whose games are soon over."""
MS: Final = 1_000_000
HOUR_NS: Final = 3_600_000 * MS
STEP_NS: Final = 100 * MS
KEY_NS: Final = 50 * MS
EVENING: Final = datetime(2026, 1, 9, 19, 25)  # noqa: DTZ001 - a review tells the wall clock's time
EVENING_MS: Final = int(EVENING.timestamp()) * 1000
NAMES: Final = range(3, 6)
"""How many have votes in the picture of a ballot."""
MENU: Final = 40
"""No menu is longer."""

DESK: Final = (1200, 760)
WALL: Final = (1280, 720)
PHONE: Final = (390, 780)
ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
LEFT_MS: Final = 83_000
"""What the speaker of the picture has left."""


class Missed(SystemExit):
    """Raised when what a picture was to show does not happen."""


class Machine:
    """Judge and simulated table from power-on to power-off, on a clock that moves only when told."""

    def __init__(self, folder: Path, board: str, seed: int) -> None:
        """Switch it on; its state is in `folder`, staff have chosen `board`, and `seed` decides what bots do."""
        chosen = find_board(board, preset_boards())
        self.setup = Setup(chosen, seats_of(*range(1, chosen.players + 1)), chosen.rules)
        clock = FakeClock(EVENING.hour * 60 + EVENING.minute)
        self.loop = Loop(clock)
        self.hub = Hub()
        self.table = SimulatedTable(
            loop=self.loop,
            clock=clock,
            hub=self.hub,
            language=Language.ZH,
            folder=folder,
            chance=lambda _: seed,
        )
        self._journal = Journal(folder / JOURNAL, now_ms=lambda: EVENING_MS + clock.now_ns() // MS)
        self.judge = Judge(
            loop=self.loop,
            clock=clock,
            journal=self._journal,
            boards=preset_boards(),
            pace=NORMAL,
            language=Language.ZH,
            display=LumaDisplay(PageDisplay(self.table.pages)),
            lamps=FakeLamps(clock),
            audience=(self.table,),
            threaded_journal=False,
            choice=self.setup,
        )
        self.web = WebTable(self.hub, self.loop.put, clock, speed=0, folder=folder)
        self.web.start()

    def off(self) -> None:
        """Pull the plug."""
        self.web.stop()
        self._journal.close()

    @property
    def image(self) -> Image.Image:
        """What the staff's display shows."""
        return Image.open(io.BytesIO(self.hub.png()))

    @property
    def room(self) -> RoomView:
        """What the room's page is sent."""
        view = self.hub.latest(Room())
        assert isinstance(view, RoomView)
        return view

    @property
    def maker(self) -> MakerView:
        """What the maker's page is sent."""
        view = self.hub.latest(Maker())
        assert isinstance(view, MakerView)
        return view

    def until(self, moment: Callable[[Machine], bool]) -> None:
        """Let time pass until the machine is at `moment`.

        Raises:
            Missed: it does not come.
        """
        limit_ns = self.loop.now_ns() + HOUR_NS
        while not moment(self):
            if self.loop.now_ns() > limit_ns:
                raise Missed(f"an hour of play, and no {moment.__name__}")
            self.loop.step_until(self.loop.now_ns() + STEP_NS)

    def key(self, *keys: Key) -> None:
        """Staff press keys."""
        for key in keys:
            for down in (True, False):
                self.loop.put(KeyEdge(key, down, self.loop.now_ns()))
                self.loop.step_until(self.loop.now_ns() + KEY_NS)

    def _row(self) -> str:
        """The row of the menu that OK means."""
        body = self.judge.staff.menu.screen(self.loop.now_ns()).body
        return body.rows[body.cursor].text if isinstance(body, Rows) and body.cursor is not None else ""

    def choose(self, *labels: str) -> None:
        """Staff go down to the row that begins with each of `labels`, and press OK there.

        Raises:
            SystemExit: the menu has no such row.
        """
        for label in labels:
            passed: list[str] = []
            while not (row := self._row()).startswith(label):
                if len(passed) > MENU:
                    raise SystemExit(f"there is no {label} among {passed}")
                passed.append(row)
                self.key(Key.DOWN)
            self.key(Key.OK)


@contextmanager
def machine(folder: Path, board: str, seed: int = SEED) -> Iterator[Machine]:
    """A machine that is switched off in the end."""
    one = Machine(folder, board, seed)
    try:
        yield one
    finally:
        one.off()


# ------------------------------------------------------------ moments


def counting(table: Machine) -> bool:
    """The room hears a number by night."""
    caption = table.room.caption
    return (
        table.room.night
        and caption is not None
        and re.fullmatch("[一二三四五六七八九]号。?", caption.text.zh) is not None
    )


def pack(table: Machine) -> bool:
    """The wolves find out about each other."""
    prompt = table.maker.prompt
    return prompt is not None and prompt.line == "wolf.talk" and bool(table.maker.lamps)


def order(table: Machine) -> bool:
    """The election is over, and the room has been told who speaks when."""
    office = table.room.office
    return office is not None and office.sheriff is not None and len(table.room.order) > len(table.room.seats) // 2


def third(table: Machine) -> bool:
    """The third speaker has been speaking for half a minute."""
    floor = table.room.floor
    return len(table.room.spoke) > 1 and floor is not None and floor.left_ms <= LEFT_MS


def tally(table: Machine) -> bool:
    """Votes for an exile have been read out.

    Raises:
        Missed: too few or too many have votes for a picture.
    """
    votes = table.room.tally
    if votes is None or votes.office:
        return False
    if len(votes.rows) not in NAMES:
        raise Missed(f"{len(votes.rows)} have votes")
    return True


def ended(table: Machine) -> bool:
    """The game is over, and the cards have been turned."""
    return table.room.end is not None and bool(table.room.end.cards) and table.judge.table is None


# ------------------------------------------------------------ lives


def connected(page: Page) -> None:
    """The page shows what it has been sent."""
    page.wait_for_function("document.body.dataset.online === 'true'")


def drawn(page: Page) -> None:
    """The same, and the display too."""
    page.wait_for_function("document.querySelector('#oled').dataset.version > 0")


def before_a_game(pictures: Pictures, folder: Path) -> None:
    """The staff's menu: home, the cards of a board, the seats, the house rules, the words."""
    with machine(folder, "B09") as table:
        pictures.screen(table.image)
        for way in (("板子", "9人"), ("座位",), ("规则",), ("术语",)):
            table.key(*[Key.BACK] * 3)
            table.choose(*way)
            pictures.screen(table.image)


def worth_showing() -> int:
    """The seed of a demonstration that comes to every moment that is wanted."""
    seed = SEED
    while True:
        with tempfile.TemporaryDirectory() as folder, machine(Path(folder), BOARD, seed) as table:
            demonstrate(table.loop, table.judge, table.table, table.setup)
            try:
                for moment in (pack, counting, order, tally):
                    table.until(moment)
            except Missed as why:
                print(f"game {seed}: {why}")
                seed += 1
            else:
                return seed


def a_game(pictures: Pictures, folder: Path) -> None:
    """Night and day of a demonstration, as far as the ballot of day one; then the plug is pulled."""
    with machine(folder, BOARD, worth_showing()) as table:
        demonstrate(table.loop, table.judge, table.table, table.setup)
        table.until(pack)
        pictures.page("maker", f"{table.web.url}maker", DESK, connected)
        table.until(counting)
        pictures.page("room-night", table.web.url, DESK, drawn)
        pictures.screen(table.image)
        table.until(order)
        speech(pictures, table, table.room.order[2])
        table.until(tally)
        pictures.page("wall", f"{table.web.url}?wall", WALL, connected)
        paused(pictures, table)


def speech(pictures: Pictures, table: Machine, seat: Seat) -> None:
    """Somebody sits down at `seat`, looks at the card, and speaks until the pictures are taken."""

    def at_the_card(page: Page) -> None:
        connected(page)
        while table.table.people != {seat}:
            table.loop.step_until(table.loop.now_ns() + MS)
        table.until(third)
        page.click("#look")
        page.wait_for_function(
            "document.querySelector('#card').dataset.open === 'true'"
            " && document.querySelector('#state').dataset.mine === 'true'"
        )
        pictures.page("room-day", table.web.url, DESK, drawn)
        pictures.screen(table.image)

    pictures.page("seat", f"{table.web.url}?seat={seat}", PHONE, at_the_card)


def paused(pictures: Pictures, table: Machine) -> None:
    """Any key pauses: the menu of a game, the votes, what can be taken back, and the last question."""
    table.key(Key.OK)
    pictures.screen(table.image)
    for label in ("票型", "撤销", "结束本局"):
        table.choose(label)
        pictures.screen(table.image)
        table.key(Key.BACK)


def after_the_power_cut(pictures: Pictures, folder: Path) -> None:
    """The display offers to go on."""
    with machine(folder, BOARD) as table:
        pictures.screen(table.image)


def looked_back(pictures: Pictures, folder: Path) -> None:
    """A game of bots is over: its review."""
    with machine(folder, SMALL) as table:
        table.choose("开始")
        table.until(ended)
        pictures.page("review", f"{table.web.url}review/1", WALL)


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description="Take the pictures of the README.")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "img", help="where to put them")
    out = parser.parse_args().out
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("there is no chromium on this machine")
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as first,
        tempfile.TemporaryDirectory() as other,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=list(ARGUMENTS))
        pictures = Pictures(out, browser)
        before_a_game(pictures, Path(first))
        a_game(pictures, Path(first))
        after_the_power_cut(pictures, Path(first))
        looked_back(pictures, Path(other))
        pictures.sheet("oled")
        browser.close()


if __name__ == "__main__":
    main()
