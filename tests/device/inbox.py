"""The inbox of the contract tests, with more that can be waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from hardware.ports import Edge, Health
from tests.device.hands import PATIENCE_S
from tests.hardware import contract

if TYPE_CHECKING:
    from collections.abc import Callable

KindT = TypeVar("KindT")


class Inbox(contract.Inbox):
    """Takes everything from any thread."""

    def until(self, kind: type[KindT], enough: Callable[[list[KindT]], bool]) -> list[KindT]:
        """All of `kind` as soon as they are `enough`; AssertionError when that does not come about."""
        with self._changed:
            assert self._changed.wait_for(lambda: enough(self.all(kind)), PATIENCE_S), (
                f"in vain; there came {self._got}"
            )
            return self.all(kind)

    def edge(self, seat: int, *, down: bool) -> Edge:
        """The first such edge, once it is there."""
        edges = self.until(Edge, lambda edges: any((edge.seat, edge.down) == (seat, down) for edge in edges))
        return next(edge for edge in edges if (edge.seat, edge.down) == (seat, down))

    def health(self, true: Callable[[Health], bool]) -> Health:
        """The newest report of health for which `true` holds, once there is one."""
        return [report for report in self.until(Health, lambda reports: any(map(true, reports))) if true(report)][-1]
