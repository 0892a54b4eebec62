"""Everything that can happen, as a closed set of frozen classes; each says who may know it.

Public events are what the judge announces; `audio.narration` has the words for each. No Public
class has a field that holds a card, except `Revealed` (the end) and the acts that reveal one.
The hidden ones are in `engine.hidden`,
those of election and badge in `engine.office`; everybody imports them from here.
"""

from __future__ import annotations

from engine.acts import (
    AnyAct,
    AnyDuel,
    Blasted,
    BlastHeld,
    DealEnded,
    DealOpened,
    DelayedOut,
    DuelCalled,
    DuelDropped,
    DuelLost,
    DuelWon,
    Growled,
    Linked,
    NobodyTaken,
    ShotDelayed,
    Silenced,
    SpeechesResumed,
    TakenAlong,
)
from engine.hidden import (
    AnySecret,
    BallotClosed,
    BidsHeard,
    CardSeen,
    CardsKnown,
    CardTaken,
    Claimed,
    Died,
    Doomed,
    DuelAnswered,
    EndHeld,
    KnifeInherited,
    LeftRecorded,
    LoversBound,
    Marked,
    ModelChosen,
    PhaseEntered,
    ReadyHeard,
    SkillPending,
    SparesKnown,
    Spent,
    Told,
    Turned,
    Withdrew,
    WolvesPointed,
    WordsDue,
)
from engine.houserules import HouseRules
from engine.office import (
    AnyOffice,
    BadgeAsked,
    BadgePassed,
    BadgeTorn,
    BidsClosed,
    CampaignOpened,
    ElectionResumed,
    ElectionSuspended,
    NoSheriff,
    SheriffBallotRead,
    SheriffElected,
    SheriffPkOpened,
    StandingRead,
    WithdrawalClosed,
    WithdrawalNamed,
)
from engine.seats import Direction, Seat, Seats
from engine.secrecy import Public
from engine.terms import (
    Badge,
    Cause,
    Count,
    Elected,
    Mark,
    OrderBy,
    Peace,
    Phase,
    Reason,
    Stage,
    Tally,
    Vacant,
    Winner,
)
from engine.text import Text

__all__ = [
    "AnyAct", "AnyDuel", "AnyEvent", "AnyOffice", "AnyPublic", "AnySecret", "Badge", "BadgeAsked", "BadgePassed",
    "BadgeTorn",
    "BallotClosed", "BidsClosed", "BidsHeard", "BlastHeld", "Blasted", "CampaignOpened", "CardSeen", "CardTaken",
    "CardsKnown", "Cause", "Claimed", "Count", "DealEnded", "DealOpened", "DelayedOut", "Died", "Doomed",
    "DuelAnswered", "DuelCalled", "DuelDropped", "DuelLost", "DuelWon", "Elected", "ElectionResumed",
    "ElectionSuspended", "EndHeld", "Growled", "KnifeInherited",
    "LeftRecorded", "Linked", "LoversBound", "Mark", "Marked",
    "ModelChosen", "NoSheriff", "NobodyTaken", "OrderBy", "Peace", "Phase", "PhaseEntered", "ReadyHeard", "Reason",
    "SheriffBallotRead", "SheriffElected", "SheriffPkOpened", "ShotDelayed", "Silenced", "SkillPending",
    "SparesKnown", "SpeechesResumed", "Spent", "Stage", "StandingRead", "TakenAlong", "Tally", "Told", "Turned",
    "Vacant", "Winner", "WithdrawalClosed", "WithdrawalNamed", "Withdrew", "WolvesPointed", "WordsDue",
]  # fmt: skip
"""The unions, the terms and the events of other files; those of this file are named one by one where they are used."""

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


class LeftTable(Public, frozen=True):
    """The player at `seat` has left and counts as out; `foul`: it is out for a foul and may stay."""

    seat: Seat
    foul: bool = False


class Undone(Public, frozen=True):
    """Staff have taken back the last `steps` answers; the game is where it was before them."""

    steps: int


class CardShown(Public, frozen=True):
    """明牌 (house rule reveal_on_death): `seat`, just out, held `role`."""

    seat: Seat
    role: str


class ShooterNamed(Public, frozen=True):
    """House rule name_shooter_role: `seat`, which has just shot, holds `role`."""

    seat: Seat
    role: str


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
    """The order of today's speeches, and who chose it.

    `minute` = hour * 60 + minute as it was read, None where the clock was not asked.
    """

    direction: Direction
    order: tuple[Seat, ...]
    minute: int | None
    by: OrderBy = OrderBy.CLOCK


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


class IdiotFlipped(Public, frozen=True):
    """`seat` has the most votes, is 白痴, and stays: it may speak but has no vote. `sheriff`: it has the badge."""

    seat: Seat
    sheriff: bool


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
    """Who held what: (seat, role id), ascending; the spare cards, 情侣, and who had which 榜样.

    Only after `GameOver`.
    """

    cards: tuple[tuple[Seat, str], ...]
    spares: tuple[str, ...] = ()
    lovers: Seats = ()
    models: tuple[tuple[Seat, Seat], ...] = ()


class GameAborted(Public, frozen=True):
    """Staff ended the game without a result."""


AnyPublic = (
    GameOpened
    | GameBegan
    | Redealt
    | NightFell
    | StepClosed
    | ClaimsDoubted
    | NightEnded
    | DayBroke
    | AnyOffice
    | AnyAct
    | LeftTable
    | Undone
    | CardShown
    | ShooterNamed
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
    | IdiotFlipped
    | PeaceDay
    | Exploded
    | DayEnded
    | GameOver
    | Revealed
    | GameAborted
)
"""What the room may know: the announcer has a line for each."""

AnyEvent = AnyPublic | AnySecret
