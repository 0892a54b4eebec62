"""Sentences that a live voice has said once, kept on disk.

    <what was said, as a sum>-<frames>-<sum of the file>.ogg

The name is all that is known of a clip, and it is enough to tell whether the file is whole: there is
nothing beside it that could disagree. A file that is not what its name says is removed and counts as
not there. A file appears under its name only when it is complete on disk. All methods may be called
from any thread.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from audio.errors import NotSound
from audio.loudness import Samples
from audio.soundfiles import decode, encode_ogg

__all__ = ["Cache", "Kept", "key_of"]

_NAME: Final = re.compile(r"([0-9a-f]{16})-([0-9]{1,8})-([0-9a-f]{16})\.ogg")
_HALF: Final = ".half"
"""Suffix of a file that is being written; what is found of them at a start was cut off by a power cut."""
MAX_BYTES: Final = 48 << 20
"""Some five thousand sentences; beyond it the oldest go."""


class Kept(msgspec.Struct, frozen=True):
    """A clip of the cache: its file, and its length in frames of 48 kHz."""

    path: Path
    frames: int


def key_of(*what: str) -> str:
    """The name for what was said by whom: equal for equal texts, in order."""
    return hashlib.sha256("\n".join(what).encode()).hexdigest()[:16]


class _Entry(msgspec.Struct, frozen=True):
    """A file of the cache: its name and its size in bytes."""

    name: str
    size: int


class Cache:
    """The clips in one folder."""

    def __init__(self, folder: Path, max_bytes: int = MAX_BYTES) -> None:
        """Look at the folder, which is made when something is kept. One that cannot be used holds nothing."""
        self.trouble: OSError | None = None
        """Why nothing can be kept, as far as that shows before it is tried."""
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._whole: set[str] = set()
        self._entries: dict[str, _Entry] = {}
        """Oldest first."""
        try:
            _check(folder)
            self._look()
        except OSError as error:
            self.trouble = error

    def _look(self) -> None:
        """Note what is there; remove what a power cut left half written."""
        if not self._folder.is_dir():
            return
        found = []
        for path in self._folder.iterdir():
            with suppress(OSError):
                if path.suffix == _HALF:
                    path.unlink(missing_ok=True)
                elif (name := _NAME.fullmatch(path.name)) is not None:
                    told = path.stat()
                    found.append((told.st_mtime, name[1], _Entry(path.name, told.st_size)))
        for _, key, entry in sorted(found, key=lambda one: one[0]):
            self._entries[key] = entry

    def find(self, key: str) -> Kept | None:
        """The clip for `key`; None when there is none, or when its file is spoilt (it is removed then)."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            path = self._folder / entry.name
            _, frames, digest = entry.name.removesuffix(".ogg").split("-")
            if entry.name not in self._whole:
                if not _is_whole(path, digest):
                    self._drop(self._entries.pop(key))
                    return None
                self._whole.add(entry.name)
            return Kept(path, int(frames))

    def put(self, key: str, samples: Samples) -> Kept:
        """Keep `samples` for `key`; what was there for it goes.

        Raises:
            NotSound: the samples do not survive being written and read.
            OSError: the disk is full or broken; the cache is as it was.
        """
        data = encode_ogg(samples)
        frames = len(decode(data))
        if frames == 0:
            raise NotSound("nothing is left of it")
        new = _Entry(f"{key}-{frames}-{hashlib.sha256(data).hexdigest()[:16]}.ogg", len(data))
        # A slow card may take a while over this; whoever looks for a clip meanwhile does not wait.
        self._write(new.name, data)
        with self._lock:
            old = self._entries.pop(key, None)
            self._entries[key] = new
            self._whole.add(new.name)
            if old is not None and old.name != new.name:
                self._drop(old)
            self._make_room()
        return Kept(self._folder / new.name, frames)

    def _write(self, name: str, data: bytes) -> None:
        """The file, complete on disk before it has its name."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self._folder, suffix=_HALF, delete=False) as half:
            try:
                half.write(data)
                half.flush()
                os.fsync(half.fileno())
                Path(half.name).replace(self._folder / name)
            except OSError:
                Path(half.name).unlink(missing_ok=True)
                raise
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _make_room(self) -> None:
        """Remove the oldest until what is left is not too much; the newest stays in any case."""
        too_much = sum(entry.size for entry in self._entries.values()) - self._max_bytes
        for key in list(self._entries)[:-1]:
            if too_much <= 0:
                break
            too_much -= self._entries[key].size
            self._drop(self._entries.pop(key))

    def _drop(self, entry: _Entry) -> None:
        """Remove a file; one that cannot be removed is at least not used."""
        self._whole.discard(entry.name)
        with suppress(OSError):
            (self._folder / entry.name).unlink(missing_ok=True)


def _check(folder: Path) -> None:
    """Raise OSError when `folder` is no folder that can be written to, or none that could be made."""
    there = next(path for path in (folder, *folder.parents) if path.is_symlink() or path.exists())
    if not there.is_dir():
        number = errno.ENOTDIR if there.exists() else errno.ENOENT
        raise OSError(number, os.strerror(number), str(there))
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))


def _is_whole(path: Path, digest: str) -> bool:
    """Whether the file is there and holds what its name says."""
    try:
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest()[:16] == digest
    except OSError:
        return False
