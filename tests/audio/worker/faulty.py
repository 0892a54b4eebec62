"""A worker whose mixer fails at its 20th to 24th block: `python faulty.py`. Tests start it instead of the real one."""

from __future__ import annotations

from audio.worker import main, mixer

calls = 0
mix = mixer.Mixer.mix


def failing(self: mixer.Mixer, frames: int, at_ns: int) -> bytes:
    """Mix, or raise."""
    global calls  # noqa: PLW0603 - a script of one purpose
    calls += 1
    if 20 <= calls < 25:
        raise ZeroDivisionError("planted")
    return mix(self, frames, at_ns)


mixer.Mixer.mix = failing  # type: ignore[method-assign]
main.main()
