"""The register driver, against a chip that behaves as its data sheet says, and that chip itself."""

from __future__ import annotations

import pytest

from hardware.fake_i2c import FakeIntLine, FakeMcp23008, FakeMcp23017, FakeWire
from hardware.mcp23017 import Look, Mcp23017, Setup

BUTTONS = Setup(inputs=0x003F, pulls=0x003F, watched=0x003F)


@pytest.fixture
def chip() -> FakeMcp23017:
    return FakeMcp23017()


@pytest.fixture
def wire(chip: FakeMcp23017) -> FakeWire:
    wire = FakeWire()
    wire.plug(0x20, chip)
    return wire


def registers(chip: FakeMcp23017, register: int) -> tuple[int, int]:
    return chip.peek(register, 0), chip.peek(register, 1)


def test_after_power_on_all_lines_are_inputs(chip: FakeMcp23017) -> None:
    assert (0xFF, 0xFF) == registers(chip, chip.IODIR)
    assert (0, 0) == registers(chip, chip.GPPU)


def test_set_up_makes_unused_lines_outputs_pulls_and_watches_the_rest(wire: FakeWire, chip: FakeMcp23017) -> None:
    look = Mcp23017(0x20).set_up(wire, BUTTONS, 0)

    assert Look(0, 0, 0x003F) == look
    assert (0x3F, 0x00) == registers(chip, chip.IODIR)
    assert (0x3F, 0x00) == registers(chip, chip.GPPU)
    assert (0x3F, 0x00) == registers(chip, chip.GPINTEN)
    assert (0x44, 0x44) == registers(chip, chip.IOCON), "one INT for both ports, open drain"
    assert not chip.interrupting


def test_what_outputs_give_is_written_before_they_are_outputs(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0x0500)
    written = [transfer.sent[0] for transfer in wire.log if not transfer.asked]
    assert written.index(0x14) < written.index(0x00)
    assert [0, 0x0500] == list(chip.outputs), "nothing in between"


@pytest.mark.parametrize("line", [7, 15])
def test_gpa7_and_gpb7_are_never_inputs(wire: FakeWire, line: int) -> None:
    """As inputs, a change during a read corrupts the bus."""
    with pytest.raises(AssertionError, match="GPA7 and GPB7"):
        Setup(inputs=1 << line)
    with pytest.raises(AssertionError, match="corrupts the bus"):
        wire.write(0x20, bytes((0x00, 0x80, 0x80)))


@pytest.mark.parametrize("setup", [{"pulls": 1}, {"watched": 1}, {"inputs": 1 << 16}])
def test_a_setup_that_makes_no_sense_is_refused(setup: dict[str, int]) -> None:
    with pytest.raises(AssertionError):
        Setup(**setup)


@pytest.mark.parametrize("address", [0x1F, 0x28])
def test_an_address_that_no_such_chip_has_is_refused(address: int) -> None:
    with pytest.raises(AssertionError, match="0x20 to 0x27"):
        Mcp23017(address)


def test_a_look_is_one_transaction_and_frees_int(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    heard: list[bool] = []
    chip.listen(heard.append)
    chip.press(2)
    assert [True] == heard
    wire.log.clear()

    assert Look(0x0004, 0x003B, 0x003B) == driver.look(wire)
    assert [True, False] == heard
    assert [(0x20, b"\x0e", 6)] == [(transfer.address, transfer.sent, transfer.asked) for transfer in wire.log]
    assert Look(0, 0x003B, 0x003B) == driver.look(wire), "INTCAP keeps what it has, nothing is flagged any more"


def test_a_tap_that_is_over_is_still_in_intcap(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    chip.press(5)
    chip.let_go(5)

    assert Look(0x0020, 0x001F, 0x003F) == driver.look(wire)


def test_while_int_is_low_nothing_more_is_captured(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    chip.press(0)
    chip.press(1)

    assert Look(0x0001, 0x003E, 0x003C) == driver.look(wire)


def test_an_old_interrupt_is_gone_after_set_up(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    chip.press(3)
    driver.set_up(wire, BUTTONS, 0)

    assert not chip.interrupting
    assert Look(0, 0x0037, 0x0037) == driver.look(wire)


def test_what_is_not_watched_does_not_pull_int(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    driver.watch(wire, 0x003E)
    chip.press(0)
    assert not chip.interrupting
    assert 0x003E == driver.levels(wire).levels


def test_outputs_of_both_ports_are_one_transaction(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    wire.log.clear()
    driver.give(wire, 0x3F40)

    assert 1 == len(wire.log)
    assert all(chip.gives(line) for line in (6, 8, 9, 10, 11, 12, 13))
    assert not any(chip.gives(line) for line in (7, 14, 15))


def test_a_brown_out_shows_when_registers_are_read_back(wire: FakeWire, chip: FakeMcp23017) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0x0100)
    assert driver.is_as_set(wire, BUTTONS, 0x0100)
    assert not driver.is_as_set(wire, BUTTONS, 0x0200)
    chip.reset()
    assert not driver.is_as_set(wire, BUTTONS, 0x0100)


@pytest.mark.parametrize("register", ["IODIR", "IPOL", "GPINTEN", "DEFVAL", "INTCON", "IOCON", "GPPU"])
def test_every_register_is_read_back(wire: FakeWire, chip: FakeMcp23017, register: str) -> None:
    driver = Mcp23017(0x20)
    driver.set_up(wire, BUTTONS, 0)
    place = 2 * int(getattr(chip, register))
    chip.write(bytes((place, chip.peek(place // 2) ^ 0x02)))

    assert not driver.is_as_set(wire, BUTTONS, 0)


def test_set_up_finds_a_chip_whose_registers_are_in_banks(wire: FakeWire, chip: FakeMcp23017) -> None:
    wire.write(0x20, bytes((0x0A, 0xA0)))
    assert 0x80 & chip.peek(chip.IOCON)
    Mcp23017(0x20).set_up(wire, BUTTONS, 0x0300)

    assert Mcp23017(0x20).is_as_set(wire, BUTTONS, 0x0300)
    assert chip.gives(8)
    assert chip.gives(9)


def test_chips_share_one_int_line() -> None:
    low: list[bool] = []
    line = FakeIntLine(low.append)
    first, second = FakeMcp23017(), FakeMcp23017()
    wire = FakeWire()
    for address, chip in ((0x20, first), (0x21, second)):
        wire.plug(address, chip)
        line.join(chip)
        Mcp23017(address).set_up(wire, BUTTONS, 0)
    first.press(0)
    second.press(1)
    Mcp23017(0x20).look(wire)
    assert [True] == low, "the other one still pulls it"
    Mcp23017(0x21).look(wire)
    assert [True, False] == low


def test_the_small_chip_has_one_port_and_any_line_may_be_an_input() -> None:
    chip = FakeMcp23008()
    wire = FakeWire()
    wire.plug(0x24, chip)
    wire.write(0x24, b"\x06\x0f")
    chip.press(3)
    assert b"\xf7" == wire.read(0x24, 0x09, 1)
