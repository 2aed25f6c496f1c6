"""`pg.read`: slots read in several ways of writing, beside what writing puts into them, as one table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from playground.errors import SpecError
from playground.plugins.read.canvas import canvases
from playground.plugins.read.chain import read_causally
from playground.plugins.read.reading import FIGURES, Rows, read_canvas
from playground.plugins.read.template import PROMPT, RUNS
from playground.rules.ways import WAYS

if TYPE_CHECKING:
    import pandas as pd

    from playground.engine.models import Model
    from playground.service.slot import Check
    from playground.spec.prompt import Prompt
    from playground.spec.run import RunSpec

USUAL = {"draw": "exact", "t_max": 1.0, "t_min": 1.0, "max_denoising_steps": 32}
"""Settings of runs that are read, unless others are chosen: the model's own probabilities, and fewer steps, as most of
the text is held."""
MOST_RUNS = 1024


def read(
    model: Model, template: str, prompt: str | Prompt | Mapping[str, Any] = PROMPT, *,
    ways: Sequence[str] | None = None, runs: int = RUNS, steps: int | None = None, seed: int = 0, **changes: Any,
) -> pd.DataFrame:  # fmt: skip
    """Reads the slots of a template in place of letting the model write them. Nothing in it is calibrated.

    One row for each way, slot and label, and one for what lies outside of a slot's labels; docs/plugins/read.md has the
    columns. Labels of other lengths in `tokens` are read on canvases of their own, so only rows with the same `tokens`
    share a distribution. `low` and `high` are the interval of 95% (Wilson) of `share`.

    Args:
        template: a text with slots, such as "Mood: ____{happy|sad|angry}"; see `playground.plugins.read.template`.
        ways: of writing; by default all that the model has.
        runs: how many write, for `share`, with seeds counted up from `seed`; 0 for none.
        steps: the step whose pass is read last; by default the run's last one.
        changes: settings that differ from `USUAL` and the checkpoint's own.

    Raises:
        SpecError: the template, its labels or a number is not allowed, or does not fit the model.
        PromptError, SettingError: as `Model.spec`.
    """
    import pandas as pd

    rows: Rows = []
    for way in ways or ways_of(model):
        spec = spec_of(model, prompt, changes | {"way": way}, seed)
        rows += read_way(model, spec, template, runs=runs, steps=steps)
    return pd.DataFrame(rows).astype(dict.fromkeys(FIGURES, float))


def ways_of(model: Model) -> list[str]:
    """The ways in which a model can read: those in which it can write."""
    return [way for way in model.ways if WAYS[way].begins != "mask" or model.tokens.mask >= 0]


def spec_of(
    model: Model, prompt: str | Prompt | Mapping[str, Any], settings: Mapping[str, Any], seed: int = 0
) -> RunSpec:
    """The run that is read, without its text. Raises as `Model.spec`."""
    return model.spec(prompt, {**USUAL, **settings, "max_new_tokens": model.canvas_length}, seed)


def read_way(
    model: Model, spec: RunSpec, template: str, *, runs: int = 0, before: int = 0, steps: int | None = None,
    check: Check = lambda: None,
) -> Rows:  # fmt: skip
    """The rows of the table for one way of writing, with the runs after those `before` them. Raises as `read`."""
    if model.only_top:
        raise SpecError("This model tells only its most probable tokens; slots need all of them.")
    if type(runs) is not int or not 0 <= runs <= MOST_RUNS:
        raise SpecError(f"runs is {runs!r}; allowed is a whole number from 0 to {MOST_RUNS:,}.")
    steps = spec.settings.max_denoising_steps if steps is None else steps
    if type(steps) is not int or steps < 1:
        raise SpecError(f"steps is {steps!r}; it must be a whole number from 1.")
    usual, *further = canvases(model, template)
    if WAYS[spec.settings.way].causal:
        rows = read_causally(model, spec, [usual, *further], check)
    else:
        first = spec.seed + before
        rows = read_canvas(model, spec, usual, steps, range(first, first + runs), check)
        rows += [row for each in further for row in read_canvas(model, spec, each, steps, (), check)]
    return sorted(({"way": spec.settings.way} | row for row in rows), key=lambda row: (row["slot"], row["tokens"]))
