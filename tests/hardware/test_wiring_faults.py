"""Every mistake in a table's file is told by pin and seat, in both languages, and all at once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from hardware.header import HEADER
from hardware.wiring import load_wiring, warnings
from hardware.words import BadWiring, Words

DIRECT: Final = "profile = 'direct'\n"


def table(folder: Path, text: str) -> Path:
    """A table's own file."""
    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def told(folder: Path, text: str) -> list[Words]:
    """Every fault of a file, without the name that each begins with."""
    with pytest.raises(BadWiring) as caught:
        load_wiring(table(folder, text))
    faults = [caught.value.words, *caught.value.others]
    assert str(caught.value) == f"{faults[0].zh} / {faults[0].en}"
    for fault in faults:
        assert fault.zh.startswith("接法 table.toml：")
        assert fault.en.startswith("wiring table.toml: ")
        assert len(fault.zh.splitlines()) == 1 == len(fault.en.splitlines())
    return [Words(fault.zh.partition("：")[2], fault.en.partition(": ")[2]) for fault in faults]


# What cannot be built.


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        pytest.param(
            DIRECT + "[seat.3]\nlamp = 17\n",
            "GPIO17（11 脚）用了两次：座位 1 的灯，座位 3 的灯；改其中一个",
            "GPIO17 (pin 11) is used twice: the lamp of seat 1, the lamp of seat 3; change one of them",
            id="two lamps on a pin",
        ),
        pytest.param(
            DIRECT + "[seat.2]\nbutton = 27\n",
            "GPIO27（13 脚）用了两次：座位 2 的按钮，座位 2 的灯；改其中一个",
            "GPIO27 (pin 13) is used twice: the button of seat 2, the lamp of seat 2; change one of them",
            id="button and lamp of a seat on a pin",
        ),
        pytest.param(
            DIRECT + "[keys]\nup = 4\ndown = 19\nok = 20\nback = 21\n",
            "GPIO4（7 脚）用了两次：座位 1 的按钮，按键 up；改其中一个",
            "GPIO4 (pin 7) is used twice: the button of seat 1, the key up; change one of them",
            id="a key on a seat's pin",
        ),
        pytest.param(
            "mute = 17\n",
            "GPIO17（11 脚）用了两次：芯片的 INT 线，功放静音线；改其中一个",
            "GPIO17 (pin 11) is used twice: the INT line of the chips, the mute line of the amplifier; change one of"
            " them",
            id="mute on INT",
        ),
        pytest.param(
            "[keys]\nok = 27\n",
            "GPIO27（13 脚）用了两次：按键 ok，芯片的 RESET 线；改其中一个",
            "GPIO27 (pin 13) is used twice: the key ok, the RESET line of the chips; change one of them",
            id="a key on RESET",
        ),
        *(
            pytest.param(
                DIRECT + f"[seat.5]\nbutton = {bcm}\n",
                f"座位 5 的按钮不能接 GPIO{bcm}（{HEADER[bcm]} 脚）：{zh}",
                f"the button of seat 5 cannot be on GPIO{bcm} (pin {HEADER[bcm]}): {en}",
                id=f"reserved pin {bcm}",
            )
            for bcm, zh, en in [
                (0, "留给扩展板的存储器，换一个脚", "it belongs to the memory of expansion boards, take another"),
                (1, "留给扩展板的存储器，换一个脚", "it belongs to the memory of expansion boards, take another"),
                (2, "是 I2C 总线（显示屏、芯片），换一个脚", "it is the I2C bus (display, chips), take another"),
                (3, "是 I2C 总线（显示屏、芯片），换一个脚", "it is the I2C bus (display, chips), take another"),
            ]
        ),
        *(
            pytest.param(
                DIRECT + f"[seat.5]\nlamp = {bcm}\n",
                f"座位 5 的灯不能接 GPIO{bcm}：排针上没有这个脚，可以写 4 到 27",
                f"the lamp of seat 5 cannot be on GPIO{bcm}: the header has no such pin, there are 4 to 27",
                id=f"no pin {bcm}",
            )
            for bcm in (28, 40, -1, 10**18)
        ),
        pytest.param(
            DIRECT + "output = 'i2s'\n[seat.9]\nlamp = 21\n",
            "座位 9 的灯不能接 GPIO21（40 脚）：I2S 声卡占着 18 到 21，换一个脚或把 output 改成 usb",
            "the lamp of seat 9 cannot be on GPIO21 (pin 40): I2S has 18 to 21; take another, or set output to usb",
            id="a lamp on I2S",
        ),
        pytest.param(
            DIRECT + "output = 'i2s'\n[seat.3]\nlamp = 20\n",
            "座位 3 的灯不能接 GPIO20（38 脚）：I2S 声卡占着 18 到 21，换一个脚或把 output 改成 usb",
            "the lamp of seat 3 cannot be on GPIO20 (pin 38): I2S has 18 to 21; take another, or set output to usb",
            id="a lamp on the sound in of I2S",
        ),
        pytest.param(
            "mute = 18\n",
            "功放静音线不能接 GPIO18（12 脚）：I2S 声卡占着 18 到 21，换一个脚或把 output 改成 usb",
            "the mute line of the amplifier cannot be on GPIO18 (pin 12): I2S has 18 to 21; take another, or set"
            " output to usb",
            id="mute on I2S",
        ),
        pytest.param(
            DIRECT + "seats = 6\nkept = ['serial']\n[seat.6]\nbutton = 15\n",
            "座位 6 的按钮不能接 GPIO15（10 脚）：kept 里写着保留串口，换一个脚或从 kept 去掉 serial",
            "the button of seat 6 cannot be on GPIO15 (pin 10): kept says that the serial port stays on; take another,"
            " or drop serial from kept",
            id="a button on the serial port",
        ),
        pytest.param(
            DIRECT + "kept = ['one-wire']\n",
            "座位 1 的按钮不能接 GPIO4（7 脚）：kept 里写着保留单总线，换一个脚或从 kept 去掉 one-wire",
            "the button of seat 1 cannot be on GPIO4 (pin 7): kept says that 1-wire stays on; take another, or drop"
            " one-wire from kept",
            id="a button on 1-wire",
        ),
        pytest.param(
            "seats = 5\n",
            "只接了 5 个座位：至少要 6 个，改 seats",
            "only 5 seats are wired: at least 6, change seats",
            id="too few seats",
        ),
        pytest.param(
            DIRECT + "seats = 13\n",
            "座位 13 没有针脚：写 [seat.13] 的 button 和 lamp，或改用 expander 接法",
            "seat 13 has no pins: give button and lamp in [seat.13], or use the profile expander",
            id="more seats than pins",
        ),
        pytest.param(
            "spare_pads = 3\n",
            "2 块芯片只能再接 2 个备用按钮，spare_pads 是 3",
            "2 chips have room for 2 more spare pads, spare_pads is 3",
            id="too many spare pads",
        ),
        pytest.param(
            "seats = 18\nspare_pads = 1\n",
            "座位 19 超出范围：座位号是 1 到 18，备用按钮也算在内",
            "seat 19 is out of range: seats are 1 to 18, spare pads included",
            id="a nineteenth pad",
        ),
        pytest.param(
            "seats = 8\n[expander]\nchips = [{address = 0x20, seats = [1, 2, 3, 4, 5, 6, 7, 8]}]\n",
            "座位 8 的按钮落在芯片 0x20 的 GPA7：GPA7、GPB7 不能作输入，每块芯片最多 6 个座位",
            "the button of seat 8 would be on GPA7 of the chip 0x20: GPA7 and GPB7 are never inputs, six seats a chip",
            id="a button on GPA7",
        ),
        pytest.param(
            "seats = 7\n[expander]\nchips = [{address = 0x20, seats = [1, 2, 3, 4, 5, 6, 7]}]\n",
            "座位 7 的按钮落在芯片 0x20 的 GPA6：那里只接备用按钮，每块芯片最多 6 个座位",
            "the button of seat 7 would be on GPA6 of the chip 0x20: that is for a spare pad, six seats a chip",
            id="a seventh seat on a chip",
        ),
        pytest.param(
            "seats = 7\n[expander]\nchips = [{address = 0x20, seats = [1, 2, 3, 4, 5, 6]},"
            " {address = 0x21, seats = [3]}]\n",
            "座位 3 接了 2 次：每个座位只能接一处",
            "seat 3 is wired 2 times: once only",
            id="a seat on two chips",
        ),
        pytest.param(
            "[expander]\nboards = [0x20, 0x20]\n",
            "总线 1 的地址 0x20 用了两次：座位 1-6 的芯片，座位 7-12 的芯片；改其中一个的地址跳线",
            "address 0x20 on bus 1 is used twice: the chip of seats 1-6, the chip of seats 7-12; move one of the"
            " address jumpers",
            id="two chips at an address",
        ),
        pytest.param(
            "[expander]\nboards = [0x20, 0x3C]\n[oled]\naddress = 0x3D\n",
            "芯片地址 0x3C 不对：MCP23017 是 0x20 到 0x27",
            "the chip address 0x3C is wrong: an MCP23017 has 0x20 to 0x27",
            id="a chip at a display's address",
        ),
        pytest.param(
            "[key_pad]\nchip = 'pcf8574'\naddress = 0x21\n",
            "总线 1 的地址 0x21 用了两次：座位 7-12 的芯片，按键板；改其中一个的地址跳线",
            "address 0x21 on bus 1 is used twice: the chip of seats 7-12, the key pad; move one of the address jumpers",
            id="the key pad at a chip's address",
        ),
        pytest.param(
            "[key_pad]\nchip = 'pcf8574'\naddress = 0x3C\n",
            "总线 1 的地址 0x3C 用了两次：按键板，显示屏；改其中一个的地址跳线",
            "address 0x3C on bus 1 is used twice: the key pad, the display; move one of the address jumpers",
            id="the key pad at the display's address",
        ),
        pytest.param(
            "[key_pad]\nchip = 'mcp23008'\naddress = 0x38\n",
            "按键板地址 0x38 不对：MCP23008 是 0x20-0x27",
            "the address 0x38 of the key pad is wrong: it has 0x20-0x27",
            id="a key pad that cannot have its address",
        ),
        pytest.param(
            "[key_pad]\nchip = 'pcf8574'\nok = 8\n",
            "按键 ok 的输入 8 不对：按键板的输入是 0 到 7",
            "the input 8 of the key ok is wrong: a key pad has inputs 0 to 7",
            id="an input that a key pad has not",
        ),
        pytest.param(
            "[key_pad]\nchip = 'pcf8574'\nok = 3\n",
            "按键板的输入 3 用了两次：back，ok",
            "input 3 of the key pad is used twice: back, ok",
            id="two keys on an input",
        ),
        pytest.param(
            "[key_pad]\nchip = 'pcf8574'\n[keys]\nup = 5\ndown = 6\nok = 13\nback = 12\n",
            "keys 和 key_pad 只能写一个",
            "give keys or key_pad, not both",
            id="keys and a key pad",
        ),
        pytest.param(
            "[oled]\naddress = 0x78\n",
            "显示屏地址 0x78 是八位写法：写 0x3C",
            "the display's address 0x78 is its eight-bit form: write 0x3C",
            id="the address on the back of the display",
        ),
        pytest.param(
            "[oled]\naddress = 0x3E\n",
            "显示屏地址 0x3E 不对：应当是 0x3C 或 0x3D",
            "the display's address 0x3E is wrong: it is 0x3C or 0x3D",
            id="no display has this address",
        ),
        pytest.param(
            "[oled]\nbus = -1\n",
            "显示屏的总线 -1 不对：可以写 1，或 3 到 9",
            "the bus -1 of the display is wrong: it is 1, or 3 to 9",
            id="no bus has this number",
        ),
        pytest.param(
            "[oled]\nbus = 4\n",
            "显示屏的总线 4 没有针脚：写 [bus.4] 的 sda 和 scl",
            "the bus 4 of the display has no pins: give sda and scl in [bus.4]",
            id="a bus without pins",
        ),
        pytest.param(
            DIRECT + "[oled]\nbus = 4\n[bus.4]\nsda = 17\nscl = 26\n",
            "GPIO17（11 脚）用了两次：座位 1 的灯，总线 4 的 SDA 线；改其中一个",
            "GPIO17 (pin 11) is used twice: the lamp of seat 1, SDA of bus 4; change one of them",
            id="a bus on a seat's pin",
        ),
        pytest.param(
            "[oled]\nbus = 5\n[bus.5]\nsda = 19\nscl = 25\n",
            "总线 5 的 SDA 线不能接 GPIO19（35 脚）：I2S 声卡占着 18 到 21，换一个脚或把 output 改成 usb",
            "SDA of bus 5 cannot be on GPIO19 (pin 35): I2S has 18 to 21; take another, or set output to usb",
            id="a bus on the pins of the sound board",
        ),
        pytest.param(
            "[bus.4]\nsda = 23\nscl = 24\n",
            "[bus.4]：这条总线上什么也没有，去掉它",
            "[bus.4]: nothing is on this bus, drop it",
            id="a bus for nothing",
        ),
        pytest.param(
            "[bus.1]\nsda = 23\nscl = 24\n",
            "bus.1：总线号要写 3 到 9 的数字",
            "bus.1: a bus is a number from 3 to 9",
            id="other pins for the first bus",
        ),
        pytest.param(
            "[expander]\nboards = []\nseats = 0\n",
            "expander.seats：没有这个设置，可以写的有 boards、bus、chips、interrupt、reset",
            "expander.seats: unknown key; there are boards, bus, chips, interrupt, reset",
            id="seats in the wrong table",
        ),
        pytest.param(
            "[expander]\nboards = [0x20]\n",
            "12 个座位要 2 块芯片，expander.boards 只有 1 个地址",
            "12 seats need 2 chips, expander.boards lists 1",
            id="too few chips",
        ),
        pytest.param(
            "[expander]\nchips = [{address = 0x20, seats = [1, 2, 3, 4, 5, 6]}]\n",
            "expander.chips 里有 6 个座位，seats 加 spare_pads 是 12：两处要一致",
            "expander.chips lists 6 seats, seats and spare_pads make 12: they must agree",
            id="chips that do not agree with the seats",
        ),
        pytest.param(
            "profile = 'D11'\n",
            "profile：没有 D11 这个接法，有 D10、D12、D9、direct、expander、simulated",
            "profile: there is no wiring D11; there are D10, D12, D9, direct, expander, simulated",
            id="no such profile",
        ),
        pytest.param(
            "profile = 3\n",
            "profile：没有 3 这个接法，有 D10、D12、D9、direct、expander、simulated",
            "profile: there is no wiring 3; there are D10, D12, D9, direct, expander, simulated",
            id="a profile that is no name",
        ),
        pytest.param(
            "mute = true\n",
            "mute：要写针脚号，没接写 false",
            "mute: give the pin, or false if it is not wired",
            id="true is no pin",
        ),
        pytest.param(
            "mute = 'x'\n",
            'mute：写的是 "x"，应当是针脚号，没接写 false',
            'mute: is "x", should be the number of a pin, or false if it is not wired',
            id="a text is no pin",
        ),
        pytest.param(
            "output = 'bluetooth'\n",
            'output：写的是 "bluetooth"，应当是 i2s、usb、hdmi、jack 之一',
            'output: is "bluetooth", should be one of i2s, usb, hdmi, jack',
            id="no such output",
        ),
        pytest.param(
            "seats = 12.5\n",
            "seats：写的是 12.5，应当是整数",
            "seats: is 12.5, should be a whole number",
            id="half a seat",
        ),
        pytest.param(
            "keys = 5\n", "keys：写的是 5，应当是表", "keys: is 5, should be a table", id="a number is no table"
        ),
        pytest.param(
            "kept = ['camera']\n",
            "kept：写的是 ['camera']，应当是一列spi、serial、one-wire 之一",
            "kept: is ['camera'], should be a list, each of it one of spi, serial, one-wire",
            id="nothing that is kept",
        ),
        pytest.param(
            "profile = 'D9'\n[seat.x]\nbutton = 4\nlamp = 5\n",
            "seat.x：座位号要写 1 到 18 的数字",
            "seat.x: a seat is a number from 1 to 18",
            id="a seat that is no number",
        ),
        pytest.param(
            "profile = 'D9'\n[expander]\nbus = 3\n",
            "expander：direct 接法用不到，去掉它，或换一个 profile",
            "expander: counts for nothing with the wiring direct; drop it, or start from another profile",
            id="chips on a direct table",
        ),
        pytest.param(
            "[seat.1]\nbutton = 4\nlamp = 5\n",
            "seat：expander 接法用不到，去掉它，或换一个 profile",
            "seat: counts for nothing with the wiring expander; drop it, or start from another profile",
            id="pins of seats on a table of chips",
        ),
        pytest.param(
            "profile = 'D9'\n[seat.13]\nbutton = 26\n",
            "seat.13.lamp：没有写，必须写上",
            "seat.13.lamp: is missing and must be given",
            id="half a new seat",
        ),
    ],
)
def test_a_mistake_is_told_by_pin_and_seat(tmp_path: Path, text: str, zh: str, en: str) -> None:
    assert Words(zh, en) in told(tmp_path, text)


def test_all_mistakes_are_found_at_once(tmp_path: Path) -> None:
    seats = "[seat.1]\nbutton = 2\n[seat.4]\nlamp = 19\n[seat.7]\nlamp = 13\n"
    text = f"profile = 'D9'\noutput = 'i2s'\n{seats}[oled]\naddress = 0x7A\n"

    assert [
        "the button of seat 1 cannot be on GPIO2 (pin 3)",
        "the lamp of seat 4 cannot be on GPIO19 (pin 35)",
        "GPIO13 (pin 33) is used twice",
        "the display's address 0x7A is its eight-bit form",
    ] == [fault.en.partition(":")[0] for fault in told(tmp_path, text)]


def test_all_unknown_keys_are_found_at_once(tmp_path: Path) -> None:
    text = "seat = 4\nseatz = 9\n[oled]\ncolour = true\n[keys]\nup = 'high'\n"

    assert {"seat", "seatz", "oled.colour", "keys.up"} == {fault.en.partition(":")[0] for fault in told(tmp_path, text)}


def test_a_lamp_on_a_pin_that_is_high_while_the_pi_starts_is_a_warning(tmp_path: Path) -> None:
    wiring = load_wiring(table(tmp_path, DIRECT + "[seat.2]\nbutton = 27\nlamp = 5\n"))

    (words,) = warnings(wiring)
    assert words.zh.startswith("座位 2 的灯接在 GPIO5（29 脚）：每次开机都会亮")
    assert words.en.startswith("the lamp of seat 2 is on GPIO5 (pin 29): it glows")


# Files that are none.


@pytest.mark.parametrize("kind", ["", DIRECT], ids=["expander", "direct"])
@pytest.mark.parametrize("key", ["seats", "spare_pads"])
@pytest.mark.parametrize("count", [19, 1_000_000_000])
def test_a_number_of_seats_that_no_table_has_is_refused_at_once(
    tmp_path: Path, kind: str, key: str, count: int
) -> None:
    faults = told(tmp_path, f"{kind}{key} = {count}\n")
    assert faults == [Words(f"{key}：写的是 {count}，最多 18", f"{key}: is {count}, there are at most 18")]
