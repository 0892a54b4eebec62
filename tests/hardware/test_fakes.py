"""The fakes keep their ports' promises and fail the way hardware does."""

from __future__ import annotations

import pytest
from PIL import Image

from engine.seats import Seat
from firmware.fakes import FakeClock
from firmware.loop import Loop
from firmware.table.gestures import Down, Gesture, Recogniser, Stuck, Tap
from hardware.debounce import Debouncer
from hardware.fakes import BOUNCE_NS, FakeDisplay, FakeLamps, FakePad, bounces
from hardware.ports import Display, Edge, Lamp, Lamps, Pattern, Timers

MS = 1_000_000


class Bench:
    """Pads on a loop with a fake clock; keeps the raw edges."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.loop = Loop(self.clock)
        self.edges: list[Edge] = []
        self.told_at: list[int] = []
        self.loop.on(Edge, self._edge)
        timers: Timers = self.loop
        self.pads = {seat: FakePad(seat, self.loop.put, timers) for seat in (1, 2, 3)}

    def _edge(self, edge: Edge) -> None:
        self.edges.append(edge)
        self.told_at.append(self.clock.now_ns())

    def gestures(self) -> list[Gesture]:
        """What the judge makes of the edges so far."""
        debouncer, recogniser = Debouncer(), Recogniser(seed=1)
        levels = [level for edge in self.edges for level in debouncer.edge(edge)]
        levels += debouncer.due(self.clock.now_ns() + 10**9)
        told = [*recogniser.levels(levels), *recogniser.due(self.clock.now_ns())]
        return [gesture for gesture in told if not isinstance(gesture, Down)]


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_press_is_two_edges_told_at_their_own_times(bench: Bench) -> None:
    bench.pads[2].press(50 * MS)
    bench.loop.step_until(1000 * MS)

    assert [Edge(2, True, 50 * MS), Edge(2, False, 170 * MS)] == bench.edges
    assert [50 * MS, 170 * MS] == bench.told_at


@pytest.mark.parametrize("seed", range(5))
def test_a_bouncing_press_is_many_edges_and_one_tap(bench: Bench, seed: int) -> None:
    bench.pads[2].press(50 * MS, bounce=bounces(seed))
    bench.loop.step_until(1000 * MS)

    assert 14 == len(bench.edges)
    assert [True, False] * 7 == [edge.down for edge in bench.edges]
    assert 1 == len(bench.gestures())


def test_bounces_come_from_the_seed_and_end_where_they_began() -> None:
    assert bounces(3) == bounces(3)
    assert bounces(3) != bounces(4)
    assert 8 == len(bounces(3, pairs=4))
    assert all(0 < offset < BOUNCE_NS for offset in bounces(5))


def test_a_contact_that_would_end_on_the_wrong_side_is_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="wrong side"):
        bench.pads[2].press(50 * MS, bounce=(1, 2, 3))


def test_pads_pressed_together_are_all_told_at_that_instant(bench: Bench) -> None:
    for seat in (3, 1, 2):
        bench.pads[seat].down(50 * MS)
    bench.loop.step_until(1000 * MS)

    assert [1, 2, 3] == sorted(edge.seat for edge in bench.edges)
    assert [50 * MS] * 3 == bench.told_at


def test_a_dead_pad_moves_and_says_nothing(bench: Bench) -> None:
    bench.pads[2].dead = True
    bench.pads[2].down(50 * MS)
    bench.loop.step_until(1000 * MS)

    assert bench.pads[2].contact
    assert [] == bench.edges


def test_a_jammed_pad_stays_down_whatever_the_finger_does(bench: Bench) -> None:
    bench.pads[2].jam(50 * MS)
    bench.pads[2].up(200 * MS)
    bench.pads[2].press(400 * MS)
    bench.loop.step_until(11_000 * MS)

    assert [Edge(2, True, 50 * MS)] == bench.edges
    assert Stuck(Seat(2), 50 * MS) == bench.gestures()[-1]

    bench.pads[2].free(12_000 * MS)
    bench.pads[2].press(13_000 * MS)
    bench.loop.step_until(14_000 * MS)

    assert Edge(2, False, 12_000 * MS) == bench.edges[1]
    assert Tap(Seat(2), 13_000 * MS) == bench.gestures()[-1]


def test_a_lost_release_comes_with_the_next_reading(bench: Bench) -> None:
    bench.pads[2].down(50 * MS)
    bench.loop.step_until(100 * MS)
    bench.pads[2].lose_next()
    bench.pads[2].up(200 * MS)
    bench.pads[2].read_again(250 * MS)
    bench.loop.step_until(1000 * MS)

    assert [Edge(2, True, 50 * MS), Edge(2, False, 250 * MS)] == bench.edges


def test_a_finger_that_is_down_already_makes_no_edge(bench: Bench) -> None:
    bench.pads[2].down(50 * MS)
    bench.pads[2].down(60 * MS)
    bench.loop.step_until(1000 * MS)

    assert [Edge(2, True, 50 * MS)] == bench.edges


class ChaseLamps:
    def test_the_newest_frame_wins_and_all_are_remembered(self) -> None:
        clock = FakeClock()
        lamps = FakeLamps(clock)
        port: Lamps = lamps
        steady = (Lamp(2, Pattern.STEADY, 0), Lamp(5, Pattern.FAST, 0))
        port.show(steady)
        clock.move_to(3 * MS)
        port.show(())

        assert () == lamps.frame
        assert [(0, steady), (3 * MS, ())] == [(shown.at_ns, shown.frame) for shown in lamps.history]

    def test_a_seat_that_is_missing_is_dark(self) -> None:
        lamps = FakeLamps(FakeClock())
        lamps.show((Lamp(2, Pattern.STEADY, 0), Lamp(5, Pattern.FAST, 0)))

        assert [True, True, False] == [lamps.lit(seat, 10 * MS) for seat in (2, 5, 3)]
        assert [True, False] == [lamps.lit(seat, 130 * MS) for seat in (2, 5)]
        assert [Pattern.STEADY, Pattern.OFF] == [lamps.pattern(seat) for seat in (2, 3)]

    def test_listeners_get_every_frame(self) -> None:
        lamps = FakeLamps(FakeClock())
        heard: list[int] = []
        lamps.listen(lambda frame: heard.append(len(frame)))
        lamps.show((Lamp(2, Pattern.STEADY, 0),))
        lamps.show(())

        assert [1, 0] == heard

    @pytest.mark.parametrize(
        "frame",
        [
            (Lamp(5, Pattern.STEADY, 0), Lamp(2, Pattern.STEADY, 0)),
            (Lamp(5, Pattern.STEADY, 0), Lamp(5, Pattern.FAST, 0)),
            (Lamp(5, Pattern.OFF, 0),),
        ],
    )
    def test_a_frame_that_breaks_the_ports_rule_is_a_bug(self, frame: tuple[Lamp, ...]) -> None:
        with pytest.raises(AssertionError):
            FakeLamps(FakeClock()).show(frame)


class TestDisplay:
    def test_it_keeps_the_newest_image_and_counts(self) -> None:
        display = FakeDisplay()
        port: Display = display
        port.show(Image.new("1", (128, 64), 0))
        port.show(Image.new("1", (128, 64), 1))

        assert 2 == display.count
        assert display.image is not None
        assert 1 == display.image.getpixel((0, 0))

    def test_what_is_drawn_afterwards_is_not_seen(self) -> None:
        display = FakeDisplay()
        image = Image.new("1", (128, 64), 0)
        display.show(image)
        image.putpixel((0, 0), 1)

        assert display.image is not None
        assert 0 == display.image.getpixel((0, 0))

    def test_listeners_get_every_image(self) -> None:
        display = FakeDisplay()
        heard: list[tuple[int, int]] = []
        display.listen(lambda image: heard.append(image.size))
        display.show(Image.new("1", (128, 64)))

        assert [(128, 64)] == heard

    @pytest.mark.parametrize(("mode", "size"), [("1", (64, 128)), ("L", (128, 64))])
    def test_another_mode_or_size_is_a_bug(self, mode: str, size: tuple[int, int]) -> None:
        with pytest.raises(AssertionError):
            FakeDisplay().show(Image.new(mode, size))
