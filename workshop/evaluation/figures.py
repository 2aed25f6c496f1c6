"""Draws the figure of `curve`: what longer training buys."""

from collections.abc import Sequence
from typing import TypedDict

import plotly.graph_objects as go

from playground.evaluation.figures import SHARE_AXIS, intervals
from workshop.evaluation.evaluate import Score


class Measured(TypedDict):
    """The `share` of `cases` that were right, the ends of its 95% interval, and the `passes` per answer."""

    share: float
    low: float
    high: float
    passes: float
    cases: int


class CurveRow(Measured):
    """A score on one kind of cases after some minutes and steps of training."""

    minutes: float
    step: int
    kind: str


def measured(score: Score) -> Measured:
    low, high = score.interval
    return Measured(share=score.share, low=low, high=high, passes=score.steps, cases=score.cases)


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
            error_y=intervals(line),
            text=[f"{row['passes']:.1f}" for row in line],
            mode="lines+markers",
            name=kind,
            hovertemplate="%{x:.0f} minutes<br>%{y:.0%} right in %{text} passes",
        )
    figure.update_layout(
        title="What training buys, on held-out cases",
        xaxis_title="minutes of training",
        yaxis=SHARE_AXIS,
        template="plotly_white",
    )
    return figure
