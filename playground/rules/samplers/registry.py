"""The samplers that this process knows, by name. Anything from outside can only name one of them."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys

from playground.errors import SamplerError
from playground.rules.samplers.base import Sampler

SAMPLERS: dict[str, Sampler] = {}
RULES: dict[str, str] = {}
"""Name -> rule in one sentence, for menus."""
_HASHES: dict[type[Sampler], str] = {}
"""Hashes of the code that runs; the file may have changed since."""


def add(sampler: Sampler) -> None:
    """Adds a sampler under its name.

    Raises:
        SamplerError: the name is taken, or another sampler declares one of its settings differently.
    """
    if sampler.name in SAMPLERS:
        raise SamplerError(f"There is already a sampler called {sampler.name!r}; choose another name.")
    for name, knob in sampler.knobs.items():
        for known in SAMPLERS.values():
            if known.knobs.get(name, knob) != knob:
                raise SamplerError(
                    f"The samplers {sampler.name!r} and {known.name!r} declare the setting {name} differently; choose "
                    "another name for it."
                )
    SAMPLERS[sampler.name], RULES[sampler.name] = sampler, sampler.rule


def source_hash(name: str, text: str = "") -> str:
    """A sampler's `version`; of one that has none, the hash of its code, 12 hex digits, whatever its comments.

    Args:
        text: the code; by default its file's.

    Raises:
        KeyError: there is no such sampler.
    """
    kind = type(SAMPLERS[name])
    if kind not in _HASHES:
        source = text or inspect.getsource(sys.modules[kind.__module__])
        code = hashlib.sha256(ast.dump(ast.parse(source)).encode()).hexdigest()[:12]
        _HASHES[kind] = vars(kind).get("version", code)  # not inherited: who derives from a rule changes it
    return _HASHES[kind]
