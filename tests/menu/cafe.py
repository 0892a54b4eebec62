"""The menu of a café that has chosen much; and every screen of the display that has a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from audio.say import Language
from engine.seats import Seat
from engine.setup import Board
from engine.text import Text
from firmware import staff
from firmware.boards import preset_boards
from firmware.menu.body import ClockState, System, Trust, WiredDevice
from firmware.menu.choices import Choices
from firmware.menu.model import Menu
from firmware.menu.page import Machine, SoundState, VoiceName
from firmware.menu.rulenames import RULE_NAMES
from firmware.table.opening import OF_CARD
from hardware.ports import Device, Key
from hardware.screen import Screen
from hardware.wiring import Driver
from tests.menu.fault_scenes import fault_screens
from tests.menu.own_scenes import own_screens
from tests.menu.scenes import DOWN, NAMES, NINE, ODD, OK, STATUSES, UP, WALKS, menu, secret_screen, spare_screens

OWN = Choices(
    board="B09",
    seats=NINE,
    pace="slow",
    rules=(("win_mode", "city"), ("hunter_last_god_shot", "on"), ("max_rounds", 30)),
    pads=((Seat(5), Seat(12)),),
    volume_db=-9,
    card="vc4hdmi0",
    voice="zf_xiaoxiao",
    online=True,
)
"""What a café has chosen."""
VOICES = (
    VoiceName("zm_yunjian", Language.ZH, Text("男声", "Man")),
    VoiceName("zf_xiaoxiao", Language.ZH, Text("女声", "Woman")),
    VoiceName("af_heart", Language.EN, Text("英语女声", "Woman")),
)
SOUND = SoundState(cards=("vc4hdmi0", "Headphones", "sndrpihifiberry"), voices=VOICES)
LIVELY = Machine(version="0.1.0", address="127.0.0.1:8017", games=128, free_mb=11_930, last="B12-预女猎守", sound=SOUND)
NOT_HEARD = Text("找不到声卡 vc4hdmi0，请插上喇叭。", "There is no card vc4hdmi0. Plug the loudspeaker in.")
OFFLINE = Text("没有安装 gTTS。", "gTTS is not installed.")
UNHEARD = msgspec.structs.replace(
    LIVELY, sound=SoundState(cards=("Headphones",), trouble=NOT_HEARD, online_trouble=OFFLINE)
)
"""The loudspeaker that was chosen has been pulled out; no voice, and nothing from the internet."""

WIRED = msgspec.structs.replace(
    LIVELY,
    address="",
    system=System(
        rules=3,
        python="3.11.2",
        kernel="6.12.34+rpt-rpi-2712",
        model="Raspberry Pi 4 Model B Rev 1.5",
        wiring="expander",
    ),
    devices=(
        WiredDevice(Text("扩展1-6", "Chip 1-6"), Device.CHIP, 0x20),
        WiredDevice(Text("扩展7-12", "Chip 7-12"), Device.CHIP, 0x21),
        WiredDevice(Text("小屏", "OLED"), Device.OLED),
    ),
    drivers=tuple(Driver),
    wired=tuple(map(Seat, range(1, 13))),
)
"""A real table."""
UNSURE = ClockState(minute=23 * 60 + 59, trust=Trust.UNKNOWN, asks=True, up_s=4321)
"""Nobody vouches for the clock."""


def house(
    language: Language = Language.ZH,
    *keys: Key,
    status: str = "idle",
    machine: Machine = LIVELY,
    own: Choices = OWN,
    shipped: tuple[Board, ...] | None = None,
    own_boards: tuple[Board, ...] = (),
    clock: ClockState | None = None,
) -> Menu:
    """The menu of a café with the shipped boards (all, or these), its own rules, and a game behind it, after `keys`."""
    boards, ids = (
        (*(preset_boards() if shipped is None else shipped), *own_boards),
        tuple(board.id for board in own_boards),
    )
    made = staff.menu_for(boards, language, own.board, own.seats, own, own=ids)
    made.inform(machine)
    made.tell_time(clock or ClockState())
    made.update(STATUSES[status])
    for key in keys:
        made.press(key)
    return made


def rows_down(count: int) -> tuple[Key, ...]:
    """DOWN so often, then OK."""
    return (*[DOWN] * count, OK)


def rule_down(rule: str) -> tuple[Key, ...]:
    """From the list of rules into `rule`, on a board without special cards."""
    return rows_down(1 + [name for name in RULE_NAMES if name not in OF_CARD].index(rule))


HOUSE_WALKS: dict[str, tuple[Key, ...]] = {
    "house": (),
    "house_middle": (*[DOWN] * 5,),
    "house_end": (UP, UP),
    "house_terms": (UP, UP, OK),
    "house_eight": (*rows_down(2), UP, OK),
    "house_ten": (*rows_down(2), *rows_down(1)),
    "house_twelve": (*rows_down(2), *rows_down(3)),
    "house_own_again": (*rows_down(2), *rows_down(3), OK, OK),
    "house_night": (*rows_down(2), OK, *[DOWN] * 3),
    "house_estimate": (*rows_down(2), OK, *[DOWN] * 7),
    "house_note": (*rows_down(2), OK, *[DOWN] * 20),
    "house_rules": rows_down(6),
    "house_rules_end": (*rows_down(6), UP),
    "house_rules_reset": (*rows_down(6), OK),
    "house_rules_sure": (*rows_down(6), OK, DOWN, OK),
    "house_rule": (*rows_down(6), *rule_down("win_mode")),
    "house_rule_long": (*rows_down(6), *rule_down("hunter_last_god_shot"), DOWN),
    "house_rule_board": (*rows_down(6), *rule_down("hunter_last_god_shot"), *[DOWN] * 9),
    "house_rounds": (*rows_down(6), *rule_down("max_rounds"), OK),
    "house_dealing": (*rows_down(6), *rule_down("role_source"), OK),
    "house_dealing_end": (*rows_down(6), *rule_down("role_source"), OK, *[DOWN] * 9),
    "sound": rows_down(8),
    "sound_end": (*rows_down(8), UP),
    "sound_volume": (*rows_down(8), OK),
    "sound_loudest": (*rows_down(8), OK, UP, UP, UP, UP),
    "sound_softest": (*rows_down(8), OK, *[DOWN] * 9),
    "sound_voices": (*rows_down(8), *rows_down(1)),
    "sound_cards": (*rows_down(8), *rows_down(2)),
    "sound_cards_end": (*rows_down(8), *rows_down(2), DOWN, DOWN),
    "sound_mask": (*rows_down(8), *rows_down(4)),
    "sound_mask_off": (*rows_down(8), *rows_down(4), OK),
    "sound_online": (*rows_down(8), UP, OK),
    "sound_online_end": (*rows_down(8), UP, OK, *[DOWN] * 9),
    "sound_online_off": (*rows_down(8), UP, OK, OK),
    "house_about": (UP, OK),
    "house_about_end": (UP, OK, DOWN, DOWN),
}
"""Name of a screen of `house` -> the keys that lead to it."""

WIRED_WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    "wired_home": ("idle_faults", (OK, UP, UP, UP, UP)),
    "wired_device": ("idle", (UP, UP, UP, OK, DOWN, DOWN)),
    "wired_version": ("idle", (UP, UP, UP, OK, *rows_down(3))),
    "wired_version_end": ("idle", (UP, UP, UP, OK, *rows_down(3), *[DOWN] * 20)),
    "wired_power": ("idle", (UP, UP, UP, OK, UP, OK)),
    "wired_about": ("idle", (UP, OK)),
    "wired_what_time": ("idle", rows_down(1)),
    "wired_minute": ("idle", (*rows_down(1), UP, OK, UP)),
    "wired_game": ("votes", (OK, UP, UP)),
    "wired_stopped": ("stopped", (OK, UP)),
    "wired_unfinished": ("unfinished", (UP,)),
    "wired_parts": ("selftest_faults", (OK, DOWN)),
    "wired_parts_end": ("selftest_faults", (OK, UP)),
    "wired_part": ("selftest_faults", (OK, DOWN, DOWN, OK)),
    "wired_display": ("selftest_display", ()),
    "wired_pattern": ("selftest_tried", (OK,)),
}
"""Name of a screen of a real table whose clock nobody vouches for -> status, and the keys that lead to it."""

UNHEARD_WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    "unheard_home": ("idle", (*[DOWN] * 8,)),
    "unheard": ("idle", rows_down(8)),
    "unheard_why": ("idle", (*rows_down(8), OK)),
    "unheard_rows": ("idle", (*rows_down(8), DOWN, DOWN, DOWN)),
    "unheard_volume": ("idle", (*rows_down(8), *rows_down(1))),
    "unheard_voice": ("idle", (*rows_down(8), *rows_down(2))),
    "unheard_cards": ("idle", (*rows_down(8), *rows_down(3))),
    "unheard_online": ("idle", (*rows_down(8), UP, OK)),
    "game_unheard": ("wake", (OK, *[DOWN] * 5)),
    "stopped_unheard": ("stopped", (OK, DOWN)),
}
"""Name of a screen of `house` where nothing is heard -> status, and the keys that lead to it."""


def screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """Every named screen."""
    for name, (status, keys) in WALKS.items():
        yield name, menu(language, status, *keys).screen
    for name, keys in HOUSE_WALKS.items():
        yield name, house(language, *keys).screen
    for name, (status, keys) in UNHEARD_WALKS.items():
        yield name, house(language, *keys, status=status, machine=UNHEARD).screen
    for name, (status, keys) in WIRED_WALKS.items():
        yield name, house(language, *keys, status=status, machine=WIRED, clock=UNSURE).screen
    yield from own_screens(language)
    yield from fault_screens(language)
    odd = Menu((ODD,), NAMES, language)
    odd.press(OK)
    yield "unusual", odd.screen
    yield from spare_screens(language)
    yield "claims_held", lambda: secret_screen(language)
