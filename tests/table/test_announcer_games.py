"""Whole games, as the room hears them: every sentence has words, in both languages, and none is missing."""

from __future__ import annotations

import random
import re
from importlib import resources

import pytest

from audio.planner import length_ms, render
from audio.say import Language, Say
from engine.commands import AnyCommand, Chosen, Done, FloorEnded, OfferTaken, Pick, Pressed, Value
from engine.events import ElectionSuspended, GameOver, NoSheriff, WordsOpened, WordsOver
from engine.game import Game, Step
from engine.prompts import LOTS, AnyPrompt, Floor, Form, Press, Read, RollCall, Tell, Wanted
from engine.public import PublicView
from engine.seats import Seat, seats_of
from engine.secrecy import Public
from engine.setup import Board, Setup, board_from_toml, house_rules
from firmware.table.announcer import announce, question

BOARDS = ("B06a", "B06b", "B07", "B08a", "B08b", "B09", "B10c")
ELECTING = ("B10a", "B10b", "B10c", "B11", "B12-预女猎守", "B12-预女猎白")
ELECTIONS: tuple[dict[str, str | int], ...] = (
    {},
    {"badge_swallow": "double", "idiot_sheriff": "hand_over", "ballots_read": "counts", "exile_ballot": "open"},
    {"reveal_on_death": "on", "name_shooter_role": "on", "last_words_explode": "on", "no_sheriff_order": "random"},
)
SWITCHES: tuple[dict[str, str | int], ...] = (
    {},
    {"ballots_read": "counts", "all_abstain": "pk_all", "dead_at_night": "leave"},
    {"last_words_night": "always", "win_mode": "city", "wolf_consensus": "unanimous", "max_rounds": 2},
)


def board(name: str) -> Board:
    return board_from_toml((resources.files("engine") / "boards" / f"{name}.toml").read_text(encoding="utf-8"), name)


class Table:
    """Answers at random, with cards dealt by `rng`; the engine learns them by claims, as at a real table."""

    def __init__(self, setup: Setup, rng: random.Random) -> None:
        deck = [row.role for row in setup.opened().deck for _ in range(row.cards)]
        rng.shuffle(deck)
        self.rng = rng
        self.cards = dict(zip(setup.seats, deck, strict=True))

    def answer(self, prompt: AnyPrompt, number: int) -> AnyCommand:
        match prompt:
            case Press():
                return Pressed(prompt=number, seats=self._pressing(prompt))
            case RollCall():
                for offer in prompt.offers:
                    if offer.who and self.rng.random() < 0.2:
                        return OfferTaken(prompt=number, offer=offer.kind, seat=offer.who[0], left_ms=0)
                abstained = self.rng.random() < 0.1
                picks = [(row.seat, row.options) for row in prompt.legal if row.options and not abstained]
                chosen = tuple(Pick(seat, (self.rng.choice(options),)) for seat, options in sorted(picks))
                return Chosen(prompt=number, picks=chosen)
            case Floor():
                for offer in prompt.offers:
                    if offer.who and self.rng.random() < 0.02:
                        return OfferTaken(prompt=number, offer=offer.kind, seat=offer.who[0], left_ms=30_000)
                return FloorEnded(prompt=number)
            case Tell():
                return Done(prompt=number)
            case Read(wanted=Wanted.MINUTE):
                return Value(prompt=number, value=self.rng.randrange(24 * 60))
            case Read(wanted=Wanted.LOT):
                return Value(prompt=number, value=self.rng.randrange(LOTS))
            case Read():
                msg = "every claim of this table fits"
                raise AssertionError(msg)

    def _pressing(self, prompt: Press) -> tuple[Seat, ...]:
        if prompt.call.form is Form.READY:
            return prompt.who
        if prompt.call.form is Form.WAKE:
            role = {"wolf": "werewolf"}.get(prompt.call.role, prompt.call.role)
            return tuple(seat for seat in prompt.who if prompt.call.claim and role == self.cards[seat])
        return tuple(seat for seat in prompt.who if self.rng.random() < 0.5)


def heard(setup: Setup, seed: int) -> tuple[list[Say], list[Public]]:
    """Everything said in one game, and the public events behind it."""
    table = Table(setup, random.Random(seed))
    game, step = Game.start(setup)
    view = PublicView()
    says: list[Say] = []
    told: list[Public] = []

    def listen(step: Step) -> None:
        nonlocal view
        for event in step.events:
            if isinstance(event, Public):
                says.extend(announce(event, view))
                told.append(event)
                view = view.after(event)
        if step.prompt is not None:
            says.extend(question(step.prompt.call, view))

    listen(step)
    while game.prompt is not None:
        listen(game.answer(table.answer(game.prompt, game.number)))
    return says, told


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("switches", SWITCHES, ids=["default", "counts", "city"])
def test_a_whole_game_can_be_said(name: str, switches: dict[str, str | int]) -> None:
    preset = board(name)
    seats = seats_of(*range(1, 1 + sum(row.cards for row in preset.cards)))
    setup = Setup(preset, seats, house_rules(preset, {**switches, "sheriff": "off"}))
    for seed in range(4):
        says, told = heard(setup, seed)
        assert isinstance(told[-2], GameOver)
        assert "over.thanks" == says[-1].key
        for say in says:
            for language in Language:
                assert None is re.search(r"[\d{}]", render(say, language))
                assert 300 <= length_ms(say, language)


@pytest.mark.parametrize("name", ELECTING)
@pytest.mark.parametrize("switches", ELECTIONS, ids=["default", "double", "shown"])
def test_a_whole_game_with_a_sheriff_can_be_said(name: str, switches: dict[str, str | int]) -> None:
    preset = board(name)
    seats = seats_of(*range(1, 1 + sum(row.cards for row in preset.cards)))
    setup = Setup(preset, seats, house_rules(preset, switches))
    for seed in range(6):
        says, told = heard(setup, seed)
        assert isinstance(told[-2], GameOver)
        assert 1 == [say.key for say in says].count("sheriff.open")
        for say in says:
            for language in Language:
                assert None is re.search(r"[\d{}]", render(say, language))
                assert 300 <= length_ms(say, language)


OPENING_EYES = ("dawn.open", "dawn.again", "sheriff.vote_end", "vote.end")
SHUTTING_EYES = ("night.first", "night.fall", "sheriff.vote_open", "sheriff.pk_vote", "vote.open", "pk.vote")


@pytest.mark.parametrize("double", ["single", "double"])
def test_whoever_shuts_the_eyes_is_told_to_open_them(double: str) -> None:
    """By what is said alone: no speech is called, and no night falls, before eyes shut for a ballot are open again."""
    preset = board("B12-预女猎守")
    setup = Setup(preset, seats_of(*range(1, 13)), house_rules(preset, {"badge_swallow": double}))
    booms = 0
    for seed in range(60):
        says, told = heard(setup, seed)
        shut = ""
        for say in says:
            if say.key in OPENING_EYES:
                shut = ""
            elif say.key in SHUTTING_EYES:
                assert "" == shut, (seed, say.key)
                shut = say.key
            elif say.key in ("boom.wolf", "sheriff.turn", "speech.turn", "words.ask", "pk.turn"):
                assert "" == shut, (seed, say.key)
        booms += sum(isinstance(event, (NoSheriff, ElectionSuspended)) for event in told)
    assert booms > 0


def test_last_words_are_over_only_where_there_were_some() -> None:
    preset = board("B09")
    setup = Setup(preset, seats_of(*range(1, 10)), house_rules(preset, {"sheriff": "off"}))
    opened = 0
    for seed in range(8):
        _, told = heard(setup, seed)
        words = [event for event in told if isinstance(event, (WordsOpened, WordsOver))]
        for now, then in zip(words, [*words[1:], None], strict=True):
            if isinstance(now, WordsOpened):
                opened += 1
                assert bool(now.seats) == isinstance(then, WordsOver)
    assert opened > 8
