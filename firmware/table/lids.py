"""Whose eyes are open, as far as the judge can know: from the sentences that were heard, not from what is decided.

A sentence that staff break off may have been understood or not, and after a power cut nobody knows what was
heard. So the answer is a set of possibilities, and who needs certainty has it said (`firmware.table.rewind`).
请继续闭眼 decides nothing: whoever has opened their eyes is not told to shut them.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.commands import Undo
from engine.events import BallotRead, DayBroke, DealEnded, DealOpened, NightFell, SheriffBallotRead
from engine.game import Step, valid
from engine.prompts import Call, Eyes
from firmware.table.outlets import public_events, untold, view_after
from firmware.table.tour import LOOKS, SHUTS
from hardware.ports import NS_PER_MS

TO_NIGHT: Final = ("night.first", "night.fall")
"""Words that shut all eyes for the night."""
TO_DEAL: Final = "deal.shut"
"""Words that shut them for a card-less deal, which is as dark as a night."""
TO_DAY: Final = (
    *("dawn.open", "dawn.again", "vote.end", "sheriff.vote_end"),
    *("staff.undo_open", "setup.redeal", "deal.end"),
)
"""Words that open all eyes."""
TO_KEEP_SHUT: Final = ("staff.pause_night", "staff.crash_night")
"""请继续闭眼, which opens and shuts nobody's."""
_TO_BALLOT: Final = (
    *("vote.open", "pk.vote", "pk.vote_all"),
    *("sheriff.vote_open", "sheriff.pk_vote", "sheriff.pk_vote_all"),
)
_CHANGES: Final = (DayBroke, NightFell, DealOpened, DealEnded, BallotRead, SheriffBallotRead)
"""Events that open or shut all eyes."""


class Stand(msgspec.Struct, frozen=True):
    """How eyes may be: `eyes` holds every possibility, `awake` who may have theirs open all the same.

    These are steps by their key, and the lines that call single seats (`firmware.table.tour`).
    """

    eyes: frozenset[Eyes] = frozenset({Eyes.OPEN})
    awake: frozenset[str] = frozenset()

    def surely(self, eyes: Eyes) -> bool:
        """Whether nothing else is possible."""
        return self.eyes == {eyes}

    def after(self, key: str) -> Stand:
        """How eyes are when the line `key` has been heard to its end."""
        step, _, part = key.rpartition(".")
        if key in TO_NIGHT or key == TO_DEAL:
            return Stand(frozenset({Eyes.NIGHT}))
        if key in TO_DAY:
            return Stand()
        if key in _TO_BALLOT:
            return Stand(frozenset({Eyes.SHUT}))
        if key in SHUTS.values():  # 请闭眼 is for whoever looks, 情侣 too
            return Stand(self.eyes, frozenset())
        if key in SHUTS:
            return Stand(self.eyes, self.awake | {key})
        if part == "wake":
            return Stand(self.eyes, self.awake | {step})
        if part == "close":
            return Stand(self.eyes, self.awake - {step})
        return self

    def or_else(self, other: Stand) -> Stand:
        """Either of the two."""
        return Stand(self.eyes | other.eyes, self.awake | other.awake)


class Lids:
    """Follows what is heard at one table."""

    def __init__(self) -> None:
        """Everybody looks on."""
        self._before = self._after = Stand()
        self._ends_ns = 0
        self.hushed = False
        """Everybody was told to keep their eyes shut, and nothing has been said since that opens them."""

    def hear(self, key: str, at_ns: int, length_ms: int) -> None:
        """The line `key` begins; those before it have been heard whole, or were broken off by `cut`."""
        self._before = self._after
        self._after = self._before.after(key)
        self._ends_ns = at_ns + length_ms * NS_PER_MS
        self.hushed = key in TO_KEEP_SHUT or (self.hushed and key not in TO_DAY)

    def cut(self, now_ns: int) -> None:
        """Nothing is being said any more: what has not ended may have been understood, or not."""
        self._before = self._after = self.stand(now_ns)

    def stand(self, now_ns: int) -> Stand:
        """How eyes may be now."""
        return self._after if now_ns >= self._ends_ns else self._before.or_else(self._after)

    def wake_up(self, steps: tuple[Step, ...]) -> None:
        """After a power cut somewhere behind the last but one of `steps`."""
        self._before = self._after = after_power_cut(steps)


def after_power_cut(steps: tuple[Step, ...]) -> Stand:
    """How eyes may be when the machine has stopped while the last of `steps` was told, or its question put."""
    last = untold(steps)
    if isinstance(steps[last].command, Undo):  # nor whether they were opened or shut for it
        awake = _awake(_asked(steps[last:]))
        return after_power_cut(steps[:last]).or_else(Stand(frozenset(Eyes), awake))
    kept = valid(steps)
    first = untold(kept)
    view = view_after(kept[:first])
    before = _asked(kept[max(0, first - 1) : first])
    eyes = {Eyes.NIGHT if view.night else before[0].eyes if before else Eyes.OPEN}
    for step in kept[first:]:
        for event in public_events(step):
            if isinstance(event, _CHANGES):
                eyes.add(Eyes.NIGHT if isinstance(event, NightFell | DealOpened) else Eyes.OPEN)
            view = view.after(event)
        if step.prompt is not None and not view.night:
            eyes.add(step.prompt.call.eyes)
    return Stand(frozenset(eyes), _awake((*before, *_asked(kept[first:]))))


def _awake(calls: tuple[Call, ...]) -> frozenset[str]:
    """Whom `calls` may have woken."""
    return frozenset(LOOKS.get(call.form, call.role) for call in calls if call.form in LOOKS or call.role)


def _asked(steps: tuple[Step, ...]) -> tuple[Call, ...]:
    """The questions that `steps` put."""
    return tuple(step.prompt.call for step in steps if step.prompt is not None)
