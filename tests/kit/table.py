"""The virtual table: a whole judge on a clock that moves only when a test says so.

Everything but the clock, the pads, the lamps and the display is the real thing: loop, debounce,
gestures, scores, engine, journal, menu. Verbs are what people do and notice at a table:

    table = VirtualTable("B09", cards="werewolf werewolf werewolf seer witch hunter villager villager villager")
    table.start()
    table.until_said("狼人请睁眼")
    table.two_taps(1)
    assert table.lamp(1) is Pattern.STEADY

The kit checks the lamp law by itself, from what was said and who really holds which card, and fails
the test that breaks it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from PIL import Image

from audio.say import Language
from engine.commands import AnyCommand
from engine.game import Step
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Option, Seat, Seats
from engine.secrecy import Event, Public
from engine.setup import Board, Setup, board_from_toml
from firmware.audience import Audience
from firmware.fakes import FakeClock
from firmware.journal import JournalStore, MemoryJournal
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.table.outlets import Spoken
from firmware.table.pace import NORMAL, Pace
from hardware.fakes import FakeDisplay, FakeLamps, FakePad
from hardware.ports import Key, KeyEdge, LampFrame, Pattern

MS = 1_000_000
S = 1_000_000_000
PATIENCE_S = 1200
"""How long a verb waits on the virtual clock before it fails."""


def preset(board_id: str) -> Board:
    """The shipped board with that id."""
    file = resources.files("engine") / "boards" / f"{board_id}.toml"
    return board_from_toml(file.read_text(encoding="utf-8"), str(file))


class _LampLaw(Audience):
    """Who may have light, worked out from what was heard, the real cards and the presses alone."""

    def __init__(self, cards: dict[Seat, str]) -> None:
        self.cards = cards
        self.night = False
        self.awake: frozenset[Seat] = frozenset()
        self.claiming = False
        self.twice: dict[Seat, int] = {}

    def spoken(self, spoken: Spoken) -> None:
        step, _, part = spoken.say.key.partition(".")
        if spoken.say.key in {"night.first", "night.fall"}:
            self.night, self.awake = True, frozenset()
        elif spoken.say.key in {"dawn.open", "dawn.again"}:
            self.night = False
        elif part == "wake":
            role = "werewolf" if step == "wolf" else step
            self.awake = frozenset(seat for seat, card in self.cards.items() if card == role)
        elif part == "close":
            self.awake, self.claiming = frozenset(), False
        elif spoken.say.key in {"night.confirm", "wolf.confirm"}:
            self.claiming = True
        elif part in {"pick", "know", "talk", "victim", "heal", "poison", "result", "status"}:
            self.claiming = False

    def pressed(self, seat: Seat) -> None:
        self.twice[seat] = self.twice.get(seat, 0) + 1

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        lit = {lamp.seat for lamp in frame}
        assert not (eyes is Eyes.SHUT and lit), f"light in an eyes-shut window at {lit}"
        if self.night and not self.claiming:
            asleep = lit - set(self.awake)
            assert not asleep, f"light by night at sleeping seats {asleep}"
        if self.night and self.claiming:
            strangers = {seat for seat in lit - set(self.awake) if self.twice.get(Seat(seat), 0) < 2}
            assert not strangers, f"light in a claim window at seats that did not claim: {strangers}"


class _Ears(Audience):
    """Keeps what the room hears and learns, and the secret record for tests that need it."""

    def __init__(self) -> None:
        self.heard: list[Spoken] = []
        self.facts: list[tuple[int, Event]] = []
        self.steps: list[Step] = []
        self.prompts: list[tuple[AnyPrompt | None, int]] = []
        self.frames: list[tuple[LampFrame, Eyes]] = []
        self.view = PublicView()
        self.over = False
        self.count: Option | None = None

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        del setup, game, again
        self.over = False

    def spoken(self, spoken: Spoken) -> None:
        self.heard.append(spoken)

    def counted(self, option: Option | None) -> None:
        self.count = option

    def fact(self, event: Public, view: PublicView) -> None:
        self.facts.append((len(self.heard), event))
        self.view = view

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        self.frames.append((frame, eyes))

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        self.prompts.append((prompt, number))

    def step(self, step: Step) -> None:
        self.steps.append(step)

    def closed(self) -> None:
        self.over = True


class VirtualTable:
    """A judge, its table, and everybody's hands."""

    def __init__(
        self,
        board: str | Board = "B09",
        cards: str = "",
        *,
        seats: Seats = (),
        minute: int = 15 * 60 + 25,
        language: Language = Language.ZH,
        pace: Pace = NORMAL,
        journal: JournalStore | None = None,
        audience: tuple[Audience, ...] = (),
    ) -> None:
        """`cards`: role ids in seat order; without them in the order of the deck. Nothing has begun yet."""
        self.board = preset(board) if isinstance(board, str) else board
        dealt = cards.split() or [count.role for count in self.board.cards for _ in range(count.cards)]
        self.seats = seats or tuple(Seat(n) for n in range(1, len(dealt) + 1))
        self.cards = dict(zip(self.seats, dealt, strict=True))
        self.journal: JournalStore = journal or MemoryJournal()
        self.clock = FakeClock(minute)
        self._language = language
        self._pace = pace
        self._others = audience
        self._ears = _Ears()
        self._law = _LampLaw(self.cards)
        self._boot()

    def _boot(self) -> None:
        """Switch the machine on."""
        self.loop = Loop(self.clock)
        self.display = FakeDisplay()
        self.lamps = FakeLamps(self.clock)
        self.pads = {seat: FakePad(seat, self.loop.put, self.loop) for seat in self.seats}
        self.judge = Judge(
            loop=self.loop,
            clock=self.clock,
            journal=self.journal,
            boards=(self.board,),
            pace=self._pace,
            language=self._language,
            display=self.display,
            lamps=self.lamps,
            audience=(self._ears, self._law, *self._others),
            threaded_journal=False,
        )

    # ------------------------------------------------------------ time

    @property
    def now_s(self) -> float:
        """Seconds on the virtual clock."""
        return self.clock.now_ns() / S

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.loop.step_until(self.clock.now_ns() + int(seconds * S))

    def until(self, condition: Callable[[], bool], what: str = "it", *, patience_s: float = PATIENCE_S) -> None:
        """Let time pass until `condition` holds; fails when it never does."""
        deadline = self.clock.now_ns() + int(patience_s * S)
        while not condition():
            assert self.clock.now_ns() < deadline, (
                f"waited {patience_s} s in vain for {what}; last heard: {self.said[-5:]}"
            )
            next_ns = self.loop.next_timer_ns()
            self.loop.step_until(min(deadline, self.clock.now_ns() + 10 * MS if next_ns is None else next_ns))

    def until_said(self, words: str, *, patience_s: float = PATIENCE_S) -> Spoken:
        """Let time pass until a sentence with `words` in it begins that was not heard before this call."""
        start = len(self._ears.heard)
        self.until(
            lambda: any(words in spoken.text for spoken in self._ears.heard[start:]),
            f"“{words}”",
            patience_s=patience_s,
        )
        return next(spoken for spoken in self._ears.heard[start:] if words in spoken.text)

    def until_key(self, *keys: str, patience_s: float = PATIENCE_S) -> Spoken:
        """The same by catalogue key, whichever of `keys` comes first."""
        start = len(self._ears.heard)
        self.until(
            lambda: any(spoken.say.key in keys for spoken in self._ears.heard[start:]), str(keys), patience_s=patience_s
        )
        return next(spoken for spoken in self._ears.heard[start:] if spoken.say.key in keys)

    # ------------------------------------------------------------ what people notice

    @property
    def heard(self) -> list[Spoken]:
        """Everything said so far."""
        return self._ears.heard

    @property
    def said(self) -> list[str]:
        """The same as words."""
        return [spoken.text for spoken in self._ears.heard]

    @property
    def facts(self) -> list[Event]:
        """The public events the room has learned."""
        return [event for _, event in self._ears.facts]

    @property
    def view(self) -> PublicView:
        """The public state."""
        return self._ears.view

    @property
    def over(self) -> bool:
        """Whether the last game has been told to its end."""
        return self._ears.over

    @property
    def image(self) -> Image.Image | None:
        """The display's picture."""
        return self.display.image

    def lamp(self, seat: int) -> Pattern:
        """What the lamp of `seat` does now."""
        return self.lamps.pattern(seat)

    @property
    def lit(self) -> set[int]:
        """The seats whose lamps do anything now."""
        return {seat for seat in self.seats if self.lamp(seat) is not Pattern.OFF}

    # ------------------------------------------------------------ what only the tests know

    @property
    def steps(self) -> list[Step]:
        """Every step the engine has taken."""
        return self._ears.steps

    @property
    def commands(self) -> list[AnyCommand]:
        """Every command given to the engine."""
        return [step.command for step in self._ears.steps if step.command is not None]

    @property
    def frames(self) -> list[tuple[LampFrame, Eyes]]:
        """Every lamp frame so far."""
        return self._ears.frames

    def holders(self, role: str) -> Seats:
        """Who really holds `role`."""
        return tuple(seat for seat, card in sorted(self.cards.items()) if card == role)

    # ------------------------------------------------------------ hands

    def press(self, seat: int, hold_ms: int = 120) -> None:
        """A press of `hold_ms`, begun now; returns when the key is up and debounced."""
        self._law.pressed(Seat(seat))
        self.pads[Seat(seat)].press(self.clock.now_ns(), hold_ms)
        self.wait((hold_ms + 40) / 1000)

    def press_all(self, seats: Seats, hold_ms: int = 120) -> None:
        """All of `seats` press at the same instant."""
        for seat in seats:
            self._law.pressed(seat)
            self.pads[seat].press(self.clock.now_ns(), hold_ms)
        self.wait((hold_ms + 40) / 1000)

    def two_taps(self, *seats: int) -> None:
        """Each of `seats` taps twice, all together."""
        for _ in range(2):
            self.press_all(tuple(Seat(seat) for seat in seats))
            self.wait(0.15)

    def hold(self, seat: int, seconds: float = 1.1) -> None:
        """A long press."""
        self.press(seat, int(seconds * 1000))

    def reveal(self, seat: int) -> None:
        """亮牌: two taps, then held."""
        self.press(seat)
        self.wait(0.1)
        self.press(seat)
        self.wait(0.1)
        self.press(seat, 1300)

    def key(self, *keys: Key) -> None:
        """Staff press keys, one after the other."""
        for key in keys:
            for down in (True, False):
                self.loop.put(KeyEdge(key, down, self.clock.now_ns()))
                self.wait(0.05)

    # ------------------------------------------------------------ whole phases

    def start(self) -> None:
        """Open a game on this table's board and seats."""
        self.judge.start_game(self.board.id, self.seats)

    def ready(self) -> None:
        """Everybody looks at the card and presses."""
        self.until_key("setup.ready_ask")
        self.wait(1)
        self.press_all(self.seats)

    def at_count(self, seat: int, option: Option) -> None:
        """`seat` presses when `option` is counted next."""
        self.until(lambda: self._ears.count == option, f"the count of {option}")
        self.wait(0.3)
        self.press(seat)

    def claim(self, role: str) -> None:
        """On night 1 the holders of `role` claim it in its wake window."""
        step = "wolf" if role == "werewolf" else role
        self.until_key(f"{step}.wake")
        self.wait(1)
        self.two_taps(*self.holders(role))

    def power_cut(self) -> None:
        """The plug is pulled and put back; the journal is all that remains."""
        self._boot()
