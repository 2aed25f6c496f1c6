"""The loop: what is promised of a run."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
import torch
import training_helpers
from safetensors.torch import save_file
from training_helpers import settings
from transformers import AutoTokenizer

from playground.engine.loading.source import EMBEDDED
from playground.errors import PlaygroundError
from playground.plugins.small_world.words import NEW_WORDS, WORDS
from playground.spec.settings import SamplerSettings
from workshop.evaluation.curve import learning_curve
from workshop.training import loop
from workshop.training.architecture import Shape, trained_parameters
from workshop.training.data import BatchMaker
from workshop.training.export import load_checkpoint
from workshop.training.loop import SNAPSHOTS, Run, rate_factor
from workshop.training.mixture import Mixture
from workshop.training.objective import Objective
from workshop.world import puzzles
from workshop.world.cases import suites
from workshop.world.puzzles import PuzzleBanks

pytestmark = pytest.mark.slow


def test_rate_warms_up_stays_and_falls_to_zero():
    assert rate_factor(0, 0.0, 0.45) == pytest.approx(0.01)
    assert rate_factor(99, 0.1, 0.45) == rate_factor(5000, 0.5, 0.45) == 1.0
    assert rate_factor(5000, 0.55, 0.45) == pytest.approx(1.0)
    assert rate_factor(5000, 0.775, 0.45) == pytest.approx(0.5)
    assert rate_factor(5000, 0.85, 0.1) == 1.0
    assert rate_factor(5000, 0.95, 0.1) == pytest.approx(0.5)
    assert rate_factor(5000, 1.0, 0.45) == 0.0


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """An unbroken run."""
    whole = Run(settings(tmp_path_factory.mktemp("whole")))
    reports = list(whole.train())
    assert [report.step for report in reports] == [3, 6]
    assert reports[-1].progress == 1.0
    return whole


@pytest.mark.parametrize("how", ["stop", "close"])
def test_an_interrupted_run_ends_as_an_unbroken_one(tmp_path, whole, how):
    first = Run(settings(tmp_path / "broken"))
    stepping = first.train()
    assert next(stepping).step == 3
    if how == "close":
        stepping.close()
    else:
        first.stop()
        assert list(stepping) == []
    second = Run(settings(tmp_path / "broken"))
    second.load()
    assert second.step == 3
    list(second.train())
    assert second.step == 6
    for name, weight in whole.weights.items():
        assert torch.equal(weight, second.weights[name]), name
        assert torch.equal(whole.average[name], second.average[name]), name
    log = (tmp_path / "broken" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["step"] for line in log] == [3, 6]


def signalled(monkeypatch, module, name, count):
    """Sends SIGTERM at a function's call number `count`, before it does anything. Returns the calls so far."""
    real, calls = getattr(module, name), []

    def called(*arguments, **options):
        calls.append(name)
        if len(calls) == count:
            signal.raise_signal(signal.SIGTERM)
        return real(*arguments, **options)

    monkeypatch.setattr(module, name, called)
    return calls


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "name", "count", "done"),
    [
        (puzzles, "minimal_puzzle", 2, 0),  # which takes minutes for all puzzles
        (loop.Objective, "__call__", 2, 1),  # which compiles at first, for minutes too
        (loop.Run, "_update", 2, 2),  # half an update would be lost, so it is finished
        (loop.Run, "_report", 1, 3),
    ],
)
def test_a_signal_ends_a_run_before_anything_long(tmp_path, monkeypatch, module, name, count, done):
    whole, broken = Run(settings(tmp_path / "whole")), Run(settings(tmp_path / "broken"))
    list(whole.train())
    with monkeypatch.context() as patched:
        calls = signalled(patched, module, name, count)
        before = signal.signal(signal.SIGTERM, lambda *_: broken.stop())
        try:
            list(broken.train())
        finally:
            signal.signal(signal.SIGTERM, before)
    assert len(calls) == count and broken.step == done
    resumed = Run(settings(tmp_path / "broken"))
    resumed.load()
    assert resumed.step == done
    list(resumed.train())
    assert all(torch.equal(weight, resumed.weights[name]) for name, weight in whole.weights.items())


def test_snapshots_are_the_points_of_a_learning_curve(tmp_path, world_tokenizer, few_puzzles):
    run = Run(settings(tmp_path, steps=3, snapshot_minutes=1e-9))
    averages = []
    for _ in range(3):
        run.settings = replace(run.settings, steps=run.step + 1)
        list(run.train())
        averages.append({name: weight.clone() for name, weight in run.average.items()})
    paths = sorted((tmp_path / SNAPSHOTS).glob("*.pt"))
    kinds = [kind for kind in suites(few_puzzles, world_tokenizer, {}) if "with a gap" in kind.name]
    points = list(learning_curve(tmp_path, kinds, SamplerSettings(max_denoising_steps=1), cases=1))
    assert [(point["step"], point["kind"], point["passes"]) for point in points] == [
        (step, "function with a gap", 1.0) for step in (1, 2, 3)
    ]
    assert points[0]["minutes"] < points[-1]["minutes"] == pytest.approx(run.active_seconds / 60)
    for path, average in zip(paths, averages, strict=True):
        kept = torch.load(path, weights_only=True)["average"]
        assert all(torch.equal(kept[name], weight) for name, weight in average.items())


def test_no_snapshots_unless_asked_for_and_no_curve_without(tmp_path):
    list(Run(settings(tmp_path, steps=1)).train())
    with pytest.raises(PlaygroundError, match="holds no snapshots; `train --snapshot-minutes` makes them"):
        next(learning_curve(tmp_path, [], SamplerSettings(), cases=1))


def test_a_failing_step_leaves_the_checkpoint_before_it(tmp_path, monkeypatch):
    run = Run(settings(tmp_path))
    stepping = run.train()
    next(stepping)
    run.save()
    monkeypatch.setattr(run.optimisers[1], "step", lambda: 1 / 0)  # between the two optimisers
    with pytest.raises(ZeroDivisionError):
        next(stepping)
    again = Run(settings(tmp_path))
    again.load()
    assert again.step == 3
    assert not torch.equal(again.weights["layers.0.mlp.up_proj.weight"], run.weights["layers.0.mlp.up_proj.weight"])


@pytest.mark.thorough
def test_a_killed_run_resumes(tmp_path):
    script = (
        "import sys; from pathlib import Path; from training_helpers import settings\n"
        "from workshop.training.loop import Run\n"
        "list(Run(settings(Path(sys.argv[1]), steps=100_000, checkpoint_seconds=0)).train())"
    )
    paths = os.pathsep.join([os.path.dirname(training_helpers.__file__), os.getcwd()])
    process = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], env={**os.environ, "PYTHONPATH": paths})
    try:
        deadline = time.monotonic() + 50
        kept, written = tmp_path / "checkpoint.pt", tmp_path / "checkpoint.tmp"
        while not (kept.exists() and written.exists()):  # in the writing of a later one
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.001)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    run = Run(settings(tmp_path, steps=100_000))
    run.load()
    reached = run.step
    assert reached >= 1
    stepping = run.train()
    assert reached < next(stepping).step <= reached + 3
    stepping.close()


def test_resuming_needs_a_checkpoint_of_the_same_run(tmp_path):
    with pytest.raises(PlaygroundError, match="holds no checkpoint to resume"):
        Run(settings(tmp_path)).load()
    Run(settings(tmp_path)).save()
    with pytest.raises(PlaygroundError, match="has seed 0, but this run has 1"):
        Run(settings(tmp_path, seed=1)).load()
    with pytest.raises(PlaygroundError, match=r"has shape .* but this run has"):
        Run(settings(tmp_path, shape=Shape(hidden=64, layers=2, heads=2, kv_heads=1, head_size=16))).load()
    with pytest.raises(PlaygroundError, match="has rows 4, but this run has 3"):
        Run(settings(tmp_path, rows=3)).load()
    with pytest.raises(PlaygroundError, match=rf"has masked {Mixture().masked}, but this run has 0"):
        Run(settings(tmp_path, mixture=Mixture(masked=0))).load()


def test_a_run_may_begin_with_a_checkpoint_of_another_world(tmp_path, world_tokenizer):
    """What both know keeps its weights, wherever it stands; what is new begins among what is known of its kind."""
    other = tmp_path / "other"
    shutil.copytree(EMBEDDED, other)
    words = (other / "tokenizer.json").read_text()
    (other / "tokenizer.json").write_text(words.replace('" Lily"', '" Lili"'))
    begun, again = (Run(settings(tmp_path, shape=Shape(), start_from=other)) for _ in range(2))
    theirs = trained_parameters(load_checkpoint(None).module)
    known = AutoTokenizer.from_pretrained(other).get_vocab()
    for name, weight in begun.weights.items():
        assert torch.equal(weight, again.weights[name]), name
        if name != "embed_tokens.weight":
            assert torch.equal(weight, theirs[name]), name
    ids, embedding = world_tokenizer.get_vocab(), begun.weights["embed_tokens.weight"]
    old = theirs["embed_tokens.weight"]
    for token, index in ids.items():
        if token in known:
            assert torch.equal(embedding[index], old[known[token]]), token
    assert " Lily" not in known and " Tom" in known
    places = old[[known[f" {word}"] for word in WORDS["place"]]]
    new = [f" {word}" for word in NEW_WORDS["place"] if f" {word}" not in known]
    if new:  # a checkpoint that knows every word has none to place
        drawn = embedding[[ids[word] for word in new]]
        off = (drawn - places.mean(dim=0)) / places.std(dim=0)
        assert abs(off.mean().item()) < 0.05 and off.std().item() == pytest.approx(1, abs=0.05)
        assert not torch.equal(drawn[0], drawn[1])


@pytest.mark.thorough
def test_going_on_from_an_exported_state_loses_nothing(tmp_path):
    """By the loss of the averaged weights on held-out batches, an unbroken run being what it is compared with."""
    whole = Run(settings(tmp_path / "whole", steps=200, report_every=1))
    stepping = whole.train()
    while whole.step < 60:
        next(stepping)
    state = tmp_path / "there" / "state.safetensors"
    whole.save()
    whole.export_state(state)
    assert state.stat().st_size < 0.2 * whole.checkpoint_path.stat().st_size
    before = held_out_loss(whole)
    other = Run(settings(tmp_path / "other", steps=200, report_every=1))
    other.load_state(state)
    assert (other.step, other.active_seconds) == (60, whole.active_seconds)
    assert held_out_loss(other) == pytest.approx(before, abs=0.01)

    continued = other.train()
    while whole.step < 120:
        next(stepping)
        next(continued)
    gained = before - held_out_loss(whole)
    assert gained > 0.1
    assert held_out_loss(other) < held_out_loss(whole) + 0.1 * gained


def held_out_loss(run):
    banks = PuzzleBanks(4, 0, run.settings.work_dir)
    make = BatchMaker(
        run.tokenizer, banks, rows=16, seed=9, canvas_length=128, mixture=run.settings.mixture, held_out=True
    )
    objective = Objective(run.averaged_model(), device=torch.device("cpu"), compile=False)
    with torch.no_grad():
        return sum(objective(make(step), 0, 0)[0].item() for step in range(3)) / 3


def test_what_an_exported_state_does_not_fit_is_refused(tmp_path):
    run = Run(settings(tmp_path))
    path = tmp_path / "state.safetensors"
    with pytest.raises(PlaygroundError, match="is not a readable exported state"):
        run.load_state(path)
    path.write_bytes(b"no tensors")
    with pytest.raises(PlaygroundError, match="is not a readable exported state"):
        run.load_state(path)
    with pytest.raises(PlaygroundError, match="holds weights but no exported state"):
        run.load_state(EMBEDDED / "model.safetensors")
    for state, words in (
        ("{", "is not a readable exported state"),
        ("[]", "holds weights but no exported state"),
        ('{"identity": 3}', "holds weights but no exported state"),
        ('{"identity": {}}', "has seed None, but this run has 0"),
    ):
        save_file({"weight": torch.zeros(1)}, path, metadata={"state": state})
        with pytest.raises(PlaygroundError, match=words):
            run.load_state(path)
    run.export_state(path)
    run.load_state(path)
    with pytest.raises(PlaygroundError, match=r"has rows 4, but this run has 3\."):
        Run(settings(tmp_path, rows=3)).load_state(path)
    with pytest.raises(PlaygroundError, match=rf"has masked {Mixture().masked}, but this run has 0"):
        Run(settings(tmp_path, mixture=Mixture(masked=0))).load_state(path)


def test_what_cannot_be_begun_with_is_refused(tmp_path):
    with pytest.raises(PlaygroundError, match=r"The checkpoint in .* cannot be read"):
        Run(settings(tmp_path, start_from=tmp_path))
    with pytest.raises(PlaygroundError, match="has a different shape"):
        Run(settings(tmp_path, start_from=EMBEDDED))
    with pytest.raises(PlaygroundError, match="has a different shape"):
        Run(settings(tmp_path, start_from=EMBEDDED, shape=Shape(mlp=320)))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": None}, "Give either minutes or steps"),
        ({"minutes": 1.0}, "Give either minutes or steps"),
        ({"steps": 0}, "steps is 0; it must be above 0 and finite"),
        ({"snapshot_minutes": 0.0}, "snapshot_minutes is 0.0; it must be above 0 and finite"),
        ({"steps": None, "minutes": float("nan")}, "minutes is nan; it must be above 0 and finite"),
        ({"rows": -1}, "rows is -1; it must be above 0 and finite"),
    ],
)
def test_settings_are_refused_by_name(tmp_path, changes, message):
    with pytest.raises(PlaygroundError, match=message):
        settings(tmp_path, **changes)
