"""A finished game to read: what everybody did, who died of what, how the votes fell, who held which card.

Made from the stored events alone; nothing is played again. Holds every secret of the game, so it is
for games that are over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from audio.say import Language
from engine import events as e
from engine.roles import role_of
from engine.seats import Direction
from engine.text import Text
from firmware.special_acts import told
from firmware.telling import CAUSES, CHOSEN_BY, ELECTED, MARKS, PEACE, REASONS, VACANT, WINNERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.events import AnyEvent
    from engine.seats import Option


def transcript(events: Iterable[AnyEvent], language: Language) -> str:
    """The game as text in `language`, one line per thing that happened, ending in a newline.

    `events` are those that count: what was taken back (撤销) is left out, that it was is told at its place.
    """
    writer = _Writer(language)
    for event in events:
        writer.write(event)
    return "\n".join(writer.lines) + "\n"


def line_of(event: AnyEvent, cards: Iterable[tuple[int, str]], language: Language) -> str:
    """What the transcript says of `event` once the `cards` are known; "" for bookkeeping."""
    writer = _Writer(language, cards)
    writer.write(event)
    return " ".join(" ".join(writer.lines).split())


class _Writer:
    """Turns events into lines; remembers who holds what, as far as it is known."""

    def __init__(self, language: Language, cards: Iterable[tuple[int, str]] = ()) -> None:
        self.lines: list[str] = []
        self._zh = language is Language.ZH
        self._cards: dict[int, str] = dict(cards)
        self._parts: tuple[Callable[[AnyEvent], bool], ...] = (
            self._frame,
            self._night,
            self._death,
            self._election,
            self._badge,
            self._day,
            self._special,
        )

    def write(self, event: AnyEvent) -> None:
        """Add the lines of `event`; bookkeeping has none."""
        for part in self._parts:
            if part(event):
                return

    # ------------------------------------------------------------ words

    def _say(self, zh: str, en: str) -> bool:
        self.lines.append(f"  {zh if self._zh else en}")
        return True

    def _head(self, zh: str, en: str) -> bool:
        self.lines += ["", zh if self._zh else en]
        return True

    def _text(self, text: Text) -> str:
        return text.zh if self._zh else text.en

    def _role(self, role: str) -> str:
        return self._text(role_of(role).name)

    def _seat(self, seat: Option | None) -> str:
        """A seat by its number; nobody for None."""
        if seat is None:
            return "无人" if self._zh else "nobody"
        return f"{seat}号" if self._zh else f"no. {seat}"

    def _seats(self, seats: Iterable[Option]) -> str:
        return ("、" if self._zh else ", ").join(self._seat(seat) for seat in seats)

    def _who(self, seat: int) -> str:
        """A seat with its card, once that is known."""
        card = self._cards.get(seat)
        if card is None:
            return self._seat(seat)
        return f"{self._seat(seat)}（{self._role(card)}）" if self._zh else f"{self._seat(seat)} ({self._role(card)})"

    def _everybody(self, seats: Iterable[int]) -> str:
        return ("、" if self._zh else ", ").join(self._who(seat) for seat in seats)

    # ------------------------------------------------------------ events

    def who(self, seat: int) -> str:
        """A seat with its card, once that is known."""
        return self._who(seat)

    def everybody(self, seats: Iterable[int]) -> str:
        """The same of some seats; nobody when there are none."""
        return self._everybody(seats) or self._seat(None)

    def card(self, role: str) -> str:
        """A card by its name."""
        return self._role(role)

    def _special(self, event: AnyEvent) -> bool:
        """What special cards do. Who was 盗贼 holds from then on what it took."""
        line = told(event, self)
        if isinstance(event, e.CardTaken) and event.seat in self._cards:
            self._cards[event.seat] = event.card
        return line is not None and self._say(*line)

    def _frame(self, event: AnyEvent) -> bool:
        """Beginning and end."""
        match event:
            case e.GameOpened():
                deck = "，".join(f"{self._role(c.role)}×{c.cards}" for c in event.deck)
                self.lines.append(f"{event.board} {self._text(event.name)}")
                self._say(f"座位：{self._seats(event.seats)}", f"seats: {self._seats(event.seats)}")
                return self._say(f"身份：{deck}", f"cards: {deck.replace('，', ', ')}")
            case e.CardsKnown(cards=cards):
                self._cards = dict(cards)
                return self._say(f"身份确认：{self._held(cards)}", f"cards known: {self._held(cards)}")
            case e.Redealt():
                self._cards = {}
                return self._say("身份确认有误，重新发牌", "the claims did not fit; the cards were dealt again")
            case e.ClaimsDoubted():
                return self._say("身份确认有误，请工作人员处理", "the claims do not fit; staff are asked")
            case e.GameOver(winner=winner, reason=reason):
                won, why = self._text(WINNERS[winner]), self._text(REASONS[reason])
                self._head("结果", "Result")
                return self._say(f"{won}（{why}）", f"{won} ({why})")
            case e.Revealed(cards=cards):
                return self._say(f"身份：{self._held(cards)}", f"cards: {self._held(cards)}")
            case e.Undone(steps=steps):
                many = "step" if steps == 1 else "steps"
                return self._say(
                    f"工作人员撤销了 {steps} 步，从这里重来",
                    f"staff took back {steps} {many}; the game goes on from here",
                )
            case e.GameAborted():
                self._head("结果", "Result")
                return self._say("工作人员结束了游戏，没有胜负", "staff ended the game without a result")
            case _:
                return False

    def _held(self, cards: Iterable[tuple[int, str]]) -> str:
        return ("，" if self._zh else ", ").join(f"{self._seat(seat)} {self._role(role)}" for seat, role in cards)

    def _night(self, event: AnyEvent) -> bool:
        """What was done in the dark."""
        match event:
            case e.NightFell(n=n):
                return self._head(f"第 {n} 夜", f"Night {n}")
            case e.Claimed(role=role, seats=seats):
                claimed = self._seats(seats) or self._seat(None)
                return self._say(f"{self._role(role)}确认：{claimed}", f"{self._role(role)} claimed by {claimed}")
            case e.WolvesPointed(votes=votes):
                arrows = "，".join(f"{self._seat(wolf)}→{self._seat(target)}" for wolf, target in votes)
                return self._say(
                    f"狼人选择：{arrows or '无'}", f"the pack points: {arrows.replace('，', ', ') or 'nowhere'}"
                )
            case e.Marked(mark=e.Mark.KNIFE, target=None):
                return self._say("狼人空刀", "the pack kills nobody")
            case e.Marked(mark=mark, by=by, target=target):
                does = self._text(MARKS[mark])
                on = self._seat(target)
                return self._say(f"{self._everybody(by)}{does}{on}", f"{self._everybody(by)} {does} {on}")
            case e.Told(to=to, what="seer.result", yes=yes) if yes is not None:
                answer = ("好人" if yes else "狼人") if self._zh else ("good" if yes else "a wolf")
                return self._say(f"{self._everybody(to)}得知：{answer}", f"{self._everybody(to)} is told: {answer}")
            case e.Told(to=to, what="hunter.status" | "wolfking.status", yes=yes) if yes is not None:
                answer = ("可以开枪" if yes else "不能开枪") if self._zh else ("may shoot" if yes else "may not shoot")
                return self._say(f"{self._everybody(to)}得知：{answer}", f"{self._everybody(to)} is told: {answer}")
            case _:
                return False

    def _death(self, event: AnyEvent) -> bool:
        """Deaths, skills, last words."""
        match event:
            case e.DayBroke(n=n):
                return self._head(f"第 {n} 天", f"Day {n}")
            case e.Died(seat=seat, cause=cause) if cause in CAUSES:
                return self._say(f"{self._who(seat)}{CAUSES[cause].zh}", f"{self._who(seat)} is {CAUSES[cause].en}")
            case e.Announced(seats=()):
                return self._say("宣布：平安夜", "announced: a peaceful night")
            case e.Announced(seats=seats):
                return self._say(f"宣布死亡：{self._seats(seats)}", f"announced dead: {self._seats(seats)}")
            case e.SkillUnused(seat=seat):
                return self._say(f"{self._seat(seat)}没有发动技能", f"{self._seat(seat)} uses no ability")
            case e.ShotFired(by=by, target=target):
                return self._say(
                    f"{self._who(by)}开枪带走{self._who(target)}", f"{self._who(by)} shoots {self._who(target)}"
                )
            case e.ShotHeld(by=by):
                return self._say(f"{self._who(by)}不开枪", f"{self._who(by)} does not shoot")
            case e.ShooterNamed(seat=seat, role=role) | e.CardShown(seat=seat, role=role):
                return self._say(
                    f"公布身份：{self._held(((seat, role),))}", f"card shown: {self._held(((seat, role),))}"
                )
            case e.LeftTable(seat=seat, foul=True):
                return self._say(f"{self._who(seat)}犯规出局", f"{self._who(seat)} is out for a foul")
            case e.LeftTable(seat=seat):
                return self._say(f"{self._who(seat)}离场出局", f"{self._who(seat)} has left and is out")
            case e.WordsOpened(seats=()):
                return self._say("没有遗言", "no last words")
            case e.WordsOpened(seats=seats):
                return self._say(f"遗言：{self._seats(seats)}", f"last words: {self._seats(seats)}")
            case _:
                return False

    def _election(self, event: AnyEvent) -> bool:
        """The sheriff's election."""
        match event:
            case e.BidsClosed(seats=seats):
                return self._names("上警", "standing for sheriff", seats)
            case e.CampaignOpened(order=order, minute=minute, direction=direction):
                return self._order("竞选发言", "campaign speeches", order, minute, direction)
            case e.Withdrew(seat=seat, speech=True):
                return self._say(f"{self._who(seat)}退水", f"{self._who(seat)} withdraws")
            case e.WithdrawalClosed(seats=seats):
                return self._names("发言后退水", "withdrawn in the window", seats)
            case e.StandingRead(seats=seats):
                return self._names("留在警上", "still standing", seats)
            case e.SheriffBallotRead(round=number, tally=tally, abstentions=abstentions):
                again = number > 1
                return self._tally(
                    "警长再投票数" if again else "警长票数",
                    "sheriff runoff tally" if again else "sheriff tally",
                    tally,
                    abstentions,
                )
            case e.SheriffPkOpened(order=order, minute=minute, direction=direction):
                return self._order("警长平票发言", "sheriff runoff speeches", order, minute, direction)
            case e.SheriffElected(seat=seat, how=how):
                return self._say(
                    f"{self._who(seat)}当选警长（{ELECTED[how].zh}）",
                    f"{self._who(seat)} is elected sheriff ({ELECTED[how].en})",
                )
            case e.NoSheriff(why=why):
                return self._say(f"没有警长（{VACANT[why].zh}）", f"no sheriff ({VACANT[why].en})")
            case e.ElectionSuspended():
                return self._say("竞选暂停，明天继续", "the election is suspended until tomorrow")
            case e.ElectionResumed(seats=seats):
                return self._names("继续竞选，留在警上", "the election goes on; still standing", seats)
            case _:
                return False

    def _badge(self, event: AnyEvent) -> bool:
        """The badge."""
        match event:
            case e.BadgePassed(by=by, to=to):
                return self._say(
                    f"{self._who(by)}把警徽移交给{self._who(to)}",
                    f"{self._who(by)} passes the badge to {self._who(to)}",
                )
            case e.BadgeTorn(by=by, timeout=timeout):
                why = ("（没有选择）", " (no choice)") if timeout else ("", "")
                return self._say(f"{self._who(by)}的警徽撕掉{why[0]}", f"the badge of {self._who(by)} is torn{why[1]}")
            case _:
                return False

    def _names(self, zh: str, en: str, seats: Iterable[int]) -> bool:
        """Seats under a heading; nobody when there are none."""
        names = self._seats(seats) or self._seat(None)
        return self._say(f"{zh}：{names}", f"{en}: {names}")

    def _tally(self, zh: str, en: str, tally: Iterable[e.Tally], abstentions: int) -> bool:
        """Votes per candidate, and how many did not vote."""
        colon = "：" if self._zh else ": "
        rows = [f"{self._seat(row.seat)}{colon}{row.halves / 2:g}" for row in tally]
        return self._say(
            f"{zh}：{'，'.join(rows) or '无'}；弃票 {abstentions}",
            f"{en}: {', '.join(rows) or 'none'}; abstained: {abstentions}",
        )

    def _day(self, event: AnyEvent) -> bool:
        """Speeches and ballots."""
        match event:
            case e.SpeechesOpened(order=order, minute=minute, direction=direction, by=by):
                return self._order("发言", "speeches", order, minute, direction, by=by)
            case e.PkOpened(order=order, minute=minute, direction=direction):
                return self._order("平票发言", "runoff speeches", order, minute, direction)
            case e.BallotOpened(round=number):
                return self._say("放逐投票" if number == 1 else "再次投票", "exile ballot" if number == 1 else "runoff")
            case e.BallotClosed(votes=votes):
                arrows = [f"{self._seat(voter)}→{self._seat(target)}" for voter, target in votes]
                return self._say(f"选票：{'，'.join(arrows) or '无'}", f"votes: {', '.join(arrows) or 'none'}")
            case e.BallotRead(tally=tally, abstentions=abstentions):
                return self._tally("票数", "tally", tally, abstentions)
            case e.IdiotFlipped(seat=seat):
                return self._say(f"{self._who(seat)}翻牌，不出局", f"{self._who(seat)} reveals the card and stays")
            case e.Exiled(seat=seat):
                return self._say(f"{self._who(seat)}被放逐出局", f"{self._who(seat)} is voted out")
            case e.PeaceDay(why=why):
                return self._say(f"平安日（{PEACE[why].zh}）", f"nobody leaves today ({PEACE[why].en})")
            case e.Exploded(seat=seat):
                return self._say(f"{self._who(seat)}自爆", f"{self._who(seat)} self-destructs")
            case e.DayEnded(early=True):
                return self._say("白天提前结束", "the day ends at once")
            case _:
                return False

    def _order(
        self,
        zh: str,
        en: str,
        order: Iterable[int],
        minute: int | None,
        direction: Direction,
        *,
        by: e.OrderBy = e.OrderBy.CLOCK,
    ) -> bool:
        """Who speaks in which order, who chose it unless it was the clock, and the minute where that was read."""
        reasons = [self._text(CHOSEN_BY[by])] if by in CHOSEN_BY else []
        if minute is not None:
            reasons.append(f"{minute // 60:02}:{minute % 60:02}")
        up = direction is Direction.ASCENDING
        names = " → ".join(self._seat(seat) for seat in order)
        return self._say(
            f"{zh}（{'，'.join([*reasons, '顺序' if up else '逆序'])}）：{names}",
            f"{en} ({', '.join([*reasons, 'upwards' if up else 'downwards'])}): {names}",
        )
