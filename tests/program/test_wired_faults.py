"""Things are pulled off the wire in the middle of a game: it waits, or does without, and goes on with nothing lost.

By day the reason is said. With shut eyes nobody hears more than that they stay shut, and the reason is on the display.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.commands import AnyCommand
from engine.seats import Seat, seats_of
from firmware.audience import Audience
from firmware.calls import UNSEEN_NS
from firmware.faults import Kind
from firmware.menu.status import Mode
from hardware.oled import draw
from hardware.ports import NS_PER_MS, Condition, Device
from tests.kit.players import Players
from tests.kit.seeded import SeededMind
from tests.kit.table import StillClock, VirtualTable
from tests.kit.wired import BUS, OLED, WiredTable

FIRST, SECOND = 0x20, 0x21
SEATS = seats_of(1, 2, 3, 7, 8, 9)
"""Three on each chip."""
PAUSE = {"wolf.pick": "staff.pause_night", "seer.pick": "staff.pause_night", "vote.for": "staff.pause"}
"""What is heard when the game stops where eyes are shut: by night, and while a ballot is taken."""
GOES_ON = PAUSE | {"vote.for": "staff.resume"}
"""What is heard when it goes on there."""
WAKES = {"wolf.pick": "wolf.wake", "seer.pick": "seer.wake", "vote.for": "vote.open"}
"""Where the question that was open begins again."""
EVERYTHING = pytest.mark.parametrize(
    "addresses", [(SECOND,), (FIRST, SECOND, OLED)], ids=["a chip", "chips and display"]
)


def party() -> Players:
    """Six people who want the same in every game."""
    return Players(SeededMind(3))


def still_clock() -> StillClock:
    """Odd and even minutes come out the same however long a game waits."""
    return StillClock(900)


@pytest.fixture(scope="module")
def undisturbed() -> list[AnyCommand]:
    """All that is decided when nothing fails."""
    players = party()
    table = players.sit(VirtualTable("B06a", seats=SEATS, clock=still_clock(), audience=(players,)))
    table.start()
    table.until_over()
    return table.commands


class Room:
    """A wired table of six in the middle of a game, and what is heard from then on."""

    def __init__(self, key: str, make: Callable[..., WiredTable]) -> None:
        """Half a second into the first sentence `key` of the first round."""
        players: Audience = party()
        self.table = make(audience=(players,))
        assert isinstance(players, Players)
        players.sit(self.table)
        self.table.start()
        self.table.until_round(key, 1)
        self.table.wait(0.5)
        self._heard = len(self.table.keys)

    def long_after(self) -> None:
        """What is missed from now on cannot belong to the question before."""
        self.table.wait(UNSEEN_NS[Device.BUS] / 1e9)
        self._heard = len(self.table.keys)

    @property
    def keys(self) -> list[str]:
        """What was said since."""
        return self.table.keys[self._heard :]

    @property
    def waits(self) -> bool:
        """Whether the game stands still."""
        return self.table.judge.status.paused

    @property
    def faults(self) -> set[Kind]:
        """What is wrong now, as staff read it."""
        return {fault.kind for fault in self.table.judge.status.open_faults}

    def reads(self) -> None:
        """Staff see on the glass what the menu has for them."""
        self.table.until_shown(draw(self.table.judge.staff.menu.screen(self.table.now_ns)))

    def tap_unheard(self, seat: int) -> None:
        """`seat` taps while nobody can hear it."""
        bench, own = self.table.bench, Seat(seat)
        assert not bench.is_set_up(own)
        bench.press(own)
        bench.let_go(own)

    def plays_on(self, undisturbed: list[AnyCommand]) -> None:
        """The same game is played to its end as if nothing had been. The display may come back a little later."""
        assert not self.waits
        assert self.faults <= {Kind.OLED_LOST}
        self.table.until_over()
        assert Mode.OVER is self.table.judge.status.mode
        assert self.table.judge.status.fault is None
        assert self.table.bench.dark
        self.reads()
        assert undisturbed == self.table.commands


RoomAt = Callable[[str], Room]


@pytest.fixture
def room_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RoomAt]:
    """A room at a sentence."""
    with ExitStack() as stack:

        def make(**named: object) -> WiredTable:
            return WiredTable(tmp_path, monkeypatch, stack, "B06a", seats=SEATS, clock=still_clock(), **named)

        yield lambda key: Room(key, make)


def stands_still(room: Room, said: str, seconds: float = 30) -> None:
    """Nothing is decided and nothing more is said, however long it takes."""
    steps = len(room.table.steps)
    assert room.waits
    room.table.pass_bus(seconds)
    assert room.waits
    assert [said] == room.keys
    assert steps == len(room.table.steps)


@EVERYTHING
@pytest.mark.parametrize("key", PAUSE)
def test_where_eyes_are_shut_the_game_waits_for_chips_and_only_the_display_says_why(
    key: str, addresses: tuple[int, ...], room_at: RoomAt, undisturbed: list[AnyCommand]
) -> None:
    room = room_at(key)
    room.table.pull_off(*addresses)
    assert Kind.CHIP_LOST in room.faults
    if OLED not in addresses:
        room.reads()
    stands_still(room, PAUSE[key])
    room.table.put_back(*addresses)
    room.plays_on(undisturbed)
    assert WAKES[key] in room.keys


@EVERYTHING
def test_by_day_the_judge_calls_staff_and_waits_for_chips(
    addresses: tuple[int, ...], room_at: RoomAt, undisturbed: list[AnyCommand]
) -> None:
    room = room_at("speech.turn")
    room.table.pull_off(*addresses)
    assert "请工作人员过来一下。" == room.table.said[-1]
    stands_still(room, "staff.help")
    room.table.put_back(*addresses)
    room.plays_on(undisturbed)


@pytest.mark.parametrize("key", ["wolf.pick", "vote.for", "speech.turn"])
def test_without_its_display_the_game_goes_on(key: str, room_at: RoomAt, undisturbed: list[AnyCommand]) -> None:
    room = room_at(key)
    room.table.pull_off(OLED)
    assert {Kind.OLED_LOST} == room.faults
    assert not room.waits
    assert {"staff.pause", "staff.pause_night", "staff.help"}.isdisjoint(room.keys)
    room.table.put_back(OLED)
    room.plays_on(undisturbed)


@pytest.mark.parametrize(("key", "cure"), [*((key, "reset") for key in PAUSE), ("seer.pick", "reopen")])
def test_presses_lost_while_the_bus_hung_for_a_moment_are_asked_for_again(
    key: str, cure: str, room_at: RoomAt, undisturbed: list[AnyCommand]
) -> None:
    room = room_at(key)
    room.long_after()
    bus = room.table.bench.wires[1]
    bus.lock_up(cure)
    room.tap_unheard(9)
    room.table.pass_bus(0.3)
    assert not bus.hangs
    assert [PAUSE[key], GOES_ON[key]] == [key for key in room.keys if key.startswith("staff.")]
    room.plays_on(undisturbed)
    assert WAKES[key] in room.keys
    assert Kind.BUS_ILL in {fault.kind for fault in room.table.judge.status.faults}


def test_by_day_a_bus_that_hung_for_a_moment_disturbs_nobody(room_at: RoomAt, undisturbed: list[AnyCommand]) -> None:
    room = room_at("speech.turn")
    room.table.bench.wires[1].lock_up("reset")
    room.table.pass_bus(0.3)
    assert [] == room.keys
    room.plays_on(undisturbed)
    assert Kind.BUS_ILL in {fault.kind for fault in room.table.judge.status.faults}


@pytest.mark.parametrize(("key", "said"), [("seer.pick", PAUSE["seer.pick"]), ("speech.turn", "staff.help")])
def test_a_bus_that_hangs_for_long_is_waited_for(
    key: str, said: str, room_at: RoomAt, undisturbed: list[AnyCommand]
) -> None:
    room = room_at(key)
    if key == "seer.pick":
        room.long_after()
    room.table.bench.wires[1].lock_up()
    room.table.until_known(Condition.ABSENT, BUS)
    assert Kind.BUS_LOST in room.faults
    stands_still(room, said)
    assert room.table.bench.dark, "RESET has put the lamps off"
    room.table.bench.wires[1].heal()
    room.table.until_known(Condition.OK, BUS, OLED)
    room.plays_on(undisturbed)


@pytest.mark.parametrize(("key", "address"), [("wolf.pick", FIRST), ("seer.pick", SECOND), ("vote.for", FIRST)])
def test_presses_lost_in_a_brown_out_are_asked_for_again(
    key: str, address: int, room_at: RoomAt, undisturbed: list[AnyCommand]
) -> None:
    """For a second nobody can rely on the chip; then the same question is put again."""
    room = room_at(key)
    if key == "seer.pick":
        room.long_after()
    room.table.bench.chips[address].reset()
    room.tap_unheard(1 if address == FIRST else 9)
    room.table.until_known(Condition.DEGRADED, address)
    assert room.waits
    assert {Kind.CHIP_ILL} == room.faults
    began_ns = room.table.now_ns
    room.table.until_known(Condition.OK, address)
    assert room.table.now_ns - began_ns < 1500 * NS_PER_MS
    assert [PAUSE[key], GOES_ON[key]] == [key for key in room.keys if key.startswith("staff.")]
    room.plays_on(undisturbed)
    assert WAKES[key] in room.keys


def test_by_day_a_brown_out_disturbs_nobody(room_at: RoomAt, undisturbed: list[AnyCommand]) -> None:
    room = room_at("speech.turn")
    room.table.bench.chips[SECOND].reset()
    room.table.until_known(Condition.DEGRADED, SECOND)
    assert {"staff.pause", "staff.help"}.isdisjoint(room.keys)
    assert not room.waits
    room.table.until_known(Condition.OK, SECOND)
    room.plays_on(undisturbed)
