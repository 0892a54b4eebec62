"""What the judge must never tell wrongly of special cards (rules 3.1, 3.9 to 3.12, 9), worked out from the cards.

Answers  what a lamp answers by night is so: the check, the gun, the lovers' tour, 隐狼's pack, 盗贼's spare cards
Omens    熊咆哮了 exactly when a wolf sits beside 驯熊师; who is told to be silenced is who was, and is called so
Spares   what lies face down may lie there, and 盗贼 takes one of the two, a wolf where there is one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import events as e
from engine.houserules import BearNeighbours, MaxBuriedWolves, SilenceAnnounce, Switch
from engine.prompts import Floor, Form, Tell
from firmware.sim.ties import PACK, WOLVES, Bound

if TYPE_CHECKING:
    from engine.prompts import AnyPrompt
    from engine.secrecy import Event

MUTE = "speech.mute"


class Answers(Bound):
    """Each answer by lamp is true."""

    _known = False

    def before(self, event: Event) -> None:
        """Somebody is told something."""
        self._known = (self._known or isinstance(event, e.CardsKnown)) and not isinstance(event, e.Redealt)
        if not isinstance(event, e.Told):
            return
        (seat,) = event.to
        match event.what:
            case "seer.result":
                assert isinstance(event.about, int)
                right = not any(other == event.about and self.ties.reads_wolf(other) for other in self.ledger.seats)
            case "hunter.status" | "wolfking.status" if self._unknown_rogue():
                return
            case "hunter.status" | "wolfking.status":
                right = self.ties.tonight()[0].get(seat) in (None, e.Cause.KNIFE)
            case "lovers.tour":
                right = seat in self.ties.lovers
            case _:
                return
        if event.yes != right:
            self.break_(f"{event.what} tells seat {seat} {event.yes} of {event.about}")

    def _unknown_rogue(self) -> bool:
        """老流氓 is called in no night: before all cards are known the judge takes his poisoning for a death."""
        return not self._known and self.ties.card(self.ties.marks.get(e.Mark.POISON)) == "old_rogue"

    def put(self, prompt: AnyPrompt) -> None:
        """Lamps that light at counted options."""
        if not isinstance(prompt, Tell):
            return
        for fact in prompt.facts:
            match prompt.call.line:
                case "hidden.show" if self.ledger.rules.hidden_wolf_sees_pack is Switch.ON:
                    pack = tuple(seat for seat in self.ledger.seats if self.ties.card(seat) in PACK)
                    if fact.at not in (pack, ()):
                        self.break_(f"隐狼 is shown {fact.at}, the wolves are {pack}")
                case "hidden.show" if fact.at:
                    self.break_("隐狼 is shown the wolves in a house that keeps them from him")
                case "thief.look" if {*fact.at} != {*self.ties.spares}:
                    self.break_(f"盗贼 is shown {fact.at}, face down lie {self.ties.spares}")
                case _:
                    pass


class Omens(Bound):
    """The growl and the silence, and who is called to gestures instead of a speech."""

    def before(self, event: Event) -> None:
        """What is told in the morning."""
        match event:
            case e.Growled(yes=yes) if yes != self._growls():
                self.break_(f"the bear {'growls' if yes else 'is quiet'} on day {self.ledger.n}")
            case e.Silenced(seat=seat) if seat != self.ties.marks.get(e.Mark.SILENCE):
                self.break_(f"seat {seat} is told to be silenced, {self.ties.marks.get(e.Mark.SILENCE)} was")
            case _:
                pass

    def _growls(self) -> bool:
        tamer = self.ties.holder("bear_tamer")
        if tamer is None or not self.ties.lives(tamer):
            return False
        physical = self.ledger.rules.bear_neighbours is BearNeighbours.PHYSICAL
        row = self.ledger.seats if physical else self.ties.alive
        at = row.index(tamer)
        beside = (row[at - 1], row[(at + 1) % len(row)])
        return any(self.ties.lives(seat) and self.ties.reads_wolf(seat) for seat in beside)

    def put(self, prompt: AnyPrompt) -> None:
        """Who has the floor."""
        if not isinstance(prompt, Floor) or prompt.call.form is not Form.FLOOR:
            return
        silenced = self.ledger.silenced is not None and prompt.call.seat == self.ledger.silenced
        if silenced != (prompt.call.line == MUTE):
            self.break_(f"seat {prompt.call.seat} is called with {prompt.call.line}, silenced: {silenced}")

    def after(self, event: Event) -> None:
        """Every morning it is told, on boards with the card."""
        if isinstance(event, e.SpeechesOpened | e.CampaignOpened):
            dawn = self.ledger.rules.silence_announce is SilenceAnnounce.DAWN or isinstance(event, e.SpeechesOpened)
            if dawn and self.ties.marks.get(e.Mark.SILENCE) != self.ledger.silenced:
                self.break_(f"seat {self.ties.marks.get(e.Mark.SILENCE)} is silenced and nobody was told")


class Spares(Bound):
    """The cards of 盗贼."""

    def before(self, event: Event) -> None:
        """Cards lie face down, and one is taken."""
        match event:
            case e.SparesKnown(cards=cards):
                wolves = sum(card in WOLVES for card in cards)
                most = 1 if self.ledger.rules.thief_max_buried_wolves is MaxBuriedWolves.ONE else len(cards)
                if wolves > most or {*cards} & {"thief", "cupid"} or len(cards) != 2:
                    self.break_(f"face down lie {cards}")
            case e.CardTaken(was=was, card=card, left=left):
                if was != "thief" or sorted((card, left)) != sorted(self.ties.spares):
                    self.break_(f"{was} takes {card} and leaves {left} of {self.ties.spares}")
                if left in WOLVES and card not in WOLVES:
                    self.break_(f"盗贼 leaves {left} and takes {card}")
            case _:
                pass
