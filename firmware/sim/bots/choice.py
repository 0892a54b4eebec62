"""A number somebody means to press while numbers are counted, and what has become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.seats import Option


class Choice:
    """One roll call as one player means it.

    `target`: the number to be pressed, None for nobody. `stands`: the number the player has pressed
    last and not taken back, as it believes. `from_sweep`: it lets the sweeps before that one pass.
    """

    def __init__(self, target: Option | None, *, night: bool, from_sweep: int = 1) -> None:
        """A choice nobody has pressed for yet. `night`: it is read back by lamp and can be cleared by a hold."""
        self.target = target
        self.stands: Option | None = None
        self.night = night
        self.from_sweep = from_sweep
        self.sweep = 1
        self.pressed = False
        self.refused: list[Option] = []
        self.final = False
        """The first press stands, the house says: nothing is changed or taken back."""
        self.forced = False
        """Nobody may choose nobody: it is not taken back."""

    def due(self, option: Option) -> bool:
        """Whether `option`, being counted now, is the moment to press."""
        return not self.pressed and self.sweep >= self.from_sweep and option == self.target

    def turn_to(self, target: Option | None) -> None:
        """Mean another number from now on."""
        self.target = target
        self.pressed = False

    def press(self, option: Option) -> None:
        """The key goes down for `option`."""
        self.stands = option
        self.pressed = True

    def clear(self) -> None:
        """The hold that takes the choice back has begun."""
        self.stands = None
        self.target = None

    def refuse(self) -> Option | None:
        """The lamp has refused what was pressed last; the number it was. What stood before it is not known any more."""
        if self.target is not None:
            self.refused.append(self.target)
        self.stands = None
        return self.target


class Pair(Choice):
    """Two options at once: 丘比特. `kept`: what has been pressed, the newest last; a third press drops the older."""

    def __init__(self, targets: tuple[Option, ...], *, from_sweep: int = 1) -> None:
        """Nothing pressed yet."""
        super().__init__(targets[0] if targets else None, night=True, from_sweep=from_sweep)
        self.forced = True
        self.kept: tuple[Option, ...] = ()
        self._wanted = targets

    def due(self, option: Option) -> bool:
        """Whether `option` is one of the two and not pressed yet."""
        return self.sweep >= self.from_sweep and option in self._wanted

    def turn_to(self, target: Option | None) -> None:
        """Mean another one besides from now on."""
        super().turn_to(target)
        self._wanted = () if target is None else (target,)

    def press(self, option: Option) -> None:
        """The key goes down for `option`."""
        super().press(option)
        self._wanted = tuple(other for other in self._wanted if other != option)
        self.kept = (*(other for other in self.kept if other != option), option)[-2:]
        self.pressed = not self._wanted
