"""The boards that are shipped are those of the table of boards (rules 10), in both languages, by number of players."""

from __future__ import annotations

from engine.houserules import HiddenWolfEnd, HouseRules, SheriffRule
from engine.seats import seats_of
from engine.setup import Setup
from firmware.boards import preset_boards

SHORT = {
    "狼": "werewolf",
    "白狼王": "white_wolf_king",
    "狼王": "wolf_king",
    "狼美人": "wolf_beauty",
    "隐狼": "hidden_wolf",
    "盗": "thief",
    "丘": "cupid",
    "野": "wild_child",
    "守": "guard",
    "女": "witch",
    "预": "seer",
    "驯熊师": "bear_tamer",
    "禁言长老": "silence_elder",
    "猎": "hunter",
    "白": "idiot",
    "骑": "knight",
    "老流氓": "old_rogue",
    "炸弹人": "bomber",
    "民": "villager",
}

TABLE = {
    "B06a": (6, "2狼 预 女 2民"),
    "B06b": (6, "2狼 预 猎 2民"),
    "B07": (7, "2狼 预 女 猎 2民"),
    "B08a": (8, "3狼 预 女 猎 2民"),
    "B08b": (8, "2狼 预 女 猎 3民"),
    "B09": (9, "3狼 预 女 猎 3民"),
    "B10a": (10, "3狼 预 女 猎 白 3民"),
    "B10b": (10, "3狼 预 女 猎 守 3民"),
    "B10c": (10, "3狼 预 女 猎 4民"),
    "B11": (11, "4狼 预 女 猎 守 3民"),
    "B12-丘比特": (12, "4狼 预 女 猎 丘 4民"),
    "B12-守丘": (12, "4狼 预 女 猎 守 丘 3民"),
    "B12-炸弹人": (12, "4狼 预 女 猎 炸弹人 4民"),
    "B12-狼王守卫": (12, "3狼 狼王 预 女 猎 守 4民"),
    "B12-狼美人守卫": (12, "3狼 狼美人 预 女 猎 守 4民"),
    "B12-狼美人老流氓": (12, "3狼 狼美人 预 女 猎 白 老流氓 3民"),
    "B12-狼美人骑士": (12, "3狼 狼美人 预 女 守 骑 4民"),
    "B12-白狼王守卫": (12, "3狼 白狼王 预 女 猎 守 4民"),
    "B12-白狼王骑士": (12, "3狼 白狼王 预 女 守 骑 4民"),
    "B12-盗丘": (12, "3狼 预 女 猎 白 盗 丘 5民"),
    "B12-盗贼": (12, "4狼 预 女 猎 守 白 盗 4民"),
    "B12-禁言长老": (12, "4狼 预 女 猎 禁言长老 4民"),
    "B12-禁骑": (12, "4狼 预 女 骑 禁言长老 4民"),
    "B12-野孩子": (12, "3狼 野 预 女 猎 白 4民"),
    "B12-隐狼驯熊师": (12, "3狼 隐狼 驯熊师 女 猎 白 4民"),
    "B12-预女猎守": (12, "4狼 预 女 猎 守 4民"),
    "B12-预女猎白": (12, "4狼 预 女 猎 白 4民"),
    "B13": (13, "4狼 预 女 猎 守 白 4民"),
    "B14": (14, "4狼 白狼王 预 女 猎 守 白 4民"),
    "B15": (15, "4狼 白狼王 预 女 猎 守 白 5民"),
    "B16": (16, "3狼 白狼王 狼王 预 女 猎 守 白 骑 5民"),
    "B17": (17, "4狼 白狼王 狼王 预 女 猎 守 白 骑 5民"),
    "B18": (18, "3狼 白狼王 狼王 狼美人 预 女 猎 守 白 骑 6民"),
    "B18-全角色": (
        18,
        "3狼 狼美人 隐狼 盗 丘 野 守 女 预 驯熊师 禁言长老 猎 白 骑 老流氓 炸弹人 2民",
    ),
}


def cards(written: str) -> dict[str, int]:
    """The deck that the table writes so."""
    deck = {}
    for word in written.split():
        name = word.lstrip("0123456789")
        deck[SHORT[name]] = int(word.removesuffix(name) or "1")
    return deck


def test_the_presets_are_exactly_the_boards_of_the_table_by_number_of_players() -> None:
    presets = {
        board.id: (board.players, {count.role: count.cards for count in board.cards}) for board in preset_boards()
    }
    assert list(presets.items()) == [(board, (players, cards(deck))) for board, (players, deck) in TABLE.items()]


def test_with_the_thief_two_cards_are_spare_and_else_none() -> None:
    spare = {board.id: board.spares for board in preset_boards() if board.spares}
    assert spare == {"B12-盗丘": 2, "B12-盗贼": 2, "B18-全角色": 2}


def test_a_preset_departs_from_the_default_rules_where_the_table_says_so() -> None:
    """A sheriff from ten players on; 隐狼驯熊师 plays dies_with_pack; nothing else."""
    departures = {
        board.id: {name: value for name, value in board.overrides if name != "sheriff"} for board in preset_boards()
    }
    assert {board: own for board, own in departures.items() if own} == {
        "B12-隐狼驯熊师": {"hidden_wolf_end": HiddenWolfEnd.DIES_WITH_PACK.value}
    }
    assert {board.rules.sheriff for board in preset_boards() if board.players >= 10} == {SheriffRule.BY_SIZE}
    sheriff = {
        board.id: Setup(board, seats_of(*range(1, board.players + 1)), board.rules).has_sheriff
        for board in preset_boards()
    }
    assert sheriff == {board: players >= 10 for board, (players, _) in TABLE.items()}
    assert HouseRules().hidden_wolf_end is HiddenWolfEnd.INHERITS_KNIFE


def test_every_preset_has_its_own_name_and_a_note_in_both_languages() -> None:
    for words in ("zh", "en"):
        names = [getattr(board.name, words) for board in preset_boards()]
        notes = [getattr(board.note, words) for board in preset_boards()]
        assert len({*names}) == len(TABLE)
        assert len({*notes}) == len(TABLE)
        assert "" not in (*names, *notes)
