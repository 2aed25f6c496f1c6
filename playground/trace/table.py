"""A trace as a pandas table."""

from __future__ import annotations

import numpy as np
import pandas as pd

from playground.trace.status import NAMES, status
from playground.trace.trace import Trace


def to_pandas(trace: Trace) -> pd.DataFrame:
    """One row per block, step and position.

    Columns: block, step, position (from 0), temperature, input, sampled, argmax (token texts, each beside its `_id`),
    accepted, status, entropy (nats), argmax_prob.
    """
    columns, (steps, length) = trace.columns, trace.columns["entropy"].shape
    table: dict[str, object] = {
        "block": np.repeat(columns["block"], length),
        "step": np.repeat(columns["step"], length),
        "position": np.tile(np.arange(length, dtype="int32"), steps),
        "temperature": np.repeat(columns["temperature"], length),
    }
    for layer in ("input", "sampled", "argmax"):
        ids = columns[f"{layer}_ids"].ravel()
        table[f"{layer}_id"] = ids
        table[layer] = [trace.tokens[token] for token in ids.tolist()]
    table["accepted"] = columns["accepted"].ravel()
    table["status"] = pd.Categorical.from_codes(status(columns["accepted"], columns["block"]).ravel(), NAMES)
    table["entropy"] = columns["entropy"].ravel()
    table["argmax_prob"] = columns["top_probs"][:, :, 0].ravel() if columns["top_probs"].shape[2] else np.nan
    return pd.DataFrame(table)
