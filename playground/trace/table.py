"""Turns a trace into a pandas table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from playground.rules.ways import WAYS
from playground.trace.columns import COLUMNS
from playground.trace.status import status


def to_pandas(columns: Mapping[str, np.ndarray], tokens: Mapping[int, str], way: str) -> pd.DataFrame:
    """Makes a table with one row for each block, step and position.

    It has every column of the trace that is in `playground.trace.columns`, except the candidates; a run that another
    program recorded has few of them. Figures of a whole step repeat; token ids (`input_id`) have their texts beside
    them (`input`). It adds `position` (from 0), `status` and `argmax_prob`, the probability of the most probable
    candidate.
    """
    steps, length = columns["argmax_ids"].shape
    table: dict[str, object] = {}
    for column in COLUMNS.values():
        name, values = column.name, columns.get(column.name)
        if values is None or column.shape == "SLk":
            continue
        figures = np.repeat(values, length) if column.shape == "S" else values.ravel()
        if name.endswith("_ids"):
            layer = name.removesuffix("_ids")
            table[f"{layer}_id"] = figures
            table[layer] = [tokens[token] for token in figures.tolist()]
        else:
            table[name] = figures
        if name == "step":
            table["position"] = np.tile(np.arange(length, dtype="int32"), steps)
        if name == "accepted":
            codes = status(values, columns["block"]).ravel()
            table["status"] = pd.Categorical.from_codes(codes, pd.Index(WAYS[way].statuses))
    probabilities = columns.get("top_probs")
    if probabilities is not None:
        table["argmax_prob"] = probabilities[:, :, 0].ravel() if probabilities.shape[2] else np.nan
    return pd.DataFrame(table)
