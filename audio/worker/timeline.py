"""Which frame leaves the loudspeaker when.

At every block the device tells when the block's first frame will be heard. Each telling is a little wrong (the clock
is read late, a sound server rounds), so they are averaged; a telling that is far off is believed when it is repeated:
then the device has truly stood still for a while. At first each is believed: a sound server that has just been woken
takes a few blocks at once and then none for a second.
"""

from __future__ import annotations

from typing import Final

from audio.wire import NS_PER_S, RATE

WEIGHT: Final = 1 / 16
"""How much one telling counts: the average looks back over 16 blocks, 0.7 s."""

FAR_NS: Final = 60_000_000
"""A telling further off than this is a jump, not an inaccuracy."""

SETTLING: Final = 6
"""The first tellings of a device, of which only the newest counts."""

BELIEVED: Final = 3
"""So many jumps in a row are true."""


class Timeline:
    """Frames of the stream against monotonic nanoseconds."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._origin_ns: float | None = None
        self._told = 0
        self._jumps = 0

    def note(self, frame: int, at_ns: int) -> None:
        """The device says that `frame` will be heard at `at_ns`."""
        told_ns = at_ns - frame * NS_PER_S / RATE
        self._told += 1
        if self._origin_ns is None or self._told <= SETTLING:
            self._origin_ns = told_ns
            return
        off_ns = told_ns - self._origin_ns
        self._jumps = self._jumps + 1 if abs(off_ns) > FAR_NS else 0
        if self._jumps >= BELIEVED:
            self._origin_ns = told_ns
            self._jumps = 0
        elif not self._jumps:
            self._origin_ns += off_ns * WEIGHT

    @property
    def known(self) -> bool:
        """Whether anything was told."""
        return self._origin_ns is not None

    def forget(self) -> None:
        """The device was closed; another will be opened."""
        self._origin_ns = None
        self._told = 0
        self._jumps = 0

    def frame_at(self, ns: int) -> int:
        """The frame that is heard at `ns`. Asked only after the first telling."""
        assert self._origin_ns is not None
        return round((ns - self._origin_ns) * RATE / NS_PER_S)

    def ns_at(self, frame: int) -> int:
        """When `frame` is heard. Asked only after the first telling."""
        assert self._origin_ns is not None
        return round(self._origin_ns + frame * NS_PER_S / RATE)
