"""Steps that play nothing: whether a game may start, and who has won."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.errors import BadSetup
from engine.game import Game
from engine.houserules import SheriffRule
from engine.seats import seats_of
from engine.setup import Board, Setup, deck_of
from engine.text import Text
from firmware.scenario.cases import Case
from firmware.scenario.entry import ROLE_IDS
from firmware.scenario.player import Player, Refusal
from firmware.scenario.step import CaseStep

Few = Annotated[int, msgspec.Meta(ge=0, le=99)]


class CheckWinStep(CaseStep, frozen=True, kw_only=True):
    """Evaluate only: the engine does after every batch of deaths, and at the dawn at which such a case begins."""

    def play(self, player: Player) -> None:
        """Nothing is left to do."""


class StartStep(CaseStep, frozen=True, kw_only=True):
    """Try to start a game of so many players with the deck of the case, or with `cards`."""

    players: Few
    cards: list[str] | dict[str, Few] | None = None

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Unknown cards."""
        unknown = [name for name in self._deck(case) if name not in ROLE_IDS]
        return (f"没有身份 {unknown[0]} / role not known: {unknown[0]}",) if unknown else ()

    def play(self, player: Player) -> None:
        """Start, as staff would: with every check of a board and its seats."""
        names = {role: name for name, role in ROLE_IDS.items()}
        deck = self._names() or [names[role] for _, role in player.entry.cards]
        board = Board(
            id="start",
            name=Text("开局", "start"),
            players=self.players,
            cards=deck_of(ROLE_IDS[name] for name in deck),
            overrides=(("sheriff", SheriffRule.OFF.value),),
        )
        try:
            Game.start(Setup(board, seats_of(*range(1, self.players + 1)), board.rules))
        except BadSetup:
            player.tries.append((Refusal(player.step, "BadSetup", "start"),))
        else:
            player.tries.append(())

    def _names(self) -> list[str]:
        if isinstance(self.cards, dict):
            return [name for name, cards in self.cards.items() for _ in range(cards)]
        return self.cards or []

    def _deck(self, case: Case) -> list[str]:
        return self._names() or list(case.seats.values())
