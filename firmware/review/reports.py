"""The report of one game: its blocks in their order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from audio.say import Language
from engine.houserules import changed
from engine.seats import Seat
from firmware.review.blocks import Block, Grid, Heading, Lines, Picture, Report
from firmware.review.model import Ballot, Day, Happening, Night, Occasion, Review, talk_of
from firmware.review.timeline import legend, talk_bars, timeline
from firmware.review.words import OCCASIONS, TALK_NOTE, Words


def review_report(review: Review, language: Language) -> Report:
    """Everything of one game."""
    words = Words(language, review.cards)
    blocks: list[Block] = [
        *_summary(review, words),
        *_cards(review, words),
        *_timeline(review, words),
        *_deaths(review, words),
    ]
    for part in review.rounds:
        blocks += _night(part, review, words) if isinstance(part, Night) else _day(part, review, words)
    blocks += _talk(review, words)
    return Report(words.say(f"复盘：第 {review.game} 局", f"Review of game {review.game}"), tuple(blocks))


def _summary(review: Review, words: Words) -> Iterator[Block]:
    deck = words.say("，", ", ").join(f"{words.role(count.role)} × {count.cards}" for count in review.deck)
    rules = words.say("；", "; ").join(words.text(explanation.text) for explanation in changed(review.rules))
    rounds = sum(isinstance(part, Night) and not part.void for part in review.rounds)
    rows = [
        (words.say("结果", "result"), words.outcome(review)),
        (words.say("板子", "board"), f"{review.board} {words.text(review.name)}"),
        (words.say("身份牌", "cards"), deck),
        (words.say("开始", "started"), words.date(review.started_ms)),
        (words.say("时长", "length"), words.length(review.length_ms)),
        (words.say("夜数", "nights"), str(rounds)),
        (words.say("本局规则", "house rules"), rules or words.say("默认", "default")),
    ]
    if review.sheriff:
        rows.append((words.say("警徽", "badge"), _badge(review, words)))
    yield Grid((), tuple(rows))


def _badge(review: Review, words: Words) -> str:
    """The way of the badge."""
    moves = [
        words.say(f"第 {move.n} 天 ", f"day {move.n} ")
        + (words.say("没有警徽", "no badge") if move.holder is None else words.who(move.holder))
        for move in review.badge
    ]
    return " → ".join(moves) or words.say("没有人得到", "nobody had it")


def _cards(review: Review, words: Words) -> Iterator[Block]:
    yield Heading(words.say("谁拿什么牌", "Who held what"))
    head = (
        words.say("座位", "seat"),
        words.say("身份", "card"),
        words.say("阵营", "camp"),
        words.say("结局", "fate"),
        words.say("发言时长", "talk time"),
    )
    talks = {talk.seat: talk for talk in talk_of(review)}
    rows = tuple(
        (
            words.seat(holder.seat),
            words.role(holder.role),
            words.camp(holder.role),
            words.fate(review.death_of(holder.seat)),
            words.talk(talks[holder.seat].ms, talks[holder.seat].unknown),
        )
        for holder in review.holders
    )
    yield Grid(head, rows)
    if bonds := tuple(_bonds(review, words)):
        yield Lines(bonds)


def _bonds(review: Review, words: Words) -> Iterator[str]:
    """What else there is to know of the cards: what lay face down and who took it, 情侣, who turned."""
    comma = words.say("、", ", ")
    if review.spares:
        spares = comma.join(map(words.role, review.spares))
        yield words.say(f"底牌：{spares}", f"spare cards: {spares}")
    if review.thief is not None:
        thief, took = words.seat(review.thief), words.role(words.cards.get(review.thief))
        yield words.say(f"{thief}原是盗贼，拿走{took}", f"{thief} was the Thief and took {took}")
    if review.lovers:
        lovers = comma.join(map(words.who, review.lovers))
        yield words.say(f"情侣：{lovers}", f"lovers: {lovers}")
    for child in review.turned:
        yield words.say(f"{words.who(child)}变成了狼人", f"{words.who(child)} turned wolf")


def _timeline(review: Review, words: Words) -> Iterator[Block]:
    if not review.rounds:
        return
    yield Heading(words.say("时间线", "Timeline"))
    yield Picture(partial(timeline, review, words), wide=True)
    if told := legend(review, words):
        yield Lines((told,), small=True)


def _deaths(review: Review, words: Words) -> Iterator[Block]:
    yield Heading(words.say("出局与死因", "Deaths and their causes"))
    if not review.deaths:
        yield Lines((words.say("没有人出局", "nobody was out"),))
        return
    rows = [(words.when(death), words.who(death.seat), words.cause(death)) for death in review.deaths]
    yield Grid((words.say("时间", "when"), words.say("座位", "seat"), words.say("死因", "cause")), tuple(rows))


def _night(night: Night, review: Review, words: Words) -> Iterator[Block]:
    yield Heading(words.say(f"第 {night.n} 夜", f"Night {night.n}"), "night")
    role = words.say("身份", "card")
    if night.claims:
        yield Grid((role, words.say("确认的座位", "claimed by")), tuple(words.claims(night)))
    yield Grid((role, words.say("行动", "what was done")), tuple(words.night(night, review)))
    if notes := words.notes(night):
        yield Lines(tuple(notes))


def _day(day: Day, review: Review, words: Words) -> Iterator[Block]:
    yield Heading(words.say(f"第 {day.n} 天", f"Day {day.n}"), "day")
    lines: list[str] = []
    for item in day.items:
        if isinstance(item, Happening):
            told = words.happening(item)
            lines += [told] if told else []
            continue
        if lines:
            yield Lines(tuple(lines))
            lines = []
        yield _ballot(item, words)
    lines += _spoken(day.n, review, words)
    if lines:
        yield Lines(tuple(lines))


def _ballot(ballot: Ballot, words: Words) -> Grid:
    """A ballot as a table: for whom, how many votes, from whom; the last row are those who abstained."""

    def voter(seat: Seat) -> str:
        return words.say(f"{words.seat(seat)}★", f"{words.seat(seat)} ★") if seat == ballot.heavy else words.seat(seat)

    comma = words.say("、", ", ")
    rows = [
        (words.who(row.seat), words.votes(row.halves), comma.join(map(voter, row.voters)) or words.seats(()))
        for row in ballot.rows
    ]
    away = words.seats(ballot.abstained) if ballot.abstained or not ballot.abstentions else words.say("不明", "unknown")
    rows.append((words.say("弃票", "abstained"), str(ballot.abstentions), away))
    title = {
        (True, 1): words.say("警长投票", "Sheriff ballot"),
        (True, 2): words.say("警长平票再投", "Sheriff runoff ballot"),
        (False, 1): words.say("放逐投票", "Exile ballot"),
        (False, 2): words.say("平票再投", "Exile runoff ballot"),
    }[ballot.sheriff, min(ballot.round, 2)]
    if ballot.heavy is not None:
        title += words.say("（★ 警长，1.5 票）", " (★ sheriff, 1.5 votes)")
    return Grid(
        (words.say("投给", "for"), words.say("票数", "votes"), words.say("投票人", "voters")), tuple(rows), title
    )


def _spoken(n: int, review: Review, words: Words) -> Iterator[str]:
    """How long who spoke that day, by occasion."""
    for occasion in Occasion:
        told = []
        for speech in review.speeches:
            if speech.n == n and speech.occasion is occasion:
                cut = words.brackets([words.say("被打断", "cut off")]) if speech.cut else ""
                told.append(f"{words.seat(speech.seat)} {words.clock(speech.ms)}{cut}")
        if told:
            name = words.text(OCCASIONS[occasion])
            yield words.say(f"{name}时长：{'，'.join(told)}", f"time of {name}: {', '.join(told)}")


def _talk(review: Review, words: Words) -> Iterator[Block]:
    yield Heading(words.say("发言时长", "Talk time"))
    yield Picture(partial(talk_bars, review, words))
    yield Lines((words.text(TALK_NOTE),), small=True)
