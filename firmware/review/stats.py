"""How often who wins and how long it takes, board by board, over all games that were played to their end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import partial
from statistics import median
from typing import Final
from xml.etree.ElementTree import Element

import msgspec

from audio.say import Language
from engine.events import Winner
from engine.text import Text
from firmware.review import svg
from firmware.review.archive import NEVER_BEGAN, Past
from firmware.review.blocks import Block, Grid, Heading, Lines, Picture, Report
from firmware.review.words import Words

Link = Callable[[int], str]
"""The address of the review of a game."""

COLORS: Final = (
    (Winner.GOOD, svg.GOOD),
    (Winner.WOLF, svg.WOLF),
    (Winner.THIRD, svg.LOVERS),
    (Winner.BOMBER, svg.BOMBER),
    (Winner.DRAW, svg.DRAW),
)
ALWAYS: Final = (Winner.GOOD, Winner.WOLF, Winner.DRAW)
"""Ends that every table names; the others only where a game has ended so."""
WIDE: Final = 360
ROW: Final = 46
STEPS_MIN: Final = (5, 10, 15, 20, 30, 60, 120, 240)
"""Between the marks of an axis, in minutes; the first that makes few of them is taken."""
MARKS: Final = 6
"""How many steps an axis has at most."""


class BoardStats(msgspec.Struct, frozen=True, kw_only=True):
    """The games of one board: wins by camp, how many ended without a result, and the known lengths of the others."""

    board: str
    name: Text
    good: int
    wolf: int
    third: int = 0
    bomber: int = 0
    draw: int
    no_result: int
    lengths_ms: tuple[int, ...]

    @property
    def played(self) -> int:
        """How many were played to their end."""
        return self.good + self.wolf + self.third + self.bomber + self.draw

    def won(self, winner: Winner) -> int:
        """How many ended like that."""
        return {
            Winner.GOOD: self.good,
            Winner.WOLF: self.wolf,
            Winner.THIRD: self.third,
            Winner.BOMBER: self.bomber,
            Winner.DRAW: self.draw,
        }[winner]

    def percent(self, winner: Winner) -> int:
        """The same of a hundred games, rounded; 0 where none was played to its end."""
        return (200 * self.won(winner) + self.played) // (2 * self.played) if self.played else 0


def stats_of(games: Iterable[Past]) -> tuple[BoardStats, ...]:
    """One entry per board, by id; a game whose setup cannot be read belongs to none."""
    boards: dict[str, list[Past]] = {}
    for game in games:
        if game.board:
            boards.setdefault(game.board, []).append(game)
    return tuple(_board(own) for _, own in sorted(boards.items()))


def _board(games: list[Past]) -> BoardStats:
    winners = [game.winner for game in games]
    return BoardStats(
        board=games[-1].board,
        name=games[-1].name,
        good=winners.count(Winner.GOOD),
        wolf=winners.count(Winner.WOLF),
        third=winners.count(Winner.THIRD),
        bomber=winners.count(Winner.BOMBER),
        draw=winners.count(Winner.DRAW),
        no_result=winners.count(None),
        lengths_ms=tuple(sorted(game.length_ms for game in games if game.winner and game.length_ms is not None)),
    )


# ------------------------------------------------------------ reports


def games_report(games: tuple[Past, ...], language: Language) -> Report:
    """The games of the past, newest first."""
    return Report(Words(language).say("过去的游戏", "Past games"), tuple(_games(games, Words(language))))


def stats_report(games: tuple[Past, ...], language: Language, link: Link | None = None) -> Report:
    """Wins and lengths in words and pictures, then the games themselves, each with its `link`."""
    words = Words(language)
    stats = stats_of(games)
    played = tuple(board for board in stats if board.played)
    title = words.say("统计", "Statistics")
    blocks: list[Block] = []
    if played:
        blocks += [
            Heading(words.say("胜率", "Wins")),
            Picture(partial(win_bars, played, words)),
            _wins(stats, words),
            Heading(words.say("时长", "Length")),
        ]
        timed = tuple(board for board in played if board.lengths_ms)
        blocks += [Picture(partial(length_dots, timed, words)), _lengths(timed, words)] if timed else []
        if len(timed) < len(played) or any(len(board.lengths_ms) < board.played for board in timed):
            note = words.say(
                "有的游戏中途改过时钟，时长不明，不计入。",
                "Where the clock was set during a game its length is unknown and is not counted.",
            )
            blocks.append(Lines((note,)))
    return Report(title, (*blocks, Heading(words.say("过去的游戏", "Past games")), *_games(games, words, link)))


def _games(games: tuple[Past, ...], words: Words, link: Link | None = None) -> list[Block]:
    if not games:
        return [Lines((words.say("还没有打完过一局", "no game is over yet"),))]
    head = (
        words.say("局", "game"),
        words.say("开始", "started"),
        words.say("板子", "board"),
        words.say("人数", "players"),
        words.say("结果", "result"),
        words.say("时长", "length"),
    )
    rows = tuple(
        (
            str(game.game),
            words.date(game.started_ms),
            f"{game.board} {words.text(game.name)}" if game.board else words.say("不明", "unknown"),
            str(game.players or "?"),
            words.result(game.result),
            words.length(game.length_ms),
        )
        for game in reversed(games)
    )
    links = tuple(link(game.game) if game.result != NEVER_BEGAN else "" for game in reversed(games)) if link else ()
    return [Grid(head, rows, links=links)]


def _wins(stats: tuple[BoardStats, ...], words: Words) -> Grid:
    ends = [winner for winner, _ in COLORS if winner in ALWAYS or any(board.won(winner) for board in stats)]
    head = (
        words.say("板子", "board"),
        words.say("打完", "played"),
        *(words.side(winner) for winner in ends),
        words.say("没有胜负", "no result"),
    )
    rows = tuple(
        (
            f"{board.board} {words.text(board.name)}",
            str(board.played),
            *(_share(board, winner) for winner in ends),
            str(board.no_result),
        )
        for board in stats
    )
    return Grid(head, rows)


def _share(board: BoardStats, winner: Winner) -> str:
    if not board.played:
        return "0"
    return f"{board.won(winner)} ({board.percent(winner)}%)"


def _lengths(stats: tuple[BoardStats, ...], words: Words) -> Grid:
    head = (
        words.say("板子", "board"),
        words.say("最短", "shortest"),
        words.say("中位数", "median"),
        words.say("最长", "longest"),
    )
    rows = tuple(
        (
            f"{board.board} {words.text(board.name)}",
            words.length(board.lengths_ms[0]),
            words.length(round(median(board.lengths_ms))),
            words.length(board.lengths_ms[-1]),
        )
        for board in stats
    )
    return Grid(head, rows)


# ------------------------------------------------------------ pictures


def win_bars(stats: tuple[BoardStats, ...], words: Words) -> Element:
    """A bar per board, parted by who won; every board has been played."""
    parts = []
    for index, board in enumerate(stats):
        y = ROW * index
        parts.append(svg.words(0, y + 15, f"{board.board} {words.text(board.name)}", bold=True))
        x = 0.0
        for winner, color in COLORS:
            width = WIDE * board.won(winner) / board.played
            if width:
                parts.append(svg.box(x, y + 21, width - 1, 19, fill=color))
                told = f"{words.side(winner)} {board.percent(winner)}%"
                parts += _label(x, y + 35, width, told)
            x += width
    title = words.say("每个板子的胜率", "wins of every board")
    return svg.picture(WIDE, ROW * len(stats) + 4, title, *parts)


def _label(x: float, y: float, width: float, told: str) -> list[Element]:
    """What a part of a bar stands for, where it has room; the table says it anyhow."""
    needed = sum(12 if ord(letter) > 0x2E80 else 7 for letter in told)
    return [svg.words(x + width / 2, y, told, at="middle", fill=svg.WHITE, size=11)] if needed < width else []


def length_dots(stats: tuple[BoardStats, ...], words: Words) -> Element:
    """A dot per game on an axis of minutes, a stroke at the median; every board has a known length."""
    longest = max(board.lengths_ms[-1] for board in stats) / 60_000
    step = next((step for step in STEPS_MIN if longest <= MARKS * step), math.ceil(longest / MARKS))
    end = step * max(1, -(-longest // step))
    left, right, bottom = 8.0, WIDE - 24.0, ROW * len(stats) + 4
    parts = []
    mark = 0
    while mark <= end:
        x = left + (right - left) * mark / end
        parts += [svg.line(x, 0, x, bottom), svg.words(x, bottom + 14, str(mark), at="middle", size=11, fill=svg.SOFT)]
        mark += step
    for index, board in enumerate(stats):
        y = ROW * index
        parts.append(svg.words(0, y + 15, f"{board.board} {words.text(board.name)}", bold=True))
        middle = left + (right - left) * median(board.lengths_ms) / 60_000 / end
        parts.append(svg.line(middle, y + 21, middle, y + 41, stroke=svg.WOLF, width=3))
        for ms in board.lengths_ms:
            parts.append(svg.dot(left + (right - left) * ms / 60_000 / end, y + 31, 5, svg.GOOD, words.length(ms)))
    foot = words.say("分钟；红线：中位数", "minutes; red: median")
    parts.append(svg.words(right, bottom + 30, foot, at="end", size=11, fill=svg.SOFT))
    return svg.picture(WIDE, bottom + 36, words.say("每局的时长", "length of every game"), *parts)
