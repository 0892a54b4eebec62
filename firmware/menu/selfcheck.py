"""自检: the machine is checked part by part, by whoever walks round the table and whoever stands at the display.

The judge asks seat by seat for a press, and for a second one from whoever sees the lamp: so both are proven by the
hand that holds the pad. Then the display asks about devices, itself, the loudspeaker and the clock; at the end it
lists what is not as it should be, each with one thing to do. BACK ends the check at any time.
"""

from __future__ import annotations

import msgspec

from engine.text import Text
from firmware.faults import Fault
from firmware.menu.actions import EndTrial, NextPart, SayAgain, SetDisplay
from firmware.menu.faults import FaultPage
from firmware.menu.page import NOTHING, Desk, Entry, ListPage, Page, TextPage, Turn
from firmware.menu.public import LIST_ROOM, option_label, text_lines
from firmware.menu.status import Part, SelfCheck
from firmware.menu.timepage import TimePage
from hardware.ports import Key
from hardware.screen import Big, Card, Screen, clip, window
from hardware.wiring import Driver

SELF_CHECK = Text("自检", "Self-check")
PRESS = Text("请按一下", "Press once")
LIT = Text("灯亮了再按一下", "Lit? Press again")
INSTEAD = Text("按的是", "Pressed:")
DEVICES = Text("器件", "Parts")
NO_DEVICES = Text("模拟桌，没有器件", "Simulated: none")
FINE = Text("正常", "fine")
GO_ON = Text("下一项", "Next")
DISPLAY = Text("小屏", "OLED")
WHOLE = Text("下面是测试图，框完整按OK", "Next: is the box whole? OK")
OTHERS = Text("不完整按▲▼", "If not: ▲▼")
HEARD = Text("听到了吗？", "Heard it?")
YES = Text("听到了", "Yes")
NOT_HEARD = Text("没听到", "No")
AGAIN = Text("再说一遍", "Once more")
RESULT = Text("自检结果", "Result")
ALL_WELL = Text("全部正常", "All is well")
DONE = Text("结束自检", "Done")


def selfcheck_page(check: SelfCheck) -> Page:
    """The page of the part that is being checked."""
    pages: dict[Part, Page] = {
        Part.SEATS: SeatsPart(),
        Part.DEVICES: DevicesPart(),
        Part.DISPLAY: DisplayPart(),
        Part.SPEAKER: SpeakerPart(),
        Part.CLOCK: ClockPart(then=Turn((NextPart(),))),
        Part.RESULT: ResultPart(),
    }
    return pages[check.part]


class SeatsPart(Page, frozen=True):
    """Which seat is asked, large. OK goes on to the next one."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """The next seat, or the end of the check."""
        del desk
        if key is Key.BACK:
            return Turn((EndTrial(),))
        return Turn((NextPart(well=False),)) if key is Key.OK else NOTHING

    def screen(self, desk: Desk) -> Screen:
        """The number, and what is waited for."""
        check = desk.status.selfcheck
        if check.seat is None:
            return Screen(desk.words(SELF_CHECK), Big("…"))
        place = f"{check.seats.index(check.seat) + 1}/{len(check.seats)}"
        footer = desk.words(LIT if check.lit else PRESS)
        if check.other is not None and not check.lit:
            footer = f"{desk.words(INSTEAD)} {option_label(check.other, desk.language)}"
        return Screen(desk.words(SELF_CHECK), Big(option_label(check.seat, desk.language), footer=footer), corner=place)


class CheckList(ListPage, frozen=True):
    """A list of the self-check: BACK ends it."""

    def back(self, desk: Desk) -> Turn:
        """The end of the check."""
        del desk
        return Turn((EndTrial(),))


class DevicesPart(CheckList, frozen=True):
    """Every device: that it is fine, or the code of its fault; then the faults of single buttons."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What the list is of."""
        return desk.words(SELF_CHECK), desk.words(DEVICES)

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Go on, first; OK on a device that is not well tells what to do."""
        faults = {fault.place: fault for fault in desk.status.open_faults}
        rows = [_device_row(desk, one.name, faults.pop((one.device, one.number), None)) for one in desk.machine.devices]
        rows += [_device_row(desk, fault.words.name, fault) for fault in faults.values()]
        return (Entry(GO_ON, Turn((NextPart(),))), *(rows or [Entry(NO_DEVICES, NOTHING)]))


def _device_row(desk: Desk, name: Text, fault: Fault | None) -> Entry:
    if fault is None:
        return Entry(name, NOTHING, desk.words(FINE))
    return Entry(name, Turn(opens=FaultPage(fault=fault)), fault.code)


def _read(desk: Desk, title: Text, text: Text) -> Turn:
    """`text`, to be read."""
    words = desk.words(text)
    return Turn(opens=TextPage(title, text_lines(words))) if words else NOTHING


class DisplayPart(Page, frozen=True, kw_only=True):
    """The test pattern, once what to do with it has been read: there is no room beside it.

    UP and DOWN drive the display differently, where it can be; OK keeps what is seen. Without a key the display falls
    back to what holds (`firmware.upkeep`), since with a wrong driver it may be dark.
    """

    shown: bool = False

    def _driver(self, desk: Desk) -> str:
        first = desk.machine.drivers[0] if desk.machine.drivers else Driver.SSD1306
        return desk.status.tried or desk.driver or first

    def press(self, key: Key, desk: Desk) -> Turn:
        """On to the pattern; another driver, keep it, or end the check with the one from before."""
        if key is Key.BACK:
            return Turn((*((SetDisplay(desk.driver),) if desk.status.tried else ()), EndTrial()))
        if not self.shown:
            return Turn(stay=msgspec.structs.replace(self, shown=True))
        if key is Key.OK:
            tried = desk.status.tried
            if not tried:
                return Turn((NextPart(),))
            return Turn((SetDisplay(tried), NextPart()), desk=msgspec.structs.replace(desk, driver=tried))
        drivers, now = desk.machine.drivers, self._driver(desk)
        if now not in drivers:
            return NOTHING
        other = drivers[(drivers.index(now) + (1 if key is Key.DOWN else -1)) % len(drivers)]
        return Turn((SetDisplay(other),))

    def screen(self, desk: Desk) -> Screen:
        """What to do, then the pattern with the driver's name."""
        if self.shown:
            return Screen("", Card(Driver(self._driver(desk))))
        texts = (WHOLE, OTHERS) if desk.machine.drivers else (WHOLE,)
        rows = tuple(row for text in texts for row in text_lines(desk.words(text)))
        return Screen(desk.words(SELF_CHECK), window(rows, 0, inverted=False), desk.words(DISPLAY))


class SpeakerPart(CheckList, frozen=True):
    """A sentence has been said; staff tell whether it was heard."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """The question."""
        return desk.words(HEARD), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """Yes, no, once more."""
        del desk
        return (
            Entry(YES, Turn((NextPart(),))),
            Entry(NOT_HEARD, Turn((NextPart(well=False),))),
            Entry(AGAIN, Turn((SayAgain(),))),
        )


class ClockPart(TimePage, frozen=True, kw_only=True):
    """What time it is: confirmed, or put right."""

    def press(self, key: Key, desk: Desk) -> Turn:
        """As on the page of the time; BACK from the hour ends the check."""
        turn = super().press(key, desk)
        return Turn((EndTrial(),)) if turn.leave else turn


class ResultPart(CheckList, frozen=True):
    """What is not as it should be; OK tells what to do about it."""

    def heading(self, desk: Desk) -> tuple[str, str]:
        """How much there is."""
        found = desk.status.selfcheck.found
        return desk.words(RESULT), f"{len(found)}" if found else ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row each; the last one ends the check."""
        rows = [
            Entry(Text(clip(one.what.zh, LIST_ROOM), clip(one.what.en, LIST_ROOM)), _read(desk, one.what, one.todo))
            for one in desk.status.selfcheck.found
        ]
        return (*(rows or [Entry(ALL_WELL, NOTHING)]), Entry(DONE, Turn((EndTrial(),))))
