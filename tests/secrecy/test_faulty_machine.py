"""Twins with the same fault at the same instant cannot be told apart; nor by what staff answer for a seat."""

from __future__ import annotations

import random
from functools import partial

import msgspec
import pytest

from audio.say import Language
from engine.events import NightFell
from engine.seats import seats_of
from firmware.judge import Judge
from firmware.menu import game
from firmware.menu.live import live_screen
from firmware.menu.status import TableStatus
from hardware.ports import Key, KeyEdge
from hardware.screen import Screen
from tests.kit.players import Players
from tests.kit.standins import switch_off
from tests.kit.table import S, VirtualTable, preset
from tests.kit.trace import Item, Trace, compare, service_log
from tests.secrecy.games import Run, play
from tests.secrecy.twins import TwinMind, Wishes

NIGHTS = (95, 120, 150, 180, 210, 240)
"""Seconds into a game at which its first night runs, on most boards."""


def nights_before(one: Trace, two: Trace) -> int:
    assert [] == compare(one, two)
    return sum(isinstance(item.what, NightFell) for item in one.events)


@pytest.mark.parametrize("board", ["B06a", "B09", "B10c"])
@pytest.mark.parametrize("act", ["unplug", "unplug all", "no display"])
def test_a_fault_at_any_moment_of_the_night_tells_nothing(board: str, act: str) -> None:
    for public, at_s in enumerate(NIGHTS[::2]):
        acts = ((act, at_s), ("plug", at_s + 20), (act, at_s + 90), ("go on", at_s + 100), ("plug", at_s + 120))
        run = Run(board, Wishes(wrong_claim=0), acts=acts, nights=1)
        assert nights_before(*(play(run, public, 2 * public + twin) for twin in range(2)))


@pytest.mark.parametrize("at_s", NIGHTS)
@pytest.mark.parametrize("cause", ["reset", "brown out"])
def test_a_chip_that_was_reset_and_seats_that_are_answered_for_tell_nothing(cause: str, at_s: int) -> None:
    # Each may leave the question before to staff, who go on; where nothing stands still that does nothing.
    faults = ((cause, at_s), ("hang", at_s + 30), ("unplug", at_s + 60), ("plug", at_s + 70))
    going_on = tuple(("go on", at_s + after_s) for after_s in (20, 50, 80))
    acts = sorted((("answer", at_s - 60), *faults, *going_on), key=lambda act: act[1])
    run = Run("B09", Wishes(wrong_claim=0), acts=tuple(acts), nights=1)
    assert nights_before(*(play(run, at_s, 2 * at_s + twin) for twin in range(2)))


HELD_S = 3
"""So long OK is held each time."""


def answered(public: int, secret: int) -> tuple[Trace, list[tuple[int, int]]]:
    """The trace of a night in which staff choose at public moments what is secret; and when OK was held."""
    board = preset("B09")
    mind = TwinMind(public, secret, Wishes(wrong_claim=0), board.cards)
    players, trace = Players(mind), Trace()
    seats = seats_of(*range(1, board.players + 1))
    cards = " ".join(mind.dealt(seats).values())
    table = VirtualTable(board, cards, language=Language.ZH, audience=(players, trace), judge=Judge)
    players.sit(table)
    trace.follow(table)
    switch_off(table, 2, 7)
    times, chance = random.Random(f"times/{public}"), random.Random(f"keys/{secret}")
    held = []
    with service_log(trace):
        table.start()
        table.until_key("night.first")
        while table.view.night and not table.judge.status.needs_claims:
            table.wait(times.uniform(0.5, 6))
            held.append((table.now_ns, table.now_ns + HELD_S * S))
            table.loop.put(KeyEdge(Key.OK, True, table.now_ns))
            for n in range(10):  # the keys go at the same times, and are others
                key = chance.choice((Key.UP, Key.DOWN, Key.DOWN, Key.DOWN))
                at_ns = table.now_ns + (700 + 200 * n) * 1_000_000
                for down in (True, False):
                    edge = KeyEdge(key, down, at_ns + (not down) * 50_000_000)
                    table.loop.call_at(edge.at_ns, partial(table.loop.put, edge))
            table.wait(HELD_S)
            table.loop.put(KeyEdge(Key.OK, False, table.now_ns))
            table.wait(0)
    trace.finish()
    return trace, held


def uncovered(trace: Trace, channel: str, held: list[tuple[int, int]]) -> list[Item]:
    """What the display shows, and the page beside its picture, while OK is not held.

    The page counts the pictures, which anybody who looks at the display can do.
    """
    seen = [item for item in trace.items[channel] if not any(down <= item.at_ns < up for down, up in held)]
    if channel == "image":
        return seen
    return [Item(item.at_ns, page_without_count(item.what)) for item in seen]


def page_without_count(what: object) -> object:
    assert isinstance(what, bytes)
    return msgspec.json.decode(what) | {"screen": 0}


def differences(public: int) -> list[str]:
    """How the room could tell apart two nights that differ in cards, presses, and what staff choose."""
    (one, held), (two, held_too) = (answered(public, 2 * public + twin) for twin in range(2))
    assert held == held_too
    assert [item.what for item in one.items["image"]] != [item.what for item in two.items["image"]], "they chose"
    for trace in (one, two):
        assert any(down <= item.at_ns < up for item in trace.items["image"] for down, up in held)
        for channel in ("image", "page"):
            trace.items[channel] = uncovered(trace, channel, held)
    return compare(one, two)


@pytest.mark.parametrize("public", range(3))
def test_whatever_staff_choose_for_a_seat_by_night_nothing_tells_it(public: int) -> None:
    assert [] == differences(public)


def test_a_screen_that_told_whether_a_choice_stands_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(status: TableStatus, language: Language) -> Screen:
        screen = live_screen(status, language)
        stands = status.answering is not None and any(hand.given for hand in status.answering.seats)
        return msgspec.structs.replace(screen, title=screen.title + "." * stands)

    monkeypatch.setattr(game, "live_screen", leaking)
    assert any(found.startswith("image") for public in range(3) for found in differences(public))
