"""What settings cost and buy, over many runs: `sweep`, and `pg.study` in Python.

grid        which settings are compared
results     the runs at each, and what they came to, with intervals
wish        which setting is right often enough with the fewest passes
figures     the share right against passes
"""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import Command, hook


@hook
def commands() -> Mapping[str, Command]:
    about = "Plot passes and mistakes against settings."
    return {"sweep": Command(help=about, at="playground.plugins.sweep.command:sweep")}


@hook
def names() -> Mapping[str, str]:
    return {name: f"playground.plugins.sweep.results:{name}" for name in ("StudyResult", "study")}
