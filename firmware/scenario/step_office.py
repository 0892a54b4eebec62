"""Steps of the sheriff's office: the election, the badge, the order of speech."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final, Self

import msgspec

from engine.seats import DOWN, TEAR, UP
from firmware.scenario.campaign import Blast, Campaign, unknown_moment, withdrawals
from firmware.scenario.cases import Case
from firmware.scenario.night import choices
from firmware.scenario.player import Player
from firmware.scenario.spots import BADGE, DIRECTION, at
from firmware.scenario.step import DayStep

WAYS: Final = MappingProxyType(
    {
        **dict.fromkeys(("顺序", "警右", "死右", "右"), UP),
        **dict.fromkeys(("逆序", "警左", "死左", "左"), DOWN),
    }
)
"""How the sheriff names an order of speech: 左 is descending (rules 7.4)."""


class ElectionStep(DayStep, frozen=True, kw_only=True):
    """The election. It is played as far as later steps need it, so that a `try` may come into it; at last to its end.

    Who withdraws does so in 退水时间, unless a part of the election is named.
    """

    up: list[int]
    withdraw: list[Any] = msgspec.field(default_factory=list)
    votes: dict[int, int | None] = msgspec.field(default_factory=dict)
    pk_votes: dict[int, int | None] = msgspec.field(default_factory=dict)
    explode: Blast | None = None

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Taking somebody along, and unknown parts of the election."""
        del case
        try:
            moments = [one.at for one in withdrawals(self.withdraw)]
        except msgspec.ValidationError:
            return (f"看不懂退水 {self.withdraw} / withdrawal not known: {self.withdraw}",)
        blast = self.explode
        if blast is not None and blast.take is not None:
            return (f"不会自爆带人 {blast.take} / taking along not known: {blast.take}",)
        return tuple(doubt for moment in (*moments, blast.at if blast else None) for doubt in unknown_moment(moment))

    def for_case(self, case: Case) -> Self:
        """The step as `case` means it.

        Where it expects that somebody does not speak any more after withdrawing, that one withdraws in
        the first speech: in 退水时间 there would be no speech left to come.
        """
        silent = case.expect.get("speech_order_up_excludes", ())
        withdraw = [{"by": one, "at": "竞选发言"} if one in silent else one for one in self.withdraw]
        return msgspec.structs.replace(self, withdraw=withdraw)

    def play(self, player: Player) -> None:
        """On to the bids; all else is planned."""
        self.go(player, at("sheriff.raise"))
        player.plan.campaigns[player.n] = Campaign(
            player.step, tuple(self.up), withdrawals(self.withdraw), self.votes, self.pk_votes, self.explode
        )


class BadgeStep(DayStep, frozen=True, kw_only=True):
    """移交警徽; to nobody: 撕警徽."""

    by: int
    to: int | None

    def play(self, player: Player) -> None:
        """Choose, when the holder of the badge is asked."""
        self.go(player, at(BADGE, seat=self.by))
        player.insist(choices(player.game, {self.by: TEAR if self.to is None else self.to}))


class DirectionStep(DayStep, frozen=True, kw_only=True):
    """The sheriff chooses the order of speech."""

    by: int
    dir: str

    def doubts(self, case: Case) -> tuple[str, ...]:
        """Orders that are not known."""
        del case
        return () if self.dir in WAYS else (f"没有顺序 {self.dir} / direction not known: {self.dir}",)

    def play(self, player: Player) -> None:
        """Choose, when the sheriff is asked."""
        self.go(player, at(DIRECTION, seat=self.by))
        player.insist(choices(player.game, {self.by: WAYS[self.dir]}))
