"""How sure a run is of a text with gaps that it filled. Of several lengths of a gap, the surest is taken."""

from __future__ import annotations

import numpy as np

from playground.rules.ways import WAYS
from playground.trace.trace import Trace

LEAST = 1e-9
"""A token that is less probable counts as this probable."""


def sureness(trace: Trace) -> float | None:
    """The mean log-probability of the text up to its last pin, in nats; None for a run without pins.

    Each token counts with the probability that the model itself gives it, at the step's temperature, where it got its
    place for good: where it was accepted if accepted tokens stay, else at the last step of its block. So do held
    tokens: the model is nearly always sure of what it wrote, and what it makes of the text around that shows whether it
    fits. A token that is not among the recorded candidates counts as the last of these.
    """
    columns, header = trace.columns, trace.header
    pins = header.spec.get("pins", {})
    if not pins:
        return None
    count = max(map(int, pins)) + 1
    logs: list[np.ndarray] = []
    for number, block in enumerate(trace.blocks, start=1):
        rows = np.flatnonzero(columns["block"] == number)
        places = np.arange(min(len(block.token_ids), count - (number - 1) * header.canvas_length))
        at = np.full(len(places), rows[-1])
        if WAYS[header.way].sticky:
            at = rows[columns["accepted"][rows][:, places].argmax(axis=0)]
        probs, ids = columns["top_probs"][at, places], np.array(block.token_ids)[places]
        same = columns["top_ids"][at, places] == ids[:, None]
        figures = np.where(same.any(axis=1), (probs * same).sum(axis=1), probs[:, -1])
        logs.append(np.log(figures.clip(min=LEAST)))
    return float(np.concatenate(logs).mean())
