"""The door for OpenAI's clients: through the real server and the official client."""

import json

import httpx
import openai
import pytest
from click.testing import CliRunner
from command_line import serves_not
from door_helpers import FEW, STEERED, ends_with_its_client, refuses_a_run_of_a_login
from own_sampler import EXPLANATION, HEAD
from service_helpers import SHORT, PacedSlot, wait_until
from serving import loaded, served
from starlette.applications import Starlette
from starlette.testclient import TestClient

import playground as pg
from playground.commands.serve import serve
from playground.engine.batch import Batch
from playground.engine.recording import Recorder, record
from playground.plugins.api.runs import draft
from playground.plugins.openai.errors import RequestError
from playground.plugins.openai.reply import Reply
from playground.plugins.openai.request import NEUTRAL, Body, ChatRequest, further
from playground.plugins.openai.routes import OpenAI
from playground.rules.samplers.from_file import load
from playground.rules.samplers.reserved import RESERVED
from playground.server.interface import Page
from playground.service import Service, Started
from playground.service.limits import Limits
from workshop.bench.page import free_port

pytestmark = pytest.mark.slow

ASK = [{"role": "user", "content": "hello"}]
PICTURE = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}]}]
LIMITS = Limits(waiting=1, run_tokens=1000, runs=1)


@pytest.fixture(scope="module")
def client(random_slot):
    service = Service(random_slot, LIMITS)
    with served(service, doors=[OpenAI(service, "secret")]) as (_, address):
        yield openai.OpenAI(base_url=f"{address}v1", api_key="secret", max_retries=0)


def test_an_answer_is_the_run_that_its_settings_give(client, random_model):
    reply = client.chat.completions.create(
        model="checkpoint", messages=ASK, seed=3, temperature=0.6, max_tokens=24,
        extra_body={"max_denoising_steps": 5, "entropy_bound": 1.0},
    )  # fmt: skip
    changes = dict(schedule="constant", t_max=0.6, t_min=0.6, max_denoising_steps=5, entropy_bound=1.0)
    trace = record(random_model, "hello", random_model.settings.replace(**changes, max_new_tokens=24), seed=3)
    (choice,) = reply.choices
    assert choice.message.content == trace.text and choice.message.role == "assistant"
    assert choice.finish_reason == {"end-of-text": "stop", "max-new-tokens": "length"}[trace.finish_reason]
    written = len([token for token in trace.token_ids if token != trace.header.pad_id])
    usage = (reply.usage.prompt_tokens, reply.usage.completion_tokens, reply.usage.total_tokens)
    assert usage == (len(trace.header.prompt_ids), written, len(trace.header.prompt_ids) + written)
    about = reply.model_extra["playground"]
    assert (about["seed"], about["passes"], about["finish_reason"]) == (3, len(trace), trace.finish_reason)
    assert about["run"] in reply.id and "t_max%22%3A0.6" in about["link"]


def test_a_stream_gives_the_same_text_block_by_block_and_its_frames_if_asked(client, random_model):
    settings = {"max_denoising_steps": 4, "confidence_threshold": 0.0, "max_new_tokens": 48}
    trace = record(random_model, "hello", random_model.settings.replace(**settings), seed=3)
    assert len(trace.blocks) > 1, "else nothing is streamed"
    arguments = dict(model="checkpoint", messages=ASK, seed=3, stream=True, stream_options={"include_usage": True})
    for frames in (False, True):
        chunks = list(client.chat.completions.create(**arguments, extra_body=settings | {"diffusing": frames}))
        contents = [c.choices[0].delta.content for c in chunks if c.choices and c.choices[0].delta.content]
        assert "".join(contents) == trace.text and len(contents) > 1
        assert chunks[0].choices[0].delta.role == "assistant"
        reason = {"end-of-text": "stop", "max-new-tokens": "length"}[trace.finish_reason]
        assert [c.choices[0].finish_reason for c in chunks if c.choices and c.choices[0].finish_reason] == [reason]
        assert chunks[-1].usage.completion_tokens > 0 and chunks[-1].choices == []
        steps = [c for c in chunks if (c.model_extra or {}).get("type") == "diffusion_frame"]
        assert len(steps) == (len(trace) if frames else 0)
        for row, chunk in enumerate(steps):
            frame, more = trace.frame(row), chunk.model_extra
            assert chunk.choices[0].delta.content is None, "a strict client sees nothing in it"
            assert (more["block"], more["step"], more["total"]) == (frame.block, frame.step, 4)
            assert more["text"] == draft(frame, trace.header, lambda ids: [trace.tokens[one] for one in ids])


def values(**more):
    """The values of a run that a request with these fields stands for."""
    return ChatRequest(json.dumps({"model": "m", "messages": ASK} | more).encode(), ["m"]).values


def test_the_fields_stand_for_settings():
    assert values(temperature=0)["draw"] == "greedy" and "t_max" not in values(temperature=0)
    assert values(max_completion_tokens=5)["max_new_tokens"] == 5 and values(sampler="top-k")["sampler"] == "top-k"
    assert values(seed=5)["seed"] == 5
    assert values()["seed"] != values()["seed"], "as OpenAI's, each is another"
    assert values(branch="lily@3")["seed"] is None, "that of its run"
    assert values(branch="lily@3", messages=PICTURE)["image"] == "data:image/png;base64,AA==", "and so is its prompt"
    parts = [{"type": "text", "text": "hel"}, {"type": "text", "text": "lo"}]
    messages = [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": parts}]
    both = values(messages=messages, user="me", tools=None)
    assert (both["prompt"], both["system"]) == ("hello", "Be brief.")
    assert not set(NEUTRAL) & {*Body.model_fields, *further()}


@pytest.mark.parametrize(
    ("more", "param", "sentence"),
    [
        ({"model": "gpt-5"}, "model", "does not exist; the model of this server is 'm'"),
        ({"messages": []}, "messages", "at least 1 item"),
        ({"messages": [*ASK, {"role": "assistant", "content": "hi"}]}, "messages", "without history"),
        ({"messages": [*ASK, *ASK]}, "messages", "one message of the user"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages", "one picture"),
        ({"messages": PICTURE}, "messages", "holds a picture and no text; write what the text should be about"),
        ({"messages": [PICTURE[0] | {"role": "system"}, *ASK]}, "messages", "only the user may send one"),
        ({"temperature": -1}, "temperature", "greater than or equal to 0"),
        ({"temperature": 1, "t_max": 1}, "temperature", "t_max and temperature mean the same here"),
        ({"temperature": 0, "draw": "exact"}, "temperature", "draw and temperature"),
        ({"max_tokens": 5, "max_new_tokens": 5}, "max_tokens", "max_new_tokens and max_tokens"),
        ({"max_tokens": 0}, "max_tokens", "greater than or equal to 1"),
        ({"stop": list("abcde")}, "stop", "at most 4"),
        ({"n": 2}, "n", "n is not supported by this server"),
        ({"zest": 1}, "zest", 'no parameter "zest"; those of this server are model, messages'),
        ({"seed": -2}, "seed", "^seed: input should be greater than or equal to -1"),
        ({"chat_template_kwargs": {"enable_thinking": False, "x": 1}}, "chat_template_kwargs", "is not supported"),
        ({"stop": ["a", ""]}, "stop.1", r"^stop\.1: string should have at least 1 character"),
        (
            {"messages": [{"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "input_image"}]}]},
            "messages.0.content.1.type",
            r"^messages\.0\.content\.1\.type: input should be 'text' or 'image_url'\.$",
        ),
    ],
)
def test_what_cannot_be_served_is_refused_with_its_field(more, param, sentence):
    with pytest.raises(RequestError, match=sentence) as refused:
        values(**more)
    assert (refused.value.status, refused.value.param) == (404 if param == "model" else 400, param)


@pytest.mark.parametrize(
    "more",
    [
        {"chat_template_kwargs": {"enable_thinking": False}, "reasoning": {"effort": "none"}},
        {"chat_template_kwargs": None, "reasoning_effort": "none", "enable_thinking": False, "top_k": 0},
        {"top_p": 1.0, "top_k": -1, "min_p": 0, "repetition_penalty": 1.0, "logprobs": False, "top_logprobs": 0},
        {"seed": -1},
        {"seed": -1, "branch": "lily@3"},
    ],
)
def test_what_asks_for_nothing_passes(more):
    found = values(**more)
    assert found | {"seed": None, "branch": None} == values() | {"seed": None, "branch": None}
    assert found["seed"] is None if "branch" in more else found["seed"] >= 0


def test_errors_have_openais_shape(client):
    def refused(kind, **more):
        with pytest.raises(kind) as raised:
            client.chat.completions.create(**({"model": "checkpoint", "messages": ASK} | more))
        return raised.value

    error = refused(openai.BadRequestError, extra_body={"entropy_bound": -1})
    assert error.body["message"].startswith("entropy_bound is -1; allowed is") and error.param == "entropy_bound"
    assert error.type == "invalid_request_error"
    assert "The prompt is empty" in refused(openai.BadRequestError, messages=[{"role": "user", "content": " "}]).message
    assert "write at most 1,000 here" in refused(openai.BadRequestError, max_tokens=2000, stream=True).message
    assert refused(openai.NotFoundError, model="gpt-5").code == "model_not_found"
    stranger = openai.OpenAI(base_url=client.base_url, api_key="wrong", max_retries=0)
    with pytest.raises(openai.AuthenticationError) as raised:
        stranger.models.list()
    assert raised.value.code == "invalid_api_key" and raised.value.type == "authentication_error"
    large = httpx.post(f"{client.base_url}chat/completions", content=b"x" * 3_000_000, timeout=60)
    assert large.status_code == 413 and "at most 2,097,152 bytes" in large.json()["error"]["message"]
    elsewhere = httpx.get(f"{client.base_url}models", headers={"Host": "evil.example"}, timeout=60)
    assert elsewhere.status_code == 421 and elsewhere.json()["error"]["type"] == "invalid_request_error"


def test_a_run_that_fails_midway_ends_its_stream_or_its_answer_with_the_error(client, monkeypatch):
    step, count = Batch.step, []

    def broken(batch):
        count.append(1)
        if len(count) % 3 == 0:
            raise RuntimeError("out of memory")
        return step(batch)

    monkeypatch.setattr(Batch, "step", broken)
    arguments = dict(model="checkpoint", messages=ASK, max_tokens=48, extra_body={"confidence_threshold": 0.0})
    with pytest.raises(openai.APIError, match=r"The run failed \(RuntimeError\)"):
        list(client.chat.completions.create(**arguments, stream=True))
    with pytest.raises(openai.InternalServerError, match=r"The run failed \(RuntimeError\)"):
        client.chat.completions.create(**arguments)


def test_a_client_that_goes_away_ends_its_run_and_a_full_queue_refuses(endless_folder):
    service = Service(loaded(PacedSlot(str(endless_folder), max_rows=1)), LIMITS)
    with served(service, doors=[OpenAI(service)]) as (_, address):
        client = openai.OpenAI(base_url=f"{address}v1", api_key="none", max_retries=0)
        arguments = dict(model="checkpoint", messages=ASK, max_tokens=192)
        arguments["extra_body"] = {"confidence_threshold": 0.0, "diffusing": True}
        stream = client.chat.completions.create(**arguments, stream=True)
        next(stream), next(stream)
        waiting = service.start([SHORT])
        next(waiting.events())
        with pytest.raises(openai.RateLimitError, match=r"The queue is full \(1 waiting\)"):
            client.chat.completions.create(**arguments)
        waiting.stop()
        stream.close()
        wait_until(lambda: len(service.turns) == 0)


def answered(model, stops, **changes):
    """The chunks of a run, without a server, and its trace."""
    recorder = Recorder(model, "hello", model.settings.replace(**changes), 3)
    body = {"model": "m", "messages": ASK, "stream": True, "stop": stops}
    answer, chunks = Reply(ChatRequest(json.dumps(body).encode(), ["m"]), "run"), []
    chunks.append(answer.started(Started(recorder.header, model.token_texts, model.decode)))
    for frame in recorder:
        chunks += answer.frame(frame)
    return answer, chunks + answer.end(recorder.trace(), ""), recorder.trace()


def test_the_text_ends_before_a_stop_sequence_wherever_the_blocks_part(random_model):
    changes = {"max_denoising_steps": 3, "confidence_threshold": 0.0, "max_new_tokens": 48}
    text = answered(random_model, None, **changes)[2].text
    for start in range(1, len(text) - 3, 9):
        stop = text[start : start + 3]
        answer, chunks, trace = answered(random_model, stop, **changes)
        sent = "".join(chunk["choices"][0]["delta"].get("content", "") for chunk in chunks)
        assert sent == text[: text.find(stop)] == answer.completion(trace, "")["choices"][0]["message"]["content"]
        assert chunks[-1]["choices"][0]["finish_reason"] == "stop"


def test_a_server_that_asks_for_a_login_asks_these_clients_for_a_key(tmp_path, monkeypatch):
    (tmp_path / "logins").write_text("anna:secret\n")
    options = ["--openai", "--auth", str(tmp_path / "logins")]
    assert "With --auth, --openai needs a key" in serves_not(*options)
    launched, port = [], ["--port", str(free_port())]
    monkeypatch.setattr(Page, "launch", lambda page, *_, **options: launched.append(page))
    assert CliRunner().invoke(serve, options + port, env={"PLAYGROUND_OPENAI_KEY": "k"}).exit_code == 0
    assert CliRunner().invoke(serve, port).exit_code == 0
    opened, closed = (TestClient(Starlette(routes=page._routes)) for page in launched)
    key = {"Authorization": "Bearer k"}
    assert (opened.get("/v1/models").status_code, opened.get("/v1/models", headers=key).status_code) == (401, 200)
    assert closed.get("/v1/models", headers=key).status_code == closed.post("/v1/chat/completions").status_code == 404


def test_a_request_ends_with_its_client_also_while_lengths_are_tried(endless_folder, steps):
    body = {"model": "checkpoint", "messages": ASK, **STEERED}
    ends_with_its_client(OpenAI, endless_folder, "/v1/chat/completions", body, steps)


def test_a_run_of_a_login_is_unknown_to_those_with_a_key(endless_folder):
    def answers(program, run):
        body = {"model": "checkpoint", "messages": [{"role": "user", "content": ""}], "branch": f"{run}@2"}
        return [program.post("/v1/chat/completions", json=body).text]

    refuses_a_run_of_a_login(lambda service: OpenAI(service, "k"), endless_folder, answers)


def test_its_clients_see_and_use_all_models_that_are_held(random_folder):
    models = pytest.importorskip("playground.plugins.several.models", reason="the plugin is not there")
    several = models.SeveralSlot(None, [str(random_folder)], max_rows=4)
    several.load()
    client = TestClient(Starlette(routes=OpenAI(Service(several)).routes))
    names = ["embedded", random_folder.name]
    assert [model["id"] for model in client.get("/v1/models").json()["data"]] == names
    for name in names:
        assert client.get(f"/v1/models/{name}").json()["id"] == name
        body = {"model": name, "messages": [{"role": "user", "content": "a"}], "seed": 3, **FEW}
        reply = client.post("/v1/chat/completions", json=body).json()
        wanted = pg.record(several.slot_for(name).model, "a", seed=3, **FEW)
        assert reply["model"] == name and reply["choices"][0]["message"]["content"] == wanted.text
    spec = {"prompt": {"text": "a"}, "settings": FEW, "seed": 3, "model": random_folder.name}
    body = {"model": "embedded", "messages": [{"role": "user", "content": ""}], "spec": spec}
    for stream in (False, True):
        answer = client.post("/v1/chat/completions", json={**body, "stream": stream}).text
        assert f'"model":"{random_folder.name}"' in answer and '"model":"embedded"' not in answer, "it names who wrote"
    refused = client.get("/v1/models/other")
    assert refused.status_code == 404
    assert refused.json()["error"]["message"] == f'The model "other" does not exist; there are {", ".join(names)}.'


def test_a_knob_of_an_own_sampler_is_a_value_and_none_can_have_a_name_of_the_protocol(tmp_path, registered):
    knob = "    knobs = {'scale': pg.number(1, 'a', '', 0, 1, (0, 1, 1), 'b')}\n"
    (tmp_path / "mine.py").write_text(f"{HEAD}{EXPLANATION}{knob}")
    assert "scale" not in further()
    load(tmp_path / "mine.py")
    assert "scale" in further()
    assert set(Body.model_fields) <= RESERVED | set(pg.SamplerSettings().to_dict())
