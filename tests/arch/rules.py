"""The rules. Each takes sources and returns its findings, one line each; no finding means the rule holds.

The dependency table, row by row (what a module may import of ours, and of others):

    engine             itself; msgspec, and of the standard library what can do no I/O
    engine.roles.x     engine.roles.role and engine.roles.vocabulary, never another role
    audio              itself, and of the engine what carries words; each library in one file
    hardware           itself; each library in one file (gpiozero in `hardware.pins`), those that touch pins or
                       buses imported lazily
    firmware.table     engine, line keys, ports, firmware; no clock, threads, operating system or chance
    firmware.menu      the same
    firmware (rest)    everything
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

from engine.secrecy import Redacted
from tests.arch.source import PACKAGES, Import, Source, inside

Rule = Callable[[Source], list[str]]

PURE: Final = ("engine", "firmware.table", "firmware.menu")
ENGINE_STDLIB: Final = frozenset(
    "__future__ abc collections contextlib dataclasses enum functools hashlib itertools math operator re string types "
    "typing".split()
)
BANNED_MODULES: Final = frozenset(
    "asyncio datetime io logging multiprocessing os pathlib random secrets signal socket sqlite3 subprocess sys "
    "tempfile threading time".split()
)
BANNED_CALLS: Final = frozenset("open print input exec eval breakpoint __import__".split())
ROLE_SCHEMA: Final = ("engine.roles.role", "engine.roles.vocabulary")
NOT_ROLES: Final = ("engine.roles", *ROLE_SCHEMA)
ENGINE_FOR_AUDIO: Final = ("engine.roles", "engine.text", "engine.seats")
ENGINE_FOR_ANNOUNCER: Final = (
    "engine.events", "engine.houserules", "engine.prompts", "engine.public", "engine.roles", "engine.seats",
    "engine.secrecy", "engine.text",
)  # fmt: skip
ANNOUNCERS: Final = ("firmware.table.announcer", "firmware.table.pace", "firmware.table.compose")
"""The modules that turn public facts into words and times: no secret name may even be within their reach."""

THIRD_PARTY: Final = {
    "engine": frozenset({"msgspec"}),
    "audio": frozenset({"msgspec", "numpy", "pypinyin", "gtts", "pyaudio", "soxr", "soundfile", "pyloudnorm"}),
    "hardware": frozenset({"msgspec", "PIL", "gpiozero", "lgpio", "RPi", "smbus2", "luma"}),
    "firmware.table": frozenset({"msgspec"}),
    "firmware.menu": frozenset({"msgspec"}),
}
ONE_FILE_EACH: Final = frozenset("pypinyin gtts pyaudio soxr soundfile pyloudnorm gpiozero lgpio RPi smbus2".split())
PIN_LIBRARY: Final = "hardware.pins"
"""The modules that need gpiozero, and may import it at their top; everybody else imports them where they are used."""
LAZY: Final = frozenset("gpiozero lgpio RPi smbus2 luma pyaudio gtts".split())
HOMES: Final = {
    "sqlite3": ("firmware.journal", "firmware.journal_file", "firmware.journal_writer"),
    "starlette": ("firmware.web",),
    "uvicorn": ("firmware.web",),
    "websockets": ("firmware.web",),
    "platformdirs": ("firmware.state_dir",),
}
"""Libraries that stay behind one door."""


def first_party(source: Source) -> list[str]:
    """The dependency table between our own packages."""
    return [
        f"{source.module}:{i.line} imports {i.module}"
        for i in source.imports
        if i.top in (*PACKAGES, "tests") and not _may_import(source.module, i.module)
    ]


def _may_import(importer: str, imported: str) -> bool:
    if inside(imported, "tests"):
        return False
    if inside(importer, "engine"):
        is_role = inside(importer, "engine.roles") and importer not in NOT_ROLES
        return imported in ROLE_SCHEMA if is_role else inside(imported, "engine")
    if inside(importer, "audio"):
        return inside(imported, "audio") or any(inside(imported, name) for name in ENGINE_FOR_AUDIO)
    if inside(importer, "hardware"):
        return inside(imported, "hardware")
    return True


def third_party(source: Source) -> list[str]:
    """Which libraries a package may use at all."""
    return [f"{source.module}:{i.line} imports {i.module}" for i in source.imports if not _may_use(source, i.top)]


def _may_use(source: Source, library: str) -> bool:
    if library in (*PACKAGES, "tests"):
        return True
    if library in sys.stdlib_module_names:
        return not source.within("engine") or library in ENGINE_STDLIB
    return all(library in allowed for package, allowed in THIRD_PARTY.items() if source.within(package))


def behind_one_door(source: Source) -> list[str]:
    """Libraries that only their own module may import, and those that may not be loaded before they are needed."""
    found = []
    for i in source.imports:
        home = HOMES.get(i.top)
        if home is not None and not any(source.within(module) for module in home):
            found.append(f"{source.module}:{i.line} imports {i.module}, which belongs to {home[0]}")
        at_home = i.top == "gpiozero" and source.within(PIN_LIBRARY)
        if (i.top in LAZY or _opens_pins(source, i)) and not (i.lazy or i.typing_only or at_home):
            found.append(f"{source.module}:{i.line} imports {i.module} at its top; import it where it is used")
    return found


def _opens_pins(source: Source, i: Import) -> bool:
    return inside(i.module, PIN_LIBRARY) and not source.within(PIN_LIBRARY)


def one_file_each(sources: Iterable[Source]) -> list[str]:
    """Audio and hardware libraries are imported in one file each, gpiozero in one package."""
    users: dict[str, set[str]] = defaultdict(set)
    for source in sources:
        for i in source.imports:
            if i.top in ONE_FILE_EACH and not (i.top == "gpiozero" and source.within(PIN_LIBRARY)):
                users[i.top].add(source.module)
    return [f"{library} is imported in {sorted(files)}" for library, files in sorted(users.items()) if len(files) > 1]


def announcer_sees_public_names_only(source: Source) -> list[str]:
    """What speaks and paces can name no secret: no redacted class, no state, no view of a player."""
    if source.module not in ANNOUNCERS:
        return []
    found = []
    aliases: dict[str, str] = {}
    for i in source.imports:
        if i.top != "engine":
            continue
        if not any(inside(i.module, module) for module in ENGINE_FOR_ANNOUNCER):
            found.append(f"{source.module}:{i.line} imports {i.module}")
        elif i.name and _is_secret(i.module, i.name):
            found.append(f"{source.module}:{i.line} imports the secret {i.module}.{i.name}")
        elif not i.name:
            aliases.update(_names_bound_to(source, i))
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            module = aliases[node.value.id]
            if _is_secret(module, node.attr):
                found.append(f"{source.module}:{node.lineno} names the secret {module}.{node.attr}")
    return found


def _names_bound_to(source: Source, wanted: Import) -> dict[str, str]:
    """The local names of an imported module: `from engine import events as e` binds e."""
    return {
        alias.asname or alias.name: wanted.module
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Import | ast.ImportFrom) and node.lineno == wanted.line
        for alias in node.names
        if wanted.module.endswith(alias.name)
    }


def _is_secret(module: str, name: str) -> bool:
    value = getattr(importlib.import_module(module), name, None)
    return isinstance(value, type) and issubclass(value, Redacted)


def banned_names(source: Source) -> list[str]:
    """Pure modules do no I/O, know no time, no chance and no threads."""
    if not any(source.within(package) for package in PURE):
        return []
    imported = [f"{source.module}:{i.line} imports {i.module}" for i in source.imports if i.top in BANNED_MODULES]
    called = [
        f"{source.module}:{node.lineno} calls {node.func.id}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in BANNED_CALLS
    ]
    return imported + called


MUTABLE_MAKERS: Final = frozenset("list dict set bytearray defaultdict deque Counter OrderedDict count cycle".split())
READ_ONLY_ANNOTATIONS: Final = ("Mapping", "Sequence", "Collection", "tuple", "frozenset")
MUTABLE_NODES: Final = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp)


def no_mutable_module_state(source: Source) -> list[str]:
    """In the engine nothing that can change outlives a call: no list, dict or set in a module or class, no `global`.

    A table is a tuple, a `MappingProxyType`, or a dict that its annotation calls a `Mapping`.
    """
    if not source.within("engine"):
        return []
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Global | ast.Nonlocal):
            found.append(f"{source.module}:{node.lineno} uses {type(node).__name__.lower()}")
        if isinstance(node, ast.Module | ast.ClassDef):
            found += [f"{source.module}:{s.lineno} holds mutable state" for s in node.body if _holds_mutable(s)]
    return found


def _holds_mutable(statement: ast.stmt) -> bool:
    if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
        return isinstance(statement, ast.AugAssign)
    if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__all__":
        return False
    if isinstance(statement, ast.AnnAssign):
        annotation = ast.unparse(statement.annotation)
        if any(word in annotation for word in READ_ONLY_ANNOTATIONS) and not isinstance(statement.value, ast.List):
            return False
    value = statement.value
    if isinstance(value, ast.Call):
        maker = value.func.attr if isinstance(value.func, ast.Attribute) else ast.unparse(value.func)
        return maker in MUTABLE_MAKERS
    return isinstance(value, MUTABLE_NODES)


def state_changes_in_one_place(source: Source) -> list[str]:
    """Only `engine.evolve` makes a changed copy of a GameState, and nobody writes into a frozen object."""
    if source.module == "engine.evolve" or not any(source.within(package) for package in PACKAGES):
        return []
    found = []
    states = _names_of_states(source.tree)
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        first = ast.unparse(node.args[0]).split(".")[-1] if node.args else ""
        if called in ("force_setattr", "__setattr__"):
            found.append(f"{source.module}:{node.lineno} writes into a frozen object")
        # GameState() with nothing in it is how a game begins, not a change.
        if (called in ("replace", "__replace__") and first in states) or (
            called == "GameState" and (node.args or node.keywords)
        ):
            found.append(f"{source.module}:{node.lineno} makes a GameState with {called}(")
    return found


def _names_of_states(tree: ast.Module) -> set[str]:
    """Names that hold a GameState as far as the text tells: by name, by annotation, or made by `evolve`."""
    names = {"state"}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None and "GameState" in ast.unparse(node.annotation):
            names.add(node.arg)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith(("evolve(", "GameState(")):
            names.update(target.id for target in node.targets if isinstance(target, ast.Name))
    return names


def only_deaths_kill(source: Source) -> list[str]:
    """`Died` is made in `engine.links` and nowhere else."""
    if source.module == "engine.links" or not any(source.within(package) for package in PACKAGES):
        return []
    return [
        f"{source.module}:{node.lineno} makes a Died"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Died"
    ]


def everything_is_used(sources: Iterable[Source], entry_points: frozenset[str]) -> list[str]:
    """No module that nobody imports and nobody starts; a package is used when something in it is."""
    known = tuple(sources)
    used = {i.module for source in known for i in source.imports if i.module != source.module}
    return [
        f"{source.module} is imported by nothing"
        for source in known
        if "." in source.module
        and source.module not in entry_points
        and not any(inside(module, source.module) for module in used)
    ]


MAX_FILE_LINES: Final = 400
MAX_FUNCTION_LINES: Final = 60
MAX_ROLE_LINES: Final = 120
WORDS: Final = (
    (re.compile(r"unittest\.mock|from unittest import mock"), "fakes with behaviour, no lists of mock calls"),
    (re.compile(r"\b(TODO|FIXME|XXX|HACK)\b(?!\([a-z]+\))"), "finish it, or name who will"),
    (re.compile(r"pypi\.org|pythonhosted|npmjs|piwheels\.org|deb\.debian\.org"), "no registry host in a file"),
    (re.compile(r"/work/|shared/design|shared/cases"), "no path of one machine in a file"),
)
TEST_WORDS: Final = ((re.compile(r"\b(time|asyncio|anyio)\.sleep\b|wait_for_timeout"), "no sleeps in tests"),)


def banned_words(name: str, text: str) -> list[str]:
    """Words that may not stand in the file `name` (its path from the root)."""
    words = WORDS + (TEST_WORDS if name.startswith("tests/") else ())
    return [
        f"{name}:{number} {found.group()}: {why}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern, why in words
        for found in pattern.finditer(line)
    ]


def too_long(source: Source) -> list[str]:
    """Files and functions that have grown beyond one thought."""
    limit = MAX_ROLE_LINES if source.within("engine.roles") and source.module not in NOT_ROLES else MAX_FILE_LINES
    lines = len(source.text.splitlines())
    found = [f"{source.module} has {lines} lines, more than {limit}"] if lines > limit else []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                found.append(f"{source.module}:{node.lineno} {node.name} has {length} lines")
    return found
