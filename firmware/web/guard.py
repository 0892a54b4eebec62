"""Who may talk to the simulated table: this machine's own browser, on pages we served, and nobody else.

The socket is bound to the loopback address, but a page from anywhere in the same browser could
still reach it. The Host check stops a foreign name that was pointed at 127.0.0.1, the Origin check
stops foreign pages from opening a websocket. A client that sends no Origin is not a browser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "localhost")

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class Guard:
    """ASGI middleware: refuses foreign hosts and origins, adds the security headers to every response.

    A page that brings a content policy of its own (`firmware.web.past`) keeps it.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Guard `app`."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or refuse it: status 421 for a wrong host, a closed handshake for a websocket."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        known = host.partition(":")[0].lower() in HOSTS
        if scope["type"] == "websocket":
            origin = headers.get("origin")
            if known and origin in (None, f"http://{host}"):
                await self._app(scope, receive, send)
            else:
                await WebSocketClose(1008)(scope, receive, send)
            return

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    given.setdefault(name, value)
            await send(message)

        if known:
            await self._app(scope, receive, send_secured)
        else:
            refusal = PlainTextResponse("只能从本机打开。\nOpen this from the machine itself.\n", status_code=421)
            await refusal(scope, receive, send_secured)
