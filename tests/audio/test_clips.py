"""What is recorded on its own: together the clips say the sentence, and nothing is missing from the list of them."""

from __future__ import annotations

import re

import msgspec
import pytest

from audio.catalogue import LATER, LINES, SHOWN_ONLY
from audio.clips import Fragment, counted, every, fragments, phrases, whole
from audio.planner import render
from audio.say import Language, Say
from engine.text import Text
from scripts.voice.repertoire import sayings

ZH, EN = Language.ZH, Language.EN


def _texts(say: Say, language: Language = ZH) -> list[str]:
    return [fragment.text for fragment in fragments(say, language)]


def _best(say: Say, language: Language = ZH) -> list[str]:
    return [fragment.text for phrase in phrases(say, language) for fragment in phrase.options[0]]


def _full(key: str) -> Say:
    return Say(
        key=key,
        seat=12,
        target=7,
        seats=(3, 7, 12),
        voters=(2,),
        halves=3,
        n=2,
        minute=15 * 60 + 5,
        role="seer",
        roles=(("werewolf", 4), ("seer", 1), ("villager", 2)),
        text=Text("最多玩九轮，就算平局", "after round nine, it is a draw"),
    )


def _letters(text: str) -> str:
    """The words of a text without marks, capitals and spaces."""
    return re.sub(r"[\W_]", "", text).lower()


def test_a_line_without_a_placeholder_is_one_clip() -> None:
    assert ["请低头，保持安静。"] == _texts(Say(key="night.hush"))
    assert ["Heads down. Stay silent."] == _texts(Say(key="night.hush"), EN)


def test_a_seat_is_glued_where_it_must_be_and_whole_where_it_can_be() -> None:
    say = Say(key="sheriff.boom", seat=3)
    assert ["三号，", "自爆，", "竞选终止，本局没有警徽。"] == _texts(say)
    assert ["三号自爆，", "竞选终止，本局没有警徽。"] == _best(say)
    assert ["number three self-destructs.", "The election ends and there will be no badge."] == _best(say, EN)


def test_a_seat_that_stands_alone_is_the_number_going_on() -> None:
    assert ["七号，", "请按。"] == _best(Say(key="vote.for", seat=7))
    assert ["seven,", "press now."] == _best(Say(key="vote.for", seat=7), EN)
    assert ["七号。"] == _texts(Say(key="count.seat", seat=7))


def test_a_list_is_read_number_by_number() -> None:
    say = Say(key="dawn.death_many", seats=(3, 7, 12))
    assert ["昨夜，", "三号，", "七号，", "和十二号，", "玩家死亡。"] == _texts(say)
    assert ["Last night,", "numbers,", "three,", "seven,", "and twelve,", "died."] == _texts(say, EN)
    gaps = [fragment.gap_frames for fragment in fragments(say, ZH)]
    assert gaps[1] == gaps[2] > gaps[0] == gaps[3] > gaps[4] == 0


def test_a_list_that_ends_a_sentence_closes_it() -> None:
    assert ["弃票的有，", "三号。"] == _texts(Say(key="vote.abstain", seats=(3,)))
    assert ["弃票的有，", "三号，", "和四号。"] == _texts(Say(key="vote.abstain", seats=(3, 4)))
    assert ["Abstained,", "numbers,", "three,", "and four."] == _texts(Say(key="vote.abstain", seats=(3, 4)), EN)


def test_the_only_seat_of_an_english_list_is_a_number_in_one_piece() -> None:
    """In two pieces it takes twice as long, and sounds like a list that has just begun."""
    assert ["Abstained,", "number three."] == _best(Say(key="vote.abstain", seats=(3,)), EN)
    assert ["Abstained,", "number,", "three."] == _texts(Say(key="vote.abstain", seats=(3,)), EN)
    say = Say(key="vote.tally", seat=5, halves=2, voters=(12,))
    assert ["number five,", "one vote,", "from,", "number twelve."] == _best(say, EN)
    (died,) = phrases(Say(key="dawn.death_many", seats=(3,)), EN)
    joined, glued = ([fragment.gap_frames for fragment in option] for option in died.options)
    assert glued[:1] + glued[2:] == joined


def test_a_tally_holds_its_votes_in_one_clip() -> None:
    say = Say(key="vote.tally", seat=5, halves=3, voters=(2,))
    assert ["五号，", "一点五票，", "投票的是，", "二号。"] == _texts(say)


@pytest.mark.parametrize(
    ("minute", "zh", "en"),
    [
        (15 * 60 + 25, ["十五点，", "二十五分，"], ["three,", "twenty-five,", "p.m.,"]),
        (14 * 60 + 2, ["十四点，", "零二分，"], ["two,", "oh two,", "p.m.,"]),
        (2 * 60, ["两点，", "整，"], ["two,", "a.m.,"]),
        (12 * 60, ["十二点，", "整，"], ["twelve noon,"]),
    ],
)
def test_the_clock_is_hours_and_minutes(minute: int, zh: list[str], en: list[str]) -> None:
    say = Say(key="pk.odd", minute=minute)
    assert ["现在时间，", *zh, "单数，从小号到大号发言。"] == _texts(say)
    assert ["The time is,", *en, "odd, low numbers first."] == _texts(say, EN)


def test_a_deck_is_read_card_by_card() -> None:
    say = Say(key="setup.roles", roles=(("werewolf", 2), ("seer", 1)))
    assert ["本局身份有，", "两名狼人，", "和一名预言家。"] == _texts(say)
    assert ["Roles in this game,", "two Werewolves,", "and one Seer."] == _texts(say, EN)


def test_a_role_a_name_and_a_rule_are_part_of_their_clause() -> None:
    assert ["三号，", "是猎人。"] == _texts(Say(key="gun.named", seat=3, role="hunter"))
    named = Say(key="setup.board", n=12, text=Text("预女猎守", "Seer, Witch"))
    assert ["本局十二人，", "板子是预女猎守。"] == _texts(named)
    rule = Say(key="setup.witch", text=Text("全程不能", "may never"))
    assert ["女巫全程不能自救。"] == _texts(rule)


def test_a_house_rule_is_read_clause_by_clause() -> None:
    rule = Say(key="setup.house", text=Text("最多玩9轮，就算平局。", "after round 9, it is a draw."))
    assert ["本店规则，", "最多玩九轮，", "就算平局。"] == _texts(rule)
    assert ["House rule,", "after round nine,", "it is a draw."] == _texts(rule, EN)


def test_a_choice_that_is_a_word_is_part_of_its_clause() -> None:
    assert ["选择撕掉，", "要取消请按住。"] == _texts(Say(key="day.confirm", target="tear"))


@pytest.mark.parametrize("key", sorted(set(LINES) - set(SHOWN_ONLY)))
def test_the_clips_say_the_sentence(key: str) -> None:
    say = _full(key)
    for language in Language:
        said = _letters(render(say, language))
        for texts in (_texts(say, language), _best(say, language)):
            assert said == _letters("".join(texts))
        pieces = [fragment for phrase in phrases(say, language) for option in phrase.options for fragment in option]
        for fragment in (*pieces, whole(say, language)):
            assert fragment.ends == (fragment.text[-1] in "。.")
            assert fragment.text[-1] in "。，.,"
            assert bool(fragment.pinyin) == (language is ZH)


def test_the_same_words_have_the_same_name_and_others_another() -> None:
    first, final = Fragment("三号，", "san1 hao4 ,", ends=False), Fragment("三号。", "san1 hao4 .", ends=True)
    assert first.name == Fragment("三号，", "san1 hao4 ,", ends=False, gap_frames=99).name
    assert len({first.name, final.name, Fragment("三号，", "san1 hao2 ,", ends=False).name}) == 3


@pytest.mark.parametrize("language", Language)
def test_every_sentence_finds_its_clips_in_the_list(language: Language) -> None:
    says, rare = sayings()
    wanted = {entry.fragment.name for entry in every(language, says, rare)}
    others = [
        msgspec.structs.replace(say, key="setup.house_next") for say in (*says, *rare) if say.key == "setup.house"
    ]
    assert others, "the repertoire reads house rules"
    for key in set(LINES) - set(SHOWN_ONLY) - set(LATER) - {say.key for say in (*says, *others)}:
        for seat in (1, 9, 18):
            say = Say(
                key=key, seat=seat, target=19 - seat, seats=(2, seat, 18), voters=(seat,), halves=2 * seat + 1, n=seat,
                minute=seat * 61, role="witch", roles=(("werewolf", 3), ("guard", 1)),
            )  # fmt: skip
            assert set() == {fragment.name for fragment in fragments(say, language)} - wanted, key
    assert set() == {fragment.name for say in (*says, *rare, *others) for fragment in fragments(say, language)} - wanted


def test_what_is_counted_is_every_number_closing_and_going_on() -> None:
    assert 36 == len(counted(ZH)) == len(counted(EN))
    assert Fragment("十八号。", "shi2 ba1 hao4 .", ends=True).name in counted(ZH)
    assert Fragment("three,", "", ends=False).name in counted(EN)


def test_a_name_that_the_lexicon_cannot_read_has_no_reading() -> None:
    named = Say(key="setup.board", n=9, text=Text("龘龘", "Dragons"))
    assert ["ben3 ju2 jiu3 ren2 ,", ""] == [fragment.pinyin for fragment in fragments(named, ZH)]
