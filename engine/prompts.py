"""The questions the rulebook puts to the table: five kinds and nothing else (architecture: the conversation).

Every prompt has two faces. `call` is its public face: what is said and counted, hence everything
the room may hear, see or time. All other fields are secret: who may answer, what is legal, who is
awake. The announcer and the pacer are handed the `call` only.

| prompt     | question                                             | answered by (engine.commands)      |
|------------|------------------------------------------------------|------------------------------------|
| `Press`    | who presses in this window?                          | `Pressed`: the seats that did      |
| `RollCall` | the judge counts the options; actors tap at theirs   | `Chosen`: seat -> option(s)        |
| `Floor`    | this seat has the floor                              | `FloorEnded`                       |
| `Tell`     | lamps tell facts to awake seats                      | `Done`                             |
| `Read`     | a fact from outside: the minute, who holds what      | `Value`                            |
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from engine.seats import Option, Seat, Seats
from engine.secrecy import Redacted


class Eyes(StrEnum):
    """Whose eyes are open while the prompt runs; decides what lamps may do (the lamp law)."""

    NIGHT = "night"
    """All shut but those the judge has woken: only `awake` seats may have light."""
    SHUT = "shut"
    """A ballot or bid with all eyes shut: no lamp changes at all."""
    OPEN = "open"
    """Day."""


class Form(StrEnum):
    """How the prompt is performed; the table layer owns the lengths (seat-language 3, 4, 7)."""

    BID = "bid"
    """Press: eyes shut; who stands for sheriff, closed by a spoken count. Every publicly living seat may."""
    WITHDRAW = "withdraw"
    """Press: 退水时间, a fixed window with eyes open; `who` still stands."""
    READY = "ready"
    """Press: every seat taps once when it knows its card; closes early when all have."""
    WAKE = "wake"
    """Press: the wake line of a night step; on night 1 with the claim window (two taps)."""
    CLAIM = "claim"
    """Press: a claim window inside a step, of one more card (`Call.card`) of those who are awake (two taps)."""
    ASK = "ask"
    """Press: a yes/no window of fixed length; a tap is yes, a hold takes it back."""
    PICK = "pick"
    """RollCall: night pick, two sweeps, the second is the read-back."""
    BALLOT = "ballot"
    """RollCall: two sweeps, eyes shut, no lamps; the last tap stands."""
    CHOICE = "choice"
    """RollCall: a day choice by one seat: one count, then spoken confirmation, one recount."""
    TOUR = "tour"
    """Tell: every option in turn opens its eyes for a while, its lamp says yes or no, and it shuts them again."""
    DEAL = "deal"
    """Tell: `seat` opens its eyes, the names of the deck are counted once, its lamp lights at its own; eyes shut."""
    SHOW = "show"
    """Tell: a fixed time during which the lamps in `facts` are lit (pack recognises itself, agrees by signs)."""
    COUNT = "count"
    """Tell: one sweep; a lamp lights at the counted options of its fact."""
    VERDICT = "verdict"
    """Tell: the quick third count of the wolves."""
    ANSWER = "answer"
    """Tell: the answer by lamp: steady yes / 好人 / may, fast blink no / 狼人 / may not."""
    FLOOR = "floor"
    """Floor: a speech with the length of its `line`."""
    SILENT = "silent"
    """Read: nothing is said and no time passes (the shell knows the value)."""
    STAFF = "staff"
    """Read: the game waits until staff have entered the value on the OLED."""


class Gesture(StrEnum):
    """What a press must be to answer a `Press` (seat-language 1)."""

    TAP = "tap"
    TWO_TAPS = "two_taps"
    HOLD = "hold"
    LONG_HOLD = "long_hold"
    """退水: two seconds."""


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """The public face of a prompt.

    `line` is the catalogue key of the sentence that puts the question; it is spoken first. `seat`
    fills its {seat}. `options` are counted aloud in this order. `eyes` decides the lamps. `claim`
    is true for a WAKE with a claim window. `role` names the night step by its line key: the card's
    id, but "wolf" for the pack. `firsts`, for an order of speech: the seat that each of `options` begins with.
    With `final` the first tap of a ballot stands (house rule ballot_change = off). `card` is the card a CLAIM is for.
    Options may be names of cards (role ids) where the deck is counted.
    """

    line: str
    form: Form
    eyes: Eyes
    seat: Seat | None = None
    options: tuple[Option, ...] = ()
    claim: bool = False
    role: str = ""
    firsts: tuple[Seat, ...] = ()
    final: bool = False
    card: str = ""


class OfferKind(StrEnum):
    """What may be taken beside an open prompt by the reveal gesture or a long hold."""

    EXPLODE = "explode"
    """自爆 by the reveal gesture. Beside a ballot it is answered when the ballot closes, in place of the ballots."""
    WITHDRAW = "withdraw"
    """退水 by a long hold, during a campaign speech."""
    DUEL = "duel"
    """决斗 by the reveal gesture, on boards with 骑士."""


class Offer(Redacted, frozen=True):
    """A standing offer beside a prompt. That it stands is public, who could take it (`who`) is secret."""

    kind: OfferKind
    who: Seats


class Prompt(Redacted, frozen=True, kw_only=True, tag=True):
    """Common part of the five kinds. `awake`: seats whose eyes the judge has opened (night only)."""

    call: Call
    awake: Seats = ()
    offers: tuple[Offer, ...] = ()


class Legal(Redacted, frozen=True):
    """The options that one actor of a roll call may choose; an empty tuple means every tap is refused."""

    seat: Seat
    options: tuple[Option, ...]


class Press(Prompt, frozen=True, kw_only=True):
    """Who presses in this window? `who` may answer; presses of all others count for nothing."""

    gesture: Gesture
    who: Seats


class RollCall(Prompt, frozen=True, kw_only=True):
    """The judge counts `call.options`; each actor in `legal` may tap at one of its options, or at none.

    Answered once for all actors. A tap by anybody else counts for nothing; a tap by an actor at an
    option that is not legal is refused by lamp (night) or ignored (ballot). `filled`: for a forced choice,
    what is drawn for each actor, which stands from the second sweep on where it has not chosen. With two `places` an
    actor chooses two options; a third tap drops the older.
    """

    legal: tuple[Legal, ...]
    filled: tuple[Legal, ...] = ()
    places: int = 1

    def options_of(self, seat: Seat) -> tuple[Option, ...] | None:
        """What `seat` may choose, or None when it was not asked."""
        return next((entry.options for entry in self.legal if entry.seat == seat), None)


class Floor(Prompt, frozen=True, kw_only=True):
    """`call.seat` has the floor.

    `left_ms`: what is left of an interrupted speech, None for the whole length. `resumed`: the same
    floor is asked again after an offer that did not end it: nothing is said, the speech goes on.
    """

    left_ms: int | None = None
    resumed: bool = False


class Fact(Redacted, frozen=True):
    """What one awake seat is told by its own lamp.

    SHOW: the lamp is steady (`yes` is ignored). ANSWER and TOUR: steady when `yes`, else fast blink.
    COUNT, DEAL and VERDICT: steady while an option in `at` is counted; with an empty `at` a fast blink
    after the sweep when `yes` is False, dark when it is None.
    """

    seat: Seat
    yes: bool | None = None
    at: tuple[Option, ...] = ()


class Tell(Prompt, frozen=True, kw_only=True):
    """Private facts to awake seats, by lamp. Every seat in `facts` is in `awake`."""

    facts: tuple[Fact, ...] = ()


class Wanted(StrEnum):
    """What a `Read` asks for."""

    MINUTE = "minute"
    """The minute of the local clock, 0..59 (and the hour, to be read out): value `hour * 60 + minute`."""
    LOT = "lot"
    """A number drawn at random, 0..LOTS - 1, where the house draws lots or a forced choice must be filled."""
    SPARES = "spares"
    """Staff: the two spare cards of a board with 盗贼: value "werewolf,seer"."""
    DEAL = "deal"
    """A card-less deal, drawn at random: value "0123456789abcdef…", as many hexadecimal digits as `DEAL_DIGITS`."""
    CLAIMS = "claims"
    """Staff: who holds what, after claims that do not fit: value "3=seer,5=witch…", or "redeal"."""


LOTS: Final = 1 << 16
"""How many lots there are."""
DEAL_DIGITS: Final = 32
"""Digits of a lot that orders a whole deck: with twenty cards no order is likelier than another by one in 2**60."""


class Read(Prompt, frozen=True, kw_only=True):
    """A fact from outside the rules, made by the shell."""

    wanted: Wanted


AnyPrompt = Press | RollCall | Floor | Tell | Read
