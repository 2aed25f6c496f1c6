"""Where a position looks and what it might be, as `python -m playground record` computed and stored it; and readings.

Traces hold neither attention nor whole distributions, nor what a step would have been with other noise: all is computed
again from a run. A lesson must show it without a model, so the little that it shows is a figure of its own, tied to the
run that it was computed from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from playground.plugins.learn.problems import Wrong
from playground.plugins.learn.readings import Logs, Reading, text_of
from playground.plugins.learn.things import Cell, Thing
from playground.trace import Trace

FILE = "looks.json"
CANDIDATES = 5
"""So many are shown of a cell with another word."""


@dataclass(frozen=True, kw_only=True)
class Weights:
    """How much one position looks at what, in a step of a run: shares, means over all layers and heads."""

    run: str
    digest: str
    """Of the run's canvases; another one is another run."""
    row: int
    position: int
    read: float
    """At all that was read before the canvas: the prompt, and earlier parts."""
    canvas: list[float]
    """At each position of the canvas. With `read` they add up to 1."""
    causal_read: float
    """The same if the model reads the canvas from left to right, as it does once a part is done."""
    causal: list[float]
    logs: list[float]
    """The natural logarithms of all tokens' probabilities at the step's temperature, the most probable one first."""


@dataclass(frozen=True, kw_only=True)
class Swap:
    """What one position might have been in a step of a run if another word had gone in there, and all else alike."""

    run: str
    digest: str
    row: int
    position: int
    word: str
    """That went in."""
    tokens: list[str]
    """The most probable ones, as cells write them."""
    shares: list[float]
    """Their probabilities at the step's temperature."""
    entropy: float
    """Nats."""
    token: str
    """That was drawn, with the step's own random numbers."""
    accepted: bool


def as_it_was(cell: Cell) -> Swap:
    """What a cell was with the word that went in, as the run recorded it."""
    columns, at = cell.run.columns, (cell.row, cell.position)
    return Swap(
        run=cell.run.name,
        digest=digest(cell.run),
        row=cell.row,
        position=cell.position,
        word=cell.get("went_in"),
        tokens=[cell.run.tokens[int(token)].strip() for token in columns["top_ids"][at][:CANDIDATES]],
        shares=[float(share) for share in columns["top_probs"][at][:CANDIDATES]],
        entropy=cell.entropy,
        token=cell.get("token"),
        accepted=cell.get("kept"),
    )


Compute = Callable[[Cell | Trace, str], Weights | Swap | Logs]
"""Computes the weights of a cell; or, if there is a word, what the cell might have been with it; or, of a run, what a
pass makes of its noisy start."""


@dataclass(frozen=True, eq=False)
class Swapped(Thing):
    """A cell, if another word had gone in there."""

    cell: Cell
    swap: Swap
    kind: ClassVar[str] = "cell with another word"


Swapped.fields = {
    "at": lambda swapped: swapped.cell,
    "word": lambda swapped: swapped.swap.word,
    "guess": lambda swapped: swapped.swap.tokens[0],
    "best_chance": lambda swapped: swapped.swap.shares[0],
    "entropy": lambda swapped: swapped.swap.entropy,
    "token": lambda swapped: swapped.swap.token,
    "kept": lambda swapped: swapped.swap.accepted,
}


@dataclass(frozen=True, eq=False)
class Look(Thing):
    """Where a cell looks."""

    cell: Cell
    weights: Weights
    kind: ClassVar[str] = "look"


Look.fields = {
    "at": lambda look: look.cell,
    "read": lambda look: look.weights.read,
    "before": lambda look: sum(look.weights.canvas[: look.cell.position]),
    "itself": lambda look: look.weights.canvas[look.cell.position],
    "after": lambda look: sum(look.weights.canvas[look.cell.position + 1 :]),
    "causal_read": lambda look: look.weights.causal_read,
    "causal_before": lambda look: sum(look.weights.causal[: look.cell.position]),
    "causal_after": lambda look: sum(look.weights.causal[look.cell.position + 1 :]),
    "even": lambda look: (1 - look.weights.read) / len(look.weights.canvas),
}


def weight(look: object, cell: object) -> float:
    """How much a cell that looks looks at another one of its canvas, as a share of all that it looks at."""
    if not isinstance(look, Look) or not isinstance(cell, Cell) or cell.run.name != look.cell.run.name:
        raise Wrong("weight takes a look and a cell of the same run.")
    return look.weights.canvas[cell.position]


def entropy_at(look: object, temperature: float) -> float:
    """The entropy in nats that the cell which looks would have at another temperature."""
    if not isinstance(look, Look) or not temperature > 0:
        raise Wrong("entropy_at takes a look and a temperature above 0.")
    recorded = look.cell.run.columns["temperature"][look.cell.row].item()
    scores = np.array(look.weights.logs) * (recorded / temperature)
    logs = scores - scores.max()
    logs -= np.log(np.exp(logs).sum())
    return float(-(np.exp(logs) * logs).sum())


class Looks:
    """The looks and readings of some folders' lessons.

    Args:
        folders: each holds `looks.json`, or does not.
        compute: computes one that is not there; None where there is no model.
    """

    def __init__(self, folders: Iterable[Path], compute: Compute | None = None) -> None:
        self._compute = compute
        files = [path for folder in folders if (path := folder / FILE).is_file()] if compute is None else []
        recorded = [each for path in files for each in json.loads(path.read_text(encoding="utf-8"))]
        self._computed = {_key(each): each for each in map(_read, recorded)}

    def of(self, cell: Cell, word: str = "") -> Look | Swapped:
        """Finds where a cell looks; or, if there is a word, what the cell might have been with it.

        Raises:
            Wrong: it has not been recorded, or the run has been recorded anew since.
        """
        sought = f"what position {cell.position} of “{cell.run.name}” might be at step {cell.row + 1} with “{word}”"
        if not word:
            sought = f"where position {cell.position} of “{cell.run.name}” looks at step {cell.row + 1}"
        computed = self._find(cell.run, (cell.run.name, cell.row, cell.position, word), cell, word, sought)
        return Swapped(cell, computed) if isinstance(computed, Swap) else Look(cell, computed)

    def reading(self, run: Trace) -> Reading:
        """Finds what one pass makes of a run's noisy start.

        Raises:
            Wrong: it has none, or as `of`.
        """
        text_of(run)
        return Reading(run, self._find(run, (run.name,), run, "", f"what a pass makes of “{run.name}”"))

    def _find(self, run: Trace, key: tuple[Any, ...], of: Cell | Trace, word: str, sought: str) -> Any:
        if key not in self._computed and self._compute is not None:
            self._computed[key] = self._compute(of, word)
        computed = self._computed.get(key)
        if computed is None or computed.digest != digest(run):
            raise Wrong(f"{sought} is not recorded; python -m playground record computes it.")
        return computed

    def save(self, folder: Path) -> int:
        """Writes `looks.json`. Returns how many it holds."""
        looks = [asdict(self._computed[key]) for key in sorted(self._computed)]
        (folder / FILE).write_text("[\n" + ",\n".join(json.dumps(look) for look in looks) + "\n]\n", encoding="utf-8")
        return len(looks)


def _read(values: Mapping[str, Any]) -> Weights | Swap | Logs:
    if "original" in values:
        return Logs(**values)
    return Swap(**values) if "word" in values else Weights(**values)


def _key(computed: Weights | Swap | Logs) -> tuple[Any, ...]:
    if isinstance(computed, Logs):
        return (computed.run,)
    return computed.run, computed.row, computed.position, computed.word if isinstance(computed, Swap) else ""


def digest(run: Trace) -> str:
    """Tells a run's canvases from those of any other run."""
    return hashlib.sha256(np.ascontiguousarray(run.columns["input_ids"]).tobytes()).hexdigest()[:16]
