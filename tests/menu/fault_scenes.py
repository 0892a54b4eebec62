"""Screens of a machine in which something is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from audio.say import Language
from engine.seats import Seat, seats_of
from engine.text import Text
from firmware.faults import FaultBook, Kind
from firmware.menu.model import Menu
from firmware.menu.status import Answering, Given, Hand, StandIn, Standstill
from hardware.ports import Condition, Device, Health, Key, Pattern
from hardware.screen import Screen
from hardware.words import Words
from tests.menu.scenes import DOWN, OK, STATUSES, UP, menu

CHIP = Health(
    Device.CHIP, Condition.ABSENT, 1, number=0x20, seats=(1, 2, 3, 4, 5, 6), detail=Words("没有应答", "no answer")
)
KEYS = Health(Device.KEYS, Condition.DEGRADED, 2)
KEYS_WELL = Health(Device.KEYS, Condition.OK, 3)


def faulty(language: Language, status: str, *keys: Key) -> Menu:
    """A menu where a chip is lost, a key is stuck, and the staff keys were ill."""
    book = FaultBook()
    for report in (CHIP, KEYS, KEYS_WELL):
        book.health(report)
    book.note(Kind.STUCK, 4, (9,), wrong=True)
    made = menu(language, status)
    made.update(msgspec.structs.replace(STATUSES[status], faults=book.faults))
    for key in keys:
        made.press(key)
    return made


FAULT_WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    "fault_told": ("idle", ()),
    "fault_home": ("idle", (OK, UP, UP)),
    "fault_corner": ("wake", ()),
    "fault_row": ("paused", (OK, UP, UP)),
    "fault_list": ("paused", (OK, UP, UP, OK)),
    "fault_full": ("paused", (OK, UP, UP, OK, DOWN, OK)),
    "fault_full_middle": ("paused", (OK, UP, UP, OK, DOWN, OK, DOWN, DOWN, DOWN)),
    "fault_full_end": ("paused", (OK, UP, UP, OK, DOWN, OK, *[DOWN] * 12)),
    "fault_over": ("paused", (OK, UP, UP, OK, DOWN, DOWN, OK, *[DOWN] * 9)),
    "fault_help": ("paused", (OK, UP, UP, OK, DOWN, OK, OK)),
    "fault_answered": ("paused", (OK, UP, UP, OK, DOWN, OK, OK, OK, OK)),
}
"""Name of a screen -> status, and the keys that lead to it."""


ASKED = (
    Given(),
    *(Given(option=option) for option in (1, 2, 3, "white_wolf_king")),
    *(Given(hand=hand) for hand in Hand),
)
"""More than can be chosen at any one question."""


PADS = tuple(Health(Device.PAD, Condition.ABSENT, 1, number=seat, seats=(seat,)) for seat in (3, 12))
BUS = Health(Device.BUS, Condition.ABSENT, 1, number=1, seats=(*range(1, 5), *range(7, 12), 14, 15))
UNHEARD = Text("找不到声卡 vc4hdmi0，请插上喇叭。", "There is no card vc4hdmi0. Plug the loudspeaker in.")

STILL_WALKS: dict[str, tuple[tuple[Health, ...], int, tuple[Key, ...]]] = {
    "still_chip": ((CHIP,), 0, ()),
    "still_chip_todo": ((CHIP,), 3, ()),
    "still_chip_end": ((CHIP,), 6, ()),
    "still_pad": (PADS[:1], 0, ()),
    "still_pad_todo": (PADS[:1], 3, ()),
    "still_pads": (PADS, 0, ()),
    "still_bus": ((BUS,), 0, ()),
    "still_bus_todo": ((BUS,), 3, ()),
    "still_menu": ((CHIP,), 0, (OK,)),
    "still_menu_one": (PADS[:1], 0, (OK, DOWN)),
    "still_menu_rest": ((CHIP,), 0, (OK, *[DOWN] * 4)),
    "still_whose": ((CHIP,), 0, (OK, OK)),
    "still_without": ((CHIP,), 0, (OK, DOWN, DOWN, OK)),
    "still_without_one": (PADS[1:], 0, (OK, DOWN, DOWN, OK, DOWN)),
    "still_without_many": ((BUS,), 0, (OK, DOWN, DOWN, OK)),
}
"""Name of a screen of a game that stands still -> what has failed, for how many seconds it has been shown, the keys."""


def standing(language: Language, status: str, reports: tuple[Health, ...]) -> Menu:
    """A menu in a game that stands still because of `reports`."""
    book = FaultBook()
    for report in reports:
        book.health(report)
    seats = seats_of(*(seat for report in reports for seat in report.seats))
    made = menu(language, status)
    made.update(
        msgspec.structs.replace(
            STATUSES[status], paused=True, faults=book.faults, standstill=Standstill(seats, book.open)
        )
    )
    return made


def still_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """A game that stands still: for seats without a button, for the card, for a loudspeaker."""
    for name, (reports, after_s, keys) in STILL_WALKS.items():
        made = standing(language, "wake", reports)
        for key in keys:
            made.press(key)
        yield name, partial(made.screen, 1 + after_s * 1_000_000_000)
    book = FaultBook()
    book.note(Kind.CARD_SLOW, 1, wrong=True)
    card = menu(language)
    card.update(msgspec.structs.replace(STATUSES["wake"], faults=book.faults))
    yield "still_card", card.screen
    yield "still_card_todo", partial(card.screen, 3_000_000_001)
    book.note(Kind.CARD_SLOW, 2, wrong=False)
    book.note(Kind.NO_SOUND, 3, wrong=True, detail=UNHEARD)
    unheard = menu(language)
    unheard.update(msgspec.structs.replace(STATUSES["wake"], paused=True, fault=UNHEARD, faults=book.faults))
    yield "still_unheard", unheard.screen


def answering(language: Language, *downs: int, seats: tuple[StandIn, ...], after_s: int = 2) -> Screen:
    """A night in which staff answer for `seats`, hold OK and press ▼ so often, with ▲ between; after so long."""
    status = msgspec.structs.replace(STATUSES["wake"], answering=Answering(asked=1, may=ASKED, seats=seats))
    made = menu(language)
    made.update(status)
    made.key(OK, down=True, at_ns=0)
    for n, count in enumerate(downs):
        for key in (*([UP] if n else []), *[DOWN] * count):
            made.press(key, 1_000_000_000)
    return made.screen(after_s * 1_000_000_000)


def answer_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """代答, with OK held: every choice, and every state of a lamp."""
    one = StandIn(seat=Seat(7), given=(Given(option=3),), lamp=Pattern.FAST)
    two = StandIn(seat=Seat(12), given=(Given(option=10), Given(option=12)), lamp=Pattern.HEARTBEAT)
    late = StandIn(seat=Seat(8), late=True, lamp=Pattern.DOUBLE)
    yield "answer", lambda: answering(language, 0, seats=(one,))
    yield "answer_seat", lambda: answering(language, 3, seats=(one,))
    yield "answer_word", lambda: answering(language, 4, seats=(late,))
    yield "answer_tap", lambda: answering(language, 5, seats=(two,))
    yield "answer_taps", lambda: answering(language, 6, seats=(StandIn(seat=Seat(7)),))
    yield "answer_hold", lambda: answering(language, 7, seats=(StandIn(seat=Seat(7), lamp=Pattern.STEADY),))
    yield "answer_long", lambda: answering(language, 8, seats=(StandIn(seat=Seat(7), lamp=Pattern.SLOW),))
    yield "answer_reveal", lambda: answering(language, 9, seats=(one,))
    yield "answer_lapsed", lambda: answering(language, 3, seats=(one,), after_s=12)
    yield "answer_next", lambda: answering(language, 0, 2, seats=(one, two))


def fault_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """Every one of them."""
    for name, (status, keys) in FAULT_WALKS.items():
        yield name, faulty(language, status, *keys).screen
    yield from still_screens(language)
    yield from answer_screens(language)
