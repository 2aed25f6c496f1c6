"""Runs a user's own file, and loads the sampler in it: `--sampler FILE.py`, for the app and for `generate`.

Such a file runs like any other program of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Collection
from keyword import iskeyword
from pathlib import Path
from types import ModuleType
from typing import ClassVar

from playground.errors import PlaygroundError, SamplerError
from playground.rules.knobs import Knob
from playground.rules.samplers.base import Before, Decision, Explanation, Sampler, Statistics, Tensor
from playground.rules.samplers.registry import register, source_hash


def load(path: Path, taken: Collection[str]) -> str:
    """Registers the one sampler in a file and returns its name: its `name`, or the file's name if it has none.

    Args:
        taken: names that none of its settings may have; see `playground.doors.reserved`.

    Raises:
        SamplerError: the file is missing, fails, or does not hold exactly one sampler with a complete declaration.
    """
    name, module = path.name, run_file(path, "sampler", SamplerError)
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Sampler) and kind.__module__ == module.__name__
    ]
    if len(kinds) != 1:
        raise SamplerError(f"{name} holds {len(kinds) or 'no'} subclasses of pg.Sampler; it must hold one.")
    (kind,) = kinds
    more = {"file": name, "name": getattr(kind, "name", path.stem), "__module__": module.__name__}
    sampler: Sampler = type(kind.__name__, (_Guarded, kind), more)()
    _check_declaration(sampler, name, taken)
    register(sampler)
    source_hash(sampler.name)  # now, while the file still holds the code that runs
    return sampler.name


def run_file(path: Path, purpose: str, failure: type[PlaygroundError]) -> ModuleType:
    """Runs a file and returns it as a module, whose name has the purpose and the file's name in it.

    Raises:
        PlaygroundError: of the kind `failure`; the file is missing or fails.
    """
    name = f"playground_{purpose}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise failure(f"{path.name} is not a readable Python file.")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise failure(f"{path.name} fails with {error_line(error)}") from error
    return module


def error_line(error: Exception) -> str:
    """An error in a user's own file as the end of a sentence: its kind and its first line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}{': ' + lines[0].rstrip('.') if lines else ''}."


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
    explanation = sampler.explanation
    if explanation.cut in ("running sum", "value") and explanation.bound not in sampler.knobs:
        raise SamplerError(f"{file}: the explanation's bound must be the name of one of the sampler's own settings.")


class _Guarded(Sampler):
    """Goes in front of a user's class and reports any mistake of its rule in one sentence that names the file."""

    file: ClassVar[str]

    def accept(self, before: Before, statistics: Statistics) -> Tensor:
        accepted = super().accept(before, statistics)
        self._check("what accept returns", accepted, before.settled)
        return accepted

    def decide(self, before: Before, statistics: Statistics) -> Decision:
        try:
            decision = super().decide(before, statistics)
        except SamplerError:
            raise
        except Exception as error:
            raise SamplerError(f"{self.file}: the rule fails with {error_line(error)}") from error
        if not isinstance(decision, Decision):
            raise SamplerError(f"{self.file}: decide returns {type(decision).__name__}; it must return a pg.Decision.")
        self._check("the decision's accepted", decision.accepted, before.settled)
        self._check("the decision's canvas", decision.canvas, before.canvas)
        for name in ("key", "memory"):
            if getattr(decision, name) is not None:
                self._check(f"the decision's {name}", getattr(decision, name), before.memory)
        return decision

    def _check(self, name: str, value: object, like: Tensor) -> None:
        """Checks shape and dtype against `like`. The host knows both, so nothing waits for the device."""
        if not isinstance(value, type(like)):
            raise SamplerError(f"{self.file}: {name} is of type {type(value).__name__}; it must be a tensor.")
        for part in ("shape", "dtype"):
            has, must = getattr(value, part), getattr(like, part)
            if has != must:
                has, must = (tuple(x) if part == "shape" else str(x).removeprefix("torch.") for x in (has, must))
                raise SamplerError(f"{self.file}: {name} has {part} {has}; it must be {must}.")
