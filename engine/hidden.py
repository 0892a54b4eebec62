"""The events that not everybody may know. Imported from `engine.events` by everybody else.

Only `engine.deaths` yields `Died`.
"""

from __future__ import annotations

from engine.seats import Option, Seat, Seats
from engine.secrecy import Private, Sealed
from engine.terms import Cause, Mark, Phase, Stage

# ---------------------------------------------------------------- private


class Told(Private, frozen=True):
    """A role was told something by its lamp: `what` is the line key, `about` the seat, `yes` the answer."""

    what: str
    about: Option | None = None
    yes: bool | None = None


# ---------------------------------------------------------------- sealed


class PhaseEntered(Sealed, frozen=True):
    """The rulebook entered `phase` of round `n` (bookkeeping: where `start(at=…)` may enter).

    `then`, given when the windows and words after a batch begin, is the phase that follows them.
    `stage`, given with ELECTION, is where the election is.
    """

    phase: Phase
    n: int
    then: Phase | None = None
    stage: Stage | None = None


class ReadyHeard(Sealed, frozen=True):
    """One round of the READY window is over; `seats` pressed in it."""

    seats: Seats


class Claimed(Sealed, frozen=True):
    """The seats that claimed `role` in its wake window, as they pressed.

    `sound`: they are as many as play the card, and none of them had claimed another. `within`: they had to be among
    those who claimed that card (a special wolf among 狼人).
    """

    role: str
    seats: Seats
    sound: bool = True
    within: str = ""


class CardsKnown(Sealed, frozen=True):
    """Who holds what, once the claims fit (or staff have entered it): (seat, role id), ascending."""

    cards: tuple[tuple[Seat, str], ...]


class SparesKnown(Sealed, frozen=True):
    """The spare cards of a board with 盗贼, as they lie face down (埋牌)."""

    cards: tuple[str, ...]


class CardSeen(Sealed, frozen=True):
    """Card-less deal: `seat` has been shown its card."""

    seat: Seat


class CardTaken(Sealed, frozen=True):
    """`seat`, who held the card `was` (盗贼), plays `card` from here on; `left` leaves the game unseen."""

    seat: Seat
    was: str
    card: str
    left: str


class LoversBound(Sealed, frozen=True):
    """丘比特 has made the two `seats` 情侣."""

    seats: Seats


class ModelChosen(Sealed, frozen=True):
    """野孩子 at `seat` has chosen `model` (榜样)."""

    seat: Seat
    model: Seat


class Turned(Sealed, frozen=True):
    """野孩子 at `seat` is a wolf from here on: its model is dead."""

    seat: Seat


class KnifeInherited(Sealed, frozen=True):
    """隐狼 at `seat` is the last wolf and answers 狼人请睁眼 from the next night on."""

    seat: Seat


class Doomed(Sealed, frozen=True):
    """老流氓 at `seat` dies when the speeches of day `n` are over."""

    seat: Seat
    n: int


class DuelAnswered(Sealed, frozen=True):
    """A duel came in while speeches ran, with `left_ms` of the one that was interrupted left (None: none ran)."""

    seat: Seat
    left_ms: int | None


class Marked(Sealed, frozen=True):
    """`by` put `mark` on `target` tonight (for the knife: the pack's result, `by` = its members)."""

    mark: Mark
    by: Seats
    target: Seat | None


class WolvesPointed(Sealed, frozen=True):
    """What each wolf chose, ascending: (wolf, target)."""

    votes: tuple[tuple[Seat, Seat], ...]


class Spent(Sealed, frozen=True):
    """`seat` used up one `charge` (antidote, poison, shot) for the rest of the game."""

    seat: Seat
    charge: str


class Died(Sealed, frozen=True):
    """`seat` is dead from here on; by night it is announced later."""

    seat: Seat
    cause: Cause


class SkillPending(Sealed, frozen=True):
    """The seats whose skill windows are still to come, in order."""

    seats: tuple[Seat, ...]


class WordsDue(Sealed, frozen=True):
    """The seats that have last words once the skill windows are over, in causal order."""

    seats: tuple[Seat, ...]


class EndHeld(Sealed, frozen=True):
    """The game is decided, but a shooter's window comes first (house rule hunter_last_god_shot)."""


class BidsHeard(Sealed, frozen=True):
    """Who pressed in the bid window, eyes still shut."""

    seats: Seats


class Withdrew(Sealed, frozen=True):
    """`seat` withdraws from the election, at once and for good; it is named later.

    `speech`: it did so while somebody spoke, with `left_ms` of that speech left.
    """

    seat: Seat
    speech: bool
    left_ms: int | None = None


class LeftRecorded(Sealed, frozen=True):
    """Staff say that the player at `seat` has left, or is out for a foul: from now on nothing is asked of it.

    Counted when all may know.
    """

    seat: Seat
    foul: bool = False


class BallotClosed(Sealed, frozen=True):
    """The ballots of `round` as they were cast, ascending: (voter, candidate). Who is missing abstained."""

    round: int
    votes: tuple[tuple[Seat, Seat], ...]


AnySecret = (
    Told
    | SparesKnown
    | CardSeen
    | CardTaken
    | LoversBound
    | ModelChosen
    | Turned
    | KnifeInherited
    | Doomed
    | DuelAnswered
    | PhaseEntered
    | ReadyHeard
    | Claimed
    | CardsKnown
    | Marked
    | WolvesPointed
    | Spent
    | Died
    | SkillPending
    | WordsDue
    | EndHeld
    | BidsHeard
    | Withdrew
    | LeftRecorded
    | BallotClosed
)
"""What not everybody may know."""
