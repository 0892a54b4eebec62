"""From public events and the public face of a prompt to a score.

Nothing here can see the secret half of a prompt: the composer is handed `Call`s and Public events
only, so what the room hears, and when, is a function of public facts and the pace.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from audio.say import Say
from engine.events import NightEnded
from engine.prompts import Call, Eyes, Form
from engine.public import PublicView
from engine.seats import DOWN, NO_SHOT, OWN_DOWN, OWN_UP, TEAR, UP, Option
from engine.secrecy import Public
from firmware.table import pace as lengths
from firmware.table.announcer import announce, question, waking
from firmware.table.pace import Pace
from firmware.table.score import Counted, Fact, Score, Sentence, Span
from firmware.table.tour import LOOKS, SHUTS

_COUNT_LINES = {
    "vote.open": "vote.for",
    "vote.open_eyes": "vote.for",
    "pk.vote": "pk.for",
    "sheriff.vote_open": "sheriff.vote_for",
    "sheriff.pk_vote": "sheriff.vote_for",
}
"""Ballots count with a line of their own; other seats are counted with `count.seat`."""
_WORD_LINES = {
    NO_SHOT: "gun.opt_none",
    TEAR: "badge.opt_tear",
    UP: "speech.opt_asc",
    DOWN: "speech.opt_desc",
    OWN_UP: "speech.opt_asc",
    OWN_DOWN: "speech.opt_desc",
}


class Voice(Protocol):
    """What the composer asks of the voice: how long a sentence takes, and the silence that follows it."""

    def length_ms(self, say: Say) -> int:
        """Length of the sentence as it will be heard."""

    def pause_ms(self, say: Say) -> int:
        """Silence after it, at normal pace."""


def option_say(call: Call, option: Option) -> Say:
    """How `option` of `call` is counted aloud."""
    if isinstance(option, str) and option not in _WORD_LINES:
        return Say(key="count.role", role=option)
    if isinstance(option, str):
        first = call.firsts[call.options.index(option)] if call.firsts else None
        return Say(key=_WORD_LINES[option], seat=first)
    return Say(key=_COUNT_LINES.get(call.line, "count.seat"), seat=option)


def called_again(call: Call | None, view: PublicView) -> tuple[Say, ...]:
    """What a prompt that starts again begins with: by night the wake line of its step.

    A tour has none: there the one seat that may have its eyes open shuts them first.
    """
    if call is None or call.eyes is not Eyes.NIGHT:
        return ()
    if call.form in LOOKS:
        return (Say(key=SHUTS[LOOKS[call.form]]),)
    if not call.role or call.line == f"{call.role}.wake":
        return ()
    return waking(call.role, view)


class Composer:
    """Composes scores for one voice and one pace."""

    def __init__(self, voice: Voice, pace: Pace) -> None:
        """Every length comes from `voice` and `pace` and nothing else."""
        self._voice = voice
        self._pace = pace

    def compose(
        self,
        events: tuple[Public, ...],
        call: Call | None,
        view: PublicView,
        prefix: tuple[Say, ...] = (),
        *,
        goes_on: bool = False,
    ) -> Score:
        """The score that tells `events` and then puts the question of `call`.

        `view` is the public state before the events. `prefix` is said first (a restart after a pause or
        a power cut). `goes_on`: the question is still open and needs no words (a speech after somebody's 退水).
        """
        draft = _Draft(self._voice, self._pace, view)
        for say in prefix:
            draft.say(say)
        for event in events:
            draft.tell(event)
        if call is not None:
            draft.put(call, () if goes_on else question(call, draft.views[-1]))
        score = draft.score()
        if not prefix:
            return score
        return msgspec.structs.replace(score, idles_ms=score.facts[0].at_ms if score.facts else score.question_ms)

    def confirmation(self, option: Option) -> Score:
        """A day choice said back ("选择七号，要取消请按住"), with its fixed window for a hold."""
        draft = _Draft(self._voice, self._pace)
        draft.question_ms = 0
        draft.say(Say(key="day.confirm", target=option))
        draft.fixed_window(0, lengths.CONFIRM_MS)
        return draft.score()

    def recount(self, call: Call) -> Score:
        """The count once more after a cancelled choice ("已经取消，再报一遍")."""
        draft = _Draft(self._voice, self._pace)
        draft.question_ms = 0
        draft.say(Say(key="day.recount"))
        draft.count(call, 1, lengths.CHOICE_COUNT_MS)
        return draft.score()

    def single(self, say: Say) -> int:
        """Length of one sentence with its silence."""
        return self._voice.length_ms(say) + self._pace.scaled(self._voice.pause_ms(say))


class _Draft:
    """A score while it is being written; `now` is the offset reached so far."""

    def __init__(self, voice: Voice, pace: Pace, view: PublicView | None = None) -> None:
        self._voice = voice
        self._pace = pace
        self.views = [view or PublicView()]
        self.now = 0
        self.question_ms = 0
        self._sentences: list[Sentence] = []
        self._facts: list[Fact] = []
        self._counts: list[Counted] = []
        self._shows: list[Span] = []
        self._window: Span | None = None
        self._wake_ms = 0

    def score(self) -> Score:
        return Score(
            sentences=tuple(self._sentences),
            facts=tuple(self._facts),
            counts=tuple(self._counts),
            question_ms=self.question_ms,
            length_ms=self.now,
            window=self._window,
            shows=tuple(self._shows),
            wake_ms=self._wake_ms,
            views=tuple(self.views),
        )

    def say(self, say: Say, *, pause: bool = True) -> None:
        """Add a sentence, with the silence that belongs to it."""
        length = self._voice.length_ms(say)
        self._sentences.append(Sentence(self.now, say, length))
        self.now += length + (self._pace.scaled(self._voice.pause_ms(say)) if pause else 0)

    def tell(self, event: Public) -> None:
        """Add a public event and the sentences that tell it; the end of a night is told by silence."""
        view = self.views[-1]
        self._facts.append(Fact(self.now, event))
        self.views.append(view.after(event))
        for say in announce(event, view):
            self.say(say)
        if isinstance(event, NightEnded):
            self.now += self._pace.scaled(lengths.NIGHT_END_MS)

    def put(self, call: Call, says: tuple[Say, ...]) -> None:
        """Add the question of `call`, performed as its form asks."""
        self.question_ms = self._wake_ms = self.now
        match call.form:
            case Form.WAKE:
                self._wake(call, says)
            case Form.BID:
                self._bid(says)
            case Form.WITHDRAW:
                self._spoken_then_window(says, self._pace.scaled(lengths.WITHDRAW_MS))
            case Form.READY:
                self._spoken_then_window(says, lengths.READY_MS)
            case Form.ASK:
                self._spoken_then_window(says, self._pace.scaled(lengths.ASK_MS))
            case Form.CLAIM:
                claim_ms = max(self._pace.scaled(lengths.PACK_CLAIM_MS), lengths.CLAIM_AT_LEAST_MS)
                self._spoken_then_window(says, claim_ms)
            case Form.PICK:
                self._pick(call, says)
            case Form.BALLOT:
                self._ballot(call, says)
            case Form.CHOICE:
                self._lead(says)
                self.count(call, 1, lengths.CHOICE_COUNT_MS)
            case Form.COUNT:
                self._told_by_count(call, says, self._pace.count_ms)
            case Form.VERDICT:
                self._told_by_count(call, says, lengths.VERDICT_COUNT_MS)
            case Form.SHOW:
                self._show(call, says)
            case Form.TOUR:
                self._tour(call, says)
            case Form.DEAL:
                self._deal(call, says)
            case Form.ANSWER:
                self._answer(says)
            case Form.FLOOR | Form.STAFF | Form.SILENT:
                self._lead(says)

    def fixed_window(self, from_ms: int, length_ms: int) -> None:
        """Open a window at `from_ms` that ends the score."""
        self._window = Span(from_ms, max(self.now, from_ms + length_ms))
        self.now = self._window.to_ms

    def _lead(self, says: tuple[Say, ...]) -> None:
        """The question's sentences; the last one's silence is part of what follows."""
        for say in says:
            self.say(say)

    def _spoken_then_window(self, says: tuple[Say, ...], length_ms: int) -> None:
        """A window that opens with the first syllable of its own (the last) sentence."""
        self._lead(says[:-1])
        opens = self.now
        self.say(says[-1], pause=False)
        self.fixed_window(opens, length_ms)

    def _bid(self, says: tuple[Say, ...]) -> None:
        """The window closes with the last syllable of a spoken count."""
        self._lead(says[:-1])
        opens = self.now
        self.say(says[-1])
        count = Say(key="sheriff.count")
        closes = max(opens + self._pace.scaled(lengths.BID_MS), self.now + self._voice.length_ms(count))
        self.now = closes - self._voice.length_ms(count)
        self.say(count, pause=False)
        self._window = Span(opens, closes)
        self.now = closes + self._pace.scaled(self._voice.pause_ms(count))
        self.say(Say(key="sheriff.shut"))

    def _wake(self, call: Call, says: tuple[Say, ...]) -> None:
        """The wake line; with a claim its window runs from the line's first syllable through the confirm window."""
        opens = self.now
        if not call.claim:
            self.say(says[0], pause=False)
            self._wake_ms = self.now + self._pace.scaled(lengths.WAKE_LAMP_MS)
            for say in says[1:]:  # who is not meant hears it before anybody's lamp is lit
                self.now += self._pace.scaled(lengths.JOIN_MS)
                self.say(say, pause=False)
            self.now = self._wake_ms = max(self.now, self._wake_ms)
            self.now += self._pace.scaled(lengths.LOOK_MS)
            self._window = Span(opens, self.now)
            return
        for say in says[:-1]:
            self.say(say, pause=False)
            self.now += self._pace.scaled(lengths.JOIN_MS)
        confirm_at = self.now
        self.say(says[-1], pause=False)
        claim_ms = lengths.PACK_CLAIM_MS if call.role == "wolf" else lengths.CLAIM_MS
        closes = max(confirm_at + self._pace.scaled(claim_ms), opens + lengths.CLAIM_AT_LEAST_MS, self.now)
        self._window = Span(opens, closes)
        self.now = closes

    def _pick(self, call: Call, says: tuple[Say, ...]) -> None:
        """Two sweeps over all options; the second reads the choice back; then a fixed time of lamps."""
        self._lead(says)
        opens = self.now
        self.now += self._pace.scaled(lengths.LEAD_IN_MS)
        self.count(call, 1, self._pace.count_ms)
        self.say(Say(key="night.again"))
        self.count(call, 2, self._pace.second_count_ms)
        self._window = Span(opens, self.now)
        self._read_back()

    def _ballot(self, call: Call, says: tuple[Say, ...]) -> None:
        """Two sweeps of one window per candidate; no lamps, no read-back."""
        self._lead(says)
        opens = self.now
        self.count(call, 1, lengths.BALLOT_COUNT_MS)
        self.say(Say(key="vote.again"))
        self.count(call, 2, lengths.BALLOT_COUNT_MS)
        self._window = Span(opens, self.now)

    def _told_by_count(self, call: Call, says: tuple[Say, ...], spacing_ms: int) -> None:
        self._lead(says)
        self.now += self._pace.scaled(lengths.LEAD_IN_MS)
        self.count(call, 1, spacing_ms)
        self._read_back()

    def _read_back(self) -> None:
        """The fixed time after a sweep in which lamps say what stands."""
        ends = self.now + lengths.READ_BACK_MS
        self._shows.append(Span(self.now, ends))
        self.now = ends

    def _show(self, call: Call, says: tuple[Say, ...]) -> None:
        opens = self.now
        for say in says:
            self.say(say, pause=False)
        self.now = max(self.now, opens + self._pace.scaled(lengths.SHOW_MS[call.line]))
        self._shows.append(Span(opens, self.now))

    def _tour(self, call: Call, says: tuple[Say, ...]) -> None:
        """Every option opens its eyes, has its answer by lamp for a while, and shuts them again."""
        self._lead(says)
        look = LOOKS[call.form]
        for option in call.options:
            opens = self.now
            self.say(Say(key=look, seat=int(option)), pause=False)
            lit = Span(self.now, self.now + self._pace.scaled(lengths.TOUR_LIT_MS))
            self._counts.append(Counted(option, 1, opens, lit.from_ms, lit.to_ms, lit.to_ms))
            self._shows.append(lit)
            self.now = lit.to_ms
            self.say(Say(key=SHUTS[look]))

    def _deal(self, call: Call, says: tuple[Say, ...]) -> None:
        """One seat opens its eyes, the names of the deck are counted once, and it shuts them again."""
        self._lead(says)
        self.now += self._pace.scaled(lengths.LEAD_IN_MS)
        self.count(call, 1, self._pace.count_ms)
        self.say(Say(key=SHUTS[LOOKS[call.form]]))

    def _answer(self, says: tuple[Say, ...]) -> None:
        """A second of dark, then the answer twice."""
        for say in says:
            self.say(say, pause=False)
        self.now += self._pace.scaled(lengths.ANSWER_DARK_MS)
        for _ in range(2):
            self._shows.append(Span(self.now, self.now + lengths.ANSWER_LIT_MS))
            self.now += lengths.ANSWER_LIT_MS + lengths.ANSWER_GAP_MS

    def count(self, call: Call, sweep: int, spacing_ms: int) -> None:
        """Count the options of `call`, one every `spacing_ms` (a word gets longer), with grace after the last."""
        for option in call.options:
            say = option_say(call, option)
            spacing = self._spacing(call, say, spacing_ms) if isinstance(option, str) else spacing_ms
            last = option == call.options[-1]
            closes = self.now + spacing + (lengths.GRACE_MS if last else lengths.REACTION_MS)
            self._counts.append(
                Counted(option, sweep, self.now, self.now + lengths.REACTION_MS, closes, self.now + spacing)
            )
            self._sentences.append(Sentence(self.now, say, min(self._voice.length_ms(say), spacing)))
            self.now += spacing
        self.now += lengths.GRACE_MS

    def _spacing(self, call: Call, say: Say, at_least_ms: int) -> int:
        """Time for an option that is a word; names of cards are counted evenly, however long each of them is."""
        if say.key != "count.role":
            return lengths.WORD_OPTION_MS
        longest = max(self._voice.length_ms(option_say(call, option)) for option in call.options)
        return max(self._pace.scaled(lengths.ROLE_COUNT_MS), at_least_ms, longest + lengths.ROLE_GAP_MS)
