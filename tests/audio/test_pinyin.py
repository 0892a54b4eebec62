"""How every Chinese line is read: reviewed once, kept here, and checked against the rules of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from audio.catalogue import LINES, SHOWN_ONLY
from audio.clips import every
from audio.errors import NoReading
from audio.pinyin import parse_lexicon, pinyin, syllables, words
from audio.say import Language
from engine.explanations import EXPLAIN
from engine.roles import ROLES
from firmware.boards import preset_boards

GOLDEN = Path(__file__).with_name("pinyin_golden.txt")
HOW = "review the reading, then add the line to tests/audio/pinyin_golden.txt"
NUMERAL = "零一二三四五六七八九十两"


def _texts() -> Iterator[str]:
    """Everything the judge says in Chinese, placeholders still open."""
    yield from (line.text.zh for line in LINES.values() if line.key not in SHOWN_ONLY)
    yield from (entry.text.zh for entry in EXPLAIN)
    yield from (role.said.zh for role in ROLES)
    yield from (board.name.zh for board in preset_boards())


def _read(text: str) -> str:
    """The reading of a text, its placeholders as they are."""
    return " ".join(part if part[0] == "{" else pinyin(part) for part in re.findall(r"\{\w+\}|[^{]+", text))


def _golden() -> dict[str, str]:
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    rows = [(line.partition("\t")[0], line.partition("\t")[2]) for line in lines]
    assert len({text for text, _ in rows}) == len(rows), "a text stands twice in the golden file"
    return dict(rows)


def test_every_text_is_read_as_it_was_reviewed() -> None:
    golden = _golden()
    assert {} == {text: _read(text) for text in _texts() if golden.get(text) != _read(text)}, HOW


def test_the_golden_file_holds_nothing_that_is_no_longer_said() -> None:
    assert set() == set(_golden()) - set(_texts())


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("警长", "jing3 zhang3"),
        ("禁言长老", "jin4 yan2 zhang3 lao3"),
        ("好人", "hao3 ren2"),
        ("三号", "san1 hao4"),
        ("倒牌", "dao3 pai2"),
        ("咆哮", "pao2 xiao4"),
        ("炸弹人", "zha4 dan4 ren2"),
        ("驯熊师", "xun4 xiong2 shi1"),
        ("老流氓", "lao3 liu2 mang2"),
        ("魅惑", "mei4 huo4"),
        ("殉情", "xun4 qing2"),
        ("还差三位", "hai2 cha4 san1 wei4"),
        ("还有", "hai2 you3"),
        ("只有", "zhi3 you3"),
        ("桌子中间", "zhuo1 zi5 zhong1 jian1"),
        ("中毒", "zhong4 du2"),
        ("女巫", "nv3 wu1"),
        ("成为", "cheng2 wei2"),
        ("一号", "yi1 hao4"),
        ("十一号", "shi2 yi1 hao4"),
        ("第一夜", "di4 yi1 ye4"),
        ("一点五票", "yi1 dian3 wu3 piao4"),
        ("十一票", "shi2 yi1 piao4"),
        ("一票", "yi2 piao4"),
        ("一次", "yi2 ci4"),
        ("按一下", "an4 yi2 xia4"),
        ("一名", "yi4 ming2"),
        ("一张", "yi4 zhang1"),
        ("一轮", "yi4 lun2"),
        ("一起", "yi4 qi3"),
        ("一直", "yi4 zhi2"),
        ("不是", "bu2 shi4"),
        ("不救", "bu2 jiu4"),
        ("不能", "bu4 neng2"),
        ("零一分", "ling2 yi1 fen1"),
        ("二十一分", "er4 shi2 yi1 fen1"),
        ("两点整", "liang3 dian3 zheng3"),
    ],
)
def test_a_word_that_voices_misread(text: str, reading: str) -> None:
    assert reading == pinyin(text)


def _changing() -> Iterator[tuple[str, str, str]]:
    """Every 一 and 不 of every clip that is no number: the clip, the tone it has, the syllable after it."""
    for wanted in every(Language.ZH):
        text = re.sub(r"[，。]", "", wanted.fragment.text)
        read = wanted.fragment.pinyin.replace(" ,", "").replace(" .", "").split()
        assert len(text) == len(read), wanted.fragment
        for at, char in enumerate(text[:-1]):
            before, after = text[at - 1 : at], text[at + 1]
            label = char == "一" and (before in {*NUMERAL, "第"} or after in {*NUMERAL, "号"} or "一点五" in text)
            if char in "一不" and not label and not text.startswith("三二一"):
                yield text, read[at], read[at + 1]


def test_yi_and_bu_change_their_tone_before_the_syllable_that_follows() -> None:
    wrong = [
        (text, tone, following)
        for text, tone, following in _changing()
        if tone[-1] != ("2" if following[-1] == "4" else "4")
    ]
    assert [] == wrong


def test_words_stay_together_and_marks_are_pauses() -> None:
    assert (("jing3", "zhang3"), ("chu1", "ju2"), (",",), ("qing3",), ("bi4", "yan3"), (".",)) == words(
        "警长出局，请闭眼。"
    )
    assert "san1 hao4 , qi1 hao4 ." == pinyin("三号、七号。")
    assert 4 == syllables("san1 hao4 , qi1 hao4 .")


def test_a_character_without_a_reading_is_named() -> None:
    with pytest.raises(NoReading, match=r"add it to audio/lexicon\.txt"):
        words("三号是龘。")


@pytest.mark.parametrize(
    "line", ["警长 jing3", "警长 jing zhang", "警长 jing3 zhang6", "警长 jing3 zhang3\n警长 jing3 chang2"]
)
def test_a_lexicon_line_that_is_no_reading_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="lexicon, line"):
        parse_lexicon(line)


def test_a_note_in_the_lexicon_is_passed_over() -> None:
    assert {"一": ("yi1",)} == dict(parse_lexicon("# a note\n\n一 yi1\n"))
