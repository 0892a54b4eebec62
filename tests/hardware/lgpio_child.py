"""A direct table on gpiozero's own lgpio factory, in a process of its own: `test_lgpio` reads what it saw."""

from __future__ import annotations

import sys
import threading

import gpiozero.pins.local

from hardware.pins import factory
from hardware.pins.direct import DirectSeats
from hardware.pins.keys import PinKeys
from hardware.pins.lines import GpioLines
from hardware.ports import Edge, Health, KeyEdge, Lamp, Pattern
from hardware.wiring import load_wiring
from hardware.words import NoHardware
from tests.hardware import fake_lgpio
from tests.hardware.contract import Inbox, MachineClock

UP, DOWN = 1, 0


def say(*what: object) -> None:
    """A line for the test."""
    sys.stdout.write(" ".join(map(str, what)) + "\n")


def main() -> None:
    """Play with the table."""
    sys.modules["lgpio"] = fake_lgpio
    gpiozero.pins.local.get_pi_revision = lambda: 0xC04170
    vars(factory)["chip_numbers"] = lambda: (0, 4)
    wiring = load_wiring("D9")
    assert wiring.keys is not None
    inbox = Inbox()
    fake_lgpio.move(5, DOWN)
    seats = DirectSeats(wiring, inbox.put, MachineClock())
    keys = PinKeys(wiring.keys, inbox.put, MachineClock())
    say("held", seats.start())
    keys.start()

    tick = fake_lgpio.move(6, DOWN)
    # On a busy machine a look at the pins may be quicker than the library; its edge still comes.
    inbox.wait_for(lambda edges: any(abs(one.at_ns - tick) < 1000 for one in edges))
    say("edges", {(one.seat, one.down) for one in inbox.all(Edge)})

    inbox.explode = 1
    fake_lgpio.move(7, DOWN)
    inbox.wait_exploded()
    fake_lgpio.move(8, DOWN)
    inbox.wait_for(lambda edges: (5, True) in {(one.seat, one.down) for one in edges})
    say("after an exception", factory.load_lgpio()._notify_thread.is_alive())  # noqa: SLF001 - the library's own

    fake_lgpio.move(20, DOWN)
    inbox.wait(KeyEdge, 1)
    fake_lgpio.move(20, UP)
    say("key", [(one.key.value, one.down) for one in inbox.wait(KeyEdge, 2)])

    lit = threading.Event()
    seats.show((Lamp(1, Pattern.STEADY, 0),))
    while not fake_lgpio.levels[17]:
        lit.wait(0.01)
    say("lamp", fake_lgpio.levels[17], "chips", fake_lgpio.opened)

    fake_lgpio.busy.update({6, 17})
    for line in (4, 5, 6, 7, 8):
        fake_lgpio.move(line, UP)
    seats.close()
    keys.close()
    say("closed", fake_lgpio.levels[17], fake_lgpio.opened, fake_lgpio._notify_thread.callbacks)  # noqa: SLF001 - ours
    say("lamps rest", {fake_lgpio.modes[pins.lamp] for pins in wiring.seats} == {fake_lgpio.SET_PULL_DOWN})

    fake_lgpio.owners.update({8: "spi0 CS0", 17: "lg", 18: "spi1 CS0"})
    inbox.clear()
    seats = DirectSeats(wiring, inbox.put, MachineClock())
    seats.start()
    for report in inbox.wait(Health, 2):
        say(report.device.value, report.number, report.detail.zh)
    seats.close()
    chip = factory.open_factory()
    try:
        GpioLines(chip, MachineClock(), 22, 18)
    except NoHardware as error:
        say(error.words.en)
    chip.close()
    say("threads", threading.active_count())


if __name__ == "__main__":
    main()
