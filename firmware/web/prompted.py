"""The open prompt as the maker's page shows it: both of its halves, so it goes into no other stream."""

from __future__ import annotations

import msgspec

from engine.prompts import Legal, Press, Prompt, RollCall
from engine.seats import Option, Seat, Seats


class AskedView(msgspec.Struct, frozen=True):
    """One seat that may answer the open prompt, and what it may choose (empty: nothing to choose from)."""

    seat: Seat
    options: tuple[Option, ...]


class PromptView(msgspec.Struct, frozen=True):
    """The open prompt, its secret face included."""

    kind: str
    line: str
    form: str
    eyes: str
    seat: Seat | None
    options: tuple[Option, ...]
    awake: Seats
    asked: tuple[AskedView, ...]
    offers: tuple[str, ...]


def prompt_view(prompt: Prompt) -> PromptView:
    """The open prompt with everything that only the maker may see."""
    call = prompt.call
    asked: tuple[AskedView, ...] = ()
    if isinstance(prompt, RollCall):
        asked = tuple(_asked(legal) for legal in prompt.legal)
    elif isinstance(prompt, Press):
        asked = tuple(AskedView(seat, ()) for seat in prompt.who)
    return PromptView(
        kind=type(prompt).__name__,
        line=call.line,
        form=call.form,
        eyes=call.eyes,
        seat=call.seat,
        options=call.options,
        awake=prompt.awake,
        asked=asked,
        offers=tuple(f"{offer.kind}: {','.join(map(str, offer.who))}" for offer in prompt.offers),
    )


def _asked(legal: Legal) -> AskedView:
    """One actor of a roll call."""
    return AskedView(legal.seat, legal.options)
