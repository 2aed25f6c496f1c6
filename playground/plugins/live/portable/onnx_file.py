"""Writes a graph as an ONNX file that holds no weights: they stay where they are, in the checkpoint's own files.

ONNX calls this external data: a tensor is a place in another file. A safetensors file holds its tensors plainly one
after the other, so a graph points into it; nothing is kept twice, whatever the weights' type.
"""

from __future__ import annotations

import hashlib
import json
import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from torch.export import Dim

from playground.errors import ExportError
from playground.plugins.live.portable.graphs import Graph

OPSET = 20
LARGE = 1024
"""Weights of fewer numbers than this stand in the graph itself, such as those of a norm."""


@dataclass(frozen=True, kw_only=True)
class Weight:
    """A tensor of two axes or three in a file of weights, or a matrix of one."""

    file: str
    offset: int
    """Of its first byte in the file."""
    length: int
    """In bytes."""
    kind: str
    """As safetensors names it, such as "BF16"."""
    turned: bool
    """Is it what the graph needs with its last two axes exchanged?"""


class Weights:
    """The tensors of a checkpoint's files, to be found by what they hold: an export renames, turns and joins them."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._known: dict[str, Weight] = {}
        for file in files:
            with file.open("rb") as raw:
                size = int.from_bytes(raw.read(8), "little")
                entries = json.loads(raw.read(size))
            with safe_open(file, framework="pt") as tensors:
                for name in tensors.keys():  # noqa: SIM118  # it is no mapping
                    tensor, entry = tensors.get_tensor(name), entries[name]
                    offset, end = (8 + size + place for place in entry["data_offsets"])
                    # An export may take the experts of a layer apart.
                    matrices = tensor if tensor.ndim == 3 else ()
                    for number, matrix in enumerate(matrices):
                        length = (end - offset) // len(tensor)
                        self._add(matrix, file.name, offset + number * length, length, entry["dtype"])
                    self._add(tensor, file.name, offset, end - offset, entry["dtype"])

    def _add(self, tensor: torch.Tensor, file: str, offset: int, length: int, kind: str) -> None:
        if tensor.numel() < LARGE or tensor.ndim < 2 or not tensor.is_floating_point():
            return
        for turned in (True, False):
            content = (tensor.mT if turned else tensor).float().contiguous().numpy()
            self._known[_digest(content)] = Weight(file=file, offset=offset, length=length, kind=kind, turned=turned)

    def find(self, content: np.ndarray) -> Weight | None:
        return self._known.get(_digest(content))


def _digest(content: np.ndarray) -> str:
    return hashlib.sha256(np.ascontiguousarray(content, "float32").tobytes()).hexdigest()


def onnx_bytes(graph: Graph, weights: Weights) -> bytes:
    """Exports a graph.

    Raises:
        ExportError: onnx or onnxscript is not installed, or the graph cannot be exported.
    """
    try:
        import onnx
        from onnxscript import opset20
    except ImportError as error:
        raise ExportError("Writing graphs needs onnx and onnxscript: `pip install onnx onnxscript`.") from error
    with _quiet(), torch.inference_mode():
        # An export takes inputs that are one tensor for one input.
        module, inputs = graph.module.eval(), tuple(example.clone() for example in graph.inputs.values())
        program = torch.onnx.export(
            # What it exports itself may have axes of any size, which some rules' operations refuse.
            module if graph.moving else torch.export.export(module, inputs),
            inputs,
            dynamo=True,
            opset_version=OPSET,
            input_names=list(graph.inputs),
            output_names=list(graph.outputs),
            dynamic_shapes=_shapes(graph) if graph.moving else None,
            custom_translation_table={torch.ops.aten.sort.stable: partial(_sorted, opset20)},
            optimize=True,
            verbose=False,
        )
    assert program is not None, "the exporter gives a program"
    model = program.model_proto
    _strip(model)
    _point(model, weights, onnx)
    return model.SerializeToString(deterministic=True)


def _sorted(
    onnx: Any, values: Any, *, stable: bool | None = None, dim: int = -1, descending: bool = False
) -> tuple[Any, Any]:
    """Sorts by ONNX's TopK: of equal values, the one that comes first comes first."""
    count = onnx.Slice(onnx.Shape(values), [dim], [dim + 1] if dim != -1 else [1 << 62])
    return onnx.TopK(values, count, axis=dim, largest=int(descending), sorted=1)


def _shapes(graph: Graph) -> Any:
    """Which axes may have any size; the module takes all inputs as one rest."""
    return (tuple({graph.moving[name]: Dim.DYNAMIC} if name in graph.moving else {} for name in graph.inputs),)


def _strip(model: Any) -> None:
    """Takes out what only people need: where each operation comes from, and the shapes in between."""
    del model.graph.value_info[:], model.metadata_props[:], model.graph.metadata_props[:]
    model.graph.doc_string = model.doc_string = ""
    for part in (model.graph.node, model.graph.initializer, model.graph.input, model.graph.output):
        for item in part:
            item.doc_string = ""
            del item.metadata_props[:]
    for function in model.functions:
        function.doc_string = ""
        del function.value_info[:], function.metadata_props[:]
        for node in function.node:
            node.doc_string = ""
            del node.metadata_props[:]
    used = {name for node in model.graph.node for name in node.input}
    unused = [place for place, given in enumerate(model.graph.input) if given.name not in used]
    for place in reversed(unused):
        del model.graph.input[place]


def _point(model: Any, weights: Weights, onnx: Any) -> None:
    """Has the large weights come from the checkpoint's files, in the shape and type that the graph wants."""
    kinds = {
        "BF16": onnx.TensorProto.BFLOAT16, "F16": onnx.TensorProto.FLOAT16, "F32": onnx.TensorProto.FLOAT,
    }  # fmt: skip
    before = []
    for place, tensor in reversed([*enumerate(model.graph.initializer)]):
        if tensor.data_type != onnx.TensorProto.FLOAT or int(np.prod(tensor.dims)) < LARGE:
            continue
        content = onnx.numpy_helper.to_array(tensor)
        weight = weights.find(content)
        if weight is None:
            continue
        name, dims = tensor.name, content.shape
        # Axes of size 1 may have gone; those that are left are in the file's order, or turned.
        stored = dims[:-2] + dims[:-3:-1] if weight.turned else dims
        del model.graph.initializer[place]
        outside = onnx.TensorProto(name=f"{name}_stored", data_type=kinds[weight.kind], dims=stored)
        outside.data_location = onnx.TensorProto.EXTERNAL
        for key, value in (("location", weight.file), ("offset", weight.offset), ("length", weight.length)):
            outside.external_data.add(key=key, value=str(value))
        model.graph.initializer.append(outside)
        last = f"{name}_cast" if weight.turned else name
        before.append(onnx.helper.make_node("Cast", [outside.name], [last], to=onnx.TensorProto.FLOAT))
        if weight.turned:
            axes = [*range(len(dims) - 2), len(dims) - 1, len(dims) - 2]
            before.append(onnx.helper.make_node("Transpose", [last], [name], perm=axes))
    nodes = [*before, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)


@contextmanager
def _quiet() -> Iterator[None]:
    """The exporter speaks of its own libraries."""
    loggers = [logging.getLogger(name) for name in ("torch.onnx", "onnxscript", "onnx_ir")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
