"""How a trace shows itself: in a few words, and in a notebook as its text in colours."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from playground.trace.trace import Trace

SCALE = [[0, "#fffaf0"], [0.12, "#fdd79b"], [0.35, "#f0944d"], [0.6, "#c04a44"], [0.85, "#6b1f5c"], [1, "#2f0f44"]]
"""From sure to unsure. Blue is left for what is kept."""
MOST_NATS = 6.0
"""The scale's end, the same everywhere, so that pictures can be compared."""
KEPT_COLOUR = "#1b63d6"
_STOPS = np.array([stop for stop, _ in SCALE], "float64")
_COLOURS = np.array([[int(str(colour)[at : at + 2], 16) for at in (1, 3, 5)] for _, colour in SCALE])


def about(trace: Trace) -> str:
    """Such as "embedded, seed 7, 9 passes, 88 tokens, right"."""
    header = trace.header
    made = [f"from {header.source}"] if header.source else [header.model or "a model", f"seed {header.seed}"]
    made += [f"{trace.nfe} passes", f"{len(trace.text_ids)} tokens"]
    verdict = header.verdict
    return ", ".join(made + ([] if verdict is None else ["right" if verdict.right else "wrong"]))


def html_of(trace: Trace) -> str:
    """The text, each token coloured by its uncertainty at its block's last step, with a blue line if it was kept."""
    columns, hidden = trace.columns, {*trace.header.special_ids, *trace.header.eos_ids, trace.header.pad_id}
    spans = []
    for row, block in zip(np.flatnonzero(np.diff(columns["block"], append=-1)), trace.blocks, strict=True):
        for position, token in enumerate(block.token_ids):
            if token not in hidden:
                entropy = columns["entropy"][row, position] if "entropy" in columns else None
                held = "accepted" in columns and bool(columns["accepted"][row, position])
                spans.append(_span(trace.tokens[token], entropy, held))
    legend = "colour: uncertainty at the last step, 0 to 6 nats; blue line: kept"
    return (
        f'<p>RECORDED, {html.escape(about(trace))}<br><small>{legend}</small></p><div style="white-space: pre-wrap; '
        f'line-height: 1.7; overflow-wrap: anywhere">{"".join(spans)}</div>'
    )


def _span(text: str, entropy: float | None, held: bool) -> str:
    line = f"; border-bottom: 2px solid {KEPT_COLOUR}; font-weight: 600" if held else ""
    if entropy is None:
        return f'<span style="{line.removeprefix("; ")}">{html.escape(text)}</span>'
    share = min(float(entropy) / MOST_NATS, 1.0)
    ground = ", ".join(f"{np.interp(share, _STOPS, _COLOURS[:, part]):.0f}" for part in range(3))
    ink = "#1d2430" if share < 0.5 else "#ffffff"
    style = f"background: rgb({ground}); color: {ink}{line}"
    return f'<span style="{style}" title="{entropy:.3f} nats">{html.escape(text)}</span>'
