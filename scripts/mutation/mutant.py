"""One change to one file of the rules, and the names by which it is found again."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice


@dataclass(frozen=True)
class Mutant:
    """A file with the bytes from `start` to `end` replaced by `new`.

    `path` is relative to the root, `scope` the outermost function or method around the change ("" = none: it
    is carried out on import), `swappable` whether the function's code can be exchanged while the program runs.
    `id` stays the same when lines move: it names file, scope, kind of change and words, and the how-manieth such it is.
    """

    id: str
    path: str
    scope: str
    kind: str
    line: int
    start: int
    end: int
    new: bytes
    swappable: bool

    @property
    def module(self) -> str:
        """The dotted name of the module."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def function(self) -> str:
        """The key of the function around it, as the record of what tests run has it."""
        return f"{self.path}::{self.scope}"

    def applied(self, source: bytes) -> bytes:
        """The changed file."""
        return source[: self.start] + self.new + source[self.end :]

    def diff(self, source: bytes) -> str:
        """The change as lines with - and +."""
        before, after = (text.decode("utf-8").splitlines() for text in (source, self.applied(source)))
        lines = difflib.unified_diff(before, after, n=0, lineterm="")
        return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def name_of(path: str, scope: str, kind: str, words: str, ordinal: int) -> str:
    """The id of a mutant: readable in front, exact behind."""
    exact = hashlib.sha256("\0".join((path, scope, kind, words, str(ordinal))).encode()).hexdigest()[:8]
    place = path.removesuffix(".py").replace("/", ".")
    return f"{place}:{scope or '-'}:{kind}:{exact}"


def sample(mutants: Iterable[Mutant], seed: int, count: int, fits: Callable[[Mutant], bool]) -> list[Mutant]:
    """`count` of those that fit, the same for the same seed; no mutant's place depends on which others there are."""

    def place(mutant: Mutant) -> bytes:
        return hashlib.sha256(f"{seed}:{mutant.id}".encode()).digest()

    return list(islice(filter(fits, sorted(mutants, key=place)), count))
