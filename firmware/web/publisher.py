"""The table's side of the web: what the deciding thread reports, collected into `Facts`.

All methods are called on the deciding thread and return at once. Nothing here decides who may see
what: that is `firmware.web.views`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from audio.say import Language, Say
from engine.events import BallotRead, GameOpened, GameOver, NightFell, Revealed
from engine.prompts import AnyPrompt, Eyes
from engine.seats import Seat, Seats, seats_of
from engine.text import Text
from firmware.web.facts import (
    TIMELINE,
    Caption,
    Card,
    Facts,
    FloorTime,
    Note,
    PublicLike,
    RoleLike,
    Round,
    SpokenLike,
)
from firmware.web.views import NS_PER_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from PIL import Image

    from engine.secrecy import Event
    from firmware.web.hub import Hub
    from hardware.ports import Clock, LampFrame


class Publisher:
    """Keeps the facts of the simulated table and leaves each change in the hub."""

    def __init__(
        self,
        hub: Hub,
        language: Language,
        *,
        clock: Clock,
        render: Callable[[Say, Language], str],
        roles: Iterable[RoleLike],
    ) -> None:
        """Publish to `hub`. `render` gives a sentence its words in the other language, `roles` their names."""
        self._hub = hub
        self._clock = clock
        self._render = render
        self._roles = {role.id: role for role in roles}
        self._facts = Facts(language=language)
        self._screen = b""
        hub.publish(self._facts)

    def spoken(self, spoken: SpokenLike) -> None:
        """A sentence or a counted number begins now."""
        before = self._facts.caption
        texts = {language: self._render(spoken.say, language) for language in Language}
        texts[self._facts.language] = spoken.text
        at_ms = spoken.at_ns // NS_PER_MS
        caption = Caption(
            number=1 + (before.number if before else 0),
            text=Text(texts[Language.ZH], texts[Language.EN]),
            at_ms=at_ms,
            length_ms=spoken.length_ms,
        )
        note = Note(at_ms, spoken.length_ms, spoken.text)
        self._change(caption=caption, timeline=(*self._facts.timeline, note)[-TIMELINE:])

    def lamps(self, frame: LampFrame, eyes: Eyes, now_ns: int) -> None:
        """All lamps look like `frame`, and the eyes of the room are `eyes`, from `now_ns` on."""
        opened_ms = self._facts.opened_ms
        if eyes is Eyes.OPEN and self._facts.eyes is not Eyes.OPEN:
            opened_ms = now_ns // NS_PER_MS
        self._change(lamps=frame, eyes=eyes, opened_ms=opened_ms)

    def public(self, view: PublicLike) -> None:
        """What the room knows of the game has changed."""
        self._change(
            round=Round(
                seats=view.seats,
                out=view.out,
                n=view.n,
                phase=str(view.phase),
                night=view.night,
                board=self._facts.round.board,
            )
        )

    def happened(self, event: Event) -> None:
        """An event has taken effect at the table (for a public one: it is being told now)."""
        now = self._facts
        changes: dict[str, Any] = {"events": (*now.events, _line(event))[-TIMELINE:]}
        match event:
            case GameOpened():
                board = msgspec.structs.replace(now.round, board=event.name, seats=event.seats)
                changes |= {"round": board, "tally": None, "over": None, "revealed": ()}
            case NightFell():
                changes["tally"] = None
            case BallotRead():
                changes["tally"] = event
            case GameOver():
                changes["over"] = event
            case Revealed():
                changes["revealed"] = self._shown(event.cards)
        self._change(**changes)

    def screen(self, image: Image.Image) -> None:
        """The OLED shows `image` (mode "1", 128x64). The same picture again is no news."""
        pixels = image.tobytes()
        if pixels == self._screen:
            return
        self._screen = pixels
        self._facts = msgspec.structs.replace(self._facts, screen=self._facts.screen + 1)
        self._hub.publish(self._facts, image.copy())

    def dealt(self, cards: Mapping[Seat, str]) -> None:
        """The simulator's deck: role id by seat. The judge is not told."""
        self._change(cards=self._shown(sorted(cards.items())))

    def floor(self, seat: Seat | None, left_ms: int, *, running: bool = True) -> None:
        """`seat` has the floor with `left_ms` left, running down unless paused; None: nobody has it."""
        at_ms = self._clock.now_ns() // NS_PER_MS
        self._change(floor=None if seat is None else FloorTime(seat, left_ms, at_ms, running))

    def pressed(self, seat: Seat, down: bool) -> None:
        """The button of `seat` is down or up."""
        others = tuple(s for s in self._facts.pressed if s != seat)
        self._change(pressed=seats_of(*others, seat) if down else others)

    def taken(self, seats: Seats) -> None:
        """These seats are played by people; the others are bots."""
        self._change(taken=seats)

    def prompt(self, prompt: AnyPrompt | None) -> None:
        """The open prompt, for the maker page only."""
        self._change(prompt=prompt)

    def _shown(self, cards: Iterable[tuple[Seat, str]]) -> tuple[tuple[Seat, Card], ...]:
        """Cards with their names."""
        return tuple((seat, self._card(role)) for seat, role in cards)

    def _card(self, role_id: str) -> Card:
        """The card of a role; an unknown id is a bug."""
        role = self._roles[role_id]
        return Card(role.id, role.name, role.glyph, str(role.side))

    def _change(self, **changes: Any) -> None:
        """Leave the changed facts in the hub; nothing when they are the same."""
        facts = msgspec.structs.replace(self._facts, **changes)
        if facts != self._facts:
            self._facts = facts
            self._hub.publish(facts)


def _line(event: Event) -> str:
    """An event as one line of the maker page, secrets included."""
    fields = msgspec.to_builtins(event)
    fields.pop("type", None)
    told = " ".join(f"{name}={value}" for name, value in fields.items())
    return f"{type(event).__name__} {told}".strip()
