"""By night nobody may miss a word: without a loudspeaker the game pauses while eyes are shut, and goes on by itself.

By day lost sound leaves captions and lamps. A loudspeaker that has never been there and that nobody chose is not
missed: then the judge speaks in captions from the first. One that was heard before a power cut is missed after it.
Staff who go on without sound are asked no second time.

A sentence of the night that was not said though there is a loudspeaker (it could not begin in time, its end never
came) is a word that somebody missed, too: the prompt is put again from its beginning. If that helps nothing, staff are
called. What nobody can say yet is waited for while it is being made, and then the prompt is put again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from audio.planner import render
from audio.say import Language, Say
from audio.supervisor import Back, Lost
from audio.wire import Why
from engine.setup import Setup
from engine.text import Text
from firmware.audience import Audience
from firmware.loop import Loop
from firmware.menu.actions import Pause, Resume
from firmware.table.outlets import Spoken
from firmware.table.session import Table

AGAIN: Final = 3
"""So often a prompt is put again for words that were not heard; then staff must look at the machine."""

LOOK_NS: Final = 250_000_000
"""So often it is looked whether what nobody could say has been made."""

NOT_READY: Final = Text("喇叭还没有准备好。", "The loudspeaker is not ready yet.")
MAKING: Final = Text("缺一段语音，正在补。", "A recording is missing; it is being made.")
TOO_SLOW: Final = Text(
    "喇叭跟不上，夜里的话没有说完。请检查喇叭，再选继续。",
    "The loudspeaker cannot keep up: words of the night were missed. See to it, then go on.",
)


class Desk(Protocol):
    """The judge, as far as it matters here."""

    @property
    def table(self) -> Table | None:
        """The game at play."""

    def act(self, action: Pause | Resume) -> None:
        """Carry it out."""

    def trouble(self, why: Text | None) -> None:
        """Tell staff why nothing is heard, or that it is heard again."""


class Throat(Protocol):
    """Who speaks, as far as it matters here."""

    def can_say(self, say: Say) -> bool:
        """Whether anybody can say it now."""

    def coming(self, say: Say) -> bool:
        """Whether what nobody can say yet is being made."""

    def alert(self) -> None:
        """Call staff with the alert."""


class SoundGuard(Audience):
    """Watches one loudspeaker for one judge."""

    def __init__(
        self,
        expected: Callable[[], bool],
        there: Callable[[bool], None],
        remember: Callable[[bool], None] = lambda _missed: None,
        *,
        voice: Throat | None = None,
    ) -> None:
        """`expected`: whether a loudspeaker is missed though this program has not heard it yet.

        `there` is told when there is none any more, and when there is one. `remember`: whether from now on one is
        missed, also after a power cut. `voice` may have later what it cannot say now; without one nothing comes.
        """
        self._voice = voice
        self._expected = expected
        self._there = there
        self._remember = remember
        self._loop: Loop | None = None
        self._desk: Desk | None = None
        self._heard = False
        self._lost = False
        self._paused = False
        """Whether the game stands still because of us."""
        self._waived = False
        """Whether staff have gone on without sound."""
        self._acting = False
        self._unsaid: set[str] = set()
        """Lines of this game that staff have been told of."""
        self._awaited: list[Say] = []
        """What the game stands still for, until it has been made."""
        self._made: set[Say] = set()
        """What was waited for in this game: it is waited for once."""
        self._prompt = 0
        self._early: int | None = None
        """The prompt of the night of which words came before a loudspeaker that nobody missed."""
        self._tries = 0
        """How often prompt number `_prompt` was put again because words of it were not heard."""
        self._patient = False
        """Whether staff have gone on with a loudspeaker that cannot keep up."""

    def attach(self, loop: Loop, desk: Desk) -> None:
        """Guard the games of `desk`; what becomes of the loudspeaker comes through `loop`."""
        self._loop, self._desk = loop, desk
        loop.on(Lost, self._gone)
        loop.on(Back, self._back)

    def spoken(self, spoken: Spoken) -> None:
        """A sentence begins; whether it can be heard is looked at when it has been told of."""
        del spoken
        if self._lost and self._loop is not None:
            self._loop.call_at(self._loop.now_ns(), self._look)

    def unsaid(self, say: Say) -> None:
        """By night nobody can say `say` yet: the prompt is put again when it has been made, else staff are told."""
        voice = self._voice
        if say in self._awaited:
            return
        if voice is None or say in self._made or not (voice.coming(say) or voice.can_say(say)):
            self.spoilt(say)
        elif self._loop is not None and say.key not in self._unsaid:
            self._awaited.append(say)
            if len(self._awaited) == 1:
                self._loop.call_at(self._loop.now_ns(), self._await)

    def spoilt(self, say: Say) -> None:
        """By night nobody says `say`: staff are told once a game, read it aloud, and go on."""
        if self._loop is not None and say.key not in self._unsaid:
            self._unsaid.add(say.key)
            self._loop.call_at(self._loop.now_ns(), lambda: self._tell(say))

    def unheard(self, why: Why) -> None:
        """A sentence was not said, or not to its end, for another reason than that somebody broke in.

        By night the prompt is put again; with a loudspeaker that is not ready yet, as soon as it is.
        """
        table = self._desk.table if self._desk is not None else None
        if self._desk is None or table is None or table.paused or self._lost or self._patient:
            return
        if why is Why.LOST:
            if self._heard or self._expected():
                self._gone(Lost(NOT_READY))
            elif table.eyes_may_be_shut:
                self._early = table.game.number
            return
        if not table.eyes_may_be_shut:
            return
        if table.game.number != self._prompt:
            self._prompt, self._tries = table.game.number, 0
        self._tries += 1
        if self._tries > AGAIN:
            self._call(TOO_SLOW)
            self._patient = True
        else:
            self._act(Pause())
            self._act(Resume(auto=True))

    def _tell(self, say: Say) -> None:
        if self._desk is not None and self._desk.table is not None:
            zh, en = render(say, Language.ZH), render(say, Language.EN)
            self._call(Text(f"这句没有声音，请念出来，再选继续：{zh}", f"No voice has this line. Read it, go on: {en}"))

    def _call(self, why: Text) -> None:
        """The game stands still until staff go on, who are called."""
        assert self._desk is not None, "there is a game"
        self._desk.trouble(why)
        self._desk.act(Pause())
        if self._voice is not None:
            self._voice.alert()

    def _await(self) -> None:
        """Stand still for what is being made, and go on when it is there."""
        table = self._desk.table if self._desk is not None else None
        if self._desk is None or self._loop is None or self._voice is None or table is None or not self._awaited:
            return
        if not table.paused:
            self._desk.trouble(MAKING)
            self._act(Pause())
        coming = [say for say in self._awaited if self._voice.coming(say)]  # before what is there: it may come between
        lacking = [say for say in self._awaited if not self._voice.can_say(say)]
        if lacking and all(say in coming for say in lacking):
            self._loop.call_at(self._loop.now_ns() + LOOK_NS, self._await)
            return
        self._made.update(self._awaited)
        self._awaited.clear()
        self._desk.trouble(None)
        if not lacking:
            self._act(Resume(auto=True))
        for say in lacking:
            if say not in coming:
                self.spoilt(say)

    def opened(self, setup: Setup, game: int, *, again: bool) -> None:
        """Another game."""
        del setup, game, again
        self._unsaid.clear()
        self._made.clear()
        self._awaited.clear()
        self._patient = False
        self._prompt = 0
        self._early = None

    def paused(self, *, paused: bool) -> None:
        """Staff have paused, which makes the pause theirs, or have gone on, which they may do without sound."""
        table = self._desk.table if self._desk is not None else None
        if self._acting or table is None:
            return
        self._paused = False
        self._awaited.clear()
        if paused or self._desk is None:
            return
        if not self._lost:
            self._desk.trouble(None)
        elif table.eyes_may_be_shut:
            self._waived = True
            self._remember(False)

    def closed(self) -> None:
        """The game is over."""
        self._paused = False
        self._awaited.clear()

    def _act(self, action: Pause | Resume) -> None:
        """Do it ourselves: it is not staff who pause or go on."""
        assert self._desk is not None, "there is a game"
        self._acting = True
        self._desk.act(action)
        self._acting = False

    def _gone(self, lost: Lost) -> None:
        self._there(False)
        if not (self._heard or self._expected()):
            return
        self._lost, self._waived = True, False
        if self._desk is not None:
            self._desk.trouble(lost.why)
        self._look()

    def _back(self, back: Back) -> None:
        del back
        self._there(True)
        self._remember(True)
        self._heard, self._lost, self._waived, self._patient = True, False, False, False
        early, self._early = self._early, None
        if self._desk is None:
            return
        self._desk.trouble(None)
        table = self._desk.table
        if self._paused and table is not None and table.paused:
            self._paused = False
            self._act(Resume(auto=True))
        elif table is not None and table.game.number == early and not table.paused and table.eyes_may_be_shut:
            self._act(Pause())
            self._act(Resume(auto=True))

    def _look(self) -> None:
        """Pause where eyes may be shut and nothing is heard."""
        table = self._desk.table if self._desk is not None else None
        if self._desk is None or table is None or table.paused or not self._lost or self._waived:
            return
        if table.eyes_may_be_shut:
            self._paused = True
            self._act(Pause())
