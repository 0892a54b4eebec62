"""All mutants of a package, each once, in the order of the text.

Left out is what no test of the rules should notice: annotations, docstrings, words for people (`Text`, the
messages of errors), assertions (they name bugs of ours), the names that enumerations are written with, and
the declaration of a class.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from scripts.mutation.changes import Change, File, changes
from scripts.mutation.mutant import Mutant, name_of

TRANSPARENT: Final = frozenset({"property", "staticmethod", "classmethod"})
"""Decorators behind which a function's code can be exchanged."""
ENUMS: Final = frozenset({"Enum", "IntEnum", "StrEnum"})
Function = ast.FunctionDef | ast.AsyncFunctionDef


def catalogue(root: Path, package: str) -> list[Mutant]:
    """Every mutant of the package."""
    files = {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted((root / package).rglob("*.py"))}
    enums = {name: members for source in files.values() for name, members in _enums(source)}
    return [mutant for path, source in files.items() for mutant in mutants_of(path, source, enums)]


def mutants_of(path: str, source: bytes, enums: Mapping[str, tuple[str, ...]] | None = None) -> list[Mutant]:
    """Every mutant of one file, also those that do not compile; `enums` are the members of enumerations by name."""
    file = File(source, dict(_enums(source)) if enums is None else enums)
    seen: Counter[tuple[str, ...]] = Counter()
    made: dict[Change, Mutant] = {}
    for scope, swappable, change in _walk(file, ast.parse(source), "", False, words=True):
        old = source[change.start : change.end].decode("utf-8")
        if old == change.new.decode("utf-8"):
            continue
        words = f"{old}\0{change.new.decode('utf-8')}"
        ordinal = seen[scope, change.kind, words]
        seen[scope, change.kind, words] += 1
        name = name_of(path, scope, change.kind, words, ordinal)
        # Two kinds of change may come to the same text: the first has it.
        made.setdefault(change._replace(kind=""), Mutant(name, path, scope, change.kind, *change[1:], swappable))
    return sorted(made.values(), key=lambda mutant: (mutant.start, mutant.end))


def _walk(file: File, node: ast.AST, scope: str, swappable: bool, *, words: bool) -> Iterator[tuple[str, bool, Change]]:
    """All changes at `node` and below; of plain strings only where they are no `words` for people."""
    if isinstance(node, ast.ClassDef):
        inner = f"{scope}.{node.name}" if scope else node.name
        for statement in node.body:
            if not (_is_enum(node) and isinstance(statement, ast.Assign)):
                yield from _walk(file, statement, inner if not swappable else scope, swappable, words=words)
        return
    if isinstance(node, Function):
        yield from _function(file, node, scope, swappable, words=words)
        return
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    if not text or words:
        yield from ((scope if swappable else "", swappable, change) for change in changes(file, node))
    for child in _children(node):
        spoken = isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and ast.unparse(node.func) == "Text")
        yield from _walk(file, child, scope, swappable, words=words and not spoken)


def _function(
    file: File, node: Function, scope: str, swappable: bool, *, words: bool
) -> Iterator[tuple[str, bool, Change]]:
    """Defaults belong to what is around the function; its body to it, or to the function it stands in."""
    for default in (*node.args.defaults, *(default for default in node.args.kw_defaults if default)):
        yield from _walk(file, default, scope, swappable, words=words)
    name = scope if swappable else f"{scope}.{node.name}".lstrip(".")
    plain = all(ast.unparse(decorator) in TRANSPARENT for decorator in node.decorator_list)
    for child in node.body:
        for found, _, change in _walk(file, child, name, True, words=words):
            yield found, swappable or plain, change


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node in which changes are looked for."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom() | ast.pattern():
            return
        case ast.Expr(value=ast.Constant()):
            return
        case ast.AnnAssign(value=value):
            yield from () if value is None else (value,)
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return
        case ast.Call(func=ast.Name(id="TypeVar" | "NewType")):
            return
        case ast.Subscript(value=value, slice=ast.Tuple() as index):
            # A pair of types; numbers in it would be an index of somebody else's class.
            yield value
            yield from index.elts
        case _:
            yield from ast.iter_child_nodes(node)


def _enums(source: bytes) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The enumerations that a file declares, with their members."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and _is_enum(node):
            names = [
                s.targets[0].id for s in node.body if isinstance(s, ast.Assign) and isinstance(s.targets[0], ast.Name)
            ]
            yield node.name, tuple(names)


def _is_enum(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).split(".")[-1] in ENUMS for base in node.bases)


def compiles(text: bytes) -> bool:
    """Whether Python takes it without a word."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(text, "<mutant>", "exec")
        except (SyntaxError, SyntaxWarning):
            return False
    return True
