"""The data: all there, in both languages, and nothing points nowhere."""

import re
from pathlib import Path

import pytest

import firmware.glossary.terms
from audio.catalogue import LINES
from firmware.glossary.terms import LISTED, Checked, all_terms, term_called
from hardware.oled import glyphs

LIST = (
    "银水 金水 双金水 双查杀 接水 倒牌 划水 夹杀 刀 空刀 自爆 推 警上 "
    "警下 外置位 警徽流 跳 对跳 退水 摸 踩 水包 查杀 前置位后置位 认刀认推不认毒 民及民以上 "
    "民及民以下 身份牌 强神 深水狼 倒钩狼 金刚狼 绑票 冲票 指刀 穿衣服 悍跳 反水 反水立警 "
    "点到 挂身份 挂相 抿 盘 翻车 弱神 平安夜 污 聊爆 贴脸 自证强神"
).split()
MORE = "上警 归票 站边 表水 狼坑 票型 屠边/屠城 自刀 铜水 撕警徽/飞警徽 警左/警右 死左/死右 平安日".split()
UNCONFIRMED = {"夹杀", "挂身份", "挂相", "水包", "民及民以下", "自证强神", "翻车"}
SPOKEN = "自爆 警上 警下 退水 身份牌 平安夜 上警 归票 屠边/屠城 平安日".split()
HANZI = re.compile(r"[\u4e00-\u9fff]")


def test_the_owners_terms_have_his_numbers_and_the_additions_follow() -> None:
    assert 51 == LISTED == len(LIST)
    assert list(enumerate(LIST + MORE, 1)) == [(term.number, term.term) for term in all_terms()]


def test_what_nobody_confirms_is_marked_and_says_why() -> None:
    doubtful = [term for term in all_terms() if not term.confirmed]
    assert {term.term for term in doubtful} == UNCONFIRMED
    assert [] == [term.term for term in doubtful if term.note is None]
    assert {"夹杀", "挂身份", "挂相"} == {term.term for term in doubtful if term.checked is Checked.GUESSED}
    assert MORE == [term.term for term in all_terms() if term.checked is Checked.UNGRADED]


def test_every_text_is_there_in_both_languages() -> None:
    for term in all_terms():
        notes = [term.note] if term.note else []
        for text in (term.meaning, *notes):
            assert HANZI.search(text.zh), term.term
            assert text.zh.endswith("。"), term.term
            assert text.en.endswith("."), term.term
            assert text.en[0].isupper() or text.en.startswith('"'), term.term
        assert len(term.meaning.zh) <= 20, term.term
        assert term.screen, term.term
        assert not HANZI.search(term.screen), term.term
        assert not HANZI.search(term.meaning.en), term.term


def test_every_related_term_is_in_the_glossary_and_none_points_at_itself() -> None:
    for term in all_terms():
        assert term.related, term.term
        assert term.term not in term.related
        for name in term.related:
            assert name == term_called(name).term


def test_no_name_stands_for_two_terms() -> None:
    names = [name for term in all_terms() for name in (term.term, *term.names)]
    assert len(set(names)) == len(names)
    with pytest.raises(LookupError):
        term_called("预言家")


@pytest.mark.parametrize(
    ("term", "pinyin"),
    [
        ("倒牌", "dǎopái"),
        ("倒钩狼", "dàogōuláng"),
        ("划水", "huáshuǐ"),
        ("挂相", "guàxiàng"),
        ("穿衣服", "chuān yīfu"),
        ("认刀认推不认毒", "rèn dāo rèn tuī bú rèn dú"),
    ],
)
def test_hanzi_with_two_readings_have_the_right_one(term: str, pinyin: str) -> None:
    assert pinyin == term_called(term).pinyin


def test_the_judge_says_the_words_marked_so_and_none_of_the_players_talk() -> None:
    """From the judge's mouth 金水 would sound like a verdict; a single hanzi is part of ordinary words."""
    assert SPOKEN == [term.term for term in all_terms() if term.spoken]
    lines = [line.text.zh for line in LINES.values()]
    words = [term for term in all_terms() if len(term.term) > 1]
    said = [term.term for term in words if any(name in line for line in lines for name in (term.term, *term.names))]
    assert SPOKEN == said


def test_every_character_of_the_data_can_be_drawn() -> None:
    file = Path(firmware.glossary.terms.__file__).parent / "terms.toml"
    text = file.read_text("utf-8")
    assert "ǎ" in text
    assert set() == set(text) - {"\n"} - glyphs().keys()
