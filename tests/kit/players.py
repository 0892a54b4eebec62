"""People for the virtual table: a mind decides, hands press at the right moment of the score.

    players = Players(SeededMind(7))          (tests.kit.seeded)
    table = VirtualTable("B09", audience=(players,))
    players.sit(table)
    table.start()
    table.until_over()

A mind may look at the open prompt and at the engine's state: it stands for the test, not for a
player. What it decides depends on the place in the game alone, never on when it was asked, so that a
game that is interrupted and goes on is decided the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from engine.events import Redealt
from engine.prompts import AnyPrompt, Floor, Form, Press, Read, RollCall, Wanted
from engine.public import PublicView
from engine.seats import Option, Seat, Seats
from engine.secrecy import Public
from engine.state import GameState
from firmware.audience import Audience
from firmware.menu.actions import AssignCards
from firmware.table.score import Counted, Score
from hardware.ports import Timer
from tests.kit.ears import Begun
from tests.kit.law import step_of
from tests.kit.table import VirtualTable

STAFF_MS = 20_000
"""How long staff take to look at the cards."""


Choices = Mapping[tuple[str, int] | tuple[str, int, int], Option | tuple[Option, ...]]
"""(line, seat) or (line, seat, round) -> what that seat chooses; where it may choose several, one after the other."""
Moments = Mapping[tuple[int, int] | tuple[int, str] | tuple[int, str, int], tuple[int, int]]
"""(round, speaker), or (round, line) or (round, line, speaker) for what is no speech of the day -> (who, ms)."""
Quits = Mapping[tuple[int, int], tuple[tuple[int, int], ...]]
"""(round, candidate who speaks) -> the seats that withdraw in that speech, each with its moment in ms."""

DAY_SPEECHES = ("speech.turn", "speech.next", "speech.sheriff_last", "pk.turn")

QUIT_MS = 2300
"""How long somebody holds who withdraws."""


class Finger(NamedTuple):
    """A press of `seat`, begun `at_ms` into the score."""

    seat: Seat
    at_ms: int
    hold_ms: int = 120


class Scene(NamedTuple):
    """One score of one prompt, and everything a mind may look at."""

    begun: Begun
    state: GameState
    cards: Mapping[Seat, str]

    @property
    def score(self) -> Score:
        """The score."""
        return self.begun.score

    @property
    def line(self) -> str:
        """The line of the prompt, "" for none."""
        return self.begun.prompt.call.line if self.begun.prompt else ""

    @property
    def opens_ms(self) -> int:
        """When presses begin to count."""
        if self.score.window is not None:
            return self.score.window.from_ms
        if not self.score.sentences:
            return 0  # a speech that goes on
        last = self.score.sentences[-1]
        return last.at_ms + last.length_ms

    def holders(self, role: str) -> Seats:
        """Who really holds `role`."""
        return tuple(seat for seat, card in sorted(self.cards.items()) if card == role)

    def counts_of(self, option: Option) -> list[Counted]:
        """Where `option` is counted, sweep by sweep."""
        return [count for count in self.score.counts if count.option == option]

    def tap(self, seat: Seat, option: Option, sweep: int = 1, after_ms: int = 400) -> Finger:
        """A tap `after_ms` into the number."""
        count = next(c for c in self.counts_of(option) if c.sweep == sweep)
        return Finger(seat, count.at_ms + after_ms)


class Mind:
    """What a whole table wants. Quiet by default: everybody claims the own card, passes, and chooses nobody."""

    def fingers(self, scene: Scene) -> list[Finger]:
        """All presses during this score; a reveal beside a window, a ballot or a choice is made while it runs."""
        prompt = scene.begun.prompt
        beside = prompt is not None and prompt.offers and not isinstance(prompt, Floor)
        confirming = isinstance(prompt, RollCall) and not scene.score.counts
        shown = self._revealing(scene) if beside and not confirming else []
        who = [finger.seat for finger in shown]
        return [*(finger for finger in self._answering(scene, prompt) if finger.seat not in who), *shown]

    def _answering(self, scene: Scene, prompt: AnyPrompt | None) -> list[Finger]:
        match prompt:
            case Press() as prompt:
                return self._pressing(scene, prompt)
            case RollCall() as prompt if scene.score.counts:
                return [f for legal in prompt.legal for f in self._choosing(scene, legal.seat)]
            case RollCall() as prompt:
                seat = prompt.legal[0].seat
                return [Finger(seat, scene.opens_ms + 1000, 1300)] if self.cancels(scene) else []
            case Floor() as prompt:
                return self._speaking(scene, prompt)
            case _:
                return []

    def _pressing(self, scene: Scene, prompt: Press) -> list[Finger]:
        opens = scene.opens_ms
        match prompt.call.form:
            case Form.READY:
                return [Finger(seat, opens + 400 + 90 * n) for n, seat in enumerate(prompt.who)]
            case Form.WAKE:
                seats = self.claimants(scene, prompt.call.role) if prompt.call.claim else ()
                return [Finger(seat, opens + 900 + 300 * n) for seat in seats for n in range(2)]
            case Form.CLAIM:
                seats = self.special(scene, prompt.call.card)
                return [Finger(seat, opens + 900 + 300 * n) for seat in seats for n in range(2)]
            case Form.BID:
                return [Finger(seat, opens + 800 + 90 * n) for n, seat in enumerate(self.bids(scene))]
            case Form.WITHDRAW:
                return [Finger(seat, opens + 800, QUIT_MS) for seat in self.quits(scene)]
            case _:
                return [Finger(seat, opens + 800) for seat in self.yes(scene, prompt)]

    def _choosing(self, scene: Scene, seat: Seat) -> list[Finger]:
        return [scene.tap(seat, option) for option in self.several(scene, seat)]

    def _speaking(self, scene: Scene, prompt: Floor) -> list[Finger]:
        seat = prompt.call.seat
        assert seat is not None
        quitting = [Finger(by, scene.opens_ms + at_ms, QUIT_MS) for by, at_ms in self.quits_speaking(scene)]
        revealing = self._revealing(scene)
        if revealing:
            return [*quitting, *revealing]
        length = self.speech_ms(scene)
        passing = [] if length is None else [Finger(seat, scene.opens_ms + self._left(prompt, length))]
        return [*quitting, *passing]

    @staticmethod
    def _left(prompt: Floor, length_ms: int) -> int:
        """A speech that goes on after a 退水 has been thought out to its end already."""
        return 5500 if prompt.resumed else length_ms

    def _revealing(self, scene: Scene) -> list[Finger]:
        revealed = self.reveal(scene)
        if revealed is None:
            return []
        by, at_ms = revealed
        start = scene.opens_ms + at_ms
        return [Finger(by, start), Finger(by, start + 250), Finger(by, start + 500, 1400)]

    # ------------------------------------------------------------ decisions

    def claimants(self, scene: Scene, role: str) -> Seats:
        """Who claims in the wake window of the step `role`."""
        return tuple(seat for seat, card in sorted(scene.cards.items()) if step_of(card) == role)

    def special(self, scene: Scene, card: str) -> Seats:
        """Who claims the special wolf `card` in its own window."""
        return scene.holders(card)

    def choice(self, scene: Scene, seat: Seat) -> Option | None:
        """What `seat` chooses in a roll call."""
        del scene, seat
        return None

    def several(self, scene: Scene, seat: Seat) -> tuple[Option, ...]:
        """The same where it may choose several: in this order."""
        option = self.choice(scene, seat)
        return () if option is None else (option,)

    def yes(self, scene: Scene, prompt: Press) -> Seats:
        """Who presses in a yes/no window."""
        del scene, prompt
        return ()

    def bids(self, scene: Scene) -> Seats:
        """Who stands for sheriff."""
        del scene
        return ()

    def quits(self, scene: Scene) -> Seats:
        """Who withdraws in 退水时间."""
        del scene
        return ()

    def quits_speaking(self, scene: Scene) -> tuple[tuple[Seat, int], ...]:
        """Who withdraws in this speech, and when."""
        del scene
        return ()

    def cancels(self, scene: Scene) -> bool:
        """Whether a day choice is taken back while it is confirmed."""
        del scene
        return False

    def speech_ms(self, scene: Scene) -> int | None:
        """When the speaker passes, in ms of the speech; None: not at all."""
        del scene
        return 6000

    def reveal(self, scene: Scene) -> tuple[Seat, int] | None:
        """Who reveals in this speech (or beside this window, ballot or choice), and when."""
        del scene
        return None

    def staff(self, scene: Scene) -> str | None:
        """What staff enter when the claims do not fit; None: they do not come."""
        return ",".join(f"{seat}={card}" for seat, card in sorted(scene.cards.items()))

    def spares(self, scene: Scene) -> str | None:
        """The spare cards as staff enter them: what of the deck nobody holds."""
        left = Counter({entry.role: entry.cards for entry in scene.state.deck}) - Counter(scene.cards.values())
        return ",".join(left.elements())

    def deal(self, cards: Mapping[Seat, str]) -> dict[Seat, str]:
        """The cards after a redeal."""
        return dict(cards)


class ScriptedMind(Mind):
    """Decisions written down: by line and seat, each perhaps for one round only.

    Keys of `choices`: (line, seat) or (line, seat, n); of `presses`: (line, n) with the seats that
    press, bid ("sheriff.raise") or withdraw ("sheriff.quit_open"). `speeches`: speaker -> ms. `reveals`
    by speech of the day, by line, or by line and speaker; `quits` in speeches of the election.
    """

    def __init__(
        self,
        choices: Choices | None = None,
        *,
        presses: Mapping[tuple[str, int], tuple[int, ...]] | None = None,
        reveals: Moments | None = None,
        speeches: Mapping[int, int | None] | None = None,
        quits: Quits | None = None,
    ) -> None:
        """Nothing that is not written down is done."""
        self._choices = choices or {}
        self._presses = presses or {}
        self._reveals = reveals or {}
        self._speeches = speeches or {}
        self._quits = quits or {}

    def choice(self, scene: Scene, seat: Seat) -> Option | None:
        """The first of what is written."""
        return next(iter(self.several(scene, seat)), None)

    def several(self, scene: Scene, seat: Seat) -> tuple[Option, ...]:
        """As written."""
        exact = self._choices.get((scene.line, seat, scene.state.n))
        chosen = exact if exact is not None else self._choices.get((scene.line, seat))
        return chosen if isinstance(chosen, tuple) else () if chosen is None else (chosen,)

    def yes(self, scene: Scene, prompt: Press) -> Seats:
        """As written; a skill window belongs to one seat."""
        seats = self._presses.get((scene.line, scene.state.n), ())
        return tuple(Seat(seat) for seat in seats if prompt.call.seat in (None, seat))

    def bids(self, scene: Scene) -> Seats:
        """As written."""
        return tuple(Seat(seat) for seat in self._presses.get((scene.line, scene.state.n), ()))

    def quits(self, scene: Scene) -> Seats:
        """As written."""
        return self.bids(scene)

    def quits_speaking(self, scene: Scene) -> tuple[tuple[Seat, int], ...]:
        """As written, once."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, Floor)
        if prompt.resumed or not scene.line.startswith("sheriff.") or prompt.call.seat is None:
            return ()
        return tuple((Seat(by), at_ms) for by, at_ms in self._quits.get((scene.state.n, prompt.call.seat), ()))

    def reveal(self, scene: Scene) -> tuple[Seat, int] | None:
        """As written."""
        prompt = scene.begun.prompt
        assert prompt is not None
        n, seat = scene.state.n, prompt.call.seat
        found = self._reveals.get((n, scene.line))
        if found is None and seat is not None:
            found = self._reveals.get((n, scene.line, seat))
        if found is None and seat is not None and scene.line in DAY_SPEECHES:
            found = self._reveals.get((n, seat))
        return None if found is None else (Seat(found[0]), found[1])

    def speech_ms(self, scene: Scene) -> int | None:
        """As written, else six seconds."""
        assert scene.begun.prompt is not None
        return self._speeches.get(scene.begun.prompt.call.seat or 0, 6000)


class Players(Audience):
    """The hands of a mind. What was meant for one score is not pressed in the next."""

    def __init__(self, mind: Mind) -> None:
        """Nobody sits yet."""
        self.mind = mind
        self._table: VirtualTable | None = None
        self._due: list[Timer] = []

    def sit(self, table: VirtualTable) -> VirtualTable:
        """Sit down at `table`, which has these players in its audience."""
        self._table = table
        return table

    @property
    def table(self) -> VirtualTable:
        """Where they sit."""
        assert self._table is not None, "nobody has sat down"
        return self._table

    def begin(self, score: Score, start_ns: int) -> None:
        """Press whatever the mind wants during this score."""
        table = self.table
        for timer in self._due:
            timer.cancel()
        begun = Begun(score, start_ns, table.prompt)
        scene = Scene(begun, table.table.game.state, table.held)
        if isinstance(begun.prompt, Read) and begun.prompt.call.form is Form.STAFF:
            number = table.ears.prompts[-1][1]
            at_ns = begun.at_ns(score.length_ms + STAFF_MS)
            self._due = [table.loop.call_at(at_ns, partial(self._enter, scene, number))]
            return
        self._due = [
            table.loop.call_at(max(begun.at_ns(finger.at_ms), table.now_ns), partial(self._press, finger))
            for finger in self.mind.fingers(scene)
        ]

    def _press(self, finger: Finger) -> None:
        self.table.press_at(finger.seat, self.table.now_ns, finger.hold_ms)

    def _enter(self, scene: Scene, number: int) -> None:
        """Staff enter the cards, if it is still asked."""
        game = self.table.judge.table
        prompt = scene.begun.prompt
        spare = isinstance(prompt, Read) and prompt.wanted is Wanted.SPARES
        value = self.mind.spares(scene) if spare else self.mind.staff(scene)
        if value is not None and game is not None and game.waits_for_staff and game.game.number == number:
            self.table.staff(AssignCards(value))

    def fact(self, event: Public, view: PublicView) -> None:
        """New cards, when staff deal again."""
        del view
        if isinstance(event, Redealt):
            self.table.cards = self.mind.deal(self.table.cards)


def played(board: str, mind: Mind, cards: str = "", *, minute: int = 15 * 60 + 25) -> VirtualTable:
    """A table on which `mind` has been told to begin; time stands still."""
    players = Players(mind)
    table = players.sit(VirtualTable(board, cards, minute=minute, audience=(players,)))
    table.start()
    return table
