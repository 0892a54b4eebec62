"""夜间结算: what a night's marks come to (rules 4), as one function of the marks and nothing else.

The order in which the marks were made does not matter. Who is dead is not decided here: roles mark,
`settle` says what follows, and `engine.deaths` kills.
"""

from __future__ import annotations

from engine.events import Cause, Mark, Marked
from engine.houserules import HouseRules, Switch
from engine.seats import Seat
from engine.secrecy import Redacted


class Death(Redacted, frozen=True, order=True):
    """A seat and what kills it."""

    seat: Seat
    cause: Cause


class Settlement(Redacted, frozen=True):
    """Tonight's dead, ascending, and who of them the knife hits (whatever the cause of death is)."""

    deaths: tuple[Death, ...]
    knifed: Seat | None

    def cause_of(self, seat: Seat) -> Cause | None:
        """What kills `seat` tonight, or None."""
        return next((death.cause for death in self.deaths if death.seat == seat), None)


def settle(marks: tuple[Marked, ...], rules: HouseRules) -> Settlement:
    """The outcome of a night.

    The knife hits unless its victim was guarded or saved; both at once undo each other (同守同救), unless
    the house says otherwise. Poison kills always, and where both hit one seat the
    cause is poison, so that a poisoned 猎人 never shoots.
    """
    knife = target_of(marks, Mark.KNIFE)
    guarded = knife is not None and target_of(marks, Mark.GUARD) == knife
    saved = knife is not None and target_of(marks, Mark.SAVE) == knife
    poisoned = target_of(marks, Mark.POISON)
    safe = guarded != saved if rules.double_protect_dies is Switch.ON else guarded or saved
    knifed = None if safe else knife
    deaths = []
    if poisoned is not None:
        deaths.append(Death(poisoned, Cause.POISON))
    if knifed is not None and knifed != poisoned:
        deaths.append(Death(knifed, Cause.KNIFE))
    return Settlement(tuple(sorted(deaths)), knifed)


def target_of(marks: tuple[Marked, ...], mark: Mark) -> Seat | None:
    """On whom `mark` lies tonight, or None. Each kind of mark is made at most once a night."""
    return next((m.target for m in marks if m.mark is mark), None)
