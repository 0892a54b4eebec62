"""Widths, wrapping and windows: what fits on the display."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.screen import Big, Cell, Grid, Row, Rows, Screen, Scroll, clip, fits, width, window, wrap

TEXTS = st.text(alphabet="ab ,.狼人请睁眼，。12", max_size=60)


def test_hanzi_and_full_width_signs_are_sixteen_px_others_eight() -> None:
    assert (16, 16, 8, 8, 0) == (width("狼"), width("，"), width("a"), width("…"), width(""))


def test_eight_hanzi_fill_a_row() -> None:
    assert "狼人请睁眼请选择"[:8] == clip("狼人请睁眼请选择")
    assert "狼人请睁眼请选…" == clip("狼人请睁眼请选择了")


@given(TEXTS, st.integers(16, 200))
def test_a_clipped_text_fits_and_begins_like_the_text(text: str, room: int) -> None:
    short = clip(text, room)
    assert width(short) <= room
    assert text.startswith(short.removesuffix("…"))
    assert (short == text) == (width(text) <= room)


@given(TEXTS, st.integers(32, 200), st.booleans())
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, room: int, inside: bool) -> None:
    lines = wrap(text, room, inside=inside)
    assert all(width(line) <= room for line in lines)
    assert text.replace(" ", "") == "".join(lines).replace(" ", "")
    assert all(lines)


def test_no_line_begins_with_a_comma_or_full_stop() -> None:
    assert ("女巫请睁眼请按", "键。好") == wrap("女巫请睁眼请按键。好", 112)
    assert ("女巫请睁眼请", "按，下") == wrap("女巫请睁眼请按，下", 112)


def test_english_breaks_between_words() -> None:
    assert ("Witch, open your", "eyes.") == wrap("Witch, open your eyes.")


def test_names_stay_whole_where_only_spaces_break() -> None:
    assert ("狼人3 预言家", "女巫 猎人 村民3") == wrap("狼人3 预言家 女巫 猎人 村民3", 122, inside=False)


ROWS = tuple(Row(str(n)) for n in range(6))


@pytest.mark.parametrize(("cursor", "first", "inverted"), [(0, 0, 0), (1, 0, 1), (2, 1, 1), (4, 3, 1), (5, 3, 2)])
def test_a_window_keeps_the_cursor_in_the_middle_where_it_can(cursor: int, first: int, inverted: int) -> None:
    assert Rows(ROWS[first : first + 3], inverted, Scroll(first, 6)) == window(ROWS, cursor)


def test_a_short_list_has_no_mark() -> None:
    assert Rows(ROWS[:3], 2, None) == window(ROWS[:3], 2)


def test_a_text_scrolls_to_its_last_lines_and_no_further() -> None:
    assert Rows(ROWS[3:], None, Scroll(3, 6)) == window(ROWS, 5, inverted=False)


@pytest.mark.parametrize(
    ("screen", "fit"),
    [
        (Screen("狼" * 8, Rows(())), True),
        (Screen("狼" * 8 + "a", Rows(())), False),
        (Screen("狼" * 6, Rows(()), "abc"), True),
        (Screen("狼" * 7, Rows(()), "ab"), False),
        (Screen("", Rows((Row("狼" * 8),))), True),
        (Screen("", Rows((Row("狼" * 8),), None, Scroll(0, 9))), False),
        (Screen("", Rows((Row("狼" * 7, "号"),))), False),
        (Screen("", Rows((Row(""),), 1)), False),
        (Screen("", Rows(ROWS)), False),
        (Screen("", Big("狼" * 4)), True),
        (Screen("", Big("狼" * 4, "1")), False),
        (Screen("", Big("7", footer="狼" * 9)), False),
        (Screen("", Grid((Cell("1", True),) * 18, 17)), True),
        (Screen("", Grid((Cell("1", True),) * 19, 0)), False),
    ],
)
def test_a_screen_fits_when_nothing_is_cut_off(screen: Screen, fit: bool) -> None:
    assert fit is fits(screen)
