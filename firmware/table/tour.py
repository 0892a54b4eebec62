"""Single seats whose eyes the judge opens and shuts again, one after the other: 情侣's tour, and a card-less deal.

Whoever has been called is awake until the words that shut all eyes again; a question that is put anew begins with
these, so that nobody is left looking on.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.prompts import Form

LOOKS: Final[Mapping[Form, str]] = MappingProxyType({Form.TOUR: "lovers.look", Form.DEAL: "deal.look"})
"""The line that opens the eyes of one seat, by the form of the question it belongs to."""

SHUTS: Final[Mapping[str, str]] = MappingProxyType({"lovers.look": "lovers.shut", "deal.look": "deal.close"})
"""The line that shuts them again."""


def closing(awake: str) -> str:
    """The line that shuts the eyes of those who are `awake`: a night step, or a seat that such a line has called."""
    return SHUTS.get(awake, f"{awake}.close")
