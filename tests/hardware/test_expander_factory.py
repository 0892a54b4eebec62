"""gpiozero's own devices, unchanged, on expanders."""

from __future__ import annotations

import errno
import gc
import threading
import weakref
from typing import TYPE_CHECKING, Any

import pytest
from gpiozero import (
    LED,
    PWMLED,
    Button,
    ButtonBoard,
    DigitalInputDevice,
    GPIOPinInUse,
    LEDBoard,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
)
from gpiozero.pins.mock import MockFactory

from hardware.fake_i2c import FakeIntLine, FakeMcp23017, FakeWire
from hardware.i2c import Bus
from hardware.pins.expander import ExpanderFactory, pin_name
from hardware.pins.lines import GpioLines
from tests.hardware.expander_rig import INT, PATIENCE_S, RESET, HandClock, mock_factory

if TYPE_CHECKING:
    from collections.abc import Iterator


class Board:
    """Two chips, their INT and RESET on mock pins."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.wire = FakeWire()
        self.chips = (FakeMcp23017(), FakeMcp23017())
        self.gpio = mock_factory(self.wire)
        pin = self.gpio.pin(f"GPIO{INT}")
        line = FakeIntLine(lambda low: (pin.drive_low if low else pin.drive_high)())
        for address, chip in zip((0x20, 0x21), self.chips, strict=True):
            self.wire.plug(address, chip)
            line.join(chip)
        self.lines = GpioLines(self.gpio, self.clock, INT, RESET)
        self.factory = ExpanderFactory(Bus(self.wire), (0x20, 0x21), self.clock, lines=self.lines)

    def start(self) -> None:
        assert self.factory.start()

    def settle(self) -> None:
        assert self.factory.expanders.settle(PATIENCE_S)

    def device(self, kind: Any, pin: str, **options: Any) -> Any:
        return kind(pin, pin_factory=self.factory, **options)


@pytest.fixture
def board() -> Iterator[Board]:
    board = Board()
    yield board
    board.factory.close()
    board.gpio.reset()


def test_pins_are_named_by_chip_port_and_line() -> None:
    assert ["X0A0", "X0A7", "X2B0", "X2B7"] == [pin_name(0, 0), pin_name(0, 7), pin_name(2, 8), pin_name(2, 15)]


def test_a_led_lights_blinks_and_goes_out(board: Board) -> None:
    led = board.device(LED, "X1B3")
    board.start()
    led.on()
    board.settle()
    assert board.chips[1].gives(11)
    assert led.is_lit
    led.off()
    board.settle()
    assert [0, 0x0800, 0] == list(board.chips[1].outputs)
    led.blink(on_time=0.001, off_time=0.001, n=2, background=False)
    assert not led.is_lit
    led.close()


def test_a_led_that_was_on_before_the_start_is_lit_from_it_on(board: Board) -> None:
    led = board.device(LED, "X0B0", initial_value=True)
    board.start()
    assert [0, 0x0100] == list(board.chips[0].outputs)
    assert led.is_lit


def test_an_active_low_output_begins_as_it_should(board: Board) -> None:
    led = board.device(LED, "X0B1", active_high=False)
    board.start()
    assert [0, 0x0200] == list(board.chips[0].outputs)
    led.on()
    board.settle()
    assert not board.chips[0].gives(9)


def test_a_digital_input_hears_both_edges(board: Board) -> None:
    heard = []
    button = board.device(DigitalInputDevice, "X0A4", pull_up=True)
    button.when_activated = lambda: heard.append("down")
    button.when_deactivated = lambda: heard.append("up")
    board.start()
    assert not button.is_active
    board.chips[0].press(4)
    board.settle()
    assert button.is_active
    board.chips[0].let_go(4)
    board.settle()
    assert ["down", "up"] == heard


def test_a_button_waits_and_holds(board: Board) -> None:
    held = threading.Event()
    button = board.device(Button, "X1A0", hold_time=0.01)
    button.when_held = held.set
    board.start()
    board.chips[1].press(0)
    assert button.wait_for_press(PATIENCE_S)
    assert held.wait(PATIENCE_S)
    board.chips[1].let_go(0)
    assert button.wait_for_release(PATIENCE_S)
    button.close()


def test_a_board_of_buttons_and_one_of_leds(board: Board) -> None:
    leds = LEDBoard(*(pin_name(k, 8 + n) for k in range(2) for n in range(6)), pin_factory=board.factory)
    buttons = ButtonBoard("X0A0", "X0A1", pin_factory=board.factory)
    board.start()
    before = len(board.wire.log)
    with board.factory.batch():
        leds.on()
    board.settle()
    assert 2 == len(board.wire.log) - before, "twelve lamps are one write a chip"
    assert (1,) * 12 == leds.value
    board.chips[0].press(1)
    board.settle()
    assert (0, 1) == buttons.value
    buttons.close()
    leds.close()


def test_a_pin_serves_one_device_at_a_time(board: Board) -> None:
    led = board.device(LED, "X0B0")
    with pytest.raises(GPIOPinInUse):
        board.device(LED, "X0B0")
    led.close()
    board.device(LED, "X0B0")


def test_a_pin_of_another_factory_is_another_pin(board: Board) -> None:
    """gpiozero's local factories share one table: line 8 of a second chip silently is line 8 of the first."""
    other = Board()
    try:
        mine = board.device(LED, "X0B0")
        theirs = other.device(LED, "X0B0")
        assert mine.pin is not theirs.pin
        assert board.factory.pin("X0B0") is board.factory.pin("X0B0")
        pi = MockFactory()
        LED(8, pin_factory=pi).close()
        pi.reset()
    finally:
        other.factory.close()
        other.lines.close()
        other.gpio.reset()


@pytest.mark.parametrize("name", ["X2A0", "X0C0", "X0A8", "GPIO4", 4])
def test_a_pin_that_is_not_there_is_refused(board: Board, name: str | int) -> None:
    with pytest.raises(PinInvalidPin, match="X0A0 to X1B7"):
        LED(name, pin_factory=board.factory)


def test_there_is_no_pwm_no_pull_down_and_no_debounce(board: Board) -> None:
    with pytest.raises(PinPWMUnsupported):
        board.device(PWMLED, "X0B0")
    with pytest.raises(PinFixedPull):
        board.device(DigitalInputDevice, "X0A0", pull_up=False)
    with pytest.raises(PinInvalidBounce):
        board.device(DigitalInputDevice, "X0A1", pull_up=True, bounce_time=0.02)
    # What was refused is free again.
    for name in ("X0B0", "X0A0", "X0A1"):
        board.device(LED, name)


@pytest.mark.parametrize("name", ["X0A7", "X1B7"])
def test_gpa7_and_gpb7_are_no_inputs_and_good_outputs(board: Board, name: str) -> None:
    with pytest.raises(PinInvalidFunction, match="output only"):
        board.device(Button, name)
    led = board.device(LED, name)
    board.start()
    led.on()
    board.settle()
    assert led.value == 1
    assert any(chip.gives(7) or chip.gives(15) for chip in board.chips)


def test_a_pin_refuses_what_makes_no_sense(board: Board) -> None:
    pin = board.factory.pin("X0A0")
    with pytest.raises(PinFixedPull):
        pin.pull = "up"
    pin.function = "input"
    assert ("input", "floating", None, "both") == (pin.function, pin.pull, pin.bounce, pin.edges)
    with pytest.raises(PinSetInput):
        pin.state = 1
    with pytest.raises(PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(PinInvalidEdges):
        pin.edges = "sometimes"
    with pytest.raises(PinInvalidFunction):
        pin.function = "spi"
    pin.function = "output"
    assert 0 == pin.state


@pytest.mark.parametrize(("edges", "expected"), [("both", [0, 1]), ("rising", [1]), ("falling", [0]), ("none", [])])
def test_only_the_edges_that_were_asked_for_are_told(board: Board, edges: str, expected: list[int]) -> None:
    pin = board.factory.pin("X0A0")
    pin.input_with_pull("up")
    pin.edges = edges
    heard: list[tuple[int, int]] = []

    def changed(ticks: int, state: int) -> None:
        heard.append((ticks, state))

    pin.when_changed = changed
    assert changed is pin.when_changed
    board.start()
    board.chips[0].press(0)
    board.settle()
    board.clock.pass_ms(25)
    board.chips[0].let_go(0)
    board.settle()

    assert expected == [state for _, state in heard]
    if edges == "both":
        assert 0.025 == board.factory.ticks_diff(heard[1][0], heard[0][0])
    assert board.clock.now_ns() == board.factory.ticks()


def test_the_factory_keeps_no_device_alive(board: Board) -> None:
    button = board.device(DigitalInputDevice, "X0A0", pull_up=True)
    gone = weakref.ref(button)
    del button
    gc.collect()
    assert gone() is None
    board.start()
    board.chips[0].press(0)
    board.settle()
    assert 0 == board.factory.expanders.failures


def test_a_handler_that_raises_silences_no_other_button(board: Board) -> None:
    """On the Pi's own pins the same exception would end the one thread that hears them all."""
    heard = []

    def fail() -> None:
        raise RuntimeError("a bug")

    first = board.device(DigitalInputDevice, "X0A0", pull_up=True)
    second = board.device(DigitalInputDevice, "X1A0", pull_up=True)
    first.when_activated = fail
    second.when_activated = lambda: heard.append("second")
    board.start()
    board.chips[0].press(0)
    board.settle()
    board.chips[1].press(0)
    board.settle()

    assert ["second"] == heard
    assert 1 == board.factory.expanders.failures


@pytest.mark.parametrize("number", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_no_error_of_the_bus_comes_out_of_a_device(board: Board, number: int) -> None:
    led = board.device(LED, "X0B2")
    button = board.device(DigitalInputDevice, "X0A2", pull_up=True)
    board.start()
    board.wire.fail(number, times=None)
    led.on()
    board.settle()
    assert led.is_lit, "what was wished is kept"
    assert not button.is_active
    assert not board.chips[0].gives(10)
    board.wire.heal()
    for _ in range(12):
        board.clock.pass_ms(1000)
        board.settle()
    assert board.chips[0].gives(10), "and done when the chip is back"


def test_a_device_that_is_made_later_works_too(board: Board) -> None:
    board.start()
    heard = threading.Event()
    button = board.device(DigitalInputDevice, "X0A5", pull_up=True)
    button.when_activated = heard.set
    board.settle()
    board.chips[0].press(5)
    assert heard.wait(PATIENCE_S)


def test_a_pin_that_is_closed_is_an_output_and_low(board: Board) -> None:
    led = board.device(LED, "X0B0", initial_value=True)
    button = board.device(DigitalInputDevice, "X0A0", pull_up=True)
    board.start()
    led.close()
    button.close()
    board.settle()
    assert 0x00 == board.chips[0].peek(FakeMcp23017.IODIR)
    assert not board.chips[0].gives(8)


def test_closing_the_factory_leaves_all_outputs_low_and_no_thread(board: Board) -> None:
    threads = threading.active_count()
    lit = [board.device(LED, name, initial_value=True) for name in ("X0B0", "X1B5")]
    board.start()
    assert [0x0100, 0x2000] == [chip.outputs[-1] for chip in board.chips]
    board.factory.close()
    board.factory.close()
    assert [0, 0] == [chip.outputs[-1] for chip in board.chips]
    assert threads == threading.active_count()
    assert not any(led.is_lit for led in lit)


def test_reset_is_pulled_once_at_the_start(board: Board) -> None:
    board.start()
    assert 1 == board.wire.resets
    assert 0 == board.lines.low()
