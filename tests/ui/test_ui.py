"""The page's server side, through the real Gradio app over HTTP and through the handlers themselves."""

import base64
import itertools
import json
import re
import urllib.request

import gradio as gr
import pytest
from click.testing import CliRunner
from service_helpers import assert_same_columns

import playground as pg
from playground.commands.serve import serve
from playground.engine.batch import Batch
from playground.limits import Limits
from playground.recording import record
from playground.service import EngineSlot, Service
from playground.settings import all_knobs
from playground.ui.handlers import WAY_KNOBS, Handlers
from playground.ui.interface import build

pytestmark = pytest.mark.slow

CHANGED = {"max_denoising_steps": 5, "entropy_bound": 1.0, "max_new_tokens": 32}
SHORT = {name: knob.default for name, knob in all_knobs().items()} | CHANGED
SETTINGS = pg.SamplerSettings(**CHANGED)
TEXT_ALONE = ("", False, "")
"""No system prompt, no thinking, no picture."""


def messages(generator):
    return [json.loads(message) for message in generator]


def test_the_page_names_its_files_before_gradio_and_both_are_kept_for_good(address):
    with urllib.request.urlopen(address) as response:
        page = response.read().decode()
    (main,) = re.findall(r'<link rel="modulepreload" href="(.+/main.js)">', page)
    gradio = re.search(r'src="./(assets/.+?)"', page)
    assert page.index(main) < gradio.start()
    assert page.index("<base ") < page.index(main), "else the address is relative to something else"
    loader = page.partition("import(new URL(")[2]
    assert main in loader[:100], "what is preloaded is what is loaded"
    for path in (main, gradio[1]):
        with urllib.request.urlopen(address + path) as response:
            assert "immutable" in response.headers["Cache-Control"], path


def test_files_without_a_hash_are_asked_about_each_time(address):
    for path in ("js/main.js", "css/player.css", "recorded/index.json", "js/vendor/plotly-basic.min.js"):
        with urllib.request.urlopen(f"{address}playground/{path}") as response:
            assert response.headers["Cache-Control"] == "no-cache"
            assert response.headers["ETag"]


# The handlers by themselves.


def test_an_abandoned_run_is_closed_and_its_frames_are_kept(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    taken, *seen = messages(itertools.islice(run, 5))
    assert [m["kind"] for m in seen] == ["start", "frame", "frame", "frame"]
    run.close()  # what Gradio does when the tab is closed
    trace = pg.Trace.from_bytes(base64.b64decode(handlers.trace(taken["run"])["packed"]))
    assert (len(trace), trace.finish_reason) == (3, "stopped")


def test_a_stopped_run_ends_after_its_step_and_a_second_stop_does_nothing(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    taken, *seen = messages(itertools.islice(run, 4))
    assert handlers.stop(taken["control"]) and handlers.stop(taken["control"])
    seen += messages(run)
    assert [m["kind"] for m in seen] == ["start", "frame", "frame", "end"]
    assert seen[-1]["finish_reason"] == "stopped"
    assert not handlers.stop(taken["control"])


def test_a_stop_that_comes_before_its_run_has_its_turn_counts(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    handlers.stop(json.loads(next(run))["control"])
    assert [m["kind"] for m in messages(run)] == ["refused"]


def test_names_that_somebody_makes_up_neither_stop_a_run_nor_throw_it_away(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    taken, *_ = messages(itertools.islice(run, 2))
    for number in range(200):
        assert not handlers.stop(f"made up {number}") and handlers.ended(f"made up {number}")
    assert not handlers.stop(taken["run"]), "who may see a run may not stop it"
    assert messages(run)[-1]["kind"] == "end" and handlers.trace(taken["run"])["packed"]


def test_the_first_message_brings_the_ticket_back_and_no_more_than_a_ticket(slot):
    handlers = Handlers(Service(slot))
    for ticket, back in (("mine", "mine"), ("x" * 1000, "x" * 64), (None, ""), (7, "7")):
        run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, ticket)
        assert json.loads(next(run))["ticket"] == back
        run.close()


def test_a_trace_is_packed_once(slot, monkeypatch):
    handlers = Handlers(Service(slot))
    *_, end = messages(handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, ""))
    monkeypatch.setattr(pg.Trace, "to_bytes", None)
    assert handlers.trace(end["run"]) == handlers.trace(end["run"])


def test_a_run_waits_for_the_model_and_says_so(random_folder, monkeypatch):
    monkeypatch.setattr("playground.service.service.WAIT_SECONDS", 0.01)
    slot = EngineSlot(str(random_folder))
    run = Handlers(Service(slot)).generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    next(run)
    first = json.loads(next(run))
    assert first["kind"] == "waiting"
    assert first["sentence"] == "The model is still loading; the run starts when it is ready."
    slot.start()
    kinds = [m["kind"] for m in messages(run)]
    assert kinds[-1] == "end" and "start" in kinds


def test_a_model_that_cannot_be_loaded_is_told_in_one_sentence(tmp_path):
    slot = EngineSlot(str(tmp_path))
    slot.start()
    assert slot.wait(60)
    status = slot.status()
    assert status["state"] == "failed" and "not a checkpoint" in status["sentence"]
    run = Handlers(Service(slot)).generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    next(run)
    assert json.loads(next(run))["sentence"] == status["sentence"]
    with pytest.raises(Exception, match="not a checkpoint"):
        next(run)


def test_a_crash_inside_a_run_keeps_the_frames_and_says_that_it_failed(slot, monkeypatch):
    handlers = Handlers(Service(slot))
    step, passes = Batch.step, itertools.count()

    def broken(batch):
        if len(batch) and next(passes) == 2:
            raise RuntimeError("out of memory")
        return step(batch)

    monkeypatch.setattr(Batch, "step", broken)
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    taken, *seen = messages(itertools.islice(run, 5))
    assert [m["kind"] for m in seen] == ["start", "frame", "frame", "refused"]
    assert "The run failed (RuntimeError)" in seen[-1]["sentence"]
    with pytest.raises(gr.Error) as raised:
        next(run)
    assert raised.value.message == seen[-1]["sentence"]
    assert handlers.trace(taken["run"])["packed"], "the steps that arrived are kept"


def test_a_trace_is_handed_out_to_who_knows_its_run(slot, random_model):
    handlers = Handlers(Service(slot))
    *_, end = messages(handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, ""))
    trace = pg.Trace.from_bytes(base64.b64decode(handlers.trace(end["run"])["packed"]))
    expected = record(random_model, "hello", SETTINGS, seed=3)
    assert_same_columns(trace, expected)
    assert "no longer keeps this run" in handlers.trace("another")["refused"]


def test_the_page_can_ask_whether_its_run_is_over(slot):
    handlers = Handlers(Service(slot))
    run = handlers.generate("hello", 3, *SHORT.values(), *TEXT_ALONE, "")
    name = json.loads(next(run))["run"]
    assert not handlers.ended(name), "it waits for its turn"
    assert handlers.trace(name)["refused"] == "This run has not ended yet."
    next(run)
    assert not handlers.ended(name)
    list(run)
    assert handlers.ended(name)
    refused = handlers.generate("", 3, *SHORT.values(), *TEXT_ALONE, "")
    name, _ = json.loads(next(refused))["run"], next(refused)
    refused.close()
    assert handlers.ended(name)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (dict(image="hello"), "is not a base64 data URL of a picture"),
        (dict(image="data:text/html;base64,aGVsbG8="), "is not a base64 data URL of a picture"),
        (dict(image="data:image/png;base64,%%%"), "is not a base64 data URL of a picture"),
        (dict(image="data:image/png;base64," + "A" * 44), "The picture is too large"),
        (dict(image={"path": "/etc/passwd"}), "is not a base64 data URL of a picture"),
        (dict(image="data:image/png;base64,aGVsbG8="), "does not support a picture"),
        (dict(system=["x"]), "The system prompt is ['x']; it must be text"),
        (dict(prompt={"text": "x"}), "The prompt is empty"),
        (dict(prompt="a\ud800"), "The prompt holds U+D800, half of a character"),
        (dict(system="a\ud800"), "The system prompt holds U+D800, half of a character"),
        (dict(sampler=["entropy-bound"]), "sampler is "),
        (dict(seed={}), "seed is "),
    ],
    ids=str,
)
def test_values_that_no_form_would_send_are_refused_with_a_sentence(slot, values, sentence):
    handlers = Handlers(Service(slot, Limits(image_bytes=32)))
    form = dict(prompt="hello", seed=3, **SHORT, system="", thinking=False, image="", ticket="", steering="") | values
    _, refused = itertools.islice(handlers.stream(form), 2)
    assert json.loads(refused)["kind"] == "refused" and sentence in json.loads(refused)["sentence"]


def test_an_unknown_model_is_refused_with_one_sentence():
    refused = CliRunner().invoke(serve, ["--model", "nonsense"])
    assert refused.exit_code == 2 and "There is no model 'nonsense'" in refused.output


def test_the_page_opens_traces_as_large_as_the_server_allows(slot):
    """And it knows what else the server allows, before Gradio has arrived."""
    for page, mib in ((build(Service(slot)), 64), (build(Service(slot), max_mib=7), 7)):
        data = re.search(r'<script type="application/json" id="playground-config">(.+?)</script>', page._head)[1]
        config = json.loads(data)
        assert (config["max_mib"], config["max_seed"]) == (mib, 2**53 - 1)
        assert config["prompt_characters"] == Limits().prompt_characters
        assert [knob["name"] for knob in config["knobs"]] == list(all_knobs())


def test_a_way_of_writing_brings_its_own_defaults_and_uniform_those_of_the_model(slot):
    handlers = Handlers(Service(slot))
    masked, uniform = (handlers.way_defaults(way) for way in ("masked", "uniform"))
    assert masked["draw"] == "greedy" and masked["self_conditioning"] == "off" and masked["t_max"] == 1.0
    own = slot.settings.to_dict()
    assert uniform == {name: own[name] for name in WAY_KNOBS}
    assert handlers.way_defaults("nonsense") == {}
