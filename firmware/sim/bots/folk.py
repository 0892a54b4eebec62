"""Players of the good cards that not every board has, of 盗贼, and of no card yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.events import DuelCalled, Growled
from firmware.sim.bots.choice import Choice, Pair
from firmware.sim.bots.office import Citizen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.public import PublicView
    from engine.seats import Option, Seat
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken

WOLVES = ("werewolf", "white_wolf_king", "wolf_king", "wolf_beauty", "hidden_wolf")
"""The cards that 盗贼 must take."""

DUELS = 200
"""How often in ten thousand 骑士 draws at a sentence that lets him."""


class Undealt(Citizen):
    """A player of a card-less deal: looks at its lamp while the names of the deck are counted, and has that card."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, without a card."""
        super().__init__(*args, **kwargs)
        self._named: Option | None = None
        self._lines["deal.close"] = self._turn_up

    def _look_at_lamp(self, spoken: Spoken) -> None:
        super()._look_at_lamp(spoken)
        self._named = None

    def _lit(self) -> None:
        super()._lit()
        if self._awake and isinstance(self._number, str):
            self._named = self._number

    def _turn_up(self, spoken: Spoken) -> None:
        self._shut(spoken)
        if isinstance(self._named, str):
            self._become(self._named)


class Thief(Citizen):
    """盗贼: sees the two spare cards and takes one; a wolf, where one is; now and then he tries to leave it."""

    step = "thief"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; nothing seen yet."""
        super().__init__(*args, **kwargs)
        self._spares: list[str] = []
        self._looking = False
        self._lines |= {"thief.look": self._look, "thief.pick": self._take, "thief.close": self._taken}

    def _look(self, _: Spoken) -> None:
        self._spares = []
        self._looking = self._awake

    def _lit(self) -> None:
        """The lamp lights at the two."""
        super()._lit()
        if self._looking and isinstance(self._number, str):
            self._spares.append(self._number)

    def _take(self, _: Spoken) -> None:
        self._looking = False
        if not self._awake:
            return
        wolves = [card for card in self._spares if card in WOLVES]
        free = not wolves or self._chance(1_500)
        cards = self._spares if free else wolves
        target = None if self._chance(1_000) or not cards else self._rng.choice(cards)
        self._choice = Choice(target, night=True)
        self._choice.forced = True

    def _another(self, choice: Choice) -> Option | None:
        """The other of the two."""
        others = [card for card in self._spares if card != choice.stands and card not in choice.refused]
        return self._rng.choice(others) if others else None

    def _taken(self, spoken: Spoken) -> None:
        taken = self._choice.stands if self._choice else None
        self._shut(spoken)
        if isinstance(taken, str):
            self._become(taken)


class Cupid(Citizen):
    """丘比特: makes two lovers, himself one of them now and then; what he leaves open a lot fills."""

    step = "cupid"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; nobody is bound."""
        super().__init__(*args, **kwargs)
        self._read_at: list[Option] = []
        self._changed = False
        self._lines |= {"cupid.pick": self._bind, "cupid.close": self._bound}

    def _bind(self, _: Spoken) -> None:
        if not self._awake:
            return
        pair = self._rng.sample(self._living, 2)
        if self._chance(1_500):
            pair = [self.seat, self._rng.choice([s for s in self._living if s != self.seat])]
        some = self._rng.choice((0, 1, 2, 2, 2, 2, 2, 2, 2, 2))
        self._read_at = []
        self._changed = False
        self._choice = Pair(tuple(pair[:some]))

    def _second_sweep(self, spoken: Spoken) -> None:
        was = self._choice.pressed if self._choice else False
        super()._second_sweep(spoken)
        self._changed = self._choice is not None and was and not self._choice.pressed
        self._number = None

    def _compare(self, choice: Choice, read: Option | None) -> None:
        """The lamp lights at both in the second sweep."""
        del choice
        if read is not None:
            self._read_at.append(read)

    def _bound(self, spoken: Spoken) -> None:
        pair = self._choice
        # Staff may have cut the second sweep short: only a number that was counted can have been read back.
        counted = self._number == self._living[-1]
        sure = self.temper.steady and counted and not self._changed
        if isinstance(pair, Pair) and sure and len(pair.kept) > 1 and {*pair.kept} != {*self._read_at}:
            self.complaints.append(f"chose {pair.kept}, its lamp said {self._read_at}")
        self._shut(spoken)


class BearTamer(Citizen):
    """驯熊师: suspects who sits beside him when the bear growls."""

    step = "bear"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; no growl yet."""
        super().__init__(*args, **kwargs)
        self._growls = False

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact: the growl."""
        super().see(event, view)
        if isinstance(event, Growled):
            self._growls = event.yes

    def suspect(self, candidates: Sequence[Seat]) -> Seat | None:
        """One of the two beside him, after a growl."""
        if self._growls and self.seat in self._living and self._chance(7_000):
            at = self._living.index(self.seat)
            beside = {self._living[at - 1], self._living[(at + 1) % len(self._living)]}
            near = [seat for seat in candidates if seat in beside and seat != self.seat]
            if near:
                return self._rng.choice(near)
        return super().suspect(candidates)


class Elder(Citizen):
    """禁言长老: silences one a night, not the same twice running; now and then he tries that all the same."""

    step = "elder"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, having silenced nobody."""
        super().__init__(*args, **kwargs)
        self._hushed: Option | None = None
        self._lines |= {"elder.pick": self._hush, "elder.close": self._close}

    def _hush(self, _: Spoken) -> None:
        if not self._awake:
            return
        others = [seat for seat in self._living if seat != self._hushed]
        again = self._hushed if self._chance(800) else None
        target = again or (None if self._chance(1_000) or not others else self._rng.choice(others))
        self._choice = self._choose(target, night=True)

    def _close(self, spoken: Spoken) -> None:
        if self._choice is not None:
            self._hushed = self._choice.stands
        self._shut(spoken)


class Knight(Citizen):
    """骑士: draws once, by the reveal gesture, against whom he suspects."""

    step = "knight"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; his sword is in its sheath."""
        super().__init__(*args, **kwargs)
        self._drawn = False
        self._lines["knight.ask"] = self._challenge

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact: he has drawn."""
        super().see(event, view)
        self._drawn = self._drawn or (isinstance(event, DuelCalled) and event.seat == self.seat)

    def _floor(self, spoken: Spoken) -> None:
        super()._floor(spoken)
        self._draw(spoken.length_ms + 6_000)

    def _gestures(self, spoken: Spoken) -> None:
        super()._gestures(spoken)
        self._draw(spoken.length_ms + 6_000)

    def _call_order(self, spoken: Spoken) -> None:
        super()._call_order(spoken)
        self._draw(3_000)

    def _draw(self, within_ms: int) -> None:
        """Now and then also when he has drawn before, which the rules refuse."""
        if self.alive and self._chance(DUELS // 10 if self._drawn else DUELS):
            self._hand.reveal(self._rng.randrange(20, within_ms))

    def _challenge(self, spoken: Spoken) -> None:
        self._take_aim(spoken, self._opponent)

    def _opponent(self) -> Option | None:
        return None if self._chance(1_000) else self.suspect(self._living)


class OldRogue(Citizen):
    """老流氓: says by night that he holds the card."""

    step = "rogue"


class Bomber(Citizen):
    """炸弹人: blows up when he is exiled, where he is asked."""

    step = "bomber"

    def _skill_window(self, spoken: Spoken) -> None:
        if spoken.say.key == "bomb.ask" and spoken.say.seat == self.seat and not self._chance(2_000):
            self._hand.tap(self._rng.randrange(400, 4_500))
        else:
            super()._skill_window(spoken)
