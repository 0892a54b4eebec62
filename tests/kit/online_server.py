"""A server that speaks as the online voice's does, or misbehaves in every way that was seen of it.

It listens on the loopback device only. What it is to do with the next requests is put into `plays`;
when that is empty it answers as it should, with a sound as long as the text.
"""

from __future__ import annotations

import base64
import json
import socket
import ssl
import struct
import subprocess
import threading
import urllib.parse
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from audio.loudness import RATE
from audio.soundfiles import encode_mp3

LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class Play(Enum):
    """What the server does with a request."""

    SPEAK = auto()
    TOO_MANY = auto()
    BROKEN = auto()
    HANG = auto()
    RESET = auto()
    PORTAL = auto()
    NO_AUDIO = auto()
    CUT_BODY = auto()
    CUT_SOUND = auto()
    RUBBISH = auto()
    TINY = auto()
    LONG = auto()
    SHORT = auto()


class Server:
    """One that runs; `asked` is what was requested of it: text and language, in order."""

    def __init__(self, port: int) -> None:
        """On this port."""
        self.port = port
        self.plays: deque[Play] = deque()
        self.asked: list[tuple[str, str]] = []
        self.arrived = threading.Event()
        self.go_on = threading.Event()

    def answer(self, play: Play, text: str) -> tuple[int, bytes]:
        """Status and body."""
        seconds = min(10, (0.06 if text.isascii() else 0.25) * len(text))
        match play:
            case Play.TOO_MANY:
                return 429, b"slow down"
            case Play.BROKEN:
                return 500, b"sorry"
            case Play.PORTAL:
                return 200, b"<html><body>Welcome to our cafe! Please sign in.</body></html>" * 40
            case Play.NO_AUDIO:
                return 200, b')]}\'\n\n123\n[["wrb.fr","jQ1olc",null,null,null,[3],"generic"]]\n'
            case Play.CUT_SOUND:
                return 200, _reply(_mp3(seconds)[:1200])
            case Play.RUBBISH:
                return 200, _reply(bytes(range(256)) * 20)
            case Play.TINY:
                return 200, _reply(_mp3(seconds)[:600])
            case Play.LONG:
                return 200, _reply(_mp3(seconds * 5))
            case Play.SHORT:
                return 200, _reply(_mp3(seconds / 8))
            case _:
                return 200, _reply(_mp3(seconds))


@contextmanager
def running(context: ssl.SSLContext | None = None) -> Iterator[Server]:
    """A server for as long as the block lasts; `context` makes it speak TLS."""

    class Handler(BaseHTTPRequestHandler):
        """One request."""

        def do_POST(self) -> None:
            """Note it, and play the next part."""
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            text, language, _, _ = json.loads(json.loads(urllib.parse.parse_qs(body)["f.req"][0])[0][0][1])
            server.asked.append((text, language))
            play = server.plays.popleft() if server.plays else Play.SPEAK
            server.arrived.set()
            if play is Play.HANG:
                server.go_on.wait(30)
                return
            if play is Play.RESET:
                # An abort instead of an end: what a network that is cut looks like.
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
                return
            status, answer = server.answer(play, text)
            self.send_response(status)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer[: len(answer) // 2] if play is Play.CUT_BODY else answer)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
            """Say nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.handle_error = lambda *_: None  # type: ignore[method-assign]
    http.daemon_threads = True
    if context is not None:
        http.socket = context.wrap_socket(http.socket, server_side=True)
    server = Server(http.server_address[1])
    thread = threading.Thread(target=http.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.go_on.set()
        http.shutdown()
        http.server_close()
        thread.join()


@contextmanager
def taken_for_the_real_one(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """The same, and the library asks it instead of the internet."""
    with running() as one:
        address = f"http://127.0.0.1:{one.port}/"
        monkeypatch.setattr("gtts.tts._translate_url", lambda path, **_: address + path)
        yield one


def certificate(folder: Path) -> ssl.SSLContext:
    """A server's context with a certificate of its own that nobody vouches for."""
    key, signed = folder / "key.pem", folder / "signed.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-keyout", str(key), "-out", str(signed)),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(signed, key)
    return context


def stay_inside(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No proxy, no name is looked up and no socket connects but to this machine. The list fills with what was tried."""
    tried: list[str] = []
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded(self: socket.socket, address: tuple[str, int]) -> None:
        if self.family != socket.AF_UNIX and address[0] not in LOOPBACK:
            tried.append(address[0])
            raise OSError("no route to host")
        connect(self, address)

    def guarded_name(host: str, *args: object, **options: object) -> object:
        if host not in LOOPBACK:
            tried.append(host)
            raise socket.gaierror("no such host")
        return look_up(host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", guarded)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_name)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return tried


def _mp3(seconds: float) -> bytes:
    """A hum with silence around it."""
    frames = round(seconds * 24_000)
    hum = 0.3 * np.sin(2 * np.pi * 220 * np.arange(frames) / 24_000)
    quiet = np.zeros(RATE // 10)
    return encode_mp3(np.concatenate((quiet, hum, quiet)).astype(np.float32), 24_000)


def _reply(mp3: bytes) -> bytes:
    """An answer with sound in it."""
    inner = json.dumps(json.dumps([base64.b64encode(mp3).decode()]))
    return f')]}}\'\n\n123\n[["wrb.fr","jQ1olc",{inner},null,null,null,"generic"]]\n'.encode()
