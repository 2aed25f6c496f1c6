"""What `test_kernel.py` runs in Triton's interpreter."""

import dataclasses

import pytest
import torch
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle

from playground.engine import contest, kernel, trial
from playground.engine.kernel import GROUP, kernel_statistics
from playground.engine.passes import Shapes
from playground.engine.statistics import statistics
from playground.rules.ways.base import NEVER

DRAWS = ("exact", "fast", "greedy")


def rarely(case):
    return pytest.param(case, marks=pytest.mark.thorough)


def numbers_of(draw, shape):
    generator = torch.Generator().manual_seed(0)
    if draw == "greedy":
        return None
    if draw == "exact":
        return torch.empty(shape).exponential_(generator=generator)
    return torch.rand(shape[:2], dtype=torch.float64, generator=generator)


def compare(logits, temperature, draw, dtype, apart=1e-5):
    """Computes both forms, compares all that they say, and returns what the kernel says."""
    found = []
    for form in (statistics, kernel_statistics):
        given = logits.clone()
        processed = given if dtype == torch.float32 else torch.empty(logits.shape, dtype=dtype)
        found.append(form(given, temperature, numbers_of(draw, logits.shape), processed))
    plain, ours = found
    for name in ("sampled", "argmax"):
        assert torch.equal(getattr(plain, name), getattr(ours, name)), name
    assert torch.equal(plain.top_ids[plain.top_probs > 1e-4], ours.top_ids[ours.top_probs > 1e-4])
    for name in ("entropy", "top_probs"):
        torch.testing.assert_close(getattr(plain, name), getattr(ours, name), rtol=apart, atol=apart)
    # The interpreter cuts numbers to bfloat16; a GPU rounds them.
    torch.testing.assert_close(plain.processed, ours.processed, rtol=0 if dtype == torch.float32 else 2**-7, atol=0)
    return ours


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("vocab_size", [5, rarely(GROUP), rarely(GROUP + 265), 9 * GROUP + 1])
@pytest.mark.parametrize("dtype", [torch.float32, rarely(torch.bfloat16)])
def test_it_says_what_the_plain_form_says(draw, vocab_size, dtype):
    """Fewer tokens than candidates, one whole group, and fewer and more groups than candidates."""
    logits = torch.randn(2, 4, vocab_size, generator=torch.Generator().manual_seed(1))
    logits *= torch.logspace(-2, 1, 4)[:, None]
    logits[0, 0] = NEVER
    logits[0, 0, vocab_size - 1] = 0.0  # certain
    logits[:, 3, : vocab_size // 2] = NEVER
    compare(logits, torch.tensor([0.5, 1.7]), draw, dtype)


def test_of_equals_it_takes_the_first():
    logits = torch.zeros(1, 1, 2 * GROUP)
    logits[0, 0, [3, 5, GROUP, GROUP + 1]] = 9.0
    found = kernel_statistics(logits, torch.ones(1), None, logits)
    assert found.argmax.item() == found.sampled.item() == 3
    assert found.top_ids[0, 0].tolist() == [3, 5, GROUP, GROUP + 1, 0, 1, 2, 4]


@pytest.mark.parametrize("faster", ["kernel", rarely("compiled")])
def test_the_faster_form_is_used(faster, random_model, monkeypatch):
    seconds = iter([1, 1, 2, 2] if faster == "kernel" else [2, 2, 1, 1])
    monkeypatch.setattr(contest, "times", lambda work, device: (work(), [next(seconds)])[1])
    shapes = contest.with_faster_statistics(random_model, Shapes(rows=1, context=64, backend="eager"))
    assert shapes.kernel is (kernel_statistics if faster == "kernel" else None)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda s: dataclasses.replace(s, entropy=s.entropy + 0.2), "the kernel's entropies are 0.2 nats"),
        (lambda s: dataclasses.replace(s, entropy=s.entropy * torch.nan), "the kernel's entropies are nan nats"),
        (lambda s: dataclasses.replace(s, argmax=s.argmax + 1), "0% of the kernel's argmax tokens"),
        (lambda s: dataclasses.replace(s, sampled=s.sampled + 1), "0% of the kernel's sampled tokens"),
        (lambda s: 1 / 0, "the kernel of the statistics cannot be used"),
    ],
)
def test_a_kernel_that_is_wrong_or_fails_is_not_used(wrong, said, random_model, monkeypatch, caplog):
    monkeypatch.setattr(kernel, "kernel_statistics", lambda *inputs: wrong(kernel_statistics(*inputs)))
    shapes = Shapes(rows=1, context=64, backend="eager")
    assert contest.with_faster_statistics(random_model, shapes) is shapes
    assert said in caplog.text


@pytest.mark.thorough
def test_passes_with_the_kernel_are_tried_as_all_compiled_ones_are(random_model, monkeypatch):
    calls = []
    monkeypatch.setattr(trial, "STEPS", 3)
    shapes = Shapes(
        rows=1, context=64, backend="eager", kernel=lambda *inputs: (calls.append(1), kernel_statistics(*inputs))[1]
    )
    assert trial.disagreement(random_model, shapes) == "" and len(calls) == 3
    wrong = dataclasses.replace(shapes, kernel=lambda *inputs: _flat(kernel_statistics(*inputs)))
    assert "nats apart" in trial.disagreement(random_model, wrong)


def _flat(found):
    return dataclasses.replace(found, entropy=found.entropy + 1)


@pytest.mark.thorough
@pytest.mark.parametrize(("draw", "most"), [("fast", 0.45e9), ("exact", 0.72e9), ("greedy", 0.45e9)])
def test_at_262144_tokens_it_is_right_and_moves_few_bytes(draw, most, monkeypatch):
    """Counts what the programs of one position load and store; a canvas has 256 of them."""
    moved = []

    def count(name):
        method = getattr(InterpreterBuilder, name)

        def counted(builder, pointers, *rest):
            (mask,) = (part.data for part in rest if isinstance(part, TensorHandle) and part.data.dtype == bool)
            moved.append(mask.sum() * pointers.get_element_ty().primitive_bitwidth // 8)
            return method(builder, pointers, *rest)

        monkeypatch.setattr(InterpreterBuilder, name, counted)

    count("create_masked_load")
    count("create_masked_store")
    logits = 3 * torch.randn(1, 1, 262_144, generator=torch.Generator().manual_seed(2))
    ours = compare(logits, torch.tensor([0.8]), draw, torch.bfloat16, apart=1e-4)
    logp = (
        (logits / 0.8).double().log_softmax(-1)
    )  # sums of so many float32 numbers, as in the plain form, are less exact
    torch.testing.assert_close(ours.entropy.double(), -(logp.exp() * logp).sum(-1), rtol=1e-6, atol=0)
    print(f"\n{draw}: {256 * sum(moved) / 1e9:.3f} GB")
    assert 0 < 256 * sum(moved) <= most
