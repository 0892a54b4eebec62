"""How games end at the table: 屠边, 屠城, 狼刀在先, the last round, and what is told then (rules 6)."""

from __future__ import annotations

from engine.events import DayEnded, GameOver, Reason, Revealed, Winner
from engine.setup import Board
from tests.kit.players import Choices, Players, ScriptedMind
from tests.kit.table import StillClock, VirtualTable
from tests.table.stage import STANDS, WITCH, custom, pack

SIX = "werewolf werewolf witch seer villager villager"
"""B06a with 狼人 at 1 and 2, 女巫 3, 预言家 4, 村民 5 and 6."""
DECK = {"werewolf": 2, "witch": 1, "seer": 1, "villager": 2}


def whole(mind: ScriptedMind, board: str | Board = "B06a", cards: str = SIX) -> VirtualTable:
    players = Players(mind)
    table = players.sit(VirtualTable(board, cards, clock=StillClock(STANDS), audience=(players,)))
    table.start()
    table.until_over()
    return table


def ending(table: VirtualTable) -> tuple[Winner, Reason]:
    (over,) = [fact for fact in table.facts if isinstance(fact, GameOver)]
    return over.winner, over.reason


def knife(*targets: int) -> Choices:
    return {("wolf.pick", wolf, n): target for n, target in enumerate(targets, start=1) for wolf in (1, 2)}


def exile(n: int, seat: int) -> Choices:
    return {("vote.open", voter, n): seat for voter in (3, 4, 5, 6)}


def test_no_god_lives() -> None:
    table = whole(ScriptedMind(knife(3, 4)))
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(table)
    assert ["所有神职出局。", "游戏结束，狼人阵营获胜。"] == _told_of_the_end(table)


def test_no_villager_lives() -> None:
    table = whole(ScriptedMind(knife(5, 6)))
    assert (Winner.WOLF, Reason.FOLK_DEAD) == ending(table)
    assert ["所有平民出局。", "游戏结束，狼人阵营获胜。"] == _told_of_the_end(table)


def test_no_wolf_lives() -> None:
    table = whole(ScriptedMind({**exile(1, 1), **exile(2, 2)}))
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(table)
    assert ["所有狼人出局。", "游戏结束，好人阵营获胜。"] == _told_of_the_end(table)
    assert DayEnded(2, early=False) not in table.facts


def test_where_the_house_plays_for_all_of_them_one_side_is_not_enough() -> None:
    """屠城: the villagers are gone after two nights, the witch after three, the seer after four."""
    board = custom(DECK, {"win_mode": "city"})
    table = whole(ScriptedMind(knife(5, 6, 3, 4)), board=board)
    assert (Winner.WOLF, Reason.GOOD_DEAD) == ending(table)
    assert 4 == table.view.n
    assert "setup.full" in table.keys


def _both_last(board: str | Board) -> VirtualTable:
    """Case 63: the knife kills the last 民 and the witch poisons the last wolf, in one night."""
    mind = ScriptedMind({**exile(1, 2), **knife(5, 6), ("witch.poison", 3, 2): 1})
    return whole(mind, board=board)


def test_case_63_the_knife_comes_first() -> None:
    table = _both_last("B06a")
    assert (Winner.WOLF, Reason.FOLK_DEAD) == ending(table)


def test_case_63_only_where_the_house_says_so_the_good_camp_wins() -> None:
    board = custom(DECK, {"wolf_knife_first": "off", "simultaneous_win": "good"})
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(_both_last(board))


def test_case_64_a_knifed_hunter_shoots_the_last_wolf() -> None:
    nine = "werewolf werewolf werewolf witch seer hunter villager villager villager"
    votes: Choices = {("vote.open", voter, n): wolf for voter in (4, 5, 7, 8) for n, wolf in ((1, 2), (2, 3))}
    night: Choices = {("wolf.pick", 1, 3): 6}
    mind = ScriptedMind({**votes, **night, ("gun.ask", 6): 1}, presses={("dawn.skill_ask", 3): (6,)})
    table = whole(mind, "B09", nine)
    assert (Winner.GOOD, Reason.WOLVES_DEAD) == ending(table)
    assert "六号发动技能，带走一号。" in table.said


def test_case_62_a_hunter_who_is_the_last_god_is_exiled_and_has_no_shot() -> None:
    nine = "werewolf werewolf werewolf witch seer hunter villager villager villager"
    votes: Choices = {("vote.open", voter, 2): 6 for voter in (1, 2, 3)}
    mind = ScriptedMind({**pack(WITCH, 5), **votes}, presses={("dawn.skill_ask", 2): (6,)})
    table = whole(mind, "B09", nine)
    assert (Winner.WOLF, Reason.GODS_DEAD) == ending(table)
    after = table.keys[len(table.keys) - 1 - table.keys[::-1].index("vote.out") :]
    assert ["vote.out", "over.gods_dead", "over.wolf"] == after[:3]


def test_after_the_last_round_of_the_house_it_is_a_draw() -> None:
    board = custom({"werewolf": 1, "seer": 1, "hunter": 1, "villager": 3}, {"max_rounds": 2})
    table = whole(ScriptedMind(), board=board, cards="werewolf seer hunter villager villager villager")
    assert (Winner.DRAW, Reason.ROUNDS) == ending(table)
    assert ["轮数到了上限。", "游戏结束，平局。"] == _told_of_the_end(table)
    assert 2 == table.view.n


def test_in_the_end_every_card_is_told_and_was_told_nowhere_before() -> None:
    table = whole(ScriptedMind(knife(5, 6)))
    (revealed,) = [fact for fact in table.facts if isinstance(fact, Revealed)]
    assert tuple(sorted(table.cards.items())) == revealed.cards
    reveal = table.keys.index("over.reveal")
    assert [
        "现在公布身份。",
        "一号，狼人。",
        "二号，狼人。",
        "三号，女巫。",
        "四号，预言家。",
        "五号，平民。",
        "六号，平民。",
        "请把身份牌放回中间。",
        "辛苦了，下局见。",
    ] == table.said[reveal:]
    before = [text for text in table.said[:reveal] if "号" in text]
    assert [] == [text for text in before if any(name in text for name in ("狼人", "女巫", "预言家", "平民"))]


def test_the_journal_keeps_the_result_and_the_next_game_can_begin() -> None:
    table = whole(ScriptedMind(knife(5, 6)))
    (game,) = table.journal.games()
    assert "wolf" == game.result
    assert table.journal.unfinished() is None
    table.start()
    table.until_key("wolf.wake")
    assert () == table.view.out
    assert 2 == len(table.journal.games())


def _told_of_the_end(table: VirtualTable) -> list[str]:
    reveal = table.keys.index("over.reveal")
    return table.said[reveal - 2 : reveal]
