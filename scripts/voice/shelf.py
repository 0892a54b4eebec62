"""Finished clips as a pack on disk."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from audio.clips import Wanted
from audio.pack import MANIFEST, Clip, Manifest
from scripts.voice.studio import Studio

NEEDED: Final = 1
"""The last tier that every pack has (`audio.clips.Wanted`)."""

Made = tuple[tuple[Clip, bytes], ...]


def finished(studio: Studio, wanted: Iterable[Wanted], short: frozenset[str], needed: int = NEEDED) -> Made:
    """The clips up to the tier `needed`, made now where they are missing, and those beyond that are there already."""
    return tuple(
        studio.clip(entry.fragment, short=entry.fragment.name in short)
        for entry in wanted
        if entry.tier <= needed or studio.has(entry.fragment, short=entry.fragment.name in short)
    )


def write_pack(folder: Path, head: Manifest, made: Made) -> None:
    """Write the pack: only what has changed, and the manifest last. Files that no longer belong to it go."""
    folder.mkdir(parents=True, exist_ok=True)
    for clip, ogg in made:
        file = folder / f"{clip.name}.ogg"
        if not file.exists() or file.read_bytes() != ogg:
            file.write_bytes(ogg)
    clips = sorted((clip for clip, _ in made), key=lambda clip: clip.name)
    (folder / MANIFEST).write_bytes(_one_a_line(head, clips))
    for file in set(folder.glob("*.ogg")) - {folder / f"{clip.name}.ogg" for clip in clips}:
        file.unlink()


def _one_a_line(head: Manifest, clips: list[Clip]) -> bytes:
    """The manifest with one clip a line, so that another clip is another line."""
    rows = b",\n".join(msgspec.json.encode(clip) for clip in clips)
    whole = msgspec.json.encode(msgspec.structs.replace(head, clips=()))
    return whole.replace(b'"clips":[]', b'"clips":[\n' + rows + b"\n]") + b"\n"
