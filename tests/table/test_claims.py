"""Night 1 teaches the machine who holds what: claims by real presses, and what happens when they do not fit."""

from __future__ import annotations

import pytest

from engine.commands import Pressed
from engine.events import ClaimsDoubted, DayBroke, GameBegan, Redealt
from engine.prompts import RollCall, Tell
from firmware.menu.actions import REDEAL, Action, AssignCards, Pause, Repeat, Skip
from hardware.ports import Pattern
from tests.kit.table import MS, VirtualTable
from tests.table.stage import HUNTER, NINE, SEER, WITCH, ClaimsMind, answered, heard_out, next_prompt, stage

RIGHT = "1=werewolf,2=werewolf,3=werewolf,4=witch,5=seer,6=hunter,7=villager,8=villager,9=villager"


class Nobody(ClaimsMind):
    """Nobody claims by itself."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(("werewolf", "witch", "seer", "hunter"), ()))


def claimed(table: VirtualTable, line: str) -> tuple[int, ...]:
    command = answered(table, line)
    assert isinstance(command, Pressed)
    return command.seats


def test_a_claim_is_two_taps_and_its_lamp_says_so_at_once() -> None:
    table = stage("witch.wake", mind=Nobody())
    table.wait(1)
    table.press(WITCH)
    assert Pattern.OFF is table.lamp(WITCH)
    table.wait(0.2)
    table.press(WITCH)
    assert Pattern.STEADY is table.lamp(WITCH)
    assert (WITCH,) == claimed(table, "witch.wake")


def test_every_claimant_gets_the_same_light_whatever_is_known() -> None:
    """A wolf that claimed before, the right one, and somebody wrong."""
    table = stage("witch.wake", mind=ClaimsMind({"witch": ()}))
    table.wait(1)
    table.two_taps(1, WITCH, 9)
    assert {1, WITCH, 9} == table.lit
    assert {Pattern.STEADY} == {table.lamp(seat) for seat in table.lit}
    assert (1, WITCH, 9) == claimed(table, "witch.wake")


@pytest.mark.parametrize(("apart_ms", "counts"), [(800, True), (801, False), (120 + 40, True)])
def test_the_taps_of_a_claim_lie_at_most_0_8_s_apart(apart_ms: int, counts: bool) -> None:
    table = stage("seer.wake", mind=Nobody())
    start = table.now_ns + 1000 * MS
    table.press_at(SEER, start)
    table.press_at(SEER, start + apart_ms * MS)
    assert ((SEER,) if counts else ()) == claimed(table, "seer.wake")


def test_the_window_is_open_from_the_first_syllable_to_its_end_and_no_longer() -> None:
    table = stage("seer.wake", mind=Nobody())
    window = table.score.score.window
    assert window is not None
    assert table.now_ns == table.score.at_ns(window.from_ms)
    assert window.to_ms - window.from_ms >= 6000
    first, last = table.score.at_ns(window.from_ms), table.score.at_ns(window.to_ms)
    table.press_at(SEER, first)
    table.press_at(SEER, first + 200 * MS)
    table.press_at(7, last - 300 * MS)
    table.press_at(7, last - 1 * MS, 20)
    table.press_at(8, last - 300 * MS)
    table.press_at(8, last, 20)
    assert (SEER, 7) == claimed(table, "seer.wake")


def test_both_taps_of_a_claim_must_fall_into_the_window() -> None:
    """Who has tapped before the card is called, with all eyes shut, has not claimed it with the next tap."""
    table = stage("witch.close", mind=Nobody())
    window = table.score.score.window
    assert window is not None
    opens = table.score.at_ns(window.from_ms)
    assert opens > table.now_ns, "the card is called behind the close line"
    for seat, first in ((8, opens - 1 * MS), (SEER, opens)):
        table.press_at(seat, first, 60)
        table.press_at(seat, first + 300 * MS, 60)
    table.until_key("seer.wake")
    table.wait(0.5)
    assert table.lit == {SEER}
    assert (SEER,) == claimed(table, "seer.wake")


def test_the_window_is_as_long_whoever_claims_and_however_fast() -> None:
    lengths = []
    for mind in (Nobody(), ClaimsMind({}), ClaimsMind({"witch": (1, 2, 3, 4, 5)})):
        table = stage("witch.wake", mind=mind)
        start = table.now_ns
        table.until_key("witch.victim")
        lengths.append(table.now_ns - start)
    assert 1 == len(set(lengths))


@pytest.mark.parametrize("claims", [(WITCH, 9), ()], ids=["too many", "too few"])
def test_where_the_number_of_claims_is_wrong_nobody_acts(claims: tuple[int, ...]) -> None:
    """The step runs its length, without light and without anybody who may choose."""
    table = stage("witch.victim", mind=ClaimsMind({"witch": claims}))
    lit: set[int] = set()
    while table.line != "seer.wake":
        prompt = table.prompt
        if isinstance(prompt, RollCall):
            assert () == prompt.legal
        if isinstance(prompt, Tell):
            assert () == prompt.facts
        before = len(table.frames)
        next_prompt(table)
        lit |= {lamp.seat for shown in table.frames[before:] for lamp in shown.frame}
    assert set() == lit


def test_a_seat_that_claims_a_second_role_leaves_both_the_count_and_the_acting_wrong() -> None:
    """Wolf 1 claims with the pack and again as the seer, who says nothing: one claim, and still in doubt."""
    table = stage("seer.pick", mind=ClaimsMind({"seer": (1,)}))
    assert isinstance(table.prompt, RollCall)
    assert () == table.prompt.legal
    table.until_key("err.claims")
    assert isinstance(table.facts[-1], ClaimsDoubted)


def test_while_the_wolves_are_in_doubt_the_seer_cannot_be_answered_wrongly() -> None:
    """Two of three wolves claimed: no check can be made, and the tap gets the double flash."""
    table = stage("seer.pick", mind=ClaimsMind({"werewolf": (1, 2)}))
    table.at_count(SEER, 7)
    assert Pattern.DOUBLE is table.lamp(SEER)
    prompt = table.prompt
    assert isinstance(prompt, RollCall)
    assert () == prompt.options_of(SEER)


def doubted() -> VirtualTable:
    return stage("err.claims", mind=ClaimsMind({"witch": (9,), "seer": (1,)}))


def test_claims_that_do_not_fit_are_a_matter_for_staff_after_the_last_step() -> None:
    table = doubted()
    assert "身份确认有误，请工作人员处理，请继续闭眼。" == table.said[-1]
    assert "hunter.close" == table.keys[-2]
    assert isinstance(table.facts[-1], ClaimsDoubted)
    assert table.judge.status.needs_claims
    assert {"witch": (9,), "seer": (1,)}.items() <= {
        claim.role: claim.seats for claim in table.judge.status.claims
    }.items()


def test_the_night_waits_for_staff_as_long_as_it_takes() -> None:
    table = doubted()
    heard = len(table.heard)
    table.wait(600)
    table.press_all(table.seats)
    assert [] == table.said[heard:]
    assert set() == table.lit
    table.staff(Skip())
    table.wait(30)
    assert table.table.waits_for_staff


def test_staff_assign_and_the_game_goes_on_with_what_they_entered() -> None:
    table = doubted()
    table.staff(AssignCards(RIGHT))
    table.until_key("dawn.open")
    assert not table.judge.status.needs_claims
    assert isinstance(table.facts[-1], DayBroke)
    assert table.cards == dict(table.table.game.state.cards)


@pytest.mark.parametrize("value", ["", "1=seer", RIGHT.replace("9=villager", "9=witch"), "19=seer", "什么"])
def test_what_does_not_fit_the_deck_is_refused_and_nothing_has_changed(value: str) -> None:
    table = doubted()
    steps = len(table.steps)
    table.staff(AssignCards(value))
    table.wait(30)
    assert steps == len(table.steps)
    assert table.table.waits_for_staff
    table.staff(AssignCards(RIGHT))
    table.until_key("dawn.open")


def test_a_redeal_goes_back_to_the_cards_and_claims_are_made_anew() -> None:
    table = doubted()
    table.staff(REDEAL)
    table.until_key("setup.redeal")
    assert isinstance(table.facts[-1], Redealt)
    assert not table.view.night
    table.until_key("setup.ready_ask")
    table.until_key("wolf.confirm")
    assert isinstance(table.facts[-2], GameBegan)
    assert () == table.table.game.state.claims


def test_the_question_to_staff_can_be_repeated_and_says_nothing_else_by_night() -> None:
    table = doubted()
    table.wait(20)
    heard = len(table.heard)
    table.staff(Repeat())
    table.wait(20)
    assert ["请继续闭眼。", "身份确认有误，请工作人员处理，请继续闭眼。"] == table.said[heard:]
    assert table.table.waits_for_staff


def test_the_display_turns_to_the_claims_only_when_the_room_hears_of_them() -> None:
    """The step is answered before its announcement; until then the display must not know more than the room."""
    table = stage("hunter.status", mind=ClaimsMind({"witch": ()}))
    answered(table, "hunter.status")
    table.until(lambda: "hunter.close" in table.keys)
    table.wait(0.5)
    assert not table.judge.status.needs_claims
    table.until_key("err.claims")
    assert table.judge.status.needs_claims


def test_seats_that_never_claimed_are_villagers() -> None:
    table = stage("dawn.open", cards=NINE)
    assert table.cards == dict(table.table.game.state.cards)
    assert [7, 8, 9] == [seat for seat, card in table.table.game.state.cards if card == "villager"]


def test_from_night_2_on_the_known_holder_wakes_without_a_claim() -> None:
    """The lamp turns on 1.5 s after the wake line, and two taps by somebody else say nothing."""
    table = stage("hunter.wake", 2)
    spoken = table.heard[-1]
    table.wait(1)
    table.two_taps(9)
    assert set() == table.lit - {HUNTER}
    table.wait_until(spoken.at_ns + (spoken.length_ms + 1499) * MS)
    assert Pattern.OFF is table.lamp(HUNTER)
    table.wait(0.002)
    assert Pattern.STEADY is table.lamp(HUNTER)
    assert () == claimed(table, "hunter.wake")


@pytest.mark.parametrize("acts", [(Skip(),), (Pause(), Skip())], ids=["at once", "paused"])
def test_eyes_are_opened_for_a_new_deal_whatever_staff_pass_over(acts: tuple[Action, ...]) -> None:
    """Staff have the cards dealt anew and pass over what is read: nobody is asked with shut eyes (the eye law)."""
    table = stage("err.claims", mind=ClaimsMind({"seer": (4, 5)}))
    heard_out(table)
    table.staff(REDEAL)
    begins_ns = table.now_ns
    table.wait(0.1)
    for act in acts:
        table.staff(act)
    table.until_key("setup.ready_ask")
    assert "setup.redeal" in [spoken.say.key for spoken in table.heard if spoken.at_ns > begins_ns]
