"""Wirings: what is shipped can be built, and every mistake in a table's file is told by pin and seat."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.connections import key_wires, pin_words, seat_wires, uses
from hardware.header import HEADER, I2S_PINS, header_pin
from hardware.wiring import (
    Chip,
    Expander,
    Interface,
    KeyChip,
    KeyPad,
    Output,
    PinLibrary,
    Profile,
    SeatPins,
    StaffKeys,
    Wiring,
    load_wiring,
    warnings,
)
from hardware.wiring_file import PROFILES, shipped
from hardware.wiring_rules import boot_settings
from hardware.words import BadWiring, Words

DIRECT: Final = "profile = 'direct'\n"


def table(folder: Path, text: str) -> Path:
    """A table's own file."""
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


# What is shipped.


def test_these_profiles_are_shipped() -> None:
    assert ("D10", "D12", "D9", "direct", "expander", "simulated") == shipped()


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_profile_can_be_built_without_a_remark(name: str) -> None:
    wiring = load_wiring(name)

    assert name == wiring.name
    assert () == warnings(wiring)


def test_the_default_has_two_chips_and_twelve_seats_and_leaves_i2s_spi_and_serial_free() -> None:
    wiring = load_wiring("expander")

    assert (
        Chip(address=0x20, seats=(1, 2, 3, 4, 5, 6)),
        Chip(address=0x21, seats=(7, 8, 9, 10, 11, 12)),
    ) == (wiring.expander or Expander()).chips
    assert tuple(range(1, 13)) == wiring.numbers
    assert StaffKeys(up=5, down=6, ok=13, back=12) == wiring.keys
    assert (17, 27) == ((wiring.expander or Expander()).interrupt, (wiring.expander or Expander()).reset)
    assert not {use.bcm for use in uses(wiring)} & {*range(7, 12), 14, 15, *range(18, 22)}


@pytest.mark.parametrize(("name", "seats"), [("D9", 9), ("D10", 10), ("D12", 12)])
def test_the_variants_of_direct_have_the_pins_of_the_plan(name: str, seats: int) -> None:
    plan = [
        (4, 17), (5, 27), (6, 22), (7, 23), (8, 24), (9, 25),
        (10, 12), (11, 13), (14, 16), (15, 26), (18, 19), (20, 21),
    ]  # fmt: skip

    assert [(pins.button, pins.lamp) for pins in load_wiring(name).seats] == plan[:seats]


def test_staff_have_four_keys_in_every_profile_on_pins_as_long_as_there_are_four() -> None:
    on_pins = StaffKeys(up=18, down=19, ok=20, back=21)

    assert on_pins == load_wiring("D9").keys == load_wiring("D10").keys
    assert load_wiring("D12").keys is None
    assert KeyPad(chip=KeyChip.PCF8574) == load_wiring("D12").key_pad


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("seats = 9\noutput = 'i2s'", None),
        ("seats = 10\noutput = 'i2s'", None),
        ("seats = 11", None),
        ("seats = 8\noutput = 'i2s'", StaffKeys(up=15, down=26, ok=14, back=16)),
        ("seats = 6\nkept = ['serial']\noutput = 'i2s'", StaffKeys(up=26, down=16, ok=10, back=11)),
    ],
)
def test_with_a_sound_board_the_keys_take_what_is_left_or_go_on_a_pad(
    tmp_path: Path, text: str, keys: StaffKeys | None
) -> None:
    wiring = load_wiring(table(tmp_path, DIRECT + text))

    assert keys == wiring.keys
    assert (keys is None) == (wiring.key_pad is not None)
    assert not {use.bcm for use in uses(wiring)} & (I2S_PINS if wiring.output is Output.I2S else set())


def test_a_simulated_table_has_no_wires() -> None:
    wiring = load_wiring("simulated")

    assert (Profile.SIMULATED, (), None, None) == (wiring.profile, wiring.numbers, wiring.oled, wiring.keys)
    assert not seat_wires(wiring)
    assert not key_wires(wiring)
    assert not boot_settings(wiring)


def test_every_profile_explains_itself_in_both_languages() -> None:
    for path in PROFILES.glob("*.toml"):
        head = path.read_text(encoding="utf-8").split("\nkind")[0].split("\nprofile")[0]
        assert any(letter > "\u4e00" for letter in head), path
        assert any("a" <= letter <= "z" for letter in head), path


# A table's own file.


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    wiring = load_wiring(table(tmp_path, "profile = 'expander'\nseats = 18\n[oled]\ndriver = 'sh1106'\n"))

    assert tuple(range(1, 19)) == wiring.numbers
    assert [0x20, 0x21, 0x22] == [chip.address for chip in (wiring.expander or Expander()).chips]
    assert wiring.oled is not None
    assert ("sh1106", 0x3C) == (wiring.oled.driver, wiring.oled.address)
    assert "table.toml" == wiring.name


def test_an_empty_file_is_the_default(tmp_path: Path) -> None:
    wiring = load_wiring(table(tmp_path, ""))

    assert load_wiring("expander") == msgspec.structs.replace(wiring, name="expander")


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes("\ufeffseats = 6\n".encode())

    assert tuple(range(1, 7)) == load_wiring(path).numbers == load_wiring(str(path)).numbers


def test_one_seat_can_be_moved(tmp_path: Path) -> None:
    wiring = load_wiring(table(tmp_path, "profile = 'D9'\noutput = 'usb'\n[seat.3]\nlamp = 26\n"))

    assert SeatPins(seat=3, button=6, lamp=26) == wiring.seats[2]


def test_a_key_pad_takes_the_place_of_the_keys_and_the_other_way_round(tmp_path: Path) -> None:
    pad = load_wiring(table(tmp_path, "[key_pad]\nchip = 'mcp23008'\naddress = 0x24\nback = 7\n"))
    assert (None, KeyPad(chip=KeyChip.MCP23008, address=0x24, back=7)) == (pad.keys, pad.key_pad)

    keys = load_wiring(table(tmp_path, DIRECT + "[keys]\nup = 26\ndown = 15\nok = 20\nback = 21\n"))
    assert (StaffKeys(up=26, down=15, ok=20, back=21), None) == (keys.keys, keys.key_pad)


def test_what_is_not_wired_is_false(tmp_path: Path) -> None:
    text = "oled = false\nmute = false\n[expander]\ninterrupt = false\nreset = false\n"
    wiring = load_wiring(table(tmp_path, text))

    assert (None, None) == (wiring.oled, wiring.mute)
    assert (None, None) == ((wiring.expander or Expander()).interrupt, (wiring.expander or Expander()).reset)


def test_chips_may_say_themselves_which_seats_they_have(tmp_path: Path) -> None:
    chips = "[{address = 0x26, seats = [8, 7, 6, 5]}, {address = 0x20, seats = [1, 2, 3, 4]}]"
    text = f"seats = 8\n[expander]\nchips = {chips}\n"
    wiring = load_wiring(table(tmp_path, text))

    assert tuple(range(1, 9)) == wiring.numbers
    assert ["0x26 GPA0", "0x26 GPB0"] == [
        str(end) for wires in seat_wires(wiring) if wires.seat == 8 for end in (wires.button, wires.lamp)
    ]


def test_spare_pads_come_after_the_last_seat_on_places_that_are_left(tmp_path: Path) -> None:
    full = load_wiring(table(tmp_path, "spare_pads = 2\n"))
    assert (13, 14) == full.spares
    assert ["0x20 GPA6", "0x21 GPA6"] == [str(wires.button) for wires in seat_wires(full)[-2:]]

    gap = load_wiring(table(tmp_path, "seats = 10\nspare_pads = 1\n"))
    assert (11,) == gap.spares
    assert ["0x21 GPB4"] == [str(wires.lamp) for wires in seat_wires(gap)[-1:]]

    direct = load_wiring(table(tmp_path, DIRECT + "seats = 9\nspare_pads = 1\n"))
    assert (10,) == direct.spares
    assert () == load_wiring("D9").spares


def test_an_old_library_is_used_only_where_the_file_says_so(tmp_path: Path) -> None:
    assert PinLibrary.LGPIO is load_wiring("direct").library
    assert PinLibrary.RPI_GPIO is load_wiring(table(tmp_path, DIRECT + "library = 'RPi.GPIO'\n")).library


# The header, and what guides draw.


def test_the_header_is_the_one_of_every_pi_with_forty_pins() -> None:
    for revision in ("a02082", "902120", "c03111", "c04170"):
        header = MockFactory(revision=revision).board_info.headers["J8"]
        theirs = {
            int(info.name.removeprefix("GPIO")): number
            for number, info in header.pins.items()
            if info.name.startswith("GPIO")
        }
        assert theirs == dict(HEADER)


def test_pins_are_named_by_both_their_numbers() -> None:
    assert Words("GPIO17（11 脚）", "GPIO17 (pin 11)") == pin_words(17)
    assert 40 == header_pin(21)
    with pytest.raises(KeyError):
        header_pin(28)


def test_the_wires_of_seats_and_keys_can_be_listed() -> None:
    assert ("GPIO5 (pin 29)", "GPIO27 (pin 13)") == tuple(
        map(str, (seat_wires(load_wiring("D9"))[1].button, seat_wires(load_wiring("D9"))[1].lamp))
    )
    assert ("0x21 GPA5", "0x21 GPB5") == tuple(
        map(str, (seat_wires(load_wiring("expander"))[11].button, seat_wires(load_wiring("expander"))[11].lamp))
    )
    assert ("up", "GPIO18 (pin 12)") == (key_wires(load_wiring("D9"))[0][0], str(key_wires(load_wiring("D9"))[0][1]))
    assert ["0x27 P0", "0x27 P1", "0x27 P2", "0x27 P3"] == [str(end) for _, end in key_wires(load_wiring("D12"))]


def test_the_boot_configuration_follows_from_the_pins() -> None:
    bus = ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtoverlay=i2c-rtc,ds3231"]
    assert [*bus, "dtoverlay=hifiberry-dac"] == [setting.line for setting in boot_settings(load_wiring("expander"))]
    assert [*bus, "dtparam=spi=off", "enable_uart=0", "console=serial0,115200", "dtoverlay=w1-gpio"] == [
        setting.line for setting in boot_settings(load_wiring("D9"))
    ]


def test_a_display_on_a_bus_of_its_own_has_its_line_and_its_pins(tmp_path: Path) -> None:
    lines = [setting.line for setting in boot_settings(load_wiring(table(tmp_path, "[oled]\nbus = 3\n")))]
    assert "dtoverlay=i2c-gpio,bus=3,i2c_gpio_sda=23,i2c_gpio_scl=24" in lines

    own = "[oled]\nbus = 4\n[bus.4]\nsda = 26\nscl = 15\n"
    lines = [setting.line for setting in boot_settings(load_wiring(table(tmp_path, DIRECT + own)))]
    assert "dtoverlay=i2c-gpio,bus=4,i2c_gpio_sda=26,i2c_gpio_scl=15" in lines


def test_the_pins_of_that_bus_are_nobody_elses(tmp_path: Path) -> None:
    with pytest.raises(BadWiring, match=r"GPIO23 .pin 16. is used twice: the lamp of seat 4, SDA of bus 3"):
        load_wiring(table(tmp_path, DIRECT + "[oled]\nbus = 3\n"))


def test_no_key_is_put_on_the_bus_of_the_display(tmp_path: Path) -> None:
    seats = "seats = 6\n[seat.4]\nlamp = 16\n[seat.5]\nlamp = 26\n[oled]\nbus = 3\n"
    keys = load_wiring(table(tmp_path, "profile = 'direct'\noutput = 'i2s'\n" + seats)).keys
    assert keys is not None
    assert not {23, 24} & {keys.up, keys.down, keys.ok, keys.back}

    own = "[oled]\nbus = 4\n[bus.4]\nsda = 19\nscl = 18\n"
    keys = load_wiring(table(tmp_path, DIRECT + own)).keys
    assert keys is not None
    assert not {18, 19} & {keys.up, keys.down, keys.ok, keys.back}


def test_wirings_that_are_made_in_code_hold_no_toml() -> None:
    """The profiles are what is read, not a copy of them in the code."""
    raw = tomllib.loads((PROFILES / "direct.toml").read_text(encoding="utf-8"))

    assert {str(pins.seat): {"button": pins.button, "lamp": pins.lamp} for pins in load_wiring("D12").seats} == raw[
        "seat"
    ]
    assert Interface.SPI not in load_wiring("direct").kept
    assert Wiring(profile=Profile.SIMULATED, name="x").numbers == ()
