"""Cases written in a line: a deck, what happens, what is expected; and what the runner makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from engine.roles import ROLES
from firmware.scenario.cases import Case, read_cases
from firmware.scenario.runner import Verdict, play_all

EXAMPLES: Final = Path(__file__).parent / "cases" / "examples.json"

NAMES: Final = {role.glyph: role.name.zh for role in ROLES}
NINE: Final = "狼狼狼巫预猎民民民"
"""Wolves at 1, 2, 3, witch 4, seer 5, hunter 6, villagers 7, 8, 9."""


def seats_of(glyphs: str) -> dict[int, str]:
    """One card per character, from seat 1."""
    return {seat: NAMES.get(glyph, glyph) for seat, glyph in enumerate(glyphs, 1)}


def case(*steps: dict[str, Any], deck: str = NINE, **fields: Any) -> Case:
    """A case; its fields are those of a case file."""
    return Case(id="one", seats=seats_of(deck), steps=steps, file="test.json", **fields)


def verdict(*steps: dict[str, Any], deck: str = NINE, **fields: Any) -> Verdict:
    """What becomes of such a case."""
    return play_all([case(*steps, deck=deck, **fields)])[0]


def lost(one: Verdict) -> list[tuple[str, Any, Any]]:
    """The failures: key, expected, got."""
    return [(failure.key, failure.expected, failure.got) for failure in one.failed]


def examples() -> tuple[Case, ...]:
    """The copied examples."""
    return read_cases(EXAMPLES)


def written(folder: Path, *cases: dict[str, Any]) -> Path:
    """A case file with these cases."""
    path = folder / "cases.json"
    path.write_text(json.dumps({"group": "g", "cases": cases}, ensure_ascii=False), encoding="utf-8")
    return path


# ---------------------------------------------------------------- steps


def night(n: int = 1, wolf: Any = None, **do: Any) -> dict[str, Any]:
    """One night."""
    return {"t": "night", "n": n, "do": {"狼人": wolf, **do}}


def dawn(n: int = 1) -> dict[str, Any]:
    """Its dead are announced."""
    return {"t": "dawn", "n": n}


def vote(day: int, votes: dict[int, int], pk: dict[int, int] | None = None) -> dict[str, Any]:
    """An exile ballot."""
    runoff = {} if pk is None else {"pk_votes": pk}
    return {"t": "vote", "day": day, "votes": votes, **runoff}


def election(*up: int, **more: Any) -> dict[str, Any]:
    """The sheriff's election."""
    return {"t": "election", "up": list(up), **more}


def badge(by: int, to: int | None) -> dict[str, Any]:
    """The badge passes, or is torn."""
    return {"t": "badge", "by": by, "to": to}


def direction(by: int, way: str) -> dict[str, Any]:
    """The sheriff chooses the order of speech."""
    return {"t": "direction", "by": by, "dir": way}


def shot(by: int, target: int | None, **more: Any) -> dict[str, Any]:
    """A shot."""
    return {"t": "shot", "by": by, "target": target, **more}


def explode(by: int, day: int, **more: Any) -> dict[str, Any]:
    """A 自爆."""
    return {"t": "explode", "by": by, "day": day, **more}


def attempt(by: int, do: str, target: int | None = None, **more: Any) -> dict[str, Any]:
    """A `try`."""
    return {"t": "try", "by": by, "do": do, "target": target, **more}
