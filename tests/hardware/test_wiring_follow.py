"""Of several mistakes in a table's file none hides another, and of none follows what nobody wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware.test_wiring_faults import told


def test_a_typo_hides_no_mistake_of_the_pins(tmp_path: Path) -> None:
    """Nor does a value of the wrong kind, nor too many seats; and nothing wrong follows of them."""
    text = (
        "profile = 'D9'\nseats = 90\nseatz = 9\n[seat.1]\nbutton = 2\n[seat.2]\nlamp = 'x'\n[seat.4]\nlamp = 13\n"
        "[oled]\naddress = '0x3C'\nbus = 12\n"
    )
    starts = [
        'oled.address: is "0x3C", should be a whole number',
        'seat.2.lamp: is "x", should be a whole number',
        "seatz: unknown key",
        "seats: is 90, there are at most 18",
        "the button of seat 1 cannot be on GPIO2 (pin 3)",
        "GPIO13 (pin 33) is used twice",
        "the bus 12 of the display is wrong",
    ]
    assert starts == [fault.en[: len(start)] for fault, start in zip(told(tmp_path, text), starts, strict=True)]


def test_of_a_misspelt_profile_the_right_spelling_is_told(tmp_path: Path) -> None:
    (words,) = told(tmp_path, "profil = 'D9'\n")
    for known in (words.zh.partition("可以写的有 ")[2].split("、"), words.en.partition("there are ")[2].split(", ")):
        assert "profile" in known
        assert known == sorted(known)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("key_pad = 5\n", "key_pad: is 5, should be a table"),
        ("profile = 'D9'\nseats = 13\n[seat.10]\n[seat.11]\nlamp = 1.5\n", ""),
        ("profile = 'D12'\n[seat.3]\nbutton = '6'\n", 'seat.3.button: is "6", should be a whole number'),
        ("seats = 6\nspare_pads = 12\n", "1 chips have room for 1 more spare pads, spare_pads is 12"),
    ],
)
def test_of_what_cannot_be_understood_nothing_follows(tmp_path: Path, text: str, fault: str) -> None:
    faults = [words.en for words in told(tmp_path, text)]
    if fault:
        assert [fault] == faults
    assert not any("only" in words or "no staff keys" in words for words in faults)


def test_a_seat_that_the_table_has_not_got_is_told_of(tmp_path: Path) -> None:
    (words,) = told(tmp_path, "profile = 'D9'\n[seat.15]\nbutton = 2\nlamp = 2\n")
    assert "seat.15：只有 9 个座位，用不到；改 seats，或去掉它" == words.zh
    assert "seat.15: counts for nothing, there are 9 seats; change seats, or drop it" == words.en


@pytest.mark.parametrize("setting", ["[oled]\naddress", "[key_pad]\nchip = 'pcf8574'\naddress"])
def test_an_address_below_nothing_is_told_as_it_was_written(tmp_path: Path, setting: str) -> None:
    (words,) = told(tmp_path, f"{setting} = -1\n")
    assert " -1 " in words.zh + " "
    assert "0x-1" not in words.zh + words.en
