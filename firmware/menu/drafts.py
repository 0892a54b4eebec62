"""A board of the café's own while it is being made: its cards, what the engine says to them, and what they come to.

Whether a deck can be played, and why not, is the engine's to say: what staff read here are its own words.
"""

from __future__ import annotations

from typing import Final

import msgspec

from engine.errors import BadSetup
from engine.events import Count
from engine.roles import ROLES, role_of
from engine.roles.role import Role, Side
from engine.seats import MAX_SEATS, seats_of
from engine.setup import Board, Overrides, Setup, deck_of
from engine.text import Text

USUAL: Final = ("seer", "witch", "hunter", "guard", "idiot")
"""The cards that most decks have, as players name them: 预女猎守白. All others follow in the order of the night."""

NAMELESS: Final = Text("板子", "Board")
NEW_ID: Final = "new"
"""What a board that has no id yet is called in the engine's complaints, where its name is then taken off."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What has been put together so far.

    `cards` in the order of `ROLES`. `id` and `name`: of the own board that is being changed, "" and None for a new
    one. `overrides` and `note` come along from the board it began with; a new one has no note.
    """

    cards: tuple[Count, ...] = ()
    id: str = ""
    name: Text | None = None
    overrides: Overrides = ()
    note: Text | None = None


def roles_in_order() -> tuple[Role, ...]:
    """All cards there are as staff choose them: those of which a deck has many, then the usual ones, then the rest."""
    usual = [role for known in USUAL for role in ROLES if role.id == known]
    many = [role for role in ROLES if role.at_most is None and role not in usual]
    return (*many, *usual, *(role for role in ROLES if role not in many and role not in usual))


def most(role: Role) -> int:
    """How many cards of `role` staff can put in."""
    return MAX_SEATS if role.at_most is None else role.at_most


def held(draft: Draft, role: str) -> int:
    """How many cards of `role` the draft has."""
    return sum(count.cards for count in draft.cards if count.role == role)


def with_cards(draft: Draft, role: str, cards: int) -> Draft:
    """The draft with so many cards of `role`."""
    deck = {count.role: count.cards for count in draft.cards} | {role: cards}
    return msgspec.structs.replace(draft, cards=deck_of(name for name, many in deck.items() for _ in range(many)))


def draft_of(board: Board, *, own: bool) -> Draft:
    """A draft that begins as `board`; it takes its place if it is to be changed (`own`), else it becomes a new one."""
    begun = Draft(cards=board.cards, overrides=board.overrides)
    return msgspec.structs.replace(begun, id=board.id, name=board.name, note=board.note) if own else begun


def total(draft: Draft) -> int:
    """How many cards there are."""
    return sum(count.cards for count in draft.cards)


def players_of(draft: Draft) -> int:
    """For how many players these cards are: one each, but for the spare ones of a deck that has some."""
    spare: int = getattr(_board(draft, NAMELESS, total(draft)), "spares", 0)
    return max(0, total(draft) - spare)


def board_of(draft: Draft, name: Text) -> Board:
    """The board that the draft is; without an id where it is a new one."""
    return _board(draft, name, players_of(draft))


def _board(draft: Draft, name: Text, players: int) -> Board:
    return Board(id=draft.id, name=name, players=players, cards=draft.cards, overrides=draft.overrides, note=draft.note)


def complaint(draft: Draft) -> Text | None:
    """Why the draft cannot be played, in the engine's words without the board's name; None when it can."""
    try:
        _setup(draft).check()
    except BadSetup as error:
        return _without(f"Board {draft.id or NEW_ID} ", draft, error.text)
    return None


def warnings(draft: Draft) -> tuple[Text, ...]:
    """What is unusual in a draft that can be played, in the engine's words without the board's name."""
    return tuple(_without(f"Board {draft.id or NEW_ID}: ", draft, text) for text in _setup(draft).warnings())


def _without(board: str, draft: Draft, said: Text) -> Text:
    """What was said of the draft without its name, which begins the sentence, `board` in English."""
    english = said.en.removeprefix(board)
    return Text(said.zh.removeprefix(f"板子 {draft.id or NEW_ID}："), english[:1].upper() + english[1:])


def _setup(draft: Draft) -> Setup:
    """The draft on the first seats."""
    board = msgspec.structs.replace(board_of(draft, NAMELESS), id=draft.id or NEW_ID)
    return Setup(board, seats_of(*range(1, board.players + 1)), board.rules)


def sides(draft: Draft) -> Text:
    """What the cards come to: how many wolves, 神 and 民; in English all the good ones together."""
    of = {side: sum(count.cards for count in draft.cards if role_of(count.role).side is side) for side in Side}
    wolves, gods, folk = of[Side.WOLF], of[Side.GOD], of[Side.FOLK]
    others = total(draft) - wolves - gods - folk
    rest = f"{others}其他" if others else ""
    return Text(f"{wolves}狼{gods}神{folk}民{rest}", f"{wolves} wolf {total(draft) - wolves} good")
