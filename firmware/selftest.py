"""自检, the part that asks and listens: seat by seat a press and a look at the lamp, then what the display asks.

Every seat that is wired is called by its number, whoever plays tonight; spare pads come last. Its first press proves
the button, and lights the lamp; a second press, asked for in words, proves that somebody sees the light. Who presses
again only because nothing happened does so before these words are out: such a press counts for nothing. A seat that
does not answer is noted, and the next one is called; behind a silent one only once, so that a row of places where
nobody stands does not take minutes. What staff pass over was not tried, and is told so. Nothing is secret: no game is
open, and all eyes are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from audio.say import Say
from engine.prompts import Eyes
from engine.seats import Seat, Seats
from engine.text import Text
from firmware.faults import Fault, ranges
from firmware.menu.status import Finding, Part, SelfCheck
from firmware.table.aside import Speaker
from firmware.table.outlets import Outlets
from hardware.debounce import Level
from hardware.ports import NS_PER_MS, Lamp, Pattern, Timer, Timers

ASK: Final = "staff.press_seat"
AGAIN: Final = "err.not_pressed"
WRONG: Final = "err.wrong_seat"
LIT: Final = "staff.lamp_seat"
DONE: Final = "setup.seats_done"
HEAR: Final = "staff.volume"

PRESS_NS: Final = 8000 * NS_PER_MS
"""How long a seat has after it was called; it is called twice, or once where the one before was silent."""
LOOK_NS: Final = 5000 * NS_PER_MS
"""How long it has to say that its lamp burns."""
SAID_NS: Final = 600 * NS_PER_MS
"""A press this soon after the first was not asked for: the words have hardly begun."""

PLUG: Final = Text("插头拔下再插好；还是不行，用备用按钮。", "Plug the pad in again. Still silent: use a spare.")
LAMP: Final = Text("按钮好的，灯不亮：换一个按钮盒。", "The button works, the lamp does not: change the pad.")
SKIPPED: Final = Text("再做一遍自检；按了没反应，插头拔下再插好。", "Check again. Silent: plug the pad in again.")
NO_SOUND: Final = Text("插好喇叭，在“声音”里调大音量。", "Plug the speaker in, and turn it up under Sound.")

ORDER: Final = tuple(Part)


def silent_seat(seat: Seat, other: Seat | None) -> Finding:
    """`seat` has not answered; perhaps `other` did."""
    what = Text(f"{seat}号按钮", f"Seat {seat}: button")
    if other is None:
        return Finding(what, PLUG)
    crossed = Text(
        f"按的时候收到的是{other}号：两个插头插反了，对调。", f"It came in as seat {other}: swap these two plugs."
    )
    return Finding(what, crossed)


def dark_lamp(seat: Seat) -> Finding:
    """Nobody has seen the lamp of `seat`."""
    return Finding(Text(f"{seat}号灯", f"Seat {seat}: lamp"), LAMP)


def untried(seats: Seats) -> Finding:
    """Staff have passed over `seats` before they could answer: nothing is known of them."""
    told = ranges(seats)
    several = "s" if len(seats) > 1 else ""
    return Finding(Text(f"{told}号没试", f"Not tried: seat{several} {told}"), SKIPPED)


def found_by(fault: Fault) -> Finding:
    """What the fault book knows: the code, so that it can be looked up, and the one thing to do."""
    words = fault.words
    return Finding(Text(f"{fault.code} {words.name.zh}", f"{fault.code} {words.name.en}"), words.action)


class SelfTest:
    """One self-check; it stands at its result until staff end it."""

    def __init__(
        self,
        seats: Seats,
        *,
        speaker: Speaker,
        timers: Timers,
        outlets: Outlets,
        faults: Callable[[], tuple[Fault, ...]],
        trouble: Callable[[], Text | None],
        tell: Callable[[SelfCheck], None],
    ) -> None:
        """Check `seats`, then the devices, of which `faults` tells; `trouble`: why nothing is heard."""
        self._seats = seats
        self._speaker = speaker
        self._timers = timers
        self._outlets = outlets
        self._faults = faults
        self._trouble = trouble
        self._tell = tell
        self._part = Part.SEATS
        self._left = list(seats)
        self._seat: Seat | None = None
        self._lit_ns: int | None = None
        """Since when the lamp of the seat is to be looked at."""
        self._other: Seat | None = None
        self._called_again = False
        self._silent = False
        """Whether the seat before was called for nothing."""
        self._untried: list[Seat] = []
        self._found: list[Finding] = []
        self._timer: Timer | None = None

    def start(self) -> None:
        """Call the first seat."""
        self._next_seat()

    def stop(self) -> None:
        """Say and light nothing any more."""
        self._wait(None)
        self._outlets.silence()
        self._outlets.lamps((), Eyes.OPEN)

    def level(self, level: Level) -> None:
        """A button went down or up."""
        if not level.down or self._seat is None:
            return
        if level.seat != self._seat:
            self._pressed_elsewhere(Seat(level.seat))
        elif self._lit_ns is None:
            self._pressed(level.at_ns)
        elif level.at_ns >= self._lit_ns + SAID_NS:
            self._next_seat()

    def go_on(self, *, well: bool) -> None:
        """Staff have seen the present part, `well` or not; while seats are asked: enough of this one."""
        if self._part is Part.SEATS:
            if self._seat is not None:
                self._pass_over(self._seat)
            return
        if self._part is Part.DEVICES:
            self._found += [found_by(fault) for fault in self._faults()]
        elif self._part is Part.SPEAKER and not well:
            why = self._trouble()
            self._found.append(Finding(Text("喇叭", "Loudspeaker"), NO_SOUND if why is None else why))
        self._next_part()

    def say_again(self) -> None:
        """The sentence of the loudspeaker once more."""
        if self._part is Part.SPEAKER:
            self._speaker.say(Say(key=HEAR))

    # ------------------------------------------------------------ the seats

    def _next_seat(self) -> None:
        """Call the next seat; after the last one the seats are done."""
        self._outlets.lamps((), Eyes.OPEN)
        self._lit_ns = self._other = None
        self._called_again = self._silent
        self._seat = self._left.pop(0) if self._left else None
        if self._seat is None:
            self._wait(None)
            if self._untried:
                self._found.append(untried(tuple(self._untried)))
            self._speaker.say(Say(key=DONE))
            self._next_part()
            return
        self._call(ASK)

    def _call(self, key: str) -> None:
        """Call the seat with that line, and wait for its press."""
        said_ns = self._speaker.say(Say(key=key, seat=self._seat))
        self._report()
        self._wait(said_ns + PRESS_NS)

    def _pressed(self, at_ns: int) -> None:
        """The button works: now its lamp."""
        assert self._seat is not None, "a seat was called"
        self._lit_ns, self._other, self._silent = at_ns, None, False
        self._outlets.lamps((Lamp(self._seat, Pattern.STEADY, at_ns),), Eyes.OPEN)
        self._wait(self._speaker.say(Say(key=LIT)) + LOOK_NS)
        self._report()

    def _pressed_elsewhere(self, other: Seat) -> None:
        """Another button than the one that was asked for; said once, then only shown."""
        if self._lit_ns is not None:
            return
        first, self._other = self._other is None, other
        if first:
            self._call(WRONG)
        else:
            self._report()

    def _late(self) -> None:
        """Nothing was pressed in time: call once more, then give up."""
        if self._lit_ns is None and not self._called_again:
            self._called_again = True
            self._call(AGAIN)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """Note what is wrong with the seat, and go on."""
        assert self._seat is not None, "a seat was called"
        lamp = self._lit_ns is not None
        self._silent = not lamp and self._other is None
        self._found.append(dark_lamp(self._seat) if lamp else silent_seat(self._seat, self._other))
        self._next_seat()

    def _pass_over(self, seat: Seat) -> None:
        """Staff do not wait for `seat`: one that has said nothing yet was not tried."""
        if self._lit_ns is None and self._other is None:
            self._untried.append(seat)
            self._next_seat()
        else:
            self._give_up()

    # ------------------------------------------------------------ the rest

    def _next_part(self) -> None:
        self._part = ORDER[min(ORDER.index(self._part) + 1, len(ORDER) - 1)]
        self._report()
        self.say_again()

    def _wait(self, until_ns: int | None) -> None:
        """Be called `_late` at `until_ns`, or not at all."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if until_ns is None else self._timers.call_at(until_ns, self._late)

    def _report(self) -> None:
        self._tell(
            SelfCheck(
                part=self._part,
                seats=self._seats,
                seat=self._seat,
                lit=self._lit_ns is not None,
                other=self._other,
                found=tuple(self._found),
            )
        )
