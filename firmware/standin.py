"""代答: staff answer for a seat whose button is gone, by the display, with OK held; never the machine by guessing.

A seat that has been switched off (座位按钮 · 店员代答) is played by its player's fingers, not by a button. At every
question the player does as ever: opens eyes when called, and *shows* the number, or a nod; by day says it. Staff look,
hold OK, choose with ▼ what the button would have done, and let go. Then the machine presses, when the number is read
or the window is open, through the very path of a real button. So the rules, the second sweep, changing one's mind, and
a claim of night one are what they are for everybody; the card a player claims is shown to staff, who may know it.

Why it tells nothing, whoever is answered for and whatever staff enter:

* A game is not paused for it. Windows and counts are as long as ever, and a press by night changes nothing in public.
* What can be chosen depends on the public half of the question alone (`may_press`), so it is the same for every seat,
  asked or not. A choice for a seat that was not asked counts for nothing, exactly as a press of its button.
* Only while OK is held is anything of it shown: the choice, and the lamp, which the player cannot see. The screen below
  is the public one, whatever is chosen; staff pass the answer on with their hands.
* Nothing is known before the question has been heard, and nothing outlives it: a question that is put again is answered
  again.

The newest choice stands, and what is shown is what the machine does: a hold that is down is let go when something else
is chosen, a tap that was made is cleared by a hold first, and the next press waits until the finger is free. Where that
comes too late, what was pressed stands.

Nobody gets stuck: a choice that comes too late is none, as for a player who sleeps; the display says so while OK is
held. Then staff may go back (撤销), or on night one have the role claim again (身份更正), as for any missed press.
"""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from engine.prompts import AnyPrompt, Call, Form, OfferKind, RollCall
from engine.seats import Seat, Seats
from firmware.audience import Audience
from firmware.loop import Loop
from firmware.menu.choices import OFF
from firmware.menu.status import Answering, Given, Hand, StandIn
from firmware.pads import Pads
from firmware.staff import StaffCorner
from firmware.table import pace as lengths
from firmware.table.score import Score
from firmware.table.session import Table
from hardware.debounce import Level
from hardware.ports import NS_PER_MS, LampFrame, Pattern, Timer

TAP_MS: Final = 120
APART_MS: Final = 180
"""Between two taps of one gesture."""
BETWEEN_MS: Final = 650
"""Between two gestures of one seat, so that they are not taken for one."""
HOLD_MS: Final = 1_250
LONG_HOLD_MS: Final = 2_250
REVEAL_MS: Final = 1_400
VOID_MS: Final = 650
"""A hold that is let go between here and its full length is neither a tap nor a hold."""
SPARE_MS: Final = 250
"""A hold of any kind lasts for at most so much longer than it must."""
REST_MS: Final = 1_000
"""A finger that has been off the key for so long is free for everything."""
AFTER_MS: Final = 250
"""A tap at a number falls so long after its time has begun."""

PRESSES: Final = {
    Hand.TAP: (TAP_MS,),
    Hand.TWO_TAPS: (TAP_MS, TAP_MS),
    Hand.HOLD: (HOLD_MS,),
    Hand.LONG_HOLD: (LONG_HOLD_MS,),
    Hand.REVEAL: (TAP_MS, TAP_MS, REVEAL_MS),
}
"""The lengths of the presses that a gesture is made of."""

NOTHING: Final = Given()

_HANDS: Final = {
    Form.READY: (Hand.TAP,),
    Form.WAKE: (Hand.TWO_TAPS,),
    Form.CLAIM: (Hand.TWO_TAPS,),
    Form.ASK: (Hand.TAP,),
    Form.BID: (Hand.TAP,),
    Form.WITHDRAW: (Hand.LONG_HOLD,),
    Form.FLOOR: (Hand.TAP,),
}
"""What a button may do at a question besides choosing a number, in the order of the list."""


class Desk(Protocol):
    """The judge, as far as it matters here."""

    @property
    def table(self) -> Table | None:
        """The game at play."""

    @property
    def pads(self) -> Pads:
        """Which button stands for which seat."""

    @property
    def staff(self) -> StaffCorner:
        """Menu and display."""

    def press(self, level: Level) -> None:
        """The button of a seat goes down or up."""


def may_press(call: Call, offers: tuple[OfferKind, ...], score: Score) -> tuple[Given, ...]:
    """What a button may do at the question `call`: the same for every seat. First of all nothing."""
    counted = tuple(Given(option=option) for option in call.options) if score.counts else ()
    if call.form not in (Form.PICK, Form.BALLOT, Form.CHOICE):
        counted = ()
    hands = _HANDS.get(call.form, ())
    if call.form is Form.CHOICE and not score.counts:
        hands = (Hand.HOLD,)
    if call.form is Form.FLOOR and OfferKind.WITHDRAW in offers:
        hands = (*hands, Hand.LONG_HOLD)
    if OfferKind.EXPLODE in offers or OfferKind.DUEL in offers:
        hands = (*hands, Hand.REVEAL)
    return (NOTHING, *counted, *(Given(hand=hand) for hand in hands))


class _Press:
    """One press that is to be made, of `length_ms`."""

    def __init__(self, given: Given, length_ms: int, down_ns: int) -> None:
        self.given = given
        self.begun = False
        self.length_ms = length_ms
        self.up_ns = down_ns + length_ms * NS_PER_MS
        self.void_ns = down_ns + VOID_MS * NS_PER_MS
        """Let go from here on a hold is no tap."""
        self.timers: tuple[Timer, ...] = ()

    def can_be_void(self, now_ns: int) -> bool:
        """Whether it can still come to nothing: not a tap that is down, nor a hold that has lasted long enough."""
        if not self.begun:
            return True
        return self.length_ms > VOID_MS and now_ns < self.up_ns - SPARE_MS * NS_PER_MS


class _Finger:
    """The finger of one seat: what stands, and what it will do."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.given: tuple[Given, ...] = ()
        """The newest last."""
        self.late = False
        """Whether the last choice came when there was nothing to press any more, so that the one before stands."""
        self.presses: list[_Press] = []
        self.free_ns = 0
        """When the finger last came off the key."""

    def done(self, given: Given, now_ns: int) -> bool:
        """Whether what is pressed for `given` cannot be left undone any more."""
        return not any(press.given == given and press.can_be_void(now_ns) for press in self.presses)

    def up_ns(self, now_ns: int) -> int:
        """When the finger is off the key, after what is down and a hold that clears."""
        busy = [press.up_ns for press in self.presses if press.begun or press.given == NOTHING]
        return max(self.free_ns, *busy, now_ns - REST_MS * NS_PER_MS)

    def cancel(self, given: Given) -> None:
        """What has not been begun is not done. A tap that has is ended as it was meant."""
        for press in [press for press in self.presses if press.given == given and not press.begun]:
            for timer in press.timers:
                timer.cancel()
            self.presses.remove(press)

    def drop(self) -> None:
        """Nothing is wanted any more."""
        for given in {press.given for press in self.presses}:
            self.cancel(given)
        self.given = ()
        self.late = False


class StandIns(Audience):
    """The fingers of staff at one table."""

    def __init__(self, loop: Loop, desk: Desk) -> None:
        """Nobody is answered for."""
        self._loop = loop
        self._desk = desk
        self._fingers: dict[Seat, _Finger] = {}
        self._lamps: LampFrame = ()
        self._call: Call | None = None
        self._offers: tuple[OfferKind, ...] = ()
        self._places = 1
        self._may: tuple[Given, ...] = (NOTHING,)
        self._score: Score | None = None
        self._start_ns = 0
        self._opens: Timer | None = None
        self._asked = 0
        """Counts the questions, so that a page knows when another one is put."""

    # ------------------------------------------------------------ what staff do

    def give(self, seat: Seat, given: Given) -> None:
        """The button of `seat` shall do this; what it cannot do at the open question is left undone."""
        self._look_for_seats()
        finger, score = self._fingers.get(seat), self._score
        if finger is None or score is None or self._call is None or given not in self._may:
            return
        finger.late = False
        if given == NOTHING:
            self._withdraw(finger)
        elif given.option is not None:
            self._choose(finger, given, score)
        elif given.hand is not None:
            self._gesture(finger, given, given.hand, score)
        self._show()

    def _withdraw(self, finger: _Finger) -> None:
        """Nothing is wanted any more; what has been pressed already is cleared by a hold, where that clears."""
        now_ns = self._loop.now_ns()
        done = tuple(given for given in finger.given if finger.done(given, now_ns))
        self._let_go(finger, *done)
        finger.given = done
        if not done or self._call is None or self._score is None:
            return
        at_ns = max(now_ns, finger.up_ns(now_ns) + BETWEEN_MS * NS_PER_MS)
        window = self._score.window
        ends_ns = None if window is None else self._start_ns + window.to_ms * NS_PER_MS
        in_time = ends_ns is None or at_ns + HOLD_MS * NS_PER_MS <= ends_ns
        if self._call.form in (Form.PICK, Form.ASK) and in_time:
            finger.given = ()
            self._press(finger, NOTHING, (HOLD_MS,), at_ns)
        else:
            finger.late = True

    def _choose(self, finger: _Finger, given: Given, score: Score) -> None:
        """A tap at the number, when it is read next and the finger is free."""
        now_ns = self._loop.now_ns()
        if given in finger.given:
            return
        final = self._call is not None and self._call.final
        ready_ns = max(now_ns, finger.up_ns(now_ns) + APART_MS * NS_PER_MS)
        ready_ms = -(-(ready_ns - self._start_ns) // NS_PER_MS)
        due = [
            at_ms
            for count in score.counts
            if count.option == given.option
            and (at_ms := max(ready_ms, count.opens_ms + AFTER_MS)) < count.closes_ms - TAP_MS
        ]
        if not due or (final and any(finger.done(old, now_ns) for old in finger.given)):
            finger.late = True
            return
        standing = finger.given[len(finger.given) - (self._places - 1) :] if self._places > 1 else ()
        standing = finger.given if len(finger.given) < self._places else standing
        self._let_go(finger, *standing, NOTHING)
        finger.given = (*standing, given)
        self._press(finger, given, (TAP_MS,), self._start_ns + due[0] * NS_PER_MS)

    def _gesture(self, finger: _Finger, given: Given, hand: Hand, score: Score) -> None:
        """A gesture, as soon as it counts."""
        now_ns = self._loop.now_ns()
        from_ms, window = 0, score.window
        if self._call is not None and self._call.form is Form.FLOOR and hand is Hand.TAP:
            last = score.sentences[-1] if score.sentences else None
            from_ms = (last.at_ms + last.length_ms if last else 0) + lengths.PASS_AFTER_MS + AFTER_MS
            window = None
        elif window is not None:
            from_ms = window.from_ms + AFTER_MS
        ready_ns = max(now_ns, finger.up_ns(now_ns))
        if window is not None and ready_ns >= self._start_ns + window.to_ms * NS_PER_MS:
            finger.late = True
            return
        self._let_go(finger)
        finger.given = (given,)
        at_ns = max(now_ns, finger.up_ns(now_ns) + BETWEEN_MS * NS_PER_MS, self._start_ns + from_ms * NS_PER_MS)
        self._press(finger, given, PRESSES[hand], at_ns)

    def _let_go(self, finger: _Finger, *but: Given) -> None:
        """Nothing else than `but` is wanted: nothing of it is begun, and a hold that is down is let go, as no tap."""
        now_ns = self._loop.now_ns()
        for press in [press for press in finger.presses if press.given not in but]:
            if not press.begun:
                finger.cancel(press.given)
            elif press.given != NOTHING and press.can_be_void(now_ns):
                press.timers[-1].cancel()
                press.up_ns = max(now_ns, press.void_ns)
                press.timers = (self._loop.call_at(press.up_ns, partial(self._up, finger, press)),)

    def _press(self, finger: _Finger, given: Given, presses: tuple[int, ...], at_ns: int) -> None:
        for length_ms in presses:
            press = _Press(given, length_ms, at_ns)
            press.timers = (
                self._loop.call_at(at_ns, partial(self._down, finger, press)),
                self._loop.call_at(press.up_ns, partial(self._up, finger, press)),
            )
            finger.presses.append(press)
            at_ns = press.up_ns + APART_MS * NS_PER_MS

    def _down(self, finger: _Finger, press: _Press) -> None:
        press.begun = True
        self._desk.press(Level(finger.seat, down=True, at_ns=self._loop.now_ns()))

    def _up(self, finger: _Finger, press: _Press) -> None:
        finger.presses.remove(press)
        finger.free_ns = self._loop.now_ns()
        self._desk.press(Level(finger.seat, down=False, at_ns=finger.free_ns))

    # ------------------------------------------------------------ what they see with OK held

    def _look_for_seats(self) -> None:
        """Who is answered for now."""
        table = self._desk.table
        playing: Seats = table.game.state.seats if table is not None else ()
        off = {seat for seat, pad in self._desk.pads.worn if pad == OFF and seat in playing}
        for seat in self._fingers.keys() - off:
            self._fingers.pop(seat).drop()
        for seat in off - self._fingers.keys():
            self._fingers[seat] = _Finger(seat)

    def _show(self) -> None:
        lamps = {lamp.seat: lamp.pattern for lamp in self._lamps}
        hands = tuple(
            StandIn(seat=seat, given=finger.given, late=finger.late, lamp=lamps.get(seat, Pattern.OFF))
            for seat, finger in sorted(self._fingers.items())
        )
        answering = Answering(asked=self._asked, may=self._may, seats=hands) if hands else None
        self._desk.staff.tell(answering=answering)

    def _forget(self) -> None:
        """No question is open that has been heard."""
        if self._opens is not None:
            self._opens.cancel()
        self._opens, self._score, self._may = None, None, (NOTHING,)
        for finger in self._fingers.values():
            finger.drop()

    def _open(self, score: Score) -> None:
        """The question is heard."""
        self._opens = None
        if self._call is not None:
            self._score, self._may = score, may_press(self._call, self._offers, score)
            self._show()

    # ------------------------------------------------------------ what is put to the table

    def prompt(self, prompt: AnyPrompt | None, number: int) -> None:
        """A question; what is kept of it is public, the number of places too."""
        del number
        self._call = prompt.call if prompt is not None else None
        self._offers = tuple(offer.kind for offer in prompt.offers) if prompt is not None else ()
        self._places = prompt.places if isinstance(prompt, RollCall) else 1

    def begin(self, score: Score, start_ns: int) -> None:
        """Its score; before the question is heard nobody may know what it will be."""
        self._forget()
        self._look_for_seats()
        self._start_ns = start_ns
        self._asked += 1
        opens_ns = start_ns + score.question_ms * NS_PER_MS
        self._opens = self._loop.call_at(opens_ns, partial(self._open, score))
        self._show()

    def silence(self) -> None:
        """Somebody has broken in: the question is put again, or another one."""
        self._forget()
        self._show()

    def lamps(self, frame: LampFrame, eyes: object) -> None:
        """What the lamps of those would show who have none."""
        del eyes
        self._lamps = frame
        if self._fingers:
            self._show()

    def chosen(self, seats: Seats, pads: object) -> None:
        """Other buttons may stand for seats now."""
        del seats, pads
        self._look_for_seats()
        self._show()

    def closed(self) -> None:
        """No game is open any more."""
        self._forget()
        self._fingers.clear()
        self._desk.staff.tell(answering=None)
