"""Compiled passes: what they compile, what they refuse, and how far they are from eager ones."""

import dataclasses
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch
from batches import played
from torch._dynamo.testing import CompileCounter
from torch.fx.experimental.proxy_tensor import make_fx

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.errors import EngineError
from playground.plugins.gpu.compiled import Form, Shapes
from playground.plugins.gpu.warm_up import warm_up
from playground.rules.samplers import SAMPLERS
from playground.rules.schedules import SCHEDULES
from playground.spec.prompt import Prompt

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_compiled")]


PINS = {0: 7, 5: 9, 17: 11, 31: 8}  # over two blocks of 16


def test_compiled_passes_decide_as_eager_ones_and_steps_go_on_eagerly_while_another_thread_compiles(random_model):
    """Another order of sums, no more. Two steps: a random model multiplies the last bits at each of them."""
    shapes = Shapes(rows=3, context=64, backend="aot_eager")
    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=32, confidence_threshold=0, t_max=1.0)
    specs = [
        pg.RunSpec(prompt=Prompt(text="hello"), settings=settings, seed=1),
        pg.RunSpec(prompt=Prompt(text="a"), settings=settings.replace(self_conditioning_scale=3.0), seed=2),
        pg.RunSpec(
            prompt=Prompt(text="Once upon a time"), settings=settings, seed=3, pins=PINS,
            edits=(pg.Edit(block=2, step=2, cells=((3, 9), (4, None))),),
        ),
    ]  # fmt: skip
    eager = played(Batch(random_model), *(Row.of(random_model, spec) for spec in specs))
    compiled = played(Batch(random_model, shapes), *(Row.of(random_model, spec) for spec in specs))
    for a, b in zip(eager, compiled, strict=True):
        assert len(a) == len(b) == 4 and b[0].compiled and not a[0].compiled
        for one, other in zip(a[:2], b[:2], strict=True):
            assert np.array_equal(one.input_ids, other.input_ids)
            assert np.abs(one.entropy - other.entropy).max() < 1e-3
    for frame in compiled[2]:
        here = {place % 16: token for place, token in PINS.items() if place // 16 == frame.block - 1}
        for canvas in (frame.input_ids, frame.sampled_ids, frame.argmax_ids):
            assert canvas[[*here]].tolist() == [*here.values()]
        assert frame.accepted[[*here]].all() and np.flatnonzero(frame.more["pinned"]).tolist() == [*here]
    assert compiled[2][3].input_ids[3] == 9 and compiled[0][0].figure("pinned") is None
    # Torch refuses to run what is compiled while any thread of the process traces.
    batch = Batch(random_model, shapes)
    for spec in specs:
        batch.join(Row.of(random_model, spec.replace(settings=settings.replace(max_denoising_steps=4))))
    steps, begun, over = [batch.step()], threading.Event(), threading.Event()

    def slow(x):
        begun.set()
        over.wait()
        return x + 1

    with ThreadPoolExecutor() as threads:
        tracing = threads.submit(make_fx(slow), torch.zeros(1))
        begun.wait()
        try:
            steps += [batch.step() for _ in range(2)]
        finally:
            over.set()
        tracing.result()
    steps.append(batch.step())
    assert [[frame.compiled for frame in step.values()] for step in steps] == [
        [each] * 3 for each in (True, False, False, True)
    ]


def test_more_rows_than_were_compiled_for_are_refused(random_model):
    batch = Batch(random_model, Shapes(rows=2, context=40, backend="eager"))
    settings = pg.SamplerSettings(max_new_tokens=48)
    for _ in range(2):
        batch.join(Row.of(random_model, "a", settings))
    with pytest.raises(pg.SettingError, match=r"3 runs would share a pass; passes are compiled for at most 2"):
        batch.join(Row.of(random_model, "a", settings))
    assert len(batch) == 2, "a refused row is not in"


def layers(graph):
    """The name of the compiled form of each layer that shares one, in order."""
    return [str(node.args[1]) for node in graph.graph.nodes if node.target is torch.ops.higher_order.invoke_subgraph]


def test_layers_of_a_kind_share_a_form_and_what_is_not_compiled_yet_runs_eagerly(random_model):
    graphs, recorded = [], []

    def backend(graph, inputs):
        graphs.append(graph)
        return graph.forward

    shapes = Shapes(rows=2, context=64, backend=backend, ready={Form(1, 64)}, record=recorded.append)
    warm_up(random_model, shapes, shapes.forms[0])
    assert recorded == [], "compiling, which may be in another thread, records nothing"
    first, second = layers(graphs[0])
    assert first == second, "the sliding ones; the one whose attention is full is the only one of its kind"
    batch, compiled = Batch(random_model, dataclasses.replace(shapes, record=None)), len(graphs)
    for text, ready in (("hello", True), ("a", False)):
        batch.join(Row.of(random_model, text, pg.SamplerSettings(max_new_tokens=16, confidence_threshold=0)))
        assert [frame.compiled for frame in batch.step().values()] == [ready] * len(batch)
        assert len(graphs) == compiled, "nothing is compiled while runs wait"


def test_what_is_compiled_does_not_hang_on_the_order_of_a_set(random_model):
    """Which is another in each process, so a server that starts again would compile all anew."""
    random_model.denoiser.prepare()
    kinds = random_model.module.model.decoder.unique_layer_types
    assert kinds == ["full_attention", "sliding_attention"]


@pytest.mark.parametrize("part", ["pass", pytest.param("statistics", marks=pytest.mark.thorough)])
def test_what_cannot_be_compiled_runs_eagerly_and_is_not_tried_again(random_model, monkeypatch, part, caplog):
    tries = []

    def broken(graph, _):
        if (part == "pass") == bool(layers(graph)):
            tries.append(part)
            raise RuntimeError("no compiler")
        return graph.forward

    settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16)
    rows = [Row.of(random_model, "hello", settings, seed) for seed in range(2)]
    frames = played(Batch(random_model, Shapes(rows=2, context=64, backend=broken)), *rows)
    eager = played(Batch(random_model), *(Row.of(random_model, "hello", settings, seed) for seed in range(2)))
    for ours, theirs in zip(frames, eager, strict=True):
        assert len(ours) == 2 and not any(frame.compiled for frame in ours)
        assert np.array_equal(ours[1].input_ids, theirs[1].input_ids)
    assert tries == [part] and "cannot be compiled and runs eagerly" in caplog.text
    with pytest.raises(EngineError, match="cannot be compiled here"):
        warm_up(random_model, Shapes(rows=1, context=64, backend=broken), Form(1, 64))


def combinations():
    """Every way, sampler, schedule and draw that go together."""
    for way, (name, sampler) in itertools.product(("uniform", "masked"), SAMPLERS.items()):
        if way in sampler.ways:
            for schedule, draw in itertools.product(SCHEDULES, ("exact", "fast", "greedy")):
                yield {"way": way, "sampler": name, "schedule": schedule, "draw": draw}


@pytest.mark.thorough
def test_no_combination_of_rules_compiles_anything_or_ends_a_neighbours_run(embedded_model):
    """They share passes with one row of default settings; they all have this process's compiled forms."""
    counter = CompileCounter()
    shapes = Shapes(rows=2, context=512, backend=counter)
    for form in shapes.forms:
        warm_up(embedded_model, shapes, form)
    compiled, batch = counter.frame_count, Batch(embedded_model, shapes)
    assert compiled == 2 + 3, "the denoiser for each number of rows, the statistics for each kind of draw"
    neighbour = pg.SamplerSettings(max_denoising_steps=1000, confidence_threshold=0, max_new_tokens=16)
    beside, walked = batch.join(Row.of(embedded_model, "a", neighbour)), [*combinations()]
    assert len(walked) > 8, "more than the limit of torch"
    for values in walked:
        settings = pg.SamplerSettings(max_denoising_steps=2, max_new_tokens=16, confidence_threshold=0, **values)
        spec = pg.RunSpec(prompt=Prompt(text="hello"), settings=settings, pins={0: 7, 5: 9})
        number, frames = batch.join(Row.of(embedded_model, spec)), []
        while number in batch.numbers:
            step = batch.step()
            assert not batch.failed and beside in step, values
            frames.append(step[number])
        assert frames and all(frame.compiled for frame in frames), values
    assert counter.frame_count == compiled


@pytest.mark.thorough
def test_with_fixed_seats_every_pass_has_the_same_shape_whoever_shares_it(random_model):
    counter = CompileCounter()
    shapes = Shapes(rows=3, context=64, backend=counter, fixed=True)
    assert shapes.sizes == [3] and shapes.forms == [(3, 64)]
    warm_up(random_model, shapes, shapes.forms[0])
    assert counter.frame_count == 1 + 3
    settings = pg.SamplerSettings(max_denoising_steps=3, max_new_tokens=16, confidence_threshold=0)
    texts = ["hello", "a", "Once upon a"]
    (alone,) = played(Batch(random_model, shapes), Row.of(random_model, texts[0], settings))
    shared, *_ = played(Batch(random_model, shapes), *(Row.of(random_model, text, settings) for text in texts))
    for one, other in zip(alone, shared, strict=True):
        assert np.array_equal(one.sampled_ids, other.sampled_ids) and np.array_equal(one.entropy, other.entropy)
    assert counter.frame_count == 1 + 3
    assert Shapes(rows=6, context=64).sizes == [1, 2, 4, 8]


def test_neither_a_cpu_nor_several_devices_are_compiled_for_nor_what_reads_more_than_there_is_room(random_model):
    assert Shapes.fitting(random_model, rows=4) is None
    passes = Shapes(rows=2, context=40).passes()
    assert passes.takes(40) and not passes.takes(41)

    class Placed:
        device, denoiser = torch.device("cuda"), random_model.denoiser
        placement = "cuda:0"

    assert Shapes.fitting(Placed, rows=2, fixed=True) == Shapes(
        rows=2, context=random_model.denoiser.longest, fixed=True
    )
    Placed.placement = "cuda:0, cuda:1"
    assert Shapes.fitting(Placed, rows=2) is None
