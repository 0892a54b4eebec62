"""Case files: what they must look like, and what is said when they do not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from engine.complaints import json_complaint, shape_complaint
from engine.text import Text
from firmware.errors import StartError
from firmware.reasons import os_reason
from hardware.plainfile import read_plain

T = TypeVar("T")

HOUSE_RULE: Final = "house rule"
"""How `settled` begins in a case that is not scored: it must only not break."""

NOTES: Final = frozenset({"title", "kind", "roles", "layout", "confidence", "source", "note", "notes", "winner_source"})
"""Fields of a case that describe it and say nothing about what is to be played."""


class BadCases(StartError):
    """Raised when a case file cannot be read, or is not what a case file must be; nothing has been played."""


class Untested(Exception):
    """Raised when a case needs something that is not known here; the text says what, in both languages."""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One situation. Steps and expectations are kept as written; `strange` are fields nobody knows."""

    id: Annotated[str, msgspec.Meta(min_length=1)]
    steps: tuple[dict[str, Any], ...]
    seats: dict[int, str] = msgspec.field(default_factory=dict)
    title: str = ""
    rules: dict[str, Any] = msgspec.field(default_factory=dict)
    setup: dict[str, Any] = msgspec.field(default_factory=dict)
    expect: dict[str, Any] = msgspec.field(default_factory=dict)
    expect_any: tuple[dict[str, Any], ...] = ()
    settled: str = "settled"
    strange: tuple[str, ...] = ()
    file: str = ""

    @property
    def scored(self) -> bool:
        """Whether what comes of it counts; else it must only not break."""
        return not self.settled.startswith(HOUSE_RULE)


MAX_BYTES: Final = 1 << 25
"""A campaign of cases may be long."""


class _File(msgspec.Struct, frozen=True):
    """The shape of a case file."""

    cases: tuple[msgspec.Raw, ...]


def read_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a file, in its order.

    Raises:
        BadCases: the file cannot be read, or is not a case file.
    """
    name = path.name or str(path)
    try:
        data = read_plain(path, MAX_BYTES)
    except OSError as error:
        why = os_reason(error)
        raise bad(name, f"读不了：{why.zh}；请检查文件名", f"cannot be read: {why.en}; check the name") from None
    try:
        file = msgspec.json.decode(data, type=_File)
        cases = tuple(_case(name, number, raw) for number, raw in enumerate(file.cases, 1))
    except msgspec.ValidationError as error:
        why = shape_complaint(error)
        raise bad(name, f"不是案例文件：{why.zh}；请按格式改正", f"is not a case file: {why.en}; correct it") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = json_complaint(error)
        raise bad(name, f"{why.zh}；请改正", f"{why.en}; correct it") from None
    ids = [case.id for case in cases]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    if twice:
        raise bad(name, f"案例 {twice[0]} 出现两次；请改一个名字", f"has the case {twice[0]} twice; rename one")
    return cases


def shaped(value: Any, shape: type[T], case: Case, where: str) -> T:
    """`value` of a case as `shape`; `where` names it in the message.

    Raises:
        BadCases: it has another shape.
    """
    try:
        return msgspec.convert(value, shape, str_keys=True)
    except msgspec.ValidationError as error:
        why = shape_complaint(error)
        raise bad(
            case.file,
            f"案例 {case.id} 的 {where} 写错了：{why.zh}；请改正",
            f"has a mistake in {where} of case {case.id}: {why.en}; correct it",
        ) from None


def bad(file: str, zh: str, en: str) -> BadCases:
    """One line in both languages that names the file."""
    return BadCases(Text(*(" ".join(text.split()) for text in (f"案例文件 {file}：{zh}。", f"Case file {file} {en}."))))


def _case(file: str, number: int, raw: msgspec.Raw) -> Case:
    """The case number `number` (from 1) of a file."""
    try:
        fields = msgspec.json.decode(raw, type=dict[str, Any])
        case = msgspec.json.decode(raw, type=Case)
    except msgspec.ValidationError as error:
        why = shape_complaint(error)
        raise bad(
            file,
            f"第 {number} 个案例不对：{why.zh}；请改正",
            f"has a mistake in case number {number}: {why.en}; correct it",
        ) from None
    strange = tuple(sorted(set(fields) - NOTES - set(Case.__struct_fields__)))
    return msgspec.structs.replace(case, strange=strange, file=file)
