"""The words events are made of: marks, causes, phases, outcomes. Imported from `engine.events` by everybody else."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.seats import Seat, Seats


class Mark(StrEnum):
    """What a role did to a seat by night; settlement is a function of the marks (rules 4)."""

    GUARD = "guard"
    KNIFE = "knife"
    SAVE = "save"
    POISON = "poison"
    CHECK = "check"
    CHARM = "charm"
    SILENCE = "silence"


class Cause(StrEnum):
    """Why a seat died (rules 3.18)."""

    KNIFE = "knife"
    POISON = "poison"
    EXILE = "exile"
    SHOT = "shot"
    EXPLODE = "explode"
    TAKE = "take"
    """Taken along by 白狼王."""
    DUEL = "duel"
    BLAST = "blast"
    DELAYED = "delayed"
    """老流氓: of the poison or the shot of earlier."""
    HEARTBREAK = "heartbreak"
    """殉情: the other of the 情侣 died."""
    CHARM = "charm"
    """狼美人 died, who had charmed it."""
    WITH_PACK = "with_pack"
    """隐狼 whose pack is dead (house rule hidden_wolf_end)."""
    LEFT = "left"
    FOUL = "foul"


class Winner(StrEnum):
    """How a game can end."""

    GOOD = "good"
    WOLF = "wolf"
    THIRD = "third"
    """第三方: 情侣 of two camps, and 丘比特."""
    BOMBER = "bomber"
    DRAW = "draw"


class Reason(StrEnum):
    """The public reason for the end; the key of its line is `over.` + value."""

    WOLVES_DEAD = "wolves_dead"
    GODS_DEAD = "gods_dead"
    FOLK_DEAD = "folk_dead"
    GOOD_DEAD = "good_dead"
    PARITY = "parity"
    COUPLE = "couple"
    NOBODY = "nobody"
    ROUNDS = "rounds"


class Peace(StrEnum):
    """Why nobody is exiled today (平安日)."""

    NO_VOTES = "no_votes"
    TIED_AGAIN = "tied_again"
    NO_VOTERS = "no_voters"


class Elected(StrEnum):
    """How a seat came to be sheriff (rules 7.2)."""

    ALONE = "alone"
    """Nobody else stood."""
    LAST = "last"
    """All others had withdrawn."""
    VOTES = "votes"


class Vacant(StrEnum):
    """Why an election ends without a sheriff (rules 7.2, 7.6)."""

    NOBODY_STOOD = "nobody_stood"
    ALL_WITHDREW = "all_withdrew"
    NOBODY_BELOW = "nobody_below"
    """All stood, so that nobody may vote."""
    NO_VOTES = "no_votes"
    TIED_AGAIN = "tied_again"
    EXPLODED = "exploded"
    DUEL = "duel"
    """A duel was won (house rule knight_in_election)."""


class OrderBy(StrEnum):
    """Who has chosen an order of speech (rules 7.4)."""

    CLOCK = "clock"
    SHERIFF = "sheriff"
    AUTO = "auto"
    """The sheriff did not choose, so the clock did."""
    LOT = "lot"
    """Drawn (house rule no_sheriff_order)."""


class Badge(StrEnum):
    """Where the badge is."""

    OPEN = ""
    """Nobody has won or lost it yet, or the game has none."""
    HELD = "held"
    NONE = "none"
    """The election gave it to nobody."""
    TORN = "torn"


class Stage(StrEnum):
    """Where the sheriff's election is. Each is a place at which `engine.game.Game.start` can enter."""

    NONE = ""
    """Not yet, or never."""
    BID = "bid"
    """Eyes shut: who stands?"""
    OPENING = "opening"
    """The bids are closed; the minute is read, then 天亮."""
    SPEECH = "speech"
    """Campaign speeches."""
    WITHDRAW = "withdraw"
    """退水时间."""
    VOTE = "vote"
    """The ballot of those who did not stand."""
    PK_SPEECH = "pk_speech"
    """Speeches of the tied candidates."""
    PK_VOTE = "pk_vote"
    """Their ballot."""
    SUSPENDED = "suspended"
    """双爆: a first 自爆 has put it off to the next day."""
    CLOSED = "closed"


class Phase(StrEnum):
    """Where a game is. Each is a place at which `engine.game.Game.start` can enter."""

    READY = "ready"
    """Before the first night: everybody looks at the own card."""
    NIGHT = "night"
    """Before 天黑请闭眼."""
    STEP = "step"
    """Before a step of the night sheet (how many are over is in the state)."""
    CLAIMS = "claims"
    """After the last step of the night: do the claims fit?"""
    DAWN = "dawn"
    """Before 天亮: the night is settled next."""
    ELECTION = "election"
    """The sheriff's election; its stage is in the state (rules 7.2)."""
    ANNOUNCE = "announce"
    """Before the dead of the night are announced."""
    CHAIN = "chain"
    """Skill windows of the dead (rules 5)."""
    BADGE = "badge"
    """The badge of a dead sheriff (rules 7.7)."""
    WORDS = "words"
    """Last words of the dead."""
    SPEECHES = "speeches"
    """Speeches of the living."""
    TAKE = "take"
    """After a 自爆 on boards with 白狼王: whom does it take along?"""
    DUEL = "duel"
    """骑士 has revealed himself: with whom does he duel?"""
    RETURN = "return"
    """Back to the speeches that a duel has interrupted."""
    DELAYED = "delayed"
    """After the speeches: 老流氓 whose time has come dies."""
    BALLOT = "ballot"
    """Exile ballot, round 1."""
    PK = "pk"
    """Speeches of the tied players, then round 2."""
    BLAST = "blast"
    """The exiled is asked whether it blows up (house rule bomber_forced)."""
    FLIP = "flip"
    """白痴 has flipped and must give up the badge (house rule idiot_sheriff)."""
    DAY_END = "day_end"
    """Before the day is declared over."""
    OVER = "over"
    """The game is decided or was ended by staff."""


class Count(msgspec.Struct, frozen=True):
    """How many cards of a role the deck holds."""

    role: str
    cards: int


class Tally(msgspec.Struct, frozen=True):
    """Votes for one candidate in half votes (2 = one vote), and by whom."""

    seat: Seat
    halves: int
    voters: Seats
