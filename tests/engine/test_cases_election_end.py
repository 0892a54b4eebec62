"""The numbered edge cases of the rules (12) that concern 自爆 in an election (7.6), and what follows it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from engine.commands import OfferTaken
from engine.errors import NotAChoice, NotAsked
from engine.events import (
    Announced,
    BallotClosed,
    Cause,
    DayBroke,
    DayEnded,
    Died,
    Elected,
    ElectionResumed,
    ElectionSuspended,
    Exploded,
    GameOver,
    NightFell,
    NoSheriff,
    OutRuleTold,
    SheriffElected,
    SpeechesOpened,
    Vacant,
    WithdrawalNamed,
    WordsOpened,
)
from engine.prompts import OfferKind
from engine.seats import Seat, seats_of
from tests.engine.elections import DEFAULT, DOUBLE, closed, lines, table
from tests.kit.engine_play import EVEN, Play, legal_actors

# ---------------------------------------------------------------- self-destruction

WHERE = ("sheriff.turn", "sheriff.quit_open", "sheriff.vote_open", "sheriff.pk_turn", "sheriff.pk_vote")
"""Speech, window, ballot, PK speech, PK ballot."""


def at(line: str, house: Mapping[str, str] = DEFAULT) -> Play:
    """An election of 1, 2 and 11 that has come to `line`, 9 dead and unannounced."""
    game = table(knife=9, house=house).bids(1, 2, 11)
    if line.startswith("sheriff.pk"):
        game.elect({5: 1, 6: 2})
    return game.until(line)


@pytest.mark.parametrize("line", WHERE)
def test_case_97_a_self_destruct_leaves_no_badge(line: str) -> None:
    """Case 97: wolf 自爆, 单爆: no badge; deaths of N1 read; their 遗言; night 2. Nothing of a ballot is read."""
    game = at(line)
    ballots = len(game.all_of(BallotClosed))
    game.explode(3, line)
    assert NoSheriff(Vacant.EXPLODED) == closed(game)
    assert ballots == len(game.all_of(BallotClosed))
    game.until("wolf.wake")
    told = [
        e for e in game.heard if isinstance(e, Exploded | NoSheriff | Announced | WordsOpened | DayEnded | NightFell)
    ]
    assert [
        NightFell(1),
        Exploded(Seat(3)),
        NoSheriff(Vacant.EXPLODED),
        Announced(1, seats_of(9)),
        WordsOpened(seats_of(9)),
        DayEnded(1, early=True),
        NightFell(2),
    ] == told
    assert not {"vote.open", "speech.turn"} & set(lines(game))
    assert "sheriff.raise" not in lines(game.night().until("wolf.wake"))[lines(game).index("words.ask") :]


def test_no_self_destruct_in_the_bids() -> None:
    """Rules 7.6: BID: no."""
    game = table()
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 1)


def test_an_exploding_candidate_is_no_candidate_any_more() -> None:
    game = at("sheriff.turn").explode(1, "sheriff.turn")
    assert Exploded(Seat(1)) == game.last(Exploded)
    assert seats_of(1, 9) == game.until("wolf.wake").state.out


def test_case_102_a_poisoned_wolf_may_explode_and_is_not_announced_again() -> None:
    """Case 102: poisoned-in-N1 wolf 自爆s in the campaign: accepted; not repeated in ANNOUNCE."""
    game = table(poison=3).bids(1, 2).explode(3, "sheriff.turn")
    assert Announced(1, ()) == game.last(Announced)
    assert "wolf.wake" == game.line
    assert [Died(Seat(3), Cause.POISON)] == list(game.all_of(Died)), "nobody dies twice"


def test_the_out_are_told_how_to_behave_though_only_the_exploder_is_out() -> None:
    """The first death is that of the 自爆; it is told when the peaceful night has been announced, and once."""
    game = table().bids(1, 2).explode(3, "sheriff.turn").until("wolf.wake")
    told = [type(event) for event in game.heard if isinstance(event, Announced | OutRuleTold | DayEnded)]
    assert [Announced, OutRuleTold, DayEnded] == told


def test_the_last_wolf_explodes_in_the_election() -> None:
    game = Play("狼巫预猎民民民民民民", sheriff="on").night(knife=5).bids(3, 4).explode(1, "sheriff.turn")
    assert game.game.over
    assert () == game.all_of(NoSheriff)
    assert 1 == len(game.all_of(GameOver))


# ---------------------------------------------------------------- two self-destructs


@pytest.mark.parametrize("line", WHERE)
def test_case_98_the_first_only_suspends(line: str) -> None:
    """Case 98: 双爆: 自爆 D1: N2; D2 the election resumes before ANNOUNCE and elects normally."""
    game = at(line, house=DOUBLE).explode(3, line)
    assert ElectionSuspended(Seat(3)) == game.last(ElectionSuspended)
    assert () == game.all_of(NoSheriff)
    game.until("wolf.wake").night(knife=10)
    assert [DayBroke(2), ElectionResumed] == [game.heard[-2], type(game.heard[-1])]
    tied = line.startswith("sheriff.pk")
    assert ElectionResumed(seats_of(1, 2) if tied else seats_of(1, 2, 11)) == game.last(ElectionResumed)
    assert 1 == len(game.all_of(Announced)), "before ANNOUNCE"
    game.until("sheriff.quit_open").press()
    assert ("sheriff.pk_vote" if tied else "sheriff.vote_open") == game.line
    assert seats_of(4, 5, 6, 7, 8, 10, 12) == legal_actors(game.prompt), "publicly living, never bid"
    game.choose({4: 2, 5: 2})
    assert SheriffElected(Seat(2), Elected.VOTES) == closed(game)
    assert Announced(2, seats_of(10)) == game.last(Announced)


def test_case_98_who_had_not_spoken_speaks_in_the_old_order() -> None:
    """Rules 7.6: players who had not spoken speak in the old order, then 退水时间."""
    game = table(house=DOUBLE).bids(1, 2, 10, 11, minute=EVEN)
    game.quietly()
    assert 10 == game.prompt.call.seat
    game.take(OfferKind.WITHDRAW, 2)
    game.explode(3, "sheriff.turn")
    assert WithdrawalNamed(seats_of(2)) == game.last(WithdrawalNamed)
    game.until("wolf.wake").night()
    resumed = len(game.prompts) - 1
    game.until("sheriff.quit_open")
    asked = [(p.call.line, p.call.seat) for p in game.prompts[resumed:]]
    assert [("sheriff.turn", 10), ("sheriff.turn", 1), ("sheriff.quit_open", None)] == asked


def test_case_98_a_second_self_destruct_leaves_no_badge() -> None:
    """Case 98: second 自爆 while it is resumed: no badge."""
    game = at("sheriff.turn", house=DOUBLE).explode(3, "sheriff.turn").until("wolf.wake").night(knife=10)
    game.explode(4, "sheriff.quit_open")
    assert NoSheriff(Vacant.EXPLODED) == closed(game)
    assert Announced(2, seats_of(10)) == game.last(Announced)
    assert NightFell(3) == game.until("wolf.wake").last(NightFell)


@pytest.mark.parametrize("second", WHERE)
@pytest.mark.parametrize("first", WHERE)
def test_case_98_a_second_self_destruct_in_any_part_leaves_no_badge(first: str, second: str) -> None:
    """Case 98, speech, window, ballot, PK speech and PK ballot on either day; nothing of a ballot is read."""
    game = at(first, house=DOUBLE).explode(3, first).until("wolf.wake").night(knife=10)
    still_comes = {
        "sheriff.turn": first == "sheriff.turn",
        "sheriff.quit_open": True,
        "sheriff.vote_open": not first.startswith("sheriff.pk"),
        "sheriff.pk_turn": first != "sheriff.pk_vote",
        "sheriff.pk_vote": True,
    }
    while game.line != second and not game.all_of(SheriffElected) and not game.all_of(NoSheriff):
        if game.line == "sheriff.vote_open":
            game.choose({5: 1, 6: 2})
        else:
            game.quietly()
    assert still_comes[second] == (game.line == second)
    if not still_comes[second]:
        return
    ballots = len(game.all_of(BallotClosed))
    game.take(OfferKind.EXPLODE, 4)
    assert NoSheriff(Vacant.EXPLODED) == closed(game)
    assert ballots == len(game.all_of(BallotClosed))
    assert Announced(2, seats_of(10)) == game.last(Announced)
    assert NightFell(3) == game.until("wolf.wake").last(NightFell)
    assert "vote.open" not in lines(game)
    later = game.night().until("vote.open")
    assert not [line for line in lines(later)[-20:] if line.startswith("sheriff.")], "and never again"


def test_case_99_a_tied_candidate_who_explodes_leaves_the_badge_to_the_other() -> None:
    """Rules 7.6: the first 自爆 in the PK: only the tied remain candidates; one left: elected."""
    game = at("sheriff.pk_turn", house=DOUBLE).explode(1, "sheriff.pk_turn").until("wolf.wake").night()
    assert SheriffElected(Seat(2), Elected.LAST) == closed(game)


def test_a_night_that_decides_is_not_followed_by_the_suspended_election() -> None:
    game = Play("狼狼狼巫预民民", sheriff="on", badge_swallow="double").night(knife=6).bids(4, 5)
    game.explode(1, "sheriff.turn").until("wolf.wake").night(knife=7)
    assert game.game.over
    assert () == game.all_of(ElectionResumed)


def test_a_tie_of_the_resumed_election_still_has_its_pk() -> None:
    game = at("sheriff.turn", house=DOUBLE).explode(3, "sheriff.turn").until("wolf.wake").night()
    game.elect({5: 1, 6: 2}, pk={5: 1, 6: 2})
    assert NoSheriff(Vacant.TIED_AGAIN) == closed(game)


def test_a_pk_ballot_that_was_suspended_is_not_followed_by_another_pk() -> None:
    """Seed: only one PK round."""
    game = at("sheriff.pk_vote", house=DOUBLE).explode(3, "sheriff.pk_vote").until("wolf.wake").night()
    game.until("sheriff.pk_vote").choose({5: 1, 6: 2})
    assert NoSheriff(Vacant.TIED_AGAIN) == closed(game)


def test_case_99_one_candidate_left_on_day_two_is_elected_at_once() -> None:
    """Case 99: 双爆, only one candidate left on D2: elected at once."""
    game = table(house=DOUBLE).bids(1, 11).explode(1, "sheriff.turn").until("wolf.wake").night()
    assert SheriffElected(Seat(11), Elected.LAST) == closed(game)
    assert 1 == lines(game).count("sheriff.turn")


def test_case_99_no_candidate_left_on_day_two() -> None:
    """Case 99: none left: no badge."""
    game = table(house=DOUBLE, poison=11).bids(1, 11).explode(1, "sheriff.turn").until("wolf.wake").night()
    assert NoSheriff(Vacant.ALL_WITHDREW) == closed(game)


def test_the_victims_of_night_two_take_part_in_the_resumed_election() -> None:
    game = at("sheriff.turn", house=DOUBLE).explode(3, "sheriff.turn").until("wolf.wake").night(knife=11)
    game.elect({5: 11})
    assert SheriffElected(Seat(11), Elected.VOTES) == closed(game)
    assert 11 == game.until("badge.how").prompt.call.seat


def test_a_later_self_destruct_never_touches_the_badge() -> None:
    """Rules 7.6: after the election closed, 自爆 never destroys the badge."""
    game = table(house=DOUBLE).bids(11).explode(3).until("wolf.wake")
    assert Seat(11) == game.state.sheriff
    assert () == game.all_of(ElectionSuspended)


# ---------------------------------------------------------------- and then


def test_case_100_an_elected_victim_passes_and_the_new_sheriff_orders() -> None:
    """Case 100: elected 7 died on N1: ANNOUNCE "7号", 7 passes to 3: 3 chooses 死左/死右 and speaks last."""
    game = table(knife=7).bids(7).badge(3)
    assert Announced(1, seats_of(7)) == game.last(Announced)
    game.until("speech.sheriff_pick")
    assert (3, ("ascending", "descending"), (8, 6)) == (
        game.prompt.call.seat,
        game.prompt.call.options,
        game.prompt.call.firsts,
    )
    game.order("ascending")
    assert (8, 9, 10, 11, 12, 1, 2, 4, 5, 6, 3) == game.last(SpeechesOpened).order


def test_case_117_a_night_that_decides_has_no_election() -> None:
    """Case 117: night decides the game on N1: no election, game over announced at dawn."""
    game = Play("狼狼预民", sheriff="on").night(knife=4)
    assert game.game.over
    assert DayBroke(1) == game.last(DayBroke)
    assert "sheriff.raise" not in lines(game)


def test_a_ballot_of_the_election_takes_no_vote_for_who_is_no_candidate() -> None:
    game = table().bids(1, 2).until("sheriff.vote_open")
    with pytest.raises(NotAChoice):
        game.choose({5: 6})
    with pytest.raises(NotAsked):
        game.choose({1: 2})
    with pytest.raises(NotAsked):
        game.give(OfferTaken(prompt=game.game.number, offer=OfferKind.WITHDRAW, seat=Seat(1)))
