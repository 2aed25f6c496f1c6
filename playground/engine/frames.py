"""From tensors on the device to figures on the host, in one copy a step.

Every figure of a step goes into one int32 tensor, floats by their bits, so that a GPU is waited for once. What there is
to pack, and in which order, is the table of `playground.trace.columns`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.trace.columns import COLUMNS, Column

STOP = Column(
    name="stop",
    dtype="bool",
    shape="S",
    wire="",
    since=1,
    help="Does the stopping rule end the block here? The loop asks; a trace keeps the reason of the stop instead.",
)


def pack(record: Mapping[str, Tensor]) -> Tensor:
    """The figures of B rows as int32 (B, n), on the device; `unpack` is the inverse, on the host.

    Args:
        record: by the names of the table, with `stop`: (B,) a scalar a step, (B, L) one a position, (B, L, k) one a
            candidate. An optional figure of floats may be missing: it is packed as NaN.

    Raises:
        KeyError: a figure is missing that is not optional.
    """
    sizes = record["top_ids"].shape
    parts = []
    for column in _packed():
        figure = record.get(column.name) if column.optional else record[column.name]
        if figure is None:
            figure = torch.full(sizes[: len(column.shape)], torch.nan, device=record["top_ids"].device)
        flat = figure.reshape(len(figure), -1)
        floats = column.dtype == "float32"
        parts.append(flat.to(torch.float32).view(torch.int32) if floats else flat.to(torch.int32))
    return torch.cat(parts, dim=1)


def unpack(packed: np.ndarray, length: int) -> dict[str, Any]:
    """The figures of one row by name: numbers, arrays (L,) and (L, k). One that is NaN throughout was missing.

    Args:
        packed: int32 (n,), a row of what `pack` gave.
        length: L.
    """
    figures, start = {}, 0
    columns = list(_packed())
    scalars, positions, candidates = (sum(c.shape == shape for c in columns) for shape in ("S", "SL", "SLk"))
    k = (len(packed) - scalars - positions * length) // (candidates * length)
    for column in columns:
        shape = {"S": (), "SL": (length,), "SLk": (length, k)}[column.shape]
        part = packed[start : start + int(np.prod(shape))]
        start += len(part)
        figure = (part.view(np.float32) if column.dtype == "float32" else part.astype(column.dtype)).reshape(shape)
        if not (column.optional and np.isnan(figure).all()):
            figures[column.name] = figure.item() if column.shape == "S" else figure
    return figures


def _packed() -> Iterator[Column]:
    yield from (column for column in COLUMNS.values() if not column.host)
    yield STOP
