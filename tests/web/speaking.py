"""A table whose judge has a recorded voice, and an ear in the browser that notes what a page plays."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from audio.say import Language, Say
from audio.soundfiles import encode_ogg
from audio.wire import RATE, Part
from firmware.web.publisher import Publisher
from tests.web.stage import PATIENCE_S, Stage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from firmware.web.views import Channel

FILE_RATE: Final = 24_000

UNTOUCHED: Final = """window.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options);
    this.suspend();
  }
};"""
"""Nothing is heard before a key or a click. Chromium takes the probing of a test for one, if it comes early enough."""

LISTEN: Final = """() => {
  window.heard = { started: [], ended: [], stopped: [], ramps: [] };
  const { start } = AudioBufferSourceNode.prototype;
  const { stop } = AudioScheduledSourceNode.prototype;
  const { setValueAtTime, linearRampToValueAtTime } = AudioParam.prototype;
  AudioBufferSourceNode.prototype.start = function (when, from) {
    heard.started.push({ at: Math.round(when * this.context.sampleRate), from: from, rate: this.context.sampleRate });
    this.addEventListener("ended", () => heard.ended.push(this.buffer.length));
    return start.call(this, when, from);
  };
  AudioScheduledSourceNode.prototype.stop = function (when) {
    heard.stopped.push(when);
    return stop.call(this, when);
  };
  AudioParam.prototype.setValueAtTime = function (value, when) {
    heard.ramps.push([value, when]);
    return setValueAtTime.call(this, value, when);
  };
  AudioParam.prototype.linearRampToValueAtTime = function (value, when) {
    heard.ramps.push([value, when]);
    return linearRampToValueAtTime.call(this, value, when);
  };
}"""
"""Frames of the page's clock where a recording was scheduled, the frames of those played out, and what was cut off."""


class Recording(msgspec.Struct, frozen=True):
    """A sentence as it was recorded."""

    parts: tuple[Part, ...]


class Speaking(Stage):
    """A table whose judge says what was recorded for it."""

    def __init__(self, folder: Path, record: tuple[Channel, ...] = ()) -> None:
        """Keep the recordings in `folder`; nothing is recorded yet."""
        super().__init__(record=record)
        self.folder = folder
        self.recorded: dict[Say, Recording] = {}
        self.publisher = Publisher(self.hub, Language.ZH, self.clock, self.recorded.get)

    def record(self, say: Say, *seconds: float) -> tuple[Path, ...]:
        """Record `say` in pieces of so many seconds, one joined to the other; the files."""
        parts: list[Part] = []
        files = []
        at = 0
        for piece in seconds:
            time = np.arange(round(piece * FILE_RATE)) / FILE_RATE
            path = self.folder / f"{len(list(self.folder.iterdir())):016x}.ogg"
            path.write_bytes(encode_ogg((0.2 * np.sin(2 * np.pi * 300 * time)).astype(np.float32), FILE_RATE))
            files.append(path)
            parts.append(Part(str(path), at, round(piece * RATE)))
            at += round(piece * RATE)
        self.recorded[say] = Recording(tuple(parts))
        return tuple(files)


def heard(page: Page, until: str) -> dict[str, Any]:
    """What `page` has played, once the condition `until` holds of it. No frames are drawn of a page behind another."""
    page.wait_for_function(f"() => {{ const h = heard; return {until}; }}", timeout=PATIENCE_S * 1000, polling=20)
    told: dict[str, Any] = json.loads(page.evaluate("JSON.stringify(heard)"))
    return told
