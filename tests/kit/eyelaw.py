"""The law of shut eyes: nobody is woken before a table that looks on, and nobody is asked who cannot see.

Two people listen. The quick one obeys the first syllable; the slow one only what has been said to its end, and
nothing of what was broken off. Whatever staff do and whenever the power goes, a role may be called only when both
have their eyes shut and no other role has been left awake, nor a seat that a tour has called; and whoever is asked
by day has them open, in both minds.
The law fails the test that breaks it.
"""

from __future__ import annotations

from typing import Final

from engine.public import PublicView
from engine.roles import SPEAKING
from firmware.audience import Audience
from firmware.table.outlets import Spoken
from tests.kit.law import ASKING, ASKING_THE_SHERIFF, LOOKS, SHUTS, SHUTTING

NS_PER_MS: Final = 1_000_000
STEPS: Final = frozenset(role.line_key for role in SPEAKING)
FALLS: Final = ("night.first", "night.fall", "deal.shut")
WIDE_OPEN: Final = (
    *("dawn.open", "dawn.again", "vote.end", "sheriff.vote_end", "deal.end"),
    *("staff.undo_open", "setup.redeal", "setup.welcome"),
)
LOOKING: Final = (*ASKING, *ASKING_THE_SHERIFF, "setup.ready_ask", "sheriff.quit_open")
"""Lines that ask who sees his lamp and the others."""


class Sleeper:
    """One person at the table, and what the judge has told their eyes, as that person took it."""

    def __init__(self, *, quick: bool) -> None:
        self.name = "quick" if quick else "slow"
        self.shut = self.night = False
        self.called: str | None = None
        self.looks = False
        self._quick = quick
        self._hearing: tuple[str, int] | None = None

    def settle(self, at_ns: int) -> None:
        """Another sentence begins: the one before was heard whole, or was broken off."""
        if self._hearing is not None and self._hearing[1] <= at_ns:
            self._obey(self._hearing[0])
        self._hearing = None

    def hear(self, key: str, ends_ns: int) -> None:
        """A sentence begins."""
        if self._quick:
            self._obey(key)
        else:
            self._hearing = (key, ends_ns)

    def miss(self) -> None:
        """The power is gone in mid-sentence."""
        self._hearing = None

    def _obey(self, key: str) -> None:
        step, _, part = key.rpartition(".")
        if key in FALLS:
            self.shut, self.night, self.called, self.looks = True, True, None, False
        elif key in WIDE_OPEN:
            self.shut, self.night, self.called, self.looks = False, False, None, False
        elif key in LOOKS:
            self.looks = True
        elif key in SHUTS:
            self.called, self.looks = None, False
        elif key in SHUTTING:
            self.shut = True
        elif step in STEPS and part == "wake":
            self.called = step
        elif step in STEPS and part == "close" and self.called == step:
            self.called = None


class EyeLaw(Audience):
    """Watches what is said at one table."""

    def __init__(self) -> None:
        """Everybody looks on."""
        self._people = (Sleeper(quick=True), Sleeper(quick=False))
        self._new = True

    def spoken(self, spoken: Spoken) -> None:
        """Judge the sentence, then let both hear it."""
        self._new = False
        key = spoken.say.key
        for person in self._people:
            person.settle(spoken.at_ns)
            self._judge(key, person)
            person.hear(key, spoken.at_ns + spoken.length_ms * NS_PER_MS)

    def caught_up(self, view: PublicView) -> None:
        """What was being said when the power went was not heard to its end; who comes in now finds eyes as they are."""
        for person in self._people:
            person.miss()
            if self._new:
                person.shut = person.night = view.night

    def _judge(self, key: str, person: Sleeper) -> None:
        step, _, part = key.rpartition(".")
        if step in STEPS and part == "wake":
            assert person.night, f"{key} before eyes that are open ({person.name})"
            assert person.called in (None, step), f"{key} while {person.called} is awake ({person.name})"
            assert not person.looks, f"{key} while one seat looks ({person.name})"
        if key in LOOKS:
            assert person.night, f"{key} before eyes that are open ({person.name})"
            assert person.called is None, f"{key} while {person.called} is awake ({person.name})"
            assert not person.looks, f"{key} while another seat looks ({person.name})"
        if key in LOOKING:
            assert not person.shut, f"{key} to eyes that are shut ({person.name})"
