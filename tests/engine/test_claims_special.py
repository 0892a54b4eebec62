"""Claims of night 1 on boards with special wolves, 隐狼, 盗贼 (rules 2, 3b, 3c): second claims, and claims in doubt."""

from __future__ import annotations

from typing import Final

import pytest

from engine.commands import Value
from engine.errors import NotAChoice
from engine.events import CardsKnown, CardTaken, Claimed, ClaimsDoubted, LoversBound, Mark
from engine.game import Game
from engine.prompts import Eyes, Fact, Form, Press, RollCall, Tell
from engine.seats import Seat, Seats, seats_of
from tests.kit.answers import quiet
from tests.kit.engine_play import Play, RandomTable, legal_actors, setup_of

PACK: Final = "狼王美帝隐巫预猎民民民民"
"""2 is the king, 3 the beauty, 4 the white wolf king, 5 the hidden wolf, 6 the witch, 7 the seer."""
SPECIALS: Final = ("wolf_beauty", "wolf_king", "white_wolf_king")
"""In the order in which they are called."""


def claims(game: Play) -> dict[str, tuple[Seats, bool]]:
    return {claim.role: (claim.seats, claim.sound) for claim in game.all_of(Claimed)}


def claimed(game: Play, **seats: tuple[int, ...]) -> Play:
    """The end of the first night, in which these seats claim these cards, and all others as they should."""
    lines = {"werewolf": "wolf.wake", "hidden_wolf": "hidden.wake", "thief": "thief.wake"}
    while game.line not in {"err.claims", "over"} and game.prompt.call.eyes is not Eyes.OPEN:
        card = game.prompt.call.card or next((c for c in seats if lines.get(c, f"{c}.wake") == game.line), "")
        if isinstance(game.prompt, Press) and game.prompt.call.claim and card in seats:
            game.press(*seats[card])
        else:
            game.quietly()
    return game


def assign(game: Play, text: str) -> None:
    game.give(Value(prompt=game.game.number, value=text))


# ---------------------------------------------------------------- special wolves


def test_special_wolves_claim_once_more_right_after_the_pack() -> None:
    game = Play(PACK, claimed=True).until("wolf.special")
    calls = []
    while game.line == "wolf.special":
        prompt = game.prompt
        assert isinstance(prompt, Press)
        assert (Form.CLAIM, True, "two_taps") == (prompt.call.form, prompt.call.claim, prompt.gesture)
        assert (game.state.living, seats_of(1, 2, 3, 4)) == (prompt.who, prompt.awake)
        calls.append(prompt.call.card)
        game.quietly()
    assert SPECIALS == tuple(calls)
    assert "wolf.know" == game.line
    game.until("sheriff.raise", "speech.turn")
    assert {
        "werewolf": (seats_of(1, 2, 3, 4), True),
        "wolf_beauty": (seats_of(3), True),
        "wolf_king": (seats_of(2), True),
        "white_wolf_king": (seats_of(4), True),
        "hidden_wolf": (seats_of(5), True),
    } == {role: claim for role, claim in claims(game).items() if role in {"werewolf", "hidden_wolf", *SPECIALS}}
    assert game.cards == game.last(CardsKnown).cards


def test_they_act_the_same_night_on_their_claims() -> None:
    game = Play(PACK, claimed=True).until("wolf.pick")
    assert seats_of(1, 2, 3, 4) == legal_actors(game.prompt)
    with pytest.raises(NotAChoice):
        game.choose({1: 3})
    game.choose({1: 8})
    assert seats_of(3) == legal_actors(game.until("beauty.pick").prompt)
    game.choose({3: 9})
    assert (Fact(Seat(5), at=seats_of(1, 2, 3, 4)),) == game.until("witch.wake").told("hidden.show")
    game.until("seer.pick").choose({7: 5})
    assert (Fact(Seat(7), yes=True),) == game.told("seer.result")


@pytest.mark.parametrize("wrong", [(), (1, 3), (8,)])
def test_a_second_claim_that_does_not_fit_stops_its_step_and_no_knife(wrong: tuple[int, ...]) -> None:
    """Nobody, two, or one who is no wolf: no charm, no check; the pack still knifes, staff are asked in the end."""
    game = Play(PACK, claimed=True).until("wolf.wake")
    game.quietly()
    game.press(*wrong)
    game.until("wolf.pick").choose({1: 9})
    game.until("err.claims")
    for line in ("beauty.pick", "seer.pick"):
        prompt = game.asked(line)
        assert isinstance(prompt, RollCall)
        assert [] == [entry for entry in prompt.legal if entry.options]
    assert (Seat(9), False) == (
        next(mark.target for mark in game.state.marks if mark.mark is Mark.KNIFE),
        claims(game)["wolf_beauty"][1],
    )
    assert (Fact(Seat(5)),) == game.told("hidden.show"), "the pack is in doubt, so nobody is shown as of it"
    assert ClaimsDoubted() == game.last(ClaimsDoubted)


def test_a_wolf_that_claims_two_special_cards_is_in_doubt() -> None:
    game = claimed(Play(PACK, claimed=True).until("wolf.wake"), wolf_king=(3,))
    assert (seats_of(3), False) == claims(game)["wolf_king"]
    assert "err.claims" == game.line


def test_who_claimed_a_special_card_is_in_doubt_at_its_own_too() -> None:
    game = claimed(Play(PACK, claimed=True).until("wolf.wake"), wolf_king=(7,))
    assert (seats_of(7), False) == claims(game)["seer"]
    assert (seats_of(6), True) == claims(game)["witch"]


def test_where_the_pack_is_in_doubt_its_special_cards_are_too() -> None:
    game = claimed(Play(PACK, claimed=True).until("wolf.wake"), werewolf=(1, 2, 3))
    assert {False} == {claims(game)[role][1] for role in ("werewolf", *SPECIALS)}
    prompt = game.asked("wolf.special")
    assert () == prompt.awake


def test_a_hidden_wolf_who_claims_with_the_pack_puts_it_in_doubt() -> None:
    game = claimed(Play(PACK, claimed=True).until("wolf.wake"), werewolf=(1, 2, 3, 4, 5))
    assert (False, False) == (claims(game)["werewolf"][1], claims(game)["hidden_wolf"][1])
    assert "err.claims" == game.line


def test_staff_assign_special_cards_as_well() -> None:
    game = claimed(Play(PACK, claimed=True).until("wolf.wake"), wolf_king=())
    assign(game, ",".join(f"{seat}={role}" for seat, role in game.cards))
    assert (game.cards, game.cards) == (game.last(CardsKnown).cards, game.state.cards)


# ---------------------------------------------------------------- thief

BURIED: Final = {
    "狼预": ("werewolf", "seer"),
    "美民": ("wolf_beauty", "villager"),
    "隐民": ("hidden_wolf", "villager"),
    "巫民": ("witch", "villager"),
    "民民": ("villager", "villager"),
}


def thief(spares: str, take: str, glyphs: str = "盗狼狼王守猎骑民民民") -> Play:
    """A night of claims up to what follows the thief's choice."""
    game = Play(glyphs, claimed=True, spares=spares).until("thief.pick")
    game.choose({1: take})
    return game


@pytest.mark.parametrize("spares", BURIED)
def test_the_thief_claims_again_at_the_card_he_took(spares: str) -> None:
    """Rules 3b: 盗贼 whose new card is called claims it again; all cards are known after the night."""
    take, _ = BURIED[spares]
    game = thief(spares, take).until("speech.turn")
    assert () == game.all_of(ClaimsDoubted)
    expected = tuple((seat, take if seat == 1 else role) for seat, role in game.cards)
    assert expected == game.last(CardsKnown).cards
    assert expected == game.state.cards
    again = [claim.role for claim in game.all_of(Claimed) if Seat(1) in claim.seats]
    pack = ["werewolf"] if take in {"werewolf", "wolf_beauty"} else []
    own = [] if take in {"werewolf", "villager"} else [take]
    assert ["thief", *pack, *own] == again


def test_a_thief_who_took_a_wolf_acts_with_the_pack_that_night() -> None:
    game = thief("美民", "wolf_beauty").until("wolf.pick")
    assert seats_of(1, 2, 3, 4) == legal_actors(game.prompt)
    assert seats_of(1) == legal_actors(game.until("beauty.pick").prompt)


def test_the_buried_card_is_claimed_by_nobody_and_fits() -> None:
    game = thief("巫民", "villager").until("speech.turn")
    assert ((), True) == claims(game)["witch"]
    assert () == game.all_of(ClaimsDoubted)


def test_whoever_claims_a_buried_card_is_in_doubt() -> None:
    game = claimed(thief("巫民", "villager"), witch=(9,))
    assert (seats_of(9), False) == claims(game)["witch"]
    poison = game.asked("witch.poison")
    assert isinstance(poison, RollCall)
    assert ((), "err.claims") == (poison.legal, game.line)


def test_who_claims_the_card_that_the_thief_took_is_found_out() -> None:
    game = claimed(thief("巫民", "witch"), witch=(9,))
    assert "err.claims" == game.line
    both = claimed(thief("巫民", "witch"), witch=(1, 9))
    assert (False, "err.claims") == (claims(both)["witch"][1], both.line)


def test_a_thief_who_does_not_claim_his_card_is_known_by_his_choice() -> None:
    """He sat through its step; who holds it is not in doubt."""
    game = claimed(thief("巫民", "witch"), witch=())
    assert () == game.all_of(ClaimsDoubted)
    assert "witch" == game.state.card_of(Seat(1))


@pytest.mark.parametrize("wrong", [(), (1, 9)])
def test_without_a_sound_thief_nobody_chooses(wrong: tuple[int, ...]) -> None:
    game = Play("盗狼狼王守猎骑民民民", claimed=True, spares="巫民").until("thief.wake")
    game.press(*wrong)
    for line in ("thief.look", "thief.pick"):
        prompt = game.until(line).prompt
        assert isinstance(prompt, Tell | RollCall)
        assert () == prompt.awake
    game.until("err.claims")
    assert ((), ("witch", "villager")) == (game.all_of(CardTaken), game.state.buried)


def test_staff_assign_the_cards_in_play() -> None:
    """What lies face down cannot be assigned; the thief is assigned as the card he took, or as 盗贼 if he took none."""
    game = claimed(thief("巫民", "witch"), hunter=())
    cards = {int(seat): role for seat, role in game.cards} | {1: "witch"}
    for wrong in ({1: "thief"}, {9: "witch"}, {1: "villager"}):
        with pytest.raises(NotAChoice):
            assign(game, ",".join(f"{seat}={role}" for seat, role in (cards | wrong).items()))
    assign(game, ",".join(f"{seat}={role}" for seat, role in cards.items()))
    assert "witch" == game.state.card_of(Seat(1))

    none = Play("盗狼狼王守猎骑民民民", claimed=True, spares="巫民").until("thief.wake")
    none.press()
    none.until("err.claims")
    with pytest.raises(NotAChoice):
        assign(none, ",".join(f"{seat}={role}" for seat, role in cards.items()))
    assign(none, ",".join(f"{seat}={role}" for seat, role in none.cards))
    assert none.cards == none.state.cards


# ---------------------------------------------------------------- everybody


@pytest.mark.parametrize("name", ["B18-全角色", "B18", "B12-盗丘", "B12-隐狼驯熊师", "B16"])
def test_a_night_in_which_everybody_claims_makes_all_cards_known(name: str) -> None:
    for seed in range(3):
        table = RandomTable(setup_of(name), seed)
        game, _ = Game.start(table.setup)
        while not game.state.known:
            step = game.answer(quiet(game, table.cards))
            assert ClaimsDoubted() not in step.events
        taken = game.state.taken
        held = {**table.cards, **({taken.seat: taken.card} if taken else {})}
        assert tuple(sorted(held.items())) == game.state.cards


def test_in_doubt_cupid_binds_nobody_and_the_tour_still_runs() -> None:
    game = Play("狼狼民丘猎巫预民民", claimed=True).until("cupid.wake")
    game.press(4, 5)
    tour = game.until("lovers.tour").prompt
    assert isinstance(tour, Tell)
    assert (game.state.seats, (), ()) == (tour.call.options, tour.awake, tour.facts)
    assert () == game.until("err.claims").all_of(LoversBound)
