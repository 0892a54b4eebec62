"""A file that cannot be read as a wiring at all is told in one line of both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.wiring import load_wiring
from hardware.words import BadWiring


@pytest.mark.parametrize(
    ("data", "zh", "en"),
    [
        (b"seats = = 3\n", "不是正确的 TOML：看这里：第 1 行第 9 列", "is not valid TOML: look at line 1, column 9"),
        (b"seats = 6\nseats = 7\n", "同一个键写了两次（第 2 行第 10 列）", "a key stands twice (line 2, column 10)"),
        (b"[keys", "不是正确的 TOML", "is not valid TOML"),
        (b"a = " + b"[" * 5000, "嵌套太深", "nested too deeply"),
        (b"name = '\xff\xfe'\n", "不是 UTF-8 文本", "it is not UTF-8 text"),
        (b"\x00\x01\x02", "不是正确的 TOML", "is not valid TOML"),
    ],
)
def test_a_file_that_is_no_toml_is_told_in_one_line(tmp_path: Path, data: bytes, zh: str, en: str) -> None:
    path = tmp_path / "table.toml"
    path.write_bytes(data)
    with pytest.raises(BadWiring) as caught:
        load_wiring(path)

    assert zh in caught.value.words.zh
    assert en in caught.value.words.en
    assert len(str(caught.value).splitlines()) == 1


def test_a_file_that_is_not_there_a_folder_and_a_name_that_is_none_are_told(tmp_path: Path) -> None:
    for source, en in (
        (tmp_path / "no.toml", "there is no such file"),
        (str(tmp_path / "no.toml"), "there is no such file"),
        (tmp_path, "it is a folder, give a file"),
        (tmp_path / "table.toml" / "x", "there is no such file"),
        ("D11", "there is no wiring called D11; there are D10, D12, D9, direct, expander, simulated"),
        ("", "there is no wiring called "),
        ("../../etc/passwd\n\0", "the path is not one"),
        ("bad\nname", "there is no wiring called bad\N{REPLACEMENT CHARACTER}name"),
    ):
        with pytest.raises(BadWiring) as caught:
            load_wiring(source)
        assert en in caught.value.words.en
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000], ids=["decimal", "hex"])
@pytest.mark.parametrize("text", ["seats = {}\n", "[oled]\naddress = {}\n", "[keys]\nup = {}\n", "odd = [{}]\n"])
def test_a_number_too_long_for_python_is_one_line(tmp_path: Path, text: str, number: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text.format(number), encoding="utf-8")
    with pytest.raises(BadWiring) as caught:
        load_wiring(path)
    assert caught.value.words.zh.endswith("不是正确的 TOML：有一个数太长")
    assert caught.value.words.en.endswith("is not valid TOML: a number in it is too long")


def test_an_empty_name_is_shown_as_one() -> None:
    with pytest.raises(BadWiring) as caught:
        load_wiring("")
    assert caught.value.words.zh.startswith('没有名为 "" 的接法')
    assert caught.value.words.en.startswith('there is no wiring called "";')


def test_a_path_in_a_circle_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(BadWiring) as caught:
        load_wiring(tmp_path / "a" / "table.toml")
    assert caught.value.words.zh.endswith("链接绕圈")
