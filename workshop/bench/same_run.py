"""Compares two traces of one spec, made in two places: what was decided to the bit, figures up to rounding."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from playground.trace import Trace
from playground.trace.branching import spec_of

CLOSE = 1e-4
"""How far probabilities and nats may be apart; `lead` is a float16, which may round to the number beside it."""
DECIDED = ("input_ids", "sampled_ids", "argmax_ids", "accepted", "stable_for")
"""Columns of decisions."""
COUNTED = ("block", "step", "encoder_tokens", "pinned", "edited")
"""Other columns that must be equal."""
FIGURES = ("temperature", "mean_entropy", "entropy", "top_probs", "lead", "key")
"""Columns that must be close."""


def differences(there: Trace, here: Trace) -> list[str]:
    """What is not the same in two traces, by name."""
    names = [] if spec_of(there) == spec_of(here) else ["spec"]
    for name in ("prompt_ids", "explanation"):
        names += [] if getattr(there.header, name) == getattr(here.header, name) else [name]
    for name in ("stop_reasons", "finish_reason", "text"):
        names += [] if getattr(there, name) == getattr(here, name) else [name]
    names += [name for name in (*DECIDED, *COUNTED) if not _equal(there, here, name)]
    shared = there.tokens.keys() & here.tokens.keys()
    names += [] if all(there.tokens[token] == here.tokens[token] for token in shared) else ["tokens"]
    return names + ([] if len(there) != len(here) else _apart(there, here, len(there), FIGURES))


def parts_by_rounding(there: Trace, here: Trace) -> bool:
    """Are two traces that are not the same alike up to a step that has the same canvas and close figures in both, and
    decides otherwise? Then two figures were equal up to rounding there."""
    steps = min(len(there), len(here))
    unequal = [step for step in range(steps) if any(not _equal(there, here, name, step) for name in DECIDED)]
    if not unequal or not _equal(there, here, "input_ids", unequal[0]):
        return False
    before, figures = unequal[0], tuple(name for name in FIGURES if name != "key")  # which may be of a decision
    return not (_apart(there, here, before, FIGURES) or _apart(there, here, before + 1, figures))


def _equal(there: Trace, here: Trace, name: str, step: int | None = None) -> bool:
    figures = [trace.columns.get(name) for trace in (there, here)]
    if step is not None:
        figures = [figure if figure is None else figure[step] for figure in figures]
    return np.array_equal(*figures) if all(figure is not None for figure in figures) else figures == [None, None]


def _apart(there: Trace, here: Trace, steps: int, names: tuple[str, ...]) -> list[str]:
    """The columns that are not close in the first steps."""
    return [name for name in (*names, "top_ids") if not all(_close(there, here, name, steps))]


def _close(there: Trace, here: Trace, name: str, steps: int) -> Iterator[bool]:
    figures = [trace.columns.get(name) for trace in (there, here)]
    yield (figures[0] is None) == (figures[1] is None)
    if figures[0] is None or figures[1] is None:
        return
    ours, theirs = (figure[:steps] for figure in figures)
    if name == "top_ids":
        ordered = _ordered(there.columns["top_probs"][:steps])
        yield np.array_equal(ours[ordered], theirs[ordered])
    else:
        ours, theirs = ours.astype("float64"), theirs.astype("float64")
        relative = 2**-10 if name == "lead" else 0
        yield bool(np.isclose(ours, theirs, rtol=relative, atol=CLOSE, equal_nan=True).all())


def _ordered(probs: np.ndarray) -> np.ndarray:
    """bool (S, L, k): which candidates are apart from those before and after them, so that they have an order.

    What comes after the last one is not known.
    """
    gaps = probs[..., :-1] - probs[..., 1:] > CLOSE
    edge = np.ones((*gaps.shape[:-1], 1), bool)
    return np.concatenate([gaps, ~edge], -1) & np.concatenate([edge, gaps], -1)
