"""All bots of a table: everybody hears what is spoken and sees the own lamp, nobody sees more.

The crowd serves the simulation (fake clock) and the live table (real clock) alike: it needs timers
and somewhere to put edges. All methods are called on the deciding thread.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from firmware.sim.bots.actors import player_of
from firmware.sim.bots.bot import Voting
from firmware.sim.bots.hand import Hand
from firmware.sim.bots.signs import Signs
from firmware.sim.bots.temper import BRISK, Temper
from firmware.sim.luck import luck
from hardware.ports import Pattern

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from engine.events import Count
    from engine.prompts import Eyes
    from engine.public import PublicView
    from engine.seats import Option, Seat, Seats
    from engine.secrecy import Public
    from firmware.sim.bots.office import Citizen
    from firmware.table.outlets import Spoken
    from hardware.ports import Edge, LampFrame, Timers

MOODS: Final = (None,) * 9 + ("nobody", "all", "one")
"""Who stands for sheriff: mostly who likes to, at some tables nobody, all or one."""

VOTING: Final = (Voting.FREE,) * 9 + (Voting.SILENT, Voting.SPLIT, Voting.SPLIT, Voting.RING)
"""How tables vote."""

NERVES: Final = (None,) * 13 + (
    "sheriff.turn",
    "sheriff.quit_open",
    "sheriff.vote_open",
    "sheriff.pk_turn",
    "sheriff.pk_turn",
    "sheriff.pk_vote",
    "sheriff.pk_vote",
    "speech.sheriff_pick",
    "speech.turn",
    "speech.next",
    "speech.sheriff_last",
    "pk.turn",
    "pk.turn",
)
"""The sentence that the wolves of a table have waited for: half of the tables have none."""


class Crowd:
    """The players of one table, from one game seed."""

    def __init__(
        self,
        cards: Mapping[Seat, str],
        *,
        deck: tuple[Count, ...],
        seed: int,
        timers: Timers,
        put: Callable[[Edge], None],
        talks: tuple[int, int] = BRISK,
        temper: Callable[[random.Random, tuple[int, int]], Temper] = Temper.draw,
    ) -> None:
        """Each seat of `cards` ("": no card yet) gets a player with its own luck and `temper`.

        `talks`: length of a speech in ms.
        """
        self._temper = temper
        self._deck = deck
        self._seed = seed
        self._talks = talks
        self._timers = timers
        self._put = put
        self._deals = 0
        self._view: PublicView | None = None
        self._luck: dict[Seat, random.Random] = {}
        self._signs = Signs()
        self.turned_up: Callable[[Seat, str], None] = _unseen
        """Told when a seat has got (another) card in its hand: in a card-less deal, or as 盗贼."""
        self._away: set[Seat] = set()
        self._gone: set[Seat] = set()
        self._hands = {seat: Hand(seat, timers, put) for seat in sorted(cards)}
        self._shown: dict[Seat, tuple[Pattern, int]] = {}
        self._bots: dict[Seat, Citizen] = {}
        self.deal(cards)

    def deal(self, cards: Mapping[Seat, str]) -> None:
        """Everybody gets a card (again): what was known before is worth nothing."""
        self._deals += 1
        self._signs = Signs()
        seats = tuple(sorted(cards))
        moods = luck("mood", self._seed, self._deals)
        mood, voting, nerve = moods.choice(MOODS), moods.choice(VOTING), moods.choice(NERVES)
        if nerve is not None and "pk" in nerve:
            mood, voting = None, Voting.SPLIT
        stands = {"nobody": (), "all": seats, "one": (moods.choice(seats),)}
        for seat in seats:
            if seat in self._gone:
                continue
            self._luck[seat] = luck("player", self._seed, self._deals, seat)
            self._hands[seat].still()
            bot = self._seated(seat, cards[seat], seats, self._temper(self._luck[seat], self._talks))
            bot.voting, bot.nerve = voting, nerve
            if mood is not None:
                bot.stands = 10_000 if seat in stands[mood] else 0
            self._bots[seat] = bot

    def _seated(self, seat: Seat, card: str, seats: Seats, temper: Temper) -> Citizen:
        """A player with `card` at `seat`."""
        bot = player_of(card)(
            seat,
            card,
            deck=self._deck,
            seats=seats,
            temper=temper,
            rng=self._luck[seat],
            hand=self._hands[seat],
            signs=self._signs,
        )
        bot.talk_through(self._said_aloud)
        bot.turn_card(partial(self._turn_up, seat))
        return bot

    def _turn_up(self, seat: Seat, card: str) -> None:
        """The player at `seat` has seen the card that it plays from now on, and goes on with it."""
        was = self._bots[seat]
        bot = self._seated(seat, card, tuple(self._hands), was.temper)
        bot.voting, bot.nerve, bot.stands = was.voting, was.nerve, was.stands
        if self._view is not None:
            bot.catch_up(self._view)
        bot.go_on_from(was)
        self._bots[seat] = bot
        self.turned_up(seat, card)

    def show(self, seat: Seat, card: str) -> None:
        """Staff show the player at `seat` the card that it plays from now on."""
        if seat in self._bots:
            self._turn_up(seat, card)

    def cards(self) -> dict[Seat, str]:
        """What the players there hold, as they believe themselves; "" for no card yet."""
        return {seat: bot.card for seat, bot in self._bots.items()}

    # ------------------------------------------------------------ senses

    def hear(self, spoken: Spoken) -> None:
        """A sentence or a counted number begins to be heard by everybody."""
        for bot in self._bots.values():
            was_open = bot.eyes_open
            bot.hear(spoken)
            if bot.eyes_open and not was_open:
                bot.lamp(self._shown.get(bot.seat, (Pattern.OFF, 0))[0])

    def see(self, event: Public, view: PublicView) -> None:
        """A fact the whole room knows."""
        self._view = view
        for bot in self._bots.values():
            bot.see(event, view)

    def catch_up(self, view: PublicView) -> None:
        """Everybody sits down in the middle of a game."""
        self._view = view
        for bot in self._bots.values():
            bot.catch_up(view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """All lamps from now on; each player sees its own, if its eyes are open. `eyes` is not for the players."""
        del eyes
        shown = {lamp.seat: (lamp.pattern, lamp.since_ns) for lamp in frame}
        for seat, bot in self._bots.items():
            now = shown.get(seat, (Pattern.OFF, 0))
            if now != self._shown.get(seat, (Pattern.OFF, 0)) and bot.eyes_open:
                bot.lamp(now[0])
        self._shown = {seat: shown[seat] for seat in self._bots if seat in shown}

    def _said_aloud(self, by: Seat, target: Seat) -> None:
        """A speaker accuses somebody; everybody hears it."""
        if by in self._away:
            return
        for bot in self._bots.values():
            bot.accused(by, target)

    # ------------------------------------------------------------ people

    def yield_seat(self, seat: Seat) -> None:
        """A person takes the seat: its bot keeps its hand off the pad and goes on listening."""
        if seat in self._hands:
            self._away.add(seat)
            self._hands[seat].rest(True)

    def take_seat(self, seat: Seat) -> None:
        """The person has left: the bot plays on with what it has heard and seen."""
        if seat in self._away:
            self._away.discard(seat)
            self._hands[seat].rest(False)

    def leave(self, seat: Seat) -> None:
        """The player at `seat` goes home: nobody signs, presses or sees anything there any more."""
        self._gone.add(seat)
        self._hands[seat].rest(True)
        bot = self._bots.pop(seat, None)
        if bot is not None:
            bot.leave()

    # ------------------------------------------------------------ for those who watch the judge

    def asleep(self) -> tuple[Seat, ...]:
        """The seats whose players have their eyes shut."""
        return tuple(seat for seat, bot in self._bots.items() if not bot.eyes_open)

    def meant(self) -> dict[Seat, Option | None]:
        """How the careful players with a vote have voted in the open ballot, as they mean it; None abstains."""
        meant: dict[Seat, Option | None] = {}
        for seat, bot in self._bots.items():
            ballot = bot.ballot()
            if ballot is not None and bot.temper.steady and seat not in self._away:
                meant[seat] = ballot.stands
        return meant

    def stood(self) -> dict[Seat, bool]:
        """Whether careful players have pressed in the bid window that was put last; who was not asked is missing."""
        bids = {seat: bot.has_bid for seat, bot in self._careful()}
        return {seat: bid for seat, bid in bids.items() if bid is not None}

    def quit(self) -> tuple[Seats, Seats]:
        """The careful players who have held for a 退水: in this game at all, and in the window that was put last."""
        ever = [seat for seat, bot in self._careful() if bot.has_quit]
        return tuple(ever), tuple(seat for seat, bot in self._careful() if bot.quits_now)

    def careful(self) -> Seats:
        """The seats whose players press what they mean and nothing else."""
        return tuple(seat for seat, _ in self._careful())

    def _careful(self) -> list[tuple[Seat, Citizen]]:
        return [(seat, bot) for seat, bot in self._bots.items() if bot.temper.steady and seat not in self._away]

    def complaints(self) -> tuple[tuple[Seat, str], ...]:
        """What careful players saw that contradicts what they pressed."""
        return tuple(
            (seat, said) for seat, bot in self._bots.items() if seat not in self._away for said in bot.complaints
        )


def _unseen(_seat: Seat, _card: str) -> None:
    """Nobody looks."""
