"""What the menu offers and does at the whole machine, where the moment decides."""

import pytest

from hardware.ports import Key
from tests.kit.table import VirtualTable

SKIP = (Key.OK, Key.DOWN, Key.DOWN, Key.OK)
"""Pause, and the row 跳过这一步."""


def at(line: str) -> VirtualTable:
    """The first night of seven, where the question `line` begins."""
    table = VirtualTable("B07", cards="seer werewolf werewolf witch hunter villager villager")
    table.start()
    table.ready()
    if line == "witch.wake":
        table.claim("werewolf")
    table.until_key(line)
    table.wait(1)
    return table


@pytest.mark.parametrize("line", ["wolf.wake", "witch.wake"])
def test_a_claim_is_skipped_only_when_staff_say_so_twice(line: str) -> None:
    table = at(line)
    steps = len(table.steps)
    table.key(*SKIP)
    table.wait(30)
    assert steps == len(table.steps), "it is asked first"
    assert table.judge.status.paused
    table.key(Key.DOWN, Key.OK)
    table.until(lambda: len(table.steps) > steps, "the next question")


def test_what_comes_after_the_claims_is_skipped_at_once() -> None:
    table = at("wolf.wake")
    table.two_taps(2, 3)
    table.until_key("wolf.pick")
    steps = len(table.steps)
    table.key(*SKIP)
    assert not table.judge.status.paused
    table.until(lambda: len(table.steps) > steps, "the next question")
