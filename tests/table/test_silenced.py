"""禁言: whoever is silenced is called to gestures, twenty seconds long (rules 3.11; seat-language 5)."""

from __future__ import annotations

from hardware.ports import Pattern
from tests.kit.players import ScriptedMind
from tests.kit.table import MS, VirtualTable
from tests.table.stage import heard_out, played_with

CARDS = "werewolf werewolf silence_elder seer villager villager villager villager"
ELDER, MUTE = 3, 2


def silenced(*, passes: bool) -> VirtualTable:
    """Where `MUTE` is called; by itself it speaks to the end, or not."""
    speeches = {} if passes else {MUTE: None}
    mind = ScriptedMind({("elder.pick", ELDER): MUTE}, speeches=speeches)
    return played_with(CARDS, "speech.mute", mind=mind)


def test_it_is_told_in_the_morning_and_its_turn_lasts_twenty_seconds() -> None:
    table = silenced(passes=False)
    assert ["dawn.open", "dawn.mute", "dawn.peace"] == [key for key in table.keys if key.startswith("dawn.")]
    assert "二号被禁言，请用手势表态。" == table.said[-1]
    heard_out(table)
    begun = table.now_ns
    table.wait(1)
    assert {MUTE} == table.lit
    table.wait(11)
    assert Pattern.FAST is table.lamp(MUTE)
    stop = table.until_key("speech.stop", "speech.next")
    assert ("speech.stop", 20_000) == (stop.say.key, (stop.at_ns - begun) // MS)


def test_it_may_end_its_turn_before_that() -> None:
    table = silenced(passes=True)
    heard_out(table)
    begun = table.now_ns
    following = table.until_key("speech.stop", "speech.next")
    assert "speech.next" == following.say.key
    assert (following.at_ns - begun) // MS < 10_000
