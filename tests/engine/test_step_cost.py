"""What a step costs besides arithmetic: when the host waits for the device, and how large its temporaries are."""

import dataclasses

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.engine.batch import Batch
from playground.engine.randomness import Randomness
from playground.engine.row import Row
from playground.engine.statistics import statistics
from playground.rules.samplers.entropy_bound import EntropyBound
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec


class Crossings(TorchDispatchMode):
    """Records operations that carry data from one device to another: the host waits for each of them."""

    def __init__(self):
        super().__init__()
        self.found = []

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        out = op(*args, **(kwargs or {}))
        tensors = [t for t in torch.utils._pytree.tree_leaves((args, kwargs, out)) if isinstance(t, torch.Tensor)]
        if len({t.device.type for t in tensors if t.ndim}) > 1:
            self.found.append(str(op))
        return out


@pytest.fixture
def batch(random_model):
    """Two rows of unlike settings on a device that computes nothing: whatever the host waits for, it refuses."""
    with torch.inference_mode():
        with torch.device("meta"):
            module = DiffusionGemmaForBlockDiffusion(random_model.module.config).bfloat16().eval()
        batch = Batch(dataclasses.replace(random_model, module=module))
        for draw in ("exact", "fast"):
            spec = RunSpec(prompt=Prompt(text="x"), settings=pg.SamplerSettings(draw=draw, max_new_tokens=48))
            batch.join(Row(spec=spec, prompt_ids=[4, 5, 6], generator=None))  # that device has none
        batch._arrange()
        yield batch


def test_nothing_in_a_step_waits_for_the_device_but_the_copy_of_its_record(batch):
    with Crossings() as crossings:
        for _ in range(2):  # the second step has logits to be conditioned on
            records = batch._pass()
    assert records.device.type == "meta" and crossings.found == []


def test_a_constant_copied_to_the_device_would_be_found(batch, monkeypatch):
    accept = EntropyBound.accept
    monkeypatch.setattr(
        EntropyBound,
        "accept",
        lambda *given: accept(*given) & torch.ones(16, dtype=torch.bool).to(given[2].entropy.device),
    )
    with Crossings() as crossings:
        batch._pass()
    assert len(crossings.found) == 2, "once for each of the two rows"


class Sizes(TorchDispatchMode):
    """Records the largest fresh tensor, in elements."""

    def __init__(self):
        super().__init__()
        self.largest = 0

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        out = op(*args, **(kwargs or {}))
        given = {
            t.untyped_storage().data_ptr()
            for t in torch.utils._pytree.tree_leaves((args, kwargs))
            if isinstance(t, torch.Tensor)
        }
        for t in torch.utils._pytree.tree_leaves(out):
            if isinstance(t, torch.Tensor) and t.untyped_storage().data_ptr() not in given:
                self.largest = max(self.largest, t.numel())
        return out


def test_statistics_make_no_temporary_of_the_vocabularys_size():
    """64 positions of 65,536 tokens, 4 million logits: no more than a chunk of 262,144 at a time, the draws apart."""
    logits = torch.randn(1, 64, 65_536)
    for draw in ("exact", "fast"):
        numbers = Randomness([torch.Generator().manual_seed(0)], logits.device).draws(draw, 64, 65_536).numbers
        with Sizes() as sizes:
            statistics(logits, torch.ones(1), numbers, logits)
        assert 65_536 <= sizes.largest <= 262_144
