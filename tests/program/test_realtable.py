"""The daemon at a real table, from its start to its end: modelled chips, real threads, real journal, real clock."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
import pytest

from engine.seats import seats_of
from firmware.afterfall import TRACE
from firmware.boards import BadBoard, preset_boards
from firmware.bootscreen import NO_CARD, NO_SEATS, stopped
from firmware.errors import BadJournal, StartError
from firmware.faults import Kind
from firmware.journal import JournalReader
from firmware.menu.actions import CheckSeats, ContinueGame, EndGame, Keep, Pause
from firmware.menu.status import Mode
from firmware.onlyone import PinsInUse
from firmware.realtable import RealTable, lamps_off
from firmware.service import Watchdog
from firmware.state_dir import JOURNAL
from hardware.controller import controller_of
from hardware.oled import draw
from hardware.ports import NS_PER_MS, Lamp, Pattern
from hardware.wiring import Driver
from tests.kit.realtable import Bench, real_table, serve

SIX: Final = seats_of(*range(1, 7))


def serve_until(table: RealTable, condition: Callable[[], bool]) -> None:
    """Let the loop run until `condition` holds, and stop it for good."""
    serve(table, iter((condition,)))


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> socket.socket:
    """The service manager's socket."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.setblocking(False)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    return listening


def told(manager: socket.socket) -> list[str]:
    """What the service manager was told so far, line by line."""
    lines: list[str] = []
    while True:
        try:
            lines += manager.recv(4096).decode().splitlines()
        except BlockingIOError:
            return lines


def test_it_is_ready_when_the_seats_have_been_looked_at(tmp_path: Path, manager: socket.socket) -> None:
    bench = Bench()
    with real_table(bench, tmp_path) as table:
        assert "READY=1" not in told(manager), "the loop does not run yet"
        lines: list[str] = []

        def ready() -> bool:
            lines.extend(told(manager))
            return "READY=1" in lines

        serve_until(table, ready)
        assert table.body.seats.beats() > 0
        assert [] == [line for line in lines if line.startswith("WATCHDOG")]
    assert "STOPPING=1" in told(manager)
    manager.close()


def test_what_memory_it_has_is_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="faguan"), real_table(Bench(), tmp_path) as table:
        serve_until(table, lambda: " / memory " in caplog.text)
    (line,) = [record.getMessage() for record in caplog.records if "memory" in record.getMessage()]
    assert 10 < int(line.split()[3]), line


def test_nothing_listens(tmp_path: Path) -> None:
    """A real table has no socket at all, of whatever kind."""

    def sockets() -> set[str]:
        open_files = [str(place.readlink()) for place in Path("/proc/self/fd").iterdir() if place.is_symlink()]
        return {name for name in open_files if name.startswith("socket:")}

    before = sockets()
    with real_table(Bench(), tmp_path) as table:
        serve_until(table, lambda: table.body.seats.beats() > 2)
        assert before == sockets()


def test_a_lamp_that_is_lit_goes_dark_on_sigterm(tmp_path: Path) -> None:
    bench = Bench()
    before = signal.getsignal(signal.SIGTERM)
    with real_table(bench, tmp_path) as table:
        signal.signal(signal.SIGTERM, lambda _number, _frame: table.loop.stop())
        try:
            table.body.seats.show((Lamp(3, Pattern.STEADY, table.clock.now_ns()),))

            def lit() -> bool:
                if bench.lit(3):
                    os.kill(os.getpid(), signal.SIGTERM)
                return False

            serve_until(table, lit)
        finally:
            signal.signal(signal.SIGTERM, before)
        assert bench.lit(3)
    assert bench.dark
    assert not bench.oled.lit or bench.picture.getbbox() is None, "the display is blank"


def test_lamps_that_a_judge_left_lit_are_put_off() -> None:
    """As after kill -9: the chips know nothing of the end of a process."""
    bench = Bench()
    chip, line = bench.place(3)
    chip.write(bytes((0x15, 1 << line)))
    chip.write(bytes((0x01, 0x3F ^ 1 << line)))
    assert bench.lit(3)
    lamps_off(bench.wiring, wire_of=bench.wire_of, factory=bench.factory, locks=())
    assert bench.dark


def test_lamps_of_a_judge_that_works_are_left_alone(tmp_path: Path) -> None:
    bench = Bench()
    lock = tmp_path / "gpiochip0"
    lock.touch()
    with real_table(bench, tmp_path, locks=(lock,)) as table:
        table.body.seats.show((Lamp(3, Pattern.STEADY, 0),))
        serve_until(table, lambda: bench.lit(3))
        with pytest.raises(PinsInUse):
            lamps_off(bench.wiring, wire_of=bench.wire_of, factory=bench.factory, locks=(lock,))
        assert bench.lit(3)


def test_a_second_judge_is_refused_and_touches_nothing(tmp_path: Path) -> None:
    lock = tmp_path / "gpiochip0"
    lock.touch()
    first, second = Bench(), Bench()
    with (
        real_table(first, tmp_path / "one", locks=(lock,)),
        pytest.raises(PinsInUse, match=f"{os.getpid()}"),
        real_table(second, tmp_path / "two", locks=(lock,)),
    ):
        pass
    assert not second.wires[1].log
    assert [] == list((tmp_path / "two").iterdir()), "who is refused leaves no journal behind"


def test_a_card_that_takes_no_journal_is_told_on_the_display_and_no_seat_is_touched(tmp_path: Path) -> None:
    lock = tmp_path / "gpiochip0"
    lock.touch()
    # Where SQLite wants its shared memory there is no place for it.
    (tmp_path / f"{JOURNAL}-shm").mkdir()
    (tmp_path / JOURNAL).touch()
    bench = Bench()
    for _ in range(2):
        with pytest.raises(BadJournal), real_table(bench, tmp_path, locks=(lock,)):
            pass
    assert draw(stopped(NO_CARD)).tobytes() == bench.picture.tobytes(), "staff are not told why"
    assert {0x3C} == {transfer.address for transfer in bench.wires[1].log}


def test_without_seats_nothing_starts_and_everything_is_given_back(tmp_path: Path) -> None:
    lock = tmp_path / "gpiochip0"
    lock.touch()
    bench = Bench()
    for address in tuple(bench.chips):
        bench.wires[1].unplug(address)
    controller_of(Driver.SSD1306)  # luma has threads of its own, from the first time on
    before = threading.active_count()
    for _ in range(2):
        with pytest.raises(StartError, match="0x20"), real_table(bench, tmp_path, locks=(lock,)):
            pass
    assert before == threading.active_count()
    assert draw(stopped(NO_SEATS)).tobytes() == bench.picture.tobytes(), "staff are not told why"


def test_without_seats_and_display_it_is_the_one_line(tmp_path: Path) -> None:
    bench = Bench()
    for address in (*bench.chips, 0x3C):
        bench.wires[1].unplug(address)
    with pytest.raises(StartError, match="0x20"), real_table(bench, tmp_path):
        pass


@pytest.mark.parametrize(
    ("named", "there"),
    [({"seats": "1-5,13"}, "1-12"), ({"board": "B06a", "seats": "2-6,18"}, "1-12"), ({"board": "B18"}, "12")],
)
def test_seats_that_are_not_wired_are_refused_before_anything_starts(
    named: dict[str, str], there: str, tmp_path: Path
) -> None:
    board = next((one.id for one in preset_boards() if one.players > 12), "")
    named = {**named, "board": board if named.get("board") == "B18" else named.get("board", "B06a")}
    bench = Bench()
    with pytest.raises(BadBoard) as refused, real_table(bench, tmp_path, **named):  # type: ignore[arg-type]
        pass
    for words in (refused.value.text.zh, refused.value.text.en):
        assert there in words
        assert "\n" not in words
    assert not bench.wires[1].log


def test_the_command_line_seats_players_where_seats_are(tmp_path: Path) -> None:
    bench = Bench()
    assert bench.wiring.expander is not None
    first, *others = bench.wiring.expander.chips
    moved = msgspec.structs.replace(first, seats=(2, 3, 4, 5, 6, 17))
    expander = msgspec.structs.replace(bench.wiring.expander, chips=(moved, *others))
    bench.wiring = msgspec.structs.replace(bench.wiring, expander=expander, spare_pads=1)
    with real_table(bench, tmp_path, board="B06a") as table:
        assert (2, 3, 4, 5, 6, 7) == table.judge.staff.menu.seats
        machine = table.judge.staff.menu.machine
        assert (17,) == machine.spare
        assert 17 in machine.buttons
        assert {1, 17}.isdisjoint(machine.places)


def test_a_judge_without_display_and_staff_keys_is_ready_all_the_same(
    tmp_path: Path, manager: socket.socket, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench()
    bench.wires[1].unplug(0x3C)
    for name in ("up", "down", "ok", "back"):
        taken = bench.factory.pin(f"GPIO{getattr(bench.wiring.keys, name)}")
        bench.factory.reserve_pins(taken, taken.info.name)
    lines: list[str] = []

    def ready() -> bool:
        lines.extend(told(manager))
        return "READY=1" in lines

    with caplog.at_level("WARNING", logger="faguan"), real_table(bench, tmp_path) as table:
        serve_until(table, ready)
        table.judge.start_game("B06a", SIX)
        assert Mode.GAME is table.judge.status.mode
    noted = [record.getMessage() for record in caplog.records if record.name == "faguan"]
    assert any("四个键没有反应" in line for line in noted)
    assert any("小屏没有反应" in line for line in noted)
    manager.close()


def test_a_button_held_down_from_the_start_is_no_press(tmp_path: Path) -> None:
    bench = Bench()
    bench.press(4)
    with real_table(bench, tmp_path) as table:
        table.judge.act(CheckSeats(SIX))

        def script() -> Iterator[Callable[[], bool]]:
            bench.press(5)
            yield lambda: table.judge.status.check.waiting == (1, 2, 3, 4, 6)
            bench.let_go(4)
            bench.let_go(5)
            bench.press(6)
            yield lambda: 6 not in table.judge.status.check.waiting
            # Nobody lets go and presses again within the 15 ms of a bounce.
            bounced_ns = table.clock.now_ns() + 100 * NS_PER_MS
            yield lambda: table.clock.now_ns() > bounced_ns
            assert (1, 2, 3, 4) == table.judge.status.check.waiting, "letting go of it is none either"
            bench.press(4)
            yield lambda: 4 not in table.judge.status.check.waiting

        serve(table, script())


def test_after_a_fall_the_game_goes_on_and_after_anything_else_staff_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    bench = Bench()
    with real_table(bench, tmp_path) as table:
        table.judge.start_game("B06a", SIX)
        serve_until(table, lambda: True)
        trace = (runtime / TRACE).read_bytes()
    assert not (runtime / TRACE).exists(), "who ends in order leaves no trace"
    with real_table(bench, tmp_path) as table:
        serve_until(table, lambda: table.body.seats.beats() > 2)
        assert table.judge.unfinished
        assert Mode.UNFINISHED is table.judge.status.mode
    (runtime / TRACE).write_bytes(trace)
    with real_table(bench, tmp_path) as table:
        serve_until(table, lambda: table.judge.table is not None)
        assert Mode.GAME is table.judge.status.mode
    reader = JournalReader(tmp_path / JOURNAL)
    assert reader.unfinished() is not None, "the game stays open when the judge ends"
    reader.close()


def test_a_game_of_another_table_stands_still_for_the_seat_that_is_not_wired_here(tmp_path: Path) -> None:
    with real_table(Bench(), tmp_path) as table:
        table.judge.start_game("B06a", SIX)
        serve_until(table, lambda: table.judge.table is not None)
    bench = Bench()
    assert bench.wiring.expander is not None
    first, *others = bench.wiring.expander.chips
    fewer = msgspec.structs.replace(first, seats=(1, 2, 3, 4, 5))
    expander = msgspec.structs.replace(bench.wiring.expander, chips=(fewer, *others))
    bench.wiring = msgspec.structs.replace(bench.wiring, expander=expander)
    with real_table(bench, tmp_path) as table:
        assert [] == list(table.judge.status.open_faults)
        table.judge.act(ContinueGame())

        def script() -> Iterator[Callable[[], bool]]:
            yield lambda: table.judge.status.paused
            (fault,) = table.judge.status.open_faults
            assert (Kind.PAD_LOST, (6,)) == (fault.kind, fault.seats)
            # As for a cable that is cut: another button, and it goes on by itself.
            choices = table.judge.staff.menu.choices
            table.judge.act(Keep(msgspec.structs.replace(choices, pads=((6, 12),))))
            yield lambda: not table.judge.status.paused
            table.judge.act(Pause())
            table.judge.act(EndGame())
            yield lambda: not table.judge.status.open_faults

        serve(table, script())


@pytest.mark.logs_errors
@pytest.mark.parametrize("stuck", ["loop", "input", "audio"])
def test_the_watchdog_starves_when_one_of_them_stands_still(
    stuck: str,
    tmp_path: Path,
    manager: socket.socket,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Fed while all move; from the moment one of them stops no food comes any more, and it is named."""
    monkeypatch.setenv("WATCHDOG_USEC", "4000000")
    stands: list[bool] = []
    with real_table(Bench(), tmp_path) as table:
        beating = {"loop": 0, "input": 0, "audio": 0}

        def pulse(name: str) -> Callable[[], int]:
            def beats() -> int:
                beating[name] += not (stands and name == stuck)
                return beating[name]

            return beats

        table.watchdog = Watchdog({name: pulse(name) for name in beating}, table.feed)

        def script() -> Iterator[Callable[[], bool]]:
            yield lambda: "WATCHDOG=1" in told(manager)
            stands.append(True)
            yield lambda: f"no progress of {stuck}" in caplog.text
            assert [] == [line for line in told(manager) if line == "WATCHDOG=1"][1:]

        serve(table, script())
    manager.close()


def test_the_watchdog_is_fed_by_what_the_machine_really_does(
    tmp_path: Path, manager: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000000")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    fed: list[str] = []
    with real_table(Bench(), tmp_path) as table:

        def often() -> bool:
            fed.extend(line for line in told(manager) if line == "WATCHDOG=1")
            return len(fed) >= 2

        serve_until(table, often)
        assert (tmp_path / TRACE).exists()
    manager.close()
