"""Recorded runs in the terminal: `show` replays a trace, and `compare` prints the figures of several."""

from __future__ import annotations

from collections.abc import Mapping

from playground.hooks import Command, hook


@hook
def commands() -> Mapping[str, Command]:
    return {
        "show": Command(help="Replay a trace in the terminal.", at="playground.plugins.terminal.show:show"),
        "compare": Command(
            help="Compare the figures of several traces.", at="playground.plugins.terminal.compare:compare"
        ),
    }
