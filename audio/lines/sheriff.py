"""The sheriff's election, the badge, and 白痴 who turns over his card."""

from typing import Final

from audio.lines.form import line
from engine.roles.role import Line

LINES: Final[tuple[Line, ...]] = (
    line("sheriff.open", "所有玩家闭眼竞选警长。", "Keep your eyes closed. Sheriff election.", 1000),
    line("sheriff.raise", "要竞选的，请按一下按钮。", "To stand, press your button once.", 0),
    line("sheriff.count", "三，二，一。", "Three, two, one.", 500),
    line("sheriff.shut", "竞选报名结束。", "Nominations are closed.", 1000),
    line("sheriff.none", "没有人上警，本局没有警徽。", "Nobody is standing. There will be no badge.", 1500),
    line("sheriff.one", "只有{seat}上警，自动当选警长。", "Only {seat} is standing and becomes sheriff.", 1500),
    line("sheriff.all", "所有人都上警，全体发言一轮。", "Everyone is standing. One round of speeches by all.", 1500),
    line("sheriff.list", "上警的玩家有：{seats}。", "Standing for sheriff: {seats}.", 1500),
    line(
        "sheriff.odd", "现在时间{time}，单数，从小号到大号发言。", "The time is {time}, odd: low numbers first.", 1000
    ),
    line(
        "sheriff.even",
        "现在时间{time}，双数，从大号到小号发言。",
        "The time is {time}, even: high numbers first.",
        1000,
    ),
    line("sheriff.first", "从{seat}开始。", "Starting with {seat}.", 800),
    line("sheriff.turn", "{seat}请发言。", "{seat}, please speak.", 0),
    line("sheriff.quit_live", "{seat}退水。", "{seat} withdraws.", 500),
    line(
        "sheriff.quit_open",
        "发言结束，退水时间，要退水的请按住两秒。",
        "Speeches are over. To withdraw, hold for two seconds.",
        0,
    ),
    line("sheriff.quit_none", "没有人退水。", "Nobody withdraws.", 1000),
    line("sheriff.quit_list", "退水的玩家有：{seats}。", "Withdrawn: {seats}.", 1000),
    line("sheriff.quit_rule", "退水的玩家，不能投警长票。", "Those who withdrew may not vote for sheriff.", 800),
    line("sheriff.quit_zero", "警上没有人了，本局没有警徽。", "No candidate is left. There will be no badge.", 1500),
    line("sheriff.quit_one", "警上只剩{seat}，自动当选警长。", "Only {seat} is left and becomes sheriff.", 1500),
    line(
        "sheriff.all_none",
        "警下没有人可以投票，本局没有警长。",
        "There is nobody to vote. There will be no sheriff.",
        1500,
    ),
    line("sheriff.stay", "留在警上的有：{seats}。", "Still standing: {seats}.", 1000),
    line("sheriff.vote_open", "所有警下玩家闭眼投票。", "Voters, close your eyes and vote.", 2000),
    line("sheriff.vote_for", "{seat}，请按。", "{number}: press now.", 0),
    line("sheriff.vote_end", "投票结束，请睁眼。", "The vote is over. Open your eyes.", 1000),
    line("sheriff.tally", "{seat}，{votes}，投票的是{voters}。", "{seat}: {votes}, from {voters}.", 600),
    line("sheriff.tally_zero", "{seat}，零票。", "{seat}: no votes.", 600),
    line("sheriff.tally_count", "{seat}，{votes}。", "{seat}: {votes}.", 600),
    line("sheriff.abstain", "弃票的有：{seats}。", "Abstained: {seats}.", 800),
    line("sheriff.vote_none", "没有人投票，本局没有警徽。", "Nobody voted. There will be no badge.", 1500),
    line("sheriff.elected", "{seat}当选警长。", "{seat} is elected sheriff.", 2000),
    line("sheriff.pk", "{seats}平票，再发言一轮。", "{seats} are tied. One more speech each.", 1000),
    line("sheriff.pk_turn", "{seat}请发言。", "{seat}, please speak.", 0),
    line(
        "sheriff.pk_vote",
        "所有警下玩家闭眼，再投一次，退水的不能投。",
        "Voters, close your eyes and vote again. Those who withdrew may not.",
        2000,
    ),
    line("sheriff.pk_tie", "又是平票，本局没有警徽。", "Tied again. There will be no badge.", 1500),
    line(
        "sheriff.boom",
        "{seat}自爆，竞选终止，本局没有警徽。",
        "{seat} self-destructs. The election ends and there will be no badge.",
        2000,
    ),
    line(
        "sheriff.boom_first",
        "{seat}自爆，竞选暂停，明天继续。",
        "{seat} self-destructs. The election is suspended until tomorrow.",
        2000,
    ),
    line(
        "sheriff.resume",
        "继续竞选警长，留在警上的有：{seats}。",
        "The election goes on. Still standing: {seats}.",
        1500,
    ),
    line("sheriff.boom_next", "白天结束。", "The day is over.", 1500),
    line("badge.ask", "警长出局，请决定警徽。", "The sheriff is out. Decide about the badge.", 800),
    line(
        "badge.how",
        "要移交，报到号码时请按；要撕掉，报到撕掉时请按。",
        'Press at the number of the new sheriff, or at "tear".',
        0,
    ),
    line("badge.opt_tear", "撕掉。", "Tear.", 2500),
    line(
        "badge.pass",
        "警徽移交给{target}，{target}是新警长。",
        "The badge passes to {target}, the new sheriff.",
        1500,
    ),
    line("badge.tear", "警徽撕掉，本局不再有警长。", "The badge is torn. There is no sheriff from now on.", 1500),
    line("badge.timeout", "没有选择，警徽撕掉。", "No choice was made. The badge is torn.", 1500),
    line("idiot.show", "{seat}翻牌，身份是白痴，不出局。", "{seat} reveals: the Idiot. {seat} stays.", 1500),
    line(
        "idiot.rule",
        "从现在起，{seat}可以发言，不能投票。",
        "From now on {seat} may speak but not vote.",
        1000,
    ),
    line("idiot.badge", "{seat}失去投票权，请决定警徽。", "{seat} loses the vote. Decide about the badge.", 800),
)
