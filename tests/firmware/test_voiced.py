"""A judge without a loudspeaker, whose pages speak: every line, in the voice that staff chose, and nothing waits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import pytest

from audio.say import Language, Say
from engine.seats import seats_of
from engine.setup import Setup
from engine.text import Text
from firmware import aloud
from firmware.aloud import Aloud
from firmware.boards import preset_boards
from firmware.clock import RealClock
from firmware.judge import Judge
from firmware.live import Live
from firmware.loop import Loop
from firmware.menu.actions import Keep
from firmware.menu.choices import Choices
from firmware.settings import Settings
from firmware.sound import Sound
from firmware.table.opening import opening
from firmware.voice import TextVoice
from firmware.voiced import Voiced
from tests.firmware.test_aloud import NoPlayer
from tests.kit.table import VirtualTable

if TYPE_CHECKING:
    from audio.pack import Pack
    from audio.sources import Voices

NINE: Final = next(board for board in preset_boards() if board.id == "B09")
OURS: Final = msgspec.structs.replace(NINE, id="ours", name=Text("好人九人", "Nine at ours"))
SETUP: Final = Setup(OURS, seats_of(*range(1, 10)), OURS.rules)
NAMED: Final = Say(key="setup.board", n=9, text=OURS.name)
WHY: Final = Text("没有用喇叭。", "No loudspeaker.")
LONGEST_S: Final = 60


class Waited(Live):
    """Lets a test wait for what is being made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.made: list[Voices] = []

    def voices(self, language: Language, pack: Pack | None) -> Voices:
        """Noted."""
        self.made.append(super().voices(language, pack))
        return self.made[-1]


@pytest.mark.parametrize("language", Language)
def test_the_name_of_an_own_board_is_made_before_the_game_and_read_from_its_first_opening(
    language: Language, tmp_path: Path
) -> None:
    live = Waited(tmp_path)
    judge = Voiced(language, Choices(), live, WHY)
    judge.expect(SETUP)
    assert live.made[-1].wait(LONGEST_S)
    planned = {say: judge.voice.plan(say) for say in opening(SETUP.opened())}
    assert [] == [say for say, utterance in planned.items() if utterance is None]
    (name,) = [Path(part.path) for part in (planned[NAMED] or pytest.fail("silent")).parts]
    assert (tmp_path / "voice" / "espeak", ".ogg") == (name.parent, name.suffix)
    judge.close()


def test_without_the_libraries_the_packs_speak_and_what_they_lack_holds_nothing_up(tmp_path: Path) -> None:
    judge = Voiced(Language.ZH, Choices(), None, WHY)
    judge.expect(SETUP)
    assert judge.voice.plan(NAMED) is None
    assert judge.voice.plan(Say(key="night.fall")) is not None
    assert judge.voice.length_ms(NAMED) > 0
    judge.close()
    assert [] == list(tmp_path.iterdir())


def test_staff_choose_the_voice_of_the_pages_and_read_that_only_they_speak() -> None:
    judge = Voiced(Language.ZH, Choices(voice="nosuch"), None, WHY)
    assert ["没有嗓音 nosuch，由别的嗓音念。"] == [told.zh for told in judge.told]
    assert (WHY, judge.told) == (judge.state.trouble, judge.state.notes)
    before = judge.voice.plan(Say(key="night.fall"))
    assert judge.use(Choices(voice="zf_xiaoxiao")) is None
    after = judge.voice.plan(Say(key="night.fall"))
    assert ((), False) == (judge.state.notes, before == after)


def test_a_machine_without_a_sound_card_knows_that_it_has_no_loudspeaker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aloud, "known_cards", lambda: ())
    found = []
    for server in (False, True):
        monkeypatch.setattr(aloud, "server_runs", lambda _environ, server=server: server)
        judge = Aloud(
            loop=Loop(RealClock(1.0)), language=Language.ZH, choices=Choices(), folder=tmp_path,
            there=lambda _there: None, player=NoPlayer,  # type: ignore[arg-type]
        )  # fmt: skip
        found.append(judge.found)
        judge.close()
    assert [False, True] == found


class Attentive(Sound):
    """Notes the games that may be next."""

    def __init__(self) -> None:
        super().__init__(TextVoice(Language.ZH))
        self.expected: list[str] = []

    def expect(self, setup: Setup) -> None:
        """Noted."""
        self.expected.append(setup.board.id)


def test_the_voice_learns_what_may_be_next_as_soon_as_staff_choose_it() -> None:
    """At the start what was chosen last, then every other board, and after a game that one again."""
    voice = Attentive()

    class Listened(Judge):
        """A judge with every board and this voice."""

        def __init__(self, **others: Any) -> None:
            super().__init__(**others | {"sound": voice, "boards": preset_boards()})

    chosen = Settings(Choices(board="B09", seats=seats_of(*range(1, 10))))
    table = VirtualTable("B09", judge=Listened, settings=chosen)
    assert {"B09"} == set(voice.expected)
    table.staff(Keep(Choices(board="B07", seats=seats_of(*range(1, 8)))))
    table.start()
    voice.expected.clear()
    table.power_cut()
    assert {"B07", "B09"} == set(voice.expected)
