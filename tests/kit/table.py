"""The virtual table: a whole judge on a clock that moves only when a test says so.

Everything but the clock, the pads, the lamps and the display is the real thing: loop, debounce,
gestures, scores, engine, journal, menu. Verbs are what people do and notice at a table:

    table = VirtualTable("B09", cards="werewolf werewolf werewolf seer witch hunter villager villager villager")
    table.start()
    table.until_said("狼人请睁眼")
    table.two_taps(1)
    assert table.lamp(1) is Pattern.STEADY

The kit checks the lamp law (`tests.kit.law`) and the law of shut eyes (`tests.kit.eyelaw`) by itself, and fails
the test that breaks one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from PIL import Image

from audio.say import Language
from engine.deal import claims_by_night
from engine.prompts import Eyes
from engine.seats import Option, Seat, Seats, seats_of
from engine.setup import Board, Setup, board_from_toml
from firmware.audience import Audience
from firmware.fakes import FakeClock
from firmware.journal import JournalStore, MemoryJournal
from firmware.judge import Judge
from firmware.lengths import some_deal
from firmware.loop import Loop
from firmware.menu.actions import Action, ContinueGame
from firmware.menu.status import Mode
from firmware.settings import Settings
from firmware.table.outlets import Spoken
from firmware.table.pace import NORMAL, Pace
from firmware.table.session import Table
from hardware.fakes import FakeDisplay, FakeLamps, FakePad
from hardware.ports import Key, KeyEdge, Lamp, Pattern
from tests.kit.ears import Ears
from tests.kit.eyelaw import EyeLaw
from tests.kit.law import NEVER_CALLED, PACK, PACK_CARDS, LampLaw, step_of
from tests.kit.record import Record
from tests.kit.wires import Wires

MS = 1_000_000
S = 1_000_000_000
PATIENCE_S = 1200
"""How long a verb waits on the virtual clock before it fails."""


def preset(board_id: str) -> Board:
    """The shipped board with that id."""
    file = resources.files("engine") / "boards" / f"{board_id}.toml"
    return board_from_toml(file.read_text(encoding="utf-8"), str(file))


class StillClock(FakeClock):
    """A wall clock that stands still, for games whose order of speech must not depend on how long they take."""

    def minute_of_day(self) -> int:
        """The minute it was made with."""
        return self._minute


class VirtualTable(Record, Wires):
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
        judge: type[Judge] = Judge,
        lawful: bool = True,
        clock: FakeClock | None = None,
        settings: Settings | None = None,
    ) -> None:
        """`cards`: role ids in seat order; without them in the order of the deck. Nothing has begun yet.

        `judge`: another judge than ours, and `lawful` False: nobody watches lamps and eyes (for planted faults).
        `clock`: another clock than one that starts at `minute`. `settings`: what staff have chosen; without them
        a power cut forgets it.
        """
        self.board = preset(board) if isinstance(board, str) else board
        self.seats = seats or seats_of(*range(1, self.board.players + 1))
        dealt = cards.split() or some_deal(Setup(self.board, self.seats, self.board.rules))[0]
        self.cards = dict(zip(self.seats, dealt, strict=True))
        self.journal: JournalStore = journal or MemoryJournal()
        self.clock = clock or FakeClock(minute)
        self._language = language
        self._pace = pace
        self._settings = settings
        self._judge = judge
        self.ears = Ears(self.clock)
        law = (LampLaw(lambda: self.held, self.clock.now_ns, self.also_awake), EyeLaw()) if lawful else ()
        self._audience: tuple[Audience, ...] = (self.ears, *law, *audience)
        self._boot()

    def _boot(self) -> None:
        """Switch the machine on."""
        self.loop = Loop(self.clock)
        self.display = FakeDisplay()
        self.lamps = FakeLamps(self.clock)
        self.pads = {seat: FakePad(seat, self.loop.put, self.loop) for seat in self.seats}
        self.judge = self._judge(
            loop=self.loop,
            clock=self.clock,
            journal=self.journal,
            boards=(self.board,),
            pace=self._pace,
            language=self._language,
            display=self.display,
            lamps=self.lamps,
            audience=self._audience,
            threaded_journal=False,
            settings=self._settings,
        )

    # ------------------------------------------------------------ time

    @property
    def now_ns(self) -> int:
        """The virtual clock."""
        return self.clock.now_ns()

    @property
    def now_s(self) -> float:
        """Seconds on the virtual clock."""
        return self.clock.now_ns() / S

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.loop.step_until(self.clock.now_ns() + int(seconds * S))

    def wait_until(self, at_ns: int) -> None:
        """Let time pass up to and including that instant."""
        self.loop.step_until(at_ns)

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
        return self._until_heard(lambda spoken: words in spoken.text, f"“{words}”", patience_s)

    def until_key(self, *keys: str, patience_s: float = PATIENCE_S) -> Spoken:
        """The same by catalogue key, whichever of `keys` comes first."""
        return self._until_heard(lambda spoken: spoken.say.key in keys, str(keys), patience_s)

    def until_round(self, key: str, n: int, patience_s: float = 20_000) -> Spoken:
        """Let time pass until a sentence with that key begins in round `n`; returns at that moment."""

        def said() -> bool:
            return self.view.n == n and bool(self.ears.heard) and self.ears.heard[-1].say.key == key

        self.until(said, f"{key} in round {n}", patience_s=patience_s)
        return self.ears.heard[-1]

    def until_over(self, patience_s: float = 40_000) -> None:
        """Let time pass until the game has been told to its end."""
        self.until(lambda: self.over, "the end", patience_s=patience_s)

    def until_mode(self, mode: Mode, patience_s: float = PATIENCE_S) -> None:
        """Let time pass until the judge is in `mode`."""
        self.until(lambda: self.judge.status.mode is mode, mode.value, patience_s=patience_s)

    def _until_heard(self, wanted: Callable[[Spoken], bool], what: str, patience_s: float) -> Spoken:
        start = len(self.ears.heard)
        self.until(lambda: any(map(wanted, self.ears.heard[start:])), what, patience_s=patience_s)
        return next(spoken for spoken in self.ears.heard[start:] if wanted(spoken))

    # ------------------------------------------------------------ what people notice

    @property
    def image(self) -> Image.Image | None:
        """The display's picture."""
        return self.display.image

    def lamp(self, seat: int) -> Pattern:
        """What the lamp of `seat` does now."""
        return self.lamps.pattern(seat)

    def lights(self, seat: int) -> bool:
        """Whether the lamp of `seat` gives light at this very instant."""
        return self.lamps.lit(seat, self.now_ns)

    @property
    def lit(self) -> set[int]:
        """The seats whose lamps do anything now."""
        return {seat for seat in self.seats if self.lamp(seat) is not Pattern.OFF}

    def glow_since(self, at_ns: int, seat: int) -> list[tuple[int, Pattern]]:
        """How the lamp of `seat` changed from `at_ns` on: (ms since then, pattern), OFF included."""
        told: list[tuple[int, Pattern]] = []
        for shown in self.frames:
            pattern = next((lamp.pattern for lamp in shown.frame if lamp.seat == seat), Pattern.OFF)
            if shown.at_ns >= at_ns and pattern is not (told[-1][1] if told else Pattern.OFF):
                told.append(((shown.at_ns - at_ns) // MS, pattern))
        return told

    # ------------------------------------------------------------ what only the tests know

    @property
    def table(self) -> Table:
        """The game at play."""
        assert self.judge.table is not None, "no game is open"
        return self.judge.table

    @property
    def frame(self) -> tuple[Lamp, ...]:
        """The lamps as they are."""
        return self.lamps.frame

    @property
    def held(self) -> dict[Seat, str]:
        """What everybody plays now: the cards on the table, 盗贼 the one he took; or what was dealt without cards."""
        if self.judge.table is None:
            return self.cards
        state = self.judge.table.game.state
        if not claims_by_night(state.rules) and state.known:
            return dict(state.cards)
        return self.cards | ({state.taken.seat: state.taken.card} if state.taken else {})

    def also_awake(self) -> dict[str, Seats]:
        """Step -> who opens its eyes in it, whatever its card: 情侣, and who has become one of the pack."""
        if self.judge.table is None:
            return {}
        state = self.judge.table.game.state
        return {"lovers": state.lovers, PACK: (*state.turned, *state.inherited)}

    def holders(self, role: str) -> Seats:
        """Who really holds `role`."""
        return tuple(seat for seat, card in sorted(self.held.items()) if card == role)

    def holder(self, role: str) -> Seat:
        """The one who holds `role`."""
        (seat,) = self.holders(role)
        return seat

    # ------------------------------------------------------------ hands

    def press(self, seat: int, hold_ms: int = 120) -> None:
        """A press of `hold_ms`, begun now; returns when the key is up and debounced."""
        self.press_all((Seat(seat),), hold_ms)

    def press_all(self, seats: Seats, hold_ms: int = 120) -> None:
        """All of `seats` press at the same instant."""
        for seat in seats:
            self.press_at(seat, self.now_ns, hold_ms)
        self.wait((hold_ms + 40) / 1000)

    def press_at(self, seat: int, at_ns: int, hold_ms: int = 120) -> None:
        """A press that begins at `at_ns`, now or later; time does not pass."""
        self.pads[Seat(seat)].press(at_ns, hold_ms)

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

    def staff(self, action: Action) -> None:
        """Staff ask for something, as the menu does."""
        self.judge.act(action)

    # ------------------------------------------------------------ whole phases

    def start(self) -> None:
        """Open a game on this table's board and seats."""
        self.judge.start_game(self.board.id, self.seats)

    def ready(self) -> None:
        """Everybody looks at the card and presses."""
        self.until_key("setup.ready_ask")
        self.wait(1)
        self.press_all(self.seats)

    def at_count(self, seat: int, option: Option, sweep: int | None = None) -> None:
        """`seat` presses when `option` is counted next (in `sweep`, or in any)."""
        before = self.ears.counts

        def counted() -> bool:
            return self.ears.counts > before and self.ears.count == option and sweep in (None, self.sweep)

        self.until(counted, f"the count of {option}")
        self.wait(0.3)
        self.press(seat)

    @property
    def sweep(self) -> int:
        """Which sweep is being counted; 0 outside one."""
        begun = self.score
        counted = begun.score.lit_at((self.now_ns - begun.start_ns) // MS)
        return counted.sweep if counted else 0

    def onset_ns(self, option: Option, sweep: int = 1) -> int:
        """When `option` begins to be counted in `sweep` of the newest score."""
        return self.score.at_ns(self.ears.counted_in(option, sweep).at_ms)

    def claim(self, role: str) -> None:
        """On night 1 all who wake with `role` claim it in its wake window, and again where they are another wolf."""
        self.until_key(f"{step_of(role)}.wake")
        self.wait(1)
        self.two_taps(*(seat for seat, card in sorted(self.held.items()) if step_of(card) == step_of(role)))
        if role not in PACK_CARDS:
            return
        for count in self.board.cards:
            if count.role in PACK_CARDS and count.role != "werewolf":
                self.until_key("wolf.special")
                self.wait(1)
                self.two_taps(*self.holders(count.role))

    def claim_all(self) -> None:
        """READY, then every claim of night 1 as the cards lie, up to the close of the last step."""
        self.ready()
        called = {step_of(count.role): count.role for count in self.board.cards if count.role not in NEVER_CALLED}
        for role in called.values():
            self.claim(role)

    def power_cut(self) -> None:
        """The plug is pulled and put back; the journal is all that remains, and all lamps are dark."""
        for follower in self._audience:
            follower.lamps((), Eyes.OPEN)
        self._boot()

    def go_on(self) -> None:
        """Staff say yes to the unfinished game."""
        self.staff(ContinueGame())
