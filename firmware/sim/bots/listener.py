"""How a player follows the judge: eyes, claims, counting along, the own lamp, and mistakes.

A player acts on what it hears. Every sentence that is no counted number ends what was planned for
the sentence before; so nobody acts on a question that is over, as far as a listener can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.events import BallotRead, SheriffBallotRead
from engine.houserules import HouseRules
from engine.seats import DOWN, NO_SHOT, OWN_DOWN, OWN_UP, TEAR, UP
from firmware.sim.bots.choice import Choice
from hardware.ports import Pattern

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from engine.events import Count
    from engine.public import PublicView
    from engine.seats import Option, Seat, Seats
    from engine.secrecy import Public
    from firmware.sim.bots.hand import Hand
    from firmware.sim.bots.signs import Signs
    from firmware.sim.bots.temper import Temper
    from firmware.table.outlets import Spoken

COUNTED: Final = frozenset({"count.seat", "vote.for", "pk.for", "sheriff.vote_for"})
"""The lines with which numbers are counted."""
NAMED: Final = "count.role"
"""The line with which the cards of the deck are counted."""

WORDS: Final = {
    "gun.opt_none": NO_SHOT,
    "badge.opt_tear": TEAR,
    "speech.opt_asc": UP,
    "speech.opt_desc": DOWN,
}
"""The lines that read an option which is no number."""

SECOND: Final = {UP: OWN_UP, DOWN: OWN_DOWN}
"""What such a line means when it is read a second time in one count: beside the sheriff, not beside the dead."""

NIGHT_REACTION_MS: Final = (180, 380)
"""From the first syllable of the own number to the press: in time, and not near the next number, at every pace."""

DAY_REACTION_MS: Final = (200, 900)
CLUMSY_REACTION_MS: Final = (40, 1_000)

HOLD_COUNTS_MS: Final = 1_060
"""From the down edge to the moment a hold has taken a choice back."""

TOGETHER_NS: Final = 120_000_000
"""A lamp and a number that begin within this time begin together: at a real clock the one is seen before the other."""

EARLY_CLAIM: Final = 1_000
"""How often in ten thousand a player presses as soon as its card is called, before it is asked to claim."""


INTERRUPTS: Final = ("staff.pause", "staff.redo", "staff.resume", "staff.undo", "staff.crash_back")
"""Staff or the power broke in by day: what was asked is asked again."""
INTERRUPTS_NIGHT: Final = ("staff.pause_night", "staff.crash_night")
"""The same by night."""


class Listener:
    """A player with ears, eyes and a hand: follows the judge through the night, and presses at counted numbers."""

    step: ClassVar[str] = ""
    """The name by which the judge wakes this card by night; empty for a card that sleeps."""

    more: ClassVar[tuple[str, ...]] = ()
    """Further names of that kind."""

    confirm: ClassVar[str] = "night.confirm"
    """The sentence with which the judge asks this card to claim."""

    def __init__(
        self,
        seat: Seat,
        card: str,
        *,
        deck: tuple[Count, ...],
        seats: Seats,
        temper: Temper,
        rng: random.Random,
        hand: Hand,
        signs: Signs,
    ) -> None:
        """Sit down with a card. `rng` is this player's own; `signs` shows nothing to shut eyes."""
        self.seat = seat
        self.card = card
        self.deck = deck
        self.temper = temper
        self.eyes_open = True
        self.complaints: list[str] = []
        """What a careful player saw that contradicts what it pressed."""
        self._rng = rng
        self._hand = hand
        self._signs = signs
        self._seats = seats
        self._living = seats
        self._flipped: Seats = ()
        self._night = False
        self._awake = False
        self._claimed = False
        self._lamp = Pattern.OFF
        self._number: Option | None = None
        self._number_ns = -1
        self._lamp_ns = -1
        self._read: list[Option] = []
        self._rules = HouseRules()
        self._choice: Choice | None = None
        self._ballot: Choice | None = None
        self._speaking = False
        self._aiming = False
        self._become: Callable[[str], None] = _stay
        self._lines = self._listened()

    def _listened(self) -> dict[str, Callable[[Spoken], None]]:
        """What this player does at the sentences it waits for."""
        lines: dict[str, Callable[[Spoken], None]] = {
            "setup.ready_ask": self._look_at_card,
            "setup.redeal": self._open_day,
            "night.first": self._shut,
            "night.fall": self._shut,
            "night.again": self._second_sweep,
            "dawn.open": self._open_day,
            "dawn.again": self._open_day,
            "vote.again": self._second_sweep,
            "staff.undo_open": self._open_day,
            "deal.shut": self._shut,
            "deal.look": self._look_at_lamp,
            "deal.close": self._shut,
            "deal.end": self._open_day,
            **dict.fromkeys(INTERRUPTS, self._interrupted),
            **dict.fromkeys(INTERRUPTS_NIGHT, self._interrupted_night),
        }
        if self.step:
            lines[f"{self.step}.wake"] = self._wake
            lines[self.confirm] = self._claim
            lines[f"{self.step}.close"] = self._shut
        for step in self.more:
            lines |= {f"{step}.wake": self._wake, f"{step}.close": self._shut}
        return lines

    def turn_card(self, become: Callable[[str], None]) -> None:
        """What this player plays from the moment on at which it gets (another) card is up to `become(card)`."""
        self._become = become

    # ------------------------------------------------------------ senses

    def hear(self, spoken: Spoken) -> None:
        """A sentence or a counted number begins."""
        key = spoken.say.key
        if key in COUNTED and spoken.say.seat is not None:
            self._count(spoken.say.seat, spoken)
        elif key == NAMED and spoken.say.role is not None:
            self._count(spoken.say.role, spoken)
        elif key in WORDS:
            word = WORDS[key]
            self._count(SECOND[word] if word in self._read and word in SECOND else word, spoken)
            self._read.append(word)
        else:
            self._hand.still()
            self._speaking = False
            self._number = None
            self._read = []
            act = self._lines.get(key)
            if act is not None:
                act(spoken)
        if self.temper.noise and self._chance(self.temper.noise):
            self._fidget(claims=key.endswith((".wake", ".confirm")))

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact: who is out, how the ballot went."""
        self._look_round_table(view)
        if isinstance(event, BallotRead | SheriffBallotRead):
            self._ballot = None

    def catch_up(self, view: PublicView) -> None:
        """Sit down in the middle of a game: who is out is plain to see, and by night the eyes are shut."""
        self._look_round_table(view)
        self.eyes_open = not view.night

    def _look_round_table(self, view: PublicView) -> None:
        self._living = tuple(s for s in view.seats if s not in view.out)
        self._flipped = view.flipped
        self._rules = view.rules

    def go_on_from(self, before: Listener) -> None:
        """Be the person that was `before`, with another card: eyes shut, in the night or the deal that runs."""
        self.complaints = before.complaints
        self._night = True
        self._close_eyes()

    def leave(self) -> None:
        """Get up and go: no eyes, no signs."""
        self._close_eyes()

    def lamp(self, pattern: Pattern) -> None:
        """The own lamp begins to show `pattern`. Only told while the eyes are open."""
        self._lamp = pattern
        self._lamp_ns = self._hand.now_ns()
        if pattern is Pattern.STEADY and 0 <= self._lamp_ns - self._number_ns < TOGETHER_NS:
            self._lit()
        if pattern is Pattern.STEADY and self._awake and self._choice is None:
            self._claimed = True
        choice = self._choice
        if choice is not None and choice.night:
            self._read_back(choice, pattern)

    @property
    def alive(self) -> bool:
        """Whether the room has not heard of this player's death."""
        return self.seat in self._living

    # ------------------------------------------------------------ eyes and claims

    def _look_at_card(self, _: Spoken) -> None:
        if not self._chance(self.temper.forgets):
            self._hand.tap(self._rng.randrange(800, 12_000))

    def _look_at_lamp(self, spoken: Spoken) -> None:
        """In a card-less deal the own number is called."""
        if spoken.say.seat == self.seat:
            self._open_eyes()

    def _open_day(self, _: Spoken) -> None:
        self._close_eyes()
        self._night = False
        self.eyes_open = True

    def _shut(self, _: Spoken) -> None:
        self._night = True
        self._close_eyes()

    def _close_eyes(self) -> None:
        self.eyes_open = False
        self._awake = False
        self._choice = None
        self._ballot = None
        self._aiming = False
        self._lamp = Pattern.OFF
        self._signs.shut(self.seat)

    def _open_eyes(self) -> None:
        """By night, when called."""
        self._close_eyes()
        self._night = self._awake = self.eyes_open = True
        self._signs.open(self.seat)
        self._claimed = False

    def _wake(self, spoken: Spoken) -> None:
        """The own card is called: who is out stays asleep. In the first night an eager player claims at once."""
        if not self.alive:
            return
        self._open_eyes()
        if self._chance(EARLY_CLAIM):
            self._hand.two_taps(spoken.length_ms // 2 + self._rng.randrange(0, 400), self._rng.randrange(260, 500))

    def _claim(self, _: Spoken) -> None:
        """The judge asks for two taps: claim, and once more if the lamp stays dark."""
        if not self._awake or self._claimed or self._chance(self.temper.forgets):
            return
        self._hand.two_taps(self._rng.randrange(300, 900), self._rng.randrange(260, 600))
        self._hand.wait(2_100, self._claim_again)

    def _claim_again(self) -> None:
        if self._awake and not self._claimed and self._choice is None:
            self._hand.two_taps(50, 400)

    # ------------------------------------------------------------ counting along

    def _count(self, option: Option, spoken: Spoken) -> None:
        """A number begins: press if it is the one; the own lamp may have lit with it, which is seen at once."""
        self._number = option
        self._number_ns = spoken.at_ns
        if self._lamp is Pattern.STEADY and 0 <= self._hand.now_ns() - self._lamp_ns < TOGETHER_NS:
            self._lit()
        choice = self._choice or self._ballot
        if choice is not None and choice.due(option):
            self._hand.tap(self._reaction(choice), lambda: choice.press(option))

    def _reaction(self, choice: Choice) -> int:
        span = NIGHT_REACTION_MS if choice.night else DAY_REACTION_MS
        return self._rng.randrange(*(span if self.temper.steady else CLUMSY_REACTION_MS))

    def _second_sweep(self, _: Spoken) -> None:
        """Now and then somebody changes or takes back a choice."""
        choice = self._choice or self._ballot
        if choice is None:
            return
        choice.sweep = 2
        if choice.pressed and not choice.final and self._chance(self.temper.changes):
            if choice.night and not choice.forced and self._chance(3_000):
                self._hand.hold(150, then=lambda: self._hand.wait(HOLD_COUNTS_MS, choice.clear))
            else:
                choice.turn_to(self._another(choice))

    def _another(self, choice: Choice) -> Option | None:
        """Another number than those already pressed in vain, for a change of mind."""
        others = [s for s in self._living if s not in (self.seat, choice.stands) and s not in choice.refused]
        return self._rng.choice(others) if others else None

    def _read_back(self, choice: Choice, pattern: Pattern) -> None:
        """By night the lamp reads the choice back, refuses it, or says that there is none."""
        if pattern is Pattern.DOUBLE:
            choice.refuse()
            choice.turn_to(self._another(choice))
        elif pattern is Pattern.FAST:
            self._compare(choice, None)

    def _lit(self) -> None:
        """The own lamp lights as a number begins: in the second sweep of a night pick, that number was chosen."""
        if self._choice is not None and self._choice.night and self._choice.sweep == 2:
            self._compare(self._choice, self._number)

    def _compare(self, choice: Choice, read: Option | None) -> None:
        """A careful player knows what it has pressed."""
        drawn = choice.forced and choice.stands is None  # by lot, where the house lets nobody choose nobody
        if self.temper.steady and not choice.refused and not drawn and choice.stands != read:
            self.complaints.append(f"chose {choice.stands}, its lamp said {read}")
        choice.stands = read

    def _choose(self, target: Option | None, *, night: bool) -> Choice:
        """Begin a choice; a lazy player lets the first sweep pass."""
        lazy = not night or self._chance(1_000)
        return Choice(target, night=night, from_sweep=2 if lazy and self._chance(1_500) else 1)

    # ------------------------------------------------------------ interruptions and mistakes

    def _interrupted(self, _: Spoken) -> None:
        """Staff or a power cut: the question will be put again."""
        self._choice = None
        self._ballot = None
        self._aiming = False

    def _interrupted_night(self, _: Spoken) -> None:
        """请继续闭眼: the step begins again from its wake line."""
        self._close_eyes()

    def _fidget(self, *, claims: bool) -> None:
        """A press nobody asked for; but no false claim where `claims` are asked for: no judge could tell that one."""
        in_ms = self._rng.randrange(30, 1_400)
        match self._rng.randrange(6):
            case 0 if not claims:
                self._hand.two_taps(in_ms, self._rng.randrange(180, 900))
            case 1:
                self._hand.hold(in_ms, self._rng.randrange(620, 2_600))
            case 2:
                self._hand.tap(in_ms, ms=self._rng.randrange(3, 14))
            case _:
                self._hand.tap(in_ms, ms=self._rng.randrange(30, 580))

    def _chance(self, in_ten_thousand: int) -> bool:
        return self._rng.randrange(10_000) < in_ten_thousand


def _stay(_card: str) -> None:
    """No other card."""
