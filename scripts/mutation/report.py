"""What a run has found, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from scripts.mutation.ledger import NOTICED, Fate, Result
from scripts.mutation.mutant import Mutant


def report_of(
    drawn: Sequence[Mutant],
    results: Mapping[str, Result],
    known: Mapping[str, str],
    sources: Mapping[str, bytes],
    there: AbstractSet[str],
) -> str:
    """Score, fates by file, every survivor with its change; `known` are the equivalent ones, `there` all there are."""
    judged = [mutant for mutant in drawn if mutant.id not in known and mutant.id in results]
    fates = Counter(results[mutant.id].fate for mutant in judged)
    lines = [score(fates, len(drawn), sum(mutant.id in known for mutant in drawn)), ""]
    for path in sorted({mutant.path for mutant in judged}):
        own = Counter(results[mutant.id].fate for mutant in judged if mutant.path == path)
        noticed = sum(own[fate] for fate in NOTICED)
        lines.append(f"{noticed:4} of {own.total():4} noticed  {path}")
    for fate in (Fate.SURVIVED, Fate.UNTESTED, Fate.BROKEN):
        for mutant in sorted(judged, key=lambda mutant: (mutant.path, mutant.line)):
            if results[mutant.id].fate is fate:
                lines += ["", f"{fate}: {mutant.path}:{mutant.line} {mutant.id}", mutant.diff(sources[mutant.path])]
                lines += [results[mutant.id].by] if fate is Fate.BROKEN else []
    for mutant in drawn:
        if mutant.id in known:
            lines += ["", f"equivalent: {mutant.path}:{mutant.line} {mutant.id}", mutant.diff(sources[mutant.path])]
            lines.append(f"  because {known[mutant.id]}")
    lines += [f"\nlisted as equivalent, but not there any more: {name}" for name in sorted({*known} - there)]
    return "\n".join(lines)


def score(fates: Counter[Fate], drawn: int, equivalent: int) -> str:
    """The score: of those that somebody could notice, how many a test did."""
    noticed = sum(fates[fate] for fate in NOTICED)
    told = ", ".join(f"{fates[fate]} {fate}" for fate in Fate if fates[fate])
    percent = 100 * noticed / fates.total() if fates.total() else 100.0
    return f"{percent:.1f} % noticed: {noticed} of {fates.total()} ({told}); {drawn} drawn, {equivalent} equivalent"
