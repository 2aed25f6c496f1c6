"""The loop at the full size of the 26B checkpoint, on a device that computes nothing and holds no memory.

A hidden wait for the device, a mix of devices or a wrong shape fails here as it would on a GPU. The exact draw takes a
generator, which that device does not have at its size; all rows draw fast.
"""

import dataclasses

import pytest
import torch
from transformers import DiffusionGemmaForBlockDiffusion

import playground as pg
from playground.engine.denoise import Batch, Row
from playground.engine.full_size import full_config
from playground.plugins.gpu.compiled import Shapes
from playground.rules.samplers import SAMPLERS
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def full_size(random_model):
    with torch.device("meta"):
        module = DiffusionGemmaForBlockDiffusion(full_config())
    return dataclasses.replace(random_model, module=module.bfloat16().eval())


@torch.inference_mode()
def check(model, sampler, shapes=None, passes=2):
    """What the host would copy at each pass, of two rows."""
    batch, rows = Batch(model, shapes), 1 if shapes else 2
    settings = pg.SamplerSettings(sampler=sampler, draw="fast", max_new_tokens=512)
    for _ in range(rows):
        batch.join(Row(spec=RunSpec(prompt=Prompt(text="x"), settings=settings), prompt_ids=[2, 4, 5], generator=None))
    batch._arrange()
    for _ in range(passes):  # the second has logits to be conditioned on, and to look back at
        record = batch._pass()
        assert record.device.type == "meta" and record.dtype == torch.int32
        # 4 numbers a step, 7 figures a position, 8 candidates with their probabilities.
        assert record.shape == (rows, 4 + 256 * (7 + 2 * 8)) and record[0].nbytes == 23_568


@pytest.mark.thorough
@pytest.mark.parametrize("sampler", SAMPLERS)
def test_every_rule_waits_for_nothing_at_full_size_and_its_compiled_step_is_one_graph(full_size, sampler):
    """`fullgraph` refuses a second one."""
    check(full_size, sampler)
    torch.compiler.reset()
    check(full_size, sampler, Shapes(rows=1, context=4096, backend="eager"))


def test_a_short_prompts_keys_and_values_are_a_third_of_a_gigabyte(full_size):
    """Attention reads each key and value of the buffers once; the canvas's are written into them."""
    with torch.inference_mode():
        batch = Batch(full_size, Shapes(rows=1, context=4096))
        spec = RunSpec(prompt=Prompt(text="x"), settings=pg.SamplerSettings(draw="fast"))
        batch.join(Row(spec=spec, prompt_ids=[2] * 300, generator=None))
        batch._arrange()
    layers = batch._seats[0]._prefixes.layers
    assert {layer.keys.shape[2] for layer in layers} == {512 + 256}
    read = sum(buffer.nbytes for layer in layers for buffer in (layer.keys, layer.values))
    assert read + 2 * read * 256 / 768 < 0.3e9
