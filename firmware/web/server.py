"""The simulated table in the browser: pages, three streams, buttons and keys.

Runs uvicorn on a thread of its own, bound to 127.0.0.1. What comes in is put into the daemon's
inbox as raw edges, stamped with the judge's clock on arrival; nothing is interpreted here. No contact
bounces on a page: what a busy machine hands over in one go was a press all the same, so a button's edges
are told far enough apart to count.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from engine.seats import MAX_SEATS, Seat
from firmware.web.guard import Guard
from firmware.web.past import PastPages
from firmware.web.presses import Presses
from firmware.web.views import Channel, Maker, Own, Room, RoomView
from hardware.debounce import DEAF_NS
from hardware.ports import NS_PER_MS, Clock, Edge, Key, KeyEdge

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from firmware.web.hub import Hub, Subscription

HOST = "127.0.0.1"
STATIC = Path(__file__).with_name("static")
MAX_MESSAGE = 1024
"""Bytes a browser may send at once; its longest message has 30."""
MALFORMED = 1008
"""Close code for a message that is not one of ours (policy violation)."""
GRACE_S = 2
"""How long `stop` waits for browsers to take their goodbye."""


class SeatTaken(msgspec.Struct, frozen=True):
    """A person has opened the page of `seat` (`taken`) or closed the last one (a bot may play on)."""

    seat: Seat
    taken: bool


class _SeatMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From a seat page: the button's edge or the wish to see the own card, one of the two."""

    down: bool | None = None
    look: bool | None = None


class _KeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From the room page: an edge of a staff key; `lost`: the page cannot see any more whether it is held."""

    key: Key
    down: bool
    lost: bool = False


class _Malformed(Exception):
    """Raised when a browser sends what no page of ours sends."""


class _Line(NamedTuple):
    """An open websocket, and what it follows."""

    websocket: WebSocket
    news: Subscription


class WebTable:
    """The simulated table. `start()` it, open `.url`, `stop()` it; a stopped table cannot be started again.

    `put` takes `Edge`, `KeyEdge` and `SeatTaken` from the web's thread. `speed` tells the pages how
    many seconds of `clock` pass in one of theirs. `port` 0 takes any free one. The port is taken when the
    table is made, so that a port in use is known before anything else has begun.
    """

    def __init__(
        self,
        hub: Hub,
        put: Callable[[object], None],
        clock: Clock,
        *,
        port: int = 0,
        speed: float = 1.0,
        folder: Path | None = None,
    ) -> None:
        """Take the port on the loopback address; nothing is served before `start()`.

        `folder`: the state folder with the games of the past, None for none.

        Raises:
            OSError: the port is in use.
        """
        self._hub = hub
        self._put = put
        self._clock = clock
        self._speed = speed
        self._past = PastPages(hub, folder)
        self._buttons: Presses[Seat] = Presses(self._button)
        self._keys: Presses[Key] = Presses(self._key, lost=self._key_lost)
        self._told_ns: dict[Seat, int] = {}
        self._watched: Presses[Seat] = Presses(lambda seat, taken: put(SeatTaken(seat, taken)))
        self._socket = socket.create_server((HOST, port))
        self._port = self._socket.getsockname()[1]
        self._server = uvicorn.Server(
            uvicorn.Config(
                self.app(),
                lifespan="off",
                ws="websockets-sansio",
                ws_max_size=MAX_MESSAGE,
                access_log=False,
                log_config=None,
                server_header=False,
                timeout_graceful_shutdown=GRACE_S,
            )
        )
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)

    @property
    def url(self) -> str:
        """The address of the room page."""
        return f"http://{HOST}:{self._port}/"

    def start(self) -> None:
        """Serve from now on. The port listens already: a browser that comes early waits a moment."""
        self._thread.start()

    def stop(self) -> None:
        """Say goodbye to the browsers and free the port; harmless when never started."""
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join()
        self._past.close()
        self._socket.close()

    def app(self) -> Starlette:
        """The pages and sockets as an ASGI application."""
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/maker", _maker_page),
                Route("/oled.png", self._oled),
                Route("/favicon.ico", _icon),
                *self._past.routes(),
                *self._hub.recordings.routes(),
                WebSocketRoute("/ws/room", self._room),
                WebSocketRoute("/ws/seat/{seat}", self._seat),
                WebSocketRoute("/ws/maker", self._maker),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(Guard)],
        )

    def _run(self) -> None:
        """The web's thread."""
        asyncio.run(self._server.serve(sockets=[self._socket]))

    # ------------------------------------------------------------ pages

    async def _page(self, request: Request) -> Response:
        """The room page, or with ?seat=5 the page of that seat."""
        asked = request.query_params.get("seat")
        if asked is None:
            return FileResponse(STATIC / "room.html")
        if self._known_seat(asked) is None:
            return self._no_such_seat()
        return FileResponse(STATIC / "seat.html")

    async def _oled(self, _: Request) -> Response:
        """What the OLED shows now."""
        return Response(self._hub.png(), media_type="image/png")

    def _known_seat(self, asked: str) -> Seat | None:
        """The seat or spare button that `asked` names, or None: not a number, or out of range."""
        if not (asked.isascii() and asked.isdecimal() and len(asked) <= len(str(MAX_SEATS))):
            return None
        seat = Seat(int(asked))
        if asked != str(seat):
            return None  # one seat, one spelling
        return seat if 1 <= seat <= MAX_SEATS else None

    def _used(self) -> tuple[Seat, ...]:
        """The seats of the game; empty before one."""
        view = self._hub.latest(Room())
        return tuple(s.seat for s in view.seats) if isinstance(view, RoomView) else ()

    def _no_such_seat(self) -> Response:
        """The page for a seat that does not exist, with the ones that do."""
        page = (STATIC / "no-seat.html").read_text(encoding="utf-8")
        seats = self._used() or tuple(Seat(n) for n in range(1, MAX_SEATS + 1))
        links = "\n".join(f'<a href="/?seat={seat}">{seat}</a>' for seat in seats)
        return HTMLResponse(page.replace("<!-- seats -->", links), status_code=404)

    # ------------------------------------------------------------ streams

    async def _room(self, websocket: WebSocket) -> None:
        """The room: views out, staff keys in."""

        def hear(line: _Line, text: str) -> None:
            message = _decode(text, _KeyMessage)
            up = self._keys.lose if message.lost else self._keys.up
            (self._keys.down if message.down else up)(message.key, line)

        await self._talk(websocket, Room(), hear)

    async def _seat(self, websocket: WebSocket) -> None:
        """One seat: views out, the button and the wish to look in. The seat is taken while this lasts."""
        seat = self._known_seat(str(websocket.path_params["seat"]))
        if seat is None:
            await websocket.close(MALFORMED)
            return

        def hear(line: _Line, text: str) -> None:
            message = _decode(text, _SeatMessage)
            if (message.down is None) == (message.look is None):
                raise _Malformed
            if message.down is not None:
                (self._buttons.down if message.down else self._buttons.up)(seat, line)
            else:
                line.news.turn_to(Own(seat, looked=bool(message.look)))

        await self._talk(websocket, Own(seat), hear)

    async def _maker(self, websocket: WebSocket) -> None:
        """The maker: everything out, nothing in."""

        def hear(_: _Line, __: str) -> None:
            raise _Malformed

        await self._talk(websocket, Maker(), hear)

    async def _talk(self, websocket: WebSocket, channel: Channel, hear: Callable[[_Line, str], None]) -> None:
        """Send the views of `channel` and `hear` what comes, until one side has enough."""
        await websocket.accept()
        line = _Line(websocket, self._hub.subscribe(channel))
        if isinstance(channel, Own):
            self._watched.down(channel.seat, line)
        sending = asyncio.create_task(self._send(line))
        try:
            while True:
                hear(line, await _text(websocket))
        except WebSocketDisconnect:
            pass
        except _Malformed:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.close(MALFORMED)
        finally:
            sending.cancel()
            line.news.close()
            # The button comes up before the seat goes back to its bot.
            for presses in (self._buttons, self._keys, self._watched):
                presses.gone(line)

    async def _send(self, line: _Line) -> None:
        """Every new view of the line's channel, with the clock beside it."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async for view in line.news.views():
                message = {"now_ms": self._clock.now_ns() // NS_PER_MS, "speed": self._speed, "view": view}
                await line.websocket.send_text(msgspec.json.encode(message).decode())

    # ------------------------------------------------------------ edges

    def _button(self, seat: Seat, down: bool) -> None:
        """A seat's button changed: now, or if its last edge has only just come, as soon after that as it counts."""
        at_ns = self._clock.now_ns()
        if seat in self._told_ns:
            at_ns = max(at_ns, self._told_ns[seat] + DEAF_NS)
        self._told_ns[seat] = at_ns
        self._put(Edge(seat, down, at_ns))

    def _key(self, key: Key, down: bool) -> None:
        """A staff key changed."""
        self._put(KeyEdge(key, down, self._clock.now_ns()))

    def _key_lost(self, key: Key) -> None:
        """The page on which a staff key was held is gone."""
        self._put(KeyEdge(key, down=False, at_ns=self._clock.now_ns(), lost=True))


async def _maker_page(_: Request) -> Response:
    """The page that shows everything."""
    return FileResponse(STATIC / "maker.html")


async def _icon(_: Request) -> Response:
    """For pages that name no icon themselves."""
    return FileResponse(STATIC / "icon.svg")


async def _text(websocket: WebSocket) -> str:
    """The next text message. Raises WebSocketDisconnect at the end, `_Malformed` for a binary one."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise _Malformed
    return str(text)


def _decode(text: str, kind: type[Any]) -> Any:
    """`text` as a message of `kind`, or `_Malformed`."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise _Malformed from error
