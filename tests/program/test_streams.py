"""Whole games as the browsers get them: the room and the seats are told no secret, the maker is told all."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import pytest

from audio.say import Language
from engine.events import ClaimsDoubted, Revealed
from engine.seats import seats_of
from engine.setup import Setup
from firmware.boards import find_board, preset_boards
from firmware.fakes import FakeClock
from firmware.journal import MemoryJournal, decode_events
from firmware.judge import Judge
from firmware.loop import Loop
from firmware.pagetable import PageDisplay, demonstrate
from firmware.sim.dealer import Dealer
from firmware.simulated import SimulatedTable
from firmware.table.pace import NORMAL
from firmware.web.server import SeatTaken
from firmware.web.views import Maker, Own, Room, derive
from hardware.fakes import FakeLamps
from hardware.oled import LumaDisplay
from tests.program.program import DEMO, Message, Program
from tests.program.whole import first_game, lamps_while_shut, telling_words
from tests.web.leaks import leaks_of_room, leaks_of_seat
from tests.web.stage import Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOUR_NS: Final = 3_600_000_000_000
ROOM: Final = Room()
MAKER: Final = Maker()


def test_the_room_of_the_real_program_is_told_no_secret_in_a_whole_game(tmp_path: Path) -> None:
    with Program(tmp_path, *DEMO) as program, ThreadPoolExecutor() as threads:
        room = threads.submit(lambda: first_game(program.messages("/ws/room")))
        maker = threads.submit(lambda: _game_and_press(_with_room(program)))
        game, all_of_it = room.result(), maker.result()
        assert 0 == program.end(signal.SIGTERM).code
    assert [] == leaks_of_room(game)
    assert [] == lamps_while_shut(game)
    assert [] == telling_words(game)
    assert {"night", "day"} <= {message["phase"] for message in game}
    assert any(message["lamps"] for message in game), "by day the lamps are seen"
    check_maker([message["maker"] for message in all_of_it])


def _game_and_press(messages: Iterator[Message]) -> list[Message]:
    """A whole game and, as a press is shorter than a message when the machine is busy, until one is seen by night."""
    game = first_game(messages)
    pressed = (message for message in chain(game, messages) if message["night"] and _held(message["maker"]))
    return [*game, next(pressed)]


def _held(message: Message) -> bool:
    return any(seat["down"] for seat in message["seats"])


def _with_room(program: Program) -> Iterator[Message]:
    """The maker's messages as `first_game` reads them: the room's fields, and the whole beside them."""
    return ({**message["room"], "maker": message} for message in program.messages("/ws/maker"))


def check_maker(messages: list[Message]) -> None:
    """Nothing is kept from the maker, and the same checker would find it all in the room."""
    assert all(message["spoiler"] for message in messages)
    night = [message for message in messages if message["room"]["night"]]
    assert all(seat["card"] for message in night for seat in message["seats"])
    assert any(message["lamps"] for message in night)
    assert any(message["prompt"] and message["prompt"]["asked"] for message in night)
    assert any(_held(message) for message in night)
    assert {"timeline", "events", "prompt"} <= night[-1].keys()
    assert any("Marked" in line for message in messages for line in message["events"])
    as_room = [{**message["room"], **message} for message in messages]
    assert len(leaks_of_room(as_room)) > len(night)


class Evening:
    """The judge and the simulated table as the program joins them, on a clock that jumps, every stream written down."""

    def __init__(
        self, board: str, folder: Path, monkey: pytest.MonkeyPatch, seed: int, *, recorded: bool = True
    ) -> None:
        """A demonstration of `board` is about to begin."""
        monkey.setattr("secrets.randbits", lambda _: seed)
        chosen = find_board(board, preset_boards())
        self.setup = Setup(chosen, seats_of(*range(1, chosen.players + 1)), chosen.rules)
        self.unlooked = tuple(Own(seat) for seat in self.setup.seats)
        self.looking = tuple(Own(seat, looked=True) for seat in self.setup.seats)
        self.hub = Recorder((ROOM, MAKER, *self.unlooked, *self.looking) if recorded else (), derive)
        self.clock = FakeClock()
        self.loop = Loop(self.clock)
        self.table = SimulatedTable(loop=self.loop, clock=self.clock, hub=self.hub, language=Language.ZH, folder=folder)
        self.journal = MemoryJournal()
        self.judge = Judge(
            loop=self.loop,
            clock=self.clock,
            journal=self.journal,
            boards=preset_boards(),
            pace=NORMAL,
            language=Language.ZH,
            display=LumaDisplay(PageDisplay(self.table.pages)),
            lamps=FakeLamps(self.clock),
            audience=(self.table,),
            threaded_journal=False,
        )

    def play(self) -> None:
        """One whole game, then stop where the next has begun."""
        demonstrate(self.loop, self.judge, self.table, self.setup)
        for hour in range(1, 24):
            self.loop.step_until(hour * HOUR_NS)
            if self.journal.games()[0].result:
                return


@pytest.mark.parametrize(("board", "seed"), [("B09", 1), ("B06b", 3), ("B10c", 4)])
def test_no_message_of_a_whole_game_tells_the_room_or_a_seat_a_secret(
    board: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(board, tmp_path, monkeypatch, seed)
    evening.play()
    sent = evening.hub.sent
    game = first_game(sent[ROOM])
    assert [] == leaks_of_room(game)
    assert [] == lamps_while_shut(game)
    assert [] == telling_words(game)
    assert len(game) > 100
    check_maker(sent[MAKER])
    cards = {seat["seat"]: seat["card"] for seat in sent[MAKER][-1]["seats"]}
    for closed, looking in zip(evening.unlooked, evening.looking, strict=True):
        seat = closed.seat
        assert [] == leaks_of_seat(sent[closed], seat, looked=False)
        assert [] == leaks_of_seat(sent[looking], seat, looked=True)
        assert [cards[seat]] == unlike([message["card"] for message in sent[looking] if message["card"]])
        assert any(message["lamp"] for message in sent[closed]), "everybody's lamp was lit at some time"


def unlike(values: list[Any]) -> list[Any]:
    """Each value once."""
    return [value for n, value in enumerate(values) if value not in values[:n]]


def test_a_demonstration_goes_on_when_the_claims_do_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person sits on the seer's chair and never presses; nobody is there to work the menu."""
    evening = Evening("B06a", tmp_path, monkeypatch, 8, recorded=False)
    cards = Dealer(8).deal(evening.setup.board.cards, evening.setup.seats)
    (seer,) = [seat for seat, card in cards.items() if card == "seer"]
    evening.loop.put(SeatTaken(seer, taken=True))
    evening.play()
    game = evening.journal.games()[0]
    events = [event for row in evening.journal.rows(game.game) for event in decode_events(row.events)]
    assert any(isinstance(event, ClaimsDoubted) for event in events)
    assert game.result in {"good", "wolf"}
    (revealed,) = [dict(event.cards) for event in events if isinstance(event, Revealed)]
    assert cards == revealed
