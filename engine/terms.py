"""The words events are made of: marks, causes, phases, outcomes. Imported from `engine.events` by everybody else."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from engine.seats import Seat, Seats


class Mark(StrEnum):
    """What a role did to a seat by night; settlement is a function of the marks (rules 4)."""

    KNIFE = "knife"
    SAVE = "save"
    POISON = "poison"
    CHECK = "check"


class Cause(StrEnum):
    """Why a seat died (rules 3.18)."""

    KNIFE = "knife"
    POISON = "poison"
    EXILE = "exile"
    SHOT = "shot"
    EXPLODE = "explode"


class Winner(StrEnum):
    """How a game can end."""

    GOOD = "good"
    WOLF = "wolf"
    DRAW = "draw"


class Reason(StrEnum):
    """The public reason for the end; the key of its line is `over.` + value."""

    WOLVES_DEAD = "wolves_dead"
    GODS_DEAD = "gods_dead"
    FOLK_DEAD = "folk_dead"
    GOOD_DEAD = "good_dead"
    NOBODY = "nobody"
    ROUNDS = "rounds"


class Peace(StrEnum):
    """Why nobody is exiled today (平安日)."""

    NO_VOTES = "no_votes"
    TIED_AGAIN = "tied_again"
    NO_VOTERS = "no_voters"


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
    CHAIN = "chain"
    """Skill windows of the dead (rules 5)."""
    WORDS = "words"
    """Last words of the dead."""
    SPEECHES = "speeches"
    """Speeches of the living."""
    BALLOT = "ballot"
    """Exile ballot, round 1."""
    PK = "pk"
    """Speeches of the tied players, then round 2."""
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
