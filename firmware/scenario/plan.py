"""What the players of a case intend: the choices of its steps, kept until the table is asked for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.seats import Option
from firmware.scenario.campaign import Campaign

EVEN: Final = 15 * 60 + 26
"""The minute of the clock where a case gives none: an even one."""

Votes = Mapping[int, Option | None]
"""Voter to candidate; None abstains, and so does who is missing."""


class Plan(msgspec.Struct):
    """The intentions so far. Whatever is asked and stands not in here is answered with nothing."""

    nights: dict[int, Mapping[str, Any]] = msgspec.field(default_factory=dict)
    """Night to role (its Chinese name) to what it does."""
    nights_of: dict[int, int] = msgspec.field(default_factory=dict)
    """Night to the step of the case that says what happens in it, from 0."""
    campaigns: dict[int, Campaign] = msgspec.field(default_factory=dict)
    """Day to its election."""
    ballots: dict[int, Votes] = msgspec.field(default_factory=dict)
    """Day to the votes of its exile ballot."""
    runoffs: dict[int, Votes] = msgspec.field(default_factory=dict)
    """Day to the votes of its PK."""
    minutes: dict[int, int] = msgspec.field(default_factory=dict)
    """Day to the minute of the clock, hour * 60 + minute."""

    def source(self, n: int, *, by_night: bool) -> int | None:
        """The step of the case that says what happens in that night, or in the election of that day."""
        if by_night:
            return self.nights_of.get(n)
        campaign = self.campaigns.get(n)
        return campaign.step if campaign else None

    def of(self, night: int, role: str) -> Any:
        """What `role` does in that night; None: nothing."""
        return self.nights.get(night, {}).get(role)
