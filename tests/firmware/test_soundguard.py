"""The loudspeaker is pulled out: by day the game goes on in captions, by night it waits, and begins again by itself."""

from __future__ import annotations

import pytest

from audio.say import Say
from audio.supervisor import Back, Lost
from engine.text import Text
from firmware.menu.actions import Pause, Resume
from firmware.soundguard import SoundGuard
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE

PULLED = Text("喇叭没有了。", "The loudspeaker is gone.")


class Room:
    """A table whose loudspeaker works, when the sentence `key` begins."""

    def __init__(self, key: str, n: int = 1, *, chosen: bool = False, heard: bool = True) -> None:
        self.there: list[bool] = []
        self.guard = guard = SoundGuard(lambda: chosen, self.there.append)
        players = Players(ScriptedMind())
        self.table = players.sit(VirtualTable("B09", NINE, clock=StillClock(900), audience=(players, guard)))
        guard.attach(self.table.loop, self.table.judge)
        if heard:
            self.put(Back("USB"))
        self.table.start()
        self.table.until_round(key, n)

    def put(self, news: Lost | Back) -> None:
        """What the player reports, as any thread may."""
        self.table.loop.put(news)
        self.table.wait(0)

    def pull_out(self) -> None:
        """Somebody trips over the cable."""
        self.put(Lost(PULLED))

    def why(self) -> Text | None:
        """What staff are told."""
        return self.table.judge.status.fault

    def waits(self) -> bool:
        """Whether the game stands still."""
        return self.table.judge.status.paused

    def put_in(self) -> None:
        """And puts it back."""
        self.put(Back("USB"))


@pytest.mark.parametrize("key", ["wolf.wake", "wolf.pick", "witch.victim", "seer.close"])
def test_by_night_the_game_waits_and_its_prompt_begins_again_when_the_loudspeaker_is_back(key: str) -> None:
    room = Room(key)
    room.table.wait(0.5)
    before = len(room.table.steps)
    room.pull_out()
    room.table.wait(600)
    assert room.waits()
    assert PULLED == room.why()
    assert before == len(room.table.steps), "no window has passed unheard"
    heard = len(room.table.heard)
    back_ns = room.table.now_ns
    room.put_in()
    again = room.table.until_key("wolf.wake", "witch.wake", "seer.close")
    assert "staff.pause_night" == room.table.keys[heard]
    assert again.at_ns - back_ns < 1_500_000_000
    assert room.why() is None
    assert not room.waits()


def test_by_day_it_goes_on_in_captions_and_waits_before_the_night() -> None:
    room = Room("speech.turn")
    room.pull_out()
    room.table.until_key("vote.open")
    room.table.wait(0)
    assert ["vote.open"] == [key for key in room.table.keys if key.startswith("vote.")][-1:]
    assert "staff.pause" == room.table.keys[-1], "eyes are shut now"
    room.put_in()
    room.table.until_key("vote.open")
    room.table.until_key("vote.end")
    assert not room.waits()


def test_staff_who_go_on_without_sound_are_not_stopped_again() -> None:
    room = Room("wolf.pick")
    room.pull_out()
    room.table.wait(20)
    room.table.staff(Resume())
    room.table.until_key("seer.wake")
    paused = [room.waits()]
    room.put_in()
    room.pull_out()
    paused.append(room.waits())
    assert [False, True] == paused, "it was there in between"


def test_what_staff_paused_does_not_go_on_by_itself() -> None:
    room = Room("wolf.pick")
    room.table.staff(Pause())
    room.pull_out()
    room.put_in()
    room.table.wait(60)
    assert room.waits()


@pytest.mark.parametrize(("chosen", "waits"), [(False, False), (True, True)])
def test_a_loudspeaker_that_was_never_there_is_missed_only_where_staff_chose_it(chosen: bool, waits: bool) -> None:
    room = Room("night.first", chosen=chosen, heard=False)
    room.pull_out()
    room.table.wait(1)
    assert room.waits() is waits
    assert [False] == room.there


def test_a_pause_that_staff_have_taken_over_is_theirs() -> None:
    """They may be in the menu when the loudspeaker comes back."""
    room = Room("wolf.pick")
    room.pull_out()
    room.table.wait(5)
    room.table.staff(Pause())
    room.put_in()
    room.table.wait(30)
    assert room.waits()
    assert room.why() is None


def test_staff_who_go_on_after_a_pause_of_their_own_go_on_without_sound() -> None:
    room = Room("wolf.pick")
    room.table.staff(Pause())
    room.pull_out()
    room.table.staff(Resume())
    room.table.until_key("seer.wake")
    assert not room.waits()


@pytest.mark.logs_errors
def test_a_stopped_game_keeps_its_reason_and_tells_of_the_lost_sound_when_it_goes_on() -> None:
    room = Room("wolf.pick")
    room.table.judge.fault(RuntimeError("a bug"))
    stopped = room.why()
    assert stopped is not None
    room.pull_out()
    assert stopped == room.why()
    room.table.staff(Resume())
    room.table.wait(1)
    told = room.why()
    assert told is not None
    assert PULLED.zh in told.zh
    assert room.waits()
    room.put_in()
    assert room.why() is None


def test_by_night_staff_read_aloud_what_nobody_can_say() -> None:
    room = Room("wolf.pick")
    room.guard.unsaid(Say(key="witch.wake"))
    room.table.wait(0)
    why = room.why()
    assert room.waits()
    assert why is not None
    assert "女巫请睁眼" in why.zh
    room.table.staff(Resume())
    room.guard.unsaid(Say(key="witch.wake"))
    room.table.until_key("seer.wake")
    assert not room.waits()
