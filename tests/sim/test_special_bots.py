"""Players of special cards act on what they have heard and what their own lamp has shown, and on nothing else."""

from __future__ import annotations

from typing import Final

import pytest

from engine.events import Announced, Exiled, NightFell
from engine.houserules import ChildTurns, HiddenWolfEnd, HouseRules
from engine.seats import Seat, seats_of
from hardware.ports import Pattern
from tests.sim.room import MS, SEATS, Room

STEADY: Final = Pattern.STEADY
FAST: Final = Pattern.FAST


def room_of(*cards: str, seed: int = 1, rules: HouseRules | None = None) -> Room:
    room = Room(dict(zip(SEATS, cards, strict=True)), seed, rules=rules or HouseRules())
    room.fact(NightFell(1))
    room.say("night.first")
    return room


def awake(room: Room) -> tuple[int, ...]:
    """Whose eyes are open."""
    return tuple(seat for seat in SEATS if seat not in room.crowd.asleep())


def counts(room: Room, seat: int, lit: tuple[int | str, ...] = (), names: tuple[str, ...] = ()) -> None:
    """One count of seats, or of `names`; the lamp of `seat` lights at those of `lit`."""
    for option in names or SEATS:
        number, role = (None, option) if isinstance(option, str) else (option, None)
        if option in lit:
            room.lamps((seat, STEADY))
        room.say("count.role" if role else "count.seat", seat=number, role=role, wait_ms=1_100)
        room.lamps()


def out(room: Room, *seats: int, n: int = 1) -> None:
    """These are announced dead, and the next night falls."""
    room.say("dawn.open")
    room.fact(Announced(n, seats_of(*seats)))
    room.fact(NightFell(n + 1))
    room.say("night.fall")


# ---------------------------------------------------------------- who opens its eyes with the pack


def shown(rules: HouseRules | None = None) -> Room:
    """隐狼 at 3, to whom 1 and 2 are shown."""
    room = room_of("werewolf", "werewolf", "hidden_wolf", "seer", "villager", "villager", rules=rules)
    room.say("wolf.wake")
    assert awake(room) == (1, 2)
    room.say("wolf.close")
    room.say("hidden.wake")
    assert awake(room) == (3,)
    room.lamps((3, STEADY))
    room.say("hidden.show")
    room.lamps()
    counts(room, 3, lit=(1, 2))
    room.say("hidden.close")
    return room


def test_the_hidden_wolf_keeps_its_eyes_shut_until_all_whom_it_was_shown_are_out() -> None:
    room = shown()
    out(room, 1)
    room.say("wolf.wake")
    assert awake(room) == (2,)
    room.say("wolf.close")
    out(room, 2, n=2)
    room.say("wolf.wake")
    assert awake(room) == (3,)


def test_where_the_hidden_wolf_dies_with_its_pack_it_never_wakes_with_it() -> None:
    room = shown(HouseRules(hidden_wolf_end=HiddenWolfEnd.DIES_WITH_PACK))
    out(room, 1, 2)
    room.say("wolf.wake")
    assert awake(room) == ()


def followed(rules: HouseRules | None = None) -> tuple[Room, int]:
    """野孩子 at 3, and the model it has chosen: where its lamp lights in the second count."""
    room = room_of("werewolf", "villager", "wild_child", "seer", "villager", "villager", rules=rules, seed=2)
    room.say("wildchild.wake")
    room.lamps((3, STEADY))
    room.say("wildchild.pick")
    room.lamps()
    counts(room, 3)
    (press,) = [at for seat, at in room.presses(3) if seat == 3][-1:]
    begun = room.clock.now_ns() // MS - 6 * 1_100
    model = SEATS[(press - begun) // 1_100]
    room.say("night.again")
    counts(room, 3, lit=(model,))
    room.say("wildchild.close")
    return room, model


@pytest.mark.parametrize(
    ("rules", "exiled", "joins"),
    [
        (HouseRules(), False, True),
        (HouseRules(), True, True),
        (HouseRules(wild_child_trigger=ChildTurns.EXILE_ONLY), False, False),
        (HouseRules(wild_child_trigger=ChildTurns.EXILE_ONLY), True, True),
    ],
)
def test_the_wild_child_wakes_with_the_pack_from_the_night_after_its_model_is_out(
    rules: HouseRules, exiled: bool, joins: bool
) -> None:
    """Case 48, and the house in which only an exile counts."""
    room, model = followed(rules)
    other = next(seat for seat in (4, 5, 6) if seat != model)
    out(room, other)
    room.say("wolf.wake")
    assert 3 not in awake(room)
    room.say("wolf.close")
    if exiled:
        room.fact(Exiled(Seat(model)))
    out(room, *(() if exiled else (model,)), n=2)
    room.say("wolf.wake")
    assert (3 in awake(room)) == joins


# ---------------------------------------------------------------- cards that change hands, and claims


@pytest.mark.parametrize("seed", range(6))
def test_the_thief_takes_a_wolf_and_plays_it(seed: int) -> None:
    """Case 43: he sees 狼人 and 预言家, takes what stands in the read-back, and claims it with the pack."""
    room = room_of("thief", "villager", "werewolf", "witch", "villager", "villager", seed=seed)
    names = ("thief", "werewolf", "witch", "seer", "villager")
    room.say("thief.wake")
    room.lamps((1, STEADY))
    room.say("thief.look")
    room.lamps()
    counts(room, 1, lit=("werewolf", "seer"), names=names)
    room.say("thief.rule")
    room.say("thief.pick")
    counts(room, 1, names=names)
    room.say("night.again")
    counts(room, 1, lit=("werewolf",), names=names)
    room.say("thief.close")
    assert room.crowd.cards()[Seat(1)] == "werewolf"
    assert awake(room) == ()
    room.say("wolf.wake")
    assert awake(room) == (1, 3)
    before = len(room.presses(1))
    room.say("wolf.confirm", wait_ms=6_000)
    assert len(room.presses(1)) - before in (0, 2, 4)


def test_who_has_no_card_yet_opens_its_eyes_at_its_number_and_plays_what_is_named_with_its_lamp() -> None:
    room = room_of("", "", "", "", "", "")
    room.say("deal.shut")
    for seat, card in zip(SEATS, ("seer", "werewolf", "witch", "villager", "villager", "werewolf"), strict=True):
        room.say("deal.look", seat=seat)
        assert awake(room) == (seat,)
        counts(room, seat, lit=(card,), names=("werewolf", "witch", "seer", "villager"))
        room.say("deal.close")
        assert awake(room) == ()
        assert room.crowd.cards()[seat] == card
    room.say("seer.wake")
    assert awake(room) == (1,)


def test_a_special_wolf_claims_once_more_when_its_own_card_is_called() -> None:
    claims = 0
    for seed in range(8):
        room = room_of("werewolf", "wolf_king", "wolf_beauty", "seer", "villager", "villager", seed=seed)
        room.say("wolf.wake", wait_ms=3_000)
        room.say("wolf.confirm", wait_ms=5_000)
        room.lamps((1, STEADY), (2, STEADY), (3, STEADY))
        before = {seat: len(room.presses(seat)) for seat in (1, 2, 3)}
        room.say("wolf.special", role="wolf_king", wait_ms=2_000)
        claims += len(room.presses(2)) - before[2] == 2
        assert (len(room.presses(1)), len(room.presses(3))) == (before[1], before[3])
    assert claims == 8


# ---------------------------------------------------------------- lovers


def test_lovers_know_each_other_from_the_tour_and_spare_each_other() -> None:
    room = room_of("werewolf", "werewolf", "witch", "seer", "villager", "villager")
    room.say("lovers.tour")
    for seat in SEATS:
        room.say("lovers.look", seat=seat, wait_ms=1_000)
        assert awake(room) == (seat,)
        room.lamps((seat, STEADY if seat in (4, 6) else FAST))
        room.wait(2_000)
        room.lamps()
        room.say("lovers.shut")
        assert awake(room) == ()
    room.say("lovers.wake", wait_ms=6_000)
    assert awake(room) == (4, 6)
    room.say("lovers.close")
    for seed in range(30):
        bot = room.crowd._bots[Seat(4)]  # noqa: SLF001 - a mind cannot be read from outside
        assert bot.suspect(seats_of(4, 6, 1 + seed % 3)) == 1 + seed % 3


# ---------------------------------------------------------------- by day


def test_a_silenced_player_accuses_nobody_and_ends_its_gestures() -> None:
    room = room_of("werewolf", "werewolf", "witch", "seer", "villager", "villager")
    room.say("dawn.open")
    said: list[int] = []
    for seat in SEATS:
        bot = room.crowd._bots[seat]  # noqa: SLF001 - what is said aloud has no sound here
        bot.talk_through(lambda by, _: said.append(by))
        for _ in range(20):
            room.say("speech.mute", seat=seat, wait_ms=9_500)
    assert said == []
    assert len(room.presses()) >= 100
    for _ in range(20):
        room.say("speech.turn", seat=4, wait_ms=200)
    assert said != []


def test_the_knight_reveals_himself_in_speeches_and_chooses_only_when_he_is_asked() -> None:
    drawn = chosen = 0
    for seed in range(40):
        room = room_of("knight", "werewolf", "witch", "seer", "villager", "villager", seed=seed)
        room.say("dawn.open")
        for seat in (2, 3, 4, 5):
            room.say("speech.next", seat=seat, wait_ms=9_000)
        drawn += any(ms > 1_400 for _, ms in room.holds(1))
        before = len(room.presses(1))
        room.say("knight.ask", seat=2)
        counts(room, 1)
        assert len(room.presses(1)) == before
        room.say("knight.ask", seat=1)
        counts(room, 1)
        chosen += len(room.presses(1)) > before
    assert 0 < drawn < 20
    assert chosen > 30


def test_whom_a_self_destruct_takes_along_only_the_white_wolf_king_chooses() -> None:
    for seat, card in ((1, "white_wolf_king"), (2, "werewolf")):
        chosen = 0
        for seed in range(20):
            room = room_of("white_wolf_king", "werewolf", "witch", "seer", "villager", "villager", seed=seed)
            room.say("dawn.open")
            room.say("boom.ask", seat=seat)
            counts(room, seat)
            chosen += len(room.presses()) == 1
        assert (chosen > 10) == (card == "white_wolf_king")
        assert chosen > 0 or card == "werewolf"
