"""What a run did, step by step: frames, the trace in columns, its file, and what is derived from it."""

from playground.trace.columns import COLUMNS, MAX_CANVAS, MAX_MIB, TRACE_VERSION, Column
from playground.trace.frame import Block, FinishReason, StepFrame, StopReason
from playground.trace.header import Header, Verdict
from playground.trace.trace import Trace

__all__ = [
    "COLUMNS",
    "MAX_CANVAS",
    "MAX_MIB",
    "TRACE_VERSION",
    "Block",
    "Column",
    "FinishReason",
    "Header",
    "StepFrame",
    "StopReason",
    "Trace",
    "Verdict",
]
