"""The loop: what is promised of a run."""

import json
import shutil
import signal

import pytest
import torch
from training_helpers import TINY, settings
from transformers import AutoTokenizer

from playground.engine.loading.source import EMBEDDED
from playground.errors import PlaygroundError
from playground.plugins.small_world.words import NEW_WORDS, WORDS
from workshop.training import loop
from workshop.training.architecture import trained_parameters
from workshop.training.data import BatchMaker
from workshop.training.export import load_checkpoint
from workshop.training.loop import Run, rate_factor, worthwhile
from workshop.training.mixture import Mixture
from workshop.training.shapes import Shape
from workshop.training.states import read_state
from workshop.world import puzzles
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


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "name", "count", "done"),
    [
        (puzzles, "minimal_puzzle", 2, 0),  # which takes minutes for all puzzles
        (loop.Objective, "__call__", 2, 1),  # which compiles at first, for minutes too
        (loop.Run, "_update", 2, 2),  # half an update would be lost, so it is finished
    ],
)
def test_a_signal_ends_a_run_before_anything_long(tmp_path, monkeypatch, whole, module, name, count, done):
    broken = Run(settings(tmp_path))
    real, calls = getattr(module, name), []

    def called(*arguments, **options):
        calls.append(name)
        if len(calls) == count:
            signal.raise_signal(signal.SIGTERM)
        return real(*arguments, **options)

    with monkeypatch.context() as patched:
        patched.setattr(module, name, called)
        before = signal.signal(signal.SIGTERM, lambda *_: broken.stop())
        try:
            list(broken.train())
        finally:
            signal.signal(signal.SIGTERM, before)
    assert len(calls) == count and broken.step == done
    resumed = Run(settings(tmp_path))
    resumed.load()
    assert resumed.step == done
    list(resumed.train())
    assert all(torch.equal(weight, resumed.weights[name]) for name, weight in whole.weights.items())


def test_a_failing_step_leaves_the_state_that_was_written_in_time_before_it(tmp_path, monkeypatch):
    run = Run(settings(tmp_path, state_seconds=0))
    stepping = run.train()
    next(stepping)
    monkeypatch.setattr(run.optimisers[1], "step", lambda: 1 / 0)  # between the two optimisers
    with pytest.raises(ZeroDivisionError):
        next(stepping)
    again = Run(settings(tmp_path))
    again.load()
    assert again.step == 3
    assert not torch.equal(again.weights["layers.0.mlp.up_proj.weight"], run.weights["layers.0.mlp.up_proj.weight"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 1}, "has seed 0, but this run has 1"),
        ({"shape": Shape(hidden=64, layers=2, heads=2, kv_heads=1, head_size=16)}, r"has shape .* but this run has"),
        ({"rows": 3}, "has rows 4, but this run has 3"),
        ({"mixture": Mixture(masked=0)}, rf"has masked {Mixture().masked}, but this run has 0"),
    ],
)
def test_resuming_needs_a_state_of_the_same_run(tmp_path, whole, changes, message):
    with pytest.raises(PlaygroundError, match=message):
        Run(settings(tmp_path, **changes)).load(whole.state_folder)


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


def test_a_compact_state_holds_the_averaged_weights_alone_and_a_run_goes_on_from_it(tmp_path, whole):
    run = Run(settings(tmp_path, compact=True))
    stepping = run.train()
    next(stepping)
    stepping.close()
    size = sum(path.stat().st_size for path in run.state_folder.iterdir())
    assert size < 0.2 * sum(path.stat().st_size for path in whole.state_folder.iterdir())
    other = Run(settings(tmp_path))
    other.load()
    for name, average in run.average.items():
        assert torch.equal(other.weights[name], average.to(torch.bfloat16).float()), name
        assert torch.equal(other.average[name], other.weights[name]), name
    assert (other.step, other.begun_at, other.batches) == (3, 3, 3)
    list(other.train())
    assert (other.step, other.batches) == (6, 6)
    # Of the warm-up 6 hundredths; of the decay 1/6 of the run is left; and the third step of new optimisers.
    factor = 6 / 100 * (1 / 6 / 0.45) * 3 / 20
    assert other.optimisers[0].param_groups[0]["lr"] == pytest.approx(factor * other.settings.muon_rate)


def test_a_run_by_the_minute_ends_in_time_with_its_state_written(tmp_path, monkeypatch):
    """A step takes half a second, a save one, and nothing else any."""
    now = [100.0]

    def taking(seconds, function):
        def timed(*arguments):
            now[0] += seconds
            return function(*arguments)

        return timed

    monkeypatch.setattr(loop.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(loop, "write_state", taking(1.0, loop.write_state))
    monkeypatch.setattr(Run, "_update", taking(0.5, Run._update))
    run = Run(settings(tmp_path, steps=None, minutes=0.1, began=99.0))
    reports = list(run.train())
    # Of six seconds one is gone at the start, one is the first save's, half a one is for a step, and two for two saves.
    assert (run.step, reports[-1].seconds, reports[-1].progress) == (3, 3.5, 1.0)
    assert now[0] == 99 + 4.5, "with the last save"
    header, _ = read_state(run.state_folder)
    assert (header["step"], header["seconds"], header["minutes"]) == (3, 6.0, 0.1)
    again = Run(settings(tmp_path, steps=None, minutes=0.2, began=now[0]))
    again.load()
    list(again.train())
    assert (again.step, again.seconds) == (3 + 5, 12.0), "what was planned before counts"
    assert now[0] == 103.5 + 4.5
    assert list(again.train()) == [] and again.step == 8, "it is over"


def test_a_run_that_is_too_short_for_a_step_takes_none(tmp_path):
    run = Run(settings(tmp_path, steps=None, minutes=1e-9))
    assert list(run.train()) == [] and (run.step, run.progress) == (0, 1.0)


def test_a_step_takes_the_mean_gradient_of_its_batches(tmp_path):
    run = Run(settings(tmp_path, steps=1, accumulation=2))
    make = BatchMaker(run.tokenizer, PuzzleBanks(4, 0, tmp_path), rows=4, seed=0, canvas_length=128, mixture=Mixture())
    gradients = []
    for number in range(2):
        loss, _ = run.objective(make(number), number, 0)
        gradients.append(torch.autograd.grad(loss, run.weights["layers.0.mlp.up_proj.weight"])[0])
    taken = []
    run._update = lambda: taken.append(run.weights["layers.0.mlp.up_proj.weight"].grad.clone()) or run.stop()
    list(run.train())
    assert torch.allclose(taken[0], sum(gradients) / 2, atol=1e-7) and run.batches == 2
    assert not torch.allclose(taken[0], gradients[0], atol=1e-5)


@pytest.mark.parametrize(
    ("gradient", "update", "batches"),
    [(9.0, 1.0, 1), (8.9, 1.0, 2), (1.0, 0.5, 5), (1.0, 9.0, 8)],
)
def test_updates_take_at_most_a_tenth_of_a_step_or_a_step_has_eight_batches(gradient, update, batches):
    assert worthwhile(gradient, update) == batches


def test_first_steps_are_timed_to_choose_how_many_batches_a_step_has(tmp_path, monkeypatch):
    monkeypatch.setattr(loop, "_UNTIMED_STEPS", 1)
    monkeypatch.setattr(loop, "_TIMED_STEPS", 2)
    monkeypatch.setattr(loop, "worthwhile", lambda gradient, update: 3 if gradient > 0 < update else None)
    run = Run(settings(tmp_path, steps=5, accumulation=None, report_every=1))
    assert [report.rows for report in run.train()] == [4, 4, 4, 12, 12]
    assert (run.batches, run.accumulation) == (9, 3)
    again = Run(settings(tmp_path, steps=6, accumulation=None))
    again.load()
    list(again.train())
    assert (again.batches, again.accumulation) == (12, 3)


def test_a_run_goes_on_uncompiled_if_compiling_fails_and_says_so(tmp_path, whole, monkeypatch):
    def no_compiler(*_):
        raise RuntimeError("there is no compiler\nat all")

    monkeypatch.setattr(torch, "compile", lambda *_, **__: no_compiler)
    run = Run(settings(tmp_path, compile=True))
    notes = [report.note for report in run.train()]
    said = "Compiled passes failed, so they run uncompiled and slower (RuntimeError: there is no compiler)."
    assert notes == [said, ""]
    assert all(torch.equal(weight, run.weights[name]) for name, weight in whole.weights.items())


def test_what_cannot_be_begun_with_is_refused(tmp_path):
    with pytest.raises(PlaygroundError, match=r"The checkpoint in .* cannot be read"):
        Run(settings(tmp_path, start_from=tmp_path))
    for shape in (TINY, Shape(mlp=320)):
        with pytest.raises(PlaygroundError, match="has a different shape"):
            Run(settings(tmp_path, start_from=EMBEDDED, shape=shape))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"steps": None}, "Give either minutes or steps"),
        ({"minutes": 1.0}, "Give either minutes or steps"),
        ({"snapshot_minutes": 0.0}, "snapshot_minutes is 0.0; it must be above 0 and finite"),
        ({"steps": None, "minutes": float("nan")}, "minutes is nan; it must be above 0 and finite"),
    ],
)
def test_settings_are_refused_by_name(tmp_path, changes, message):
    with pytest.raises(PlaygroundError, match=message):
        settings(tmp_path, **changes)
