"""The kinds of change: for a node of the syntax tree, what could be written in its stead.

Every change is a replacement in the file's bytes, so that a survivor can be shown as its author would have
typed it. What does not compile is left out by the caller.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

COMPARE: Final[Mapping[type[ast.cmpop], tuple[bytes, bytes]]] = {
    ast.Eq: (rb"==", b"!="),
    ast.NotEq: (rb"!=", b"=="),
    ast.Lt: (rb"<", b"<="),
    ast.LtE: (rb"<=", b"<"),
    ast.Gt: (rb">", b">="),
    ast.GtE: (rb">=", b">"),
    ast.Is: (rb"\bis\b", b"is not"),
    ast.IsNot: (rb"\bis\s+not\b", b"is"),
    ast.In: (rb"\bin\b", b"not in"),
    ast.NotIn: (rb"\bnot\s+in\b", b"in"),
}
ARITHMETIC: Final[Mapping[type[ast.operator], tuple[bytes, bytes]]] = {
    ast.Add: (rb"\+", b"-"),
    ast.Sub: (rb"-", b"+"),
    ast.Mult: (rb"\*", b"//"),
    ast.FloorDiv: (rb"//", b"*"),
    ast.Mod: (rb"%", b"*"),
}
CALLS: Final[Mapping[str, bytes]] = {"any": b"all", "all": b"any", "min": b"max", "max": b"min", "sorted": b"list"}
UNORDERED: Final = frozenset("isinstance issubclass getattr Text Line TypeVar NewType".split())
"""Calls whose arguments, exchanged, only ever raise, or are words for people."""
CONTEXT: Final = frozenset("self judge state rules".split())
"""What is handed on first, and is never of the type of what follows."""


class Change(NamedTuple):
    """Replace the bytes from `start` to `end` by `new`; `line` is where it is seen."""

    kind: str
    line: int
    start: int
    end: int
    new: bytes


class File:
    """The bytes of a file and where a node of its tree stands in them."""

    def __init__(self, source: bytes, enums: Mapping[str, tuple[str, ...]]) -> None:
        """The file, and the members of all enumerations by their name."""
        self.source = source
        self.enums = enums
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """First byte and the one after the last. Parentheses around it are not part of a node."""
        places = (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]
        return self._starts[places[0] - 1] + places[1], self._starts[places[2] - 1] + places[3]

    def outer(self, node: ast.AST) -> tuple[int, int]:
        """The span with the node's own parentheses. Only for one of several siblings: else a call's would be taken."""
        start, end = self.span(node)
        while True:
            before = self.source[:start].rstrip()
            after = len(self.source[end:]) - len(self.source[end:].lstrip())
            if not (before.endswith(b"(") and self.source[end + after : end + after + 1] == b")"):
                return start, end
            start, end = len(before) - 1, end + after + 1

    def replace(self, kind: str, node: ast.AST, new: bytes) -> Change:
        """`new` in the place of `node`."""
        return Change(kind, node.lineno, *self.span(node), new)  # type: ignore[attr-defined]

    def between(self, kind: str, left: ast.AST, right: ast.AST, pattern: bytes, new: bytes) -> Iterator[Change]:
        """`new` for the operator that stands between two nodes."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = re.search(pattern, self.source[start:end])
        if found is not None:
            line = right.lineno  # type: ignore[attr-defined]
            yield Change(kind, line, start + found.start(), start + found.end(), new)

    def without(self, kind: str, siblings: list[ast.AST], index: int) -> Change:
        """The list of `siblings` (two or more, separated by something) without one of them."""
        line = siblings[index].lineno  # type: ignore[attr-defined]
        if index + 1 < len(siblings):
            return Change(kind, line, self.outer(siblings[index])[0], self.outer(siblings[index + 1])[0], b"")
        return Change(kind, line, self.outer(siblings[index - 1])[1], self.outer(siblings[index])[1], b"")


def changes(file: File, node: ast.AST) -> Iterator[Change]:
    """Every change at `node` itself; its children have their own."""
    match node:
        case ast.Compare(left=left, ops=ops, comparators=rest):
            for before, op, after in zip([left, *rest], ops, rest, strict=False):
                yield from file.between("compare", before, after, *COMPARE[type(op)])
        case ast.BoolOp():
            yield from _both(file, node)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC:
            yield from file.between("arithmetic", left, right, *ARITHMETIC[type(op)])
        case ast.AugAssign(target=left, op=op, value=right):
            yield file.replace("drop", node, b"pass")
            if type(op) in ARITHMETIC:
                yield from file.between("arithmetic", left, right, *ARITHMETIC[type(op)])
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            start, end = file.span(node)[0], file.span(operand)[0]
            gap = file.source[start:end]
            yield Change("not", node.lineno, start, end, gap.removeprefix(b"not").lstrip())
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield from _negated(file, test)
        case ast.comprehension(ifs=tests):
            for test in tests:
                yield from _negated(file, test)
                yield file.replace("always", test, b"True")
        case ast.Constant():
            yield from _constant(file, node)
        case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in file.enums.get(enum, ()):
            members = file.enums[enum]
            other = members[(members.index(member) + 1) % len(members)]
            if other != member:
                yield file.replace("member", node, f"{enum}.{other}".encode())
        case ast.Call():
            yield from _call(file, node)
        case ast.Tuple(elts=items, ctx=ast.Load()) | ast.List(elts=items, ctx=ast.Load()):
            yield from _shorter(file, node, list(items))
        case ast.Slice(lower=lower, upper=upper) if lower or upper:
            yield file.replace("slice", node, b":")
        case ast.match_case(pattern=pattern, guard=guard):
            if guard is None:
                start, end = file.span(pattern)
                yield Change("case", pattern.lineno, start, end, file.source[start:end] + b" if False")
            else:
                yield file.replace("always", guard, b"True")
        case ast.stmt():
            yield from _statement(file, node)


def _both(file: File, node: ast.BoolOp) -> Iterator[Change]:
    """`and` for `or`, the other way round, and each operand left out or negated."""
    old, new = (rb"\band\b", b"or") if isinstance(node.op, ast.And) else (rb"\bor\b", b"and")
    start = file.span(node)[0]
    text = b""
    done = start
    for before, after in zip(node.values, node.values[1:], strict=False):
        gap = slice(file.span(before)[1], file.span(after)[0])
        text += file.source[done : gap.start] + re.sub(old, new, file.source[gap])
        done = gap.stop
    end = file.span(node)[1]
    yield Change("and-or", node.lineno, start, end, text + file.source[done:end])
    for index, value in enumerate(node.values):
        yield file.without("operand", list(node.values), index)
        yield from _negated(file, value)


def _negated(file: File, test: ast.expr) -> Iterator[Change]:
    """The opposite of a condition, where no other change makes it."""
    if isinstance(test, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
        start, end = file.span(test)
        yield Change("negate", test.lineno, start, end, b"not " + file.source[start:end])


def _constant(file: File, node: ast.Constant) -> Iterator[Change]:
    """Another constant of the same type."""
    match node.value:
        case bool():
            yield file.replace("constant", node, str(not node.value).encode())
        case int():
            yield file.replace("constant", node, str(node.value + 1).encode())
        case str() as text if text.isascii() and " " not in text:  # else it is for people
            yield file.replace("constant", node, repr(text + "?").encode())


def _call(file: File, node: ast.Call) -> Iterator[Change]:
    """Another function, the first two arguments exchanged, a keyword left to its default."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in CALLS:
        yield file.replace("call", node.func, CALLS[name])
    if name in UNORDERED:
        return
    whole: list[ast.AST] = [*node.args, *node.keywords]
    first, second = [*node.args, None, None][:2]
    if first is not None and second is not None and _alike(first, second):
        (a, b), (c, d) = file.span(first), file.span(second)
        text = file.source
        yield Change("arguments", node.lineno, a, d, text[c:d] + text[b:c] + text[a:b])
    for keyword in node.keywords:
        if keyword.arg is not None and len(whole) > 1:
            yield file.without("keyword", whole, whole.index(keyword))
        elif keyword.arg is not None:
            yield file.replace("keyword", keyword, b"")


def _alike(first: ast.expr, second: ast.expr) -> bool:
    """Whether two arguments may be of one type: what is not alike, exchanged, only ever raises."""
    texts = ast.unparse(first), ast.unparse(second)
    context = any(text.split(".")[-1] in CONTEXT for text in texts)
    return not context and type(first) is type(second) and not isinstance(first, ast.Starred) and texts[0] != texts[1]


def _shorter(file: File, node: ast.expr, items: list[ast.AST]) -> Iterator[Change]:
    """A literal without its first or its last item."""
    if len(items) == 1:
        yield file.replace("shorter", node, b"()" if isinstance(node, ast.Tuple) else b"[]")
    elif items:
        yield file.without("shorter", items, 0)
        if len(items) > 2:  # of a pair the comma behind the first must stay
            yield file.without("shorter", items, len(items) - 1)


def _statement(file: File, node: ast.stmt) -> Iterator[Change]:
    """Nothing in the place of a statement; of a generator's, nothing that keeps it one."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield file.replace("drop", node, b"yield from ()")
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield file.replace("return", value, b"None")
        case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break() | ast.Return(value=None):
            yield file.replace("drop", node, b"pass")
