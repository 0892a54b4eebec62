"""Who says a line: the order of the voices, and that the game never waits for one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from audio import espeak as robots
from audio.cache import Cache
from audio.espeak import Espeak
from audio.loudness import RATE, Samples, finish
from audio.online import Gtts, Online, fetch_mp3
from audio.pack import Part as PackPart
from audio.pack import Plan
from audio.say import Language, Say
from audio.soundfiles import decode, encode_wav
from audio.sources import Choice, Means, Source, Spoken, Voices, choose
from audio.wire import Part
from tests.kit.online_server import Play, Server, stay_inside, taken_for_the_real_one

FALL, HUSH, END = Say(key="night.fall"), Say(key="night.hush"), Say(key="vote.out", seat=3)
PATIENT_S = 20.0


@pytest.mark.parametrize(
    ("there", "now", "fetch"),
    [
        # pack, cache, online voice by day, espeak-ng; - is either
        ("1---", Source.PACK, False),
        ("01--", Source.KEPT, False),
        ("0011", Source.ESPEAK, True),
        ("0001", Source.ESPEAK, False),
        ("0010", Source.NOBODY, True),
        ("0000", Source.NOBODY, False),
    ],
)
def test_the_order_of_the_voices(there: str, now: Source, fetch: bool) -> None:
    for pack, kept, online, espeak in product(*({"1": [True], "0": [False]}.get(one, [True, False]) for one in there)):
        means = Means(pack=pack, kept=kept, online=online, espeak=espeak)
        assert Choice(now, fetch) == choose(means)


class Shelf:
    """A pack that has one line, and notes what it was asked for."""

    def __init__(self, *has: Say) -> None:
        """It has these."""
        self.has = has

    def plan(self, say: Say) -> Plan | None:
        """Two clips."""
        parts = (PackPart("a", Path("a.ogg"), 0, 1000), PackPart("b", Path("b.ogg"), 1500, 500))
        return Plan(parts, 2000) if say in self.has else None


class Robot:
    """A stand-in for espeak-ng that takes no time: every sentence is a hum of one second."""

    def __init__(self, folder: Path, before: str = "") -> None:
        """`before`: what its script does before it hums."""
        folder.mkdir()
        self.folder = folder
        (folder / "a.wav").write_bytes(encode_wav((np.sin(np.arange(RATE) / 20) * 0.3).astype(np.float32)))
        self.program = folder / "espeak-ng"
        self.program.write_text(
            f"#!/bin/sh\ncase \"$*\" in *' -x '*) echo \"tS;'i35N_| ts.'a21N_|\"; exit;; esac\n"
            f'{before}\ncat >>"{folder}/said"; echo >>"{folder}/said"; cat "{folder}/a.wav"\n'
        )
        self.program.chmod(0o755)

    @property
    def said(self) -> list[str]:
        """The sentences it was given."""
        log = self.folder / "said"
        return log.read_text().splitlines() if log.exists() else []


class Table:
    """The voices of a table in Chinese."""

    def __init__(self, folder: Path, *has: Say, program: str | None = None, before: str = "") -> None:
        """A pack with the lines `has`; `program` instead of the stand-in for espeak-ng."""
        self.folder = folder
        self.robot = Robot(folder / "robot", before)
        self.online = Online(Cache(folder / "online"), Gtts(fetch_mp3, 0))
        self.voices = self.again(*has, program=program)

    def again(self, *has: Say, program: str | None = None) -> Voices:
        """The voices after a restart."""
        return Voices(
            Language.ZH,
            Shelf(*has),
            online=self.online,
            espeak=Espeak(program or str(self.robot.program), deadline_s=PATIENT_S),
            said=Cache(self.folder / "spoken"),
        )

    def source(self, say: Say, wait_s: float = PATIENT_S) -> Source:
        """Who says it."""
        spoken = self.voices.plan(say, wait_s)
        return Source.NOBODY if spoken is None else spoken.source


@pytest.fixture(autouse=True)
def tried(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing leaves this machine."""
    return stay_inside(monkeypatch)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The online voice's stand-in."""
    with taken_for_the_real_one(monkeypatch) as one:
        yield one


def test_what_the_pack_has_is_said_by_the_pack_and_nobody_else_is_asked(server: Server, tmp_path: Path) -> None:
    table = Table(tmp_path, FALL)
    table.online.turn(True)
    assert Spoken(Source.PACK, (Part("a.ogg", 0, 1000), Part("b.ogg", 1500, 500)), 2000) == table.voices.plan(FALL)
    table.voices.prepare([FALL])
    assert table.voices.wait(PATIENT_S)
    assert [[], []] == [server.asked, table.robot.said]


def test_a_line_the_pack_lacks_is_said_by_espeak_and_is_there_at_once_the_next_time(tmp_path: Path) -> None:
    table = Table(tmp_path)
    spoken = table.voices.plan(END, PATIENT_S)
    assert spoken is not None
    assert [Source.ESPEAK, 1] == [spoken.source, len(spoken.parts)]
    clip = decode(Path(spoken.parts[0].path))
    assert [len(clip), len(clip), 0] == [spoken.frames, spoken.parts[0].frames, spoken.parts[0].at]
    assert spoken == table.voices.plan(END)
    assert spoken == table.again().plan(END)
    assert ["san1 hao4 chu1 ju2."] == table.robot.said


def test_a_caller_that_does_not_wait_gets_the_line_the_next_time(tmp_path: Path) -> None:
    """The stand-in hums only after the test has opened the gate."""
    table = Table(tmp_path, before=f'read go <"{tmp_path}/gate"')
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    assert table.voices.plan(END) is None
    assert table.voices.plan(END, 0.01) is None
    gate.write_text("go\n")
    assert table.voices.wait(PATIENT_S)
    assert Source.ESPEAK is table.source(END, 0)


def test_by_day_the_online_voice_fetches_what_is_missing_and_has_it_the_next_time(
    server: Server, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    assert table.online.turn(True) is None
    assert Source.ESPEAK is table.source(END)
    assert table.online.wait(PATIENT_S)
    assert [Source.KEPT, Source.KEPT] == [table.source(END), table.source(END)]
    assert ["三号出局。"] == [text for text, _ in server.asked]
    # Turned off again, what it has said stays.
    table.online.turn(False)
    assert Source.KEPT is table.source(END)


def test_by_night_and_while_staff_have_not_turned_it_on_nothing_is_fetched(server: Server, tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert Source.ESPEAK is table.source(FALL)
    table.online.turn(True)
    table.online.night(True)
    assert Source.ESPEAK is table.source(FALL)
    assert table.online.wait(PATIENT_S)
    assert [] == server.asked


def test_a_server_that_hangs_holds_nobody_up(server: Server, tmp_path: Path) -> None:
    table = Table(tmp_path)
    server.plays.append(Play.HANG)
    table.online.turn(True)
    table.voices.prepare([END])
    assert server.arrived.wait(PATIENT_S)
    assert table.voices.wait(PATIENT_S)
    assert [Source.ESPEAK, Source.ESPEAK] == [table.source(END, 0), table.source(HUSH)]
    assert not table.online.wait(0)


def test_what_will_be_said_is_made_ahead(server: Server, tmp_path: Path) -> None:
    table = Table(tmp_path, FALL)
    table.voices.prepare([FALL, HUSH, END, HUSH])
    assert table.voices.wait(PATIENT_S)
    assert [Source.PACK, Source.ESPEAK, Source.ESPEAK] == [table.source(say, 0) for say in (FALL, HUSH, END)]
    assert 2 == len(table.robot.said)
    assert [] == server.asked


def test_a_sentence_that_cannot_be_kept_is_not_made_again_at_once(tmp_path: Path) -> None:
    """A file stands where the folder would be."""
    table = Table(tmp_path)
    (tmp_path / "spoken").write_text("mine")
    assert [Source.NOBODY, Source.NOBODY] == [table.source(END), table.source(END)]
    assert 1 == len(table.robot.said)


def test_a_sentence_that_fails_in_a_way_nobody_knew_of_takes_no_other_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def spoilt(raw: Samples) -> Samples:
        monkeypatch.setattr(robots, "finish", finish)
        return raw[: len(raw) // 0]

    monkeypatch.setattr(robots, "finish", spoilt)
    table = Table(tmp_path)
    assert [Source.NOBODY, Source.NOBODY, Source.ESPEAK] == [table.source(say) for say in (END, END, HUSH)]


def test_without_any_voice_nobody_says_it_and_the_reason_is_one_line(tmp_path: Path) -> None:
    table = Table(tmp_path, program="no-such-program")
    assert [Source.NOBODY, Source.NOBODY] == [table.source(END), table.source(FALL)]
    assert "没有安装 espeak-ng / espeak-ng is not installed" == str(table.voices.trouble)


def test_a_number_that_does_not_fit_into_a_count_is_said_by_nobody_and_not_tried_again(tmp_path: Path) -> None:
    """The stand-in takes a second for everything; a counted number has 0.7 s."""
    table = Table(tmp_path)
    for _ in range(2):
        assert Source.NOBODY is table.source(Say(key="count.seat", seat=18))
    tries = len(table.robot.said)
    assert 4 == tries
    assert Source.ESPEAK is table.source(END)


@pytest.mark.parametrize("say", [END, Say(key="count.seat", seat=17), Say(key="dawn.death_many", seats=(1, 2, 12))])
def test_the_real_program_says_it_too(say: Say, tmp_path: Path) -> None:
    table = Table(tmp_path, program="espeak-ng")
    spoken = table.voices.plan(say, PATIENT_S)
    assert spoken is not None
    assert spoken.frames == len(decode(Path(spoken.parts[0].path)))
    assert spoken.length_ms <= 700 or say.key != "count.seat"
