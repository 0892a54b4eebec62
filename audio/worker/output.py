"""The device: the only file that knows PyAudio.

Learnt the hard way, all of it: `stop_stream` may never return, so a stream is only ever closed. A stream that has
stopped is never started again; another is made. The list of devices is read when PyAudio is made, so every attempt
makes one and ends it.
"""

from __future__ import annotations

from typing import Any, Final

from audio.wire import NS_PER_S, RATE
from audio.worker.guard import Guard

CHANNELS: Final = 2


class NoDevice(Exception):
    """Raised when no stream can be opened; the text is PortAudio's."""


class Output:
    """An open stream of 16-bit stereo at 48 kHz whose frames come from a callback."""

    def __init__(self, guard: Guard, buffer_frames: int) -> None:
        """Open the default device and let it run. NoDevice: that cannot be done now."""
        try:
            import pyaudio  # noqa: PLC0415 - needs a library of the system; nothing is opened by an import
        except (ImportError, OSError) as error:
            raise NoDevice(f"pyaudio: {error}") from error

        self._library = pyaudio.PyAudio()
        try:
            self._stream: Any = self._library.open(
                rate=RATE,
                channels=CHANNELS,
                format=pyaudio.paInt16,
                output=True,
                frames_per_buffer=buffer_frames,
                stream_callback=guard,
            )
        # PyAudio raises OSError for what PortAudio says, and others for a device that describes itself in nonsense.
        except Exception as error:
            self._library.terminate()
            raise NoDevice(str(error)) from error
        self.latency_ns = int(self._stream.get_output_latency() * NS_PER_S)

    def active(self) -> bool:
        """Whether it runs. False for a device that was pulled out; a device that hangs still says True."""
        try:
            return bool(self._stream.is_active())
        except OSError:
            return False

    def close(self) -> None:
        """Close it. What is in the card's store is lost."""
        self._stream.close()
        self._library.terminate()
