"""The OLED's drawing, dot by dot where it matters, and the luma adapter on luma's own dummy device."""

from io import BytesIO

import pytest
from luma.core.device import dummy
from luma.core.error import DeviceNotFoundError
from PIL import Image, ImageChops

from hardware.oled import LumaDisplay, draw, glyphs, png
from hardware.screen import BLANK, Big, Cell, Grid, Row, Rows, Screen, Scroll

LIST = Screen("板子", Rows((Row("甲", "1"), Row("乙"), Row("丙")), cursor=1))


def band(image: Image.Image, row: int, *, top: int = 0) -> Image.Image:
    """The `row`th band of 16 px, without its first `top` px."""
    return image.crop((0, 16 * row + top, 128, 16 * row + 16))


def inverted(image: Image.Image) -> Image.Image:
    return image.point(lambda dot: 0 if dot else 255)


def lit(image: Image.Image) -> int:
    """How many dots are on."""
    return image.histogram()[255]


def test_an_image_is_one_bit_and_has_the_size_of_the_display() -> None:
    assert [("1", (128, 64))] * 3 == [
        (image.mode, image.size) for image in map(draw, (BLANK, LIST, Screen("x", Big("7"))))
    ]


def test_an_empty_title_bar_is_all_on_and_an_empty_body_is_all_dark() -> None:
    image = draw(BLANK)
    assert 128 * 16 == lit(band(image, 0))
    assert 0 == lit(image.crop((0, 16, 128, 64)))


def test_a_glyph_is_drawn_as_the_font_has_it() -> None:
    image = draw(Screen("", Rows((Row("狼"),))))
    assert glyphs()["狼"] == image.crop((0, 16, 16, 32)).tobytes()


def test_the_title_is_the_same_letters_inverted() -> None:
    title = band(draw(Screen("狼人", Rows(()))), 0)
    row = band(draw(Screen("", Rows((Row("狼人"),)))), 1)
    assert inverted(row).tobytes() == title.tobytes()


def test_the_cursor_row_is_inverted_below_a_dark_line() -> None:
    plain = draw(Screen("板子", Rows(LIST.body.rows))) if isinstance(LIST.body, Rows) else None
    assert plain is not None
    chosen = draw(LIST)
    assert inverted(band(plain, 2, top=1)).tobytes() == band(chosen, 2, top=1).tobytes()
    assert 0 == lit(chosen.crop((0, 32, 128, 33)))
    assert band(plain, 1).tobytes() == band(chosen, 1).tobytes()
    assert band(plain, 3).tobytes() == band(chosen, 3).tobytes()


def test_the_value_ends_at_the_right_edge() -> None:
    with_value = draw(Screen("", Rows((Row("甲", "号"),))))
    assert glyphs()["号"] == with_value.crop((112, 16, 128, 32)).tobytes()


def test_large_words_are_the_small_ones_at_twice_the_size() -> None:
    small = draw(Screen("", Rows((Row("7号"),)))).crop((0, 16, 24, 32))
    large = draw(Screen("", Big("7号", "1", footer="x"))).crop((0, 16, 48, 48))
    assert small.resize((48, 32), Image.Resampling.NEAREST).tobytes() == large.tobytes()


def test_a_text_too_long_ends_in_an_ellipsis_and_never_runs_into_the_value() -> None:
    long = draw(Screen("", Rows((Row("狼" * 9, "12"),))))
    short = draw(Screen("", Rows((Row("狼" * 6 + "…", "12"),))))
    assert short.tobytes() == long.tobytes()


def test_a_character_that_the_font_lacks_is_seen_as_a_box() -> None:
    box = draw(Screen("", Rows((Row("\u9f98"),)))).crop((0, 16, 16, 32))
    assert "\u9f98" not in glyphs()
    assert 4 * 13 == lit(box)


@pytest.mark.parametrize(("first", "rows"), [(0, range(17, 30)), (7, range(50, 63))])
def test_the_mark_is_thick_where_the_list_is(first: int, rows: range) -> None:
    rows_shown = tuple(Row("") for _ in range(3))
    image = draw(Screen("", Rows(rows_shown, 0 if first else None, Scroll(first, 10))))
    thick = [y for y in range(17, 63) if image.getpixel((125, y))]
    assert set(thick) & set(rows)
    assert len(thick) < 20
    assert set(thick) <= set(rows) | {29, 30, 31, 32, 48, 49, 50}


def test_cells_that_are_on_are_filled_and_only_the_cursor_has_a_frame() -> None:
    cells = tuple(Cell(str(n), n == 2) for n in range(1, 19))
    image = draw(Screen("", Grid(cells, 0)))
    frame = [image.getpixel((1 + 21 * column, 16)) for column in range(6)]
    assert [255, 0, 0, 0, 0, 0] == frame
    fill = [image.getpixel((4 + 21 * column, 18)) for column in range(6)]
    assert [0, 255, 0, 0, 0, 0] == fill


def test_a_png_is_the_image_enlarged() -> None:
    image = draw(LIST)
    opened = Image.open(BytesIO(png(image, 3)))
    assert (384, 192) == opened.size
    small = opened.convert("1").resize((128, 64), Image.Resampling.NEAREST)
    assert None is ImageChops.difference(image.convert("L"), small.convert("L")).getbbox()


class Failing(dummy):  # type: ignore[misc] # luma has no types
    """luma's dummy device on a bus that can be cut, which counts what it is sent."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__(width=128, height=64, mode="1")
        self.errors = list(errors)
        self.sent = 0

    def display(self, image: Image.Image) -> None:
        self.sent += 1
        if self.errors:
            raise self.errors.pop(0)
        super().display(image)


def test_an_image_arrives_at_the_device() -> None:
    device = Failing()
    LumaDisplay(device).show(draw(LIST))
    assert draw(LIST).tobytes() == device.image.tobytes()


def test_the_same_image_is_sent_once() -> None:
    device = Failing()
    display = LumaDisplay(device)
    for _ in range(3):
        display.show(draw(LIST))
    assert 1 == device.sent


@pytest.mark.parametrize("error", [DeviceNotFoundError("no answer"), OSError(121, "Remote I/O error")])
def test_an_error_of_the_bus_is_kept_and_the_image_is_sent_again(error: Exception) -> None:
    device = Failing(error)
    display = LumaDisplay(device)
    display.show(draw(LIST))
    assert (error, 1) == (display.error, display.failures)
    display.show(draw(LIST))
    assert (None, 1) == (display.error, display.failures)
    assert draw(LIST).tobytes() == device.image.tobytes()


def test_after_a_failure_even_an_image_shown_before_is_sent_again() -> None:
    """The panel may have lost its picture together with the bus."""
    device = Failing()
    display = LumaDisplay(device)
    display.show(draw(LIST))
    device.errors = [OSError(5, "Input/output error")]
    display.show(draw(BLANK))
    display.show(draw(LIST))
    assert 3 == device.sent
