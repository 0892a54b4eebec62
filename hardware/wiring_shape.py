"""The shape of a table's file: which settings there are, of which kinds, and every one that is not like that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from hardware.wiring import Chip, Interface, KeyPad, Oled, Output, PinLibrary, Profile, StaffKeys
from hardware.wiring_rules import MAX_SEATS, OWN_BUSES
from hardware.wiring_words import kind_words, printable
from hardware.words import Words

SEAT_NUMBERS: Final = frozenset(str(seat) for seat in range(1, MAX_SEATS + 1))
"""What the tables below `[seat]` are called."""


class Board(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `[expander]` of a file; `chips`, when it stands there, says itself which seats a chip has."""

    bus: int = 1
    boards: tuple[int, ...] = ()
    chips: tuple[Chip, ...] | None = None
    interrupt: int | bool = False
    reset: int | bool = False


class Seat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table `[seat.N]` of a file."""

    button: int
    lamp: int


class BusPins(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table `[bus.N]` of a file."""

    sda: int
    scl: int


class File(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole file, after it was laid over its profile. False for a pin: it is not wired."""

    kind: Profile
    seats: int = 0
    spare_pads: int = 0
    expander: Board | None = None
    seat: dict[str, Seat] = {}
    bus: dict[str, BusPins] = {}
    keys: StaffKeys | None = None
    key_pad: KeyPad | None = None
    oled: Oled | bool = True
    output: Output = Output.USB
    mute: int | bool = False
    library: PinLibrary = PinLibrary.LGPIO
    kept: tuple[Interface, ...] = ()


_NUMBERED: Final[Mapping[Any, tuple[type[msgspec.Struct], frozenset[str], Words]]] = MappingProxyType(
    {
        dict[str, Seat]: (
            Seat,
            SEAT_NUMBERS,
            Words(f"座位号要写 1 到 {MAX_SEATS} 的数字", f"a seat is a number from 1 to {MAX_SEATS}"),
        ),
        dict[str, BusPins]: (
            BusPins,
            frozenset(map(str, OWN_BUSES)),
            Words(f"总线号要写 {min(OWN_BUSES)} 到 {max(OWN_BUSES)} 的数字",
                  f"a bus is a number from {min(OWN_BUSES)} to {max(OWN_BUSES)}"),
        ),
    }
)  # fmt: skip
"""Tables that hold tables with numbers: of which shape, which numbers there are, and how to say so."""


def decode(raw: dict[str, Any], problems: list[Words]) -> File | None:
    """The file in our shape; None when something in it is not, and then every such thing is in `problems`."""
    _look(raw, File, "", problems)
    if problems:
        return None
    try:
        return msgspec.convert(raw, File)
    except msgspec.ValidationError as error:
        problems.append(Words(f"内容不对（{error}）", f"cannot be understood ({error})"))
        return None


def _look(raw: dict[str, Any], shape: type[msgspec.Struct], place: str, problems: list[Words]) -> None:
    """Collect keys that `shape` has not, keys that are missing, and values of the wrong kind."""
    fields = {field.name: field for field in msgspec.structs.fields(shape)}
    for key, value in raw.items():
        path = f"{place}{printable(key)}"
        if key not in fields:
            known = sorted(fields)
            problems.append(
                Words(
                    f"{path}：没有这个设置，可以写的有 {'、'.join(known)}",
                    f"{path}: unknown key; there are {', '.join(known)}",
                )
            )
        else:
            _look_at(value, fields[key].type, path, problems)
    problems.extend(
        Words(f"{place}{name}：没有写，必须写上", f"{place}{name}: is missing and must be given")
        for name, field in fields.items()
        if field.required and name not in raw
    )


def _look_at(value: Any, wanted: Any, path: str, problems: list[Words]) -> None:
    """Collect what is wrong with one value."""
    tables = _tables_in(wanted)
    if wanted in _NUMBERED and isinstance(value, dict):
        shape, numbers, words = _NUMBERED[wanted]
        for number, numbered in value.items():
            _look_at(numbered, shape, f"{path}.{printable(number)}", problems)
            if number not in numbers:
                problems.append(
                    Words(f"{path}.{printable(number)}：{words.zh}", f"{path}.{printable(number)}: {words.en}")
                )
    elif tables and isinstance(value, dict):
        _look(value, tables[0], f"{path}.", problems)
    elif wanted == tuple[Chip, ...] | None and isinstance(value, list):
        for index, chip in enumerate(value, 1):
            _look_at(chip, Chip, f"{path}[{index}]", problems)
    else:
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError:
            should = kind_words(wanted)
            written = printable(str(value).lower() if isinstance(value, bool) else str(value))
            problems.append(
                Words(f"{path}：写的是 {written}，应当是{should.zh}", f"{path}: is {written}, should be {should.en}")
            )


def _tables_in(wanted: Any) -> list[type[msgspec.Struct]]:
    """The structs among the kinds that `wanted` allows."""
    kinds = getattr(wanted, "__args__", ()) if not isinstance(wanted, type) else (wanted,)
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
