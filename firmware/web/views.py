"""The three streams of the simulated table, and the only place where they are cut from the facts.

| stream | who looks           | carries                                                                  |
|--------|---------------------|--------------------------------------------------------------------------|
| room   | everybody           | captions, recordings, public state, lamps while all eyes are open, OLED  |
| seat   | the player there    | public state, the own lamp; the own card once the page asked to look     |
| maker  | who builds the game | everything; marked as spoiling                                           |

By night, and while the eyes are shut for a ballot, the room stream holds no lamp at all. A view is
sent only when it differs from the one before, so that the moment of a message tells no secret either.
Times are ms of the judge's monotonic clock; every message brings the clock's present along.
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from audio.say import Language
from engine.events import SheriffBallotRead
from engine.prompts import Eyes
from engine.public import OVER, PublicView
from engine.roles import role_of
from engine.seats import MAX_SEATS, Seat, Seats
from engine.text import Text
from firmware.menu.choices import OFF
from firmware.web.asks import Asks
from firmware.web.facts import Caption, Card, Facts, FloorTime, Note, Speech
from firmware.web.parts import EndView, OfficeView, OmensView, RoomSeat, RowView, SpareView, TallyView
from firmware.web.prompted import PromptView, prompt_view
from hardware.ports import NS_PER_MS, Lamp, Pattern


class Room(msgspec.Struct, frozen=True):
    """The channel of the room page."""


class Own(msgspec.Struct, frozen=True):
    """The channel of the page of `seat`; `looked`: the page has asked to see its card."""

    seat: Seat
    looked: bool = False


class Maker(msgspec.Struct, frozen=True):
    """The channel of the maker page."""


Channel = Room | Own | Maker


class LampView(msgspec.Struct, frozen=True):
    """The lamp of `seat` shows `pattern` since `since_ms`."""

    seat: Seat
    pattern: Pattern
    since_ms: int


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody in the room may know. `order`: who speaks in turn, `spoke`: who of them has spoken.

    `dealing`: eyes are shut for a card-less deal.
    """

    language: Language
    phase: str
    night: bool
    dealing: bool
    n: int
    board: Text | None
    caption: Caption | None
    speech: Speech | None
    asks: Asks
    seats: tuple[RoomSeat, ...]
    spares: tuple[SpareView, ...]
    lamps: tuple[LampView, ...]
    floor: FloorTime | None
    order: tuple[Seat, ...]
    spoke: Seats
    omens: OmensView
    office: OfficeView | None
    tally: TallyView | None
    end: EndView | None
    screen: int


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """What the player at `seat` may know. `card` is None until the page looks, `dealt` says there is one.

    `pad`: the button of another seat that this one has, 0 for none at all. `stands_for`: where `seat` is not in use,
    the seat that has its button; then lamp and office are that seat's, and the card is not shown.
    """

    language: Language
    phase: str
    night: bool
    dealing: bool
    n: int
    caption: Caption | None
    asks: Asks
    seat: Seat
    used: bool
    pad: Seat | None
    stands_for: Seat | None
    out: bool
    sheriff: bool
    flipped: bool
    silenced: bool
    taken: bool
    lamp: LampView | None
    floor: FloorTime | None
    dealt: bool
    card: Card | None
    end: EndView | None


class MakerSeat(msgspec.Struct, frozen=True):
    """A seat without secrets kept."""

    seat: Seat
    out: bool
    speaking: bool
    person: bool
    sheriff: bool
    down: bool
    card: Card | None


class MakerView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything. `spoiler` is always True: the page has to say so. `timeline` counts from `began_ms`.

    `face_down`: the spare cards of 盗贼, which whoever plays staff must enter.
    """

    spoiler: bool
    room: RoomView
    eyes: Eyes
    seats: tuple[MakerSeat, ...]
    face_down: tuple[Card, ...]
    lamps: tuple[LampView, ...]
    prompt: PromptView | None
    timeline: tuple[Note, ...]
    began_ms: int
    events: tuple[str, ...]


View = RoomView | SeatView | MakerView


def derive(facts: Facts, channel: Channel) -> View:
    """What `channel` may know of `facts`."""
    match channel:
        case Room():
            return room_view(facts)
        case Own(seat, looked):
            return seat_view(facts, seat, looked=looked)
        case Maker():
            return maker_view(facts)
        case _:
            assert_never(channel)


def seats_in_use(facts: Facts) -> Seats:
    """The seats of the game, or before one those that staff have chosen."""
    return facts.public.seats or facts.seats


def card_of(role_id: str) -> Card:
    """The card of a role as it is shown. Raises KeyError for an unknown id."""
    role = role_of(role_id)
    return Card(role.id, role.name, role.glyph, role.side)


def room_view(facts: Facts) -> RoomView:
    """What everybody in the room may know."""
    public = facts.public
    return RoomView(
        language=facts.language,
        phase=public.phase,
        night=public.night,
        dealing=public.dealing,
        n=public.n,
        board=public.name if public.seats else None,
        caption=facts.caption,
        speech=facts.speech,
        asks=facts.asks,
        seats=tuple(_room_seat(facts, seat) for seat in seats_in_use(facts)),
        spares=_spares(facts),
        lamps=_room_lamps(facts),
        floor=facts.floor,
        order=() if facts.spoken_out else public.order,
        spoke=public.spoke,
        omens=OmensView(public.growled, public.silenced),
        office=_office(public),
        tally=_tally(facts),
        end=_end(public),
        screen=facts.screen,
    )


def seat_view(facts: Facts, seat: Seat, *, looked: bool) -> SeatView:
    """What the player at `seat` may know: the public state and nothing of any other seat's secrets."""
    public = facts.public
    card = dict(facts.cards).get(seat)
    used = seats_in_use(facts)
    stands_for = _seat_with(facts, seat)
    player = stands_for or seat
    return SeatView(
        language=facts.language,
        phase=public.phase,
        night=public.night,
        dealing=public.dealing,
        n=public.n,
        caption=facts.caption,
        asks=facts.asks,
        seat=seat,
        used=not used or seat in used,
        pad=dict(facts.pads).get(seat),
        stands_for=stands_for,
        out=player in public.out,
        sheriff=player == public.sheriff_seat,
        flipped=player in public.flipped,
        silenced=player == public.silenced,
        taken=player in facts.taken,
        lamp=_own_lamp(facts, seat, player),
        floor=facts.floor,
        dealt=card is not None,
        card=card if looked else None,
        end=_end(public),
    )


def maker_view(facts: Facts) -> MakerView:
    """Everything, for whoever builds or watches the machine."""
    cards = dict(facts.cards)
    room = room_view(facts)
    return MakerView(
        spoiler=True,
        room=room,
        eyes=facts.eyes,
        seats=tuple(
            MakerSeat(s.seat, s.out, s.speaking, s.person, s.sheriff, s.seat in facts.pressed, cards.get(s.seat))
            for s in room.seats
        ),
        face_down=facts.face_down,
        lamps=tuple(_lamp(lamp) for lamp in facts.lamps),
        prompt=prompt_view(facts.prompt) if facts.prompt else None,
        timeline=facts.timeline,
        began_ms=facts.began_ms,
        events=facts.events,
    )


def _room_seat(facts: Facts, seat: Seat) -> RoomSeat:
    """One seat as the room sees it."""
    public = facts.public
    return RoomSeat(
        seat=seat,
        out=seat in public.out,
        speaking=facts.floor is not None and facts.floor.seat == seat,
        person=seat in facts.taken,
        sheriff=seat == public.sheriff_seat,
        flipped=seat in public.flipped,
        left=seat in public.left,
        standing=public.electing and seat in public.standing,
        withdrawn=public.electing and seat in public.withdrawn,
        shown=next((card_of(card) for shown, card in public.shown if shown == seat), None),
        silenced=seat == public.silenced,
    )


def _office(public: PublicView) -> OfficeView | None:
    """Election and badge; None in a game without a sheriff."""
    if not public.sheriff:
        return None
    return OfficeView(
        stage=public.election,
        badge=public.badge,
        sheriff=public.sheriff_seat,
        bidders=public.bidders,
        withdrawn=public.withdrawn,
        standing=public.standing if public.electing else (),
    )


def _seat_with(facts: Facts, pad: Seat) -> Seat | None:
    """The seat that has the spare button `pad`, if any."""
    return next((seat for seat, other in facts.pads if other == pad), None)


def _spares(facts: Facts) -> tuple[SpareView, ...]:
    """The buttons that belong to no seat in use, once it is known which are."""
    used = seats_in_use(facts)
    numbers = (Seat(n) for n in range(1, MAX_SEATS + 1)) if used else ()
    return tuple(SpareView(pad, _seat_with(facts, pad)) for pad in numbers if pad not in used)


def _own_lamp(facts: Facts, pad: Seat, seat: Seat) -> LampView | None:
    """The lamp in the button `pad`, which stands for `seat`; a seat that is switched off has none."""
    if (seat, OFF) in facts.pads:
        return None
    lit = next((lamp for lamp in facts.lamps if lamp.seat == seat), None)
    return LampView(pad, lit.pattern, lit.since_ns // NS_PER_MS) if lit else None


def _room_lamps(facts: Facts) -> tuple[LampView, ...]:
    """The lamps while all eyes are open, else none.

    A lamp is never older than the opening of the eyes: what burned before was nobody's to see.
    """
    if facts.public.night or facts.eyes is not Eyes.OPEN:
        return ()
    return tuple(
        LampView(Seat(lamp.seat), lamp.pattern, max(lamp.since_ns // NS_PER_MS, facts.opened_ms))
        for lamp in facts.lamps
        if lamp.pattern is not Pattern.OFF and (lamp.seat, OFF) not in facts.pads
    )


def _lamp(lamp: Lamp) -> LampView:
    """One lamp with its time in ms."""
    return LampView(Seat(lamp.seat), lamp.pattern, lamp.since_ns // NS_PER_MS)


def _tally(facts: Facts) -> TallyView | None:
    """The last ballot of today as it was read out, for sheriff or for exile; None when there was none yet."""
    public, read = facts.public, facts.read
    if not public.tally and read is None:
        return None
    office = isinstance(read, SheriffBallotRead) or (read is None and not public.ballot)
    rows = tuple(RowView(row.seat, row.halves, row.voters) for row in public.tally)
    if read is None or read.tally != public.tally:
        # The view was entered half way (power cut): who abstained is not known any more.
        return TallyView(public.ballot or 1, office, rows, (), 0)
    return TallyView(read.round, office, rows, read.abstained, read.abstentions)


def _end(public: PublicView) -> EndView | None:
    """The end, with the cards only once the room was told them."""
    if public.phase != OVER:
        return None
    return EndView(public.winner, tuple((seat, card_of(role)) for seat, role in public.cards))
