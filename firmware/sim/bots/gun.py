"""Players with a gun: told by night whether they may shoot, and shooting when they die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from firmware.sim.bots.choice import Choice
from firmware.sim.bots.office import Citizen
from hardware.ports import Pattern

if TYPE_CHECKING:
    from firmware.table.outlets import Spoken


class Armed(Citizen):
    """猎人 and 狼王."""

    gun = "hunter"
    """The name of the night step that tells whether the gun may be used."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, with a gun."""
        super().__init__(*args, **kwargs)
        self._watching = False
        self._may_shoot = True
        self._lines |= {f"{self.gun}.status": self._watch, f"{self.gun}.close": self._shut_gun}

    def _watch(self, _: Spoken) -> None:
        self._watching = self._awake

    def _shut_gun(self, spoken: Spoken) -> None:
        self._watching = False
        self._shut(spoken)

    def lamp(self, pattern: Pattern) -> None:
        """Steady: may shoot. Fast blink: may not."""
        super().lamp(pattern)
        if self._watching and pattern in (Pattern.STEADY, Pattern.FAST):
            self._may_shoot = pattern is Pattern.STEADY

    def _skill_window(self, spoken: Spoken) -> None:
        """Mostly it shoots. Where it may not, pressing changes nothing, and it may press all the same."""
        if spoken.say.seat != self.seat:
            return
        if self._may_shoot and not self._chance(800):
            self._hand.tap(self._rng.randrange(400, 4_500))
        else:
            super()._skill_window(spoken)

    def _aim(self, spoken: Spoken) -> None:
        """Now and then nobody is shot: 不开枪 by name, or by letting the count pass."""
        super()._aim(spoken)
        if self._aiming and self._chance(2_000):
            self._choice = Choice("none" if self._chance(5_000) else None, night=False)
