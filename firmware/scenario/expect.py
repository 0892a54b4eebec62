"""What an expectation is: the shape a case may give it, and what came in its stead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from firmware.scenario.cases import Untested
from firmware.scenario.evidence import Evidence

NOT_PLAYED: Final = "not played"
"""What came of a round that never came."""


class Got(msgspec.Struct, frozen=True):
    """What came, and whether it is what was expected."""

    value: Any
    right: bool


class Expectation(msgspec.Struct, frozen=True):
    """A key of `expect`: the shape of what may be expected, and what came."""

    shape: Any
    came: Callable[[Evidence, Any], Any]


def strange(key: str, want: Any) -> Untested:
    """What is expected of `key` is not known."""
    return Untested(f"看不懂预期 {key}={want} / expectation not known: {key}={want}")


def rounds(evidence: Evidence, want: Mapping[str, Any], record: Mapping[int, Any]) -> Got:
    """What came of each round; rounds after the end of a game are not held against it where the case says it ends."""
    got = {n: record.get(int(n), NOT_PLAYED) for n in want}
    beyond = {n for n in want if evidence.cut is not None and int(n) >= evidence.cut and int(n) not in record}
    return Got(got, all(got[n] == want[n] for n in want if n not in beyond))
