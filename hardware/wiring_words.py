"""What is wrong with a file of ours, in both languages: the parsers speak one, and of Python."""

from __future__ import annotations

import errno
import os
import re
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from hardware.plainfile import NOT_PLAIN
from hardware.words import Words

NO_TEXT: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for what cannot be printed."""

MAX_SHOWN: Final = 80
"""Letters of somebody's file that are repeated in a message."""

_REASONS: Final = MappingProxyType(
    {
        errno.ENOENT: Words("没有这个文件", "there is no such file"),
        errno.EACCES: Words("没有权限", "no permission"),
        errno.EPERM: Words("没有权限", "no permission"),
        errno.EISDIR: Words("这是文件夹，要写文件", "it is a folder, give a file"),
        errno.ENOTDIR: Words("路径中有一段不是文件夹", "a part of the path is not a folder"),
        errno.ENAMETOOLONG: Words("名字太长", "the name is too long"),
        errno.ELOOP: Words("链接绕圈", "its links run in a circle"),
        errno.EFBIG: Words("太大", "it is too large"),
        NOT_PLAIN: Words("不是普通文件", "it is no regular file"),
        errno.ENXIO: Words("不是普通文件", "it is no regular file"),
        errno.EIO: Words("读写出错", "reading failed"),
    }
)

_SPOT: Final = re.compile(r"\(at line (\d+), column (\d+)\)")

_KINDS: Final = MappingProxyType(
    {
        int: Words("整数", "a whole number"),
        str: Words("文字", "a text"),
        bool: Words(" true 或 false", "true or false"),
    }
)


def printable(text: str) -> str:
    """`text` on one line and not too long, whatever somebody has put into it."""
    shown = "".join(letter if letter.isprintable() else NO_TEXT for letter in text)
    return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"


def unreadable_words(path: Path, error: Exception) -> Words:
    """Why the file `path` cannot be read as text."""
    if isinstance(error, UnicodeDecodeError):
        why = Words("不是 UTF-8 文本", "it is not UTF-8 text")
    elif isinstance(error, OSError):
        number = error.errno or 0
        why = _REASONS.get(number) or Words(f"系统错误 {number}", os.strerror(number))
    else:
        why = Words("路径不对", "the path is not one")
    shown = _path(path)
    return Words(f"读不了接法 {shown}：{why.zh}", f"cannot read the wiring {shown}: {why.en}")


def toml_words(path: Path, error: Exception) -> Words:
    """Why `path` is no TOML."""
    message = str(error)
    spot = _SPOT.search(message)
    zh, en = (
        (f"第 {spot[1]} 行第 {spot[2]} 列", f"line {spot[1]}, column {spot[2]}") if spot else ("文件末尾", "the end")
    )
    if isinstance(error, RecursionError):
        why = Words("嵌套太深", "it is nested too deeply")
    elif "Exceeds the limit" in message:
        why = Words("有一个数太长", "a number in it is too long")
    elif "overwrite" in message or "twice" in message:
        why = Words(f"同一个键写了两次（{zh}）", f"a key stands twice ({en})")
    else:
        why = Words(f"看这里：{zh}", f"look at {en}")
    shown = _path(path)
    return Words(f"接法 {shown} 不是正确的 TOML：{why.zh}", f"the wiring {shown} is not valid TOML: {why.en}")


def kind_words(wanted: Any) -> Words:
    """What a value should be, given its type."""
    kinds: tuple[Any, ...] = getattr(wanted, "__args__", None) or (wanted,)
    if getattr(wanted, "__origin__", None) is tuple:
        inner = kind_words(kinds[0])
        return Words(f"一列{inner.zh.strip()}", f"a list, each of it {inner.en}")
    if int in kinds and bool in kinds:
        return Words("针脚号，没接写 false", "the number of a pin, or false if it is not wired")
    if isinstance(wanted, type) and issubclass(wanted, StrEnum):
        names = [str(member) for member in wanted]
        return Words(f" {'、'.join(names)} 之一", f"one of {', '.join(names)}")
    told = [_KINDS.get(kind, Words("表", "a table")) for kind in kinds if kind is not type(None)]
    return Words("或".join(words.zh for words in told), " or ".join(words.en for words in told))


def value_words(value: Any) -> str:
    """A value as it stands in a file: a number in quotes shows why it is none."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    return printable(str(value).lower() if isinstance(value, bool) else str(value))


def at(address: int) -> str:
    """An address on the bus, as it is printed on chips; a number that is none, as it was written."""
    return f"0x{address:02X}" if address >= 0 else f"{address}"


def _path(path: Path) -> str:
    return "".join(letter if letter.isprintable() else NO_TEXT for letter in str(path))
