"""A look has the compiled passes that its run had."""

import numpy as np
import pytest
import torch
from batches import played

import playground as pg
from playground.engine.batch import Batch
from playground.engine.passes import Eager
from playground.engine.row import Row
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.inside.look import look, without_conditioning
from playground.spec.prompt import Prompt

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model(endless_folder):
    model = pg.load_model(str(endless_folder))
    model.tokenizer.add_special_tokens({"mask_token": "~"})
    return model


def spec_of(way="uniform", prompt="hello there", **changes):
    settings = pg.SamplerSettings().replace(way=way, max_denoising_steps=4, max_new_tokens=40, **changes)
    return pg.RunSpec(prompt=Prompt(text=prompt), settings=settings.replace(confidence_threshold=0.0), seed=2)


@pytest.fixture(scope="module")
def compiled(model):
    """The frames of a run with compiled passes; its second block is too long for them."""
    torch._dynamo.reset()
    shapes = Shapes(rows=1, context=20, backend="eager")
    (frames,) = played(Batch(model, shapes), Row.of(model, spec_of()))
    return shapes, {(frame.block, frame.step): frame for frame in frames}


@pytest.mark.parametrize(("block", "step"), [(1, 1), (1, 3), (2, 1), (2, 2)])
def test_a_look_has_the_passes_that_the_run_had(model, compiled, block, step):
    """Attention is watched in an eager pass of that step alone, from the same canvas."""
    shapes, frames = compiled
    frame, place = frames[block, step], dict(block=block, step=step)
    passes, forward = [], Eager.forward
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Eager, "forward", staticmethod(lambda *given: passes.append(given) or forward(*given)))
        seen, eager = look(model, spec_of(), 7, shapes=shapes, **place), len(passes)
    assert frame.compiled == seen.frame.compiled == (block == 1)
    assert eager == (1 if block == 1 else step)
    assert np.array_equal(seen.frame.entropy, frame.entropy) and np.array_equal(seen.frame.input_ids, frame.input_ids)
    assert np.allclose(seen.probs[: frame.top_probs.shape[1]], frame.top_probs[7], atol=1e-6)
    plain = look(model, spec_of(), 7, **place)
    assert not np.array_equal(plain.frame.entropy, frame.entropy) or block == 2, "what is compiled rounds differently"
    assert np.allclose(seen.attention, plain.attention, atol=1e-3)
    same, other = without_conditioning(model, spec_of(), 7, shapes=shapes, **place)
    assert np.array_equal(same.entropy, frame.entropy) and same.compiled == other.compiled == frame.compiled
    assert np.array_equal(other.entropy, frame.entropy) == (step == 1)
