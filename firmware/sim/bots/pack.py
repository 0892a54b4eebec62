"""The wolves: those who wake together, and those who join them later or never."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.events import Exiled
from engine.houserules import ChildTurns, HiddenWolfEnd, SwitchOff
from engine.seats import Seat
from firmware.sim.bots.choice import Choice
from firmware.sim.bots.gun import Armed
from firmware.sim.bots.office import Citizen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.public import PublicView
    from engine.seats import Option, Seats
    from engine.secrecy import Public
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
            "wolf.special": self._claim_special,
        }
        if "wolf" not in (self.step, *self.more):
            self._lines |= {"wolf.wake": self._join, "wolf.close": self._part}

    def joins(self) -> bool:
        """Whether this player opens its eyes with the pack."""
        return True

    def explodes(self) -> bool:
        """Whether this player thinks that it may reveal itself."""
        return self.joins()

    def _join(self, spoken: Spoken) -> None:
        if self.joins():
            self._wake(spoken)

    def _part(self, spoken: Spoken) -> None:
        if self._awake:
            self._shut(spoken)

    def _claim_special(self, spoken: Spoken) -> None:
        """狼王请再连按两下: once more, for the own card."""
        if spoken.say.role == self.card and self._awake:
            self._claimed = False
            self._claim(spoken)

    def _gestures(self, spoken: Spoken) -> None:
        """Who may not utter a word may still reveal itself."""
        super()._gestures(spoken)
        self._show_off(spoken, spoken.length_ms + 6_000)

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
        dear = (self.seat, *self._pack, *((self._partner,) if self._partner else ()))
        prey = [s for s in self._living if own or s not in dear]
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
        if not self.alive or not self.explodes() or not self._chance(chance):
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


class WolfBeauty(Wolf):
    """狼美人: knifes with the pack, then charms somebody, the same again when she likes. She cannot 自爆."""

    more = ("beauty",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every wolf, having charmed nobody."""
        super().__init__(*args, **kwargs)
        self._charmed: Option | None = None
        self._lines |= {"beauty.pick": self._charm, "beauty.close": self._close_charm}

    def explodes(self) -> bool:
        """She tries what the rules refuse now and then."""
        return self._chance(500)

    def _charm(self, _: Spoken) -> None:
        if not self._awake:
            return
        others = [s for s in self._living if s not in (self.seat, self._partner, *self._pack)]
        again = self._charmed if self._charmed in self._living and self._chance(2_500) else None
        target = again or (self._rng.choice(others) if others and not self._chance(1_000) else None)
        self._choice = self._choose(target, night=True)

    def _close_charm(self, spoken: Spoken) -> None:
        if self._choice is not None:
            self._charmed = self._choice.stands
        self._shut(spoken)


class WolfKing(Armed, Wolf):
    """狼王: knifes with the pack and shoots when he dies."""

    more = ("wolfking",)
    gun = "wolfking"


class WhiteWolfKing(Wolf):
    """白狼王: his 自爆 takes somebody along, mostly."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every wolf."""
        super().__init__(*args, **kwargs)
        self._lines["boom.ask"] = self._take

    def _take(self, spoken: Spoken) -> None:
        self._take_aim(spoken, self._victim)
        if self._aiming and self._choice is not None and self._rules.wwk_must_take is SwitchOff.ON:
            self._choice.forced = True

    def _victim(self) -> Option | None:
        return None if self._chance(2_000) else self.suspect([s for s in self._living if s != self.seat])


class HiddenWolf(Wolf):
    """隐狼: shown the pack in the first night, and its heir when all of it is out. He cannot 自爆."""

    step = "hidden"
    confirm = "night.confirm"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every wolf, knowing nobody."""
        super().__init__(*args, **kwargs)
        self._shown: list[Seat] = []
        self._looking = False
        self._lines |= {"hidden.show": self._look, "hidden.close": self._know}

    def joins(self) -> bool:
        """Eyes shut at 狼人请睁眼, until all whom he has been shown are out."""
        inherits = self._rules.hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE
        return inherits and bool(self._pack) and not any(seat in self._living for seat in self._pack)

    def explodes(self) -> bool:
        """He tries what the rules refuse now and then."""
        return self._chance(200)

    def _look(self, _: Spoken) -> None:
        self._shown = []
        self._looking = self._awake

    def _lit(self) -> None:
        """While numbers are counted the lamp lights at the wolves'."""
        super()._lit()
        if self._looking and isinstance(self._number, int):
            self._shown.append(Seat(self._number))

    def _know(self, spoken: Spoken) -> None:
        if self._looking:
            self._pack = tuple(sorted({*self._shown}))
        self._looking = False
        self._shut(spoken)

    def _look_round(self) -> None:
        """Whom he knows he knows by his lamp."""


class WildChild(Wolf):
    """野孩子: follows a model, and joins the pack from the night after that is out."""

    step = "wildchild"
    confirm = "night.confirm"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; good, so far."""
        super().__init__(*args, **kwargs)
        self._model: Option | None = None
        self._turned = False
        self._lines |= {"wildchild.pick": self._follow, "wildchild.close": self._followed}

    def joins(self) -> bool:
        """Whether the model is out, by a death that counts in this house."""
        return self._turned

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact: the model is out."""
        was_out = self._model not in self._living
        super().see(event, view)
        if self._model is None or was_out or self._model in self._living:
            return
        exiled = isinstance(event, Exiled) and event.seat == self._model
        self._turned = self._turned or exiled or self._rules.wild_child_trigger is ChildTurns.ANY_DEATH

    def _follow(self, _: Spoken) -> None:
        if not self._awake:
            return
        others = [s for s in self._living if s != self.seat]
        target = None if self._chance(1_000) else self.seat if self._chance(300) else self._rng.choice(others)
        self._choice = Choice(target, night=True)
        self._choice.forced = True

    def _followed(self, spoken: Spoken) -> None:
        if self._choice is not None:
            self._model = self._choice.stands
        self._shut(spoken)
