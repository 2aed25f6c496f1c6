"""Pins in compiled passes: they hold, and they compile nothing of their own."""

import numpy as np
import pytest
from batches import played
from torch._dynamo.testing import CompileCounter

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.warm_up import warm_up
from playground.spec.prompt import Prompt

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("nothing_compiled")]

PINS = {0: 7, 5: 9, 17: 11, 31: 8}  # over two blocks of 16


def run(model, shapes, *specs):
    return played(Batch(model, shapes), *(Row.of(model, spec) for spec in specs))


def specs(**settings):
    chosen = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=32, confidence_threshold=0, t_max=1.0, **settings)
    free = pg.RunSpec(prompt=Prompt(text="hello"), settings=chosen, seed=3)
    return free, free.replace(pins=PINS, edits=(pg.Edit(block=2, step=2, cells=((3, 9), (4, None))),))


@pytest.mark.parametrize("draw", ["exact", "fast"])
def test_pins_hold_in_compiled_passes_as_in_eager_ones(random_model, draw):
    eager = run(random_model, None, *specs(draw=draw))
    compiled = run(random_model, Shapes(rows=2, context=96, backend="aot_eager"), *specs(draw=draw))
    for one, other in zip(eager, compiled, strict=True):
        assert len(one) == len(other) == 4 and other[0].compiled
        for a, b in zip(one[:2], other[:2], strict=True):  # a random model multiplies the last bits at each step
            assert np.array_equal(a.input_ids, b.input_ids) and np.abs(a.entropy - b.entropy).max() < 1e-3
    for frame in compiled[1]:
        here = {place % 16: token for place, token in PINS.items() if place // 16 == frame.block - 1}
        for canvas in (frame.input_ids, frame.sampled_ids, frame.argmax_ids):
            assert canvas[[*here]].tolist() == [*here.values()]
        assert frame.accepted[[*here]].all() and np.flatnonzero(frame.more["pinned"]).tolist() == [*here]
    assert compiled[1][3].input_ids[3] == 9 and compiled[0][0].figure("pinned") is None


def test_the_first_pin_compiles_nothing(random_model):
    counter = CompileCounter()
    shapes = Shapes(rows=2, context=96, backend=counter)
    for form in shapes.forms:
        warm_up(random_model, shapes, form)
    before = counter.frame_count
    run(random_model, shapes, *specs())
    run(random_model, shapes, specs(draw="fast")[1])
    assert counter.frame_count == before
