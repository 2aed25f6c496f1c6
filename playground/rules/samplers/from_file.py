"""Runs a user's own file, and loads the sampler in it: `--sampler FILE.py`, for the app and for `generate`.

Such a file runs like any other program of that user. Nothing from a browser, a link or a trace gets here.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from playground.errors import PlaygroundError, SamplerError
from playground.rules.own_code import own_code
from playground.rules.samplers.base import Sampler
from playground.rules.samplers.registration import guarded


def load(path: Path) -> str:
    """Registers the one sampler in a file and returns its name: its `name`, or the file's name if it has none.

    Raises:
        SamplerError: the file is missing, fails, or does not hold exactly one sampler with a complete declaration.
    """
    module = run_file(path, "sampler", SamplerError)
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Sampler) and kind.__module__ == module.__name__
    ]
    if len(kinds) != 1:
        raise SamplerError(f"{path.name} holds {len(kinds) or 'no'} subclasses of pg.Sampler; it must hold one.")
    # The text now, while the file still holds the code that runs.
    return guarded(kinds[0], path.stem, path.name, path.read_text(encoding="utf-8")).name


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
        with own_code(path.name, failure):
            spec.loader.exec_module(module)
    except failure:
        del sys.modules[name]
        raise
    return module
