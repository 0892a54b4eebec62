"""What every player does by day, whatever the card: speeches, the skill window, ballots, and whom to suspect."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from engine.events import NightFell
from engine.houserules import ExileBallot, Switch, SwitchOff
from firmware.sim.bots.choice import Choice
from firmware.sim.bots.listener import Listener
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.public import PublicView
    from engine.seats import Option, Seat, Seats
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken

PASS_CHECK_MS: Final = 1_000
"""So long after the 过 its lamp must be dark; else it was not taken."""

TAKE_BACK_MS: Final = 1_300
"""After the 过, within the breath that follows it."""

SKILL_BLUFF_PCT: Final = 15
"""So many players in a hundred press in their skill window without a skill, to hide who has one."""

BALLOTS: Final = ("vote.open", "vote.open_eyes", "pk.vote", "pk.vote_eyes", "pk.vote_all", "pk.vote_all_eyes")
"""The sentences that open an exile ballot."""

BENCH: Final = ("pk.vote", "pk.vote_eyes")
"""Those in which the tied have no vote."""

OWN_VOTE: Final = 60
"""How often in ten thousand a player votes for itself, where it may."""

FOLLOW_PCT: Final = 65
"""How often a player with no knowledge of its own follows an accusation."""


class Voting(StrEnum):
    """How a table votes: mostly everybody as it likes, at some tables in a way that makes ties or no votes."""

    FREE = "free"
    SILENT = "silent"
    """Nobody votes."""
    SPLIT = "split"
    """Every other voter for the first of the candidates, the rest for the last."""
    RING = "ring"
    """Everybody for the next seat, so that all are tied."""


class Bot(Listener):
    """The player at one seat. Knows its card, the public deck and seats, and what reaches its ears and open eyes."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every listener; suspecting nobody."""
        super().__init__(*args, **kwargs)
        self.heard_accusing: dict[Seat, Seat] = {}
        self._say_aloud: Callable[[Seat, Seat], None] = _keep_to_oneself
        self.voting = Voting.FREE
        """How this table votes."""
        self.nerve: str | None = None
        """The sentence at which the wolves of this table reveal themselves more often than not."""
        self._tied: Seats = ()
        self._lover = False
        self._partner: Seat | None = None
        """Whom this player loves, once the two have seen each other."""
        self._touring = False
        self._means: Callable[[], Option | None] = _nothing
        self._lines |= {
            "dawn.skill_ask": self._skill_window,
            "gun.ask": self._aim,
            "boom.ask": self._look_on,
            "knight.ask": self._look_on,
            "day.confirm": self._confirm,
            "day.recount": self._aim_again,
            "words.ask": self._last_words,
            "speech.turn": self._floor,
            "speech.next": self._floor,
            "pk.turn": self._floor,
            "speech.mute": self._gestures,
            "pk.open": self._runoff,
            **dict.fromkeys(BALLOTS, self._vote),
            "vote.end": self._ballot_over,
            "bomb.ask": self._skill_window,
            "lovers.look": self._tour,
            "lovers.shut": self._shut,
            "lovers.wake": self._meet_lover,
            "lovers.close": self._shut,
        }

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact; with a new night yesterday's accusations are forgotten."""
        super().see(event, view)
        if isinstance(event, NightFell):
            self.heard_accusing = {}

    def accused(self, by: Seat, target: Seat) -> None:
        """`by` says aloud that `target` is a wolf."""
        self.heard_accusing[by] = target

    def talk_through(self, say_aloud: Callable[[Seat, Seat], None]) -> None:
        """What this player says aloud in its speeches goes to `say_aloud(who, whom it accuses)`."""
        self._say_aloud = say_aloud

    def ballot(self) -> Choice | None:
        """How this player means to vote in the open ballot; None outside ballots, or when it has no vote."""
        return self._ballot

    # ------------------------------------------------------------ lovers

    def _tour(self, spoken: Spoken) -> None:
        """The own number is called: open the eyes and look at the lamp."""
        if spoken.say.seat == self.seat and self.alive:
            self._open_eyes()
            self._touring, self._lover = True, False

    def _shut(self, spoken: Spoken) -> None:
        self._touring = False
        super()._shut(spoken)

    def lamp(self, pattern: Pattern) -> None:
        """In the tour a steady lamp says: lover."""
        super().lamp(pattern)
        if self._touring and pattern is Pattern.STEADY:
            self._lover = True

    def _meet_lover(self, spoken: Spoken) -> None:
        """The two see each other."""
        if self._lover and self.alive:
            self._open_eyes()
            self._hand.wait(spoken.length_ms, self._look_for_lover)

    def _look_for_lover(self) -> None:
        faces = self._signs.faces(self.seat)
        if self._awake and len(faces) == 1:
            self._partner = faces[0]

    # ------------------------------------------------------------ by day

    def _floor(self, spoken: Spoken) -> None:
        """Somebody has the floor: the own speech, or time to listen."""
        self.eyes_open = True
        if spoken.say.seat == self.seat:
            self._speak(spoken, accuse=True)

    def _gestures(self, spoken: Spoken) -> None:
        """A silenced player has the floor, and says nothing."""
        self.eyes_open = True
        if spoken.say.seat == self.seat:
            self._speak(spoken, accuse=False)

    def _last_words(self, spoken: Spoken) -> None:
        if spoken.say.seat == self.seat:
            self._speak(spoken, accuse=False)

    def _speak(self, spoken: Spoken, *, accuse: bool) -> None:
        self._speaking = True
        if accuse and self._chance(self.accuses()):
            suspect = self.suspect(self._living)
            if suspect is not None:
                self._say_aloud(self.seat, suspect)
        if not self._chance(self.temper.rambles):
            self._pass(spoken.length_ms + self._rng.randrange(*self.temper.talks))

    def _pass(self, in_ms: int) -> None:
        """过, and again if the lamp does not take it; now and then it is taken back."""
        self._hand.tap(in_ms)
        if self._chance(400):
            self._hand.tap(in_ms + TAKE_BACK_MS, lambda: self._hand.wait(1_500, self._pass_again))
        else:
            self._hand.wait(in_ms + PASS_CHECK_MS, self._pass_again)

    def _pass_again(self) -> None:
        if self._speaking and self._lamp not in (Pattern.OFF, Pattern.HEARTBEAT):
            self._pass(self._rng.randrange(600, 4_000))

    def _skill_window(self, spoken: Spoken) -> None:
        """Everybody who dies is asked; a player without a skill may press as well, to hide who has one."""
        if spoken.say.seat == self.seat and self._rng.randrange(100) < SKILL_BLUFF_PCT:
            self._hand.tap(self._rng.randrange(400, 4_500))

    def _aim(self, spoken: Spoken) -> None:
        """The judge counts targets for a shot."""
        self._take_aim(spoken, lambda: self.suspect(self._living))

    def _look_on(self, spoken: Spoken) -> None:
        """The judge counts for a skill that this player has not; it may be asked all the same, like everybody."""
        self._take_aim(spoken, _nothing)

    def _take_aim(self, spoken: Spoken, means: Callable[[], Option | None]) -> None:
        """The judge counts options, perhaps for this seat; `means` decides, and again at a recount."""
        self._aiming = spoken.say.seat == self.seat
        self._means = means
        self._choice = Choice(means(), night=False) if self._aiming else None

    def _confirm(self, spoken: Spoken) -> None:
        """The judge has said the choice back: let it stand, or hold to cancel."""
        choice = self._choice
        if not self._aiming or choice is None:
            return
        if self.temper.steady and choice.stands != spoken.say.target:
            self.complaints.append(f"aimed at {choice.stands}, was read {spoken.say.target}")
        if self._chance(1_500):
            self._hand.hold(self._rng.randrange(300, 1_500))

    def _aim_again(self, _: Spoken) -> None:
        if self._aiming:
            self._choice = Choice(self._means(), night=False)

    def _runoff(self, spoken: Spoken) -> None:
        self._tied = tuple(s for s in self._seats if s in spoken.say.seats)

    def _vote(self, spoken: Spoken) -> None:
        """A ballot opens: decide, unless one has no vote; with eyes shut, where the house votes so."""
        bench = self._tied if spoken.say.key in BENCH else ()
        votable = self._rules.idiot_votable_after is SwitchOff.ON
        candidates = bench or [seat for seat in self._living if votable or seat not in self._flipped]
        self._choice = None
        self._ballot = None
        self.eyes_open = self._rules.exile_ballot is ExileBallot.OPEN
        self._lamp = Pattern.OFF
        if not self.alive or self.seat in bench or self.seat in self._flipped:
            return
        voters = [seat for seat in self._living if seat not in bench and seat not in self._flipped]
        self._ballot = self._choose(self.cast(candidates, voters, self.suspect), night=False)
        self._ballot.final = self._rules.ballot_change is Switch.OFF
        if self.seat in candidates and self._rules.vote_self is Switch.ON and self._chance(OWN_VOTE):
            self._ballot.target = self.seat

    def cast(
        self, candidates: Sequence[Seat], voters: Sequence[Seat], mind: Callable[[Sequence[Seat]], Seat | None]
    ) -> Seat | None:
        """For whom this player votes: after its own mind, or as the table has it; None abstains."""
        match self.voting:
            case Voting.SILENT:
                return None
            case Voting.SPLIT:
                own = self._rules.vote_self is Switch.ON
                others = [seat for seat in candidates if own or seat != self.seat]
                return others[0 if [*voters].index(self.seat) % 2 else -1] if others else None
            case Voting.RING:
                others = sorted(candidates, key=lambda seat: (seat <= self.seat, seat))
                return others[0] if others and others[0] != self.seat else None
            case Voting.FREE:
                return None if self._chance(self.temper.abstains) else mind(candidates)

    def _ballot_over(self, _: Spoken) -> None:
        self.eyes_open = True
        self._ballot = None

    def accuses(self) -> int:
        """How often in ten thousand this player accuses somebody in its speech."""
        return 2_500

    def suspect(self, candidates: Sequence[Seat]) -> Seat | None:
        """Whom this player takes for a wolf, among `candidates`, its lover last; None when there is nobody else."""
        others = [s for s in candidates if s not in (self.seat, self._partner)]
        others = others or [s for s in candidates if s != self.seat]
        accused = [target for _, target in sorted(self.heard_accusing.items()) if target in others]
        if accused and self._rng.randrange(100) < FOLLOW_PCT:
            return self._rng.choice(accused)
        return self._rng.choice(others) if others else None


def _nothing() -> None:
    """No aim."""


def _keep_to_oneself(_by: Seat, _target: Seat) -> None:
    """Nobody listens."""
