"""What staff have gone on without, and who of those that are out is still asked something."""

from __future__ import annotations

import pytest

from audio.supervisor import Back, Lost
from engine.text import Text
from firmware.menu.actions import Pause, Resume, TakeBack
from firmware.menu.status import Mode
from firmware.soundguard import SoundGuard
from hardware.ports import Condition, Device
from tests.kit.fullcard import FullCard
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.failing import at, waits
from tests.table.stage import NINE


def test_a_chip_that_is_lost_again_is_a_pause_again_also_behind_a_pause_of_staff() -> None:
    """Staff have seen the first loss mend itself: they have gone on without nobody."""
    table = at("wolf.pick")
    table.unplug(0)
    table.wait(2)
    table.plug(0)
    table.wait(1)
    table.staff(Pause())
    table.wait(3)
    table.unplug(0)
    table.wait(2)
    table.staff(Resume())
    table.wait(0.5)
    assert waits(table)
    table.staff(Resume())
    table.wait(0.5)
    assert not waits(table), "now they know, and go on without"


def test_a_loudspeaker_that_is_back_does_not_go_on_without_a_chip() -> None:
    players = Players(ScriptedMind())
    guard = SoundGuard(lambda: False, lambda _: None, lambda _: None)
    table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players, guard)))
    guard.attach(table.loop, table.judge)
    table.loop.put(Back("USB"))
    table.wait(0)
    table.start()
    table.until_round("wolf.pick", 1)
    table.unplug(0)
    table.wait(5)
    table.plug(0)
    table.wait(1)
    table.loop.put(Lost(Text("没声音", "no sound")))
    table.wait(0.1)
    table.unplug(0)
    table.wait(1)
    steps = len(table.steps)
    table.loop.put(Back("USB"))
    table.wait(60)
    assert waits(table)
    assert steps == len(table.steps)
    table.plug(0)
    table.wait(1)
    assert not waits(table)


def shooting(*, cut: bool) -> VirtualTable:
    """Seat 7, alone on its chip, has been voted out and is asked to shoot; `cut`: the power has gone meanwhile."""
    players = Players(
        ScriptedMind(
            choices={("vote.open", voter, 1): 7 for voter in range(1, 7)}, presses={("dawn.skill_ask", 1): (7,)}
        )
    )
    cards = "werewolf werewolf seer witch villager villager hunter"
    table = players.sit(VirtualTable("B07", cards, clock=StillClock(900), audience=(players,)))
    table.start()
    table.until_key("gun.ask")
    table.wait(0.5)
    if cut:
        table.power_cut()
        table.go_on()
        table.until_key("gun.ask")
        table.wait(0.5)
    return table


@pytest.mark.parametrize("cut", [False, True])
def test_who_is_out_and_still_asked_is_waited_for_also_after_a_power_cut(cut: bool) -> None:
    table = shooting(cut=cut)
    table.unplug(1)
    table.wait(1)
    assert waits(table)


def test_who_is_out_and_asked_again_because_staff_took_it_back_is_waited_for() -> None:
    table = shooting(cut=False)
    table.until_key("night.fall")
    table.wait(6)
    table.unplug(1)
    table.wait(1)
    assert not waits(table), "nothing more is asked of seat 7"
    table.plug(1)
    asked = next(past for past in table.judge.status.past or table.table.steps if past.call.line == "dawn.skill_ask")
    table.staff(TakeBack(asked.to))
    table.until_key("gun.ask", "dawn.skill_ask")
    table.wait(0.5)
    table.unplug(1)
    table.wait(1)
    assert waits(table)


def test_pads_that_come_and_go_by_day_never_call_for_staff_in_vain() -> None:
    table = at("speech.turn")
    for _ in range(6):
        table.health(Device.PAD, Condition.ABSENT, 3, number=3)
        table.wait(2)
        table.health(Device.PAD, Condition.OK, 3, number=3)
        table.wait(2)
    assert not waits(table)
    assert table.judge.status.fault is None
    assert table.judge.status.doubt is None


def stopped_by_night(cards: str) -> VirtualTable:
    """After a power cut wolves press, one of them on a bad contact; then the card is full, and the game is stopped."""
    card = FullCard()
    table = VirtualTable("B06a", cards=cards, journal=card)
    table.start()
    table.ready()
    table.until_key("wolf.wake")
    table.power_cut()
    table.go_on()
    table.until_key("wolf.wake")
    table.wait(1)
    wolves = [seat for seat, role in table.cards.items() if role == "werewolf"]
    table.two_taps(*wolves)
    table.chatter(wolves[0], 300)
    card.full = True
    table.until_mode(Mode.STOPPED)
    table.wait(0.5)
    card.full = False
    return table


@pytest.mark.logs_errors
def test_a_game_that_is_stopped_by_night_tells_nobody_who_has_pressed(caplog: pytest.LogCaptureFixture) -> None:
    told = []
    for cards in (
        "werewolf werewolf seer witch villager villager",
        "seer witch villager villager werewolf werewolf",
    ):
        caplog.clear()
        table = stopped_by_night(cards)
        stopped = table.judge.status.faults
        table.staff(Resume())
        table.until_key("wolf.wake")
        told.append((stopped, table.judge.status.faults, caplog.messages))
    assert told[0] == told[1]
    assert ((), ()) == told[0][:2]
