"""The public state of a game in words for the OLED: phase, seats, votes, who is out, the end."""

from __future__ import annotations

from audio.say import Language
from engine.events import Badge, Tally, Winner
from engine.public import SETUP as SETUP_PHASE
from engine.public import PublicView
from engine.roles import role_of
from engine.seats import DOWN, NO_SHOT, OWN_DOWN, OWN_UP, TEAR, UP, Option, Seat
from engine.text import Text
from hardware.screen import MARK, WIDTH, Row, width, wrap

LIST_ROOM = WIDTH - MARK
"""How wide a row of a list that scrolls may be, in px."""

SETUP = Text("准备", "Setup")
DEALING = Text("发身份", "Dealing")
OPTIONS = {
    NO_SHOT: Text("不开枪", "No shot"),
    TEAR: Text("撕掉", "Tear"),
    UP: Text("顺序", "Up"),
    DOWN: Text("逆序", "Down"),
    OWN_UP: Text("警右", "Own up"),
    OWN_DOWN: Text("警左", "Own down"),
}
"""The options of a count that are not seats."""

WINNERS = {
    Winner.GOOD: Text("好人阵营获胜", "Good camp wins"),
    Winner.WOLF: Text("狼人阵营获胜", "Werewolves win"),
    Winner.THIRD: Text("情侣阵营获胜", "Lovers win"),
    Winner.BOMBER: Text("炸弹人获胜", "Bomber wins"),
    Winner.DRAW: Text("平局", "A draw"),
}
NO_RESULT = Text("本局终止，不计胜负", "Stopped, no result")
NOBODY = Text("无人出局", "Nobody is out")

SHERIFF = Text("警长", "Sheriff")
SHERIFF_CORNER = Text("警", "S")
NO_BADGE = {
    Badge.OPEN: Text("还没有警长", "No sheriff yet"),
    Badge.NONE: Text("没有警徽", "No badge"),
    Badge.TORN: Text("警徽撕掉", "Badge torn"),
}
STANDING = Text("警上", "Stand")
WITHDRAWN = Text("退水", "Withdrew")
FLIPPED = Text("翻牌", "Flipped")
SILENCED = Text("禁言", "Silenced")
GROWLED = Text("熊咆哮了", "Bear growled")
QUIET = Text("熊没有咆哮", "No growl")
LEFT = Text("离场", "Left")


def chosen(text: Text, language: Language) -> str:
    """`text` in `language`."""
    return text.zh if language is Language.ZH else text.en


def heading_of(view: PublicView) -> Text:
    """The phase: 第2夜, 第1天; of a game that is over the one in which it ended."""
    if view.dealing:
        return DEALING
    if view.phase == SETUP_PHASE or not view.n:
        return SETUP
    if view.night or view.dark:
        return Text(f"第{view.n}夜", f"Night {view.n}")
    return Text(f"第{view.n}天", f"Day {view.n}")


def corner_of(view: PublicView) -> Text:
    """The phase, short enough for the corner of a title bar."""
    heading = heading_of(view)
    return Text(heading.zh, heading.en.replace("Night ", "N").replace("Day ", "D"))


def players(number: int) -> Text:
    """The name of a number of players, as in "9人"."""
    return Text(f"{number}人", f"{number} players")


def clock(ms: int) -> str:
    """A remaining time as minutes and seconds, rounded up, so that 0:00 is the end."""
    seconds = max(0, -(-ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02}"


def number_of(seat: Seat) -> Text:
    """A seat as it is called."""
    return Text(f"{seat}号", f"#{seat}")


def option_label(option: Option, language: Language) -> str:
    """An option as it is shown large: a seat, a word, or the name of a card."""
    if isinstance(option, int):
        return chosen(number_of(Seat(option)), language)
    return chosen(OPTIONS[option] if option in OPTIONS else role_of(option).name, language)


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


def sheriff_corner(view: PublicView, language: Language) -> str:
    """The sheriff's seat, for the corner of the title bar; nothing when there is none."""
    return "" if view.sheriff_seat is None else f"{chosen(SHERIFF_CORNER, language)}{view.sheriff_seat} "


def has_office(view: PublicView) -> bool:
    """Whether there is anything to read about sheriff, flips, leavers, shown cards, and the morning."""
    morning = view.silenced is not None or view.growled is not None
    return bool(view.sheriff or view.flipped or view.left or view.shown or morning)


def office_lines(view: PublicView, language: Language) -> tuple[Row, ...]:
    """The badge, who stood and withdrew, who has flipped, who has left; what was told in the morning, shown cards."""
    lines: list[str] = []
    if view.sheriff and view.sheriff_seat is not None:
        lines.append(f"{chosen(SHERIFF, language)} {option_label(view.sheriff_seat, language)}")
    elif view.sheriff:
        lines.append(chosen(NO_BADGE.get(view.badge, NO_BADGE[Badge.OPEN]), language))
    stood = (STANDING, view.bidders), (WITHDRAWN, view.withdrawn), (FLIPPED, view.flipped), (LEFT, view.left)
    lines.extend(listed(label, seats, language) for label, seats in stood if seats)
    if view.silenced is not None:
        lines.append(listed(SILENCED, (view.silenced,), language))
    if view.growled is not None:
        lines.append(chosen(GROWLED if view.growled else QUIET, language))
    lines.extend(f"{option_label(seat, language)} {option_label(role, language)}" for seat, role in view.shown)
    return tuple(Row(part) for line in lines for part in wrap(line, LIST_ROOM))


def listed(label: Text, seats: tuple[Seat, ...], language: Language) -> str:
    """Seats with a word before them."""
    return f"{chosen(label, language)} {_numbers(seats)}"


def result_lines(view: PublicView, names: tuple[tuple[str, Text], ...], language: Language) -> tuple[Row, ...]:
    """Who won, and what every seat held."""
    text = NO_RESULT if view.winner is None else WINNERS[view.winner]
    known = dict(names)
    rows = [Row(line) for line in wrap(chosen(text, language), LIST_ROOM)]
    for seat, role in view.cards:
        name = chosen(known[role] if role in known else role_of(role).name, language)
        label = option_label(seat, language)
        beside = width(label + name) + 8 <= LIST_ROOM
        rows += [Row(label, name)] if beside else [Row(label), Row(name)]
    return tuple(rows)


def text_lines(text: str) -> tuple[Row, ...]:
    """`text` as the lines of a page that may scroll."""
    return tuple(Row(line) for line in wrap(text, LIST_ROOM))


def item_lines(text: str) -> tuple[Row, ...]:
    """`text`, a list of things between commas (without any: between spaces), as lines; no thing is broken."""
    comma = ", "
    if comma not in text:
        return tuple(Row(line) for line in wrap(text, LIST_ROOM, inside=False))
    lines = [""]
    for item in text.replace(comma, f",{comma}").split(comma):
        longer = f"{lines[-1]} {item}".strip()
        if width(longer) <= LIST_ROOM:
            lines[-1] = longer
        else:
            lines.append(item)
    return tuple(Row(part) for line in lines for part in wrap(line, LIST_ROOM))
