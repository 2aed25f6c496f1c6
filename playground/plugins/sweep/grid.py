"""Which changes of the settings a study makes: combinations of values, and how a change is said in words."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from playground.errors import SettingError
from playground.evaluation.study import Change
from playground.rules.knobs import Value
from playground.rules.samplers import by_name
from playground.spec.settings import SamplerSettings, samplers_with


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
