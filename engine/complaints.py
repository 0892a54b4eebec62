"""What is wrong with a file of ours, in words of both languages, made from what the parser says in its own.

The parsers (msgspec for shape, tomllib for TOML) speak English and of Python; whoever wrote the file
is told which key, what is expected there and what stands there. What is not known here is named by
its place alone.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

import msgspec

from engine.text import Text

_TYPES: Final = MappingProxyType(
    {
        "int": Text("整数", "a whole number"),
        "float": Text("小数", "a number"),
        "str": Text("文字", "a text"),
        "bool": Text("true 或 false", "true or false"),
        "object": Text("表", "a table"),
        "array": Text("列表", "a list"),
        "null": Text("空值", "nothing"),
        "datetime": Text("日期", "a date"),
        "date": Text("日期", "a date"),
        "time": Text("时间", "a time of day"),
    }
)

_PLACE: Final = re.compile(r" - at (`key` in )?`\$\.?(?P<path>[^`]*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_KIND: Final = re.compile(r"Expected `(.*)`, got `(.*)`")
_BOUND: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (-?\d+)")
_LENGTH: Final = re.compile(r"Expected `(?:str|object|array)` of length >= 1")
_CHOICE: Final = re.compile(r"Invalid enum value (.*)")
_SPOT: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_BYTE: Final = re.compile(r"\(byte (\d+)\)$")


def shape_complaint(error: msgspec.ValidationError) -> Text:
    """What a file with the wrong keys or values is told; `error` as msgspec raised it."""
    message = str(error)
    place = _PLACE.search(message)
    path = place["path"] if place else ""
    fault = message[: place.start()] if place else message
    what = _fault(fault)
    return Text(f"{path}：{what.zh}", f"{path}: {what.en}") if path else what


def toml_complaint(error: Exception) -> Text:
    """What a file that is no TOML at all is told; `error` as the parser raised it."""
    message = str(error)
    spot = _SPOT.search(message)
    zh, en = (
        (f"第 {spot[1]} 行第 {spot[2]} 列", f"line {spot[1]}, column {spot[2]}") if spot else ("文件末尾", "the end")
    )
    if "overwrite" in message or "twice" in message or "Duplicate" in message:
        return Text(f"不是正确的 TOML：同一个键写了两次（{zh}）", f"is not valid TOML: a key stands twice ({en})")
    if "Exceeds the limit" in message:
        return Text("不是正确的 TOML：有一个数太长", "is not valid TOML: a number in it is too long")
    if isinstance(error, RecursionError):
        return Text("不是正确的 TOML：嵌套太深", "is not valid TOML: it is nested too deeply")
    return Text(f"不是正确的 TOML（{zh}）", f"is not valid TOML ({en})")


def json_complaint(error: Exception) -> Text:
    """What a file that is no JSON at all is told; `error` as the parser raised it."""
    if isinstance(error, RecursionError):
        return Text("不是正确的 JSON：嵌套太深", "is not valid JSON: it is nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return Text("不是 UTF-8 文本", "is not UTF-8 text")
    spot = _BYTE.search(str(error))
    zh, en = (f"第 {int(spot[1]) + 1} 个字节", f"byte {int(spot[1]) + 1}") if spot else ("文件末尾", "the end")
    return Text(f"不是正确的 JSON（{zh}）", f"is not valid JSON ({en})")


def _fault(fault: str) -> Text:
    """The fault alone, without its place."""
    if found := _UNKNOWN.fullmatch(fault):
        return Text(f"未知的键 {found[1]}", f"unknown key {found[1]}")
    if found := _MISSING.fullmatch(fault):
        return Text(f"缺少键 {found[1]}", f"the key {found[1]} is missing")
    if found := _KIND.fullmatch(fault):
        expected, got = _kinds(found[1]), _kinds(found[2])
        return Text(f"应当是{expected.zh}，写的是{got.zh}", f"should be {expected.en}, not {got.en}")
    if found := _BOUND.fullmatch(fault):
        return Text(f"数值应当 {found[1]} {found[2]}", f"should be {found[1]} {found[2]}")
    if _LENGTH.fullmatch(fault):
        return Text("不能为空", "must not be empty")
    if found := _CHOICE.fullmatch(fault):
        return Text(f"没有 {found[1]} 这个值", f"there is no value {found[1]}")
    return Text("内容不对", "cannot be understood")


def _kinds(names: str) -> Text:
    """Types, as TOML has them: "int | str"."""
    kinds = [_TYPES.get(name, Text(name, name)) for name in names.split(" | ")]
    return Text("或".join(kind.zh for kind in kinds), " or ".join(kind.en for kind in kinds))
