"""`scripts/voice_pack`: renders voice packs. Run it again at any time: what is finished is not made twice."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from audio.clips import Fragment, Wanted, counted, every
from audio.loudness import Samples
from audio.pack import FORMAT, MANIFEST, SHIPPED, Manifest
from audio.say import Language
from scripts.voice.kokoro import ENGINE, Kokoro, model, phonemes
from scripts.voice.repertoire import sayings
from scripts.voice.studio import Studio

NEEDED: Final = 1
"""The last tier that every pack has (`audio.clips.Wanted`)."""
console: Final = Console(stderr=True)


class Voice(msgspec.Struct, frozen=True):
    """A voice of the model: its language, the speed that makes some 4.4 syllables a second, its name for people."""

    id: str
    language: Language
    speed: float
    title_zh: str
    title_en: str


VOICES: Final = (
    Voice("zm_yunjian", Language.ZH, 1.0, "普通话男声", "Mandarin, male"),
    Voice("zf_xiaoxiao", Language.ZH, 1.0, "普通话女声", "Mandarin, female"),
    Voice("af_heart", Language.EN, 1.0, "英语女声", "English, female"),
)


class Spoken:
    """The model with one of its voices, loaded when it first has to speak."""

    def __init__(self, voice: Voice, folder: Path, styles: Path, threads: int) -> None:
        """`folder` holds the model, `styles` the voices."""
        self.name = ENGINE
        self.voice = voice.id
        self.speed = voice.speed
        self._language = voice.language
        self._files = (folder, styles / f"{voice.id}.bin", threads)
        self._reads: dict[str, str] = {}
        self._model: Kokoro | None = None

    def reads(self, fragment: Fragment) -> str:
        """The phonemes of a clip."""
        if fragment.name not in self._reads:
            self._reads[fragment.name] = phonemes(fragment, self._language)
        return self._reads[fragment.name]

    def speak(self, read: str, speed: float) -> Samples:
        """The samples."""
        if self._model is None:
            folder, style, threads = self._files
            self._model = Kokoro(model(folder), style, threads)
        return self._model.speak(read, speed)


def main(arguments: list[str]) -> int:
    """Render what is asked for. Returns the exit code."""
    asked = _options(arguments)
    folder = Path(asked.build)
    says, rare = sayings()
    chosen = [voice for name in asked.voices.split(",") for voice in VOICES if voice.id == name]
    studios = {
        v.id: Studio(Spoken(v, folder, Path(asked.styles), asked.threads), folder / "clips" / v.id) for v in chosen
    }
    wanted = {voice.id: every(voice.language, says, rare) for voice in chosen}
    short = {voice.id: counted(voice.language) for voice in chosen}
    if not asked.only_assemble:
        for tier in range(asked.tiers):
            for voice in chosen:
                batch = [entry.fragment for entry in wanted[voice.id] if entry.tier == tier]
                _render(f"{voice.id} {tier}", studios[voice.id], batch, short[voice.id])
    if asked.assemble or asked.only_assemble:
        for voice in chosen:
            _assemble(voice, studios[voice.id], wanted[voice.id], short[voice.id], Path(asked.into))
    return 0


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/voice_pack", description="渲染语音包 / render voice packs")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--styles", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--into", default=str(SHIPPED), help="放在哪里 / where packs go")
    parser.add_argument(
        "--voices", default=",".join(v.id for v in VOICES), help="哪些声音 / which voices (%(default)s)"
    )
    parser.add_argument("--threads", type=int, default=1, help="线程数 / threads (%(default)s)")
    parser.add_argument(
        "--tiers", type=int, default=3, choices=(1, 2, 3, 4), help="2: 必需的 / needed; 3, 4: 更好听 / nicer"
    )
    parser.add_argument("--assemble", action="store_true", help="渲染后写入语音包 / then write the packs")
    parser.add_argument("--only-assemble", action="store_true", help="只写入语音包 / only write the packs")
    return parser.parse_args(arguments)


def _render(title: str, studio: Studio, batch: list[Fragment], short: frozenset[str]) -> None:
    """Make the clips of one voice and tier that are not there yet."""
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("", total=len(batch))
        for fragment in batch:
            progress.update(task, description=fragment.text[:30])
            try:
                studio.clip(fragment, short=fragment.name in short)
            except ValueError as error:
                console.print(str(error))
            progress.advance(task)


def _assemble(voice: Voice, studio: Studio, wanted: tuple[Wanted, ...], short: frozenset[str], into: Path) -> None:
    """Write the pack anew from the cache: the clips that are needed, and the nicer ones that are finished."""
    pack = into / voice.id
    made = [
        studio.clip(entry.fragment, short=entry.fragment.name in short)
        for entry in wanted
        if entry.tier <= NEEDED or studio.has(entry.fragment, short=entry.fragment.name in short)
    ]
    pack.mkdir(parents=True, exist_ok=True)
    keep = {f"{clip.name}.ogg" for clip, _ in made}
    for file in pack.glob("*.ogg"):
        if file.name not in keep:
            file.unlink()
    for clip, ogg in made:
        file = pack / f"{clip.name}.ogg"
        if not file.exists() or file.read_bytes() != ogg:
            file.write_bytes(ogg)
    clips = tuple(sorted((clip for clip, _ in made), key=lambda clip: clip.name))
    manifest = Manifest(
        format=FORMAT, voice=voice.id, engine=ENGINE, language=voice.language,
        title_zh=voice.title_zh, title_en=voice.title_en, clips=clips,
    )  # fmt: skip
    (pack / MANIFEST).write_bytes(_lines(manifest))
    seconds = sum(clip.frames for clip in clips) / 48_000
    size = sum(len(ogg) for _, ogg in made) / 1e6
    console.print(f"{voice.id}: {len(clips)} clips, {seconds:.0f} s, {size:.1f} MB")


def _lines(manifest: Manifest) -> bytes:
    """The manifest with one clip a line, so that a change of one clip is a change of one line."""
    head = msgspec.json.encode(msgspec.structs.replace(manifest, clips=()))
    rows = b",\n".join(msgspec.json.encode(clip) for clip in manifest.clips)
    return head.replace(b'"clips":[]', b'"clips":[\n' + rows + b"\n]") + b"\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
