"""Every law finds what it is there for: one planted violation each, in a whole game where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest

from audio.say import Language, Say
from engine.commands import AnyCommand, Chosen
from engine.events import (
    Announced,
    BallotClosed,
    CardsKnown,
    Exploded,
    GameOver,
    NightFell,
    Reason,
    Revealed,
    Winner,
)
from engine.game import Step
from engine.prompts import Call, Eyes, Form, Tell
from engine.public import PublicView
from engine.seats import Seat, seats_of
from engine.secrecy import Event
from firmware.sim import invariants as law
from firmware.sim import simulate
from firmware.sim.evening import Evening
from firmware.sim.faults import QUIET
from firmware.sim.lamp_law import LampLaw
from firmware.sim.life import Life
from firmware.table.outlets import Spoken
from firmware.table.rollcall import RollCallSweeps
from firmware.table.score import Score
from hardware.ports import Edge, Lamp, LampFrame, Pattern

MS: Final = 1_000_000
CARDS: Final = {Seat(1): "werewolf", Seat(2): "seer", Seat(3): "villager"}
SEATS: Final = seats_of(1, 2, 3)


def violations(seed: int = 9) -> tuple[str, ...]:
    board = simulate.preset("B06a")
    setup = msgspec.structs.replace(simulate.table_for(board, seed), rules=board.rules)
    return Evening(setup, seed, Language.ZH, QUIET).play().violations


def spoken(key: str, at_ms: int, *, length_ms: int = 500, text: str = "", **values: Any) -> Spoken:
    return Spoken(at_ms * MS, Say(key=key, **values), text or key, length_ms, night=True)


def step(*events: Event) -> Step:
    return Step(number=1, command=None, events=events, prompt=None, digest=b"")  # type: ignore[arg-type]


def lit(*seats: int) -> LampFrame:
    return tuple(Lamp(seat, Pattern.STEADY, 0) for seat in seats)


class Night:
    """The lamp law in night 1 or later, with the test as judge. `awake`: who says that its eyes are open."""

    def __init__(self, n: int = 1, out: tuple[int, ...] = (), awake: tuple[int, ...] = (1, 2, 3)) -> None:
        self.law = LampLaw(lambda: CARDS, lambda: [seat for seat in SEATS if seat not in awake])
        self.law.fact(NightFell(n), PublicView(seats=SEATS, out=seats_of(*out), n=n, night=True))
        self.ms = 0
        self.say("night.fall")

    def say(self, key: str) -> None:
        self.law.spoken(spoken(key, self.ms))
        self.ms += 1_000

    def light(self, *seats: int) -> None:
        self.law.lamps(lit(*seats), self.ms * MS)
        self.ms += 1_000
        self.law.lamps((), self.ms * MS)

    def press(self, seat: int, times: int) -> None:
        for _ in range(times):
            self.law.edge(Edge(seat, True, self.ms * MS))
            self.ms += 200


# ---------------------------------------------------------------- lamps


def test_a_called_seat_may_be_lit_by_night() -> None:
    night = Night()
    night.say("seer.wake")
    night.light(2)
    assert [] == night.law.broken


@pytest.mark.parametrize("called", ["night.hush", "seer.wake", "wolf.close"])
def test_a_seat_that_is_not_called_may_not_be_lit(called: str) -> None:
    night = Night()
    night.say(called)
    night.light(1)
    assert "lit by night" in night.law.broken[0]


def test_a_claimant_of_the_first_night_counts_as_awake_and_no_other() -> None:
    night = Night()
    night.say("seer.wake")
    night.say("night.confirm")
    night.press(3, 2)
    night.light(3)
    assert [] == night.law.broken
    night.press(1, 1)
    night.light(1)
    assert "[1]" in night.law.broken[0]


def test_presses_outside_a_claim_window_make_no_claimant() -> None:
    later = Night(n=2)
    later.say("seer.wake")
    later.press(3, 2)
    later.light(3)
    assert "[3]" in later.law.broken[0]
    closed = Night()
    closed.say("seer.wake")
    closed.say("seer.pick")
    closed.press(3, 2)
    closed.light(3)
    assert "[3]" in closed.law.broken[0]


def test_who_is_out_may_not_be_lit_by_night() -> None:
    night = Night(n=2, out=(2,))
    night.say("seer.wake")
    night.light(2)
    assert "[2]" in night.law.broken[0]


def test_a_lamp_before_shut_eyes_is_found() -> None:
    night = Night(awake=(1, 3))
    night.say("seer.wake")
    night.light(2)
    assert "before shut eyes" in night.law.broken[0]


@pytest.mark.parametrize("opened", ["vote.open", "pk.vote", "pk.vote_all"])
def test_no_lamp_is_lit_while_eyes_are_shut_for_a_ballot(opened: str) -> None:
    day = Night()
    day.say("dawn.open")
    day.light(1, 2, 3)
    assert [] == day.law.broken
    day.say(opened)
    day.light(3)
    assert "ballot" in day.law.broken[0]
    day.law.broken.clear()
    day.say("vote.end")
    day.light(3)
    assert [] == day.law.broken


def test_what_is_put_right_within_the_same_instant_is_no_violation() -> None:
    night = Night()
    night.say("seer.wake")
    night.law.lamps(lit(2), night.ms * MS)
    night.ms += 1_000
    night.say("seer.close")
    night.law.lamps((), (night.ms - 1_000) * MS)
    night.light()
    assert [] == night.law.broken


def test_a_lamp_planted_by_night_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    lamps = Life.lamps

    def leak(self: Life, frame: LampFrame, eyes: Eyes) -> None:
        lamps(self, lit(*range(1, 7)) if frame and eyes is Eyes.NIGHT else frame, eyes)

    monkeypatch.setattr(Life, "lamps", leak)
    assert any("lit by night" in what for what in violations())


# ---------------------------------------------------------------- words


@pytest.mark.parametrize(
    "said",
    [
        spoken("vote.out", 0, seat=3, text="三号预言家出局。"),
        spoken("vote.out", 0, seat=3, text="Number three, the Seer, is out."),
        spoken("words.many", 0, seats=(3,), text="平民三号"),
        spoken("over.role", 0, seat=3, role="seer", text="三号，好。"),
    ],
)
def test_a_sentence_that_names_the_card_of_a_seat_is_found(said: Spoken) -> None:
    silence = law.Silence()
    silence.spoken(said)
    assert len(silence.broken) == 1


def test_cards_are_named_without_seats_by_a_wolf_that_reveals_itself_and_at_the_end() -> None:
    silence = law.Silence()
    silence.spoken(spoken("seer.wake", 0, text="预言家请睁眼。"))
    silence.spoken(spoken("boom.wolf", 0, seat=1, text="一号是狼人，自爆出局。"))
    silence.fact(Exploded(Seat(1)), PublicView())
    silence.fact(GameOver(Winner.GOOD, Reason.WOLVES_DEAD), PublicView())
    silence.fact(Revealed(((Seat(2), "seer"),)), PublicView())
    silence.spoken(spoken("over.role", 0, seat=2, role="seer", text="二号，预言家。"))
    assert [] == silence.broken


def test_a_public_fact_with_a_card_before_the_end_is_found() -> None:
    silence = law.Silence()
    silence.fact(Revealed(((Seat(2), "seer"),)), PublicView())
    assert "seer" in silence.broken[0]


def test_a_planted_card_in_a_caption_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Life.spoken

    def leak(self: Life, sentence: Spoken) -> None:
        named = sentence.say.key == "speech.next"
        said(self, msgspec.structs.replace(sentence, text=sentence.text + "狼人") if named else sentence)

    monkeypatch.setattr(Life, "spoken", leak)
    assert any("names" in what for what in violations())


# ---------------------------------------------------------------- time


def test_a_sentence_that_begins_too_early_is_found_unless_the_judge_was_silenced() -> None:
    one = law.OneAtATime()
    one.spoken(spoken("day.end", 0, length_ms=500))
    one.spoken(spoken("night.fall", 500, length_ms=500))
    one.cut(600 * MS)
    one.spoken(spoken("staff.pause", 600, length_ms=500))
    assert [] == one.broken
    one.spoken(spoken("night.fall", 1_099, length_ms=500))
    assert ["night.fall begins while staff.pause is still spoken"] == one.broken


def test_long_sentences_are_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    said = Life.spoken

    def drawl(self: Life, sentence: Spoken) -> None:
        said(self, msgspec.structs.replace(sentence, length_ms=sentence.length_ms + 60_000))

    monkeypatch.setattr(Life, "spoken", drawl)
    assert any("still spoken" in what for what in violations())


def _score(length_ms: int) -> Score:
    return Score(sentences=(), facts=(), counts=(), question_ms=0, length_ms=length_ms)


@pytest.mark.parametrize(("eyes", "found"), [(Eyes.NIGHT, 1), (Eyes.SHUT, 1), (Eyes.OPEN, 0)])
def test_a_score_beside_its_time_is_found_where_time_is_fixed(eyes: Eyes, found: int) -> None:
    tail = law.Tail()
    tail.prompt(Tell(call=Call(line="seer.result", form=Form.ANSWER, eyes=eyes)))
    tail.begin(_score(4_000), 0)
    tail.begin(_score(4_000), 4_250 * MS)
    assert [] == tail.broken
    tail.begin(_score(4_000), 8_500 * MS + 1)
    assert found == len(tail.broken)


def test_an_interrupted_score_is_not_measured() -> None:
    tail = law.Tail()
    tail.prompt(Tell(call=Call(line="seer.result", form=Form.ANSWER, eyes=Eyes.NIGHT)))
    tail.begin(_score(4_000), 0)
    tail.cut(500 * MS)
    tail.begin(_score(4_000), 9_000 * MS)
    assert [] == tail.broken


def test_a_commit_that_takes_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Evening, "commit_ns", lambda _: 260 * MS)
    found = violations()
    assert any("ns late" in what for what in found)
    assert any("beside its time" in what for what in found)


# ---------------------------------------------------------------- deaths, cards, votes, results


def test_deaths_out_of_order_are_found_as_a_fact_and_as_a_sentence() -> None:
    order = law.Ascending()
    order.fact(Announced(1, seats_of(2, 9)), PublicView())
    order.spoken(spoken("dawn.death_many", 0, seats=(2, 9)))
    assert [] == order.broken
    order.fact(Announced(1, (Seat(9), Seat(2))), PublicView())
    order.spoken(spoken("dawn.death_many", 0, seats=(9, 2)))
    assert 2 == len(order.broken)


@pytest.mark.parametrize("kind", [CardsKnown, Revealed])
def test_cards_that_were_not_dealt_are_found(kind: Callable[[tuple[tuple[Seat, str], ...]], Event]) -> None:
    cards = law.TrueCards(lambda: CARDS)
    cards.committed(step(kind(tuple(CARDS.items()))))
    assert [] == cards.broken
    cards.committed(step(kind(((Seat(1), "seer"), (Seat(2), "werewolf"), (Seat(3), "villager")))))
    assert 1 == len(cards.broken)


def test_a_vote_that_was_not_meant_is_found() -> None:
    votes = law.TrueVotes(lambda: {Seat(1): Seat(2), Seat(2): None})
    votes.committed(step(BallotClosed(1, ((Seat(1), Seat(2)), (Seat(3), Seat(1))))))
    assert [] == votes.broken
    votes.committed(step(BallotClosed(1, ((Seat(1), Seat(3)), (Seat(2), Seat(3))))))
    assert 2 == len(votes.broken)


def test_a_ballot_that_staff_skipped_is_not_compared_until_it_is_put_again() -> None:
    votes = law.TrueVotes(lambda: {Seat(1): Seat(2)})
    votes.cut(0)
    votes.committed(step(BallotClosed(1, ())))
    assert [] == votes.broken
    votes.begin(_score(1_000), 0)
    votes.committed(step(BallotClosed(1, ())))
    assert 1 == len(votes.broken)


def test_a_lost_ballot_is_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = RollCallSweeps.command

    def lose(self: RollCallSweeps, number: int) -> AnyCommand:
        command = answer(self, number)
        assert isinstance(command, Chosen)
        return command if self.awake(0) else Chosen(prompt=number, picks=command.picks[1:])

    monkeypatch.setattr(RollCallSweeps, "command", lose)
    assert any("the judge read None" in what for what in violations())


def test_numbers_read_one_too_far_are_found_in_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge takes every tap for the number after: players see it in the read-back, and in the tally."""
    counted_at = Score.counted_at

    def next_number(self: Score, ms: int) -> Any:
        return counted_at(self, ms + 1_100)

    monkeypatch.setattr(Score, "counted_at", next_number)
    found = [what for seed in (9, 10) for what in violations(seed)]
    assert any("its lamp said" in what for what in found)
    assert any("the judge read" in what for what in found)
