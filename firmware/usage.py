"""A command line that cannot be understood, in one line of both languages.

typer tells it in English and in a box. What it raises has a class for each kind of mistake and
names what it is about; the class is known here by its name, because typer moved it between versions.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

import typer

from engine.text import Text
from firmware.entry import INTERRUPTED
from firmware.errors import StartError
from firmware.reasons import one_line

if TYPE_CHECKING:
    from collections.abc import Callable

WRONG_USAGE: Final = 2
REFUSED: Final = 1
"""Exit codes: of what cannot be understood, and of what cannot be done."""


class Misused(StartError):
    """Raised when what was typed asks for two things that exclude each other; exit code 2."""


_COMMAND = re.compile(r"No such command '(.*?)'")
_REASONS: Final = (
    (re.compile(r"^(.* is not one of (.*))"), "只能是：{1}", "{0}"),
    (re.compile(r"greater than or equal to (\S+)"), "至少是 {0}", "it must be at least {0}"),
    (re.compile(r"less than or equal to (\S+)"), "最多是 {0}", "it must be at most {0}"),
    (re.compile(r"not in the range (.*)"), "要在范围里：{0}", "it is not in the range {0}"),
    (re.compile(r"valid int"), "要写整数", "it must be a whole number"),
    (re.compile(r"valid (?:number|float)"), "要写数字", "it must be a number"),
)
"""Why a value is refused, as different versions of typer say it, and as we do: with what they say in its place."""

_EXTRA = re.compile(r"Got unexpected extra argument\S* \((.*)\)")


def tell(error: StartError) -> None:
    """`error` as one line on stderr."""
    typer.echo(one_line(error.text), err=True)


def refused(error: StartError) -> int:
    """Tell `error`; the exit code, which says whether it should have been typed otherwise."""
    tell(error)
    return WRONG_USAGE if isinstance(error, Misused) else REFUSED


def obeyed(program: Callable[..., object], name: str) -> int:
    """Run `program`, which people know as `name`; its exit code. What was typed wrong or cannot be is one line."""
    try:
        code = program(standalone_mode=False, prog_name=name)
    except typer.Abort:
        return INTERRUPTED
    except StartError as error:
        return refused(error)
    except Exception as error:
        wrong = usage_error(error)
        if wrong is None:
            raise
        sys.stderr.write(f"{one_line(wrong.text)}\n")
        return WRONG_USAGE
    return code if isinstance(code, int) else 0


def usage_error(error: Exception) -> StartError | None:
    """What to tell somebody who typed it wrong; None when `error` is something else."""
    kinds = [kind.__name__ for kind in type(error).__mro__]
    if "UsageError" not in kinds:
        return None
    what = _mistake(error, kinds)
    return StartError(Text(f"{what.zh}；请看 --help", f"{what.en}; see --help"))


def _mistake(error: Exception, kinds: list[str]) -> Text:
    option = getattr(error, "option_name", None)
    name = _name(getattr(error, "param", None))
    message = str(getattr(error, "message", error))
    if "NoSuchOption" in kinds:
        return Text(f"没有选项 {option}", f"there is no option {option}")
    if "BadOptionUsage" in kinds:
        return Text(f"选项 {option} 的写法不对", f"the option {option} is not written like that")
    if "MissingParameter" in kinds:
        return Text(f"缺少 {name}", f"{name} is missing")
    if "BadParameter" in kinds:
        why = _reason(message.removeprefix("Value error, ").rstrip("."))
        zh = f"，{why.zh}" if why.zh else ""
        return Text(f"{name} 的值不对{zh}", f"the value of {name} is wrong: {why.en}")
    if found := _COMMAND.search(message):
        return Text(f"没有命令 {found[1]}", f"there is no command {found[1]}")
    if found := _EXTRA.search(message):
        return Text(f"多余的内容 {found[1]}", f"too much is written: {found[1]}")
    return Text("命令的写法不对", message)


def _reason(message: str) -> Text:
    """Why a value is refused; in Chinese nothing where typer's words are none that we know."""
    for pattern, zh, en in _REASONS:
        if found := pattern.search(message):
            return Text(zh.format(*found.groups()), en.format(*found.groups()))
    return Text("", message)


def _name(param: object) -> str:
    """An option or argument as it is typed: --port, GAME."""
    names: list[str] = getattr(param, "opts", [])
    longest = max(names, key=len, default="")
    return longest if longest.startswith("-") else longest.upper()
