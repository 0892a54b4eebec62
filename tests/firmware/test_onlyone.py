"""One judge for the pins of a machine: a second one is refused in one line that names the first."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.onlyone import PinLock, PinsInUse, devices
from hardware.wiring import load_wiring

HOLDER = """
import sys
from pathlib import Path
from firmware.onlyone import PinLock
lock = PinLock((Path(sys.argv[1]),))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_judge_is_told_who_the_first_is(tmp_path: Path) -> None:
    device = tmp_path / "gpiochip0"
    device.touch()
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(device)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert "held\n" == first.stdout.readline()
        with pytest.raises(PinsInUse) as refused:
            PinLock((device,))
        for told in (refused.value.text.zh, refused.value.text.en):
            assert str(first.pid) in told
            assert str(device) in told
            assert "systemctl stop faguan" in told
        # However it ends, the kernel gives the lock back.
        first.send_signal(signal.SIGKILL)
        first.wait(60)
        PinLock((device,)).release()


def test_our_own_lock_is_named_too_and_given_back(tmp_path: Path) -> None:
    device = tmp_path / "gpiochip0"
    device.touch()
    lock = PinLock((device,))
    with pytest.raises(PinsInUse, match=f"{os.getpid()}"):
        PinLock((device,))
    lock.release()
    lock.release()
    PinLock((device,)).release()


def test_what_is_not_there_is_passed_over(tmp_path: Path) -> None:
    device = tmp_path / "i2c-1"
    device.touch()
    lock = PinLock((tmp_path / "gpiochip0", device))
    with pytest.raises(PinsInUse, match="i2c-1"):
        PinLock((tmp_path / "gpiochip0", device))
    lock.release()


def test_with_nothing_to_lock_everybody_may_look_for_it(tmp_path: Path) -> None:
    for _ in range(2):
        PinLock((tmp_path / "gpiochip0",)).release()


def test_all_tables_of_a_machine_have_the_same_lock() -> None:
    first = {devices(load_wiring(name))[0] for name in ("expander", "D9", "D12")}
    assert {Path("/dev/gpiochip0")} == first
    assert Path("/dev/i2c-1") in devices(load_wiring("expander"))
