"""A served stage, and websockets and plain HTTP against it."""

from __future__ import annotations

from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
from websockets.sync.client import ClientConnection, connect

from firmware.web.server import WebTable
from tests.web.stage import PATIENCE_S, Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Client:
    """A browser without a page: what it is sent, and what it sends."""

    def __init__(self, connection: ClientConnection) -> None:
        """Speak over `connection`."""
        self.connection = connection

    def message(self) -> dict[str, Any]:
        """The next message, waited for."""
        decoded: dict[str, Any] = msgspec.json.decode(self.connection.recv(timeout=PATIENCE_S))
        return decoded

    def view(self, seen: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """The next view that has been `seen`; older ones are passed over."""
        while True:
            view: dict[str, Any] = self.message()["view"]
            if seen(view):
                return view

    def send(self, **fields: Any) -> None:
        """Send a message."""
        self.connection.send(msgspec.json.encode(fields).decode())


class Served:
    """A stage with its web table running."""

    def __init__(self, stage: Stage, port: int = 0, folder: Path | None = None) -> None:
        """Serve `stage`, and the games of the past in `folder`."""
        self.stage = stage
        self.web = WebTable(stage.hub, stage.inbox.put, stage.clock, port=port, folder=folder)
        self.web.start()
        self.address = urlsplit(self.web.url).netloc

    @contextmanager
    def client(self, path: str, **options: Any) -> Iterator[Client]:
        """A websocket on `path`."""
        with connect(f"ws://{self.address}{path}", proxy=None, open_timeout=PATIENCE_S, **options) as connection:
            yield Client(connection)

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        """What a GET of `path` answers: the response and its body."""
        connection = HTTPConnection(self.address, timeout=PATIENCE_S)
        try:
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return response, response.read()
        finally:
            connection.close()
