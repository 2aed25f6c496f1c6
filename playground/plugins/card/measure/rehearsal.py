"""What a step of the 26B checkpoint does and moves, counted operation by operation on a device that computes nothing.

Each operation counts what it reads and writes, as if nothing were fused and no cache held anything. Weights are left
out: the floor (`playground.plugins.card.measure.floor`) has them, as each must be read once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from transformers import DiffusionGemmaForBlockDiffusion

from playground.engine.batch import Batch
from playground.engine.full_size import full_config
from playground.engine.models import Model, load_model
from playground.engine.row import Row
from playground.plugins.card.measure.floor import step_bytes
from playground.plugins.gpu.compiled import Shapes
from playground.spec.prompt import Prompt
from playground.spec.run import RunSpec
from playground.spec.settings import SamplerSettings

PREFIX = 300
"""How many tokens the canvas has before it."""
ATTENTION = "scaled_dot_product"
COPIES = ("cat", "clone", "copy_", "constant_pad_nd", "_to_copy")


class Moved(TorchDispatchMode):
    """Counts operations and bytes by part: attention and copies in the pass, what else it does, and the decision."""

    def __init__(self, module: torch.nn.Module) -> None:
        super().__init__()
        self._weights = {_storage(weight) for weight in [*module.parameters(), *module.buffers()]}
        self.operations: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self.passing = False

    def __torch_dispatch__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        out = op(*args, **(kwargs or {}))
        name = op.overloadpacket.__name__
        if op.is_view or name in ("empty", "empty_like", "new_empty"):
            return out
        part = "decision"
        if self.passing:
            part = "attention" if ATTENTION in name else "copies" if name in COPIES else "rest of the pass"
        self.operations[part] += 1
        for tensor in tree_leaves((args, kwargs, out)):
            if isinstance(tensor, Tensor) and _storage(tensor) not in self._weights:
                self.bytes[part] += min(tensor.nbytes, tensor.untyped_storage().nbytes())
        return out


def _storage(tensor: Tensor) -> int:
    return tensor.untyped_storage()._cdata


def full_size() -> Model:
    """The checkpoint in bfloat16, without any memory."""
    with torch.device("meta"):
        module = DiffusionGemmaForBlockDiffusion(full_config()).bfloat16().eval()
    return replace(load_model(device="cpu"), module=module)


def begun(model: Model, shapes: Shapes | None = None) -> Batch:
    """A batch of one row, before its first pass."""
    batch = Batch(model, shapes)
    spec = RunSpec(prompt=Prompt(text="x"), settings=SamplerSettings(draw="fast", max_new_tokens=256))
    batch.join(Row(spec=spec, prompt_ids=[2] * PREFIX, generator=None))  # type: ignore[arg-type]  # that device has none
    return batch


@torch.inference_mode()
def counted(model: Model, shapes: Shapes | None) -> Moved:
    """Counts a step that is conditioned on the one before: eager as it is, or what is compiled, before any fusing."""
    batch = begun(model, shapes)
    passes: Any = batch._seats[0]._passes  # type: ignore[union-attr]
    if shapes:
        passes._run = lambda what, fast, plain: plain()
    batch._arrange()
    batch._pass()
    forward, moved = passes.forward, Moved(model.module)

    def watched(*inputs: object) -> Tensor:
        moved.passing = True
        try:
            return forward(*inputs)
        finally:
            moved.passing = False

    passes.forward = watched
    with moved:
        batch._pass()
    return moved


def by_part(moved: Moved) -> dict[str, dict[str, int]]:
    """Part -> its operations and bytes."""
    return {part: {"operations": moved.operations[part], "bytes": moved.bytes[part]} for part in sorted(moved.bytes)}


def rehearsed() -> dict[str, Any]:
    """All that is counted, ready for JSON: the floor by kind, and for each way of running a step its parts."""
    model = full_size()
    static = Shapes(rows=1, context=4096)
    ways = {"eager": None, "static": static, "static, fixed seats": replace(static, fixed=True)}
    report: dict[str, Any] = {"prefix": PREFIX, "floor": step_bytes(model.module, 1, PREFIX)}
    report["steps"] = {name: by_part(counted(model, shapes)) for name, shapes in ways.items()}
    return report


def lines(report: dict[str, Any]) -> Iterator[str]:
    """What was counted, as lines of text."""
    yield f"A step of the 26B checkpoint in bfloat16, one row after {report['prefix']} tokens (COUNTED, nothing ran):"
    floor = report["floor"]
    kinds = ", ".join(f"{kind} {size / 1e9:.2f}" for kind, size in floor.items())
    yield f"the floor is {sum(floor.values()) / 1e9:.2f} GB: {kinds}"
    for name, parts in report["steps"].items():
        yield ""
        yield f"{name + ', not fused':32} {'operations':>10} {'GB without weights':>19}"
        for part, each in parts.items():
            yield f"  {part:30} {each['operations']:10,} {each['bytes'] / 1e9:19.2f}"
        operations, moved = (sum(each[kind] for each in parts.values()) for kind in ("operations", "bytes"))
        yield f"  {'the step':30} {operations:10,} {moved / 1e9:19.2f}"
        least = floor["cache"] + floor["logits"]
        yield f"  {'of it above the floor':41} {(moved - least) / 1e9:19.2f}"
    yield ""
    yield "Compiled, operations of a pass are fused, and the statistics read the logits once: docs/plugins/gpu.md"
    yield "has inductor's plan. With --cuda-graphs Python launches a pass as one graph."
