"""The fault book: what is open, what is over, and that everything in it can be read in both languages."""

from __future__ import annotations

import pytest

from firmware.faults import HINTS, KEPT, WORDS, Fault, FaultBook, Kind, ranges
from hardware.oled import glyphs
from hardware.ports import Condition, Device, Health
from hardware.words import Words

SEATS = (1, 2, 3, 4, 5, 6)


def chip(condition: Condition, at_ns: int = 0, number: int = 0x20, *, missed: bool = False) -> Health:
    return Health(
        Device.CHIP, condition, at_ns, number=number, seats=SEATS, detail=Words("没有应答", "no answer"), missed=missed
    )


def test_a_chip_that_is_lost_is_open_until_it_is_back() -> None:
    book = FaultBook()
    new = book.health(chip(Condition.ABSENT, 5))
    assert new is not None
    assert (Kind.CHIP_LOST, "F11", 5, SEATS) == (new.kind, new.code, new.at_ns, new.seats)
    assert [new] == list(book.open)
    assert ("0x20 1-6号", "0x20 seats 1-6") == (new.where.zh, new.where.en)
    assert book.health(chip(Condition.OK, 9)) is None
    assert [] == list(book.open)
    (over,) = book.faults
    assert 9 == over.over_ns


def test_the_same_report_twice_is_one_fault() -> None:
    book = FaultBook()
    book.health(chip(Condition.ABSENT))
    assert book.health(chip(Condition.ABSENT, 3)) is None
    assert 1 == len(book.faults)


def test_what_gets_worse_is_another_fault_and_the_newest_stands_first() -> None:
    book = FaultBook()
    book.health(chip(Condition.DEGRADED, 1))
    book.health(Health(Device.OLED, Condition.ABSENT, 2))
    book.health(chip(Condition.ABSENT, 3))
    assert [Kind.CHIP_LOST, Kind.OLED_LOST] == [fault.kind for fault in book.open]
    assert [Kind.CHIP_ILL] == [fault.kind for fault in book.faults if fault.over_ns is not None]


def test_two_chips_are_two_places() -> None:
    book = FaultBook()
    book.health(chip(Condition.ABSENT))
    book.health(chip(Condition.ABSENT, number=0x21))
    book.health(chip(Condition.OK))
    assert [0x21] == [fault.number for fault in book.open]


def test_a_chip_that_was_reset_and_is_well_again_is_recorded() -> None:
    book = FaultBook()
    book.health(chip(Condition.OK, 7, missed=True))
    assert [] == list(book.open)
    assert [Kind.CHIP_ILL] == [fault.kind for fault in book.faults]


def test_a_bus_that_hung_and_is_well_again_is_recorded_and_new() -> None:
    book = FaultBook()
    new = book.health(Health(Device.BUS, Condition.OK, 7, seats=SEATS, missed=True))
    assert new is not None, "it goes into the log"
    assert ("F17", 7) == (new.code, new.over_ns)
    assert () == book.open


def test_what_is_well_and_was_well_is_nothing() -> None:
    book = FaultBook()
    assert book.health(chip(Condition.OK)) is None
    assert () == book.faults


def test_what_the_program_finds_follows_its_seats() -> None:
    book = FaultBook()
    book.note(Kind.STUCK, 1, (3,), wrong=True)
    book.note(Kind.STUCK, 2, (3,), wrong=True)
    book.note(Kind.STUCK, 3, (3, 9), wrong=True)
    assert [(3, 9)] == [fault.seats for fault in book.open]
    book.note(Kind.STUCK, 4, wrong=False)
    assert [] == list(book.open)


def test_an_evening_of_trouble_is_not_remembered_for_ever() -> None:
    book = FaultBook()
    for at_ns in range(3 * KEPT):
        book.health(chip(Condition.ABSENT, at_ns))
        book.health(chip(Condition.OK, at_ns))
    assert KEPT == len(book.faults)


@pytest.mark.parametrize("device", Device)
@pytest.mark.parametrize("condition", [Condition.ABSENT, Condition.DEGRADED])
def test_every_report_that_something_is_wrong_is_a_fault(device: Device, condition: Condition) -> None:
    assert FaultBook().health(Health(device, condition, 0)) is not None


@pytest.mark.parametrize("kind", Kind)
def test_every_fault_has_its_words_and_one_thing_to_do(kind: Kind) -> None:
    words = WORDS[kind]
    for text in (words.name, words.what, words.action):
        assert text.zh
        assert text.en
        assert not set(text.zh) - set(glyphs()), "a letter that the display cannot draw"
    assert kind.value[0] == "F"


def test_codes_are_their_own() -> None:
    assert len(Kind) == len({kind.value for kind in Kind})
    assert {Kind.NO_SOUND, Kind.CLOCK, Kind.NEVER_PRESSED} == HINTS
    assert Fault(kind=Kind.CLOCK, at_ns=0).hint


def test_seats_are_written_as_people_write_them() -> None:
    assert ["", "4", "1-6", "1,3,5-7"] == [ranges(seats) for seats in ((), (4,), SEATS, (1, 3, 5, 6, 7))]
