"""A display that comes, goes, fails and rests: stepped by hand on a clock that stands still."""

from __future__ import annotations

import errno
from itertools import pairwise

import pytest
from luma.core.error import DeviceNotFoundError
from msgspec.structs import replace
from PIL import Image

from hardware.controller import DIM, controller_of
from hardware.dots import shifted
from hardware.fake_oled import FakeSh1106, FakeSsd1306
from hardware.painter import PROBES_S, Wish
from hardware.pattern import pattern
from hardware.ports import Condition, Device
from hardware.wiring import Driver, Oled
from tests.kit.glass import ADDRESS, MS, S, Stand, menu

OK, DEGRADED, ABSENT = Condition.OK, Condition.DEGRADED, Condition.ABSENT


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def shown(stand: Stand) -> Stand:
    """A display that shows the first page of the menu, told of as healthy."""
    stand.step()
    assert menu(0).tobytes() == stand.seen
    stand.told.clear()
    stand.sent()
    return stand


class TestComingAndGoing:
    def test_absent_at_start(self, stand: Stand) -> None:
        """It is looked for again and again, told of once, and shows the newest picture when it comes."""
        stand.wire.unplug(ADDRESS)
        looks = []
        for _ in range(len(PROBES_S) + 2):
            looks.append(stand.next_ns)
            stand.run_until(stand.next_ns)
        waits = [(later - earlier) // S for earlier, later in pairwise(looks)]
        assert [1, 2, 5, 10, 30, 30] == waits
        assert [ABSENT] == stand.conditions
        assert "0x3C" in stand.told[0].detail.zh
        assert "0x3C" in stand.told[0].detail.en

        stand.want(menu(3))
        stand.wire.plug(ADDRESS, stand.chip)
        stand.run_until(stand.next_ns)
        assert menu(3).tobytes() == stand.seen
        assert [ABSENT, OK] == stand.conditions
        assert {Device.OLED} == {health.device for health in stand.told}

    def test_a_healthy_display_is_told_of_once(self, stand: Stand) -> None:
        stand.run_until(600 * S)
        assert [OK] == stand.conditions

    @pytest.mark.parametrize("transfers", range(0, 24, 3))
    def test_unplugged_in_the_middle_of_a_frame_and_back_later(self, shown: Stand, transfers: int) -> None:
        shown.want(menu(5))
        shown.clock.move_to(S)
        left = transfers

        def pull(_: float) -> None:
            nonlocal left
            if not left:
                shown.wire.unplug(ADDRESS)
            left -= 1

        shown.wire.sleep = pull
        shown.step()
        assert left < 0, "the picture was through before"
        shown.wire.sleep = None
        assert [ABSENT] == shown.conditions

        shown.want(menu(2))
        shown.wire.plug(ADDRESS, shown.chip)
        shown.run_until(shown.next_ns)
        assert menu(2).tobytes() == shown.seen
        assert [ABSENT, OK] == shown.conditions

    def test_a_display_that_was_gone_for_an_hour_is_found_within_half_a_minute(self, shown: Stand) -> None:
        shown.wire.unplug(ADDRESS)
        shown.run_until(3600 * S)
        shown.wire.plug(ADDRESS, shown.chip)
        shown.want(menu(1))
        shown.run_until(3630 * S)
        assert shown.shows(menu(1))

    @pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EIO])
    def test_one_error_is_a_spark_and_nobody_is_told(self, shown: Stand, number: int) -> None:
        shown.want(menu(4))
        shown.wire.fail(number)
        shown.run_until(S)
        assert menu(4).tobytes() == shown.seen
        assert [] == shown.told

    def test_many_errors_are_told_of_and_so_is_their_end(self, shown: Stand) -> None:
        for cursor in range(1, 6):
            shown.want(menu(cursor))
            shown.wire.fail(errno.EIO)
            shown.run_until(cursor * S)
            assert menu(cursor).tobytes() == shown.seen
        assert [DEGRADED] == shown.conditions
        shown.run_until(200 * S)
        assert [DEGRADED, OK] == shown.conditions

    def test_device_not_found_though_it_is_there(self, stand: Stand) -> None:
        """A loose plug: every other transfer fails for a while. It is looked for until it works."""
        stand.wire.fail(errno.EREMOTEIO, times=4)
        stand.run_until(20 * S)
        assert menu(0).tobytes() == stand.seen
        assert [ABSENT, OK] == stand.conditions

    def test_whole_program_dies_with_errno_121(self, shown: Stand) -> None:
        """Whatever the bus raises, and whenever, is kept and told of."""
        for number in (errno.EREMOTEIO, errno.EIO, errno.ENODEV, errno.ENETDOWN, errno.ETIMEDOUT, errno.EBADF):
            shown.want(menu(number % 7))
            shown.wire.fail(number, times=None)
            shown.run_until(shown.clock.now_ns() + 10 * S)
            assert ABSENT is shown.conditions[-1]
            assert str(number) in shown.told[-1].detail.en or number == errno.ETIMEDOUT
            shown.wire.heal()
            shown.run_until(shown.clock.now_ns() + 60 * S)
            assert OK is shown.conditions[-1]

    def test_an_error_of_lumas_own_is_an_error_like_any(self) -> None:
        class Refusing(FakeSsd1306):
            def write(self, data: bytes) -> None:
                raise DeviceNotFoundError(f"{len(data)} bytes: no device on address 0x3C")

        stand = Stand(chip=Refusing())
        stand.run_until(30 * S)
        assert [ABSENT] == stand.conditions


class TestHangingBus:
    def test_every_transfer_times_out_for_minutes(self, shown: Stand) -> None:
        """Each try blocks the bus for a second, so there is one try at a time, and it gets rarer."""
        shown.want(menu(2))
        shown.clock.move_to(S)
        shown.wire.lock_up()
        shown.step()
        assert 1 == shown.sent()[0]
        shown.run_until(300 * S)
        assert shown.sent()[0] <= 4 + 300 // 30
        assert [ABSENT] == shown.conditions
        assert "总线" in shown.told[0].detail.zh

        shown.wire.heal()
        shown.run_until(340 * S)
        assert [ABSENT, OK] == shown.conditions

    def test_a_bus_that_hangs_is_opened_anew(self, shown: Stand) -> None:
        shown.wire.lock_up(cure="reopen")
        shown.want(menu(2))
        shown.run_until(5 * S)
        assert 1 == shown.wire.reopened
        assert menu(2).tobytes() == shown.seen

    def test_a_bus_that_cannot_be_opened_for_a_while_is_opened_when_it_can(self, shown: Stand) -> None:
        """Its device is away while the system sets it up anew. The tries get rarer, and do not end."""
        shown.wire.lock_up()
        shown.want(menu(2))
        shown.run_until(2 * S)
        shown.wire.vanish()
        shown.run_until(300 * S)
        assert 5 <= shown.wire.reopened <= 4 + 300 // 30
        shown.wire.heal()
        shown.want(menu(3))
        shown.run_until(340 * S)
        assert menu(3).tobytes() == shown.seen
        assert [ABSENT, OK] == shown.conditions

    def test_a_bus_that_somebody_else_could_not_open_again_is_opened(self, shown: Stand) -> None:
        """The seats are on it too, and gave up."""
        shown.wire.vanish()
        with pytest.raises(FileNotFoundError):
            shown.wire.reopen()
        shown.wire.heal()
        shown.want(menu(2))
        shown.run_until(5 * S)
        assert menu(2).tobytes() == shown.seen


class TestPower:
    def test_a_display_that_lost_its_power_for_a_moment_is_there_again_within_a_minute(self, shown: Stand) -> None:
        """It answers all the time, so nothing but sending everything anew can help."""
        shown.run_until(10 * S)
        shown.chip.brown_out()
        shown.want(menu(1))
        shown.run_until(59 * S)
        assert menu(1).tobytes() != shown.seen
        shown.run_until(60 * S)
        assert shown.chip.lit
        assert shifted(menu(1), 1, 0).tobytes() == shown.seen

    def test_to_send_everything_anew_does_not_flicker(self, shown: Stand) -> None:
        shown.run_until(200 * S)
        assert len(shown.wire.log) > 3 * 40
        off = controller_of(Driver.SSD1306).off
        assert [] == [transfer.sent for transfer in shown.wire.log if transfer.sent[1:2] == off]
        assert shown.chip.on

    def test_it_is_left_blank_inside_too(self, shown: Stand) -> None:
        shown.painter.finish()
        assert not shown.chip.on
        shown.chip.write(b"\x00\xaf")
        assert bytes(1024) == shown.seen

    def test_to_finish_on_a_dead_bus_is_harmless(self, stand: Stand) -> None:
        stand.painter.finish()
        stand.step()
        stand.wire.lock_up()
        stand.painter.finish()
        assert not stand.painter.live


class TestPace:
    def test_ten_pictures_a_second_and_the_newest_wins(self, shown: Stand) -> None:
        drawn = set()
        for moment in range(200):
            shown.run_until(moment * 5 * MS)
            shown.want(menu(moment % 8))
            shown.step()
            drawn.add(shown.seen)
            shown.clock.move_to(moment * 5 * MS)
        frames = sum(1 for transfer in shown.wire.log if transfer.sent[:2] == b"\x00\xb2")
        assert 8 <= frames <= 11
        shown.run_until(1200 * MS)
        assert menu(199 % 8).tobytes() == shown.seen

    def test_the_same_picture_is_not_sent_again(self, shown: Stand) -> None:
        for second in range(1, 50):
            shown.want(menu(0))
            shown.run_until(second * S)
        assert (0, 0, 0) == shown.sent()

    def test_a_display_that_rests_wakes_the_processor_once_a_minute(self, shown: Stand) -> None:
        wakes = 0
        while shown.next_ns < 3600 * S:
            shown.clock.move_to(shown.next_ns)
            shown.step()
            wakes += 1
        assert wakes <= 62


class TestRest:
    def test_dimmed_after_a_minute_and_dark_after_five(self, shown: Stand) -> None:
        shown.run_until(59 * S)
        assert shown.chip.contrast > 0x7F
        shown.run_until(60 * S)
        assert DIM == shown.chip.contrast
        shown.run_until(299 * S)
        assert (DIM, True) == (shown.chip.contrast, shown.chip.on)
        shown.run_until(300 * S)
        assert not shown.chip.on
        shown.run_until(2000 * S)
        assert not shown.chip.on

    def test_it_rests_from_its_last_use_on(self, shown: Stand) -> None:
        shown.run_until(37 * S)
        shown.want(menu(1))
        shown.run_until(96 * S)
        assert shown.chip.contrast > 0x7F
        shown.run_until(97 * S)
        assert DIM == shown.chip.contrast
        shown.run_until(336 * S)
        assert shown.chip.on
        assert 337 * S == shown.next_ns
        shown.run_until(337 * S)
        assert not shown.chip.on

    def test_while_a_game_runs_it_is_dimmed_and_never_dark(self, shown: Stand) -> None:
        shown.wish = replace(shown.wish, keep_lit=True)
        for at_ns in range(0, 3600 * S, 7 * S):
            shown.run_until(at_ns)
            assert shown.chip.on
        assert DIM == shown.chip.contrast

    @pytest.mark.parametrize("at_s", [61, 130, 301, 900])
    def test_a_key_lights_it_up(self, shown: Stand, at_s: int) -> None:
        shown.run_until(at_s * S)
        shown.wish = replace(shown.wish, used_ns=at_s * S)
        shown.step()
        assert shown.chip.on
        assert shown.chip.contrast > 0x7F

    def test_what_is_new_is_seen_although_it_was_dark(self, shown: Stand) -> None:
        shown.run_until(400 * S)
        shown.want(menu(6))
        shown.step()
        assert shown.chip.lit
        assert 0 < shown.chip.image().histogram()[255]

    def test_a_display_that_comes_back_while_it_should_be_dark_stays_dark(self, shown: Stand) -> None:
        shown.run_until(301 * S)
        shown.wire.unplug(ADDRESS)
        shown.run_until(400 * S)
        assert [ABSENT] == shown.conditions
        shown.wire.plug(ADDRESS, shown.chip)
        for at_s in range(400, 500, 5):
            shown.run_until(at_s * S)
            assert not shown.chip.on
        assert [ABSENT, OK] == shown.conditions

    def test_it_moves_a_dot_a_minute_and_comes_round(self, shown: Stand) -> None:
        shown.wish = replace(shown.wish, keep_lit=True)
        seen = []
        for minute in range(9):
            shown.run_until(minute * 60 * S + S)
            seen.append(shown.seen)
        ways = [(0, 0), (1, 0), (1, 1), (0, 1)]
        assert [shifted(menu(0), *ways[minute % 4]).tobytes() for minute in range(9)] == seen

    def test_a_test_pattern_never_moves(self, shown: Stand) -> None:
        shown.want(pattern(Driver.SSD1306))
        for minute in range(4):
            shown.run_until(minute * 60 * S + S)
            assert pattern(Driver.SSD1306).tobytes() == shown.seen


class TestAnotherDriver:
    def test_the_right_driver_makes_the_box_complete(self) -> None:
        stand = Stand(Driver.SSD1306, FakeSh1106())
        stand.step()
        stand.wish = Wish(Oled(driver=Driver.SH1106), pattern(Driver.SH1106).tobytes(), 0)
        stand.step()
        assert pattern(Driver.SH1106).tobytes() == stand.seen

    @pytest.mark.parametrize("wrong", Driver)
    def test_no_wrong_driver_spoils_it_for_the_right_one(self, wrong: Driver) -> None:
        stand = Stand(Driver.SSD1306)
        for driver in (wrong, Driver.SSD1306):
            stand.wish = Wish(Oled(driver=driver), pattern(driver).tobytes(), 0)
            stand.step()
        assert pattern(Driver.SSD1306).tobytes() == stand.seen

    def test_at_another_address_the_one_before_is_left_blank(self, shown: Stand) -> None:
        other = FakeSsd1306()
        shown.wire.plug(0x3D, other)
        shown.wish = replace(shown.wish, oled=Oled(address=0x3D))
        shown.step()
        assert not shown.chip.on
        assert menu(0).tobytes() == other.image().tobytes()

    def test_another_driver_is_tried_at_once_whatever_was_before(self, stand: Stand) -> None:
        stand.wire.unplug(ADDRESS)
        stand.run_until(100 * S)
        stand.wire.plug(ADDRESS, FakeSh1106())
        stand.wish = replace(stand.wish, oled=Oled(driver=Driver.SH1106))
        stand.step()
        assert [ABSENT, OK] == stand.conditions

    def test_upside_down_is_upside_down(self, shown: Stand) -> None:
        shown.wish = replace(shown.wish, oled=Oled(upside_down=True))
        shown.step()
        assert menu(0).transpose(Image.Transpose.ROTATE_180).tobytes() == shown.seen
