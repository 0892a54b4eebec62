"""The README tells what is there: files, commands, options, threads, pictures, and examples that work."""

from __future__ import annotations

import ast
import os
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest
import typer
from PIL import Image

from engine.houserules import EXPLAIN, HouseRules
from engine.roles.vocabulary import Tonight
from engine.seats import Seat
from engine.setup import Setup, board_from_toml
from firmware import bench, bench_pi
from firmware.cli import app
from firmware.scenario.__main__ import app as scenario_app
from scripts.voice.options import asked_for
from tests.arch.source import PACKAGES, ROOT, read_sources
from tests.kit.table import VirtualTable

TEXT: Final = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
PROSE: Final = re.sub(r"^```.*?^```$", "", TEXT, flags=re.DOTALL | re.MULTILINE)
INLINE: Final = re.findall(r"`([^`\n]+)`", PROSE)
"""What stands between backticks in the prose."""

FOLDERS: Final = (*PACKAGES, "scripts", "tests", "docs")
PATHS: Final = sorted(set(re.findall(rf"(?<![\w/~-])(?:\.ci|{'|'.join(FOLDERS)})/[\w./-]*\w", TEXT)))
MAX_BYTES: Final = 200_000


def blocks(language: str) -> list[str]:
    """The code blocks in `language`."""
    return [text for name, text in BLOCKS if name == language]


def commands_of(text: str) -> list[list[str]]:
    """The words of every line of a shell block, comments left out."""
    return [words for line in text.splitlines() if (words := shlex.split(line, comments=True))]


COMMANDS: Final = [
    *(words for block in blocks("sh") for words in commands_of(block)),
    *(words for code in INLINE if re.match(r"(faguan|scripts/\w+) ", code) for words in commands_of(code)),
]


def _alone(main: Any) -> Any:
    alone = typer.Typer(add_completion=False)
    alone.command()(main)
    return typer.main.get_command(alone)


FAGUAN: Final[Any] = typer.main.get_command(app)
PROGRAMS: Final[dict[str, Any]] = {
    "faguan": FAGUAN,
    "scripts/run": FAGUAN,
    "scripts/simulate": FAGUAN.commands["simulate"],
    "scripts/scenario": typer.main.get_command(scenario_app),
    "scripts/bench": _alone(bench.main),
    "scripts/bench_pi": _alone(bench_pi.main),
}
"""What understands the arguments of a command."""

BARE: Final = frozenset(
    {"scripts/sound", "scripts/test", "scripts/check", "scripts/screenshots", "scripts/mutants", ".ci/run"}
)
"""Commands that are shown without arguments."""

NOT_OURS: Final = (["FAGUAN_REGENERATE=1", ".venv/bin/python", "-m", "pytest"],)


def understood(words: list[str]) -> bool:
    """Whether the command line takes these words; a wrong option or a bad value raises."""
    program, arguments = PROGRAMS[words[0]], words[1:]
    if arguments and arguments[0] in getattr(program, "commands", {}):
        program, arguments = program.commands[arguments[0]], arguments[1:]
    return program.make_context(words[0], list(arguments)) is not None


@pytest.mark.parametrize("path", PATHS)
def test_a_path_in_the_readme_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_the_readme_names_enough_paths_to_be_looked_at() -> None:
    assert {"scripts/run", ".ci/run", "engine/rulebook.py", "docs/img/room-day.png", "tests/kit"} <= set(PATHS)


@pytest.mark.parametrize("name", ["LICENSE", "constraints.txt", "CHANGELOG.md"])
def test_a_file_of_the_root_is_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_modules_named_with_dots_are_there() -> None:
    named = [code for code in INLINE if re.fullmatch(rf"({'|'.join(PACKAGES)})(\.\w+)+", code)]
    assert "engine.roles.vocabulary" in named
    assert [] == [module for module in named if find_spec(module) is None]


def test_the_folder_map_is_the_tree() -> None:
    (map_text,) = [text for language, text in BLOCKS if not language]
    parents = {
        "engine": "roles boards",
        "audio": "packs worker",
        "hardware": "pins profiles",
        "firmware": "table menu sim scenario web",
    }
    folders = re.findall(r"^( *)([\w.]+)/ ", map_text, re.MULTILINE)
    assert [name for indent, name in folders if not indent] == [*PACKAGES, "scripts", "tests"]
    assert [name for indent, name in folders if indent] == [n for names in parents.values() for n in names.split()]
    assert all((ROOT / parent / name).is_dir() for parent, names in parents.items() for name in names.split())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_command_in_the_readme_is_understood(words: list[str]) -> None:
    if words[0] in BARE:
        assert [words[0]] == words
        assert os.access(ROOT / words[0], os.X_OK)
    elif words[0] in PROGRAMS:
        assert understood(words)
    elif words[0] == "scripts/voice_pack":
        assert asked_for(words[1:]).voices
    else:
        assert words[:4] in NOT_OURS


def test_a_command_that_is_not_understood_would_be_found() -> None:
    for words in (["faguan", "--fast"], ["faguan", "replay"], ["scripts/run", "--speed", "0"]):
        with pytest.raises(Exception, match=r".+") as refused:
            understood(words)
        assert "UsageError" in [kind.__name__ for kind in type(refused.value).__mro__]


def test_every_option_that_stands_alone_is_one() -> None:
    programs = [*PROGRAMS.values(), *FAGUAN.commands.values()]
    parameters = [parameter for program in programs for parameter in program.params]
    known = {option for parameter in parameters for option in (*parameter.opts, *parameter.secondary_opts)}
    named = {code.split()[0] for code in INLINE if code.startswith("--")} | set(re.findall(r"\((--\w+)\)", TEXT))
    assert {"--json", "--state", "--speed"} <= named
    assert named <= known | {"--help"}


def test_every_command_and_every_option_of_the_judge_is_told() -> None:
    options = {option for parameter in FAGUAN.params for option in parameter.opts}
    assert [] == sorted(option for option in options if not re.search(rf"(?<!-){option}[ `]", TEXT))
    assert [] == sorted(name for name in FAGUAN.commands if f"faguan {name}" not in TEXT)


@pytest.mark.parametrize("script", sorted(set(PROGRAMS) - {"faguan"}))
def test_the_head_of_a_script_tells_the_options_of_its_program(script: str) -> None:
    head = (ROOT / script).read_text(encoding="utf-8").partition("\nsource ")[0]
    told = set(re.findall(r"^#   ?(--[\w-]+)", head, re.MULTILINE)) | set(re.findall(r", (--[\w-]+)", head))
    known = {option for parameter in PROGRAMS[script].params for option in parameter.opts if option.startswith("--")}
    assert known - {"--help"} == told


def test_every_script_is_told() -> None:
    scripts = {
        f"scripts/{path.name}" for path in (ROOT / "scripts").iterdir() if path.is_file() and os.access(path, os.X_OK)
    }
    assert set() == {script for script in scripts if not Path(script).suffix} - set(PATHS)


NAMED_BY: Final = {"Thread": "name", "ThreadPoolExecutor": "thread_name_prefix"}
"""What makes threads, and the argument that names them."""


def named_threads() -> dict[str, str]:
    """Name and file of every thread that the sources make; one without a name is called "?"."""
    found = {}
    for source in read_sources(*PACKAGES):
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in NAMED_BY:
                name = NAMED_BY[ast.unparse(node.func).split(".")[-1]]
                names = [k.value.value for k in node.keywords if k.arg == name and isinstance(k.value, ast.Constant)]
                found[str(names[0]) if names else "?"] = f"{source.module.replace('.', '/')}.py"
    return found


def test_the_thread_table_lists_the_threads_that_there_are() -> None:
    section = TEXT.partition("\n## Threads\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `?([^|`]+)`? \| `([\w/.]+)` \|", section, re.MULTILINE)
    assert {"main: the deciding thread": "firmware/loop.py"} | named_threads() == dict(rows)


def test_the_life_of_a_press_has_its_stations_in_order() -> None:
    section = TEXT.partition("\n## Life of a button press\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (.+?) \| .+ \|$", section, re.MULTILINE)
    assert [str(n) for n in range(1, len(rows) + 1)] == [number for number, _ in rows]
    assert len(rows) > 10
    assert all(re.findall(r"`(?:firmware|hardware|engine|audio)/[\w/.]+`", files) for _, files in rows)


def test_the_example_of_a_board_can_be_played() -> None:
    (text,) = blocks("toml")
    board = board_from_toml(text, "README.md")
    setup = Setup(board=board, seats=tuple(Seat(n) for n in range(1, board.players + 1)), rules=board.rules)
    setup.check()
    assert () == setup.warnings()


def test_the_house_rules_that_are_named_have_these_values() -> None:
    section = TEXT.partition("\n## Add a board\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+` ?)+) \|", section, re.MULTILINE)
    assert len(rows) > 8
    for rule, values in rows:
        explained = [entry.value for entry in EXPLAIN if entry.rule == rule]
        assert explained == re.findall(r"`(\w+)`", values), rule
        assert explained[0] == getattr(HouseRules(), rule)


def test_the_example_of_a_test_passes() -> None:
    (text,) = blocks("python")
    names: dict[str, Any] = {}
    exec(compile(text, "README.md", "exec"), names)  # noqa: S102 - our own README
    examples = [value for name, value in names.items() if name.startswith("test_")]
    assert 1 == len(examples)
    examples[0]()


def test_the_verbs_that_are_named_exist() -> None:
    (kit,) = re.findall(r"^(`press`.*?): see `tests/kit/table.py`", TEXT, re.MULTILINE)
    assert [] == [verb for verb in re.findall(r"`(\w+)`", kit) if not hasattr(VirtualTable, verb)]
    (role,) = re.findall(r"night: (`tonight\..*?)\.$", TEXT, re.MULTILINE)
    verbs = re.findall(r"`(?:tonight\.)?(\w+)`", role)
    assert len(verbs) > 4
    assert [] == [verb for verb in verbs if not hasattr(Tonight, verb)]


def test_pictures_are_small_and_all_are_shown() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").glob("*.md"))
    shown = {f"docs/{name}" for name in re.findall(r"img/[\w.-]+", TEXT + pages)}
    there = sorted((ROOT / "docs" / "img").iterdir())
    assert shown == {f"docs/img/{path.name}" for path in there}
    assert [] == [path.name for path in there if path.stat().st_size > MAX_BYTES]
    with Image.open(ROOT / "docs" / "img" / "seat.png") as seat:
        assert (390, 780) == seat.size


def test_links_within_the_page_lead_somewhere() -> None:
    headings = re.findall(r"^## (.+)$", PROSE, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert anchors == set(re.findall(r"\]\(#([\w-]+)\)", PROSE))
