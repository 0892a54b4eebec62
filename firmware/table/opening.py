"""What the judge reads aloud before the first card is dealt: board, deck, rules, and how to use the pad.

All of it is public (rules 1). A rule with a line of its own is always read; every other one only
where this table departs from the default game, and where it can come up with this deck at all.
"""

from __future__ import annotations

from typing import Final

from audio.say import Say
from engine.events import Count, GameOpened
from engine.houserules import (
    BadgeSwallow,
    ChildTurns,
    Consensus,
    HiddenWolfEnd,
    HouseRules,
    RoleSource,
    SelfSave,
    Switch,
    WinMode,
    changed,
)
from engine.roles import deck_has, spares_of
from engine.text import Text

BIG_TABLE: Final = 11
"""From this many players on, 女巫自救 by size is never (rules 3.8)."""

OWN_LINE: Final = ("win_mode", "witch_self_save", "double_protect_dies", "wolf_consensus", "badge_swallow", "sheriff")
"""Switches that have a line of their own, read whatever their value where the deck needs them."""

_WIN: Final = {WinMode.SIDE: "setup.side", WinMode.CITY: "setup.full"}

_SELF_SAVE: Final = {
    SelfSave.NEVER: Text("全程不能", "may never"),
    SelfSave.FIRST_NIGHT: Text("首夜可以", "may on the first night"),
    SelfSave.ALWAYS: Text("全程可以", "may always"),
}

_DOUBLE: Final = {
    Switch.ON: Text("玩家死亡", "the player dies"),
    Switch.OFF: Text("玩家存活", "the player lives"),
}
"""同守同救."""

_BOOM: Final = {
    BadgeSwallow.SINGLE: Text("本局没有警徽", "there will be no badge"),
    BadgeSwallow.DOUBLE: Text(
        "第一次只暂停竞选，第二次才没有警徽",
        "the first one only suspends the election; a second one leaves no badge",
    ),
}
"""单爆 and 双爆."""

OF_CARD: Final = {
    "wwk_must_take": ("white_wolf_king",),
    "wolf_king_status_step": ("wolf_king",),
    "charm_targets": ("wolf_beauty",),
    "charm_repeat": ("wolf_beauty",),
    "hidden_wolf_end": ("hidden_wolf",),
    "hidden_wolf_sees_pack": ("hidden_wolf",),
    "knight_hits_hidden_wolf": ("hidden_wolf",),
    "knight_in_election": ("knight",),
    "last_words_duel": ("knight",),
    "bear_neighbours": ("bear_tamer",),
    "silence_announce": ("silence_elder",),
    "rogue_death_point": ("old_rogue",),
    "last_words_rogue": ("old_rogue",),
    "bomber_camp": ("bomber",),
    "bomber_ballot": ("bomber",),
    "bomber_forced": ("bomber",),
    "bomber_victims_skill": ("bomber",),
    "thief_max_buried_wolves": ("thief",),
    "cupid_class": ("cupid",),
    "cupid_blocks": ("cupid",),
    "wolf_couple_cupid": ("cupid",),
    "wild_child_trigger": ("wild_child",),
}
"""Switches that make a difference only where a card is in the deck."""

_CONSENSUS: Final = {
    Consensus.PLURALITY: "setup.wolf_tie",
    Consensus.UNANIMOUS: "setup.wolf_all",
    Consensus.RANDOM_TIE: "setup.wolf_coin",
}


def opening(event: GameOpened) -> tuple[Say, ...]:
    """Everything up to the deal."""
    return (*_board(event), *_rules(event), *_pad(event), Say(key="setup.own_hand"))


def dealing(deck: tuple[Count, ...], rules: HouseRules) -> tuple[Say, ...]:
    """How the physical cards are dealt; a card-less deal has words of its own."""
    if rules.role_source is RoleSource.DEALT_BY_ENGINE:
        return ()
    spare = spares_of(deck) > 0
    return (Say(key="setup.deal"), *((Say(key="setup.deal_thief"),) if spare else ()))


def _board(event: GameOpened) -> tuple[Say, ...]:
    """Who plays what."""
    deck = tuple((count.role, count.cards) for count in event.deck)
    return (
        Say(key="setup.welcome"),
        Say(key="setup.board", n=len(event.seats), text=event.name),
        Say(key="setup.roles", roles=deck),
        Say(key=_WIN[event.rules.win_mode]),
        Say(key="setup.sheriff_on" if event.sheriff else "setup.sheriff_off"),
    )


def _rules(event: GameOpened) -> tuple[Say, ...]:
    """The rules that are always read, then whatever else this table plays differently."""
    rules = event.rules
    read: list[Say] = []
    if _has(event, "witch"):
        read.append(Say(key="setup.witch", text=_self_save(event)))
    if _has(event, "witch") and _has(event, "guard"):
        read.append(Say(key="setup.double", text=_DOUBLE[rules.double_protect_dies]))
    if event.sheriff:
        read.append(Say(key="setup.boom", text=_BOOM[rules.badge_swallow]))
    read.append(Say(key=_CONSENSUS[_consensus(event)]))
    house = [rule for rule in changed(rules) if rule.rule not in OWN_LINE and _comes_up(rule.rule, event)]
    read += [Say(key="setup.house" if rule is house[0] else "setup.house_next", text=rule.text) for rule in house]
    return tuple(read)


def _consensus(event: GameOpened) -> Consensus:
    """How the pack agrees at this table."""
    rule = event.rules.wolf_consensus
    if rule is not Consensus.BY_DECK:
        return rule
    binds = deck_has(event.deck, lambda role: role.binds)
    return Consensus.UNANIMOUS if binds else Consensus.PLURALITY


def _comes_up(rule: str, event: GameOpened) -> bool:
    """Whether the switch `rule` can make a difference at this table."""
    match rule:
        case "wolf_knife_first" | "simultaneous_win" | "witch_sees_knife":
            return _has(event, "witch")  # without poison nobody but the knife kills by night
        case "guard_may_skip":
            return _has(event, "guard")
        case _ if rule in OF_CARD:
            return any(_has(event, card) for card in OF_CARD[rule])
        case "hunter_last_god_shot" | "last_words_shot" | "name_shooter_role":
            return _has_shooter(event)
        case "death_sequence":
            return _has_shooter(event) or event.sheriff
        case "idiot_votable_after":
            return _has(event, "idiot")
        case "idiot_counts_as_god_after":
            return _has(event, "idiot") and event.rules.win_mode is WinMode.SIDE
        case "idiot_sheriff":
            return _has(event, "idiot") and event.sheriff
        case "exploding_sheriff_badge" | "pk_voters_campaign" | "order_anchor_single_death":
            return event.sheriff
        case _:
            return True


def _self_save(event: GameOpened) -> Text:
    """女巫自救 as it holds at this table."""
    rule = event.rules.witch_self_save
    if rule is SelfSave.BY_SIZE:
        rule = SelfSave.NEVER if len(event.seats) >= BIG_TABLE else SelfSave.FIRST_NIGHT
    return _SELF_SAVE[rule]


def _pad(event: GameOpened) -> tuple[Say, ...]:
    """How to answer with one button and one lamp, as far as this deck needs it."""
    keys = ["setup.how_hand", "setup.how_pick", "setup.how_check", "setup.how_undo", "setup.how_pass"]
    keys.append("setup.how_done")
    if _has(event, "seer"):
        keys.append("setup.how_result")
    if _has(event, "hunter"):
        keys.append("setup.how_gun")
    if deck_has(event.deck, lambda role: role.explodes or role.duels):
        keys.append("setup.how_boom")
    if event.sheriff:
        keys.append("setup.how_quit")
    if _has(event, "wild_child"):
        exiled = event.rules.wild_child_trigger is ChildTurns.EXILE_ONLY
        keys.append("setup.how_child_exile" if exiled else "setup.how_child")
    if _has(event, "hidden_wolf") and event.rules.hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE:
        keys.append("setup.how_hidden")
    keys.append("setup.how_quiet")
    return tuple(Say(key=key) for key in keys)


def _has(event: GameOpened, role: str) -> bool:
    """Whether a card is in the deck."""
    return any(count.role == role for count in event.deck)


def _has_shooter(event: GameOpened) -> bool:
    """Whether a card in the deck may shoot."""
    return deck_has(event.deck, lambda role: role.shooter)
