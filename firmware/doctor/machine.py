"""Checks of the machine itself: board and kernel, rights, pin libraries, clock."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.text import Text
from firmware.clocktrust import APART_S, PLAUSIBLE_S, trust_in
from firmware.doctor.finding import Area, Finding, hint, ok, parted, wrong
from firmware.menu.body import Trust
from firmware.reasons import text_of
from hardware.pinlibs import RPI_PACKAGES, both_packages, legacy_refusal, pick_chip
from hardware.wiring import PinLibrary, Profile, Wiring, warnings
from hardware.words import NoHardware

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.doctor.probes import Probes

BOARD: Final = Text("主板", "Board")
KERNEL: Final = Text("内核", "Kernel")
CHIP: Final = Text("GPIO 芯片", "GPIO chip")
RIGHTS: Final = Text("权限", "Rights")
LIBRARIES: Final = Text("针脚库", "Pin library")
WIRING: Final = Text("接线", "Wiring")
CLOCK: Final = Text("时钟", "Clock")

NOT_A_PI: Final = Text("这台机器不是树莓派", "this machine is no Raspberry Pi")
ON_A_PI: Final = Text(
    "在树莓派上运行；没有硬件时用模拟桌：faguan --wiring simulated",
    "run it on a Raspberry Pi; without hardware play at the simulated table: faguan --wiring simulated",
)
TRUSTS: Final = {
    Trust.NTP: Text("网络对时", "set by the network"),
    Trust.RTC: Text("有带电池的时钟", "kept by a clock with a battery"),
}


def is_real(wiring: Wiring) -> bool:
    """Whether it is a table with wires."""
    return wiring.profile is not Profile.SIMULATED


def is_a_pi(probes: Probes) -> bool:
    """Whether this machine calls itself one."""
    return "Raspberry Pi" in probes.model()


def board(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Model, kernel, and the chip behind the header."""
    model, release = probes.model(), probes.kernel()
    labels = probes.labels()
    number = pick_chip(labels)
    is_pi = "Raspberry Pi" in model
    named = Text(model, model) if model else NOT_A_PI
    if is_pi:
        yield ok(Area.BOARD, BOARD, named)
    elif is_real(wiring) and number is None:
        yield wrong(Area.BOARD, BOARD, named, ON_A_PI)
    else:
        yield hint(Area.BOARD, BOARD, named)
    # A kernel is refused whichever packages there are.
    deaf = legacy_refusal(("RPi.GPIO",), release, model) if wiring.library is PinLibrary.RPI_GPIO else None
    if deaf is None:
        yield ok(Area.BOARD, KERNEL, Text(release, release))
    else:
        yield wrong(Area.BOARD, KERNEL, *parted(Text(deaf.zh, deaf.en)))
    if number is not None:
        label = f"gpiochip{number} {labels[number]}"
        yield ok(Area.BOARD, CHIP, Text(label, label))
        return
    seen = ", ".join(f"gpiochip{chip} {label or '?'}" for chip, label in sorted(labels.items())) or "/dev/gpiochip* -"
    what = Text(f"没有排针后面的芯片（{seen}）", f"the header's chip is not there ({seen})")
    if is_real(wiring) and labels and not all(labels.values()):
        yield hint(Area.BOARD, CHIP, Text(f"问不到（{seen}）", f"it cannot be asked ({seen})"))
    elif is_real(wiring) and is_pi:
        todo = Text("更新内核和固件，然后重启", "update kernel and firmware, then reboot")
        yield wrong(Area.BOARD, CHIP, what, todo)
    else:
        yield hint(Area.BOARD, CHIP, what)


def device_files(probes: Probes, wiring: Wiring) -> tuple[Path, ...]:
    """What the table needs of the system's devices, as far as it is there."""
    if not is_real(wiring):
        return ()
    carriers = (wiring.expander if wiring.profile is Profile.EXPANDER else None, wiring.key_pad, wiring.oled)
    buses = sorted({carrier.bus for carrier in carriers if carrier is not None})
    number = pick_chip(probes.labels())
    chips = (number,) if number is not None else tuple(probes.labels())
    return (*(Path(f"/dev/gpiochip{chip}") for chip in chips), *(Path(f"/dev/i2c-{bus}") for bus in buses))


NOBODYS: Final = Text(
    "它只归 root：运行 sudo scripts/install，再重启",
    "it belongs to root alone: run sudo scripts/install, then start the machine anew",
)


def rights(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Whether we may use what the table needs."""
    user, refused = probes.user(), False
    for path in device_files(probes, wiring):
        access = probes.access(path)
        if access is None or access.usable:
            continue
        refused = True
        yield wrong(
            Area.RIGHTS,
            RIGHTS,
            Text(
                f"用户 {user} 不能用 {path}，缺少组 {access.group}", f"{user} may not use {path}: not in {access.group}"
            ),
            NOBODYS
            if access.group == "root"
            else Text(
                f"sudo usermod -aG {access.group} {user}，然后重新登录",
                f"sudo usermod -aG {access.group} {user}, then log in again",
            ),
        )
    if not refused:
        yield ok(Area.RIGHTS, RIGHTS, Text(f"用户 {user}", f"user {user}"))


def libraries(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Which libraries for pins are installed, and whether they get along."""
    packages = probes.packages()
    if len(packages) == len(RPI_PACKAGES):
        both = both_packages()
        what, todo = parted(Text(both.zh, both.en))
        yield wrong(Area.PINS, LIBRARIES, what, todo)
    elif wiring.library is PinLibrary.RPI_GPIO and packages != ("RPi.GPIO",):
        missing = legacy_refusal(packages, probes.kernel(), probes.model())
        assert missing is not None, "another package than RPi.GPIO is refused"
        yield wrong(Area.PINS, LIBRARIES, *parted(Text(missing.zh, missing.en)))
    elif not is_real(wiring):
        yield ok(Area.PINS, LIBRARIES, Text("不需要", "none is needed"))
    for words in warnings(wiring):
        yield hint(Area.PINS, WIRING, text_of(words))


def pins(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Whether the library that the wiring names opens the pins of this machine."""
    if not is_real(wiring) or len(probes.packages()) == len(RPI_PACKAGES):
        return
    try:
        probes.open_factory(wiring.library).close()
    except NoHardware as error:
        yield wrong(Area.PINS, LIBRARIES, *parted(text_of(error.words)))
    else:
        yield ok(Area.PINS, LIBRARIES, Text(wiring.library, wiring.library))


def clock(probes: Probes, wiring: Wiring) -> Iterator[Finding]:
    """Whether the wall clock can be believed: it says who speaks first."""
    signs = probes.signs()
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(signs.now_s))
    trust = trust_in(signs)
    apart = signs.rtc_s is not None and signs.rtc_s in PLAUSIBLE_S and abs(signs.rtc_s - signs.now_s) > APART_S
    if trust in TRUSTS:
        told = TRUSTS[trust]
        yield ok(Area.CLOCK, CLOCK, Text(f"{shown}，{told.zh}", f"{shown}, {told.en}"))
        return
    if signs.now_s not in PLAUSIBLE_S:
        what = Text(f"{shown}：年份不对", f"{shown}: that is no year of ours")
    elif apart:
        what = Text(
            f"{shown}：和带电池的时钟差一分钟以上", f"{shown}: more than a minute from the clock with a battery"
        )
    else:
        what = Text(f"{shown}，没有东西证明它对", f"{shown}, and nothing stands behind it")
    todo = Text(
        "联网对时（timedatectl set-ntp true），或装一块带电池的时钟（DS3231）；开局前也可以在菜单“时间”里确认",
        "go online (timedatectl set-ntp true), or fit a clock with a battery (DS3231);"
        " staff can also confirm the time in the menu",
    )
    if is_real(wiring) and (apart or signs.now_s not in PLAUSIBLE_S):
        yield wrong(Area.CLOCK, CLOCK, what, todo)
    else:
        yield hint(Area.CLOCK, CLOCK, what, todo if is_real(wiring) else None)
