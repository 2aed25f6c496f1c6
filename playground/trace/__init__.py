"""What a run did, step by step: frames, the columnar trace, its file, and what is derived from it."""

from playground.trace.frame import FinishReason, StepFrame, StopReason
from playground.trace.trace import COLUMNS, TRACE_VERSION, Block, Header, Trace, TraceBuilder

__all__ = [
    "COLUMNS",
    "TRACE_VERSION",
    "Block",
    "FinishReason",
    "Header",
    "StepFrame",
    "StopReason",
    "Trace",
    "TraceBuilder",
]
