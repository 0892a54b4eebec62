"""骑士 and 老流氓 (rules 3.14, 3.15, 8): the numbered cases (12) that concern them."""

from __future__ import annotations

import pytest

from engine.errors import NotAsked
from engine.events import (
    Announced,
    BadgePassed,
    Cause,
    DayEnded,
    DelayedOut,
    Doomed,
    DuelCalled,
    DuelDropped,
    DuelLost,
    DuelWon,
    GameOver,
    Linked,
    NightFell,
    NoSheriff,
    Reason,
    ShotDelayed,
    SpeechesOpened,
    SpeechesResumed,
    Spoke,
    Vacant,
    Winner,
    WordsOpened,
)
from engine.prompts import Floor, OfferKind, RollCall
from engine.seats import Seat, seats_of
from tests.kit.engine_play import EVEN, ODD, Play

KNIGHT = "狼狼民巫预民民骑民民"
"""8 is the knight; there is no shooter."""


def speakers(game: Play) -> list[int | None]:
    return [prompt.call.seat for prompt in game.prompts if prompt.call.line.startswith("speech.")]


# ---------------------------------------------------------------- knight


def test_case_72_a_lost_duel_kills_the_knight_and_the_speech_goes_on() -> None:
    """Case 72: 骑士 8 duels 好人 3 during 6's speech: 8 dies, 6 continues, then the rest; no night."""
    game = Play(KNIGHT).night().to_speeches(ODD)
    while game.prompt.call.seat != 6:
        game.quietly()
    game.duel(8, 3, "speech.next", left_ms=45_000).until("speech.next")
    assert [DuelCalled, DuelLost, SpeechesResumed] == [
        type(e) for e in game.heard if isinstance(e, DuelCalled | DuelLost | SpeechesResumed)
    ]
    assert isinstance(game.prompt, Floor)
    assert (6, 45_000, True) == (game.prompt.call.seat, game.prompt.left_ms, game.prompt.resumed)
    game.until("vote.open")
    assert [1, 2, 3, 4, 5, 6, 7, 9, 10] == [spoke.seat for spoke in game.all_of(Spoke)]
    assert (Cause.DUEL, 1) == (game.state.cause_of(Seat(8)), len(game.all_of(NightFell)))


def test_case_72_a_knight_who_duels_in_his_own_speech_has_ended_it() -> None:
    game = Play(KNIGHT).night().to_speeches(ODD)
    while game.prompt.call.seat != 8:
        game.quietly()
    game.duel(8, 3, "speech.next", left_ms=9_000).until("speech.next")
    assert isinstance(game.prompt, Floor)
    assert (9, None, False) == (game.prompt.call.seat, game.prompt.left_ms, game.prompt.resumed)


def test_case_73_a_won_duel_ends_the_day() -> None:
    """Case 73: 骑士 duels wolf during the second speech: wolf dies, day over, no ballot."""
    game = Play(KNIGHT).night().until("speech.next").duel(8, 2).until("wolf.wake")
    assert DuelWon(Seat(8), Seat(2)) == game.last(DuelWon)
    assert "vote.open" not in game.lines
    assert (DayEnded(1, early=True), WordsOpened(())) == (game.last(DayEnded), game.last(WordsOpened))


def test_case_74_one_duel_a_game() -> None:
    """Case 74: second duel: refused."""
    game = Play(KNIGHT).night().duel(8, 2).until("speech.turn")
    with pytest.raises(NotAsked):
        game.take(OfferKind.DUEL, 8)


@pytest.mark.parametrize("line", ["sheriff.turn", "sheriff.vote_open", "vote.open", "pk.turn", "words.ask"])
def test_case_74_no_duel_in_ballots_or_the_election(line: str) -> None:
    """Case 74: duel during a ballot or the election: refused (nor in PK speeches or 遗言)."""
    game = Play(KNIGHT, sheriff="on").night(knife=10).bids(1, 2).until(line, "vote.open")
    if line == "pk.turn":
        game.choose({1: 3, 2: 4})
        game.until(line)
    before = game.state
    with pytest.raises(NotAsked):
        game.take(OfferKind.DUEL, 8)
    assert (line, before) == (game.line, game.state)


def test_case_74_option_in_the_election() -> None:
    """Case 74, option knight_in_election: a won duel ends the election; the dead of the night are told first."""
    game = Play(KNIGHT, sheriff="on", knight_in_election="on").night(knife=10).bids(1, 2)
    game.duel(8, 2, "sheriff.turn").until("wolf.wake")
    told = [type(e) for e in game.heard if isinstance(e, DuelWon | NoSheriff | Announced | NightFell)]
    assert [NightFell, DuelWon, NoSheriff, Announced, NightFell] == told
    assert NoSheriff(Vacant.DUEL) == game.last(NoSheriff)
    lost = Play(KNIGHT, sheriff="on", knight_in_election="on").night().bids(1, 2)
    lost.duel(8, 3, "sheriff.turn").elect({3: 1})
    assert Seat(1) == lost.state.sheriff


def test_case_75_a_wolf_sheriff_who_lost_passes_the_badge() -> None:
    """Case 75: 骑士 duels wolf sheriff: wolf dies, may pass the badge."""
    game = Play(KNIGHT, sheriff="on").night().bids(1).duel(8, 1, "speech.turn", "speech.next").badge(4)
    assert BadgePassed(Seat(1), Seat(4)) == game.last(BadgePassed)


def test_a_knight_who_is_sheriff_and_loses_leaves_the_order_to_his_heir() -> None:
    """Rules 8: if the sheriff died in a failed duel before ORDER_CHOICE finished, the new sheriff chooses."""
    game = Play(KNIGHT, sheriff="on").night().bids(8).duel(8, 3, "speech.sheriff_pick").badge(4)
    assert 4 == game.until("speech.sheriff_pick").prompt.call.seat
    game.order("ascending")
    assert (5, 6, 7, 9, 10, 1, 2, 3, 4) == game.last(SpeechesOpened).order


def test_a_duel_without_a_target_is_used_up() -> None:
    game = Play(KNIGHT).night().duel(8, None)
    assert (DuelDropped(Seat(8)),) == game.all_of(DuelDropped)
    with pytest.raises(NotAsked):
        game.take(OfferKind.DUEL, 8)
    assert () == game.until("vote.open").state.dead


def test_a_duel_drags_a_lover_along_and_the_wolf_king_does_not_shoot() -> None:
    """Rules 3.14, 3.18: the lover's link applies; no skill for the loser."""
    game = Play("王狼民巫预猎丘骑民民").night(lovers=(1, 9)).duel(8, 1).until("wolf.wake")
    assert Linked(seats_of(9)) == game.last(Linked)
    assert [9] == [p.call.seat for p in game.prompts if p.call.line == "dawn.skill_ask"]


# ---------------------------------------------------------------- old rogue

ROGUE = "狼狼巫预猎民民民流民"
"""9 is the rogue, 3 the witch, 5 the hunter."""


def test_case_19_a_knife_does_not_wait_for_the_poison() -> None:
    """Case 19: witch poisons 老流氓 and he is knifed too: dies at dawn, cause knife."""
    game = Play(ROGUE).night(knife=9, poison=9)
    assert (Announced(1, seats_of(9)), ()) == (game.last(Announced), game.all_of(Doomed))
    assert Cause.KNIFE is game.state.cause_of(Seat(9))


def test_case_79_poison_kills_him_after_the_speeches() -> None:
    """Case 79: 老流氓 9 poisoned N2: D2 平安夜; he speaks; dies before the D2 ballot, without last words."""
    game = Play(ROGUE).night().vote({}).night(poison=9)
    assert Announced(2, ()) == game.last(Announced)
    game.until("vote.open")
    assert Seat(9) in [spoke.seat for spoke in game.all_of(Spoke)[10:]]
    assert DelayedOut(Seat(9), "old_rogue") == game.last(DelayedOut)
    assert Seat(9) not in game.prompt.call.options
    assert WordsOpened(()) == game.last(WordsOpened)


def test_case_79_options_after_the_ballot_or_after_his_own_speech() -> None:
    """Case 79, options of rogue_death_point."""
    after = Play(ROGUE, rogue_death_point="after_vote").night(poison=9).until("vote.open")
    assert Seat(9) in after.prompt.call.options
    assert Seat(9) in after.until("wolf.wake").state.dead
    own = Play(ROGUE, rogue_death_point="own_speech").night(poison=9).until("speech.turn")
    while Seat(9) in own.state.alive:
        own.quietly()
    assert [10, 9] == [spoke.seat for spoke in own.all_of(Spoke)]
    assert 8 == own.until("speech.turn", "speech.next").prompt.call.seat


@pytest.mark.parametrize("knife", [None, 9])
def test_case_80_shot_he_dies_after_tomorrows_speeches(knife: int | None) -> None:
    """Case 80: shot on D2: alive on N3, speaks on D3, dies before the D3 ballot; knifed on N3: dies at dawn D3."""
    game = Play(ROGUE).night().vote({}).night().vote({1: 5}).shoot(5, 9)
    assert ShotDelayed(Seat(5), Seat(9), "old_rogue") == game.last(ShotDelayed)
    game.until("wolf.wake")
    assert Seat(9) in game.state.alive
    game.night(knife=knife)
    assert Announced(3, seats_of(*([9] if knife else []))) == game.last(Announced)
    game.until("vote.open")
    assert (Cause.KNIFE if knife else Cause.DELAYED) is game.state.cause_of(Seat(9))
    assert (0 if knife else 1) == len(game.all_of(DelayedOut))


def test_case_81_a_day_that_ends_early_kills_him_at_its_end() -> None:
    """Case 81: 老流氓 poisoned N2, wolf 自爆 in the first D2 speech: 9 dies at DAY_END."""
    game = Play(ROGUE).night().vote({}).night(poison=9).explode(1, "speech.turn").until("wolf.wake")
    order = [type(e) for e in game.heard if isinstance(e, DelayedOut | DayEnded)]
    assert [DayEnded, DelayedOut, DayEnded] == order
    assert seats_of(1, 9) == game.state.dead


def test_case_82_the_last_villager_counts_until_he_dies() -> None:
    """Case 82: 老流氓 is the last 民, poisoned N2: 狼人 win only when he actually dies."""
    game = Play("狼狼巫预猎民流").night(knife=6).vote({}).night(poison=7)
    assert not game.game.over
    game.until("speech.turn")
    assert not game.game.over
    game.until("vote.open", "over")
    assert GameOver(Winner.WOLF, Reason.FOLK_DEAD) == game.last(GameOver)


def test_a_guard_or_a_take_changes_nothing_and_exile_is_at_once() -> None:
    """Rules 3.15: delay applies to poison and shots only; other deaths cancel what is pending."""
    exiled = Play("狼狼巫预猎民民民流民", rogue_death_point="after_vote").night(poison=9).vote({1: 9, 2: 9})
    assert Cause.EXILE is exiled.until("wolf.wake").state.cause_of(Seat(9))
    assert () == exiled.all_of(DelayedOut)
    taken = Play("帝狼巫预猎民民民流民").night(poison=9).explode(1, takes=9)
    assert Cause.TAKE is taken.until("wolf.wake").state.cause_of(Seat(9))


def test_until_he_dies_he_may_get_the_badge_and_then_passes_it() -> None:
    """Rules 3.15: until he dies he is alive for everything; a doomed sheriff's badge is passed."""
    game = Play(ROGUE, sheriff="on").night(poison=9).bids(9).order("ascending").badge(4)
    assert (BadgePassed(Seat(9), Seat(4)), 1) == (game.last(BadgePassed), len(game.all_of(DelayedOut)))
    assert "vote.open" == game.until("vote.open").line


def test_the_poison_is_not_hinted_at() -> None:
    """Rules 9.16: nothing tells of a delayed death before it happens; the witch is not told either."""
    quiet, poisoned = Play(ROGUE).night().to_speeches(EVEN), Play(ROGUE).night(poison=9).to_speeches(EVEN)
    assert quiet.heard == poisoned.heard
    assert [p.call for p in quiet.prompts] == [p.call for p in poisoned.prompts]
    assert isinstance(poisoned.asked("witch.poison"), RollCall)
