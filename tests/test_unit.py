"""The service's unit: what systemd itself thinks of its sandbox, and what would be felt at a table without a line."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
UNIT: Final = ROOT / "scripts" / "system" / "faguan.service"

SCORE: Final = 0.9
"""What a daemon with pins, buses and sound can come down to: 0 is nothing to attack, 10 everything."""

LEFT_OPEN: Final = {
    "RootDirectoryOrRootImage": "the program and its Python lie in the system's own tree",
    "SupplementaryGroups": "gpio, i2c and audio are how it may use the table",
    "PrivateDevices": "hides gpiochips, buses and sound cards",
    "PrivateMounts": "its mounts are its own already, by ProtectSystem",
    "RestrictAddressFamilies_AF_UNIX": "systemd, a sound server and the sound worker are spoken to so",
    "ProcSubset": "hides the model of the Pi from gpiozero",
    "PrivateUsers": "takes it the groups",
    "DeviceAllow": "the table's devices, and no others",
    "UMask": "its group is its own",
}
"""What systemd finds fault with, and why it stays."""

NEEDED: Final = {
    "Type=notify": "systemd takes it for running before the table is",
    "NotifyAccess=main": "the sound worker could feed the watchdog for a judge that hangs",
    "WatchdogSec=10": "a judge that hangs is never started anew",
    "Restart=always": "a game ends with the first crash",
    "RestartSec=2": "a fault at the start uses up all starts within a second",
    "RestartPreventExitStatus=3": "it comes back while staff wait to pull the plug",
    "StartLimitIntervalSec=120": "what cannot start is started for ever: ten never fit into the default ten seconds",
    "StartLimitBurst=10": "five crashes, by the system's default, and it stays down",
    "TimeoutStopSec=8": "a shutdown waits ninety seconds for a bus that hangs",
    "User=faguan": "it is root",
    "SupplementaryGroups=gpio i2c audio": "no pins, no buses, no sound",
    "StateDirectory=faguan": "the journal cannot be written",
    "RuntimeDirectory=faguan": "lgpio cannot be loaded",
    "RuntimeDirectoryPreserve=restart": "it forgets that it fell, and no game goes on by itself",
    "WorkingDirectory=/run/faguan": "lgpio cannot be loaded: it works in /, which is read-only",
    "Environment=LG_WD=/run/faguan PYTHONUNBUFFERED=1": "lgpio puts its pipe into a folder that it may not write",
    "ExecStopPost=/opt/faguan/venv/bin/faguan lamps-off": "lamps burn on after a crash, and tell who was awake",
    "NoNewPrivileges=yes": "a set-uid program gives what is forbidden here",
    "CapabilityBoundingSet=": "whoever becomes root inside is root",
    "DevicePolicy=closed": "disks and memory of the machine can be read",
    "DeviceAllow=char-gpiochip rw": "no pins",
    "DeviceAllow=char-i2c rw": "no expanders, no display",
    "DeviceAllow=char-alsa rw": "no sound",
    "ProtectSystem=strict": "it can change the system and itself",
    "ProtectHome=yes": "it can read what users keep at home",
    "PrivateTmp=yes": "others put files in its way",
    "ProtectKernelTunables=yes": "it can change how the kernel behaves",
    "ProtectKernelModules=yes": "it can load code into the kernel",
    "ProtectKernelLogs=yes": "it can read what the kernel tells of the machine",
    "ProtectControlGroups=yes": "it can lift its own limits",
    "ProtectClock=yes": "it can set the clock",
    "ProtectHostname=yes": "it can rename the machine",
    "ProtectProc=invisible": "it sees what others run",
    "RestrictNamespaces=yes": "it can build itself another machine to be root in",
    "RestrictSUIDSGID=yes": "it can leave a program that makes others root",
    "RestrictRealtime=yes": "a loop gone wild starves the machine, watchdog and all",
    "LockPersonality=yes": "old ways of running programs, with old holes",
    "MemoryDenyWriteExecute=yes": "what comes in as data can be run as code",
    "RestrictAddressFamilies=AF_UNIX": "it can open a door to the network",
    "PrivateNetwork=yes": "a neighbour in the WLAN is within reach",
    "SystemCallArchitectures=native": "calls that pass by the filter",
    "SystemCallFilter=@system-service": "every call of the kernel, with its holes",
    "SystemCallFilter=~@privileged @resources": "calls that only an administrator needs",
    "SystemCallErrorNumber=EPERM": "the sound library asks for more priority, and is killed for it",
    "UMask=0027": "everybody on the machine can read the journal, and who holds what",
    "MemoryMax=256M": "a leak takes the whole machine down, not the judge alone",
    "TasksMax=96": "threads without end take the whole machine down",
    "Nice=-5": "an upgrade in the background makes lamps late",
}
"""Each line, and what would be the matter without it."""


def lines_of_the_unit() -> list[str]:
    return [line for line in UNIT.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def judged(*options: str) -> str:
    """What systemd-analyze says of the unit."""
    if shutil.which("systemd-analyze") is None:
        pytest.fail("systemd-analyze is missing; scripts/test installs it")
    return subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", *options, str(UNIT)],
        capture_output=True, text=True, check=False, env=os.environ | {"LC_ALL": "C.UTF-8"},
    ).stdout  # fmt: skip


def test_the_sandbox_is_as_tight_as_pins_and_sound_allow() -> None:
    (score,) = [line for line in judged().splitlines() if "Overall exposure level" in line]
    assert float(score.split(":")[1].split()[0]) <= SCORE


def test_nothing_is_left_open_without_a_reason() -> None:
    """One line less in the unit is one finding more of systemd's."""
    rows: list[dict[str, Any]] = msgspec.json.decode(judged("--json=short"))
    assert len(rows) > 60
    found = {row["json_field"] for row in rows if not row["set"]}
    assert set() == found - set(LEFT_OPEN)


@pytest.mark.parametrize("line", NEEDED)
def test_a_line_without_which_something_is_the_matter_stands_there(line: str) -> None:
    assert line in lines_of_the_unit(), f"without it: {NEEDED[line]}"


@pytest.mark.parametrize("poison", ["PrivateDevices", "ProcSubset", "DynamicUser", "PrivateUsers"])
def test_what_would_hide_the_pins_does_not_stand_there(poison: str) -> None:
    assert [] == [line for line in lines_of_the_unit() if line.startswith(poison)]
