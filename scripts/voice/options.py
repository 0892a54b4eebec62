"""What `scripts/voice_pack` is asked for, checked before anything is fetched.

Run by the Python that is there, before its environment is: nothing is imported but what every Python has. Prints the
engine that speaks the voices that were asked for.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final, Literal, NamedTuple, NoReturn

WRONG_USAGE: Final = 2
"""Exit code of a command line that cannot be understood."""
SHIPPED: Final = Path(__file__).resolve().parents[2] / "audio" / "packs"


class Voice(NamedTuple):
    """A voice: its language, the speed that makes some 4.4 syllables a second, its name for people, who makes it."""

    id: str
    language: Literal["zh", "en"]
    speed: float
    title_zh: str
    title_en: str
    engine: str = "kokoro"


VOICES: Final = (
    Voice("zm_yunjian", "zh", 1.0, "普通话男声", "Mandarin, male"),
    Voice("zf_xiaoxiao", "zh", 1.0, "普通话女声", "Mandarin, female"),
    Voice("af_heart", "en", 1.0, "英语女声", "English, female"),
    Voice("gtts_zh", "zh", 1.0, "普通话在线女声", "Mandarin, online voice", engine="gtts"),
    Voice("gtts_en", "en", 1.0, "英语在线女声", "English, online voice", engine="gtts"),
)
ENGINES: Final = ("kokoro", "gtts")


class Asked(NamedTuple):
    """The command line, understood. `more`: also the clips beyond what packs are shipped with."""

    engine: str
    voices: tuple[Voice, ...]
    into: Path
    threads: int
    more: bool
    backwards: bool
    only_assemble: bool
    build: Path
    styles: Path


class Refused(Exception):
    """Raised when the command line asks for what there is not: one line, in both languages."""

    def __init__(self, zh: str, en: str) -> None:
        """Keep what is wrong."""
        super().__init__(f"{zh}；请看 --help / {en}; see --help")


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line of both languages."""

    def error(self, message: str) -> NoReturn:
        """Raise `Refused`. The library speaks English, so what it is about is all that is taken from it."""
        if found := re.match(r"unrecognized arguments: (.*)", message):
            raise Refused(f"不认识 {found[1]}", f"{found[1]} means nothing here")
        if found := re.match(r"argument (--[\w-]+): expected", message):
            raise Refused(f"{found[1]} 缺少值", f"{found[1]} needs a value")
        if found := re.match(r"argument (--[\w-]+): invalid .*?: '(.*?)'", message):
            raise Refused(f"{found[1]} 的值不对：{found[2]}", f"{found[1]} cannot be {found[2]}")
        raise Refused("命令的写法不对", message)


def asked_for(arguments: list[str]) -> Asked:
    """The command line, checked. Raises `Refused`."""
    given = parser().parse_args(arguments)
    if given.threads < 1:
        raise Refused(f"--threads 的值不对：{given.threads}", f"--threads cannot be {given.threads}")
    into = Path(given.into)
    if into.exists() and not into.is_dir():
        raise Refused(f"{into} 不是文件夹", f"{into} is no folder")
    engine, voices = _voices(given.engine, given.voices)
    return Asked(
        engine, voices, into, given.threads, given.more, given.backwards, given.only_assemble,
        Path(given.build), Path(given.styles),
    )  # fmt: skip


def parser() -> argparse.ArgumentParser:
    """All options; what they mean stands at the head of the script."""
    made = _Parser(prog="scripts/voice_pack", add_help=False, allow_abbrev=False)
    made.add_argument("--engine", choices=ENGINES)
    made.add_argument("--voices")
    made.add_argument("--into", default=str(SHIPPED))
    made.add_argument("--threads", type=int, default=1)
    for flag in ("--more", "--backwards", "--only-assemble"):
        made.add_argument(flag, action="store_true")
    # Where the script keeps what it has fetched and made.
    for folder in ("--build", "--styles"):
        made.add_argument(folder, default="", help=argparse.SUPPRESS)
    return made


def _voices(engine: str | None, names: str | None) -> tuple[str, tuple[Voice, ...]]:
    """Who speaks, and with which voices: those named, else all of the engine's. Raises `Refused`."""
    if names is None:
        engine = engine or ENGINES[0]
        return engine, tuple(voice for voice in VOICES if voice.engine == engine)
    known = {voice.id: voice for voice in VOICES}
    chosen = []
    for name in dict.fromkeys(names.split(",")):
        if name not in known:
            raise Refused(f"没有声音 {name}；现有：{'、'.join(known)}", f"no voice {name}; known: {', '.join(known)}")
        chosen.append(known[name])
    engine = engine or chosen[0].engine
    for voice in chosen:
        if voice.engine != engine:
            raise Refused(
                f"{engine} 没有声音 {voice.id}，它属于 {voice.engine}",
                f"{engine} has no voice {voice.id}, which is one of {voice.engine}",
            )
    return engine, tuple(chosen)


def main() -> int:
    """Print the engine, or what is wrong. Returns the exit code."""
    try:
        print(asked_for(sys.argv[1:]).engine)
    except Refused as error:
        print(error, file=sys.stderr)
        return WRONG_USAGE
    return 0


if __name__ == "__main__":
    sys.exit(main())
