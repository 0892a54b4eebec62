"""Everybody who watches the judge while a simulated game runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.sim import ballot_laws, chain_laws, election_laws, game_laws, word_laws
from firmware.sim import invariants as law
from firmware.sim import office_laws as office
from firmware.sim.lamp_law import LampLaw

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from engine.seats import Option, Seat
    from firmware.sim.bots.crowd import Crowd
    from firmware.sim.law import Law


def watchers(
    cards: Callable[[], Mapping[Seat, str]],
    crowd: Crowd,
    *,
    disturbed: Container[Seat],
    meant: Callable[[], Mapping[Seat, Option | None]],
    held: Callable[[], Mapping[Seat, str]],
    now_ns: Callable[[], int],
) -> tuple[Law, ...]:
    """All laws but the one result.

    `cards`: as they lie on the table. `disturbed`: seats whose pads have done what no finger meant.
    `meant`: how undisturbed careful players have voted; `held`: what they hold. `now_ns`: the time.
    """
    return (
        LampLaw(cards, crowd.asleep),
        law.Silence(),
        law.OneAtATime(),
        law.Tail(),
        law.Ascending(),
        law.TrueCards(cards),
        law.Learned(cards, held),
        law.TrueVotes(meant),
        office.Heartbeat(now_ns),
        office.TrueOffice(crowd, disturbed),
        ballot_laws.Entitled(),
        ballot_laws.Counted(),
        election_laws.FairElection(),
        election_laws.OneBadge(),
        election_laws.Offers(cards),
        election_laws.OneBlast(),
        election_laws.Orders(),
        game_laws.Absent(),
        game_laws.Mornings(cards),
        game_laws.Verdicts(cards),
        chain_laws.Causes(cards),
        chain_laws.Turning(cards),
        chain_laws.Powers(cards),
        word_laws.Answers(cards),
        word_laws.Omens(cards),
        word_laws.Spares(cards),
    )
