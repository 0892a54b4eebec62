"""Checks of the I2C buses and of what hangs on them: who answers, and how often a transfer fails."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

import msgspec

from engine.text import Text
from firmware.doctor.finding import Area, Finding, hint, ok, parted, skipped, wrong
from firmware.doctor.picture import OLED, with_pattern
from firmware.faults import ranges
from firmware.reasons import text_of
from hardware.i2c import Bus
from hardware.wiring import Profile, Wiring
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from firmware.doctor.probes import Adapter, Probes
    from hardware.wiring import Oled

SCANNED: Final = (*range(0x20, 0x28), *range(0x38, 0x40), 0x68)
"""Expanders and key pads, displays, clocks. Reading one byte harms none of them."""

DISPLAYS: Final = (0x3C, 0x3D)
RTC: Final = 0x68

TRANSFERS: Final = 1000
LONG: Final = 32
"""Bytes of a piece of a picture: every other transfer is so long. There are buses on which only these fail."""
_IDLE: Final = b"\x00" + LONG * b"\xe3"
"""So many commands to a display to do nothing: every controller knows that one, and its picture stays."""

TIMEOUTS: Final = 3
"""A bus that hangs blocks each transfer for a second: so many are enough."""

BAD_PER_1000: Final = 5
"""From so many errors on the table will be felt to be slow; fewer are only told."""

I2C: Final = "I2C {}"


class Wanted(msgspec.Struct, frozen=True):
    """A chip that the wiring names."""

    address: int
    name: Text
    area: Area


def wanted(wiring: Wiring) -> dict[int, tuple[Wanted, ...]]:
    """What the wiring wants on each bus; none on a simulated table."""
    found: dict[int, list[Wanted]] = {}
    if wiring.profile is Profile.SIMULATED:
        return {}
    if wiring.profile is Profile.EXPANDER and wiring.expander is not None:
        chips = found.setdefault(wiring.expander.bus, [])
        for chip in wiring.expander.chips:
            seats = ranges(tuple(sorted(chip.seats)))
            chips.append(Wanted(chip.address, Text(f"扩展板 {seats}", f"Expander {seats}"), Area.BUS))
    if wiring.key_pad is not None:
        pad = Wanted(wiring.key_pad.address, Text("按键板", "Key pad"), Area.BUS)
        found.setdefault(wiring.key_pad.bus, []).append(pad)
    if wiring.oled is not None:
        found.setdefault(wiring.oled.bus, []).append(Wanted(wiring.oled.address, OLED, Area.DISPLAY))
    return {number: tuple(chips) for number, chips in sorted(found.items())}


class Rate(msgspec.Struct, frozen=True):
    """How many transfers there were, how many failed, and how many of these were long."""

    transfers: int
    errors: int
    long: int


def buses(probes: Probes, wiring: Wiring, picture: Oled | None = None) -> Iterator[Finding]:
    """Every bus of the table, and everything on it. `picture`: the display that is to show its test pattern."""
    for number, chips in wanted(wiring).items():
        name = name_of(number)
        try:
            wire = probes.wire_of(number)
        except NoHardware as error:
            refused = isinstance(error.__cause__, PermissionError)
            area = Area.RIGHTS if refused else Area.BUS
            yield wrong(area, name, *parted(text_of(error.words)))
            yield from _unseen(chips)
            continue
        try:
            bus = Bus(wire)
            found = _bus(name, bus, chips, probes.adapter(number))
            if picture is None or picture.bus != number:
                yield from found
            else:
                yield from with_pattern(found, bus, picture, probes.pause)
        finally:
            wire.close()


def name_of(number: int) -> Text:
    """What the bus `number` is called on the page."""
    return Text(I2C.format(number), I2C.format(number))


def _unseen(chips: tuple[Wanted, ...]) -> Iterator[Finding]:
    """The display, when its bus does not work."""
    why = Text("它的总线不通", "its bus does not work")
    return (skipped(chip.area, chip.name, why) for chip in chips if chip.area is Area.DISPLAY)


def _bus(name: Text, bus: Bus, chips: tuple[Wanted, ...], adapter: Adapter) -> Iterator[Finding]:
    there, hangs = scan(bus, {*SCANNED, *(chip.address for chip in chips)})
    listed = " ".join(f"0x{address:02X}" for address in there) or "-"
    if hangs:
        yield wrong(
            Area.BUS,
            name,
            Text("总线卡住，每次传输都超时", "the bus hangs: every transfer times out"),
            Text(
                "断电再上电；还是不行，一块一块拔下扩展板和小屏，找出拉住 SDA 的那块",
                "switch the power off and on; if it still hangs unplug boards and display one by one to find the one"
                " that holds SDA",
            ),
        )
        yield from _unseen(chips)
        return
    panel = next((chip.address for chip in chips if chip.area is Area.DISPLAY), None)
    yield from _errors(name, bus, there, adapter, listed, panel=panel)
    for chip in chips:
        yield _chip(chip, there)
    if RTC in there:
        yield ok(Area.BUS, Text("时钟芯片", "Clock chip"), Text("0x68 有应答", "0x68 answers"))


def scan(bus: Bus, addresses: Iterable[int]) -> tuple[tuple[int, ...], bool]:
    """Who answers, ascending, and whether the bus hangs. Each is asked twice before it counts as gone."""
    there: list[int] = []
    timeouts = 0
    for address in sorted(addresses):
        for _ in range(2):
            try:
                with bus.turn() as wire:
                    wire.receive(address, 1)
            except OSError as error:
                timeouts += error.errno == errno.ETIMEDOUT
                if timeouts >= TIMEOUTS:
                    return tuple(there), True
            else:
                there.append(address)
                break
    return tuple(there), False


def _errors(
    name: Text, bus: Bus, there: tuple[int, ...], adapter: Adapter, listed: str, *, panel: int | None
) -> Iterator[Finding]:
    """How often a transfer fails with those who answered."""
    speed = "" if adapter.hz is None else f", {adapter.hz // 1000} kHz"
    if not there:
        yield hint(Area.BUS, name, Text(f"没有芯片应答{speed}", f"no chip answers{speed}"))
        return
    found = measure(bus, there, panel)
    count, failed = found.transfers, found.errors
    rate = f"{failed * 1000 / count:.3g}"
    which = Text("，都是 32 字节的", ", all of them of 32 bytes") if failed and failed == found.long else Text("", "")
    kind = Text("（软件总线）", " (bus made by software)") if adapter.by_software else Text("", "")
    what = Text(
        f"{listed}{speed}{kind.zh}，每千次传输出错 {rate} 次{which.zh}",
        f"{listed}{speed}{kind.en}, {rate} errors in 1000 transfers{which.en}",
    )
    if not failed:
        yield ok(Area.BUS, name, what)
        return
    todo = Text(
        "检查地线和插头，线短一些；在 config.txt 里写 dtparam=i2c_arm_baudrate=100000 后重启",
        "look at ground and plugs, shorten the wires; write dtparam=i2c_arm_baudrate=100000 into config.txt and reboot",
    )
    if adapter.by_software:
        todo = Text(f"改用硬件总线 1；或者：{todo.zh}", f"use the hardware bus 1; or: {todo.en}")
    make = wrong if failed * 1000 >= BAD_PER_1000 * count else hint
    yield make(Area.BUS, name, what, todo)


def measure(bus: Bus, there: tuple[int, ...], panel: int | None, transfers: int = TRANSFERS) -> Rate:
    """Do so many transfers, in turns with all of `there`, every other one long. Of them `panel` is the display.

    A display is written to, as with a picture, and keeps the one it has; from everything else is only read.
    """
    before, timeouts, long = bus.traffic, 0, 0
    for n in range(transfers):
        address, is_long = there[n // 2 % len(there)], bool(n % 2)
        try:
            with bus.turn() as wire:
                if is_long and address == panel:
                    wire.write(address, _IDLE)
                else:
                    wire.receive(address, LONG if is_long else 1)
        except OSError as error:
            long += is_long
            timeouts += error.errno == errno.ETIMEDOUT
            if timeouts >= TIMEOUTS:
                break
    after = bus.traffic
    return Rate(after.transfers - before.transfers, after.errors - before.errors, long)


def _chip(chip: Wanted, there: tuple[int, ...]) -> Finding:
    at = f"0x{chip.address:02X}"
    if chip.address in there:
        return ok(chip.area, chip.name, Text(f"{at} 有应答", f"{at} answers"))
    others = [f"0x{address:02X}" for address in DISPLAYS if address in there] if chip.area is Area.DISPLAY else []
    if others:
        todo = Text(
            f"{others[0]} 有应答：在接线文件的 [oled] 里写 address = {others[0]}",
            f"{others[0]} answers: write address = {others[0]} under [oled] in the wiring file",
        )
    else:
        todo = Text(
            "检查它的电源、地线、SDA、SCL 和地址跳线", "look at its power, ground, SDA, SCL and address jumpers"
        )
    return wrong(chip.area, chip.name, Text(f"{at} 没有应答", f"{at} does not answer"), todo)
