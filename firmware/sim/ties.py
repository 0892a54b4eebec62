"""Who holds what, and who is bound to whom: the secret half of the sheet that the laws keep of a game.

Like the ledger it is its own reading of the rules (rules 3 to 6) and shares no code with the engine: classes, camps,
what a death drags along, and who has won are worked out here once more, from the cards as they lie on the table.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from engine import events as e
from engine.houserules import (
    BomberCamp,
    ChildTurns,
    CoupleCupid,
    CupidClass,
    HiddenWolfEnd,
    HouseRules,
    Switch,
    SwitchOff,
    WinMode,
)
from firmware.sim.ledger import NOBODY, Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.seats import Seat, Seats
    from engine.secrecy import Event

PACK: Final = frozenset({"werewolf", "white_wolf_king", "wolf_king", "wolf_beauty"})
"""The cards that wake with 狼人, and that a check reads as wolves."""
WOLVES: Final = PACK | {"hidden_wolf"}
BLASTERS: Final = PACK - {"wolf_beauty"}
"""The cards that may 自爆."""
GODS: Final = frozenset(
    {"guard", "witch", "seer", "bear_tamer", "silence_elder", "hunter", "idiot", "knight"},
)
FOLK: Final = frozenset({"villager", "old_rogue"})
DRAGS: Final = (e.Cause.EXILE, e.Cause.SHOT, e.Cause.POISON, e.Cause.HEARTBREAK)
"""Deaths of 狼美人 that take her charmed seat along (rules 3.6)."""
CUPID_IS: Final = MappingProxyType({CupidClass.NONE: "", CupidClass.GOD: "god", CupidClass.VILLAGER: "folk"})


class Ties:
    """The secret sheet of one game. `note` every event in its order; `cards` are those on the table."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """Nobody is bound to anybody."""
        self._cards = cards
        self._forget(HouseRules())

    def _forget(self, rules: HouseRules) -> None:
        self.rules = rules
        self.dead: dict[Seat, e.Cause] = {}
        self.lovers: Seats = NOBODY
        self.models: dict[Seat, Seat] = {}
        self.turned: Seats = NOBODY
        self.heirs: Seats = NOBODY
        """隐狼 who has had the knife of a dead pack: he keeps it, if 野孩子 turns later as well."""
        self.marks: dict[e.Mark, Seat] = {}
        self.before: dict[e.Mark, Seat] = {}
        """The marks of this night, and of the one before it."""
        self.flipped: Seats = NOBODY
        self.hit: dict[Seat, int] = {}
        """老流氓, and after the speeches of which day he dies."""
        self.n = 0
        self.spares: tuple[str, ...] = ()

    def note(self, event: Event) -> None:
        """`event` has happened."""
        match event:
            case e.GameOpened(rules=rules):
                self._forget(rules)
            case e.Redealt():
                self._forget(self.rules)
            case e.NightFell(n=n):
                self.n, self.before, self.marks = n, self.marks, {}
            case e.Died(seat=seat, cause=cause):
                self.dead[seat] = cause
            case e.SparesKnown(cards=cards):
                self.spares = cards
            case e.LoversBound(seats=seats):
                self.lovers = seats
            case e.ModelChosen(seat=seat, model=model):
                self.models[seat] = model
            case e.Turned(seat=seat):
                self.turned = (*self.turned, seat)
            case e.KnifeInherited(seat=seat):
                self.heirs = (*self.heirs, seat)
            case e.Marked(mark=mark, target=target) if target is not None:
                self.marks[mark] = target
            case e.IdiotFlipped(seat=seat):
                self.flipped = (*self.flipped, seat)
            case e.ShotDelayed(target=seat):
                self.hit.setdefault(seat, self.n + 1)
            case e.NightEnded():
                poisoned = self.marks.get(e.Mark.POISON)
                if poisoned is not None and self.card(poisoned) == "old_rogue":
                    self.hit[poisoned] = min(self.n, self.hit.get(poisoned, self.n))
            case _:
                pass

    # ------------------------------------------------------------ cards

    def card(self, seat: Seat | None) -> str:
        """What `seat` holds, "" for nobody."""
        return "" if seat is None else self._cards().get(seat, "")

    def holder(self, card: str) -> Seat | None:
        """Who holds the only `card`, dead or alive."""
        return next((seat for seat, held in self._cards().items() if held == card), None)

    def lives(self, seat: Seat | None) -> bool:
        """Whether `seat` is somebody who really lives."""
        return seat is not None and seat not in self.dead

    @property
    def alive(self) -> Seats:
        """Who really lives."""
        return tuple(seat for seat in sorted(self._cards()) if seat not in self.dead)

    def is_wolf(self, seat: Seat) -> bool:
        """A wolf card, 隐狼 too, or 野孩子 who has turned."""
        return self.card(seat) in WOLVES or seat in self.turned

    def reads_wolf(self, seat: Seat) -> bool:
        """What a check and the bear read."""
        return self.card(seat) in PACK or seat in self.turned

    @property
    def wolves(self) -> Seats:
        """The living wolves."""
        return tuple(seat for seat in self.alive if self.is_wolf(seat))

    # ------------------------------------------------------------ links

    def drag(self, first: Mapping[Seat, e.Cause], *, charm: bool = True) -> dict[Seat, e.Cause]:
        """Who dies when `first` do, to a fixed point: 殉情, the charmed, 隐狼 with its pack."""
        dead = dict(first)
        while True:
            more = self._next(dead, charm=charm)
            if more is None:
                return dead
            dead |= more

    def _next(self, dead: Mapping[Seat, e.Cause], *, charm: bool) -> dict[Seat, e.Cause] | None:
        fresh = [seat for seat in self.alive if seat not in dead]
        for seat in fresh:
            if seat in self.lovers and any(other in dead for other in self.lovers):
                return {seat: e.Cause.HEARTBREAK}
        beauty, charmed = self.holder("wolf_beauty"), self.marks.get(e.Mark.CHARM)
        if charm and beauty is not None and charmed in fresh and dead.get(beauty) in DRAGS:
            assert charmed is not None
            if self.card(charmed) != "old_rogue":
                return {charmed: e.Cause.CHARM}
        hidden = self.holder("hidden_wolf")
        wolves = [seat for seat in fresh if self.is_wolf(seat) or self._turns(seat, dead)]
        if dead and self.rules.hidden_wolf_end is HiddenWolfEnd.DIES_WITH_PACK and hidden in fresh:
            assert hidden is not None
            if wolves == [hidden]:
                return {hidden: e.Cause.WITH_PACK}
        return None

    def _turns(self, seat: Seat, dead: Mapping[Seat, e.Cause]) -> bool:
        """Whether `seat` is 野孩子 whose 榜样 is among `dead`."""
        cause = dead.get(self.models.get(seat, seat))
        return cause is not None and self.turns_by(cause)

    def turns_by(self, cause: e.Cause) -> bool:
        """Whether the death of his 榜样 by `cause` makes 野孩子 a wolf."""
        return self.rules.wild_child_trigger is ChildTurns.ANY_DEATH or cause is e.Cause.EXILE

    def tonight(self) -> tuple[dict[Seat, e.Cause], dict[Seat, e.Cause]]:
        """Whom the marks of this night kill (rules 4): all of them, and by the knife with 殉情 alone."""
        knife, poison = self.marks.get(e.Mark.KNIFE), self.marks.get(e.Mark.POISON)
        kept = [self.marks.get(e.Mark.GUARD) == knife, self.marks.get(e.Mark.SAVE) == knife]
        both_kill = self.rules.double_protect_dies is Switch.ON
        safe = knife is None or (any(kept) and not (all(kept) and both_kill))
        first: dict[Seat, e.Cause] = {}
        if knife is not None and not safe:
            first[knife] = e.Cause.KNIFE
        by_knife = self.drag(first, charm=False)
        if poison is not None and self.card(poison) != "old_rogue":
            first[poison] = e.Cause.POISON
        return self.drag(first), by_knife

    # ------------------------------------------------------------ who wins

    @property
    def mixed(self) -> bool:
        """人狼恋: one of 情侣 holds a wolf card and the other none."""
        return sum(self.card(seat) in WOLVES for seat in self.lovers) == 1

    @property
    def couple_lives(self) -> bool:
        """人狼恋, and both live."""
        return self.mixed and all(self.lives(seat) for seat in self.lovers)

    @property
    def blocked(self) -> bool:
        """House rule cupid_blocks, and 丘比特 of a 人狼恋 lives."""
        on = self.rules.cupid_blocks is SwitchOff.ON
        return on and self.mixed and self.lives(self.holder("cupid"))

    @property
    def hunters(self) -> Seats:
        """The living wolves who do not belong to a 人狼恋."""
        return tuple(seat for seat in self.wolves if not (self.mixed and seat in self.lovers))

    def is_good(self, seat: Seat) -> bool:
        """Whether `seat` wins with 好人."""
        card = self.card(seat)
        if self.mixed and (seat in self.lovers or card == "cupid"):
            return False
        both = len(self.lovers) > 0 and all(self.card(lover) in WOLVES for lover in self.lovers)
        if card == "cupid" and both and self.rules.wolf_couple_cupid is CoupleCupid.WOLF:
            return False
        if card == "bomber" and self.rules.bomber_camp is BomberCamp.THIRD:
            return False
        return not self.is_wolf(seat)

    def good_wins(self) -> bool:
        """No wolf lives."""
        return not self.wolves and not self.blocked

    def third_wins(self) -> bool:
        """人狼恋 lives, and nobody else but 丘比特."""
        return self.couple_lives and all(seat in self.lovers or self.card(seat) == "cupid" for seat in self.alive)

    def wolves_win(self) -> bool:
        """No 神 or no 民 lives (屠边), or nobody good does (屠城); never beside a living 人狼恋."""
        if self.couple_lives or self.blocked:
            return False
        if self.rules.parity_win is SwitchOff.ON and self.wolves and 2 * len(self.wolves) >= len(self.alive):
            return True
        if self.rules.win_mode is WinMode.CITY:
            return not any(self.is_good(seat) for seat in self.alive)
        living = [self._class(seat) for seat in self.alive if not self._no_god(seat)]
        dealt = [self._class(seat, turned=False) for seat in self._cards()]
        return any(side in dealt and side not in living for side in ("god", "folk"))

    def _no_god(self, seat: Seat) -> bool:
        """白痴 who has flipped, where the house does not count him any more."""
        return seat in self.flipped and self.rules.idiot_counts_as_god_after is Switch.OFF

    def _class(self, seat: Seat, *, turned: bool = True) -> str:
        card = self.card(seat)
        if turned and seat in self.turned:
            return ""
        if card == "cupid":
            return CUPID_IS[self.rules.cupid_class]
        if card == "bomber":
            return "" if self.rules.bomber_camp is BomberCamp.THIRD else "god"
        return "god" if card in GODS else "folk" if card in FOLK else ""


class Bound(Watch):
    """A law that judges with both halves of the sheet."""

    def __init__(self, cards: Callable[[], Mapping[Seat, str]]) -> None:
        """`cards`: as they lie on the table."""
        super().__init__()
        self.ties = Ties(cards)

    def note(self, event: Event) -> None:
        """Write `event` down."""
        super().note(event)
        self.ties.note(event)
