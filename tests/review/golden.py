"""The golden game: twelve seats with a sheriff, written down before it is played, on a real table and a real journal.

    1 守卫   2 3 4 5 狼人   6 女巫   7 预言家   8 猎人   9 10 11 12 村民

Night 1: 守卫 9; three wolves knife 10, one wants 11; 预言家 checks 2.
Day 1: 7, 3 and 12 stand, 12 withdraws in the window, 7 is elected; 2 is exiled by four and a half votes against four.
Night 2: 守卫 and 女巫 keep 7 from the knife, both at once, so that it dies; 预言家 checks 3.
Day 2: 7 passes the badge to 8; 3 self-destructs while 9 speaks.
Night 3: the two wolves do not agree; 女巫 poisons 4.
Day 3: 5 and 8 are tied, 8 is exiled in the PK and shoots 5, the last wolf.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.seats import Option
from firmware.fakes import FakeClock
from firmware.journal import Journal
from firmware.state_dir import JOURNAL
from tests.kit.players import Finger, Players, Scene, ScriptedMind
from tests.kit.table import VirtualTable

BOARD: Final = "B12-预女猎守"
CARDS: Final = "guard " + "werewolf " * 4 + "witch seer hunter" + " villager" * 4
BEGAN_MS: Final = 1_767_200_000_000
LONG_MS: Final = 30_000
"""How long 7 speaks, always."""
SHORT_MS: Final = 6_000
"""How long everybody else does."""


Place = tuple[str, int] | tuple[str, int, int]


def _votes(line: str, n: int, votes: Mapping[int, Option]) -> dict[Place, Option]:
    return {(line, seat, n): option for seat, option in votes.items()}


SCRIPT: Final[dict[Place, Option]] = {
    ("guard.pick", 1, 1): 9,
    **_votes("wolf.pick", 1, {2: 10, 3: 10, 4: 11, 5: 10}),
    ("seer.pick", 7, 1): 2,
    **_votes("sheriff.vote_open", 1, {1: 7, 2: 3, 4: 3, 5: 3, 6: 7, 8: 7, 9: 7, 10: 7}),
    **_votes("vote.open", 1, {1: 2, 2: 9, 3: 9, 4: 9, 5: 9, 6: 2, 7: 2, 8: 2, 11: 12}),
    ("guard.pick", 1, 2): 7,
    **_votes("wolf.pick", 2, {3: 7, 4: 7, 5: 7}),
    ("seer.pick", 7, 2): 3,
    ("badge.how", 7, 2): 8,
    **_votes("wolf.pick", 3, {4: 11, 5: 8}),
    ("witch.poison", 6, 3): 4,
    **_votes("vote.open", 3, {1: 5, 5: 8, 6: 5, 9: 8}),
    **_votes("pk.vote", 3, {1: 5, 6: 5, 9: 8, 11: 8, 12: 8}),
    ("gun.ask", 8, 3): 5,
}
PRESSES: Final[dict[tuple[str, int], tuple[int, ...]]] = {
    ("sheriff.raise", 1): (3, 7, 12),
    ("sheriff.quit_open", 1): (12,),
    ("witch.heal", 2): (6,),
    ("dawn.skill_ask", 3): (8,),
}


class GoldenMind(ScriptedMind):
    """As written; 退水 is a press of more than two seconds."""

    def fingers(self, scene: Scene) -> list[Finger]:
        """All presses during this score."""
        fingers = super().fingers(scene)
        if scene.line == "sheriff.quit_open":
            return [finger._replace(hold_ms=2_300) for finger in fingers]
        return fingers


def play_golden(folder: Path) -> None:
    """Play it; `folder` has the journal of it afterwards."""
    clock = FakeClock(15 * 60 + 25)
    journal = Journal(folder / JOURNAL, now_ms=lambda: BEGAN_MS + clock.now_ns() // 1_000_000)
    mind = GoldenMind(SCRIPT, presses=PRESSES, reveals={(2, 9): (3, 2_000)}, speeches={7: LONG_MS})
    players = Players(mind)
    table = players.sit(VirtualTable(BOARD, CARDS, journal=journal, clock=clock, audience=(players,)))
    table.start()
    table.until_over()
    journal.close()
