"""A judge that leaks, one channel at a time: the comparison of twins must find it."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec
import pytest

from engine.commands import Chosen
from engine.events import Mark
from engine.game import Step
from engine.prompts import Eyes, Form, Press
from engine.seats import Option, Seat, Seats
from engine.settlement import target_of
from engine.state import GameState
from firmware.judge import Judge
from firmware.table.outlets import Spoken
from firmware.table.score import Score
from firmware.table.windows import PressWindow
from firmware.web import views
from firmware.web.facts import Facts
from hardware.ports import Lamp, LampFrame, Pattern
from tests.kit.trace import CHANNELS, Item, Trace, compare
from tests.secrecy.games import Run, play
from tests.secrecy.twins import Wishes

WISHES = Wishes(peace=60, wrong_claim=0, no_exile=80)
PAIRS = 4


class Tempted(Judge):
    """An honest judge who knows tonight's victim."""

    @property
    def victim(self) -> Seat | None:
        """Who is knifed tonight, as far as is known."""
        return target_of(self.table.game.state.marks, Mark.KNIFE) if self.table else None


class Talkative(Tempted):
    """One more breath in the caption when somebody is knifed."""

    def spoken(self, spoken: Spoken) -> None:
        if spoken.say.key == "witch.close" and self.victim is not None:
            spoken = msgspec.structs.replace(spoken, text=spoken.text + " ")
        super().spoken(spoken)


class Hesitant(Tempted):
    """Takes longer to write down that somebody chose somebody."""

    def step(self, step: Step, committed: Callable[[], None]) -> None:
        late_ms = 400 if isinstance(step.command, Chosen) and step.command.picks else 0

        def later() -> None:
            self._loop.call_at(self._loop.now_ns() + late_ms * 1_000_000, committed)

        super().step(step, later)


class Squinting(Tempted):
    """Does not show the victim's number while the witch is told."""

    def counted(self, option: Option | None) -> None:
        super().counted(None if option == self.victim else option)


class Stumbling(Tempted):
    """Begins to speak a little later the higher the number of whoever is going to die; the captions do not."""

    def begin(self, score: Score, start_ns: int) -> None:
        super().begin(score, start_ns + (self.victim or 0) * 1_000_000)


class Glowing(Tempted):
    """The lamp of whoever is going to die glows by night."""

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        victim = self.victim
        if eyes is Eyes.NIGHT and victim is not None and victim not in [lamp.seat for lamp in frame]:
            frame = tuple(sorted((*frame, Lamp(victim, Pattern.STEADY, 0)), key=lambda lamp: lamp.seat))
        super().lamps(frame, eyes)


class Chatty(Tempted):
    """Logs how many chose."""

    def step(self, step: Step, committed: Callable[[], None]) -> None:
        if isinstance(step.command, Chosen):
            logging.getLogger("faguan").info("%d picks", len(step.command.picks))
        super().step(step, committed)


def with_lamps(facts: Facts, channel: views.Channel) -> views.View:
    """The room page shows the lamps of the night."""
    view = views.derive(facts, channel)
    if not isinstance(view, views.RoomView):
        return view
    lit = tuple(views.LampView(Seat(lamp.seat), lamp.pattern, 0) for lamp in facts.lamps)
    return msgspec.structs.replace(view, lamps=lit)


@pytest.mark.parametrize(
    ("channel", "run"),
    [
        ("text", Run("B09", WISHES, judge=Talkative)),
        ("events", Run("B09", WISHES, judge=Hesitant)),
        ("sound", Run("B09", WISHES, judge=Stumbling)),
        ("image", Run("B09", WISHES, judge=Squinting)),
        ("lamp", Run("B09", WISHES, judge=Glowing, lawful=False)),
        ("page", Run("B09", WISHES, derive=with_lamps)),
        ("log", Run("B09", WISHES, judge=Chatty)),
    ],
    ids=["text", "time", "sound", "image", "lamp", "page", "log"],
)
def test_a_leak_is_found_in_its_channel(channel: str, run: Run) -> None:
    run = run._replace(disturbed=False, nights=1)
    found: list[str] = []
    for public in range(PAIRS):
        one, two = (play(run, public, 2 * public + twin) for twin in range(2))
        found += [finding.partition(":")[0] for finding in compare(one, two)]
        if channel in found:
            break
    assert channel in found


@pytest.fixture(scope="module", name="same")
def same_twice() -> tuple[Trace, Trace]:
    """One game, played twice with the same secrets."""
    run = Run("B06a", WISHES, disturbed=False, nights=1)
    return play(run, 0, 1), play(run, 0, 1)


def bent(items: list[Item], moved: Item) -> list[list[Item]]:
    """`items` with one more in the middle, and with that one a millisecond late."""
    middle = len(items) // 2
    late = moved._replace(at_ns=moved.at_ns + 1_000_000)
    return [[*items[:middle], moved, *items[middle:]], [*items[:middle], late, *items[middle + 1 :]]]


@pytest.mark.parametrize("channel", CHANNELS)
def test_one_more_item_or_one_millisecond_in_a_channel_is_found(channel: str, same: tuple[Trace, Trace]) -> None:
    one, two = same
    assert [] == compare(one, two)
    items = two.items[channel]
    moved = items[len(items) // 2] if items else Item(two.ends_ns // 2, "nothing")
    for other in bent(items, moved):
        two.items[channel] = other
        found = compare(one, two)
        two.items[channel] = items
        assert [channel] == [finding.partition(":")[0] for finding in found]


def test_one_more_public_event_or_one_a_millisecond_late_is_found(same: tuple[Trace, Trace]) -> None:
    one, two = same
    events = two.events
    for other in bent(events, events[len(events) // 2]):
        two.events = other
        found = compare(one, two)
        two.events = events
        assert ["events"] == [finding.partition(":")[0] for finding in found]


def test_the_kit_itself_fails_a_test_that_breaks_the_lamp_law() -> None:
    run = Run("B09", Wishes(peace=0, wrong_claim=0), judge=Glowing, disturbed=False, nights=1)

    def evenings() -> None:
        for secret in range(PAIRS):
            play(run, 0, secret)

    with pytest.raises(AssertionError, match=r"sleeping|wolf\.close"):
        evenings()


ELECTION = Run(
    "B10c", Wishes(peace=0, wrong_claim=0, reveals=0, crowd=50, own_fates=True), disturbed=False, nights=1, lawful=False
)


def found_in(run: Run) -> list[str]:
    """The channels in which twins of `run` can be told apart, the first that can be."""
    for public in range(PAIRS):
        one, two = (play(run, public, 2 * public + twin) for twin in range(2))
        found = [finding.partition(":")[0] for finding in compare(one, two)]
        if found:
            return found
    return []


def test_bids_that_close_as_soon_as_all_have_pressed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With eyes shut a window never closes early, not even when nobody is left to press."""
    honest = PressWindow.end_ms

    def eager(window: PressWindow) -> int | None:
        prompt, pressed = window._prompt, window._pressed  # noqa: SLF001 - the fault is planted inside
        early = prompt.call.form is Form.BID and set(pressed) == set(prompt.who)
        return max(pressed.values()) if early else honest(window)

    monkeypatch.setattr(PressWindow, "end_ms", eager)
    crowd = ELECTION._replace(wishes=ELECTION.wishes._replace(crowd=100))
    assert "events" in found_in(crowd)


def test_a_turn_that_a_dead_candidate_does_not_get_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules 9.14: nobody may tell the victims of the night apart before they are announced."""

    def living(state: GameState) -> Seats:
        return tuple(seat for seat in state.bidders if seat in state.alive and seat not in state.withdrawn)

    monkeypatch.setattr(GameState, "standing", property(living))
    assert "events" in found_in(ELECTION)


class Beating(Judge):
    """The sheriff's lamp beats on while all eyes are shut for a ballot."""

    def spoken(self, spoken: Spoken) -> None:
        super().spoken(spoken)
        sheriff = self.table.view.sheriff_seat if self.table else None
        if spoken.say.key == "vote.for" and sheriff is not None:
            self.lamps((Lamp(sheriff, Pattern.HEARTBEAT, 0),), Eyes.SHUT)


class Announcing(Judge):
    """Somebody's lamp lights in the bids, as by day it would for a press."""

    def spoken(self, spoken: Spoken) -> None:
        super().spoken(spoken)
        prompt = self.table.game.prompt if self.table else None
        if spoken.say.key == "sheriff.count" and isinstance(prompt, Press):
            self.lamps((Lamp(prompt.who[0], Pattern.STEADY, 0),), Eyes.OPEN)


class Lagging(Judge):
    """Those who stand light up one by one after 天亮."""

    def lamps(self, frame: LampFrame, eyes: Eyes) -> None:
        bidders = self.table.view.bidders if self.table else ()
        together = len(frame) > 1 and {lamp.seat for lamp in frame} == set(bidders)
        super().lamps(frame[:1] if together else frame, eyes)


@pytest.mark.parametrize(
    ("judge", "complaint"),
    [(Beating, "before shut eyes"), (Announcing, "shut eyes|sleeping"), (Lagging, "only")],
    ids=["heartbeat", "bid", "together"],
)
def test_the_lamp_law_finds_light_in_the_election_where_none_may_be(judge: type[Judge], complaint: str) -> None:
    run = ELECTION._replace(judge=judge, lawful=True)
    with pytest.raises(AssertionError, match=complaint):
        [play(run, public, 0) for public in range(PAIRS)]
