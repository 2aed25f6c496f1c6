"""Plotly figures of traces: what the player shows, as figures for a notebook or an article.

    import playground as pg
    trace = pg.Trace.load("run.trace")
    pg.plots.raster(trace).show()

Every figure is a pure function of traces. Steps count from 1 over the whole run, positions from 0.
"""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from playground.errors import TraceError
from playground.rules.ways import WAYS
from playground.trace import Trace
from playground.trace.budget import budget as budget_of
from playground.trace.comparison import titles
from playground.trace.display import KEPT_COLOUR, MOST_NATS, SCALE
from playground.trace.status import status

REJECTED_COLOUR, BOUND_COLOUR = "#d9902f", "#9a4a05"


def raster(*traces: Trace) -> go.Figure:
    """The entropy of every position (across) at every step (down), one raster under the other for several runs.

    Raises:
        TraceError: there is no trace, or one has no steps.
    """
    named = _named(traces)
    shown = make_subplots(rows=len(named), cols=1, subplot_titles=[name for name, _ in named] if named[1:] else None)
    for row, (_, trace) in enumerate(named, 1):
        columns, names = trace.columns, WAYS[trace.header.way].statuses
        codes = status(columns["accepted"], columns["block"])
        texts = [
            [f"{_safe(trace.tokens[token])}<br>{names[code]}" for token, code in zip(*step, strict=True)]
            for step in zip(columns["sampled_ids"].tolist(), codes.tolist(), strict=True)
        ]
        heat = go.Heatmap(
            z=columns["entropy"], y=np.arange(1, len(trace) + 1), text=texts, coloraxis="coloraxis",
            hovertemplate="step %{y}, position %{x}<br>%{text}<br>%{z:.3f} nats<extra></extra>",
        )  # fmt: skip
        shown.add_trace(heat, row=row, col=1)
        shown.update_yaxes(autorange="reversed", title="step", row=row, col=1)
        shown.update_xaxes(title="position" if row == len(named) else None, row=row, col=1)
    bar = {"title": "entropy, nats"}
    return _labelled(shown, named).update_layout(
        coloraxis={"colorscale": SCALE, "cmin": 0, "cmax": MOST_NATS, "colorbar": bar}, height=140 + 260 * len(named)
    )


def curves(*traces: Trace) -> go.Figure:
    """The mean entropy after each pass, a line for each run; the first run's temperature, dotted, on the right axis.

    Raises:
        TraceError: there is no trace, or one has no steps.
    """
    named = _named(traces)
    shown = go.Figure()
    for name, trace in named:
        passes = np.arange(1, len(trace) + 1)
        shown.add_scatter(x=passes, y=trace.columns["mean_entropy"], name=name, mode="lines+markers")
    first = named[0][1]
    shown.add_scatter(
        x=np.arange(1, len(first) + 1), y=first.columns["temperature"], name="temperature", yaxis="y2",
        line={"dash": "dot", "color": "#5d6675"},
    )  # fmt: skip
    return _labelled(shown, named).update_layout(
        xaxis_title="pass",
        yaxis={"title": "mean entropy, nats", "rangemode": "tozero"},
        yaxis2={"title": "temperature", "overlaying": "y", "side": "right", "rangemode": "tozero", "showgrid": False},
        legend={"orientation": "h", "y": -0.25},
    )


def budget(trace: Trace, step: int) -> go.Figure:
    """What one step keeps: the positions, the surest first, with the sum of the entropies before each, and the bound.

    Args:
        step: counted from 1 over the whole run.

    Raises:
        TraceError: there is no such step, or the run's sampler does not add up entropies.
    """
    named = _named([trace])
    if not 1 <= step <= len(trace):
        raise TraceError(f"There is no step {step}; the run's steps are 1 to {len(trace)}.")
    header, columns = trace.header, trace.columns
    if header.explanation.get("bound", "entropy_bound") != "entropy_bound":
        label = header.explanation.get("label", "another")
        raise TraceError(f"The sampler of this run is “{label}”; only the entropy bound has a budget.")
    bound = header.settings["entropy_bound"]
    pinned = columns["pinned"][step - 1].astype(bool) if "pinned" in columns else None
    walk = budget_of(columns["entropy"][step - 1], bound, pinned)
    accepted = columns["accepted"][step - 1][walk.order]
    texts = [_safe(trace.tokens[token]) for token in columns["sampled_ids"][step - 1][walk.order].tolist()]
    shown = go.Figure()
    for name, colour, mask in (("kept", KEPT_COLOUR, accepted), ("not kept", REJECTED_COLOUR, ~accepted)):
        at = np.flatnonzero(mask)
        shown.add_scatter(
            x=at + 1, y=walk.before[at], name=f"{name} ({len(at)})", mode="markers", marker={"color": colour},
            text=[texts[place] for place in at], customdata=walk.order[at],
            hovertemplate="%{text}, position %{customdata}<br>%{y:.4f} nats before it<extra></extra>",
        )  # fmt: skip
    shown.add_hline(y=bound, line_color=BOUND_COLOUR, annotation_text=f"bound {bound} nats")
    return _labelled(shown, named, f"step {step}").update_layout(
        xaxis_title="positions, the surest first",
        yaxis={"title": "sum of the entropies before, nats", "range": [0, 4 * bound] if bound > 0 else None},
    )


def _named(traces: Sequence[Trace]) -> list[tuple[str, Trace]]:
    """Each run with a name that no token's markup gets into."""
    if not traces:
        raise TraceError("There is nothing to draw: give at least one trace.")
    if any(len(trace) == 0 for trace in traces):
        raise TraceError("A run without steps has nothing to draw.")
    named = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", titles(traces), traces, strict=False)
    return [(_safe(f"{letter}: {title}" if title else letter), trace) for letter, title, trace in named]


def _labelled(figure: go.Figure, named: list[tuple[str, Trace]], more: str = "") -> go.Figure:
    """Says what the figure shows: a record, of which model, with which seed."""
    header = named[0][1].header
    parts = ["RECORDED", header.model, f"seed {header.seed}" if len(named) == 1 else "", more]
    title = _safe(" · ".join(filter(None, parts)))
    return figure.update_layout(title={"text": title, "font": {"size": 14}}, template="plotly_white")


def _safe(text: str) -> str:
    """Text that plotly shows as it is: it takes some HTML."""
    return html.escape(text.replace("\n", "⏎"), quote=False)
