"""What is to be done for a display now: look for it, show what is wanted, let it rest. Step by step, on one thread.

    absent ──it answers──▶ live ──an error, and at once another──▶ absent
      └─ is asked again after 1, 2, 5, 10, then every 30 s

A display that loses its power for a moment is dark and still answers; so once a minute everything is sent anew.
"""

from __future__ import annotations

import errno
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from hardware.dots import Pages, picture, shifted
from hardware.glass import Glass
from hardware.i2c import HANGS
from hardware.pattern import all_patterns
from hardware.ports import NS_PER_MS, Condition, Device, Health
from hardware.rest import Light, light, next_change, shift
from hardware.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.i2c import Bus
    from hardware.wiring import Oled

PROBES_S: Final = (1, 2, 5, 10, 30)
"""Waits between two looks for a display that does not answer; the last one again and again."""

DRAW_NS: Final = 100 * NS_PER_MS
"""From one picture to the next it is at least so long; what comes between is left out."""

ANEW_NS: Final = 60_000 * NS_PER_MS
"""How often everything is sent anew."""

MANY_ERRORS: Final = 3
"""So many errors within `ANEW_NS` are told of, even when the display shows everything."""

_NS_PER_S: Final = 1000 * NS_PER_MS


class Wish(msgspec.Struct, frozen=True):
    """What the loop wants of the display."""

    oled: Oled
    dots: bytes
    """The picture, as `Image.tobytes` has it."""
    used_ns: int
    """When somebody last did something, or something new was shown."""
    keep_lit: bool = False

    def light(self, now_ns: int) -> Light:
        """How the display is to be lit."""
        return light(now_ns - self.used_ns, keep_lit=self.keep_lit)


class Painter:
    """Fulfils wishes on one display."""

    def __init__(self, bus: Bus, put: Callable[[object], None]) -> None:
        """Nothing is known of the display; what becomes known of its health goes to `put`."""
        self.live = False
        """Whether the display answers. May be read by any thread."""
        self._bus = bus
        self._put = put
        self._glass: Glass | None = None
        self._light = Light.OFF
        self._told: Condition | None = None
        self._errors: deque[int] = deque(maxlen=MANY_ERRORS)
        self._failed_probes = 0
        self._hung = False
        """The bus hung, or is gone; it is opened anew before each try until that works."""
        self._minute = 0
        self._probe_ns = 0
        self._draw_ns = 0
        self._anew_ns = 0
        self._packed: tuple[bytes, tuple[int, int], Pages] | None = None

    def step(self, wish: Wish, now_ns: int) -> int:
        """Do what is due at `now_ns`; when to step again, if the wish does not change. Never raises."""
        try:
            self._work(wish, now_ns)
        except Exception as error:  # noqa: BLE001 -- a display never stops anything; luma and the bus have errors of their own
            self._fail(wish, now_ns, error)
        return self._next_ns(wish, now_ns)

    def finish(self) -> None:
        """Leave the display blank. Never raises."""
        if self._glass is None:
            return
        self.live = False
        # It is gone, and so are we.
        with suppress(Exception):
            self._glass.blank()

    def _work(self, wish: Wish, now_ns: int) -> None:
        glass = self._glass_for(wish.oled)
        if not self.live:
            if now_ns >= self._probe_ns:
                if self._hung:
                    self._bus.reopen()
                    self._hung = False
                self._begin(glass, wish, now_ns)
            return
        wanted = wish.light(now_ns)
        if wanted is Light.OFF:
            self._sleep(glass, now_ns)
        elif now_ns >= self._anew_ns:
            self._minute += 1
            self._begin(glass, wish, now_ns)
        elif self._light is Light.OFF:
            self._begin(glass, wish, now_ns)
        else:
            self._show(glass, wish, wanted, now_ns)

    def _glass_for(self, oled: Oled) -> Glass:
        if self._glass is None or self._glass.oled != oled:
            if self._glass is not None and self._glass.oled.address != oled.address:
                self.finish()
            self._glass, self.live, self._packed = Glass(oled, self._bus), False, None
            self._failed_probes = self._probe_ns = 0
        return self._glass

    def _begin(self, glass: Glass, wish: Wish, now_ns: int) -> None:
        wanted = wish.light(now_ns)
        glass.begin(self._pages(glass, wish), wanted, lit=self.live and self._light is not Light.OFF)
        self.live = True
        self._failed_probes = 0
        self._light = wanted
        self._draw_ns, self._anew_ns = now_ns + DRAW_NS, now_ns + ANEW_NS
        self._tell_of_life(glass.oled, now_ns)

    def _sleep(self, glass: Glass, now_ns: int) -> None:
        """Dark, and asked now and then whether it is still there."""
        if self._light is not Light.OFF or now_ns >= self._anew_ns:
            glass.light(Light.OFF)
            self._light = Light.OFF
            self._anew_ns = now_ns + ANEW_NS
            self._tell_of_life(glass.oled, now_ns)

    def _show(self, glass: Glass, wish: Wish, wanted: Light, now_ns: int) -> None:
        if self._light is not wanted:
            glass.light(wanted)
            self._light = wanted
        pages = self._pages(glass, wish)
        if now_ns >= self._draw_ns and not glass.shows(pages):
            glass.draw(pages)
            self._draw_ns = now_ns + DRAW_NS

    def _pages(self, glass: Glass, wish: Wish) -> Pages:
        at = (0, 0) if wish.dots in all_patterns() else shift(self._minute)
        if self._packed is None or self._packed[:2] != (wish.dots, at):
            self._packed = (wish.dots, at, glass.pages(shifted(picture(wish.dots), *at)))
        return self._packed[2]

    def _fail(self, wish: Wish, now_ns: int, error: Exception) -> None:
        """One error may be a spark: a display that was there is asked once more. A bus that hangs is left in peace."""
        was_live, self.live = self.live, False
        if was_live:
            self._errors.append(now_ns)
        if was_live and self._glass is not None and not _hangs(error):
            try:
                self._begin(self._glass, wish, now_ns)
            except Exception as another:  # noqa: BLE001 -- as above
                error = another
            else:
                return
        wait_s = PROBES_S[min(self._failed_probes, len(PROBES_S) - 1)]
        self._failed_probes += 1
        self._hung = self._hung or _hangs(error)
        self._probe_ns = now_ns + wait_s * _NS_PER_S
        self._tell(Condition.ABSENT, now_ns, _why(wish.oled, error))

    def _tell_of_life(self, oled: Oled, now_ns: int) -> None:
        recent = [at_ns for at_ns in self._errors if now_ns - at_ns < ANEW_NS]
        where = f"{oled.driver.value} 0x{oled.address:02X}"
        if len(recent) >= MANY_ERRORS:
            words = Words(
                f"屏幕 {where} 总线出错频繁，请检查接线", f"OLED {where}: many errors on its bus, check its wires"
            )
            self._tell(Condition.DEGRADED, now_ns, words)
        else:
            self._tell(Condition.OK, now_ns, Words(f"屏幕 {where} 正常", f"OLED {where} works"))

    def _tell(self, condition: Condition, now_ns: int, words: Words) -> None:
        if condition is not self._told:
            self._told = condition
            self._put(Health(Device.OLED, condition, now_ns, detail=words))

    def _next_ns(self, wish: Wish, now_ns: int) -> int:
        if not self.live:
            return self._probe_ns
        due = [self._anew_ns]
        change_ns = next_change(now_ns - wish.used_ns, keep_lit=wish.keep_lit)
        if change_ns is not None:
            due.append(now_ns + change_ns)
        glass = self._glass
        if glass is not None and self._light is not Light.OFF and not glass.shows(self._pages(glass, wish)):
            due.append(self._draw_ns)
        return min(due)


def _hangs(error: Exception) -> bool:
    """Whether the bus does nothing any more before it is opened anew: it hangs, or is not open."""
    return isinstance(error, OSError) and error.errno in HANGS


def _why(oled: Oled, error: Exception) -> Words:
    """Why the display does not show anything, as far as it can be told, and what to do."""
    where = f"0x{oled.address:02X}"
    if isinstance(error, OSError) and error.errno == errno.ETIMEDOUT:
        return Words(
            f"屏幕 {where} 所在总线卡住，请检查接线",
            f"OLED {where}: its bus hangs, check the wires of everything on it",
        )
    if isinstance(error, OSError):
        return Words(
            f"屏幕 {where} 没有应答，请检查接线和地址（错误 {error.errno}）",
            f"OLED {where} does not answer, check its wires and its address (error {error.errno})",
        )
    return Words(f"屏幕 {where} 无法使用：{error}", f"OLED {where} cannot be used: {error}")
