"""The voice packs that are shipped: nothing missing, nothing too loud, too slow or too long, nothing left over.

What a recording measures is in the manifest, and the sum of its file too, so that no file can differ from the
one that was measured. A part of the clips is measured again from the samples; the rest is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np
import pytest

from audio.catalogue import LATER, LINES, SHOWN_ONLY, placeholders, words_of
from audio.clips import RATE, counted, every
from audio.loudness import lufs, true_peak_db
from audio.pack import MANIFEST, SHIPPED, Clip, Pack, shipped_packs
from audio.pinyin import syllables
from audio.planner import MAX_COUNT_MS, WORD_OPTIONS, length_ms, pause_ms
from audio.say import Language, Say
from audio.soundfiles import decode
from audio.syllables import syllables_en
from engine.roles import ROLES
from engine.seats import seats_of
from engine.setup import Setup
from firmware.boards import preset_boards
from firmware.lengths import night_ms
from firmware.table.compose import Composer
from firmware.table.pace import BALLOT_COUNT_MS, NORMAL
from scripts.voice.paces import PACES
from scripts.voice.repertoire import sayings
from scripts.voice.shelf import SHIPPED_TIER as LAST

PACKS = {pack.folder.name: pack for pack in shipped_packs()}
MEASURED = 25
"""Of so many clips one is measured again."""
SILENCE = 10 ** (-42 / 20)
SAYS, RARE = sayings()


@pytest.fixture(params=sorted(PACKS))
def pack(request: pytest.FixtureRequest) -> Pack:
    name: str = request.param
    return PACKS[name]


def _reachable() -> Iterator[Say]:
    """Every line that a game, the staff or the device can say today, with every seat, number, minute and role."""
    yield from (*SAYS, *RARE)
    opening = {say.key for say in (*SAYS, *RARE)} | {"setup.house_next"}
    for key in sorted(set(LINES) - set(SHOWN_ONLY) - set(LATER) - opening):
        asked = set(placeholders(words_of(key, Language.ZH)))
        for seat in range(1, 19 if asked else 2):
            others = tuple(other for other in (2, 9, 18) if other != seat)
            for role in ROLES if asked & {"role", "roles"} else ROLES[:1]:
                yield Say(
                    key=key, seat=seat, target=19 - seat, seats=(seat, *others), voters=(seat,), halves=2 * seat,
                    n=seat, minute=61 * seat, role=role.id, roles=((role.id, 1), ("villager", 1 + seat % 2)),
                )  # fmt: skip
    yield from (Say(key="day.confirm", target=word) for word in WORD_OPTIONS)
    yield from (Say(key="pk.odd", minute=minute) for minute in (*range(0, 1440, 60), *range(720, 780)))
    yield from (Say(key="vote.tally_count", seat=1, halves=halves) for halves in (0, *range(2, 38)))
    yield from (Say(key="vote.tally", seat=1, halves=halves, voters=(2, 3)) for halves in (0, *range(2, 38)))
    yield from (Say(key="sheriff.list", seats=(low, high)) for low in range(1, 18) for high in range(low + 1, 19))


def _spoken(clip: Clip, language: Language) -> int:
    return syllables(clip.pinyin) if language is Language.ZH else syllables_en(clip.text)


def _pauses(clip: Clip) -> int:
    """Marks inside a clip."""
    return sum(mark in "，。,." for mark in clip.text[:-1].replace("a.m.", "").replace("p.m.", ""))


def test_the_three_voices_are_shipped() -> None:
    assert ["af_heart", "zf_xiaoxiao", "zm_yunjian"] == sorted(PACKS)
    assert {Language.ZH, Language.EN} == {pack.language for pack in PACKS.values()}
    assert (SHIPPED / "NOTICE").is_file()


def test_every_line_that_can_be_said_is_in_the_pack(pack: Pack) -> None:
    says = list(dict.fromkeys(_reachable()))
    assert len(says) > 1000
    assert [] == [say for say in says if pack.plan(say) is None][:5]


def test_every_file_is_the_one_that_was_measured_and_none_is_left_over(pack: Pack) -> None:
    files = {file.stem: file for file in pack.folder.iterdir() if file.name != MANIFEST}
    clips = {clip.name: clip for clip in pack.manifest.clips}
    assert set() == {file.suffix for file in files.values()} - {".ogg"}
    assert set(files) == set(clips)
    changed = [
        name for name, clip in clips.items() if hashlib.sha256(files[name].read_bytes()).hexdigest() != clip.sha256
    ]
    assert [] == changed


def test_the_pack_holds_what_the_script_makes_unasked_and_nothing_else(pack: Pack) -> None:
    """So that `scripts/voice_pack` on a clean clone changes nothing."""
    wanted = {entry.fragment.name: entry.fragment for entry in every(pack.language, SAYS, RARE) if entry.tier <= LAST}
    assert set(wanted) == {clip.name for clip in pack.manifest.clips}
    for clip in pack.manifest.clips:
        fragment = wanted[clip.name]
        assert (fragment.text, fragment.pinyin) == (clip.text, clip.pinyin)


def test_every_clip_is_as_loud_as_the_others_and_never_too_loud(pack: Pack) -> None:
    assert [] == [clip for clip in pack.manifest.clips if not -16.5 <= clip.lufs <= -15.5 or clip.peak_db > -1.0]


def test_a_part_of_the_clips_measures_as_the_manifest_says(pack: Pack) -> None:
    for clip in pack.manifest.clips[::MEASURED]:
        heard = decode(pack.folder / f"{clip.name}.ogg")
        assert clip.frames == len(heard)
        assert clip.lufs == pytest.approx(lufs(heard), abs=0.05)
        assert clip.peak_db == pytest.approx(true_peak_db(heard), abs=0.05)
        loud = np.flatnonzero(np.abs(heard) > SILENCE)
        assert loud[0] <= RATE * 30 // 1000, clip
        assert len(heard) - loud[-1] <= RATE * 60 // 1000, clip


def test_every_clip_is_neither_gabbled_nor_drawn_out(pack: Pack) -> None:
    """0.12 to 0.45 s a syllable; the silence of a clip and a pause at each mark in it aside.

    A word of one syllable that closes a sentence may take as long as two.
    """
    odd = []
    for clip in pack.manifest.clips:
        seconds = clip.frames / RATE - 0.06
        spoken = _spoken(clip, pack.language)
        if not 0.12 * spoken <= seconds <= 0.45 * max(2, spoken) + 0.2 * _pauses(clip):
            odd.append((clip.text, round(seconds / spoken, 2)))
    assert [] == odd


def test_what_is_hard_to_understand_is_recorded_at_its_own_speed(pack: Pack) -> None:
    speeds = {clip.text: clip.speed for clip in pack.manifest.clips}
    paces = PACES.get(pack.folder.name, {})
    assert dict(paces) == {words: speeds.get(words) for words in paces}


def test_the_numbers_fit_into_a_count(pack: Pack) -> None:
    numbers = counted(pack.language)
    found = [clip for clip in pack.manifest.clips if clip.name in numbers]
    assert len(numbers) == len(found)
    assert [] == [(clip.text, clip.frames) for clip in found if clip.frames > MAX_COUNT_MS * RATE // 1000]


def test_a_count_and_the_only_seat_of_a_list_are_one_clip_each(pack: Pack) -> None:
    """Glued they are heard as two, and an English count would take twice its time."""
    for seat in range(1, 19):
        counting, alone = pack.plan(Say(key="count.seat", seat=seat)), pack.plan(Say(key="vote.abstain", seats=(seat,)))
        assert counting is not None
        assert alone is not None
        assert (1, 2) == (len(counting.parts), len(alone.parts))
        assert counting.frames <= MAX_COUNT_MS * RATE // 1000


def test_a_number_of_a_ballot_and_its_words_fit_into_their_time(pack: Pack) -> None:
    lengths = [pack.length_ms(Say(key=key, seat=seat)) for key in ("vote.for", "pk.for") for seat in range(1, 19)]
    assert max(length or BALLOT_COUNT_MS + 1 for length in lengths) <= BALLOT_COUNT_MS


class PackVoice:
    """The pack as the composer asks a voice."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def length_ms(self, say: Say) -> int:
        length = self._pack.length_ms(say)
        assert length is not None, say
        return length

    def pause_ms(self, say: Say) -> int:
        return pause_ms(say.key)


def test_the_pace_is_that_of_the_reference(pack: Pack) -> None:
    """What is said without lists takes no longer than 1.15 of what every recorded game assumes."""
    says = [
        Say(key=key)
        for key in sorted(set(LINES) - set(SHOWN_ONLY) - set(LATER))
        if not placeholders(words_of(key, Language.ZH))
    ]
    reference = sum(length_ms(say, pack.language) for say in says)
    assert sum(pack.length_ms(say) or 0 for say in says) <= 1.15 * reference


def test_the_first_night_of_twelve_is_no_longer_than_four_and_a_half_minutes(pack: Pack) -> None:
    (board,) = (board for board in preset_boards() if board.id == "B12-预女猎守")
    setup = Setup(board, seats_of(*range(1, board.players + 1)), board.rules)
    assert night_ms(setup, 1, (), Composer(PackVoice(pack), NORMAL)) <= 270_000
