"""The house rules of the special cards: each changes what it says, and a table without the card plays as before."""

from __future__ import annotations

from typing import Final

import pytest

from engine.commands import Value
from engine.errors import BadSetup, NotAChoice
from engine.events import (
    Announced,
    Blasted,
    BlastHeld,
    DelayedOut,
    Died,
    DuelLost,
    DuelWon,
    Exiled,
    GameOver,
    Growled,
    LoversBound,
    Mark,
    Marked,
    ModelChosen,
    NobodyTaken,
    NoSheriff,
    Reason,
    Silenced,
    Spent,
    TakenAlong,
    Turned,
    Vacant,
    Winner,
    WordsOpened,
)
from engine.game import Ballot, Day, Night, Setup
from engine.houserules import HouseRules
from engine.prompts import Fact, OfferKind
from engine.seats import Seat, seats_of
from engine.setup import house_rules
from engine.terms import Cause
from engine.victory import camp_of
from firmware.table.opening import OF_CARD
from tests.kit.engine_play import Play, RandomTable, board, cards_of, setup_of, table_of


def lovers(one: int, other: int) -> LoversBound:
    return LoversBound((Seat(one), Seat(other)))


def charm(seat: int) -> Marked:
    return Marked(Mark.CHARM, (Seat(1),), Seat(seat))


def out_of(play: Play) -> tuple[int, ...]:
    return play.state.out


# ---------------------------------------------------------------- wolves


def test_wwk_must_take() -> None:
    for rule, taken in (("off", False), ("on", True)):
        game = Play("帝狼预猎民民民", at=Day(2), wwk_must_take=rule).explode(1, takes=None)
        assert taken == any(isinstance(event, TakenAlong) for event in game.events)
    plain = Play("帝狼预猎民民民", at=Day(2), wwk_must_take="on").explode(2, takes=None)
    assert NobodyTaken(Seat(2)) == plain.last(NobodyTaken), "a plain wolf takes nobody all the same"


def test_wolf_king_status_step() -> None:
    for rule, called in (("off", False), ("on", True)):
        game = Play("王狼巫预民民民", wolf_king_status_step=rule).night(knife=7, poison=1)
        assert called == ("wolfking.status" in game.lines)
    assert (Fact(Seat(1), yes=False),) == game.told("wolfking.status")


def test_charm_targets() -> None:
    for rule, refused in (("any_other", False), ("non_wolf", True)):
        game = Play("美狼预猎民民民", charm_targets=rule).until("beauty.pick")
        if refused:
            with pytest.raises(NotAChoice):
                game.choose({1: 2})
        else:
            game.choose({1: 2})
        assert game.until("seer.pick", "hunter.wake")


def test_charm_repeat() -> None:
    for rule, refused in (("on", False), ("off", True)):
        game = Play("美狼预猎民民民", charm_repeat=rule).night(charm=5).until("beauty.pick")
        if refused:
            with pytest.raises(NotAChoice):
                game.choose({1: 5})
            game.choose({1: 6})
        else:
            game.choose({1: 5})


def test_hidden_wolf_end() -> None:
    stays = Play("狼隐预猎民民民").night().vote({3: 1})
    assert (1,) == out_of(stays)
    assert (Seat(2),) == stays.until("wolf.pick").prompt.awake, "from the next night on he has the knife"
    goes = Play("狼隐预猎民民民", hidden_wolf_end="dies_with_pack").night().vote({3: 1})
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) == goes.last(GameOver)
    assert Died(Seat(2), Cause.WITH_PACK) == goes.last(Died)


def test_hidden_wolf_sees_pack() -> None:
    shown = Play("狼狼隐预民民民").until("seer.wake").told("hidden.show")
    assert (Fact(Seat(3), at=(Seat(1), Seat(2))),) == shown
    blind = Play("狼狼隐预民民民", hidden_wolf_sees_pack="off", hidden_wolf_end="dies_with_pack").until("seer.wake")
    assert (Fact(Seat(3), yes=False),) == blind.told("hidden.show")


def test_a_hidden_wolf_who_sees_nobody_cannot_inherit() -> None:
    chosen = board("B12-隐狼驯熊师")
    rules = house_rules(chosen, {"hidden_wolf_sees_pack": "off", "hidden_wolf_end": "inherits_knife"})
    with pytest.raises(BadSetup, match="hidden_wolf_end"):
        Setup(chosen, seats_of(*range(1, 13)), rules).check()


def test_wolf_consensus_random_tie_and_by_deck() -> None:
    assert () == Play("狼狼预猎民民民").night(knife={1: 5, 2: 6}).last(Announced).seats
    drawn = Play("狼狼预猎民民民", wolf_consensus="random_tie").night(knife={1: 5, 2: 6}).last(Announced).seats
    assert drawn in ((5,), (6,))
    with_cupid = Play("狼狼狼丘猎民民民").night(knife={1: 6, 2: 6, 3: 7}, lovers=(4, 5))
    assert () == with_cupid.last(Announced).seats, "on boards with 丘比特 the pack must agree"
    plural = Play("狼狼狼丘猎民民民", wolf_consensus="plurality").night(knife={1: 6, 2: 6, 3: 7}, lovers=(4, 5))
    assert (6,) == plural.last(Announced).seats


# ---------------------------------------------------------------- the good


def test_knight_hits_hidden_wolf() -> None:
    assert DuelWon(Seat(4), Seat(2)) == Play("狼隐预骑民民民", at=Day(2)).duel(4, 2).last(DuelWon)
    game = Play("狼隐预骑民民民", at=Day(2), knight_hits_hidden_wolf="off").duel(4, 2)
    assert DuelLost(Seat(4), Seat(2)) == game.last(DuelLost)


def test_knight_in_election() -> None:
    def electing(rule: str) -> Play:
        return (
            Play("狼狼预骑猎民民民民民", sheriff="on", knight_in_election=rule)
            .night()
            .bids(3, 4, 5)
            .until("sheriff.turn")
        )

    assert not any(offer.kind is OfferKind.DUEL for offer in electing("off").prompt.offers)
    won = electing("on").duel(4, 1, "sheriff.turn", left_ms=60_000)
    assert NoSheriff(Vacant.DUEL) == won.last(NoSheriff)
    assert ("wolf.wake", 2) == (won.until("wolf.wake").line, won.state.n)
    lost = electing("on").duel(4, 6, "sheriff.turn", left_ms=60_000).until("sheriff.turn")
    assert (Seat(3), Seat(5)) == lost.state.standing, "the election goes on without him"


def test_bear_neighbours() -> None:
    one = (Died(Seat(4), Cause.EXILE), Exiled(Seat(4)))
    near = Play("预狼民民熊民民猎", at=Night(2), facts=one)
    assert not near.night().last(Growled).yes, "3 and 6 are the nearest"
    facts = (Died(Seat(3), Cause.EXILE), Exiled(Seat(3)), Died(Seat(4), Cause.EXILE), Exiled(Seat(4)))
    assert Play("预狼民民熊民民猎", at=Night(2), facts=facts).night().last(Growled).yes
    physical = Play("预狼民民熊民民猎", at=Night(2), facts=facts, bear_neighbours="physical")
    assert not physical.night().last(Growled).yes, "only 4 and 6, and 4 is dead"


def test_silence_announce() -> None:
    for rule, order in (("dawn", [Silenced, Announced]), ("with_deaths", [Announced, Silenced])):
        game = Play("狼狼禁预民民民", silence_announce=rule).night(knife=5, silence=6)
        assert order == [type(event) for event in game.heard if isinstance(event, Silenced | Announced)]
        assert Silenced(Seat(6)) == game.last(Silenced)


@pytest.mark.parametrize(
    ("rule", "spoken", "voted"),
    [("before_vote", True, False), ("own_speech", False, False), ("after_vote", True, True)],
)
def test_rogue_death_point(rule: str, spoken: bool, voted: bool) -> None:
    """Whether all have spoken, and whether there has been a ballot, when 老流氓 (seat 5) is out."""
    game = Play("狼狼巫预流民民民", rogue_death_point=rule).night().night(poison=5)
    while not any(isinstance(event, DelayedOut) for event in game.events):
        game.quietly()
    names = [type(event).__name__ for step in game.steps for event in step.events]
    before = names[len(names) - names[::-1].index("DayBroke") : names.index("DelayedOut")]
    assert (spoken, voted) == ("SpeechesOver" in before, "BallotRead" in before)


@pytest.mark.parametrize(("rule", "camp"), [("good_god", Winner.GOOD), ("third", Winner.BOMBER)])
def test_bomber_camp(rule: str, camp: Winner) -> None:
    assert camp is camp_of(Play("狼狼炸民民民", bomber_camp=rule).state, Seat(3))
    game = Play("狼狼炸预民民", bomber_camp=rule).night(knife=4)
    over = () if camp is Winner.GOOD else (GameOver(Winner.WOLF, Reason.GODS_DEAD),)
    assert over == game.all_of(GameOver), "as a 神 he keeps the game going"


@pytest.mark.parametrize(("rule", "dead"), [("deciding", (3, 8)), ("both", (1, 3, 8))])
def test_bomber_ballot(rule: str, dead: tuple[int, ...]) -> None:
    """1 voted for 炸弹人 (6) in the first ballot only, 8 only in the PK; 3 in both."""
    game = Play("狼狼民民预炸民民民", at=Ballot(2), bomber_ballot=rule)
    game.vote({1: 6, 3: 6, 4: 9, 5: 9}, pk={3: 6, 8: 6})
    assert dead == game.last(Blasted).seats


def test_bomber_forced() -> None:
    asked = Play("狼狼民民预炸民民", at=Ballot(2), bomber_forced="off").vote({1: 6, 3: 6}).until("bomb.ask")
    asked.press()
    assert BlastHeld(Seat(6)) == asked.last(BlastHeld)
    assert (6,) == out_of(asked)
    blows = Play("狼狼民民预炸民民", at=Ballot(2), bomber_forced="off").vote({1: 6, 3: 6}).until("bomb.ask")
    blows.press(6)
    assert (1, 3, 6) == out_of(blows)
    other = Play("狼狼民民预炸民民", at=Ballot(2), bomber_forced="off").vote({1: 3, 4: 3}).until("bomb.ask")
    other.press(3)
    assert (3,) == out_of(other), "the same is asked of everybody, and who is not 炸弹人 blows nobody up"
    assert "bomb.ask" not in Play("狼狼民民预炸民民", at=Ballot(2)).vote({1: 6, 3: 6}).until("wolf.wake").lines


def test_bomber_victims_skill() -> None:
    for rule, windows in (("off", [6]), ("on", [1, 3, 6])):
        game = Play("狼狼猎民预炸民民", at=Ballot(2), bomber_victims_skill=rule).vote({1: 6, 3: 6})
        game.until("wolf.wake")
        asked = [prompt.call.seat for prompt in game.prompts if prompt.call.line == "dawn.skill_ask"]
        assert windows == asked, "ascending; whose public cause bars every shooter is not asked"
    shot = Play("狼狼猎民预炸民民", at=Ballot(2), bomber_victims_skill="on").vote({3: 6}).shoot(3, 1)
    assert 1 in out_of(shot)


def test_thief_max_buried_wolves() -> None:
    for rule, fits in (("one", False), ("unrestricted", True)):
        game = Play("盗狼狼预巫民民民", spares="狼狼", claimed=True, thief_max_buried_wolves=rule)
        game.until("setup.spare")
        entered = Value(prompt=game.game.number, value="werewolf,werewolf")
        if fits:
            game.give(entered)
            assert ("werewolf", "werewolf") == game.state.spares
        else:
            with pytest.raises(NotAChoice):
                game.give(entered)


@pytest.mark.parametrize(("rule", "over"), [("none", True), ("god", False), ("villager", True)])
def test_cupid_class(rule: str, over: bool) -> None:
    """The last 神 is knifed while 丘比特 lives: as a 神 he keeps the game going."""
    game = Play("狼狼预丘民民", cupid_class=rule, facts=(lovers(5, 6),), at=Night(2)).night(knife=3)
    assert over == game.game.over


def test_cupid_blocks() -> None:
    facts = (lovers(1, 5), Died(Seat(2), Cause.EXILE), Exiled(Seat(2)))
    free = Play("狼狼预丘民民民", at=Ballot(2), facts=facts).vote({3: 1})
    assert GameOver(Winner.GOOD, Reason.WOLVES_DEAD) == free.last(GameOver)
    blocked = Play("狼狼预丘民民民", at=Ballot(2), facts=facts, cupid_blocks="on").vote({3: 1})
    assert not blocked.game.over


@pytest.mark.parametrize(("rule", "camp"), [("wolf", Winner.WOLF), ("good", Winner.GOOD)])
def test_wolf_couple_cupid(rule: str, camp: Winner) -> None:
    game = Play("狼狼预丘民民民", at=Day(2), facts=(lovers(1, 2),), wolf_couple_cupid=rule)
    assert camp is camp_of(game.state, Seat(4))
    assert Winner.WOLF is camp_of(game.state, Seat(1))


def test_wild_child_trigger() -> None:
    model = ModelChosen(Seat(4), Seat(5))
    for rule, by_knife in (("any_death", True), ("exile_only", False)):
        knifed = Play("狼狼预野民民民民", at=Night(2), facts=(model,), wild_child_trigger=rule).night(knife=5)
        assert by_knife == (Turned(Seat(4)) in knifed.events)
        exiled = Play("狼狼预野民民民民", at=Ballot(2), facts=(model,), wild_child_trigger=rule).vote({1: 5})
        assert Turned(Seat(4)) in exiled.events


def test_last_words_duel_and_last_words_rogue() -> None:
    for rule, words in (("off", ()), ("on", (Seat(4),))):
        game = Play("狼狼预骑民民民", at=Day(2), last_words_duel=rule).duel(4, 5)
        assert words == game.until("wolf.wake").all_of(WordsOpened)[0].seats
        doomed = Play("狼狼巫预流民民民", last_words_rogue=rule).night().night(poison=5).until("vote.open")
        assert (() if rule == "off" else (Seat(5),)) == doomed.all_of(WordsOpened)[-1].seats


def test_parity_win() -> None:
    for rule, over in (("off", ()), ("on", (GameOver(Winner.WOLF, Reason.PARITY),))):
        assert over == Play("狼狼预民民", parity_win=rule).night(knife=4).all_of(GameOver)
    with pytest.raises(BadSetup, match="parity_win"):
        table_of(cards_of("狼狼狼预民民"), house_rules(board("B06a"), {"parity_win": "on"})).check()


def test_role_source() -> None:
    claimed = setup_of("B06a")
    dealt_by_judge = setup_of("B06a", role_source="dealt_by_engine")
    lines = {}
    for setup in (claimed, dealt_by_judge):
        table = RandomTable(setup, 1)
        prompts = [step.prompt.call for _, step in table.steps() if step.prompt is not None]
        lines[setup] = (
            sum(call.line == "deal.look" for call in prompts),
            any(call.claim for call in prompts),
        )
    assert (0, True) == lines[claimed]
    assert (6, False) == lines[dealt_by_judge]


# ---------------------------------------------------------------- and nothing else

VALUES: Final[list[tuple[str, str]]] = [
    (rule, value)
    for rule in OF_CARD
    for value in type(getattr(HouseRules(), rule))
    if value is not getattr(HouseRules(), rule)
]


@pytest.mark.parametrize(("rule", "value"), VALUES, ids=[f"{rule}={value}" for rule, value in VALUES])
def test_a_table_without_the_card_plays_as_before(rule: str, value: str) -> None:
    for name in ("B09", "B12-预女猎白"):
        courses = [
            [step.events[n == 0 :] for n, (_, step) in enumerate(RandomTable(setup, 3).steps())]
            for setup in (setup_of(name), setup_of(name, None, **{rule: value}))
        ]
        assert courses[0] == courses[1]


def test_every_spent_charge_is_one_of_a_card() -> None:
    game = Play("狼狼预骑民民民", at=Day(2)).duel(4, 5)
    assert Spent(Seat(4), "duel") == game.last(Spent)
