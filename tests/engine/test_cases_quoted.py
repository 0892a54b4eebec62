"""The acceptance list of the rules (12): every one of its 123 cases is a test that quotes its number."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

CASES: Final = 123
QUOTE: Final = re.compile(r"\bCase (\d+)\b")


def quoted() -> set[int]:
    """The numbers that the docstrings of the tests of the engine quote."""
    numbers = set()
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                numbers |= {int(number) for number in QUOTE.findall(ast.get_docstring(node) or "")}
    return numbers


def test_every_case_is_quoted() -> None:
    assert set(range(1, CASES + 1)) == quoted()
