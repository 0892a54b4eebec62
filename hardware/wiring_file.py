"""From a TOML file to a `Wiring`: a shipped profile, or a table's own file over the profile that it names.

A table's file says only what differs. Tables in it are laid over those of the profile key by key; `keys` and `key_pad`
stand for each other, so that naming one takes the other away. Every fault is collected: keys that nobody knows and
values of the wrong kind here, everything that cannot be built in `hardware.wiring_rules`.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from hardware.header import OWN_BUS, OWN_BUS_PINS
from hardware.plainfile import read_plain
from hardware.wiring import (
    Chip,
    Expander,
    Oled,
    OwnBus,
    Profile,
    SeatPins,
    Wiring,
)
from hardware.wiring_rules import MAX_SEATS, NO_KEYS, SEATS_PER_CHIP, faults, pick_keys
from hardware.wiring_shape import SEAT_NUMBERS, Board, File, decode
from hardware.wiring_words import printable, toml_words, unreadable_words
from hardware.words import BadWiring, Words

PROFILES: Final = Path(__file__).parent / "profiles"

DEFAULT: Final = "expander"
"""The profile of a file that names none."""

NOT_FOR: Final = {
    Profile.EXPANDER: ("seat",),
    Profile.DIRECT: ("expander",),
    Profile.SIMULATED: ("expander", "seat", "keys", "key_pad", "bus"),
}
"""Settings that count for nothing with a kind of wiring: whoever writes them there means something else."""


def shipped() -> tuple[str, ...]:
    """The names of all shipped profiles."""
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def read_wiring(source: Path | str) -> Wiring:
    """See `hardware.wiring.load_wiring`."""
    if isinstance(source, str) and source in shipped():
        path = PROFILES / f"{source}.toml"
        name = source
    elif isinstance(source, str) and not _is_path(source):
        names = "、".join(shipped())
        called = printable(source) if source.strip() else f'"{printable(source)}"'
        raise BadWiring(
            Words(
                f"没有名为 {called} 的接法；有 {names}，或写一个 .toml 文件的路径",
                f"there is no wiring called {called}; there are {', '.join(shipped())}, or give the path"
                " of a .toml file",
            )
        )
    else:
        path = Path(source)
        name = printable(path.name)
    own = _read(path)
    base = _base_of(own, name)
    problems: list[Words] = []
    looked = decode(_lay(base, own), base, problems)
    if looked is None:
        _refuse(name, problems)
    file = _counted(looked.file, base, problems)
    wiring = _build(file, looked.lost, name, problems)
    if path.parent != PROFILES:
        problems += _unused(file, own)
    problems += [fault for fault in faults(wiring) if fault != NO_KEYS or not looked.lost & {"keys", "key_pad"}]
    if problems:
        _refuse(name, problems)
    return wiring


def _is_path(source: str) -> bool:
    return source.endswith(".toml") or os.sep in source or (source != "" and Path(source).exists())


def _refuse(name: str, problems: list[Words]) -> NoReturn:
    told = dict.fromkeys(Words(f"接法 {name}：{words.zh}", f"wiring {name}: {words.en}") for words in problems)
    raise BadWiring(*told)


def _read(path: Path) -> dict[str, Any]:
    """The file as TOML."""
    try:
        text = read_plain(path).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadWiring(unreadable_words(path, error)) from error
    try:
        found = tomllib.loads(text)
        # Python refuses to write down a number of thousands of digits; no message below could name it.
        str(found)
    except (ValueError, RecursionError) as error:
        raise BadWiring(toml_words(path, error)) from error
    return found


def _base_of(own: dict[str, Any], name: str) -> dict[str, Any]:
    """What the file starts from: nothing when it is a whole profile itself, else the profile that it names."""
    if "kind" in own and "profile" not in own:
        return {}
    base = own.pop("profile", DEFAULT)
    if base not in shipped():
        written = printable(str(base))
        _refuse(
            name,
            [
                Words(
                    f"profile：没有 {written} 这个接法，有 {'、'.join(shipped())}",
                    f"profile: there is no wiring {written}; there are {', '.join(shipped())}",
                )
            ],
        )
    lower = _read(PROFILES / f"{base}.toml")
    return _lay(_base_of(lower, name), lower)


def _lay(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """`own` over `base`, key by key; lists and single values are replaced whole."""
    laid = dict(base)
    for one, other in (("keys", "key_pad"), ("key_pad", "keys")):
        if one in own and other not in own:
            laid.pop(other, None)
    for key, value in own.items():
        below = laid.get(key)
        laid[key] = _lay(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return laid


def _counted(file: File, base: dict[str, Any], problems: list[Words]) -> File:
    """The file without numbers of seats that no table has, with those of its profile instead."""
    for key, count in (("seats", file.seats), ("spare_pads", file.spare_pads)):
        if count > MAX_SEATS:
            problems.append(
                Words(f"{key}：写的是 {count}，最多 {MAX_SEATS}", f"{key}: is {count}, there are at most {MAX_SEATS}")
            )
            file = msgspec.structs.replace(file, **{key: base.get(key, 0)})
    return file


def _unused(file: File, own: dict[str, Any]) -> list[Words]:
    """Seats that somebody gave pins, and that the table has not got."""
    count = file.seats + file.spare_pads
    given = own.get("seat")
    if file.kind is not Profile.DIRECT or not isinstance(given, dict):
        return []
    return [
        Words(
            f"seat.{number}：只有 {count} 个座位，用不到；改 seats，或去掉它",
            f"seat.{number}: counts for nothing, there are {count} seats; change seats, or drop it",
        )
        for number in given
        if number in SEAT_NUMBERS and int(number) > count
    ]


def _build(file: File, lost: frozenset[str], name: str, problems: list[Words]) -> Wiring:
    """The wiring that the file means; what cannot be meant goes into `problems`, but nothing of what is `lost`."""
    problems += [
        Words(
            f"{key}：{file.kind} 接法用不到，去掉它，或换一个 profile",
            f"{key}: counts for nothing with the wiring {file.kind}; drop it, or start from another profile",
        )
        for key in NOT_FOR[file.kind]
        if getattr(file, key)
    ]
    count = file.seats + file.spare_pads
    wiring = Wiring(
        own_buses=_own_buses(file),
        profile=file.kind,
        name=name,
        expander=_expander(file, problems) if file.kind is Profile.EXPANDER else None,
        seats=_seats(file, count, lost, problems) if file.kind is Profile.DIRECT else (),
        keys=file.keys,
        key_pad=file.key_pad,
        oled=_oled(file.oled),
        output=file.output,
        mute=_pin(file.mute, "mute", problems),
        spare_pads=file.spare_pads,
        library=file.library,
        kept=file.kept,
    )
    return pick_keys(wiring) if file.kind is Profile.DIRECT else wiring


def _own_buses(file: File) -> tuple[OwnBus, ...]:
    """The buses that the file gives pins, and the one that has pins without being told."""
    pins = {int(number): (bus.sda, bus.scl) for number, bus in file.bus.items()}
    parts = (file.oled, file.key_pad, file.expander)
    if OWN_BUS in {part.bus for part in parts if part is not None and not isinstance(part, bool)}:
        pins.setdefault(OWN_BUS, OWN_BUS_PINS)
    return tuple(OwnBus(number=number, sda=sda, scl=scl) for number, (sda, scl) in sorted(pins.items()))


def _oled(oled: Oled | bool) -> Oled | None:
    if isinstance(oled, bool):
        return Oled() if oled else None
    return oled


def _pin(written: int | bool, key: str, problems: list[Words]) -> int | None:
    """A pin that may be left out. True says nothing."""
    if written is True:
        problems.append(Words(f"{key}：要写针脚号，没接写 false", f"{key}: give the pin, or false if it is not wired"))
    return None if isinstance(written, bool) else written


def _expander(file: File, problems: list[Words]) -> Expander:
    board = file.expander or Board()
    chips = board.chips
    count = file.seats + file.spare_pads
    if chips is not None:
        listed = sum(len(chip.seats) for chip in chips)
        if listed != count:
            problems.append(
                Words(
                    f"expander.chips 里有 {listed} 个座位，seats 加 spare_pads 是 {count}：两处要一致",
                    f"expander.chips lists {listed} seats, seats and spare_pads make {count}: they must agree",
                )
            )
    else:
        chips = _spread(file, board.boards, problems)
    return Expander(
        bus=board.bus,
        chips=chips,
        interrupt=_pin(board.interrupt, "expander.interrupt", problems),
        reset=_pin(board.reset, "expander.reset", problems),
    )


def _spread(file: File, boards: tuple[int, ...], problems: list[Words]) -> tuple[Chip, ...]:
    """Six seats a chip, in order; spare pads take what is left on the last chip, then the seventh place of each."""
    count = file.seats + file.spare_pads
    needed = -(-file.seats // SEATS_PER_CHIP)
    if needed > len(boards):
        problems.append(
            Words(
                f"{file.seats} 个座位要 {needed} 块芯片，expander.boards 只有 {len(boards)} 个地址",
                f"{file.seats} seats need {needed} chips, expander.boards lists {len(boards)}",
            )
        )
    elif file.spare_pads > (places := needed * (SEATS_PER_CHIP + 1) - file.seats):
        problems.append(
            Words(
                f"{needed} 块芯片只能再接 {places} 个备用按钮，spare_pads 是 {file.spare_pads}",
                f"{needed} chips have room for {places} more spare pads, spare_pads is {file.spare_pads}",
            )
        )
    placed = [
        list(range(first, min(first + SEATS_PER_CHIP, count + 1)))
        for first in range(1, needed * SEATS_PER_CHIP + 1, SEATS_PER_CHIP)
    ]
    for seats, spare in zip(placed, range(needed * SEATS_PER_CHIP + 1, count + 1), strict=False):
        seats.append(spare)
    return tuple(Chip(address=address, seats=tuple(seats)) for address, seats in zip(boards, placed, strict=False))


def _seats(file: File, count: int, lost: frozenset[str], problems: list[Words]) -> tuple[SeatPins, ...]:
    """The seats that are in use; all others of the profile are left out."""
    found = []
    for seat in range(1, count + 1):
        pins = file.seat.get(str(seat))
        if pins is None and not lost & {"seat", f"seat.{seat}"}:
            problems.append(
                Words(
                    f"座位 {seat} 没有针脚：写 [seat.{seat}] 的 button 和 lamp，或改用 expander 接法",
                    f"seat {seat} has no pins: give button and lamp in [seat.{seat}], or use the profile expander",
                )
            )
        elif pins is not None:
            found.append(SeatPins(seat=seat, button=pins.button, lamp=pins.lamp))
    return tuple(found)
