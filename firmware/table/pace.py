"""Reference durations of the table in ms, and the presets that scale them (seat-language 7).

Every length here is public: it depends on the preset and the deck alone, never on who lives behind
a role, who pressed, or how fast. Speeches have lengths of their own and are not scaled.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """One pace preset. `scale_pct` scales silences and fixed windows, `count_ms` is the time from number to number."""

    name: str
    count_ms: int
    scale_pct: int = 100

    def scaled(self, ms: int) -> int:
        """A silence or a fixed window of the settings table at this pace."""
        return ms * self.scale_pct // 100

    @property
    def second_count_ms(self) -> int:
        """Number to number in the second sweep: 0.8 of the first, never below 0.7 s."""
        return max(700, self.count_ms * 8 // 10)


NORMAL: Final = Pace(name="normal", count_ms=1100)
SLOW: Final = Pace(name="slow", count_ms=1500, scale_pct=130)
FAST: Final = Pace(name="fast", count_ms=800, scale_pct=80)
PACES: Final = {pace.name: pace for pace in (NORMAL, SLOW, FAST)}

LEAD_IN_MS: Final = 1000
"""Silence between the question and the first number."""
REACTION_MS: Final = 100
"""A tap up to this long after a number began still means the number before."""
GRACE_MS: Final = 250
"""How long after the last number's own time a tap still counts for it."""
SAME_NUMBER_MS: Final = 300
"""A tap this near to the onset of the number already chosen means that number."""
READ_BACK_MS: Final = 1500
"""Fixed time after sweep two in which the lamp says whether a choice stands."""
VERDICT_COUNT_MS: Final = 700
BALLOT_COUNT_MS: Final = 1500
CHOICE_COUNT_MS: Final = 1500
WORD_OPTION_MS: Final = 2500
"""Time for an option that is a word, read last."""
ROLE_COUNT_MS: Final = 1500
"""Time for the name of a card, the same in every sweep; longer where a voice takes longer over a name of the deck."""
ROLE_GAP_MS: Final = 200
"""Silence after the longest of these names, at least."""
TOUR_LIT_MS: Final = 2000
"""情侣's tour: so long the lamp of each seat answers, from the end of the words that open its eyes."""
CONFIRM_MS: Final = 4000
CLAIM_MS: Final = 4000
PACK_CLAIM_MS: Final = 6000
CLAIM_AT_LEAST_MS: Final = 6000
WAKE_LAMP_MS: Final = 1500
"""From the end of the wake line to the holders' lamps."""
LOOK_MS: Final = 500
"""From the holders' lamps to the question; they burn on while it is said."""
ASK_MS: Final = 6000
BID_MS: Final = 8000
WITHDRAW_MS: Final = 10_000
READY_MS: Final = 60_000
KNOW_MS: Final = 5000
TALK_MS: Final = 8000
LOVERS_MS: Final = 6000
IDLE_MS: Final = 4000
ANSWER_DARK_MS: Final = 1000
ANSWER_LIT_MS: Final = 2000
ANSWER_GAP_MS: Final = 500
JOIN_MS: Final = 300
"""Between two sentences of one question."""
NIGHT_END_MS: Final = 3000
"""Silence between the last step of the night and 天亮."""
TAIL_MS: Final = 250
"""From the end of a window to the next score: hides the time of a commit."""
EVALUATE_MS: Final = 150
"""A window is evaluated this long after its end, always. A press still down may end until then; to wait longer for
one that does not would leave its commit less of the tail, and so make the press heard. 100 ms remain for the card."""
HOLD_SHOWS_MS: Final = 500
"""A hold that may become 退水 is seen on the own lamp from here on."""
BREATH_MS: Final = 2000
"""After 过: a tap in it takes the 过 back."""
TAP_TOLD_MS: Final = 1150
"""So long after its down edge at the latest a press by day is known to be a tap: 0.6 s, 0.5 s, and the way."""
PASS_AFTER_MS: Final = 5000
"""过 counts only this long into the speech."""
SLOW_BLINK_LEFT_MS: Final = 30_000
FAST_BLINK_LEFT_MS: Final = 10_000
SAVE_FLOOR_MS: Final = 5000
MORE_MS: Final = 30_000
"""加时: by so much staff lengthen a speech at a time."""
ACK_MS: Final = 150
"""Shortest time an acknowledged press is seen on the own lamp."""

SPEECH_MS: Final = {
    "speech.turn": 120_000,
    "speech.next": 120_000,
    "speech.sheriff_last": 120_000,
    "sheriff.turn": 120_000,
    "sheriff.pk_turn": 60_000,
    "pk.turn": 60_000,
    "words.ask": 90_000,
    "boom.words": 30_000,
    "speech.mute": 20_000,
}
"""Length of the floor by the line that gives it."""

SHOW_MS: Final = {"wolf.know": KNOW_MS, "wolf.talk": TALK_MS, "lovers.wake": LOVERS_MS, "idle": IDLE_MS}
"""Length of a SHOW, from the first syllable of its line, or of its silence."""
