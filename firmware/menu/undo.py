"""撤销 and 身份更正: the steps that can be taken back, in the words of the room, newest first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.public import PublicView
from engine.roles import SPEAKING
from engine.seats import Seats
from engine.text import Text
from firmware.menu.actions import TakeBack
from firmware.menu.page import LEAVE, NO, Ask, Desk, Entry, ListPage, Page, Turn
from firmware.menu.public import number_of
from firmware.table.rewind import Past
from hardware.screen import width

UNDO = Text("撤销", "Undo")
UNDO_HERE = Text("撤销到这一步", "Undo from here")
CLAIMS = Text("身份更正", "Claim again")
CLAIM_HERE = Text("重新确认身份", "Claim again")
READY = Text("准备", "Setup")
PLAYS_ON = Text("回来，继续玩", "Yes, plays on")

_NAME_ROOM: Final = 11 * 8
"""How wide the name of a card may be, in px."""

_NAMED: Final = 2
"""So many who come back are called by number."""

ROLE_NAMES: Final[Mapping[str, Text]] = MappingProxyType({role.line_key: role.name for role in SPEAKING})

_VOTE = Text("放逐投票", "Exile vote")
_SPEECH = Text("发言", "speech")
_PK = Text("PK", "PK")
_WORDS = Text("遗言", "words")
_SKILL = Text("技能", "skill")
NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "setup.spare": Text("录入底牌", "Spares"),
        "deal.look": Text("发牌", "deal"),
        "setup.ready_ask": Text("看身份", "Cards"),
        "err.claims": Text("身份核对", "Claims"),
        "sheriff.raise": Text("上警", "Who stands"),
        "sheriff.turn": Text("竞选", "campaign"),
        "sheriff.quit_open": Text("退水", "Withdrawal"),
        "sheriff.vote_open": Text("警长投票", "Sheriff vote"),
        "sheriff.pk_turn": _PK,
        "sheriff.pk_vote": Text("警长PK票", "Sheriff PK"),
        "badge.how": Text("警徽", "Badge"),
        "speech.sheriff_pick": Text("发言顺序", "Speech order"),
        "speech.turn": _SPEECH,
        "speech.next": _SPEECH,
        "speech.sheriff_last": _SPEECH,
        "speech.mute": _SPEECH,
        "vote.open": _VOTE,
        "vote.open_eyes": _VOTE,
        "pk.turn": _PK,
        "pk.vote": Text("PK投票", "PK vote"),
        "words.ask": _WORDS,
        "boom.words": _WORDS,
        "dawn.skill_ask": _SKILL,
        "gun.ask": _SKILL,
        "boom.ask": Text("带人", "take"),
        "knight.ask": Text("决斗", "duel"),
        "bomb.ask": Text("引爆", "blast"),
    }
)
"""What staff call a question, by the line that puts it; the night's are called by their roles."""

_OF_NO_SEAT: Final = ("badge.how", "speech.sheriff_pick")
"""Questions to the sheriff, whose number is not called."""


def name_of(step: Past) -> Text:
    """A step in public words: 第2夜 女巫, 第1天 3号发言."""
    call = step.call
    what = _short(ROLE_NAMES[call.role]) if call.role else NAMES[call.line]
    if call.seat is not None and call.line not in _OF_NO_SEAT:
        number = number_of(call.seat)
        what = Text(f"{number.zh}{what.zh}", f"{number.en} {what.en}")
    if not step.n:
        return Text(f"{READY.zh} {what.zh}", f"{READY.en} {what.en}")
    when = Text(f"第{step.n}夜", f"N{step.n}") if step.night else Text(f"第{step.n}天", f"D{step.n}")
    return Text(f"{when.zh} {what.zh}", f"{when.en} {what.en}")


def _short(name: Text) -> Text:
    """A card's name that fits behind the number of a night: where it is long its last word."""
    return name if width(name.en) <= _NAME_ROOM else Text(name.zh, name.en.split()[-1])


def claims_of(past: tuple[Past, ...], view: PublicView) -> tuple[Past, ...]:
    """The steps in which cards were claimed, while it is still the first night."""
    first = view.night and view.n == 1
    return tuple(step for step in past if step.call.role and step.n == 1) if first else ()


class UndoPage(ListPage, frozen=True):
    """Which step is to be put again; everything behind it is void. `claims`: only where cards were claimed."""

    claims: bool = False

    def heading(self, desk: Desk) -> tuple[str, str]:
        """What is being done."""
        return desk.words(CLAIMS if self.claims else UNDO), ""

    def entries(self, desk: Desk) -> tuple[Entry, ...]:
        """One row for each step."""
        status = desk.status
        steps = status.past
        if self.claims:
            steps = claims_of(steps, status.view) if status.view is not None else ()
        yes = CLAIM_HERE if self.claims else UNDO_HERE
        rows = tuple(Entry(name_of(step), Turn(opens=_ask(step, yes))) for step in steps)
        return rows or (Entry(NO, LEAVE),)  # the game goes on meanwhile: there is nothing to choose any more


def _ask(step: Past, yes: Text) -> Page:
    """Whether it is this step, and whether those who have left since really play on; no and BACK lead to the menu."""
    turn = Turn((TakeBack(step.to),), home=True)
    if not step.left:
        return Ask(question=name_of(step), yes=yes, turn=turn, depth=2)
    back = Ask(question=_back_of(step.left), yes=PLAYS_ON, turn=turn, depth=3)
    return Ask(question=name_of(step), yes=yes, turn=Turn(opens=back), depth=2)


def _back_of(seats: Seats) -> Text:
    """Who comes back; the line has room for two."""
    zh = [number_of(seat).zh for seat in seats]
    en = [f"{seat}" for seat in seats]
    if len(seats) > _NAMED:
        return Text(f"{zh[0]}等{len(seats)}人回来？", f"{en[0]} + {len(seats) - 1} back?")
    return Text(f"{''.join(zh)}回来？", f"{', '.join(en)} back?")
