"""Writes runs as one HTML file that holds the embedded model too: it plays them, and makes others, without a network.

`assets/page/share/model-files.ts` packs the same files in the page, and `page-file.ts` fills the same template.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.page import COMPLAINT, bundled, document, filled, payload_of
from playground.export.run import title_of
from playground.plugin_loading import plugins
from playground.spec.settings import MAX_SEED, knob_table
from playground.trace import Trace

RUNTIME = ASSETS / "runtime" / "ort-wasm-simd-threaded.wasm"
"""What runs the model in a browser; git does not keep it."""

STYLES = (
    "base",
    "player",
    "legend",
    "timeline",
    "panels",
    "often",
    "knobs",
    "honest",
    "library",
    "page",
    "low",
    "hand",
)
"""What the style sheet of the page's first picture is made of, in order."""

_PORTABLE = ASSETS / "portable"
_MODEL = '<script type="text/plain" id="tdp-model">{}</script>'
"""This is replaced in the template."""


def portable_model() -> dict[str, str] | None:
    """Name and revision of the model that a page can hold; None where what runs it in a browser is missing."""
    if not RUNTIME.is_file():
        return None
    manifest = json.loads((_PORTABLE / "manifest.json").read_text(encoding="utf-8"))
    return {"model": manifest["name"], "revision": manifest["revision"]}


def check_runtime() -> None:
    """Raises:
    ExportError: what runs the model in a browser is missing.
    """
    if not RUNTIME.is_file():
        raise ExportError(
            f"{RUNTIME} is missing, which runs the model in a browser; in a checkout, `make runtime` gets it."
        )


@cache
def template() -> str:
    """The file without a title, runs and the model."""
    plotly = (ASSETS / "vendor" / "plotly-basic.min.js").read_bytes()
    script = bundled("model-page")
    hashes = " ".join(f"'sha256-{_digest(each)}'" for each in (COMPLAINT.encode(), script.encode(), plotly))
    parts = plugins().by_plugin("page_part", service=None, options={}, public=True)
    held = {name: part for name, part in parts.items() if part.held}
    config = {"knobs": knob_table(), "max_seed": MAX_SEED, "public": True, "engine": "browser"}
    config |= {"parts": [part.described(name) for name, part in held.items()]}
    data = json.dumps(config).replace("<", "\\u003c")
    body = [
        "<body>",
        f'<script type="application/json" id="playground-config">{data}</script>',
        _MODEL,
        f'<script type="text/plain" id="tdp-plotly">{_packed({"plotly": plotly})}</script>',
        f'<script type="text/plain" id="tdp-worker">{bundled("packed-worker")}</script>',
    ]
    scripts = f"script-src {hashes} 'wasm-unsafe-eval'; worker-src blob:; media-src blob:"
    sheets = [path.stem for name in held if (path := ASSETS / f"dist/plugins-{name}.css").is_file()]
    return document(scripts, (*STYLES, "compare", "map", *sheets), body, script)


def write_model_page(runs: Sequence[Trace], out: Path) -> list[Path]:
    """Writes OUT.html.

    Raises:
        ExportError: a run is of another model, there are more runs than fit under one clock, or the runtime is missing.
    """
    check_runtime()
    manifest = json.loads((_PORTABLE / "manifest.json").read_text(encoding="utf-8"))
    held = (manifest["name"], manifest["revision"])
    for run in runs:
        header = run.header
        if (header.model, header.revision) != held:
            raise ExportError(
                f"{run.name} was made by {header.source or f'{header.model} {header.revision}'}, and a page can hold "
                f"only the model {' '.join(held)}; leave out --with-model."
            )
    entries = [*manifest["graphs"].values(), *manifest["weights"], *manifest["files"].values()]
    names = ["manifest.json", "world.json", "puzzles.json", *(entry["file"] for entry in entries)]
    files = {RUNTIME.name: RUNTIME.read_bytes()} | {name: (_PORTABLE / name).read_bytes() for name in names}
    page = filled(template(), title_of(runs[0]), payload_of(runs))
    out.write_text(page.replace(_MODEL, _MODEL.replace("{}", _packed(files)), 1), encoding="utf-8")
    return [out]


def _packed(files: Mapping[str, bytes]) -> str:
    """Files as a text: JSON, by their names, each compressed and in base64."""
    packed = {name: base64.b64encode(gzip.compress(content, 9, mtime=0)).decode() for name, content in files.items()}
    return json.dumps(packed)


def _digest(script: bytes) -> str:
    return base64.b64encode(hashlib.sha256(script).digest()).decode()
