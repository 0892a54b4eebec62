"""Games of every board played on the engine alone, at random: the laws and the engine read the same rules.

The laws share no code with the engine, so each of these games is a comparison of the two.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import pytest

from engine import events as e
from firmware.boards import preset_boards
from firmware.sim import ballot_laws, chain_laws, election_laws, game_laws, simulate, word_laws
from firmware.sim.coverage import Reached
from tests.kit.answers import RandomTable

if TYPE_CHECKING:
    from engine.seats import Seat
    from engine.setup import Board
    from firmware.sim.ledger import Watch

MANY: Final = 16
"""Games of the board with every role; of every other board there is one."""


def laws(cards: dict[Seat, str]) -> tuple[Watch, ...]:
    def on_the_table() -> dict[Seat, str]:
        return cards

    return (
        ballot_laws.Entitled(),
        ballot_laws.Counted(),
        election_laws.FairElection(),
        election_laws.OneBadge(),
        election_laws.OneBlast(),
        election_laws.Orders(),
        election_laws.Offers(on_the_table),
        game_laws.Absent(),
        game_laws.Mornings(on_the_table),
        game_laws.Verdicts(on_the_table),
        chain_laws.Causes(on_the_table),
        chain_laws.Turning(on_the_table),
        chain_laws.Powers(on_the_table),
        word_laws.Answers(on_the_table),
        word_laws.Omens(on_the_table),
        word_laws.Spares(on_the_table),
    )


def broken(board: Board, seed: int, *, leaving: float, reached: Counter[str]) -> list[str]:
    """What the laws have against the game of `board` with this seed."""
    table = RandomTable(simulate.table_for(board, seed), seed, leaving=leaving)
    cards = dict(table.cards)
    watching, words = laws(cards), Reached()
    for _, step in table.steps():
        for event in step.events:
            if isinstance(event, e.CardsKnown):
                cards.update(event.cards)
            elif isinstance(event, e.CardTaken):
                cards[event.seat] = event.card
        for law in (*watching, words):
            law.committed(step)
    reached.update(words.words)
    return [what for law in watching for what in law.broken]


@pytest.mark.parametrize("leaving", [0.0, 0.004], ids=["all stay", "some leave"])
def test_on_every_board_the_laws_find_nothing_in_a_game_at_random(leaving: float) -> None:
    reached: Counter[str] = Counter()
    found = {
        (board.id, seed): what
        for board in preset_boards()
        for seed in range(MANY if board.id.endswith("全角色") else 1)
        if (what := broken(board, seed, leaving=leaving, reached=reached))
    }
    assert found == {}
    causes = ("knife", "poison", "exile", "explode", "duel", "blast", "heartbreak", "charm")
    assert {f"cause {cause}" for cause in causes} <= {*reached}
