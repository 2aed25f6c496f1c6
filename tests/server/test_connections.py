"""Connections of one address: how many there may be, heads that never end, and readers who take in nothing."""

import json
import logging
import socket
from contextlib import ExitStack, closing, suppress
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest
from service_helpers import wait_until
from uvicorn.middleware.proxy_headers import _TrustedHosts

from playground.server.guard import connections
from playground.server.guard.connections import PIECE, SILENT_SECONDS, Connection, Crowd
from playground.server.guard.rarely import SECONDS, Rarely
from playground.service import Over, Tape, Waiting
from playground.service.limits import Limits

pytestmark = pytest.mark.slow

MOST = 40
LIMITS = Limits(address_connections=MOST)
READERS = 30


@pytest.fixture
def open_now(server):
    """The server's connections, of which none is left by the test before."""
    there = server[0].blocks.server.server_state.connections
    wait_until(lambda: not there)
    yield there
    wait_until(lambda: not there)


def connected(address, sent=b"", room=None):
    place = urlsplit(address)
    raw = socket.socket()
    if room:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    raw.settimeout(60)
    raw.connect((place.hostname, place.port))
    raw.sendall(sent)
    return raw


def test_an_address_holds_only_so_many_connections_and_hears_why(server, open_now):
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(closing(connected(server[1], b"GET / HTTP/1.1\r\nHost: ")))
        wait_until(lambda: len(open_now) == MOST)
        with closing(connected(server[1])) as more:
            answer = b"".join(iter(lambda: more.recv(4096), b""))
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 429 ") and f"holds {MOST} connections" in json.loads(body)["detail"]
        assert len(open_now) == MOST
    wait_until(lambda: not open_now)
    assert httpx.get(server[1], timeout=60).status_code == 200


def test_a_trusted_proxy_and_each_other_address_count_for_themselves(monkeypatch):
    crowd = Crowd(Limits(address_connections=2), _TrustedHosts("10.0.0.0/8"))
    assert [crowd.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert crowd.enter("192.0.2.2") and all(crowd.enter("10.1.2.3") for _ in range(9))
    for _ in range(2):
        crowd.leave("192.0.2.1")
    assert crowd.enter("192.0.2.1")
    monkeypatch.setattr(connections, "open_files", lambda: 6)
    few = Crowd(Limits(address_connections=2_000), _TrustedHosts(""))
    assert [few.enter("192.0.2.1") for _ in range(4)] == [True, True, True, False], "half of what may be open"


@pytest.mark.parametrize("head", [b"", b"GET / HTTP/1.1\r\nHost: "], ids=["nothing", "half a head"])
def test_a_head_that_never_ends_is_not_waited_for(head, server, open_now, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.05)
    with closing(connected(server[1], head)) as raw, suppress(ConnectionResetError):
        assert raw.recv(4096) == b""


def test_a_connection_may_be_used_again_and_only_an_unfinished_head_is_waited_for(server, open_now, monkeypatch):
    place = urlsplit(server[1]).netloc
    request = f"GET /readyz HTTP/1.1\r\nHost: {place}\r\n\r\n".encode()
    with closing(connected(server[1])) as raw:
        for _ in range(3):
            raw.sendall(request[:9])
            raw.sendall(request[9:])
            answer = raw.recv(65536)
            while b"ready\n" not in answer:
                answer += raw.recv(65536)
            (connection,) = open_now
            assert connection._head is None


def test_a_file_and_a_tape_wait_for_silent_readers_in_pieces(server, open_now):
    tape = Tape([])
    for _ in range(3000):
        tape.append(Waiting("x" * 4000))
    tape.append(Over())
    server[0]._service.tapes.add(tape)
    place = urlsplit(server[1]).netloc
    file = httpx.get(server[1], timeout=60).text.split('src="')[1].split("/dist/")[0] + "/model/model.safetensors"
    asked = [f"GET /tape HTTP/1.1\r\nTape-Key: {tape.key}\r\n", f"GET /{file.lstrip('./')} HTTP/1.1\r\n"]
    wait_until(lambda: not open_now)
    with ExitStack() as stack:
        for request in asked * (READERS // 2):
            sent = f"{request}Host: {place}\r\n\r\n".encode()
            stack.enter_context(closing(connected(server[1], sent, room=4096)))
        wait_until(lambda: sum(each.flow.write_paused for each in open_now) == READERS)
        held = [each.transport.get_write_buffer_size() for each in open_now]
        assert max(held) <= 3 * PIECE, f"of {tape.bytes:,} bytes each"


@pytest.mark.parametrize("path", ["/gradio_api/call/v2/write", "/tape/stop", "/nothing"])
def test_a_body_that_breaks_off_has_one_answer_and_leaves_no_error_behind(path, server, open_now, caplog):
    head = f"POST {path} HTTP/1.1\r\nHost: {urlsplit(server[1]).netloc}\r\nTransfer-Encoding: chunked\r\n\r\n"
    with closing(connected(server[1], head.encode() + b"2\r\n{}\r\nZZ\r\n")) as raw:
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    assert answer.startswith(b"HTTP/1.1 400 ") and answer.count(b"HTTP/1.1") == 1
    wait_until(lambda: not open_now)
    assert not [record for record in caplog.records if record.exc_info]


def test_who_has_taken_in_nothing_between_two_looks_is_dropped_also_after_the_end_of_the_answer():
    def looked(*looks):
        """Is it dropped at the last of some looks, each at what is unsent, whether it waits, and whether it closes?"""
        connection, dropped, planned = Connection.__new__(Connection), [], []
        connection.loop, connection._unsent = SimpleNamespace(call_later=lambda *later: planned.append(later)), None
        connection.flow = SimpleNamespace(resume_writing=lambda: None)
        connection.transport = SimpleNamespace(abort=lambda: dropped.append(True))
        for unsent, waits, closes in looks:
            if waits == "resumed":
                connection.resume_writing()
            connection.transport.get_write_buffer_size = lambda size=unsent: size
            connection.transport.is_closing = lambda closes=closes: closes
            connection.flow.write_paused = bool(waits)
            connection._look()
        assert planned == [(SILENT_SECONDS, connection._look)] * (len(looks) - len(dropped)), "it is looked at again"
        return bool(dropped)

    assert looked((100, True, False), (100, True, False)), "nothing went"
    assert not looked((100, True, False), (99, True, False)), "something went"
    assert not looked((100, True, False), (100, "resumed", False)), "it all went, and as much came again"
    assert not looked((100, False, False), (100, False, False)), "there is room for more"
    assert looked((100, False, True), (100, False, True)), "the answer is over"
    assert not looked((0, False, True), (0, False, True))


def test_what_goes_wrong_for_one_cause_is_told_once_a_minute(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("playground.server.guard.rarely.time", SimpleNamespace(monotonic=lambda: now[0]))

    def record(line, error=None):
        try:
            raise error or ValueError("made up")
        except Exception as caught:
            raised = type(caught), caught, caught.__traceback__
            return logging.LogRecord("uvicorn.error", logging.ERROR, "here.py", line, "%s", (line,), raised)

    rarely = Rarely()
    assert [rarely.filter(record(1)) for _ in range(1000)] == [True] + [False] * 999
    assert rarely.filter(record(2)), "another place"
    assert rarely.filter(record(1, KeyError("x"))), "another error"
    now[0] = SECONDS
    assert rarely.filter(record(1))
