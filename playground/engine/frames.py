"""Copies a step's figures from the device to the host, all at once.

One int32 tensor holds every figure, floats bit for bit, so that the host waits for the GPU only once a step. The table
in `playground.trace.columns` says what to pack and in which order.
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
    help="Does the stopping rule end the block here? Only the loop needs this; a trace keeps the reason for the stop.",
)


def pack(record: Mapping[str, Tensor]) -> Tensor:
    """Packs the figures of B rows into int32 (B, n), on the device. `unpack` does the inverse on the host.

    Args:
        record: name in the table -> figures, `stop` included: (B,) for each step, (B, L) for each position, (B, L, k)
            for each candidate. An optional figure may be missing; it is packed as NaN.

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
    """Unpacks one row's figures by name: numbers, arrays (L,) and (L, k). Leaves out optional figures that are all NaN.

    Args:
        packed: int32 (n,), one row of what `pack` returned.
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
        # Copies either way: a view would keep the records of all rows as long as this row's frame.
        figure = (part.view(np.float32).copy() if column.dtype == "float32" else part.astype(column.dtype)).reshape(
            shape
        )
        if not (column.optional and np.isnan(figure).all()):
            figures[column.name] = figure.item() if column.shape == "S" else figure
    return figures


def _packed() -> Iterator[Column]:
    yield from (column for column in COLUMNS.values() if not column.host)
    yield STOP
