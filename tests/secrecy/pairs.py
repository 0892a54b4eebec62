"""Pairs of small games with special cards, written down: alike in all the room may know, and apart in one secret.

Each is handed to `compare`, which finds nothing; with a leak planted it does (`test_special_leaks`).
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from engine.setup import Board
from firmware.judge import Judge
from tests.kit.players import Choices, Moments, ScriptedMind
from tests.kit.trace import Trace
from tests.secrecy.games import scripted
from tests.table.stage import custom


class Side(NamedTuple):
    """One game of a pair: who holds what, what is chosen, and who presses and reveals."""

    cards: str
    choices: Choices | None = None
    reveals: Moments | None = None


class Pair(NamedTuple):
    """Two games of one deck: how far they go, what lies face down in them, and the rules of the house."""

    sides: tuple[Side, Side]
    until: str = ""
    spares: tuple[str, str] = ("", "")
    rules: tuple[tuple[str, str], ...] = ()

    @property
    def board(self) -> Board:
        """The board that both have."""
        one, two = (
            Counter(f"{side.cards} {spare}".split()) for side, spare in zip(self.sides, self.spares, strict=True)
        )
        assert one == two, "one deck"
        return custom(one, dict(self.rules))

    def play(self, judge: type[Judge] = Judge) -> tuple[Trace, Trace]:
        """Both games."""
        one, two = (
            scripted(
                self.board,
                side.cards,
                ScriptedMind(side.choices, reveals=side.reveals),
                until=self.until,
                judge=judge,
                secret=n,
            )[0]
            for n, side in enumerate(self.sides)
        )
        return one, two


def vote(candidate: int, *voters: int) -> Choices:
    """These vote for that candidate on day 1."""
    return {("vote.open", voter, 1): candidate for voter in voters}


LOVERS: Final = "werewolf werewolf cupid seer hunter villager villager villager"
THIEF: Final = "thief werewolf seer villager villager villager"
SPECIAL: Final = "thief {} seer hunter villager villager {}"
TAKES: Final = "{} {} seer hunter villager villager villager villager"
DUEL: Final = "{0} {0} knight villager {1} {1} seer villager"
BOMB: Final = "werewolf werewolf seer hunter villager villager {} {}"
ROGUE: Final = "werewolf werewolf witch seer old_rogue villager villager villager"
BEAR: Final = "villager werewolf werewolf seer villager {} villager {} villager"

PAIRS: Final[dict[str, Pair]] = {
    # Whom 丘比特 makes 情侣.
    "tour": Pair((Side(LOVERS, {("cupid.pick", 3): (3, 4)}), Side(LOVERS, {("cupid.pick", 3): (6, 7)}))),
    # Who is dealt what without cards: by the lots of the two games.
    "deal": Pair((Side(LOVERS), Side(LOVERS)), rules=(("role_source", "dealt_by_engine"),)),
    # Which cards lie face down, and which of them 盗贼 takes.
    "names": Pair(
        (
            Side("thief werewolf seer villager villager villager", {("thief.pick", 1): "witch"}),
            Side("thief werewolf witch villager villager hunter", {("thief.pick", 1): "villager"}),
        ),
        spares=("witch hunter", "seer villager"),
    ),
    # 狼王 is held, or lies face down for good.
    "special": Pair(
        (
            Side(SPECIAL.format("wolf_king", "villager"), {("thief.pick", 1): "werewolf"}),
            Side(SPECIAL.format("werewolf", "villager"), {("thief.pick", 1): "werewolf"}),
        ),
        spares=("werewolf werewolf", "werewolf wolf_king"),
        rules=(("thief_max_buried_wolves", "unrestricted"),),
    ),
    # Who reveals itself is 白狼王 and takes nobody, or cannot.
    "take": Pair(
        (
            Side(TAKES.format("werewolf", "white_wolf_king"), reveals={(1, 1): (1, 3000)}),
            Side(TAKES.format("white_wolf_king", "werewolf"), reveals={(1, 1): (1, 3000)}),
        ),
        until="night.fall",
    ),
    # 骑士 duels a good seat, and the wolves are others.
    "duel": Pair(
        (
            Side(DUEL.format("werewolf", "villager"), {("knight.ask", 3): 4}, {(1, 1): (3, 3000)}),
            Side(DUEL.format("villager", "werewolf"), {("knight.ask", 3): 4}, {(1, 1): (3, 3000)}),
        ),
        until="knight.lose_go",
    ),
    # Whoever is exiled is 炸弹人 and does not blow up, or cannot.
    "bomb": Pair(
        (
            Side(BOMB.format("bomber", "villager"), vote(7, 1, 2, 5)),
            Side(BOMB.format("villager", "bomber"), vote(7, 1, 2, 5)),
        ),
        until="night.fall",
        rules=(("bomber_forced", "off"),),
    ),
    # 老流氓 has been poisoned, or nobody has.
    "delayed": Pair((Side(ROGUE, {("witch.poison", 3, 1): 5}), Side(ROGUE)), until="speech.done"),
    # 驯熊师 is dead, or sits between good seats.
    "bear": Pair(
        (
            Side(BEAR.format("bear_tamer", "villager"), {("wolf.pick", 2): 6, ("wolf.pick", 3): 6}),
            Side(BEAR.format("villager", "bear_tamer"), {("wolf.pick", 2): 6, ("wolf.pick", 3): 6}),
        )
    ),
}
