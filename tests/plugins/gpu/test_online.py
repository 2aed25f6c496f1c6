"""The statistics that are compiled: those of the plain form, from one look at the logits."""

import logging

import pytest
import torch

from playground.engine.statistics import statistics
from playground.plugins.gpu.online import online_statistics
from playground.rules.ways.base import NEVER

DRAWS = ("exact", "fast", "greedy")


def numbers_of(draw, shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    if draw == "greedy":
        return None
    if draw == "exact":
        return torch.empty(shape).exponential_(generator=generator)
    return torch.rand(shape[:2], dtype=torch.float64, generator=generator)


@pytest.mark.parametrize("draw", DRAWS)
@pytest.mark.parametrize("vocab_size", [37, 1024, 2001, 4096])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_it_says_what_the_plain_form_says(draw, vocab_size, dtype):
    shape = 2, 12, vocab_size
    logits = torch.randn(shape, generator=torch.Generator().manual_seed(1)) * torch.logspace(-2, 1, 12)[:, None]
    logits[0, 0] = NEVER
    logits[0, 0, 5] = 0.0  # certain
    logits[:, 3, : vocab_size // 2] = NEVER
    temperature, found = torch.tensor([0.5, 1.7]), []
    for form in (statistics, online_statistics):
        given = logits.clone()
        processed = given if dtype == torch.float32 else torch.empty(shape, dtype=dtype)
        found.append(form(given, temperature, numbers_of(draw, shape), processed))
    plain, online = found
    for name in ("sampled", "argmax"):
        assert torch.equal(getattr(plain, name), getattr(online, name)), name
    assert torch.equal(plain.top_ids[plain.top_probs > 1e-4], online.top_ids[online.top_probs > 1e-4])
    for name in ("entropy", "top_probs", "processed"):
        torch.testing.assert_close(getattr(plain, name), getattr(online, name), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("exported", [False, True])
def test_only_an_exported_graph_compares_a_fast_draw_with_all_masses(exported):
    """It cannot hold searchsorted; what is compiled for a GPU would read the logits once more without it."""
    shape = 1, 4, 4096
    inputs = torch.zeros(shape), torch.ones(1), numbers_of("fast", shape), torch.empty(shape)
    graphs = []
    if exported:
        graphs.append(torch.export.export(Online(), inputs).graph_module)
    else:
        seen = dict(fullgraph=True, dynamic=False, backend=lambda graph, _: graphs.append(graph) or graph)
        torch.compile(online_statistics, **seen)(*inputs)
        torch._dynamo.reset()
    assert ("searchsorted" in graphs[0].code) != exported


class Online(torch.nn.Module):
    def forward(self, *inputs):
        statistics = online_statistics(*inputs)
        return statistics.sampled, statistics.entropy


@pytest.mark.thorough
@pytest.mark.parametrize(("draw", "most"), [("fast", 0.9e9), ("exact", 1.4e9), ("greedy", 0.9e9)])
def test_inductors_plan_for_a_canvas_of_the_26b_checkpoint_moves_few_bytes(draw, most, monkeypatch, capsys):
    """Counted before anything is generated, by the rule that inductor has on a GPU; docs/plugins/gpu.md has them.

    On a CPU inductor keeps what an `exp` gives in memory if it is needed twice. On a GPU it computes it again.
    """
    from torch._inductor import compile_fx, config, ir
    from torch._inductor.graph import GraphLowering

    class Counted(BaseException):
        pass

    def count(graph):
        raise Counted(sum(node.get_read_write_buffers_sizes() for node in graph.scheduler.nodes))

    def as_on_a_gpu(box, users, **_):
        if users > 1 and isinstance(box.data, ir.Pointwise | ir.Reduction):
            return box.num_reads() > config.realize_reads_threshold or box.has_large_inner_fn()
        return False

    monkeypatch.setattr(GraphLowering, "count_bytes", count)
    monkeypatch.setattr(ir.StorageBox, "should_realize_on_reuse", as_on_a_gpu)
    level = compile_fx.inductor_metrics_log.level
    compile_fx.inductor_metrics_log.setLevel(logging.INFO)
    shape = 1, 256, 262_144
    inputs = torch.zeros(shape), torch.ones(1), numbers_of(draw, shape), torch.empty(shape, dtype=torch.bfloat16)
    try:
        with config.patch(fx_graph_cache=False), torch.inference_mode(), pytest.raises(Counted) as counted:
            torch.compile(online_statistics, fullgraph=True, dynamic=False)(*inputs)
    finally:
        compile_fx.inductor_metrics_log.setLevel(level)
        torch._dynamo.reset()
    moved = counted.value.args[0]
    with capsys.disabled():
        print(f"\n{draw}: {moved / 1e9:.2f} GB")
    assert moved <= most
