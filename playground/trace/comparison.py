"""A table of the figures of several runs, and of their differences to the first one."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from playground.errors import TraceError
from playground.spec.settings import KNOBS
from playground.trace import Trace
from playground.trace.corrections import corrections, reopenings
from playground.trace.divergence import divergence, incomparable
from playground.trace.header import Header

if TYPE_CHECKING:
    import pandas as pd

MOST_LANES = 4
"""The most runs under one clock; `MOST_LANES` in assets/page/run/lanes.ts."""
COUNTS = ("passes", "encoder_passes", "tokens", "relapses", "changed_tokens")
AMOUNTS = ("tokens_per_pass", "seconds", "mean_entropy")
"""Figures with differences: whole numbers and others."""
KINDS = dict.fromkeys((*COUNTS, "shared_rows"), "Int64") | dict.fromkeys(AMOUNTS, "float64") | {"right": "boolean"}
"""Types of figures that may be missing, for pandas."""


def table(traces: Sequence[Trace]) -> pd.DataFrame:
    """The table that `playground.evaluation.comparing.compare` returns.

    Raises:
        TraceError: there are no traces.
    """
    import pandas as pd

    if not traces:
        raise TraceError("There is nothing to compare: give at least one run.")
    first = traces[0]
    named = zip(titles(traces), traces, strict=True)
    rows = [
        {"title": title, "seed": None if trace.header.source else trace.header.seed}
        | settings_of(trace) | figures(trace) | _parting(first, trace)
        for title, trace in named
    ]  # fmt: skip
    for row, (seconds, note) in zip(rows, times([trace.header for trace in traces]), strict=True):
        row |= {"seconds": seconds, "seconds_note": note}
    table = pd.DataFrame(rows)
    parting = ("diverges_block", "diverges_step", "diverges_position")
    table = table.astype(KINDS | dict.fromkeys(("seed", *parting), "Int64"))
    for name in (*COUNTS, *AMOUNTS):
        table.insert(list(table.columns).index(name) + 1, f"{name}_diff", table[name] - table[name].iloc[0])
    return table


def figures(trace: Trace) -> dict[str, Any]:
    """The figures of one run by name; None or "" where the trace does not say, as of a run from another program.

    - passes: those that gave a step. encoder_passes: those before a block, which read the prompt or the last block.
    - tokens: of the text, end-of-text included, padding and fillers not. tokens_per_pass: divided by `passes`.
    - seconds, seconds_note: see `times`. Beside other runs they may be empty.
    - shared_rows: the most runs that shared one of its passes; 1 for a run by itself.
    - mean_entropy: nats, the mean over all steps and positions.
    - relapses: how often a kept text position was reopened. changed_tokens: how often one was then kept as another
      token.
    - stop_reason: of the last block. finish_reason: of the run.
    - right, verdict: what a rule found about the text.
    """
    header, read = trace.header, trace.columns.get("encoder_tokens")
    verdict, ours = header.verdict, not header.source
    [(seconds, note)] = times([header])
    return {
        "passes": trace.nfe if ours else None,
        "encoder_passes": None if read is None else int((read > 0).sum()),
        "tokens": len(trace.text_ids) if ours else None,
        "tokens_per_pass": trace.tokens_per_forward if ours else None,
        "seconds": seconds,
        "seconds_note": note,
        "shared_rows": header.rows,
        "mean_entropy": float(trace.columns["mean_entropy"].mean(dtype="float64")) if len(trace) and ours else None,
        "relapses": len(reopenings(trace)) if ours else None,
        "changed_tokens": len(corrections(trace)) if ours else None,
        "stop_reason": "" if not ours else trace.stop_reasons[-1] if trace.stop_reasons else "stopped",
        "finish_reason": trace.finish_reason if ours else "",
        "right": None if verdict is None else verdict.right,
        "verdict": "" if verdict is None else verdict.sentence,
    }


def times(headers: Sequence[Header]) -> list[tuple[float | None, str]]:
    """Wall time of each run in seconds, and ""; or None, and why it cannot stand beside those of the others.

    Seconds are compared only if the same machine took all of them in the same way. `timesOf` in
    assets/page/run/lanes.ts has the same rule.
    """
    untimed = [_untimed(header) for header in headers]
    unlike = _unlike([header for header, note in zip(headers, untimed, strict=True) if not note])
    notes = [note or unlike for note in untimed]
    return [(None if note else header.seconds, note) for header, note in zip(headers, notes, strict=True)]


def _untimed(header: Header) -> str:
    """Why a run has no seconds of its own; "" if it has."""
    if header.rows is None:
        return "not known how its passes were run"
    if header.rows > 1:  # the time of a shared pass is nobody's own
        return f"shared passes, {header.rows} rows"
    if header.pass_kind == "partly compiled":  # which of them were is not the same in another run
        return header.pass_kind
    return "" if header.seconds else "not timed"


def _unlike(headers: Sequence[Header]) -> str:
    """The first thing in which the runs were not timed alike; "" if there is none."""
    facts = [{"device": h.device, "passes": h.pass_kind, "precision": h.dtype} | h.software for h in headers]
    for name in dict.fromkeys(name for named in facts for name in named):
        values = dict.fromkeys(named.get(name, "not recorded") for named in facts)
        if len(values) > 1:
            return f"not the same {name}: {', '.join(values)}"
    return ""


def settings_of(trace: Trace) -> dict[str, Any]:
    """The settings that a run names; of a run from another program none is known."""
    header = trace.header
    return {} if header.source else {"way": header.way} | header.settings


def titles(traces: Sequence[Trace]) -> list[str]:
    """One title for each run, which states only what differs between them; "" if nothing does."""
    described = [_description(trace) for trace in traces]
    names = dict.fromkeys(name for values in described for name in values)
    differing = [name for name in names if any(values.get(name) != described[0].get(name) for values in described)]
    if "model" in differing and "revision" in differing:
        differing.remove("revision")
    return [", ".join(_part(name, values[name]) for name in differing if name in values) for values in described]


def _description(trace: Trace) -> dict[str, Any]:
    header = trace.header
    start, pins, edits = (header.spec.get(name) for name in ("start", "pins", "edits"))
    return {
        "prompt": header.prompt,
        "system": header.system,
        "thinking": header.thinking,
        "picture": header.image_sha256[:8],
        "seed": header.seed,
        # Settings that a trace does not name have their default.
        **{name: knob.default for name, knob in KNOBS.items()},
        **header.settings,
        "way": header.way,
        "start": "none" if start is None else f"{len(start)} given tokens",
        "noise": f"{header.spec.get('noise', 0):g} by seed {header.spec.get('noise_seed', 0)}",
        "keep": header.spec.get("keep", "free"),
        "pins": ", ".join(f"{place}={trace.tokens.get(token, token)}" for place, token in (pins or {}).items())
        or "none",
        "edits": "none" if not edits else json.dumps(edits),
        "model": header.model,
        "revision": header.revision[:8],
    }


def _part(name: str, value: Any) -> str:
    if name in ("prompt", "system"):
        return f"{name} “{textwrap.shorten(value, 40, placeholder='…')}”"
    return f"{name} {f'{value:g}' if isinstance(value, float) else value}"


def _parting(first: Trace, trace: Trace) -> dict[str, Any]:
    reason = incomparable(first, trace)
    place = None if reason else divergence(first, trace)
    sentence = f"cannot be compared: {reason}" if reason else "nowhere" if place is None else str(place)
    return {
        "diverges_block": place and place.block,
        "diverges_step": place and place.step,
        "diverges_position": place and place.position,
        "divergence": sentence,
    }
