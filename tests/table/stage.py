"""Tables on which a game stands at a certain sentence, with people who do the rest."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from engine.commands import AnyCommand, Chosen
from engine.prompts import AnyPrompt
from engine.seats import Option, Seat, Seats
from engine.setup import Board, board_from_toml
from firmware.audience import Audience
from tests.kit.law import step_of
from tests.kit.players import Choices, Mind, Players, Scene, ScriptedMind
from tests.kit.table import MS, StillClock, VirtualTable

NINE = "werewolf werewolf werewolf witch seer hunter villager villager villager"
"""B09 with 狼人 at 1 to 3, 女巫 4, 预言家 5, 猎人 6, 村民 7 to 9."""
WITCH, SEER, HUNTER = Seat(4), Seat(5), Seat(6)
TEN = "werewolf werewolf werewolf witch seer hunter idiot villager villager villager"
"""B10a, with a sheriff: 狼人 at 1 to 3, 女巫 4, 预言家 5, 猎人 6, 白痴 7, 村民 8 to 10."""
IDIOT = Seat(7)
STANDS = 15 * 60 + 25


def stage(
    key: str,
    n: int = 1,
    *,
    mind: Mind | None = None,
    board: str | Board = "B09",
    cards: str = NINE,
    minute: int = STANDS,
    audience: tuple[Audience, ...] = (),
) -> VirtualTable:
    """A table at which the sentence `key` of round `n` begins now (n = 0: before the first night)."""
    players = Players(mind or Mind())
    table = players.sit(VirtualTable(board, cards, clock=StillClock(minute), audience=(players, *audience)))
    table.start()
    table.until_round(key, n)
    return table


def pack(*targets: int | None) -> Choices:
    """What all three wolves of `NINE` choose, night by night."""
    return {
        ("wolf.pick", wolf, n): target
        for n, target in enumerate(targets, start=1)
        if target is not None
        for wolf in (1, 2, 3)
    }


def ten(
    key: str,
    n: int = 1,
    *,
    stands: tuple[int, ...] = (),
    choices: Choices | None = None,
    speeches: Mapping[int, int | None] | None = None,
    presses: Mapping[tuple[str, int], tuple[int, ...]] | None = None,
    minute: int = STANDS,
) -> VirtualTable:
    """The table of `TEN` where `key` of round `n` begins; `stands`: who bids for sheriff on day 1."""
    pressed = {("sheriff.raise", 1): stands, **(presses or {})}
    mind = ScriptedMind(choices, presses=pressed, speeches=speeches)
    return stage(key, n, mind=mind, board="B10a", cards=TEN, minute=minute)


def heard_out(table: VirtualTable) -> None:
    """Let time pass until the newest sentence has been heard to its end."""
    spoken = table.heard[-1]
    table.wait_until(spoken.at_ns + spoken.length_ms * MS)


def answered(table: VirtualTable, line: str) -> AnyCommand:
    """Let time pass until the open prompt, whose line is `line`, is answered; the answer."""
    prompt = table.prompt
    assert prompt is not None
    assert line == prompt.call.line
    before = len(table.steps)
    table.until(lambda: len(table.steps) > before, f"an answer to {line}")
    command = table.steps[before].command
    assert command is not None
    return command


def choices(table: VirtualTable, line: str) -> dict[int, Option]:
    """Let time pass until the open roll call is answered: seat -> what it chose."""
    command = answered(table, line)
    assert isinstance(command, Chosen)
    return {pick.seat: pick.options[0] for pick in command.picks}


def next_prompt(table: VirtualTable) -> AnyPrompt | None:
    """Let time pass until another prompt is put; that prompt."""
    before = len(table.ears.prompts)
    table.until(lambda: len(table.ears.prompts) > before, "the next prompt")
    return table.prompt


class ClaimsMind(Mind):
    """People who claim what they are told to claim, other roles as they lie; staff do not come by themselves."""

    def __init__(self, claims: Mapping[str, tuple[int, ...]]) -> None:
        self._claims = {step_of(role): seats for role, seats in claims.items()}

    def claimants(self, scene: Scene, role: str) -> Seats:
        if role in self._claims:
            return tuple(map(Seat, self._claims[role]))
        return super().claimants(scene, role)

    def staff(self, scene: Scene) -> str | None:
        del scene
        return None


def played_with(
    cards: str, key: str, n: int = 1, *, mind: Mind | None = None, rules: Mapping[str, str | int] | None = None
) -> VirtualTable:
    """A table of these cards, in seat order, at which the sentence `key` of round `n` begins now."""
    dealt = cards.split()
    return stage(key, n, mind=mind, board=custom(Counter(dealt), rules), cards=cards)


def said_since(table: VirtualTable, heard: int) -> list[str]:
    """What has been said since `heard` sentences, without the numbers and names that are counted."""
    return [key for key in table.keys[heard:] if not key.startswith("count.")]


def timed(table: VirtualTable) -> list[tuple[str, int]]:
    """Every sentence with its instant."""
    return [(spoken.text, spoken.at_ns) for spoken in table.heard]


def custom(cards: Mapping[str, int], rules: Mapping[str, str | int] | None = None) -> Board:
    """A board with these cards and house rules; it has no sheriff where `rules` do not say so."""
    players = sum(cards.values()) - 2 * ("thief" in cards)
    lines = ['id = "T"', f"players = {players}", "[name]", 'zh = "测试"', 'en = "Test"', "[cards]"]
    lines += [f"{role} = {count}" for role, count in cards.items()]
    held = {"sheriff": "off", **(rules or {})}
    lines += ["[rules]", *(f"{rule} = {json.dumps(value)}" for rule, value in held.items())]
    return board_from_toml("\n".join(lines), "T.toml")
