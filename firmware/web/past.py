"""Games of the past in the browser: the list with its statistics, one game's 复盘, and the same as a file to keep.

Closed while a game is being played. The journal is read on a thread of its own through a connection of its
own, one page at a time, and what is open in it is refused by `firmware.review.archive`.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from audio.say import Language
from engine.public import OVER
from engine.text import Text
from firmware.errors import StartError
from firmware.past import NoSuchGame
from firmware.review.desk import reading, review_page, stats_page
from firmware.review.page import Way, style
from firmware.web.hub import Hub
from firmware.web.views import Room, RoomView

log = logging.getLogger("faguan")

STATIC: Final = Path(__file__).with_name("static")
HTTP_OK: Final = 200
MAX_DIGITS: Final = 9
"""No café plays more games than that many digits can count."""

PLAYING: Final = Text(
    "正在玩一局。复盘等它结束以后再看。", "A game is being played. Reviews can be read once it is over."
)
UNKNOWN: Final = Text("没有这一局。", "There is no such game.")
FAULT: Final = Text("读不出过去的游戏。", "The past games cannot be read.")


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


POLICY: Final = (
    f"default-src 'none'; style-src 'self' 'sha256-{_digest(style())}'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""No script, nothing from outside; the one style sheet that such a page carries inside is known by its digest."""


class _Answer(NamedTuple):
    """A page and its status."""

    html: str
    status: int = 200


class PastPages:
    """The pages below /review. `folder` is the state folder; None: there is no journal, and nothing to review."""

    def __init__(self, hub: Hub, folder: Path | None) -> None:
        """Nothing is opened before somebody asks."""
        self._hub = hub
        self._folder = folder
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reviews")

    def routes(self) -> list[Route]:
        """Where they are."""
        return [
            Route("/review", self._list),
            Route("/review/{game}.html", self._file),
            Route("/review/{game}", self._game),
        ]

    def close(self) -> None:
        """End the reading thread; a page that is being made is made to its end."""
        self._reader.shutdown()

    async def _list(self, request: Request) -> Response:
        """All games that are over, with statistics."""
        language = self._language(request)
        return await self._answer(language, lambda folder: _list_page(folder, language))

    async def _game(self, request: Request) -> Response:
        """One game."""
        language, game = self._language(request), _number(request)
        return await self._answer(language, lambda folder: _game_page(folder, game, language))

    async def _file(self, request: Request) -> Response:
        """One game as the file that `faguan review GAME --out` writes, to be kept."""
        language, game = self._language(request), _number(request)
        response = await self._answer(language, lambda folder: _file_page(folder, game, language))
        if response.status_code == HTTP_OK:
            response.headers["Content-Disposition"] = f'attachment; filename="faguan-{game}-{language}.html"'
        return response

    async def _answer(self, language: Language, made: Callable[[Path], _Answer]) -> Response:
        """What `made` makes of the journal, on the reading thread; a plain page when there is nothing to be had."""
        view = self._hub.latest(Room())
        folder = self._folder
        if isinstance(view, RoomView) and view.board is not None and view.phase != OVER:
            answer = _refusal(PLAYING, language, 409)
        elif folder is None:
            answer = _refusal(FAULT, language, 404)
        else:
            answer = await asyncio.get_running_loop().run_in_executor(self._reader, _made, made, folder, language)
        return HTMLResponse(answer.html, answer.status, {"Content-Security-Policy": POLICY})

    def _language(self, request: Request) -> Language:
        """?lang=, else the judge's own."""
        asked = request.query_params.get("lang")
        if asked in tuple(Language):
            return Language(asked)
        view = self._hub.latest(Room())
        return view.language if isinstance(view, RoomView) else Language.ZH


def _made(made: Callable[[Path], _Answer], folder: Path, language: Language) -> _Answer:
    """On the reading thread: whatever is wrong with the journal becomes a page."""
    try:
        return made(folder)
    except NoSuchGame as error:
        return _refusal(error.text, language, 404)
    except StartError as error:
        log.warning("复盘读不了 / reviews cannot be read: %s", error)
        return _refusal(FAULT, language, 503)


def _list_page(folder: Path, language: Language) -> _Answer:
    ways = (_to_room(language), *_languages("/review", language))
    with reading(folder) as journal:
        return _Answer(stats_page(journal, language, lambda game: _address(f"/review/{game}", language), ways))


def _game_page(folder: Path, game: int, language: Language) -> _Answer:
    if game == 0:
        raise NoSuchGame(UNKNOWN)
    keep = _say(language, "存成一个文件", "Save as one file")
    ways = (
        _to_room(language),
        Way(_say(language, "过去的游戏", "Past games"), _address("/review", language)),
        Way(keep, _address(f"/review/{game}.html", language)),
        *_languages(f"/review/{game}", language),
    )
    with reading(folder) as journal:
        return _Answer(review_page(journal, game, language, ways))


def _file_page(folder: Path, game: int, language: Language) -> _Answer:
    if game == 0:
        raise NoSuchGame(UNKNOWN)
    with reading(folder) as journal:
        return _Answer(review_page(journal, game, language))


def _refusal(why: Text, language: Language, status: int) -> _Answer:
    """A page that says `why` in both languages."""
    page = (STATIC / "no-review.html").read_text(encoding="utf-8")
    words = {"zh": why.zh, "en": why.en, "list": _address("/review", language)}
    for name, value in words.items():
        page = page.replace(f"<!-- {name} -->", escape(value))
    return _Answer(page, status)


def _number(request: Request) -> int:
    """The number in the address; 0, which is no game's, where there is none in it."""
    asked = str(request.path_params["game"])
    fine = asked.isascii() and asked.isdecimal() and len(asked) <= MAX_DIGITS
    return int(asked) if fine and asked == str(int(asked)) else 0


def _to_room(language: Language) -> Way:
    return Way(_say(language, "← 房间", "← Room"), "/")


def _languages(path: str, language: Language) -> tuple[Way, Way]:
    """The switch: the language of the page itself leads nowhere."""
    names = ((Language.ZH, "中文"), (Language.EN, "English"))
    first, second = (Way(name, "" if other is language else _address(path, other), other) for other, name in names)
    return first, second


def _address(path: str, language: Language) -> str:
    return f"{path}?lang={language}"


def _say(language: Language, zh: str, en: str) -> str:
    return zh if language is Language.ZH else en
