"""盗贼: spare cards from staff, their names by lamp, and a choice the rules may force (rules 3.1; seat-language 4)."""

from __future__ import annotations

import itertools

from engine.commands import Chosen
from firmware.menu.actions import Pause, TakeBack
from hardware.ports import Pattern
from tests.kit.players import Mind
from tests.kit.table import VirtualTable
from tests.table.stage import ClaimsMind, answered, custom, said_since, stage

DECK = {"thief": 1, "werewolf": 2, "seer": 1, "villager": 4}
HELD = "thief werewolf villager villager villager villager"
"""盗贼 at 1; 狼人 and 预言家 lie face down."""
THIEF = 1


def thief(key: str, n: int = 1, *, mind: Mind | None = None, held: str = HELD) -> VirtualTable:
    return stage(key, n, mind=mind, board=custom(DECK), cards=held)


def names_lit(table: VirtualTable, sweep: int = 1) -> dict[str, Pattern]:
    """At which names his lamp lights while they are counted in `sweep`, and how."""
    lit: dict[str, Pattern] = {}
    for role in DECK:
        table.until(lambda r=role: table.ears.count == r and table.sweep == sweep, f"the name {role}")  # type: ignore[misc]
        table.wait(0.5)
        assert table.lit <= {THIEF}
        lit[role] = table.lamp(THIEF)
    return {role: pattern for role, pattern in lit.items() if pattern is not Pattern.OFF}


def took(table: VirtualTable) -> tuple[object, ...]:
    command = answered(table, "thief.pick")
    assert isinstance(command, Chosen)
    return tuple(pick.options for pick in command.picks)


def test_staff_enter_the_spare_cards_and_what_cannot_be_is_refused() -> None:
    table = VirtualTable(custom(DECK), HELD)
    table.start()
    table.until_key("setup.spare")
    assert ["setup.deal", "setup.deal_thief", "setup.spare"] == table.keys[-3:]
    table.wait(100)
    assert "setup.spare" == table.keys[-1]
    assert table.table.waits_for_staff
    for wrong in ("", "seer", "thief,seer", "seer,seer", "werewolf,werewolf", "witch,seer"):
        assert not table.table.staff_value(wrong), wrong
    assert table.table.staff_value("seer,werewolf")
    table.until_key("setup.ready_ask")
    assert ("werewolf", "seer") == table.table.game.state.spares


def test_what_was_entered_can_be_taken_back_and_entered_again() -> None:
    table = thief("setup.ready_ask", 0)
    table.wait(1)
    table.staff(Pause())
    spare = next(step for step in table.table.steps if step.call.line == "setup.spare")
    table.staff(TakeBack(spare.to))
    table.until_key("setup.spare")
    table.until_key("setup.ready_ask")
    assert ("werewolf", "seer") == table.table.game.state.spares


def test_his_lamp_lights_at_the_names_of_the_two() -> None:
    table = thief("thief.look")
    assert {"werewolf": Pattern.STEADY, "seer": Pattern.STEADY} == names_lit(table)


def test_the_rule_is_read_always_and_the_longest_name_has_its_time() -> None:
    table = thief("thief.pick")
    assert "thief.rule" == table.keys[-2]
    first = [count for count in table.score.score.counts if count.sweep == 1]
    assert list(DECK) == [count.option for count in first]
    assert {1_500} == {after.at_ms - before.at_ms for before, after in itertools.pairwise(first)}


def test_where_one_is_a_wolf_the_other_is_refused_by_a_double_flash() -> None:
    table = thief("thief.pick")
    table.at_count(THIEF, "seer", 1)
    assert Pattern.DOUBLE is table.lamp(THIEF)
    assert {"werewolf": Pattern.STEADY} == names_lit(table, 2)  # the lot has taken the wolf meanwhile
    assert (("werewolf",),) == took(table)


def test_the_card_he_presses_at_is_his_and_he_claims_it_where_it_is_called() -> None:
    table = thief("thief.pick")
    table.at_count(THIEF, "werewolf", 1)
    assert (("werewolf",),) == took(table)
    table.until_key("wolf.know")
    table.wait(1)
    assert {1, 2} == table.lit
    table.until_round("dawn.open", 1)
    assert "err.claims" not in table.keys
    assert "werewolf" == table.table.game.state.card_of(table.seats[0])


def test_without_a_wolf_he_has_the_choice_and_may_change_it() -> None:
    table = thief("thief.pick", held="thief werewolf werewolf villager villager villager")
    table.at_count(THIEF, "villager", 1)
    table.at_count(THIEF, "seer", 2)
    assert (("seer",),) == took(table)
    table.until_key("seer.pick")
    table.wait(0.5)
    assert {THIEF} == table.lit


def test_after_a_redeal_the_spare_cards_are_laid_and_entered_anew() -> None:
    table = thief("err.claims", mind=ClaimsMind({"seer": (3, 4)}))
    heard = len(table.heard)
    table.wait(5)
    assert table.table.staff_value("redeal")
    table.until_key("setup.spare")
    assert ["setup.redeal", "setup.deal", "setup.deal_thief", "setup.spare"] == said_since(table, heard)


def test_nothing_of_the_night_tells_whether_there_is_a_thief_to_act() -> None:
    """His claim is in doubt, or he chooses: the very same words at the very same instants."""
    doubted = thief("err.claims", mind=ClaimsMind({"thief": (1, 5)}))
    sure = thief("dawn.open")
    heard = [(spoken.text, spoken.at_ns) for spoken in doubted.heard][:-1]
    assert heard == [(spoken.text, spoken.at_ns) for spoken in sure.heard][: len(heard)]
    assert [] != [key for key in doubted.keys if key == "count.role"]
