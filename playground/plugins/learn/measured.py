"""Figures that were measured once and stored, in `assets/figures`: studies of many runs, and passes on machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from playground.assets import ASSETS
from playground.evaluation.finding import Finding
from playground.evaluation.intervals import Interval
from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.things import Thing

FOLDER = ASSETS / "figures"
PASSES, MANY = "passes.json", "many.json"
"""Passes of one row, and passes that several rows share."""


@dataclass(frozen=True, eq=False)
class Table(Thing):
    """Something that holds things of one kind, in order."""

    held: list[Thing]
    holds: ClassVar[str]


@dataclass(frozen=True, eq=False)
class Study(Table):
    """Many runs that were measured by `python -m playground sweep`."""

    kind: ClassVar[str] = "study"
    holds: ClassVar[str] = "row"


@dataclass(frozen=True, eq=False)
class Row(Thing):
    """One setting of a study."""

    figures: dict[str, Any]
    kind: ClassVar[str] = "row"

    @property
    def finding(self) -> Finding:
        """Its runs, one by one.

        Raises:
            Wrong: the study was measured before sweeps kept them.
        """
        if "each" not in self.figures:
            raise Wrong("this study has no figures of each case; measure it again.")
        each = self.figures["each"]
        right = {number: value for number, value in enumerate(each["right"]) if value is not None}
        return Finding(passes=dict(enumerate(each["passes"])), right=right)


@dataclass(frozen=True, eq=False)
class Difference(Thing):
    """What one row of a study has more than another one, over the same cases, with intervals of 95%."""

    row: Row
    first: Row
    kind: ClassVar[str] = "difference"

    def of(self, name: str) -> float:
        return float(self.row.get(name) - self.first.get(name))

    @property
    def share(self) -> Interval:
        return _interval(self.row.finding.share_against(self.first.finding))

    @property
    def passes(self) -> Interval:
        return _interval(self.row.finding.passes_against(self.first.finding))


@dataclass(frozen=True, eq=False)
class Machine(Table):
    """What passes take on a machine: measured on the author's, computed for a GPU."""

    name: str
    made: str
    """When it was measured."""
    kind: ClassVar[str] = "machine"
    holds: ClassVar[str] = "pass"


@dataclass(frozen=True, eq=False)
class Pass(Thing):
    """One pass of a model, over so many positions."""

    figures: dict[str, Any]
    kind: ClassVar[str] = "pass"


def _figure(name: str) -> Callable[[Any], Any]:
    def figure(thing: Any) -> Any:
        if name not in thing.figures:
            raise Wrong(f"this {thing.kind} has no “{name}”; it has {', '.join(sorted(thing.figures))}.")
        return thing.figures[name]

    return figure


def _interval(interval: Interval | None) -> Interval:
    if interval is None:
        raise Wrong("these rows have too few cases in common.")
    return interval


_VARIED = ("t_max", "t_min", "self_conditioning")
_LOSS = ("loss", "at_noise", "at_masks", "detecting", "detecting_low", "detecting_high", "found", "trusted")
"""What `python -m playground loss` measures at each share of noise."""
Study.fields = {"settings": lambda study: len(study.held)}
Row.fields = {name: _figure(name) for name in (*_VARIED, "share", "low", "high", "passes", "cases", *_LOSS)} | {
    "bound": _figure("entropy_bound"),
    "noise": lambda row: round(100 * _figure("noise")(row)),
}
Difference.fields = {
    "share": lambda difference: difference.of("share"),
    "low": lambda difference: difference.share[0],
    "high": lambda difference: difference.share[1],
    "passes": lambda difference: difference.of("passes"),
    "passes_low": lambda difference: difference.passes[0],
    "passes_high": lambda difference: difference.passes[1],
}
Machine.fields = {"name": lambda machine: machine.name, "made": lambda machine: machine.made}
Pass.fields = {
    "way": lambda item: item.figures.get("kind", "denoiser"),
    "rows": lambda item: item.figures.get("rows", 1),
    "positions": _figure("positions"),
    "ms": lambda item: 1000 * (item.figures.get("seconds") or item.figures["least_seconds"]),
    "per_second": lambda item: 1000 * item.get("rows") / item.get("ms"),
    "best_ms": lambda item: 1000 * item.figures["least_seconds"],
    "gigaflop": lambda item: item.figures["flops"] / 1e9,
    "megabytes": lambda item: item.figures["bytes"] / 1e6,
    "limit": lambda item: {"memory": "memory", "compute": "arithmetic"}[item.figures["limit"]],
}


def study(name: str) -> Study:
    """Reads a study.

    Raises:
        Wrong: there is none of that name.
    """
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        known = ", ".join(["loss", *sorted(path.stem for path in FOLDER.glob("sweep-*.json"))])
        raise Wrong(f"there is no study “{name}”; there are {known}.")
    return Study([Row(figures) for figures in json.loads(path.read_text(encoding="utf-8"))["rows"]])


def against(row: object, first: object) -> Difference:
    """What a row of a study has more than another one of it."""
    if not isinstance(row, Row) or not isinstance(first, Row):
        raise Wrong("against takes two rows of a study.")
    return Difference(row, first)


def machine(name: str) -> Machine:
    """Reads what passes take: of the small model `here`, where it was measured, or of the 26B model on a GPU, computed.

    Args:
        name: of the machine; after `many`, passes that several rows share.

    Raises:
        Wrong: there is no such machine.
    """
    shared, name = name.startswith("many "), name.removeprefix("many ")
    passes = json.loads((FOLDER / (MANY if shared else PASSES)).read_text(encoding="utf-8"))
    if name == "here":
        return Machine([Pass(figures) for figures in passes["passes"]], passes["machine"]["name"], passes["made"])
    if name not in passes["computed"]:
        raise Wrong(f"there is no machine “{name}”; there are here, {', '.join(passes['computed'])}.")
    return Machine([Pass(figures) for figures in passes["computed"][name]["passes"]], name, passes["made"])
