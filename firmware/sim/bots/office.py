"""The sheriff's office as players see it: standing, withdrawing, voting, giving the badge up, calling the order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.houserules import Anchor, Switch
from engine.seats import DOWN, OWN_DOWN, OWN_UP, TEAR, UP
from firmware.sim.bots.bot import Bot
from firmware.sim.bots.choice import Choice
from firmware.sim.bots.hand import QUIT_MS
from hardware.ports import Pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.public import PublicView
    from engine.seats import Option, Seat, Seats
    from engine.secrecy import Public
    from firmware.table.outlets import Spoken

LATE_BID = 500
"""How often in ten thousand a bidder waits for the spoken count."""


class Citizen(Bot):
    """A player at a table that may have a sheriff."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player; nobody has stood yet."""
        super().__init__(*args, **kwargs)
        self.stands = self.temper.stands
        """How often in ten thousand this player stands for sheriff."""
        self.has_bid: bool | None = None
        """Whether it has pressed in the bid window; None while nobody was asked, or it was put again."""
        self.has_quit = False
        """Whether it has begun a hold that may have been a 退水."""
        self.quits_now = False
        """Whether that was in the 退水 window, since it was put last."""
        self._late = False
        self._bidders: Seats = ()
        self._standing: Seats = ()
        self._withdrawn: Seats = ()
        self._lines |= {
            "sheriff.raise": self._bid,
            "sheriff.count": self._bid_late,
            "sheriff.turn": self._campaign,
            "sheriff.pk_turn": self._campaign,
            "sheriff.quit_open": self._quit_window,
            "sheriff.vote_open": self._vote_for_sheriff,
            "sheriff.pk_vote": self._vote_for_sheriff,
            "sheriff.pk_vote_all": self._vote_for_sheriff,
            "sheriff.vote_end": self._ballot_over,
            "boom.wolf": self._ballot_over,
            "badge.how": self._give_badge,
            "speech.sheriff_pick": self._call_order,
            "speech.sheriff_last": self._floor,
        }

    def see(self, event: Public, view: PublicView) -> None:
        """A public fact: who stands."""
        super().see(event, view)
        self._look_up(view)

    def catch_up(self, view: PublicView) -> None:
        """Sit down in the middle of a game."""
        super().catch_up(view)
        self._look_up(view)

    def _look_up(self, view: PublicView) -> None:
        self._bidders = view.bidders
        self._standing = view.standing
        self._withdrawn = view.withdrawn

    # ------------------------------------------------------------ the election

    def _bid(self, _: Spoken) -> None:
        """Eyes still shut: press, or do not."""
        self.has_bid = False if self.alive else None
        self._late = False
        if not self.alive or not self._chance(self.stands) or self._chance(self.temper.forgets):
            return
        if self._chance(LATE_BID):
            self._late = True
        else:
            self._hand.tap(self._rng.randrange(250, 4_200), self._pressed)

    def _bid_late(self, _: Spoken) -> None:
        if self._late:
            self._hand.tap(self._rng.randrange(60, 700), self._pressed)

    def _pressed(self) -> None:
        self.has_bid = True

    def _campaign(self, spoken: Spoken) -> None:
        """A candidate speaks; any candidate may withdraw meanwhile, the speaker too."""
        self._floor(spoken)
        if self._may_quit() and self._chance(self.temper.quits):
            self._hand.hold(self._rng.randrange(300, spoken.length_ms + 4_500), QUIT_MS, self._quit)

    def _quit_window(self, _: Spoken) -> None:
        self.quits_now = False
        if self._may_quit() and self._chance(3 * self.temper.quits):
            self._hand.hold(self._rng.randrange(300, 6_800), QUIT_MS, self._quit_in_window)

    def _may_quit(self) -> bool:
        return self.alive and self.seat in self._standing and not self.has_quit

    def _quit(self) -> None:
        self.has_quit = True

    def _quit_in_window(self) -> None:
        self.has_quit = self.quits_now = True

    def _vote_for_sheriff(self, spoken: Spoken) -> None:
        """The ballot of those who never stood; in the PK, where the house lets them, of those who stood and lost."""
        self._choice = None
        self._ballot = None
        self.eyes_open = False
        self._lamp = Pattern.OFF
        losers: list[Seat] = []
        if spoken.say.key == "sheriff.pk_vote_all":
            losers = [seat for seat in self._bidders if seat not in (*self._standing, *self._withdrawn)]
        may = [seat for seat in self._living if seat not in self._bidders or seat in losers]
        below = [seat for seat in may if seat not in self._flipped]
        if self.seat in below and not self.has_quit:
            self._ballot = self._choose(self.cast(self._standing, below, self.favours), night=False)

    def favours(self, candidates: Sequence[Seat]) -> Seat | None:
        """Whom this player trusts with the badge: anybody but whom it suspects; None when there is nobody."""
        suspect = self.suspect(candidates) if len(candidates) > 1 else None
        others = [seat for seat in candidates if seat not in (self.seat, suspect)]
        return self._rng.choice(others) if others else None

    def _interrupted(self, spoken: Spoken) -> None:
        """The question will be put again."""
        super()._interrupted(spoken)
        self._nothing_pressed()

    def _interrupted_night(self, spoken: Spoken) -> None:
        super()._interrupted_night(spoken)
        self._nothing_pressed()

    def _nothing_pressed(self) -> None:
        self.has_bid = None
        self.quits_now = self._late = False

    # ------------------------------------------------------------ the badge

    def _give_badge(self, spoken: Spoken) -> None:
        """To whom, or torn; now and then the count goes by."""
        self._take_aim(spoken, self._heir)

    def _heir(self) -> Option | None:
        lot = self._rng.randrange(10)
        return None if lot == 0 else TEAR if lot == 1 else self.favours(self._living) or TEAR

    def _call_order(self, spoken: Spoken) -> None:
        """顺序, 逆序, or nothing, and the clock decides; beside the own seat, where that is read as well."""
        own = (OWN_UP, OWN_DOWN) if self._rules.order_anchor_single_death is Anchor.FREE else ()
        self._take_aim(spoken, lambda: self._rng.choice((UP, UP, DOWN, DOWN, None, *own)))


class Idiot(Citizen):
    """白痴: says by night that it holds the card, and keeps its seat when it is exiled."""

    step = "idiot"


class Guard(Citizen):
    """守卫: keeps one seat a night, not the same twice running; now and then it tries that all the same."""

    step = "guard"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """As every player, having kept nobody."""
        super().__init__(*args, **kwargs)
        self._kept: Option | None = None
        self._lines |= {"guard.pick": self._protect, "guard.close": self._close}

    def _protect(self, _: Spoken) -> None:
        if not self._awake:
            return
        others = [seat for seat in self._living if seat != self._kept]
        again = self._kept if self._chance(800) else None
        forced = self._rules.guard_may_skip is Switch.OFF
        target = again or (None if self._chance(1_000) and not forced else self._rng.choice(others))
        self._choice = Choice(target, night=True) if forced else self._choose(target, night=True)
        self._choice.forced = forced

    def _close(self, spoken: Spoken) -> None:
        if self._choice is not None:
            self._kept = self._choice.stands
        self._shut(spoken)
