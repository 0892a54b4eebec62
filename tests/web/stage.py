"""A simulated table with a fabricated game on it: every act is the calls a daemon would make."""

from __future__ import annotations

import queue
from typing import TYPE_CHECKING, Any, Final

import msgspec
from PIL import Image, ImageDraw

from audio.planner import length_ms, render
from audio.say import Language, Say
from engine.commands import Chosen
from engine.events import (
    Announced,
    BallotOpened,
    BallotRead,
    Count,
    DayBroke,
    Exiled,
    GameBegan,
    GameOpened,
    GameOver,
    Mark,
    Marked,
    NightFell,
    Reason,
    Revealed,
    SpeechesOpened,
    Spoke,
    Tally,
    Winner,
)
from engine.game import Step
from engine.houserules import HouseRules
from engine.prompts import Call, Eyes, Form, Legal, RollCall
from engine.public import PublicView
from engine.roles import ROLES
from engine.seats import Direction, Seat, Seats, seats_of
from engine.text import Text
from firmware.fakes import FakeClock
from firmware.table.outlets import Spoken
from firmware.web import views
from firmware.web.hub import Hub
from firmware.web.publisher import Publisher
from hardware.ports import Lamp, Pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.secrecy import Public
    from firmware.web.facts import Facts
    from firmware.web.views import Channel, View
    from hardware.ports import Clock

MS: Final = 1_000_000
PATIENCE_S: Final = 60
"""How long a test waits for what must come; it never has to when all is well."""

SEATS: Final = seats_of(1, 2, 3, 4, 5, 6, 7, 8, 9)
DECK: Final = dict(
    zip(
        SEATS,
        ("villager", "werewolf", "seer", "villager", "witch", "werewolf", "hunter", "werewolf", "villager"),
        strict=True,
    )
)
WOLVES: Final = seats_of(2, 6, 8)
VICTIM: Final = Seat(7)
VOTES: Final = (Tally(Seat(2), 10, seats_of(1, 3, 4, 5, 9)), Tally(Seat(5), 4, seats_of(2, 6)))


class Recorder(Hub):
    """A hub that writes down what a reader of `channels` who misses nothing would be sent, as JSON."""

    def __init__(self, channels: tuple[Channel, ...], derive: Callable[[Facts, Channel], View]) -> None:
        """Follow `channels` from the start."""
        super().__init__(derive)
        self.sent: dict[Channel, list[dict[str, Any]]] = {channel: [] for channel in channels}

    def publish(self, facts: Facts, screen: Image.Image | None = None) -> None:
        """Publish, and write down the views that differ from the ones before."""
        super().publish(facts, screen)
        for channel, messages in self.sent.items():
            view = msgspec.to_builtins(self.latest(channel))
            if not messages or view != messages[-1]:
                messages.append(view)


class Stage:
    """Hub and publisher, with an inbox to look into and a clock that stands still."""

    def __init__(
        self,
        language: Language = Language.ZH,
        derive: Callable[[Facts, Channel], View] = views.derive,
        record: tuple[Channel, ...] = (),
        clock: Clock | None = None,
    ) -> None:
        """A table before the game, seen by nobody yet."""
        self.time = FakeClock()
        self.clock: Clock = clock or self.time
        self.language = language
        self.view = PublicView()
        self.hub = Recorder(record, derive)
        self.publisher = Publisher(self.hub, language, self.clock)
        self.inbox: queue.Queue[object] = queue.Queue()

    def received(self) -> object:
        """The next value in the inbox; waits for it, and fails when nothing comes."""
        return self.inbox.get(timeout=PATIENCE_S)

    def say(self, say: Say) -> None:
        """The judge begins a sentence."""
        length = length_ms(say, self.language)
        text = render(say, self.language)
        self.publisher.spoken(Spoken(self.clock.now_ns(), say, text, length, self.view.night))

    def tell(self, *events: Public) -> None:
        """The room learns these events."""
        for event in events:
            self.view = self.view.after(event)
            self.publisher.fact(event, self.view)

    def light(self, eyes: Eyes, **patterns: Pattern) -> None:
        """Lamps by seat (`s3=Pattern.FAST`), from now on; the others are dark."""
        now_ns = self.clock.now_ns()
        frame = tuple(Lamp(int(name[1:]), pattern, now_ns) for name, pattern in sorted(patterns.items()))
        self.publisher.lamps(frame, eyes, now_ns)

    def open(self, deck: Mapping[Seat, str] = DECK) -> None:
        """A game with nine seats is opened, `deck` is dealt, seat 5 is a person's."""
        counts = tuple(Count(role.id, list(DECK.values()).count(role.id)) for role in ROLES)
        name = Text("九人局 · 预女猎", "Nine seats · seer, witch, hunter")
        self.tell(GameOpened("B09", name, SEATS, counts, HouseRules(), sheriff=False))
        self.publisher.dealt(deck)
        self.publisher.taken(seats_of(5))
        self.say(Say(key="setup.ready_ask"))

    def night(self, wolves: Seats = WOLVES, victim: Seat = VICTIM) -> None:
        """Night 1: in the wolves' sweep the first two have chosen, the second keeps its button down; then the knife."""
        self.fall()
        self.sweep(wolves)
        self.publisher.pressed(wolves[1], False)
        marked = Marked(Mark.KNIFE, wolves, victim)
        self.publisher.step(Step(number=4, command=Chosen(prompt=4), events=(marked,), prompt=None, digest=bytes(8)))
        self.light(Eyes.NIGHT)

    def fall(self) -> None:
        """Night falls."""
        self.tell(GameBegan(), NightFell(1))
        self.light(Eyes.NIGHT)
        self.say(Say(key="night.fall"))

    def sweep(self, wolves: Seats = WOLVES) -> None:
        """The wolves' sweep, in the middle of it."""
        call = Call(line="wolf.pick", form=Form.PICK, eyes=Eyes.NIGHT, options=SEATS, role="wolf")
        prompt = RollCall(call=call, awake=wolves, legal=tuple(Legal(seat, SEATS) for seat in wolves))
        self.publisher.prompt(prompt)
        self.say(Say(key="wolf.pick"))
        self.publisher.pressed(wolves[1], True)
        self.light(Eyes.NIGHT, **{f"s{wolves[0]}": Pattern.STEADY, f"s{wolves[1]}": Pattern.FAST})

    def day(self) -> None:
        """Day 1: seat 7 died, the ballot was read, seat 4 has the floor with 83 seconds left."""
        self.publisher.prompt(None)
        self.light(Eyes.OPEN)
        self.tell(DayBroke(1), Announced(1, seats_of(7)))
        order = tuple(Seat(n) for n in (3, 4, 5, 6, 8, 9, 1, 2))
        self.tell(SpeechesOpened(Direction.ASCENDING, order, 15 * 60 + 25), Spoke(Seat(3)))
        self.say(Say(key="speech.turn", seat=4))
        self.publisher.floor(Seat(4), 83_000)
        self.light(Eyes.OPEN, s4=Pattern.STEADY)

    def ballot(self) -> None:
        """Eyes shut by day: a heartbeat is frozen, the room sees no lamp."""
        self.publisher.floor(None, 0)
        self.tell(BallotOpened(1, seats_of(1, 2, 3, 4, 5, 6, 8, 9), seats_of(1, 2, 3, 4, 5, 6, 8, 9)))
        self.say(Say(key="vote.open"))
        self.light(Eyes.SHUT, s1=Pattern.HEARTBEAT)

    def whole(self, deck: Mapping[Seat, str] = DECK, wolves: Seats = WOLVES, victim: Seat = VICTIM) -> None:
        """Everything up to the tally: all of it hides who the wolves are."""
        self.open(deck)
        self.night(wolves, victim)
        self.day()
        self.ballot()
        self.tally()

    def tally(self) -> None:
        """Eyes open again: the tally is read."""
        self.light(Eyes.OPEN)
        self.tell(BallotRead(1, VOTES, seats_of(8), 1))

    def over(self) -> None:
        """Good has won, all cards are turned."""
        self.tell(Exiled(Seat(2)), GameOver(Winner.GOOD, Reason.WOLVES_DEAD))
        self.tell(Revealed(tuple(DECK.items())))
        self.say(Say(key="over.wolves_dead"))

    def screen(self, text: str) -> Image.Image:
        """The OLED shows `text` in a frame; the picture."""
        image = Image.new("1", (128, 64))
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, 127, 63), outline=1)
        draw.text((8, 8), text, fill=1)
        self.publisher.screen(image)
        return image
