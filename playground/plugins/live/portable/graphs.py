"""Graph: a part of the engine's work as a module over tensors alone, with what an export must know of it.

The modules call the engine's own functions, so a rule stands written once. They take one run, B = 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from torch import Tensor, nn


class Part(nn.Module):
    """A module that takes its inputs by name.

    Args:
        inputs: their names, in order.
    """

    def __init__(self, inputs: Mapping[str, Tensor]) -> None:
        super().__init__()
        self._names = list(inputs)

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        return self.outputs(SimpleNamespace(**dict(zip(self._names, inputs, strict=True))))

    def outputs(self, values: Any) -> tuple[Tensor, ...]:
        """The outputs from the inputs, which are attributes of `values`."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Graph:
    name: str
    """Also the name of its file."""
    module: Part
    inputs: Mapping[str, Tensor]
    """Name -> an example, in the order in which the module takes them. The file lacks those that it does not need."""
    outputs: Sequence[str]
    moving: Mapping[str, int]
    """Inputs whose size is not fixed -> the axis along which it may be any, 0 included."""
