"""pytest inside a process that was forked: the record of a clean run, and runs on a mutant.

Two ways to a mutant. A change inside a function that no import calls is made by exchanging the function's code in
a process that has collected the tests already, which costs next to nothing. Everything else (tables, defaults, roles,
functions that are called while modules load) is made as the module is imported, before anything of ours has been.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from scripts.mutation.mutant import Mutant

Loop = Callable[[pytest.Session], None]
Record = dict[str, Any]
"""`tests`: by node id its seconds of processor time and the functions it runs; `loading`: those that imports run."""
ANYTHING: Final = "*"
"""Stands for the functions of a test that shook off the listener (Python drops it when the stack overflows)."""

PATIENCE_S: Final = 4.0
PATIENCE: Final = 8
LOADING_S: Final = 60.0
"""A test may take so many seconds more and be so many times slower than on the clean tree; so long loading may take."""
QUIET: Final = (
    "-qq", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip


class Suite:
    """The plugin: collects as ever, then hands the session to `loop` instead of running it."""

    def __init__(self, loop: Loop) -> None:
        """What is to be done with the collected tests."""
        self._loop = loop
        self.error: Exception | None = None

    def pytest_configure(self) -> None:
        """Examples that are the same every time, none kept, none made smaller: that one fails is all that counts."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), database=None, derandomize=True, phases=phases)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Ours. What goes wrong in it is kept: pytest would make an exit code of it."""
        if session.testsfailed or not session.items:
            raise session.Interrupted("a file of tests does not load, or there is none")
        try:
            self._loop(session)
        except Exception as error:  # noqa: BLE001 - `collect` raises it again
            self.error = error
        return True


def collect(root: Path, folders: Sequence[str], loop: Loop) -> int:
    """Collect the tests below `folders` of the tree at `root`, then `loop`; pytest's exit code.

    Raises:
        Exception: what `loop` raised.
    """
    plugin = Suite(loop)
    code = int(pytest.main([f"--rootdir={root}", *QUIET, *(str(root / folder) for folder in folders)], [plugin]))
    if plugin.error is not None:
        raise plugin.error
    return code


class Failures:
    """The plugin that notices the first failure, in whatever phase of a test."""

    def __init__(self) -> None:
        """None so far."""
        self.first = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has said something."""
        if report.failed and not self.first:
            self.first = report.nodeid


def run(session: pytest.Session, items: Sequence[pytest.Item], before: Callable[[pytest.Item], None]) -> str:
    """Run the tests up to the first that fails; its name, or "". `before` is called with each."""
    failures = Failures()
    session.config.pluginmanager.register(failures)
    for item, following in zip(items, [*items[1:], None], strict=True):
        before(item)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if failures.first:
            break
    return failures.first


class Recorder:
    """Which functions of the package each test runs, and how long it takes."""

    def __init__(self, root: Path, package: str) -> None:
        """Begin to listen; what is called now is called by loading."""
        self._root = f"{root}/"
        self._prefix = f"{root}/{package}/"
        self._called: dict[int, CodeType] = {}
        self._now = ""
        self._began = 0.0
        self._seen: dict[str, tuple[float, list[str]]] = {}
        self._listen()

    def _listen(self) -> None:
        threading.settrace(self._call)
        sys.settrace(self._call)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> None:
        """A function is entered."""
        self._called[id(frame.f_code)] = frame.f_code

    def _turn(self, name: str) -> None:
        """What has been called belongs to the test before."""
        codes = [code for code in list(self._called.values()) if code.co_filename.startswith(self._prefix)]
        functions = {f"{c.co_filename.removeprefix(self._root)}::{c.co_qualname.split('.<locals>')[0]}" for c in codes}
        if sys.gettrace() != self._call:
            functions.add(ANYTHING)
            self._listen()
        self._seen[self._now] = (round(time.process_time() - self._began, 4), sorted(functions))
        self._called.clear()
        self._now, self._began = name, time.process_time()

    def record(self, session: pytest.Session) -> Record:
        """Run every test; the record, with the first failure as `failed`."""
        failed = run(session, session.items, lambda item: self._turn(item.nodeid))
        self._turn("")
        sys.settrace(None)
        _, loading = self._seen.pop("", (0.0, []))
        return {"failed": failed, "tests": self._seen, "loading": loading}


def restless(seconds: float) -> None:
    """From now on the process may use so much processor time, else SIGVTALRM ends it."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def verdict(session: pytest.Session, record: Record, chosen: Iterable[str] | None) -> str:
    """The test that fails on what is loaded now, or "". `chosen` in their order, None = all that are collected."""
    tests: Mapping[str, tuple[float, list[str]]] = record["tests"]
    items = {item.nodeid: item for item in session.items}
    order = sorted(items, key=lambda name: tests.get(name, (0.0,))[0]) if chosen is None else chosen
    known = [items[name] for name in order if name in items]

    def patience(item: pytest.Item) -> None:
        restless(PATIENCE_S + PATIENCE * tests.get(item.nodeid, (0.0,))[0])

    return run(session, known, patience)


def relevant(record: Record, mutant: Mutant) -> list[str] | None:
    """The tests that can notice `mutant`, the fastest first; None = any may, because loading does."""
    if not mutant.scope or mutant.function in record["loading"]:
        return None
    tests: Mapping[str, tuple[float, list[str]]] = record["tests"]
    found = [name for name, (_, ran) in tests.items() if mutant.function in ran or ANYTHING in ran]
    return sorted(found, key=lambda name: tests[name][0])


class _Changed(SourceFileLoader):
    """Loads the changed source of one module."""

    def __init__(self, name: str, path: str, source: bytes) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        """Never from a cache, never into one."""
        return self.source_to_code(self._source, self.get_filename(fullname))


class OnImport(MetaPathFinder):
    """Gives one module its changed source when it is imported."""

    def __init__(self, mutant: Mutant, root: Path) -> None:
        """Must stand first among the finders, before the module is loaded."""
        assert mutant.module not in sys.modules, "too late: the module is loaded already"
        self._name = mutant.module
        self._path = str(root / mutant.path)
        self._source = mutant.applied((root / mutant.path).read_bytes())

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The changed module, and no other."""
        spec = PathFinder.find_spec(name, path, target) if name == self._name else None
        if spec is not None:
            spec.loader = _Changed(name, self._path, self._source)
        return spec


def swap(mutant: Mutant, root: Path) -> bool:
    """Exchange the code of the function that `mutant` changes; False where the two do not fit each other."""
    path = root / mutant.path
    owner: Any = sys.modules[mutant.module]
    for name in mutant.scope.split("."):
        owner = vars(owner)[name]
    function = getattr(owner, "fget", None) or getattr(owner, "__func__", owner)
    code = _find(compile(mutant.applied(path.read_bytes()), str(path), "exec"), mutant.scope)
    if not isinstance(function, FunctionType) or code is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True


def _find(code: CodeType, name: str) -> CodeType | None:
    """The code of the function with this qualified name."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found = part if part.co_qualname == name else _find(part, name)
            if found is not None:
                return found
    return None
