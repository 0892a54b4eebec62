"""The lamp law: at night a lamp may light only at a seat whose eyes the judge has opened (seat-language 2).

By day a seat that nothing is asked of has an idle lamp: the sheriff's heartbeat, and the bidders' light
after 天亮 until the first of them speaks.
"""

from __future__ import annotations

from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Seat
from engine.terms import Stage
from firmware.table.metronome import NS_PER_MS
from firmware.table.performance import Performance
from hardware.ports import Lamp, LampFrame, Pattern


def frame_of(
    performance: Performance | None, prompt: AnyPrompt | None, view: PublicView, now_ms: int, start_ns: int
) -> LampFrame:
    """All lamps at `now_ms` of the score that began at `start_ns`. Breaking the law is a bug and stops the game."""
    eyes = prompt.call.eyes if prompt else Eyes.OPEN
    glow = performance.glow(now_ms) if performance and now_ms >= 0 else {}
    if performance and eyes is Eyes.NIGHT:
        assert set(glow) <= performance.awake(), "the lamp law: light at a seat that is asleep"
    assert not (eyes is Eyes.SHUT and glow), "the lamp law: light while all eyes are shut"
    lamps = {
        seat: Lamp(seat, pattern, start_ns + since * NS_PER_MS)
        for seat, (pattern, since) in glow.items()
        if pattern is not Pattern.OFF
    }
    if eyes is Eyes.OPEN and not view.night:
        asked = performance is None or now_ms >= performance.score.question_ms
        lamps = {seat: Lamp(seat, pattern, 0) for seat, pattern in idle(view, asked=asked).items()} | lamps
    return tuple(lamps[seat] for seat in sorted(lamps))


def idle(view: PublicView, *, asked: bool) -> dict[Seat, Pattern]:
    """What lamps do by day of themselves; `asked`: the announcements are over and a question is open."""
    lamps: dict[Seat, Pattern] = {}
    if view.election in (Stage.OPENING, Stage.SPEECH) and not view.spoke and not asked:
        lamps = dict.fromkeys(view.bidders, Pattern.STEADY)
    if view.sheriff_seat is not None and view.sheriff_seat not in view.out:
        lamps[view.sheriff_seat] = Pattern.HEARTBEAT
    return lamps
