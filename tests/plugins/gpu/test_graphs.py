"""Recorded passes, on a CPU: what is recorded there is a function over memory that stays where it is."""

import gc
import weakref
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from torch._dynamo.testing import CompileCounter

import playground as pg
from playground.engine.batch import Batch
from playground.engine.row import Row
from playground.plugins.gpu import graphs as graphs_module
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.graphs import Graphs


class Recording:
    """Stands for a GPU's graphs: the work itself, done once before."""

    def __init__(self):
        self.count = 0

    def __call__(self, work):
        self.count += 1
        work()
        return work


def shifted(values):
    return values + 1


def test_work_is_recorded_once_for_each_name_and_a_replay_leaves_what_it_gave_before():
    recorded = Recording()
    graphs, runs = Graphs(recorded), [("a", [1, 2]), ("b", [3]), ("a", [4, 5]), ("b", [6])]
    given = [graphs.run(name, shifted, [torch.tensor(values)]) for name, values in runs]
    assert [each.tolist() for each in given] == [[2, 3], [4], [5, 6], [7]]
    assert recorded.count == 2


def test_a_larger_shape_moves_the_room_and_all_is_recorded_again():
    recorded = Recording()
    graphs = Graphs(recorded)
    for values in ([1], [1, 2, 3], [4], [5, 6, 7]):
        name = len(values)
        assert graphs.run(name, shifted, [torch.tensor(values)]).tolist() == [value + 1 for value in values]
    assert recorded.count == 3, "the first is forgotten when the second moves the room"


def test_what_cannot_be_recorded_runs_as_it_is_and_is_not_tried_again(caplog):
    tries = []

    def refuse(work):
        tries.append(work)
        raise RuntimeError("operation not permitted when stream is capturing")

    graphs = Graphs(refuse)
    for value in (1, 5):
        assert graphs.run("pass", shifted, [torch.tensor([value])]).tolist() == [value + 1]
    assert len(tries) == 1 and "cannot be recorded" in caplog.text


def steps(model, shapes):
    """A row, one with a longer prompt that joins it and goes on without it: frames by row."""
    settings = pg.SamplerSettings(max_denoising_steps=4, max_new_tokens=32, confidence_threshold=0, t_max=1.0)
    batch, frames = Batch(model, shapes, keeps=True), {}
    kept = []

    def step():
        for number, frame in batch.step().items():
            frames.setdefault(number, []).append(frame)
        kept.extend((moment, [tensor.clone() for tensor in moment.tensors()]) for moment in batch.moments.values())

    batch.join(Row.of(model, "hello", settings, seed=1))
    step()
    batch.join(Row.of(model, "a" * 70, settings, seed=2))
    step()
    step()
    batch.leave(0)
    while len(batch):
        step()
    for moment, before in kept:
        assert all(torch.equal(*pair) for pair in zip(moment.tensors(), before, strict=True)), "a moment was changed"
    return frames


@pytest.mark.thorough
@pytest.mark.slow
def test_rows_get_from_replayed_passes_what_they_get_from_compiled_ones(random_model, monkeypatch):
    torch._dynamo.reset()
    monkeypatch.setattr("playground.plugins.gpu.compiled.CONTEXTS", (64,))  # two lengths of prefixes
    counter, recorded = CompileCounter(), Recording()
    expected = steps(random_model, Shapes(rows=2, context=128, backend=counter))
    compiled = counter.frame_count
    got = steps(random_model, Shapes(rows=2, context=128, backend=counter, record=recorded))
    assert counter.frame_count == compiled, "fixed addresses need no forms of their own"
    assert expected.keys() == got.keys() == {0, 1}
    for number, frames in expected.items():
        assert len(frames) == len(got[number])
        for one, other in zip(frames, got[number], strict=True):
            assert other.compiled and one.step == other.step
            for name in ("input_ids", "sampled_ids", "accepted", "entropy", "top_probs"):
                assert np.array_equal(getattr(one, name), getattr(other, name)), (number, one.step, name)
    assert recorded.count == 3, "one seat after up to 64 tokens, two and one after up to 128"


class Cuda:
    """Stands for `torch.cuda`: streams and captures, and a pool that is gone with its last graph, as on a GPU."""

    class CUDAGraph:
        def replay(self):
            pass

    def __init__(self):
        self.current, self.refuses, self.pools = "default", False, []

    def graph_pool_handle(self):
        return "pool"

    def device(self, device):
        return nullcontext()

    def current_stream(self):
        return self

    def set_stream(self, stream):
        self.current = "default"

    def wait_stream(self, stream):
        pass

    def Stream(self):
        return self

    def stream(self, stream):
        return nullcontext()

    @contextmanager
    def graph(self, graph, *, pool, capture_error_mode):
        self.pools.append(weakref.ref(graph))
        if len(self.pools) > 1 and not any(other() for other in self.pools[:-1]):
            raise RuntimeError("use_count > 0 INTERNAL ASSERT FAILED")
        self.current = "capture"
        yield
        if self.refuses:
            raise RuntimeError("operation not permitted when stream is capturing")
        self.current = "default"


@pytest.fixture
def cuda(monkeypatch):
    stand_in = Cuda()
    monkeypatch.setattr(graphs_module, "torch", SimpleNamespace(cuda=stand_in, zeros=lambda *_, **__: None))
    return stand_in


def test_the_memory_of_graphs_outlives_the_batch_that_recorded_them(cuda):
    """Seen on an H100: after the trial's graphs had gone, none could be recorded any more."""
    record = graphs_module.CudaGraphs("cuda")
    replay = record(lambda: None)
    del replay
    gc.collect()
    record(lambda: None)
    assert record.count == 2


def test_a_recording_that_fails_costs_only_itself_and_is_the_last_one(cuda):
    record = graphs_module.CudaGraphs("cuda")
    kept, done = record(lambda: None), []
    cuda.refuses = True
    with pytest.raises(RuntimeError, match="not permitted"):
        record(lambda: done.append("work"))
    assert cuda.current == "default" and done == ["work", "work"]
    cuda.refuses, captured = False, len(cuda.pools)
    with pytest.raises(RuntimeError, match="An earlier recording failed"):
        record(lambda: done.append("more"))
    assert len(cuda.pools) == captured and done == ["work", "work"]
    kept()
