"""What the judge must never do with life and death (rules 3.18, 4, 5, 6), worked out from what was dealt and marked.

Absent    who has gone answers nothing, and who is out answers only what is asked of the dead
Mornings  who dies by night is who the marks of that night kill, and they are announced, all of them, once
Verdicts  the game ends when the living decide it, not before and not after, and by whom it was decided
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.commands import Chosen, OfferTaken, Pressed
from engine.houserules import CharmTargets, Simultaneous, Switch
from engine.seats import Seat, Seats, seats_of
from firmware.sim.ledger import Watch
from firmware.sim.ties import PACK, Bound

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Step
    from engine.secrecy import Event

MARKERS: Final = MappingProxyType(
    {
        e.Mark.GUARD: "guard",
        e.Mark.SAVE: "witch",
        e.Mark.POISON: "witch",
        e.Mark.CHECK: "seer",
        e.Mark.CHARM: "wolf_beauty",
        e.Mark.SILENCE: "silence_elder",
    }
)
"""Who makes which mark; the knife is the pack's."""
TWICE: Final = MappingProxyType({e.Mark.GUARD: "guarded", e.Mark.SILENCE: "silenced"})
"""What may not hit one seat two nights running."""


class Absent(Watch):
    """A seat whose player has left does nothing any more; a seat that is out, only what it is asked by name."""

    def answered(self, step: Step) -> None:
        """Who has acted."""
        match step.command:
            case Pressed(seats=acted):
                pass
            case Chosen(picks=picks):
                acted = tuple(pick.seat for pick in picks)
            case OfferTaken(seat=seat):
                acted = (seat,)
            case _:
                return
        named = self.asked.call.seat if self.asked is not None else None
        for seat in acted:
            if seat in self.ledger.left:
                self.break_(f"seat {seat} has left and answers {self.asked and self.asked.call.line}")
            if seat in self.ledger.out and seat != named:
                self.break_(f"seat {seat} is out and answers {self.asked and self.asked.call.line}")


class Mornings(Bound):
    """The knife kills whom nobody keeps from it, guard and antidote at once undo each other, poison kills always.

    老流氓 it kills later. Who dies drags along who is bound to it. Marks are made by those whose cards make them, and
    who live: the guard keeps nobody twice running, nobody is silenced twice running, and each potion is used once, not
    both in one night.
    """

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """No night yet. `cards`: as they lie on the table."""
        super().__init__(cards)
        self._used: list[e.Mark] = []
        self._dead: list[Seat] = []
        self._due: tuple[Seats, Seats] | None = None
        """Who dies of this night, and who of the knife with 殉情 alone; None by day."""
        self._settled = False
        self._mistaken = False
        """Some who opened their eyes with the pack in this first night do not belong to it."""

    def before(self, event: Event) -> None:
        """A night, its marks, and what it leads to."""
        match event:
            case e.Claimed(role="werewolf", seats=seats):
                self._mistaken = seats != tuple(seat for seat in self.ledger.present if self._knifes(seat))
            case e.NightFell():
                self._due = None
            case e.Redealt():
                self._used = []
            case e.Marked(mark=mark, by=by, target=target):
                self._made(mark, by, target)
                if target is not None:
                    self._marked(mark, target)
            case e.Died(seat=seat) if self._due is not None and not self._settled:
                self._dead.append(seat)
            case e.DayBroke() | e.PhaseEntered(phase=e.Phase.ELECTION):
                self._settled = True
            case e.Announced(seats=seats):
                due = tuple(seat for seat in self.ledger.died if seat not in self.ledger.out)
                if seats != due:
                    self.break_(f"{seats} are announced, {due} have died")
            case _:
                pass

    def after(self, event: Event) -> None:
        """The night is over: who has to die."""
        if isinstance(event, e.NightEnded):
            everybody, by_knife = self.ties.tonight()
            self._dead, self._due, self._settled = [], (seats_of(*everybody), seats_of(*by_knife)), False

    def _made(self, mark: e.Mark, by: Seats, target: Seat | None) -> None:
        there = self.ledger.present
        if mark is e.Mark.KNIFE:
            due = tuple(seat for seat in there if self._knifes(seat))
        else:
            due = tuple(seat for seat in there if self.ties.card(seat) == MARKERS[mark])
        if by != due and not (mark is e.Mark.KNIFE and self._mistaken and self.ledger.n == 1):
            self.break_(f"the mark {mark} is made by {by}, {due} could make it")
        if mark is e.Mark.KNIFE and target is not None and self.ties.card(target) == "wolf_beauty":
            self.break_("the pack knifes 狼美人")
        if mark is e.Mark.CHARM and target is not None:
            if target in by:
                self.break_("狼美人 charms herself")
            if self.ledger.rules.charm_targets is CharmTargets.NON_WOLF and self._knifes(target):
                self.break_(f"seat {target} is a wolf and charmed")

    def _knifes(self, seat: Seat) -> bool:
        """The pack, 野孩子 who has turned, and 隐狼 once all of them were dead."""
        return self.ties.card(seat) in PACK or seat in (*self.ties.turned, *self.ties.heirs)

    def _marked(self, mark: e.Mark, target: Seat) -> None:
        last = self.ties.before.get(mark)
        again = TWICE.get(mark)
        if mark is e.Mark.CHARM and self.ledger.rules.charm_repeat is Switch.OFF:
            again = "charmed"
        if again and target == last:
            self.break_(f"seat {target} is {again} twice running")
        if mark in (e.Mark.SAVE, e.Mark.POISON):
            if mark in self._used or {e.Mark.SAVE, e.Mark.POISON} & {*self.ties.marks}:
                self.break_(f"the witch has no potion left to {mark} with")
            self._used.append(mark)
        if mark is e.Mark.SAVE and target != self.ties.marks.get(e.Mark.KNIFE):
            self.break_(f"seat {target} is saved and was not knifed")

    def done(self, step: Step) -> None:
        """The night is settled; where it decides the game by the knife alone, the rest of it does not count."""
        if self._due is None or not self._settled:
            return
        over = any(isinstance(event, e.GameOver | e.EndHeld) for event in step.events)
        due = self._due if over else self._due[:1]
        if seats_of(*self._dead) not in due:
            self.break_(f"night {self.ledger.n} kills {self._dead}, by its marks {due[0]}")
        self._due = None


class Verdicts(Bound):
    """Who has won is who has by rules 6, and the game ends then, not before and not after.

    炸弹人 alone where his blast leaves nobody; 第三方 where nobody else lives; 好人 when no wolf lives; 狼人 when no 神
    or no 民 lives (屠边) or nobody good does (屠城), in a batch that began with a wolf outside the couple.
    """

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__(cards)
        self._over = False
        self._held = False
        self._hunted = False
        self._batch = False
        """Somebody has died in this step."""

    def answered(self, step: Step) -> None:
        """Whether a wolf that could win lived before `step`."""
        del step
        self._hunted, self._batch = bool(self.ties.hunters), False

    def before(self, event: Event) -> None:
        """A death, or the end."""
        match event:
            case e.Died(seat=seat):
                self._batch = True
                if seat in self.ties.dead:
                    self.break_(f"seat {seat} dies twice")
            case e.EndHeld():
                self._held = True
            case e.GameOver(winner=winner, reason=reason):
                self._over = True
                self._ended(winner, reason)
            case _:
                pass

    def done(self, step: Step) -> None:
        """Nothing is decided, or the game is over.

        Where 野孩子 turns in the batch that leaves no other wolf, 狼人 can only win with a later death.
        """
        wolves = self._batch and self._hunted and bool(self.ties.hunters) and self.ties.wolves_win()
        decided = self.ties.good_wins() or self.ties.third_wins() or wolves
        if decided and not self._over and not self._held and step.prompt is not None and self.ties.dead:
            self.break_(f"the living have decided the game, and it goes on with {step.prompt.call.line}")

    def _ended(self, winner: e.Winner, reason: e.Reason) -> None:
        good, wolves, third = self.ties.good_wins(), self._wolves_win(), self.ties.third_wins()
        blown = not self.ties.alive and e.Cause.BLAST in self.ties.dead.values()
        both = self.ledger.rules.simultaneous_win
        if reason is e.Reason.ROUNDS:
            right = winner is e.Winner.DRAW and self.ledger.n == self.ledger.rules.max_rounds
        elif blown or third:
            right = winner is (e.Winner.BOMBER if blown else e.Winner.THIRD)
        elif winner is e.Winner.GOOD:
            right = good and (not wolves or self._held or both is Simultaneous.GOOD)
        elif winner is e.Winner.WOLF:
            right = wolves and (not good or both is Simultaneous.WOLF or self._by_knife())
        else:
            right = winner is e.Winner.DRAW and good and wolves and both is Simultaneous.DRAW
        if not right:
            self.break_(f"{winner} win because of {reason}, dead are {self.ledger.died}")

    def _by_knife(self) -> bool:
        """狼刀在先: the knife's own death came first, and has decided."""
        return self.ledger.rules.wolf_knife_first is Switch.ON

    def _wolves_win(self) -> bool:
        return (self._hunted or bool(self.ties.hunters)) and self.ties.wolves_win()
