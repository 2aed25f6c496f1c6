"""The same run in Chromium as in Python on this computer: each decision of each step, and figures within 1e-4.

`workshop.bench.same_run` says what is compared: tokens, masks, steps and reasons to the bit; temperature, entropies and
probabilities within 1e-4; candidates in their order, where each is clearly more probable than the next. Two processors
may round two equal figures differently, and a run then parts there, so most specs here are some that do not; how many
do is counted by `bench`.
"""

import dataclasses

import numpy as np
import pytest
from page_holds import LILY_RUN, RECORDED

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
from workshop.bench.same_run import DECIDED, differences, parts_by_rounding

STORY = "Write a story about Lily, a cat and a red ball."
TALE = "Lily had a red ball. She played with her cat in the park all day and was very happy."
THOROUGH = pytest.mark.thorough


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


@pytest.mark.parametrize("file", ["france.trace", "json.trace"])
def test_a_recorded_run(here, file):
    recorded = Trace.load(RECORDED / file)
    _, (trace,), _ = here.run([spec_of(recorded)])
    assert differences(recorded, trace) == []


RULES = enumerate([(way, kind.name) for kind in BUILT_IN for way in kind.ways])


@pytest.mark.parametrize(("place", "rule"), [(place, rule) for place, rule in RULES if place % 2 == (place > 9)])
def test_half_of_the_samplers_in_their_ways(same, place, rule):
    """With all draws and schedules in turn. `bench` has the others, and counts how many part by rounding."""
    draw, schedule = ("fast", "exact", "greedy")[place % 3], ("cosine", "linear", "exponential", "constant")[place % 4]
    same(of(way=rule[0], sampler=rule[1], draw=draw, schedule=schedule, seed=place + 40))


@pytest.mark.parametrize(("draw", "length"), [("exact", 12), ("greedy", 1)])
def test_token_after_token(same, draw, length):
    same(
        of("Write a long story about Tom, a puppy and a ball.", way="autoregressive", draw=draw, max_new_tokens=length)
    )


def test_pins_and_edits(same, embedded_model):
    pins = pins_of(embedded_model, "Lily ____(3) cat. ____", whole=True)
    edits = [Edit(block=1, step=2, cells={60: 20, 61: None}), Edit(block=1, step=4, cells={70: 21})]
    _, trace = same(of(pins=pins, edits=edits))
    assert trace.columns["pinned"].any() and trace.columns["edited"].any()


def test_a_text_of_ones_own(same, embedded_model):
    start = start_of(embedded_model, TALE)
    _, trace = same(of("Write it better.", start=start, noise=0.4, keep="favoured", favour_margin=2.0))
    assert "lead" in trace.columns


def test_self_conditioning(same):
    same(of(self_conditioning_scale=0.6))


def test_several_canvases_and_a_length_between(same):
    same(of("Write a long story about Tom.", max_new_tokens=130, pins={129: 20}), steps=[4, 4])


@THOROUGH
def test_a_prompt_of_1100_tokens(same):
    _, trace = same(of("Write a story about Lily and her dog. " * 110, max_new_tokens=128))
    assert len(trace.header.prompt_ids) > 1_100


@pytest.fixture
def parent(here):
    """A run of two blocks in the page, whose moments are the newest: its spec, its name and its trace there."""
    spec = of("Write a long story about Tom.", max_new_tokens=256, pins={200: 20}, seed=4)
    (name,), (trace,), _ = here.run([spec])
    assert [block.steps for block in trace.blocks] == [4, 4]
    return spec, name, trace


def of_branch(spec, block, step, changes):
    changes = dict(changes)
    if "settings" in changes:
        changes["settings"] = spec.settings.replace(**changes["settings"])
    return branch(spec, step, block=block, **changes)


@pytest.mark.parametrize(
    ("block", "step", "changes"),
    [
        (2, 2, {"settings": {"sampler": "psi", "draw": "fast"}}),
        (1, 2, {"settings": {"sampler": "klass"}}),
        pytest.param(
            1, 3, {"pins": {5: 20}, "edits": (Edit(block=1, step=4, cells={7: 30, 8: None}),)}, marks=THOROUGH
        ),
        pytest.param(1, 4, {"settings": {"max_denoising_steps": 6}}, marks=THOROUGH),
        pytest.param(2, 0, {"seed": 9, "settings": {"sampler": "gibbs"}}, marks=THOROUGH),
    ],
)
def test_branches_from_a_kept_moment_and_from_the_beginning(same, parent, block, step, changes):
    spec, run, whole = parent
    spec = of_branch(spec, block, step, changes)
    _, trace = same(spec, run)
    shared = 4 * (block - 1) + step
    kept = trace.columns["seconds"][:shared] == whole.columns["seconds"][:shared]
    assert kept.all()  # those steps were not computed again
    assert trace.header.branch.differs is None
    _, anew = same(spec, anew=True)
    assert shared == 0 or not (anew.columns["seconds"][:shared] == whole.columns["seconds"][:shared]).all()


@THOROUGH
def test_a_branch_of_a_text_that_is_written_token_after_token(same):
    spec = of("Write a long story about Tom.", way="autoregressive", draw="fast", max_new_tokens=20)
    run, _ = same(spec)
    same(of_branch(spec, 1, 7, {"seed": 5, "settings": {"t_max": 1.5}}), run)


def test_a_branch_that_cannot_be_ends_the_run_in_the_same_words(here, embedded_model, parent):
    spec = of_branch(parent[0], 1, 4, {"pins": {5: 20, 200: 20}})
    with pytest.raises(SpecError) as refusal:
        record(embedded_model, spec)
    _, _, refused = here.run([spec])
    assert refused == [str(refusal.value)]


@pytest.mark.parametrize(
    ("changes", "block", "step", "run"),
    [
        ({"max_denoising_steps": 1}, 1, 1, True),
        pytest.param({"max_new_tokens": 256, "pins": {200: 20}}, 2, 1, False, marks=THOROUGH),
        pytest.param({"way": "autoregressive", "max_new_tokens": 5, "draw": "fast"}, 1, 3, True, marks=THOROUGH),
    ],
)
def test_looking_inside_shows_the_same_distribution_and_attention(here, embedded_model, changes, block, step, run):
    """After a run, whose moments are kept, and without one."""
    spec, position = of(**changes, seed=7), step - 1
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


def twins(**steps):
    """One run twice, but for a number of each of these columns, at these steps."""
    one, other = (dataclasses.replace(LILY_RUN, columns={**LILY_RUN.columns}) for _ in range(2))
    for name, step in steps.items():
        figures = other.columns[name] = other.columns[name].copy()
        place = (step, *[0] * (figures.ndim - 1))
        figures[place] = not figures[place] if figures.dtype == bool else figures[place] + 1
    return one, other


@pytest.mark.parametrize("name", [*DECIDED, "encoder_tokens", "mean_entropy", "entropy", "top_probs"])
def test_a_run_that_is_not_the_same_is_seen(name):
    assert differences(*twins()) == [] and not parts_by_rounding(*twins())
    assert name in differences(*twins(**{name: 2}))
    assert parts_by_rounding(*twins(**{name: 2})) == (name in DECIDED and name != "input_ids")


def test_a_missing_column_is_seen():
    one, other = twins()
    del other.columns["entropy"]
    assert differences(one, other) == ["entropy"]


def test_a_run_parts_by_rounding_only_where_all_before_is_close():
    for name, step, rounding in (("entropy", 3, False), ("entropy", 4, True), ("mean_entropy", 1, False)):
        assert parts_by_rounding(*twins(accepted=3, **{name: step})) == rounding
