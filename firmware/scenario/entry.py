"""Where a case begins: its cards, its rules, and what has happened before its first step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.duel import DUEL
from engine.events import (
    AnyEvent,
    BadgeTorn,
    CardTaken,
    Elected,
    IdiotFlipped,
    LoversBound,
    Mark,
    Marked,
    ModelChosen,
    NoSheriff,
    SheriffElected,
    Spent,
    Stage,
    Turned,
    Vacant,
)
from engine.game import At, Chain, Dawn, Day, Election, Night, dealt
from engine.houserules import HouseRules
from engine.links import long_out
from engine.roles import ROLES
from engine.roles.witch import ANTIDOTE, POISON
from engine.seats import Seat, Seats, seats_of
from engine.setup import Board, Setup, deck_of
from engine.state import Cards, GameState
from engine.text import Text
from firmware.scenario.cases import Case, Untested

ROLE_IDS: Final[Mapping[str, str]] = MappingProxyType({role.name.zh: role.id for role in ROLES})
"""The Chinese name of a card to its id."""

DEFAULTS: Final[Mapping[str, str]] = MappingProxyType({"sheriff": "on", "witch_self_save": "never"})
"""Where a case without rules departs from ours: there is a sheriff at every table, and 女巫 never saves herself."""

_SAME: Final[Mapping[str, str]] = MappingProxyType({})

RULES: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = MappingProxyType(
    {
        "胜负": {"屠边": {"win_mode": "side"}, "屠城": {"win_mode": "city"}},
        "警长": {"开": {"sheriff": "on"}, "关": {"sheriff": "off"}},
        "女巫自救": {"首夜可": {"witch_self_save": "first_night"}, "全程不可": {"witch_self_save": "never"}},
        "同夜双药": {"不可": _SAME},
        "PK台上": {"不投票": _SAME},
        "丘比特": {"与情侣同胜": _SAME},
    }
)
"""Key and value of a case's rules to the house rules they stand for; none where the game is never played otherwise."""

POTIONS: Final[Mapping[str, str]] = MappingProxyType({"解药": ANTIDOTE, "毒药": POISON})


class Entry(msgspec.Struct, frozen=True):
    """A game to be entered: `state` at the place `at` (None: where the state says)."""

    setup: Setup
    at: At | None
    state: GameState
    cards: Cards


def entry_of(case: Case) -> Entry:
    """The beginning of `case`.

    Raises:
        Untested: a card, a rule or a start that is not known.
    """
    cards = cards_of(case)
    spares = spares_of(case)
    setup = table_of(case.id, cards, house_rules_of(case), spares)
    facts = [fact for key, value in case.setup.items() for fact in _facts(key, value, case)]
    return Entry(setup, _place(case), dealt(setup, cards, facts, spares), cards)


def cards_of(case: Case) -> Cards:
    """Who holds what.

    Raises:
        Untested: a card that is not known.
    """
    if not case.seats:
        raise Untested("没有座位 / seats not known: none")
    unknown = sorted({name for name in case.seats.values() if name not in ROLE_IDS})
    if unknown:
        names = "、".join(unknown)
        raise Untested(f"没有身份 {names} / role not known: {names}")
    return tuple((Seat(seat), ROLE_IDS[name]) for seat, name in sorted(case.seats.items()))


def spares_of(case: Case) -> tuple[str, ...]:
    """The cards that lie face down for 盗贼, as a step of the case names them; else two villagers.

    Raises:
        Untested: a card that is not known.
    """
    if "盗贼" not in case.seats.values():
        return ()
    found = []
    for step in case.steps:
        deeds = step.get("do")
        thief = deeds.get("盗贼") if isinstance(deeds, dict) else step
        found += [thief["底牌"]] if isinstance(thief, dict) and "底牌" in thief else []
    names = found[0] if found else ["村民", "村民"]
    if not isinstance(names, list) or len(names) != 2 or any(name not in ROLE_IDS for name in names):
        raise Untested(f"没有底牌 {names} / spare cards not known: {names}")
    return tuple(ROLE_IDS[name] for name in names)


def house_rules_of(case: Case) -> HouseRules:
    """The rules of the table.

    Raises:
        Untested: a key or value that is not known.
    """
    chosen = dict(DEFAULTS)
    for key, value in case.rules.items():
        switches = RULES.get(key, {}).get(value) if isinstance(value, str) else None
        if switches is None:
            raise Untested(f"没有规则 {key}={value} / rule not known: {key}={value}")
        chosen.update(switches)
    return msgspec.convert(chosen, HouseRules)


def table_of(name: str, cards: Cards, rules: HouseRules, spares: tuple[str, ...] = ()) -> Setup:
    """A setup for these cards, whether or not a board could have them."""
    deck = deck_of((*(role for _, role in cards), *spares))
    board = Board(id=name, name=Text(name, name), players=len(cards), cards=deck)
    return Setup(board, tuple(seat for seat, _ in cards), rules)


# ---------------------------------------------------------------- what has happened before


def _dead(value: Any, _case: Case) -> tuple[AnyEvent, ...]:
    """Long out, all of them; only 开枪 asks of what, and an exile bars no shot."""
    return long_out(seats_of(*_seats("dead", value)))


def _potions(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    if not isinstance(value, list) or any(potion not in POTIONS for potion in value):
        raise _unknown_start("potions_used", value)
    witches = [Seat(seat) for seat, name in case.seats.items() if name == "女巫"]
    return tuple(Spent(witch, POTIONS[potion]) for witch in witches for potion in value)


def _place_only(_value: Any, _case: Case) -> tuple[AnyEvent, ...]:
    """Read by `_place`, and no fact of its own."""
    return ()


def _checked(_value: Any, _case: Case) -> tuple[AnyEvent, ...]:
    """Earlier checks bind nothing: 预言家 may check a seat again (rules 3.9), so there is nothing to remember."""
    return ()


def _sheriff(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    """Who has the badge, from an election long over."""
    if value is None:
        return ()
    if value not in case.seats:
        raise _unknown_start("sheriff", value)
    return (SheriffElected(Seat(value), Elected.VOTES),)


def _badge(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    """Held, by whom `sheriff` tells; torn or never won: there is no sheriff."""
    holder = case.setup.get("sheriff")
    if value is None or (value == "held" and holder is not None):
        return ()
    if value == "none" and holder is None:
        return (NoSheriff(Vacant.NO_VOTES),)
    if value == "torn" and holder is None:
        return (BadgeTorn(Seat(min(case.seats)), timeout=False),)
    raise _unknown_start("badge", value)


def _flipped(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    """白痴 who has turned over his card: his seat, the seats, or that he has."""
    idiots = [seat for seat, name in case.seats.items() if name == "白痴"]
    if value is True:
        seats: list[int] = idiots
    elif value in NOTHING:
        seats = []
    else:
        seats = _seats("idiot_revealed", value if isinstance(value, list) else [value])
    if any(seat not in idiots for seat in seats):
        raise _unknown_start("idiot_revealed", value)
    return tuple(IdiotFlipped(Seat(seat), sheriff=seat == case.setup.get("sheriff")) for seat in seats)


def _lovers(value: Any, _case: Case) -> tuple[AnyEvent, ...]:
    seats = seats_of(*_seats("lovers", value)) if value else ()
    if seats and len(seats) != 2:
        raise _unknown_start("lovers", value)
    return (LoversBound(seats),) if seats else ()


def _marked(mark: Mark, role: str) -> Callable[[Any, Case], tuple[AnyEvent, ...]]:
    """A mark of the night before, which holds for the day, or which the next night takes over."""

    def facts(value: Any, case: Case) -> tuple[AnyEvent, ...]:
        if value in NOTHING:
            return ()
        if value not in case.seats:
            raise _unknown_start(mark.value, value)
        return (Marked(mark, _holders(case, role), Seat(value)),)

    return facts


def _holders(case: Case, role: str) -> Seats:
    return seats_of(*(seat for seat, name in case.seats.items() if name == role))


def _model(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    if value in NOTHING:
        return ()
    if value not in case.seats:
        raise _unknown_start("model", value)
    return tuple(ModelChosen(child, Seat(value)) for child in _holders(case, "野孩子"))


def _turned(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    return tuple(Turned(child) for child in _holders(case, "野孩子")) if value else ()


def _thief_role(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    """盗贼 has taken a card; the other spare one was a villager's."""
    if value in NOTHING:
        return ()
    if value not in ROLE_IDS:
        raise _unknown_start("thief_role", value)
    return tuple(
        CardTaken(seat=seat, was="thief", card=ROLE_IDS[value], left="villager") for seat in _holders(case, "盗贼")
    )


def _duelled(value: Any, case: Case) -> tuple[AnyEvent, ...]:
    return tuple(Spent(knight, DUEL) for knight in _holders(case, "骑士")) if value else ()


SETUP: Final[Mapping[str, Callable[[Any, Case], tuple[AnyEvent, ...]]]] = MappingProxyType(
    {
        "dead": _dead,
        "potions_used": _potions,
        "pending_shot": _place_only,
        "day": _place_only,
        "night": _place_only,
        "checked": _checked,
        "sheriff": _sheriff,
        "badge": _badge,
        "idiot_revealed": _flipped,
        "last_guarded": _marked(Mark.GUARD, "守卫"),
        "lovers": _lovers,
        "charmed": _marked(Mark.CHARM, "狼美人"),
        "last_silenced": _marked(Mark.SILENCE, "禁言长老"),
        "model": _model,
        "turned": _turned,
        "thief_role": _thief_role,
        "knight_used": _duelled,
    }
)
"""A key of `setup` to the facts it stands for. A key that is not in here is fine when it says "nothing"."""

NOTHING: Final[tuple[Any, ...]] = (None, False, [], {})


def _facts(key: str, value: Any, case: Case) -> tuple[AnyEvent, ...]:
    if key in SETUP:
        return SETUP[key](value, case)
    if value not in NOTHING:
        raise _unknown_start(key, value)
    return ()


def _place(case: Case) -> At | None:
    """Where the game is entered: what `setup` says, else what the first step of a game half way needs."""
    first = case.steps[0] if case.steps else {}
    kind = first.get("t")
    night, day = case.setup.get("night"), case.setup.get("day")
    if night is None and day is None:
        if kind == "check_win":
            return Dawn(1)
        if not case.setup:
            return None
        night = first.get("n" if kind == "night" else "night")
        day = first.get("day", first.get("n"))
    n = _number(case, night if night is not None else day)
    pending = case.setup.get("pending_shot")
    if pending is not None:
        return Chain(tuple(Seat(seat) for seat in _seats("pending_shot", [pending])), n)
    # To evaluate only is to let a dawn without deaths be judged.
    if kind == "check_win" or (night is None and kind == "dawn"):
        return Dawn(n)
    if night is None and n == 1 and kind == "election" and case.setup.get("sheriff") is None:
        return Election(Stage.BID)
    return Day(n) if night is None else Night(n)


def _number(case: Case, value: Any) -> int:
    if value is None:
        return 1
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _unknown_start("night/day", case.setup)
    return value


def _seats(key: str, value: Any) -> list[int]:
    if not isinstance(value, list) or not all(isinstance(seat, int) for seat in value):
        raise _unknown_start(key, value)
    return value


def _unknown_start(key: str, value: Any) -> Untested:
    return Untested(f"不能从 {key}={value} 开始 / start not known: {key}={value}")
