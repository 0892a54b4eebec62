"""The lamp law: at night a lamp may light only at a seat whose eyes the judge has opened (seat-language 2).

By day a seat that nothing is asked of has an idle lamp: the sheriff's heartbeat, and the bidders' light
after 天亮 until the first of them speaks.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.events import BidsClosed, CampaignOpened
from engine.prompts import AnyPrompt, Eyes
from engine.public import PublicView
from engine.seats import Seat
from engine.terms import Stage
from firmware.table.performance import Performance
from firmware.table.score import Score
from hardware.ports import NS_PER_MS, Lamp, LampFrame, Pattern


class Lampboard:
    """The lamps as they were shown last; says so when they change."""

    def __init__(self, tell: Callable[[LampFrame, Eyes], None]) -> None:
        """All dark."""
        self._tell = tell
        self._frame: LampFrame = ()

    def show(self, frame: LampFrame, eyes: Eyes) -> None:
        """`frame` from now on."""
        if frame != self._frame:
            self._frame = frame
            self._tell(frame, eyes)


def frame_of(
    performance: Performance | None, score: Score, eyes: Eyes, view: PublicView, *, now_ms: int, start_ns: int
) -> LampFrame:
    """All lamps at `now_ms` of `score`, which began at `start_ns`. Breaking the law is a bug and stops the game."""
    glow = performance.glow(now_ms) if performance and now_ms >= 0 else {}
    if performance and eyes is Eyes.NIGHT:
        assert set(glow) <= performance.awake(now_ms), "the lamp law: light at a seat that is asleep"
    assert not (eyes is Eyes.SHUT and glow), "the lamp law: light while all eyes are shut"
    lamps = {seat: Lamp(seat, pattern, start_ns + since * NS_PER_MS) for seat, (pattern, since) in glow.items()}
    idles = now_ms >= score.idles_ms and (performance is None or performance.idles)
    if eyes is Eyes.OPEN and not view.night and idles:
        asked = performance is None or not opens_campaign(score, now_ms)
        lamps = {seat: Lamp(seat, pattern, 0) for seat, pattern in idle(view, asked=asked).items()} | lamps
    return tuple(lamps[seat] for seat in sorted(lamps) if lamps[seat].pattern is not Pattern.OFF)


def eyes_of(prompt: AnyPrompt | None, view: PublicView) -> Eyes:
    """Whose eyes are open: by what the room has been told, night has not fallen before it is said.

    What is told of a day may end in a night question or in one of the day; the lamps must not know which.
    """
    eyes = prompt.call.eyes if prompt else Eyes.OPEN
    return Eyes.OPEN if eyes is Eyes.NIGHT and not view.night else eyes


def opens_campaign(score: Score, now_ms: int) -> bool:
    """Whether `score` is telling who stands, and nobody has the floor yet."""
    telling = any(isinstance(fact.event, BidsClosed | CampaignOpened) for fact in score.facts)
    return telling and now_ms < score.question_ms


def idle(view: PublicView, *, asked: bool) -> dict[Seat, Pattern]:
    """What lamps do by day of themselves; unless `asked`, the campaign is being opened."""
    lamps: dict[Seat, Pattern] = {}
    if not asked and view.election in (Stage.OPENING, Stage.SPEECH):
        lamps = dict.fromkeys((seat for seat in view.bidders if seat in view.living), Pattern.STEADY)
    if view.sheriff_seat is not None and view.sheriff_seat not in view.out:
        lamps[view.sheriff_seat] = Pattern.HEARTBEAT
    return lamps
