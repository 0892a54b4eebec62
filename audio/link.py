"""A worker process and its three pipes. Nothing here ever waits: a worker that has stopped must not stop us."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
from collections.abc import Mapping
from typing import IO, Final

import msgspec

from audio.wire import MAX_LINE, Command, Report, Setup, line, report_of

MAX_UNSENT: Final = 4 * MAX_LINE
"""Bytes that may wait for a worker to read them. More means that it does not read."""

CHUNK: Final = 1 << 16


class Link:
    """A worker, started and told its setup. All methods belong to one thread."""

    def __init__(self, command: tuple[str, ...], environ: Mapping[str, str], setup: Setup) -> None:
        """Start `command`. OSError: that cannot be done."""
        self._process = subprocess.Popen(
            command,
            env=environ,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C at a terminal is for us: the worker ends when we do.
            process_group=0,
        )
        self.pid = self._process.pid
        self._unsent = bytearray(line(setup))
        self._unread = {"stdout": bytearray(), "stderr": bytearray()}
        self._selector = selectors.DefaultSelector()
        for name, pipe in self._pipes().items():
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(
                pipe, selectors.EVENT_WRITE if name == "stdin" else selectors.EVENT_READ, (name, pipe)
            )
        # Becomes readable at its end. Without it (an old kernel) the end is noticed at the next tick.
        self._end = -1
        with contextlib.suppress(OSError):
            self._end = os.pidfd_open(self.pid)
            self._selector.register(self._end, selectors.EVENT_READ, ("end", None))
        self.strange = 0
        """Lines that were no report."""

    def _pipes(self) -> dict[str, IO[bytes]]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        return {"stdin": process.stdin, "stdout": process.stdout, "stderr": process.stderr}

    def fileno(self) -> int:
        """Becomes readable when there is anything to do."""
        return self._selector.fileno()

    def send(self, command: Command) -> bool:
        """Send `command` as soon as the worker reads. False: it has not read for too long."""
        self._unsent += line(command)
        self._watch_stdin()
        return len(self._unsent) <= MAX_UNSENT

    def _watch_stdin(self) -> None:
        """Care for room in the pipe only while there is something to write."""
        pipe = self._pipes()["stdin"]
        if pipe.closed:
            return
        wanted = bool(self._unsent)
        watched = pipe.fileno() in self._selector.get_map()
        if wanted and not watched:
            self._selector.register(pipe, selectors.EVENT_WRITE, ("stdin", pipe))
        elif watched and not wanted:
            self._selector.unregister(pipe)

    def pump(self) -> tuple[list[Report], list[str]]:
        """Write and read what can be; the reports and the lines of noise that have come."""
        reports: list[Report] = []
        noise: list[str] = []
        for key, _ in self._selector.select(0):
            name, pipe = key.data
            if name == "stdin":
                self._write(pipe)
            elif name != "end":
                for text in self._lines(name, pipe):
                    if name == "stderr":
                        noise.append(text.decode(errors="replace").rstrip())
                        continue
                    try:
                        reports.append(report_of(text))
                    except msgspec.DecodeError:
                        self.strange += 1
        return reports, noise

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            del self._unsent[: os.write(pipe.fileno(), self._unsent[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:
            # It is gone; its other pipes tell.
            self._unsent.clear()
        self._watch_stdin()

    def _lines(self, name: str, pipe: IO[bytes]) -> list[bytes]:
        """The whole lines that have come on a pipe; one that has ended is looked at no more."""
        unread = self._unread[name]
        ended = False
        try:
            while chunk := os.read(pipe.fileno(), CHUNK):
                unread += chunk
                if len(unread) > MAX_UNSENT:
                    break
            else:
                ended = True
        except BlockingIOError:
            pass
        if ended:
            self._selector.unregister(pipe)
        *whole, rest = bytes(unread).split(b"\n")
        # A worker that writes without end and without lines does not get to fill our memory.
        self._unread[name] = bytearray(rest if len(rest) <= MAX_LINE else b"")
        return whole

    def kill(self) -> None:
        """End it at once; `gone` tells when that is done."""
        self._process.kill()

    def gone(self) -> bool:
        """Whether the process exists no more. One that hangs in the kernel does for a while, whatever is sent to it."""
        return self._process.poll() is not None

    @property
    def code(self) -> int | None:
        """Exit code; a signal's number below zero; None while it lives."""
        return self._process.returncode

    def close(self) -> None:
        """Let go of the pipes of a worker that is gone."""
        self._selector.close()
        if self._end >= 0:
            os.close(self._end)
        for pipe in self._pipes().values():
            pipe.close()
