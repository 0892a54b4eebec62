"""What came of a case: its events by round, its ballots by day, what a role was told, what would come next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, TypeVar

import msgspec

from engine import events as e
from engine.commands import Pressed
from engine.events import AnyEvent, Mark, Winner
from engine.prompts import RollCall
from engine.roles import SPEAKING
from engine.seats import Seat, Seats
from firmware.scenario.campaign import BALLOTS
from firmware.scenario.campaign import SPEECHES as CAMPAIGN
from firmware.scenario.cases import Case
from firmware.scenario.player import Player
from firmware.scenario.spots import GUN, SPEECH, WINDOW, at, next_night, night_begins

E = TypeVar("E")

HALVES: Final = 2

VICTORS: Final = {
    Winner.GOOD: "好人",
    Winner.WOLF: "狼人",
    Winner.THIRD: "情侣",
    Winner.BOMBER: "炸弹人",
    Winner.DRAW: "none",
}
"""Camps in the words of a case."""


EARLY_END: Final = ("winner_after_step", "dead_at_win")
"""Keys by which a whole game says that it went on beyond the end that the rules give it."""


def ends_early(case: Case) -> bool:
    """Whether the case goes on beyond the end of its game, and says so."""
    return any(key in case.expect for key in EARLY_END)


class DayRecord(msgspec.Struct):
    """The exile ballot of one day; a field that has not come about is None."""

    result: str | None = None
    seat: int | None = None
    tally: dict[str, float] | None = None
    pk: list[int] | None = None
    pk_tally: dict[str, float] | None = None
    reason: str | None = None
    voters: list[int] | None = None


class Evidence:
    """A case that has been played."""

    def __init__(self, case: Case, player: Player, unplayed: int = 0, ended: int | None = None) -> None:
        """Look at `player`'s game. It ended in step `ended` of the case; `unplayed` steps came after that."""
        self.case = case
        self.player = player
        self.unplayed = unplayed
        self.ended = ended

    @property
    def cut(self) -> int | None:
        """The round in which the game ended, where the case goes on beyond its end; else None."""
        return self.player.n if self.unplayed else None

    @cached_property
    def by_round(self) -> tuple[tuple[int, AnyEvent], ...]:
        """Every event with the number of its night and day."""
        return tuple(_by_round(self.player.events))

    @cached_property
    def ahead(self) -> Player:
        """The same game played on quietly to the end of this round (or of the game).

        Where the next night has just begun the round is over already.
        """
        later = self.player.fork()
        if not night_begins(self.player.n)(self.player):
            later.advance(next_night(self.player.n))
        return later

    def all_of(self, kind: type[E]) -> list[tuple[int, E]]:
        """The events of one class, with their rounds."""
        return [(n, event) for n, event in self.by_round if isinstance(event, kind)]

    @cached_property
    def dawns(self) -> dict[int, list[int]]:
        """Night to its dead. Where a dawn has ended the game nothing is announced: the deaths that decided it."""
        told: dict[int, list[int]] = {n: list(event.seats) for n, event in self.all_of(e.Announced)}
        for n, _ in self.all_of(e.DayBroke):
            if n not in told:
                told[n] = sorted(event.seat for night, event in self.all_of(e.Died) if night == n)
        return told

    @cached_property
    def days(self) -> dict[int, DayRecord]:
        """Day to its ballot, of the days that had one or were ended by a 自爆."""
        records: dict[int, DayRecord] = {}
        for n, event in self.by_round:
            _record(records.setdefault(n, DayRecord()), event)
        return {n: day for n, day in records.items() if day != DayRecord()}

    @property
    def last_vote(self) -> DayRecord | None:
        """The ballot of the last of these days."""
        return self.days[max(self.days)] if self.days else None

    @property
    def winner(self) -> str | None:
        """Who has won, in the words of a case; None while the game goes on."""
        won = self.player.game.state.winner
        return None if won is None else VICTORS[won]

    def told(self, line: str) -> list[tuple[int, e.Told]]:
        """What was told by lamp at this line, with the night."""
        return [(n, event) for n, event in self.all_of(e.Told) if event.what == line]

    @cached_property
    def called(self) -> list[str]:
        """The cards that were called, as often as they were, by their Chinese names."""
        names = {role.line_key: role.name.zh for role in SPEAKING}
        wakes = (one.prompt.call for one in self.player.asked if one.prompt.call.line == f"{one.prompt.call.role}.wake")
        return [names[call.role] for call in wakes]

    def actors(self, role: str, night: int | None) -> Seats:
        """Who was asked for a deed in the steps of `role` (its line key), in one night or in all."""
        seats = {
            entry.seat
            for one in self.player.asked
            if one.prompt.call.role == role and night in (None, one.n) and isinstance(one.prompt, RollCall)
            for entry in one.prompt.legal
        }
        return tuple(sorted(seats))

    def may_shoot(self, seat: int) -> bool:
        """Whether `seat`, pressing in its skill window, is given the shot; False where no window comes."""
        window = at(WINDOW, seat=seat)
        for one in self.player.asked:
            if one.prompt.call.line == WINDOW and one.prompt.call.seat == seat:
                return _given_the_shot(self.player.fork(one.at), seat)
        later = self.player.fork()
        n = later.n
        later.advance(lambda game: window(game) or (game.by_night and game.n > n))
        return window(later) and _given_the_shot(later, seat)

    @cached_property
    def next(self) -> str:
        """What comes next: speech, vote, night, or over."""
        places = {
            "night": next_night(self.player.n),
            "vote": at("vote.open", "pk.vote", *BALLOTS),
            "speech": at(*SPEECH, "pk.turn", *CAMPAIGN),
        }
        if self.player.by_night:
            return "night"
        later = self.player.fork()
        later.advance(lambda game: any(place(game) for place in places.values()))
        return next((name for name, place in places.items() if place(later)), "over")

    @cached_property
    def words_of(self) -> list[list[int]]:
        """The seats of every round of last words there was or will be in this round, in the order they speak."""
        return [list(event.seats) for event in self.ahead.events if isinstance(event, e.WordsOpened) and event.seats]

    @cached_property
    def knives(self) -> dict[int, int | None]:
        """Night to whom the pack chose."""
        return {n: event.target for n, event in self.all_of(e.Marked) if event.mark is Mark.KNIFE}


def _given_the_shot(player: Player, seat: int) -> bool:
    player.attempt(Pressed(prompt=player.game.number, seats=(Seat(seat),)))
    return player.line == GUN


def _by_round(events: list[AnyEvent]) -> Iterator[tuple[int, AnyEvent]]:
    n = 0
    for event in events:
        if isinstance(event, e.PhaseEntered | e.NightFell | e.DayBroke):
            n = event.n
        yield n, event


def _record(day: DayRecord, event: AnyEvent) -> None:
    """What `event` adds to the ballot of its day."""
    match event:
        case e.BallotOpened(round=number, voters=voters):
            day.voters = list(voters)
            day.result = "pk" if number > 1 else None
        case e.BallotRead(round=number, tally=tally):
            votes: dict[str, Any] = {str(row.seat): votes_of(row.halves) for row in tally}
            day.tally, day.pk_tally = (votes, day.pk_tally) if number == 1 else (day.tally, votes)
        case e.PkOpened(order=order):
            day.result, day.pk = "pk", sorted(order)
        case e.Exiled(seat=seat):
            day.result, day.seat = "exile", seat
        case e.IdiotFlipped(seat=seat):
            day.result, day.seat = "flip", seat
        case e.PeaceDay():
            day.result = "none"
        case e.Exploded():
            day.result, day.reason = "none", "自爆"
        case e.DuelWon():
            day.result, day.reason = "none", "决斗"
        case _:
            pass


def votes_of(halves: int) -> float:
    """Half votes as a case counts them: 1.5, and 2 rather than 2.0."""
    return halves // HALVES if halves % HALVES == 0 else halves / HALVES
