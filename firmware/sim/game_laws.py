"""What the judge must never do with life and death (rules 3.18, 4, 5, 6), worked out from what was dealt and marked.

Absent    who has gone answers nothing, and who is out answers only what is asked of the dead
Mornings  who dies by night is who the marks of that night kill, and they are announced, all of them, once
Verdicts  the game ends when the living decide it, not before and not after, and by whom it was decided
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.commands import Chosen, OfferTaken, Pressed
from engine.houserules import Switch, WinMode
from engine.seats import Seat, seats_of
from firmware.sim.ledger import NOBODY, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.game import Step
    from engine.secrecy import Event

WOLF: Final = "werewolf"
FOLK: Final = "villager"
"""All other cards of these boards are 神."""


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


class Mornings(Watch):
    """The knife kills whom nobody keeps from it, guard and antidote at once undo each other, poison kills always.

    The guard keeps nobody twice running, and each potion is used once, not both in one night.
    """

    def __init__(self) -> None:
        """No night yet."""
        super().__init__()
        self._marks: dict[e.Mark, Seat] = {}
        self._kept: Seat | None = None
        self._used: list[e.Mark] = []
        self._dead: list[Seat] = []
        self._dawn = False

    def before(self, event: Event) -> None:
        """A night, its marks, and what it leads to."""
        match event:
            case e.NightFell():
                self._kept = self._marks.get(e.Mark.GUARD)
                self._marks, self._dead, self._dawn = {}, [], False
            case e.Redealt():
                self._marks, self._used = {}, []
            case e.Marked(mark=mark, target=target) if target is not None:
                self._marked(mark, target)
            case e.NightEnded():
                self._dawn = True
            case e.Died(seat=seat, cause=e.Cause.KNIFE | e.Cause.POISON):
                self._dead.append(seat)
            case e.Announced(seats=seats):
                due = tuple(seat for seat in self.ledger.died if seat not in self.ledger.out)
                if seats != due:
                    self.break_(f"{seats} are announced, {due} have died")
            case _:
                pass

    def _marked(self, mark: e.Mark, target: Seat) -> None:
        if mark is e.Mark.GUARD and target == self._kept:
            self.break_(f"seat {target} is guarded twice running")
        if mark in (e.Mark.SAVE, e.Mark.POISON):
            if mark in self._used or {e.Mark.SAVE, e.Mark.POISON} & {*self._marks}:
                self.break_(f"the witch has no potion left to {mark} with")
            self._used.append(mark)
        if mark is e.Mark.SAVE and target != self._marks.get(e.Mark.KNIFE):
            self.break_(f"seat {target} is saved and was not knifed")
        self._marks[mark] = target

    def done(self, step: Step) -> None:
        """The night is settled; where it decides the game by the knife alone, the rest of it does not count."""
        if not self._dawn:
            return
        self._dawn = False
        knife, poison = self._marks.get(e.Mark.KNIFE), self._marks.get(e.Mark.POISON)
        kept = [self._marks.get(e.Mark.GUARD) == knife, self._marks.get(e.Mark.SAVE) == knife]
        both_kill = self.ledger.rules.double_protect_dies is Switch.ON
        safe = any(kept) and not (all(kept) and both_kill)
        right = {seat for seat in (None if safe else knife, poison) if seat is not None}
        over = any(isinstance(event, e.GameOver | e.EndHeld) for event in step.events)
        if {*self._dead} != right and not (over and {*self._dead} < right):
            self.break_(f"night {self.ledger.n} kills {self._dead}, by its marks {sorted(right)}")


class Verdicts(Watch):
    """好人 have won when no wolf lives, 狼人 when no 神 or no 民 lives (屠边) or nobody good does (屠城)."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__()
        self._cards = cards
        self._over = False
        self._held = False
        self._died_once = NOBODY

    def before(self, event: Event) -> None:
        """A death, or the end."""
        match event:
            case e.Redealt():
                self._died_once = NOBODY
            case e.Died(seat=seat):
                if seat in self._died_once:
                    self.break_(f"seat {seat} dies twice")
                self._died_once = seats_of(*self._died_once, seat)
            case e.EndHeld():
                self._held = True
            case e.GameOver(winner=winner, reason=reason):
                self._over = True
                self._ended(winner, reason)
            case _:
                pass

    def done(self, step: Step) -> None:
        """Nothing is decided, or the game is over."""
        decided = self._good_wins() or self._wolves_win()
        if decided and not self._over and not self._held and step.prompt is not None and self.ledger.died:
            self.break_(f"the living have decided the game, and it goes on with {step.prompt.call.line}")

    def _ended(self, winner: e.Winner, reason: e.Reason) -> None:
        if reason is e.Reason.ROUNDS:
            right = winner is e.Winner.DRAW and self.ledger.n == self.ledger.rules.max_rounds
        elif winner is e.Winner.GOOD:
            right = self._good_wins()
        elif winner is e.Winner.WOLF:
            right = self._wolves_win()
        else:
            right = self._good_wins() and self._wolves_win()
        if not right:
            self.break_(f"{winner} win because of {reason}, dead are {self.ledger.died}")

    def _alive(self) -> list[str]:
        """The cards of those who live; 白痴 who has flipped, unless he is no 神 any more in this house."""
        gone = self.ledger.flipped if self.ledger.rules.idiot_counts_as_god_after is Switch.OFF else NOBODY
        if self.ledger.rules.win_mode is WinMode.CITY:
            gone = NOBODY
        return [card for seat, card in self._cards().items() if seat not in (*self.ledger.died, *gone)]

    def _good_wins(self) -> bool:
        return WOLF not in self._alive()

    def _wolves_win(self) -> bool:
        alive, dealt = self._alive(), [*self._cards().values()]
        good = [card for card in alive if card != WOLF]
        if self.ledger.rules.win_mode is WinMode.CITY:
            return not good
        gods_gone = any(card not in (WOLF, FOLK) for card in dealt) and all(card == FOLK for card in good)
        folk_gone = FOLK in dealt and FOLK not in good
        return gods_gone or folk_gone
