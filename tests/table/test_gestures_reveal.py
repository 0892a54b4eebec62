"""The reveal against its neighbours, and windows and modes that change in the middle of a gesture."""

from __future__ import annotations

import pytest

from firmware.table.gestures import LAG_NS, Hold, Mode, Reveal
from hardware.debounce import Level
from hardware.ports import NS_PER_MS as MS
from tests.table.fingers import END_NS, NS, SEAT, S, played, press, recogniser, tap


class TestReveal:
    FIRST, SECOND, THIRD = S, S + 300 * MS, S + 600 * MS

    def taps(self) -> tuple[int, ...]:
        return (self.FIRST, self.FIRST + 100 * MS, self.SECOND, self.SECOND + 100 * MS)

    @pytest.mark.parametrize("length_ns", [1200 * MS, 1500 * MS, 5 * S])
    def test_two_taps_and_a_long_third_press_are_nothing_but_a_reveal(self, length_ns: int) -> None:
        assert [Reveal(SEAT, self.THIRD, self.FIRST)] == played(
            Mode.DAY, *self.taps(), self.THIRD, self.THIRD + length_ns
        )

    @pytest.mark.parametrize("length_ns", [600 * MS, 1000 * MS, 1200 * MS - NS])
    def test_let_go_too_early_the_two_taps_are_taps_and_the_third_press_is_nothing(self, length_ns: int) -> None:
        assert [tap(self.FIRST, followed=True), tap(self.SECOND, followed=True)] == played(
            Mode.DAY, *self.taps(), self.THIRD, self.THIRD + length_ns
        )

    @pytest.mark.parametrize("length_ns", [15 * MS, 600 * MS - NS])
    def test_three_taps_are_three_taps_with_their_own_times(self, length_ns: int) -> None:
        assert [tap(self.FIRST, followed=True), tap(self.SECOND, followed=True), tap(self.THIRD)] == played(
            Mode.DAY, *self.taps(), self.THIRD, self.THIRD + length_ns
        )

    def test_it_is_told_when_the_third_press_has_lasted_1200_ms(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *self.taps(), self.THIRD)
        due_ns = self.THIRD + 1200 * MS + LAG_NS

        assert due_ns == made.next_due()
        assert () == made.due(due_ns - NS)
        assert (Reveal(SEAT, self.THIRD, self.FIRST),) == made.due(due_ns)
        assert () == made.level(Level(SEAT, False, self.THIRD + 3 * S))
        assert () == made.due(END_NS)

    @pytest.mark.parametrize(("gap_ns", "reveals"), [(500 * MS, True), (500 * MS + NS, False)])
    def test_the_taps_lie_at_most_half_a_second_apart(self, gap_ns: int, reveals: bool) -> None:
        second_ns = S + 100 * MS + gap_ns
        third_ns = second_ns + 300 * MS
        told = played(Mode.DAY, S, S + 100 * MS, second_ns, second_ns + 100 * MS, third_ns, third_ns + 1300 * MS)

        if reveals:
            assert [Reveal(SEAT, third_ns, S)] == told
        else:
            assert [tap(S), tap(second_ns, followed=True)] == told

    @pytest.mark.parametrize(("gap_ns", "reveals"), [(500 * MS, True), (500 * MS + NS, False)])
    def test_the_third_press_comes_within_half_a_second(self, gap_ns: int, reveals: bool) -> None:
        third_ns = self.SECOND + 100 * MS + gap_ns
        told = played(Mode.DAY, *self.taps(), third_ns, third_ns + 1300 * MS)

        if reveals:
            assert [Reveal(SEAT, third_ns, self.FIRST)] == told
        else:
            assert [tap(self.FIRST, followed=True), tap(self.SECOND), Hold(SEAT, third_ns)] == told

    @pytest.mark.parametrize("length_ns", [600 * MS, 700 * MS])
    def test_both_before_must_be_taps(self, length_ns: int) -> None:
        up_ns = self.SECOND + length_ns
        third_ns = up_ns + 100 * MS
        told = played(Mode.DAY, S, S + 100 * MS, self.SECOND, up_ns, third_ns, third_ns + 1300 * MS)

        assert Reveal not in [type(gesture) for gesture in told]
        assert tap(S, followed=True) in told

    def test_one_tap_and_a_long_press_are_one_tap(self) -> None:
        assert [tap(S, followed=True)] == played(Mode.DAY, S, S + 100 * MS, S + 300 * MS, 4 * S)

    def test_after_three_taps_the_last_two_can_begin_it(self) -> None:
        fourth_ns = self.THIRD + 300 * MS
        told = played(Mode.DAY, *self.taps(), self.THIRD, self.THIRD + 100 * MS, fourth_ns, fourth_ns + 1200 * MS)

        assert [tap(self.FIRST, followed=True), Reveal(SEAT, fourth_ns, self.SECOND)] == told

    def test_a_spike_between_changes_nothing(self) -> None:
        spike = (self.SECOND + 150 * MS, self.SECOND + 160 * MS)

        assert [Reveal(SEAT, self.THIRD, self.FIRST)] == played(
            Mode.DAY, *self.taps(), *spike, self.THIRD, self.THIRD + 1200 * MS
        )

    @pytest.mark.parametrize("mode", [Mode.PICK, Mode.CLAIM])
    def test_by_night_there_is_none(self, mode: Mode) -> None:
        told = played(mode, *self.taps(), self.THIRD, self.THIRD + 1300 * MS)

        assert Reveal not in [type(gesture) for gesture in told]
        assert Hold not in [type(gesture) for gesture in told], "a tap lies in the half second before"


class TestSettle:
    """A window is evaluated while something is still open."""

    FIRST, SECOND, THIRD = TestReveal.FIRST, TestReveal.SECOND, TestReveal.THIRD

    def test_pending_taps_count(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, self.FIRST, self.FIRST + 100 * MS, self.SECOND, self.SECOND + 100 * MS)

        assert (tap(self.FIRST, followed=True), tap(self.SECOND)) == made.settle(self.SECOND + 150 * MS)
        assert () == made.due(END_NS), "and are told once"

    def test_a_tap_counts_while_the_second_press_is_down(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, self.FIRST, self.FIRST + 100 * MS, self.SECOND)

        assert (tap(self.FIRST, followed=True),) == made.settle(self.SECOND + 50 * MS)
        assert () == made.level(Level(SEAT, False, self.SECOND + 100 * MS))
        assert (tap(self.SECOND),) == made.due(END_NS)

    def test_under_the_third_press_they_are_dropped_and_it_becomes_a_reveal(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *TestReveal().taps(), self.THIRD)

        assert () == made.settle(self.THIRD + 50 * MS)
        assert (Reveal(SEAT, self.THIRD, self.FIRST),) == made.due(END_NS)[:1]

    def test_under_the_third_press_they_are_dropped_even_if_it_becomes_none(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *TestReveal().taps(), self.THIRD)

        assert () == made.settle(self.THIRD + 50 * MS)
        assert () == made.level(Level(SEAT, False, self.THIRD + 800 * MS))
        assert () == made.due(END_NS)

    def test_after_it_the_taps_begin_no_reveal(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *TestReveal().taps())
        made.settle(self.SECOND + 150 * MS)
        press(made, self.THIRD)

        assert Reveal not in [type(gesture) for gesture in made.due(END_NS)]

    def test_it_also_tells_what_was_due(self) -> None:
        made = recogniser(Mode.PICK)
        press(made, S)

        assert (Hold(SEAT, S),) == made.settle(3 * S)


class TestModeChange:
    def test_a_press_is_read_in_the_mode_of_its_own_down_edge(self) -> None:
        made = recogniser(Mode.CLAIM)
        press(made, S)
        made.choose(Mode.PICK, S + 50 * MS)

        assert () == made.level(Level(SEAT, False, S + 100 * MS)), "a single tap in a claim"
        assert [tap(2 * S)] == press(made, 2 * S, 2 * S + 100 * MS)

    def test_a_level_that_arrives_after_the_change_still_belongs_before_it(self) -> None:
        made = recogniser(Mode.PICK)
        made.choose(Mode.CLAIM, S + 10 * MS)

        assert [tap(S)] == press(made, S, S + 100 * MS)

    def test_a_mode_may_be_chosen_ahead(self) -> None:
        made = recogniser(Mode.PICK)
        made.choose(Mode.CLAIM, 2 * S)

        assert Mode.PICK is made.mode_at(2 * S - NS)
        assert Mode.CLAIM is made.mode_at(2 * S)
        assert [tap(S)] == press(made, S, S + 100 * MS)

    def test_choosing_again_for_an_earlier_time_takes_back_the_later_choice(self) -> None:
        made = recogniser(Mode.PICK)
        made.choose(Mode.CLAIM, 2 * S)
        made.choose(Mode.DAY, S)

        assert Mode.DAY is made.mode_at(3 * S)

    def test_a_tap_that_was_pending_is_not_lost(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, S, S + 100 * MS)
        made.choose(Mode.PICK, S + 200 * MS)

        assert (tap(S),) == made.due(END_NS)

    def test_a_hold_begun_before_keeps_its_down_time(self) -> None:
        made = recogniser(Mode.PICK)
        press(made, S)
        made.choose(Mode.CLAIM, S + 200 * MS)

        assert (Hold(SEAT, S),) == made.due(2 * S + LAG_NS)

    def test_a_reveal_in_progress_survives_the_change(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *TestReveal().taps(), TestReveal.THIRD)
        made.choose(Mode.PICK, TestReveal.THIRD + 300 * MS)

        assert (Reveal(SEAT, TestReveal.THIRD, TestReveal.FIRST),) == made.due(TestReveal.THIRD + 1200 * MS + LAG_NS)

    def test_taps_by_day_and_a_long_press_by_night_are_taps(self) -> None:
        made = recogniser(Mode.DAY)
        press(made, *TestReveal().taps())
        made.choose(Mode.PICK, TestReveal.THIRD)
        press(made, TestReveal.THIRD)

        assert (tap(TestReveal.FIRST, followed=True), tap(TestReveal.SECOND, followed=True)) == made.due(5 * S)

    def test_many_changes_are_remembered_as_far_as_a_press_reaches_back(self) -> None:
        made = recogniser(Mode.DAY)
        for n in range(200):
            made.choose([Mode.PICK, Mode.CLAIM][n % 2], n * S)

        assert [Mode.PICK, Mode.CLAIM] == [made.mode_at(198 * S), made.mode_at(199 * S)]
