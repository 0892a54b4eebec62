"""Pairs of games with special cards cannot be told apart; with a leak in any of the new questions they can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from engine import blast, deal, morning, rulebook
from engine.claims import holders
from engine.conversation import Judge as Rules
from engine.conversation import Procedure, roll_call, tell
from engine.events import CardSeen, DealEnded, DealOpened, DuelDropped, Exploded, Phase, PhaseEntered
from engine.explosion import burst, explode
from engine.prompts import Call, Eyes, Fact, Form, Legal, RollCall, Tell
from engine.roles.vocabulary import Tonight
from engine.seats import Option, Seat, Seats
from engine.victory import is_wolf
from firmware.judge import Judge
from firmware.table.outlets import Spoken
from tests.kit.trace import compare
from tests.secrecy.pairs import PAIRS


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_cannot_be_told_apart(name: str) -> None:
    one, two = PAIRS[name].play()
    assert [] == compare(one, two)
    assert one.table.commands != two.table.commands or one.table.cards != two.table.cards


Planted = Callable[[pytest.MonkeyPatch], None]


def lovers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tour wakes nobody but the two."""

    def living(tonight: Tonight) -> Seats:
        state = tonight._judge.state  # noqa: SLF001 - the fault is planted inside
        return state.lovers if tonight._role.id == "lovers" else state.living  # noqa: SLF001

    monkeypatch.setattr(Tonight, "living", property(living))


def up_to_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that has been shown its card need not hear the other names."""

    def tour(judge: Rules) -> Procedure[None]:
        yield DealOpened()
        names = [entry.role for entry in judge.state.deck]
        for seat, card in judge.state.cards:
            heard: tuple[Option, ...] = tuple(names[: names.index(card) + 1])
            call = Call(line="deal.look", form=Form.DEAL, eyes=Eyes.NIGHT, seat=seat, options=heard)
            yield from tell(Tell(call=call, awake=(seat,), facts=(Fact(seat, at=(card,)),)))
            yield CardSeen(seat)
        yield DealEnded()

    monkeypatch.setattr(deal, "tour", tour)


def spares_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """盗贼 need not hear the names of cards that do not lie there."""
    monkeypatch.setattr(Tonight, "names", property(lambda tonight: tuple(dict.fromkeys(tonight.spares))))


def held_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A special wolf that nobody plays need not be called."""

    def specials(tonight: Tonight) -> tuple[str, ...]:
        state = tonight._judge.state  # noqa: SLF001
        return tuple(card for card in ("wolf_king",) if state.played(card))

    monkeypatch.setattr(Tonight, "specials", property(specials))


def kings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wolf that takes nobody along need not be asked whom."""

    def revealed(judge: Rules, seat: Seat) -> Procedure[None]:
        if judge.state.card_of(seat) == "white_wolf_king":
            yield from explode(judge, seat)
        else:
            yield Exploded(seat)
            yield from burst(judge, seat, None, Phase.DAY_END)

    monkeypatch.setattr(rulebook, "explode", revealed)


def wolves_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """骑士 hears the numbers of those first with whom he wins."""

    def duel(judge: Rules) -> Procedure[None]:
        seat = judge.state.duel
        assert seat is not None
        others = (other for other in judge.state.living if other != seat)
        first = sorted(others, key=lambda other: not is_wolf(judge.state, other))
        options: tuple[Option, ...] = tuple(first)
        call = Call(line="knight.ask", form=Form.CHOICE, eyes=Eyes.OPEN, seat=seat, options=options)
        yield from roll_call(RollCall(call=call, legal=(Legal(seat, options),)))
        yield DuelDropped(seat)
        yield PhaseEntered(Phase.RETURN, judge.state.n)

    monkeypatch.setattr(rulebook, "duel", duel)


def bombers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who cannot blow up need not be asked."""
    monkeypatch.setattr(
        blast, "asks", lambda state: state.exiled is not None and state.card_of(state.exiled) == "bomber"
    )


def tamers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bear whose tamer is dead need not be spoken of."""
    honest = morning.omens

    def omens(judge: Rules, *, announced: bool) -> Procedure[None]:
        if any(seat in judge.state.alive for seat in holders(judge.state, "bear_tamer")):
            yield from honest(judge, announced=announced)

    monkeypatch.setattr(morning, "omens", omens)


LEAKS: Final[dict[str, tuple[Planted, str]]] = {
    "tour": (lovers_only, "text"),
    "deal": (up_to_its_own, "text"),
    "names": (spares_only, "text"),
    "special": (held_only, "text"),
    "take": (kings_only, "events"),
    "duel": (wolves_first, "text"),
    "bomb": (bombers_only, "events"),
    "bear": (tamers_only, "events"),
}
"""A pair, what is planted, and the channel in which it must be found."""


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_in_a_new_question_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, channel = LEAKS[name]
    plant(monkeypatch)
    assert channel in [finding.partition(":")[0] for finding in compare(*PAIRS[name].play())]


class Foreboding(Judge):
    """One more breath when somebody is called to speak on the day 老流氓 dies."""

    def spoken(self, spoken: Spoken) -> None:
        if spoken.say.key == "speech.next" and self.table and self.table.game.state.doomed:
            spoken = msgspec.structs.replace(spoken, text=spoken.text + " ")
        super().spoken(spoken)


def test_a_hint_that_somebody_will_be_out_after_the_speeches_is_found() -> None:
    """Rules 9.16: nothing may hint at the delayed death before it happens."""
    assert "text" in [finding.partition(":")[0] for finding in compare(*PAIRS["delayed"].play(Foreboding))]
