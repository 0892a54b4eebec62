"""声音: what staff choose holds at once, what they try out is heard, and what is in the way is said."""

from __future__ import annotations

import msgspec
import pytest

from audio.say import Language
from engine.text import Text
from firmware.menu.actions import Action, HearMask, Keep, Resume, TestSound
from firmware.menu.choices import VOLUMES_DB, Choices
from firmware.menu.page import SoundState
from hardware.ports import Key
from hardware.screen import Big, Rows, Screen, fits
from tests.menu.cafe import LIVELY, OWN, SOUND, UNHEARD, VOICES, house, rows_down
from tests.menu.scenes import BACK, DOWN, OK, UP
from tests.menu.test_home import do, rows

PAGE = rows_down(8)
"""From the home page to 声音."""

PLAIN = msgspec.structs.replace(OWN, volume_db=-6, card="", voice="", online=False)
"""A café that has chosen nothing about the sound yet."""


def kept(actions: tuple[Action, ...]) -> Choices:
    """The choices of the one action that there is."""
    (keep,) = actions
    assert isinstance(keep, Keep)
    return keep.choices


def seen(screen: Screen) -> tuple[str, str, str]:
    """The volume, what is said of it, and what the keys do."""
    assert isinstance(screen.body, Big)
    return screen.body.text, screen.corner, screen.body.footer


def test_the_page_shows_every_choice_with_its_value() -> None:
    made = house(Language.ZH, *PAGE)
    first = rows(made.screen())
    do(made, UP)
    assert ["音量 -9dB", "嗓音 女声", "喇叭 vc4hdmi0", "试音", "夜里噪声", "在线语音 开"] == first + rows(made.screen())


def test_the_volume_changes_with_every_press_and_stops_at_both_ends() -> None:
    made = house(Language.ZH, *PAGE, OK, own=PLAIN)
    assert ("-6dB", "", "▲▼ 按OK试音") == seen(made.screen())
    assert [-3, 0] == [kept(do(made, UP)).volume_db for _ in range(2)]
    assert () == do(made, UP)
    assert ("0dB", "最响", "▲▼ 按OK试音") == seen(made.screen())
    louder = [kept(do(made, DOWN)).volume_db for _ in range(10)]
    assert list(range(-3, -31, -3)) == louder
    assert () == do(made, DOWN)
    assert ("-30dB", "最轻", "▲▼ 按OK试音") == seen(made.screen())


def test_the_test_sentence_is_heard_while_the_volume_is_chosen() -> None:
    made = house(Language.ZH, *PAGE, OK)
    assert (TestSound(),) == do(made, OK)
    assert -12 == kept(do(made, DOWN)).volume_db
    assert (TestSound(),) == do(made, OK)
    assert (TestSound(),) == do(made, BACK, *rows_down(3))
    assert "试音" == rows(made.screen())[1]


@pytest.mark.parametrize("key", [OK, BACK])
def test_in_a_game_the_volume_is_changed_in_the_pause_and_nothing_is_tested(key: Key) -> None:
    made = house(Language.ZH, OK, *rows_down(5), status="votes")
    assert ("-9dB", "", "▲▼ 按OK返回") == seen(made.screen())
    assert -6 == kept(do(made, UP)).volume_db
    assert () == do(made, key)
    assert "音量 -6dB" in rows(made.screen())
    assert (Resume(),) == do(made, BACK)


def test_a_voice_of_the_judges_language_is_chosen() -> None:
    made = house(Language.ZH, *PAGE, *rows_down(1))
    assert ("嗓音", ["男声", "女声 在用"]) == (made.screen().title, rows(made.screen()))
    assert "zm_yunjian" == kept(do(made, UP, OK)).voice
    assert "嗓音 男声" == rows(made.screen())[1]


def test_the_first_voice_speaks_until_one_is_chosen() -> None:
    made = house(Language.ZH, *PAGE, *rows_down(1), own=PLAIN)
    assert ["男声 在用", "女声"] == rows(made.screen())
    assert () == do(made, OK), "nothing has changed"
    assert "声音" == made.screen().title


def test_looking_at_the_only_english_voice_does_not_forget_the_chinese_one() -> None:
    made = house(Language.EN, *PAGE, *rows_down(1))
    assert ["Woman in use"] == rows(made.screen())
    assert () == do(made, OK)
    assert "zf_xiaoxiao" == made.choices.voice


def test_a_language_without_a_voice_says_so() -> None:
    machine = msgspec.structs.replace(LIVELY, sound=msgspec.structs.replace(SOUND, voices=VOICES[:2]))
    made = house(Language.EN, *PAGE, machine=machine)
    assert "Voice none" == rows(made.screen())[1]
    assert () == do(made, DOWN, OK)
    assert "There is no voice pack for this language." == " ".join(rows(made.screen()))


def test_the_loudspeaker_is_chosen_by_name_and_the_machine_may_choose_itself() -> None:
    made = house(Language.ZH, *PAGE, *rows_down(2))
    assert ("喇叭", ["自动", "vc4hdmi0 在用", "Headphones"]) == (made.screen().title, rows(made.screen()))
    assert "Headphones" == kept(do(made, DOWN, OK)).card
    assert "" == kept(do(made, *[OK, UP, UP, OK])).card
    assert "喇叭 自动" in rows(made.screen())


def test_a_loudspeaker_that_is_gone_stays_chosen_and_is_marked_until_it_comes_back() -> None:
    made = house(Language.ZH, *PAGE, *rows_down(3), machine=UNHEARD)
    assert ["自动", "Headphones", "vc4hdmi0 不在"] == rows(made.screen())
    assert () == do(made, OK), "the cursor stood on it"
    assert "喇叭 !vc4hdmi0" in rows(made.screen())
    made.inform(LIVELY)
    assert "喇叭 vc4hdmi0" in rows(made.screen())
    made.inform(UNHEARD)
    assert "Headphones" == kept(do(made, OK, UP, OK)).card
    assert () == do(made, OK), "it is not kept for its own sake"
    assert ["自动", "Headphones 在用"] == rows(made.screen())


@pytest.mark.parametrize("language", Language)
def test_the_noise_of_the_night_is_heard_and_ends_with_its_page(language: Language) -> None:
    to_it = (*PAGE, *rows_down(4))
    made = house(language, *to_it[:-1])
    assert (HearMask(on=True),) == do(made, OK)
    assert (HearMask(on=False),) == do(made, OK)
    assert () == do(made, BACK), "it is off already"
    assert (HearMask(on=True),) == do(made, OK)
    assert (HearMask(on=False), HearMask(on=True)) == do(made, OK, OK)
    assert (HearMask(on=False),) == do(made, BACK)
    assert (HearMask(on=True),) == do(made, OK)
    assert (HearMask(on=False),) == made.key(BACK, down=True, at_ns=0)
    assert () == made.key(BACK, down=False, at_ns=2_000_000_000)
    assert made.at_home


def test_the_online_voice_is_turned_on_and_off_where_it_says_what_it_needs() -> None:
    made = house(Language.EN, *PAGE, UP, OK, own=PLAIN)
    assert ("Web voice", "Off") == (made.screen().title, made.screen().corner)
    words = rows(made.screen())
    for _ in range(4):
        do(made, DOWN)
        words.append(rows(made.screen())[-1])
    assert "By day Google reads lines that the pack lacks. It needs internet. Never by night. OK: turn on" == " ".join(
        words
    )
    assert kept(do(made, OK)).online
    assert "On" == made.screen().corner
    assert not kept(do(made, OK)).online
    assert "Off" == made.screen().corner


def test_an_online_voice_that_cannot_be_turned_on_says_why_and_can_be_turned_off() -> None:
    made = house(Language.ZH, *PAGE, UP, machine=UNHEARD)
    assert "在线语音 !开" == rows(made.screen())[-1]
    do(made, OK)
    assert ("开", "没有安装 gTTS。") == (made.screen().corner, rows(made.screen())[0])
    assert not kept(do(made, OK)).online
    assert () == do(made, OK)
    assert ("关", "没有安装 gTTS。") == (made.screen().corner, rows(made.screen())[0])
    do(made, *[DOWN] * 20)
    assert "OK" not in " ".join(rows(made.screen()))
    do(made, BACK)
    assert "在线语音 关" == rows(made.screen())[-1]


def test_why_nothing_is_heard_stands_first_and_can_be_read() -> None:
    made = house(Language.ZH, *[DOWN] * 8, machine=UNHEARD)
    assert "声音 无声" == rows(made.screen())[1]
    do(made, OK)
    assert ("无声", "没有声音 !") == (made.screen().corner, rows(made.screen())[0])
    do(made, OK)
    assert "找不到声卡 vc4hdmi0，请插上喇叭。" == "".join(rows(made.screen())).replace("卡vc", "卡 vc")
    made.press(BACK)
    made.inform(LIVELY)
    assert ("", "音量 -9dB") == (made.screen().corner, rows(made.screen())[0])


@pytest.mark.parametrize("up", [2, 3], ids=["试音", "夜里噪声"])
def test_nothing_can_be_tried_out_where_nothing_is_heard(up: int) -> None:
    """The rows say why instead, and OK on the volume leads back."""
    made = house(Language.ZH, *[DOWN] * 8, OK, machine=UNHEARD)
    assert () == do(made, *[UP] * up, OK)
    assert "没有声音" == made.screen().title
    do(made, BACK, *[DOWN] * (up + 1), OK)
    assert ("-9dB", "无声", "▲▼ 按OK返回") == seen(made.screen())
    assert () == do(made, OK)
    assert "声音" == made.screen().title


def test_what_is_the_matter_with_the_packs_can_be_read() -> None:
    note = Text("没有语音包 zm_yunjian。", "Voice pack zm_yunjian is missing.")
    noted = msgspec.structs.replace(LIVELY, sound=msgspec.structs.replace(SOUND, notes=(note,)))
    made = house(Language.ZH, *PAGE, machine=noted)
    assert ("", "语音包 !") == (made.screen().corner, rows(made.screen())[0])
    do(made, OK)
    assert ("语音包", note.zh) == (made.screen().title, "".join(rows(made.screen())).replace("包zm", "包 zm"))


@pytest.mark.parametrize(("status", "down"), [("wake", 4), ("stopped", 1)])
def test_a_game_in_which_nothing_is_heard_gets_another_loudspeaker(status: str, down: int) -> None:
    made = house(Language.ZH, OK, *[DOWN] * down, status=status, machine=UNHEARD)
    body = made.screen().body
    assert isinstance(body, Rows)
    assert ("没有声音", "!") == (body.rows[1].text, body.rows[1].value)
    assert "Headphones" == kept(do(made, DOWN, DOWN, OK, UP, OK)).card


def test_the_names_of_cards_and_voices_are_never_cut_by_their_marks() -> None:
    """The longest name of a card that ALSA gives, and a voice with more to say of itself than there is room for."""
    name = "sndrpihifiberry"
    title = Text("很慢很清楚的男声", "A slow and clear man")
    for sound in (
        SoundState(cards=(name,), voices=(msgspec.structs.replace(VOICES[0], title=title),)),
        SoundState(voices=(msgspec.structs.replace(VOICES[2], title=title),)),
    ):
        for language in Language:
            own = msgspec.structs.replace(OWN, card=name)
            for keys in ((), rows_down(1), (*rows_down(2), DOWN)):
                machine = msgspec.structs.replace(LIVELY, sound=sound)
                made = house(language, *PAGE, *keys, machine=machine, own=own)
                assert fits(made.screen())
    assert len(VOLUMES_DB) == 11
