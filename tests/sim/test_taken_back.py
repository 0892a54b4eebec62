"""Staff take answers back in a game of bots: they follow what they hear, and the game comes to its end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import msgspec
import pytest

from engine.deal import claims_by_night
from engine.events import Undone
from engine.prompts import Eyes, Read, Wanted
from engine.public import PublicView
from engine.seats import Seat
from engine.secrecy import Public
from engine.setup import house_rules
from firmware.audience import Audience
from firmware.menu.actions import AssignCards, Leave, Pause, Repeat, Resume, Skip, TakeBack, VoteAgain
from firmware.sim.bots.crowd import Crowd
from firmware.table.outlets import Spoken
from hardware.ports import LampFrame
from tests.kit.lots import drawing
from tests.kit.table import StillClock, VirtualTable, preset
from tests.table.stage import NINE, TEN

TURNS = (
    *("night.first", "night.fall", "wolf.close", "dawn.open", "dawn.again", "vote.open", "vote.end"),
    *("deal.shut", "deal.close", "deal.end", "lovers.shut", "lovers.close", "thief.close", "knight.ask", "boom.ask"),
)
"""Words that open or shut eyes: what staff do just then goes wrong most easily."""


class Bots(Audience):
    """A crowd at a virtual table."""

    crowd: Crowd

    def sit(self, table: VirtualTable) -> VirtualTable:
        """Everybody takes the card that lies there; where the judge deals them by lamp, none does."""
        physical = claims_by_night(house_rules(table.board))
        self.crowd = Crowd(
            table.cards if physical else dict.fromkeys(table.cards, ""),
            deck=table.board.cards,
            seed=5,
            timers=table.loop,
            put=table.loop.put,
            talks=(6_000, 9_000),
        )
        return table

    def spoken(self, spoken: Spoken) -> None:
        """Heard."""
        self.crowd.hear(spoken)

    def fact(self, event: Public, view: PublicView) -> None:
        """Known."""
        self.crowd.see(event, view)
        if isinstance(event, Undone):
            self.crowd.catch_up(view)

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        """Seen."""
        self.crowd.lamps(frame, eyes)


SPECIAL: Final = (
    ("B18-全角色", "claimed_at_wake"),
    ("B12-盗丘", "dealt_by_engine"),
)
"""Boards with special cards, and where these come from."""


@pytest.mark.parametrize("seed", range(10))
def test_whatever_staff_do_and_whenever_no_role_wakes_before_open_eyes(seed: int) -> None:
    """The kit's law of shut eyes judges every sentence; here staff and power do their worst."""
    bots = Bots()
    table = bots.sit(VirtualTable("B10a", TEN, clock=StillClock(900), audience=(bots,)))
    table.start()
    table.until_key("witch.wake")
    disturb(table, random.Random(seed))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "source"), SPECIAL, ids=[name for name, _ in SPECIAL])
def test_nor_where_cards_are_dealt_by_lamp_taken_bound_and_called_twice(name: str, source: str, seed: int) -> None:
    """In the tours, while 盗贼 chooses and special wolves claim once more, staff and power do their worst."""
    bots = Bots()
    board = preset(name)
    board = msgspec.structs.replace(board, overrides=(*board.overrides, ("role_source", source), ("max_rounds", 2)))
    clock = StillClock(900)
    table = bots.sit(VirtualTable(board, clock=clock, audience=(bots,), judge=drawing(f"{name}/{seed}")))
    table.start()
    if source == "claimed_at_wake":
        table.until(lambda: table.table.waits_for_staff, "staff")
        enter(table)
        table.until_key("thief.wake")
    else:
        table.until_key("deal.look")
    disturb(table, random.Random(seed))
    for _ in range(4):
        if not table.over:
            enter(table)
            table.until(lambda: stopped(table), "the end", patience_s=40_000)
    assert table.over


def disturb(table: VirtualTable, chance: random.Random) -> None:
    """Staff and the plug break in thirty times; then the game goes to its end, or to where staff must say more."""
    for _ in range(30):
        if chance.random() < 0.5:
            table.until(lambda: stopped(table) or table.keys[-1] in TURNS, "the next turn", patience_s=4_000)
        table.wait(chance.choice((0.0, 0.4, 1.1, 1.9, 2.6, 7.3, 31.0)))
        if table.over:
            break
        act = chance.choice(("back", "back", "back", "skip", "pause", "cut", "repeat", "vote", "leave"))
        if act == "cut":
            table.power_cut()
            table.go_on()
            continue
        if act == "skip":
            table.staff(Skip())
            continue
        table.staff(Pause())
        table.wait(chance.choice((0.0, 0.7, 3.0)))
        steps = table.table.steps
        far = min(chance.choice((0, 0, 1, 2, 5, 11)), len(steps) - 1)
        back = TakeBack(steps[far].to) if steps else Resume()
        leave = Leave(chance.choice(table.seats), foul=chance.random() < 0.5)
        table.staff({"back": back, "repeat": Repeat(), "vote": VoteAgain(), "leave": leave}.get(act, Resume()))
        if table.table.waits_for_staff:
            enter(table)
    table.until(lambda: stopped(table), "the end", patience_s=40_000)


def enter(table: VirtualTable) -> None:
    """Staff say what they are asked for: the cards that lie face down, or who holds what."""
    prompt = table.prompt
    if isinstance(prompt, Read) and prompt.wanted is Wanted.SPARES:
        left = Counter({entry.role: entry.cards for entry in table.board.cards}) - Counter(table.cards.values())
        table.staff(AssignCards(",".join(left.elements())))
    else:
        table.staff(AssignCards(",".join(f"{seat}={role}" for seat, role in table.held.items())))


def stopped(table: VirtualTable) -> bool:
    """Whether the game goes on no further by itself."""
    return table.over or table.table.waits_for_staff


@pytest.mark.parametrize(("board", "cards"), [("B09", NINE), ("B10a", TEN)])
def test_bots_play_on_from_wherever_staff_go_back_to(board: str, cards: str) -> None:
    bots = Bots()
    table = bots.sit(VirtualTable(board, cards, clock=StillClock(900), audience=(bots,)))
    table.start()
    table.until_key("wolf.pick")
    for back in (0, 2, 5, 1, 9, 3, 0, 4, 7, 1):
        table.wait(97)
        if table.over:
            break
        table.staff(Pause())
        table.wait(3)
        steps = table.table.steps
        table.staff(TakeBack(steps[min(back, len(steps) - 1)].to) if steps else Resume())
    table.until_over()
    assert sum(isinstance(fact, Undone) for fact in table.facts) >= 8
    assert table.view.winner is not None
    assert sorted(table.cards.items()) == [(Seat(seat), role) for seat, role in table.view.cards]
