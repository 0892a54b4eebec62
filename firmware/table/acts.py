"""What the judge says of what special cards do by day, of the growl and the silence, and of a card-less deal."""

from __future__ import annotations

from typing import assert_never

from audio.say import Say
from engine import events as e


def announce_act(event: e.AnyAct) -> tuple[Say, ...]:
    """The sentences that tell `event`. No reason is given for a death that another one dragged along."""
    match event:
        case e.DealOpened():
            return (Say(key="deal.shut"), Say(key="deal.tour"))
        case e.DealEnded():
            return (Say(key="deal.end"),)
        case e.Growled(yes=yes):
            return (Say(key="dawn.bear_yes" if yes else "dawn.bear_no"),)
        case e.Silenced(seat=None):
            return (Say(key="dawn.mute_none"),)
        case e.Silenced(seat=seat):
            return (Say(key="dawn.mute", seat=seat),)
        case e.Linked(seats=seats):
            return tuple(Say(key="link.die", target=seat) for seat in seats)
        case e.ShotDelayed(by=by, target=target):
            return (Say(key="rogue.hit", seat=by, target=target),)
        case e.DelayedOut(seat=seat):
            return (Say(key="rogue.out", seat=seat),)
        case e.TakenAlong(by=by, target=target):
            return (Say(key="boom.take", seat=by, target=target),)
        case e.NobodyTaken():
            return (Say(key="boom.none"),)
        case _:
            return _duel_or_blast(event)


def _duel_or_blast(event: e.AnyDuel | e.Blasted | e.BlastHeld) -> tuple[Say, ...]:
    match event:
        case e.DuelCalled(seat=seat):
            return (Say(key="knight.draw", seat=seat),)
        case e.DuelDropped():
            return (Say(key="knight.none"),)
        case e.DuelWon(target=target):
            return (Say(key="knight.win", target=target),)
        case e.DuelLost(by=by, target=target):
            return (Say(key="knight.lose", seat=by, target=target),)
        case e.SpeechesResumed():
            return (Say(key="knight.lose_go"),)
        case e.Blasted(by=by, seats=seats):
            dead = (Say(key="bomb.dead", voters=seats),) if seats else ()
            return (Say(key="bomb.show", seat=by), *dead)
        case e.BlastHeld():
            return (Say(key="bomb.held"),)
        case _:
            assert_never(event)
