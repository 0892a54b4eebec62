"""What the pages are told of the judge's recordings, and what of them can be fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from audio.say import Say
from audio.wire import RATE
from engine.seats import Seat, seats_of
from firmware.web.recordings import Recordings
from firmware.web.views import Own, Room
from tests.web.speaking import Speaking
from tests.web.stage import DECK, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FALL: Final = Say(key="night.fall")
TURN: Final = Say(key="speech.turn", seat=4)
NOTHING: Final = {"aloud": False, "clips": ()}


@pytest.fixture
def stage(tmp_path: Path) -> Speaking:
    """A table with a recorded voice."""
    folder = tmp_path / "voice"
    folder.mkdir()
    return Speaking(folder)


@pytest.fixture
def served(stage: Speaking) -> Iterator[Served]:
    """That table, served."""
    table = Served(stage)
    try:
        yield table
    finally:
        table.web.stop()


def speech(stage: Stage) -> Any:
    """What the room is told of the recordings."""
    return msgspec.to_builtins(stage.hub.latest(Room()))["speech"]


def test_a_sentence_brings_its_recordings_and_they_can_be_fetched_and_kept(stage: Speaking, served: Served) -> None:
    files = stage.record(TURN, 0.25, 0.5)
    with served.client("/ws/room") as client:
        stage.say(TURN)
        told = client.view(lambda view: view["caption"])["speech"]
    assert [0, RATE // 4] == [clip["at"] for clip in told["clips"]]
    for clip, file in zip(told["clips"], files, strict=True):
        response, body = served.get(clip["src"])
        assert (200, "audio/ogg") == (response.status, response.headers["Content-Type"])
        assert "private, max-age=31536000, immutable" == response.headers["Cache-Control"]
        assert file.read_bytes() == body


def test_a_recording_made_anew_has_another_address(stage: Speaking) -> None:
    (file,) = stage.record(FALL, 0.1)
    sources = []
    for changed in (False, False, True):
        if changed:
            file.write_bytes(file.read_bytes() * 2)
        stage.say(FALL)
        sources.append(speech(stage)["clips"][0]["src"])
    first, again, anew = sources
    assert first == again != anew


def test_what_cannot_be_said_has_no_recordings_and_silence_ends_them(stage: Speaking) -> None:
    stage.say(FALL)
    assert NOTHING == speech(stage)
    stage.record(FALL, 0.1, 0.1)[0].unlink()
    stage.say(FALL)
    assert [RATE // 10] == [clip["at"] for clip in speech(stage)["clips"]], "the other half is heard"
    stage.publisher.silence()
    assert NOTHING == speech(stage)


def test_without_a_recorded_voice_the_pages_are_mute() -> None:
    stage = Stage()
    stage.publisher.loudspeaker(there=False)
    stage.say(FALL)
    assert speech(stage) is None


def test_the_pages_speak_by_themselves_while_the_machine_cannot(stage: Speaking) -> None:
    told = [speech(stage)["aloud"]]
    for there in (False, True):
        stage.publisher.loudspeaker(there=there)
        told.append(speech(stage)["aloud"])
    assert [False, True, False] == told


def test_nothing_but_what_was_said_can_be_fetched(stage: Speaking, served: Served) -> None:
    """Neither by its own name, nor by a way around, nor a neighbour of it."""
    said = stage.record(FALL, 0.1)[0]
    unsaid = stage.record(TURN, 0.1)[0]
    stage.say(FALL)
    (stage.folder / "manifest.json").write_text("{}")
    ways = [said.name, unsaid.name, "manifest.json", "..", f"..%2Fvoice%2F{said.name}", f"%2e%2e/voice/{said.name}"]
    ways += [str(said), f"/{said}", "%00.ogg", ".ogg", "", f"{'0' * 16}.ogg", f"{'a' * 5000}.ogg"]
    src = speech(stage)["clips"][0]["src"]
    paths = [f"/voice/{way}" for way in ways] + [src.upper(), src.removesuffix(".ogg"), f"{src}%00"]
    assert dict.fromkeys(paths, 404) == {path: served.get(path)[0].status for path in paths}
    assert 200 == served.get(src)[0].status
    assert 421 == served.get(src, Host="example.org")[0].status
    said.unlink()
    assert 404 == served.get(src)[0].status


def test_only_the_last_that_were_said_can_be_fetched(stage: Speaking) -> None:
    files = stage.record(FALL, 0.1, 0.1, 0.1)
    stage.hub.recordings = Recordings(most=2)
    served = Served(stage)
    try:
        stage.say(FALL)
        sources = [clip["src"] for clip in speech(stage)["clips"]]
        assert [404, 200, 200] == [served.get(src)[0].status for src in sources]
        assert 3 == len(files)
    finally:
        served.web.stop()


def test_a_night_sounds_the_same_whatever_its_secrets(tmp_path: Path) -> None:
    swapped = {**DECK, Seat(2): DECK[Seat(3)], Seat(3): DECK[Seat(2)]}
    stages = [Speaking(tmp_path, record=(Room(),)) for _ in range(2)]
    for key in ("night.fall", "wolf.pick", "vote.open"):
        stages[0].record(Say(key=key), 0.1, 0.1)
    stages[1].recorded.update(stages[0].recorded)
    stages[0].whole()
    stages[1].whole(deck=swapped, wolves=seats_of(3, 6, 8))
    streams = [[message["speech"] for message in stage.hub.sent[Room()]] for stage in stages]
    assert streams[0] == streams[1]
    assert 6 == len({clip["src"] for told in streams[0] if told for clip in told["clips"]}), "there was much to hear"


def test_a_seat_is_told_nothing_of_it(stage: Speaking) -> None:
    stage.open()
    stage.record(FALL, 0.1)
    stage.publisher.loudspeaker(there=False)
    stage.fall()
    seat = msgspec.json.encode(stage.hub.latest(Own(Seat(5), looked=True)))
    room = msgspec.json.encode(stage.hub.latest(Room()))
    for word in (b"/voice/", b"speech", b"aloud"):
        assert word in room
        assert word not in seat
