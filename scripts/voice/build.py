"""`scripts/voice_pack`: renders voice packs. Run it again at any time: what is finished is not made twice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from audio.clips import Fragment, counted, every
from audio.errors import NoVoice
from audio.loudness import Samples
from audio.pack import FORMAT, Manifest
from audio.say import Language
from firmware.reasons import cannot_write, one_line
from scripts.voice.online import OnlineEngine
from scripts.voice.options import WRONG_USAGE, Asked, Refused, Voice, asked_for
from scripts.voice.paces import PACES
from scripts.voice.repertoire import sayings
from scripts.voice.shelf import NEEDED, SHIPPED_TIER, Made, finished, write_pack
from scripts.voice.studio import Engine, Studio

if TYPE_CHECKING:
    from scripts.voice.kokoro import Kokoro

MORE_TIER: Final = 3
"""The last tier of all (`audio.clips.Wanted`)."""
INTERRUPTED: Final = 130
PATIENCE: Final = 3
"""So many clips in a row that the online voice does not give, and the run ends: it goes on another day."""
console: Final = Console(stderr=True)


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
        self._language = Language(voice.language)
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
    try:
        return _run(asked_for(arguments))
    except Refused as error:
        console.print(str(error), soft_wrap=True)
        return WRONG_USAGE
    except OSError as error:
        console.print(one_line(cannot_write(Path(str(error.filename or "")), error)), soft_wrap=True)
        return 1
    except KeyboardInterrupt:
        console.print("中断了，做好的都留着 / interrupted; what is finished is kept", soft_wrap=True)
        return INTERRUPTED


def _run(asked: Asked) -> int:
    """Render, then write the packs."""
    says, rare = sayings()
    studios = {voice.id: _studio(voice, asked) for voice in asked.voices}
    wanted = {voice.id: every(Language(voice.language), says, rare) for voice in asked.voices}
    short = {voice.id: counted(Language(voice.language)) for voice in asked.voices}
    last = MORE_TIER if asked.more else SHIPPED_TIER
    complete = True
    for tier in () if asked.only_assemble else range(last + 1):
        for voice in asked.voices:
            batch = [entry.fragment for entry in wanted[voice.id] if entry.tier == tier]
            if asked.backwards:
                batch.reverse()
            complete = complete and _render(f"{voice.id} {tier}", studios[voice.id], batch, short[voice.id])
    for voice in asked.voices:
        needed = NEEDED if voice.engine != "gtts" else -1
        try:
            made = finished(studios[voice.id], wanted[voice.id], short[voice.id], needed, last)
        except ValueError as error:
            console.print(f"{voice.id} 没有写 / is not written: {error}", soft_wrap=True)
            complete = False
        else:
            _assemble(voice, studios[voice.id], made, asked.into, len(wanted[voice.id]))
    return 0 if complete else 1


def _studio(voice: Voice, asked: Asked) -> Studio:
    """Where the clips of a voice are made."""
    return Studio(
        _engine(voice, asked), asked.build / "clips" / voice.id, asked.into / voice.id, PACES.get(voice.id, {})
    )


def _engine(voice: Voice, asked: Asked) -> Engine:
    """Who speaks with this voice."""
    if voice.engine == "gtts":
        return OnlineEngine(Language(voice.language))
    return Spoken(voice, asked.build, asked.styles, asked.threads)


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
                console.print(str(error), soft_wrap=True)
            except NoVoice as error:
                console.print(str(error), soft_wrap=True)
                failures += 1
                if error.too_many or failures == PATIENCE:
                    console.print("请改天再运行，做好的都留着 / run it again another day; what is finished is kept")
                    return False
            progress.advance(task)
    return True


def _assemble(voice: Voice, studio: Studio, made: Made, into: Path, most: int) -> None:
    """Write the pack; one that is what it was is not touched.

    The online voice may lack some of those that are needed: the lines with them are said by another.
    """
    if not made:
        return
    head = Manifest(
        format=FORMAT, voice=voice.id, engine=studio.engine, language=Language(voice.language),
        title_zh=voice.title_zh, title_en=voice.title_en, clips=(),
    )  # fmt: skip
    changed = write_pack(into / voice.id, head, made)
    seconds = sum(clip.frames for clip, _ in made) / 48_000
    size = sum(len(ogg) for _, ogg in made) / 1e6
    news = f"改了 {changed} 个文件 / {changed} files changed" if changed else "没有变化 / nothing changed"
    console.print(f"{voice.id}: {len(made)} / {most} clips, {seconds:.0f} s, {size:.1f} MB; {news}", soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
