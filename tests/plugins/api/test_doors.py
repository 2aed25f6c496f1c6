"""What every door shares: how a run is asked for, and how it is told."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from trace_helpers import changed, trace_of

import playground as pg
from playground.errors import LimitError
from playground.plugins.api import runs
from playground.plugins.api.asking import check_names
from playground.plugins.api.explanation import MOST_NAMED, explain
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
OWN = pg.SamplerSettings(t_max=0.7, max_new_tokens=16)


@pytest.mark.parametrize(
    ("settings", "wanted"),
    [
        ({}, {"t_max": 0.7, "max_denoising_steps": 48, "max_new_tokens": 16}),
        ({"way": "masked"}, {"draw": "greedy", "t_max": 1.0, "max_denoising_steps": 256, "max_new_tokens": 16}),
        ({"way": "masked", "t_max": 1.5}, {"draw": "greedy", "t_max": 1.5}),
        ({"sampler": "top-k"}, {"sampler": "top-k", "t_max": 0.7}),
        ({"sampler": "psi", "kappa": 0.5}, {"kappa": 0.5}),
    ],
)
def test_what_is_not_given_is_the_models_own_or_the_ways(settings, wanted):
    check_names(settings)
    assert OWN.replace(**settings).to_dict().items() >= wanted.items()


@pytest.mark.parametrize("settings", [{"zest": 1}, {"t_max": []}, {"sampler": {}}, {"way": 3}, {"kappa": 2}])
def test_what_no_run_can_have_is_refused_before_anybody_waits(settings):
    with pytest.raises(pg.SettingError):
        check_names(settings)


@pytest.mark.parametrize("name", ["story", "sudoku", "hostile", "stopped"])
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
        entropy = trace.columns["entropy"][number - 1]
        assert [one["entropy"] for one in explanation["hardest"]] == pytest.approx(
            sorted(entropy)[::-1][:MOST_NAMED], abs=1e-4
        )
        assert explanation["bound"]["used"] <= explanation["bound"]["value"] + 1e-5, (
            "what the sampler kept fits its budget"
        )
        assert (
            f"kept {now.sum()} of" in explanation["sentence"]
            and f"reopened {len(reopened)} " in explanation["sentence"]
        )
        assert len(json.dumps(explanation)) < 4000
        before = now
    for number in (0, len(trace) + 1, "1", 1.0, True):
        with pytest.raises(pg.TraceError, match=f"this run has steps 1 to {len(trace)}"):
            explain(trace, number, name)


def test_pins_use_nothing_of_the_budget():
    more = {"entropy": np.array([2.5, 0.125, 0.5, 3], "float32"), "more": {"pinned": np.array([1, 0, 0, 0], bool)}}
    trace = trace_of([(1, [5, 6, 7, 2], [1, 1, 1, 0], [5, 6, 7, 2], more)])
    assert explain(trace, 1, "made")["bound"]["used"] == 0.125


def test_the_draft_of_the_last_step_is_the_text():
    trace = Trace.load(GOLDEN / "story.trace")
    texts = [
        draft(trace.frame(row), trace.header, lambda ids: [trace.tokens[i] for i in ids]) for row in range(len(trace))
    ]
    assert texts[-1].strip() == trace.text.strip() and texts[0] != texts[-1]


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
    knobs = [
        {**knob, "minimum": knob["minimum"], "maximum": knob["maximum"]}
        for knob in config_of(PRIVATE, 64, False)["knobs"]
    ]
    argument = json.dumps({"hash": address.partition("#")[2], "knobs": knobs})
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
