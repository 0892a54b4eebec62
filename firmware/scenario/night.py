"""What the players of a case answer: at night the deeds of its steps, by day its votes, otherwise nothing.

`ACTS` holds, by the line of the prompt, what a step of the case may have to say about it. To give a
card a deed at night: its shape in `DEEDS`, and an entry per line of its prompts in `ACTS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.commands import AnyCommand, Chosen, Done, FloorEnded, Pick, Pressed, Value
from engine.events import Mark
from engine.game import Game
from engine.prompts import Floor, Press, Read, RollCall, Tell
from engine.roles import role_of
from engine.seats import Option, Seat, Seats, seats_of
from engine.settlement import target_of
from firmware.scenario import campaign
from firmware.scenario.campaign import Campaign
from firmware.scenario.entry import ROLE_IDS
from firmware.scenario.plan import EVEN, Plan, Votes

Act = Callable[[Game, Plan], AnyCommand | None]
"""What is answered to the open prompt; None: nothing that needs saying."""


class PackVotes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """狼人 each for themselves: wolf to target."""

    votes: dict[int, int | None]


class Potions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """女巫: whom she saves, whom she poisons."""

    save: int | None = msgspec.field(name="救", default=None)
    poison: int | None = msgspec.field(name="毒", default=None)


class SpareChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """盗贼: the two spare cards, and the one he takes (both by their Chinese names)."""

    spares: tuple[str, str] = msgspec.field(name="底牌")
    chosen: str | None = msgspec.field(name="选", default=None)


DEEDS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "守卫": int | None,
        "狼人": int | PackVotes | None,
        "女巫": Potions | None,
        "预言家": int | None,
        "盗贼": SpareChoice | None,
        "丘比特": tuple[int, int] | None,
        "情侣": None,
        "野孩子": int | None,
        "狼美人": int | None,
        "禁言长老": int | None,
        **dict.fromkeys(("白狼王", "狼王", "隐狼", "驯熊师", "猎人", "白痴", "骑士", "老流氓", "炸弹人")),
    }
)
"""Role (its Chinese name) to the shape of what it does in a `night` step."""


def deed_of(role: str, value: Any) -> Any:
    """`value` in the shape of what `role` does.

    Raises:
        KeyError: the role does nothing that is known.
        msgspec.ValidationError: it does something else.
    """
    return msgspec.convert(value, DEEDS[role], str_keys=True)


def answer(game: Game, plan: Plan) -> AnyCommand:
    """The answer to the open prompt: what the plan says, else that of a table that does nothing it need not do."""
    assert game.prompt is not None, "the game is over"
    act = ACTS.get(game.prompt.call.line)
    planned = act(game, plan) if act else None
    return planned or quiet(game, plan)


def quiet(game: Game, plan: Plan) -> AnyCommand:
    """The answer of players who only do what every player does: claim their card, pass, abstain."""
    number = game.number
    match game.prompt:
        case Press() as prompt:
            return Pressed(prompt=number, seats=_claimants(game, prompt) if prompt.call.claim else ())
        case RollCall():
            return Chosen(prompt=number)
        case Floor():
            return FloorEnded(prompt=number)
        case Tell():
            return Done(prompt=number)
        case Read():
            return Value(prompt=number, value=plan.minutes.get(game.state.n, EVEN))
        case _:
            raise AssertionError("the game is over")


def choices(game: Game, picks: Votes) -> Chosen:
    """Seat to what it chooses, as a command."""
    made = ((seat, option) for seat, option in sorted(picks.items()) if option is not None)
    return Chosen(prompt=game.number, picks=tuple(Pick(Seat(seat), (option,)) for seat, option in made))


def what_remains(game: Game, command: AnyCommand) -> AnyCommand | None:
    """A refused command without what was refused in it; None when there is no such thing."""
    prompt = game.prompt
    if isinstance(command, Chosen) and isinstance(prompt, RollCall):
        legal = {entry.seat: entry.options for entry in prompt.legal}
        picks = tuple(pick for pick in command.picks if set(pick.options) <= set(legal.get(pick.seat, ())))
        return Chosen(prompt=game.number, picks=picks)
    if isinstance(command, Pressed) and isinstance(prompt, Press):
        return Pressed(prompt=game.number, seats=tuple(seat for seat in command.seats if seat in prompt.who))
    return None


def holders(game: Game, role: str) -> Seats:
    """Who holds the card with this Chinese name, alive or not."""
    return tuple(seat for seat, card in game.state.cards if card == ROLE_IDS.get(role))


def actors(game: Game, role: str) -> Seats:
    """Who acts for `role`: its living holders; where none lives its dead ones, who are refused."""
    every = holders(game, role)
    return tuple(seat for seat in every if seat in game.state.living) or every


def antidote(game: Game, witch: Seat, target: Option | None) -> AnyCommand:
    """解药 for `target`. She is asked about tonight's victim alone; to name another is a choice nobody asked for."""
    if target is None or target == target_of(game.state.marks, Mark.KNIFE):
        return Pressed(prompt=game.number, seats=(witch,))
    return choices(game, {witch: target})


def pack(game: Game, plan: Plan) -> AnyCommand | None:
    """The choices of all who knife; where none of them lives, of the dead, who are refused."""
    deed = plan.of(game.state.n, "狼人")
    if isinstance(deed, PackVotes):
        return choices(game, deed.votes)
    asked = tuple(entry.seat for entry in game.prompt.legal) if isinstance(game.prompt, RollCall) else ()
    return None if deed is None else choices(game, dict.fromkeys(asked or actors(game, "狼人"), deed))


def heal(game: Game, plan: Plan) -> AnyCommand | None:
    """女巫用解药."""
    deed = plan.of(game.state.n, "女巫")
    if deed is None or deed.save is None:
        return None
    return antidote(game, actors(game, "女巫")[0], deed.save)


def poison(game: Game, plan: Plan) -> AnyCommand | None:
    """女巫用毒药."""
    deed = plan.of(game.state.n, "女巫")
    return None if deed is None else choices(game, dict.fromkeys(actors(game, "女巫"), deed.poison))


def protect(game: Game, plan: Plan) -> AnyCommand | None:
    """守卫守护."""
    return choices(game, dict.fromkeys(actors(game, "守卫"), plan.of(game.state.n, "守卫")))


def check(game: Game, plan: Plan) -> AnyCommand | None:
    """预言家查验."""
    return choices(game, dict.fromkeys(actors(game, "预言家"), plan.of(game.state.n, "预言家")))


def _one_choice(role: str) -> Act:
    """What `role` chooses, where its deed is one seat."""

    def planned(game: Game, plan: Plan) -> AnyCommand:
        return choices(game, dict.fromkeys(actors(game, role), plan.of(game.state.n, role)))

    return planned


def bind(game: Game, plan: Plan) -> AnyCommand | None:
    """丘比特连线."""
    deed = plan.of(game.state.n, "丘比特")
    if deed is None:
        return None
    return Chosen(prompt=game.number, picks=tuple(Pick(seat, tuple(deed)) for seat in actors(game, "丘比特")))


def take_card(game: Game, plan: Plan) -> AnyCommand | None:
    """盗贼选牌."""
    deed = plan.of(game.state.n, "盗贼")
    if deed is None or deed.chosen is None:
        return None
    return choices(game, dict.fromkeys(actors(game, "盗贼"), ROLE_IDS[deed.chosen]))


def along(game: Game, plan: Plan) -> AnyCommand | None:
    """Whom a 自爆 in the election takes along."""
    mine = plan.campaigns.get(game.state.n)
    blast = mine.explode if mine else None
    return None if blast is None or blast.take is None else choices(game, {blast.by: blast.take})


def ballot(game: Game, plan: Plan) -> AnyCommand | None:
    """The votes of the day."""
    return choices(game, plan.ballots.get(game.state.n, {}))


def runoff(game: Game, plan: Plan) -> AnyCommand | None:
    """The votes of the PK."""
    return choices(game, plan.runoffs.get(game.state.n, {}))


def sheriff_ballot(game: Game, plan: Plan) -> AnyCommand | None:
    """The votes for sheriff."""
    mine = plan.campaigns.get(game.state.n)
    if mine is None:
        return None
    return campaign.in_ballot(game, mine) or choices(game, mine.pk_votes if game.state.runoff else mine.votes)


def _campaigning(act: Callable[[Game, Campaign], AnyCommand | None]) -> Act:
    """What the election of this day, where it has one, answers."""

    def planned(game: Game, plan: Plan) -> AnyCommand | None:
        mine = plan.campaigns.get(game.state.n)
        return act(game, mine) if mine else None

    return planned


ACTS: Final[Mapping[str, Act]] = MappingProxyType(
    {
        "sheriff.raise": _campaigning(campaign.bid),
        campaign.TURN: _campaigning(campaign.in_speech),
        campaign.WINDOW: _campaigning(campaign.in_window),
        campaign.PK_TURN: _campaigning(campaign.in_speech),
        **dict.fromkeys(campaign.BALLOTS, sheriff_ballot),
        "thief.pick": take_card,
        "cupid.pick": bind,
        "wildchild.pick": _one_choice("野孩子"),
        "beauty.pick": _one_choice("狼美人"),
        "elder.pick": _one_choice("禁言长老"),
        "boom.ask": along,
        "guard.pick": protect,
        "wolf.pick": pack,
        "witch.heal": heal,
        "witch.poison": poison,
        "seer.pick": check,
        "vote.open": ballot,
        "pk.vote": runoff,
    }
)
"""The line of a prompt to what the steps of the case answer to it."""


def _claimants(game: Game, prompt: Press) -> Seats:
    """Who holds the card that a claim window calls; all wolves that knife, where they are called."""
    call = prompt.call
    held = {seat: role_of(card) for seat, card in game.state.cards if seat in prompt.who}
    if call.card:
        return seats_of(*(seat for seat, role in held.items() if role.id == call.card))
    return seats_of(*(seat for seat, role in held.items() if call.role in (role.line_key, "wolf" if role.pack else "")))
