"""The expanders of a table, looked after by one thread, which does every transaction with them.

A round of that thread takes well under a millisecond: read the inputs where INT or the clock asks for it and
hand on what changed, ask the user what the outputs are to be, write to each chip at most once. In between it sleeps
until INT falls, somebody wakes it, or something is due. Nothing that happens on the bus is ever raised:

* A chip that does not answer is *absent*. It is tried again after 1, 2, 5, 10 s, and set up anew when it is back.
  Both are found by the scans of the clock alone, so that they tell nothing of presses: what a press, or a lamp, asks of
  a chip in vain is asked again by the next scan.
* A chip whose registers are no longer as they were set (a brown-out) is set up again; looked for once a second.
* A bus that hangs (every transaction times out after about a second) is cured by a pulse on RESET and by opening it
  anew; after `TRIES` times in a row it is *absent*, with all chips, and tried again less and less often.
* A bus on which many transactions have to be tried again (`hardware/expander_rate.py`) is *degraded*.
* After a brown-out, and after a bus that hung, presses may have been *missed*: that is told with the condition.
* An INT line on which nothing is heard, or that stays low, is replaced by reading the inputs every 5 ms.
"""

from __future__ import annotations

import logging
import threading
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from hardware.expander_chip import Change, ChipState
from hardware.expander_int import Interrupt
from hardware.expander_link import TRIES, Gone, Link, NoLines, PiLines
from hardware.mcp23017 import Look
from hardware.ports import NS_PER_MS, Condition, Device
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hardware.i2c import Bus
    from hardware.ports import Clock

log = logging.getLogger(__name__)

CHECK_NS: Final = 1000 * NS_PER_MS
"""The registers are read back this often."""

MAX_ROUNDS: Final = 8
"""So often the chips are read in a row while INT stays low."""


class Owner(Protocol):
    """Who decides on the outputs. All calls come on the expanders' thread, and what they raise stops nothing."""

    def condition(
        self, device: Device, number: int, condition: Condition, detail: Words, *, missed: bool = False
    ) -> None:
        """A chip (its number is the address), the bus or the Pi's pins have become `condition`.

        `missed`: presses may have come and gone unseen.
        """

    def turn(self, now_ns: int) -> int | None:
        """Say what the outputs are to be at `now_ns`; when that has to be asked again at the latest."""


class User(Owner, Protocol):
    """Who has inputs on the expanders, too. Same rules."""

    def changed(self, change: Change) -> None:
        """An input has changed. Changes come in the order of their times, as far as one look can tell."""


class Expanders:
    """All chips of one bus. What lines are to be may be said from any thread, `start` and `close` from one."""

    def __init__(
        self, bus: Bus, addresses: Sequence[int], clock: Clock, user: User, lines: PiLines | None = None
    ) -> None:
        """Nothing is sent yet; chip number n has `addresses[n]`."""
        self.chips = tuple(ChipState(number, address) for number, address in enumerate(addresses))
        self.beats = 0
        """How often the inputs have been looked at, or, once they have been, looked for in vain."""
        self.failures = 0
        """How often the user has raised."""
        self._clock = clock
        self._user = user
        self._lines = lines or NoLines()
        self._lock = threading.RLock()
        self._wake = threading.Event()
        self._done = threading.Condition()
        self._begun = 0
        self._ended = 0
        self._stop = False
        self._looked = False
        """Whether the thread has ever read an input."""
        self._thread: threading.Thread | None = None
        self._scan_ns = 0
        self._check_ns = 0
        self._interrupt = Interrupt(self._lines, self._tell)
        self._link = Link(bus, self.chips, clock, self._lines, self._tell)

    # What the lines are to be: from any thread.

    def input(self, chip: int, line: int, *, pulled_up: bool, watched: bool = True) -> None:
        """Make `line` an input."""
        with self._changing(chip) as state:
            bit = 1 << line
            state.inputs |= bit
            state.pulls = state.pulls | bit if pulled_up else state.pulls & ~bit
            state.watched = state.watched | bit if watched else state.watched & ~bit

    def output(self, chip: int, line: int, *, on: bool) -> None:
        """Make `line` an output that is high when `on`."""
        with self._changing(chip) as state:
            bit = 1 << line
            state.inputs, state.pulls, state.watched = state.inputs & ~bit, state.pulls & ~bit, state.watched & ~bit
            state.outputs = state.outputs | bit if on else state.outputs & ~bit

    def watch(self, chip: int, line: int, *, watched: bool) -> None:
        """Whether the input `line` pulls INT; without, it is read in every round, by scans at least."""
        self.input(chip, line, pulled_up=self.is_pulled_up(chip, line), watched=watched)

    def level(self, chip: int, line: int) -> bool:
        """What `line` was when it was last read, or what it is to give: never a transaction."""
        state = self.chips[chip]
        return bool((state.levels if state.inputs >> line & 1 else state.outputs) >> line & 1)

    def is_input(self, chip: int, line: int) -> bool:
        """Whether `line` is an input."""
        return bool(self.chips[chip].inputs >> line & 1)

    def is_pulled_up(self, chip: int, line: int) -> bool:
        """Whether `line` is pulled up."""
        return bool(self.chips[chip].pulls >> line & 1)

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Everything said inside is done together: one write a chip, and nobody sees half of it."""
        with self._lock:
            yield
        self._stir()

    def wake(self) -> None:
        """There is something to do."""
        self._wake.set()

    @contextmanager
    def _changing(self, chip: int) -> Iterator[ChipState]:
        with self._lock:
            yield self.chips[chip]
        self._stir()

    def _stir(self) -> None:
        """Wake the thread, unless it is itself that says something: it writes at the end of its round."""
        if threading.current_thread() is not self._thread:
            self.wake()

    # Beginning and end.

    def start(self) -> bool:
        """Set all chips up, and begin to look after them; whether any of them answers."""
        self._lines.listen(self._fell)
        self._lines.reset()
        now_ns = self._clock.now_ns()
        self._scan_ns, self._check_ns = now_ns + self._interrupt.pace_ns, now_ns + CHECK_NS
        for _ in range(TRIES):
            self._set_up(now_ns, scans=True)
            if not self._link.hangs:
                break
        answers = any(chip.applied for chip in self.chips)
        self._thread = threading.Thread(target=self._run, name="seat bus", daemon=True)
        self._thread.start()
        return answers

    def close(self) -> None:
        """All outputs low, the thread ended, the pins free. Harmless when called again."""
        self._stop = True
        self.wake()
        thread, self._thread = self._thread, None
        if thread is None:
            return
        thread.join()
        with self._lock:
            for chip in self.chips:
                chip.outputs = 0
        self._write(scans=False)
        self._lines.close()

    def settle(self, timeout_s: float) -> bool:
        """Wait until a round that began after this call is over; whether there was one within `timeout_s`."""
        with self._done:
            wanted = self._begun + 1
        self.wake()
        with self._done:
            return self._done.wait_for(lambda: self._ended >= wanted, timeout_s)

    def _run(self) -> None:
        while not self._stop:
            self._wake.clear()
            with self._done:
                self._begun += 1
            try:
                due_ns = self._turn()
            except Exception:
                # A bug, and no reason to leave a table without buttons; `beats` stands still if it stays.
                log.exception("the seats' bus stumbled")
                due_ns = self._clock.now_ns() + CHECK_NS
            with self._done:
                self._ended = self._begun
                self._done.notify_all()
            wait_ns = due_ns - self._clock.now_ns()
            if wait_ns > 0:
                self._wake.wait(wait_ns / 1e9)

    def _fell(self, at_ns: int) -> None:
        """INT was pulled: on the thread of the Pi's pins, which must get on."""
        self._interrupt.fell(at_ns)
        self._wake.set()

    # One round: on the thread only.

    def _turn(self) -> int:
        """Do what is due; when to come again at the latest."""
        now_ns = self._clock.now_ns()
        scans = now_ns >= self._scan_ns
        looks = scans or self._interrupt.waits or any(chip.unwatched for chip in self.chips)
        if scans:
            self._scan_ns = now_ns + self._interrupt.pace_ns
        due_ns = self._do_what_is_due(now_ns, scans=scans, looks=looks)
        # Who is stuck in a transfer does not come here; who waits for a bus that hangs does.
        self.beats += looks and self._looked
        return due_ns

    def _do_what_is_due(self, now_ns: int, *, scans: bool, looks: bool) -> int:
        if self._link.rests(now_ns):
            self._interrupt.fall()
            return self._scan_ns
        self._set_up(now_ns, scans=scans)
        if self._link.hangs:
            return self._scan_ns
        if looks:
            self._look(scans=scans)
        if scans and now_ns >= self._check_ns:
            self._check_ns = now_ns + CHECK_NS
            self._check(now_ns)
        due_ns = self._ask_user()
        self._write(scans=scans)
        return self._scan_ns if due_ns is None else min(due_ns, self._scan_ns)

    def _set_up(self, now_ns: int, *, scans: bool) -> None:
        """Set up every chip that is not as it is to be; those that are absent by scans, when it is time to try them."""
        there = [chip for chip in self.chips if not chip.absent or (scans and chip.retry.at_ns <= now_ns)]
        waiting = [chip for chip in there if chip.applied != chip.wanted]
        if waiting:
            # So that a chip that comes back shows what is due now.
            self._ask_user()
        for chip in waiting:
            try:
                self._set_up_chip(chip, scans=scans)
            except Gone:
                if self._link.hangs:
                    return

    def _set_up_chip(self, chip: ChipState, *, scans: bool) -> None:
        with self._lock:
            setup, outputs = chip.wanted, chip.outputs
        before = chip.applied
        if before is not None and (before.inputs, before.pulls) == (setup.inputs, setup.pulls):
            self._link.ask(chip, partial(chip.driver.watch, watched=setup.watched), by_clock=False)
            chip.applied = setup
            return
        look = self._link.ask(chip, partial(chip.driver.set_up, setup=setup, outputs=outputs), by_clock=scans)
        chip.applied, chip.given, chip.owes, chip.fell_ns = setup, outputs, False, None
        self._link.found(chip)
        if self._thread is None:
            chip.levels = look.levels
        else:
            now_ns = self._clock.now_ns()
            self._deliver(chip.absorb(Look(0, 0, look.levels), now_ns, now_ns))

    def _look(self, *, scans: bool) -> None:
        """Read the inputs, and again while INT stays low: what came between two reads would never be heard of."""
        for round_ in range(MAX_ROUNDS):
            fell_ns = self._interrupt.fall()
            # What is read once more, because INT stays low, is read because of a press.
            first = round_ == 0
            flagged = self._look_once(fell_ns, by_clock=scans and first, peeks=first and not scans and fell_ns is None)
            if first:
                self._interrupt.judge(heard=fell_ns is not None, flagged=flagged)
            if self._interrupt.polls or self._interrupt.is_free:
                for chip in self.chips:
                    chip.fell_ns = None
                break
            if any(chip.applied and chip.fell_ns for chip in self.chips):
                break  # it pulls INT and does not answer: the next scan asks it again
        else:
            if not flagged:
                self._interrupt.stays_low(complete=all(chip.applied for chip in self.chips))
        self._scan_ns = min(self._scan_ns, self._clock.now_ns() + self._interrupt.pace_ns)

    def _look_once(self, fell_ns: int | None, *, by_clock: bool, peeks: bool) -> bool:
        """Read all chips that are there, or (not `by_clock`) only until INT is free; whether one of them had pulled it.

        `peeks`: only those with an input that does not pull it.
        """
        changes: list[Change] = []
        flagged = False
        for chip in self.chips:
            if chip.applied is None or (peeks and not chip.unwatched):
                continue
            read = chip.driver.look if self._lines.heard else chip.driver.levels
            try:
                look = self._link.ask(chip, read, by_clock=by_clock)
            except Gone:
                self._interrupt.excuse()
                chip.fell_ns = None if by_clock else chip.fell_ns or fell_ns or self._clock.now_ns()
                continue
            self._looked = True
            now_ns = self._clock.now_ns()
            flagged = flagged or bool(look.flagged)
            changes += chip.absorb(look, chip.fell_ns or fell_ns or now_ns, now_ns)
            chip.fell_ns = None
            if look.flagged and not by_clock and self._interrupt.is_free:
                # Whoever pulled INT has been read: the others have nothing to say.
                break
        self._deliver(changes)
        return flagged

    def _check(self, now_ns: int) -> None:
        """Read the registers back; a chip that has forgotten them is set up again at once."""
        for chip in self.chips:
            if chip.applied is None:
                continue
            check = partial(chip.driver.is_as_set, setup=chip.applied, outputs=chip.given)
            try:
                same = self._link.ask(chip, check, by_clock=True)
            except Gone:
                continue
            if not same:
                chip.applied = None
            if same == chip.shaken:
                self._tell_shaken(chip, shaken=not same)
        if not self._link.hangs:
            self._link.judge_rate()
            self._set_up(now_ns, scans=True)

    def _tell_shaken(self, chip: ChipState, *, shaken: bool) -> None:
        chip.shaken = shaken
        name = f"0x{chip.address:02X}"
        if shaken:
            words = Words(
                f"扩展板 {name} 丢了设置，已重新设置：检查它的电源",
                f"expander {name} had forgotten its settings and got them again: look at its power",
            )
            self._tell(Device.CHIP, chip.address, Condition.DEGRADED, words, missed=True)
        else:
            words = Words(f"扩展板 {name} 正常", f"expander {name} keeps its settings")
            self._tell(Device.CHIP, chip.address, Condition.OK, words)

    def _write(self, *, scans: bool) -> None:
        """Give each chip what its outputs are to be, where that is not what they are."""
        with self._lock:
            wanted = [(chip, chip.outputs) for chip in self.chips]
        for chip, outputs in wanted:
            if chip.applied is None or outputs == chip.given:
                continue
            try:
                self._link.ask(chip, partial(chip.driver.give, outputs=outputs), by_clock=scans and chip.owes)
            except Gone:
                chip.owes = True
                continue
            chip.given, chip.owes = outputs, False

    # The user, who may have bugs.

    def _deliver(self, changes: Iterable[Change]) -> None:
        for change in sorted(changes, key=lambda change: change.at_ns):
            try:
                self._user.changed(change)
            except Exception as error:  # noqa: BLE001 -- one bad handler must not silence every button of the table
                self._failed(error)

    def _ask_user(self) -> int | None:
        try:
            return self._user.turn(self._clock.now_ns())
        except Exception as error:  # noqa: BLE001 -- same
            self._failed(error)
            return None

    def _tell(self, device: Device, number: int, condition: Condition, detail: Words, *, missed: bool = False) -> None:
        try:
            self._user.condition(device, number, condition, detail, missed=missed)
        except Exception as error:  # noqa: BLE001 -- same
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        self.failures += 1
        log.warning("a handler of the expanders failed: %r", error)
