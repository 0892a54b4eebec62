"""The games of the golden transcripts: one whole game per board, the same every time."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from audio.say import Language
from engine.seats import Seat
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable, preset
from tests.kit.transcript import Transcript

FOLDER: Final = Path(__file__).parent
STANDS: Final = 15 * 60 + 25


class Playthrough(NamedTuple):
    """One game: who sits where comes from the order of `seats` and the deck, the rest from `seed`."""

    board: str
    seed: int
    shows: str
    language: Language = Language.ZH
    seats: tuple[int, ...] = ()

    @property
    def file(self) -> Path:
        """Where its transcript is kept."""
        return FOLDER / f"{self.board}.txt"


PLAYTHROUGHS: Final = (
    Playthrough("B06a", 3, "a PK, then a wolf that self-destructs"),
    Playthrough("B06b", 1, "gaps between the seats; no villager is left at the second dawn", seats=(1, 3, 4, 7, 8, 12)),
    Playthrough("B07", 8, "a shot and a self-destruct"),
    Playthrough("B08a", 3, "in English", language=Language.EN),
    Playthrough("B08b", 3, "a PK"),
    Playthrough("B09", 2, "a second tie, so that nobody is exiled"),
    Playthrough("B10c", 0, "a victim of the night shoots"),
)


def play(game: Playthrough) -> tuple[str, VirtualTable]:
    """Play it to its end: how it is written down, and the table it was played at."""
    players, writer = Players(SeededMind(game.seed)), Transcript()
    board = preset(game.board)
    seats = game.seats or tuple(range(1, board.players + 1))
    table = VirtualTable(
        board,
        seats=tuple(map(Seat, seats)),
        language=game.language,
        clock=StillClock(STANDS),
        audience=(players, writer),
    )
    writer.follow(players.sit(table))
    table.start()
    table.until_over()
    cards = ", ".join(f"{seat} {card}" for seat, card in sorted(table.cards.items()))
    return f"# {game.board}, seed {game.seed}: {game.shows}\n# {cards}\n{writer.text}", table


def transcript_of(game: Playthrough) -> str:
    """Play it and write it down."""
    return play(game)[0]


def journal_of(game: Playthrough) -> bytes:
    """Play it; every byte of its journal, row after row."""
    _, table = play(game)
    (record,) = table.journal.games()
    rows = table.journal.rows(record.game)
    parts = [record.setup, *(part for row in rows for part in (row.command or b"", row.events, row.digest))]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)
