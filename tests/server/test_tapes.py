"""Who asks for runs gets what comes of them, and whoever has the key of their tape reads it: over HTTP."""

import json
import socket
import threading
from urllib.parse import urlsplit

import pytest
from asking import LONG, SHORT, answer_to, events, kinds, read, reading, spec, taken
from gradio.context import LocalContext
from service_helpers import assert_same_columns, wait_until

import playground as pg
from playground.engine.batch import Batch
from playground.engine.recording import record
from playground.server import tapes
from playground.service.driver import Rows

pytestmark = pytest.mark.slow


def test_a_run_is_asked_for_as_a_spec_read_from_any_message_on_and_fetched_whole(http, service, endless_model):
    keys = taken(http, spec())
    first = read(http, keys["tape"], most=3)
    messages = first + read(http, keys["tape"], after=first[-1][0])
    assert messages == read(http, keys["tape"])
    assert read(http, keys["tape"], after=messages[-2][0]) == messages[-1:], "after the end too"
    assert read(http, keys["tape"], after=messages[-1][0]) == []
    assert kinds(messages)[0] == "start" and kinds(messages)[-2:] == ["end", "over"]
    assert [number for number, _ in messages] == list(range(len(messages)))
    answer = http.get("trace", headers={"Run-Name": keys["runs"][0]})
    trace = pg.Trace.from_bytes(answer.content)
    assert_same_columns(trace, record(endless_model, "hello", pg.SamplerSettings(**SHORT), seed=3))
    assert len(trace) == kinds(messages).count("frame")


def test_a_run_whose_reader_said_that_it_will_return_is_held_until_it_says_goodbye(http, service, monkeypatch):
    keys = taken(http, spec(settings=LONG))
    with reading(http, keys["tape"], **{"Tape-Returns": "yes"}) as stream:
        next(events(stream.iter_lines()))
    tape = service.tapes.find(keys["tape"])
    before = len(tape.after(-1))
    wait_until(lambda: len(tape.after(-1)) > before + 80)  # at 20 ms a step: longer than the grace time
    assert not tape.over
    assert http.post("tape/leave", json={"control": keys["control"]}).status_code == 200
    wait_until(lambda: tape.over)


def test_nobody_who_was_not_told_reads_stops_or_fetches(http, service):
    keys = taken(http, spec(settings=LONG))
    name = keys["runs"][0]
    sentence = "The server no longer keeps this run, or never had it."
    for wrong in ({"Tape-Key": "guess"}, {"Tape-Key": keys["control"]}, {"Tape-Key": name}, {}):
        answer = http.get("tape", headers=wrong)
        assert (answer.status_code, answer.json()["detail"]) == (404, sentence)
    for wrong in ({"Run-Name": keys["tape"]}, {"Run-Name": "guess"}, {}):
        assert http.get("trace", headers=wrong).status_code == 404
    for wrong in (keys["tape"], name, "guess", None, 7, ["x"]):
        assert http.post("tape/stop", json={"control": wrong}).status_code == 404
    assert "not ended yet" in http.get("trace", headers={"Run-Name": name}).json()["detail"]
    assert http.post("tape/stop", json={"control": keys["control"]}).status_code == 200
    assert kinds(read(http, keys["tape"]))[-2:] == ["end", "over"]


def test_one_of_several_runs_is_stopped_and_the_others_go_on(http, service):
    keys = taken(http, spec(settings=LONG), spec(seed=4))
    assert http.post("tape/stop", json={"control": keys["control"], "run": 0}).status_code == 200
    for wrong in (2, -1, "0", True):
        assert http.post("tape/stop", json={"control": keys["control"], "run": wrong}).status_code == 404
    messages = [message for _, message in read(http, keys["tape"])]
    ends = {message["run"]: message["finish_reason"] for message in messages if message["kind"] == "end"}
    assert ends[0] == "stopped" and ends[1] != "stopped"


@pytest.mark.parametrize(
    ("request_", "sentence"),
    [
        ({}, "specs and branches must be lists"),
        ({"specs": []}, "a list of 1 to 4 specs"),
        ({"specs": [spec()] * 5}, "a list of 1 to 4 specs"),
        ({"specs": [spec(nonsense=1)]}, "has no field 'nonsense'"),
        ({"specs": [spec()], "what": 1}, "the JSON of an object that may have specs"),
        ({"specs": [spec()], "picture": "hello"}, "is not a base64 data URL of a picture"),
        *(
            ({"study": study}, "A study must have spec, seeds, and 1 to 8 changes")
            for study in (7, *({"spec": spec(), "seeds": 1, "changes": wrong} for wrong in ([], [{}] * 9, [7], {})))
        ),
        ({"study": {"spec": spec(nonsense=1), "seeds": 2}}, "has no field 'nonsense'"),
        ({"study": {"spec": spec(), "seeds": 0}}, "seeds is 0"),
        ({"study": {"spec": spec(), "seeds": 2, "changes": [{}, {"self": 1}]}}, "no setting called 'self'"),
    ],
    ids=str,
)
def test_what_is_no_request_is_refused_with_a_sentence(http, request_, sentence):
    assert sentence in answer_to(http, **request_)


@pytest.mark.parametrize("text", ["", "[]", '{"specs":' + "[" * 5000])
def test_what_is_no_json_is_refused_with_a_sentence(http, text):
    answer = http.post("tape", content=text)
    assert answer.status_code == 404 and answer.json()["detail"].startswith("The request ")
    event = http.post("gradio_api/call/run", json={"data": [text]}).json()["event_id"]
    answer = http.get(f"gradio_api/call/run/{event}").text
    assert "Runs are asked for with the JSON of an object that may have specs" in answer and "Traceback" not in answer


def test_programs_get_the_keys_and_all_messages_from_the_endpoint_and_from_the_stream_that_asks(http, service):
    event = http.post("gradio_api/call/run", json={"data": [json.dumps({"specs": [spec()]})]}).json()["event_id"]
    with http.stream("GET", f"gradio_api/call/run/{event}") as stream:
        messages = [json.loads(e["data"])[0] for e in events(stream.iter_lines()) if e.get("event") == "generating"]
    tape = read(http, messages[0]["tape"])
    assert messages[0]["kind"] == "taken" and messages[1:] == [m | {"number": number} for number, m in tape]
    with http.stream("POST", "tape", json={"specs": [spec(), spec(seed=4)]}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        keys, *messages = [event for event in events(stream.iter_lines()) if "data" in event]
    keys = json.loads(keys["data"])
    assert list(keys) == ["kind", "tape", "control", "runs"] and len(keys["runs"]) == 2
    assert [(int(event["id"]), json.loads(event["data"])) for event in messages] == read(http, keys["tape"])


def test_zerogpu_is_told_who_asks(http, service, monkeypatch):
    askers, joined = [], Rows.join

    def ask(rows, prepared):
        askers.append((threading.current_thread().name, LocalContext.request.get(None).headers.get("x-ip-token")))
        return joined(rows, prepared)

    monkeypatch.setattr(Rows, "join", ask)
    http.post("tape", json={"specs": [spec()]}, headers={"X-IP-Token": "share"})
    assert askers == [("job", "share")]


def test_who_asks_and_has_gone_before_the_answer_begins_takes_no_pass_and_no_turn(server, service, http, monkeypatch):
    """However many they are: their runs never begin, and give their places to whoever asks next."""
    arrived, gone, passes, unread = [], threading.Event(), [], []
    begin, step, crowd = tapes.begin_all, Batch.step, server[0].blocks.app.state.crowd

    def late(*request):
        arrived.append(request)
        assert gone.wait(60)
        unread.append(begin(*request))
        return unread[-1]

    monkeypatch.setattr(tapes, "begin_all", late)
    monkeypatch.setattr(Batch, "step", lambda batch: passes.append(len(batch)) or step(batch))
    body = json.dumps({"specs": [spec(settings=LONG)]}).encode()
    place = urlsplit(str(http.base_url))
    for number in range(8):
        with socket.create_connection((place.hostname, place.port), source_address=("127.0.0.2", 0)) as raw:
            head = f"POST /tape HTTP/1.1\r\nHost: {place.netloc}\r\nTape-Returns: yes\r\nContent-Length: {len(body)}"
            raw.sendall(head.encode() + b"\r\n\r\n" + body)
            wait_until(lambda: len(arrived) > number)  # noqa: B023
    wait_until(lambda: "127.0.0.2" not in crowd._open)
    gone.set()
    wait_until(lambda: len(unread) == 8)
    wait_until(lambda: all(tape.left(1) for tape in unread))
    assert not passes and not any(tape.readers or tape.returns for tape in unread)
    monkeypatch.setattr(tapes, "begin_all", begin)
    assert kinds(read(http, taken(http, spec())["tape"]))[-2:] == ["end", "over"]
    wait_until(lambda: all(tape.over for tape in unread))
    assert {message.content["kind"] for tape in unread for message in tape.after(-1)} == {"refused", "over"}
