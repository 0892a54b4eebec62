"""A Python file as the rules see it: its module name, its text, its syntax tree and its imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = ("engine", "audio", "hardware", "firmware")


@dataclass(frozen=True)
class Import:
    """One imported name: `module` is what is loaded, `name` what is taken from it ("" for a plain import)."""

    module: str
    name: str
    line: int
    lazy: bool
    typing_only: bool

    @property
    def top(self) -> str:
        """The top-level package."""
        return self.module.partition(".")[0]


@dataclass(frozen=True)
class Source:
    """One file: dotted `module` (a package has the name of its folder), and its text."""

    module: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import, wherever it stands. `from a import b` counts as `a.b` when that is a module of ours."""
        return tuple(_imports(self.tree.body, lazy=False, typing_only=False))

    def within(self, package: str) -> bool:
        """Whether this is `package` or lies in it."""
        return inside(self.module, package)


def inside(module: str, package: str) -> bool:
    """Whether `module` is `package` or lies in it."""
    return module == package or module.startswith(f"{package}.")


def read_sources(*folders: str) -> tuple[Source, ...]:
    """Every Python file below `folders` of the repository."""
    return tuple(_source(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py")))


def _source(path: Path) -> Source:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return Source(".".join(parts[:-1] if parts[-1] == "__init__" else parts), path.read_text(encoding="utf-8"))


def _is_module(dotted: str) -> bool:
    path = ROOT.joinpath(*dotted.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _imports(body: list[ast.stmt], *, lazy: bool, typing_only: bool) -> Iterator[Import]:
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, "", node.lineno, lazy, typing_only)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, "relative imports are not used here"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if _is_module(whole):
                    yield Import(whole, "", node.lineno, lazy, typing_only)
                else:
                    yield Import(node.module, alias.name, node.lineno, lazy, typing_only)
        else:
            checking = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            inner = lazy or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for field in ("body", "orelse", "finalbody"):
                below = getattr(node, field, [])
                yield from _imports(below, lazy=inner, typing_only=typing_only or (checking and field == "body"))
            for handler in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                yield from _imports(handler.body, lazy=inner, typing_only=typing_only)
