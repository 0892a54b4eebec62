"""Sentences become words and lengths."""

from __future__ import annotations

import pytest

from audio.errors import MissingValue, NotSpeakable, UnknownLine
from audio.planner import length_ms, pause_ms, render
from audio.say import Language, Say
from audio.syllables import syllables_en, syllables_zh
from engine.text import Text

ZH, EN = Language.ZH, Language.EN


@pytest.mark.parametrize(
    ("say", "zh", "en"),
    [
        (Say(key="vote.out", seat=2), "二号出局。", "Number two is out."),
        (Say(key="count.seat", seat=17), "十七号。", "Seventeen."),
        (
            Say(key="dawn.death_many", seats=(3, 7, 12)),
            "昨夜三号、七号和十二号玩家死亡。",
            "Last night numbers three, seven and twelve died.",
        ),
        (Say(key="pk.open", seats=(3, 7)), None, "Numbers three and seven are tied. One more speech each."),
        (Say(key="vote.abstain", seats=(4,)), "弃票的有：四号。", "Abstained: number four."),
        (
            Say(key="vote.tally", seat=5, halves=9, voters=(1, 2)),
            "五号，四点五票，投票的是一号和二号。",
            "Number five: four and a half votes, from numbers one and two.",
        ),
        (
            Say(key="speech.time_odd", minute=15 * 60 + 25, seat=3),
            "现在时间十五点二十五分，单数，从三号开始，按号码往大走。",
            "The time is three twenty-five p.m., odd: from number three upwards.",
        ),
        (Say(key="setup.ready_wait", n=2), "还差两位没有确认。", "Not confirmed yet: two."),
        (Say(key="day.confirm", target=7), "选择七号，要取消请按住。", "Number seven it is. Hold to cancel."),
        (Say(key="day.confirm", target="none"), "选择不开枪，要取消请按住。", "No shot it is. Hold to cancel."),
        (Say(key="day.confirm", target="ascending"), "选择顺序，要取消请按住。", "Upwards it is. Hold to cancel."),
        (Say(key="day.confirm", target="descending"), "选择逆序，要取消请按住。", "Downwards it is. Hold to cancel."),
        (Say(key="day.confirm", target="tear"), "选择撕掉，要取消请按住。", "Tear it is. Hold to cancel."),
        (
            Say(key="gun.fire", seat=3, target=10),
            "三号发动技能，带走十号。",
            "Number three uses an ability and takes number ten along.",
        ),
        (
            Say(key="setup.roles", roles=(("werewolf", 2), ("seer", 1), ("villager", 4))),
            "本局身份有：两名狼人、一名预言家和四名平民。",
            "Roles in this game: two Werewolves, one Seer and four Villagers.",
        ),
        (Say(key="over.role", seat=8, role="villager"), "八号，平民。", "Number eight: Villager."),
        (
            Say(key="setup.house", text=Text("第2夜起，每人2票。", "From 12 on.")),
            "本店规则：第二夜起，每人两票。",
            "House rule: From twelve on.",
        ),
    ],
)
def test_the_words_of_a_sentence(say: Say, zh: str | None, en: str) -> None:
    if zh is not None:
        assert zh == render(say, ZH)
    assert en == render(say, EN)


def test_a_sentence_without_its_seat_names_the_line_and_the_placeholder() -> None:
    with pytest.raises(MissingValue) as caught:
        render(Say(key="vote.out"), ZH)
    assert ("vote.out", "seat") == (caught.value.key, caught.value.placeholder)
    assert "vote.out" in str(caught.value)
    assert "{seat}" in str(caught.value)


@pytest.mark.parametrize(
    "say",
    [
        Say(key="dawn.death_many"),
        Say(key="vote.tally", seat=1, halves=2),
        Say(key="over.role", seat=1, role="nobody"),
        Say(key="day.confirm", target="sideways"),
        Say(key="setup.roles", roles=(("nobody", 1),)),
        Say(key="setup.house"),
        Say(key="speech.time_odd", seat=1),
        Say(key="setup.ready_wait"),
    ],
)
def test_a_placeholder_is_never_left_open(say: Say) -> None:
    for language in Language:
        with pytest.raises(MissingValue):
            render(say, language)


def test_a_line_the_catalogue_does_not_have() -> None:
    with pytest.raises(UnknownLine, match=r"no\.such"):
        render(Say(key="no.such"), ZH)
    with pytest.raises(UnknownLine):
        pause_ms("no.such")


def test_a_number_nobody_can_say() -> None:
    with pytest.raises(NotSpeakable):
        render(Say(key="vote.out", seat=100), ZH)


@pytest.mark.parametrize(
    ("key", "characters"),
    [("setup.begin", 4), ("night.fall", 5), ("night.hush", 7), ("dawn.peace", 5), ("vote.end", 7)],
)
def test_chinese_takes_a_syllable_a_character_at_four_point_two_a_second(key: str, characters: int) -> None:
    assert round(characters / 4.2 * 1000) == length_ms(Say(key=key), ZH)


def test_a_list_takes_a_gap_between_its_items() -> None:
    # 昨夜三号玩家死亡: eight syllables; 昨夜三号和七号玩家死亡: eleven and one gap
    assert round(8 / 4.2 * 1000) == length_ms(Say(key="dawn.death_one", seat=3), ZH)
    assert round(11 / 4.2 * 1000) + 350 == length_ms(Say(key="dawn.death_many", seats=(3, 7)), ZH)
    # 昨夜三号、五号和七号玩家死亡: thirteen and two gaps
    assert round(13 / 4.2 * 1000) + 700 == length_ms(Say(key="dawn.death_many", seats=(3, 5, 7)), ZH)


def test_two_lists_have_their_own_gaps() -> None:
    roles = (("werewolf", 1), ("seer", 1))
    one = length_ms(Say(key="setup.roles", roles=roles[:1]), EN)
    two = length_ms(Say(key="setup.roles", roles=roles), EN)
    assert round(3 / 4.2 * 1000) + 350 == pytest.approx(two - one, abs=1)  # "and one Seer"


@pytest.mark.parametrize("seat", range(1, 19))
@pytest.mark.parametrize("language", list(Language))
def test_a_counted_number_fits_the_fastest_sweep(seat: int, language: Language) -> None:
    assert 300 <= length_ms(Say(key="count.seat", seat=seat), language) <= 700


@pytest.mark.parametrize("seat", range(1, 19))
@pytest.mark.parametrize("key", ["vote.for", "pk.for"])
@pytest.mark.parametrize("language", list(Language))
def test_a_candidate_fits_the_window_of_a_ballot(seat: int, key: str, language: Language) -> None:
    assert length_ms(Say(key=key, seat=seat), language) <= 1500


def test_no_clip_is_shorter_than_three_tenths_of_a_second() -> None:
    assert 300 == length_ms(Say(key="count.seat", seat=1), EN)


def test_the_silence_after_a_line() -> None:
    assert 5000 == pause_ms("night.first")
    assert 3000 == pause_ms("night.fall")
    assert 800 == pause_ms("setup.side")
    assert 300 == pause_ms("over.role")
    assert 0 == pause_ms("speech.turn")


@pytest.mark.parametrize(("text", "count"), [("天黑请闭眼。", 5), ("三，二，一。", 3), ("进入PK台", 5), ("", 0)])
def test_chinese_syllables(text: str, count: int) -> None:
    assert count == syllables_zh(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Close your eyes.", 3),
        ("Wolves, open your eyes.", 5),
        ("Seventeen: press now.", 5),
        ("The time is three p.m., odd", 7),
        ("Number twelve is out.", 5),
        ("Nobody leaves today.", 6),
        ("tied", 1),
        ("wanted", 2),
        ("people", 2),
        ("The whole role", 3),
        ("roles", 1),
        ("hmm", 1),
    ],
)
def test_english_syllables(text: str, count: int) -> None:
    assert count == syllables_en(text)


def test_english_length_follows_from_the_syllables() -> None:
    assert round(5 / 4.2 * 1000) == length_ms(Say(key="vote.out", seat=12), EN)
