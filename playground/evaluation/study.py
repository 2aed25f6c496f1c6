"""Study: the same runs at several settings, such as one prompt with many seeds at each of some bounds.

It says what to run and what may be asked for. It runs nothing, and it imports neither torch nor the engine's loop.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.errors import SettingError
from playground.spec.run import RunSpec
from playground.spec.settings import MAX_SEED

MOST_SEEDS = 128
MOST_VALUES = 8

Change = Mapping[str, Any]
"""Settings by name, which differ from those of a run; and `processors`, in the place of its own."""


@dataclass(frozen=True, kw_only=True)
class Study:
    """Runs to make, each at every change of the settings.

    Raises:
        SettingError: a change is not allowed.
    """

    runs: tuple[RunSpec, ...]
    """What is run at each change; at least one."""
    changes: tuple[Change, ...] = ({},)

    def __post_init__(self) -> None:
        for change in self.changes:
            self.runs[0].settings.replace(**{name: value for name, value in change.items() if name != "processors"})

    @classmethod
    def of_seeds(cls, spec: RunSpec, seeds: object, changes: Sequence[Change] = ({},)) -> Study:
        """The same run with `seeds` seeds, counted up from its own.

        Raises:
            SettingError: there are fewer than 1 or more than `MOST_SEEDS` seeds, or one is too large; or as the
                constructor.
        """
        if type(seeds) is not int or not 1 <= seeds <= MOST_SEEDS:
            raise SettingError(f"seeds is {seeds!r}; allowed is a whole number from 1 to {MOST_SEEDS}.")
        if spec.seed + seeds - 1 > MAX_SEED:
            raise SettingError(f"The last of {seeds} seeds from {spec.seed} on is above {MAX_SEED}, the largest one.")
        runs = tuple(spec.replace(seed=spec.seed + number) for number in range(seeds))
        return cls(runs=runs, changes=tuple(changes))

    def __len__(self) -> int:
        return len(self.runs) * len(self.changes)

    def specs(self) -> Iterator[tuple[int, int, RunSpec]]:
        """Yields (number of the run, number of the change, what to run).

        Every change of the first run comes before the second run, so what is there of a stopped study is comparable.
        """
        for number, run in enumerate(self.runs):
            for at, change in enumerate(self.changes):
                yield number, at, run.replace(**change)
