"""Rules that no other test here would miss if they were gone: found by changing the engine (`scripts/mutants`)."""

from __future__ import annotations

from typing import Final

import pytest

from engine.acts import (
    Blasted,
    DealEnded,
    DealOpened,
    DelayedOut,
    DuelDropped,
    DuelLost,
    DuelWon,
    Growled,
    Linked,
    ShotDelayed,
    Silenced,
    TakenAlong,
)
from engine.claims import holders
from engine.commands import Chosen, Pick, Value
from engine.errors import BadSetup, NotAsked
from engine.events import (
    Cause,
    Claimed,
    Exploded,
    GameOver,
    NightFell,
    Peace,
    PeaceDay,
    Reason,
    Redealt,
    Winner,
)
from engine.game import Day, Night
from engine.prompts import Eyes, Floor, Form, Gesture, OfferKind, Press, RollCall
from engine.public import PublicView
from engine.seats import Seat, seats_of
from engine.secrecy import Public
from engine.setup import Setup, board_from_toml, house_rules
from engine.text import Text
from engine.victory import camp_of, outcome
from tests.engine.elections import TWELVE, table
from tests.engine.test_victory_roles import after
from tests.kit.engine_play import ODD, Play


def refusal(text: str) -> Text:
    """What the author of a board is told."""
    with pytest.raises(BadSetup) as refused:
        board_from_toml(text, "my-board.toml")
    return refused.value.text


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ('id = "own"\nplayers = = 6\n', "第 2 行第 11 列", "line 2, column 11"),
        ("id = ", "文件末尾", "the end"),
        ("id = " + "[" * 50_000, "嵌套太深", "nested too deeply"),
    ],
    ids=["in a line", "at the end", "too deep"],
)
def test_a_board_that_is_no_toml_is_told_where(text: str, zh: str, en: str) -> None:
    told = refusal(text)
    assert (True, True) == (zh in told.zh, en in told.en), told


@pytest.mark.parametrize("line", ["sheriff.quit_open", "sheriff.vote_open"])
def test_a_wolf_who_leaves_while_all_are_asked_cannot_explode_any_more(line: str) -> None:
    """自爆 stands open beside 退水时间 and the sheriff's ballot; whoever has left takes nothing of what stands open."""
    game = table().bids(1, 5, 6).until(line)
    assert isinstance(game.prompt, Press | RollCall)
    before = {seat for offer in game.prompt.offers for seat in offer.who}
    assert 2 in before
    game.leave(2)
    assert before - {2} == {seat for offer in game.prompt.offers for seat in offer.who}
    with pytest.raises(NotAsked):
        game.take(OfferKind.EXPLODE, 2)


# ---------------------------------------------------------------- what a question is


ASKED: Final = {
    "sheriff.raise": (Form.BID, Eyes.SHUT),
    "sheriff.turn": (Form.FLOOR, Eyes.OPEN),
    "sheriff.quit_open": (Form.WITHDRAW, Eyes.OPEN),
    "sheriff.vote_open": (Form.BALLOT, Eyes.SHUT),
    "sheriff.pk_turn": (Form.FLOOR, Eyes.OPEN),
    "sheriff.pk_vote": (Form.BALLOT, Eyes.SHUT),
    "dawn.skill_ask": (Form.ASK, Eyes.OPEN),
    "gun.ask": (Form.CHOICE, Eyes.OPEN),
    "badge.how": (Form.CHOICE, Eyes.OPEN),
    "words.ask": (Form.FLOOR, Eyes.OPEN),
    "speech.sheriff_pick": (Form.CHOICE, Eyes.OPEN),
    "vote.open": (Form.BALLOT, Eyes.SHUT),
    "pk.turn": (Form.FLOOR, Eyes.OPEN),
    "pk.vote": (Form.BALLOT, Eyes.SHUT),
}
"""Seat-language 4 and 5: how a question of the day is answered, and whether eyes are open meanwhile."""


def test_how_every_question_of_the_day_is_put() -> None:
    game = table(knife=7).bids(9, 10).elect({5: 9, 6: 10}, pk={5: 9}).shoot(7, 9).badge(10)
    game.vote({1: 2, 3: 5}, pk={4: 2}).until("wolf.wake")
    asked = {prompt.call.line: (prompt.call.form, prompt.call.eyes) for prompt in game.prompts}
    assert ASKED == {line: asked[line] for line in ASKED}


def test_how_the_questions_of_special_cards_are_put_by_day() -> None:
    """Seat-language 6: by number where somebody is named, by one press where it is yes or no; eyes are open."""
    game = Play("帝狼骑炸预猎民民民", bomber_forced="off").night().duel(3, 7).explode(1)
    game.night().vote({5: 8}).until("bomb.ask")
    asked = {prompt.call.line: (prompt.call.form, prompt.call.eyes, prompt.call.seat) for prompt in game.prompts}
    assert [
        (Form.CHOICE, Eyes.OPEN, 3),
        (Form.CHOICE, Eyes.OPEN, 1),
        (Form.ASK, Eyes.OPEN, 8),
    ] == [asked[line] for line in ("knight.ask", "boom.ask", "bomb.ask")]
    assert isinstance(game.prompt, Press)
    assert (Gesture.TAP, seats_of(8)) == (game.prompt.gesture, game.prompt.who)


def test_a_lot_is_drawn_in_silence() -> None:
    """A forced choice left open is filled by lot; nobody is to hear that one is drawn, and nobody is waited for."""
    game = Play("狼狼野预猎民民民").until("")
    assert (Form.SILENT, Eyes.NIGHT) == (game.prompt.call.form, game.prompt.call.eyes)
    game.until("wildchild.pick")
    assert isinstance(game.prompt, RollCall)
    assert [1] == [len(entry.options) for entry in game.prompt.filled], "one 榜样, not two"


def test_whoever_is_asked_by_night_is_awake() -> None:
    """Seat-language 2: the lamp of a seat that is asked shows it; the witch sees hers while she may press, too."""
    game = Play("狼狼狼巫预猎民民民").until("witch.heal")
    assert isinstance(game.prompt, Press)
    assert (seats_of(4), Gesture.TAP) == (game.prompt.awake, game.prompt.gesture)
    tour = Play("狼狼丘巫预猎民民民").until("lovers.tour").prompt
    assert seats_of(*range(1, 10)) == tour.awake


def test_what_a_seat_chose_is_what_that_seat_chose() -> None:
    answer = Chosen(prompt=1, picks=(Pick(Seat(2), (5,)), Pick(Seat(4), ()), Pick(Seat(7), (3, 1))))
    assert [5, None, 3, None] == [answer.of(Seat(n)) for n in (2, 4, 7, 8)]


# ---------------------------------------------------------------- speeches


@pytest.mark.parametrize("target", [8, None])
def test_who_leaves_while_a_duel_interrupts_it_leaves_no_time_to_the_next_speaker(target: int | None) -> None:
    """Rules 7.6: the interrupted speaker keeps its remaining time; when it is gone, the next one has a whole speech."""
    game = Play("狼狼狼巫预骑民民民民").night(knife=9).to_speeches(ODD)
    speaker, following = game.state.speakers[:2]
    game.take(OfferKind.DUEL, 6, left_ms=5_000)
    game.leave(speaker)
    game.choose({6: target})
    floor = game.until("speech.turn", "speech.next").prompt
    assert isinstance(floor, Floor)
    assert (following, None, False) == (floor.call.seat, floor.left_ms, floor.resumed)


@pytest.mark.parametrize("gone", [6, 8])
def test_a_duel_with_somebody_who_is_gone_is_none(gone: int) -> None:
    """Rules 5, left: whoever has left is out at the next public moment; nobody dies of a duel with it or by it."""
    game = Play("狼狼狼巫预骑民民民民").night().to_speeches(ODD)
    game.take(OfferKind.DUEL, 6, left_ms=5_000)
    game.leave(gone)
    game.choose({} if gone == 6 else {6: gone})
    assert DuelDropped(Seat(6)) == game.last(DuelDropped)
    assert (seats_of(gone), Cause.LEFT) == (game.state.out, game.state.cause_of(Seat(gone)))


def test_while_a_wolf_is_asked_whom_it_takes_along_nobody_has_the_floor() -> None:
    """Rules 7.6: the campaign is over with the 自爆; those who had still to speak are only remembered."""
    game = Play("帝狼狼狼巫预猎白民民民民", sheriff="on", badge_swallow="double").night().bids(1, 2, 9, minute=ODD)
    assert game.state.talking
    game.take(OfferKind.EXPLODE, 1)
    assert ("boom.ask", (2, 9), False) == (game.line, game.state.speakers, game.state.talking)


def test_when_the_last_one_off_the_bench_leaves_in_the_pk_nobody_votes() -> None:
    """Rules 7.5: with nobody left to vote it is 平安日, and that is what is told."""
    tie = {1: 2, 2: 1, 4: 5, 5: 4, 6: 7, 7: 6, 8: 9, 9: 8}
    game = Play("狼狼狼巫预猎民民民").night().vote(tie).until("pk.turn")
    game.leave(3)
    game.until("wolf.wake")
    assert PeaceDay(Peace.NO_VOTERS) == game.last(PeaceDay)


# ---------------------------------------------------------------- the end


def test_a_night_that_decides_the_game_is_followed_by_no_election() -> None:
    """Rules 4: victory is evaluated at dawn; a decided game stops at once, whatever would have come next."""
    game = Play("狼狼巫民", sheriff="on").night(knife=4)
    assert ("over", Reason.FOLK_DEAD) == (game.line, game.last(GameOver).reason)
    assert "sheriff.raise" not in game.lines


def test_a_last_god_who_does_not_die_alone_may_shoot_too() -> None:
    """hunter_last_god_shot: 猎人, the last 神, is exiled and his lover dies with him: the shot is still awaited."""
    game = Play("狼猎民民民丘", hunter_last_god_shot="on").night(lovers=(2, 3)).vote({1: 2})
    assert ("dawn.skill_ask", 2) == (game.line, game.prompt.call.seat)
    game.shoot(2, 1)
    assert Winner.GOOD is game.last(GameOver).winner


def test_a_shot_is_not_awaited_where_no_god_was_the_last() -> None:
    """hunter_last_god_shot is about 神: 猎人 dies with the last 民, and the game is over at dawn."""
    game = Play("狼狼巫预猎民", hunter_last_god_shot="on").night(knife=5, poison=6)
    assert ("over", Reason.FOLK_DEAD) == (game.line, game.last(GameOver).reason)


def test_only_the_blast_is_forgiven_by_bomber_victims_skill() -> None:
    """Rules 3.16: with the switch on who is blown up may shoot; 自爆 bars every shot as before."""
    game = Play("狼狼炸预猎民民民", at=Day(2), bomber_victims_skill="on").explode(1).until("wolf.wake")
    assert Exploded(Seat(1)) in game.events
    assert "dawn.skill_ask" not in game.lines


@pytest.mark.parametrize(
    ("dead", "reason"), [(".xxx", Reason.PARITY), ("xxxx", Reason.GODS_DEAD), ("..xx", Reason.PARITY)]
)
def test_a_majority_needs_a_living_wolf(dead: str, reason: Reason) -> None:
    """Rules 6: W ≥ 好人 with parity_win; with nobody alive it is the wipe that is told."""
    won = outcome(after("狼预民民", dead, parity_win="on"))
    assert won is not None
    assert (Winner.WOLF, reason) == (won.winner, won.reason)


def test_cupid_of_a_good_couple_stays_good() -> None:
    """Rules 3.2: wolf_couple_cupid is about 狼狼恋 only."""
    state = after("狼狼丘预民", ".....", (4, 5), wolf_couple_cupid="wolf")
    assert Winner.GOOD is camp_of(state, Seat(3))


# ---------------------------------------------------------------- claims


def test_a_redealt_game_still_has_its_sheriff() -> None:
    game = Play(TWELVE, claimed=True, sheriff="on").until("wolf.wake")
    game.press(1)
    game.until("err.claims").give(Value(prompt=game.game.number, value="redeal"))
    game.night()
    assert "sheriff.raise" == game.line


def test_a_special_wolf_is_held_to_be_that_card_and_no_other() -> None:
    """Rules 3b: who claimed 狼王 among the pack holds 狼王; 狼人 is who is left."""
    game = Play("狼狼王巫预猎民民民", claimed=True).until("wolf.know")
    assert (seats_of(1, 2), seats_of(3)) == (holders(game.state, "werewolf"), holders(game.state, "wolf_king"))


def test_a_seat_that_claimed_a_special_wolf_by_mistake_has_claimed() -> None:
    """Rules 3c: a seat that claims twice puts its second claim in doubt, also where the first was 狼王 and wrong."""
    game = Play("狼狼王巫预猎民民民", claimed=True).until("wolf.special")
    game.press(5)
    game.until("err.claims")
    sound = {claim.role: claim.sound for claim in game.all_of(Claimed)}
    assert (False, True, False) == (sound["wolf_king"], sound["witch"], sound["seer"])


def test_one_of_the_pack_who_had_claimed_already_puts_all_of_it_in_doubt() -> None:
    """Rules 3c: three press at 狼人请睁眼, as many as there are; one of them is known as 守卫."""
    game = Play("狼狼狼守预猎民民民", claimed=True).until("wolf.wake")
    game.press(1, 2, 4)
    game.until("err.claims")
    assert [False] == [claim.sound for claim in game.all_of(Claimed) if claim.role == "werewolf"]


def test_a_wolf_king_called_for_his_status_claims_no_second_time() -> None:
    """Rules 2: he has claimed with the pack; his own step only tells him whether he may shoot."""
    game = Play("狼狼王巫预猎民民民", claimed=True, wolf_king_status_step="on").until("wolfking.wake")
    assert isinstance(game.prompt, Press)
    assert (False, (), seats_of(3)) == (game.prompt.call.claim, game.prompt.who, game.prompt.awake)


def test_the_pack_is_called_where_a_card_of_the_deck_has_the_knife() -> None:
    """Rules 2: a role is called when its card is in the deck; 隐狼 alone is no pack."""
    game = Play("隐预猎民民民").night()
    assert "hidden.wake" in game.lines
    assert "wolf.wake" not in game.lines
    special = Play("王美预猎民民民", at=Night(2))
    assert ("wolf.wake", seats_of(1, 2), (NightFell(2),)) == (
        special.line,
        special.prompt.awake,
        special.all_of(NightFell),
    ), "without a plain 狼人 the pack is called all the same"


# ---------------------------------------------------------------- what the room knows


def seen(*events: Public) -> PublicView:
    """What is known at a table of nine after `events`."""
    view = PublicView(seats=seats_of(*range(1, 10)))
    for event in events:
        view = view.after(event)
    return view


@pytest.mark.parametrize(
    ("event", "out", "shown"),
    [
        (Linked(seats_of(2, 5)), (2, 5), ()),
        (ShotDelayed(Seat(1), Seat(5), "old_rogue"), (), ((5, "old_rogue"),)),
        (DelayedOut(Seat(5), "old_rogue"), (5,), ((5, "old_rogue"),)),
        (TakenAlong(Seat(1), Seat(5), "white_wolf_king"), (5,), ((1, "white_wolf_king"),)),
        (DuelWon(Seat(3), Seat(5)), (5,), ()),
        (DuelLost(Seat(3), Seat(5)), (3,), ()),
        (Blasted(Seat(3), seats_of(5, 6), "bomber"), (5, 6), ((3, "bomber"),)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_act_shows_who_is_out_and_which_card_it_was(
    event: Public, out: tuple[int, ...], shown: tuple[tuple[int, str], ...]
) -> None:
    """Rules 5: a card is shown by 自爆, duel, shot and blast acts, and by nothing else before the end."""
    view = seen(event)
    assert (out, shown) == (view.out, view.shown)
    assert shown == view.after(event).shown, "once"


def test_a_deal_is_dark_and_a_redeal_is_before_the_first_night() -> None:
    dealing = seen(DealOpened())
    assert (True, True) == (dealing.dealing, dealing.night)
    dealt = dealing.after(DealEnded())
    assert (False, False) == (dealt.dealing, dealt.night)
    again = Play(TWELVE, claimed=True).until("wolf.wake")
    again.press(1)
    view = seen(*again.until("err.claims").heard)
    assert ("night", 1, True) == (view.phase, view.n, view.night)
    fresh = view.after(Redealt())
    assert ("setup", 0, False) == (fresh.phase, fresh.n, fresh.night)


def test_the_omens_of_a_morning_are_shown() -> None:
    view = seen(Growled(yes=True), Silenced(Seat(4)))
    assert (True, 4) == (view.growled, view.silenced)


# ---------------------------------------------------------------- boards


BOARD: Final = """
id = "own"
players = 6
name = { zh = "试", en = "try" }
[cards]
"""


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        (
            BOARD + "werewolf = 2\nseer = 1\nvillager = 4\n",
            "板子 my-board.toml：有 7 张牌，人数却是 6；请改正张数或人数。",
            "Board my-board.toml has 7 cards for 6 players; correct one of them.",
        ),
        (
            BOARD + "thief = 1\nwerewolf = 2\nseer = 1\nvillager = 3\n",
            "板子 my-board.toml：有 7 张牌，人数却是 6，再加盗贼的两张底牌；请改正张数或人数。",
            "Board my-board.toml has 7 cards for 6 players and the two spare cards of the Thief; correct one of them.",
        ),
        (
            BOARD.replace("players = 6", 'players = "six"') + "werewolf = 2\n",
            "板子 my-board.toml：内容不对：players：应当是整数，写的是文字；请按其他板子文件改正。",
            "Board my-board.toml is not a board: players: should be a whole number, not a text; correct that key.",
        ),
    ],
    ids=["a card too many", "spare cards", "words for a number"],
)
def test_what_the_author_of_a_board_is_told(text: str, zh: str, en: str) -> None:
    assert Text(zh, en) == refusal(text)


def test_with_a_thief_a_game_is_decided_as_if_a_good_card_lay_face_down() -> None:
    """Rules 3.1: the thief plays one of the spare cards. Three wolves of six are a majority from the start."""
    cards = "thief = 1\nwerewolf = 2\nwhite_wolf_king = 1\nseer = 1\nhunter = 1\nvillager = 2\n"
    own = board_from_toml(BOARD + cards, "my-board.toml")
    seats = seats_of(1, 2, 3, 4, 5, 6)
    Setup(own, seats, own.rules).check()
    with pytest.raises(BadSetup):
        Setup(own, seats, house_rules(own, {"parity_win": "on"})).check()
