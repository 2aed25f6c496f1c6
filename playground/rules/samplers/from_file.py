"""Loads a user's own sampler: `--sampler FILE.py`, for the app and for `generate`.

The file runs like any other program of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Collection
from keyword import iskeyword
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from playground.errors import SamplerError, told
from playground.rules.knobs import Knob
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler
from playground.rules.samplers.registry import register, source_hash

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.statistics import Statistics


def load(path: Path, taken: Collection[str]) -> str:
    """Registers the one sampler in a file and returns its name: its `name`, or the file's name if it has none.

    Args:
        taken: names that none of its settings may have; see `playground.doors.reserved`.

    Raises:
        SamplerError: the file is missing, fails, or does not hold exactly one sampler with a complete declaration.
    """
    name, module = path.name, _run(path)
    found = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Sampler) and kind.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise SamplerError(f"{name} holds {len(found) or 'no'} subclasses of pg.Sampler; it must hold one.")
    (kind,) = found
    more = {"file": name, "name": getattr(kind, "name", path.stem), "__module__": module.__name__}
    sampler: Sampler = type(kind.__name__, (_Guarded, kind), more)()
    _check_declaration(sampler, name, taken)
    register(sampler)
    source_hash(sampler.name)  # now, while the file still holds the code that runs
    return sampler.name


def _run(path: Path) -> ModuleType:
    name = f"playground_sampler_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise SamplerError(f"{path.name} is not a readable Python file.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise SamplerError(f"{path.name} fails with {told(error)}") from error
    return module


def _check_declaration(sampler: Sampler, file: str, taken: Collection[str]) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", str(sampler.name)):
        raise SamplerError(
            f"{file}: the sampler's name is {sampler.name!r}; use at most 40 lower-case letters, digits and hyphens, "
            "beginning with a letter."
        )
    for part, kind in (("label", str), ("rule", str), ("explanation", Explanation)):
        if not isinstance(getattr(sampler, part, None), kind):
            raise SamplerError(f"{file}: the sampler's `{part}` must be of type {kind.__name__}.")
    for name, knob in sampler.knobs.items():
        if not isinstance(knob, Knob) or knob.choices or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise SamplerError(
                f"{file}: the setting {name!r} must be a pg.number, named in lower-case letters, digits and _."
            )
        if name in taken or iskeyword(name):
            raise SamplerError(
                f"{file}: the setting {name} needs another name; taken are Python's own words and "
                f"{', '.join(sorted(taken))}."
            )
    said = sampler.explanation
    if said.cut in ("running sum", "value") and said.bound not in sampler.knobs:
        raise SamplerError(f"{file}: the explanation's bound must be the name of one of the sampler's own settings.")


class _Guarded(Sampler):
    """Goes in front of a user's class and reports any mistake of its rule in one sentence that names the file."""

    file: ClassVar[str]

    def accept(self, before: Before, found: Statistics) -> Tensor:
        accepted = super().accept(before, found)
        self._check("what accept returns", accepted, before.settled)
        return accepted

    def decide(self, before: Before, found: Statistics) -> Decision:
        try:
            decision = super().decide(before, found)
        except SamplerError:
            raise
        except Exception as error:
            raise SamplerError(f"{self.file}: the rule fails with {told(error)}") from error
        if not isinstance(decision, Decision):
            raise SamplerError(f"{self.file}: decide returns {type(decision).__name__}; it must return a pg.Decision.")
        self._check("the decision's accepted", decision.accepted, before.settled)
        self._check("the decision's canvas", decision.canvas, before.canvas)
        for name in ("key", "memory"):
            if getattr(decision, name) is not None:
                self._check(f"the decision's {name}", getattr(decision, name), before.memory)
        return decision

    def _check(self, what: str, given: object, like: Tensor) -> None:
        """Checks shape and dtype against `like`. The host knows both, so nothing waits for the device."""
        if not isinstance(given, type(like)):
            raise SamplerError(f"{self.file}: {what} is of type {type(given).__name__}; it must be a tensor.")
        for part in ("shape", "dtype"):
            is_, must = getattr(given, part), getattr(like, part)
            if is_ != must:
                is_, must = (tuple(x) if part == "shape" else str(x).removeprefix("torch.") for x in (is_, must))
                raise SamplerError(f"{self.file}: {what} has {part} {is_}; it must be {must}.")
