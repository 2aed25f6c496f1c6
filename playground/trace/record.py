"""Record: what makes the trace of one run, step by step."""

from __future__ import annotations

from playground.trace.header import Header
from playground.trace.trace import Trace


class Record:
    """Makes one trace: `so_far` has its steps, to which `trace` adds what follows from them."""

    def __init__(self, so_far: Trace) -> None:
        self.so_far = so_far

    @property
    def header(self) -> Header:
        return self.so_far.header

    @property
    def over(self) -> bool:
        """Is the run over, by itself or because `end` said so?"""
        return self.so_far.over

    def end(self) -> None:
        """No more steps will come: the run was stopped, if it has not come to its end by itself."""
        self.so_far.end()

    def trace(self) -> Trace:
        """The trace, with everything up to the last step; always the same one. It works at any time."""
        return self.so_far.fill()
