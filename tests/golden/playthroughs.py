"""The games of the golden transcripts: one whole game per board, the same every time."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from audio.say import Language
from engine.seats import Option, Seat, Seats
from tests.kit.lots import drawing
from tests.kit.players import Choices, Players, Scene, ScriptedMind
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable, preset
from tests.kit.transcript import Transcript

FOLDER: Final = Path(__file__).parent
STANDS: Final = 15 * 60 + 25


class Directed(SeededMind):
    """People who do what is written for them, and whatever their seed says otherwise."""

    def __init__(self, seed: int, script: ScriptedMind) -> None:
        """What `script` says comes first."""
        super().__init__(seed)
        self._script = script

    def choice(self, scene: Scene, seat: Seat) -> Option | None:
        """As written, or drawn; what is not counted cannot be chosen."""
        written = self._script.choice(scene, seat)
        if written is None or not scene.counts_of(written):
            return super().choice(scene, seat)
        return written

    def bids(self, scene: Scene) -> Seats:
        """As written."""
        return self._script.bids(scene)

    def quits(self, scene: Scene) -> Seats:
        """As written."""
        return self._script.quits(scene)

    def quits_speaking(self, scene: Scene) -> tuple[tuple[Seat, int], ...]:
        """As written."""
        return self._script.quits_speaking(scene)

    def reveal(self, scene: Scene) -> tuple[Seat, int] | None:
        """As written, and nobody else."""
        return self._script.reveal(scene)


def votes(line: str, n: int, **by_candidate: tuple[int, ...]) -> Choices:
    """`_3=(1, 2)`: seats 1 and 2 vote for seat 3 in round `n`."""
    return {(line, voter, n): int(name[1:]) for name, voters in by_candidate.items() for voter in voters}


class Playthrough(NamedTuple):
    """One game: who sits where comes from the order of `seats` and the deck, the rest from `script` and `seed`."""

    board: str
    seed: int
    shows: str
    language: Language = Language.ZH
    seats: tuple[int, ...] = ()
    script: ScriptedMind | None = None
    rules: tuple[tuple[str, str | int], ...] = ()

    @property
    def file(self) -> Path:
        """Where its transcript is kept."""
        return FOLDER / f"{self.board}.txt"


ELECTION_WITH_PK: Final = ScriptedMind(
    {
        **votes("sheriff.vote_open", 1, _5=(1, 9), _8=(3, 10)),
        **votes("sheriff.pk_vote", 1, _5=(1, 9, 10), _8=(3,)),
        **votes("vote.open", 1, _7=(1, 3, 5, 6, 10), _3=(7, 8)),
        **votes("vote.open", 2, _2=(1, 4, 6, 8, 9, 10), _4=(2, 3)),
        ("wolf.pick", 1, 1): 4,
        ("wolf.pick", 2, 1): 4,
        ("wolf.pick", 3, 1): 4,
    },
    presses={("sheriff.raise", 1): (2, 4, 5, 6, 8), ("sheriff.quit_open", 1): (6,), ("witch.heal", 1): (4,)},
    quits={(1, 2): ((4, 2000),)},
)
"""Five stand, two withdraw, two are tied and speak again; 白痴 is exiled and flips."""

TWICE_BROKEN: Final = ScriptedMind(
    {
        **votes("sheriff.vote_open", 2, _6=(5, 8, 9), _3=(10,)),
        **votes("vote.open", 2, _4=(5, 6, 7, 8, 9), _9=(3, 4)),
    },
    presses={("sheriff.raise", 1): (1, 3, 6, 11)},
    reveals={(1, "sheriff.turn", 3): (1, 4000)},
)
"""双爆: a wolf breaks into the campaign, which goes on the next day."""

ONE_ROUND: Final = (("max_rounds", 1),)

PLAYTHROUGHS: Final = (
    Playthrough("B06a", 3, "a PK, then a wolf that self-destructs"),
    Playthrough("B06b", 1, "gaps between the seats; no villager is left at the second dawn", seats=(1, 3, 4, 7, 8, 12)),
    Playthrough("B07", 8, "a shot and a self-destruct"),
    Playthrough("B08a", 3, "in English", language=Language.EN),
    Playthrough("B08b", 3, "a PK"),
    Playthrough("B09", 2, "a second tie, so that nobody is exiled"),
    Playthrough("B10a", 2, "an election with withdrawals and a PK; the Idiot flips", script=ELECTION_WITH_PK),
    Playthrough("B10b", 3, "the sheriff passes the badge on, three times; the guard keeps a night peaceful"),
    Playthrough("B10c", 4, "a sheriff by votes, who tears the badge"),
    Playthrough("B11", 1, "in English: a withdrawal, the badge passed on and lost", language=Language.EN),
    Playthrough(
        "B12-预女猎白",
        6,
        "an election that is broken into, goes on the next day and comes to a PK",
        script=TWICE_BROKEN,
        rules=(("badge_swallow", "double"),),
    ),
    Playthrough("B12-预女猎守", 7, "a sheriff by votes after a withdrawal; badge, guard and peace"),
    Playthrough(
        "B12-盗丘",
        7,
        "the Thief takes a card, Cupid binds two seats, and one of them follows the other",
        rules=(("max_rounds", 3),),
    ),
    Playthrough("B12-狼美人骑士", 4, "in English: a charm every night, and a duel", language=Language.EN),
    Playthrough("B12-白狼王守卫", 4, "the White Wolf King takes somebody along"),
    Playthrough(
        "B12-盗贼",
        1,
        "cards that the judge deals by lamp, the Thief's spare ones too",
        rules=(("role_source", "dealt_by_engine"), ("max_rounds", 2)),
    ),
    Playthrough("B18-全角色", 6, "every role, for one round", rules=ONE_ROUND),
    *(
        Playthrough(board, seed, "one night and its day", language=language, rules=ONE_ROUND)
        for board, seed, language in (
            ("B12-狼王守卫", 1, Language.ZH),
            ("B12-白狼王骑士", 2, Language.EN),
            ("B12-狼美人守卫", 3, Language.ZH),
            ("B12-狼美人老流氓", 4, Language.EN),
            ("B12-禁言长老", 5, Language.ZH),
            ("B12-禁骑", 6, Language.EN),
            ("B12-隐狼驯熊师", 7, Language.ZH),
            ("B12-野孩子", 8, Language.EN),
            ("B12-炸弹人", 9, Language.ZH),
            ("B12-丘比特", 10, Language.EN),
            ("B12-守丘", 11, Language.ZH),
            ("B13", 12, Language.ZH),
            ("B14", 13, Language.EN),
            ("B15", 14, Language.ZH),
            ("B16", 15, Language.EN),
            ("B17", 16, Language.ZH),
            ("B18", 17, Language.EN),
        )
    ),
)


def play(game: Playthrough) -> tuple[str, VirtualTable]:
    """Play it to its end: how it is written down, and the table it was played at."""
    mind = Directed(game.seed, game.script) if game.script else SeededMind(game.seed)
    players, writer = Players(mind), Transcript()
    board = preset(game.board)
    board = msgspec.structs.replace(board, overrides=(*board.overrides, *game.rules))
    seats = game.seats or tuple(range(1, board.players + 1))
    table = VirtualTable(
        board,
        seats=tuple(map(Seat, seats)),
        language=game.language,
        clock=StillClock(STANDS),
        audience=(players, writer),
        judge=drawing(f"golden/{game.seed}"),
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
