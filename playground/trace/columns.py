"""The columns of a trace: one table for packing, the file, the wire, pandas and the page's readers.

A new figure needs one entry here and the line that computes it: in the record that a step packs on the device or, if
the host counts it, in the frame. `python -m workshop.makers.trace_scripts` writes the table for the page.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

TRACE_VERSION = 3
"""The version of the trace format, and the only one that is read."""

MAX_MIB = 64
"""Traces that unpack to more are refused unless the caller allows it, because a small file could fill the memory."""

MAX_CANVAS = 1 << 16
"""The most positions that can be denoised together."""

MAX_STEPS = 1 << 17
"""The most denoising steps of a run."""

MAX_ID = 9_999_999
"""The largest token id; readers must be able to afford a table of all ids."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """One figure of every step. Names that end in `_ids` hold token ids; the trace keeps their texts."""

    name: str
    dtype: Literal["bool", "int32", "float32"]
    shape: Literal["S", "SL", "SLk"]
    """S: steps of the run, L: canvas positions, k: candidates. So one figure for each step, position or candidate."""
    wire: Literal["", "number", "token", "half", "bit"]
    """How it travels to the page: not at all; as a number; as indices into the run's own list of tokens; as float16; or
    as one bit for each position."""
    optional: bool = False
    """May a trace lack it? A frame then has None."""
    host: bool = False
    """Does the host count it? All others come from the device, in the step's one copy."""
    measured: bool = False
    """Does it depend on the machine? Its values then differ when the same run is computed again."""
    least: float = 0
    """The smallest value. NaN is not allowed, but in an optional column a step without the figure has only NaN."""
    most: float = math.inf
    """The largest value; infinity itself is allowed only if `least` is infinite too."""
    unit: str = ""
    """Empty for counts, ids and pure numbers."""
    help: str


_TABLE = (
    Column(
        name="block", dtype="int32", shape="S", wire="number", host=True, least=1,
        help="Which block of the run, counted from 1.",
    ),
    Column(
        name="step", dtype="int32", shape="S", wire="number", host=True, least=1,
        help="Which denoising step of the block, counted from 1.",
    ),
    Column(
        name="temperature", dtype="float32", shape="S", wire="number",
        help="What the logits were divided by.",
    ),
    Column(
        name="mean_entropy", dtype="float32", shape="S", wire="number", unit="nats",
        help="Mean entropy over the canvas, in nats; it is compared with the confidence threshold.",
    ),
    Column(
        name="stable_for", dtype="int32", shape="S", wire="number",
        help="How many comparisons in succession, up to this step, found no change in the argmax canvas.",
    ),
    Column(
        name="input_ids", dtype="int32", shape="SL", wire="token", most=MAX_ID,
        help="The canvas that the denoiser saw, noise included.",
    ),
    Column(
        name="sampled_ids", dtype="int32", shape="SL", wire="token", most=MAX_ID,
        help="The token drawn at each position.",
    ),
    Column(
        name="argmax_ids", dtype="int32", shape="SL", wire="token", most=MAX_ID,
        help="The most probable token at each position.",
    ),
    Column(
        name="accepted", dtype="bool", shape="SL", wire="bit",
        help="Where the sampler kept the token; the way of writing says what the other positions become.",
    ),
    Column(
        name="entropy", dtype="float32", shape="SL", wire="half", unit="nats",
        help="The entropy of softmax(logits / temperature), in nats.",
    ),
    Column(
        name="top_ids", dtype="int32", shape="SLk", wire="", most=MAX_ID,
        help="The most probable tokens, the most probable one first.",
    ),
    Column(
        name="top_probs", dtype="float32", shape="SLk", wire="", unit="probability",
        most=1 + 2**-10,  # up to rounding; float32 has this very number
        help="Their probabilities under softmax(logits / temperature).",
    ),
    Column(
        name="key", dtype="float32", shape="SL", wire="half", optional=True, least=-math.inf,
        help="What the sampler ordered the positions by, if no other column has it; `explanation.order` in the header "
        "names it.",
    ),
    Column(
        name="seconds", dtype="float32", shape="S", wire="number", optional=True, host=True, measured=True,
        unit="s",
        help="Wall time on the host, from the beginning of the step until its record arrived: encoder passes before "
        "it, denoiser pass, sampling and copy; all runs of the batch share it.",
    ),
    Column(
        name="encoder_tokens", dtype="int32", shape="S", wire="number", optional=True, host=True,
        help="How many tokens the encoder read for this run just before the step; 0 if there was no encoder pass.",
    ),
    Column(
        name="pinned", dtype="bool", shape="SL", wire="bit", optional=True, host=True,
        help="Where a person's own token stands, because it is held, or favoured and led by no more than the margin: "
        "the sampler is certain of it; the entropies and candidates are what the model itself makes of the position.",
    ),
    Column(
        name="edited", dtype="bool", shape="SL", wire="bit", optional=True, host=True,
        help="Where a person changed the input just before the step.",
    ),
    Column(
        name="lead", dtype="float32", shape="SL", wire="half", optional=True, least=-1, unit="nats",
        help="Where a token of a person's own text is favoured, by how many nats the most probable token leads, at "
        "temperature 1: up to the margin the text's token stands; -1 where none is favoured.",
    ),
    Column(
        name="moved", dtype="float32", shape="SL", wire="half", optional=True, host=True, unit="nats",
        help="How far processors moved the distribution of each position from the model's own: the Kullback-Leibler "
        "divergence of what the sampler saw from that.",
    ),
    Column(
        name="passes", dtype="int32", shape="S", wire="number", optional=True, host=True, least=1,
        help="How many denoiser passes the step took; where that is not recorded, 1.",
    ),
)  # fmt: skip

COLUMNS = {column.name: column for column in _TABLE}
"""The table by name, in the order of packing."""
