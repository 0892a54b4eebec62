"""What the judge says, before it has words: a line key and what fills its placeholders."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.text import Text


class Language(StrEnum):
    """The two languages of the judge."""

    ZH = "zh"
    EN = "en"


class Say(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence to be spoken: catalogue key and typed values for its placeholders (narration script, conventions).

    `seat`, `target`: a seat number, or for `target` a word option; `seats`, `voters`: seat numbers
    in the order to be read; `halves`: votes in half votes; `n`: a number; `minute`: hour * 60 +
    minute; `role`: a role id; `roles`: (role id, how many); `text`: fills {board}, {explain},
    {rule} or {outcome}.
    """

    key: str
    seat: int | None = None
    target: int | str | None = None
    seats: tuple[int, ...] = ()
    voters: tuple[int, ...] = ()
    halves: int | None = None
    n: int | None = None
    minute: int | None = None
    role: str | None = None
    roles: tuple[tuple[str, int], ...] = ()
    text: Text | None = None
