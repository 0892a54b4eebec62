"""The settings: defaults without a file, and one clear line for every mistake."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from audio.say import Language
from firmware.config import Config, load_config
from firmware.errors import BadConfig


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert Config() == load_config(tmp_path)
    assert Config().language is Language.ZH


def test_what_is_written_is_what_holds(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('language = "en"\nport = 9000\n', encoding="utf-8")
    assert Config(language=Language.EN, port=9000) == load_config(tmp_path)


@pytest.mark.parametrize(
    "text",
    ['langauge = "en"', 'language = "fr"', "port = 0", "port = 70000", 'port = "80"', "port", "[port]\nx = 1"],
)
def test_a_mistake_is_one_line_in_both_languages(text: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadConfig) as refusal:
        load_config(tmp_path)
    assert "配置有误" in refusal.value.text.zh
    assert "bad configuration" in refusal.value.text.en
    assert "\n" not in str(refusal.value)


def test_bytes_that_are_no_text_are_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes(b"language = \xff\xfe")
    with pytest.raises(BadConfig):
        load_config(tmp_path)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(BadConfig, match="cannot read"):
        load_config(tmp_path)


def test_there_are_few_settings_and_each_is_explained() -> None:
    fields = msgspec.structs.fields(Config)
    assert 0 < len(fields) <= 25
    source = Path(__file__).resolve().parents[2] / "firmware" / "config.py"
    lines = source.read_text(encoding="utf-8").splitlines()
    for field in fields:
        (at,) = [n for n, line in enumerate(lines) if line.startswith(f"    {field.name}: ")]
        assert lines[at + 1].startswith('    """')


def test_a_number_too_long_for_python_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"port = {'9' * 5000}\n", encoding="utf-8")
    with pytest.raises(BadConfig) as caught:
        load_config(tmp_path)
    assert caught.value.text.en.endswith("a number in it is too long")
