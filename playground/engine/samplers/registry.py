"""The samplers that this process knows, by name. What comes from outside can only name one of them."""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from functools import cache

from playground.engine.samplers.base import Sampler
from playground.errors import SamplerError

SAMPLERS: dict[str, Sampler] = {}
RULES: dict[str, str] = {}
"""Name -> rule in one sentence, as a menu shows them."""


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
    return _hash_of(type(SAMPLERS[name]).__module__)


@cache
def _hash_of(module: str) -> str:
    source = inspect.getsource(sys.modules[module])
    return hashlib.sha256(ast.dump(ast.parse(source)).encode()).hexdigest()[:12]
