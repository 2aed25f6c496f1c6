"""The files of the engine in the page: the embedded checkpoint as graphs, and what runs them."""

from __future__ import annotations

import json
from pathlib import Path

from playground.assets import ASSETS
from playground.errors import ExportError

PORTABLE = ASSETS / "portable"
RUNTIME = ASSETS / "runtime" / "ort-wasm-simd-threaded.wasm"
"""What runs the model in a browser; git does not keep it."""


def shipped() -> dict[str, str] | None:
    """Name and revision of the model that a page can hold; None where what runs it in a browser is missing."""
    if not RUNTIME.is_file():
        return None
    manifest = json.loads((PORTABLE / "manifest.json").read_text(encoding="utf-8"))
    return {"model": manifest["name"], "revision": manifest["revision"]}


def check_runtime() -> None:
    """Raises:
    ExportError: what runs the model in a browser is missing.
    """
    if not RUNTIME.is_file():
        raise ExportError(
            f"{RUNTIME} is missing, which runs the model in a browser; in a checkout, `make runtime` gets it."
        )


def files() -> dict[str, Path]:
    """What the engine fetches, by address among the page's own files. Graphs name the weights beside their folder."""
    folders = (PORTABLE, RUNTIME.parent)
    return {f"{folder.name}/{path.name}": path for folder in folders for path in sorted(folder.iterdir())}
