"""Draws the figure of `curve`: what longer training buys."""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from playground.plugins.sweep.figures import SHARE_AXIS, intervals


def curve_figure(rows: Sequence[Mapping[str, Any]]) -> go.Figure:
    """Plots the share right against minutes of training: a line for each kind of cases.

    Args:
        rows: as `learning_curve` yields them.
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
