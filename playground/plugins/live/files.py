"""The files of the engine in the page: the embedded checkpoint as graphs, and what runs them."""

from __future__ import annotations

import json
from pathlib import Path

from playground.assets import ASSETS

PORTABLE = ASSETS / "portable"
RUNTIME = ASSETS / "runtime" / "ort-wasm-simd-threaded.wasm"
"""What runs the model in a browser, as npm has it; `make runtime` copies it."""


def shipped() -> dict[str, str]:
    """Name and revision of the model that a page can hold."""
    manifest = json.loads((PORTABLE / "manifest.json").read_text(encoding="utf-8"))
    return {"model": manifest["name"], "revision": manifest["revision"]}


def files() -> dict[str, Path]:
    """What the engine fetches, by address among the page's own files. Graphs name the weights beside their folder."""
    folders = (PORTABLE, RUNTIME.parent)
    return {f"{folder.name}/{path.name}": path for folder in folders for path in sorted(folder.iterdir())}
