"""The lamp law: at night a lamp may light only at a seat whose eyes the judge has opened (seat-language 2)."""

from __future__ import annotations

from engine.prompts import AnyPrompt, Eyes
from firmware.table.performance import Performance
from hardware.ports import Lamp, LampFrame, Pattern

NS_PER_MS = 1_000_000


def frame_of(performance: Performance | None, prompt: AnyPrompt | None, now_ms: int, start_ns: int) -> LampFrame:
    """All lamps at `now_ms` of the score that began at `start_ns`. Breaking the law is a bug and stops the game."""
    eyes = prompt.call.eyes if prompt else Eyes.OPEN
    glow = performance.glow(now_ms) if performance and now_ms >= 0 else {}
    if performance and eyes is Eyes.NIGHT:
        assert set(glow) <= performance.awake(), "the lamp law: light at a seat that is asleep"
    assert not (eyes is Eyes.SHUT and glow), "the lamp law: light while all eyes are shut"
    return tuple(
        Lamp(seat, pattern, start_ns + since * NS_PER_MS)
        for seat, (pattern, since) in sorted(glow.items())
        if pattern is not Pattern.OFF
    )
