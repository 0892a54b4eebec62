"""One visit: which checks are made, in which order, and that none of them can end in a traceback."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from engine.text import Text
from firmware.config import load_config
from firmware.doctor import boot, bus, house, machine, seats
from firmware.doctor.finding import OF_THE_SERVICE, Area, Condition, Finding, exit_code, hint, ok, skipped, wrong
from firmware.doctor.picture import OLED, as_staff_drive_it
from firmware.doctor.probes import Probes
from firmware.errors import BadConfig
from firmware.onlyone import PinsInUse
from firmware.start import first_of, is_file_name
from firmware.version import versions
from hardware.wiring import Oled, Profile, Wiring, load_wiring
from hardware.words import BadWiring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from firmware.onlyone import PinLock

JUDGE: Final = Text("法官", "Judge")
WIRING: Final = Text("接线", "Wiring")
JUDGE_RUNS: Final = Text("法官正在运行", "a judge is running")
NO_RIGHTS: Final = Text("没有权限", "rights are missing")
SIMULATED_ONE: Final = Text("设置里是模拟桌", "the settings name the simulated table")
NAME_IT: Final = Text(
    f"真桌写 --wiring 接法名或文件；装好的服务：{OF_THE_SERVICE}",
    f"name a real table's with --wiring NAME or FILE; for the installed service: {OF_THE_SERVICE}",
)
UNUSABLE: Final = Text("设置用不了", "the settings cannot be used")
MEND_OR_NAME: Final = Text("先修好设置，或写 --wiring", "mend the settings first, or name a wiring with --wiring")
NOT_KNOWN: Final = Text("不知道怎么接线", "the wiring is not known")
OF_A_WIRING: Final = (machine.RIGHTS, machine.LIBRARIES, seats.BUTTONS)
"""Without a wiring nobody knows what of these is needed."""
NONE_READ: Final = Wiring(profile=Profile.SIMULATED, name="-", oled=None)
"""In the place of a wiring that cannot be used: everything that has no wires is still looked at."""

Check = tuple[Area, Text, "Callable[[], Iterable[Finding]]"]
"""Class and name of a check, for when it fails itself, and the check."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The whole page. `code` is what the program exits with; `versions` is what looked, and on what."""

    wiring: str
    versions: str
    findings: tuple[Finding, ...]
    code: int


class Visit:
    """One look at a machine and its table."""

    def __init__(self, probes: Probes, folder: Path, named: str | None, *, quiet: bool = False) -> None:
        """`folder`: the state; `named`: the wiring that was asked for, else as the settings say.

        `quiet`: nothing lights up and nothing is heard. While a judge plays it is so in any case.
        """
        self._probes = probes
        self._folder = folder
        self._named = named
        self._quiet = quiet

    def report(self) -> Report:
        """Look at everything."""
        wiring, told = self.wiring()
        findings = [*told, *self._machine(wiring)]
        lock, busy = self._lock(wiring, findings)
        findings += busy
        try:
            if lock is not None:
                findings += self._wires(wiring)
            findings += self._sound(wiring, taken=any(found.name == JUDGE for found in busy), ours=lock is not None)
        finally:
            if lock is not None:
                lock.release()
        findings += self._rest(wiring)
        if wiring is NONE_READ:
            findings = [_unknown(finding) for finding in findings]
        found = tuple(sorted(_once(findings), key=lambda finding: finding.area))
        return Report(wiring=wiring.name, versions=versions(), findings=found, code=exit_code(found))

    def wiring(self) -> tuple[Wiring, tuple[Finding, ...]]:
        """The wiring to look at, and what is to be told of it."""
        try:
            named = self._named or load_config(self._folder).wiring
        except BadConfig:
            # Why is told among the settings.
            return NONE_READ, (skipped(Area.PINS, WIRING, UNUSABLE, MEND_OR_NAME),)
        beside = self._folder if self._named is None else Path.cwd()
        try:
            wiring = load_wiring(beside / named if is_file_name(named) else named)
        except BadWiring as error:
            todo = Text(f"改好 {named}，或用 --wiring 写另一个", f"correct {named}, or name another one with --wiring")
            what = first_of(error, named if self._named else f"{beside / named}")
            return NONE_READ, (wrong(Area.PINS, WIRING, what, todo),)
        if self._named is None and not machine.is_real(wiring) and machine.is_a_pi(self._probes):
            # Nobody who builds a table means this one.
            return wiring, (skipped(Area.PINS, WIRING, SIMULATED_ONE, NAME_IT),)
        return wiring, (ok(Area.PINS, WIRING, Text(wiring.name, wiring.name)),)

    def _machine(self, wiring: Wiring) -> Iterator[Finding]:
        """What can be looked at while a judge plays."""
        return guarded(
            (
                (Area.BOARD, machine.BOARD, lambda: machine.board(self._probes, wiring)),
                (Area.RIGHTS, machine.RIGHTS, lambda: machine.rights(self._probes, wiring)),
                (Area.PINS, machine.LIBRARIES, lambda: machine.libraries(self._probes, wiring)),
                (Area.PINS, boot.BOOT, lambda: boot.interfaces(self._probes, wiring)),
            )
        )

    def _lock(self, wiring: Wiring, found: list[Finding]) -> tuple[PinLock | None, tuple[Finding, ...]]:
        """The right to touch pins and buses; None while a judge has it, or where nobody can tell."""
        if machine.is_real(wiring) and any(_refused(finding) for finding in found):
            what = Text("没有权限，没有碰针脚和总线", "rights are missing: pins and buses were left alone")
            return None, (hint(Area.PINS, machine.LIBRARIES, what), *_untouched(wiring, NO_RIGHTS))
        if not machine.is_real(wiring):
            return self._probes.lock(()), ()
        try:
            return self._probes.lock(self._probes.candidates(wiring)), ()
        except PinsInUse:
            what = Text("法官正在运行，没有碰针脚和总线", "a judge is running: pins and buses were left alone")
            todo = Text(
                "要全部检查，先停掉它：sudo systemctl stop faguan", "for all checks: sudo systemctl stop faguan"
            )
            return None, (hint(Area.PINS, JUDGE, what, todo), *_untouched(wiring, JUDGE_RUNS))

    def _wires(self, wiring: Wiring) -> Iterator[Finding]:
        """What nobody else may use meanwhile."""
        before: tuple[Check, ...] = (
            (Area.PINS, machine.LIBRARIES, lambda: machine.pins(self._probes, wiring)),
            (Area.BUS, Text("I2C", "I2C"), lambda: bus.buses(self._probes, wiring, self._picture(wiring))),
        )
        found = tuple(guarded(before))
        yield from found
        carried = Area.BUS if wiring.profile is Profile.EXPANDER else Area.PINS
        gone = [finding for finding in found if finding.condition is Condition.WRONG]
        if any(finding.area in (carried, Area.RIGHTS) and _carries(finding) for finding in gone):
            yield skipped(Area.SEATS, seats.BUTTONS, Text("上面的先修好", "mend what is above first"))
            return
        yield from guarded(
            ((Area.SEATS, seats.BUTTONS, partial(seats.seats, self._probes, wiring, quiet=self._quiet)),)
        )

    def _picture(self, wiring: Wiring) -> Oled | None:
        """The display that is to show its test pattern, if any is."""
        if self._quiet or wiring.oled is None or not machine.is_real(wiring):
            return None
        return as_staff_drive_it(self._folder, wiring.oled)

    def _sound(self, wiring: Wiring, *, taken: bool, ours: bool) -> Iterator[Finding]:
        """The loudspeaker, `taken` by a judge or not. A tone only at a real table that is `ours` for now."""
        tone = ours and machine.is_real(wiring) and not self._quiet
        check = partial(house.sound, self._probes, wiring, taken=taken, tone=tone)
        return guarded(((Area.SOUND, house.SPEAKER, check),))

    def _rest(self, wiring: Wiring) -> Iterator[Finding]:
        """What has no wires to the seats."""
        probes, folder = self._probes, self._folder
        return guarded(
            (
                (Area.CLOCK, machine.CLOCK, lambda: machine.clock(probes, wiring)),
                (Area.VOICE, house.PACKS, lambda: house.packs(probes, wiring)),
                (Area.STORE, house.STATE, lambda: house.store(probes, wiring, folder)),
            )
        )


def guarded(checks: Iterable[Check]) -> Iterator[Finding]:
    """What `checks` find. One that fails itself is a finding, and the others are made all the same."""
    for area, name, check in checks:
        try:
            yield from check()
        except Exception as error:  # noqa: BLE001 - whatever it is, the page is to be finished
            kind = type(error).__name__
            what = Text(f"没查成（{kind}）", f"it could not be looked at ({kind})")
            todo = Text("再试一次；还是这样，请报告这一行", "try again; if it stays, report this line")
            yield wrong(area, name, what, todo)


def _untouched(wiring: Wiring, why: Text) -> Iterator[Finding]:
    """Everything with wires, of which nothing is known because of `why`."""
    for number in bus.wanted(wiring):
        yield skipped(Area.BUS, bus.name_of(number), why)
    if wiring.oled is not None:
        yield skipped(Area.DISPLAY, OLED, why)
    yield skipped(Area.SEATS, seats.BUTTONS, why)


def _unknown(finding: Finding) -> Finding:
    """What was found without a wiring: that nothing was found wrong says nothing then."""
    is_blind = finding.condition is Condition.OK and finding.name in OF_A_WIRING
    return skipped(finding.area, finding.name, NOT_KNOWN) if is_blind else finding


def _carries(finding: Finding) -> bool:
    """Whether without this the seats cannot even be opened: the bus or the pins as a whole, no single chip."""
    return finding.name == machine.LIBRARIES or finding.name.zh.startswith("I2C")


def _refused(finding: Finding) -> bool:
    return finding.area is Area.RIGHTS and finding.condition is Condition.WRONG


def _once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Without what was found twice over, in their order."""
    return tuple(dict.fromkeys(findings))
