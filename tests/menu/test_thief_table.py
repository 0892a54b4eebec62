"""盗贼 at the whole machine: the spare cards by the four keys, and claims that do not fit on a board with them."""

from __future__ import annotations

from typing import Final

from engine.seats import seats_of
from firmware.menu.status import Claim
from hardware.ports import Key, KeyEdge
from tests.kit.players import Mind
from tests.kit.table import VirtualTable
from tests.table.stage import ClaimsMind, custom, stage

DECK: Final = {"thief": 1, "wild_child": 1, "werewolf": 2, "wolf_beauty": 1, "seer": 1, "villager": 3}
HELD: Final = "thief wild_child werewolf wolf_beauty villager villager villager"
"""盗贼 at 1; 狼人 and 预言家 lie face down."""
HOLD_S: Final = 0.7


class AtTheKeys(Mind):
    """Staff come to the keys themselves."""

    def spares(self, scene: object) -> str | None:
        """Nothing by itself."""
        del scene
        return None


def held_down(table: VirtualTable, *keys: Key) -> None:
    """OK is held until the secret is seen, `keys` are pressed, and it is let go."""
    table.loop.put(KeyEdge(Key.OK, True, table.clock.now_ns()))
    table.wait(HOLD_S)
    table.key(*keys)
    table.loop.put(KeyEdge(Key.OK, False, table.clock.now_ns()))
    table.wait(0.05)


def test_staff_enter_both_cards_with_the_four_keys_while_nobody_sees_them() -> None:
    table = stage("setup.spare", 0, mind=AtTheKeys(), board=custom(DECK), cards=HELD)
    table.until(lambda: table.judge.status.needs_spares, "staff are asked")
    masked = table.display.image
    assert masked is not None
    table.key(Key.DOWN, Key.UP)
    held_down(table, *[Key.DOWN] * 2)
    shown = table.display.image
    assert shown is not None
    assert masked.tobytes() == shown.tobytes(), "masked again"
    table.key(Key.DOWN)
    held_down(table, *[Key.DOWN] * 4)
    assert "setup.spare" == table.keys[-1], "nothing is told before staff say so"
    table.key(Key.DOWN, Key.OK)
    table.until_key("setup.ready_ask")
    assert ("werewolf", "seer") == table.table.game.state.spares
    assert not table.judge.status.needs_spares


def claims(table: VirtualTable) -> dict[str, Claim]:
    """What staff are shown, by card."""
    return {claim.role: claim for claim in table.judge.status.claims}


def test_the_claims_page_has_the_cards_that_are_played_and_what_the_thief_took() -> None:
    """He must take 狼人. Nobody is 预言家 any more, who lies face down: 5 claims it all the same."""
    table = stage("err.claims", mind=ClaimsMind({"seer": (5,)}), board=custom(DECK), cards=HELD)
    table.until(lambda: table.judge.status.needs_claims, "staff are asked")
    told = claims(table)
    assert {"wild_child": 1, "werewolf": 2, "wolf_beauty": 1, "villager": 3} == {
        role: claim.cards for role, claim in told.items()
    }
    assert seats_of(1, 3) == told["werewolf"].seats, "the card he took, not the one he held"
    assert seats_of(4) == told["wolf_beauty"].seats, "named by its own card, not as one of the pack"
    # As they stand on the page they fit: 5 holds what is left.
    table.key(*[Key.UP] * 2, Key.OK)
    table.until_key("dawn.open")
    assert "werewolf wild_child werewolf wolf_beauty villager villager villager".split() == [
        card for _, card in sorted(table.table.game.state.cards)
    ]
