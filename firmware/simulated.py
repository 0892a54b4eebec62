"""The simulated table: paper cards that the judge cannot see, bots in the empty chairs, pages in the browser.

Follows the judge as an audience and feeds it raw edges, nothing else. The cards belong to the table
and not to the judge, so they survive a power cut in a file of their own: which seed dealt them, and
how often.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from audio.say import Language, Say
from engine.events import CardSeen, CardsKnown, CardTaken, LeftTable, Redealt, Undone
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Seat, Seats
from engine.secrecy import Public
from engine.setup import Setup
from firmware.audience import Audience
from firmware.loop import Loop
from firmware.menu.choices import Worn
from firmware.sim.bots.crowd import Crowd
from firmware.sim.dealer import Dealer
from firmware.state_dir import put_down
from firmware.table.outlets import Spoken
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher, Recorded
from firmware.web.server import SeatTaken
from hardware.plainfile import read_plain
from hardware.ports import Clock, LampFrame

log = logging.getLogger("faguan")

CARDS: Final = "simulated-cards.json"
"""The file in the state folder that stands for the cards on the table."""

DOUBTED: Final = "err.claims"
"""The line that asks staff to settle the claims of night 1."""

SPARES: Final = "setup.spare"
"""The line that asks staff for the spare cards of 盗贼."""

SEED_BITS: Final = 53
"""As many as every JSON reader keeps."""

TALKS_MS: Final = (6_000, 25_000)
"""Shortest and longest speech of a bot at a table that people watch."""


class _Deal(msgspec.Struct, frozen=True):
    """Which cards lie on the table: those of game `game`, from the `deals`-th deal of a dealer with `seed`.

    `turned`: who holds another card since, because it took a spare one, or was shown its card by the judge who deals.
    """

    game: int
    seed: int
    deals: int
    turned: tuple[tuple[Seat, str], ...] = ()


class SimulatedTable(Audience):
    """Deals, plays the empty chairs, and keeps the pages up to date."""

    def __init__(
        self,
        *,
        loop: Loop,
        clock: Clock,
        hub: Hub,
        language: Language,
        folder: Path,
        put: Callable[[object], None] | None = None,
        chance: Callable[[int], int] | None = None,
        clips: Callable[[Say], Recorded | None] | None = None,
    ) -> None:
        """Register for the seats that people take in the browser. What bots press goes to `put`, else to the loop.

        `chance`: gives that many bits for the seed of the next deal; without it they are true chance.
        `clips`: how a sentence is said, for the pages to play it; without it they are mute.
        """
        self._loop = loop
        self._put = put or loop.put
        self._clock = clock
        self._chance = chance or secrets.randbits
        self._file = folder / CARDS
        self._crowd: Crowd | None = None
        self._setup: Setup | None = None
        self._deal: _Deal | None = None
        self._stands_for: dict[Seat, Seat] = {}
        self._taken: set[Seat] = set()
        self._people: set[Seat] = set()
        self.pages = Publisher(hub, language, clock, clips)
        self.on_closed: Callable[[], None] | None = None
        """Called when a game is over (the demonstration begins the next)."""
        self.on_doubted: Callable[[Mapping[Seat, str]], None] | None = None
        """Called with the cards when the claims do not fit (the demonstration has no staff to look at them)."""
        self.on_spares: Callable[[tuple[str, ...]], None] | None = None
        """Called with the spare cards when staff are asked for them."""
        self._spares: tuple[str, ...] = ()
        self._drawn: dict[Seat, str] = {}
        loop.on(SeatTaken, self._seat_taken)

    # ------------------------------------------------------------ cards

    def chosen(self, seats: Seats, pads: Worn) -> None:
        """The pages show the chairs before anybody plays; whoever holds a spare button plays for its seat."""
        self.pages.seats(seats, pads)
        self._stands_for = {pad: seat for seat, pad in pads}
        self._people_are()

    def speaks(self, language: Language) -> None:
        """The pages follow, but for those whose reader has chosen."""
        self.pages.speaks(language)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """Deal; after a power cut the cards lie as they lay."""
        self._setup = setup
        kept = self._kept(game) if again else None
        if again and kept is None:
            log.error("桌上的牌丢失了，已重新发牌 / the cards on the table were lost and are dealt anew")
        self._deal = kept or _Deal(game, self._chance(SEED_BITS), 1)
        self._lay_down()
        cards = self._cards()
        self._crowd = Crowd(
            cards,
            deck=setup.board.cards,
            seed=self._deal.seed,
            timers=self._loop,
            put=self._put,
            talks=TALKS_MS,
        )
        for seat in sorted(self._people):
            self._crowd.yield_seat(seat)
        self._show(cards)

    def _cards(self) -> dict[Seat, str]:
        """Who holds what; "" for a seat that the judge, who deals himself, has not shown its card yet."""
        assert self._deal is not None
        assert self._setup is not None
        dealer = Dealer(self._deal.seed)
        cards: dict[Seat, str] = {}
        for _ in range(self._deal.deals):
            cards = dealer.lay(self._setup)
        self._spares = dealer.spares
        return {**cards, **dict(self._deal.turned)}

    def _show(self, cards: Mapping[Seat, str]) -> None:
        """The pages show what lies on the table."""
        self.pages.dealt({seat: card for seat, card in cards.items() if card}, self._spares)

    def _turn(self, seat: Seat, card: str) -> None:
        """`seat` holds `card` from now on."""
        if self._deal is None:
            return
        turned = {**dict(self._deal.turned), seat: card}
        self._deal = msgspec.structs.replace(self._deal, turned=tuple(sorted(turned.items())))
        self._lay_down()
        self._show(self._cards())

    def _redeal(self) -> None:
        assert self._deal is not None
        assert self._crowd is not None
        self._deal = msgspec.structs.replace(self._deal, deals=self._deal.deals + 1, turned=())
        self._lay_down()
        cards = self._cards()
        self._crowd.deal(cards)
        self._show(cards)

    def _lay_down(self) -> None:
        """Write down which cards lie on the table."""
        put_down(self._file, msgspec.json.encode(self._deal))

    def _kept(self, game: int) -> _Deal | None:
        try:
            deal = msgspec.json.decode(read_plain(self._file), type=_Deal)
        except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
            return None
        return deal if deal.game == game else None

    # ------------------------------------------------------------ people and bots

    @property
    def people(self) -> set[Seat]:
        """The seats that are played by people."""
        return set(self._people)

    def _seat_taken(self, news: SeatTaken) -> None:
        """A person sits down in the browser, or leaves."""
        if news.taken:
            self._taken.add(news.seat)
        else:
            self._taken.discard(news.seat)
        self._people_are()

    def _people_are(self) -> None:
        """Work out anew which seats are played by people: at their own page, or at that of the button they have."""
        people = {self._stands_for.get(taken, taken) for taken in self._taken}
        if self._crowd:
            for seat in sorted(people - self._people):
                self._crowd.yield_seat(seat)
            for seat in sorted(self._people - people):
                self._crowd.take_seat(seat)
        self._people = people
        self.pages.taken(tuple(sorted(people)))

    def pressed(self, seat: Seat, *, down: bool) -> None:
        """For the maker."""
        self.pages.pressed(seat, down)

    # ------------------------------------------------------------ what the judge puts out

    def caught_up(self, view: PublicView) -> None:
        """The pages show where the game is, and the bots know who is out."""
        self.pages.public(view)
        if self._crowd:
            self._crowd.catch_up(view)

    def spoken(self, spoken: Spoken) -> None:
        """Everybody hears it."""
        self.pages.spoken(spoken)
        if self._crowd:
            self._crowd.hear(spoken)
        if spoken.say.key == DOUBTED and self.on_doubted:
            self.on_doubted(self._cards())
        if spoken.say.key == SPARES and self.on_spares:
            self.on_spares(self._spares)

    def silence(self) -> None:
        """Nothing is being said."""
        self.pages.silence()

    def fact(self, event: Public, view: PublicView) -> None:
        """Everybody learns it."""
        if isinstance(event, Redealt):
            self._redeal()
        self.pages.fact(event, view)
        if self._crowd:
            self._crowd.see(event, view)
            if isinstance(event, Undone):
                self._crowd.catch_up(view)
            if isinstance(event, LeftTable):
                self._crowd.leave(event.seat)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Each seat sees its own."""
        self.pages.lamps(frame, eyes, self._clock.now_ns())
        if self._crowd:
            self._crowd.lamps(frame, eyes)

    def floor(self, seat: Seat | None, left_ms: int) -> None:
        """Who has the floor."""
        self.pages.floor(seat, left_ms)

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """For the maker."""
        del number
        self.pages.prompt(prompt)

    def step(self, step: Step) -> None:
        """For the maker; and what a seat holds from now on: a spare card, or the card it has been shown."""
        self.pages.step(step)
        for event in step.events:
            match event:
                case CardsKnown(cards=cards):
                    self._drawn = dict(cards)
                case CardSeen(seat=seat) if seat in self._drawn:
                    self._turn(seat, self._drawn[seat])
                case CardTaken(seat=seat, card=card):
                    self._turn(seat, card)
                case _:
                    pass

    def closed(self) -> None:
        """The game is over: nobody has anything to press any more."""
        self._crowd = None
        if self.on_closed:
            self.on_closed()
