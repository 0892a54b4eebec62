"""Twin games: the same in everything the room takes part in, different in everything it may not know.

`TwinMind(public, secret)`: two twins share the seed `public`, from which come all presses with open
eyes, who stands for sheriff and who withdraws, the ballots as they will be read out, the badge, staff,
power, and the *fate* of each night: who is found dead in the morning. Who holds what, how that fate
comes about (knife, poison, a guarded or saved victim, or both at once), all checks, claims, hesitations
and stray presses come from `secret`. Where a fate cannot come about the twins part, which is an event
that differs, and they are compared up to there.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from audio.say import Language
from engine.events import Mark
from engine.prompts import Eyes, Floor, Form, Press, RollCall
from engine.public import DAY
from engine.seats import NO_SHOT, Option, Seat, Seats
from engine.settlement import target_of
from engine.state import GameState
from firmware.judge import Judge
from firmware.menu.actions import Leave, MoreTime, Pause, Repeat, Resume, Skip, TakeBack, VoteAgain
from firmware.table.pace import FAST, NORMAL
from firmware.web import views
from tests.kit.law import step_of
from tests.kit.players import Finger, Mind, Players, Scene
from tests.kit.table import S, VirtualTable, preset
from tests.kit.trace import Derive, Trace, service_log
from tests.secrecy.fates import Night, ways


class Wishes(NamedTuple):
    """How often, in percent, a night has no dead, a claim goes wrong, a day has no exile, a speech is broken into.

    With `own_fates` the twins find different dead in the morning; of the table `crowd` percent stand for sheriff.
    """

    peace: int = 45
    wrong_claim: int = 20
    no_exile: int = 50
    reveals: int = 2
    crowd: int | None = None
    own_fates: bool = False


class TwinMind(Mind):
    """A table of one of two twins."""

    def __init__(self, public: int, secret: int, wishes: Wishes) -> None:
        """Both seeds, and how the games shall go."""
        self._public_seed = public
        self._secret_seed = secret
        self._wishes = wishes
        self._deals = 0

    def public(self, scene: Scene, *place: object) -> random.Random:
        """Chance that both twins share."""
        return random.Random(f"public/{self._public_seed}/{self._deals}/{scene.state.n}/{scene.line}/{place}")

    def secret(self, scene: Scene, *place: object) -> random.Random:
        """Chance of this twin alone."""
        return random.Random(f"secret/{self._secret_seed}/{self._deals}/{scene.state.n}/{scene.line}/{place}")

    # ------------------------------------------------------------ presses

    def fingers(self, scene: Scene) -> list[Finger]:
        """What the mind wants, and whatever else fingers do while nobody can see them."""
        wanted = super().fingers(scene)
        prompt = scene.begun.prompt
        if prompt is None or prompt.call.eyes is Eyes.OPEN or prompt.call.form is Form.STAFF:
            return wanted
        return [*wanted, *self._stray(scene, [finger.seat for finger in wanted])]

    def _stray(self, scene: Scene, busy: list[Seat]) -> list[Finger]:
        """Presses of seats that mean nothing by it: asleep, dead, playing with the pad."""
        chance = self.secret(scene, "stray")
        prompt = scene.begun.prompt
        asked: tuple[Seat, ...] = ()
        if isinstance(prompt, RollCall):
            asked = tuple(legal.seat for legal in prompt.legal)
        elif isinstance(prompt, Press):
            asked = prompt.who
        idle = [seat for seat in scene.state.seats if seat not in (*busy, *asked)]
        begin, end = scene.score.question_ms, scene.score.length_ms
        strays = []
        for seat in idle:
            if end - begin > 3000 and chance.random() < 0.4:
                at_ms = chance.randrange(begin, end - 1500)
                strays.append(Finger(seat, at_ms, chance.choice((20, 120, 700, 1100))))
        return strays

    def _pressing(self, scene: Scene, prompt: Press) -> list[Finger]:
        """In the bids, with eyes shut, everybody taps when it likes, more than once perhaps, or does what is no tap."""
        if prompt.call.form is not Form.BID:
            return super()._pressing(scene, prompt)
        assert scene.score.window is not None
        opens, closes = scene.score.window.from_ms, scene.score.window.to_ms
        fingers = []
        for seat in prompt.who:
            chance = self.secret(scene, seat, "bid")
            at_ms = chance.randrange(opens + 50, closes - 3000)
            if seat in self.bids(scene):
                fingers += [Finger(seat, at_ms + 700 * n) for n in range(chance.choice((1, 1, 2)))]
            elif chance.random() < 0.4:
                reveal = [Finger(seat, at_ms), Finger(seat, at_ms + 250), Finger(seat, at_ms + 500, 1400)]
                fingers += chance.choice(([Finger(seat, at_ms, 700)], [Finger(seat, at_ms, 2300)], reveal))
        return fingers

    def _choosing(self, scene: Scene, seat: Seat) -> list[Finger]:
        """The choice: at once, in the second sweep, at the last moment, or after another that is given up."""
        option = self.choice(scene, seat)
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        if prompt.call.eyes is Eyes.OPEN:
            return [] if option is None else [scene.tap(seat, option)]
        chance = self.secret(scene, seat, "how")
        fingers = []
        if option is None:
            hesitates = prompt.call.form is Form.PICK and chance.random() < 0.5
            last = scene.score.counts[-1].option
            if hesitates and last in (prompt.options_of(seat) or ()):
                # Chosen in the first sweep, and cleared by a hold in the second.
                second = next(c for c in scene.score.counts if c.sweep == 2)
                fingers = [scene.tap(seat, last), Finger(seat, second.at_ms + 300, 1200)]
            return fingers
        sweep = chance.choice((1, 2))
        before = scene.counts_of(option)[sweep - 1].at_ms - 1500
        others = [c for c in scene.score.counts if c.option != option and c.at_ms < before]
        if others and chance.random() < 0.4:
            other = chance.choice(others)
            fingers.append(Finger(seat, other.at_ms + 300))
        return [*fingers, scene.tap(seat, option, sweep, chance.randrange(110, 700))]

    # ------------------------------------------------------------ secret decisions

    def claimants(self, scene: Scene, role: str) -> Seats:
        """The holders; now and then somebody forgets, or somebody else claims."""
        seats = [seat for seat, card in sorted(scene.cards.items()) if step_of(card) == role]
        roles = [count.role for count in scene.state.deck if count.role != "villager"]
        tonight = random.Random(f"public/{self._public_seed}/{self._deals}/claims")
        wrong = tonight.randrange(100) < self._wishes.wrong_claim
        which = random.Random(f"secret/{self._secret_seed}/{self._deals}/claims").choice(roles)
        if not wrong or step_of(which) != role:
            return tuple(seats)
        chance = self.secret(scene, role)
        if chance.random() < 0.5:
            seats.pop()
        else:
            seats.append(chance.choice([s for s in scene.state.seats if s not in seats]))
        return tuple(seats)

    def deal(self, cards: Mapping[Seat, str]) -> dict[Seat, str]:
        """Every twin gets other cards."""
        self._deals += 1
        dealt = sorted(cards.values())
        random.Random(f"deal/{self._secret_seed}/{self._deals}").shuffle(dealt)
        return dict(zip(sorted(cards), dealt, strict=True))

    def choice(self, scene: Scene, seat: Seat) -> Option | None:
        """By night as the fate is brought about, by day as the room will hear."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        legal = prompt.options_of(seat) or ()
        match scene.line:
            case "wolf.pick":
                return self._knife(scene, seat, len(prompt.legal))
            case "witch.poison":
                poison = self._night(scene).poison
                return poison if poison in legal else None
            case "guard.pick":
                return self._night(scene).guard
            case "seer.pick":
                chance = self.secret(scene)
                return chance.choice(legal) if legal and chance.random() < 0.8 else None
            case "gun.ask":
                targets: list[Option] = [*scene.state.living, NO_SHOT]
                return self.public(scene).choice(targets)
            case "badge.how" | "speech.sheriff_pick":
                return self.public(scene).choice((*prompt.call.options, None))
            case "sheriff.vote_open" | "sheriff.pk_vote":
                common, own = self.public(scene), self.public(scene, seat)
                return None if own.random() < 0.2 else (common if own.random() < 0.5 else own).choice(legal)
            case _:
                return self._vote(scene, seat, prompt.call.options)

    def _vote(self, scene: Scene, seat: Seat, options: tuple[Option, ...]) -> Option | None:
        """A vote is read out, so it belongs to both."""
        common, own = self.public(scene), self.public(scene, seat)
        if own.random() < 0.1:
            return None
        if common.randrange(100) < self._wishes.no_exile:
            return None if common.random() < 0.7 else own.choice(options)
        return common.choice(options) if own.random() < 0.8 else own.choice(options)

    def yes(self, scene: Scene, prompt: Press) -> Seats:
        """The antidote is secret, a skill is used in the open."""
        if scene.line == "witch.heal":
            return prompt.who if self._night(scene).save else ()
        return tuple(seat for seat in prompt.who if self.public(scene, seat).random() < 0.5)

    def _knife(self, scene: Scene, wolf: Seat, wolves: int) -> Option | None:
        """All at the victim, or one of three somewhere else; 空刀 by nobody choosing, or by a tie."""
        victim = self._night(scene).knife
        chance = self.secret(scene)
        if victim is None:
            return wolf if wolves > 1 and chance.random() < 0.5 else None
        dissents = wolves > 2 and chance.random() < 0.3
        others = [seat for seat in scene.state.living if seat != victim]
        return chance.choice(others) if dissents and wolf == chance.choice(self._pack(scene)) else victim

    @staticmethod
    def _pack(scene: Scene) -> Seats:
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        return tuple(legal.seat for legal in prompt.legal)

    def _night(self, scene: Scene) -> Night:
        """How tonight's fate comes about; guard and knife are what they were once they have been marked."""
        state = scene.state
        nights = ways(scene, self._fate(state))
        if scene.line != "guard.pick":
            nights = [night for night in nights if night.guard == target_of(state.marks, Mark.GUARD)]
        if any(mark.mark is Mark.KNIFE for mark in state.marks):
            nights = [night for night in nights if night.knife == target_of(state.marks, Mark.KNIFE)]
        chance = random.Random(f"secret/{self._secret_seed}/{self._deals}/{state.n}")
        return chance.choice(nights) if nights else Night()

    def _fate(self, state: GameState) -> Seats:
        """Who is found dead in the morning."""
        seed = self._secret_seed if self._wishes.own_fates else self._public_seed
        chance = random.Random(f"public/{seed}/{self._deals}/{state.n}/fate")
        if chance.randrange(100) < self._wishes.peace:
            return ()
        return tuple(sorted(chance.sample(state.living, 2 if chance.random() < 0.2 else 1)))

    # ------------------------------------------------------------ public decisions

    def bids(self, scene: Scene) -> Seats:
        """Nobody, one, some or all; read out when it is day."""
        crowd = self._wishes.crowd
        if crowd is None:
            crowd = self.public(scene).choice((0, 1, 50, 50, 70, 100))
        if crowd == 1:
            return (self.public(scene).choice(scene.state.present),)
        return tuple(seat for seat in scene.state.present if self.public(scene, seat).randrange(100) < crowd)

    def quits(self, scene: Scene) -> Seats:
        """Seen by all; who does not stand holds in vain."""
        return tuple(seat for seat in scene.state.present if self.public(scene, seat).random() < 0.2)

    def quits_speaking(self, scene: Scene) -> tuple[tuple[Seat, int], ...]:
        """Seen by all, in one of six speeches, in any speech of the day."""
        assert isinstance(scene.begun.prompt, Floor)
        chance = self.public(scene, scene.begun.prompt.call.seat, "quit")
        if scene.begun.prompt.resumed or chance.random() > 0.17:
            return ()
        return ((chance.choice(scene.state.present), chance.randrange(500, 3000)),)

    def cancels(self, scene: Scene) -> bool:
        """Seen by all."""
        return self.public(scene, "cancel").random() < 0.3

    def speech_ms(self, scene: Scene) -> int | None:
        """Heard by all."""
        assert scene.begun.prompt is not None
        return self.public(scene, scene.begun.prompt.call.seat).randrange(5200, 9000)

    def reveal(self, scene: Scene) -> tuple[Seat, int] | None:
        """Seen by all; whether the rules accept it is another matter. Whoever is refused speaks on."""
        prompt = scene.begun.prompt
        assert prompt is not None
        chance = self.public(scene, prompt.call.seat, "reveal")
        if chance.randrange(100) >= self._wishes.reveals:
            return None
        return chance.choice(scene.state.living), chance.randrange(500, 5000)

    def _speaking(self, scene: Scene, prompt: Floor) -> list[Finger]:
        revealing = super()._speaking(scene, prompt)
        length = self.speech_ms(scene)
        assert length is not None
        assert prompt.call.seat is not None
        passing = Finger(prompt.call.seat, scene.opens_ms + length + 8000)
        return [*revealing, passing] if self.reveal(scene) else revealing

    def staff(self, scene: Scene) -> str | None:
        """Staff assign, or redeal once."""
        if self._deals == 0 and self.public(scene, "staff").random() < 0.5:
            return "redeal"
        return super().staff(scene)


class Run(NamedTuple):
    """What a game is played with besides its seeds. `acts`: what staff do, and after how many seconds."""

    board: str
    wishes: Wishes = Wishes()
    judge: type[Judge] = Judge
    derive: Derive = views.derive
    lawful: bool = True
    disturbed: bool = True
    nights: int = 4
    acts: tuple[tuple[str, int], ...] = ()


def play(run: Run, public: int, secret: int) -> Trace:
    """The public trace of one twin."""
    chance = random.Random(f"table/{public}")
    board = preset(run.board)
    dealt = [count.role for count in board.cards for _ in range(count.cards)]
    random.Random(f"deal/{secret}/0").shuffle(dealt)
    players = Players(TwinMind(public, secret, run.wishes))
    trace = Trace(derive=run.derive)
    table = VirtualTable(
        board,
        " ".join(dealt),
        seats=tuple(Seat(n) for n in sorted(chance.sample(range(1, 19), board.players))),
        minute=chance.randrange(24 * 60),
        language=chance.choice(list(Language)),
        pace=chance.choice((NORMAL, FAST)),
        audience=(players, trace),
        judge=run.judge,
        lawful=run.lawful,
    )
    players.sit(table)
    trace.follow(table)
    with service_log(trace):
        table.start()
        acts = [(act, at_s * S) for act, at_s in run.acts]
        for act, at_ns in acts or (_disturbances(chance) if run.disturbed else ()):
            table.wait_until(at_ns)
            if not table.over:
                _disturb(table, trace, act)
        table.until(lambda: table.over or table.view.n > run.nights, "the last night", patience_s=20_000)
    trace.finish()
    return trace


def scripted(board: str, cards: str, mind: Mind, nights: int) -> tuple[Trace, VirtualTable]:
    """The public trace of a game that was written down, through that many nights and their mornings, and its table."""
    players, trace = Players(mind), Trace()
    table = trace.follow(players.sit(VirtualTable(board, cards, audience=(players, trace))))
    with service_log(trace):
        table.start()
        table.until(lambda: table.over or (table.view.n == nights and table.view.phase == DAY), patience_s=20_000)
    trace.finish()
    return trace, table


def _disturbances(chance: random.Random) -> list[tuple[str, int]]:
    """In every other game staff, or the plug, at moments that have nothing to do with anybody's secrets."""
    if chance.random() < 0.5:
        return []
    times = sorted(chance.sample(range(20, 900), 3))
    return [(chance.choice(("pause", "repeat", "cut", "skip")), at_s * S) for at_s in times]


def _disturb(table: VirtualTable, trace: Trace, act: str) -> None:
    match act:
        case "pause":
            table.staff(Pause())
            table.wait(4.5)
            table.staff(Resume())
        case "repeat":
            table.staff(Repeat())
        case "skip":
            table.staff(Skip())
        case "undo" | "undo far":
            table.staff(Pause())
            table.wait(4.5)
            steps = table.table.steps if table.table else ()
            table.staff(TakeBack(steps[min(6 if act == "undo far" else 1, len(steps) - 1)].to) if steps else Resume())
        case "vote":
            table.staff(VoteAgain())
        case "time":
            table.staff(MoreTime())
        case "foul":
            table.staff(Leave(table.view.living[-1], foul=True))
        case _:
            table.power_cut()
            trace.follow(table)
            table.go_on()
