"""The one way to the pins of the Pi: the library that the wiring names, the chip behind the header, or a clear refusal.

gpiozero's own search is never started: it would fall through from a missing library to one that is deaf on this
kernel, with only a warning. Every device of ours is given its factory.

Three traps of gpiozero are closed here. All its local factories share one table of pins, so that a pin of a second chip
would silently be one of the first: ours have tables of their own. A pin that cannot be freed would keep its factory
from freeing all the others: ours free each by itself. And a lamp's pin that is freed would be pulled nowhere, so that
the lamp glows faintly: ours are left with a pull down.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.origin import get_lgpio, renew_lgpio
from hardware.pinlibs import bad_work_folder, chip_numbers, kernel, legacy_refusal, model, pick_chip, rpi_packages
from hardware.wiring import PinLibrary
from hardware.wiring_words import printable
from hardware.words import NoHardware, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NO_CHIP = Words(
    "这台机器没有 GPIO（没有 /dev/gpiochip*）：在树莓派上运行，或用模拟桌",
    "this machine has no GPIO (there is no /dev/gpiochip*): run on a Raspberry Pi, or use the simulated table",
)
NO_RIGHTS = Words(
    "没有权限打开 /dev/gpiochip*：sudo usermod -aG gpio $USER，然后重新登录",
    "no permission to open /dev/gpiochip*: sudo usermod -aG gpio $USER, then log in again",
)


class Unfailing:
    """Mixed into a pin: its events never end the one thread that hears all of them, and it can always be closed."""

    function: str
    pull: str
    state: Any

    def close(self) -> None:
        """Stop listening, then be an input: an event in flight may make either of them fail.

        What gave out low stays low: it is pulled down, now and when its factory closes it once more.
        """
        with contextlib.suppress(Exception):
            self.when_changed = None
        low = False
        with contextlib.suppress(Exception):
            if self.function == "input" and self.pull == "down":
                return
            low = self.function == "output" and not self.state
        with contextlib.suppress(Exception):
            super().close()  # type: ignore[misc]
        if low:
            with contextlib.suppress(Exception):
                self.pull = "down"

    def _call_when_changed(self, *event: Any) -> None:
        # An edge that was on its way when its handler was taken off finds none.
        with contextlib.suppress(Exception):
            super()._call_when_changed(*event)  # type: ignore[misc]


def _no_lgpio() -> Words:
    todo = get_lgpio()
    return Words(f"没有安装 lgpio：{todo.zh}", f"lgpio is not installed: {todo.en}")


def _empty_lgpio() -> Words:
    todo = renew_lgpio()
    return Words(
        f"装的 lgpio 是空壳（0.0.0.2）：{todo.zh}", f"the installed lgpio is an empty stub (0.0.0.2): {todo.en}"
    )


def open_factory(library: PinLibrary = PinLibrary.LGPIO) -> Any:
    """A gpiozero factory for the pins of this Pi. Close it after every device that was made with it.

    Raises:
        NoHardware: the library is missing, cannot work here, or there is no chip that it could open.
    """
    if library is PinLibrary.RPI_GPIO:
        return _open_legacy()
    numbers = chip_numbers()
    if not numbers:
        # A library would not help.
        raise NoHardware(NO_CHIP)
    number = find_chip(load_lgpio(), numbers)
    return _lgpio_factory(number)


def load_lgpio() -> Any:
    """The module lgpio, loaded without its side effects on the working folder.

    It makes a pipe in `LG_WD`, or else in the working folder, and changes to that folder. The pipe is needed by name
    only until both its ends are open, so without `LG_WD` it lives in a folder that is gone when this returns.

    Raises:
        NoHardware: it is not installed, is the empty stub, or `LG_WD` is no folder that can be written.
    """
    wanted = os.environ.get("LG_WD")
    if wanted is not None and (bad := bad_work_folder(wanted)) is not None:
        raise NoHardware(bad)
    try:
        with tempfile.TemporaryDirectory(prefix="faguan-lgpio-") as own, _back_again():
            os.environ["LG_WD"] = wanted or own
            import lgpio
    except ImportError as error:
        raise NoHardware(_no_lgpio()) from error
    except OSError as error:
        raise NoHardware(
            Words(
                f"lgpio 不能建立管道（{error.strerror}）：把 LG_WD 设成可写的文件夹",
                f"lgpio cannot make its pipe ({error.strerror}): set LG_WD to a folder that can be written",
            )
        ) from error
    finally:
        if wanted is None:
            os.environ.pop("LG_WD", None)
    if not hasattr(lgpio, "gpiochip_open"):
        raise NoHardware(_empty_lgpio())
    return lgpio


@contextlib.contextmanager
def _back_again() -> Iterator[None]:
    """Afterwards we are in the folder where we were, or in none of ours: `sudo -u` leads into homes that are shut."""
    before = Path("/")
    with contextlib.suppress(OSError):
        before = Path.cwd()
    try:
        yield
    finally:
        try:
            os.chdir(before)
        except OSError:
            os.chdir("/")


def find_chip(lgpio: Any, numbers: Iterable[int]) -> int:
    """The number of the chip behind the header, found by its label.

    Raises:
        NoHardware: there is none, or none may be opened.
    """
    labels: dict[int, str] = {}
    refused = []
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception as error:  # noqa: BLE001 - the library has an exception of its own for everything
            refused.append(error)
            continue
        try:
            labels[number] = lgpio.gpio_get_chip_info(handle)[3]
        finally:
            lgpio.gpiochip_close(handle)
    chip = pick_chip(labels)
    if chip is not None:
        return chip
    if refused:
        raise NoHardware(NO_RIGHTS) from refused[0]
    if labels:
        seen = ", ".join(f"gpiochip{number} {label}" for number, label in sorted(labels.items()))
        raise NoHardware(
            Words(
                f"找不到树莓派的 GPIO 芯片，只有 {seen}：在树莓派上运行，或用模拟桌",
                f"the chip of a Raspberry Pi's header is not there, only {seen}: run on a Raspberry Pi, or use the"
                " simulated table",
            )
        )
    raise NoHardware(NO_CHIP)


def listening(factory: Any) -> bool:
    """Whether the thread that hears edges is alive. Where a library has none that could be asked, True."""
    thread = getattr(getattr(factory, "library", None), "_notify_thread", None)
    return thread is None or bool(thread.is_alive())


def holder(factory: Any, bcm: int) -> str:
    """Who has the pin `bcm`, by the name that the kernel knows ("spi0 CS0"); empty where it does not say."""
    try:
        *_, user = factory.library.gpio_get_line_info(factory._handle, bcm)  # noqa: SLF001 - gpiozero has no other name for it
    except Exception:  # noqa: BLE001 - it is asked for a message about something that has failed already
        return ""
    return printable(str(user))


def _lgpio_factory(number: int) -> Any:
    from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
    from gpiozero.pins.lgpio import lgpio as library

    class Pin(Unfailing, LGPIOPin):  # type: ignore[misc]
        """A pin of lgpio."""

    class Factory(LGPIOFactory):  # type: ignore[misc]
        """One chip, with tables of its own."""

        def __init__(self) -> None:
            super().__init__(chip=number)
            self.library = library
            self.pin_class = Pin
            own_tables(self)

    return Factory()


def _open_legacy() -> Any:
    refusal = legacy_refusal(rpi_packages(), kernel(), model())
    if refusal is not None:
        raise NoHardware(refusal)
    try:
        from gpiozero.pins.rpigpio import RPiGPIOFactory, RPiGPIOPin
    except (ImportError, RuntimeError) as error:
        raise NoHardware(
            Words(
                f'RPi.GPIO 打不开（{error}）：在树莓派上运行，或在接法里写 library = "lgpio"',
                f'RPi.GPIO cannot be opened ({error}): run on a Raspberry Pi, or write library = "lgpio" in the wiring',
            )
        ) from error

    class Pin(Unfailing, RPiGPIOPin):  # type: ignore[misc]
        """A pin of RPi.GPIO."""

    class Factory(RPiGPIOFactory):  # type: ignore[misc]
        """The header, with tables of its own."""

        def __init__(self) -> None:
            super().__init__()
            self.pin_class = Pin
            own_tables(self)

        def close(self) -> None:
            """Free each pin by itself, and leave out the library's sweep at the end: it takes every pull away."""
            super(RPiGPIOFactory, self).close()

    return Factory()


def own_tables(factory: Any) -> None:
    """Give a factory pins and reservations that no other factory sees."""
    factory.pins = {}
    factory._reservations = defaultdict(list)  # noqa: SLF001 - the tables are the trap; there is no other way
    factory._res_lock = threading.Lock()  # noqa: SLF001 - same
