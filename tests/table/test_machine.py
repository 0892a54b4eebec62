"""The table as a machine under random hands: fingers, staff keys, time, staff and the plug, in any order.

Whatever happens, nothing raises, the lamp law holds (the kit watches it), the journal replays to the
same bytes, and there is always a way on: time, staff's answer, or staff's leave to go on.
"""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.seats import Seat
from firmware.menu.actions import REDEAL, AssignCards, EndGame, Pause, Repeat, Resume, Skip
from firmware.menu.status import Mode
from firmware.restore import restore
from hardware.fakes import bounces
from hardware.ports import Key
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import MS, S, VirtualTable

SEATS = st.integers(1, 7)
LENGTHS_MS = st.sampled_from((8, 16, 60, 120, 590, 700, 1050, 1250, 2100, 9900, 10_100))
LONG_S = 900
"""No prompt takes longer when nobody does anything: three speeches of two minutes would fit into it."""


class TableUnderHands(RuleBasedStateMachine):
    """A game on B07 with people who play it, and somebody who disturbs."""

    table: VirtualTable

    @initialize(seed=st.integers(0, 10_000), minute=st.integers(0, 24 * 60 - 1), prompts=st.integers(0, 50))
    def begin(self, seed: int, minute: int, prompts: int) -> None:
        """Sit down, and play that far undisturbed."""
        players = Players(SeededMind(seed))
        self.table = players.sit(VirtualTable("B07", minute=minute, audience=(players,)))
        self.table.start()
        self.the_game_goes_on(prompts)

    # ------------------------------------------------------------ hands

    @rule(ms=st.integers(1, 40_000))
    def time_passes(self, ms: int) -> None:
        self.table.wait(ms / 1000)

    @rule(prompts=st.integers(1, 6))
    def some_prompts_pass(self, prompts: int) -> None:
        self.the_game_goes_on(prompts)

    def the_game_goes_on(self, prompts: int) -> None:
        number = len(self.table.ears.prompts) + prompts
        deadline = self.table.now_ns + LONG_S * S
        while len(self.table.ears.prompts) < number and self.table.now_ns < deadline and not self.table.over:
            self.table.wait(2)

    @rule(seat=SEATS, ms=LENGTHS_MS)
    def press(self, seat: int, ms: int) -> None:
        self.table.press_at(seat, self.table.now_ns, ms)

    @rule(seats=st.sets(SEATS, min_size=2), ms=LENGTHS_MS, seed=st.integers(0, 99))
    def press_together_on_bad_contacts(self, seats: set[int], ms: int, seed: int) -> None:
        for seat in sorted(seats):
            self.table.pads[Seat(seat)].press(self.table.now_ns, ms, bounces(seed + seat))

    @rule(seat=SEATS)
    def reveal(self, seat: int) -> None:
        self.table.reveal(seat)

    @rule(seat=SEATS)
    def jam(self, seat: int) -> None:
        self.table.pads[Seat(seat)].jam(self.table.now_ns)

    @rule(seat=SEATS)
    def free(self, seat: int) -> None:
        self.table.pads[Seat(seat)].free(self.table.now_ns)

    @rule(seat=SEATS)
    def lose_an_edge(self, seat: int) -> None:
        self.table.pads[Seat(seat)].lose_next()
        self.table.press(seat)
        self.table.pads[Seat(seat)].read_again(self.table.now_ns + 200 * MS)

    # ------------------------------------------------------------ staff, clock, plug

    @rule(key=st.sampled_from(list(Key)))
    def staff_key(self, key: Key) -> None:
        self.table.key(key)

    @rule(action=st.sampled_from((Pause(), Resume(), Repeat(), Skip(), REDEAL, AssignCards("1=seer"))))
    def staff_act(self, action: Pause | Resume | Repeat | Skip | AssignCards) -> None:
        self.table.staff(action)

    @rule(minute=st.integers(0, 24 * 60 - 1))
    def the_wall_clock_is_turned(self, minute: int) -> None:
        self.table.clock.set_minute(minute)

    @rule()
    def the_plug_is_pulled(self) -> None:
        self.table.power_cut()
        if self.table.judge.unfinished:
            self.table.go_on()

    @precondition(lambda self: self.table.judge.status.mode in {Mode.OVER, Mode.IDLE})
    @rule()
    def another_game(self) -> None:
        self.table.start()

    # ------------------------------------------------------------ what always holds

    @invariant()
    def nothing_has_stopped(self) -> None:
        assert Mode.STOPPED is not self.table.judge.status.mode

    @invariant()
    def there_is_a_way_on(self) -> None:
        game = self.table.judge.table
        if game is None or game.paused or game.waits_for_staff:
            return
        loop = self.table.loop
        assert loop.next_timer_ns() is not None or loop.health().waiting, "nothing will ever happen again"

    def teardown(self) -> None:
        """Left alone, the game moves on and can be ended; and its journal replays to the same bytes."""
        if not hasattr(self, "table"):
            return
        table = self.table
        self._left_alone()
        if table.judge.table is not None:
            table.staff(EndGame())
            table.until_over()
        for record in table.journal.games():
            restored = restore(table.journal, record.game)
            assert not restored.mismatch, f"game {record.game} does not replay"

    def _left_alone(self) -> None:
        """Let go of everything and wait: a step is taken, or the game is over."""
        table = self.table
        now_ns = table.now_ns
        for pad in table.pads.values():
            pad.free(now_ns)
        steps = len(table.steps)
        deadline = now_ns + LONG_S * S
        while table.judge.table is not None and len(table.steps) == steps:
            assert table.now_ns < deadline, f"the game is stuck after {table.said[-3:]}"
            if table.judge.table.paused:
                table.staff(Resume())
            if table.judge.table.waits_for_staff:
                cards = ",".join(f"{seat}={card}" for seat, card in table.cards.items())
                table.staff(AssignCards(cards))
            table.wait(5)


TableUnderHands.TestCase.settings = settings(max_examples=40, stateful_step_count=40)
test_random_hands = TableUnderHands.TestCase
