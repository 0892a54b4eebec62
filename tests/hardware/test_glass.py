"""What arrives on the glass: every controller of luma's, spoken to with luma's words and our frames."""

from __future__ import annotations

import errno

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hardware.controller import controller_of
from hardware.dots import pack, shifted, spans, turned
from hardware.fake_i2c import FakeWire
from hardware.fake_oled import FakeSh1106, FakeSsd1306
from hardware.glass import PIECE, Glass
from hardware.i2c import Bus
from hardware.pattern import pattern
from hardware.rest import Light
from hardware.wiring import Driver, Oled
from tests.kit.glass import ADDRESS, MODELS, Stand, menu, upside_down

PICTURES = st.binary(min_size=1024, max_size=1024).map(lambda dots: Image.frombytes("1", (128, 64), dots))


@pytest.mark.parametrize("driver", Driver)
@pytest.mark.parametrize("hangs_over", [False, True])
def test_a_person_sees_the_picture_whatever_the_controller(driver: Driver, hangs_over: bool) -> None:
    wire, chip = FakeWire(), MODELS[driver]()
    wire.plug(ADDRESS, chip)
    glass = Glass(Oled(driver=driver, upside_down=hangs_over), Bus(wire))
    for image in (menu(0), menu(4), pattern(driver)):
        glass.begin(glass.pages(image), Light.BRIGHT, lit=False)
        assert (upside_down(image) if hangs_over else image).tobytes() == chip.image().tobytes()
    glass.draw(glass.pages(menu(1)))
    assert (upside_down(menu(1)) if hangs_over else menu(1)).tobytes() == chip.image().tobytes()


@given(PICTURES, PICTURES)
def test_the_spans_that_differ_make_one_frame_the_other(before: Image.Image, after: Image.Image) -> None:
    there = [bytearray(page) for page in pack(before)]
    for span in spans(pack(before), pack(after)):
        there[span.page][span.column : span.column + len(span.data)] = span.data
    assert pack(after) == tuple(bytes(page) for page in there)


def test_nothing_is_sent_where_nothing_differs() -> None:
    assert () == spans(pack(menu(0)), pack(menu(0)))


def test_a_single_dot_is_a_single_byte() -> None:
    image = menu(0)
    image.putpixel((77, 42), 0 if image.getpixel((77, 42)) else 255)
    (span,) = spans(pack(menu(0)), pack(image))
    assert (5, 77, 1) == (span.page, span.column, len(span.data))


def test_two_dots_far_apart_are_two_bytes_and_close_together_one_stretch() -> None:
    dark, far, near = (Image.new("1", (128, 64)) for _ in range(3))
    for image, other in ((far, 100), (near, 20)):
        image.putpixel((10, 0), 255)
        image.putpixel((other, 0), 255)
    assert [(10, 1), (100, 1)] == [(span.column, len(span.data)) for span in spans(pack(dark), pack(far))]
    assert [(10, 11)] == [(span.column, len(span.data)) for span in spans(pack(dark), pack(near))]


@given(PICTURES)
def test_four_quarter_turns_are_none_and_a_shift_keeps_what_stays_inside(image: Image.Image) -> None:
    assert image.tobytes() == turned(turned(image, 1), 3).tobytes() == turned(turned(image, 2), 2).tobytes()
    moved = shifted(image, 1, 1)
    assert image.crop((0, 0, 127, 63)).tobytes() == moved.crop((1, 1, 128, 64)).tobytes()
    assert 0 == moved.crop((0, 0, 128, 1)).histogram()[255] == moved.crop((0, 0, 1, 64)).histogram()[255]


@pytest.mark.parametrize("driver", Driver)
def test_a_setup_goes_out_in_pieces_that_every_bus_takes(driver: Driver) -> None:
    stand = Stand(driver)
    stand.step()
    assert max(len(transfer.sent) for transfer in stand.wire.log) == 1 + PIECE
    assert all(transfer.sent[0] in (0x00, 0x40) for transfer in stand.wire.log)


@pytest.mark.parametrize("driver", Driver)
def test_a_display_is_put_on_only_when_its_picture_is_there(driver: Driver) -> None:
    """Else its memory is seen, which is noise after power-on."""
    stand = Stand(driver)
    stand.step()
    commands = [transfer.sent for transfer in stand.wire.log]
    assert commands[0][1] == controller_of(driver).off[0]
    assert commands[-1] == b"\x00" + controller_of(driver).on


@pytest.mark.parametrize("transfers", range(9))
def test_after_an_error_in_the_middle_all_of_a_picture_is_sent(transfers: int) -> None:
    wire, chip = FakeWire(), FakeSsd1306()
    wire.plug(ADDRESS, chip)
    glass = Glass(Oled(), Bus(wire))
    glass.begin(glass.pages(menu(0)), Light.BRIGHT, lit=False)
    left = transfers

    def fail(_: float) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    wire.sleep = fail
    with pytest.raises(OSError, match="Remote"):
        glass.draw(glass.pages(menu(5)))
    wire.sleep = None
    glass.draw(glass.pages(menu(0)))
    assert menu(0).tobytes() == chip.image().tobytes()


def test_what_pillow_drops_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """luma's own way to read dots ends with Pillow 14; and no other call of ours is on its way out."""
    monkeypatch.delattr(Image.Image, "getdata")
    controller_of.cache_clear()
    for driver in Driver:
        stand = Stand(driver)
        stand.step()
        assert menu(0).tobytes() == stand.seen


def test_picture_shifted_by_two_dots() -> None:
    """An SH1106 that was sold as SSD1306: the box lacks its left side, and the right edge is noise."""
    stand = Stand(Driver.SSD1306, FakeSh1106())
    stand.want(pattern(Driver.SSD1306))
    stand.step()
    box, seen = pattern(Driver.SSD1306), stand.chip.image()
    assert box.crop((2, 0, 128, 64)).tobytes() == seen.crop((0, 0, 126, 64)).tobytes()
    noise = seen.crop((126, 0, 128, 64)).histogram()[255]
    assert 0 < noise < 128
    assert box.tobytes() != seen.tobytes()


def test_picture_shifted_by_two_dots_the_other_way() -> None:
    """An SSD1306 that is spoken to as SH1106: what should be at its right edge is at the left."""
    stand = Stand(Driver.SH1106, FakeSsd1306())
    stand.want(pattern(Driver.SH1106))
    stand.step()
    box, seen = pattern(Driver.SH1106), stand.chip.image()
    assert box.crop((0, 0, 126, 64)).tobytes() == seen.crop((2, 0, 128, 64)).tobytes()
    assert box.crop((126, 0, 128, 64)).tobytes() == seen.crop((0, 0, 2, 64)).tobytes()


@pytest.mark.parametrize("driver", Driver)
def test_the_pattern_has_a_box_along_the_edge_and_the_right_controller_makes_it_complete(driver: Driver) -> None:
    stand = Stand(driver)
    stand.want(pattern(driver))
    stand.step()
    seen = stand.chip.image()
    edge = [*((x, y) for x in range(128) for y in (0, 63)), *((x, y) for x in (0, 127) for y in range(64))]
    assert all(seen.getpixel(dot) for dot in edge)


def test_no_two_patterns_are_the_same() -> None:
    assert len(Driver) == len({pattern(driver).tobytes() for driver in Driver})
