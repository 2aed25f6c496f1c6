"""Branches by the API and the command line, and what their traces say of them."""

import json

import numpy as np
import pytest
from click.testing import CliRunner
from serving import loaded

import playground as pg
from playground.cli import main
from playground.engine.batch import Batch
from playground.service import EngineSlot, Refused, Service
from playground.service.limits import Limits
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
        ({"step": "a"}, "The step of a branch is 'a'; it must be a whole number from 0"),
        ({"step": 1, "block": 1.0}, "The block of a branch is 1.0; it must be a whole number from 1"),
        ({"step": -1}, "The step of a branch is -1; it must"),
        ({"step": 1, "block": 0}, "The block of a branch is 0; it must"),
    ):
        with pytest.raises(pg.SpecError, match=match):
            pg.branch(parent, **place)


def test_the_command_line_branches_a_trace(endless_folder, parent, tmp_path):
    parent.save(tmp_path / "run.trace")
    run = CliRunner().invoke
    model = ["--model", str(endless_folder), "--json"]
    printed = run(main, ["generate", "--branch", f"{tmp_path}/run.trace@2.1", *model])
    assert printed.exit_code == 0, printed.output
    assert json.loads(printed.stdout)["token_ids"] == parent.token_ids
    changed = run(main, ["generate", "--branch", f"{tmp_path}/run.trace@2", "--seed", "9", *model])
    spec = json.loads(changed.stdout)["spec"]
    assert (spec["seed"], spec["branch"]["step"], spec["branch"]["parent"]["seed"]) == (9, 2, 1)
    for arguments, sentence in (
        (["--branch", f"{tmp_path}/run.trace@3.1"], "no block 3 to branch from"),
        (["--branch", f"{tmp_path}/run.trace"], "TRACE@STEP"),
        (["--branch", f"{tmp_path}/run.trace@1", "a prompt"], "leave out PROMPT"),
        (["--branch", f"{tmp_path}/none.trace@1"], "cannot be read"),
    ):
        refused = run(main, ["generate", *arguments, *model])
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
    ("spec", "tokens", "passes"),
    [
        (in_chain(of()), 64, 16),
        (in_chain(of(tokens=65)), 65, 20),
        (in_chain(of(steps=3), (2, 1, of(steps=5)), (3, 2, of(steps=2))), 64, 12),
        (in_chain(of(steps=3), (1, 0, of(steps=5))), 64, 20),
        (in_chain(of("autoregressive", tokens=20)), 20, 20),
        (in_chain(of("autoregressive", tokens=40), (2, 3, of("autoregressive", tokens=22))), 32, 22),
    ],
)
def test_a_run_is_as_large_as_its_whole_chain(endless_model, monkeypatch, spec, tokens, passes):
    assert spec.size(16) == (tokens, passes)
    taken, step = [], Batch.step
    monkeypatch.setattr(Batch, "step", lambda batch: taken.append(1) or step(batch))
    pg.record(endless_model, spec)
    assert len(taken) == passes


@pytest.mark.parametrize(
    ("spec", "tokens", "passes"),
    [
        (in_chain(of(steps=18, tokens=160), (10, 1, of(steps=1, tokens=16))), 160, 163),
        (in_chain(of(tokens=1000), (9, 2, of())), 144, 34),
        (in_chain(of("autoregressive", tokens=90), (5, 6, of("autoregressive", tokens=8))), 80, 70),
    ],
)
def test_a_branch_that_can_only_fail_is_as_large_as_what_it_computes_before(spec, tokens, passes):
    assert spec.size(16) == (tokens, passes)


def test_a_branch_is_refused_for_the_passes_of_the_runs_before_it(endless_folder, monkeypatch):
    taken, step = [], Batch.step
    monkeypatch.setattr(Batch, "step", lambda batch: taken.append(1) or step(batch))
    service = Service(loaded(EngineSlot(str(endless_folder))), Limits(run_positions=10 * 16))
    long = in_chain(of(steps=18, tokens=160), (10, 1, of(steps=1, tokens=16)))
    (refused,) = [event for _, event in service.start([long]).events() if isinstance(event, Refused)]
    assert (len(taken), refused.sentence.partition(".")[0]) == (
        0,
        "This run may take 163 passes; a run may take at most 10 here",
    )
