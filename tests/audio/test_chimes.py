"""The chimes: which tones, how loud, and that they begin and end at nothing."""

from __future__ import annotations

import numpy as np
import pytest

from audio.chimes import CHIME_LUFS, ChimeKind, chime
from audio.loudness import RATE, lufs, true_peak_db

E5, C5, G4, A5 = 659, 523, 392, 880


@pytest.mark.parametrize(
    ("kind", "tones"),
    [
        (ChimeKind.NIGHT, [E5, C5, G4]),
        (ChimeKind.DAY, [G4, C5, E5]),
        (ChimeKind.FLOOR, [C5]),
        (ChimeKind.ALERT, [A5, A5]),
    ],
)
def test_each_chime_has_its_tones(kind: ChimeKind, tones: list[int]) -> None:
    """A stroke every 160 ms, and 700 ms for the last to die away."""
    sound, step = chime(kind), RATE * 160 // 1000
    assert (len(tones) - 1) * 160 + 700 == len(sound) * 1000 // RATE
    strokes = [sound[n * step : (n + 1) * step] * np.hanning(step) for n in range(len(tones))]
    assert tones == pytest.approx([int(np.argmax(np.abs(np.fft.rfft(one, RATE)))) for one in strokes], abs=6)


@pytest.mark.parametrize("kind", ChimeKind)
def test_a_chime_is_softer_than_speech_and_clean_at_both_ends(kind: ChimeKind) -> None:
    sound = chime(kind)
    assert CHIME_LUFS == pytest.approx(lufs(sound), abs=0.1)
    assert true_peak_db(sound) <= -1.0
    assert [0.0, 0.0] == pytest.approx([float(sound[0]), float(sound[-1])], abs=1e-6)
    # No step a loudspeaker would answer with a pop.
    assert float(np.max(np.abs(np.diff(sound, prepend=0.0, append=0.0)))) < 0.1
    assert 0.5 * RATE < len(sound) < 1.2 * RATE


def test_the_chimes_can_be_told_apart() -> None:
    assert 4 == len({chime(kind).tobytes() for kind in ChimeKind})
