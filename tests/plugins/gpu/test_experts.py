"""Kernels for the experts: what each takes, and that one which computes something else is not used."""

from types import SimpleNamespace

import pytest
import torch
from transformers.integrations.moe import ALL_EXPERTS_FUNCTIONS, batched_mm_experts_forward

from playground.engine.rowwise import NAME, own_experts
from playground.plugins.gpu.compiled import Shapes
from playground.plugins.gpu.experts import FETCHED, INSTALLED, layer_times, loops, stock_experts, use_experts
from playground.plugins.gpu.ways import Ways
from playground.service import EngineSlot


@pytest.fixture
def mixed():
    """A kernel that mixes up positions. (A layer's norms would take any scale away again.)"""
    ALL_EXPERTS_FUNCTIONS.register("mixed", lambda *inputs: batched_mm_experts_forward(*inputs).flip(0))
    yield "mixed"
    del ALL_EXPERTS_FUNCTIONS._global_mapping["mixed"]


def test_kernels_that_agree_are_timed_and_others_have_a_reason(random_model, mixed, monkeypatch):
    monkeypatch.setattr("playground.engine.speed.SECONDS", 0.01)
    layer = random_model.module.get_decoder().layers[0]
    taken = dict(layer_times(layer.experts, 16, [*INSTALLED, *FETCHED, mixed]))
    assert all(0 < taken[name] < 1 for name in INSTALLED)
    assert "requires bfloat16" in taken["deepgemm"] and "requires the `kernels` package" in taken["sonicmoe"]
    assert taken[mixed].endswith("% off")


@pytest.mark.parametrize(
    ("capability", "dtype", "slow"),
    [
        ((8, 9), torch.bfloat16, True),
        ((9, 0), torch.bfloat16, False),
        ((9, 0), torch.float16, True),
        ((10, 3), torch.bfloat16, False),
        ((11, 0), torch.bfloat16, True),
        ((12, 0), torch.bfloat16, True),
    ],
)
def test_where_torch_computes_experts_one_after_the_other(capability, dtype, slow):
    assert loops(capability, dtype) == slow


def test_what_is_compared_with_uses_torchs_own(random_model):
    use_experts(random_model, "batched_mm")
    with stock_experts(random_model):
        assert random_model.module.config._experts_implementation == NAME, "on a CPU"
    assert random_model.module.config._experts_implementation == "batched_mm"
    use_experts(random_model, "grouped_mm")
    assert random_model.module.config._experts_implementation == NAME


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "note"),
    [
        (False, ", with batched_mm."),
        pytest.param(True, "without mixed, compiled in", marks=pytest.mark.thorough),
    ],
)
def test_a_chosen_kernel_is_used_only_if_it_agrees_at_the_start(random_folder, monkeypatch, mixed, wrong, note):
    torch._dynamo.reset()
    monkeypatch.setattr(Shapes, "fitting", lambda *_, **__: Shapes(rows=1, context=64, backend="eager"))
    name = mixed if wrong else "batched_mm"
    slot = EngineSlot(str(random_folder), max_rows=1, passes=Ways(experts=name))
    slot.load()
    sentence = slot.status()["sentence"]
    assert note in sentence and "not compiled" not in sentence
    assert slot.model.module.config._experts_implementation == (NAME if wrong else name)


@pytest.mark.parametrize(("device", "experts", "own"), [("cpu", 8, True), ("cuda", 8, False), ("cuda", 1, True)])
def test_a_single_expert_is_never_routed(device, experts, own):
    """On a GPU torch's counts of tokens wait for the host, which no CUDA graph can hold."""
    config = SimpleNamespace(get_text_config=lambda decoder: SimpleNamespace(num_experts=experts))
    assert own_experts(SimpleNamespace(device=torch.device(device), config=config)) == own
