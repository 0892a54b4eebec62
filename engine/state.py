"""What is true in a game. Where that changes: `engine.evolve`.

`GameState` is everything the rules need to go on from here: who holds what, who is dead and who is
publicly out, tonight's marks, whose turn is still to come. The rulebook never keeps such a thing in
a local variable across a prompt, so a game can be entered at any phase from its state alone.

`dead` is what the engine knows, `out` what has been announced; options and views read only `out`.
There are no sets or dicts here: tuples are sorted where a docstring does not say otherwise, so that
two runs of one game are equal to the byte.
"""

from __future__ import annotations

from engine.events import Badge, CardTaken, Cause, Claimed, Count, Mark, Marked, Phase, Stage, Winner
from engine.houserules import HouseRules
from engine.seats import Seat, Seats
from engine.secrecy import Redacted
from engine.settlement import target_of

Cards = tuple[tuple[Seat, str], ...]
"""Who holds what: (seat, role id), ascending."""


class GameState(Redacted, frozen=True, kw_only=True):
    """A game between two events. It prints as its name only: it holds every secret there is."""

    seats: Seats = ()
    deck: tuple[Count, ...] = ()
    """The cards of the board, in the order of its file."""
    rules: HouseRules = HouseRules()

    phase: Phase = Phase.READY
    sheriff_game: bool = False
    """Whether the game has a sheriff at all."""
    n: int = 0
    """The round: night n and day n. 0 before the first night."""
    then: Phase = Phase.SPEECHES
    """What follows the skill windows and last words that run or come next."""

    ready: Seats = ()
    """Who has confirmed its card."""
    ready_rounds: int = 0
    """How many READY windows there have been."""

    claims: tuple[Claimed, ...] = ()
    """The claims of night 1 in the order of the sheet."""
    cards: Cards = ()
    """All cards, once they are known; empty until then. Who was 盗贼 holds the card it took."""
    spares: tuple[str, ...] = ()
    """The spare cards of a board with 盗贼, once the judge knows them."""
    taken: CardTaken | None = None
    """What 盗贼 has taken."""
    seen: Seats = ()
    """Card-less deal: who has been shown its card."""

    lovers: Seats = ()
    """情侣: two seats, or nobody."""
    models: tuple[tuple[Seat, Seat], ...] = ()
    """野孩子 and its 榜样."""
    turned: Seats = ()
    """野孩子 who is a wolf now."""
    inherited: Seats = ()
    """隐狼 who has the knife of a dead pack."""
    doomed: tuple[tuple[Seat, int], ...] = ()
    """老流氓, and after the speeches of which day it dies."""

    dead: Seats = ()
    causes: tuple[tuple[Seat, Cause], ...] = ()
    """Why each dead seat died, ascending."""
    out: Seats = ()
    """The dead that have been announced."""
    left: Seats = ()
    """Whose players have left the table; they count as out as soon as everybody may know."""
    fouled: Seats = ()
    """Who of them is out for a foul."""
    flipped: Seats = ()
    """白痴 who has been exiled and stays."""
    spent: tuple[tuple[Seat, str], ...] = ()
    """What has been used up: (seat, charge), in order of use."""

    steps: int = 0
    """How many steps of tonight's sheet are over."""
    marks: tuple[Marked, ...] = ()
    """Tonight's marks, as they were made."""
    marks_before: tuple[Marked, ...] = ()
    """The marks of the night before this one."""

    silence_due: bool = False
    """A night has begun, and who is silenced after it has not been told yet."""
    fallen: Seats = ()
    """Who was announced dead this morning: the anchor of the order of speech."""
    announced: Seats = ()
    """Who has been announced dead on any morning."""
    pending: tuple[Seat, ...] = ()
    """Whose skill windows are still to come, in order; the first may be running."""
    words: tuple[Seat, ...] = ()
    """Who still has last words, in causal order; the first may be speaking."""
    words_open: bool = False
    end_held: bool = False
    """The game is decided, but a shooter's window comes first."""
    out_rule_told: bool = False

    sheriff: Seat | None = None
    badge: Badge = Badge.OPEN
    stage: Stage = Stage.NONE
    """Where the election is; in `Phase.ELECTION` what comes next."""
    bidders: Seats = ()
    """警上: who stood, whatever has become of it since. A secret until the bids are read."""
    withdrawn: Seats = ()
    """退水: who has withdrawn; `named`: of whom the room has been told."""
    named: Seats = ()
    runoff: Seats = ()
    """The candidates of the sheriff's PK; empty in round 1."""
    waiting: tuple[Seat, ...] = ()
    """Who still had to speak when the election was suspended, in the old order."""
    resumed: bool = False
    """The election has been suspended once."""

    speakers: tuple[Seat, ...] = ()
    """Who still speaks in this round of speeches (day, campaign or PK), in order; the first may be speaking."""
    spoke: Seats = ()
    """Who has spoken in this round of speeches."""
    talking: bool = False
    """A round of speeches has been opened and is not over."""
    broken: bool = False
    """The speech that runs has been interrupted, with `floor_left` ms left of it (None: not known)."""
    floor_left: int | None = None
    bench: Seats = ()
    """The tied seats of a PK; empty in round 1."""
    votes: tuple[tuple[Seat, Seat], ...] = ()
    """The last ballot of today: (voter, candidate), ascending by voter."""
    first_votes: tuple[tuple[Seat, Seat], ...] = ()
    """Today's first exile ballot, where `votes` are those of the PK."""
    exiled: Seat | None = None
    """Whom today's ballot has exiled."""
    duel: Seat | None = None
    """骑士 whose duel runs."""
    exploded: Seat | None = None
    """Whose 自爆 ended this day."""
    cut_short: bool = False
    """A 自爆 or a duel has ended this day before its ballot."""

    winner: Winner | None = None

    @property
    def living(self) -> Seats:
        """The publicly living: everybody who has not been announced dead."""
        return tuple(s for s in self.seats if s not in self.out)

    @property
    def present(self) -> Seats:
        """The publicly living whose players sit at the table."""
        return tuple(s for s in self.living if s not in self.left)

    @property
    def standing(self) -> Seats:
        """The candidates: who stood, has not withdrawn, is still there, and in a PK was tied."""
        return tuple(
            s
            for s in self.runoff or self.bidders
            if s in self.living and s not in self.withdrawn and s not in self.left
        )

    @property
    def alive(self) -> Seats:
        """Who really lives."""
        return tuple(s for s in self.seats if s not in self.dead)

    @property
    def known(self) -> bool:
        """Whether every card is known."""
        return bool(self.cards)

    @property
    def charmed(self) -> Seat | None:
        """Whom 狼美人 has charmed, tonight or in the night before this day."""
        return target_of(self.marks, Mark.CHARM)

    @property
    def silenced(self) -> Seat | None:
        """Who may not speak today; nobody before it is told (rules 3.11)."""
        return None if self.silence_due else target_of(self.marks, Mark.SILENCE)

    @property
    def guarded(self) -> Seat | None:
        """Whom 守卫 protected the night before this one."""
        return target_of(self.marks_before, Mark.GUARD)

    @property
    def buried(self) -> tuple[str, ...]:
        """The cards that lie face down and nobody plays: both spare ones until 盗贼 has taken one."""
        return self.spares if self.taken is None else (self.taken.left,)

    def count(self, role: str) -> int:
        """How many cards of `role` the deck holds, spare ones included."""
        return sum(entry.cards for entry in self.deck if entry.role == role)

    def played(self, role: str) -> int:
        """How many cards of `role` somebody plays now, as far as is known."""
        held = self.count(role) - self.spares.count(role)
        if self.taken is None:
            return held
        return held + (self.taken.card == role) - (self.taken.was == role)

    def claimed(self, role: str) -> Seats:
        """The seats that claimed `role` on night 1, as they pressed."""
        return next((claim.seats for claim in self.claims if claim.role == role), ())

    def card_of(self, seat: Seat) -> str | None:
        """The role id of the card at `seat`, or None while it is not known."""
        return next((role for holder, role in self.cards if holder == seat), None)

    def cause_of(self, seat: Seat) -> Cause | None:
        """Why `seat` died, or None while it lives."""
        return next((cause for dead, cause in self.causes if dead == seat), None)

    def has_spent(self, seat: Seat, charge: str) -> bool:
        """Whether `seat` has used up `charge`."""
        return (seat, charge) in self.spent
