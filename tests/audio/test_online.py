"""The online voice: the real library against a server on this machine that misbehaves as the real one was seen to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from audio import online
from audio.cache import Cache
from audio.clips import Fragment, whole
from audio.errors import NoVoice
from audio.loudness import RATE, Samples, finish, lufs, true_peak_db
from audio.online import BACK_OFF_S, TIMEOUT_S, Gtts, Online, checked_tld, fetch_mp3
from audio.say import Language, Say
from audio.soundfiles import decode
from tests.kit.online_server import Play, Server, certificate, running, stay_inside, taken_for_the_real_one

ZH, EN = Language.ZH, Language.EN
FALL = whole(Say(key="night.fall"), ZH)
HUSH = whole(Say(key="night.hush"), ZH)
PATIENT_S = 15.0


@pytest.fixture(autouse=True)
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing leaves this machine; what would have, is listed."""
    return stay_inside(monkeypatch)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The server, which the library takes for the real one."""
    with taken_for_the_real_one(monkeypatch) as one:
        yield one


class Table:
    """The voice as a table has it: its cache, its clock, and its deadline."""

    def __init__(self, folder: Path, tld: str = "com") -> None:
        """Turned on, by day."""
        self.folder = folder
        self.now_s = 1000.0
        self.patience_s = PATIENT_S
        voice = Gtts(
            lambda text, language: fetch_mp3(text, language, tld, (PATIENT_S, self.patience_s)),
            spacing_s=0,
            clock_s=lambda: self.now_s,
        )
        self.online = Online(Cache(folder), voice, lambda: self.now_s)
        assert self.online.turn(True) is None

    def fetch(self, fragment: Fragment = FALL, language: Language = ZH, longest: int | None = None) -> bool:
        """Want a sentence and wait; whether it is there then."""
        self.online.want(fragment, language, longest)
        assert self.online.wait(PATIENT_S)
        return self.online.find(fragment, language) is not None

    def trouble(self) -> NoVoice:
        """Why the last request failed."""
        trouble = self.online.trouble
        assert trouble is not None
        return trouble


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    one = Table(tmp_path / "voices")
    yield one
    one.online.close()


def test_a_line_is_fetched_once_and_kept_at_the_level_of_a_pack(server: Server, table: Table) -> None:
    assert table.fetch()
    assert table.fetch()
    assert [("天黑请闭眼。", "zh-CN")] == server.asked
    kept = Online(Cache(table.folder), Gtts()).find(FALL, ZH)
    assert kept is not None
    clip = decode(kept.path)
    assert kept.frames == len(clip)
    assert -16.0 == pytest.approx(lufs(clip), abs=0.5)
    assert true_peak_db(clip) <= -0.9
    # The silence the server sends around it has gone.
    assert 0.25 * 6 * RATE == pytest.approx(kept.frames, rel=0.15)


def test_english_goes_as_english_and_risky_words_as_words_that_sound_alike(server: Server, table: Table) -> None:
    assert table.fetch(Fragment("警长请看禁言长老。", "", ends=True))
    assert table.fetch(whole(Say(key="night.fall"), EN), EN)
    assert [("警掌请看禁言掌老。", "zh-CN"), ("Night falls. Close your eyes.", "en")] == server.asked


def test_too_many_requests_give_ten_minutes_of_peace_and_each_further_time_twice_as_long(
    server: Server, table: Table
) -> None:
    server.plays += [Play.TOO_MANY, Play.TOO_MANY, Play.SPEAK, Play.TOO_MANY]
    for asked, peace_s in ((1, BACK_OFF_S), (2, 2 * BACK_OFF_S)):
        assert not table.fetch()
        assert table.trouble().too_many
        table.now_s += peace_s - 1
        assert not table.fetch()
        assert asked == len(server.asked)
        table.now_s += 1
    assert table.fetch()
    assert table.online.trouble is None
    # A success wipes the slate: the next refusal counts as the first.
    assert not table.fetch(HUSH)
    table.now_s += BACK_OFF_S
    assert table.fetch(HUSH)
    assert 600 == BACK_OFF_S


@pytest.mark.parametrize(
    "play",
    [
        *(Play.BROKEN, Play.HANG, Play.RESET, Play.PORTAL, Play.NO_AUDIO, Play.CUT_BODY),
        *(Play.RUBBISH, Play.TINY),
    ],
)
def test_an_answer_that_is_no_sentence_is_never_kept_and_one_attempt_is_all(
    server: Server, table: Table, play: Play
) -> None:
    server.plays.append(play)
    table.patience_s = 0.2 if play is Play.HANG else PATIENT_S
    assert not table.fetch()
    assert not table.trouble().too_many
    table.patience_s = PATIENT_S
    assert [] == list(table.folder.glob("*"))
    assert not table.fetch(HUSH)
    table.now_s += 60
    assert table.fetch(HUSH)
    assert ["天黑请闭眼。", "请低头，保持安静。"] == [text for text, _ in server.asked]


@pytest.mark.parametrize("play", [Play.LONG, Play.SHORT, Play.CUT_SOUND])
def test_sound_of_an_impossible_length_spoils_its_line_only(server: Server, table: Table, play: Play) -> None:
    server.plays.append(play)
    assert [False, False, True] == [table.fetch(), table.fetch(), table.fetch(HUSH)]
    assert ["天黑请闭眼。", "请低头，保持安静。"] == [text for text, _ in server.asked]
    assert 1 == len(list(table.folder.iterdir()))


def test_an_answer_that_nobody_expected_spoils_its_line_only(
    server: Server, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised on the way from bytes to a clip: the thread goes on, and the line is not asked for again."""

    def spoilt(raw: Samples) -> Samples:
        monkeypatch.setattr(online, "finish", finish)
        return raw[: len(raw) // 0]

    monkeypatch.setattr(online, "finish", spoilt)
    assert [False, False, True] == [table.fetch(), table.fetch(), table.fetch(HUSH)]
    assert ["天黑请闭眼。", "请低头，保持安静。"] == [text for text, _ in server.asked]


def test_a_number_that_is_too_long_to_be_counted_is_refused(server: Server, table: Table) -> None:
    eighteen = whole(Say(key="count.seat", seat=18), ZH)
    assert not table.fetch(eighteen, longest=RATE * 7 // 10)
    assert not table.fetch(eighteen, longest=RATE * 7 // 10)
    assert 1 == len(server.asked)


def test_without_a_route_it_is_the_next_sources_turn(tried: list[str], table: Table) -> None:
    assert not table.fetch()
    assert {"translate.google.com"} == set(tried)


def test_nothing_is_asked_by_night_and_the_line_comes_in_the_morning(server: Server, table: Table) -> None:
    table.online.night(True)
    table.online.want(FALL, ZH)
    assert table.online.wait(PATIENT_S)
    assert [[], False] == [server.asked, table.online.ready]
    table.online.night(False)
    assert table.online.wait(PATIENT_S)
    assert table.online.find(FALL, ZH) is not None


def test_nobody_waits_for_a_server_that_hangs(server: Server, table: Table) -> None:
    server.plays.append(Play.HANG)
    table.online.want(FALL, ZH)
    assert server.arrived.wait(PATIENT_S)
    table.online.want(HUSH, ZH)
    assert table.online.find(HUSH, ZH) is None
    table.online.night(True)
    table.online.close()
    assert not table.online.wait(0)


def test_it_does_nothing_until_staff_turn_it_on(server: Server, tmp_path: Path) -> None:
    voice = Online(Cache(tmp_path), Gtts())
    voice.want(FALL, ZH)
    assert voice.wait(0)
    assert [False, []] == [voice.ready, server.asked]


def test_a_machine_without_it_says_so_in_one_line(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(online, "find_spec", lambda _: None)
    voice = Online(Cache(tmp_path), Gtts())
    trouble = voice.turn(True)
    assert trouble is not None
    assert ["本机没有安装在线语音，请先运行 scripts/sound", False] == [trouble.zh, voice.ready]
    assert "\n" not in str(trouble)
    voice.want(FALL, ZH)
    with pytest.raises(NoVoice, match="not installed"):
        Gtts(spacing_s=0).speak("你好。", ZH)
    assert [] == server.asked


def test_a_text_of_more_than_a_hundred_characters_is_never_sent(server: Server) -> None:
    voice = Gtts(spacing_s=0)
    with pytest.raises(NoVoice, match="100"):
        voice.speak("一号、" * 33 + "二号", ZH)
    assert [] == server.asked
    voice.speak("一号、" * 33 + "二", ZH)
    assert 1 == len(server.asked)


def test_a_script_that_makes_a_pack_keeps_a_second_between_requests(server: Server) -> None:
    now_s = [0.0]
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        now_s[0] += seconds

    voice = Gtts(clock_s=lambda: now_s[0], pause=pause)
    server.plays += [Play.SPEAK, Play.TOO_MANY]
    voice.clip("你好。", ZH)
    now_s[0] += 0.25
    with pytest.raises(NoVoice) as refused:
        voice.clip("大家好。", ZH)
    voice.clip("大家好。", ZH)
    assert refused.value.too_many
    assert [0.75, 1.0] == pauses


@pytest.mark.parametrize(
    "tld", ["com@127.0.0.1:80", "com/x", "com:443", "", "COM", "com ", "com.evil.example", "c\nom"]
)
def test_a_domain_that_leads_elsewhere_is_refused(tld: str) -> None:
    with pytest.raises(NoVoice):
        checked_tld(tld)


def test_real_domains_and_the_deadline_are_as_agreed() -> None:
    assert ["com", "com.hk", "de"] == [checked_tld(tld) for tld in ("com", "com.hk", "de")]
    assert (2, 5) == TIMEOUT_S


def test_end_to_end_over_tls_with_nothing_of_the_library_replaced(tmp_path: Path) -> None:
    """The address becomes translate.google.com@127.0.0.1: everything before the @ is a user's name."""
    with running(certificate(tmp_path)) as server:
        table = Table(tmp_path / "voices", tld=f"com@127.0.0.1:{server.port}")
        assert table.fetch()
        table.online.close()
    assert [("天黑请闭眼。", "zh-CN")] == server.asked
