"""The judge who is heard: voices, player and loudspeaker of one table, as staff have chosen them.

Imported only where the libraries of sound are installed (`audio.player.missing`).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from audio.devices import SERVER, known_cards, server_runs
from audio.errors import UnknownCard
from audio.online import missing
from audio.player import Event, Player
from audio.say import Language, Say
from audio.wire import Cue, Done, Failed, Setup, Started, Why
from engine.text import Text
from firmware.audience import Audience
from firmware.live import SAID, Live
from firmware.loop import Loop
from firmware.loudspeaker import Loudspeaker
from firmware.menu.choices import Choices
from firmware.menu.page import SoundState
from firmware.missed import Missed
from firmware.soundguard import Desk, SoundGuard
from firmware.voiced import Voiced

log = logging.getLogger("faguan.voice")

MISSED: Final = "missed"
"""The file beside what no pack has that is there while a loudspeaker that is not there is missed."""
NO_SERVER: Final = Text(
    f"没有声音服务器 {SERVER}，由网页播报，等它出现。", f"No sound server {SERVER}: the pages speak; it is waited for."
)
TEST: Final = Say(key="staff.volume")


class Aloud(Voiced):
    """A judge with a loudspeaker, or one who would have it if there were a sound card."""

    def __init__(
        self,
        *,
        loop: Loop,
        language: Language,
        choices: Choices,
        folder: Path,
        there: Callable[[bool], None],
        player: Callable[[Callable[[Event], None], Setup], Player] = Player,
    ) -> None:
        """Keep what no pack can say under `folder`. `there` is told whether there is a loudspeaker."""
        live = Live(folder)
        super().__init__(language, choices, live)
        self._loop = loop
        self._online = live.online
        self._choices = choices
        self._open = player
        self._player: Player | None = None
        self._resting = True
        self._spoilt: set[Say] = set()
        """What was not said because of a recording that proved spoilt."""
        self._ids = -1
        self._missed = Missed(folder / SAID / MISSED)
        self.guard = SoundGuard(
            lambda: bool(self._choices.card) or self._missed.holds, there, self._missed.note, voice=self
        )
        self.loudspeaker = Loudspeaker(self, self._spoken, self._online.night, self.guard.unsaid, self.guard.spoilt)
        self._apply(choices)
        self.told = (*self.told, *_unknown(choices.card))
        loop.on(Failed, self._failed)
        loop.on(Started, _nothing)
        loop.on(Done, self._done)

    @property
    def followers(self) -> tuple[Audience, ...]:
        """The loudspeaker, and who watches that it is heard."""
        return (self.loudspeaker, self.guard)

    def attach(self, loop: Loop, desk: Desk) -> None:
        """Pause the games of `desk` where they cannot be heard."""
        self.guard.attach(loop, desk)

    @property
    def found(self) -> bool:
        """Whether there is anything to make sound with, or `told` says what there is not."""
        return bool(known_cards() or server_runs(os.environ) or _unknown(self._choices.card))

    # ------------------------------------------------------------ what staff see and choose

    @property
    def state(self) -> SoundState:
        """Cards and voices as they are now; a loudspeaker that was put in meanwhile is used."""
        self._look_for_card()
        cards = tuple(card.name for card in known_cards())
        if server_runs(os.environ):
            cards = (SERVER, *cards)
        offline = missing()
        return SoundState(
            cards=cards,
            voices=self.shelf.names,
            notes=self.shelf.told(),
            trouble=self._trouble(),
            online_trouble=None if offline is None else Text(offline.zh, offline.en),
        )

    def use(self, choices: Choices) -> Text | None:
        """Volume, voice, loudspeaker and online voice hold at once."""
        before, self._choices = self._choices, choices
        if self._player is not None and choices.volume_db != before.volume_db:
            self._player.volume(choices.volume_db)
        if self._player is not None and choices.card != before.card:
            self._player.device(choices.card)
        self._apply(choices)
        return None

    def test(self) -> None:
        """The test sentence, now; a chime where nobody can say it."""
        planned = self.shelf.planner(self._spoken.language)(TEST)
        if planned is None:
            self.alert()
        else:
            self._ids -= 1  # the games' sentences count upwards
            self.play((Cue(id=self._ids, at=0, parts=planned.parts),), self._loop.now_ns())

    def alert(self) -> None:
        """The alert."""
        self.loudspeaker.fault()

    def beats(self) -> int | None:
        """Those of the player, once there is one."""
        return None if self._player is None else self._player.beats()

    def can_say(self, say: Say) -> bool:
        """Whether anybody can say it now."""
        return self.shelf.planner(self._spoken.language)(say) is not None

    def coming(self, say: Say) -> bool:
        """Whether what nobody can say yet is being made."""
        return self.shelf.coming(self._spoken.language, say)

    def close(self) -> None:
        """End the worker and the threads."""
        if self._player is not None:
            self._player.close()
        super().close()

    # ------------------------------------------------------------ the player, where there is one

    def play(self, cues: tuple[Cue, ...], start_ns: int) -> None:
        """Say a whole score."""
        if self._player is not None:
            self._player.play(cues, start_ns)

    def silence(self) -> None:
        """Fade out."""
        if self._player is not None:
            self._player.silence()

    def mask(self, *, on: bool, seed: int = 0, db: float = 0.0, at_ns: int | None = None) -> None:
        """Mask noise on or off."""
        if self._player is not None:
            self._player.mask(on=on, seed=seed, db=db, at_ns=at_ns)

    def bed(self, *, on: bool, at_ns: int | None = None) -> None:
        """Music on or off."""
        if self._player is not None:
            self._player.bed(on=on, at_ns=at_ns)

    def chime(self, kind: str, at_ns: int | None = None) -> None:
        """A chime."""
        if self._player is not None:
            self._player.chime(kind, at_ns)

    def rest(self, *, on: bool) -> None:
        """Whether no game is open."""
        self._resting = on
        if self._player is not None:
            self._player.rest(on=on)

    # ------------------------------------------------------------ inside

    def _apply(self, choices: Choices) -> None:
        """Let voice and online voice be what staff chose."""
        super().use(choices)
        self._look_for_card()
        self._online.turn(choices.online)

    def _look_for_card(self) -> None:
        """Begin to make sound as soon as there is anything to make it with, or anything is missed."""
        missed = self._choices.card or self._missed.holds
        if self._player is None and (missed or known_cards() or server_runs(os.environ)):
            setup = Setup(card=self._choices.card, volume_db=self._choices.volume_db)
            self._player = self._open(self._loop.put, setup)
            self._player.rest(on=self._resting)

    def _failed(self, failed: Failed) -> None:
        """What was not said stands as a caption; by night the table does not go on as if it had been heard."""
        spot = self.loudspeaker.ended(failed.id)
        if failed.why is Why.STOPPED:
            return
        log.info("not said: %s %s", failed.why.value, failed.detail)
        if spot is None:
            return
        if failed.why is not Why.BROKEN:
            self.guard.unheard(failed.why)
            return
        # Perhaps another voice can say it: by night it is said again at once, and if that fails, too, staff are told.
        again = self.loudspeaker.covers and spot.say not in self._spoilt
        self._spoilt.add(spot.say)
        self.shelf.look_again()
        self._spoken.forget()
        if again:
            self.guard.unheard(failed.why)
        else:
            self.loudspeaker.broken(spot)

    def _done(self, done: Done) -> None:
        """It has been heard."""
        self.loudspeaker.ended(done.id)

    def _trouble(self) -> Text | None:
        """Why nothing is heard."""
        if self._player is None:
            return Text("没有找到喇叭，只有字幕。", "No loudspeaker was found: captions only.")
        health = self._player.health()
        return None if health.heard or not health.why.zh else health.why


def _unknown(card: str) -> tuple[Text, ...]:
    """That the card that staff have chosen is not there: it is waited for."""
    known = tuple(one.name for one in known_cards())
    if card == SERVER and not server_runs(os.environ):
        return (NO_SERVER,)
    if card in ("", SERVER, *known):
        return ()
    error = UnknownCard(card, known)
    return (Text(error.zh, error.en),)


def _nothing(started: Started) -> None:
    """Nobody waits for a sentence: its length is known beforehand."""
    del started
