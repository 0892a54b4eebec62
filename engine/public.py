"""What the room knows: a fold of Public events and nothing else.

Loudspeaker, display, daytime lamps and the room page are driven from this view, so that a secret has
no way in: `PublicView.after` accepts no other kind of event.
"""

from __future__ import annotations

from typing import Final, assert_never

import msgspec

from engine import events as e
from engine.houserules import DeadAtNight, HouseRules
from engine.seats import Direction, Seat, Seats, seats_of
from engine.secrecy import Public
from engine.text import Text

SETUP: Final = "setup"
NIGHT: Final = "night"
DAWN: Final = "dawn"
DAY: Final = "day"
OVER: Final = "over"


class PublicView(msgspec.Struct, frozen=True, kw_only=True):
    """The public state of a game. `phase` is one of setup, night, dawn, day, over."""

    board: str = ""
    name: Text = Text("", "")
    seats: Seats = ()
    deck: tuple[e.Count, ...] = ()
    rules: HouseRules = HouseRules()
    sheriff: bool = False
    """Whether the game has a sheriff at all."""

    phase: str = SETUP
    n: int = 0
    """The round: night n, then day n; 0 before the first night."""
    night: bool = False
    """Whether eyes are shut for the night, or for a card-less deal."""
    out: Seats = ()
    """Who has been announced dead."""
    fallen: Seats = ()
    """Last night's dead."""

    left: Seats = ()
    """Whose players have left the table; they are out."""
    fouled: Seats = ()
    """Who is out for a foul."""
    flipped: Seats = ()
    """Who has been exiled as 白痴 and stays."""
    shown: tuple[tuple[Seat, str], ...] = ()
    """Who has shown by an act which card it holds: (seat, role id), in the order of the acts."""
    dealing: bool = False
    """Eyes are shut for a card-less deal."""
    silenced: Seat | None = None
    """Who may not speak today."""
    growled: bool | None = None
    """Whether the bear growled this morning; None before it is told, and on boards without it."""

    sheriff_seat: Seat | None = None
    badge: e.Badge = e.Badge.OPEN
    election: e.Stage = e.Stage.NONE
    """How far the election has come, as far as the room has been told."""
    resumed: bool = False
    """双爆: the election has been suspended once and goes on."""
    exploded: Seat | None = None
    """Who has ended today by a 自爆."""
    bidders: Seats = ()
    """警上."""
    withdrawn: Seats = ()
    """退水, as far as it has been named."""

    direction: Direction | None = None
    order: tuple[Seat, ...] = ()
    """The order of the speeches (or last words) that run or ran last."""
    spoke: Seats = ()
    """Who of that order has spoken."""
    held: tuple[tuple[Seat, ...], Seats] = ((), ())
    """`order` and `spoke` of the speeches that a duel has interrupted, as they were when it came."""
    ballot: int = 0
    """1 or 2 from the opening of today's ballot or PK ballot on, else 0."""
    candidates: Seats = ()
    """Who stands in the election, or can be voted for in the exile ballot: whichever was last."""
    tally: tuple[e.Tally, ...] = ()
    """The last tally of today."""
    voted: bool = False
    """Whether there has been a ballot in this game."""
    winner: e.Winner | None = None
    reason: e.Reason | None = None
    cards: tuple[tuple[Seat, str], ...] = ()
    """Who held what; only after the end."""
    aborted: bool = False
    dark: bool = False
    """Staff ended the game by night: `n` is the number of that night, not of a day."""

    @property
    def living(self) -> Seats:
        """Everybody who has not been announced dead."""
        return tuple(seat for seat in self.seats if seat not in self.out)

    @property
    def standing(self) -> Seats:
        """The candidates of the election that runs."""
        gone = (*self.withdrawn, *self.out)
        return tuple(seat for seat in self.candidates if seat not in gone)

    @property
    def electing(self) -> bool:
        """Whether an election runs, as far as the room has been told; a suspended one does not."""
        return self.election not in (e.Stage.NONE, e.Stage.SUSPENDED, e.Stage.CLOSED)

    @property
    def out_leave(self) -> bool:
        """Whether players who are out leave the table (else they stay, eyes shut at night)."""
        return self.rules.dead_at_night is DeadAtNight.LEAVE

    def after(self, event: Public) -> PublicView:
        """The view after `event`."""
        changes = _changes(self, event)
        return msgspec.structs.replace(self, **changes) if changes else self


def _out(view: PublicView, *seats: Seat) -> dict[str, object]:
    return {"out": tuple(sorted({*view.out, *seats}))}


def _changes(view: PublicView, event: Public) -> dict[str, object]:
    """The fields that `event` changes; most events are only heard."""
    if isinstance(event, e.AnyOffice):
        return _office(view, event)
    if isinstance(event, e.AnyAct):
        return _act(view, event)
    match event:
        case e.GameOpened():
            return msgspec.structs.asdict(
                PublicView(
                    board=event.board,
                    name=event.name,
                    seats=event.seats,
                    deck=event.deck,
                    rules=event.rules,
                    sheriff=event.sheriff,
                )
            )
        case e.Redealt():
            return {"phase": SETUP, "n": 0, "night": False}
        case e.NightFell(n=n):
            today = dict.fromkeys(("exploded", "silenced", "growled"))
            today |= {"fallen": (), "ballot": 0, "tally": (), "order": ()}
            return {"phase": NIGHT, "n": n, "night": True, **today}
        case e.DayBroke(n=n):
            return {"phase": DAWN, "n": n, "night": False}
        case e.Announced(seats=seats):
            return {**_out(view, *seats), "fallen": seats}
        case e.LeftTable(seat=seat, foul=True):
            return {**_out(view, seat), "fouled": tuple(sorted({*view.fouled, seat}))}
        case e.LeftTable(seat=seat):
            return {**_out(view, seat), "left": tuple(sorted({*view.left, seat}))}
        case e.IdiotFlipped(seat=seat):
            return {"flipped": tuple(sorted({*view.flipped, seat}))}
        case e.ShotFired(target=seat) | e.Exiled(seat=seat):
            return _out(view, seat)
        case e.Exploded(seat=seat):
            return {**_out(view, seat), "exploded": seat}
        case e.WordsOpened(seats=seats):
            return {"order": seats, "spoke": ()}
        case e.SpeechesOpened(direction=direction, order=order):
            return {"phase": DAY, "direction": direction, "order": order, "spoke": ()}
        case e.PkOpened(direction=direction, order=order):
            return {"direction": direction, "order": order, "spoke": ()}
        case e.Spoke(seat=seat):
            return {"spoke": tuple(sorted({*view.spoke, seat}))}
        case e.BallotOpened(round=number, candidates=candidates):
            return {"ballot": number, "candidates": candidates, "tally": ()}
        case e.BallotRead(tally=tally):
            return {"tally": tally, "voted": True}
        case e.GameOver(winner=winner, reason=reason):
            return {"phase": OVER, "night": False, "winner": winner, "reason": reason}
        case e.Revealed(cards=cards):
            return {"cards": cards}
        case e.GameAborted():
            return {"phase": OVER, "night": False, "aborted": True, "dark": view.night}
        case _:
            return {}


def _act(view: PublicView, event: e.AnyAct) -> dict[str, object]:
    """What special cards do, and which of them thereby shows itself."""
    match event:
        case e.DealOpened():
            return {"dealing": True, "night": True}
        case e.DealEnded():
            return {"dealing": False, "night": False}
        case e.Growled(yes=yes):
            return {"growled": yes}
        case e.Silenced(seat=seat):
            return {"silenced": seat}
        case e.Linked(seats=seats):
            return _out(view, *seats)
        case e.ShotDelayed(target=seat, card=card):
            return _shows(view, seat, card)
        case e.DelayedOut(seat=seat, card=card):
            return {**_out(view, seat), **_shows(view, seat, card)}
        case e.TakenAlong(by=by, target=target, card=card):
            return {**_out(view, target), **_shows(view, by, card)}
        case e.DuelCalled(seat=seat, card=card):
            return {**_shows(view, seat, card), "held": (view.order, view.spoke)}
        case e.SpeechesResumed():
            return {"order": view.held[0], "spoke": view.held[1], "held": ((), ())}
        case e.DuelWon(target=seat) | e.DuelLost(by=seat):
            return _out(view, seat)
        case e.Blasted(by=by, seats=seats, card=card):
            return {**_out(view, *seats), **_shows(view, by, card)}
        case e.NobodyTaken() | e.DuelDropped() | e.BlastHeld():
            return {}
        case _:
            assert_never(event)


def _shows(view: PublicView, seat: Seat, card: str) -> dict[str, object]:
    return {} if (seat, card) in view.shown else {"shown": (*view.shown, (seat, card))}


def _office(view: PublicView, event: e.AnyOffice) -> dict[str, object]:
    """The election and the badge."""
    match event:
        case e.BidsClosed(seats=seats):
            return {"bidders": seats, "candidates": seats, "election": e.Stage.OPENING, "tally": ()}
        case e.CampaignOpened(order=order, direction=direction):
            return {"order": order, "direction": direction, "spoke": (), "election": e.Stage.SPEECH}
        case e.WithdrawalNamed(seats=seats):
            return {"withdrawn": tuple(sorted({*view.withdrawn, *seats}))}
        case e.WithdrawalClosed(seats=seats):
            return {"withdrawn": tuple(sorted({*view.withdrawn, *seats})), "election": e.Stage.WITHDRAW}
        case e.StandingRead(seats=seats):
            return {"candidates": seats, "election": e.Stage.VOTE, "tally": ()}
        case e.SheriffBallotRead(tally=tally):
            return {"tally": tally}
        case e.SheriffPkOpened(order=order, direction=direction):
            stage = e.Stage.PK_SPEECH
            return {
                "order": order,
                "direction": direction,
                "spoke": (),
                "candidates": seats_of(*order),
                "election": stage,
            }
        case e.SheriffElected(seat=seat):
            return {"sheriff_seat": seat, "badge": e.Badge.HELD, "election": e.Stage.CLOSED}
        case e.NoSheriff():
            return {"badge": e.Badge.NONE, "election": e.Stage.CLOSED}
        case e.ElectionSuspended():
            return {"election": e.Stage.SUSPENDED}
        case e.ElectionResumed(seats=seats):
            return {"candidates": seats, "election": e.Stage.SPEECH, "resumed": True, "spoke": (), "order": ()}
        case e.BadgePassed(to=seat):
            return {"sheriff_seat": seat, "badge": e.Badge.HELD}
        case e.BadgeTorn():
            return {"sheriff_seat": None, "badge": e.Badge.TORN}
        case e.BadgeAsked():
            return {}
        case _:
            assert_never(event)
