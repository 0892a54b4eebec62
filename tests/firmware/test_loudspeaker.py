"""What is heard on the loudspeaker of a table, and when: sentences, chimes, and what covers the clicks."""

from __future__ import annotations

import pytest

from audio.planner import length_ms, render
from audio.say import Language, Say
from audio.wire import RATE, Cue, Part
from engine.seats import seats_of
from engine.setup import Setup
from firmware.boards import find_board, preset_boards
from firmware.loudspeaker import Loudspeaker
from firmware.menu.actions import EndGame, Pause, Resume, Skip, TakeBack
from firmware.voice import SpokenVoice, Utterance
from hardware.ports import Key
from tests.kit.players import Players, ScriptedMind
from tests.kit.speaker import FakeSpeaker
from tests.kit.table import MS, StillClock, VirtualTable
from tests.table.stage import NINE, TEN


def _planned(say: Say) -> Utterance | None:
    """One recording for each sentence, called like its words; nobody can say the rule of the vote."""
    frames = length_ms(say, Language.ZH) * RATE // 1000
    words = render(say, Language.ZH)
    return None if say.key == "vote.rule" else Utterance((Part(words, 0, frames),), frames)


class Room:
    """A table with a loudspeaker."""

    def __init__(self, board: str = "B09", cards: str = NINE) -> None:
        self.speaker = FakeSpeaker()
        self.nights: list[bool] = []
        self.unsaid: list[str] = []
        voice = SpokenVoice(Language.ZH, lambda _language: _planned)
        self.loudspeaker = loudspeaker = Loudspeaker(
            self.speaker, voice, self.nights.append, spoilt=lambda say: self.unsaid.append(say.key)
        )
        players = Players(ScriptedMind())
        clock = StillClock(900)
        self.table = players.sit(VirtualTable(board, cards, clock=clock, audience=(players, loudspeaker)))
        self.speaker.now_ns = clock.now_ns
        self.table.start()

    def covers(self) -> list[bool]:
        """When the noise came and went, from the begin of the game, which ends what staff listened to."""
        first, *rest = [on for on, _ in self.speaker.masks]
        assert not first
        return rest

    def chimes(self, kind: str) -> list[int]:
        """When it was to be heard."""
        return [at_ns for told, at_ns in self.speaker.chimes if told == kind]


LAG_NS = 100 * MS
"""Always the same time after the caption, so that nobody hears how long the journal took."""


def test_what_the_room_reads_is_what_it_hears_a_tenth_of_a_second_later() -> None:
    room = Room()
    room.table.until_key("speech.turn")
    said = [(spoken.at_ns + LAG_NS, spoken.text) for spoken in room.table.heard]
    heard = [(heard.from_ns, heard.path) for heard in room.speaker.heard if heard.from_ns <= said[-1][0]]
    assert said == heard


def test_a_game_that_opens_ends_what_staff_were_trying_out() -> None:
    speaker = FakeSpeaker()
    loudspeaker = Loudspeaker(speaker, SpokenVoice(Language.ZH, lambda _language: _planned), lambda _night: None)
    speaker.play((Cue(id=-1, at=0, parts=(Part("trial", 0, 10 * RATE),)),), 0)
    speaker.now_ns = lambda: 1000 * MS
    board = find_board("B09", preset_boards())
    loudspeaker.opened(Setup(board, seats_of(*range(1, 10)), board.rules), 1, again=False)
    assert [("trial", 1000 * MS)] == [(heard.path, heard.to_ns) for heard in speaker.heard]


def test_after_a_pause_nothing_of_the_score_is_heard_and_the_pause_itself_is() -> None:
    room = Room()
    room.table.until_key("speech.turn")
    room.table.wait(0.3)
    at_ns = room.table.now_ns
    room.table.staff(Pause())
    assert ["游戏暂停，请保持原样。"] == [heard.path for heard in room.speaker.heard if heard.to_ns > at_ns]
    room.table.wait(5)
    room.table.staff(Resume())
    room.table.wait(0)
    assert "游戏继续。" == next(heard.path for heard in room.speaker.heard if heard.from_ns >= room.table.now_ns)


def test_no_sentence_has_the_number_of_another() -> None:
    room = Room()
    room.table.until_key("speech.next")
    assert len(room.speaker.ids) == len(set(room.speaker.ids))


def test_clicks_are_covered_from_the_word_that_calls_the_night_to_the_word_that_ends_it() -> None:
    room = Room()
    room.table.until_key("night.first")
    assert [True] == room.covers()
    room.table.until_key("dawn.open")
    assert [True, False] == room.covers() == room.speaker.music
    room.table.until_key("night.fall")
    assert [True, False, True] == room.covers() == room.nights
    first, second = (seed for on, seed in room.speaker.masks if on)
    assert first != second, "every night has drops of its own"


def test_the_bids_are_covered_and_a_pause_does_not_bare_them() -> None:
    room = Room("B10a", TEN)
    room.table.until_key("sheriff.raise")
    room.table.wait(2)
    room.table.staff(Pause())
    room.table.wait(3)
    room.table.staff(Resume())
    room.table.until_key("sheriff.count")
    assert [True] == room.covers()
    room.table.until_key("dawn.open")
    assert [True, False] == room.covers()


def test_back_from_the_night_into_the_day_the_noise_ends_and_after_a_power_cut_it_is_there_again() -> None:
    room = Room()
    room.table.until_round("wolf.pick", 2)
    by_day = next(step for step in room.table.table.steps if not step.night)
    room.table.staff(TakeBack(by_day.to))
    room.table.until_key("staff.undo_open")
    assert not room.speaker.masks[-1][0]
    room.table.until_round("wolf.pick", 2)
    room.table.power_cut()
    room.table.go_on()
    room.table.until_key("staff.crash_night")
    assert room.speaker.masks[-1][0]


def test_a_game_that_is_ended_by_night_leaves_no_noise() -> None:
    room = Room()
    room.table.until_key("wolf.pick")
    room.table.staff(EndGame())
    room.table.until_over()
    assert not room.speaker.masks[-1][0]


@pytest.mark.parametrize("key", ["night.first", "night.fall"])
def test_the_chime_of_the_night_stands_in_its_silence(key: str) -> None:
    room = Room()
    spoken = room.table.until_key(key)
    ends_ns = spoken.at_ns + spoken.length_ms * MS
    hush = room.table.until_key("night.hush")
    assert any(ends_ns < at_ns < hush.at_ns - 1000 * MS for at_ns in room.chimes("night"))


def test_no_chime_is_heard_between_the_roles_and_one_before_the_morning() -> None:
    room = Room()
    wolves = room.table.until_key("wolf.wake")
    morning = room.table.until_key("dawn.open")
    between = [at_ns for _, at_ns in room.speaker.chimes if wolves.at_ns <= at_ns]
    assert [morning.at_ns + LAG_NS - 1500 * MS] == between
    before = room.table.heard[-2]
    assert before.at_ns + before.length_ms * MS < between[0]


def test_the_end_of_a_speech_is_heard_once_whether_time_or_staff_ended_it() -> None:
    room = Room()
    room.table.until_key("speech.turn")
    room.table.wait(8)
    room.table.staff(Pause())
    room.table.staff(Resume())
    room.table.wait(8)
    assert [] == room.chimes("floor"), "a speech that goes on is not over"
    room.table.until_key("speech.next")
    assert 1 == len(room.chimes("floor"))
    room.table.wait(8)
    room.table.staff(Skip())
    room.table.until_key("speech.next")
    assert 2 == len(room.chimes("floor"))


def test_by_day_a_chime_calls_for_the_caption_of_what_nobody_can_say() -> None:
    room = Room()
    rule = room.table.until_key("vote.rule")
    assert [rule.at_ns + LAG_NS] == room.chimes("alert")


def test_a_recording_that_proves_broken_is_what_nobody_can_say() -> None:
    """By day a chime calls for its caption when that is due, by night staff are told; it may show much earlier."""
    room = Room()
    room.table.until_key("speech.turn")
    number = room.speaker.ids[-1]
    spot = room.loudspeaker.ended(number)
    assert spot is not None
    room.loudspeaker.broken(spot)
    assert [room.speaker.heard[-1].from_ns] == room.chimes("alert")
    assert room.loudspeaker.ended(number) is None, "a sentence has one end"
    room.table.until_round("wolf.wake", 2)
    alerts, spot = len(room.chimes("alert")), room.loudspeaker.ended(room.speaker.ids[-1])
    assert spot is not None
    room.loudspeaker.broken(spot)
    assert ([spot.say.key], alerts) == (room.unsaid, len(room.chimes("alert")))


def test_what_was_called_off_is_nobodys_any_more() -> None:
    """A sentence of a score that was broken off may still fail late: nothing follows from that."""
    room = Room()
    room.table.until_key("wolf.wake")
    numbers = room.speaker.ids[-2:]
    room.table.staff(Pause())
    assert [None, None] == [room.loudspeaker.ended(number) for number in numbers]


def test_a_loudspeaker_may_sleep_between_the_games_and_at_no_other_time() -> None:
    """However long a pause is, or staff look at the cards; and between games staff's keys wake it."""
    room = Room()
    room.table.until_key("wolf.pick")
    told = len(room.speaker.rests)
    room.table.staff(Pause())
    room.table.wait(3600)
    room.table.key(Key.UP, Key.DOWN)
    room.table.staff(Resume())
    room.table.staff(EndGame())
    assert ([], False) == (room.speaker.rests[told:], room.speaker.rests[-1])
    room.table.until_over()
    assert [True] == room.speaker.rests[told:]
    room.table.key(Key.DOWN)
    assert {True} == set(room.speaker.rests[told:])
    assert len(room.speaker.rests[told:]) > 1
    room.table.start()
    assert not room.speaker.rests[-1]


def test_a_power_cut_when_eyes_open_after_a_ballot_leaves_no_noise_by_day() -> None:
    room = Room("B10a", TEN)
    room.table.until_key("vote.end")
    room.table.wait(0.3)
    room.table.power_cut()
    room.table.go_on()
    room.table.until_key("vote.end")
    assert not room.speaker.masks[-1][0]
