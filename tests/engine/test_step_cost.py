"""What a step costs besides arithmetic: operations, when the host waits for the device, how large temporaries are."""

import dataclasses
from collections import Counter

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.engine.batch import Batch
from playground.engine.families import Conditioning
from playground.engine.passes import Eager
from playground.engine.randomness import Randomness
from playground.engine.row import Row
from playground.engine.statistics import statistics
from playground.rules.samplers.entropy_bound import EntropyBound


class Operations(TorchDispatchMode):
    """Records each operation with the shapes that go in and come out, those that the host waits for, because they carry
    data from one device to another, and the size of the largest fresh tensor."""

    def __init__(self):
        super().__init__()
        self.all, self.crossings, self.largest = [], [], 0

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        out = op(*args, **(kwargs or {}))
        given, made = ([x for x in tree_leaves(tree) if isinstance(x, torch.Tensor)] for tree in ((args, kwargs), out))
        self.all.append(f"{op} {[tuple(tensor.shape) for tensor in (*given, *made)]}")
        if len({tensor.device.type for tensor in (*given, *made) if tensor.ndim}) > 1:
            self.crossings.append(op)
        places = {tensor.untyped_storage().data_ptr() for tensor in given}
        fresh = [tensor.numel() for tensor in made if tensor.untyped_storage().data_ptr() not in places]
        self.largest = max([self.largest, *fresh])
        return out


@pytest.fixture
def batch(random_model):
    """Two rows of unlike settings on a device that computes nothing: whatever the host waits for, it refuses."""
    with torch.inference_mode():
        with torch.device("meta"):
            module = DiffusionGemmaForBlockDiffusion(random_model.module.config).bfloat16().eval()
        batch = Batch(dataclasses.replace(random_model, module=module))
        for draw in ("exact", "fast"):
            spec = pg.RunSpec(prompt="x", settings=pg.SamplerSettings(draw=draw, max_new_tokens=48))
            batch.join(Row(spec=spec, prompt_ids=[4, 5, 6], generator=None))  # that device has none
        batch._arrange()
        yield batch


def test_nothing_in_a_step_waits_for_the_device_but_the_copy_of_its_record(batch, monkeypatch):
    with Operations() as recorded:
        for _ in range(2):  # the second step has logits to be conditioned on
            records = batch._pass()
    assert records.device.type == "meta" and recorded.crossings == []
    accept, constant = EntropyBound.accept, torch.ones(16, dtype=torch.bool)
    monkeypatch.setattr(EntropyBound, "accept", lambda *given: accept(*given) & constant.to(given[2].entropy.device))
    with Operations() as recorded:
        batch._pass()
    assert len(recorded.crossings) == 2, "a constant copied to the device, once for each of the two rows"


def test_statistics_make_no_temporary_of_the_vocabularys_size():
    """64 positions of 65,536 tokens, 4 million logits: no more than a chunk of 262,144 at a time, the draws apart."""
    logits = torch.randn(1, 64, 65_536)
    for draw in ("exact", "fast"):
        numbers = Randomness([torch.Generator().manual_seed(0)], logits.device).draws(draw, 64, 65_536).numbers
        with Operations() as recorded:
            statistics(logits, torch.ones(1), numbers, logits)
        assert 65_536 <= recorded.largest <= 262_144


def operations(call):
    with torch.inference_mode(), Operations() as recorded:
        call()
    return recorded.all


def products(call):
    return [operation for operation in operations(call) if "mm" in operation]


def test_passes_through_the_seam_make_the_operations_of_the_class_itself_and_no_more(random_model):
    model, module, ids = random_model, random_model.module, torch.tensor([[4, 5, 6, 7, 8]])
    denoiser = model.denoiser
    denoiser.prepare()
    canvas, positions = torch.zeros(1, 16, dtype=torch.int64), 5 + torch.arange(16)[None]
    logits, signal = torch.zeros(1, 16, model.vocab_size), torch.zeros(1, 16, denoiser.hidden_size)
    read = products(lambda: denoiser.read(denoiser.cache(), ids, {}))
    assert read == products(lambda: module.model.encoder(input_ids=ids, past_key_values=denoiser.cache())) != []
    with torch.inference_mode():
        denoiser.read(cache := denoiser.cache(), ids, {})
        prefixes = Eager().prefixes([cache], model)

    def module_itself():
        module(
            decoder_input_ids=canvas,
            self_conditioning_logits=logits,
            decoder_attention_mask=prefixes.masks,
            past_key_values=prefixes,
            decoder_position_ids=positions,
        )

    def through(**conditioning):
        return operations(lambda: denoiser.denoise(canvas, Conditioning(**conditioning), prefixes, positions))

    expected, plain = Counter(operations(module_itself)), through()
    soft = operations(lambda: denoiser.soft_embeddings(logits.softmax(-1)))
    assert expected.total() > 100 and 4 < len(soft) < 10
    assert not expected - Counter(plain + soft)
    assert [*(Counter(plain + soft) - expected)] == ["aten.zeros_like.default [(1, 16, 32), (1, 16, 32)]"]
    assert through(signal=signal) == plain, "what the class makes of no logits gives way to it"
    assert len(through(signal=signal, strength=torch.ones(1, 1, 1))) == len(plain) + 1, "one product more"
