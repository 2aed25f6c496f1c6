"""The same run in Chromium as in Python on this computer: each decision of each step, and figures within 1e-4.

`workshop.bench.same_run` says what is compared: tokens, masks, steps and reasons to the bit; temperature, entropies and
probabilities within 1e-4; candidates in their order, where each is clearly more probable than the next. Two processors
may round two equal figures differently, and a run then parts there, so most specs here are some that do not; how many
do is counted by `bench`.
"""

import dataclasses

import numpy as np
import pytest
from page_helpers import TITLES

from playground.assets import ASSETS
from playground.engine.recording import record
from playground.engine.steering import pins_of, start_of
from playground.errors import SpecError
from playground.plugins.inside.look import look, without_conditioning
from playground.rules.samplers import BUILT_IN
from playground.rules.ways import WAYS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings
from playground.spec.steering import Edit
from playground.trace import Trace
from playground.trace.branching import branch, spec_of
from workshop.bench.parity import short_runs
from workshop.bench.same_run import COUNTED, DECIDED, FIGURES, differences, parts_by_rounding

STORY = "Write a story about Lily, a cat and a red ball."
TALE = "Lily had a red ball. She played with her cat in the park all day and was very happy."
THOROUGH = pytest.mark.thorough


def often(names, values, count):
    """Of the cases of a test, the first few in every run and the others in thorough ones."""
    return pytest.mark.parametrize(names, [*values[:count], *(pytest.param(v, marks=THOROUGH) for v in values[count:])])


@pytest.fixture
def same(here, embedded_model):
    """Makes a run in both places and checks that it is the same, but for rounding; gives its name and trace there."""

    def same(spec, parent="", *, anew=False, steps=None):
        there = record(embedded_model, spec)
        (name,), traces, refused = here.run([spec], [parent] if parent else [], anew=anew)
        assert not refused and traces[0].header.device == "browser"
        assert not (names := differences(there, traces[0])) or parts_by_rounding(there, traces[0]), names
        assert steps is None or [block.steps for block in there.blocks] == steps
        return name, traces[0]

    return same


def settings(way="uniform", **changes):
    short = {"max_denoising_steps": 4, "max_new_tokens": 128, "t_max": 0.7, "t_min": 0.3}
    return SamplerSettings(**{**WAYS[way].defaults, **short, "way": way, **changes})


def of(prompt=STORY, **more):
    """A spec; what is no field of it is a setting."""
    fields = {name: more.pop(name) for name in ("start", "noise", "keep", "pins", "edits", "seed") if name in more}
    return RunSpec(prompt=Prompt(text=prompt), settings=settings(**more), **fields)


QUICK = ("france.trace", "json.trace")


@often("file", [*QUICK, *sorted({*TITLES} - {*QUICK})], len(QUICK))
def test_each_recorded_run(here, file):
    recorded = Trace.load(ASSETS / "recorded" / file)
    _, (trace,), _ = here.run([spec_of(recorded)])
    assert differences(recorded, trace) == []


RULES = enumerate([(way, kind.name) for kind in BUILT_IN for way in kind.ways])


@pytest.mark.parametrize(("place", "rule"), [(place, rule) for place, rule in RULES if place % 2 == (place > 9)])
def test_half_of_the_samplers_in_their_ways(same, place, rule):
    """With all draws and schedules in turn. The thorough runs below have the other half."""
    draw, schedule = ("fast", "exact", "greedy")[place % 3], ("cosine", "linear", "exponential", "constant")[place % 4]
    same(of(way=rule[0], sampler=rule[1], draw=draw, schedule=schedule, seed=place + 40))


@THOROUGH
def test_runs_of_all_rules_are_the_same_or_part_by_rounding(here, embedded_model):
    parted = 0
    for spec in short_runs(114):  # each rule with each draw, twice
        there = record(embedded_model, spec)
        _, (trace,), _ = here.run([spec])
        names = differences(there, trace)
        assert not names or parts_by_rounding(there, trace), (spec, names)
        parted += bool(names)
    assert parted < 12


@pytest.mark.parametrize(("draw", "length"), [("exact", 12), ("greedy", 1), pytest.param("fast", 140, marks=THOROUGH)])
def test_token_after_token(same, draw, length):
    same(
        of("Write a long story about Tom, a puppy and a ball.", way="autoregressive", draw=draw, max_new_tokens=length)
    )


def test_pins_and_edits(same, embedded_model):
    pins = pins_of(embedded_model, "Lily ____(3) cat. ____", whole=True)
    edits = [Edit(block=1, step=2, cells={60: 20, 61: None}), Edit(block=1, step=4, cells={70: 21})]
    _, trace = same(of(pins=pins, edits=edits))
    assert trace.columns["pinned"].any() and trace.columns["edited"].any()


@often("keep", ["favoured", "held", "free"], 1)
def test_a_text_of_ones_own(same, embedded_model, keep):
    start = start_of(embedded_model, TALE)
    _, trace = same(of("Write it better.", start=start, noise=0.4, keep=keep, favour_margin=2.0))
    assert ("lead" in trace.columns) == (keep == "favoured")


CONDITIONING = [
    {"self_conditioning_scale": 0.6},
    {"self_conditioning": "off"},
    {"self_conditioning_scale": 0.0},
    {"self_conditioning_scale": 1.7, "sampler": "gibbs"},
    {"way": "masked", "self_conditioning": "on"},
]


@often("changes", CONDITIONING, 1)
def test_self_conditioning(same, changes):
    same(of(**changes))


@often("length", [130, 200, 384], 1)
def test_several_canvases_and_a_length_between(same, embedded_model, length):
    same(
        of("Write a long story about Tom.", max_new_tokens=length, pins={length - 1: 20}), steps=[4] * -(-length // 128)
    )


@often("way", ["uniform", "autoregressive"], 0)
def test_a_prompt_of_1100_tokens(same, embedded_model, way):
    prompt = "Write a story about Lily and her dog. " * 110
    _, trace = same(of(prompt, way=way, max_new_tokens=6 if way == "autoregressive" else 128))
    assert len(trace.header.prompt_ids) > 1_100


@pytest.fixture
def parent(here):
    """A run of two blocks in the page, whose moments are the newest: its spec, its name and its trace there."""
    spec = of("Write a long story about Tom.", max_new_tokens=256, pins={200: 20}, seed=4)
    (name,), (trace,), _ = here.run([spec])
    assert [block.steps for block in trace.blocks] == [4, 4]
    return spec, name, trace


BRANCHES = {
    "the second block": (2, 2, {"settings": {"sampler": "psi", "draw": "fast"}}),
    "a sampler": (1, 2, {"settings": {"sampler": "klass"}}),
    "nothing": (1, 2, {}),
    "a seed": (1, 2, {"seed": 9}),
    "pins": (1, 3, {"pins": {5: 20, 200: 20}}),
    "edits": (1, 2, {"edits": (Edit(block=1, step=4, cells={7: 30, 8: None}),)}),
    "conditioning": (1, 2, {"settings": {"self_conditioning": "off"}}),
    "the first canvas": (1, 0, {"seed": 9, "pins": {5: 20, 200: 20}}),
    "a block's last step": (1, 4, {"seed": 9}),
    "pins in the next block": (1, 4, {"pins": {130: 20, 200: 20}}),
    "more steps after the last": (1, 4, {"settings": {"max_denoising_steps": 6}}),
    "a block's first canvas": (2, 0, {"seed": 9, "settings": {"sampler": "gibbs"}}),
}


def of_branch(spec, block, step, changes):
    changes = dict(changes)
    if "settings" in changes:
        changes["settings"] = spec.settings.replace(**changes["settings"])
    return branch(spec, step, block=block, **changes)


@often("name", [*BRANCHES], 2)
def test_branches_from_a_kept_moment_and_from_the_beginning(same, parent, name):
    spec, run, whole = parent
    block, step, changes = BRANCHES[name]
    spec = of_branch(spec, block, step, changes)
    _, trace = same(spec, run)
    shared = 4 * (block - 1) + step
    kept = trace.columns["seconds"][:shared] == whole.columns["seconds"][:shared]
    assert kept.all()  # those steps were not computed again
    assert trace.header.branch.differs is None
    _, anew = same(spec, anew=True)
    assert shared == 0 or not (anew.columns["seconds"][:shared] == whole.columns["seconds"][:shared]).all()


@THOROUGH
@pytest.mark.parametrize("way", ["uniform", "masked"])
def test_two_branches_in_a_row(same, way):
    spec = of(way=way, max_denoising_steps=7, draw="fast")  # rounding grows with each step
    first = of_branch(spec, 1, 3, {"settings": {"sampler": "top-k"}, "seed": 5})
    second = of_branch(first, 1, 5, {"pins": {9: 20}})
    again = of_branch(first, 1, 3, {"seed": 6})  # at the same step as the first
    run, _ = same(spec)
    run, _ = same(first, run)
    for each in (second, again):
        same(each, run)


@THOROUGH
def test_a_branch_of_a_text_that_is_written_token_after_token(same):
    spec = of("Write a long story about Tom.", way="autoregressive", draw="fast", max_new_tokens=20)
    run, _ = same(spec)
    same(of_branch(spec, 1, 7, {"seed": 5, "settings": {"t_max": 1.5}}), run)


@pytest.mark.parametrize(
    ("block", "step", "changes"),
    [
        (1, 4, {"pins": {5: 20, 200: 20}}),
        pytest.param(3, 1, {}, marks=THOROUGH),
        pytest.param(2, 0, {"settings": {"max_new_tokens": 100}, "pins": {}}, marks=THOROUGH),
    ],
)
def test_a_branch_that_cannot_be_ends_the_run_in_the_same_words(here, embedded_model, parent, block, step, changes):
    spec = of_branch(parent[0], block, step, changes)
    with pytest.raises(SpecError) as refusal:
        record(embedded_model, spec)
    _, _, refused = here.run([spec])
    assert refused == [str(refusal.value)]


LOOKS = {
    "a first step that ends its block": ({"max_denoising_steps": 1}, 1, 1),
    "a later step": ({}, 1, 3),
    "a second block": ({"max_new_tokens": 256, "pins": {200: 20}}, 2, 1),
    "token after token": ({"way": "autoregressive", "max_new_tokens": 5, "draw": "fast"}, 1, 3),
}


@often("name", [*LOOKS], 1)
@often("run", [True, False], 1)
def test_looking_inside_shows_the_same_distribution_and_attention(here, embedded_model, name, run):
    """After a run, whose moments are kept, and without one."""
    changes, block, step = LOOKS[name]
    spec, position = of(**changes, seed=7 + run), step - 1
    if run:
        here.run([spec])
    question = {"spec": spec.to_dict(), "block": block, "step": step, "position": position}
    seen, ours = look(embedded_model, spec, position, block=block, step=step), here.ask("look_inside", question)
    probs = dict(zip(ours["ids"], ours["probs"], strict=True))
    np.testing.assert_allclose([probs[token] for token in seen.ids], seen.probs, atol=1e-4)
    assert ours["keys"] == embedded_model.token_texts(seen.keys) and ours["prefix"] == seen.prefix
    assert (ours["layers"], ours["heads"]) == seen.attention.shape[:2]
    assert ours["sampled"] == seen.frame.sampled_ids[position]
    assert ours["accepted"] == seen.frame.accepted[position]
    np.testing.assert_allclose(ours["attention"], seen.attention.ravel(), atol=1e-4)
    causal = np.zeros(0) if seen.causal is None else seen.causal.ravel()
    np.testing.assert_allclose(ours["causal"] or [], causal, atol=1e-4)


@THOROUGH
def test_a_step_without_conditioning_is_the_same(here, embedded_model):
    spec, place = of(), {"block": 1, "step": 3}
    theirs = without_conditioning(embedded_model, spec, 9, **place)
    ours = here.ask("without_conditioning", {"spec": spec.to_dict(), "position": 9, **place})
    for frame, became in zip(theirs, (ours["with"], ours["without"]), strict=True):
        assert became["sampled"] == embedded_model.token_texts([int(frame.sampled_ids[9])])[0]
        assert became["accepted"] == frame.accepted[9] and abs(became["entropy"] - frame.entropy[9]) < 1e-4
    assert theirs[0].entropy[9] != theirs[1].entropy[9]


@pytest.fixture(scope="module")
def recorded_twice(embedded_model):
    spec = of(sampler="klass", max_denoising_steps=6, stability_threshold=9)
    return [record(embedded_model, spec) for _ in range(2)]


@pytest.fixture
def twins(recorded_twice):
    """A run of some steps, made twice."""
    return [dataclasses.replace(trace, columns={**trace.columns}) for trace in recorded_twice]


def change(trace, name, step):
    """Changes one number of a column."""
    figures = trace.columns[name] = trace.columns[name].copy()
    place = (step, *[0] * (figures.ndim - 1))
    figures[place] = not figures[place] if figures.dtype == bool else figures[place] + 1


@pytest.mark.parametrize("name", [*DECIDED, "encoder_tokens", "mean_entropy", "entropy", "top_probs"])
def test_a_run_that_is_not_the_same_is_seen(twins, name):
    assert differences(*twins) == [] and not parts_by_rounding(*twins)
    assert {name, "key"} <= {*DECIDED, *COUNTED, *FIGURES}
    change(twins[1], name, 2)
    assert name in differences(*twins)
    assert parts_by_rounding(*twins) == (name in DECIDED and name != "input_ids")


def test_a_missing_column_is_seen(twins):
    del twins[1].columns["key"]
    assert differences(*twins) == ["key"]


@pytest.mark.parametrize(
    ("name", "step", "rounding"), [("entropy", 3, False), ("entropy", 4, True), ("mean_entropy", 1, False)]
)
def test_a_run_parts_by_rounding_only_where_all_before_is_close(twins, name, step, rounding):
    change(twins[1], "accepted", 3)
    change(twins[1], name, step)
    assert parts_by_rounding(*twins) == rounding
