"""A table without a table: games played on the engine alone, in words.

    game = Play("狼狼狼巫预猎民民民")            seats 1 to 9 hold these cards
    game.night(knife=7, save=True, check=1)      one whole night and its dawn
    game.vote({1: 2, 3: 2})                      everything before it is passed, then the ballot

What a test does not say is answered quietly (`tests.kit.answers`): everybody claims its own card, passes, abstains.
The minute is even unless it is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from engine.commands import AnyCommand, Left, OfferTaken, Pressed, Value
from engine.events import AnyEvent, AnyPublic, Phase, SparesKnown
from engine.game import At, Game, Step, dealt
from engine.houserules import HouseRules
from engine.prompts import AnyPrompt, Eyes, Fact, Form, OfferKind, Read, Tell, Wanted
from engine.roles import ROLES
from engine.seats import NO_SHOT, Option, Seat, Seats, seats_of
from engine.setup import Board, Setup, board_from_toml, deck_of, house_rules
from engine.state import Cards, GameState
from engine.text import Text
from tests.kit.answers import EVEN, ODD, Choice, RandomTable, chosen, legal_actors, pressers, quiet

__all__ = [
    "BIG", "BOARDS", "EVEN", "ODD", "SMALL", "Play", "RandomTable", "board", "cards_of", "chosen", "legal_actors",
    "pressers", "quiet", "setup_of", "table_of",
]  # fmt: skip

E = TypeVar("E")

SMALL: Final = ("B06a", "B06b", "B07", "B08a", "B08b", "B09")
"""The boards without a sheriff."""
BIG: Final = ("B10a", "B10b", "B10c", "B11", "B12-预女猎白", "B12-预女猎守")
"""The boards with one."""
BOARDS: Final = (*SMALL, *BIG)

PICKS: Final = MappingProxyType(
    {
        "thief.pick": "take",
        "cupid.pick": "lovers",
        "wildchild.pick": "model",
        "guard.pick": "guard",
        "beauty.pick": "charm",
        "witch.poison": "poison",
        "seer.pick": "check",
        "elder.pick": "silence",
    }
)
"""The picks of a night by their lines, but the pack's, and how `Play.night` names them."""


@cache
def board(name: str) -> Board:
    """A preset board."""
    file = files("engine").joinpath("boards", f"{name}.toml")
    return board_from_toml(file.read_text(encoding="utf-8"), file.name)


def setup_of(name: str, seats: Seats | None = None, **rules: str | int) -> Setup:
    """A preset board at its first seats (or at `seats`), with some house rules."""
    chosen = board(name)
    return Setup(chosen, seats or seats_of(*range(1, chosen.players + 1)), house_rules(chosen, rules))


def cards_of(glyphs: str, seats: Seats | None = None) -> Cards:
    """One card per character, at seats 1, 2, 3 … or at `seats`."""
    ids = {role.glyph: role.id for role in ROLES}
    used = seats or seats_of(*range(1, len(glyphs) + 1))
    return tuple((seat, ids[glyph]) for seat, glyph in zip(used, glyphs, strict=True))


def table_of(cards: Cards, rules: HouseRules, spares: tuple[str, ...] = ()) -> Setup:
    """A setup for any cards at all, whether or not a board could have them; `spares` lie face down for 盗贼."""
    deck = deck_of((*(role for _, role in cards), *spares))
    own = Board(id="test", name=Text("测试", "test"), players=len(cards), cards=deck)
    return Setup(own, tuple(seat for seat, _ in cards), rules)


class Play:
    """One game whose cards the test chose; verbs go on from wherever the game is."""

    def __init__(
        self,
        glyphs: str,
        seats: Seats | None = None,
        *,
        at: At | None = None,
        state: GameState | None = None,
        claimed: bool = False,
        spares: str = "",
        facts: tuple[AnyEvent, ...] = (),
        house: Mapping[str, str | int] | None = None,
        **rules: str | int,
    ) -> None:
        """A game before night 1, or at `at`; `house` and `rules` are its house rules, by default without a sheriff.

        With `claimed` the engine learns the cards by the claims of night 1 (or deals them), else it knows them.
        `spares`: the two cards that lie face down for 盗贼. `facts`: what has happened before `at`.
        """
        self.cards = cards_of(glyphs, seats)
        chosen = house_rules(board("B09"), {"sheriff": "off", **(house or {}), **rules})
        buried = tuple(role.id for role in ROLES for glyph in spares if glyph == role.glyph)
        self.setup = table_of(self.cards, chosen, buried)
        begin = state
        if state is None and not claimed:
            begin = dealt(self.setup, self.cards, (*((SparesKnown(buried),) if buried else ()), *facts))
            begin = msgspec.structs.replace(begin, deck=self.setup.board.cards)
        self.game, first = Game.start(self.setup, at, begin)
        self.steps: list[Step] = [first]
        self.prompts: list[AnyPrompt] = []
        self._note()

    # ------------------------------------------------------------ what can be seen

    @property
    def state(self) -> GameState:
        """The engine's state."""
        return self.game.state

    @property
    def prompt(self) -> AnyPrompt:
        """The open prompt; the game must not be over."""
        assert self.game.prompt is not None
        return self.game.prompt

    @property
    def line(self) -> str:
        """The line of the open prompt, "over" after the end."""
        return self.game.prompt.call.line if self.game.prompt else "over"

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Everything that has happened."""
        return tuple(event for step in self.steps for event in step.events)

    @property
    def heard(self) -> tuple[AnyPublic, ...]:
        """The public events."""
        return tuple(event for event in self.events if isinstance(event, AnyPublic))

    def all_of(self, kind: type[E]) -> tuple[E, ...]:
        """The events of one class."""
        return tuple(event for event in self.events if isinstance(event, kind))

    def last(self, kind: type[E]) -> E:
        """The newest event of one class."""
        return self.all_of(kind)[-1]

    @property
    def lines(self) -> list[str]:
        """The lines of all prompts so far."""
        return [prompt.call.line for prompt in self.prompts]

    def asked(self, line: str) -> AnyPrompt:
        """The newest prompt with this line."""
        return next(prompt for prompt in reversed(self.prompts) if prompt.call.line == line)

    def told(self, line: str) -> tuple[Fact, ...]:
        """What the newest `Tell` of this line showed."""
        prompt = self.asked(line)
        assert isinstance(prompt, Tell)
        return prompt.facts

    # ------------------------------------------------------------ verbs

    def give(self, command: AnyCommand) -> Step:
        """Answer with this very command."""
        step = self.game.answer(command)
        self.steps.append(step)
        self._note()
        return step

    def press(self, *seats: int) -> Step:
        """These seats press."""
        return self.give(Pressed(prompt=self.game.number, seats=seats_of(*seats)))

    def choose(self, picks: Mapping[int, Choice]) -> Step:
        """Seat -> what it chooses."""
        return self.give(chosen(self.game.number, picks))

    def quietly(self) -> Step:
        """The open prompt answered by players who do nothing they need not do."""
        return self.give(quiet(self.game, dict(self.cards)))

    def until(self, *lines: str) -> Play:
        """Quietly on to the next prompt with one of these lines (the open one counts), or to the end."""
        while self.line != "over" and self.line not in lines:
            self.quietly()
        return self

    def night(self, *, knife: int | Mapping[int, int] | None = None, save: bool = False, **picks: Choice) -> Play:
        """The next night from its first step, and its dawn up to the first question of the day (or the bids).

        `knife`: whom all wolves choose, or wolf -> target. `picks`: what the others choose, by the names of `PICKS`.
        """
        assert set(picks) <= set(PICKS.values()), picks
        while self.game.prompt is not None and not self._night_begins():
            self.quietly()
        while self.game.prompt is not None and self.prompt.call.eyes is Eyes.NIGHT:
            match self.line:
                case "wolf.pick":
                    wolves = legal_actors(self.prompt)
                    self.choose(knife if isinstance(knife, Mapping) else dict.fromkeys(wolves, knife))
                case "witch.heal":
                    self.press(*(pressers(self.prompt) if save else ()))
                case line if line in PICKS:
                    self.choose(dict.fromkeys(legal_actors(self.prompt), picks.get(PICKS[line])))
                case _:
                    self.quietly()
        return self

    def _night_begins(self) -> bool:
        """Whether the first step of a night has just been called."""
        return self.state.phase is Phase.STEP and self.state.steps == 0 and self.prompt.call.form is Form.WAKE

    def shoot(self, seat: int, target: int | None) -> Play:
        """On to the skill window of `seat`; it presses, and where it may it shoots `target` (None: holds)."""
        while self.until("dawn.skill_ask").prompt.call.seat != seat:
            self.quietly()
        self.press(seat)
        if self.line == "gun.ask":
            self.choose({seat: NO_SHOT if target is None else target})
        return self

    def to_speeches(self, minute: int = EVEN) -> Play:
        """On to the first speech of the day."""
        self.to_minute().minute(minute)
        return self

    def to_minute(self) -> Play:
        """On until the minute is read."""
        while not (isinstance(self.game.prompt, Read) and self.game.prompt.wanted is Wanted.MINUTE):
            self.quietly()
        return self

    def minute(self, minute: int) -> Step:
        """The clock shows `minute`."""
        return self.give(Value(prompt=self.game.number, value=minute))

    def explode(self, seat: int, *lines: str, takes: int | None = None) -> Play:
        """On to a speech (or to one of `lines`), in which `seat` self-destructs, and where it is asked `takes` one."""
        self.until(*(lines or ("speech.turn", "speech.next", "pk.turn")))
        self.take(OfferKind.EXPLODE, seat)
        if self.state.phase is Phase.TAKE:
            self.until("boom.ask").choose({seat: takes})
        return self

    def duel(self, seat: int, target: int | None, *lines: str, left_ms: int | None = None) -> Play:
        """On to a speech (or to one of `lines`), in which `seat` calls a duel with `target`."""
        self.until(*(lines or ("speech.turn", "speech.next")))
        self.take(OfferKind.DUEL, seat, left_ms)
        self.choose({seat: target})
        return self

    def take(self, offer: OfferKind, seat: int, left_ms: int | None = None) -> Step:
        """`seat` takes what stands open beside the prompt."""
        return self.give(OfferTaken(prompt=self.game.number, offer=offer, seat=Seat(seat), left_ms=left_ms))

    def leave(self, seat: int) -> Step:
        """The player at `seat` leaves the table."""
        return self.give(Left(prompt=self.game.number, seat=Seat(seat)))

    def bids(self, *seats: int, minute: int = EVEN) -> Play:
        """On to the bids, in which these stand, and the clock as they close."""
        self.until("sheriff.raise").press(*seats)
        self.minute(minute)
        return self

    def quit(self, *seats: int) -> Play:
        """On to 退水时间, in which these withdraw."""
        self.until("sheriff.quit_open").press(*seats)
        return self

    def elect(self, votes: Mapping[int, int], pk: Mapping[int, int] | None = None) -> Play:
        """On to the sheriff's ballot: voter -> candidate; after a tie `pk` is the second ballot."""
        self.until("sheriff.vote_open").choose(votes)
        if pk is not None:
            self.until("sheriff.pk_vote").choose(pk)
        return self

    def badge(self, to: Option | None) -> Play:
        """On to the question of the badge: a seat, TEAR, or nothing in time."""
        holder = self.until("badge.how").prompt.call.seat
        assert holder is not None
        self.choose({holder: to})
        return self

    def order(self, way: str | None) -> Play:
        """On to the sheriff's choice of the order of speech."""
        sheriff = self.until("speech.sheriff_pick").prompt.call.seat
        assert sheriff is not None
        self.choose({sheriff: way})
        return self

    def vote(self, votes: Mapping[int, int], pk: Mapping[int, int] | None = None) -> Play:
        """On to the exile ballot: voter -> candidate; after a tie `pk` is the second ballot."""
        self.until("vote.open").choose(votes)
        if pk is not None:
            self.until("pk.vote").choose(pk)
        return self

    def _note(self) -> None:
        if self.game.prompt is not None:
            self.prompts.append(self.game.prompt)
