"""Branches by the API and the command line, and what their traces say of them."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import playground as pg
from playground.cli import main
from playground.spec.prompt import Prompt

SETTINGS = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0.0)


@pytest.fixture(scope="module")
def parent(endless_model):
    return pg.record(endless_model, "hello", SETTINGS, seed=1)


def test_a_trace_of_a_branch_says_where_it_left_which_run(endless_model, parent):
    spec = pg.branch(parent, 3, seed=2, entropy_bound=0.5)
    assert spec == pg.branch(parent, 3, seed=2, settings=SETTINGS.replace(entropy_bound=0.5))
    trace = pg.Trace.from_bytes(pg.record(endless_model, spec, recorded=parent).to_bytes())
    assert trace.header.spec["branch"] == {"parent": parent.header.spec, "block": 1, "step": 3}
    assert set(vars(trace.header.branch)) == {"explanation", "differs"}, "the rest is in the spec"
    assert trace.header.branch.differs is None
    assert np.array_equal(trace.columns["sampled_ids"][:3], parent.columns["sampled_ids"][:3])
    assert not np.array_equal(trace.columns["sampled_ids"][3], parent.columns["sampled_ids"][3])
    assert parent.header.branch is None
    again = pg.record(endless_model, pg.RunSpec.from_dict(trace.header.spec))
    assert np.array_equal(again.columns["sampled_ids"], trace.columns["sampled_ids"]), "a trace is enough to replay it"


def test_it_says_from_which_step_on_its_run_came_out_differently_here(endless_model, parent):
    parent = pg.record(endless_model, "hello", SETTINGS, seed=1)
    parent.columns["accepted"][5, 3] ^= True  # as if it had been recorded elsewhere
    trace = pg.record(endless_model, pg.branch(parent, 3, block=2), recorded=parent)
    assert trace.header.branch.differs == 6
    earlier = pg.record(endless_model, pg.branch(parent, 1, block=2), recorded=parent)
    assert earlier.header.branch.differs is None, "it left before that"


def test_a_step_that_is_not_there_is_refused(parent):
    for place, match in (
        ({"step": 5}, "no step 5 in block 1 to branch from; it has 4 steps"),
        ({"step": 1, "block": 3}, "no block 3 to branch from; this run has 2 blocks"),
        ({"step": 1, "block": 1.0}, "The block of a branch is 1.0; it must be a whole number from 1"),
        ({"step": -1}, "The step of a branch is -1; it must be a whole number from 0"),
        ({"step": 1, "block": 0}, "The block of a branch is 0; it must"),
    ):
        with pytest.raises(pg.SpecError, match=match):
            pg.branch(parent, **place)


def test_the_command_line_branches_a_trace(endless_folder, parent, tmp_path):
    parent.save(tmp_path / "run.trace")

    def generate(branch, *more):
        arguments = ["generate", "--branch", f"{tmp_path}/{branch}", *more, "--model", str(endless_folder), "--json"]
        return CliRunner().invoke(main, arguments)

    assert json.loads(generate("run.trace@2.1").stdout)["token_ids"] == parent.token_ids
    spec = json.loads(generate("run.trace@2", "--seed", "9").stdout)["spec"]
    assert (spec["seed"], spec["branch"]["step"], spec["branch"]["parent"]["seed"]) == (9, 2, 1)
    for arguments, sentence in (
        (["run.trace@3.1"], "no block 3 to branch from"),
        (["run.trace"], "TRACE@STEP"),
        (["run.trace@1", "a prompt"], "leave out PROMPT"),
        (["none.trace@1"], "cannot be read"),
    ):
        refused = generate(*arguments)
        assert refused.exit_code != 0 and sentence in refused.output.replace("\n", " "), refused.output


def of(way="uniform", steps=4, tokens=64):
    settings = pg.SamplerSettings().replace(way=way, max_denoising_steps=steps, max_new_tokens=tokens)
    return settings.replace(confidence_threshold=0.0, entropy_bound=0.01)


def in_chain(first, *branches):
    """The spec at the end of a chain; each branch is a block, a step and the settings from there on."""
    spec = pg.RunSpec(prompt=Prompt(text="hello"), settings=first, seed=2)
    for block, step, settings in branches:
        spec = pg.branch(spec, step, block=block, settings=settings)
    return spec


@pytest.mark.parametrize(
    ("spec", "tokens", "passes", "fails"),
    [
        (in_chain(of(tokens=65)), 65, 20, False),
        (in_chain(of(steps=3), (2, 1, of(steps=5)), (3, 2, of(steps=2))), 64, 12, False),
        (in_chain(of(steps=3), (1, 0, of(steps=5))), 64, 20, False),
        (in_chain(of("autoregressive", tokens=40), (2, 3, of("autoregressive", tokens=22))), 32, 22, False),
        (in_chain(of(tokens=1000), (9, 2, of())), 144, 34, True),
        (in_chain(of("autoregressive", tokens=90), (5, 6, of("autoregressive", tokens=8))), 80, 70, True),
    ],
)
def test_a_run_is_as_large_as_its_whole_chain(endless_model, steps, spec, tokens, passes, fails):
    """One that can only fail is as large as what it computes before."""
    assert spec.size(16) == (tokens, passes)
    if not fails:
        pg.record(endless_model, spec)
        assert len(steps) == passes
