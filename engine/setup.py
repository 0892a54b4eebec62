"""Decks and tables: board files, seats, and the checks a game must pass before it starts (rules 1, 10).

A board is a TOML text; files are opened elsewhere. Whatever is wrong is told in one line in both
languages that names the board, what is wrong with it, and what to do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import msgspec

from engine.complaints import shape_complaint, toml_complaint
from engine.errors import BadSetup
from engine.events import CardsKnown, Count, GameOpened
from engine.evolve import evolve
from engine.houserules import HouseRules, SheriffRule
from engine.links import inherits
from engine.roles import ROLES, role_of, spares_of
from engine.roles.hidden_wolf import blind
from engine.roles.role import Role, Side
from engine.seats import MAX_SEATS, MIN_SEATS, Seats
from engine.state import GameState
from engine.text import Text
from engine.victory import never_wiped, outcome

SHERIFF_FROM: Final = 10
"""From this many players on a game has a sheriff, where the rule is `by_size`."""

LONGEST_ZH: Final = 20
LONGEST_EN: Final = 60
"""Letters of the longest name of a board in either language."""

_ID: Final = re.compile(r"[\w-]{1,20}")

_SIDE_NAME: Final = MappingProxyType({Side.GOD: Text("神职", "power roles"), Side.FOLK: Text("平民", "villagers")})

Overrides = tuple[tuple[str, str | int], ...]
"""House rules that differ from the default: (switch, value), in the order of the switches."""


class _BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of a board file."""

    id: str
    name: Text
    players: int
    cards: dict[str, int]
    rules: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    note: Text | None = None


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A deck with a name: how many players, which cards, and the house rules it plays differently."""

    id: str
    name: Text
    players: int
    """How many play: as many as cards, less the spare ones of 盗贼."""
    cards: tuple[Count, ...]
    """In the order of the night sheet, what is never called last."""
    overrides: Overrides = ()
    note: Text | None = None

    @property
    def spares(self) -> int:
        """How many cards lie face down: two with 盗贼."""
        return spares_of(self.cards)

    @property
    def rules(self) -> HouseRules:
        """The default house rules with this board's overrides."""
        return house_rules(self)


class Setup(msgspec.Struct, frozen=True):
    """A board, the seats that play it, and the house rules of the table. `check` before use."""

    board: Board
    seats: Seats
    rules: HouseRules

    @property
    def has_sheriff(self) -> bool:
        """Whether this game has a sheriff."""
        match self.rules.sheriff:
            case SheriffRule.BY_SIZE:
                return len(self.seats) >= SHERIFF_FROM
            case SheriffRule.ON:
                return True
            case SheriffRule.OFF:
                return False

    def opened(self) -> GameOpened:
        """The setup as the event that opens the game."""
        return GameOpened(
            board=self.board.id,
            name=self.board.name,
            seats=self.seats,
            deck=self.board.cards,
            rules=self.rules,
            sheriff=self.has_sheriff,
        )

    def check(self) -> None:
        """Return if this can be played.

        Raises:
            BadSetup: it cannot; `text` says why.
        """
        _check_deck(self.board)
        _check_seats(self)
        _check_rules(self)

    def warnings(self) -> tuple[Text, ...]:
        """What can be played but is unusual: one line each."""
        return tuple(
            Text(
                f"板子 {self.board.id}：屠边局没有{_SIDE_NAME[side].zh}，这一边不会被屠。",
                f"Board {self.board.id}: side wipe without {_SIDE_NAME[side].en}; that side can never be wiped out.",
            )
            for side in never_wiped(_start_of(self))
        )


def board_from_toml(text: str, source: str) -> Board:
    """The board that `text` describes; `source` names its file in messages.

    Raises:
        BadSetup: it is not TOML, has an unknown key or role or rule, a wrong count, or no game in it.
    """
    try:
        file = msgspec.toml.decode(text, type=_BoardFile)
    except msgspec.ValidationError as error:
        why = shape_complaint(error)
        raise _bad(
            source, f"内容不对：{why.zh}；请按其他板子文件改正", f"is not a board: {why.en}; correct that key"
        ) from None
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        why = toml_complaint(error)
        raise _bad(source, f"{why.zh}；同一个身份只能写一行", f"{why.en}; every role has one line") from None
    if not _ID.fullmatch(file.id):
        raise _bad(
            source,
            f"的 id 是 {file.id!r}；请只用字母、数字、- 和 _",
            f"has the id {file.id!r}; use letters, digits, - and _ only",
        )
    for name, longest in ((file.name.zh, LONGEST_ZH), (file.name.en, LONGEST_EN)):
        if not name.strip() or not name.isprintable() or len(name) > longest:
            raise _bad(
                source,
                f"的名称不能用；中文最多 {LONGEST_ZH} 个字，英文最多 {LONGEST_EN} 个，不要空白和控制字符",
                f"has a name that cannot be used; at most {LONGEST_ZH} signs zh, {LONGEST_EN} en, none blank or unseen",
            )
    known = [role.id for role in ROLES]
    for role, cards in file.cards.items():
        if role not in known:
            raise _bad(
                source,
                f"没有身份 {role}；可用：{'、'.join(known)}",
                f"has an unknown role {role}; known: {', '.join(known)}",
            )
        if cards < 1:
            raise _bad(
                source,
                f"身份 {role} 的张数是 {cards}；请写 1 以上或删去这一行",
                f"has {cards} cards of {role}; write 1 or more, or drop the line",
            )
    fields = HouseRules.__struct_fields__
    overrides = tuple((rule, file.rules[rule]) for rule in sorted(file.rules, key=lambda r: (r not in fields, r)))
    board = Board(
        id=file.id, name=file.name, players=file.players, cards=_deck(file.cards), overrides=overrides, note=file.note
    )
    _check_deck(board, source)
    house_rules(board, source=source)
    return board


def house_rules(board: Board, table: Mapping[str, str | int] | None = None, source: str | None = None) -> HouseRules:
    """The default rules, then the board's overrides, then the table's own.

    Raises:
        BadSetup: an unknown switch or value.
    """
    chosen = {**dict(board.overrides), **(table or {})}
    try:
        return msgspec.convert(chosen, HouseRules)
    except msgspec.ValidationError as error:
        why = _wrong_rule(chosen) or shape_complaint(error)
        raise _bad(
            source or board.id, f"规则写错了：{why.zh}；请改正", f"has a wrong house rule: {why.en}; correct it"
        ) from None


def _wrong_rule(chosen: Mapping[str, str | int]) -> Text | None:
    """The first switch that there is none of, or whose value is not one of its values, with what there is instead."""
    default = HouseRules()
    for rule, value in chosen.items():
        if rule not in HouseRules.__struct_fields__:
            known = HouseRules.__struct_fields__
            return Text(
                f"没有规则 {rule}；有：{'、'.join(known)}", f"there is no rule {rule}; there are: {', '.join(known)}"
            )
        kind = type(getattr(default, rule))
        if not issubclass(kind, StrEnum):
            continue
        values = [f'"{known.value}"' for known in kind]
        if value not in list(kind):
            said = str(value).lower() if isinstance(value, bool) else repr(value)
            return Text(
                f"{rule} 不能是 {said}；可以写：{'、'.join(values)}",
                f"{rule} cannot be {said}; write one of: {', '.join(values)}",
            )
    return None


def deck_of(cards: Iterable[str]) -> tuple[Count, ...]:
    """The deck that consists of exactly these cards."""
    roles = tuple(cards)
    return _deck({role: roles.count(role) for role in roles})


def _deck(cards: Mapping[str, int]) -> tuple[Count, ...]:
    """The cards in the order of `ROLES`."""
    return tuple(Count(role.id, cards[role.id]) for role in ROLES if cards.get(role.id))


def _check_deck(board: Board, source: str | None = None) -> None:
    """The deck alone: size, repeats, a wolf, somebody to save."""
    where = source or board.id
    total = sum(count.cards for count in board.cards)
    if not MIN_SEATS <= board.players <= MAX_SEATS:
        raise _bad(
            where,
            f"人数是 {board.players}；要 {MIN_SEATS} 到 {MAX_SEATS} 人",
            f"is for {board.players} players; take {MIN_SEATS} to {MAX_SEATS}",
        )
    held = [(_role(where, count.role), count.cards) for count in board.cards]
    for role, cards in held:
        if role.at_most is not None and cards > role.at_most:
            raise _bad(
                where,
                f"{role.name.zh}有 {cards} 张；最多 {role.at_most} 张，请减少",
                f"has {cards} cards of {role.name.en}; {role.at_most} is the most, take some out",
            )
    wanted = board.players + board.spares
    if total != wanted:
        thief = wanted > board.players
        spare = ("，再加盗贼的两张底牌", " and the two spare cards of the Thief") if thief else ("", "")
        raise _bad(
            where,
            f"有 {total} 张牌，人数却是 {board.players}{spare[0]}；请改正张数或人数",
            f"has {total} cards for {board.players} players{spare[1]}; correct one of them",
        )
    if not any(role.side is Side.WOLF for role, _ in held):
        raise _bad(where, "没有狼人；请至少放一张", "has no wolf; put one in")
    if not any(role.pack for role, _ in held):
        raise _bad(where, "没有能用刀的狼人；请至少放一张", "has no wolf that knifes; put one in")
    if not any(role.side in (Side.GOD, Side.FOLK) for role, _ in held):
        raise _bad(where, "没有好人；请放神职或平民", "has no good card; put one in")


def _role(where: str, role_id: str) -> Role:
    for role in ROLES:
        if role.id == role_id:
            return role
    raise _bad(where, f"没有身份 {role_id}；请改正", f"has an unknown role {role_id}; correct it")


def _check_seats(setup: Setup) -> None:
    """The seats: on the table, each once, as many as the board has players."""
    for seat in setup.seats:
        if not 1 <= seat <= MAX_SEATS:
            raise _bad(
                setup.board.id,
                f"座位 {seat} 不存在；座位号是 1 到 {MAX_SEATS}",
                f"cannot use seat {seat}; seats are 1 to {MAX_SEATS}",
            )
        if setup.seats.count(seat) > 1:
            raise _bad(setup.board.id, f"座位 {seat} 出现两次；请去掉一个", f"has seat {seat} twice; take one out")
    if list(setup.seats) != sorted(setup.seats):
        raise _bad(setup.board.id, "座位要从小到大；请排好", "needs its seats in ascending order; sort them")
    if len(setup.seats) != setup.board.players:
        raise _bad(
            setup.board.id,
            f"要 {setup.board.players} 个座位，现在有 {len(setup.seats)} 个；请换板子或座位",
            f"needs {setup.board.players} seats, not {len(setup.seats)}; change the board or the seats",
        )


def _check_rules(setup: Setup) -> None:
    """House rules that make no game with this deck."""
    roles = [_role(setup.board.id, count.role) for count in setup.board.cards]
    if any(role.inherits for role in roles) and blind(setup.rules) and inherits(setup.rules):
        raise _bad(
            setup.board.id,
            "里隐狼不知道狼人是谁，就不会知道什么时候接着用刀；请把 hidden_wolf_end 改成 dies_with_pack",
            "has a Hidden Wolf who does not know the wolves and could not know when to take over the knife; "
            "set hidden_wolf_end to dies_with_pack",
        )
    if outcome(_start_of(setup)) is not None:
        raise _bad(
            setup.board.id,
            "一开局就分出胜负了；请减少狼人，或关掉 parity_win",
            "is decided before it begins; take out wolves, or turn parity_win off",
        )


def _start_of(setup: Setup) -> GameState:
    """All alive, every card at some seat: enough to see whether the game is decided. Good cards are the spare ones."""
    roles = [count.role for count in setup.board.cards for _ in range(count.cards)]
    roles.sort(key=lambda role: role_of(role).spares == 0 and role_of(role).side is not Side.WOLF)
    roles = roles[setup.board.spares // 2 : len(setup.seats) + setup.board.spares // 2]
    state = evolve(GameState(), setup.opened())
    return evolve(state, CardsKnown(tuple(zip(setup.seats, roles, strict=True))))


def _bad(where: str, zh: str, en: str) -> BadSetup:
    """One line in both languages that names the board or its file."""
    return BadSetup(Text(f"板子 {where}：{zh}。", f"Board {where} {en}."))
