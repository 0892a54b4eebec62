"""Why the operating system refused, in words of both languages (it speaks one itself, and seldom ours)."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine.text import Text
from hardware.plainfile import NOT_PLAIN
from hardware.words import Words

NOT_UTF8: Final = Text("不是 UTF-8 文本", "it is not UTF-8 text")

NO_TEXT: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for what cannot be printed."""

_REASONS: Final[Mapping[int, Text]] = MappingProxyType(
    {
        errno.ENOENT: Text("没有这个文件或文件夹", "there is no such file or folder"),
        errno.EACCES: Text("没有权限", "no permission"),
        errno.EPERM: Text("没有权限", "no permission"),
        errno.EISDIR: Text("这是文件夹", "it is a folder"),
        errno.ENOTDIR: Text("路径中有一段不是文件夹", "a part of the path is not a folder"),
        errno.EEXIST: Text("已经有同名的文件", "there is already a file of that name"),
        errno.EROFS: Text("只读", "it is read-only"),
        errno.ENOSPC: Text("空间不足", "no space is left"),
        errno.EDQUOT: Text("空间不足", "no space is left"),
        errno.ENAMETOOLONG: Text("名字太长", "the name is too long"),
        errno.ELOOP: Text("链接绕圈", "its links run in a circle"),
        errno.EIO: Text("读写出错", "reading or writing failed"),
        errno.EFBIG: Text("太大", "it is too large"),
        NOT_PLAIN: Text("不是普通文件", "it is no regular file"),
        errno.ENXIO: Text("不是普通文件", "it is no regular file"),
        errno.EADDRINUSE: Text("已被占用", "it is in use"),
    }
)


def os_reason(error: OSError) -> Text:
    """Why `error` happened; one that is not known here by its number, and in English by the system's own words."""
    number = error.errno or 0
    return _REASONS.get(number) or Text(f"系统错误 {number}", os.strerror(number))


def text_of(words: Words) -> Text:
    """What the table's body has to say, as the texts of the shell are."""
    return Text(words.zh, words.en)


def one_line(text: Text) -> str:
    """`text` in both languages, also where it names a file with a line break in it, or with bytes that are no text."""
    line = " ".join(f"{text.zh} / {text.en}".splitlines())
    return "".join(letter if letter.isprintable() else NO_TEXT for letter in line)


def together(*told: Text | None) -> Text | None:
    """Everything that there is to tell, one after the other; None when there is nothing."""
    texts = [text for text in told if text is not None]
    return Text(" ".join(text.zh for text in texts), " ".join(text.en for text in texts)) if texts else None


def cannot_write(file: Path, error: OSError) -> Text:
    """That `file`, which was asked for, cannot be written, and why."""
    why = os_reason(error)
    return Text(f"无法写入 {file}：{why.zh}", f"cannot write {file}: {why.en}")
