"""A denoiser on another server: what it gives is decided on here, and what it does not give is said."""

import itertools
import math
import threading
from types import SimpleNamespace
from unittest.mock import Mock

import httpx
import numpy as np
import pytest
from command_line import serves_not
from plugins.remote.remote_server import RemoteServer
from service_helpers import happened

import playground as pg
from playground.engine.loading.source import EMBEDDED
from playground.engine.recording import record_all
from playground.errors import ModelError, SettingError
from playground.plugins import remote
from playground.plugins.remote import denoiser as remotes
from playground.plugins.remote.denoiser import Remote, load_remote
from playground.plugins.remote.elsewhere import Elsewhere
from playground.plugins.remote.errors import RemoteError
from playground.rules.ways import WAYS
from playground.service import Ended, EngineSlot, Frame, Refused, Service
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

PROMPT = "Write a story about a fox."
SETTINGS = {"self_conditioning": "off", "max_denoising_steps": 4, "max_new_tokens": 128}
EXACT = ("input_ids", "sampled_ids", "argmax_ids", "accepted")
STRANGE = "does not answer as vLLM does when it reads a canvas"


@pytest.fixture(scope="module")
def model():
    return pg.load_model()


@pytest.fixture
def server(model):
    server = RemoteServer(model, "small", str(EMBEDDED))
    yield server
    server.close()


@pytest.fixture
def slot(server):
    slot = EngineSlot("small", home=Elsewhere(url=server.url), max_rows=1)
    slot.load()
    return slot


def loaded(server, top=20, **more):
    return load_remote(Remote(url=server.url, model=server.name, top=top, **more))


def spec_of(**changes):
    return RunSpec(prompt=Prompt(text=PROMPT), settings=pg.SamplerSettings(**(SETTINGS | changes)), seed=3)


@pytest.mark.parametrize("sampler", ["entropy-bound", pytest.param("klass", marks=pytest.mark.thorough)])
def test_with_all_of_the_vocabulary_the_tokens_are_the_engines_own(model, server, sampler):
    far = loaded(server, top=model.vocab_size)
    settings = {**SETTINGS, "sampler": sampler, "max_denoising_steps": 2}
    here, there = (pg.record(each, PROMPT, seed=3, **settings) for each in (model, far))
    for name in EXACT:
        assert np.array_equal(there.columns[name], here.columns[name]), name
    assert np.allclose(there.columns["entropy"], here.columns["entropy"], atol=1e-4)
    assert there.header.only_top == 0 and there.header.device == "another server" and there.header.dtype == "unknown"
    (_, body), *_ = server.asked[1:]
    assert body["prompt"] == model.encode(PROMPT), "our own template, in ids"


@pytest.mark.thorough
def test_rows_that_share_a_pass_are_read_each_after_its_own_prompt_and_what_it_has_written(model, server):
    far = loaded(server, top=model.vocab_size)
    settings = pg.SamplerSettings(**{**SETTINGS, "max_new_tokens": 256, "max_denoising_steps": 1})
    specs = [RunSpec(prompt=Prompt(text=text), settings=settings, seed=1) for text in ("Solve the Sudoku", "Add 1.")]
    for spec, trace in zip(specs, record_all(far, specs), strict=True):
        assert np.array_equal(trace.columns["argmax_ids"], pg.record(model, spec).columns["argmax_ids"])
    lengths = {len(body["prompt"]) for _, body in server.asked[1:]}
    assert lengths >= {len(model.encode("Solve the Sudoku")) + 128 * block for block in range(2)}


def test_entropies_of_a_few_tokens_are_lower_and_the_trace_says_so(model, server):
    far = loaded(server, top=3)
    first = {"max_denoising_steps": 1}
    here, there = (pg.record(each, PROMPT, seed=3, **{**SETTINGS, **first}) for each in (model, far))
    assert (there.columns["entropy"] <= here.columns["entropy"] + 1e-4).all()
    assert there.columns["entropy"].max() <= math.log(3) + 1e-5 < here.columns["entropy"].max()
    assert there.header.only_top == 3 and here.header.only_top == 0
    assert pg.Trace.from_bytes(there.to_bytes()).header.only_top == 3
    assert "of the 3 most probable tokens, so uncertainties are at least what is shown" in far.facts


def test_only_the_most_probable_count_whatever_else_comes(server):
    """A server adds the token that it emitted, which may be one of the tail: then nothing would be a bound."""
    read = Remote(url=server.url, model="small", top=2)._logits
    logits = read([{"token_id:4": -3.0, "token_id:1": -0.5, "token_id:2": -1.5}], 1, 6)
    assert logits[0].gt(-1e8).nonzero().flatten().tolist() == [1, 2]


def test_its_settings_leave_out_what_it_does_not_give(server, model):
    far = loaded(server)
    assert far.settings == model.settings.replace(self_conditioning="off")
    assert far.name == "model" and not far.denoiser.self_conditioning
    with pytest.raises(SettingError, match="way is 'masked', in which this checkpoint cannot write"):
        pg.record(far, PROMPT, way="masked", max_new_tokens=8)
    trace = pg.record(far, PROMPT, **{**SETTINGS, "self_conditioning": "on", "max_denoising_steps": 1})
    assert trace.header.settings["self_conditioning"] == "off", "it says that no step was conditioned"


def test_the_key_goes_with_each_request_and_nowhere_else(server, caplog):
    far = loaded(server, key="secret")
    pg.record(far, PROMPT, max_denoising_steps=1, max_new_tokens=8)
    assert {headers["Authorization"] for headers, _ in server.asked} == {"Bearer secret"}
    assert "secret" not in repr(far.elsewhere._remote) + repr(far) + caplog.text


def spoilt(change):
    """A canvas with something wrong in it."""

    def spoil(answer):
        if "choices" in answer:
            change(answer["choices"][0]["logprobs"]["top_logprobs"])
        return answer

    return spoil


WRONG = {
    "a page": (lambda answer: "<html>Welcome</html>", STRANGE),
    "no list of models": (lambda answer: answer | {"data": 7}, STRANGE),
    "a list of no models": (lambda answer: answer | {"data": [7]}, STRANGE),
    "too few positions": (spoilt(lambda positions: positions.pop()), STRANGE),
    "words for ids": (spoilt(lambda positions: positions[3].update({" cat": -1.0})), STRANGE),
    "ids of another vocabulary": (spoilt(lambda positions: positions[3].update({"token_id:99999": -0.1})), STRANGE),
    "no tokens": (spoilt(lambda positions: positions[0].clear()), STRANGE),
    "not numbers": (spoilt(lambda positions: positions[0].update({"token_id:1": None})), STRANGE),
    "no distribution": (spoilt(lambda positions: positions[0].update({"token_id:1": 7.0})), STRANGE),
    "NaN": (spoilt(lambda positions: positions[0].update({"token_id:1": math.nan})), STRANGE),
    "broken off": (lambda answer: None, "cannot be reached, or broke off"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_no_such_server_is_one_sentence(server, case):
    server.spoil, sentence = WRONG[case]
    with pytest.raises(RemoteError, match=sentence) as caught:
        loaded(server)
    assert "127.0.0.1" not in str(caught.value), "strangers may read it"


def test_a_refusal_says_why(server):
    server.most = 5
    with pytest.raises(RemoteError, match=r"status 400 \(Requested 20 logprobs, which is greater than 5\)\.$"):
        loaded(server)
    assert loaded(server, top=5).only_top == 5


def test_another_name_another_way_and_no_words_of_it(server, monkeypatch):
    with pytest.raises(RemoteError, match="has no 'large'; it has small"):
        load_remote(Remote(url=server.url, model="large"))
    with monkeypatch.context() as patch, pytest.raises(ModelError, match="reads canvases of uniform noise only"):
        patch.setattr(remotes, "FAMILIES", {"diffusion_gemma": SimpleNamespace(way=WAYS["masked"])})
        loaded(server)
    server.root = "/nowhere/at/all"
    with pytest.raises(ModelError, match="Config and tokenizer of 'small' are not here"):
        loaded(server)


def test_an_answer_has_so_many_bytes_and_so_much_time(monkeypatch):
    sizes, remote = (2 << 20, (2 << 20) + 1), Remote(url="http://x/v1", model="x")
    answers = [*(httpx.Response(200, content=b"{}".ljust(size)) for size in sizes), httpx.ReadTimeout("")]
    vars(remote)["_client"] = httpx.Client(transport=httpx.MockTransport(Mock(side_effect=answers)))
    monkeypatch.setattr(remotes, "MOST_BYTES", 2 << 20)
    assert remote._ask("GET", "models") == {}
    for sentence in ("sent more than 2 MiB", f"did not answer within {remotes.READ_SECONDS} s"):
        with pytest.raises(RemoteError, match=sentence):
            remote._ask("GET", "models")


def test_nobody_there():
    with pytest.raises(RemoteError, match="cannot be reached"):
        load_remote(Remote(url="http://127.0.0.1:9/v1", model="x"))


def test_a_run_keeps_its_steps_when_the_server_goes(server, slot):
    reads = itertools.count()
    server.spoil = lambda answer: answer if next(reads) < 2 else None
    events = [*happened(Service(slot).start([spec_of(max_denoising_steps=30)]))]
    assert sum(isinstance(event, Frame) for event in events) == 2
    assert isinstance(events[-1], Refused) and "cannot be reached, or broke off" in events[-1].sentence
    assert events[-1].sentence.endswith("its steps so far are kept.")
    server.spoil = lambda answer: answer
    *_, end = happened(Service(slot).start([spec_of(max_denoising_steps=2)]))
    assert isinstance(end, Ended), "it is back, and so is the model"


@pytest.mark.thorough
def test_a_slow_server_ends_the_run_and_not_the_others(server, monkeypatch, request):
    monkeypatch.setattr(remotes, "READ_SECONDS", 1)
    slot = request.getfixturevalue("slot")
    gate, reads = threading.Event(), itertools.count()

    def slow(answer):
        if next(reads) >= 1:
            gate.wait(30)
        return answer

    server.spoil = slow
    events = [*happened(Service(slot).start([spec_of()]))]
    gate.set()
    assert isinstance(events[-2], Frame) and "did not answer within 1 s" in events[-1].sentence


def test_nobody_looks_inside_from_here(slot):
    assert not slot.looks and "on another server, which gives probabilities of the 20 most" in slot.status()["sentence"]
    with pytest.raises(ModelError, match="on another server cannot be looked into"):
        slot.call(None, "looked into")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--remote", "http://x/v1"], "--remote needs --model"),
        (["--remote", "x:8000", "--model", "a/b"], "--remote must be like http://127.0.0.1:8000/v1"),
        (["--remote", "http://me:pw@x/v1", "--model", "a/b"], "without a name or a password"),
        (["--remote", "http://x/v1", "--model", "m", "--public"], "say --remote-for-all too"),
    ],
)
def test_what_a_server_cannot_have_is_refused_before_the_model_loads(arguments, sentence):
    assert sentence in serves_not(*arguments)


def test_the_key_comes_from_the_environment_and_no_model_of_ours_is_looked_for(monkeypatch):
    monkeypatch.setenv("PLAYGROUND_REMOTE_KEY", "secret")
    home = remote.home({"remote": "http://x/v1", "remote_top": 5}, "any name")
    assert home._server == {"url": "http://x/v1", "top": 5, "key": "secret"}
    home.check("any name")
