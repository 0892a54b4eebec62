"""The whole judge with his real voices and a loudspeaker that comes and goes: what becomes of his nights."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from audio.chimes import ChimeKind
from audio.clips import Fragment
from audio.devices import Card
from audio.espeak import Espeak
from audio.loudness import Samples
from audio.pack import SHIPPED, Pack
from audio.player import Event, Health
from audio.say import Language, Say
from audio.sources import Voices
from audio.supervisor import Back, Lost
from audio.wire import Cue, Failed, Setup, Why
from engine.text import Text
from firmware import aloud as voices
from firmware.aloud import Aloud
from firmware.judge import Judge
from firmware.live import Live
from firmware.loop import Loop
from firmware.menu.actions import Resume
from firmware.settings import Settings
from firmware.soundguard import MAKING
from firmware.voices import VoiceShelf
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE

ONE: Final = Say(key="count.seat", seat=1)
AWAY: Final = Lost(Text("没有找到喇叭", "there is no loudspeaker"))
USB: Final = Card("USB", "USB Audio", "USB-Audio")


class Mouth:
    """In the place of the player: takes scores, and reports what a test says."""

    def __init__(self, put: Callable[[Event], None], setup: Setup) -> None:
        del setup
        self.put = put
        self.ids: list[int] = []
        self.rests: list[bool] = []
        self.chimes: list[str] = []

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """Take a score."""
        del start_ns
        self.ids += (cue.id for cue in cues)

    def rest(self, *, on: bool) -> None:
        """Whether no game is open."""
        self.rests.append(on)

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime."""
        del at_ns
        self.chimes.append(kind)

    def health(self) -> Health:
        """Never mind."""
        return Health()

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Everything else is done without a trace."""
        return lambda *_args, **_options: None


class Room:
    """A table whose judge has a voice and a folder. `cards`: the sound cards that the machine has."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.cards: tuple[Card, ...] = ()
        self.mouths: list[Mouth] = []
        self.voices: list[Aloud] = []
        monkeypatch.setattr(voices, "known_cards", lambda: self.cards)
        monkeypatch.setattr(voices, "server_runs", lambda _environ: False)
        players = Players(ScriptedMind())
        self.table: VirtualTable
        room = self

        def mouth(put: Callable[[Event], None], setup: Setup) -> Mouth:
            room.mouths.append(Mouth(put, setup))
            return room.mouths[-1]

        class Speaking(Judge):
            """A judge who is heard."""

            def __init__(self, *, loop: Loop, audience: tuple[Any, ...], settings: Settings, **others: Any) -> None:
                made = Aloud(
                    loop=loop, language=others["language"], choices=settings.choices, folder=folder,
                    there=lambda _there: None, player=mouth,  # type: ignore[arg-type]
                )  # fmt: skip
                room.voices.append(made)
                followers = (*audience, *made.followers)
                super().__init__(loop=loop, audience=followers, settings=settings, sound=made, **others)
                made.attach(loop, self)

        self._judge = Speaking
        self._players = players

    def start(self, *cards: Card) -> None:
        """Switch it on with these cards, and begin a game."""
        self.cards = cards
        self.table = self._players.sit(
            VirtualTable(
                "B09", NINE, clock=StillClock(900), audience=(self._players,), judge=self._judge, settings=Settings()
            )
        )
        self.report(*(Back(card.name) for card in cards))
        self.table.start()

    def power_cut(self, *cards: Card) -> None:
        """The power goes and comes, and staff go on; these are the cards afterwards."""
        self.cards = cards
        self.table.power_cut()
        self.table.go_on()

    def report(self, *news: Event) -> None:
        """The player of this start tells something, as any thread may."""
        for each in news:
            self.mouths[-1].put(each)
        self.table.wait(0)

    @property
    def waits(self) -> bool:
        """Whether the game stands still."""
        return self.table.judge.status.paused

    def why(self) -> Text | None:
        """What staff are told."""
        return self.table.judge.status.fault


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    made = Room(tmp_path, monkeypatch)
    yield made
    for voice in made.voices:
        voice.shelf.close()


def test_after_a_power_cut_the_night_waits_for_the_loudspeaker_that_was_heard_before_it(room: Room) -> None:
    """Nobody chose a card in the menu; the loudspeaker is still away when the power comes back."""
    room.start(USB)
    room.table.until_key("wolf.pick")
    room.power_cut()
    assert 2 == len(room.mouths), "somebody looks for the loudspeaker"
    room.report(AWAY)
    steps = len(room.table.steps)
    room.table.wait(900)
    assert (True, steps) == (room.waits, len(room.table.steps))
    assert AWAY.why == room.why()
    heard, back_ns = len(room.table.heard), room.table.now_ns
    room.report(Back("USB"))
    again = room.table.until_key("wolf.wake")
    assert "staff.pause_night" == room.table.keys[heard]
    assert (False, None) == (room.waits, room.why())
    assert again.at_ns - back_ns < 4_000_000_000, "the words that break in, and then the prompt"
    room.table.until_key("seer.wake")


def test_a_machine_that_never_had_a_loudspeaker_keeps_its_captions_after_a_power_cut(room: Room) -> None:
    room.start()
    room.table.until_key("wolf.pick")
    room.power_cut()
    room.table.until_key("seer.wake")
    assert ([], False) == (room.mouths, room.waits)


def test_staff_who_went_on_without_it_are_not_asked_again_after_a_power_cut(room: Room, tmp_path: Path) -> None:
    """Until it has been heard again: then it is missed again."""
    room.start(USB)
    room.table.until_key("wolf.pick")
    note = tmp_path / "voice" / "missed"
    assert note.is_file()
    room.report(AWAY)
    room.table.staff(Resume())
    assert not note.exists()
    room.power_cut()
    room.table.until_key("seer.wake")
    assert (1, False) == (len(room.mouths), room.waits)
    room.power_cut(USB)
    room.report(Back("USB"))
    room.power_cut()
    room.report(AWAY)
    assert room.waits


def test_a_loudspeaker_is_told_whether_a_game_is_open_whenever_it_comes(room: Room) -> None:
    room.start(USB)
    assert (True, False) == (room.mouths[-1].rests[0], room.mouths[-1].rests[-1])
    late = Room(room.folder / "other", room.monkeypatch)
    late.start()
    late.cards = (USB,)
    assert late.voices[-1].state.cards == ("USB",)
    assert [False] == late.mouths[-1].rests, "it was put in while a game was at play"
    late.voices[-1].close()


def test_by_day_no_window_is_longer_or_shorter_for_what_becomes_of_the_loudspeaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One hears everything; one loses the loudspeaker, has it back, and what it says fails in every way there is."""
    told = []
    for fails in (False, True):
        room = Room(tmp_path / str(fails), monkeypatch)
        room.start(USB)
        for news in (None, AWAY, None, Back("USB"), None):
            room.table.until_key("speech.turn", "speech.next")
            if fails:
                ids = room.mouths[-1].ids[-len(Why) :]
                room.report(*(Failed(number, why) for number, why in zip(ids, Why, strict=False)))
                room.report(*((news,) if news is not None else ()))
        room.table.until_key("vote.open")
        told.append([(spoken.say, spoken.at_ns, spoken.length_ms) for spoken in room.table.heard])
        room.voices[-1].close()
    assert told[0] == told[1]


@pytest.mark.parametrize("why", [Why.LATE, Why.STUCK])
def test_a_number_of_the_night_that_was_not_said_is_counted_again(room: Room, why: Why) -> None:
    room.start(USB)
    room.table.until_key("wolf.pick")
    room.table.wait(3)
    steps, heard = len(room.table.steps), len(room.table.heard)
    ids = room.mouths[-1].ids[-4:]
    room.report(*(Failed(number, why) for number in ids))
    assert ["staff.pause_night"] * 2 == room.table.keys[heard:], "all that failed at once put it again once"
    assert (False, steps) == (room.waits, len(room.table.steps))
    room.table.until_key("wolf.wake")
    room.report(*(Failed(number, why) for number in ids))
    assert "wolf.pick" == room.table.until_key("wolf.pick", "wolf.wake").say.key, "nobody waits for those any more"


def test_a_recording_that_proves_broken_by_night_is_tried_again_and_then_read_aloud_by_staff(room: Room) -> None:
    room.start(USB)
    room.table.until_key("wolf.wake")
    for waits in (False, True):
        room.report(Failed(room.mouths[-1].ids[-1], Why.BROKEN))
        room.table.wait(0)
        assert waits is room.waits
        assert waits or "wolf.wake" == room.table.until_key("wolf.wake", "wolf.pick").say.key
    told = room.why()
    assert told is not None
    assert "请念出来" in told.zh
    assert ChimeKind.ALERT == room.mouths[-1].chimes[-1]
    room.table.staff(Resume())
    room.table.until_key("seer.wake")


def test_a_recording_that_proves_broken_is_looked_at_again_before_it_is_said_the_next_time(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card that loses its memory in the middle of an evening: the line is somebody else's from then on."""
    packs = tmp_path / "packs"
    shutil.copytree(SHIPPED / "zm_yunjian", packs / "zm_yunjian")
    monkeypatch.setattr(VoiceShelf.__init__, "__defaults__", (packs, None))
    room.start(USB)
    room.table.until_key("wolf.wake")
    spoken = room.voices[-1].shelf.planner(Language.ZH)
    before = spoken(Say(key="wolf.wake"))
    assert before is not None
    Path(before.parts[0].path).write_bytes(b"")
    assert before == spoken(Say(key="wolf.wake"))
    room.report(Failed(room.mouths[-1].ids[-1], Why.BROKEN))
    after = spoken(Say(key="wolf.wake"))
    assert after is None or packs not in Path(after.parts[0].path).parents


@pytest.mark.parametrize("spoil", [lambda clip: clip.write_bytes(clip.read_bytes()[:999]), Path.unlink])
def test_a_number_whose_recording_is_spoilt_is_made_while_the_night_waits_and_then_counted(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], object]
) -> None:
    """Nobody need press a key: somebody else can say it, as soon as it has been made."""
    shutil.copytree(SHIPPED / "zm_yunjian", tmp_path / "packs" / "zm_yunjian")
    monkeypatch.setattr(VoiceShelf.__init__, "__defaults__", (tmp_path / "packs", None))
    planned = VoiceShelf().planner(Language.ZH)(ONE)
    assert planned is not None
    spoil(Path(planned.parts[-1].path))
    may_speak, speak = threading.Event(), Espeak.say
    made: list[Voices] = []

    def slow(espeak: Espeak, fragment: Fragment, language: Language, longest: int | None = None) -> Samples:
        assert may_speak.wait(60)
        return speak(espeak, fragment, language, longest)

    class Noted(Live):
        """Lets the test wait for what is being made."""

        def voices(self, language: Language, pack: Pack | None) -> Voices:
            """Noted."""
            made.append(super().voices(language, pack))
            return made[-1]

    monkeypatch.setattr(Espeak, "say", slow)
    monkeypatch.setattr(voices, "Live", Noted)
    room.start(USB)
    room.table.until_key("wolf.wake")
    while not room.waits:
        room.table.wait(0.5)
    steps, heard = len(room.table.steps), len(room.table.heard)
    room.table.wait(30)
    assert (True, MAKING, steps) == (room.waits, room.why(), len(room.table.steps))
    may_speak.set()
    assert made[-1].wait(60)
    room.table.wait(1)
    assert ("staff.pause_night", False, None) == (room.table.keys[heard], room.waits, room.why())
    assert ChimeKind.ALERT not in room.mouths[-1].chimes
    room.table.until_key("seer.wake")
