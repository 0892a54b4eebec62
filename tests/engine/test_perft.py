"""Perft: how many ways the rules leave open, counted from known positions. A golden integer changes with any rule.

Depth counts decisions: prompts to which more than one answer is tried. Presses are tried by nobody, by each and by
all; the pack and a ballot choose together; a day choice, an offer and a night pick are tried with every legal option.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

import pytest

from engine.commands import AnyCommand, Done, FloorEnded, OfferTaken, Pressed
from engine.events import LoversBound, Mark, Marked, ModelChosen
from engine.game import At, Ballot, Day, Game, Night
from engine.prompts import Floor, Press, RollCall, Tell
from engine.seats import Seat
from tests.kit.engine_play import Play, chosen, quiet


def answers(game: Game, play: Play) -> Iterator[AnyCommand]:
    """Every answer that is tried to the open prompt."""
    number, prompt = game.number, game.prompt
    for offer in prompt.offers if prompt is not None else ():
        yield from (OfferTaken(prompt=number, offer=offer.kind, seat=seat, left_ms=60_000) for seat in offer.who)
    match prompt:
        case Press(who=who, call=call):
            tried = [(), *((seat,) for seat in who), who]
            claim = call.claim
            yield from [] if claim else [Pressed(prompt=number, seats=seats) for seats in dict.fromkeys(tried)]
            if claim:
                yield quiet(game, dict(play.cards))
        case RollCall(legal=legal, places=places):
            yield chosen(number, {})
            options = dict.fromkeys(option for entry in legal for option in entry.options)
            for picked in combinations(options, places):
                able = [entry.seat for entry in legal if set(picked) <= set(entry.options)]
                yield chosen(number, dict.fromkeys(able, picked if places > 1 else picked[0]))
        case Floor():
            yield FloorEnded(prompt=number)
        case Tell():
            yield Done(prompt=number)
        case _:
            yield quiet(game, dict(play.cards))


def perft(play: Play, at: At, depth: int) -> tuple[int, ...]:
    """How many different courses there are after 1, 2 … `depth` decisions; a game that is over goes no further."""
    start = play.state

    def reached(path: tuple[AnyCommand, ...]) -> tuple[Game, tuple[AnyCommand, ...]]:
        """The game after `path`, quietly on to the next decision; with the answers it is tried with."""
        game, _ = Game.start(play.setup, at, start)
        for command in path:
            game.answer(command)
        while game.prompt is not None:
            tried = tuple(answers(game, play))
            if len(tried) > 1:
                return game, tried
            path = (*path, tried[0])
            game.answer(tried[0])
        return game, ()

    counts = []
    paths: list[tuple[AnyCommand, ...]] = [()]
    for _ in range(depth):
        following = []
        for path in paths:
            game, tried = reached(path)
            done = tuple(step.command for step in game.trail[1:] if step.command is not None)
            following += [(*done, command) for command in tried]
        counts.append(len(following))
        paths = following
    return tuple(counts)


SIX: Final = "狼狼巫预民民"
SPECIALS: Final = "帝美隐猎骑民炸野民流"
BOUND: Final = (LoversBound((Seat(2), Seat(9))), ModelChosen(Seat(8), Seat(2)), Marked(Mark.CHARM, (Seat(2),), Seat(4)))


@pytest.mark.parametrize(
    ("play", "at", "expected"),
    [
        # 空刀 and six victims; the antidote yes or no, or at once the poison (five and nobody); then six checks.
        (Play(SIX), Night(1), (7, 18, 108)),
        # Nobody or one of six is out; the next night has seven choices, or six.
        (Play(SIX), Ballot(1), (7, 43, 142)),
        # The speech ends, 白狼王 explodes (and takes nobody or one of nine), 骑士 duels (nobody or one of nine).
        (Play(SPECIALS, facts=BOUND), Day(2), (3, 23, 126)),
        (Play(SPECIALS, facts=BOUND), Ballot(2), (11, 28, 236)),
        # The pack knifes nobody or one of nine (not 狼美人), who charms nobody or one of nine.
        (Play(SPECIALS, facts=BOUND), Night(2), (10, 100, 210)),
        # 盗贼 must take the wolf; 丘比特 binds none of his own or one of 28 pairs; the pack has nine choices.
        (Play("盗丘狼狼巫预民民", spares="猎狼"), Night(1), (2, 58, 522)),
        # 守卫 nobody or eight, the pack nobody or seven (not 狼美人), 狼美人 nobody or seven.
        (Play("狼美守巫禁预民民"), Night(2), (9, 72, 576)),
    ],
)
def test_perft(play: Play, at: At, expected: tuple[int, ...]) -> None:
    assert expected == perft(play, at, len(expected))
