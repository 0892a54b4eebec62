"""The fault book: what is wrong with the machine now and what was, each with a short code and one thing to do.

It takes what the body reports of itself (`hardware.ports.Health`) and what the program finds (a key that is stuck, no
sound, a full card, a clock that nobody vouches for). A fault is open until the same device is well again; then it is
kept among those that are over. A fault names devices and seats, never a card or a choice, but *when* a button is
noticed may tell who was pressing by night: what comes from presses is entered when eyes are open.

To add a fault: a `Kind` with a new code, and its words in `WORDS`. Codes are printed in the guides and never change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import msgspec

from engine.text import Text
from hardware.ports import Condition, Device, Health

KEPT: Final = 20
"""So many faults that are over are remembered."""


class Kind(StrEnum):
    """What can be wrong; the value is its code."""

    CHIP_LOST = "F11"
    CHIP_ILL = "F12"
    PAD_LOST = "F13"
    PAD_NOISY = "F14"
    STUCK = "F15"
    BUS_LOST = "F16"
    BUS_ILL = "F17"
    PINS_ILL = "F10"
    NEVER_PRESSED = "F19"
    OLED_LOST = "F21"
    OLED_ILL = "F22"
    KEYS_LOST = "F23"
    KEYS_ILL = "F24"
    NO_SOUND = "F31"
    CLOCK = "F41"
    CARD_FULL = "F51"
    CARD_SLOW = "F52"


class Words(msgspec.Struct, frozen=True):
    """A fault in words: what it is called in a list, what is wrong, and the one thing to do."""

    name: Text
    what: Text
    action: Text


_RIBBON: Final = Text(
    "插好扩展板的电源和排线。不行就换备用按钮，或店员代答。",
    "Plug the board's power and cable in. Else use spare buttons, or answer for the seats.",
)
_PAD: Final = Text(
    "插好这个座位的线。不行就换备用按钮，或店员代答。", "Plug the seat's cable in. Else use a spare button, or answer."
)
_CABLE: Final = Text("检查电源和接线。常有的话，换线。", "Check power and wires. If it comes often, change the cable.")
_PIN: Final = Text(
    "检查接线。还有的话，请维护的人看谁占着它。", "Check the wires. If it stays, have it seen who uses the pin."
)
_RESTART: Final = Text("检查接线，关电再开，继续上一局。", "Check the wires, switch off and on, go on with the game.")

WORDS: Final[Mapping[Kind, Words]] = MappingProxyType(
    {
        Kind.CHIP_LOST: Words(Text("芯片失联", "Chip lost"), Text("扩展芯片没有反应。", "A chip is silent."), _RIBBON),
        Kind.CHIP_ILL: Words(
            Text("芯片不稳", "Chip ill"), Text("扩展芯片出错或重启过。", "A chip erred or restarted."), _CABLE
        ),
        Kind.PAD_LOST: Words(Text("按钮失灵", "Button lost"), Text("按钮没有反应。", "A button is silent."), _PAD),
        Kind.PAD_NOISY: Words(Text("按钮乱跳", "Button ill"), Text("按钮乱跳，接触不良。", "A button chatters."), _PAD),
        Kind.STUCK: Words(
            Text("按钮卡住", "Button stuck"),
            Text("按钮一直按着。", "A button stays down."),
            Text("请松开。松不开就换备用按钮，或店员代答。", "Let go. Else use a spare button, or answer for it."),
        ),
        Kind.BUS_LOST: Words(Text("总线不通", "Bus lost"), Text("总线不通。", "The bus is down."), _RESTART),
        Kind.BUS_ILL: Words(Text("总线出错", "Bus ill"), Text("总线出错或卡过。", "The bus erred or hung."), _CABLE),
        Kind.PINS_ILL: Words(Text("引脚不稳", "Pins ill"), Text("有引脚不能用。", "Some pin cannot be used."), _PIN),
        Kind.NEVER_PRESSED: Words(
            Text("没按过", "Not used"),
            Text("这些按钮今晚没按过。", "These were never pressed."),
            Text("两局之间做座位检查。", "Between games: seat check."),
        ),
        Kind.OLED_LOST: Words(
            Text("小屏失联", "No OLED"),
            Text("小屏没有反应。", "The OLED is silent."),
            Text("插好小屏的线。游戏照常，按键照样有用。", "Plug it in. The game goes on, the keys still work."),
        ),
        Kind.OLED_ILL: Words(Text("小屏不稳", "OLED ill"), Text("小屏常出错。", "The OLED makes errors."), _CABLE),
        Kind.KEYS_LOST: Words(
            Text("按键失联", "No keys"),
            Text("四个键没有反应。", "The four keys are dead."),
            Text("插好按键的线。游戏照常。", "Plug them in. The game goes on."),
        ),
        Kind.KEYS_ILL: Words(
            Text("按键不稳", "Keys ill"), Text("有键不能用，或常出错。", "A key fails, or makes errors."), _CABLE
        ),
        Kind.NO_SOUND: Words(
            Text("没有声音", "No sound"),
            Text("喇叭没有声音。", "Nothing is heard."),
            Text("插好喇叭，看“声音”。", "Plug the speaker in, see Sound."),
        ),
        Kind.CLOCK: Words(
            Text("时间不准", "Clock"),
            Text("没有人确认过时间。", "Nobody vouches for the time."),
            Text("在“时间”里确认几点几分。", "Confirm it under Time."),
        ),
        Kind.CARD_FULL: Words(
            Text("卡快满了", "Card full"),
            Text("存储卡快满了。", "The card is nearly full."),
            Text("请维护的人清理存储卡。", "Have the card cleared."),
        ),
        Kind.CARD_SLOW: Words(
            Text("卡不动了", "Card stuck"),
            Text("存储卡写不完，游戏在等它。", "The game waits for the card."),
            Text(
                "等等。还不动就关电再开，继续上一局；以后换卡。",
                "Wait. Else switch off and on, go on; change the card.",
            ),
        ),
    }
)

HINTS: Final = frozenset({Kind.NEVER_PRESSED, Kind.NO_SOUND, Kind.CLOCK})
"""Worth a look in the list, but nothing that calls staff: no mark in the corner (some have a mark of their own)."""

OF_SEATS: Final = frozenset({Kind.CHIP_LOST, Kind.PAD_LOST, Kind.BUS_LOST})
"""With these nothing that is pressed at their seats arrives. Pins of the Pi that carry seats are told seat by seat."""

_OF: Final[Mapping[tuple[Device, Condition], Kind]] = MappingProxyType(
    {
        (Device.CHIP, Condition.ABSENT): Kind.CHIP_LOST,
        (Device.CHIP, Condition.DEGRADED): Kind.CHIP_ILL,
        (Device.PAD, Condition.ABSENT): Kind.PAD_LOST,
        (Device.PAD, Condition.DEGRADED): Kind.PAD_NOISY,
        (Device.BUS, Condition.ABSENT): Kind.BUS_LOST,
        (Device.BUS, Condition.DEGRADED): Kind.BUS_ILL,
        (Device.PINS, Condition.ABSENT): Kind.PINS_ILL,
        (Device.PINS, Condition.DEGRADED): Kind.PINS_ILL,
        (Device.OLED, Condition.ABSENT): Kind.OLED_LOST,
        (Device.OLED, Condition.DEGRADED): Kind.OLED_ILL,
        (Device.KEYS, Condition.ABSENT): Kind.KEYS_LOST,
        (Device.KEYS, Condition.DEGRADED): Kind.KEYS_ILL,
    }
)


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong, or was: at which device (`number`), with which `seats`; `detail`: what it reported."""

    kind: Kind
    at_ns: int
    number: int = 0
    seats: tuple[int, ...] = ()
    detail: Text = Text("", "")
    over_ns: int | None = None
    """When it was well again; None while it is open."""

    @property
    def words(self) -> Words:
        """It in words."""
        return WORDS[self.kind]

    @property
    def code(self) -> str:
        """Its short code."""
        return self.kind.value

    @property
    def hint(self) -> bool:
        """Whether it calls nobody."""
        return self.kind in HINTS

    @property
    def where(self) -> Text:
        """The chip's address and the seats; empty when it is at no place in particular."""
        chip = f"0x{self.number:02x}" if self.kind in (Kind.CHIP_LOST, Kind.CHIP_ILL) else ""
        seats = ranges(self.seats)
        zh = " ".join(part for part in (chip, f"{seats}号" if seats else "") if part)
        en = " ".join(
            part for part in (chip, f"seat{'s' if len(self.seats) > 1 else ''} {seats}" if seats else "") if part
        )
        return Text(zh, en)

    @property
    def told(self) -> Text:
        """What is wrong, where, and what to do, in one breath."""
        what, where, action = self.words.what, self.where, self.words.action
        zh = f"{what.zh.removesuffix('。')}：{where.zh}。" if where.zh else what.zh
        en = f"{what.en.removesuffix('.')}: {where.en}." if where.en else what.en
        return Text(f"{self.code} {zh}{action.zh}", f"{self.code} {en} {action.en}")

    @property
    def place(self) -> tuple[Device | Kind, int]:
        """What is wrong: reports about the same place follow each other."""
        device = next((device for (device, _), kind in _OF.items() if kind is self.kind), None)
        return (self.kind if device is None else device, self.number)


def ranges(seats: tuple[int, ...]) -> str:
    """Seats in ascending order as people write them: 1-6, 9, 11-12."""
    runs: list[list[int]] = []
    for seat in seats:
        if runs and runs[-1][-1] == seat - 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


class FaultBook:
    """All faults of one machine, since it was switched on."""

    def __init__(self) -> None:
        """All is well."""
        self._open: list[Fault] = []
        self._over: list[Fault] = []

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Those that are open, newest first, then those that are over, newest first."""
        return (*reversed(self._open), *reversed(self._over))

    @property
    def open(self) -> tuple[Fault, ...]:
        """Those that are open, newest first."""
        return tuple(reversed(self._open))

    def health(self, health: Health) -> Fault | None:
        """What a device reports of itself; the fault that is new by it."""
        detail = Text(health.detail.zh, health.detail.en)
        kind = _OF.get((health.device, health.condition))
        if kind is None:
            self._close(lambda fault: fault.place == (health.device, health.number), health.at_ns)
            if health.missed:  # it has come and gone between two looks
                return self._enter(health, _OF[health.device, Condition.DEGRADED], detail, over_ns=health.at_ns)
            return None
        before = next((fault for fault in self._open if fault.place == (health.device, health.number)), None)
        if before is not None and before.kind is kind:
            return None
        self._close(lambda fault: fault is before, health.at_ns)
        return self._enter(health, kind, detail)

    def note(
        self, kind: Kind, at_ns: int, seats: tuple[int, ...] = (), *, wrong: bool, detail: Text | None = None
    ) -> None:
        """What the program has found itself: `kind` is `wrong` now, at `seats`, or it is well again."""
        before = next((fault for fault in self._open if fault.kind is kind), None)
        if wrong and before is not None and before.seats == seats:
            return
        self._close(lambda fault: fault is before, at_ns)
        if wrong:
            self._open.append(Fault(kind=kind, at_ns=at_ns, seats=seats, detail=detail or Text("", "")))

    def _enter(self, health: Health, kind: Kind, detail: Text, over_ns: int | None = None) -> Fault:
        fault = Fault(
            kind=kind, at_ns=health.at_ns, number=health.number, seats=health.seats, detail=detail, over_ns=over_ns
        )
        (self._open if over_ns is None else self._over).append(fault)
        del self._over[:-KEPT]
        return fault

    def _close(self, which: Callable[[Fault], bool], at_ns: int) -> None:
        """What `which` names is over."""
        over = [fault for fault in self._open if which(fault)]
        self._open = [fault for fault in self._open if fault not in over]
        self._over += [msgspec.structs.replace(fault, over_ns=at_ns) for fault in over]
        del self._over[:-KEPT]
