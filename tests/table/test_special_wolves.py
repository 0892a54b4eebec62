"""Special wolves claim once more in the wolf step; 隐狼 is not meant by it (seat-language 3, 6; rules 3.5, 3.7)."""

from __future__ import annotations

import pytest

from engine.seats import Seat, Seats
from firmware.menu.actions import Repeat
from hardware.ports import Pattern
from tests.kit.players import Mind, Scene
from tests.kit.table import MS
from tests.table.stage import answered, played_with, said_since, timed

KINGS = "werewolf wolf_king white_wolf_king seer villager villager villager villager"
HIDDEN = "werewolf werewolf hidden_wolf bear_tamer seer villager villager villager"
TAMER = 4


class Wolves(Mind):
    """Everybody claims as the cards lie, but 狼王 is claimed by `kings`; staff do not come by themselves."""

    def __init__(self, *kings: int) -> None:
        self._kings = tuple(map(Seat, kings))

    def special(self, scene: Scene, card: str) -> Seats:
        return self._kings if card == "wolf_king" else super().special(scene, card)

    def staff(self, scene: Scene) -> str | None:
        del scene
        return None


def test_each_special_wolf_of_the_deck_is_called_once_more_and_its_lamp_answers() -> None:
    table = played_with(KINGS, "wolf.special")
    assert "狼王请再连按两下。" == table.said[-1]
    window = table.score.score.window
    assert window is not None
    assert window.to_ms - window.from_ms >= 6_000
    assert set() == table.lit
    table.until(lambda: table.lamp(2) is Pattern.STEADY, "the lamp of 狼王")
    assert {2} == table.lit
    answered(table, "wolf.special")
    table.until_key("wolf.special")
    assert "白狼王请再连按两下。" == table.said[-1]
    table.until(lambda: table.lamp(3) is Pattern.STEADY, "the lamp of 白狼王")
    table.until_round("dawn.open", 1)
    assert "err.claims" not in table.keys
    assert {1: "werewolf", 2: "wolf_king", 3: "white_wolf_king"} == dict(table.table.game.state.cards[:3])


@pytest.mark.parametrize("kings", [(), (4,), (1, 2), (3,)], ids=str)
def test_a_second_claim_that_is_wrong_is_never_heard_before_the_night_is_over(kings: tuple[int, ...]) -> None:
    """Nobody; a seat outside the pack; two; somebody who claims the other card too. Staff are called behind it all."""
    right = played_with(KINGS, "dawn.open")
    wrong = played_with(KINGS, "err.claims", mind=Wolves(*kings))
    heard = timed(wrong)[:-1]
    assert heard == timed(right)[: len(heard)]
    assert wrong.table.game.state.cards == ()


def test_whoever_claims_in_the_second_window_has_light_whatever_it_is() -> None:
    table = played_with(KINGS, "wolf.special", mind=Wolves(4))
    table.until(lambda: bool(table.lit), "a lamp")
    assert {4} == table.lit


# ------------------------------------------------------------ 隐狼


def test_hidden_wolf_is_told_to_stay_asleep_before_any_lamp_of_the_pack_is_lit() -> None:
    table = played_with(HIDDEN, "wolf.not_hidden")
    assert "wolf.wake" == table.keys[-2]
    table.until_round("wolf.not_hidden", 2)
    assert "wolf.wake" == table.keys[-2]
    spoken = table.heard[-1]
    table.wait_until(spoken.at_ns + (spoken.length_ms - 1) * MS)
    assert set() == table.lit
    table.wait(1)
    assert {1, 2} == table.lit


def test_a_step_that_is_repeated_says_so_again() -> None:
    table = played_with(HIDDEN, "wolf.pick", 2)
    heard = len(table.heard)
    table.wait(3)
    table.staff(Repeat())
    table.until_key("wolf.pick")
    assert ["staff.pause_night", "wolf.wake", "wolf.not_hidden", "wolf.pick"] == said_since(table, heard)


def test_his_lamp_lights_at_the_numbers_of_the_pack_and_nobody_elses_does() -> None:
    table = played_with(HIDDEN, "hidden.show")
    lit: dict[int, set[int]] = {}
    for seat in table.seats:
        table.until(lambda seat=seat: table.ears.count == seat, f"the count of {seat}")  # type: ignore[misc]
        table.wait(0.5)
        lit[seat] = table.lit
    assert {seat: {3} if seat in (1, 2) else set() for seat in table.seats} == lit


# ------------------------------------------------------------ 驯熊师


def test_with_nothing_to_do_he_is_awake_for_four_seconds_and_dead_it_takes_as_long() -> None:
    alive = played_with(HIDDEN, "bear.wake", 2)
    start = alive.now_ns
    alive.until_key("bear.close")
    lit = alive.glow_since(start, TAMER)
    assert [Pattern.STEADY, Pattern.OFF] == [pattern for _, pattern in lit]
    assert 500 + 250 + 4_000 == lit[1][0] - lit[0][0]  # of the wake line, the way, and the silence
    dead = played_with(HIDDEN, "bear.wake", 2, mind=Hunted())
    woken = dead.now_ns
    dead.until_key("bear.close")
    assert alive.now_ns - start == dead.now_ns - woken
    assert [] == dead.glow_since(woken, TAMER)


class Hunted(Mind):
    """The pack kills 驯熊师 in the first night."""

    def choice(self, scene: Scene, seat: Seat) -> int | None:
        del seat
        return TAMER if scene.line == "wolf.pick" and TAMER in scene.state.living else None
