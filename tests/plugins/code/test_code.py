"""A run's settings for use elsewhere: what each text runs gives equal tokens."""

import dataclasses
import inspect
import json
import re
import shlex
from pathlib import Path

import diffusers
import pytest
import torch
from click.testing import CliRunner
from trace_helpers import changed

import playground as pg
from playground.cli import main
from playground.plugins.code.code import as_cli, as_diffusers, as_generation_config, as_pg, as_transformers, spec_of
from playground.spec.prompt import Prompt

GOLDEN = Path(__file__).parents[2] / "golden"
STORY = "Write a story about Lily, a cat and a red ball."
SHORT = dict(max_denoising_steps=5, max_new_tokens=128)

RUNS = {
    "the checkpoint's own": dict(t_min=0.2, confidence_threshold=0.01),
    "every number": dict(entropy_bound=0.30000000000000004, t_max=1.1, t_min=0.1, stability_threshold=3, **SHORT),
    "masked": dict(way="masked", t_max=1.0, t_min=1.0, confidence_threshold=0.0, draw="greedy", **SHORT),
    "masked, drawn": dict(way="masked", draw="exact", schedule="cosine", **SHORT),
    "another sampler": dict(sampler="confidence", min_confidence=0.7, self_conditioning="off", draw="fast", **SHORT),
    "autoregressive": dict(way="autoregressive", draw="exact", max_new_tokens=9),
}


@pytest.fixture(scope="module", params=RUNS)
def run(request, embedded_model):
    spec = embedded_model.spec('Solve 1\'s "$HOME"\n-- é', pg.SamplerSettings(**RUNS[request.param]), 7)
    return spec, pg.record(embedded_model, spec)


def executed(code, **names):
    exec(compile(code, "copied", "exec"), names)
    return names


def specified(code):
    """The spec in the code, which is run up to its last line and loads no model."""
    return executed(re.sub(r"pg\.load_model\(.*?\)", "None", code).rpartition("trace =")[0])["spec"]


@pytest.mark.slow
def test_the_python_code_and_the_command_line_give_equal_tokens(run, embedded_model, monkeypatch):
    spec, trace = run
    assert spec_of(trace.header) == spec
    monkeypatch.setattr("playground.load_model", lambda: embedded_model, raising=False)  # which none names
    assert executed(as_pg(spec))["trace"].token_ids == trace.token_ids
    words = shlex.split(as_cli(spec))
    assert words[:3] == ["python", "-m", "playground"]
    done = CliRunner().invoke(main, [words[3], "--json", *words[4:]])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout.splitlines()[-1])["token_ids"] == trace.token_ids


@pytest.mark.slow
@pytest.mark.parametrize("name", ["the checkpoint's own", "every number"])
def test_transformers_own_generate_gives_equal_tokens(name, embedded_model):
    spec = embedded_model.spec("What is 34 + 58?", pg.SamplerSettings(**RUNS[name]), 7)
    trace = pg.record(embedded_model, spec)
    made = executed(as_transformers(spec))
    assert made["input_ids"][0].tolist() == trace.header.prompt_ids
    written = made["output"].sequences[0, len(trace.header.prompt_ids) :].tolist()
    assert written[: len(trace.token_ids)] == trace.token_ids
    assert set(written[len(trace.token_ids) :]) <= {embedded_model.pad_id}


def test_diffusers_scheduler_keeps_what_the_run_kept(embedded_model):
    settings = pg.SamplerSettings(entropy_bound=0.4, t_max=0.9, t_min=0.3, max_denoising_steps=5)
    made = executed(as_diffusers(embedded_model.spec(STORY, settings, 3)))
    inspect.signature(diffusers.DiffusionGemmaPipeline.__call__).bind(None, "prompt", **made["call"])
    logits = torch.randn(1, 16, 11, generator=torch.Generator().manual_seed(4)) * 2
    for step in (1, 3):  # theirs count from 0
        temperature = 0.3 + (0.9 - 0.3) * (5 - (step - 1)) / 5
        entropy = torch.distributions.Categorical(logits=logits / temperature).entropy()[0].sort()
        accepted = torch.zeros(16, dtype=torch.bool)
        accepted[entropy.indices] = entropy.values.cumsum(0) - entropy.values <= 0.4
        bound, canvas = made["scheduler"].config.entropy_bound, torch.zeros(1, 16, dtype=torch.int64)
        kept = made["scheduler"].step(logits, step - 1, canvas, entropy_bound=bound)
        assert 1 < accepted.sum() < 16 and kept.accepted_index[0].tolist() == accepted.tolist()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (dict(way="masked"), "way is 'masked', which transformers' generate() cannot do; it only knows 'uniform'."),
        (dict(draw="fast"), "draw is 'fast', which"),
        (dict(self_conditioning="off"), "self_conditioning is 'off', which"),
        (dict(t_min=0.8), "t_min equals t_max"),
        (dict(confidence_threshold=0), "confidence_threshold is 0"),
    ],
)
def test_what_generate_cannot_do_is_said(changes, sentence):
    with pytest.raises(pg.SettingError) as refused:
        as_generation_config(pg.SamplerSettings(**changes))
    assert sentence in str(refused.value)


def test_a_start_a_system_prompt_and_a_picture_are_copied(random_model):
    """Of a picture there is only a stand-in. A command line cannot say the start."""
    prompt = Prompt(text="hello", system="Be\x1b brief.", thinking=True, image=b"PICTURE")
    spec = random_model.spec(prompt, pg.SamplerSettings(max_new_tokens=16), 3)
    code = as_pg(spec)
    assert "\x1b" not in code and 'open("PICTURE", "rb")' in code
    with pytest.raises(pg.SpecError, match="does not show as they are"):
        as_cli(spec)
    words = shlex.split(as_cli(spec.replace(prompt=prompt.model_copy(update={"system": "Be brief."}))))
    assert words[-2:] == ["--", "hello"] and "--thinking" in words
    assert words[words.index("--system") + 1] == "Be brief." and words[words.index("--image") + 1] == "PICTURE"

    with pytest.raises(pg.SpecError, match="has a picture in its prompt"):
        as_transformers(spec)
    code = as_transformers(spec.replace(prompt=prompt.model_copy(update={"image": b""})))
    assert f"path={random_model.name!r})" in code and "enable_thinking=True" in code and "Be\\x1b brief." in code
    assert "enable_thinking=False" in as_transformers(random_model.spec("hello")), "some think unless told not to"
    assert "revision='abc'" in as_transformers(spec.replace(prompt=Prompt(text="x"), model="a/b", revision="abc"))

    started = random_model.spec("hello", pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16), 3)
    started = started.replace(start=tuple(range(16)))
    code = as_pg(started).replace(f"pg.load_model({random_model.name!r})", "model")
    assert executed(code, model=random_model)["trace"].token_ids == pg.record(random_model, started).token_ids
    for function in (as_cli, as_transformers, as_diffusers):
        with pytest.raises(pg.SpecError, match="starts from given tokens"):
            function(started)


def test_a_steered_run_is_made_again_by_code_and_by_no_command(random_model):
    plain = random_model.spec("hello", pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16), 3)
    edits = [pg.Edit(block=1, step=2, cells={4: 7, 5: None})]
    steered = plain.replace(start=tuple(range(16)), noise=0.5, noise_seed=2, pins={3: 9}, edits=edits)
    trace = pg.record(random_model, steered)
    assert trace.columns["edited"].any() and trace.columns["pinned"].any()
    code = as_pg(spec_of(trace.header)).replace(f"pg.load_model({random_model.name!r})", "model")
    again = executed(code, model=random_model)["trace"]
    assert again.token_ids == trace.token_ids and (again.columns["input_ids"] == trace.columns["input_ids"]).all()
    for steering, what in (({"pins": {3: 9}}, "has pinned tokens"), ({"edits": edits}, "has edited cells")):
        for function in (as_cli, as_transformers, as_diffusers):
            with pytest.raises(pg.SpecError, match=what):
                function(plain.replace(**steering))


def test_a_model_is_named_as_it_was():
    spec = pg.RunSpec(prompt=Prompt(text="x"), model="google/some-model", revision="abc")
    assert "pg.load_model('google/some-model', revision='abc')" in as_pg(spec)
    assert "--model google/some-model --revision abc" in as_cli(spec)
    assert "pg.load_model('folder')" in as_pg(spec.replace(model="folder"))


@pytest.mark.parametrize("name", ["story", "hostile"])
def test_the_command_prints_what_the_functions_make(name):
    path = GOLDEN / f"{name}.trace"
    spec = spec_of(pg.Trace.load(path).header)
    for kind, function in {"pg": as_pg, "cli": as_cli, "transformers": as_transformers}.items():
        done = CliRunner().invoke(main, ["settings", str(path), "--as", kind])
        assert done.exit_code == 0 and done.output.strip() == function(spec).strip()


def test_a_sampler_that_is_not_here_is_named(tmp_path):
    trace = pg.Trace.load(GOLDEN / "hostile.trace")
    settings = trace.header.settings | {"sampler": "lead"}
    dataclasses.replace(trace, header=changed(trace.header, settings=settings)).save(tmp_path / "a.trace")
    done = CliRunner().invoke(main, ["settings", str(tmp_path / "a.trace")])
    assert done.exit_code == 1 and "sampler is 'lead'; allowed are" in done.output and "Traceback" not in done.output


def test_a_run_of_another_program_is_neither_made_again_nor_branched_from(tmp_path):
    path = tmp_path / "a.trace"
    pg.Trace.load(GOLDEN.parent / "runs/elsewhere.trace").save(path)
    for command in (["settings", str(path)], ["generate", "--branch", f"{path}@1"]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 1 and "as Unsloth sends them, which says neither" in done.output
    with pytest.raises(pg.SpecError, match="only runs of this playground can be made again or branched from"):
        pg.branch(pg.Trace.load(path), 1)


def test_a_branch_is_copied_as_code_and_has_no_other_form(embedded_model, tmp_path, monkeypatch):
    parent = embedded_model.spec(STORY, pg.SamplerSettings(**SHORT), 7)
    spec = parent.replace(seed=8, branch=pg.spec.run.Branch(parent=parent, block=1, step=2))
    bare = parent.replace(model="", revision="")
    assert specified(as_pg(spec)) == bare.replace(seed=8, branch=pg.spec.run.Branch(parent=bare, block=1, step=2))
    for form in (as_cli, as_transformers, as_diffusers):
        with pytest.raises(pg.SpecError, match="branches from a step of another run"):
            form(spec)
    monkeypatch.chdir(tmp_path)
    Path("PICTURE").write_bytes(b"GIF89a")
    parent = pg.RunSpec(prompt=Prompt(text="What is this?", image=b"GIF89a"))
    spec = parent.replace(seed=8, branch=pg.spec.run.Branch(parent=parent, block=1, step=2))
    assert specified(as_pg(spec)) == spec


@pytest.mark.parametrize(
    "case", json.loads((GOLDEN / "rules" / "python-code.json").read_text()), ids=lambda c: c["name"]
)
def test_what_people_copy_from_the_page_is_the_run(case, tmp_path, monkeypatch):
    """`assets/page/rules/cases.test.ts` has the page write it."""
    monkeypatch.chdir(tmp_path)
    Path("PICTURE").write_bytes(b"GIF89a")
    code = "\n".join(case["code"])
    assert code.replace("\n", "").isprintable() and ("PICTURE" in code) == case["pictured"]
    bare = {"model": "", "revision": "", "sampler_source": ""}
    assert specified(code) == pg.RunSpec.from_dict(case["spec"] | bare, b"GIF89a" * case["pictured"])
