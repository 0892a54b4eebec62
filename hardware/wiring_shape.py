"""The shape of a table's file: which settings there are, of which kinds, and every one that is not like that."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from hardware.wiring import Chip, Interface, KeyPad, Oled, Output, PinLibrary, Profile, StaffKeys
from hardware.wiring_rules import MAX_SEATS, OWN_BUSES
from hardware.wiring_words import kind_words, printable, value_words
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


_GONE: Final = object()
"""Stands for a value that cannot be used, and that the profile below has none for."""


class Looked(msgspec.Struct, frozen=True):
    """What a file means as far as it can be understood: its `file`, and the settings that are `lost` with its mistakes.

    Of what is lost nothing follows: whoever wrote it meant something.
    """

    file: File
    lost: frozenset[str]


def decode(raw: dict[str, Any], base: dict[str, Any], problems: list[Words]) -> Looked | None:
    """The file `raw`, which was laid over `base`, in our shape; everything that is not so goes into `problems`.

    In the place of a wrong value stands that of `base`, so that all other mistakes can be found as well; None when not
    even its kind can be told.
    """
    look = _Look(problems)
    mended = look.at_table(raw, File, "", base)
    if mended is _GONE:
        return None
    try:
        return Looked(msgspec.convert(mended, File), frozenset(look.lost))
    except msgspec.ValidationError as error:
        problems.append(Words(f"内容不对（{error}）", f"cannot be understood ({error})"))
        return None


class _Look:
    """One look through a file: every mistake, and what is left without them."""

    def __init__(self, problems: list[Words]) -> None:
        self.problems = problems
        self.lost: set[str] = set()

    def _tell(self, path: str, zh: str, en: str) -> None:
        self.problems.append(Words(f"{path}：{zh}", f"{path}: {en}"))

    def _keep(self, kept: dict[str, Any], key: str, value: Any, path: str, base: dict[str, Any]) -> None:
        """Put `value` into `kept`, or that of `base`; without either `path` is lost."""
        value = base.get(key, _GONE) if value is _GONE else value
        if value is _GONE:
            self.lost.add(path)
        else:
            kept[key] = value

    def at_table(self, raw: dict[str, Any], shape: type[msgspec.Struct], place: str, base: dict[str, Any]) -> Any:
        """A table without keys that `shape` has not, and without wrong values; gone when it lacks what it must have."""
        fields = {field.name: field for field in msgspec.structs.fields(shape)}
        kept: dict[str, Any] = {}
        for key, value in raw.items():
            path = f"{place}{printable(key)}"
            if key in fields:
                found = self.at_value(value, fields[key].type, path, base.get(key, _GONE))
                self._keep(kept, key, found, path, base)
            else:
                # What a whole file starts from is looked at before it is laid over that.
                known = sorted({*fields, "profile"} if shape is File else fields)
                self._tell(
                    path, f"没有这个设置，可以写的有 {'、'.join(known)}", f"unknown key; there are {', '.join(known)}"
                )
        needed = [name for name, field in fields.items() if field.required]
        for name in needed:
            if name not in raw:
                self._tell(f"{place}{name}", "没有写，必须写上", "is missing and must be given")
        return kept if all(name in kept for name in needed) else _GONE

    def at_value(self, value: Any, wanted: Any, path: str, base: Any) -> Any:
        """One value, as it is or without what is wrong in it."""
        below = base if isinstance(base, dict) else {}
        tables = _tables_in(wanted)
        if wanted in _NUMBERED and isinstance(value, dict):
            return self._at_numbered(value, wanted, path, below)
        if tables and isinstance(value, dict):
            return self.at_table(value, tables[0], f"{path}.", below)
        if wanted == tuple[Chip, ...] | None and isinstance(value, list):
            chips = [self.at_value(chip, Chip, f"{path}[{index}]", _GONE) for index, chip in enumerate(value, 1)]
            return _GONE if _GONE in chips else chips
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError:
            should, written = kind_words(wanted), value_words(value)
            self._tell(path, f"写的是 {written}，应当是{should.zh}", f"is {written}, should be {should.en}")
            return _GONE
        return value

    def _at_numbered(self, value: dict[str, Any], wanted: Any, path: str, base: dict[str, Any]) -> dict[str, Any]:
        """A table of tables with numbers."""
        shape, numbers, words = _NUMBERED[wanted]
        kept: dict[str, Any] = {}
        for number, numbered in value.items():
            place = f"{path}.{printable(number)}"
            found = self.at_value(numbered, shape, place, base.get(number, _GONE))
            if number in numbers:
                self._keep(kept, number, found, place, base)
            else:
                self._tell(place, words.zh, words.en)
        return kept


def _tables_in(wanted: Any) -> list[type[msgspec.Struct]]:
    """The structs among the kinds that `wanted` allows."""
    kinds = getattr(wanted, "__args__", ()) if not isinstance(wanted, type) else (wanted,)
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
