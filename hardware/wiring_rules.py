"""What cannot be built, and what can but should not: every fault and every remark of a wiring. Pure.

Each is one line that names the pin by both its numbers, the seat where there is one, and what to do.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import msgspec

from hardware.connections import KEY_NAMES, Use, bus_pins, buses, pin_words, uses
from hardware.header import (
    BOARD_MEMORY,
    HEADER,
    HIGH_AT_BOOT,
    I2C_PINS,
    I2S_PINS,
    ONE_WIRE_PINS,
    SERIAL_PINS,
    SPI_PINS,
)
from hardware.wiring import Chip, Interface, KeyChip, KeyPad, Output, Profile, StaffKeys, Wiring
from hardware.wiring_words import at
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_SEATS: Final = 6
MAX_SEATS: Final = 18
SEATS_PER_CHIP: Final = 6
INPUTS_PER_CHIP: Final = 7
"""GPA0 to GPA6; GPA7 and GPB7 are outputs only: a change there during a read spoils the bus."""

KEY_PINS: Final = (18, 19, 20, 21, 15, 26, 14, 16)
"""Where the staff keys of a direct table go, the first four that are free; then any other."""

OWN_BUSES: Final = range(3, 10)
"""Numbers of buses besides the first: 0 belongs to expansion boards, 2 and those from 10 on to the Pi itself."""

EXPANDERS: Final = range(0x20, 0x28)
KEY_PADS: Final = {KeyChip.PCF8574: (*range(0x20, 0x28), *range(0x38, 0x40)), KeyChip.MCP23008: tuple(EXPANDERS)}
DISPLAYS: Final = (0x3C, 0x3D)
EIGHT_BIT: Final = {0x78: 0x3C, 0x7A: 0x3D}
"""What is printed on the back of some displays, and the address that is meant."""

PINS_OF: Final = {
    Interface.SPI: (SPI_PINS, Words("SPI", "SPI")),
    Interface.SERIAL: (SERIAL_PINS, Words("串口", "the serial port")),
    Interface.ONE_WIRE: (ONE_WIRE_PINS, Words("单总线", "1-wire")),
}


NO_KEYS: Final = Words("没有工作人员按键：写 keys 或 key_pad", "there are no staff keys: give keys or key_pad")


class BootSetting(msgspec.Struct, frozen=True):
    """A line that the Pi's boot configuration must have for a wiring, or must not have, and why."""

    line: str
    why: Words
    where: Words = Words("config.txt 写上", "write into config.txt")
    """What to do with it, and in which file."""


_WITH_CLOCK: Final = Words("接了时钟才在 config.txt 写上", "with a clock, write into config.txt")
_NOT_CONFIG: Final = Words("config.txt 去掉", "take out of config.txt")
_NOT_CMDLINE: Final = Words("cmdline.txt 去掉", "take out of cmdline.txt")


def faults(wiring: Wiring) -> list[Words]:
    """Everything because of which `wiring` cannot be built, seats first."""
    if wiring.profile is Profile.SIMULATED:
        return []
    return [
        *_seat_faults(wiring),
        *_pin_faults(wiring),
        *_chip_faults(wiring),
        *_key_faults(wiring),
        *_bus_faults(wiring),
    ]


def remarks(wiring: Wiring) -> tuple[Words, ...]:
    """What works and is still not as it should be."""
    found = []
    for use in uses(wiring):
        if use.lamp and use.bcm in HIGH_AT_BOOT:
            pin = pin_words(use.bcm)
            found.append(
                Words(
                    f"{use.what.zh}接在 {pin.zh}：每次开机都会亮二十秒；灯最好接 GPIO9-27",
                    f"{use.what.en} is on {pin.en}: it glows for twenty seconds at each start; lamps belong on"
                    " GPIO9-27",
                )
            )
    return tuple(found)


def boot_settings(wiring: Wiring) -> tuple[BootSetting, ...]:
    """What the boot configuration of the Pi must say for this wiring."""
    taken = {use.bcm for use in uses(wiring)}
    found = []
    if wiring.profile is Profile.SIMULATED:
        return ()
    if wiring.oled is not None or wiring.key_pad is not None or wiring.expander is not None:
        found.append(
            BootSetting(
                "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", Words("显示屏和芯片", "the display and the chips")
            )
        )
        clock = Words("时钟 DS3231", "the clock DS3231")
        found.append(BootSetting("dtoverlay=i2c-rtc,ds3231", clock, _WITH_CLOCK))
    for bus in wiring.own_buses:
        line = f"dtoverlay=i2c-gpio,bus={bus.number},i2c_gpio_sda={bus.sda},i2c_gpio_scl={bus.scl}"
        found.append(BootSetting(line, Words(f"总线 {bus.number}", f"bus {bus.number}")))
    if wiring.output is Output.I2S:
        found.append(BootSetting("dtoverlay=hifiberry-dac", Words("I2S 声卡", "the I2S sound board")))
    if taken & SPI_PINS:
        found.append(BootSetting("dtparam=spi=off", Words("GPIO7-11 归座位", "GPIO7-11 belong to the table")))
    if taken & SERIAL_PINS:
        ours = Words("GPIO14、15 归座位", "GPIO14 and 15 belong to the table")
        found.append(BootSetting("enable_uart=0", ours))
        found.append(BootSetting("console=serial0,115200", ours, _NOT_CMDLINE))
    if taken & ONE_WIRE_PINS:
        ours = Words("GPIO4 归座位", "GPIO4 belongs to the table")
        found.append(BootSetting("dtoverlay=w1-gpio", ours, _NOT_CONFIG))
    return tuple(found)


def pick_keys(wiring: Wiring) -> Wiring:
    """A direct table with its four staff keys: on pins that are left, or on a key pad where there are not four."""
    if wiring.keys is not None or wiring.key_pad is not None:
        return wiring
    taken = {use.bcm for use in uses(wiring)} | BOARD_MEMORY | I2C_PINS
    if wiring.output is Output.I2S:
        taken |= I2S_PINS
    for interface in wiring.kept:
        taken |= PINS_OF[interface][0]
    left = [bcm for bcm in dict.fromkeys((*KEY_PINS, *sorted(HEADER))) if bcm not in taken]
    if len(left) < len(KEY_NAMES):
        return msgspec.structs.replace(wiring, key_pad=KeyPad(chip=KeyChip.PCF8574))
    up, down, ok, back = left[: len(KEY_NAMES)]
    return msgspec.structs.replace(wiring, keys=StaffKeys(up=up, down=down, ok=ok, back=back))


def _seat_faults(wiring: Wiring) -> list[Words]:
    """How many seats there are, and which numbers they have."""
    found = []
    numbers = wiring.numbers
    if wiring.spare_pads < 0:
        found.append(Words("spare_pads 不能小于 0", "spare_pads cannot be less than 0"))
    # With less than none there are too many spare pads, which is told where they find no place.
    if 0 <= len(numbers) - max(wiring.spare_pads, 0) < MIN_SEATS:
        found.append(
            Words(
                f"只接了 {len(numbers) - max(wiring.spare_pads, 0)} 个座位：至少要 {MIN_SEATS} 个，改 seats",
                f"only {len(numbers) - max(wiring.spare_pads, 0)} seats are wired: at least {MIN_SEATS}, change seats",
            )
        )
    for seat, times in sorted(Counter(numbers).items()):
        if times > 1:
            found.append(
                Words(
                    f"座位 {seat} 接了 {times} 次：每个座位只能接一处", f"seat {seat} is wired {times} times: once only"
                )
            )
        if not 1 <= seat <= MAX_SEATS:
            found.append(
                Words(
                    f"座位 {seat} 超出范围：座位号是 1 到 {MAX_SEATS}，备用按钮也算在内",
                    f"seat {seat} is out of range: seats are 1 to {MAX_SEATS}, spare pads included",
                )
            )
    return found


def _pin_faults(wiring: Wiring) -> list[Words]:
    """Pins that do not exist, belong to somebody else, or are taken twice."""
    found: list[Words] = []
    taken: dict[int, Use] = {}
    for use in uses(wiring):
        pin = pin_words(use.bcm)
        why = _why_not(use.bcm, wiring)
        if why is not None:
            found.append(
                Words(f"{use.what.zh}不能接 {pin.zh}：{why.zh}", f"{use.what.en} cannot be on {pin.en}: {why.en}")
            )
        other = taken.setdefault(use.bcm, use)
        if other is not use:
            found.append(
                Words(
                    f"{pin.zh}用了两次：{other.what.zh}，{use.what.zh}；改其中一个",
                    f"{pin.en} is used twice: {other.what.en}, {use.what.en}; change one of them",
                )
            )
    return found


def _why_not(bcm: int, wiring: Wiring) -> Words | None:
    """Why nothing of the table may be on the pin `bcm`."""
    if bcm not in HEADER:
        return Words("排针上没有这个脚，可以写 4 到 27", "the header has no such pin, there are 4 to 27")
    if bcm in BOARD_MEMORY:
        return Words("留给扩展板的存储器，换一个脚", "it belongs to the memory of expansion boards, take another")
    if bcm in I2C_PINS:
        return Words("是 I2C 总线（显示屏、芯片），换一个脚", "it is the I2C bus (display, chips), take another")
    if wiring.output is Output.I2S and bcm in I2S_PINS:
        return Words(
            "I2S 声卡占着 18 到 21，换一个脚或把 output 改成 usb",
            "I2S has 18 to 21; take another, or set output to usb",
        )
    for interface in wiring.kept:
        pins, name = PINS_OF[interface]
        if bcm in pins:
            return Words(
                f"kept 里写着保留{name.zh}，换一个脚或从 kept 去掉 {interface}",
                f"kept says that {name.en} stays on; take another, or drop {interface} from kept",
            )
    return None


def _chip_faults(wiring: Wiring) -> list[Words]:
    """Expanders that cannot be as they are said to be."""
    if wiring.profile is not Profile.EXPANDER:
        return []
    chips = wiring.expander.chips if wiring.expander is not None else ()
    if not chips:
        return [Words("一块芯片也没有：写 expander.boards", "there is no chip at all: give expander.boards")]
    found = []
    for chip in chips:
        if chip.address not in EXPANDERS:
            found.append(
                Words(
                    f"芯片地址 {at(chip.address)} 不对：MCP23017 是 0x20 到 0x27",
                    f"the chip address {at(chip.address)} is wrong: an MCP23017 has 0x20 to 0x27",
                )
            )
        found += [
            _beyond(chip, seat, place)
            for place, seat in enumerate(chip.seats)
            if place >= SEATS_PER_CHIP and (place >= INPUTS_PER_CHIP or seat not in wiring.spares)
        ]
        if not chip.seats:
            found.append(
                Words(f"芯片 {at(chip.address)} 没有座位：去掉它", f"the chip {at(chip.address)} has no seat: drop it")
            )
    return found


def _beyond(chip: Chip, seat: int, place: int) -> Words:
    """A seat that has no input left on its chip."""
    if place == SEATS_PER_CHIP:
        return Words(
            f"座位 {seat} 的按钮落在芯片 {at(chip.address)} 的 GPA6：那里只接备用按钮，每块芯片最多 6 个座位",
            f"the button of seat {seat} would be on GPA6 of the chip {at(chip.address)}: that is for a spare pad, six"
            " seats a chip",
        )
    if place == INPUTS_PER_CHIP:
        return Words(
            f"座位 {seat} 的按钮落在芯片 {at(chip.address)} 的 GPA7：GPA7、GPB7 不能作输入，每块芯片最多 6 个座位",
            f"the button of seat {seat} would be on GPA7 of the chip {at(chip.address)}: GPA7 and GPB7 are never"
            " inputs, six seats a chip",
        )
    return Words(
        f"座位 {seat} 在芯片 {at(chip.address)} 上没有位置：每块芯片最多 6 个座位",
        f"seat {seat} has no place on the chip {at(chip.address)}: six seats a chip",
    )


def _key_faults(wiring: Wiring) -> list[Words]:
    """The staff's four keys."""
    if wiring.keys is not None and wiring.key_pad is not None:
        return [Words("keys 和 key_pad 只能写一个", "give keys or key_pad, not both")]
    pad = wiring.key_pad
    if pad is None:
        return [] if wiring.keys is not None else [NO_KEYS]
    found = []
    inputs = sorted((getattr(pad, name), name) for name in KEY_NAMES)
    for number, name in inputs:
        if not 0 <= number <= 7:
            found.append(
                Words(
                    f"按键 {name} 的输入 {number} 不对：按键板的输入是 0 到 7",
                    f"the input {number} of the key {name} is wrong: a key pad has inputs 0 to 7",
                )
            )
    for (number, name), (next_number, next_name) in pairwise(inputs):
        if number == next_number:
            found.append(
                Words(
                    f"按键板的输入 {number} 用了两次：{name}，{next_name}",
                    f"input {number} of the key pad is used twice: {name}, {next_name}",
                )
            )
    if pad.address not in KEY_PADS[pad.chip]:
        found.append(
            Words(
                f"按键板地址 {at(pad.address)} 不对：{pad.chip.upper()} 是 {_span(KEY_PADS[pad.chip])}",
                f"the address {at(pad.address)} of the key pad is wrong: it has {_span(KEY_PADS[pad.chip])}",
            )
        )
    return found


def _span(addresses: Iterable[int]) -> str:
    """Addresses in words: 0x20-0x27, 0x38-0x3F."""
    groups: list[list[int]] = []
    for address in addresses:
        if groups and address == groups[-1][-1] + 1:
            groups[-1].append(address)
        else:
            groups.append([address])
    return ", ".join(f"0x{group[0]:02X}-0x{group[-1]:02X}" for group in groups)


def _bus_faults(wiring: Wiring) -> list[Words]:
    """Addresses that two parts of one bus share, and displays that cannot be where they are said to be."""
    found = []
    parts: list[tuple[int, int, Words]] = []
    expander = wiring.expander if wiring.profile is Profile.EXPANDER else None
    if expander is not None:
        parts += [
            (expander.bus, chip.address, Words(f"座位 {_seats(chip)} 的芯片", f"the chip of seats {_seats(chip)}"))
            for chip in expander.chips
        ]
    if wiring.key_pad is not None:
        parts.append((wiring.key_pad.bus, wiring.key_pad.address, Words("按键板", "the key pad")))
    if wiring.oled is not None:
        found += _display_faults(wiring.oled.address)
        parts.append((wiring.oled.bus, wiring.oled.address, Words("显示屏", "the display")))
    taken: dict[tuple[int, int], Words] = {}
    for bus, address, what in parts:
        if bus != 1 and bus not in OWN_BUSES:
            first, last = min(OWN_BUSES), max(OWN_BUSES)
            found.append(
                Words(
                    f"{what.zh}的总线 {bus} 不对：可以写 1，或 {first} 到 {last}",
                    f"the bus {bus} of {what.en} is wrong: it is 1, or {first} to {last}",
                )
            )
        elif bus_pins(wiring, bus) is None:
            found.append(
                Words(
                    f"{what.zh}的总线 {bus} 没有针脚：写 [bus.{bus}] 的 sda 和 scl",
                    f"the bus {bus} of {what.en} has no pins: give sda and scl in [bus.{bus}]",
                )
            )
        other = taken.setdefault((bus, address), what)
        if other is not what:
            found.append(
                Words(
                    f"总线 {bus} 的地址 {at(address)} 用了两次：{other.zh}，{what.zh}；改其中一个的地址跳线",
                    f"address {at(address)} on bus {bus} is used twice: {other.en}, {what.en}; move one of the"
                    " address jumpers",
                )
            )
    for own in wiring.own_buses:
        if own.number not in buses(wiring):
            found.append(
                Words(
                    f"[bus.{own.number}]：这条总线上什么也没有，去掉它",
                    f"[bus.{own.number}]: nothing is on this bus, drop it",
                )
            )
    return found


def _display_faults(address: int) -> list[Words]:
    if address in DISPLAYS:
        return []
    if address in EIGHT_BIT:
        meant = EIGHT_BIT[address]
        return [
            Words(
                f"显示屏地址 {at(address)} 是八位写法：写 {at(meant)}",
                f"the display's address {at(address)} is its eight-bit form: write {at(meant)}",
            )
        ]
    return [
        Words(
            f"显示屏地址 {at(address)} 不对：应当是 0x3C 或 0x3D",
            f"the display's address {at(address)} is wrong: it is 0x3C or 0x3D",
        )
    ]


def _seats(chip: Chip) -> str:
    """The seats of a chip, short."""
    if not chip.seats:
        return "-"
    return f"{min(chip.seats)}-{max(chip.seats)}" if len(chip.seats) > 1 else str(chip.seats[0])
