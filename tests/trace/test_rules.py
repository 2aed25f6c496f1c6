"""Rules that stand in Python and in JavaScript, on the cases that `assets/page/rules/cases.test.ts` reads too.

They are worked out by hand and stand in `tests/golden/rules`, one file a rule.
"""

import dataclasses
import json
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import metrics
import numpy as np
import pytest
import torch
from trace_helpers import trace_of
from transformers import DiffusionGemmaConfig

from playground.engine.full_size import full_config
from playground.engine.loading.source import EMBEDDED, EMBEDDED_NAME
from playground.engine.step import Rules
from playground.errors import SettingError
from playground.rules.cost import autoregressive_pass, denoiser_pass, encoder_pass
from playground.rules.ways import WAYS, Tokens, WayName
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings, all_knobs
from playground.spec.short import shortened
from playground.trace.budget import budget
from playground.trace.comparison import figures, times
from playground.trace.corrections import Correction, Reopening, corrections, reopenings
from playground.trace.divergence import Divergence, divergence, incomparable
from playground.trace.status import status
from playground.trace.thought import answer_and_thought, passages
from workshop.makers.shapes import FILE, FULL_SIZE, script

FOLDER = Path(__file__).parents[1] / "golden" / "rules"


def cases(name):
    listed = json.loads((FOLDER / f"{name}.json").read_text())
    return pytest.mark.parametrize("case", listed, ids=[case.get("name", str(i)) for i, case in enumerate(listed)])


@cases("schedule")
def test_schedule(case):
    values = {"schedule": case["shape"], "max_denoising_steps": case["steps"]}
    values |= {"t_max": case["t_max"], "t_min": case["t_min"]}
    if case["temperature"] is None:
        with pytest.raises(SettingError):
            SamplerSettings(**values)
        return
    settings = SamplerSettings(**values)
    rules = Rules.of([settings], Tokens(mask=-1, blank=0), torch.device("cpu"))
    assert rules.temperature(torch.tensor([case["step"]])).tolist() == pytest.approx([case["temperature"]], rel=1e-6)


@cases("thought")
def test_thought(case):
    texts = {}

    def ids(pieces):
        return [texts.setdefault(piece, len(texts) + 10) if isinstance(piece, str) else piece for piece in pieces]

    def decode(ids):
        spelled = {number: piece for piece, number in texts.items()}
        return "".join(spelled.get(token, f"[{token}]" if not case["marks"] else "") for token in ids)

    split = passages(ids(case["output"]), ids(case["prompt"]), case["marks"], decode)
    assert split == [(thought, text) for thought, text in case["passages"]]


@pytest.mark.parametrize(
    ("found", "sides"),
    [
        ([(True, "six"), (False, "It is")], ("It is", "six")),
        ([(False, "It is <thi")], ("It is ", "")),
        ([(True, "six </thi")], ("", "six ")),
        ([(True, "fin")], ("", "")),
        ([(True, "\n a b "), (False, "a < b"), (True, "c")], ("a < b", "a b c")),
    ],
)
def test_of_a_text_that_goes_on_what_may_become_a_mark_or_a_name_waits(found, sides):
    assert answer_and_thought(found, whole=False) == sides
    answer, thought = answer_and_thought(found)
    assert (answer, thought) == (
        "".join(text for thought, text in found if not thought),
        "".join(text for thought, text in found if thought).strip(),
    )


def run_of(steps, **header):
    """A run as the cases describe it; inputs do not matter here."""
    made = []
    for step in steps:
        more = {"mean_entropy": step.get("mean", 1.0), "encoder_tokens": step.get("read")}
        more |= {"stop_reason": step["stop"]} if "stop" in step else {}
        argmax = step["argmax"]
        made.append((step["block"], argmax, step["accepted"], step.get("sampled", argmax), more))
    return trace_of(made, **header)


@cases("divergence")
def test_divergence(case):
    first, second = run_of(case["first"]), run_of(case["other"])
    place = None if case["found"] is None else Divergence(*case["found"])
    assert divergence(first, second) == divergence(second, first) == place


def test_what_parts_runs_says_where_and_canvases_of_different_kinds_are_not_compared():
    assert str(Divergence(2, 7, 31)) == "block 2, step 7, position 31"
    assert str(Divergence(2, 7, None)) == "block 2, step 7, which only one of them has"
    step = (1, [2, 3], [1, 1])
    for run, reason in (
        (trace_of([(1, [2, 3, 4], [1, 1, 1])]), "the canvases have 2 and 3 positions"),
        (trace_of([step], way="autoregressive"), "only one of them writes token after token"),
        (trace_of([step], vocab_size=9), "the vocabularies have 8 and 9 tokens"),
        (dataclasses.replace(trace_of([step]), tokens={2: "?"}), "the same token ids stand for different texts"),
        (trace_of([step], source="elsewhere"), "only the text of the steps is recorded"),
        (trace_of([step], way="masked"), ""),
    ):
        assert incomparable(trace_of([step]), run) == reason


@cases("corrections")
def test_corrections(case):
    run = run_of(case["steps"])
    assert reopenings(run) == [Reopening(*each) for each in case["reopened"]]
    assert corrections(run) == [Correction(*each) for each in case["corrections"]]


@cases("figures")
def test_figures(case):
    row = figures(run_of(case["steps"]))
    assert {name: row[name] for name in case["figures"]} == pytest.approx(case["figures"])


@cases("seconds")
def test_seconds(case):
    headers = [
        dataclasses.replace(run_of([{"block": 1, "argmax": [4], "accepted": [1]}]).header, **changes)
        for changes in case["runs"]
    ]
    assert [list(time) for time in times(headers)] == case["times"]


@cases("fillers")
def test_fillers(case):
    run = run_of([{"block": 1, "argmax": case["argmax"], "accepted": [1] * 4}], special_ids=case["special"])
    run = dataclasses.replace(run, tokens={**run.tokens, **{int(id): text for id, text in case["tokens"].items()}})
    assert metrics.content(run).tolist() == [[bool(one) for one in case["content"]]]
    assert (len(run.text_ids), run.tokens_per_forward) == (case["text"], case["text"])


def test_content_is_before_end_of_text_and_not_padding_and_what_is_no_candidate_has_no_probability():
    steps = [(1, [2, 3, 1, 0], [1, 0, 1, 1]), (1, [2, 4, 4, 0], [0, 1, 0, 1]), (2, [1, 0, 0, 0], [1, 1, 1, 1])]
    run = trace_of(steps)
    assert metrics.content(run).tolist() == np.array([[1, 1, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0]], bool).tolist()
    without = metrics.content(trace_of(steps, pad_id=None))
    assert without[1].tolist() == [True] * 4, "a model without padding has content up to end-of-text"
    probability = metrics.probability(run, "sampled")
    assert probability[0].tolist() == pytest.approx([np.nan, 0.125, np.nan, np.nan], nan_ok=True)


@cases("status")
def test_status(case):
    assert status(np.array(case["accepted"], bool), np.array(case["block"])).tolist() == case["codes"]


@cases("ways")
def test_ways(case):
    way = WAYS[case["name"]]
    assert (way.sticky, way.causal, way.begins) == (case["sticky"], case["causal"], case["begins"])
    assert list(way.statuses) == case["statuses"]
    columns = (np.array(case[name]) for name in ("accepted", "sampled_ids", "argmax_ids"))
    assert way.standing(*columns).tolist() == case["standing"]


def test_the_cases_have_every_way():
    ways = [case["name"] for case in json.loads((FOLDER / "ways.json").read_text())]
    assert ways == list(WAYS) == list(get_args(WayName))


@cases("budget")
def test_budget(case):
    pinned = np.array(case["pinned"]) if "pinned" in case else None
    spent = budget(np.array(case["entropy"], "float32"), case["bound"], pinned)
    assert (spent.order.tolist(), spent.before.tolist(), spent.cut) == (case["order"], case["before"], case["cut"])
    assert np.flatnonzero(spent.accepted).tolist() == sorted(case["order"][: case["cut"]])


def config_of(model):
    """A configuration by its name, or one that holds only what the formulas read."""
    if model == FULL_SIZE:
        return full_config()
    if model == EMBEDDED_NAME:
        return DiffusionGemmaConfig.from_pretrained(EMBEDDED)
    kinds = [layer for layer in model["layers"] for _ in range(layer["count"])]
    text = SimpleNamespace(
        vocab_size=model["vocabulary"],
        hidden_size=model["hidden"],
        intermediate_size=model["intermediate"],
        moe_intermediate_size=model["expert"],
        num_experts=model["experts"],
        top_k_experts=model["routed"],
        num_attention_heads=model["heads"],
        sliding_window=model["window"],
        layer_types=["sliding_attention" if layer["sliding"] else "full_attention" for layer in kinds],
        per_layer_config=[
            SimpleNamespace(head_dim=layer["size"], num_key_value_heads=layer["keyHeads"]) for layer in kinds
        ],
    )
    return SimpleNamespace(text_config=text, canvas_length=model["canvas"])


PASSES = {"denoiser": denoiser_pass, "autoregressive": autoregressive_pass, "encoder": encoder_pass}


@cases("cost")
def test_what_a_pass_costs(case):
    cost = PASSES[case["kind"]](config_of(case["model"]), **case["asked"])
    assert (cost.flops, cost.bytes) == (pytest.approx(case["flops"]), pytest.approx(case["bytes"]))


def test_the_page_knows_the_shapes_as_they_are():
    assert FILE.read_text() == script(), "run `python -m workshop.makers.shapes`"


@cases("shortened")
def test_shortened_specs(case):
    """The cases have the defaults of the settings in them, in the order of the table, for the page's rule."""
    table = {name: knob.default for name, knob in all_knobs().items()}
    assert list(case["defaults"].items()) == [one for one in table.items() if one[0] in case["defaults"]]
    short = shortened(case["spec"])
    assert short == case["short"] and json.dumps(short) == json.dumps(case["short"]), "in the same order too"
    assert shortened(short) == short
    read = RunSpec.from_dict({**short, "sampler_source": ""})
    again = {**shortened(read.to_dict()), "sampler_source": short.get("sampler_source", "")}
    assert again == {"sampler_source": "", **short}, "which is a spec"
