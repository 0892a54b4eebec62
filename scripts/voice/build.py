"""`scripts/voice_pack`: renders voice packs. Run it again at any time: what is finished is not made twice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from audio.clips import Fragment, Wanted, counted, every
from audio.errors import NoVoice
from audio.loudness import Samples
from audio.pack import FORMAT, SHIPPED, Manifest
from audio.say import Language
from scripts.voice.online import OnlineEngine
from scripts.voice.paces import PACES
from scripts.voice.repertoire import sayings
from scripts.voice.shelf import NEEDED, finished, write_pack
from scripts.voice.studio import Engine, Studio

if TYPE_CHECKING:
    from scripts.voice.kokoro import Kokoro

PATIENCE: Final = 3
"""So many clips in a row that the online voice does not give, and the run ends: it goes on another day."""
console: Final = Console(stderr=True)


class Voice(msgspec.Struct, frozen=True):
    """A voice: its language, the speed that makes some 4.4 syllables a second, its name for people, who makes it."""

    id: str
    language: Language
    speed: float
    title_zh: str
    title_en: str
    engine: str = "kokoro"


VOICES: Final = (
    Voice("zm_yunjian", Language.ZH, 1.0, "普通话男声", "Mandarin, male"),
    Voice("zf_xiaoxiao", Language.ZH, 1.0, "普通话女声", "Mandarin, female"),
    Voice("af_heart", Language.EN, 1.0, "英语女声", "English, female"),
    Voice("gtts_zh", Language.ZH, 1.0, "普通话在线女声", "Mandarin, online voice", engine="gtts"),
    Voice("gtts_en", Language.EN, 1.0, "英语在线女声", "English, online voice", engine="gtts"),
)


class Spoken:
    """The model with one of its voices, loaded when it first has to speak."""

    def __init__(self, voice: Voice, folder: Path, styles: Path, threads: int) -> None:
        """`folder` holds the model, `styles` the voices."""
        # Its libraries are in an environment of their own, which the online voice does not need.
        from scripts.voice import kokoro  # noqa: PLC0415

        self._kokoro = kokoro
        self.name = kokoro.ENGINE
        self.voice = voice.id
        self.speed = voice.speed
        self._language = voice.language
        self._files = (folder, styles / f"{voice.id}.bin", threads)
        self._reads: dict[str, str] = {}
        self._model: Kokoro | None = None

    def reads(self, fragment: Fragment) -> str:
        """The phonemes of a clip."""
        if fragment.name not in self._reads:
            self._reads[fragment.name] = self._kokoro.phonemes(fragment, self._language)
        return self._reads[fragment.name]

    def speak(self, read: str, speed: float) -> Samples:
        """The samples."""
        if self._model is None:
            folder, style, threads = self._files
            self._model = self._kokoro.Kokoro(self._kokoro.model(folder), style, threads)
        return self._model.speak(read, speed)


def main(arguments: list[str]) -> int:
    """Render what is asked for. Returns the exit code."""
    asked = _options(arguments)
    folder = Path(asked.build)
    says, rare = sayings()
    names = asked.voices.split(",") if asked.voices else [v.id for v in VOICES if v.engine == asked.engine]
    chosen = [voice for name in names for voice in VOICES if voice.id == name]
    into = Path(asked.into)
    studios = {
        v.id: Studio(_engine(v, folder, asked), folder / "clips" / v.id, into / v.id, PACES.get(v.id, {}))
        for v in chosen
    }
    wanted = {voice.id: every(voice.language, says, rare) for voice in chosen}
    short = {voice.id: counted(voice.language) for voice in chosen}
    complete = True
    if not asked.only_assemble:
        for tier in range(asked.tiers):
            for voice in chosen:
                batch = [entry.fragment for entry in wanted[voice.id] if entry.tier == tier]
                if asked.backwards:
                    batch.reverse()
                complete = complete and _render(f"{voice.id} {tier}", studios[voice.id], batch, short[voice.id])
    if asked.assemble or asked.only_assemble:
        for voice in chosen:
            _assemble(voice, studios[voice.id], wanted[voice.id], short[voice.id], into)
    return 0 if complete else 1


def _engine(voice: Voice, folder: Path, asked: argparse.Namespace) -> Engine:
    """Who speaks with this voice."""
    if voice.engine == "gtts":
        return OnlineEngine(voice.language)
    return Spoken(voice, folder, Path(asked.styles), asked.threads)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/voice_pack", description="渲染语音包 / render voice packs")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--styles", default="", help=argparse.SUPPRESS)
    parser.add_argument(
        "--engine", default="kokoro", choices=("kokoro", "gtts"),
        help="谁来念；gtts 需要能上网 / who speaks; gtts needs internet (%(default)s)",
    )  # fmt: skip
    parser.add_argument("--into", default=str(SHIPPED), help="放在哪里 / where packs go")
    known = ",".join(v.id for v in VOICES)
    parser.add_argument("--voices", default="", help=f"哪些声音 / which voices ({known})")
    parser.add_argument("--threads", type=int, default=1, help="线程数 / threads (%(default)s)")
    parser.add_argument(
        "--tiers", type=int, default=3, choices=(1, 2, 3, 4), help="2: 必需的 / needed; 3, 4: 更好听 / nicer"
    )
    parser.add_argument("--backwards", action="store_true", help="第二个进程从后往前 / for a second process at once")
    parser.add_argument("--assemble", action="store_true", help="渲染后写入语音包 / then write the packs")
    parser.add_argument("--only-assemble", action="store_true", help="只写入语音包 / only write the packs")
    return parser.parse_args(arguments)


def _render(title: str, studio: Studio, batch: list[Fragment], short: frozenset[str]) -> bool:
    """Make the clips of one voice and tier that are not there yet. False: the voice has stopped answering."""
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=len(batch))
        failures = 0
        for fragment in batch:
            progress.update(task, description=fragment.text[:30])
            try:
                studio.clip(fragment, short=fragment.name in short)
                failures = 0
            except ValueError as error:
                console.print(str(error))
            except NoVoice as error:
                console.print(str(error))
                failures += 1
                if error.too_many or failures == PATIENCE:
                    console.print("请改天再运行，做好的都留着 / run it again another day; what is finished is kept")
                    return False
            progress.advance(task)
    return True


def _assemble(voice: Voice, studio: Studio, wanted: tuple[Wanted, ...], short: frozenset[str], into: Path) -> None:
    """Write the pack anew from the cache: the clips that are needed, and the nicer ones that are finished.

    The online voice may lack some of those that are needed: the lines with them are said by another.
    """
    made = finished(studio, wanted, short, NEEDED if voice.engine != "gtts" else -1)
    if not made:
        return
    head = Manifest(
        format=FORMAT, voice=voice.id, engine=studio.engine, language=voice.language,
        title_zh=voice.title_zh, title_en=voice.title_en, clips=(),
    )  # fmt: skip
    write_pack(into / voice.id, head, made)
    seconds = sum(clip.frames for clip, _ in made) / 48_000
    size = sum(len(ogg) for _, ogg in made) / 1e6
    console.print(f"{voice.id}: {len(made)} / {len(wanted)} clips, {seconds:.0f} s, {size:.1f} MB")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
