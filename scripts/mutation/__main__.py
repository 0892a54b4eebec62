"""`scripts/mutants`: change the rules in one place, run the tests, and see whether one of them fails. So many times.

    scripts/mutants                              500 mutants of engine/, the same 500 for the same --seed
    scripts/mutants --module engine/settlement.py --count 9999
    scripts/mutants --resume                     go on with the copy of the tree that the last run looked at
    scripts/mutants --id engine.seats:...        one mutant, with its diff

Everything is kept below build/mutants: fates as they come, the report at the end. A run after a change of tests only
tries the survivors again. What no test can notice stands in scripts/mutation/equivalent.toml, with reasons.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

from scripts.mutation import suite
from scripts.mutation.catalogue import catalogue, compiles
from scripts.mutation.forks import Ended, run_all, silence
from scripts.mutation.ledger import CODE, Fate, Ledger, Result, equivalents
from scripts.mutation.mutant import Mutant, sample
from scripts.mutation.report import report_of

ROOT: Final = Path(__file__).resolve().parents[2]
TESTS: Final = ("tests/engine", "tests/scenario", "tests/golden")
NOT_SWAPPED: Final = "not swapped"


def options(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="scripts/mutants", description="Mutation testing of engine/.")
    parser.add_argument("--seed", type=int, default=6, help="which mutants are drawn (default: %(default)s)")
    parser.add_argument("--count", type=int, default=500, help="how many (default: %(default)s)")
    parser.add_argument("--module", action="append", default=[], help="only of this file; may be given again")
    parser.add_argument("--id", action="append", default=[], help="only this mutant; may be given again")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default: %(default)s)")
    parser.add_argument("--resume", action="store_true", help="look at the same copy of the tree as the last run")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--tests", nargs="+", default=list(TESTS), help="the tests (default: %(default)s)")
    parser.add_argument("--package", default="engine", help="what is changed (default: %(default)s)")
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree (default: this one)")
    return parser.parse_args(words)


class Run:
    """One run of the command."""

    def __init__(self, wanted: argparse.Namespace) -> None:
        """Copies the tree, unless the last copy is gone on with."""
        self._wanted = wanted
        self.ledger = Ledger(wanted.root / "build" / "mutants")
        self.ledger.begin(wanted.root, wanted.package, wanted.tests, resume=wanted.resume)
        self.tree = self.ledger.tree
        self.known = equivalents(self.tree / "scripts" / "mutation" / "equivalent.toml")
        self.all = catalogue(self.tree, wanted.package)
        self.drawn = self._draw()
        self._done = 0
        self._began = time.monotonic()

    def _draw(self) -> list[Mutant]:
        modules, ids = self._wanted.module, self._wanted.id
        for name in {*modules} - {mutant.path for mutant in self.all}:
            raise SystemExit(f"{name}: nothing in it can be changed; a path from the root is wanted")
        for name in {*ids} - {mutant.id for mutant in self.all}:
            raise SystemExit(f"{name}: there is no such mutant (any more)")
        sources = {mutant.path: self.source(mutant) for mutant in self.all}
        pool = [m for m in self.all if (not modules or m.path in modules) and (not ids or m.id in ids)]
        fits = lambda mutant: compiles(mutant.applied(sources[mutant.path]))  # noqa: E731 - it is handed on at once
        return sample(pool, self._wanted.seed, self._wanted.count, fits)

    def source(self, mutant: Mutant) -> bytes:
        """The file that the mutant changes."""
        return (self.tree / mutant.path).read_bytes()

    def record(self) -> suite.Record:
        """The record of the clean run, made now where there is none."""
        record = self.ledger.record()
        if record is None:
            say("running the tests on the clean tree, listening to what they call ...")
            ((_, ended),) = run_all([None], lambda _: self._recorded(), 1)
            record = ended.said
            if not isinstance(record, dict) or record["failed"] or not record["tests"]:
                failed = record["failed"] if isinstance(record, dict) else record
                raise SystemExit(f"the tests fail on the clean tree: {failed or ended}")
            self.ledger.keep_record(record)
        return record

    def _recorded(self) -> suite.Record:
        found: suite.Record = {"failed": "nothing was collected", "tests": {}}
        recorder = suite.Recorder(self.tree, self._wanted.package)

        def loop(session: pytest.Session) -> None:
            found.update(recorder.record(session))

        self._collect(loop)
        ours = (*CODE, "__main__")
        return found | {"modules": sorted(name for name in sys.modules if name.split(".")[0] not in ours)}

    def _collect(self, loop: Callable[[pytest.Session], None]) -> int:
        """Collect the tests of the copy, then `loop`."""
        os.chdir(self.tree)
        os.environ["PYTHONPATH"] = str(self.tree)
        sys.path.insert(0, str(self.tree))
        return suite.collect(self.tree, self._wanted.tests, loop)

    def judge(self) -> None:
        """Find the fate of every drawn mutant that has none yet."""
        record = self.record()
        fates = self.ledger.results()
        left = [mutant for mutant in self.drawn if mutant.id not in fates and mutant.id not in self.known]
        chosen = {mutant.id: suite.relevant(record, mutant) for mutant in left}
        self._done = len(self.drawn) - len(left)
        for mutant in left:
            if chosen[mutant.id] == []:
                self._keep(mutant, Result(mutant.id, Fate.UNTESTED))
        left = [mutant for mutant in left if chosen[mutant.id] != []]
        quick = [mutant for mutant in left if mutant.swappable and chosen[mutant.id] is not None]
        if quick:
            self._in_one_process(quick, record, chosen)
        fates = self.ledger.results()
        left = [mutant for mutant in left if mutant.id not in fates]
        self._done = len(self.drawn) - len(left)
        if left:
            for name in record["modules"]:
                with suppress(ImportError):
                    import_module(name)
        for mutant, ended in run_all(left, lambda m: self._on_import(m, record, chosen[m.id]), self._wanted.jobs):
            self._keep(mutant, result_of(mutant, ended))

    def _in_one_process(self, mutants: list[Mutant], record: suite.Record, chosen: dict[str, Any]) -> None:
        """All mutants that only exchange a function's code, in forks of one process that has collected the tests."""

        def loop(session: pytest.Session) -> None:
            def work(mutant: Mutant) -> str:
                if not suite.swap(mutant, self.tree):
                    return NOT_SWAPPED
                return suite.verdict(session, record, chosen[mutant.id])

            for mutant, ended in run_all(mutants, work, self._wanted.jobs):
                if ended.said != NOT_SWAPPED:
                    self._keep(mutant, result_of(mutant, ended))

        pid = os.fork()
        if not pid:
            try:
                silence(1)
                code = self._collect(loop)
            except BaseException as error:  # noqa: BLE001 - told, and told again by the exit code
                say(f"{type(error).__name__}: {error}")
                code = 1
            os._exit(code)
        _, status = os.waitpid(pid, 0)
        if status:
            raise SystemExit("the process of the tests ended early; what is done is kept: --resume")

    def _on_import(self, mutant: Mutant, record: suite.Record, chosen: list[str] | None) -> str:
        """One mutant that is there from the first import on."""
        sys.meta_path.insert(0, suite.OnImport(mutant, self.tree))
        found = []
        suite.restless(suite.LOADING_S)
        code = self._collect(lambda session: found.append(suite.verdict(session, record, chosen)))
        return found[0] if found else f"loading (pytest's exit code {code})"

    def _keep(self, mutant: Mutant, result: Result) -> None:
        """Write the fate down and tell how far it is."""
        self.ledger.add(result)
        self._done += 1
        minutes = (time.monotonic() - self._began) / 60
        say(f"{self._done}/{len(self.drawn)} {minutes:.1f} min {result.fate:8} {result.seconds:5.1f} s {mutant.id}")


def result_of(mutant: Mutant, ended: Ended) -> Result:
    """A fate from what a process said, or how it ended."""
    seconds = round(ended.seconds, 2)
    if ended.signal:
        fate = Fate.ENDLESS if ended.signal in (signal.SIGVTALRM, signal.SIGKILL) else Fate.KILLED
        return Result(mutant.id, fate, signal.Signals(ended.signal).name, seconds)
    if not isinstance(ended.said, str) or ended.said.startswith("Traceback"):
        return Result(mutant.id, Fate.BROKEN, str(ended.said), seconds)
    return Result(mutant.id, Fate.KILLED if ended.said else Fate.SURVIVED, ended.said, seconds)


def say(text: str) -> None:
    """To the person who waits."""
    print(text, file=sys.stderr, flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """The command."""
    run = Run(options(words))
    if options(words).list:
        for mutant in run.drawn:
            print(f"{mutant.path}:{mutant.line} {mutant.id}\n{mutant.diff(run.source(mutant))}")
        return
    run.judge()
    sources = {mutant.path: run.source(mutant) for mutant in run.drawn}
    text = report_of(run.drawn, run.ledger.results(), run.known, sources, {mutant.id for mutant in run.all})
    print(text)
    say(f"kept in {run.ledger.report(text)}")


if __name__ == "__main__":
    main()
