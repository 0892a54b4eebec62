"""What a card adds to a player: its night, its knowledge, its skill."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from firmware.sim.bots.folk import BearTamer, Bomber, Cupid, Elder, Knight, OldRogue, Thief, Undealt
from firmware.sim.bots.gun import Armed
from firmware.sim.bots.office import Citizen, Guard, Idiot
from firmware.sim.bots.pack import HiddenWolf, WhiteWolfKing, WildChild, Wolf, WolfBeauty, WolfKing
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.seats import Option, Seat
    from firmware.table.outlets import Spoken


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


class Hunter(Armed):
    """猎人: learns by night whether he may shoot, and shoots when he dies."""

    step = "hunter"


PLAYERS: Final[Mapping[str, type[Citizen]]] = MappingProxyType(
    {
        "": Undealt,
        "thief": Thief,
        "cupid": Cupid,
        "wild_child": WildChild,
        "guard": Guard,
        "werewolf": Wolf,
        "wolf_beauty": WolfBeauty,
        "hidden_wolf": HiddenWolf,
        "witch": Witch,
        "seer": Seer,
        "bear_tamer": BearTamer,
        "silence_elder": Elder,
        "hunter": Hunter,
        "wolf_king": WolfKing,
        "idiot": Idiot,
        "knight": Knight,
        "old_rogue": OldRogue,
        "bomber": Bomber,
        "white_wolf_king": WhiteWolfKing,
    }
)
"""How a card is played; a card that is missing sleeps by night."""


def player_of(card: str) -> type[Citizen]:
    """The class that plays `card`; "" for a player that has not been shown one."""
    return PLAYERS.get(card, Citizen)
