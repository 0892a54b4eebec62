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
SHIPPED_TIER: Final = 2
"""The last tier that is shipped: what sounds better in one piece, for tables of up to twelve seats."""

Made = tuple[tuple[Clip, bytes], ...]


def finished(
    studio: Studio, wanted: Iterable[Wanted], short: frozenset[str], needed: int = NEEDED, last: int = SHIPPED_TIER
) -> Made:
    """The clips of a pack.

    Up to the tier `needed` they are made now where they are missing; up to `last` those that are finished are taken;
    of what is beyond, those that the pack has already. So a pack that lacks nothing stays what it is.

    Raises:
        ValueError: one that is needed cannot be made right.
    """

    def belongs(entry: Wanted) -> bool:
        known = studio.has if entry.tier <= last else studio.shelved
        return entry.tier <= needed or known(entry.fragment, short=entry.fragment.name in short)

    return tuple(studio.clip(entry.fragment, short=entry.fragment.name in short) for entry in wanted if belongs(entry))


def write_pack(folder: Path, head: Manifest, made: Made) -> int:
    """Write the pack: only what has changed, and the manifest last. Files that no longer belong to it go.

    Returns how many files are others now.
    """
    folder.mkdir(parents=True, exist_ok=True)
    clips = sorted((clip for clip, _ in made), key=lambda clip: clip.name)
    files = {folder / f"{clip.name}.ogg": ogg for clip, ogg in made} | {folder / MANIFEST: _one_a_line(head, clips)}
    changed = {file: data for file, data in files.items() if not file.exists() or file.read_bytes() != data}
    for file, data in changed.items():
        file.write_bytes(data)
    left_over = set(folder.glob("*.ogg")) - set(files)
    for file in left_over:
        file.unlink()
    return len(changed) + len(left_over)


def _one_a_line(head: Manifest, clips: list[Clip]) -> bytes:
    """The manifest with one clip a line, so that another clip is another line."""
    rows = b",\n".join(msgspec.json.encode(clip) for clip in clips)
    whole = msgspec.json.encode(msgspec.structs.replace(head, clips=()))
    return whole.replace(b'"clips":[]', b'"clips":[\n' + rows + b"\n]") + b"\n"
