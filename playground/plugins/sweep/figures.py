"""Draws the figure of `sweep`: what settings cost and buy."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from playground.evaluation.finding import Finding


def measured_finding(finding: Finding) -> dict[str, Any]:
    """The `share` of `cases` that were right, the ends of its 95% interval, and the `passes` per answer.

    There is no share and no interval where no quality was measured. `each` has the passes of every case, in order, and
    whether it was right (null where nothing says): what the interval of a difference on the same cases needs.
    """
    low, high = finding.interval or (None, None)
    each = {
        "passes": list(finding.passes.values()),
        "right": [finding.right.get(number) for number in finding.passes],
    }
    return {
        "share": finding.share,
        "low": low,
        "high": high,
        "passes": finding.mean_passes,
        "cases": len(finding.passes),
        "each": each,
    }


def table_of(title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """The JSON of a study, a setting on each line."""
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows)
    return f'{{\n "kind": {json.dumps(title)},\n "rows": [\n{lines}\n ]\n}}\n'


SHARE_AXIS = {"title": "share right, 95% interval", "tickformat": ".0%", "range": [0, 1.02]}


def sweep_figure(title: str, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> go.Figure:
    """Plots the share right against denoiser passes. Where no quality was measured, it plots the passes alone.

    Args:
        title: what was run.
        names: the settings that vary. The first stands beside each point; each line has the same of the others.
        rows: what `measured_finding` returns of each, and its value of every name, in any order.
    """
    figure = go.Figure()
    first, *rest = names or [""]
    judged = all(row["share"] is not None for row in rows)
    for line in dict.fromkeys(tuple(row[name] for name in rest) for row in rows):
        here = [row for row in rows if tuple(row[name] for name in rest) == line]
        if all(isinstance(row.get(first), int | float) for row in here):
            here.sort(key=lambda row: row[first])
        labels = [_value(row.get(first, "")) for row in here]
        name = ", ".join(f"{name} {_value(value)}" for name, value in zip(rest, line, strict=True))
        if judged:
            figure.add_scatter(
                x=[row["passes"] for row in here],
                y=[row["share"] for row in here],
                error_y=intervals(here),
                text=labels,
                textposition="bottom right",
                cliponaxis=False,
                mode="lines+markers+text",
                name=name,
                hovertemplate=f"{first} %{{text}}<br>%{{x:.1f}} passes<br>%{{y:.0%}} right",
            )
        else:
            figure.add_bar(x=labels, y=[row["passes"] for row in here], name=name)
    beside = f": what {first} (beside each point) costs and buys" if first else ""
    figure.update_layout(title=f"{title}{beside}", template="plotly_white")
    if judged:
        figure.update_layout(xaxis_title="denoiser passes per answer", yaxis=SHARE_AXIS)
    else:
        figure.update_layout(xaxis_title=first, yaxis_title="denoiser passes per answer; no quality measured")
    return figure


def _value(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)


def intervals(rows: Sequence[Any]) -> dict[str, Any]:
    """Error bars from each row's share to the ends of its interval."""
    return {
        "type": "data",
        "thickness": 1,
        "symmetric": False,
        "array": [row["high"] - row["share"] for row in rows],
        "arrayminus": [row["share"] - row["low"] for row in rows],
    }
