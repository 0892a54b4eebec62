"""The cases of rules 12 that are about what the room hears (118 to 123), on one timeline each."""

from __future__ import annotations

import pytest

from audio.say import Language
from engine.commands import Chosen
from engine.events import Announced
from engine.seats import Seat
from firmware.table.pace import FAST, NORMAL, SLOW, Pace
from hardware.ports import Pattern
from tests.kit.players import Choices, Finger, Mind, Players, Scene, ScriptedMind
from tests.kit.table import VirtualTable
from tests.kit.trace import Trace, compare, horizon
from tests.secrecy.games import scripted

CARDS = "werewolf werewolf werewolf witch seer hunter villager villager villager"
WITCH, SEER, HUNTER = Seat(4), Seat(5), Seat(6)
OTHER = {"seer": "witch", "witch": "seer"}


def pack(*targets: int | None) -> Choices:
    """All wolves knife these, night by night."""
    return {
        ("wolf.pick", wolf, n): target
        for n, target in enumerate(targets, start=1)
        if target is not None
        for wolf in (1, 2, 3)
    }


def parted_at(one: Trace, two: Trace) -> list[object]:
    """The public events at which two games part."""
    until_ns, _ = horizon(one, two)
    return [item.what for trace in (one, two) for item in trace.events if item.at_ns == until_ns]


def test_118_a_night_sounds_the_same_whether_the_seer_was_knifed_in_it_or_lives() -> None:
    """Knifed at step 8, she still checks at step 10: dead, not announced."""
    checks: Choices = {("seer.pick", SEER): 1}
    dead, _ = scripted("B09", CARDS, ScriptedMind({**pack(SEER), **checks}), 1)
    alive, _ = scripted("B09", CARDS, ScriptedMind({**pack(7), **checks}), 1)
    assert [] == compare(dead, alive)
    assert [Announced(1, (SEER,)), Announced(1, (Seat(7),))] == parted_at(dead, alive)


def test_118_later_nights_sound_the_same_whether_the_one_who_is_out_was_the_seer() -> None:
    """Seat 5 dies in night 1 of both games; in one of them it held the seer's card."""
    swapped = "werewolf werewolf werewolf witch villager hunter seer villager villager"
    one, _ = scripted("B09", CARDS, ScriptedMind({**pack(5, 8), ("seer.pick", 5, 1): 1}), 2)
    two, _ = scripted("B09", swapped, ScriptedMind({**pack(5, 9), ("seer.pick", 7): 2}), 2)
    assert [] == compare(one, two)
    assert [Announced(2, (Seat(8),)), Announced(2, (Seat(9),))] == parted_at(one, two)


def test_119_the_step_of_a_buried_witch_sounds_as_that_of_one_who_lives() -> None:
    """Seat 4 dies in night 1 of both games and held the witch's card in one of them: her step is as long as ever."""
    swapped = "werewolf werewolf werewolf villager seer hunter witch villager villager"
    buried, table = scripted("B09", CARDS, ScriptedMind(pack(WITCH, 8)), 2)
    living, other = scripted("B09", swapped, ScriptedMind(pack(4, None), presses={("witch.heal", 2): (7,)}), 2)
    assert [] == compare(buried, living)
    assert [Announced(2, (Seat(8),)), Announced(2, ())] == parted_at(buried, living)
    assert (WITCH in table.view.out, Seat(7) in other.view.out) == (True, False)
    nights = [key for key in table.keys if key in ("witch.wake", "witch.victim", "witch.heal", "witch.poison")]
    assert ["witch.wake", "witch.victim", "witch.heal", "witch.poison"] * 2 == nights


@pytest.mark.parametrize(("role", "nights"), [("seer", 1), ("witch", 2)])
def test_118_119_the_step_of_a_card_that_lies_face_down_sounds_as_that_of_one_who_holds_it(
    role: str, nights: int
) -> None:
    """盗丘, 盗贼 at 1 takes 村民: the card lies there for good, or is held at 10 and used."""
    both = f"thief cupid werewolf werewolf werewolf hunter idiot villager villager {{}} villager {OTHER[role]}"
    takes: Choices = {("thief.pick", 1): "villager", ("cupid.pick", 2): (11, 12)}
    uses: Choices = {("seer.pick", 10): 3, ("witch.poison", 10, 1): 8}
    dies: Choices = {("wolf.pick", wolf, 1): 8 for wolf in (3, 4, 5)} if role == "witch" else {}
    buried, table = scripted("B12-盗丘", both.format("villager"), ScriptedMind({**takes, **dies}), nights)
    held, other = scripted("B12-盗丘", both.format(role), ScriptedMind({**takes, **uses}), nights)
    assert [] == compare(buried, held)
    assert (held.ends_ns, None) == horizon(buried, held)
    assert ([], [10]) == tuple([s for s, card in at.table.game.state.cards if card == role] for at in (table, other))
    assert nights == table.keys.count(f"{role}.wake")
    assert Announced(1, (Seat(8),) if role == "witch" else ()) in [item.what for item in held.events]


def test_120_the_witch_is_asked_everything_whether_or_not_she_has_a_potion_left() -> None:
    """Antidote in night 1, poison in night 2, nothing left in night 3, against a witch who has both."""
    spends = ScriptedMind({**pack(7, None, 8), ("witch.poison", WITCH, 2): 9}, presses={("witch.heal", 1): (WITCH,)})
    keeps = ScriptedMind(pack(None, 9, 7))
    spent, table = scripted("B09", CARDS, spends, 3)
    kept, _ = scripted("B09", CARDS, keeps, 3)
    assert {(WITCH, "antidote"), (WITCH, "poison")} == set(table.table.game.state.spent)
    assert [] == compare(spent, kept)
    assert [Announced(3, (Seat(8),)), Announced(3, (Seat(7),))] == parted_at(spent, kept)


def test_121_the_hunter_hears_the_same_words_poisoned_or_not_and_only_his_lamp_differs() -> None:
    poisoned, ill = scripted("B09", CARDS, ScriptedMind({("witch.poison", WITCH, 1): HUNTER}), 1)
    knifed, well = scripted("B09", CARDS, ScriptedMind(pack(HUNTER)), 1)
    assert [] == compare(poisoned, knifed)
    asked = next(spoken for spoken in ill.heard if spoken.say.key == "hunter.status")
    assert Pattern.FAST in [pattern for _, pattern in ill.glow_since(asked.at_ns, HUNTER)][:1]
    assert Pattern.STEADY in [pattern for _, pattern in well.glow_since(asked.at_ns, HUNTER)][:1]


def test_123_two_dead_are_read_ascending_and_nothing_tells_who_died_by_the_knife() -> None:
    """Knife 9 and poison 2 against knife 2 and poison 9: one game for the room, until the ballot at least."""
    cards = "werewolf villager werewolf witch seer hunter villager werewolf villager"

    def night(knife: int, poison: int) -> Mind:
        picks: Choices = {("wolf.pick", wolf, 1): knife for wolf in (1, 3, 8)}
        return ScriptedMind({**picks, ("witch.poison", WITCH, 1): poison})

    one, table = scripted("B09", cards, night(9, 2), 1)
    two, other = scripted("B09", cards, night(2, 9), 1)
    for played in (table, other):
        played.until_key("vote.open")
    one.ends_ns = two.ends_ns = table.now_ns
    assert table.now_ns == other.now_ns
    assert [] == compare(one, two)
    assert (table.now_ns, None) == horizon(one, two)
    assert "昨夜二号和九号玩家死亡。" in table.said
    marked = [[(m.mark, m.target) for m in played.table.game.state.marks] for played in (table, other)]
    assert marked[0] != marked[1]


class Hurried(Mind):
    """Wolves who answer at the first number, or at the very last moment."""

    def __init__(self, *, late: bool) -> None:
        self._late = late

    def fingers(self, scene: Scene) -> list[Finger]:
        if scene.line != "wolf.pick":
            return super().fingers(scene)
        last = scene.score.counts[-1]
        first = scene.score.counts[0]
        return [
            Finger(wolf, last.closes_ms - 1, 300) if self._late else Finger(wolf, first.opens_ms, 40)
            for wolf in scene.holders("werewolf")
        ]


@pytest.mark.parametrize("pace", [NORMAL, SLOW, FAST], ids=lambda pace: pace.name)
def test_122_the_wolves_answer_at_once_or_at_the_very_end_and_the_step_is_as_long(pace: Pace) -> None:
    heard = []
    for late in (False, True):
        players = Players(Hurried(late=late))
        table = players.sit(VirtualTable("B09", CARDS, pace=pace, language=Language.ZH, audience=(players,)))
        table.start()
        table.until_key("dawn.open")
        chosen = next(c for c in table.commands if isinstance(c, Chosen))
        assert {9} if late else {1} == {option for pick in chosen.picks for option in pick.options}
        heard.append([(spoken.at_ns, spoken.text, spoken.length_ms) for spoken in table.heard])
    assert heard[0] == heard[1]


def test_117_a_game_that_the_night_decides_is_over_at_dawn_without_speeches() -> None:
    """B06a: the pack takes one villager, the witch poisons the other one: no 民 lives."""
    cards = "werewolf werewolf witch seer villager villager"
    mind = ScriptedMind({("wolf.pick", 1): 5, ("wolf.pick", 2): 5, ("witch.poison", 3): 6})
    players = Players(mind)
    table = players.sit(VirtualTable("B06a", cards, audience=(players,)))
    table.start()
    table.until_over()
    dawn = table.keys.index("dawn.open")
    assert ["dawn.open", "over.folk_dead", "over.wolf", "over.reveal"] == table.keys[dawn : dawn + 4]
    assert "speech.open" not in table.keys
    assert "dawn.death_many" not in table.keys


GUARDED = "guard werewolf werewolf werewolf witch seer hunter villager villager villager"
IDIOT = "werewolf werewolf werewolf witch seer hunter idiot villager villager villager"


def at(wolves: tuple[int, ...], *targets: int | None) -> Choices:
    """These wolves knife these, night by night."""
    return {("wolf.pick", w, n): t for n, t in enumerate(targets, start=1) if t is not None for w in wolves}


def test_118_later_nights_sound_the_same_whether_the_one_who_is_out_was_the_guard() -> None:
    """Seat 1 dies in night 1 of both games and held the guard's card in one; the other guard keeps watch."""
    swapped = "villager werewolf werewolf werewolf witch seer hunter guard villager villager"
    one, _ = scripted("B10b", GUARDED, ScriptedMind(at((2, 3, 4), 1, 9)), 2)
    watch: Choices = {("guard.pick", 8, 1): 8, ("guard.pick", 8, 2): 5}
    two, _ = scripted("B10b", swapped, ScriptedMind({**at((2, 3, 4), 1, 10), **watch}), 2)
    assert [] == compare(one, two)
    assert [Announced(2, (Seat(9),)), Announced(2, (Seat(10),))] == parted_at(one, two)


def test_14_the_guard_who_is_refused_last_nights_seat_sounds_as_one_who_is_not() -> None:
    """In night 2 he taps at the seat he guarded before; only his own lamp tells him (double flash)."""
    knife = at((2, 3, 4), None, None)
    refused, table = scripted("B10b", GUARDED, ScriptedMind({**knife, ("guard.pick", 1): 5}), 2)
    allowed, _ = scripted("B10b", GUARDED, ScriptedMind({**knife, ("guard.pick", 1, 1): 5, ("guard.pick", 1, 2): 6}), 2)
    assert [] == compare(refused, allowed)
    assert (refused.ends_ns, None) == horizon(refused, allowed)
    asked = [spoken.at_ns for spoken in table.heard if spoken.say.key == "guard.pick"]
    flashes = [shown.at_ns for shown in table.frames for lamp in shown.frame if lamp.pattern is Pattern.DOUBLE]
    assert [True] * len(flashes) == [at_ns > asked[1] for at_ns in flashes]
    assert flashes


def test_100_a_sheriff_whom_the_night_has_killed_is_elected_like_any_other() -> None:
    """7 stands, wins and learns of its death with everybody else; so does 8, who only voted."""
    election: Choices = {("sheriff.vote_open", seat, 1): 7 for seat in (4, 5, 8, 9)}
    stand = {("sheriff.raise", 1): (7, 10)}
    one, table = scripted("B10a", IDIOT, ScriptedMind({**at((1, 2, 3), 7), **election}, presses=stand), 1)
    two, _ = scripted("B10a", IDIOT, ScriptedMind({**at((1, 2, 3), 8), **election}, presses=stand), 1)
    assert [] == compare(one, two)
    assert [Announced(1, (Seat(7),)), Announced(1, (Seat(8),))] == parted_at(one, two)
    assert "七号当选警长。" in table.said


def test_76_until_the_outcome_is_told_nothing_shows_that_the_exiled_is_the_idiot() -> None:
    """票数最多 first, the outcome after: the sheriff's lamp beats through the tally whatever comes next."""
    election: Choices = {("sheriff.vote_open", seat, 1): 5 for seat in (4, 8)}
    ballot: Choices = {("vote.open", seat, 1): 7 for seat in (1, 4, 5, 8)}
    mind = ScriptedMind({**election, **ballot}, presses={("sheriff.raise", 1): (5, 10)})
    swapped = "werewolf werewolf werewolf witch seer hunter villager villager idiot villager"
    one, table = scripted("B10a", IDIOT, mind, 1)
    two, other = scripted("B10a", swapped, mind, 1)
    for trace, played in ((one, table), (two, other)):
        played.until_key("idiot.show", "vote.out")
        played.wait(1)
        trace.ends_ns = played.now_ns
    assert [] == compare(one, two)
    assert {"IdiotFlipped", "Exiled"} == {type(event).__name__ for event in parted_at(one, two)}
