"""Cards before the first night: who deals them, and the spare ones of 盗贼 (rules 3, 3a, 3b; seat-language 3).

With physical cards staff tell the judge the two spare ones. A card-less deal (`dealt_by_engine`) is drawn by the shell,
and every seat in turn is shown its own card by a count of the deck's names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from engine.conversation import Judge, Procedure, read, tell
from engine.events import CardSeen, CardsKnown, DealEnded, DealOpened, SparesKnown, Told
from engine.houserules import HouseRules, MaxBuriedWolves, RoleSource
from engine.prompts import DEAL_DIGITS, Call, Eyes, Fact, Form, Read, Tell, Wanted
from engine.roles import role_of, spares_of
from engine.roles.role import Side
from engine.state import GameState


def claims_by_night(rules: HouseRules) -> bool:
    """Whether the players claim their cards in the first night."""
    return rules.role_source is RoleSource.CLAIMED_AT_WAKE


def deal(judge: Judge) -> Procedure[None]:
    """The spare cards of a physical deck are entered; or all cards are drawn, and shown seat by seat."""
    if claims_by_night(judge.state.rules):
        if spares_of(judge.state.deck) and not judge.state.spares:
            call = Call(line="setup.spare", form=Form.STAFF, eyes=Eyes.OPEN)
            text = yield from read(Read(call=call, wanted=Wanted.SPARES))
            spares = spares_entered(judge.state, str(text))
            assert spares is not None, "spare cards that do not fit are refused by the driver"
            yield SparesKnown(spares)
        return
    if not judge.state.known:
        lot = yield from read(Read(call=Call(line="", form=Form.SILENT, eyes=Eyes.OPEN), wanted=Wanted.DEAL))
        spares, played = drawn(judge.state, str(lot))
        if spares:
            yield SparesKnown(tuple(sorted(spares, key=[entry.role for entry in judge.state.deck].index)))
        yield CardsKnown(tuple(zip(judge.state.seats, played, strict=True)))
    yield from tour(judge)


def tour(judge: Judge) -> Procedure[None]:
    """Every seat opens its eyes in turn; its lamp is lit while its own card is named."""
    if judge.state.seen == judge.state.seats:
        return
    if not judge.state.seen:
        yield DealOpened()
    names = tuple(entry.role for entry in judge.state.deck)
    for seat in judge.state.seats[len(judge.state.seen) :]:
        call = Call(line="deal.look", form=Form.DEAL, eyes=Eyes.NIGHT, seat=seat, options=names)
        there = seat in judge.state.present
        card = judge.state.card_of(seat)
        facts = (Fact(seat, at=(card,)),) if there and card is not None else ()
        yield from tell(Tell(call=call, awake=(seat,) if there else (), facts=facts))
        if facts:
            yield Told(to=(seat,), what=call.line, about=card)
        yield CardSeen(seat)
    yield DealEnded()


def may_bury(rules: HouseRules, spares: Sequence[str]) -> bool:
    """Whether these cards may be the spare ones: neither 盗贼 nor 丘比特, and of the wolves one at most."""
    roles = [role_of(card) for card in spares]
    wolves = sum(role.side is Side.WOLF for role in roles)
    most = 1 if rules.thief_max_buried_wolves is MaxBuriedWolves.ONE else len(roles)
    return all(role.buriable for role in roles) and wolves <= most


def spares_entered(state: GameState, text: str) -> tuple[str, ...] | None:
    """The spare cards as staff entered them ("werewolf,seer"), in the order of the deck; None when they cannot be."""
    named = [item.strip() for item in text.split(",")]
    deck = [entry.role for entry in state.deck]
    if len(named) != spares_of(state.deck) or any(named.count(card) > state.count(card) for card in named):
        return None
    return tuple(sorted(named, key=deck.index)) if may_bury(state.rules, named) else None


def is_lot(value: int | str) -> bool:
    """Whether `value` is a lot for a deal: `DEAL_DIGITS` hexadecimal digits, so many more than decks have orders."""
    return isinstance(value, str) and len(value) == DEAL_DIGITS and set(value) <= set("0123456789abcdef")


def drawn(state: GameState, lot: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The spare cards and those that are played, by `lot`; in an order that may not be, by the digest of it.

    One question is enough whatever comes of it: how often was drawn would be heard in the time it takes.
    """
    lie = spares_of(state.deck)
    while True:
        cards = shuffled(state, int(lot, 16))
        spares, played = cards[:lie], cards[lie:]
        if may_bury(state.rules, spares):
            return spares, played
        lot = hashlib.blake2b(lot.encode(), digest_size=DEAL_DIGITS // 2).hexdigest()


def shuffled(state: GameState, lot: int) -> tuple[str, ...]:
    """All cards of the deck in the order that `lot` stands for; every order is as likely as the other."""
    rest = [entry.role for entry in state.deck for _ in range(entry.cards)]
    drawn = []
    while rest:
        lot, index = divmod(lot, len(rest))
        drawn.append(rest.pop(index))
    return tuple(drawn)
