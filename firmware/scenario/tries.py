"""One attempted action: sent while its own role or phase is asked, so that the refusal is the rule's.

`ATTEMPTS` holds, by the word of the case, where it belongs and how it is sent. A refusal is
NotAChoice where the seat was asked and may not choose that, NotAsked where it was not asked at all;
a shooter who presses in his window and is not given the shot has been refused too ("SkillUnused").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from engine.cards import holds
from engine.commands import AnyCommand, Chosen, OfferTaken, Pick, Pressed
from engine.errors import NotAsked
from engine.events import ShotFired, ShotHeld
from engine.prompts import Form, OfferKind, Press, RollCall
from engine.seats import NO_SHOT, TEAR, Option, Seat, seats_of
from firmware.scenario.night import antidote, choices, pack
from firmware.scenario.player import Player, Refusal, Spot
from firmware.scenario.spots import BADGE, GUN, WINDOW, at, by_night, may_duel, may_explode, may_explode_in_speech


class Deed(msgspec.Struct, frozen=True):
    """Who attempts what: `target` a seat, None to pass."""

    by: Seat
    target: Option | tuple[int, ...] | None
    """A seat, the name of a card, two seats, or nobody."""

    @property
    def one(self) -> Option | None:
        """The target, where it is one."""
        return None if isinstance(self.target, tuple) else self.target


Send = Callable[[Player, Deed], tuple[Refusal, ...]]
"""Sends a deed at the place where the game stands; its refusals, none where it was accepted."""


class Attempt(msgspec.Struct, frozen=True):
    """How an action is attempted.

    `spots`: where it belongs, the best first. `unasked`: there need not be such a place at all (nobody
    is asked for a shot while nobody has died), and the action is then attempted where the game stands.
    `by_day`: it belongs to the day.
    """

    spots: Callable[[Deed], tuple[Spot, ...]]
    send: Send
    by_day: bool = False
    unasked: bool = False


def _by(make: Callable[[Player, Deed], AnyCommand], *lines: str) -> Send:
    """An attempt that is one command; `lines` are the questions it answers."""

    def send(player: Player, deed: Deed) -> tuple[Refusal, ...]:
        refusal = _mistaken(player, *lines) or player.attempt(make(player, deed))
        return () if refusal is None else (refusal,)

    return send


def _mistaken(player: Player, *lines: str) -> Refusal | None:
    """Nobody is asked for this deed, while something else is asked that the same presses would answer.

    At a table it could not even be attempted: a tap in the ballot is a vote, whatever it was meant for.
    """
    asks = isinstance(player.game.prompt, Press | RollCall)
    return Refusal(player.step, NotAsked.__name__, player.line) if asks and player.line not in lines else None


def _choose(player: Player, deed: Deed) -> AnyCommand:
    if isinstance(deed.target, tuple):
        return Chosen(prompt=player.game.number, picks=(Pick(deed.by, deed.target),))
    return choices(player.game, {deed.by: deed.one})


def _duel(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """决斗: a gesture of its own, then whom."""
    return _reveal(player, deed, OfferKind.DUEL, "knight.ask")


def _explode_along(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """自爆, then whom it takes along."""
    return _reveal(player, deed, OfferKind.EXPLODE, "boom.ask")


def _reveal(player: Player, deed: Deed, offer: OfferKind, line: str) -> tuple[Refusal, ...]:
    refusal = player.attempt(OfferTaken(prompt=player.game.number, offer=offer, seat=deed.by))
    if refusal is None and player.line == line:
        refusal = player.attempt(_choose(player, deed))
    elif refusal is None and deed.target is not None:
        refusal = Refusal(player.step, NotAsked.__name__, player.line)
    return () if refusal is None else (refusal,)


def _knife(player: Player, deed: Deed) -> AnyCommand:
    """One wolf's choice, beside what the pack was going to do."""
    others = pack(player.game, player.plan) or choices(player.game, {})
    picks = {pick.seat: pick.options[0] for pick in getattr(others, "picks", ())}
    return choices(player.game, {**picks, deed.by: deed.one})


def _antidote(player: Player, deed: Deed) -> AnyCommand:
    return antidote(player.game, deed.by, deed.one)


def _bid(player: Player, deed: Deed) -> AnyCommand:
    """上警, beside those who stand anyway."""
    planned = player.plan.campaigns.get(player.n)
    return Pressed(prompt=player.game.number, seats=seats_of(deed.by, *(planned.up if planned else ())))


def _withdraw(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """退水: a gesture of its own; in the window it is what is asked."""
    if player.line == "sheriff.quit_open":
        refusal = player.attempt(Pressed(prompt=player.game.number, seats=(deed.by,)))
    else:
        refusal = player.attempt(OfferTaken(prompt=player.game.number, offer=OfferKind.WITHDRAW, seat=deed.by))
    return () if refusal is None else (refusal,)


def _pass_badge(player: Player, deed: Deed) -> AnyCommand:
    return choices(player.game, {deed.by: TEAR if deed.one is None else deed.one})


def _explode(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """自爆: a gesture of its own, which answers no other question."""
    refusal = player.attempt(OfferTaken(prompt=player.game.number, offer=OfferKind.EXPLODE, seat=deed.by))
    return () if refusal is None else (refusal,)


def shoot(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """开枪 at the place where the game stands.

    In his own window the shooter presses, and chooses if he is given the shot. In somebody else's the
    one who may shoot there presses, and `deed.by` tries to choose in his stead.
    """
    refusals: list[Refusal] = []
    prompt = player.game.prompt
    if prompt is not None and prompt.call.line == WINDOW:
        owner = prompt.call.seat
        assert owner is not None, "a skill window asks a seat"
        if owner != deed.by:
            refusal = player.attempt(Pressed(prompt=player.game.number, seats=(deed.by,)))
            refusals += [refusal] if refusal else []
        if owner == deed.by or _is_shooter(player, owner):
            player.insist(Pressed(prompt=player.game.number, seats=(owner,)))
        if owner == deed.by and player.line != GUN:
            return (Refusal(player.step, "SkillUnused", WINDOW),)
    given = len(player.events)
    refusal = _mistaken(player, WINDOW, GUN) or player.attempt(
        choices(player.game, {deed.by: NO_SHOT if deed.one is None else deed.one})
    )
    if refusal is not None:
        return (*refusals, refusal)
    shot = any(isinstance(one, ShotFired | ShotHeld) and one.by == deed.by for one in player.events[given:])
    return () if shot else (Refusal(player.step, "NotAsked", player.line),)


def _is_shooter(player: Player, seat: Seat) -> bool:
    return holds(player.game.state, seat, lambda role: role.shooter)


def _any_skill(player: Player, deed: Deed) -> tuple[Refusal, ...]:
    """Every question of the rest of the night that asks for a deed; refused if all of them refuse."""
    if not player.by_night:
        return _by(_choose)(player, deed)
    refusals = []
    n = player.n
    while player.by_night and player.n == n:
        prompt = player.game.prompt
        claims = prompt is None or prompt.call.form is Form.WAKE
        if not claims and isinstance(prompt, Press | RollCall):
            make = Pressed(prompt=player.game.number, seats=(deed.by,)) if isinstance(prompt, Press) else None
            refusal = player.attempt(make or _choose(player, deed))
            if refusal is None:
                return ()
            refusals.append(refusal)
        player.answer()
    return tuple(refusals)


def _one(*lines: str) -> Callable[[Deed], tuple[Spot, ...]]:
    return lambda _deed: (at(*lines),)


ATTEMPTS: Final[Mapping[str, Attempt]] = MappingProxyType(
    {
        "狼刀": Attempt(_one("wolf.pick"), _by(_knife, "wolf.pick")),
        "女巫用解药": Attempt(_one("witch.heal"), _by(_antidote, "witch.heal")),
        "女巫用毒药": Attempt(_one("witch.poison"), _by(_choose, "witch.poison")),
        "查验": Attempt(_one("seer.pick"), _by(_choose, "seer.pick")),
        "开枪": Attempt(
            lambda deed: (at(WINDOW, GUN, seat=deed.by), at(GUN), at(WINDOW)), shoot, by_day=True, unasked=True
        ),
        "自爆": Attempt(lambda _deed: (may_explode_in_speech, may_explode), _explode, by_day=True),
        "自爆带人": Attempt(lambda _deed: (may_explode_in_speech, may_explode), _explode_along, by_day=True),
        "决斗": Attempt(lambda _deed: (may_duel,), _duel, by_day=True, unasked=True),
        "魅惑": Attempt(_one("beauty.pick"), _by(_choose, "beauty.pick")),
        "禁言": Attempt(_one("elder.pick"), _by(_choose, "elder.pick")),
        "选榜样": Attempt(_one("wildchild.pick"), _by(_choose, "wildchild.pick")),
        "丘比特连线": Attempt(_one("cupid.pick"), _by(_choose, "cupid.pick")),
        "盗贼选牌": Attempt(_one("thief.pick"), _by(_choose, "thief.pick")),
        "守护": Attempt(_one("guard.pick"), _by(_choose, "guard.pick")),
        "上警": Attempt(_one("sheriff.raise"), _by(_bid, "sheriff.raise"), by_day=True, unasked=True),
        "退水": Attempt(
            lambda _deed: (at("sheriff.quit_open"), at("sheriff.turn", "sheriff.pk_turn")),
            _withdraw,
            by_day=True,
            unasked=True,
        ),
        "警长投票": Attempt(
            _one("sheriff.vote_open"), _by(_choose, "sheriff.vote_open", "sheriff.pk_vote"), by_day=True, unasked=True
        ),
        "警长PK投票": Attempt(_one("sheriff.pk_vote"), _by(_choose, "sheriff.pk_vote"), by_day=True, unasked=True),
        "移交警徽": Attempt(
            lambda deed: (at(BADGE, seat=deed.by), at(BADGE)), _by(_pass_badge, BADGE), by_day=True, unasked=True
        ),
        "放逐投票": Attempt(_one("vote.open"), _by(_choose, "vote.open", "pk.vote"), by_day=True),
        "PK投票": Attempt(_one("pk.vote"), _by(_choose, "pk.vote"), by_day=True),
        "任意夜间技能": Attempt(lambda _deed: (by_night,), _any_skill),
    }
)
"""The words of `try.do` that are known."""
