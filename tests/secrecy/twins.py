"""Twin games: the same in everything the room takes part in, different in everything it may not know.

`TwinMind(public, secret)`: two twins share the seed `public`, from which come all presses with open
eyes, who stands for sheriff and who withdraws, the ballots as they will be read out, the badge, staff,
power, and the *fate* of each night: who is found dead in the morning. Who holds what, how that fate
comes about (knife, poison, a guarded or saved victim, both at once, a charm, a broken heart), all checks,
claims, hesitations and stray presses, the spare cards and what 盗贼 takes, the 榜样, and half the time the
情侣 come from `secret`. On boards with 驯熊师 the cards lie so that his bear is heard in both games on day 1,
or in neither. Where a fate cannot come about the twins part, which is an event that differs, and they are
compared up to there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Final, NamedTuple

from engine.events import Count, Mark
from engine.prompts import Eyes, Floor, Form, Press, RollCall
from engine.seats import NO_SHOT, Option, Seat, Seats
from engine.settlement import target_of
from tests.kit.law import step_of
from tests.kit.players import Finger, Mind, Scene
from tests.secrecy.fates import Night, growls, may_lie, ways

NIGHT_STEPS: Final = ("guard.pick", "wolf.pick", "beauty.pick", "witch.heal", "witch.poison")
"""Where tonight's fate is brought about, in its order."""


class Wishes(NamedTuple):
    """How often, in percent, a night has no dead, a claim goes wrong, a day has no exile, a speech is broken into.

    With `own_fates` the twins find different dead in the morning; of the table `crowd` percent stand for sheriff.
    Who holds one of the cards in `same` is the same in both games.
    """

    peace: int = 45
    wrong_claim: int = 20
    no_exile: int = 50
    reveals: int = 2
    crowd: int | None = None
    own_fates: bool = False
    same: tuple[str, ...] = ()


class TwinMind(Mind):
    """A table of one of two twins."""

    def __init__(self, public: int, secret: int, wishes: Wishes, deck: tuple[Count, ...]) -> None:
        """Both seeds, how the games shall go, and the cards of the board."""
        self._public_seed = public
        self._secret_seed = secret
        self._wishes = wishes
        self._deck = deck
        self._deals = 0
        self._nights: dict[object, list[Night]] = {}

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
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        if prompt.places > 1:
            return super()._choosing(scene, seat)
        option = self.choice(scene, seat)
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
        seats = tuple(seat for seat, card in sorted(scene.cards.items()) if step_of(card) == role)
        wrong = self._claimed_wrongly(scene)
        return self._but_one(scene, seats) if wrong is not None and step_of(wrong) == role else seats

    def special(self, scene: Scene, card: str) -> Seats:
        """The same in the second claim of a special wolf."""
        seats = super().special(scene, card)
        return self._but_one(scene, seats) if self._claimed_wrongly(scene) == card else seats

    def _claimed_wrongly(self, scene: Scene) -> str | None:
        """The card whose claim goes wrong tonight; that one does is no secret."""
        tonight = random.Random(f"public/{self._public_seed}/{self._deals}/claims")
        if tonight.randrange(100) >= self._wishes.wrong_claim:
            return None
        roles = [entry.role for entry in scene.state.deck if entry.role != "villager"]
        return random.Random(f"secret/{self._secret_seed}/{self._deals}/claims").choice(roles)

    def _but_one(self, scene: Scene, seats: Seats) -> Seats:
        """One of them less, or somebody else as well."""
        chance = self.secret(scene, scene.line, "wrong")
        if seats and chance.random() < 0.5:
            return seats[:-1]
        return (*seats, chance.choice([seat for seat in scene.state.seats if seat not in seats]))

    def deal(self, cards: Mapping[Seat, str]) -> dict[Seat, str]:
        """Every twin gets other cards."""
        self._deals += 1
        return self.dealt(tuple(sorted(cards)))

    def dealt(self, seats: Seats) -> dict[Seat, str]:
        """The cards of this twin; what is left of the deck lies face down."""
        public = random.Random(f"public/{self._public_seed}/{self._deals}/cards")
        deck = [entry.role for entry in self._deck for _ in range(entry.cards)]
        same = {seat: card for card, seat in zip(self._wishes.same, public.sample(seats, len(seats)), strict=False)}
        free = [seat for seat in seats if seat not in same]
        rest = list((Counter(deck) - Counter(same.values())).elements())
        heard = public.random() < 0.5
        for attempt in count():
            cards = list(rest)
            random.Random(f"deal/{self._secret_seed}/{self._deals}/{attempt}").shuffle(cards)
            held = dict(sorted((same | dict(zip(free, cards, strict=False))).items()))
            quiet = "bear_tamer" not in deck or growls(held, self._fate(seats, 1)) == heard
            if may_lie(cards[len(free) :]) and quiet:
                return held
        raise AssertionError

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
            case "beauty.pick":
                return self._night(scene).charm
            case "thief.pick" | "wildchild.pick" | "seer.pick":
                chance = self.secret(scene)
                return chance.choice(legal) if legal and chance.random() < 0.8 else None
            case "elder.pick":
                before = target_of(scene.state.marks_before, Mark.SILENCE)
                return self.public(scene).choice([seat for seat in scene.state.living if seat != before])
            case "gun.ask":
                targets: list[Option] = [*scene.state.living, NO_SHOT]
                return self.public(scene).choice(targets)
            case "badge.how" | "speech.sheriff_pick" | "boom.ask" | "knight.ask":
                return self.public(scene).choice((*prompt.call.options, None))
            case "sheriff.vote_open" | "sheriff.pk_vote":
                common, own = self.public(scene), self.public(scene, seat)
                return None if own.random() < 0.2 else (common if own.random() < 0.5 else own).choice(legal)
            case _:
                return self._vote(scene, seat, prompt.call.options)

    def several(self, scene: Scene, seat: Seat) -> tuple[Option, ...]:
        """情侣: in every other game the same in both, and now and then one too few, or one too many."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        if prompt.places == 1:
            return super().several(scene, seat)
        shared, own = self.public(scene), self.secret(scene)
        if shared.random() < 0.5:
            return tuple(shared.sample(scene.state.living, 2))
        return tuple(own.sample(scene.state.living, own.choice((0, 1, 2, 2, 3))))

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
        pack = self._pack(scene)
        if victim is None:
            spared = [seat for seat in pack if scene.cards[seat] == "wolf_beauty"]
            return wolf if wolves - len(spared) > 1 and chance.random() < 0.5 else None
        agreed = any(entry.role == "cupid" for entry in scene.state.deck)
        dissents = wolves > 2 and not agreed and chance.random() < 0.3
        others = [seat for seat in scene.state.living if seat != victim]
        return chance.choice(others) if dissents and wolf == chance.choice(pack) else victim

    @staticmethod
    def _pack(scene: Scene) -> Seats:
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        return tuple(legal.seat for legal in prompt.legal)

    def _night(self, scene: Scene) -> Night:
        """How tonight's fate comes about; what has been marked is what it was."""
        state = scene.state
        place = (self._deals, state.n, state.living, state.lovers)
        if place not in self._nights:
            self._nights[place] = ways(scene, self._fate(state.living, state.n))
        nights = self._nights[place]
        step = NIGHT_STEPS.index(scene.line)
        if step > NIGHT_STEPS.index("guard.pick"):
            nights = [night for night in nights if night.guard == target_of(state.marks, Mark.GUARD)]
        if any(mark.mark is Mark.KNIFE for mark in state.marks):
            nights = [night for night in nights if night.knife == target_of(state.marks, Mark.KNIFE)]
        if step > NIGHT_STEPS.index("beauty.pick"):
            nights = [night for night in nights if night.charm == target_of(state.marks, Mark.CHARM)]
        if scene.line == "witch.poison":
            nights = [night for night in nights if night.save == any(mark.mark is Mark.SAVE for mark in state.marks)]
        chance = random.Random(f"secret/{self._secret_seed}/{self._deals}/{state.n}")
        return chance.choice(nights) if nights else Night()

    def _fate(self, living: Seats, n: int) -> Seats:
        """Who of the `living` is found dead in the morning after night `n`."""
        seed = self._secret_seed if self._wishes.own_fates else self._public_seed
        chance = random.Random(f"public/{seed}/{self._deals}/{n}/fate")
        if chance.randrange(100) < self._wishes.peace:
            return ()
        return tuple(sorted(chance.sample(living, 2 if chance.random() < 0.2 else 1)))

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
