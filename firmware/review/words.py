"""The words of reviews, in both languages, and how seats, cards and times are written."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import MAXYEAR, MINYEAR
from types import MappingProxyType
from typing import Final

from audio.say import Language
from engine.events import Cause, Mark, Winner
from engine.roles import NIGHT_SHEET, role_of
from engine.roles.role import Side
from engine.seats import Seat
from engine.text import Text
from firmware.review.archive import NEVER_BEGAN, winner_of
from firmware.review.model import Act, Death, Happening, Night, Occasion, Review
from firmware.telling import REASONS, WINNERS
from firmware.transcript import line_of

CAUSES: Final[Mapping[Cause, Text]] = MappingProxyType(
    {
        Cause.KNIFE: Text("被狼人击杀", "killed by the werewolves"),
        Cause.POISON: Text("被女巫毒杀", "poisoned by the witch"),
        Cause.EXILE: Text("被投票放逐", "voted out"),
        Cause.SHOT: Text("被开枪带走", "shot"),
        Cause.EXPLODE: Text("自爆", "self-destructed"),
        Cause.TAKE: Text("被自爆带走", "taken along by a self-destruct"),
        Cause.DUEL: Text("决斗出局", "lost a duel"),
        Cause.BLAST: Text("被炸", "blown up"),
        Cause.DELAYED: Text("延后出局", "out later"),
        Cause.HEARTBREAK: Text("殉情", "died of a broken heart"),
        Cause.CHARM: Text("被狼美人带走", "taken along by the charm"),
        Cause.WITH_PACK: Text("随狼队出局", "out with the pack"),
        Cause.LEFT: Text("离场", "left the table"),
        Cause.FOUL: Text("犯规出局", "out for a foul"),
    }
)
DEATH_SIGNS: Final[Mapping[Cause, Text]] = MappingProxyType(
    {
        Cause.KNIFE: Text("刀", "K"),
        Cause.POISON: Text("毒", "P"),
        Cause.EXILE: Text("票", "V"),
        Cause.SHOT: Text("枪", "S"),
        Cause.EXPLODE: Text("爆", "X"),
        Cause.TAKE: Text("带", "T"),
        Cause.DUEL: Text("斗", "D"),
        Cause.BLAST: Text("炸", "B"),
        Cause.DELAYED: Text("延", "O"),
        Cause.HEARTBREAK: Text("情", "H"),
        Cause.CHARM: Text("魅", "C"),
        Cause.WITH_PACK: Text("随", "W"),
        Cause.LEFT: Text("离", "L"),
        Cause.FOUL: Text("规", "F"),
    }
)
"""Deaths in one character, for the timeline."""
ACT_SIGNS: Final[Mapping[Mark, Text]] = MappingProxyType(
    {
        Mark.GUARD: Text("守", "guard"),
        Mark.KNIFE: Text("刀", "knife"),
        Mark.SAVE: Text("救", "save"),
        Mark.POISON: Text("毒", "poison"),
        Mark.CHECK: Text("验", "check"),
        Mark.CHARM: Text("魅", "charm"),
        Mark.SILENCE: Text("禁", "silence"),
    }
)
"""Acts of the night in a word, for the timeline."""
RESULTS: Final[Mapping[str, Text]] = MappingProxyType(
    {
        **{winner.value: text for winner, text in WINNERS.items()},
        "aborted": Text("工作人员结束，没有胜负", "ended by staff, no result"),
        "dropped": Text("中断后放弃，没有胜负", "given up after an interruption, no result"),
        NEVER_BEGAN: Text("没有开始", "never began"),
        "unreadable": Text("记录无法使用", "its journal cannot be used"),
    }
)
"""How a game ended, by the journal's word."""
NO_RESULT: Final = Text("没有胜负", "no result")
OCCASIONS: Final[Mapping[Occasion, Text]] = MappingProxyType(
    {
        Occasion.CAMPAIGN: Text("竞选发言", "campaign speech"),
        Occasion.CAMPAIGN_PK: Text("竞选平票发言", "campaign runoff speech"),
        Occasion.DAY: Text("发言", "speech"),
        Occasion.PK: Text("平票发言", "runoff speech"),
        Occasion.WORDS: Text("遗言", "last words"),
    }
)
CAMPS: Final[Mapping[Side, Text]] = MappingProxyType(
    {
        Side.GOD: Text("神职", "power role"),
        Side.FOLK: Text("平民", "villager"),
        Side.WOLF: Text("狼人", "werewolf"),
        Side.NONE: Text("无", "neither"),
    }
)
TALK_NOTE: Final = Text(
    "发言时长按记录的时间计算：从叫到这个座位到发言结束，包括法官的话和暂停；一轮的第一个发言还包括念发言顺序。"
    "断电、长时间暂停或改过时钟的发言记为“不明”，不计入合计。",
    "Talk time is taken from the times in the journal: from the call to the end of the speech, with the judge's words "
    "and pauses, in the first speech of a round also with the order as it is read out. A speech with a power cut, a "
    'long pause or a changed clock in it is "unknown" and is not added.',
)


class Words:
    """Writes in one language, about one game: `cards` are what is known of who holds what."""

    def __init__(self, language: Language, cards: Iterable[tuple[Seat, str]] = ()) -> None:
        """In `language`."""
        self.language = language
        self.cards = dict(cards)

    def say(self, zh: str, en: str) -> str:
        """The one of the two that is read."""
        return zh if self.language is Language.ZH else en

    def text(self, text: Text) -> str:
        """The same of a text."""
        return self.say(text.zh, text.en)

    # ------------------------------------------------------------ who

    def seat(self, seat: int) -> str:
        """A seat by its number."""
        return self.say(f"{seat}号", f"no. {seat}")

    def seats(self, seats: Iterable[int]) -> str:
        """Some seats; nobody when there are none."""
        return self.say("、", ", ").join(map(self.seat, seats)) or self.say("无人", "nobody")

    def role(self, role: str | None) -> str:
        """A card by its name."""
        return self.say("不明", "unknown") if role is None else self.text(role_of(role).name)

    def who(self, seat: Seat) -> str:
        """A seat with its card, once that is known."""
        card = self.cards.get(seat)
        if card is None:
            return self.seat(seat)
        return self.say(f"{self.seat(seat)}（{self.role(card)}）", f"{self.seat(seat)} ({self.role(card)})")

    def camp(self, role: str | None) -> str:
        """The class of a card."""
        return self.say("不明", "unknown") if role is None else self.text(CAMPS[role_of(role).side])

    # ------------------------------------------------------------ how long

    def length(self, ms: int | None) -> str:
        """A time to read: hours and minutes, or minutes and seconds."""
        if ms is None:
            return self.say("不明", "unknown")
        seconds = round(ms / 1000)
        if seconds >= 3600:
            hours, minutes = divmod(round(seconds / 60), 60)
            return self.say(f"{hours}小时{minutes:02}分", f"{hours} h {minutes:02} min")
        minutes, seconds = divmod(seconds, 60)
        return self.say(f"{minutes}分{seconds:02}秒", f"{minutes} min {seconds:02} s")

    def clock(self, ms: int | None) -> str:
        """A time in little space, minutes and seconds: 6:05, or a question mark."""
        if ms is None:
            return "?"
        minutes, seconds = divmod(round(ms / 1000), 60)
        return f"{minutes}:{seconds:02}"

    def date(self, ms: int) -> str:
        """Day and minute by the clock of this machine; a time that is in no calendar is unknown."""
        try:
            day = time.localtime(ms / 1000)
        except (OverflowError, ValueError, OSError):
            return self.say("不明", "unknown")
        if not MINYEAR <= day.tm_year <= MAXYEAR:
            return self.say("不明", "unknown")
        return time.strftime("%Y-%m-%d %H:%M", day)

    def talk(self, ms: int, unknown: int) -> str:
        """Talk time with what is not known of it."""
        if not unknown:
            return self.clock(ms)
        return self.say(f"{self.clock(ms)}＋不明 {unknown} 次", f"{self.clock(ms)} + {unknown} unknown")

    # ------------------------------------------------------------ what

    def result(self, result: str) -> str:
        """How a game ended."""
        return self.text(RESULTS.get(result, NO_RESULT))

    def outcome(self, review: Review) -> str:
        """How this one ended, and why."""
        if review.reason is None or winner_of(review.result) is None:
            return self.result(review.result)
        result, reason = self.result(review.result), self.text(REASONS[review.reason])
        return self.say(f"{result}（{reason}）", f"{result} ({reason})")

    def cause(self, death: Death) -> str:
        """Why somebody died, and by whom."""
        cause = self.text(CAUSES[death.cause])
        if death.cause is Cause.SHOT and death.by:
            by = self.who(death.by[0])
            return self.say(f"被{by}开枪带走", f"shot by {by}")
        if death.cause is Cause.HEARTBREAK and death.by:
            by = self.who(death.by[0])
            return self.say(f"随{by}殉情", f"died of a broken heart after {by}")
        return cause + self.brackets([self.say("同守同救", "guarded and saved at once")] if death.both else [])

    def brackets(self, more: list[str]) -> str:
        """What is added in brackets, if anything."""
        if not more:
            return ""
        return self.say(f"（{'，'.join(more)}）", f" ({', '.join(more)})")

    def fate(self, death: Death | None) -> str:
        """What became of a seat."""
        if death is None:
            return self.say("存活", "alive")
        when = self.when(death)
        return self.say(f"{when}{self.text(CAUSES[death.cause])}", f"{self.text(CAUSES[death.cause])}, {when}")

    def when(self, death: Death) -> str:
        """In which night or on which day."""
        return self.say(
            f"第 {death.n} {'夜' if death.night else '天'}",
            f"{'night' if death.night else 'day'} {death.n}",
        )

    def happening(self, item: Happening) -> str:
        """One line; "" where there is nothing to tell."""
        return line_of(item.event, self.cards.items(), self.language)

    def votes(self, halves: int) -> str:
        """Half votes as they are read: 1.5."""
        return f"{halves / 2:g}"

    # ------------------------------------------------------------ nights

    def night(self, night: Night, review: Review) -> list[tuple[str, str]]:
        """What every role of the deck did, in the order of the night: (role, what)."""
        rows = []
        for role in (step.role.id for step in NIGHT_SHEET):
            if any(count.role == role for count in review.deck):
                holders = [seat for seat, card in self.cards.items() if card == role]
                gone = bool(holders) and all(seat in night.out for seat in holders)
                told = [self.say("已出局", "out")] if gone else self._acts(role, night)
                if told and self.cards and not holders and role in review.spares:
                    told = [self.say("在底牌里", "face down")]
                rows += [(self.role(role), what) for what in told]
        return rows

    def notes(self, night: Night) -> list[str]:
        """What else there is to say of it."""
        found = []
        if night.doubted:
            found.append(self.say("身份确认有误，请了工作人员", "the claims did not fit; staff were asked"))
        if night.void:
            found.append(self.say("重新发牌，这一夜作废", "the cards were dealt again; this night is void"))
        if night.undone:
            many = "step" if night.undone == 1 else "steps"
            found.append(
                self.say(
                    f"工作人员撤销了 {night.undone} 步，从这一夜重来",
                    f"staff took back {night.undone} {many}; the game went on from this night",
                )
            )
        return found

    def claims(self, night: Night) -> list[tuple[str, str]]:
        """Night 1: who claimed what."""
        return [(self.role(role), self.seats(seats)) for role, seats in night.claims]

    def _acts(self, role: str, night: Night) -> list[str]:
        match role:
            case "werewolf":
                return [self._pack(night)]
            case "witch":
                return [self._witch(night)]
            case "guard":
                return [self._one(night.act(Mark.GUARD), self.say("守护", "protected "))]
            case "seer":
                return [self._check(night.act(Mark.CHECK))]
            case "hunter":
                return self._gun(night.gun)
            case "wolf_king":
                return self._gun(night.king_gun)
            case "wolf_beauty":
                return [self._one(night.act(Mark.CHARM), self.say("魅惑", "charmed "))]
            case "silence_elder":
                return [self._one(night.act(Mark.SILENCE), self.say("禁言", "silenced "))]
            case "thief" if night.took is not None:
                return [self.say(f"拿走{self.role(night.took)}", f"took {self.role(night.took)}")]
            case "cupid" if night.lovers:
                both = self.say("、", ", ").join(map(self.who, night.lovers))
                return [self.say(f"情侣：{both}", f"lovers: {both}")]
            case "wild_child" if night.model is not None:
                return [self.say(f"榜样：{self.who(night.model)}", f"model: {self.who(night.model)}")]
            case _:
                return []

    def _gun(self, gun: bool | None) -> list[str]:
        """Whether a shooter was told that it may shoot; nothing where it was told nothing."""
        if gun is None:
            return []
        return [self.say("可以开枪" if gun else "不能开枪", "may shoot" if gun else "may not shoot")]

    def _pack(self, night: Night) -> str:
        arrows = self.say("，", ", ").join(f"{self.seat(wolf)} → {self.seat(to)}" for wolf, to in night.pointed)
        knife = night.act(Mark.KNIFE)
        if knife is None:
            return self.nothing()
        end = self.say("空刀", "nobody is killed")
        if knife.target is not None:
            end = self.say(f"击杀{self.who(knife.target)}", f"killed {self.who(knife.target)}")
        return f"{end}{self.say('：', ': ')}{arrows}" if arrows else end

    def _witch(self, night: Night) -> str:
        done = [
            self._one(act, verb)
            for act, verb in (
                (night.act(Mark.SAVE), self.say("解药救", "saved ")),
                (night.act(Mark.POISON), self.say("毒药毒", "poisoned ")),
            )
            if act is not None
        ]
        return self.say("，", ", ").join(done) or self.nothing()

    def _check(self, act: Act | None) -> str:
        if act is None or act.target is None:
            return self.nothing()
        told = self._one(act, self.say("查验", "checked "))
        if act.good is None:
            return told
        answer = self.say("好人" if act.good else "狼人", "good" if act.good else "a wolf")
        return self.say(f"{told}，结果：{answer}", f"{told}: {answer}")

    def _one(self, act: Act | None, verb: str) -> str:
        return self.nothing() if act is None or act.target is None else f"{verb}{self.who(act.target)}"

    def nothing(self) -> str:
        """No act."""
        return self.say("没有行动", "did nothing")

    def side(self, winner: Winner) -> str:
        """A camp that can win, short."""
        return self.text(SIDES[winner])


SIDES: Final[Mapping[Winner, Text]] = MappingProxyType(
    {
        Winner.GOOD: Text("好人", "good"),
        Winner.WOLF: Text("狼人", "wolves"),
        Winner.THIRD: Text("情侣", "lovers"),
        Winner.BOMBER: Text("炸弹人", "Bomber"),
        Winner.DRAW: Text("平局", "draw"),
    }
)
"""The camps, short."""
