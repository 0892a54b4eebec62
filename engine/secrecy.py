"""Who may know a fact, as a type.

Every event is `Public` (the whole room may know it), `Private` (only the seats in `to`) or `Sealed`
(nobody until the game is over). A class that is none of the three cannot be defined. Loudspeaker,
OLED, daytime lamps, room page and log are driven by Public events only.

Prompts and commands inherit `Redacted` as well: printing one shows its name and nothing else, so
that no log line and no traceback can tell a role. `reveal()` gives the whole; replay and tests use it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.seats import Seats


class Redacted(msgspec.Struct, frozen=True):
    """A value whose printed form says nothing about its contents."""

    def __repr__(self) -> str:
        """Only the name of the class."""
        return f"<{type(self).__name__}>"

    def __rich_repr__(self) -> Any:
        """Nothing for rich to print but the name."""
        yield from ()

    def reveal(self) -> str:
        """The whole value as JSON, for replay, review and tests."""
        return msgspec.json.encode(self).decode()


class Event(msgspec.Struct, frozen=True, tag=True):
    """A fact of the game. Subclass `Public`, `Private` or `Sealed`, never this."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse an event that is not public, private or sealed."""
        super().__init_subclass__(**kwargs)
        if cls.__module__ == __name__:
            return
        if not issubclass(cls, (Public, Private, Sealed)):
            raise TypeError(f"{cls.__name__} must say who may know it: derive it from Public, Private or Sealed")


class Public(Event, frozen=True):
    """Everybody in the room may know."""


class _Hidden(Event, Redacted, frozen=True, tag=True):
    """Common base of the two kinds of event that not everybody may know."""


class Private(_Hidden, frozen=True):
    """Only the players at the seats `to` may know."""

    to: Seats


class Sealed(_Hidden, frozen=True):
    """Nobody may know before the game is over."""
