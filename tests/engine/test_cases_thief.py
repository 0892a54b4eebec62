"""盗贼, 野孩子 and 隐狼 (rules 3.1, 3.3, 3.7): the numbered cases (12) that concern them."""

from __future__ import annotations

from typing import Final

import pytest

from engine.errors import NotAChoice, NotAsked
from engine.events import (
    Announced,
    CardTaken,
    Cause,
    DuelLost,
    DuelWon,
    GameOver,
    Growled,
    KnifeInherited,
    Linked,
    ModelChosen,
    NightEnded,
    NightFell,
    Reason,
    Revealed,
    StepClosed,
    Turned,
    Winner,
    WordsOpened,
)
from engine.game import Ballot
from engine.prompts import Call, Eyes, Fact, OfferKind, RollCall, Tell
from engine.seats import Seat, seats_of
from engine.victory import Couple, camp_of, couple_of, wolves
from tests.kit.engine_play import Play, legal_actors


def ending(game: Play) -> tuple[Winner, Reason]:
    end = game.last(GameOver)
    return end.winner, end.reason


def options(game: Play, line: str) -> tuple[tuple[object, ...], ...]:
    prompt = game.asked(line)
    assert isinstance(prompt, RollCall)
    return tuple(entry.options for entry in prompt.legal)


# ---------------------------------------------------------------- thief

THIEF: Final = "盗狼狼巫猎民民民民"


def test_case_43_a_buried_wolf_must_be_taken() -> None:
    """Case 43: 埋牌 {狼人, 预言家}: must take 狼人, wakes at step 6 the same night; 预言家请睁眼 is said to nobody."""
    game = Play(THIEF, spares="狼预").until("thief.pick")
    assert (("werewolf",),) == options(game, "thief.pick")
    with pytest.raises(NotAChoice):
        game.choose({1: "seer"})
    game.choose({1: "werewolf"})
    assert CardTaken(Seat(1), "thief", "werewolf", "seer") == game.last(CardTaken)
    assert seats_of(1, 2, 3) == legal_actors(game.until("wolf.pick").prompt)
    for night in (1, 2):
        game.until("seer.pick")
        assert () == legal_actors(game.prompt)
        assert game.state.living == game.prompt.call.options
        game.until("seer.close", "speech.turn")
        assert night == sum(closed.role == "seer" for closed in game.all_of(StepClosed))
        game.until("wolf.wake")
    assert "thief.wake" not in game.lines[game.lines.index("speech.turn") :]


def test_case_44_he_plays_the_card_he_took_that_very_night() -> None:
    """Case 44: 埋牌 {村民, 女巫}, takes 女巫: acts at step 9 of N1; seer sees 好人."""
    game = Play("盗狼狼预猎民民民民", spares="民巫").night(take="witch", knife=6, save=True, check=1)
    assert (Fact(Seat(1), at=(Seat(6),)),) == game.told("witch.victim")
    assert Announced(1, ()) == game.last(Announced)
    assert (Fact(Seat(4), yes=True),) == game.told("seer.result")


def test_case_45_two_villagers_make_him_one() -> None:
    """Case 45: 埋牌 {村民, 村民}: becomes 村民; counts in V0."""
    game = Play("盗狼狼巫预猎", spares="民民")
    assert (("villager",),) == options(game.until("thief.pick"), "thief.pick")
    game.night(take="villager") if game.line == "thief.wake" else game.choose({1: "villager"})
    assert (Winner.WOLF, Reason.FOLK_DEAD) == ending(game.until("vote.open").vote({2: 1}))
    assert ("villager", "villager") == game.last(Revealed).spares


def test_case_46_two_buried_wolves_are_one_fewer_in_play() -> None:
    """Case 46: thief_max_buried_wolves = unrestricted, 埋牌 {狼, 狼}: takes one; one wolf fewer in play."""
    game = Play("盗狼巫预猎民民民民", spares="狼狼", thief_max_buried_wolves="unrestricted").night(take="werewolf")
    assert seats_of(1, 2) == wolves(game.state)
    assert ("werewolf",) == game.state.buried
    game.vote({3: 1}).vote({3: 2})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game)


def test_case_47_a_thief_who_took_a_wolf_loves_across_camps() -> None:
    """Case 47: 盗贼 took 狼人 and is then a lover of 好人 9: 人狼恋."""
    game = Play("盗狼狼巫猎丘民民民", spares="狼预").night(take="werewolf", lovers=(1, 9))
    assert Couple.MIXED is couple_of(game.state)
    assert [Winner.THIRD] * 3 == [camp_of(game.state, Seat(n)) for n in (1, 9, 6)]


def test_the_thief_is_shown_both_and_a_lot_chooses_where_he_does_not() -> None:
    game = Play("盗狼狼预猎民民民民", spares="民巫").until("thief.pick")
    assert (Fact(Seat(1), at=("witch", "villager")),) == game.told("thief.look")
    assert game.asked("thief.look").call.options == game.prompt.call.options
    assert isinstance(game.prompt, RollCall)
    (filled,) = game.prompt.filled
    game.choose({})
    assert filled.options == (game.last(CardTaken).card,)


def test_what_he_leaves_is_called_and_nobody_comes() -> None:
    game = Play("盗狼狼预猎民民民民", spares="民巫").night(take="villager")
    heal = game.asked("witch.poison")
    assert isinstance(heal, RollCall)
    assert ((), ()) == (heal.awake, heal.legal)


def calls(game: Play) -> list[Call]:
    """What is said and counted by night."""
    return [prompt.call for prompt in game.prompts if prompt.call.eyes is Eyes.NIGHT]


def test_case_119_a_buried_witch_sounds_like_one_who_lives() -> None:
    """Case 119: 盗丘 board, 女巫 buried: the lines of step 9 are identical to a game where she lives."""
    held = Play("盗丘狼狼狼预猎白民民民巫", spares="民民").night(take="villager", save=True, knife=9)
    buried = Play("盗丘狼狼狼预猎白民民民民", spares="巫民").night(take="villager")
    taken = Play("盗丘狼狼狼预猎白民民民民", spares="巫民").night(take="witch", knife=9, save=True)
    later = [game.until("vote.open").night() for game in (held, buried, taken)]
    first, *others = [calls(game) for game in later]
    assert 2 == [call.line for call in first].count("witch.poison")
    assert [first, first] == others
    night = [[e for e in game.heard if isinstance(e, NightFell | StepClosed | NightEnded)] for game in later]
    assert [night[0]] * 3 == night


def test_case_118_a_dead_but_unannounced_seer_sounds_alike() -> None:
    """Case 118: same deck, seer alive-but-unannounced-dead vs alive, buried vs held: identical night audio."""
    games = [
        Play("盗丘狼狼狼预猎白民民民巫", spares="民民", sheriff="on").night(take="villager", lovers=(1, 2), knife=6),
        Play("盗丘狼狼狼预猎白民民民巫", spares="民民", sheriff="on").night(take="villager", lovers=(1, 2)),
        Play("盗丘狼狼狼民猎白民民民巫", spares="预民", sheriff="on").night(take="villager", lovers=(1, 2)),
    ]
    assert ["sheriff.raise"] * 3 == [game.line for game in games]
    assert [calls(games[0])] * 3 == [calls(game) for game in games]


# ---------------------------------------------------------------- wild child

CHILD: Final = "狼狼巫民预猎民民民民野"
"""11 is the wild child."""


def test_case_48_the_model_exiled_turns_him() -> None:
    """Case 48: 榜样 4 exiled D1: 野孩子 11 turns; N2 wakes with the pack; N2 check on 11: 狼人."""
    game = Play(CHILD).night(model=4).vote({1: 4})
    assert (Turned(Seat(11)),) == game.all_of(Turned)
    game.until("wolf.pick")
    assert seats_of(1, 2, 11) == legal_actors(game.prompt)
    assert seats_of(1, 2, 11) == game.asked("wolf.wake").awake
    game.until("seer.pick").choose({5: 11})
    assert (Fact(Seat(5), yes=False),) == game.told("seer.result")
    assert Winner.WOLF is camp_of(game.state, Seat(11))


def test_case_48_option_exile_only() -> None:
    """Case 48, option exile_only: a knifed 榜样 turns nobody, an exiled one does."""
    knifed = Play(CHILD, wild_child_trigger="exile_only").night(model=4, knife=4)
    assert () == knifed.all_of(Turned)
    exiled = Play(CHILD, wild_child_trigger="exile_only").night(model=4).vote({1: 4})
    assert (Turned(Seat(11)),) == exiled.all_of(Turned)


def test_case_49_the_model_knifed_turns_him_at_dawn() -> None:
    """Case 49: 榜样 4 knifed N2, checked on N2: 好人; turns at dawn; the growl of D2 sees him; knifes from N3."""
    game = Play(CHILD).night(model=4).vote({})
    game.night(knife=4, check=11)
    assert (Fact(Seat(5), yes=True),) == game.told("seer.result")
    assert seats_of(1, 2) == game.asked("wolf.wake").awake
    assert (Turned(Seat(11)),) == game.all_of(Turned)
    assert seats_of(1, 2, 11) == legal_actors(game.until("wolf.pick").prompt)


def test_case_49_the_bear_smells_him_the_same_morning() -> None:
    """Case 49: the growl of D2 already sees 11 as a wolf (computed after deaths)."""
    game = Play("狼狼巫民预猎民民民熊野民").night(model=4).vote({}).night(knife=4)
    assert [Growled(False), Growled(True)] == list(game.all_of(Growled))


def test_case_50_the_last_wolf_out_who_is_the_model() -> None:
    """Case 50: 榜样 4 is the last wolf and is exiled: 11 turns first, game goes on, W = 1."""
    game = Play("民巫预狼猎民民民民民野").night(model=4).vote({1: 4})
    assert not game.game.over
    assert seats_of(11) == wolves(game.state)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game.night(knife=1).vote({2: 11}))
    assert ((Seat(11), Seat(4)),) == game.last(Revealed).models


def test_case_51_who_dies_with_his_model_has_not_turned() -> None:
    """Case 51: 11 and 榜样 4 die in one batch: 11 never turned, belongs to 好人."""
    game = Play(CHILD).night(model=4, knife=4, poison=11)
    assert () == game.all_of(Turned)
    assert Winner.GOOD is camp_of(game.state, Seat(11))
    linked = Play("狼狼巫民预猎民民民丘野", wolf_consensus="plurality").night(lovers=(4, 11), model=4, knife=4)
    assert (Cause.HEARTBREAK, ()) == (linked.state.cause_of(Seat(11)), linked.all_of(Turned))
    charmed = Play("狼狼巫美预猎民民民民野").night(charm=11, model=4).vote({1: 4})
    assert (Cause.CHARM, ()) == (charmed.state.cause_of(Seat(11)), charmed.all_of(Turned))
    earlier = Play(CHILD).night(model=4, knife=11).vote({1: 4})
    assert () == earlier.all_of(Turned)


def test_case_52_a_model_who_flips_turns_nobody() -> None:
    """Case 52: 榜样 = 白痴, exiled and flips: no turn."""
    game = Play("狼狼巫白预猎民民民民野").night(model=4).vote({1: 4})
    assert () == game.all_of(Turned)
    assert (Turned(Seat(11)),) == game.night(knife=4).all_of(Turned)


def test_a_model_is_another_seat_and_must_be_chosen() -> None:
    game = Play(CHILD).until("wildchild.pick")
    assert (seats_of(*range(1, 11)),) == options(game, "wildchild.pick")
    assert isinstance(game.prompt, RollCall)
    (filled,) = game.prompt.filled
    game.choose({})
    assert filled.options == (game.last(ModelChosen).model,)


def test_who_has_turned_may_self_destruct_and_who_has_not_may_not() -> None:
    game = Play(CHILD).night(model=4).until("speech.turn")
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 11)
    game.vote({1: 4}).night().explode(11)
    assert Seat(11) in game.state.out


def test_the_couple_is_what_the_first_night_made_it() -> None:
    """Rules 3.2: later turning of a 野孩子 does not change the couple type."""
    game = Play("狼狼巫民预猎民民民丘野").night(lovers=(9, 11), model=4).vote({1: 4})
    assert (Turned(Seat(11)),) == game.all_of(Turned)
    assert Couple.GOOD is couple_of(game.state)


# ---------------------------------------------------------------- hidden wolf

HIDDEN: Final = "狼民民隐熊预骑民民"
"""4 is the hidden wolf, beside the bear tamer."""


def test_case_53_he_reads_as_good_but_not_in_a_duel() -> None:
    """Case 53: seer checks 隐狼: 好人; bear next to 隐狼 only: 没有咆哮; 骑士 duels 隐狼: 隐狼 dies, night."""
    game = Play(HIDDEN).night(check=4)
    assert (Fact(Seat(6), yes=True),) == game.told("seer.result")
    assert (Growled(False),) == game.all_of(Growled)
    game.duel(7, 4).until("wolf.wake")
    assert (DuelWon(Seat(7), Seat(4)), NightFell(2)) == (game.last(DuelWon), game.last(NightFell))


def test_case_53_option_the_duel_reads_him_as_good() -> None:
    """Case 53, option knight_hits_hidden_wolf = off."""
    game = Play(HIDDEN, knight_hits_hidden_wolf="off").night().duel(7, 4)
    assert DuelLost(Seat(7), Seat(4)) == game.last(DuelLost)


def test_case_54_he_has_the_knife_of_a_dead_pack() -> None:
    """Case 54: last plain wolf exiled, 隐狼 alive: game goes on; N2 he answers 狼人请睁眼 and knifes; reads 好人."""
    game = Play(HIDDEN).night().vote({2: 1})
    assert (KnifeInherited(Seat(4)),) == game.all_of(KnifeInherited)
    assert seats_of(4) == game.until("wolf.wake").prompt.awake
    game.until("wolf.pick").choose({4: 8})
    game.until("seer.pick").choose({6: 4})
    assert (Fact(Seat(6), yes=True),) == game.told("seer.result")
    game.until("speech.turn")
    assert Announced(2, seats_of(8)) == game.last(Announced)
    assert 1 == len(game.all_of(KnifeInherited)), "once"
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 4)


def test_case_54_option_he_dies_with_the_pack() -> None:
    """Case 54, with dies_with_pack: he goes out in that batch, 好人 win."""
    game = Play(HIDDEN, hidden_wolf_end="dies_with_pack").night().vote({2: 1})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(game)
    assert (Linked(seats_of(4)), Cause.WITH_PACK) == (game.last(Linked), game.state.cause_of(Seat(4)))


def test_who_dies_with_his_pack_has_no_last_words() -> None:
    """Rules 3.18, 隐狼 dies_with_pack: 遗言 no; the exiled wolf has them (cupid_blocks keeps the game going)."""
    game = Play("狼狼丘隐巫预猎民民民", hidden_wolf_end="dies_with_pack", cupid_blocks="on")
    game.night(lovers=(2, 8)).vote({5: 1}).until("wolf.wake").night().vote({5: 2}).until("words.ask")
    assert seats_of(1, 2, 4, 8) == game.state.dead
    assert WordsOpened((Seat(2), Seat(8))) == game.last(WordsOpened)


def test_case_55_the_pack_may_knife_him_and_he_cannot_self_destruct() -> None:
    """Case 55: pack knifes 隐狼 N1 unsaved: he dies. 隐狼 presses 自爆: ignored."""
    assert Announced(1, seats_of(4)) == Play(HIDDEN).night(knife=4).last(Announced)
    game = Play(HIDDEN).night().until("speech.turn")
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 4)


def test_he_sees_the_pack_and_the_pack_does_not_see_him() -> None:
    """Rules 3.7: sees which seats are wolf cards; no knife; the others never learn him."""
    game = Play("狼美狼隐巫预猎民民民").night()
    assert (Fact(Seat(4), at=seats_of(1, 2, 3)),) == game.told("hidden.show")
    assert seats_of(1, 2, 3) == game.asked("wolf.know").awake
    blind = Play("狼美狼隐巫预猎民民民", hidden_wolf_sees_pack="off", hidden_wolf_end="dies_with_pack").night()
    assert (Fact(Seat(4), yes=False),) == blind.told("hidden.show")
    again = game.until("vote.open").night()
    assert 1 == again.lines.count("hidden.wake")


def test_a_turned_child_keeps_the_knife_from_him() -> None:
    """Rules 3.7: when every other wolf card is dead; a turned 野孩子 is one."""
    facts = (ModelChosen(Seat(11), Seat(1)),)
    game = Play("狼民巫隐预猎民民民民野", at=Ballot(2), facts=facts).vote({2: 1})
    assert ((Turned(Seat(11)),), ()) == (game.all_of(Turned), game.all_of(KnifeInherited))
    assert seats_of(11) == game.until("wolf.wake").prompt.awake
    game.night(knife=7).vote({2: 11})
    assert (KnifeInherited(Seat(4)),) == game.all_of(KnifeInherited)
    assert isinstance(game.until("wolf.know", "wolf.talk").prompt, Tell)
    assert seats_of(4) == game.prompt.awake
