"""What every door shares: how a run is asked for, and how it is told."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from trace_helpers import changed, trace_of

import playground as pg
from playground.errors import ExportError, LimitError
from playground.plugins.api import functions, runs
from playground.plugins.api.asking import check_names, read
from playground.plugins.api.explanation import MOST_NAMED, explain
from playground.plugins.api.functions import Api
from playground.plugins.api.link import MOST_PROMPT, link
from playground.plugins.api.runs import Runs, draft
from playground.server.interface import RECORDED
from playground.server.page import config_of
from playground.service import EngineSlot, Service, Visitor
from playground.service.limits import PRIVATE
from playground.service.turns import NOBODY
from playground.spec.settings import all_knobs
from playground.trace import Trace
from workshop.page.sources import node

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"


def test_what_is_not_given_is_the_models_own_or_the_ways():
    own = pg.SamplerSettings(t_max=0.7, max_new_tokens=16)
    masked = own.replace(way="masked")
    assert (masked.draw, masked.t_max, masked.max_denoising_steps, masked.max_new_tokens) == ("greedy", 1.0, 256, 16)
    assert own.replace(way="masked", t_max=1.5).t_max == 1.5 and own.replace(sampler="psi", kappa=0.5).t_max == 0.7


@pytest.mark.parametrize("settings", [{"zest": 1}, {"t_max": []}, {"sampler": {}}, {"kappa": 2}])
def test_what_no_run_can_have_is_refused_before_anybody_waits(settings):
    check_names({"way": "masked", "t_max": 1.5, "kappa": 0.5})
    with pytest.raises(pg.SettingError):
        check_names(settings)


@pytest.mark.parametrize("name", ["story", "hostile"])
def test_a_step_is_explained_by_what_was_recorded(name):
    trace = Trace.load(GOLDEN / f"{name}.trace")
    before = np.zeros(trace.header.canvas_length, bool)
    for number in range(1, len(trace) + 1):
        explanation = explain(trace, number, name)
        now = trace.columns["accepted"][number - 1]
        if explanation["step_of_block"] == 1:
            before = np.zeros_like(now)
        assert explanation["accepted"] == now.sum() and explanation["newly_accepted"] == (now & ~before).sum()
        reopened = np.flatnonzero(before & ~now).tolist()
        assert [one["position"] for one in explanation["relapsed"]] == reopened[:MOST_NAMED]
        hardest = sorted(trace.columns["entropy"][number - 1])[::-1][:MOST_NAMED]
        assert [one["entropy"] for one in explanation["hardest"]] == pytest.approx(hardest, abs=1e-4)
        assert explanation["bound"]["used"] <= explanation["bound"]["value"] + 1e-5, "what was kept fits its budget"
        assert re.search(f"kept {now.sum()} of .* reopened {len(reopened)} ", explanation["sentence"])
        assert len(json.dumps(explanation)) < 4000
        before = now
    for number in (0, len(trace) + 1, "1", 1.0, True):
        with pytest.raises(pg.TraceError, match=f"this run has steps 1 to {len(trace)}"):
            explain(trace, number, name)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"prompt": "  \n"}, "The prompt is empty"),
        ({"pins": ["cat"]}, "A pin is 'cat'; it must be PLACE=TEXT"),
        ({"pins": ["1=a"] * 1001}, "pins must be a list of up to 1,000 texts"),
        ({"noise": 0.5}, "noise is for a text to start from; give start too"),
        ({"start": "a", "noise": 2}, "noise is 2; it must be the share of a start"),
        ({"start": "a" * 100_001}, "have 100,001 characters; at most 100,000 here"),
        ({"branch": "lily"}, "branch is 'lily'; it must be RUN@STEP or RUN@BLOCK.STEP"),
        ({"branch": "nobody@3"}, "There is no run called 'nobody'; the server keeps the last 64"),
        ({"branch": "lily@999", "prompt": ""}, "There is no step 999 in block 1 to branch from"),
        ({"branch": "lily@9"}, "A branch keeps the prompt of its run"),
        ({"branch": "lily@9", "prompt": "", "start": "a"}, "A branch starts where its run was; leave out start"),
    ],
)
def test_what_is_no_run_is_refused_with_a_sentence(values, sentence):
    runs = Runs(Service(EngineSlot()), RECORDED)
    read({"prompt": "hello", "pins": ["1=a"] * 1000, "start": "a" * 99_000}, runs)
    with pytest.raises(pg.PlaygroundError, match=sentence):
        read({"prompt": "hello"} | values, runs)


def test_recorded_runs_are_listed_a_rule_judges_a_text_and_what_has_no_answer_is_refused_with_a_sentence(monkeypatch):
    api = Api(Service(EngineSlot()), RECORDED)
    lily = Trace.load(RECORDED / "lily.trace").header
    listed = {"run": "lily", "title": "Lily, a cat and a red ball", "prompt": lily.prompt, "seed": lily.seed}
    assert api.examples()[0] == listed
    right = api.check("Solve 123. 341. 21.. ....", "1234\n3412\n2143\n4321")
    assert (right["task"], right["right"]) == ("Sudoku", True)
    nothing = {"task": "", "right": None, "sentence": "No rule knows all that this prompt asks for."}
    assert api.check("What is love?", "baby") == nothing
    for wrong in ([], ["lily"] * 9, "lily"):
        with pytest.raises(pg.TraceError, match="runs must be a list of 1 to 8 names"):
            api.compare(wrong)
    with pytest.raises(pg.TraceError, match="A run is named by what `write` returned"):
        api.trace("../app")
    for ended, sentence in ((False, "has not ended yet; wait for it"), (True, "recorded no step")):
        service = Mock(**{"tapes.of_run.return_value": (None, Mock(ended=ended, packed=b""))})
        with pytest.raises(pg.TraceError, match=f"This run {sentence}"):
            Runs(service, RECORDED).packed("one")
    with pytest.raises(LimitError, match="it may have at most 100,000 here"):
        api.check("x" * 100_001, "")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(functions, "save_bytes_to_cache", full)
    with pytest.raises(ExportError, match=r"^The server cannot write the file of this run: No space left on device\.$"):
        api.trace("lily")


def test_pins_use_nothing_of_the_budget():
    more = {"entropy": np.array([2.5, 0.125, 0.5, 3], "float32"), "more": {"pinned": np.array([1, 0, 0, 0], bool)}}
    trace = trace_of([(1, [5, 6, 7, 2], [1, 1, 1, 0], [5, 6, 7, 2], more)])
    assert explain(trace, 1, "made")["bound"]["used"] == 0.125


def test_the_draft_of_the_last_step_is_the_text():
    trace = Trace.load(GOLDEN / "story.trace")
    frames = trace.frame(0), trace.frame(len(trace) - 1)
    first, last = (draft(frame, trace.header, lambda ids: [trace.tokens[i] for i in ids]) for frame in frames)
    assert last.strip() == trace.text.strip() and first != last


def test_the_page_reads_the_link_of_a_run():
    header = Trace.load(GOLDEN / "story.trace").header
    header = changed(header, prompt="Tell & ask: 100 % of “ünï”+#?\n<b>", settings=header.settings | {"t_max": 0.75})
    header = replace(header, spec=header.spec | {"pins": {"3": 7}})
    address = link("http://localhost:7860/", header)
    assert address.startswith("http://localhost:7860/#spec=")
    script = """
        import { decode } from "./assets/page/page/address.ts";
        const { hash, knobs } = JSON.parse(process.argv[1]);
        process.stdout.write(JSON.stringify(decode(hash, knobs)));
    """
    argument = json.dumps({"hash": address.partition("#")[2], "knobs": config_of(PRIVATE, 64, False)["knobs"]})
    command = [*node(), "--input-type=module", "-e", script, argument]
    read = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    spec = read["state"]["run"]["spec"]
    assert read["complaints"] == [] and (spec["prompt"]["text"], spec["seed"]) == (header.prompt, header.seed)
    assert spec["pins"] == {"3": 7} and "start" not in spec
    settings = {name: header.settings.get(name, knob.default) for name, knob in all_knobs().items()}
    assert spec["settings"] == settings and (spec["model"], spec["revision"]) == (header.model, header.revision)


def test_a_run_that_no_address_can_hold_has_no_link():
    header = Trace.load(GOLDEN / "story.trace").header
    assert link("x", changed(header, prompt="x" * (MOST_PROMPT + 1))) == ""
    assert link("x", changed(header, prompt="x" * MOST_PROMPT)) != ""
    assert link("x", changed(header, prompt="\U0001f32b" * (MOST_PROMPT // 2 + 1))) == "", "counted as the page counts"
    assert link("x", changed(header, image_sha256="ab")) == ""
    assert link("x", Trace.load(GOLDEN.parent / "runs/elsewhere.trace").header) == ""


def test_large_traces_are_read_in_a_turn_of_whoever_asks(monkeypatch):
    service, held = Service(EngineSlot()), []
    read = Trace.from_bytes
    monkeypatch.setattr(Trace, "from_bytes", lambda packed: held.append(len(service.turns)) or read(packed))
    asked, anna = Runs(service, RECORDED), Visitor("anna")
    calls = (lambda: asked.explanation("lily", 1, anna), lambda: asked.comparison(["lily", "long"], anna))
    for call in calls:
        call()
    monkeypatch.setattr(runs, "AT_ONCE", 10_000)
    for call in calls:
        call()
    assert held == [0, 0, 0, 1, 1, 1] and not len(service.turns)
    turns = [service.turns.take_now(NOBODY) for _ in range(service.limits.runs)]
    for call in calls:
        with pytest.raises(LimitError, match="no room for this just now"):
            call()
    for turn in turns:
        turn.close()
