"""What a card adds to a player: its night, its knowledge, its skill."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from firmware.sim.bots.choice import Choice
from firmware.sim.bots.office import Citizen, Guard, Idiot
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.seats import Option, Seat, Seats
    from firmware.table.outlets import Spoken

RARE: Final = 4
"""So much likelier than in a speech is a 自爆 at what comes once a day at most."""

NERVE: Final = 4_000
"""How often in ten thousand a wolf reveals itself at each sentence that this table's wolves have waited for."""


class Wolf(Citizen):
    """狼人: agrees with the pack by signs, knifes, may reveal itself by day."""

    step = "wolf"
    confirm = "wolf.confirm"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; the pack is met in the first night."""
        super().__init__(*args, **kwargs)
        self._pack: Seats = ()
        self._lines |= {
            "wolf.know": self._meet,
            "wolf.talk": self._agree,
            "wolf.pick": self._knife,
            "wolf.verdict": self._done,
        }

    def _meet(self, _: Spoken) -> None:
        self._hand.wait(1_500, self._look_round)

    def _look_round(self) -> None:
        self._pack = tuple(sorted({*self._pack, *self._signs.faces(self.seat)}))

    def _agree(self, _: Spoken) -> None:
        """Sign a target, or nod to one that is signed already."""
        if self._awake:
            self._look_round()
            self._hand.wait(self._rng.randrange(400, 5_000), self._sign)

    def _sign(self) -> None:
        seen = list(self._signs.seen(self.seat).values())
        own = self._prey()
        target = seen[0] if seen and not self._chance(700) else own
        if target is not None:
            self._signs.show(self.seat, target)

    def _prey(self) -> Option | None:
        """Whom to knife: seldom one of the pack."""
        own = self._chance(150)
        prey = [s for s in self._living if own or s not in (self.seat, *self._pack)]
        return self._rng.choice(prey) if prey else None

    def _knife(self, _: Spoken) -> None:
        if not self._awake:
            return
        seen = self._signs.seen(self.seat)
        target = seen.get(self.seat, self._prey())
        self._choice = self._choose(None if self._chance(200) else target, night=True)

    def _done(self, _: Spoken) -> None:
        self._choice = None

    def _floor(self, spoken: Spoken) -> None:
        """自爆, now and then, while somebody speaks or is called to speak; in the own speech as well."""
        super()._floor(spoken)
        self._show_off(spoken, spoken.length_ms + 6_000)

    def _show_off(self, spoken: Spoken, within_ms: int, times: int = 1) -> bool:
        chance = times * self.temper.shows_off
        if chance and spoken.say.key == self.nerve:
            chance = NERVE
        if not self.alive or not self._chance(chance):
            return False
        self._hand.reveal(self._rng.randrange(20, within_ms))
        return True

    def _quit_window(self, spoken: Spoken) -> None:
        """自爆 while others withdraw."""
        super()._quit_window(spoken)
        self._show_off(spoken, 6_000, RARE)

    def _call_order(self, spoken: Spoken) -> None:
        """自爆 while the sheriff chooses, or while the wolf itself does."""
        super()._call_order(spoken)
        self._show_off(spoken, 3_000, RARE)

    def _vote_for_sheriff(self, spoken: Spoken) -> None:
        """自爆 with all eyes shut; who does that has no mind for a vote."""
        super()._vote_for_sheriff(spoken)
        if self._show_off(spoken, 3_000, RARE):
            self._ballot = None

    def favours(self, candidates: Sequence[Seat]) -> Seat | None:
        """A wolf trusts its pack."""
        pack = [seat for seat in candidates if seat in self._pack and seat != self.seat]
        return self._rng.choice(pack) if pack and self._chance(6_000) else super().favours(candidates)

    def suspect(self, candidates: Sequence[Seat]) -> Seat | None:
        """A wolf pretends to suspect somebody who is none."""
        others = [s for s in candidates if s not in self._pack]
        return super().suspect(others or candidates)


class Seer(Citizen):
    """预言家: checks one seat a night and remembers."""

    step = "seer"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, knowing nobody."""
        super().__init__(*args, **kwargs)
        self._good: list[Seat] = []
        self._bad: list[Seat] = []
        self._checked: Option | None = None
        self._watching = False
        self._lines |= {"seer.pick": self._check, "seer.result": self._watch}

    def _check(self, _: Spoken) -> None:
        if not self._awake:
            return
        self._watching = False
        known = {self.seat, *self._good, *self._bad}
        fresh = [s for s in self._living if s not in known]
        # Now and then somebody tries what the rules refuse: a look at the own card.
        target = self.seat if self._chance(200) else (self._rng.choice(fresh) if fresh else None)
        self._choice = self._choose(target, night=True)

    def _watch(self, _: Spoken) -> None:
        self._checked = self._choice.stands if self._choice else None
        self._choice = None
        self._watching = self._awake

    def lamp(self, pattern: Pattern) -> None:
        """After the check the lamp answers: steady 好人, fast blink 狼人."""
        super().lamp(pattern)
        if not self._watching or self._checked is None or pattern not in (Pattern.STEADY, Pattern.FAST):
            return
        seat = next((s for s in self._living if s == self._checked), None)
        known = self._good if pattern is Pattern.STEADY else self._bad
        if seat is not None and seat not in known:
            known.append(seat)

    def accuses(self) -> int:
        """Who has seen a wolf says so."""
        return 9_000 if any(seat in self._living for seat in self._bad) else super().accuses()

    def suspect(self, candidates: Sequence[Seat]) -> Seat | None:
        """Who was seen as a wolf; never who was seen as good, while there is anybody else."""
        for seat in self._bad:
            if seat in candidates:
                return seat
        others = [s for s in candidates if s not in self._good]
        return super().suspect(others or candidates)


class Witch(Citizen):
    """女巫: sees the victim while she has the antidote, saves once, poisons once."""

    step = "witch"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, with two potions."""
        super().__init__(*args, **kwargs)
        self._antidote = True
        self._poison = True
        self._used_tonight = False
        self._victim: Option | None = None
        self._looking = False
        self._lines |= {
            "witch.victim": self._look,
            "witch.heal": self._heal,
            "witch.poison": self._pour,
            "witch.close": self._close,
        }

    def _look(self, _: Spoken) -> None:
        self._victim = None
        self._used_tonight = False
        self._looking = self._awake

    def _lit(self) -> None:
        """While numbers are counted the lamp lights at the victim's."""
        super()._lit()
        if self._looking:
            self._victim = self._number

    def _heal(self, _: Spoken) -> None:
        """Save, mostly; a careless witch presses with nobody to save; a press can be taken back by a hold."""
        self._looking = False
        if not self._awake or not self._antidote:
            return
        if self._victim is None and not self._chance(self.temper.noise * 20):
            return
        if self._chance(3_500):
            return
        self._hand.tap(self._rng.randrange(500, 2_000), self._saved)
        if self._chance(600):
            self._hand.hold(self._rng.randrange(2_700, 3_600), then=self._kept)

    def _saved(self) -> None:
        self._used_tonight = self._victim is not None
        self._antidote = self._antidote and self._victim is None

    def _kept(self) -> None:
        self._antidote = True
        self._used_tonight = False

    def _pour(self, _: Spoken) -> None:
        if not self._awake:
            return
        wants = self._poison and not self._used_tonight and self._chance(4_000)
        tries = self._chance(self.temper.noise * 10)
        self._choice = self._choose(self.suspect(self._living) if wants or tries else None, night=True)

    def _close(self, spoken: Spoken) -> None:
        if self._choice is not None and self._choice.stands is not None:
            self._poison = False
        self._shut(spoken)


class Hunter(Citizen):
    """猎人: learns by night whether he may shoot, and shoots when he dies."""

    step = "hunter"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, with a gun."""
        super().__init__(*args, **kwargs)
        self._watching = False
        self._may_shoot = True
        self._lines |= {"hunter.status": self._watch, "hunter.close": self._shut_gun}

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
        """Mostly he shoots. Where he may not, pressing changes nothing, and he may press all the same."""
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


PLAYERS: Final[Mapping[str, type[Citizen]]] = MappingProxyType(
    {"werewolf": Wolf, "seer": Seer, "witch": Witch, "hunter": Hunter, "guard": Guard, "idiot": Idiot}
)
"""How a card is played; a card that is missing sleeps by night."""


def player_of(card: str) -> type[Citizen]:
    """The class that plays `card`."""
    return PLAYERS.get(card, Citizen)
