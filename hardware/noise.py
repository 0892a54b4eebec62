"""One button's line that makes noise: its edges pass until they are too many, then they are dropped until it is quiet.

A loose plug or a wet cable makes thousands of edges a second; they would keep the bus and the loop busy for all the
others. A contact that merely bounces, and a finger that taps as fast as it can, stay far below the limit.

A press whose beginning was not heard is no press: of one that was held only the end would be told, a tap. So a line
that is down when it has been quiet for long enough is cut off until it has been let go. Pure.
"""

from __future__ import annotations

from typing import Final

from hardware.ports import NS_PER_MS

MAX_EDGES: Final = 200
"""More edges than this within a second are noise: six taps with fourteen bounces each are 90."""

SECOND_NS: Final = 1000 * NS_PER_MS
QUIET_NS: Final = SECOND_NS
"""How long a noisy line must make no noise before it counts again; twice as long every time it was noisy again soon."""

MAX_QUIET_NS: Final = 8 * SECOND_NS
"""A player who waits a moment and presses again is heard."""

LOOK_NS: Final = 7 * NS_PER_MS
"""How often a line that is cut off is read: no part of the mains' 20 ms, or its hum would look like quiet."""

FEW: Final = 30
"""So many edges in a second are no noise: two taps with three bounces at either end of each are 28. A line that
chatters, or hums with the mains, is found changed at least 45 times a second by a look every `LOOK_NS`.
"""

UP_NS: Final = 50 * NS_PER_MS
"""How long a line must be up before it counts again: a release has bounced out long before."""

SOON_NS: Final = 60 * SECOND_NS


class NoiseGate:
    """The line of one button, open to begin with. One thread only."""

    def __init__(self) -> None:
        """Quiet so far."""
        self.noisy = False
        """Whether its edges are dropped."""
        self._second_ns = 0
        self._edges = 0
        self._last_ns = 0
        self._down = False
        self._up_ns = 0
        self._calm_ns = 0
        self._quiet_ns = QUIET_NS

    def passes(self, at_ns: int, *, down: bool) -> bool:
        """Take an edge; whether it counts. The last one that does is always a release: noise never holds a button."""
        self._down = down
        if not down:
            self._up_ns = at_ns
        if at_ns - self._second_ns >= SECOND_NS:
            self._second_ns, self._edges = at_ns, 0
        self._edges += 1
        if self.noisy:
            # Whoever presses a dead button again and again must not keep it dead.
            if self._edges > FEW:
                self._last_ns = at_ns
            return False
        self._last_ns = at_ns
        if self._edges > MAX_EDGES and not down:
            self._shut(at_ns)
        return True

    def calms_down(self, now_ns: int) -> bool:
        """Whether a noisy line has become quiet by `now_ns`, and is up: from now on its edges count again."""
        if not self.noisy or self._down or now_ns - self._last_ns < self._quiet_ns or now_ns - self._up_ns < UP_NS:
            return False
        self.noisy = False
        self._calm_ns = now_ns
        self._edges = 0
        return True

    def _shut(self, at_ns: int) -> None:
        self.noisy, self._edges = True, 0
        again = self._calm_ns and at_ns - self._calm_ns < SOON_NS
        self._quiet_ns = min(2 * self._quiet_ns, MAX_QUIET_NS) if again else QUIET_NS
