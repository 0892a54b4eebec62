"""A watch over the raw edges of all buttons: which of them do what no finger does. Pure, no clock of its own.

A contact that chatters is told by the number of its edges alone: the fastest finger on the worst contact makes some
hundred edges in a second, a loose wire or a line beside a noisy one makes a thousand. Nothing is taken from the edges:
the debouncer reads them as ever. What was found is told as health of the pad, once when it begins and once when it
has been quiet for a while.

A button that was down at the start, and one that has never been pressed, are no faults yet but worth a look.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from hardware.ports import NS_PER_MS, Condition, Device, Health
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hardware.ports import Edge

STORM_EDGES: Final = 200
"""So many edges within `STORM_NS` are no finger's: ten presses a second on a contact that flips ten times are fewer."""

STORM_NS: Final = 1_000 * NS_PER_MS

QUIET_NS: Final = 10_000 * NS_PER_MS
"""A noisy button is well again after so long with fewer edges than a storm's."""

NOISY: Final = Words("按钮乱跳，接触不良", "the button chatters: a bad contact")
WELL: Final = Words("按钮又安静了", "the button is quiet again")


class _Pad:
    """One button: its newest edges, and whether they are a storm."""

    def __init__(self) -> None:
        self.edges_ns: deque[int] = deque(maxlen=STORM_EDGES)
        self.noisy = False
        self.stormed_ns = 0
        """When it last was a storm."""

    def edge(self, at_ns: int) -> bool:
        """Whether a storm begins with the edge at `at_ns`."""
        self.edges_ns.append(at_ns)
        if len(self.edges_ns) < STORM_EDGES or at_ns - self.edges_ns[0] > STORM_NS:
            return False
        begins, self.noisy, self.stormed_ns = not self.noisy, True, at_ns
        return begins


class Watch:
    """All buttons. Edges must come in the order of each seat's own time."""

    def __init__(self, held: Iterable[int] = ()) -> None:
        """The seats `held` were found down at the start."""
        self._pads: dict[int, _Pad] = {}
        self._held = set(held)
        self._pressed: set[int] = set()

    def edge(self, edge: Edge) -> Health | None:
        """Take a raw edge; that the button has begun to chatter, if it has."""
        if not edge.down:
            self._held.discard(edge.seat)
        elif edge.seat not in self._held:
            self._pressed.add(edge.seat)
        pad = self._pads.setdefault(edge.seat, _Pad())
        return _told(edge.seat, Condition.DEGRADED, edge.at_ns) if pad.edge(edge.at_ns) else None

    def due(self, now_ns: int) -> tuple[Health, ...]:
        """The buttons that have been quiet for long enough by `now_ns`, ascending; each is told once."""
        quiet = [seat for seat, pad in sorted(self._pads.items()) if pad.noisy and now_ns >= pad.stormed_ns + QUIET_NS]
        for seat in quiet:
            self._pads[seat].noisy = False
        return tuple(_told(seat, Condition.OK, now_ns) for seat in quiet)

    def next_due(self) -> int | None:
        """When to call `due` next; None while no button is noisy."""
        return min((pad.stormed_ns + QUIET_NS for pad in self._pads.values() if pad.noisy), default=None)

    @property
    def held(self) -> tuple[int, ...]:
        """The buttons that have been down ever since the start, ascending."""
        return tuple(sorted(self._held))

    def never_pressed(self, seats: Iterable[int]) -> tuple[int, ...]:
        """Those of `seats` whose button has never been pressed, ascending. A hint: perhaps nobody has had to."""
        return tuple(sorted(set(seats) - self._pressed))


def _told(seat: int, condition: Condition, at_ns: int) -> Health:
    detail = NOISY if condition is Condition.DEGRADED else WELL
    return Health(Device.PAD, condition, at_ns, number=seat, seats=(seat,), detail=detail)
