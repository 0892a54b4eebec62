"""The lamp law, worked out from what was heard, who really holds which card or is bound to whom, and the presses.

By night, and in a card-less deal, a lamp may light only at a seat whose eyes the judge has opened: a living holder of
the card that is called, whoever claimed it in its window, or the one seat that a tour has called. While all eyes are
shut for the bids or a ballot no lamp lights. What burns must be dark again before a close line.

By day a lamp may light only at whom the last question was put to, at the sheriff (the heartbeat, whenever
any lamp burns), at those who stand for sheriff, all together, from 天亮 until the first of them speaks,
and at a candidate who has been holding the key for half a second. In a ballot with open eyes nobody but
the sheriff has light. What burns is judged when its instant is over, so that it does not matter whether
words or light come first in it. The law fails the test that breaks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine import events as e
from engine.prompts import Eyes
from engine.public import PublicView
from engine.seats import MAX_SEATS, Seat, Seats
from engine.secrecy import Public
from firmware.audience import Audience
from firmware.table.outlets import Spoken
from hardware.ports import Lamp, LampFrame, Pattern

PACK = "wolf"
CONFIRMS = ("night.confirm", "wolf.confirm", "wolf.not_hidden", "wolf.special")
LOOKS: Final = ("lovers.look", "deal.look")
"""Words that open the eyes of one seat."""
SHUTS: Final = ("lovers.shut", "deal.close")
"""请闭眼, for whoever looks."""
PACK_CARDS: Final = ("werewolf", "wolf_beauty", "white_wolf_king", "wolf_king")
KEYS: Final = {
    "hidden_wolf": "hidden",
    "wolf_beauty": "beauty",
    "wolf_king": "wolfking",
    "bear_tamer": "bear",
    "silence_elder": "elder",
    "old_rogue": "rogue",
    "wild_child": "wildchild",
}
"""The night step of a card of its own, where it is not called like the card."""
NEVER_CALLED: Final = ("villager", "white_wolf_king")
"""Cards without a night step of their own."""

SHUTTING: Final = (
    "sheriff.open",
    "sheriff.vote_open",
    "sheriff.pk_vote",
    "sheriff.pk_vote_all",
    "vote.open",
    "pk.vote",
    "pk.vote_all",
)
"""Words after which all eyes are shut (or still are)."""
OPENING: Final = ("vote.end", "sheriff.vote_end")
"""Words that open them by day; 天亮 does too."""
OPEN_BALLOTS: Final = ("vote.open_eyes", "pk.vote_eyes", "pk.vote_all_eyes")
"""Ballots with open eyes, up to `vote.end_eyes`."""
ASKING: Final = (
    "speech.turn",
    "speech.next",
    "speech.sheriff_last",
    "sheriff.turn",
    "sheriff.pk_turn",
    "pk.turn",
    "words.ask",
    "boom.words",
    "dawn.skill_ask",
    "gun.ask",
    "speech.mute",
    "boom.ask",
    "knight.ask",
    "bomb.ask",
)
"""Words that call one seat by its number."""
TRIALS: Final = ("setup.seats", "setup.rehearse", "staff.press_seat", "staff.lamp_test")
"""Words that ask every button there is, before the first game."""
ASKING_THE_SHERIFF: Final = ("badge.how", "speech.sheriff_pick")
HOLD_SHOWS_MS: Final = 450
"""A 退水 may be seen when the key has been down for half a second; the press is known a little later than it began."""
QUIT_MS: Final = 1950
"""The same for the two seconds after which it is final."""
NS_PER_MS: Final = 1_000_000


def step_of(role: str) -> str:
    """The line key of the night step in which a card is claimed."""
    return PACK if role in PACK_CARDS else KEYS.get(role, role)


def steps_of(role: str) -> tuple[str, ...]:
    """The line keys of all night steps in which a card opens its eyes."""
    return (step_of(role), KEYS.get(role, role))


def nobody_else() -> Mapping[str, Seats]:
    """No card has turned, and nobody is bound to anybody."""
    return {}


class Eyelids(Audience):
    """Whose eyes are open, from words, cards and presses alone."""

    def __init__(
        self, cards: Callable[[], Mapping[Seat, str]], also: Callable[[], Mapping[str, Seats]] = nobody_else
    ) -> None:
        """`cards`: as everybody plays them now. `also`: step -> who else opens its eyes in it, by what it is now."""
        self._cards = cards
        self._also = also
        self._looks: frozenset[Seat] = frozenset()
        """The one seat whose eyes a tour has opened."""
        self._dealing = False
        self._night = False
        self._shut = False
        self._called: str | None = None
        self._claiming = False
        self._first = False
        self._out: Seats = ()
        self._downs: dict[Seat, int] = {}
        self._claimed: dict[str, frozenset[Seat]] = {}

    @property
    def night(self) -> bool:
        """Whether it is night, or as dark; the bids are heard before 天亮 and belong to it."""
        return self._night or self._dealing

    @property
    def shut(self) -> bool:
        """Whether all eyes are shut for bids or a ballot."""
        return self._shut

    def awake(self) -> frozenset[Seat]:
        """Whose eyes are open by night."""
        if self._called is None:
            return self._looks - frozenset(self._out)
        holders = {seat for seat, card in self._cards().items() if self._called in steps_of(card)}
        holders |= set(self._also().get(self._called, ()))
        return frozenset(holders | self._claimed.get(self._called, frozenset())) - frozenset(self._out)

    def spoken(self, spoken: Spoken) -> None:
        """Words open and shut eyes."""
        key = spoken.say.key
        step, _, part = key.partition(".")
        if self._claiming and key not in CONFIRMS and part != "wake":
            self._claiming = False
        if key in (*LOOKS, *SHUTS) or part == "wake":
            self._called = None
            self._looks = frozenset({Seat(spoken.say.seat)} if key in LOOKS and spoken.say.seat else ())
        if key in ("night.first", "night.fall"):
            self._night, self._called, self._shut = True, None, False
        elif key in ("deal.shut", "deal.end"):
            self._dealing, self._night = key == "deal.shut", False
        elif key in ("dawn.open", "dawn.again", "setup.redeal", "staff.abort"):
            self._night = self._shut = self._dealing = False
        elif part == "wake":
            self._called, self._claiming, self._downs = step, self._first, {}
            self._shut = False
        elif part == "close":
            self._called = None
        elif key in SHUTTING:
            self._shut, self._called = True, None
        elif key == "staff.undo_open":
            self._night = self._shut = self._dealing = False
            self._called = None
        elif key in OPENING:
            self._shut = False

    def fact(self, event: Public, view: PublicView) -> None:
        """Who is out opens no eyes any more; new cards make old claims void."""
        self._out = view.out
        if isinstance(event, e.NightFell):
            self._first = event.n == 1
        if isinstance(event, e.Undone):
            self._first = view.n == 1
        if isinstance(event, e.Redealt):
            self._claimed = {}

    def caught_up(self, view: PublicView) -> None:
        """After a power cut everybody still knows what they knew."""
        self._dealing = view.dealing
        self._night, self._out, self._first = view.night and not view.dealing, view.out, view.n == 1

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """Two presses in a claim window are a claim as far as the law is concerned."""
        if not down or not self._claiming or self._called is None:
            return
        self._downs[seat] = self._downs.get(seat, 0) + 1
        if self._downs[seat] > 1:
            self._claimed[self._called] = self._claimed.get(self._called, frozenset()) | {seat}


class LampLaw(Eyelids):
    """Watches the lamps of one table."""

    def __init__(
        self,
        cards: Callable[[], Mapping[Seat, str]],
        now_ns: Callable[[], int],
        also: Callable[[], Mapping[str, Seats]] = nobody_else,
    ) -> None:
        """`cards` and `also` as for `Eyelids`. `now_ns`: the clock."""
        super().__init__(cards, also)
        self._now_ns = now_ns
        self._lit: frozenset[Seat] = frozenset()
        self._asked: frozenset[Seat] = frozenset()
        self._interrupted: frozenset[Seat] = frozenset()
        """Who was speaking when a duel came in, and goes on without being asked again."""
        self._open_ballot = False
        self._sheriff: Seat | None = None
        self._stood: frozenset[Seat] = frozenset()
        """Whose lamps burn together because they stand for sheriff."""
        self._candidates: frozenset[Seat] = frozenset()
        """Who may withdraw."""
        self._quit: frozenset[Seat] = frozenset()
        """Who has held for two seconds in the window that runs."""
        self._held: dict[Seat, int] = {}
        self._unjudged: tuple[int, LampFrame, Eyes] | None = None

    def spoken(self, spoken: Spoken) -> None:
        """What burned is dark again before a close line; and whom the words ask."""
        self._judge()
        key = spoken.say.key
        dark = not self._lit or not (key.endswith(".close") or key in SHUTS)
        assert dark, f"light at {sorted(self._lit)} while {key} is said"
        super().spoken(spoken)
        if key in OPEN_BALLOTS or key == "vote.end_eyes":
            self._open_ballot, self._asked = key in OPEN_BALLOTS, frozenset()
        if key in ("night.first", "night.fall", "setup.redeal", "staff.abort"):
            self._open_ballot, self._asked, self._stood = False, frozenset(), frozenset()
        asked = self._whom(spoken)
        if asked:
            self._asked, self._stood = asked, frozenset()

    def _whom(self, spoken: Spoken) -> frozenset[Seat]:
        """Whom the words put a question to."""
        key, seat = spoken.say.key, spoken.say.seat
        if key == "setup.ready_ask":
            return frozenset(self._cards())
        if key in TRIALS:
            return frozenset(map(Seat, range(1, MAX_SEATS + 1)))
        if key in ASKING_THE_SHERIFF and self._sheriff is not None:
            return frozenset({self._sheriff})
        return frozenset({Seat(seat)}) if key in ASKING and isinstance(seat, int) else frozenset()

    def fact(self, event: Public, view: PublicView) -> None:
        """A public event ends what was asked; who stands, who is sheriff."""
        self._judge()
        super().fact(event, view)
        asked, self._asked, self._quit = self._asked, frozenset(), frozenset()
        match event:
            case e.DuelCalled():
                self._interrupted, self._stood = asked or self._interrupted, frozenset()
            case e.SpeechesResumed():
                self._asked = self._interrupted - frozenset(view.out)
            case e.Undone():
                self._sheriff, self._stood = view.sheriff_seat, frozenset()
                self._candidates = frozenset(view.standing if view.electing else ())
            case e.GameOpened() | e.Redealt():
                self._sheriff, self._candidates, self._stood = None, frozenset(), frozenset()
            case e.BidsClosed(seats=seats):
                self._stood = self._candidates = frozenset(seats)
            case e.CampaignOpened() | e.LeftTable() | e.Spoke():
                pass  # whoever really speaks is asked to; the turn of one who has gone passes in silence
            case e.StandingRead(seats=seats) | e.ElectionResumed(seats=seats) | e.SheriffPkOpened(order=seats):
                self._candidates = frozenset(seats)
            case e.WithdrawalNamed(seats=seats):
                self._candidates -= frozenset(seats)
            case e.SheriffElected(seat=seat) | e.BadgePassed(to=seat):
                self._sheriff = seat
                self._stood = self._candidates = frozenset()
            case e.BadgeTorn():
                self._sheriff = None
            case e.NoSheriff() | e.ElectionSuspended():
                self._stood = self._candidates = frozenset()
            case _:
                self._stood = frozenset()

    def caught_up(self, view: PublicView) -> None:
        """And who is sheriff, and who stands."""
        self._judge()
        super().caught_up(view)
        self._sheriff = view.sheriff_seat
        self._candidates = frozenset(view.standing if view.electing else ())
        self._asked = self._stood = frozenset()

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """Since when each key is down."""
        self._judge()
        super().pressed(seat, down=down)
        if down:
            self._held[seat] = self._now_ns()
        else:
            self._held.pop(seat, None)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """The lamps change."""
        self._judge()
        self._lit = frozenset(Seat(lamp.seat) for lamp in frame)
        self._unjudged = (self._now_ns(), frame, eyes)

    def _judge(self) -> None:
        """What the lamps of an instant that is over might or might not do."""
        if self._unjudged is None or self._unjudged[0] == self._now_ns():
            return
        at_ns, frame, eyes = self._unjudged
        self._unjudged = None
        assert not (self._lit and (eyes is Eyes.SHUT or self.shut)), f"light at {sorted(self._lit)} before shut eyes"
        if self.night:
            asleep = self._lit - self.awake()
            assert not asleep, f"light by night at sleeping seats {sorted(asleep)}"
            return
        unasked = [lamp for lamp in frame if not self._may(lamp, at_ns)]
        assert not unasked, f"light by day at {unasked}, asked: {sorted(self._asked)}, sheriff: {self._sheriff}"
        present = self._stood - frozenset(self._out)
        assert not self._lit & self._stood or present <= self._lit, f"only {sorted(self._lit)} of {sorted(self._stood)}"
        sheriff = frozenset({self._sheriff}) - frozenset(self._out) if self._sheriff is not None else frozenset()
        assert not self._lit or sheriff <= self._lit or self._open_ballot, f"no heartbeat at {sorted(sheriff)}"

    def _may(self, lamp: Lamp, at_ns: int) -> bool:
        """Whether this lamp may light by day at that instant."""
        seat = Seat(lamp.seat)
        if self._open_ballot:
            return False
        if seat == self._sheriff and seat not in self._out and lamp.pattern is Pattern.HEARTBEAT:
            return True
        if seat in self._asked or (seat in self._stood and lamp.pattern is Pattern.STEADY):
            return True
        if seat not in self._candidates:
            return False
        held_ms = (at_ns - self._held[seat]) // NS_PER_MS if seat in self._held else 0
        if lamp.pattern is Pattern.STEADY and held_ms >= QUIT_MS:
            self._quit |= {seat}
        return seat in self._quit or (lamp.pattern is Pattern.SLOW and held_ms >= HOLD_SHOWS_MS)
