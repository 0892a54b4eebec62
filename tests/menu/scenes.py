"""Tables in every state that a screen can show, made from real public events; and walks to every page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

import msgspec

from audio.say import Language
from engine import events as e
from engine.houserules import HouseRules
from engine.prompts import Call, Eyes, Form
from engine.public import PublicView
from engine.seats import Direction, Seat, seats_of
from engine.secrecy import Public
from engine.text import Text
from firmware.menu.model import Menu
from firmware.menu.page import BoardChoice
from firmware.menu.status import Claim, Mode, SeatCheck, TableStatus
from firmware.table.rewind import Past
from hardware.ports import Key
from hardware.screen import Screen
from tests.menu.machine_scenes import MACHINE_STATUSES, MACHINE_WALKS

UP, DOWN, OK, BACK = Key.UP, Key.DOWN, Key.OK, Key.BACK

NAMES = (
    ("werewolf", Text("狼人", "Werewolf")),
    ("seer", Text("预言家", "Seer")),
    ("witch", Text("女巫", "Witch")),
    ("hunter", Text("猎人", "Hunter")),
    ("villager", Text("村民", "Villager")),
)
DECK = Text("3狼人 1预言家 1女巫 1猎人 3村民", "3 Werewolf, 1 Seer, 1 Witch, 1 Hunter, 3 Villager")
BOARDS = (
    BoardChoice("B09", Text("预女猎九人", "Standard nine"), 9, DECK),
    BoardChoice("B06a", Text("预女六人", "Six with witch"), 6, Text("2狼人 1预言家 1女巫 2村民", "2 Werewolf, 1 Seer")),
    BoardChoice(
        "B06b", Text("预猎六人，没有女巫的板子", "Six with hunter"), 6, Text("2狼人 1猎人", "2 Werewolf, 1 Hunter")
    ),
)
ODD = BoardChoice(
    "odd4",
    Text("四人", "Four"),
    4,
    Text("1狼人 3神职", "1 Werewolf, 3 gods"),
    (Text("屠边局没有平民，这一边不会被屠。", "Side wipe without villagers; that side can never be wiped out."),),
)
"""A board with something unusual in it."""

NINE = seats_of(1, 2, 3, 4, 5, 6, 7, 8, 9)
OPENED: tuple[Public, ...] = (
    e.GameOpened("B09", Text("预女猎九人", "Standard nine"), NINE, (), HouseRules(), sheriff=False),
    e.GameBegan(),
)
NIGHT_ONE: tuple[Public, ...] = (*OPENED, e.NightFell(1))
DAY_ONE: tuple[Public, ...] = (
    *NIGHT_ONE,
    e.NightEnded(1),
    e.DayBroke(1),
    e.Announced(1, seats_of(3)),
    e.SpeechesOpened(Direction.ASCENDING, tuple(map(Seat, (4, 5, 6, 7, 8, 9, 1, 2))), 1205),
)
VOTED: tuple[Public, ...] = (
    *DAY_ONE,
    e.SpeechesOver(),
    e.BallotOpened(1, seats_of(1, 2, 4, 5, 6, 7, 8, 9), seats_of(1, 2, 4, 5, 6, 7, 8, 9)),
    e.BallotRead(
        1,
        (
            e.Tally(Seat(7), 8, seats_of(1, 2, 4, 5)),
            e.Tally(Seat(9), 3, seats_of(6)),
        ),
        abstentions=3,
        abstained=seats_of(7, 8, 9),
    ),
)
ELECTING: tuple[Public, ...] = (
    e.GameOpened("B10a", Text("预女猎十人", "Ten"), (*NINE, Seat(10)), (), HouseRules(), sheriff=True),
    e.GameBegan(),
    e.NightFell(1),
    e.NightEnded(1),
    e.DayBroke(1),
    e.BidsClosed(seats_of(1, 4, 7, 8)),
    e.CampaignOpened(tuple(map(Seat, (1, 4, 7, 8))), Direction.ASCENDING, 925),
    e.WithdrawalNamed(seats_of(4)),
)
POLLED: tuple[Public, ...] = (
    *ELECTING,
    e.WithdrawalClosed(()),
    e.StandingRead(seats_of(1, 7, 8)),
    e.SheriffBallotRead(
        1,
        (e.Tally(Seat(1), 4, seats_of(2, 3)), e.Tally(Seat(7), 6, seats_of(5, 6, 10))),
        abstained=seats_of(9),
        abstentions=1,
    ),
)
SHERIFF: tuple[Public, ...] = (
    *POLLED,
    e.SheriffElected(Seat(7), e.Elected.VOTES),
    e.Announced(1, seats_of(3)),
    e.IdiotFlipped(Seat(9), sheriff=False),
    e.LeftTable(Seat(5)),
)
NIGHT_TWO: tuple[Public, ...] = (*VOTED, e.Exiled(Seat(7)), e.DayEnded(1, early=False), e.NightFell(2))
CARDS = tuple(
    zip(
        NINE,
        ("werewolf", "werewolf", "seer", "witch", "villager", "hunter", "werewolf", "villager", "villager"),
        strict=True,
    )
)
ENDED: tuple[Public, ...] = (*NIGHT_TWO, e.GameOver(e.Winner.WOLF, e.Reason.GODS_DEAD), e.Revealed(CARDS))


THIEVES: tuple[Public, ...] = (
    e.GameOpened(
        "B07t",
        Text("盗丘七人", "Seven with Thief and Cupid"),
        NINE[:7],
        tuple(e.Count(*count) for count in (("thief", 1), ("cupid", 1), ("werewolf", 3), ("seer", 1), ("villager", 3))),
        HouseRules(),
        sheriff=False,
    ),
)
"""Seven with nine cards, two of them face down."""
SPECIAL_DAY: tuple[Public, ...] = (
    *SHERIFF[:4],
    e.DayBroke(1),
    e.Growled(yes=True),
    e.Silenced(Seat(9)),
    e.Announced(1, ()),
    e.DuelCalled(Seat(10), "knight"),
    e.DuelLost(Seat(10), Seat(3)),
    e.ShotDelayed(Seat(2), Seat(4), "old_rogue"),
)
"""The bear growls, 9 is silenced, 10 and 4 have shown what they are."""


def view(*events: Public) -> PublicView:
    """What the room knows after `events`."""
    return reduce(PublicView.after, events, PublicView())


CLAIMS = (
    Claim("werewolf", NAMES[0][1], 3, seats_of(1, 2)),
    Claim("seer", NAMES[1][1], 1, seats_of(3)),
    Claim("witch", NAMES[2][1], 1, seats_of(4)),
    Claim("hunter", NAMES[3][1], 1, seats_of(4, 6)),
    Claim("villager", NAMES[4][1], 3, (), rest=True),
)
"""Claims that do not fit: one wolf too few, seat 4 twice."""


def asked(to: int, line: str, n: int, seat: int | None = None, *, role: str = "") -> Past:
    """A step that can be taken back."""
    forms = {"vote.open": Form.BALLOT, "speech.next": Form.FLOOR, "setup.ready_ask": Form.READY}
    eyes = Eyes.NIGHT if role else Eyes.OPEN
    call = Call(
        line=line, form=forms.get(line, Form.WAKE), eyes=eyes, seat=None if seat is None else Seat(seat), role=role
    )
    return Past(to, n, bool(role), call)


PAST = (
    asked(31, "vote.open", 1),
    asked(30, "speech.next", 1, 2),
    asked(29, "speech.next", 1, 12),
    asked(11, "seer.wake", 1, role="seer"),
    asked(2, "wolf.wake", 1, role="wolf"),
    msgspec.structs.replace(asked(1, "setup.ready_ask", 0), left=(Seat(10), Seat(11))),
)
"""What has been asked until the first ballot, newest first."""

NO_SOUND = Text("没有声音，请检查音箱。游戏暂停，等声音回来。", "No sound. Check the loudspeaker. The game waits.")

STOPPED = Text("本局终止，不计胜负。", "This game is stopped without a result.")

STATUSES: dict[str, TableStatus] = {
    "idle": TableStatus(),
    "idle_fault": TableStatus(fault=Text("存档损坏，已移走。", "The journal was damaged and moved aside.")),
    "unfinished": TableStatus(mode=Mode.UNFINISHED, view=view(*NIGHT_TWO)),
    "check": TableStatus(mode=Mode.CHECK, check=SeatCheck(NINE, NINE)),
    "check_pressed": TableStatus(mode=Mode.CHECK, check=SeatCheck(NINE, seats_of(2, 3, 5), Seat(8))),
    "check_spare": TableStatus(mode=Mode.CHECK, check=SeatCheck(NINE, seats_of(*range(1, 9)), Seat(12))),
    "check_complete": TableStatus(mode=Mode.CHECK, check=SeatCheck(NINE, (), Seat(9))),
    "rehearsal": TableStatus(
        mode=Mode.REHEARSAL,
        caption=Text("现在试一次：每人选一个号码，改一次，再取消。", "Let us try: choose, change it, take it back."),
    ),
    "rehearsal_count": TableStatus(mode=Mode.REHEARSAL, caption=Text("七号。", "Seven."), counted=Seat(7)),
    **MACHINE_STATUSES,
    "setup": TableStatus(
        mode=Mode.GAME,
        view=view(*OPENED),
        caption=Text("看好身份的，请按一下按钮。", "Press once when you know your role."),
    ),
    "wake": TableStatus(
        mode=Mode.GAME,
        view=view(*NIGHT_ONE),
        caption=Text("女巫请睁眼，请连按两下确认。", "Witch, open your eyes. Confirm with two taps."),
    ),
    "counted": TableStatus(
        mode=Mode.GAME, view=view(*NIGHT_TWO), caption=Text("狼人请选择目标。", "Werewolves, choose."), counted=Seat(8)
    ),
    "no_shot": TableStatus(mode=Mode.GAME, view=view(*DAY_ONE), counted="none"),
    "election": TableStatus(mode=Mode.GAME, view=view(*ELECTING), caption=Text("四号退水。", "Number four withdraws.")),
    "sheriff_votes": TableStatus(mode=Mode.GAME, view=view(*POLLED)),
    "sheriff": TableStatus(
        mode=Mode.GAME, view=view(*SHERIFF), caption=Text("七号当选警长。", "Number seven is elected sheriff.")
    ),
    "badge_torn": TableStatus(
        mode=Mode.GAME, view=view(*SHERIFF, e.BadgeTorn(Seat(7), timeout=False)), caption=Text("警徽撕掉。", "Torn.")
    ),
    "tear": TableStatus(mode=Mode.GAME, view=view(*SHERIFF), counted="tear"),
    "order_up": TableStatus(
        mode=Mode.GAME,
        view=view(*SHERIFF),
        caption=Text("从八号开始，顺序。", "From number eight, upwards."),
        counted="ascending",
    ),
    "order_own": TableStatus(mode=Mode.GAME, view=view(*SHERIFF), counted="own_descending"),
    "speech": TableStatus(
        mode=Mode.GAME,
        view=view(*DAY_ONE),
        caption=Text("四号请发言。", "Number four, your speech."),
        speaker=Seat(4),
        remaining_ms=95_000,
    ),
    "named": TableStatus(
        mode=Mode.GAME, view=view(*NIGHT_TWO), caption=Text("七号出局。", "Number seven is out."), named=Seat(7)
    ),
    "votes": TableStatus(mode=Mode.GAME, view=view(*VOTED)),
    "paused_fault": TableStatus(
        mode=Mode.GAME,
        view=view(*NIGHT_TWO),
        caption=Text("请继续闭眼。", "Keep your eyes closed."),
        paused=True,
        fault=Text("七号的按钮卡住了。", "The button of seat seven is stuck."),
    ),
    "paused": TableStatus(
        mode=Mode.GAME,
        view=view(*VOTED),
        speaker=Seat(9),
        remaining_ms=41_000,
        paused=True,
        past=PAST,
        can_revote=True,
        can_extend=True,
    ),
    "paused_night": TableStatus(mode=Mode.GAME, view=view(*NIGHT_ONE), paused=True, past=PAST[-3:], claiming=True),
    "dealing": TableStatus(
        mode=Mode.GAME,
        view=view(*THIEVES, e.DealOpened()),
        caption=Text("狼人。", "Werewolf."),
        counted="werewolf",
    ),
    "dealing_long": TableStatus(
        mode=Mode.GAME,
        view=view(*THIEVES, e.DealOpened()),
        caption=Text("禁言长老。", "Silencing Elder."),
        counted="silence_elder",
    ),
    "special_day": TableStatus(mode=Mode.GAME, view=view(*SPECIAL_DAY), caption=Text("继续发言。", "Speeches go on.")),
    "special_over": TableStatus(
        mode=Mode.OVER,
        view=view(
            *SPECIAL_DAY,
            e.GameOver(e.Winner.THIRD, e.Reason.COUPLE),
            e.Revealed(((Seat(1), "silence_elder"), (Seat(2), "wolf_beauty"))),
        ),
    ),
    "spares": TableStatus(mode=Mode.GAME, view=view(*THIEVES), needs_spares=True),
    "claims": TableStatus(mode=Mode.GAME, view=view(*NIGHT_ONE), needs_claims=True, claims=CLAIMS),
    "stopped": TableStatus(mode=Mode.STOPPED, view=view(*NIGHT_TWO), fault=NO_SOUND),
    "over": TableStatus(mode=Mode.OVER, view=view(*ENDED)),
    "aborted": TableStatus(mode=Mode.OVER, view=view(*NIGHT_TWO, e.GameAborted())),
    "aborting": TableStatus(mode=Mode.GAME, view=view(*NIGHT_ONE, e.GameAborted()), caption=STOPPED),
}


def menu(language: Language = Language.ZH, status: str = "idle", *keys: Key) -> Menu:
    """A menu in a named status after `keys`."""
    made = Menu(BOARDS, NAMES, language, "B09")
    made.update(STATUSES[status])
    for key in keys:
        made.press(key)
    return made


WALKS: dict[str, tuple[str, tuple[Key, ...]]] = {
    **{name: (name, ()) for name in STATUSES},
    "idle_last": ("idle", (UP,)),
    "groups": ("idle", (DOWN, OK)),
    "group": ("idle", (DOWN, OK, UP, OK)),
    "deck": ("idle", (DOWN, OK, OK)),
    "deck_end": ("idle", (DOWN, OK, OK, DOWN, DOWN, DOWN, DOWN, DOWN)),
    "board_chosen": ("idle", (DOWN, OK, UP, OK, DOWN, OK, OK)),
    "seats": ("idle", (DOWN, DOWN, OK, DOWN, DOWN, OK, UP, UP, UP, OK)),
    "no_start": ("idle", (DOWN, DOWN, OK, OK, BACK, UP, UP, OK)),
    "drop": ("unfinished", (DOWN, OK)),
    "drop_again": ("unfinished", (DOWN, OK, DOWN, OK)),
    "game_menu": ("votes", (OK,)),
    "game_menu_end": ("votes", (OK, UP)),
    "game_votes": ("votes", (OK, DOWN, DOWN, DOWN, OK)),
    "game_out": ("votes", (OK, DOWN, DOWN, DOWN, DOWN, OK)),
    "game_sound": ("votes", (OK, *[DOWN] * 5)),
    "game_volume": ("votes", (OK, *[DOWN] * 5, OK)),
    "game_office": ("sheriff", (OK, DOWN, DOWN, DOWN, DOWN, OK)),
    "game_office_torn": ("badge_torn", (OK, DOWN, DOWN, DOWN, DOWN, OK)),
    "game_leave": ("sheriff", (OK, UP, UP, UP, UP, OK, DOWN, DOWN)),
    "game_leave_ask": ("sheriff", (OK, UP, UP, UP, UP, OK, DOWN, DOWN, OK)),
    "game_foul": ("sheriff", (OK, UP, UP, UP, OK, DOWN)),
    "game_foul_ask": ("sheriff", (OK, UP, UP, UP, OK, DOWN, OK)),
    "game_more_time": ("paused", (OK, DOWN, DOWN)),
    "game_take_back": ("paused", (OK, DOWN, DOWN, DOWN, DOWN)),
    "game_undo": ("paused", (OK, DOWN, DOWN, DOWN, DOWN, OK, DOWN)),
    "game_undo_end": ("paused", (OK, DOWN, DOWN, DOWN, DOWN, OK, UP)),
    "game_undo_ask": ("paused", (OK, DOWN, DOWN, DOWN, DOWN, OK, DOWN, OK)),
    "game_undo_back": ("paused", (OK, DOWN, DOWN, DOWN, DOWN, OK, UP, OK, DOWN, OK)),
    "game_vote_again": ("paused", (OK, DOWN, DOWN, DOWN, DOWN, DOWN, OK)),
    "game_claim_again": ("paused_night", (OK, UP, UP)),
    "game_claims": ("paused_night", (OK, UP, UP, OK)),
    "game_claims_ask": ("paused_night", (OK, UP, UP, OK, DOWN, OK)),
    "game_skip_claims": ("paused_night", (OK, DOWN, DOWN, OK)),
    "game_buttons": ("sheriff", (OK, UP, UP, OK)),
    "game_button": ("sheriff", (OK, UP, UP, OK, DOWN, OK)),
    "game_button_off": ("sheriff", (OK, UP, UP, OK, DOWN, OK, UP, OK)),
    "game_button_own": ("sheriff", (OK, UP, UP, OK, DOWN, OK, UP, OK, OK)),
    "game_spare": ("sheriff", (OK, UP, UP, OK, OK, OK)),
    "game_fault": ("paused_fault", (OK, UP, UP, OK)),
    "end": ("wake", (OK, UP, OK)),
    "end_again": ("wake", (OK, UP, OK, DOWN, OK)),
    "check_menu": ("check_pressed", (OK,)),
    "check_menu_end": ("check_pressed", (OK, UP)),
    "check_silent": ("check_pressed", (OK, DOWN, OK)),
    "check_which": ("check_pressed", (OK, DOWN, OK, OK)),
    "check_worn": ("check_pressed", (OK, OK, OK, DOWN, OK, OK)),
    "check_worn_seat": ("check_pressed", (OK, OK, OK, DOWN, OK, OK, OK)),
    "check_own": ("check_pressed", (OK, OK, OK, DOWN, OK, OK, OK, DOWN, OK)),
    "game_special": ("special_day", (OK, *[DOWN] * 3, OK)),
    "game_special_end": ("special_day", (OK, *[DOWN] * 3, OK, *[DOWN] * 9)),
    "spares_done": ("spares", (UP,)),
    "spares_missing": ("spares", (UP, OK)),
    "special_over_cards": ("special_over", (DOWN, DOWN)),
    "claims_end": ("claims", (UP,)),
    "claims_unfit": ("claims", (UP, UP, OK)),
    "claims_redeal": ("claims", (UP, OK)),
    **MACHINE_WALKS,
    "stopped_menu": ("stopped", (OK,)),
    "over_cards": ("over", (DOWN, DOWN, DOWN)),
    "over_home": ("over", (OK,)),
}
"""Name of a screen -> status, and the keys that lead to it."""


def secret_screen(language: Language) -> Screen:
    """The claims page while staff hold OK on seat 2 (and have changed nothing)."""
    made = menu(language, "claims", DOWN)
    made.key(OK, down=True, at_ns=0)
    return made.screen(600_000_000)


def spare_cards(language: Language, first: int, second: int) -> Menu:
    """The page of the spare cards, where staff have gone down so far on each, and now hold OK on the second."""
    made = menu(language, "spares")
    for at_ns, downs in ((0, first), (10_000_000_000, second)):
        made.key(OK, down=True, at_ns=at_ns)
        for _ in range(downs):
            made.press(DOWN, at_ns + 1_000_000_000)
        if at_ns == 0:
            made.key(OK, down=False, at_ns=2_000_000_000)
            made.press(DOWN, 3_000_000_000)
    return made


def spare_screens(language: Language) -> Iterator[tuple[str, Callable[[], Screen]]]:
    """What staff see of the spare cards while they hold OK, and what they are told of two wolves."""
    yield "spares_held", lambda: spare_cards(language, 2, 0).screen(11_000_000_000)
    yield "spares_chosen", lambda: spare_cards(language, 2, 1).screen(11_000_000_000)
    wolves = spare_cards(language, 1, 1)
    wolves.key(OK, down=False, at_ns=12_000_000_000)
    wolves.press(DOWN)
    wolves.press(OK)
    yield "spares_wolves", wolves.screen
