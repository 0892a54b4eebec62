"""The loudspeaker is pulled out: by day the game goes on in captions, by night it waits, and begins again by itself."""

from __future__ import annotations

import pytest

from audio.say import Say
from audio.supervisor import Back, Lost
from audio.wire import Why
from engine.text import Text
from firmware.menu.actions import Pause, Resume
from firmware.soundguard import AGAIN, NOT_READY, TOO_SLOW, SoundGuard
from tests.kit.players import Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import NINE

PULLED = Text("喇叭没有了。", "The loudspeaker is gone.")


class Room:
    """A table whose loudspeaker works, when the sentence `key` begins."""

    def __init__(self, key: str, n: int = 1, *, chosen: bool = False, heard: bool = True) -> None:
        self.there: list[bool] = []
        self.missed: list[bool] = []
        self.guard = guard = SoundGuard(lambda: chosen, self.there.append, self.missed.append)
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


@pytest.mark.parametrize("why", [Why.LATE, Why.STUCK, Why.FULL])
@pytest.mark.parametrize("key", ["wolf.pick", "seer.close"])
def test_by_night_a_prompt_of_which_words_were_missed_begins_again_by_itself(key: str, why: Why) -> None:
    room = Room(key)
    room.table.wait(0.5)
    before, heard = len(room.table.steps), len(room.table.heard)
    room.guard.unheard(why)
    assert not room.waits()
    assert room.why() is None
    assert {"staff.pause_night"} == set(room.table.keys[heard:])
    assert before == len(room.table.steps), "no window has passed unheard"
    assert ("wolf.wake" if key == "wolf.pick" else key) == room.table.until_key("wolf.wake", "seer.close").say.key


def test_by_day_words_that_were_missed_stand_as_captions() -> None:
    room = Room("speech.turn")
    heard = len(room.table.heard)
    for _ in range(9):
        room.guard.unheard(Why.LATE)
    room.table.wait(0)
    assert heard == len(room.table.heard)
    assert not room.waits()


def test_a_loudspeaker_that_cannot_keep_up_by_night_is_for_staff_to_see_to() -> None:
    room = Room("wolf.pick")
    for _ in range(AGAIN):
        room.guard.unheard(Why.LATE)
        assert not room.waits()
    room.guard.unheard(Why.LATE)
    assert (True, TOO_SLOW) == (room.waits(), room.why())
    room.put_in()
    assert room.waits(), "a loudspeaker that is opened anew is no reason to go on"
    room.table.staff(Resume())
    assert room.why() is None


def test_staff_who_go_on_with_a_slow_loudspeaker_are_not_stopped_again() -> None:
    room = Room("wolf.pick")
    for _ in range(AGAIN + 1):
        room.guard.unheard(Why.LATE)
    room.table.staff(Resume())
    for _ in range(9):
        room.guard.unheard(Why.LATE)
    room.table.until_key("seer.wake")
    assert not room.waits()


def test_every_prompt_may_be_missed_as_often_as_the_first() -> None:
    room = Room("wolf.pick")
    for key in ("wolf.wake", "witch.wake", "seer.wake"):
        for _ in range(AGAIN):
            room.guard.unheard(Why.LATE)
        room.table.until_key(key)
        assert not room.waits()
        room.table.until_key("witch.wake", "seer.wake", "dawn.open")


@pytest.mark.parametrize(("chosen", "waits"), [(False, False), (True, True)])
def test_a_night_does_not_go_on_before_a_loudspeaker_that_is_missed_is_ready(chosen: bool, waits: bool) -> None:
    """After a power cut staff may be quicker than the sound card."""
    room = Room("wolf.pick", chosen=chosen, heard=False)
    room.guard.unheard(Why.LOST)
    assert waits is room.waits()
    assert (NOT_READY if waits else None) == room.why()
    room.put_in()
    assert room.why() is None
    assert "wolf.wake" == room.table.until_key("wolf.wake", "witch.wake").say.key


def test_words_of_the_night_that_came_before_the_first_loudspeaker_are_said_when_it_is_there() -> None:
    """After a power cut, at a machine that never had one before: its first words were lost to it."""
    room = Room("wolf.pick", heard=False)
    room.guard.unheard(Why.LOST)
    assert not room.waits()
    heard = len(room.table.heard)
    room.put_in()
    assert ["staff.pause_night"] * 2 == room.table.keys[heard:]
    assert "wolf.wake" == room.table.until_key("wolf.wake", "witch.wake").say.key
    assert not room.waits()


def test_what_is_missed_after_a_power_cut_is_what_was_heard_and_not_given_up() -> None:
    room = Room("wolf.pick")
    assert [True] == room.missed
    room.pull_out()
    assert [True] == room.missed
    room.table.staff(Resume())
    assert [True, False] == room.missed
    room.put_in()
    assert [True, False, True] == room.missed
    by_day = Room("speech.turn")
    by_day.pull_out()
    by_day.table.staff(Pause())
    by_day.table.staff(Resume())
    assert [True] == by_day.missed, "by day captions will do; that says nothing about the night"
