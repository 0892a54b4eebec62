"""What goes over the wire: edges in, views out, and who is refused."""

from __future__ import annotations

import io
import re
import socket
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from engine.prompts import Eyes
from engine.seats import Seat, seats_of
from firmware.web.hub import Hub
from firmware.web.server import SeatTaken, WebTable
from firmware.web.views import Room
from hardware.debounce import DEAF_NS, PULSE_NS, Debouncer, Level
from hardware.ports import Edge, Key, KeyEdge, Pattern
from tests.web.stage import DECK, MS, SEATS, Stage
from tests.web.wire import Served

if TYPE_CHECKING:
    from tests.web.wire import Client

POLICY_VIOLATION = 1008


def test_a_seat_page_takes_the_seat_and_gives_it_back(served: Served) -> None:
    with served.client("/ws/seat/5"):
        assert SeatTaken(Seat(5), taken=True) == served.stage.received()
    assert SeatTaken(Seat(5), taken=False) == served.stage.received()


def test_two_pages_of_a_seat_are_one_person(served: Served) -> None:
    with served.client("/ws/seat/5") as first:
        first.view()
        with served.client("/ws/seat/5") as second:
            second.view()
        first.send(down=True)
        assert SeatTaken(Seat(5), taken=True) == served.stage.received()
        assert Edge(5, True, 0) == served.stage.received()


def test_a_press_and_a_release_are_two_edges_stamped_by_the_judges_clock(served: Served) -> None:
    with served.client("/ws/seat/5") as client:
        served.stage.received()
        served.stage.time.move_to(700 * MS)
        client.send(down=True)
        assert Edge(5, True, 700 * MS) == served.stage.received()
        served.stage.time.move_to(900 * MS)
        client.send(down=False)
        assert Edge(5, False, 900 * MS) == served.stage.received()


def test_what_changes_nothing_is_no_edge(served: Served) -> None:
    """A second down of the same page, and an up of a button that is up."""
    with served.client("/ws/seat/5") as client:
        served.stage.received()
        for down in (False, True, True, False, False):
            client.send(down=down)
    left = [served.stage.received() for _ in range(3)]
    assert [Edge(5, True, 0), Edge(5, False, DEAF_NS), SeatTaken(Seat(5), taken=False)] == left


def test_presses_that_arrive_in_one_go_are_presses_all_the_same(served: Served) -> None:
    """As on a busy machine: the fingers were long enough on their buttons, the messages were held up."""
    debouncer = Debouncer()
    with served.client("/ws/seat/5") as five, served.client("/ws/seat/6") as six:
        for client in (five, six):
            client.view()
            for down in (True, False) * 3:
                client.send(down=down)
        received = [served.stage.received() for _ in range(2 + 2 * 6)]
    levels: list[Level] = []
    for edge in received:
        if isinstance(edge, Edge):
            levels += debouncer.edge(edge)
    levels += debouncer.due(1_000 * MS)
    for seat in (5, 6):
        told = [level for level in levels if level.seat == seat]
        assert [True, False] * 3 == [level.down for level in told]
        assert all(PULSE_NS <= after.at_ns - before.at_ns < 100 * MS for before, after in pairwise(told))


def test_a_page_that_vanishes_with_the_button_down_lets_go_of_it(served: Served) -> None:
    with served.client("/ws/seat/5") as client:
        served.stage.received()
        client.send(down=True)
        assert Edge(5, True, 0) == served.stage.received()
    assert Edge(5, False, DEAF_NS) == served.stage.received()
    assert SeatTaken(Seat(5), taken=False) == served.stage.received()


def test_a_button_held_on_two_pages_is_up_when_both_have_let_go(served: Served) -> None:
    served.stage.open()
    with served.client("/ws/seat/5") as first:
        assert SeatTaken(Seat(5), taken=True) == served.stage.received()
        with served.client("/ws/seat/5") as second:
            first.send(down=True)
            assert Edge(5, True, 0) == served.stage.received()
            second.send(down=True)
            second.send(look=True)
            second.view(lambda view: view["card"] is not None)
        first.send(down=False)
        assert Edge(5, False, DEAF_NS) == served.stage.received()
    assert SeatTaken(Seat(5), taken=False) == served.stage.received()


def test_the_room_sends_the_staff_keys(served: Served) -> None:
    with served.client("/ws/room") as client:
        client.send(key="ok", down=True)
        client.send(key="ok", down=False)
        client.send(key="back", down=True)
    edges = [served.stage.received() for _ in range(4)]
    ok, back = Key.OK, Key.BACK
    lost = KeyEdge(back, down=False, at_ns=0, lost=True)
    assert [KeyEdge(ok, True, 0), KeyEdge(ok, False, 0), KeyEdge(back, True, 0), lost] == edges


def test_a_key_held_on_a_page_that_is_covered_or_closed_is_not_let_go_by_a_finger(served: Served) -> None:
    """Letting go of OK may enter a choice."""
    with served.client("/ws/room") as client:
        client.send(key="ok", down=True)
        client.send(key="ok", down=False, lost=True)
        client.send(key="ok", down=True)
    down, lost = KeyEdge(Key.OK, down=True, at_ns=0), KeyEdge(Key.OK, down=False, at_ns=0, lost=True)
    assert [down, lost, down, lost] == [served.stage.received() for _ in range(4)]


def test_the_card_comes_after_a_look_and_goes_with_it(served: Served) -> None:
    served.stage.open()
    with served.client("/ws/seat/5") as client:
        assert client.view()["card"] is None
        client.send(look=True)
        assert DECK[Seat(5)] == client.view()["card"]["role"]
        client.send(look=False)
        assert client.view()["card"] is None


def test_one_page_that_looks_shows_the_card_to_no_other_page(served: Served) -> None:
    served.stage.open()
    with served.client("/ws/seat/5") as looking, served.client("/ws/seat/5") as waiting:
        looking.view()
        waiting.view()
        looking.send(look=True)
        looking.view(lambda view: view["card"] is not None)
        served.stage.publisher.taken(seats_of(1, 5))
        served.stage.publisher.taken(())
        assert waiting.view(lambda view: not view["taken"])["card"] is None


def test_a_message_brings_the_clock_and_its_speed(served: Served) -> None:
    served.stage.time.move_to(4_200 * MS)
    with served.client("/ws/room") as client:
        message = client.message()
    assert (4_200, 1.0) == (message["now_ms"], message["speed"])


def test_the_latest_view_wins_over_the_ones_before(served: Served) -> None:
    with served.client("/ws/seat/3") as client:
        client.view()
        for pattern in (Pattern.STEADY, Pattern.SLOW, Pattern.FAST):
            served.stage.light(Eyes.OPEN, s3=pattern)
        assert client.view(lambda view: view["lamp"]["pattern"] == "fast")["lamp"]["seat"] == 3


MALFORMED: dict[str, list[str | bytes]] = {
    "/ws/seat/5": [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"down": 1}',
        '{"down": "true"}',
        '{"down": true, "look": true}',
        '{"down": true, "seat": 6}',
        '{"key": "ok", "down": true}',
        b'{"down": true}',
        '{"down": true' + " " * 5_000 + "}",
        "[" * 1000,
    ],
    "/ws/room": ['{"down": true}', '{"key": "left", "down": true}', '{"key": "ok"}', "null"],
    "/ws/maker": ['{"down": true}', '{"key": "ok", "down": true}', "hello"],
}


def _goodbye(client: Client) -> int:
    """The code with which the server closes, everything before it passed over."""
    with pytest.raises(ConnectionClosed) as closed:
        client.view(lambda _: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.mark.parametrize(("path", "text"), [(path, text) for path, texts in MALFORMED.items() for text in texts])
def test_a_malformed_message_closes_the_socket_and_is_nothing_else(
    served: Served, path: str, text: str | bytes
) -> None:
    too_big = 1009
    with served.client(path) as client:
        client.connection.send(text)
        assert _goodbye(client) in (POLICY_VIOLATION, too_big)
    if path == "/ws/seat/5":
        assert SeatTaken(Seat(5), taken=True) == served.stage.received()
        assert SeatTaken(Seat(5), taken=False) == served.stage.received()
    assert served.stage.inbox.empty()


@pytest.mark.parametrize("seat", ["0", "19", "-1", "five", "", "5.0", "٥", "999999999999"])
def test_a_seat_that_is_not_at_the_table_is_a_clear_page_in_both_languages(served: Served, seat: str) -> None:
    served.stage.open()
    quoted = seat.replace("٥", "%D9%A5")
    response, body = served.get(f"/?seat={quoted}")
    text = body.decode()
    assert response.status == 404
    assert "没有这个座位" in text
    assert "No such seat" in text
    assert [f'href="/?seat={n}"' in text for n in (*SEATS, 10)] == [True] * len(SEATS) + [False], "the seats in use"


@pytest.mark.parametrize("path", ["/ws/seat/0", "/ws/seat/19", "/ws/seat/x", "/ws/nothing"])
def test_a_socket_for_a_seat_that_is_not_at_the_table_is_refused(served: Served, path: str) -> None:
    served.stage.open()
    with pytest.raises(InvalidStatus), served.client(path):
        pass
    assert served.stage.inbox.empty()


def test_before_a_game_the_seats_are_those_that_staff_have_chosen(served: Served) -> None:
    assert served.get("/?seat=18")[0].status == 200
    served.stage.publisher.seats(seats_of(1, 2, 3, 5, 8, 9))
    for seat, used in ((8, True), (4, False)):
        assert served.get(f"/?seat={seat}")[0].status == 200, "a button lies there, whether or not a seat uses it"
        with served.client(f"/ws/seat/{seat}") as client:
            assert used is client.view()["used"]


@pytest.mark.parametrize("path", ["/", "/?seat=5", "/maker", "/static/table.js", "/static/room.css"])
def test_a_page_is_complete_without_the_network(served: Served, path: str) -> None:
    response, body = served.get(path)
    assert response.status == 200
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    assert [] == re.findall(r"https?://|src=.//|url\(", body.decode())


@pytest.mark.parametrize("path", ["/nothing", "/static/../server.py", "/static/%2e%2e/server.py", "/static/"])
def test_there_is_nothing_else_to_get(served: Served, path: str) -> None:
    assert served.get(path)[0].status == 404


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "192.168.1.4:8000", ""])
def test_a_foreign_host_is_refused(served: Served, host: str) -> None:
    for path in ("/", "/?seat=5", "/oled.png", "/static/table.js"):
        assert served.get(path, Host=host)[0].status == 421


def test_localhost_is_this_machine_too(served: Served) -> None:
    port = served.address.partition(":")[2]
    assert served.get("/", Host=f"localhost:{port}")[0].status == 200


@pytest.mark.parametrize("origin", ["http://example.org", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_websocket_from_a_foreign_page_is_refused(served: Served, origin: str) -> None:
    with pytest.raises(InvalidStatus), served.client("/ws/seat/5", origin=origin):
        pass
    assert served.stage.inbox.empty()


def test_a_websocket_with_a_foreign_host_is_refused(served: Served) -> None:
    port = int(served.address.partition(":")[2])
    way = socket.create_connection(("127.0.0.1", port))
    with pytest.raises(InvalidStatus), connect(f"ws://example.org:{port}/ws/seat/5", sock=way, proxy=None):
        pass
    assert served.stage.inbox.empty()


def test_a_websocket_from_our_own_page_is_welcome(served: Served) -> None:
    with served.client("/ws/seat/5", origin=f"http://{served.address}") as client:
        assert client.view()["seat"] == 5


def test_the_oled_is_its_true_pixels(served: Served) -> None:
    dark = served.get("/oled.png")[1]
    served.stage.screen("B09")
    response, lit = served.get("/oled.png")
    assert response.headers["Content-Type"] == "image/png"
    with Image.open(io.BytesIO(lit)) as picture, Image.open(io.BytesIO(dark)) as before:
        assert ((128, 64), "1") == (picture.size, picture.mode)
        assert (255, 0) == (picture.getpixel((0, 0)), before.getpixel((0, 0)))


def test_the_same_picture_again_is_no_news() -> None:
    stage = Stage()
    seen = []
    for text in ("B09", "B09", "B07"):
        stage.screen(text)
        seen.append(stage.hub.latest(Room()))
    assert seen[0] == seen[1] != seen[2]


def test_the_table_listens_on_the_loopback_address_only(served: Served) -> None:
    assert served.web.url.startswith("http://127.0.0.1:")
    port = int(served.address.partition(":")[2])
    with pytest.raises(OSError, match="refused"):
        # Another address of the loopback network: a socket bound to every address would answer.
        socket.create_connection(("127.0.0.2", port)).close()


def test_a_port_in_use_is_an_error_at_once(served: Served) -> None:
    port = int(served.address.partition(":")[2])
    with pytest.raises(OSError, match="in use"):
        WebTable(Hub(), served.stage.inbox.put, served.stage.clock, port=port)


def test_a_table_that_was_never_started_gives_its_port_back() -> None:
    stage = Stage()
    first = WebTable(stage.hub, stage.inbox.put, stage.clock)
    first.stop()
    port = int(first.url.rstrip("/").rpartition(":")[2])
    WebTable(stage.hub, stage.inbox.put, stage.clock, port=port).stop()


def test_stopping_says_goodbye_to_open_pages() -> None:
    table = Served(Stage())
    with table.client("/ws/seat/5") as client:
        client.view()
        client.send(down=True)
        assert SeatTaken(Seat(5), taken=True) == table.stage.received()
        assert Edge(5, True, 0) == table.stage.received()
        table.web.stop()
        assert _goodbye(client) in (1001, 1012)
    assert Edge(5, False, DEAF_NS) == table.stage.received()
    with pytest.raises(OSError, match="refused"):
        table.get("/")
