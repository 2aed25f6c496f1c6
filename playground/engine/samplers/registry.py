"""The samplers that this process knows, by name. What comes from outside can only name one of them."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys

from playground.engine.samplers.base import Sampler
from playground.errors import SamplerError

SAMPLERS: dict[str, Sampler] = {}
RULES: dict[str, str] = {}
"""Name -> rule in one sentence, as a menu shows them."""
_HASHES: dict[type[Sampler], str] = {}
"""Of the code that runs, which the file may no longer hold."""


def register(sampler: Sampler) -> None:
    """Makes a sampler known under its name.

    Raises:
        SamplerError: the name is taken, or one of its settings is declared otherwise elsewhere.
    """
    if sampler.name in SAMPLERS:
        raise SamplerError(f"There is a sampler called {sampler.name!r} already; give yours another name.")
    for name, knob in sampler.knobs.items():
        for other in SAMPLERS.values():
            if other.knobs.get(name, knob) != knob:
                raise SamplerError(
                    f"The sampler {sampler.name!r} declares the setting {name} otherwise than {other.name!r} does; "
                    "give yours another name."
                )
    SAMPLERS[sampler.name], RULES[sampler.name] = sampler, sampler.rule


def source_hash(name: str) -> str:
    """12 hex digits that stand for the code of a sampler's file; comments and layout change nothing.

    Raises:
        KeyError: there is no such sampler.
    """
    kind = type(SAMPLERS[name])
    if kind not in _HASHES:
        source = inspect.getsource(sys.modules[kind.__module__])
        _HASHES[kind] = hashlib.sha256(ast.dump(ast.parse(source)).encode()).hexdigest()[:12]
    return _HASHES[kind]
