"""Who may know: no class without an answer, nothing printed, and the same room whatever the secrets are (rules 9)."""

from __future__ import annotations

import msgspec
import pytest
from rich.console import Console

from engine import events as e
from engine.commands import AnyCommand
from engine.events import AnyEvent, AnyPublic, AnySecret
from engine.prompts import AnyPrompt, Call, Eyes
from engine.seats import Seat, seats_of
from engine.secrecy import Event, Private, Public, Sealed
from tests.kit.engine_play import Play, RandomTable, setup_of

NINE = "狼狼狼巫预猎民民民"


def printed(value: object) -> str:
    """Everything that printing could show: str, repr, format and rich."""
    console = Console(width=200)
    with console.capture() as capture:
        console.print(value)
        console.print([value])
    return f"{value!s} {value!r} {value} {capture.get()}"


def test_an_event_that_says_not_who_may_know_it_cannot_be_defined() -> None:
    with pytest.raises(TypeError):
        type("Leak", (Event,), {})


def test_every_event_class_is_public_private_or_sealed_and_in_the_union() -> None:
    classes = [
        value for value in vars(e).values() if isinstance(value, type) and issubclass(value, Public | Private | Sealed)
    ]
    concrete = {cls for cls in classes if cls not in {Public, Private, Sealed}}
    assert concrete == set(AnyEvent.__args__)
    assert all(issubclass(cls, Public) for cls in AnyPublic.__args__)
    assert not any(issubclass(cls, Public) for cls in AnySecret.__args__)


def test_no_public_class_holds_a_card_but_the_reveal_the_deck_and_the_acts_that_show_one() -> None:
    """A card in a public event would be a `role` or `cards` field; the step that is called is public."""
    holding = {
        cls.__name__ for cls in AnyPublic.__args__ if {"role", "card", "cards", "cause"} & set(cls.__struct_fields__)
    }
    acts = {"ShotDelayed", "DelayedOut", "TakenAlong", "DuelCalled", "Blasted"}
    assert {"StepClosed", "Revealed", "CardShown", "ShooterNamed", *acts} == holding


def test_printing_commands_prompts_and_secret_events_shows_only_their_name() -> None:
    kinds = set()
    for seed in range(8):
        game, steps = RandomTable(setup_of("B09"), seed).whole_game()
        for step in steps:
            hidden: list[AnyCommand | AnyPrompt | AnyEvent] = [
                value for value in (step.command, step.prompt) if value is not None
            ]
            hidden += [event for event in step.events if not isinstance(event, AnyPublic)]
            for value in hidden:
                kinds.add(type(value))
                name = type(value).__name__
                words = printed(value).replace("[", " ").replace("]", " ").split()
                assert set(words) <= {f"<{name}>", f"{name}()"}
            assert "<Step>" in printed(step)
        assert {"<GameState>", "GameState()"} >= set(printed(game.state).replace("[", " ").replace("]", " ").split())
        assert game.over
    assert len(kinds) > 18


def test_a_refusal_does_not_tell_what_is_legal() -> None:
    game = Play(NINE).until("seer.pick")
    with pytest.raises(ValueError, match="a seat chose what it may not") as refused:
        game.choose({5: 5})
    assert not set("5") & set(str(refused.value))
    assert "seer" not in str(refused.value)


def test_the_whole_value_can_still_be_had() -> None:
    died = e.Died(Seat(3), e.Cause.POISON)
    assert "poison" in died.reveal()


def night_calls(game: Play) -> list[Call]:
    return [prompt.call for prompt in game.prompts if prompt.call.eyes is Eyes.NIGHT]


def night_heard(game: Play) -> list[Public]:
    """What is heard before the first announcement."""
    heard: list[Public] = []
    for event in game.heard:
        if isinstance(event, e.Announced):
            break
        heard.append(event)
    return heard


def test_case_118_a_night_sounds_the_same_whoever_holds_what() -> None:
    """Case 118: same deck and publicly living seats: identical night audio."""
    one, other = Play(NINE).night(check=1), Play("民民猎预巫狼狼狼民").night(check=9)
    assert night_calls(one) == night_calls(other)
    assert night_heard(one) == night_heard(other)


def test_case_120_a_witch_without_potions_is_asked_the_same() -> None:
    """Case 120: without potions count and both questions are still spoken."""
    spent = Play(NINE).night(knife=8, save=True).night(poison=8).until("vote.open").night()
    full = Play(NINE).night(knife=8, save=True).night(knife=8).until("vote.open").night()
    assert spent.state.living == full.state.living
    assert night_calls(spent) == night_calls(full)


def test_case_121_a_poisoned_hunter_hears_the_same_words() -> None:
    """Case 121: 猎人 poisoned vs not: same words, only his lamp differs."""
    poisoned, fine = Play(NINE).night(poison=6), Play(NINE).night(knife=6)
    assert poisoned.asked("hunter.status").call == fine.asked("hunter.status").call
    assert poisoned.told("hunter.status") != fine.told("hunter.status")
    assert poisoned.heard == fine.heard


def test_case_122_no_choice_at_all_is_heard() -> None:
    """Case 122 as far as the engine goes: what is asked by night does not depend on any choice."""
    quiet, busy = Play(NINE).night(), Play(NINE).night(knife=7, save=True, check=2)
    assert night_calls(quiet) == night_calls(busy)
    assert quiet.heard == busy.heard


def test_the_windows_after_a_death_do_not_depend_on_who_died() -> None:
    villager, hunter = Play(NINE).night(knife=7), Play("狼狼狼巫预民猎民民").night(knife=7)
    villager.until("speech.turn")
    hunter.until("speech.turn")
    assert [prompt.call for prompt in villager.prompts] == [prompt.call for prompt in hunter.prompts]
    assert villager.heard == hunter.heard


def test_a_private_fact_goes_to_the_seat_that_asked() -> None:
    game = Play(NINE).night(knife=7, check=1)
    told = {(event.what, event.to) for event in game.all_of(e.Told)}
    assert ("seer.result", seats_of(5)) in told
    assert ("hunter.status", seats_of(6)) in told
    assert ("witch.victim", seats_of(4)) in told
    assert {(seat,) for seat in seats_of(1, 2, 3)} == {to for what, to in told if what == "wolf.verdict"}


def test_events_and_prompts_are_frozen() -> None:
    with pytest.raises(AttributeError):
        e.NightFell(1).n = 2  # type: ignore[misc]
    assert e.NightFell(1) == msgspec.json.decode(msgspec.json.encode(e.NightFell(1)), type=e.NightFell)


TWELVE = "狼狼狼狼巫预猎白民民民民"


def day_calls(game: Play) -> list[Call]:
    return [prompt.call for prompt in game.prompts if prompt.call.eyes is not Eyes.NIGHT]


def test_an_election_does_not_tell_who_died_in_the_night() -> None:
    """Rules 9.14: during the election nobody may be able to tell night victims apart."""
    games = [
        Play(TWELVE, sheriff="on").night(knife=knife, poison=poison) for knife, poison in ((9, 3), (1, 8), (None, None))
    ]
    for game in games:
        game.bids(3, 8, 9).quit(3).until("sheriff.vote_open").choose({1: 8, 2: 9})
        game.until("sheriff.pk_vote").choose({1: 8})
    heard = [night_heard(game) for game in games]
    assert heard[0] == heard[1] == heard[2]
    upto = [day_calls(game)[: day_calls(game).index(game.asked("sheriff.pk_vote").call)] for game in games]
    assert upto[0] == upto[1] == upto[2]


def test_who_may_explode_is_not_told_by_what_stands_open() -> None:
    good, wolves = Play(TWELVE, sheriff="on").night().bids(9, 10), Play(TWELVE, sheriff="on").night().bids(1, 2)
    assert [offer.kind for offer in good.prompt.offers] == [offer.kind for offer in wolves.prompt.offers]


def test_a_night_with_a_guard_sounds_the_same_whatever_he_does() -> None:
    deck = "狼狼狼狼巫预猎守民民民民"
    idle, busy = Play(deck).night(), Play(deck).night(guard=9, knife=9)
    assert night_calls(idle) == night_calls(busy)
    assert idle.heard == busy.heard


def test_by_night_nobody_hears_that_somebody_has_left() -> None:
    stayed, gone = Play(TWELVE).until("witch.heal"), Play(TWELVE).until("witch.heal")
    gone.leave(5)
    before = len(gone.prompts) - 1
    assert gone.prompts[before].call == gone.prompts[before - 1].call, "the same question again, and nothing said"
    assert night_heard(stayed) == night_heard(gone)
    stayed.until("hunter.close", "dawn.skill_ask", "")
    gone.until("hunter.close", "dawn.skill_ask", "")
    assert [call for call in night_calls(stayed) if call.line != "witch.heal"] == [
        call for call in night_calls(gone) if call.line != "witch.heal"
    ]
