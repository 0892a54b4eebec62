"""The public state of a game in words for the OLED: phase, seats, votes, who is out, the end."""

from __future__ import annotations

from audio.say import Language
from engine.events import Tally, Winner
from engine.public import SETUP as SETUP_PHASE
from engine.public import PublicView
from engine.seats import NO_SHOT, Option
from engine.text import Text
from hardware.screen import MARK, WIDTH, Row, width, wrap

LIST_ROOM = WIDTH - MARK

SETUP = Text("准备", "Setup")
OPTIONS = {
    NO_SHOT: Text("不开枪", "No shot"),
}
"""The options of a count that are not seats."""

WINNERS = {
    Winner.GOOD: Text("好人阵营获胜", "Good camp wins"),
    Winner.WOLF: Text("狼人阵营获胜", "Werewolves win"),
    Winner.DRAW: Text("平局", "A draw"),
}
NO_RESULT = Text("本局终止，不计胜负", "Stopped, no result")
NOBODY = Text("无人出局", "Nobody is out")


def chosen(text: Text, language: Language) -> str:
    """`text` in `language`."""
    return text.zh if language is Language.ZH else text.en


def heading_of(view: PublicView) -> Text:
    """The phase: 第2夜, 第1天."""
    if view.phase == SETUP_PHASE:
        return SETUP
    if view.night:
        return Text(f"第{view.n}夜", f"Night {view.n}")
    return Text(f"第{view.n}天", f"Day {view.n}")


def corner_of(view: PublicView) -> Text:
    """The phase, short enough for the corner of a title bar."""
    heading = heading_of(view)
    return Text(heading.zh, heading.en.replace("Night ", "N").replace("Day ", "D"))


def clock(ms: int) -> str:
    """A remaining time as minutes and seconds, rounded up, so that 0:00 is the end."""
    seconds = max(0, -(-ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02}"


def option_label(option: Option, language: Language) -> str:
    """An option as it is shown large: a seat, or a word."""
    if isinstance(option, int):
        return f"{option}号" if language is Language.ZH else f"#{option}"
    return chosen(OPTIONS[option], language) if option in OPTIONS else option


def votes(halves: int) -> str:
    """Half votes as a number of votes."""
    return f"{halves // 2}" + (".5" if halves % 2 else "")


def tally_lines(view: PublicView, language: Language) -> tuple[str, ...]:
    """The last ballot that was read: each candidate, its votes and its voters."""
    lines: list[str] = []
    for tally in view.tally:
        lines.extend(wrap(_tally(tally, language), LIST_ROOM, inside=False))
    return tuple(lines)


def _tally(tally: Tally, language: Language) -> str:
    if language is Language.ZH:
        return f"{tally.seat}号{votes(tally.halves)}票 {_numbers(tally.voters)}"
    return f"#{tally.seat} {votes(tally.halves)}: {_numbers(tally.voters)}"


def _numbers(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats))


def out_lines(view: PublicView, language: Language) -> tuple[Row, ...]:
    """Who is publicly out."""
    text = _numbers(view.out) if view.out else chosen(NOBODY, language)
    return tuple(Row(line) for line in wrap(text, LIST_ROOM))


def result_lines(view: PublicView, names: tuple[tuple[str, Text], ...], language: Language) -> tuple[Row, ...]:
    """Who won, and what every seat held."""
    text = NO_RESULT if view.winner is None else WINNERS[view.winner]
    known = dict(names)
    rows = [Row(line) for line in wrap(chosen(text, language), LIST_ROOM)]
    for seat, role in view.cards:
        name = chosen(known[role], language) if role in known else role
        label = option_label(seat, language)
        rows.append(Row(label, name if width(label + name) + 8 <= LIST_ROOM else name[:4]))
    return tuple(rows)
