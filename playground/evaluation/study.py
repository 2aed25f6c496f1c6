"""Studies: the same runs at several settings, such as one prompt with many seeds at each of some bounds.

It says what to run and what may be asked for. It runs nothing, and imports neither torch nor the engine's loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.errors import SettingError
from playground.spec.run import RunSpec
from playground.spec.settings import MAX_SEED

MOST_SEEDS = 128
MOST_VALUES = 8

Change = Mapping[str, Any]
"""Settings by name, which differ from those of a run; and `processors`, in the place of its own."""


def with_seeds(spec: RunSpec, seeds: object) -> list[RunSpec]:
    """The same run with `seeds` seeds, counted up from its own.

    Raises:
        SettingError: there are fewer than 1 or more than `MOST_SEEDS` seeds, or one is too large.
    """
    if type(seeds) is not int or not 1 <= seeds <= MOST_SEEDS:
        raise SettingError(f"seeds is {seeds!r}; allowed is a whole number from 1 to {MOST_SEEDS}.")
    if spec.seed + seeds - 1 > MAX_SEED:
        raise SettingError(f"The last of {seeds} seeds from {spec.seed} on is above {MAX_SEED}, the largest one.")
    return [spec.replace(seed=spec.seed + number) for number in range(seeds)]


def at_changes(runs: Sequence[RunSpec], changes: Sequence[Change]) -> Iterator[RunSpec]:
    """Each run at every change, made when its turn comes.

    Every change of the first run comes before the second run, so what is there of a stopped study is comparable.

    Raises:
        SettingError: a change is not allowed; at once.
    """
    for change in changes:
        runs[0].settings.replace(**{name: value for name, value in change.items() if name != "processors"})
    return (run.replace(**change) for run in runs for change in changes)
