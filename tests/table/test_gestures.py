"""Every gesture against its neighbours, from both sides of each bound (seat language 1)."""

from __future__ import annotations

import pytest

from engine.seats import Seat
from firmware.table.gestures import LAG_NS, Down, Hold, LongHold, Mode, Recogniser, Released, Stuck, Tap, TwoTaps
from hardware.debounce import Level
from hardware.ports import NS_PER_MS as MS
from tests.table.fingers import END_NS, NS, SEAT, S, played, press, recogniser, tap


class TestTap:
    @pytest.mark.parametrize("mode", [Mode.PICK, Mode.DAY])
    @pytest.mark.parametrize("length_ns", [15 * MS, 120 * MS, 600 * MS - NS])
    def test_under_600_ms_it_is_a_tap(self, mode: Mode, length_ns: int) -> None:
        assert [tap(S)] == played(mode, S, S + length_ns)

    @pytest.mark.parametrize("mode", list(Mode))
    @pytest.mark.parametrize("length_ns", [0, 15 * MS - NS, 600 * MS, 1000 * MS - NS])
    def test_a_spike_and_what_is_neither_tap_nor_hold_are_nothing(self, mode: Mode, length_ns: int) -> None:
        assert [] == played(mode, S, S + length_ns)

    def test_by_night_it_is_told_at_the_up_edge(self) -> None:
        made = recogniser(Mode.PICK)

        assert [tap(S)] == press(made, S, S + 100 * MS)
        assert None is made.next_due()

    def test_by_day_it_is_told_half_a_second_after_the_up_edge(self) -> None:
        made = recogniser(Mode.DAY)
        due_ns = S + 100 * MS + 500 * MS + LAG_NS

        assert [] == press(made, S, S + 100 * MS)
        assert due_ns == made.next_due()
        assert () == made.due(due_ns - NS)
        assert (tap(S),) == made.due(due_ns)
        assert None is made.next_due()

    @pytest.mark.parametrize(("gap_ns", "followed"), [(500 * MS, True), (500 * MS + NS, False)])
    def test_by_day_it_knows_whether_another_press_followed(self, gap_ns: int, followed: bool) -> None:
        """过 is a tap with no further down within 0.5 s of its up."""
        second_ns = S + 100 * MS + gap_ns

        assert [tap(S, followed=followed), tap(second_ns)] == played(
            Mode.DAY, S, S + 100 * MS, second_ns, second_ns + 100 * MS
        )

    def test_a_spike_after_it_is_no_following_press(self) -> None:
        assert [tap(S)] == played(Mode.DAY, S, S + 100 * MS, S + 300 * MS, S + 310 * MS)

    def test_the_down_edge_is_told_at_once_for_the_lamp(self) -> None:
        assert (Down(SEAT, S),) == recogniser(Mode.PICK).level(Level(SEAT, True, S))


class TestTwoTaps:
    @pytest.mark.parametrize(("apart_ns", "claims"), [(800 * MS, True), (800 * MS + NS, False), (200 * MS, True)])
    def test_their_downs_lie_at_most_800_ms_apart(self, apart_ns: int, claims: bool) -> None:
        second_ns = S + apart_ns
        expected = [TwoTaps(SEAT, second_ns, S)] if claims else []

        assert expected == played(Mode.CLAIM, S, S + 100 * MS, second_ns, second_ns + 599 * MS)

    @pytest.mark.parametrize("length_ns", [600 * MS, 1500 * MS])
    def test_a_long_second_press_is_no_claim(self, length_ns: int) -> None:
        assert [] == played(Mode.CLAIM, S, S + 100 * MS, S + 300 * MS, S + 300 * MS + length_ns)

    def test_one_tap_is_nothing(self) -> None:
        assert [] == played(Mode.CLAIM, S, S + 100 * MS)

    def test_the_second_and_third_tap_can_be_the_two(self) -> None:
        late_ns = S + 900 * MS

        assert [TwoTaps(SEAT, late_ns + 300 * MS, late_ns)] == played(
            Mode.CLAIM, S, S + 100 * MS, late_ns, late_ns + 100 * MS, late_ns + 300 * MS, late_ns + 400 * MS
        )

    def test_no_tap_is_used_twice(self) -> None:
        """Three quick taps are one claim, four are two."""
        times = [S + n * 100 * MS for n in range(8)]

        assert [TwoTaps(SEAT, times[2], times[0])] == played(Mode.CLAIM, *times[:6])
        assert 2 == len(played(Mode.CLAIM, *times))

    def test_a_spike_is_not_the_second_tap(self) -> None:
        assert [] == played(Mode.CLAIM, S, S + 100 * MS, S + 300 * MS, S + 310 * MS)

    @pytest.mark.parametrize("mode", [Mode.PICK, Mode.DAY])
    def test_elsewhere_two_taps_are_just_taps(self, mode: Mode) -> None:
        told = played(mode, S, S + 100 * MS, S + 300 * MS, S + 400 * MS)

        assert [(S, Tap), (S + 300 * MS, Tap)] == [(gesture.at_ns, type(gesture)) for gesture in told]


class TestHold:
    @pytest.mark.parametrize("mode", [Mode.PICK, Mode.DAY])
    @pytest.mark.parametrize(("length_ns", "holds"), [(S - NS, False), (S, True), (1999 * MS, True)])
    def test_it_takes_one_second(self, mode: Mode, length_ns: int, holds: bool) -> None:
        assert ([Hold(SEAT, S, 1000)] if holds else []) == played(mode, S, S + length_ns)

    @pytest.mark.parametrize(
        ("mode", "length_ns", "withdraws"),
        [(Mode.DAY, 2 * S - NS, False), (Mode.DAY, 2 * S, True), (Mode.PICK, 3 * S, False), (Mode.CLAIM, 3 * S, False)],
    )
    def test_the_long_one_takes_two_and_is_for_the_day(self, mode: Mode, length_ns: int, withdraws: bool) -> None:
        told = played(mode, S, S + length_ns)

        assert withdraws == (LongHold(SEAT, S, 2000) in told)
        assert (mode is not Mode.CLAIM) == (Hold(SEAT, S) in told)

    def test_it_is_told_while_the_key_is_down(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, S)

        assert (Hold(SEAT, S),) == made.due(2 * S + LAG_NS)
        assert (LongHold(SEAT, S),) == made.due(3 * S + LAG_NS)
        assert () == made.level(Level(SEAT, False, 4 * S))

    @pytest.mark.parametrize("mode", [Mode.PICK, Mode.DAY])
    @pytest.mark.parametrize(("gap_ns", "holds"), [(500 * MS, False), (500 * MS + NS, True)])
    def test_a_tap_in_the_half_second_before_forbids_it(self, mode: Mode, gap_ns: int, holds: bool) -> None:
        down_ns = S + 100 * MS + gap_ns
        told = played(mode, S, S + 100 * MS, down_ns, down_ns + 3 * S)

        assert holds == (Hold(SEAT, down_ns) in told)
        assert holds == (LongHold(SEAT, down_ns) in told) or mode is Mode.PICK
        assert [S] == [gesture.at_ns for gesture in told if isinstance(gesture, Tap)]

    def test_a_press_that_was_too_long_for_a_tap_does_not_forbid_it(self) -> None:
        assert [Hold(SEAT, 2 * S)] == played(Mode.PICK, S, S + 700 * MS, 2 * S, 3 * S)

    def test_a_spike_before_does_not_forbid_it(self) -> None:
        assert [Hold(SEAT, 2 * S)] == played(Mode.PICK, 2 * S - 100 * MS, 2 * S - 90 * MS, 2 * S, 3 * S)

    def test_the_tap_before_a_press_that_is_too_long_for_a_tap_is_told_as_soon_as_that_is_clear(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, S, S + 100 * MS, S + 300 * MS)

        assert () == made.due(S + 900 * MS + LAG_NS - NS)
        assert (tap(S, followed=True),) == made.due(S + 900 * MS + LAG_NS)


class TestStuck:
    @pytest.mark.parametrize("mode", list(Mode))
    def test_a_key_down_for_ten_seconds_is_stuck(self, mode: Mode) -> None:
        assert Stuck(SEAT, S) not in played(mode, S, 11 * S - NS)
        assert [Stuck(SEAT, S), Released(SEAT, 12 * S)] == played(mode, S, 12 * S)[-2:]

    def test_it_is_told_while_the_key_is_down_and_once(self) -> None:
        made = recogniser(Mode.CLAIM)
        press(made, S)

        assert made.is_down(SEAT)
        assert 11 * S + LAG_NS == made.next_due()
        assert (Stuck(SEAT, S),) == made.due(11 * S + LAG_NS)
        assert not made.is_down(SEAT)
        assert None is made.next_due()

    def test_after_its_release_it_is_a_key_again(self) -> None:
        assert [tap(21 * S)] == played(Mode.PICK, S, 20 * S, 21 * S, 21 * S + 100 * MS)[-1:]

    def test_while_it_is_stuck_nothing_counts(self) -> None:
        made = recogniser(Mode.PICK)

        assert (Stuck(SEAT, S),) == made.held_at_start(SEAT, S)
        assert () == made.level(Level(SEAT, True, 2 * S))
        assert () == made.due(END_NS)
        assert (Released(SEAT, 3 * S),) == made.level(Level(SEAT, False, 3 * S))


class TestManySeats:
    def test_ties_are_ordered_by_the_seed_and_not_by_the_number(self) -> None:
        seats = [Seat(n) for n in range(1, 13)]
        orders = set()
        for seed in range(20):
            made = Recogniser(seed)
            made.levels(Level(seat, True, S) for seat in seats)
            told = made.levels(Level(seat, False, S + 100 * MS) for seat in seats)
            orders.add(tuple(gesture.seat for gesture in told))

            assert sorted(seats) == sorted(gesture.seat for gesture in told)

        assert 20 == len(orders)
        assert tuple(seats) not in orders

    def test_the_order_of_ties_does_not_depend_on_the_order_of_arrival(self) -> None:
        first, second = Recogniser(seed=7), Recogniser(seed=7)
        levels = [Level(seat, True, S) for seat in range(1, 13)]

        assert first.levels(levels) == second.levels(reversed(levels))

    def test_the_earlier_edge_comes_first_whatever_the_seed(self) -> None:
        for seed in range(20):
            told = Recogniser(seed).levels([Level(4, True, S + NS), Level(9, True, S), Level(2, True, S + 2 * NS)])

            assert [9, 4, 2] == [gesture.seat for gesture in told]

    def test_a_gesture_told_later_can_be_put_in_its_place(self) -> None:
        made = recogniser(Mode.PICK)

        assert (tap(S), Tap(SEAT, 2 * S)) == made.in_order([Tap(SEAT, 2 * S), tap(S)])

    def test_one_seat_does_not_disturb_another(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, S, S + 100 * MS)
        made.level(Level(6, True, S + 200 * MS))

        assert (tap(S),) == tuple(gesture for gesture in made.due(2 * S) if gesture.seat == SEAT)

    def test_it_knows_who_is_down(self) -> None:
        made = recogniser(Mode.PICK)
        press(made, S)

        assert [True, False] == [made.is_down(SEAT), made.is_down(6)]
        press(made, S, S + 100 * MS)
        made.level(Level(SEAT, False, S + 100 * MS))
        assert not made.is_down(SEAT)

    def test_an_up_without_a_down_is_nothing(self) -> None:
        made = recogniser(Mode.PICK)

        assert () == made.level(Level(SEAT, False, S))

    def test_a_second_down_without_an_up_keeps_the_first(self) -> None:
        made = recogniser(Mode.PICK)
        press(made, S)

        assert () == made.level(Level(SEAT, True, S + 300 * MS))
        assert (tap(S),) == made.level(Level(SEAT, False, S + 400 * MS))
