"""What people type, and what they find."""

import pytest

from firmware.glossary.search import NoSuchTerm, find
from firmware.glossary.terms import all_terms


def found(query: str) -> list[str]:
    return [term.term for term in find(query, all_terms())]


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("银水", "银水"),
        (" 银水 ", "银水"),
        ("刀", "刀"),
        ("16", "警徽流"),
        ("１６", "警徽流"),
        ("yinshui", "银水"),
        ("Yín Shuǐ", "银水"),
        ("píng'ānyè", "平安夜"),
        ("shuang jinshui", "双金水"),
        ("ren dao ren tui bu ren du", "认刀认推不认毒"),
        ("后置位", "前置位后置位"),
        ("houzhiwei", "前置位后置位"),
        ("飞警徽", "撕警徽/飞警徽"),
        ("屠边 / 屠城", "屠边/屠城"),
        ("tucheng", "屠边/屠城"),
        ("身份", "身份牌"),
        ("钩", "倒钩狼"),
        ("认毒", "认刀认推不认毒"),
    ],
)
def test_one_term_is_meant(query: str, term: str) -> None:
    assert [term] == found(query)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("金水", ["金水"]),
        ("狼", ["深水狼", "倒钩狼", "金刚狼", "狼坑"]),
        ("lang", ["深水狼", "倒钩狼", "金刚狼", "狼坑"]),
        ("jinshui", ["金水"]),
        ("lijing", ["反水立警"]),
        ("女巫", ["银水", "强神"]),
        ("Witch", ["银水", "强神"]),
        ("night kill", ["刀", "指刀"]),
    ],
)
def test_a_part_finds_all_that_have_it_and_a_whole_name_only_itself(query: str, terms: list[str]) -> None:
    assert terms == found(query)


@pytest.mark.parametrize(
    "query",
    "asdf qwert hello banana pizza lol kaishi zhongguo nonsense 狼人杀 随便 预言家家 the and was 的 是".split(),
)
def test_what_is_like_no_term_is_told_so_and_nothing_is_guessed(query: str) -> None:
    with pytest.raises(NoSuchTerm) as caught:
        find(query, all_terms())
    zh, en = caught.value.text.zh, caught.value.text.en
    assert f"没有术语 {query}；全部术语请看 faguan glossary" == zh
    assert f"there is no term {query}; faguan glossary lists them all" == en


@pytest.mark.parametrize(
    ("query", "near"),
    [("chasa", "查杀"), ("cahsha", "查杀"), ("piaxing", "票型"), ("pioxing", "票型"), ("警辉流", "警徽流")],
)
def test_a_slip_or_two_are_forgiven(query: str, near: str) -> None:
    """A letter left out, changed with its neighbour, or one hanzi of three mistaken."""
    with pytest.raises(NoSuchTerm) as caught:
        find(query, all_terms())
    assert f"相近的有：{near}" in caught.value.text.zh


@pytest.mark.parametrize(
    ("query", "zh", "en"),
    [
        (
            "今水",
            "没有术语 今水；相近的有：银水、金水、接水",
            "near it: 银水 (yínshuǐ), 金水 (jīnshuǐ), 接水 (jiēshuǐ)",
        ),
        ("yinshiu", "没有术语 yinshiu；相近的有：银水、", "near it: 银水 (yínshuǐ)"),
        ("zzz", "没有术语 zzz；全部术语请看 faguan glossary", "faguan glossary lists them all"),
        ("！", "没有术语 ！；全部术语请看 faguan glossary", "there is no term ！"),
        ("0", "没有术语 0；", "there is no term 0"),
        ("65", "没有术语 65；", "there is no term 65"),
    ],
)
def test_what_is_not_there_is_told_with_what_is_near(query: str, zh: str, en: str) -> None:
    with pytest.raises(NoSuchTerm) as caught:
        find(query, all_terms())
    assert caught.value.text.zh.startswith(zh)
    assert en in caught.value.text.en


def test_every_term_is_found_by_its_number_its_name_and_its_sound_as_typed() -> None:
    for term in all_terms():
        assert [term.term] == found(str(term.number))
        assert [term.term] == found(term.term)
        assert term.term in found(term.pinyin)
