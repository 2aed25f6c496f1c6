"""Draws the figures of `sweep` and `curve`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypedDict

import plotly.graph_objects as go

from playground.evaluation.evaluate import Score


class Measured(TypedDict):
    """The `share` of `cases` that were right, the ends of its 95% interval, and the `passes` per answer."""

    share: float
    low: float
    high: float
    passes: float
    cases: int


class SweepRow(Measured):
    """A score at one setting of the sampler."""

    t_max: float
    t_min: float
    entropy_bound: float


class CurveRow(Measured):
    """A score on one kind of cases after some minutes and steps of training."""

    minutes: float
    step: int
    kind: str


def measured(score: Score) -> Measured:
    low, high = score.interval
    return Measured(share=score.share, low=low, high=high, passes=score.steps, cases=score.cases)


_SHARE_AXIS = {"title": "share right, 95% interval", "tickformat": ".0%", "range": [0, 1.02]}


def sweep_figure(kind: str, rows: Sequence[SweepRow]) -> go.Figure:
    """Plots the share right against denoiser passes: a line for each pair of temperatures, a point for each bound.

    Args:
        kind: the kind of cases, for the title.
        rows: in any order.
    """
    figure = go.Figure()
    for t_max, t_min in dict.fromkeys((row["t_max"], row["t_min"]) for row in rows):
        line = sorted(
            (row for row in rows if (row["t_max"], row["t_min"]) == (t_max, t_min)),
            key=lambda row: row["entropy_bound"],
        )
        figure.add_scatter(
            x=[row["passes"] for row in line],
            y=[row["share"] for row in line],
            error_y=_intervals(line),
            text=[f"{row['entropy_bound']:g}" for row in line],
            textposition="bottom right",
            cliponaxis=False,
            mode="lines+markers+text",
            name=f"T {t_max:g} to {t_min:g}",
            hovertemplate="bound %{text} nats<br>%{x:.1f} passes<br>%{y:.0%} right",
        )
    figure.update_layout(
        title=f"{kind}: what the entropy bound (beside each point, in nats) costs and buys",
        xaxis_title="denoiser passes per answer",
        yaxis=_SHARE_AXIS,
        template="plotly_white",
    )
    return figure


def curve_figure(rows: Sequence[CurveRow]) -> go.Figure:
    """Plots the share right against minutes of training: a line for each kind of cases.

    Args:
        rows: in the order of training.
    """
    figure = go.Figure()
    for kind in dict.fromkeys(row["kind"] for row in rows):
        line = [row for row in rows if row["kind"] == kind]
        figure.add_scatter(
            x=[row["minutes"] for row in line],
            y=[row["share"] for row in line],
            error_y=_intervals(line),
            text=[f"{row['passes']:.1f}" for row in line],
            mode="lines+markers",
            name=kind,
            hovertemplate="%{x:.0f} minutes<br>%{y:.0%} right in %{text} passes",
        )
    figure.update_layout(
        title="What training buys, on held-out cases",
        xaxis_title="minutes of training",
        yaxis=_SHARE_AXIS,
        template="plotly_white",
    )
    return figure


def write_figure(figure: go.Figure, path: Path) -> None:
    """Writes a page that needs no network (.html), or a picture (.svg or .png; with kaleido)."""
    if path.suffix == ".html":
        figure.write_html(path, include_plotlyjs=True)
    else:
        figure.write_image(path, width=900, height=480)


def _intervals(rows: Sequence[Measured]) -> dict[str, Any]:
    """Error bars from each row's share to the ends of its interval."""
    return {
        "type": "data",
        "thickness": 1,
        "symmetric": False,
        "array": [row["high"] - row["share"] for row in rows],
        "arrayminus": [row["share"] - row["low"] for row in rows],
    }
