"""The exile ballot, its runoff, and the peace day."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("vote.open", "请闭眼，放逐投票。", "Close your eyes for the exile vote.", 2000),
    line("vote.open_eyes", "现在放逐投票。", "Now the exile vote.", 2000),
    line("vote.again", "第二遍。", "Once more.", 500),
    line("vote.rule", "轮到谁的号码，要投他就按一下。", "When a number is called, press to vote for it.", 800),
    line("vote.count", "三，二，一，开始。", "Three, two, one, go.", 500),
    line("vote.for", "{seat}，请按。", "{number}: press now.", 0),
    line("vote.end", "投票结束，请睁眼。", "The vote is over. Open your eyes.", 1000),
    line("vote.tally", "{seat}，{votes}，投票的是{voters}。", "{seat}: {votes}, from {voters}.", 500),
    line("vote.sheriff_half", "警长的票，算一点五票。", "The sheriff's vote counts one and a half.", 500),
    line("vote.abstain", "弃票的有：{seats}。", "Abstained: {seats}.", 500),
    line("vote.nobody", "所有人弃票，今天平安日。", "Everyone abstained. Nobody leaves today.", 1500),
    line("vote.most", "{seat}票数最多。", "{seat} has the most votes.", 1500),
    line("vote.out", "{seat}出局。", "{seat} is out.", 1000),
    line("pk.open", "{seats}平票，平票玩家再发言一轮。", "{seats} are tied. One more speech each.", 1000),
    line("pk.odd", "现在时间{time}，单数，从小号到大号发言。", "The time is {time}, odd: low numbers first.", 1000),
    line(
        "pk.even",
        "现在时间{time}，双数，从大号到小号发言。",
        "The time is {time}, even: high numbers first.",
        1000,
    ),
    line("pk.order", "从{seat}开始。", "Starting with {seat}.", 500),
    line("pk.turn", "{seat}请发言。", "{seat}, please speak.", 0),
    line(
        "pk.vote",
        "请闭眼，再投一次，平票的玩家不能投。",
        "Close your eyes and vote again. The tied players may not vote.",
        1000,
    ),
    line("pk.for", "{seat}，请按。", "{number}: press now.", 0),
    line("pk.tie", "又是平票，今天平安日，没有人出局。", "Tied again. Nobody leaves today.", 1500),
    line("pk.no_voters", "没有人可以投票，今天平安日。", "There is nobody to vote. Nobody leaves today.", 1500),
    line("vote.tally_count", "{seat}，{votes}。", "{seat}: {votes}.", 500),
    line("pk.open_all", "所有人弃票，全体再发言一轮。", "Everyone abstained. One more speech each.", 1000),
    line("pk.vote_all", "请闭眼，再投一次。", "Close your eyes and vote again.", 1000),
    line("vote.end_eyes", "投票结束。", "The vote is over.", 1000),
    line("pk.vote_eyes", "再投一次，平票的玩家不能投。", "Vote again. The tied players may not vote.", 1000),
    line("pk.vote_all_eyes", "再投一次。", "Vote again.", 1000),
    line("vote.abstain_count", "{n}位弃票。", "Abstained: {n}.", 500),
)
