"""Steps of the day: speeches, ballots, shots, 自爆."""

from __future__ import annotations

from engine.commands import OfferTaken
from engine.prompts import OfferKind, Read
from engine.seats import Seat
from firmware.scenario.cases import Case
from firmware.scenario.night import choices
from firmware.scenario.player import Player, Spot
from firmware.scenario.spots import (
    DUEL,
    GUN,
    PHASES,
    SPEECH,
    TAKE,
    WINDOW,
    at,
    in_round,
    may_duel,
    may_explode_in_speech,
)
from firmware.scenario.step import DayStep, unknown_phase
from firmware.scenario.tries import Deed, shoot


class VoteStep(DayStep, frozen=True, kw_only=True):
    """The exile ballot, and its PK where `pk_votes` says how that is voted."""

    votes: dict[int, int | None]
    pk_votes: dict[int, int | None] | None = None

    def play(self, player: Player) -> None:
        """Vote, and after a tie vote again. A tie opens the PK at once: reading the clock is nobody's deed."""
        self.go(player, at("vote.open"))
        player.plan.ballots[player.n] = self.votes
        player.answer()
        player.advance(lambda one: not isinstance(one.game.prompt, Read))
        if self.pk_votes is not None:
            player.plan.runoffs[player.n] = self.pk_votes
            self._run_off(player)

    def _run_off(self, player: Player) -> None:
        if player.reach(in_round(at("pk.vote"), player.n)):
            player.answer()


class SpeechStep(DayStep, frozen=True, kw_only=True):
    """The speeches of the day begin."""

    def play(self, player: Player) -> None:
        """On to the first speech."""
        self.go(player, at(SPEECH[0]))


class ShotStep(DayStep, frozen=True, kw_only=True):
    """开枪; without a target the shooter declines. `optional`: not when the game is over already."""

    by: int
    target: int | None
    optional: bool = False

    def play(self, player: Player) -> None:
        """On to his window, and shoot."""
        window = at(WINDOW, GUN, seat=self.by)
        if self.optional and _ends_before(player, window):
            player.advance(lambda one: one.game.over)
            return
        self.go(player, window)
        if self.target is None:
            player.answer()
        else:
            player.refusals += shoot(player, Deed(Seat(self.by), self.target))


class ExplodeStep(DayStep, frozen=True, kw_only=True):
    """自爆 in a speech, or in the part of the day that `at` names."""

    by: int
    take: int | None = None
    at: str | None = None

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Taking somebody along where no 白狼王 plays, and unknown parts of the day."""
        nobody = self.take is not None and "白狼王" not in case.seats.values()
        takes = (f"没有人能自爆带人 {self.take} / taking along not known: {self.take}",) if nobody else ()
        return (*takes, *unknown_phase(self.at))

    def play(self, player: Player) -> None:
        """Take the standing offer, and whom it takes along."""
        self.go(player, PHASES[self.at] if self.at else may_explode_in_speech)
        taken = OfferTaken(prompt=player.game.number, offer=OfferKind.EXPLODE, seat=Seat(self.by))
        player.insist(taken)
        if self.take is not None and player.line == TAKE:
            player.insist(choices(player.game, {self.by: self.take}))


class DuelStep(DayStep, frozen=True, kw_only=True):
    """决斗 in a speech, or in the part of the day that `at` names."""

    by: int
    target: int | None
    at: str | None = None

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Unknown parts of the day."""
        del case
        return unknown_phase(self.at)

    def play(self, player: Player) -> None:
        """Take the standing offer, and name the opponent."""
        self.go(player, PHASES[self.at] if self.at else may_duel)
        player.insist(OfferTaken(prompt=player.game.number, offer=OfferKind.DUEL, seat=Seat(self.by), left_ms=60_000))
        if player.line == DUEL:
            player.insist(choices(player.game, {self.by: self.target}))


def _ends_before(player: Player, spot: Spot) -> bool:
    """Whether the game ends, or has ended, before `spot` comes in this round."""
    ahead = player.fork()
    n = player.n
    ahead.advance(lambda one: spot(one) or one.n > n)
    return ahead.game.over
