"""The recordings that a page may fetch: those of what was said, under names that tell nothing.

A page asks for `/voice/<name>.ogg` and gets what the publisher gave that name to; no part of the name
is ever used as a path. A name belongs to one version of one file, so a browser may keep it for ever.
What is said is said to everybody, so what can be fetched hangs on no secret.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

if TYPE_CHECKING:
    from starlette.requests import Request

MOST: Final = 512
"""Recordings that can be fetched: the last that were said. A page asks within a second of hearing of one."""

FOR_EVER: Final = "private, max-age=31536000, immutable"


class Recordings:
    """Names for sound files, given on the deciding thread and looked up on the web's."""

    def __init__(self, most: int = MOST) -> None:
        """Nothing can be fetched yet; at most `most` files at a time ever can."""
        self._most = most
        self._lock = threading.Lock()
        self._files: OrderedDict[str, Path] = OrderedDict()

    def offer(self, path: Path) -> str | None:
        """The address of the file from now on; None when it is not there."""
        try:
            there = path.stat()
        except OSError:
            return None
        version = f"{path}\n{there.st_size}\n{there.st_mtime_ns}"
        name = hashlib.sha256(version.encode()).hexdigest()[:16]
        with self._lock:
            self._files[name] = path
            self._files.move_to_end(name)
            if len(self._files) > self._most:
                self._files.popitem(last=False)
        return f"/voice/{name}.ogg"

    def routes(self) -> list[Route]:
        """How a page gets at them."""
        return [Route("/voice/{name}.ogg", self._fetch)]

    async def _fetch(self, request: Request) -> Response:
        """One recording, or 404 when there is none of that name (any more)."""
        with self._lock:
            path = self._files.get(request.path_params["name"])
        try:
            data = path.read_bytes() if path is not None else None
        except OSError:
            data = None
        if data is None:
            return PlainTextResponse("没有这段录音。\nThere is no such recording.\n", status_code=404)
        return Response(data, media_type="audio/ogg", headers={"Cache-Control": FOR_EVER})
