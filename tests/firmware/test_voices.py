"""Who speaks: the packs on the shelf, what staff choose of them, and what happens to a pack that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from audio.pack import SHIPPED, Pack
from audio.planner import length_ms
from audio.say import Language, Say
from audio.wire import Part
from engine.text import Text
from firmware.menu.choices import Choices
from firmware.sound import Sound
from firmware.table.compose import Composer
from firmware.table.pace import NORMAL
from firmware.voice import SpokenVoice, TextVoice, Utterance
from firmware.voices import VoiceShelf

NIGHT = Say(key="night.fall")


@pytest.fixture
def voice() -> SpokenVoice:
    """The packs that come with the program."""
    return SpokenVoice(Language.ZH, VoiceShelf().planner)


def test_a_man_and_a_woman_speak_chinese_and_somebody_english() -> None:
    spoken = [name.language for name in VoiceShelf().names]
    assert (2, 1) == (spoken.count(Language.ZH), spoken.count(Language.EN))


def test_staff_choose_who_speaks_and_a_voice_that_is_not_there_any_more_is_another() -> None:
    shelf = VoiceShelf()
    said = set()
    for name in [name.name for name in shelf.names if name.language is Language.ZH]:
        assert shelf.use(Choices(voice=name))
        planned = shelf.planner(Language.ZH)(NIGHT)
        assert planned is not None
        assert name in planned.parts[0].path
        said.add(planned.parts[0].path)
    assert 2 == len(said)
    shelf.use(Choices(voice="gone"))
    assert shelf.planner(Language.ZH)(NIGHT) is not None
    assert shelf.planner(Language.EN)(NIGHT) is not None


def test_the_man_is_the_judge_until_staff_choose() -> None:
    shelf = VoiceShelf()
    assert ["zm_yunjian", "zf_xiaoxiao", "af_heart"] == [name.name for name in shelf.names]
    planned = shelf.planner(Language.ZH)(NIGHT)
    assert planned is not None
    assert "zm_yunjian" in planned.parts[0].path
    assert () == shelf.told()


def _copied(folder: Path, *names: str) -> None:
    """Some packs of the program, file by file."""
    for name in names:
        (folder / name).mkdir()
        for path in (SHIPPED / name).iterdir():
            (folder / name / path.name).symlink_to(path)


def test_each_pack_that_is_gone_or_empty_and_a_voice_that_never_was_are_named_once(tmp_path: Path) -> None:
    _copied(tmp_path, "zf_xiaoxiao", "af_heart")
    (tmp_path / "mine").mkdir()
    shelf = VoiceShelf(tmp_path)
    assert [
        Text("语音包 mine：没有 manifest.json，不是语音包", "Voice pack mine: no voice pack, no manifest.json"),
        Text("没有语音包 zm_yunjian。", "Voice pack zm_yunjian is missing."),
    ] == list(shelf.told())
    shelf.use(Choices(voice="nosuch"))
    assert Text("没有嗓音 nosuch，由别的嗓音念。", "There is no voice nosuch; another one speaks.") == shelf.told()[-1]
    shelf.use(Choices(voice="zm_yunjian"))
    assert ["没有嗓音 zm_yunjian，由别的嗓音念。"] == [told.zh for told in shelf.told() if "zm_yunjian" in told.zh]
    shelf.use(Choices(voice="mine"))
    assert 1 == str(shelf.told()).count("语音包 mine")


def test_a_pack_with_holes_is_told_of_though_another_is_whole(tmp_path: Path) -> None:
    _copied(tmp_path, "zm_yunjian", "zf_xiaoxiao", "af_heart")
    clips = len(Pack.open(SHIPPED / "zm_yunjian").manifest.clips)
    for path in sorted((tmp_path / "zm_yunjian").glob("*.ogg"))[:3]:
        path.unlink()
    assert (Text(f"语音包 zm_yunjian 的 {clips} 段缺 3 段。", f"zm_yunjian lacks 3 of {clips} clips."),) == VoiceShelf(
        tmp_path
    ).told()


def test_a_spoilt_recording_is_named_once_as_soon_as_it_should_be_heard(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _copied(tmp_path, "zm_yunjian", "zf_xiaoxiao", "af_heart")
    shelf = VoiceShelf(tmp_path)
    planned = shelf.planner(Language.ZH)(NIGHT)
    assert planned is not None
    file = Path(planned.parts[0].path)
    file.unlink()
    file.write_bytes(b"OggS")
    for _ in range(2):
        shelf.look_again()
        assert shelf.planner(Language.ZH)(NIGHT) is None
    (told,) = shelf.told()
    assert f"Voice pack zm_yunjian has spoilt clips: {file.name}" == told.en
    assert "天黑请闭眼" in told.zh
    (logged,) = [record.getMessage() for record in caplog.records]
    assert f"voice pack zm_yunjian: {file.name} is spoilt" in logged


def test_a_wrong_pack_is_named_in_one_line_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{", encoding="utf-8")
    shelf = VoiceShelf(tmp_path)
    assert () == shelf.names
    (why,) = shelf.wrong
    assert "broken" in why.zh
    assert "broken" in why.en
    assert "\n" not in why.zh + why.en


@pytest.mark.parametrize("name", ["女\u3000声", 'the "man"', "a\\b", "a\u200bb", "a" * 65])
def test_a_pack_in_a_folder_that_nothing_can_be_called_is_named_once_and_not_offered(name: str, tmp_path: Path) -> None:
    """The settings would refuse it at the next start."""
    _copied(tmp_path, "zm_yunjian", "zf_xiaoxiao", "af_heart")
    (tmp_path / "zf_xiaoxiao").rename(tmp_path / name)
    _copied(tmp_path, "zf_xiaoxiao")
    shelf = VoiceShelf(tmp_path)
    assert ["zm_yunjian", "zf_xiaoxiao", "af_heart"] == [voice.name for voice in shelf.names]
    (told,) = shelf.told()
    assert ascii(name[:20]) in told.zh
    assert ascii(name[:20]) in told.en


def test_a_language_without_a_whole_pack_is_told_in_one_line_with_what_is_missing(tmp_path: Path) -> None:
    """English is copied, but for two recordings; there is no Chinese at all."""
    assert () == VoiceShelf().lacking
    (name,) = [name.name for name in VoiceShelf().names if name.language is Language.EN]
    (tmp_path / name).mkdir()
    for path in (SHIPPED / name).iterdir():
        (tmp_path / name / path.name).symlink_to(path)
    for path in sorted((tmp_path / name).glob("*.ogg"))[:2]:
        path.unlink()
    clips = len(Pack.open(SHIPPED / name).manifest.clips)
    chinese, english = VoiceShelf(tmp_path).lacking
    assert Text("没有中文语音包。", "There is no Chinese voice pack.") == chinese
    assert f"No English voice pack is whole: {name} lacks 2 of {clips} clips." == english.en
    assert f"没有完整的英文语音包：{name} 的 {clips} 段缺 2 段。" == english.zh


class Robot:
    """Somebody who may learn to say everything; notes how often he was asked."""

    def __init__(self) -> None:
        """He can say nothing yet."""
        self.says: Utterance | None = None
        self.asked = 0

    def plan(self, say: Say) -> Utterance | None:
        """One recording, which is not as good as could be."""
        del say
        self.asked += 1
        return self.says


def test_what_is_heard_fits_the_time_that_was_left_for_it() -> None:
    """A sentence that becomes possible between a score and its turn is said the next time."""
    robot = Robot()
    voice = SpokenVoice(Language.ZH, lambda _language: robot.plan)
    assert length_ms(NIGHT, Language.ZH) == voice.length_ms(NIGHT)
    robot.says = Utterance((Part("robot.ogg", 0, 480_000),), 480_000, lasting=False)
    assert length_ms(NIGHT, Language.ZH) == voice.length_ms(NIGHT)
    assert [None, None] == [voice.plan(NIGHT), voice.plan(NIGHT)]
    assert 10_000 == voice.length_ms(NIGHT)
    assert robot.says == voice.plan(NIGHT)


def test_a_better_voice_is_heard_the_next_time_and_a_pack_is_asked_once() -> None:
    robot = Robot()
    voice = SpokenVoice(Language.ZH, lambda _language: robot.plan)
    for frames in (480, 960):
        robot.says = Utterance((), frames, lasting=False)
        assert frames // 48 == voice.length_ms(NIGHT)
        assert robot.says == voice.plan(NIGHT)
    robot.says = Utterance((), 48)
    assert [1, 1] == [voice.length_ms(NIGHT), voice.length_ms(NIGHT)]
    assert robot.says == voice.plan(NIGHT)
    assert [1, 3] == [voice.length_ms(NIGHT), robot.asked]


def test_without_any_pack_sentences_are_as_long_as_captions(tmp_path: Path) -> None:
    voice = SpokenVoice(Language.ZH, VoiceShelf(tmp_path).planner)
    assert voice.plan(NIGHT) is None
    assert length_ms(NIGHT, Language.ZH) == voice.length_ms(NIGHT)


def test_the_table_waits_as_long_as_the_recording_is(voice: SpokenVoice) -> None:
    """Goldens use the reference voice; a game that is heard is timed by what is heard."""
    planned = voice.plan(NIGHT)
    assert planned is not None
    assert planned.length_ms == Composer(voice, NORMAL).single(NIGHT) - voice.pause_ms(NIGHT)
    assert planned.frames <= planned.length_ms * 48 < planned.frames + 48


def test_a_change_of_language_is_heard_in_the_next_sentence(voice: SpokenVoice) -> None:
    chinese = voice.plan(NIGHT)
    voice.language = Language.EN
    english = voice.plan(NIGHT)
    assert chinese is not None
    assert english is not None
    assert chinese.parts != english.parts


def test_a_judge_without_a_loudspeaker_takes_every_order_and_says_nothing() -> None:
    sound = Sound(TextVoice(Language.ZH))
    sound.test()
    sound.mask(on=True)
    sound.alert()
    sound.close()
    assert sound.use(Choices(volume_db=-9)) is None
    assert () == sound.state.cards
