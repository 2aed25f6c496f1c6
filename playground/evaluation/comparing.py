"""compare: the figures of several runs in one table; specs among them are run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from playground.errors import SpecError
from playground.spec.run import RunSpec
from playground.trace import Trace, comparison
from playground.trace.columns import MAX_MIB

if TYPE_CHECKING:
    import pandas as pd

    from playground.engine.models import Model


def compare(runs: Sequence[Trace | str | PathLike[str] | RunSpec], model: Model | None = None) -> pd.DataFrame:
    """Compares runs with the first one. One row for each run, in their order; positions count from 0, steps from 1.

    The columns are `title` (what differs between the runs); `seed` and every setting, `sampler` among them; the figures
    of `figures`, where each number has its difference to the first run beside it (`passes`, `passes_diff`); and where
    the run's sampled canvases first differ from the first one's (`diverges_block`, `diverges_step`,
    `diverges_position`). `divergence` says it in words, or why
    the canvases cannot be compared. A figure that a trace does not have is NA or NaN.

    Args:
        runs: traces, paths of trace files, or specs; a spec is run first, by itself.
        model: what runs the specs; not needed without any.

    Raises:
        TraceError: there are no runs, or a file cannot be read.
        SpecError: a spec has no model to run on.
        PromptError, SettingError, ModelError: as `record`.
    """
    return comparison.table([_trace(run, model) for run in runs])


def records(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of such a table as JSON has them: None for what is missing."""
    rows: list[dict[str, Any]] = json.loads(table.to_json(orient="records", double_precision=15))
    return rows


def _trace(run: Trace | str | PathLike[str] | RunSpec, model: Model | None) -> Trace:
    if isinstance(run, Trace):
        return run
    if not isinstance(run, RunSpec):
        return Trace.load(run, MAX_MIB)
    if model is None:
        raise SpecError("A RunSpec needs a model that runs it: compare([...], model).")
    from playground.engine.recording import record

    return record(model, run)
