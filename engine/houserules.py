"""House rules (rules 11): one frozen object, one typed field per switch, its default first.

Each switch is read in exactly one other file of the engine, which its docstring names. `EXPLAIN` has
the one-line explanation of every value in both languages; what is not default is read aloud at the
start (`changed`). The numbers in what is read are spoken as words.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from engine.explanations import EXPLAIN
from engine.role_explanations import Explanation
from engine.text import Text

__all__ = ["EXPLAIN", "Explanation"]
"""The explanations; what is defined here is named where it is used."""


class Switch(StrEnum):
    """A rule that is on or off."""

    ON = "on"
    OFF = "off"


class SwitchOff(StrEnum):
    """A rule that is off unless the house turns it on."""

    OFF = "off"
    ON = "on"


class WinMode(StrEnum):
    """win_mode (rules 6): 屠边 or 屠城."""

    SIDE = "side"
    CITY = "city"


class Simultaneous(StrEnum):
    """simultaneous_win (rules 6): who wins when 好人 and 狼人 are both satisfied in one stage."""

    WOLF = "wolf"
    GOOD = "good"
    DRAW = "draw"


class SelfSave(StrEnum):
    """witch_self_save (rules 3.8): `by_size` is never for eleven players and more, first_night below."""

    BY_SIZE = "by_size"
    NEVER = "never"
    FIRST_NIGHT = "first_night"
    ALWAYS = "always"


class SeesKnife(StrEnum):
    """witch_sees_knife (rules 3.8): until the antidote is spent, or always."""

    WHILE_ANTIDOTE = "while_antidote"
    ALWAYS = "always"


class Consensus(StrEnum):
    """wolf_consensus (rules 3.5): how the pack reaches one target; `by_deck` is unanimous on boards with 丘比特."""

    BY_DECK = "by_deck"
    PLURALITY = "plurality"
    UNANIMOUS = "unanimous"
    RANDOM_TIE = "random_tie"


class AllAbstain(StrEnum):
    """all_abstain (rules 7.5): what follows an exile ballot without any vote."""

    NOBODY_OUT = "nobody_out"
    PK_ALL = "pk_all"


class WordsNight(StrEnum):
    """last_words_night (rules 7.3): which night's victims have last words."""

    FIRST_NIGHT = "first_night"
    FIRST_DEATH_NIGHT = "first_death_night"
    ALWAYS = "always"
    NONE = "none"
    FIRST_K = "first_k"
    """The first of the game's night deaths, as many as the deck has wolves."""


class BallotsRead(StrEnum):
    """ballots_read (rules 7.5): whether the tally names the voters."""

    FULL = "full"
    COUNTS = "counts"


class SheriffRule(StrEnum):
    """sheriff (rules 10): `by_size` is on for ten players and more."""

    BY_SIZE = "by_size"
    ON = "on"
    OFF = "off"


class DeadAtNight(StrEnum):
    """dead_at_night (rules 7.3): what the players who are out do by night."""

    STAY_EYES_SHUT = "stay_eyes_shut"
    LEAVE = "leave"


class IdiotSheriff(StrEnum):
    """idiot_sheriff (rules 3.13): what a flipped sheriff does with the badge."""

    KEEPS = "keeps"
    HAND_OVER = "hand_over"


class BadgeSwallow(StrEnum):
    """badge_swallow (rules 7.6): 单爆 or 双爆."""

    SINGLE = "single"
    DOUBLE = "double"


class ExplodingSheriff(StrEnum):
    """exploding_sheriff_badge (rules 7.6)."""

    PASSES = "passes"
    LOST = "lost"


class PkVoters(StrEnum):
    """pk_voters_campaign (rules 7.2): who votes in the sheriff's PK."""

    OFF_STAGE_ONLY = "off_stage_only"
    LOSERS_TOO = "losers_too"


class Anchor(StrEnum):
    """order_anchor_single_death (rules 7.4)."""

    FORCED_DEAD = "forced_dead"
    FREE = "free"


class NoSheriffOrder(StrEnum):
    """no_sheriff_order (rules 7.4): `random` is drawn by lot."""

    CLOCK = "clock"
    RANDOM = "random"


class ExileBallot(StrEnum):
    """exile_ballot (rules 7.5): eyes shut or open."""

    SHUT = "shut"
    OPEN = "open"


class DeathSequence(StrEnum):
    """death_sequence (rules 5): what follows a death, in this order."""

    SKILL_BADGE_WORDS = "skill_badge_words"
    WORDS_SKILL_BADGE = "words_skill_badge"


class RoleSource(StrEnum):
    """role_source (rules 3a): physical cards that are claimed by night, or a card-less deal."""

    CLAIMED_AT_WAKE = "claimed_at_wake"
    DEALT_BY_ENGINE = "dealt_by_engine"


class CharmTargets(StrEnum):
    """charm_targets (rules 3.6): whom 狼美人 may charm."""

    ANY_OTHER = "any_other"
    NON_WOLF = "non_wolf"


class HiddenWolfEnd(StrEnum):
    """hidden_wolf_end (rules 3.7): what becomes of 隐狼 when all other wolves are dead."""

    INHERITS_KNIFE = "inherits_knife"
    DIES_WITH_PACK = "dies_with_pack"


class BearNeighbours(StrEnum):
    """bear_neighbours (rules 3.10): the nearest living seats, or those beside him at the table."""

    NEAREST_LIVING = "nearest_living"
    PHYSICAL = "physical"


class SilenceAnnounce(StrEnum):
    """silence_announce (rules 3.11): right after 天亮, or after the dead of the night."""

    DAWN = "dawn"
    WITH_DEATHS = "with_deaths"


class DelayedDeath(StrEnum):
    """rogue_death_point (rules 3.15): when 老流氓 dies of what hit him before."""

    BEFORE_VOTE = "before_vote"
    AFTER_VOTE = "after_vote"
    OWN_SPEECH = "own_speech"


class BomberCamp(StrEnum):
    """bomber_camp (rules 3.0): 好人 and 神, or a camp of his own and no class."""

    GOOD_GOD = "good_god"
    THIRD = "third"


class BomberBallot(StrEnum):
    """bomber_ballot (rules 3.16): whose votes count, those of the ballot that decided or of both."""

    DECIDING = "deciding"
    BOTH = "both"


class MaxBuriedWolves(StrEnum):
    """thief_max_buried_wolves (rules 3.1)."""

    ONE = "one"
    UNRESTRICTED = "unrestricted"


class CupidClass(StrEnum):
    """cupid_class (rules 3.0): the class of 丘比特 for 屠边."""

    NONE = "none"
    GOD = "god"
    VILLAGER = "villager"


class CoupleCupid(StrEnum):
    """wolf_couple_cupid (rules 3.2): with whom 丘比特 of a 狼狼恋 wins."""

    WOLF = "wolf"
    GOOD = "good"


class ChildTurns(StrEnum):
    """wild_child_trigger (rules 3.3): which death of his 榜样 turns 野孩子."""

    ANY_DEATH = "any_death"
    EXILE_ONLY = "exile_only"


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The switches of a table; untouched it is the default game."""

    role_source: RoleSource = RoleSource.CLAIMED_AT_WAKE
    """Physical cards, or a card-less deal; read in deal."""
    win_mode: WinMode = WinMode.SIDE
    """屠边 or 屠城; read in victory."""
    wolf_knife_first: Switch = Switch.ON
    """狼刀在先: the knife's death is judged before the rest of the night; read in deaths."""
    simultaneous_win: Simultaneous = Simultaneous.WOLF
    """Who wins when both camps are satisfied at once; read in victory."""
    parity_win: SwitchOff = SwitchOff.OFF
    """Whether 狼人 win as soon as they are no fewer than the others; read in victory."""
    witch_self_save: SelfSave = SelfSave.BY_SIZE
    """女巫自救; read in roles.witch."""
    witch_sees_knife: SeesKnife = SeesKnife.WHILE_ANTIDOTE
    """How long the witch is shown the victim; read in roles.witch."""
    wolf_self_knife: Switch = Switch.ON
    """自刀: the pack may knife its own; read in roles.werewolf."""
    first_night_knife: Switch = Switch.ON
    """Whether the first night has a knife; read in roles.werewolf."""
    double_protect_dies: Switch = Switch.ON
    """同守同救: guarded and saved from one knife, the victim dies; read in settlement."""
    guard_may_skip: Switch = Switch.ON
    """空守; else a lot fills a missing choice; read in roles.guard."""
    wolf_consensus: Consensus = Consensus.BY_DECK
    """How the pack agrees; read in roles.werewolf."""
    hunter_last_god_shot: Switch = Switch.OFF
    """A shooter whose own death would end the game shoots first; read in deaths."""
    idiot_votable_after: SwitchOff = SwitchOff.OFF
    """Whether a flipped 白痴 can be voted for, and then dies; read in ballot."""
    idiot_counts_as_god_after: Switch = Switch.ON
    """Whether a flipped 白痴 counts as a living 神; read in victory."""
    idiot_sheriff: IdiotSheriff = IdiotSheriff.KEEPS
    """What a flipped sheriff does with the badge; read in badge."""
    wwk_must_take: SwitchOff = SwitchOff.OFF
    """Whether 白狼王 must take somebody along; read in explosion."""
    wolf_king_status_step: SwitchOff = SwitchOff.OFF
    """Whether 狼王 is called to learn whether he may shoot; read in roles.wolf_king."""
    charm_targets: CharmTargets = CharmTargets.ANY_OTHER
    """Whom 狼美人 may charm; read in roles.wolf_beauty."""
    charm_repeat: Switch = Switch.ON
    """Whether she may charm the same seat two nights running; read in roles.wolf_beauty."""
    hidden_wolf_end: HiddenWolfEnd = HiddenWolfEnd.INHERITS_KNIFE
    """What becomes of 隐狼 when all other wolves are dead; read in links."""
    hidden_wolf_sees_pack: Switch = Switch.ON
    """Whether 隐狼 is shown the wolves; read in roles.hidden_wolf."""
    knight_hits_hidden_wolf: Switch = Switch.ON
    """Whether 隐狼 is a wolf in a duel; read in duel."""
    knight_in_election: SwitchOff = SwitchOff.OFF
    """Whether 骑士 may duel during the election; read in duel."""
    bear_neighbours: BearNeighbours = BearNeighbours.NEAREST_LIVING
    """Whom the bear smells; read in roles.bear_tamer."""
    silence_announce: SilenceAnnounce = SilenceAnnounce.DAWN
    """When it is told who may not speak; read in roles.silence_elder."""
    rogue_death_point: DelayedDeath = DelayedDeath.BEFORE_VOTE
    """When 老流氓 dies of what hit him before; read in delayed."""
    bomber_camp: BomberCamp = BomberCamp.GOOD_GOD
    """With whom 炸弹人 wins and as what he counts; read in victory."""
    bomber_ballot: BomberBallot = BomberBallot.DECIDING
    """Whose votes for 炸弹人 kill; read in blast."""
    bomber_forced: Switch = Switch.ON
    """Whether 炸弹人 always blows up, or is asked; read in blast."""
    bomber_victims_skill: SwitchOff = SwitchOff.OFF
    """Whether whom he takes along may shoot; read in deaths."""
    thief_max_buried_wolves: MaxBuriedWolves = MaxBuriedWolves.ONE
    """How many wolves may lie face down; read in deal."""
    cupid_class: CupidClass = CupidClass.NONE
    """The class of 丘比特; read in victory."""
    cupid_blocks: SwitchOff = SwitchOff.OFF
    """Whether a living 丘比特 of a 人狼恋 keeps the others from winning; read in victory."""
    wolf_couple_cupid: CoupleCupid = CoupleCupid.WOLF
    """With whom 丘比特 of a 狼狼恋 wins; read in victory."""
    wild_child_trigger: ChildTurns = ChildTurns.ANY_DEATH
    """Which death of his 榜样 turns 野孩子; read in links."""
    badge_swallow: BadgeSwallow = BadgeSwallow.SINGLE
    """单爆 or 双爆; read in explosion."""
    exploding_sheriff_badge: ExplodingSheriff = ExplodingSheriff.PASSES
    """Whether a 自爆 of the sheriff leaves the badge to pass on; read in badge."""
    pk_voters_campaign: PkVoters = PkVoters.OFF_STAGE_ONLY
    """Who votes in the sheriff's PK; read in sheriff."""
    order_anchor_single_death: Anchor = Anchor.FORCED_DEAD
    """Whether a single death of the night decides where the speeches begin; read in order."""
    no_sheriff_order: NoSheriffOrder = NoSheriffOrder.CLOCK
    """How the speeches are ordered without a sheriff; read in order."""
    exile_ballot: ExileBallot = ExileBallot.SHUT
    """Whether eyes are shut in an exile ballot; read in ballot."""
    ballot_change: Switch = Switch.ON
    """Whether the last tap of an exile ballot stands, or the first; read in ballot."""
    vote_self: Switch = Switch.ON
    """Whether a player may vote for itself; read in ballot."""
    all_abstain: AllAbstain = AllAbstain.NOBODY_OUT
    """What follows a ballot without votes; read in ballot."""
    last_words_night: WordsNight = WordsNight.FIRST_NIGHT
    """Which night's victims have last words; read in deaths."""
    last_words_shot: SwitchOff = SwitchOff.OFF
    """Whether a shot seat has last words; read in deaths."""
    last_words_explode: SwitchOff = SwitchOff.OFF
    """Whether a 自爆 leaves last words; read in explosion."""
    last_words_duel: SwitchOff = SwitchOff.OFF
    """Whether the loser of a duel has last words; read in duel."""
    last_words_rogue: SwitchOff = SwitchOff.OFF
    """Whether 老流氓 has last words when he dies of what hit him before; read in delayed."""
    death_sequence: DeathSequence = DeathSequence.SKILL_BADGE_WORDS
    """The order of skill windows, badge and last words; read in deaths."""
    name_shooter_role: SwitchOff = SwitchOff.OFF
    """Whether the role of a shooter is told; read in deaths."""
    reveal_on_death: SwitchOff = SwitchOff.OFF
    """明牌: whether the cards of the dead are told; read in deaths."""
    ballots_read: BallotsRead = BallotsRead.FULL
    """What is read after a ballot; read in ballot."""
    max_rounds: Annotated[int, msgspec.Meta(ge=1, le=99)] = 20
    """The game is a draw after the day of this round; read in day."""
    sheriff: SheriffRule = SheriffRule.BY_SIZE
    """Whether the game has a sheriff; read in setup."""
    dead_at_night: DeadAtNight = DeadAtNight.STAY_EYES_SHUT
    """What the out do by night; read in public."""


def explain(rule: str, value: str | int) -> Explanation:
    """The explanation of `value` of the switch `rule`; a number stands in it as it is.

    Raises:
        KeyError: there is no such switch or value.
    """
    for entry in EXPLAIN:
        if entry.rule == rule and entry.value in ("*", value):
            zh, en = (words.replace("{n}", str(value)) for words in (entry.text.zh, entry.text.en))
            return Explanation(rule, entry.value, Text(zh, en))
    raise KeyError(rule, value)


def changed(rules: HouseRules) -> tuple[Explanation, ...]:
    """The explanations of all switches that are not at their default, in field order: what is read aloud."""
    default = HouseRules()
    return tuple(
        explain(name, getattr(rules, name))
        for name in rules.__struct_fields__
        if getattr(rules, name) != getattr(default, name)
    )
