"""What a stream may not carry, written from the table of secrets and not from the code that cuts the streams.

The checker sees only messages as a browser gets them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.public import OVER
from engine.roles import ROLES
from engine.roles.role import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

CARD_WORDS: Final = frozenset(
    word for role in ROLES for word in (role.id, role.name.zh, role.name.en, role.glyph, role.side)
) - {Side.NONE}
"""All but "none", which is also what becomes of a badge."""
SPOKEN: Final = frozenset({"caption", "board", "shown"})
"""Fields whose words are said aloud; which card an act has shown is."""
SECRET_FIELDS: Final = frozenset({"pressed", "down", "prompt", "awake", "asked", "timeline", "events", "eyes"})


def leaks_of_room(messages: list[dict[str, Any]], *, shut: bool = False) -> list[str]:
    """What the room stream tells that the room may not know; `shut`: the eyes are shut for a ballot."""
    found = []
    for message in messages:
        if (message["night"] or shut) and message["lamps"]:
            found.append("a lamp while eyes are shut")
        public = _without_the_end(message)
        found += _cards_and_secrets(public)
    return found


def leaks_of_seat(messages: list[dict[str, Any]], seat: int, *, looked: bool) -> list[str]:
    """What the stream of `seat` tells that its player may not know; the own card only after a look."""
    found = []
    for message in messages:
        if "lamps" in message or (message["lamp"] is not None and message["lamp"]["seat"] != seat):
            found.append("the lamp of another seat")
        public = _without_the_end(message)
        if looked:
            public = {**public, "card": None}
        found += _cards_and_secrets(public)
    return found


def _without_the_end(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what the room was told at the end: who won, and then the cards."""
    end = message["end"]
    if not end or message["phase"] != OVER:
        return message
    return {**message, "end": None if end["cards"] else {**end, "winner": None}}


def _cards_and_secrets(message: dict[str, Any]) -> list[str]:
    """Words of a card, and fields that are nobody's business, anywhere in the message."""
    found = []
    for field, value in _walk(message):
        if field in SECRET_FIELDS:
            found.append(f"the field {field}")
        if isinstance(value, str) and value in CARD_WORDS:
            found.append(f"the card {value} in {field}")
    return found


def _walk(value: Any, field: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside, with the field it stands in; what is said aloud is left out."""
    yield field, value
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in SPOKEN:
                yield from _walk(inner, name)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _walk(inner, field)
