"""`faguan glossary`, as it is typed."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from firmware.cli import app
from firmware.glossary.terms import all_terms
from hardware.screen import width


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["glossary", *arguments])


def test_a_term_is_told_in_both_languages_chinese_first() -> None:
    result = typed("yinshui")
    assert 0 == result.exit_code
    assert [
        "1  银水  yínshuǐ",
        "中刀后被女巫救活的玩家，不排除狼自刀。",
        "A player the Witch saved with her antidote. Usually trusted, but wolves may have knifed their own to earn it.",
        "相关 / see also: 金水 2、自刀 59、平安夜 47",
    ] == result.stdout.splitlines()


def test_a_language_can_be_chosen_and_a_doubt_is_told_in_it() -> None:
    chinese, english = typed("夹杀", "--language", "zh"), typed("夹杀", "--language", "en")
    assert [
        "8  夹杀  jiāshā",
        "同一个人被两方同时攻击，腹背受敌。",
        "释义待核",
        "没有找到狼人杀里的用法，按字面推测。",
        "相关: 踩 21、推 12",
    ] == chinese.stdout.splitlines()
    assert [
        "8  夹杀  jiāshā",
        "Squeezed: one player attacked from two sides at once.",
        "not confirmed",
        "No use in this game was found; guessed from the literal meaning.",
        "see also: 踩 21、推 12",
    ] == english.stdout.splitlines()


def test_without_a_term_all_are_listed_whole_within_eighty_cells() -> None:
    result = typed()
    assert 0 == result.exit_code
    lines = result.stdout.splitlines()
    assert [] == [line for line in lines if width(line) > 80 * 8]
    for term in all_terms():
        mark = "" if term.confirmed else "？"
        line = next(line for line in lines if line.startswith(f"{term.number} "))
        assert term.term == line.split()[1]
        assert line.rstrip().endswith(term.meaning.zh + mark)
    assert "？ 释义待核 / not confirmed" == lines[-1]


@pytest.mark.parametrize("blank", ["", "  ", "\t", "\N{IDEOGRAPHIC SPACE}"])
def test_a_blank_term_is_no_term(blank: str) -> None:
    assert (0, typed().stdout) == (typed(blank).exit_code, typed(blank).stdout)


def test_the_list_in_english_loses_no_word() -> None:
    words = set(typed("--language", "en").stdout.replace("？", "").split())
    for term in all_terms():
        assert set() == set(term.meaning.en.split()) - words, term.term


def test_json_has_everything_and_says_what_is_confirmed() -> None:
    terms = json.loads(typed("--json").stdout)
    assert [term.number for term in all_terms()] == [term["number"] for term in terms]
    assert [term.confirmed for term in all_terms()] == [term["confirmed"] for term in terms]
    (one,) = json.loads(typed("16", "--json").stdout)
    assert ("警徽流", "A", ["查杀", "金水", "警上"]) == (one["term"], one["checked"], one["related"])
    assert {"zh", "en"} == one["meaning"].keys()


def test_an_unknown_term_is_one_line_on_stderr_and_exit_1() -> None:
    result = typed("今水")
    assert (1, "") == (result.exit_code, result.stdout)
    (line,) = result.stderr.splitlines()
    assert "没有术语 今水；相近的有：银水、金水、接水 / there is no term 今水; near it: " in line


def test_the_sheet_is_written_and_named(tmp_path: Path) -> None:
    file = tmp_path / "术语.html"
    result = typed("--sheet", str(file))
    assert (0, f"已写好 / written: {file}\n") == (result.exit_code, result.stdout)
    assert file.read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("more", [("银水",), ("--json",), ("--language", "en")])
def test_the_sheet_comes_alone(tmp_path: Path, more: tuple[str, ...]) -> None:
    file = tmp_path / "sheet.html"
    result = typed(*more, "--sheet", str(file))
    assert (2, "") == (result.exit_code, result.stdout)
    assert "--sheet 总是用两种语言写全部术语" in result.stderr
    assert not file.exists()


def test_a_sheet_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    result = typed("--sheet", str(tmp_path))
    assert 1 == result.exit_code
    assert f"无法写入 {tmp_path}：这是文件夹 / cannot write {tmp_path}: it is a folder\n" == result.stderr
