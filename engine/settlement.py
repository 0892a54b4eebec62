"""夜间结算 and links: what marks and bonds come to (rules 4, 5), as functions of them and nothing else.

The order in which the marks were made does not matter. Who is dead is not decided here: roles mark,
`settle` and `drag` say what follows, and `engine.deaths` kills.
"""

from __future__ import annotations

from typing import Final

from engine.hidden import Marked
from engine.houserules import HouseRules, Switch
from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.terms import Cause, Mark

LINKS: Final = (Cause.CHARM, Cause.HEARTBREAK)
"""What drags one seat after another, the stronger first: where both take a seat, the first is its cause."""


class Death(Redacted, frozen=True, order=True):
    """A seat, what kills it, and after whom it dies where a link drags it along."""

    seat: Seat
    cause: Cause
    after: Seat | None = None


class Bonds(Redacted, frozen=True, kw_only=True):
    """Who of the living is tied to whom, as far as the judge knows.

    `lovers`: 情侣, both alive. `charmer` takes `charmed` along when it dies of a cause in `drags_on`. `delayed`:
    (seat, causes that kill it later). `immune`: whom no charm kills.
    """

    lovers: Seats = ()
    charmer: Seat | None = None
    charmed: Seat | None = None
    drags_on: tuple[Cause, ...] = ()
    delayed: tuple[tuple[Seat, tuple[Cause, ...]], ...] = ()
    immune: Seats = ()

    def delays(self, seat: Seat, cause: Cause) -> bool:
        """Whether `cause` kills `seat` only later."""
        return any(held == seat and cause in causes for held, causes in self.delayed)


UNBOUND: Final = Bonds()
"""Nobody is tied to anybody."""


class Settlement(Redacted, frozen=True):
    """Tonight's dead, ascending, who of them the knife hits (whatever the cause is), and who will die of it later."""

    deaths: tuple[Death, ...]
    knifed: Seat | None
    doomed: Seats = ()

    def cause_of(self, seat: Seat) -> Cause | None:
        """What kills `seat` tonight, or None."""
        return next((death.cause for death in self.deaths if death.seat == seat), None)


def settle(marks: tuple[Marked, ...], rules: HouseRules, bonds: Bonds = UNBOUND) -> Settlement:
    """The outcome of a night.

    The knife hits unless its victim was guarded or saved; both at once undo each other (同守同救), unless
    the house says otherwise. Poison kills always (老流氓 later), and where both hit one seat the
    cause is poison, so that a poisoned 猎人 never shoots. Then links, to a fixed point.
    """
    knife = target_of(marks, Mark.KNIFE)
    guarded = knife is not None and target_of(marks, Mark.GUARD) == knife
    saved = knife is not None and target_of(marks, Mark.SAVE) == knife
    poisoned = target_of(marks, Mark.POISON)
    later = poisoned is not None and bonds.delays(poisoned, Cause.POISON)
    doomed = poisoned if later else None
    poisoned = None if later else poisoned
    safe = guarded != saved if rules.double_protect_dies is Switch.ON else guarded or saved
    knifed = None if safe else knife
    deaths = []
    if poisoned is not None:
        deaths.append(Death(poisoned, Cause.POISON))
    if knifed is not None and knifed != poisoned:
        deaths.append(Death(knifed, Cause.KNIFE))
    dead = drag(tuple(deaths), bonds)
    return Settlement(dead, knifed, () if doomed in (None, knifed) else (doomed,))


def drag(deaths: tuple[Death, ...], bonds: Bonds, *, charm: bool = True) -> tuple[Death, ...]:
    """`deaths` and all that die with them, ascending: 殉情, and with `charm` whom 狼美人 takes along."""
    found = {death.seat: death for death in deaths}
    while True:
        fresh = [death for death in _dragged(found, bonds, charm=charm) if _stronger(death, found.get(death.seat))]
        if not fresh:
            return tuple(sorted(found.values(), key=lambda death: death.seat))
        found |= {death.seat: death for death in fresh}


def _dragged(found: dict[Seat, Death], bonds: Bonds, *, charm: bool) -> list[Death]:
    """One step of every link."""
    links = [
        Death(other, Cause.HEARTBREAK, lover)
        for lover in bonds.lovers
        for other in bonds.lovers
        if lover in found and other != lover
    ]
    charmer = None if bonds.charmer is None else found.get(bonds.charmer)
    fires = charm and charmer is not None and charmer.cause in bonds.drags_on
    if fires and bonds.charmed is not None and bonds.charmed not in bonds.immune:
        links.append(Death(bonds.charmed, Cause.CHARM, bonds.charmer))
    return links


def _stronger(death: Death, standing: Death | None) -> bool:
    """Whether `death` takes the place of what is known of that seat: direct causes beat links, charm beats 殉情."""
    if standing is None:
        return True
    return standing.cause in LINKS and LINKS.index(death.cause) < LINKS.index(standing.cause)


def target_of(marks: tuple[Marked, ...], mark: Mark) -> Seat | None:
    """On whom `mark` lies tonight, or None. Each kind of mark is made at most once a night."""
    return next((m.target for m in marks if m.mark is mark), None)
