"""What the command line prints as tables, and how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from audio.say import Language
from engine.setup import Board
from engine.text import Text
from firmware.sheet import SHOWN_PACES, BoardSheet
from firmware.staff import deck_words

YES_NO = {True: Text("有", "yes"), False: Text("没有", "no")}
DEFAULT_RULES = Text("没有不同", "none")
PACE_NAMES = {"fast": Text("快", "fast"), "normal": Text("正常", "normal"), "slow": Text("慢", "slow")}
LANGUAGE_NAMES = {Language.ZH: "中文", Language.EN: "English"}
BIDS = Text("到天亮为止；第一夜包括竞选警长的报名", "up to daybreak; night 1 with the bids for sheriff in it")
NO_BIDS = Text("到天亮为止", "up to daybreak")


def board_table(boards: tuple[Board, ...]) -> None:
    """The boards with players and cards, in both languages."""
    table = Table("id", "人数 / players", "名称 / name", "身份 / cards")
    for board in boards:
        deck = deck_words(board)
        table.add_row(board.id, str(board.players), f"{board.name.zh}\n{board.name.en}", f"{deck.zh}\n{deck.en}")
    Console().print(table)


def board_sheet(board: Board, sheet: BoardSheet) -> None:
    """One board with everything about it, in both languages."""
    about = Table(show_header=False)
    about.add_row("id", board.id)
    about.add_row("名称 / name", _both(board.name))
    about.add_row("人数 / players", str(board.players))
    about.add_row("身份 / cards", _both(deck_words(board)))
    about.add_row("警长 / sheriff", _both(YES_NO[sheet.sheriff], " / "))
    if sheet.note:
        about.add_row("说明 / note", _both(sheet.note))
    rules = [_both(departure.says) for departure in sheet.departures] or [_both(DEFAULT_RULES, " / ")]
    about.add_row("本店规则 / house rules", "\n".join(rules))
    for warning in sheet.warnings:
        about.add_row("注意 / mind", _both(warning))
    nights = Table("夜晚 / night", "语音 / voice", *(_both(PACE_NAMES[pace.name], " / ") for pace in SHOWN_PACES))
    nights.caption = _both(BIDS if sheet.sheriff else NO_BIDS)
    for n, alive in sorted({(night.n, night.alive) for night in sheet.nights}):
        tonight = [night for night in sheet.nights if night.n == n]
        voices = [night.language for night in tonight if night.pace == SHOWN_PACES[0].name]
        times = [
            "\n".join(clock(night.seconds) for night in tonight if night.pace == pace.name) for pace in SHOWN_PACES
        ]
        label = Text(f"第{n}夜，{alive}人存活", f"night {n}, {alive} alive")
        nights.add_row(_both(label), "\n".join(LANGUAGE_NAMES[voice] for voice in voices), *times)
    console = Console()
    console.print(about)
    console.print(nights)


def clock(seconds: float) -> str:
    """Minutes and seconds, as in 4:05."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def _both(text: Text, between: str = "\n") -> str:
    """Chinese, then English."""
    return f"{text.zh}{between}{text.en}"


@contextmanager
def progress_of(games: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr while games are played, where a person looks; what it gives is told how many are over."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        bar = progress.add_task("局 / games", total=games)
        yield lambda done: progress.update(bar, completed=done)
