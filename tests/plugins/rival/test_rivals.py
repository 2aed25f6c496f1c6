"""A rival that streams from a real HTTP server, as OpenAI's protocol has it, and servers that do not."""

import itertools
import threading
from types import SimpleNamespace

import httpx
import pytest
from command_line import serves_not
from plugins.rival.rival_server import GAP, RivalServer, event
from route_server import served

from playground.errors import LimitError
from playground.plugins import rival as plugin
from playground.plugins.rival import rival as module
from playground.plugins.rival import rivals as rivals_module
from playground.plugins.rival.rival import Piece, Rival, RivalError
from playground.plugins.rival.rivals import MOST_AT_ONCE, Rivals
from playground.service import EngineSlot, Service
from playground.service.limits import PRIVATE, Limits
from playground.service.tapes import Tapes


@pytest.fixture
def server():
    server = RivalServer(event("Once"), event(" upon"), event(" a time", usage={"completion_tokens": 4}), "[DONE]")
    yield server
    server.close()


@pytest.fixture
def seconds(monkeypatch):
    """Each look at the clock is a second later."""
    monkeypatch.setattr(rivals_module, "time", SimpleNamespace(monotonic=itertools.count().__next__))


def rival_of(server, **more):
    return Rival(url=server.url, model="a-model", **more)


QUESTION = {"prompt": "A story", "system": "", "most": 32}


def beside(rival, limits=PRIVATE):
    """A server's rivals and its tapes."""
    tapes = Tapes(limits)
    return Rivals(rival, limits, tapes), tapes


def ask(rivals, tapes, **changes):
    """The tape of an answer."""
    return tapes.find(rivals.ask(**QUESTION | changes).key)


def whole(tape):
    """What all of an answer's messages say together, as its readers add them up."""
    *replies, over = (event for _, event in tape.events())
    pieces = [piece for reply in replies for piece in reply.values["pieces"]]
    return (dict(replies[-1].values) if replies else {}) | {"pieces": pieces, "refused": over.sentence}


def test_the_request_is_what_the_protocol_asks_for_and_the_key_goes_only_there(server):
    rival = rival_of(server, key="secret")
    assert "".join(piece.text for piece in rival.answer("A story", "Be brief.", 32)) == "Once upon a time"
    ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions" and headers["Authorization"] == "Bearer secret"
    assert body["messages"] == [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "A story"}]
    assert (body["model"], body["max_tokens"], body["temperature"], body["stream"]) == ("a-model", 32, 0, True)
    assert "secret" not in repr(rival) + rival.source
    assert rival.source == f"a-model at 127.0.0.1:{server.server_port}"


def test_pieces_are_timed_when_they_arrive_and_each_message_has_what_is_new_and_can_be_read_again(server, seconds):
    tape = ask(*beside(rival_of(server)))
    pieces = [(1, "Once"), (2, " upon"), (3, " a time")]
    assert whole(tape) == {"pieces": pieces, "seconds": 3, "tokens": 4, "refused": ""}
    contents = [message.content for message in tape.after(-1)]
    assert [content["pieces"] for content in contents[:-1]] == [[[at, text]] for at, text in pieces]
    assert {content["kind"] for content in contents[:-1]} == {"rival"} and contents[-1]["kind"] == "over"
    assert [message.content for message in tape.after(1)] == contents[2:]


def test_an_answer_that_takes_too_long_is_ended(server, seconds):
    answer = whole(ask(*beside(rival_of(server), Limits(run_seconds=1))))
    assert answer["refused"] == "The rival was ended after 1 seconds; what had arrived is kept."
    assert [text for _, text in answer["pieces"]] == ["Once", " upon"]


def test_a_server_that_says_no_number_of_tokens_has_none(server):
    server.script = [event("Once"), {"choices": []}, "[DONE]"]
    assert list(rival_of(server).answer("x")) == [Piece(text="Once"), Piece()]
    assert whole(ask(*beside(rival_of(server))))["tokens"] is None


@pytest.mark.parametrize("stopped", [True, False])
def test_an_answer_that_is_stopped_or_that_nobody_reads_hangs_up_and_keeps_what_has_arrived(server, stopped):
    server.script = [event("word ") if at % 2 else GAP for at in range(2000)]
    rivals, tapes = beside(rival_of(server), PRIVATE if stopped else Limits(grace_seconds=0))
    tape = tapes.controlled(rivals.ask(**QUESTION).control)
    if stopped:
        next(tape.events())
        tape.stop()
    assert server.hung_up.wait(10)
    assert whole(tape)["refused"] == "Stopped: what had arrived is kept." and whole(tape)["pieces"]


def test_it_answers_so_many_at_once(server):
    gate = threading.Event()
    server.script = [gate, *server.script]
    rivals, tapes = beside(rival_of(server))
    going = [ask(rivals, tapes) for _ in range(MOST_AT_ONCE)]
    with pytest.raises(RivalError, match=r"The rival answers 4 at a time: wait for one to end\."):
        ask(rivals, tapes)
    gate.set()
    assert [whole(tape)["refused"] for tape in going] == [""] * MOST_AT_ONCE
    assert whole(ask(rivals, tapes))["pieces"]


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        (["not JSON"], "does not stream as OpenAI's chat completions do"),
        (["[1]"], "does not stream as OpenAI's chat completions do"),
        ([{"choices": [{"text": "x"}]}], "does not stream as OpenAI's chat completions do"),
        ([event("x", usage={"completion_tokens": "many"})], "does not stream as OpenAI's chat completions do"),
        ([{"error": {"message": "out of memory"}}], "failed: out of memory"),
        ([event("x" * 3000)] * 3, "sent more than"),
    ],
)
def test_a_server_that_does_not_keep_to_the_protocol_is_named(server, script, sentence, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 5000)
    server.script = script
    answer = whole(ask(*beside(rival_of(server))))
    assert f"The rival at 127.0.0.1:{server.server_port}" in answer["refused"] and sentence in answer["refused"]


def test_a_refusal_silence_and_a_closed_door_are_sentences(server, monkeypatch):
    server.status = 401
    with pytest.raises(RivalError, match="refused with the status 401"):
        list(rival_of(server).answer("x"))
    server.status, server.script = 200, [GAP] * 20
    monkeypatch.setattr(module, "SILENT_SECONDS", 0.1)
    with pytest.raises(RivalError, match="did not answer in time"):
        list(rival_of(server).answer("x"))
    with pytest.raises(RivalError, match="cannot be reached"):
        list(Rival(url="http://127.0.0.1:9/v1", model="x").answer("x"))


@pytest.mark.parametrize(
    "url", ["ftp://host/v1", "http://", "http://host/v1?key=x", "http://name:password@host/v1", "http://host:port"]
)
def test_an_address_is_checked(url):
    with pytest.raises(RivalError, match="must be like http"):
        Rival(url=url, model="x")


def test_what_is_too_long_is_refused_by_its_limit(server):
    rivals, tapes = beside(rival_of(server), Limits(prompt_characters=10, run_tokens=64))
    with pytest.raises(LimitError, match="at most 10"):
        ask(rivals, tapes, prompt="x" * 11)
    for most in (0, 65):
        with pytest.raises(LimitError, match="at most 64"):
            ask(rivals, tapes, most=most)
    assert not server.asked and not len(tapes)


def test_the_page_asks_it_over_http_and_what_it_sends_is_checked(server):
    rivals, tapes = beside(rival_of(server))
    with served(rivals.routes()) as address, httpx.Client(base_url=address, timeout=60) as http:
        for wrong in ({"most": True}, {"system": 7}, {"prompt": None}):
            refused = http.post("/rival", json=QUESTION | wrong)
            assert refused.status_code == 404 and "is asked with a prompt" in refused.json()["detail"]
        assert http.post("/rival", json=QUESTION | {"most": 0}).status_code == 429
        assert not server.asked and not len(tapes)
        keys = http.post("/rival", json=QUESTION).json()
    assert keys.keys() == {"tape", "control"} and whole(tapes.find(keys["tape"]))["pieces"]


def test_a_server_has_the_rival_of_its_options_with_the_key_of_its_environment(server, monkeypatch):
    monkeypatch.setenv("PLAYGROUND_RIVAL_KEY", "secret")
    service, options = Service(EngineSlot()), {"rival": (server.url, "a-model")}
    assert plugin.rival_of(options) == rival_of(server, key="secret")
    (route,) = plugin.routes(service, options)
    part = plugin.page_part(service, options)
    assert route.path == "/rival" and part.config == {"source": rival_of(server).source} and "secret" not in repr(part)
    assert not plugin.routes(service, {}) and plugin.page_part(service, {"rival": None}).config == {"source": ""}
    assert plugin.page_part(None, {}) is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--public", "--rival", "http://127.0.0.1:8000/v1", "m"], "--rival is not for a public server"),
        (["--rival", "x:8000", "m"], "The rival's address must be like http://127.0.0.1:8000/v1"),
        (["--rival", "http://x/v1", " "], "The rival's model needs the name that its server gives it."),
        (["--rival", "http://x/v1", "\udcff"], "is not valid UTF-8"),
        (["--blocks", "--rival", "http://x/v1", "m"], "it does not go with --rival."),
    ],
)
def test_a_rival_that_nobody_could_race_against_is_refused(options, sentence):
    assert sentence in serves_not(*options)
