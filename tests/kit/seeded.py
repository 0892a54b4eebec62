"""Players who want what a seed says: whole games that nobody has to write down."""

from __future__ import annotations

import random

from engine.prompts import Floor, OfferKind, Press, RollCall
from engine.seats import NO_SHOT, TEAR, Option, Seat, Seats
from firmware.table.performance import offered
from tests.kit.players import DAY_SPEECHES, Mind, Scene


class SeededMind(Mind):
    """Sensible players drawn from a seed: the pack agrees, the witch has her reasons, votes gather."""

    def __init__(self, seed: int) -> None:
        """The seed decides everything."""
        self._seed = seed

    def draw(self, scene: Scene, *place: object) -> random.Random:
        """Chance for one decision at one place of the game."""
        return random.Random(f"{self._seed}/{scene.state.n}/{scene.line}/{place}")

    def choice(self, scene: Scene, seat: Seat) -> Option | None:
        """By line."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        legal = prompt.options_of(seat) or ()
        common, own = self.draw(scene), self.draw(scene, seat)
        match scene.line:
            case "wolf.pick":
                targets = [s for s in legal if isinstance(s, int) and scene.cards[Seat(s)] != "werewolf"]
                pool = common if own.random() < 0.8 else own
                return pool.choice(targets) if targets else None
            case "witch.poison":
                return own.choice(legal) if legal and scene.state.n > 1 and own.random() < 0.6 else None
            case "gun.ask":
                return own.choice([o for o in legal if o != NO_SHOT]) if own.random() < 0.8 else NO_SHOT
            case "badge.how":
                return common.choice([o for o in legal if o != TEAR]) if common.random() < 0.75 else TEAR
            case "vote.open" | "vote.open_eyes" | "pk.vote" | "sheriff.vote_open" | "sheriff.pk_vote":
                if own.random() < 0.15:
                    return None
                return common.choice(legal) if own.random() < 0.6 else own.choice(legal)
            case _:
                return own.choice(legal) if legal and own.random() < 0.9 else None

    def several(self, scene: Scene, seat: Seat) -> tuple[Option, ...]:
        """Two, where two are asked for: one of them is left to the lot now and then."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, RollCall)
        if prompt.places == 1:
            return super().several(scene, seat)
        own, legal = self.draw(scene, seat), prompt.options_of(seat) or ()
        return tuple(own.sample(legal, min(len(legal), own.choice((1, 2, 2, 3)))))

    def yes(self, scene: Scene, prompt: Press) -> Seats:
        """Half of them."""
        seats = [seat for seat in prompt.who if self.draw(scene, seat).random() < 0.5]
        return tuple(seats)

    def bids(self, scene: Scene) -> Seats:
        """Four in ten."""
        return tuple(seat for seat in scene.state.living if self.draw(scene, seat).random() < 0.4)

    def quits(self, scene: Scene) -> Seats:
        """One in five."""
        return tuple(seat for seat in scene.state.standing if self.draw(scene, seat).random() < 0.2)

    def quits_speaking(self, scene: Scene) -> tuple[tuple[Seat, int], ...]:
        """Somebody in one of six speeches."""
        prompt = scene.begun.prompt
        assert isinstance(prompt, Floor)
        chance = self.draw(scene, "quit", prompt.call.seat)
        may = () if prompt.resumed else offered(prompt, OfferKind.WITHDRAW)
        return ((chance.choice(may), chance.randrange(500, 3000)),) if may and chance.random() < 0.17 else ()

    def cancels(self, scene: Scene) -> bool:
        """Now and then."""
        return self.draw(scene, "cancel").random() < 0.2

    def speech_ms(self, scene: Scene) -> int | None:
        """A few seconds."""
        assert scene.begun.prompt is not None
        return self.draw(scene, scene.begun.prompt.call.seat).randrange(5200, 12_000)

    def reveal(self, scene: Scene) -> tuple[Seat, int] | None:
        """A wolf now and then; 骑士 more often."""
        prompt = scene.begun.prompt
        assert prompt is not None
        chance = self.draw(scene, "reveal", prompt.call.seat)
        knights, duel = offered(prompt, OfferKind.DUEL), self.draw(scene, "duel", prompt.call.seat)
        if knights and duel.random() < 0.1:
            return duel.choice(knights), duel.randrange(1000, 5000)
        wolves = offered(prompt, OfferKind.EXPLODE)
        if not wolves or chance.random() > (0.04 if scene.line in DAY_SPEECHES else 0.015):
            return None
        return chance.choice(wolves), chance.randrange(1000, 5000)
