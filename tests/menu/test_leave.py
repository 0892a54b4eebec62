"""Staff mark with the keys, at the whole machine, that a player has left."""

from engine.commands import Left
from engine.events import LeftTable
from engine.seats import Seat
from firmware.menu.actions import Leave
from firmware.menu.status import Mode
from hardware.ports import Key
from tests.kit.table import VirtualTable

LAST_LEAVES = (Key.OK, *[Key.UP] * 4, Key.OK, Key.UP, Key.OK, Key.DOWN, Key.OK)
"""Pause, 玩家离场, the last of the list (seat 7), yes."""


def night() -> VirtualTable:
    """The first night of seven, before anybody is called."""
    table = VirtualTable("B07", cards="seer werewolf werewolf witch hunter villager villager")
    table.start()
    table.ready()
    table.until_said("天黑")
    return table


def left(table: VirtualTable) -> list[int]:
    """Who has been marked."""
    return [command.seat for command in table.commands if isinstance(command, Left)]


def test_who_has_left_by_night_is_out_at_dawn_and_the_night_goes_on() -> None:
    table = night()
    table.key(*LAST_LEAVES)
    table.wait(2)
    assert [7] == left(table)
    assert [] == [fact for fact in table.facts if isinstance(fact, LeftTable)]
    for role in ("werewolf", "witch", "seer", "hunter"):
        table.claim(role)
    table.until_said("七号离场")
    assert [LeftTable(Seat(7))] == [fact for fact in table.facts if isinstance(fact, LeftTable)]


def test_marking_the_same_player_again_by_night_stops_nothing() -> None:
    table = night()
    for _ in range(2):
        table.staff(Leave(Seat(7)))
        table.wait(2)
    assert [7] == left(table)
    assert (Mode.GAME, False) == (table.judge.status.mode, table.judge.status.paused)
    table.until_key("seer.wake")
