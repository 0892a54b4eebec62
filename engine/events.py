"""Everything that can happen, as a closed set of frozen classes; each says who may know it.

Public events are what the judge announces; `audio.narration` has the words for each. No Public
class has a field that holds a card, except `Revealed` (the end) and the acts that reveal one.
Only `engine.deaths` yields `Died`.
"""

from __future__ import annotations

from engine.houserules import HouseRules
from engine.seats import Direction, Option, Seat, Seats
from engine.secrecy import Private, Public, Sealed
from engine.terms import Cause, Count, Mark, Peace, Phase, Reason, Tally, Winner
from engine.text import Text

__all__ = [
    "AnyEvent",
    "AnyPublic",
    "AnySecret",
    "Cause",
    "Count",
    "Mark",
    "Peace",
    "Phase",
    "Reason",
    "Tally",
    "Winner",
]
"""The unions and the terms; the event classes themselves are named one by one where they are used."""

# ---------------------------------------------------------------- public


class GameOpened(Public, frozen=True):
    """The setup, read aloud at the start: seats, board, deck and rules. All of it is public (rules 1)."""

    board: str
    name: Text
    seats: Seats
    deck: tuple[Count, ...]
    rules: HouseRules
    sheriff: bool


class GameBegan(Public, frozen=True):
    """All cards are known to their holders; the first night is next ("游戏开始")."""


class Redealt(Public, frozen=True):
    """Staff redeal after claims that do not fit: the night is void, eyes open, new cards, then READY again."""


class NightFell(Public, frozen=True):
    """天黑请闭眼: night `n` begins."""

    n: int


class StepClosed(Public, frozen=True):
    """The night step `role` is over ("X请闭眼"): the step's line key, so the pack's is "wolf"."""

    role: str


class ClaimsDoubted(Public, frozen=True):
    """After the last step of night 1: the claims do not fit the deck, staff please."""


class NightEnded(Public, frozen=True):
    """The last step of night `n` is over; silence before dawn."""

    n: int


class DayBroke(Public, frozen=True):
    """天亮，所有玩家睁眼: day `n` begins."""

    n: int


class Announced(Public, frozen=True):
    """The dead of night `n`, ascending; empty = 平安夜. They are publicly out from here on."""

    n: int
    seats: Seats


class SkillUnused(Public, frozen=True):
    """The skill window of `seat` closed without use ("没有发动技能")."""

    seat: Seat


class ShotFired(Public, frozen=True):
    """`by` used a skill and takes `target` along; `target` is publicly out."""

    by: Seat
    target: Seat


class ShotHeld(Public, frozen=True):
    """`by` opened the skill and chose nobody ("不开枪")."""

    by: Seat


class WordsOpened(Public, frozen=True):
    """Last words follow, by `seats` in this order; empty = "没有遗言"."""

    seats: tuple[Seat, ...]


class WordsOver(Public, frozen=True):
    """Last words are over."""


class OutRuleTold(Public, frozen=True):
    """Told once, after the first death: the out do not play any more."""


class SpeechesOpened(Public, frozen=True):
    """The order of today's speeches, from the clock: `minute` = hour * 60 + minute as it was read."""

    direction: Direction
    order: tuple[Seat, ...]
    minute: int


class Spoke(Public, frozen=True):
    """`seat` has ended its speech (of the day, of the PK, or last words)."""

    seat: Seat


class SpeechesOver(Public, frozen=True):
    """Everybody has spoken."""


class BallotOpened(Public, frozen=True):
    """An exile ballot opens: `round` 1, or 2 for the PK ballot among `candidates`."""

    round: int
    candidates: Seats
    voters: Seats


class BallotRead(Public, frozen=True):
    """The tally after the close, all candidates with votes in seat order, and who abstained.

    With the house rule ballots_read = counts it names nobody: `voters` and `abstained` are empty, and
    `abstentions` is still the number of those who did not vote.
    """

    round: int
    tally: tuple[Tally, ...]
    abstained: Seats
    abstentions: int = 0


class PkOpened(Public, frozen=True):
    """A tie: `order` speak once more (clock rule, `minute` as it was read)."""

    order: tuple[Seat, ...]
    direction: Direction
    minute: int


class MostVotes(Public, frozen=True):
    """`seat` has the most votes; what follows from it comes next."""

    seat: Seat


class Exiled(Public, frozen=True):
    """`seat` is exiled and publicly out."""

    seat: Seat


class PeaceDay(Public, frozen=True):
    """Nobody is exiled today."""

    why: Peace


class Exploded(Public, frozen=True):
    """`seat` is a wolf and self-destructs (自爆); publicly out."""

    seat: Seat


class DayEnded(Public, frozen=True):
    """Day `n` is over; `early` after a 自爆 (night falls at once)."""

    n: int
    early: bool


class GameOver(Public, frozen=True):
    """The game is decided."""

    winner: Winner
    reason: Reason


class Revealed(Public, frozen=True):
    """Who held what: (seat, role id), ascending. Only after `GameOver`."""

    cards: tuple[tuple[Seat, str], ...]


class GameAborted(Public, frozen=True):
    """Staff ended the game without a result."""


# ---------------------------------------------------------------- private


class Told(Private, frozen=True):
    """A role was told something by its lamp: `what` is the line key, `about` the seat, `yes` the answer."""

    what: str
    about: Option | None = None
    yes: bool | None = None


# ---------------------------------------------------------------- sealed


class PhaseEntered(Sealed, frozen=True):
    """The rulebook entered `phase` of round `n` (bookkeeping: where `start(at=…)` may enter).

    `then`, given with the first CHAIN after a batch, is the phase that follows its windows and words.
    """

    phase: Phase
    n: int
    then: Phase | None = None


class ReadyHeard(Sealed, frozen=True):
    """One round of the READY window is over; `seats` pressed in it."""

    seats: Seats


class Claimed(Sealed, frozen=True):
    """The seats that claimed `role` in its wake window, as they pressed."""

    role: str
    seats: Seats


class CardsKnown(Sealed, frozen=True):
    """Who holds what, once the claims fit (or staff have entered it): (seat, role id), ascending."""

    cards: tuple[tuple[Seat, str], ...]


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


class BallotClosed(Sealed, frozen=True):
    """The ballots of `round` as they were cast, ascending: (voter, candidate). Who is missing abstained."""

    round: int
    votes: tuple[tuple[Seat, Seat], ...]


AnyPublic = (
    GameOpened
    | GameBegan
    | Redealt
    | NightFell
    | StepClosed
    | ClaimsDoubted
    | NightEnded
    | DayBroke
    | Announced
    | SkillUnused
    | ShotFired
    | ShotHeld
    | WordsOpened
    | WordsOver
    | OutRuleTold
    | SpeechesOpened
    | Spoke
    | SpeechesOver
    | BallotOpened
    | BallotRead
    | PkOpened
    | MostVotes
    | Exiled
    | PeaceDay
    | Exploded
    | DayEnded
    | GameOver
    | Revealed
    | GameAborted
)
"""What the room may know: the announcer has a line for each."""

AnySecret = (
    Told
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
    | BallotClosed
)
"""What not everybody may know."""

AnyEvent = AnyPublic | AnySecret
