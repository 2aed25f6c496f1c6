"""Study: the same runs at several settings, such as one prompt with many seeds at each of some bounds.

It says what to run and what may be asked for. It runs nothing, and it imports neither torch nor the engine's loop.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.errors import SettingError
from playground.rules.knobs import Value
from playground.rules.samplers import by_name
from playground.spec.run import RunSpec
from playground.spec.settings import MAX_SEED, SamplerSettings, samplers_with

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


def grid(usual: SamplerSettings, vary: Mapping[str, Sequence[Value]] | Sequence[Change]) -> tuple[Change, ...]:
    """Every combination of the values that settings shall take, the last one's first; a list of changes stays as it is.

    A sampler's own setting varies only with the samplers that have it. If `sampler` varies too and none of its values
    has it, the usual sampler joins them, so `{"entropy_bound": [0.1, 0.5], "sampler": ["margin"]}` has three changes.

    Raises:
        SettingError: a setting has no list of values, or `vary` is neither of the two.
    """
    if not isinstance(vary, Mapping):
        changes = [*vary] if isinstance(vary, Iterable) else [None]
        if not all(map(_is_change, changes)):
            raise SettingError(f"vary is {vary!r:.60}; it must say which values settings take, as {{name: [values]}}.")
        return tuple(map(by_name, changes)) or ({},)
    values = {
        name: [*each] if isinstance(each, Iterable) and not isinstance(each, str) else [] for name, each in vary.items()
    }
    for name, each in values.items():
        if not isinstance(name, str):
            raise SettingError(f"vary names {name!r:.60}; the name of a setting is text.")
        if not each:
            raise SettingError(f"{name} varies over {vary[name]!r:.60}; it needs a list of values.")
        values[name] = [by_name({name: value})[name] for value in each]
    homes = {name: samplers_with(name) for name in values}
    samplers = values.get("sampler", [])
    if samplers and any(homes[name] and not {*homes[name]} & {*samplers} for name in values):
        values["sampler"] = list(dict.fromkeys([usual.sampler, *samplers]))
    combined: list[Change] = []
    for combination in itertools.product(*values.values()):
        change = dict(zip(values, combination, strict=True))
        if "sampler" in change:
            change = {
                name: value for name, value in change.items() if not homes[name] or change["sampler"] in homes[name]
            }
        if change not in combined:
            combined.append(change)
    return tuple(combined)


def _is_change(change: object) -> bool:
    return isinstance(change, Mapping) and all(isinstance(name, str) for name in change)


def in_words(change: Change) -> str:
    """A change in words, such as "entropy_bound 0.1"; "as it is" for none."""
    parts = [f"{name} {f'{value:g}' if isinstance(value, float) else value}" for name, value in change.items()]
    return ", ".join(parts) or "as it is"
