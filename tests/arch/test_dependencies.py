"""The dependency rule of the packages, and the purity of the engine; every rule is shown to find what it is for."""

from __future__ import annotations

from typing import Final

import pytest

from tests.arch import rules
from tests.arch.source import PACKAGES, Source, read_sources

PER_FILE: Final = (
    rules.first_party,
    rules.third_party,
    rules.behind_one_door,
    rules.announcer_sees_public_names_only,
    rules.banned_names,
    rules.no_mutable_module_state,
    rules.state_changes_in_one_place,
    rules.only_deaths_kill,
)

ENTRY_POINTS: Final = frozenset(
    {
        "audio.worker.__main__",
        "firmware.__main__",
        "firmware.bench",
        "firmware.bench_pi",
        "firmware.scenario",
        "firmware.scenario.__main__",
    }
)
"""Modules that are started, not imported."""

SOURCES: Final = read_sources(*PACKAGES)


@pytest.mark.parametrize("rule", PER_FILE, ids=lambda rule: rule.__name__)
def test_the_packages_keep(rule: rules.Rule) -> None:
    assert [] == [finding for source in SOURCES for finding in rule(source)]


def test_each_library_is_imported_in_one_file() -> None:
    assert [] == rules.one_file_each(SOURCES)


def test_every_module_is_used() -> None:
    assert [] == rules.everything_is_used(SOURCES, ENTRY_POINTS)


def test_the_rules_look_at_every_package() -> None:
    assert set(PACKAGES) == {source.module.partition(".")[0] for source in SOURCES}


VIOLATIONS: Final = (
    (rules.first_party, "engine.night", "import firmware.loop"),
    (rules.first_party, "engine.night", "from audio.say import Say"),
    (rules.first_party, "engine.night", "def f():\n    from hardware import ports"),
    (rules.first_party, "engine.roles.witch", "from engine.roles import seer"),
    (rules.first_party, "engine.roles.witch", "from engine.state import GameState"),
    (rules.first_party, "engine.roles.witch", "from engine.events import Died"),
    (rules.first_party, "audio.planner", "from engine.state import GameState"),
    (rules.first_party, "audio.planner", "from engine.events import Exiled"),
    (rules.first_party, "audio.planner", "import hardware.ports"),
    (rules.first_party, "audio.planner", "if True:\n    import firmware"),
    (rules.first_party, "hardware.oled", "from engine.text import Text"),
    (rules.first_party, "hardware.oled", "try:\n    import firmware.clock\nexcept ImportError:\n    pass"),
    (rules.first_party, "firmware.cli", "from tests.kit import table"),
    (rules.third_party, "engine.game", "import numpy"),
    (rules.third_party, "engine.game", "import pathlib"),
    (rules.third_party, "engine.game", "from os import environ"),
    (rules.third_party, "engine.roles.seer", "import rich"),
    (rules.third_party, "audio.planner", "import requests"),
    (rules.third_party, "hardware.gpio", "import starlette"),
    (rules.third_party, "firmware.table.session", "import numpy"),
    (rules.third_party, "firmware.menu.pages", "from PIL import Image"),
    (rules.behind_one_door, "firmware.cli", "import sqlite3"),
    (rules.behind_one_door, "firmware.loop", "from starlette.routing import Route"),
    (rules.behind_one_door, "firmware.cli", "import uvicorn"),
    (rules.behind_one_door, "hardware.gpio", "import gpiozero"),
    (rules.behind_one_door, "hardware.oled", "class A:\n    from luma.oled import device"),
    (rules.announcer_sees_public_names_only, "firmware.table.announcer", "from engine.events import Died"),
    (rules.announcer_sees_public_names_only, "firmware.table.announcer", "from engine.events import Told"),
    (rules.announcer_sees_public_names_only, "firmware.table.announcer", "from engine import events as e\nx = e.Died"),
    (rules.announcer_sees_public_names_only, "firmware.table.announcer", "import engine.state"),
    (rules.announcer_sees_public_names_only, "firmware.table.pace", "from engine.prompts import RollCall"),
    (rules.announcer_sees_public_names_only, "firmware.table.compose", "from engine.prompts import Legal"),
    (rules.banned_names, "engine.game", "import time"),
    (rules.banned_names, "engine.game", "print(1)"),
    (rules.banned_names, "engine.setup", "def f(name):\n    return open(name)"),
    (rules.banned_names, "engine.roles.seer", "x = input()"),
    (rules.banned_names, "firmware.table.session", "import random"),
    (rules.banned_names, "firmware.table.session", "from threading import Lock"),
    (rules.banned_names, "firmware.table.session", "from datetime import datetime"),
    (rules.banned_names, "firmware.menu.model", "def f():\n    import logging"),
    (rules.no_mutable_module_state, "engine.game", "GAMES = []"),
    (rules.no_mutable_module_state, "engine.game", "GAMES: dict[str, int] = {}"),
    (rules.no_mutable_module_state, "engine.roles.wolf", "HUNTERS = set()"),
    (rules.no_mutable_module_state, "engine.game", "import collections\nKILLS = collections.defaultdict(list)"),
    (rules.no_mutable_module_state, "engine.game", "class A:\n    seen = {1}"),
    (rules.no_mutable_module_state, "engine.game", "N = 0\ndef f():\n    global N\n    N = 1"),
    (rules.state_changes_in_one_place, "engine.night", "from msgspec.structs import replace\nreplace(state, n=2)"),
    (rules.state_changes_in_one_place, "engine.day", "def f(g: GameState):\n    return structs.replace(g, n=2)"),
    (rules.state_changes_in_one_place, "firmware.bench", "replace(self.game.state, n=2)"),
    (rules.state_changes_in_one_place, "engine.day", "GameState(n=1)"),
    (rules.state_changes_in_one_place, "engine.day", "new = evolve(old, event)\nstructs.replace(new, n=1)"),
    (rules.state_changes_in_one_place, "engine.day", "object.__setattr__(event, 'n', 1)"),
    (rules.only_deaths_kill, "engine.roles.witch", "def night(g):\n    yield Died(3, Cause.POISON)"),
    (rules.only_deaths_kill, "engine.day", "from engine import events as e\nx = e.Died(3, 'exile')"),
)


@pytest.mark.parametrize(("rule", "module", "text"), VIOLATIONS)
def test_a_planted_violation_is_found(rule: rules.Rule, module: str, text: str) -> None:
    assert len(rule(Source(module, text))) == 1


ALLOWED: Final = (
    ("engine.night", "from engine.roles import NIGHT_SHEET\nimport msgspec\nfrom enum import StrEnum"),
    ("engine.roles", "from engine.roles import seer, witch"),
    ("engine.roles.seer", "from engine.roles.role import Role\nfrom engine.roles.vocabulary import Night"),
    (
        "engine.houserules",
        "from types import MappingProxyType\nA = MappingProxyType({'a': 1})\nB: Mapping[str, int] = {}",
    ),
    ("engine.evolve", "from msgspec.structs import replace\nreplace(state, n=2)"),
    ("engine.game", "__all__ = ['Game']\nbegin = GameState()"),
    ("engine.links", "def kill(seat):\n    yield Died(seat, cause)"),
    ("engine.conversation", "def f(prompt):\n    return replace(prompt, left_ms=3), 'a b'.replace('a', 'b')"),
    ("audio.planner", "from engine.roles.role import Line\nimport numpy"),
    ("audio.gtts_voice", "def say():\n    import gtts"),
    ("hardware.gpio", "def f():\n    import gpiozero"),
    ("hardware.oled", "if TYPE_CHECKING:\n    from luma.core import device"),
    ("firmware.table.announcer", "from engine import events as e\nfrom engine.prompts import Call\nx = e.Exiled"),
    ("firmware.table.session", "from engine.prompts import RollCall\nfrom hardware.ports import Timers"),
    ("firmware.web.server", "import uvicorn\nimport threading\nfrom engine.state import GameState"),
    ("firmware.journal", "import sqlite3, time"),
)


@pytest.mark.parametrize(("module", "text"), ALLOWED)
def test_what_is_allowed_is_not_found(module: str, text: str) -> None:
    assert [] == [finding for rule in PER_FILE for finding in rule(Source(module, text))]


def test_a_library_in_two_files_is_found() -> None:
    twice = (Source("audio.a", "def f():\n    import gtts"), Source("audio.b", "def f():\n    import gtts"))
    assert ["gtts is imported in ['audio.a', 'audio.b']"] == rules.one_file_each(twice)


def test_a_module_that_nobody_imports_is_found() -> None:
    lonely = (Source("engine.a", "import engine.b"), Source("engine.b", ""))
    assert ["engine.a is imported by nothing"] == rules.everything_is_used(lonely, frozenset())
    assert [] == rules.everything_is_used(lonely, frozenset({"engine.a"}))
