"""`scripts/mutants` on a toy: what it changes, what it finds out, and what it keeps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from scripts.mutation.catalogue import compiles, mutants_of
from scripts.mutation.mutant import sample

ROOT: Final = Path(__file__).resolve().parents[1]

RULES: Final = '''"""Rules of a toy."""

LIMIT = 3


def small(n):
    return n < LIMIT


def down(n):
    while n > 0:
        n = n - 1
    return n


def either(a, b):
    return a or b


def shout(name):
    return name + "!"


def unknown(n):
    return n * 2
'''
TESTS: Final = """import pytest

from engine.rules import down, either, shout, small


def test_small():
    assert (small(2), small(3)) == (True, False)


def test_down():
    assert down(1) == 0


def deep(n):
    return deep(n)


def test_deep():
    # Python drops whoever listens to calls when the stack overflows: this test may run anything.
    with pytest.raises(RecursionError):
        deep(1)
    assert shout("a") == "a!"


def test_either():
    assert either(True, True)
"""
STRONGER: Final = """

def test_either_alone():
    assert (either(False, True), either(True, False)) == (True, True)
"""
PYPROJECT: Final = '[tool.pytest.ini_options]\npythonpath = ["."]\naddopts = ["--import-mode=importlib"]\n'
FILES: Final = (
    ("engine/__init__.py", ""),
    ("engine/rules.py", RULES),
    ("tests/test_rules.py", TESTS),
    ("pyproject.toml", PYPROJECT),
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = a == b", ["x = a != b"]),
        ("x = a is not b", ["x = a is b"]),
        ("x = (a) <= b < c", ["x = (a) < b < c", "x = (a) <= b <= c"]),
        ("x = a and (b or 1)", ["x = a or (b or 1)", "x = (b or 1)", "x = not a and (b or 1)", "x = a",
                                "x = a and (b and 1)", "x = a and (1)", "x = a and (not b or 1)", "x = a and (b)",
                                "x = a and (b or 2)"]),
        ("x = not (a)", ["x = (a)"]),
        ("x = a + b // c", ["x = a - b // c", "x = a + b * c"]),
        ("x = 1 if a else True", ["x = 2 if a else True", "x = 1 if not a else True", "x = 1 if a else False"]),
        ("x = [a for a in b if a.c]", ["x = [a for a in b if not a.c]", "x = [a for a in b if True]"]),
        ("f(a, b)", ["pass", "f(b, a)"]),
        ("f(judge, b)", ["pass"]),
        ("x = sorted(a, key=b)", ["x = list(a, key=b)", "x = sorted(a)"]),
        ("x = (a, '平', b)", ["x = ('平', b)", "x = (a, '平')"]),
        ("x = a[b:]", ["x = a[:]"]),
        ("x = '词', 'two words', 'a'", ["x = 'two words', 'a'", "x = '词', 'two words'",
                                        "x = '词', 'two words', 'a?'"]),
        ("def f():\n    yield a", ["def f():\n    yield from ()"]),
        ("def f() -> 'a':\n    '''Words.'''\n    return a", ["def f() -> 'a':\n    '''Words.'''\n    return None"]),
        ("match a:\n    case b.c:\n        d()", ["match a:\n    case b.c if False:\n        d()",
                                                "match a:\n    case b.c:\n        pass"]),
        ("assert a == b, 'c'", []),
        ("raise A('b')", ["pass"]),
        ("class A(StrEnum):\n    B = 'b'\n    C = 'c'\nx = A.C",
         ["class A(StrEnum):\n    B = 'b'\n    C = 'c'\nx = A.B"]),
    ],
)  # fmt: skip
def test_what_a_piece_of_the_rules_is_changed_to(before: str, after: list[str]) -> None:
    source = before.encode()
    made = [mutant.applied(source).decode() for mutant in mutants_of("engine/a.py", source)]
    assert sorted(after) == sorted(text for text in made if compiles(text.encode()))


def test_a_mutant_keeps_its_name_and_its_place_in_the_sample_when_others_come() -> None:
    source = RULES.encode()
    drawn = sample(mutants_of("engine/rules.py", source), 6, 5, lambda _: True)
    grown = sample(mutants_of("engine/rules.py", b"# one line more\n" + source), 6, 5, lambda _: True)
    assert [mutant.id for mutant in drawn] == [mutant.id for mutant in grown]
    assert [mutant.line + 1 for mutant in drawn] == [mutant.line for mutant in grown]


class Toy:
    """The toy's tree, and what is kept of runs on it."""

    def __init__(self, root: Path) -> None:
        """Write it."""
        self.root = root
        for name, text in FILES:
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")

    def run(self, *words: str) -> str:
        """Run the command; the report."""
        command = [sys.executable, "-P", "-m", "scripts.mutation", "--root", str(self.root), "--tests", "tests"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
        return subprocess.run(
            [*command, *words], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        ).stdout

    def fates(self) -> dict[str, list[str]]:
        """Function (or "-") and kind of change, and what became of such mutants."""
        found: dict[str, list[str]] = {}
        for line in (self.root / "build/mutants/results.jsonl").read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            found.setdefault(" ".join(entry["id"].split(":")[1:3]), []).append(entry["fate"])
        return {name: sorted(fates) for name, fates in sorted(found.items())}


def test_a_run_finds_the_gaps_and_the_next_one_only_tries_those(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    report = toy.run()
    expected = {
        "- constant": ["killed"],
        "down arithmetic": ["endless"],
        "down compare": ["killed"],
        "down constant": ["killed", "killed"],
        "down return": ["killed"],
        "either and-or": ["survived"],
        "either negate": ["survived", "survived"],
        "either operand": ["survived", "survived"],
        "either return": ["killed"],
        "shout arithmetic": ["killed"],
        "shout constant": ["killed"],
        "shout return": ["killed"],
        "small compare": ["killed"],
        "small return": ["killed"],
        "unknown arithmetic": ["survived"],
        "unknown constant": ["survived"],
        "unknown return": ["survived"],
    }
    assert expected == toy.fates()
    assert "survived: engine/rules.py:17 engine.rules:either:and-or:" in report
    assert "-    return a or b\n+    return a and b\n" in report

    known = next(word for word in report.split() if word.startswith("engine.rules:unknown:constant:"))
    listed = tmp_path / "scripts" / "mutation" / "equivalent.toml"
    listed.parent.mkdir(parents=True)
    listed.write_text(f'[[equivalent]]\nid = "{known}"\nreason = "nobody asks"\n', encoding="utf-8")
    with (tmp_path / "tests" / "test_rules.py").open("a", encoding="utf-8") as file:
        file.write(STRONGER)
    report = toy.run()
    expected |= {
        name: ["killed"] * len(expected[name]) for name in ("either and-or", "either negate", "either operand")
    }
    del expected["unknown constant"]
    assert expected == toy.fates()
    assert "because nobody asks" in report
    assert report.startswith("89.5 % noticed: 17 of 19 (16 killed, 1 endless, 2 survived); 20 drawn, 1 equivalent")


def test_tests_that_fail_without_any_change_are_told(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    (tmp_path / "tests" / "test_rules.py").write_text("def test_no():\n    assert False\n", encoding="utf-8")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        toy.run()
    assert "the tests fail on the clean tree: tests/test_rules.py::test_no" in failed.value.stderr
