"""Writes runs as one HTML file that holds the embedded model too: it plays them, and makes others, without a network.

`assets/page/plugins/live/model-files.ts` packs the same files in the page, and `index.ts` fills the same template.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.page import COMPLAINT, bundled, document, filled, payload_of
from playground.export.run import title_of
from playground.plugin_loading import plugins
from playground.plugins.live.files import PORTABLE, RUNTIME
from playground.server.files import STYLES
from playground.server.page import config_of
from playground.service.limits import Limits
from playground.trace import Trace
from playground.trace.columns import MAX_MIB

_MODEL = '<script type="text/plain" id="tdp-model">{}</script>'
"""This is replaced in the template."""


def edition() -> str:
    """Differs where the template does, beside what the page's other files say."""
    return hashlib.sha256(json.dumps(_config()).encode()).hexdigest()


def _config() -> dict[str, Any]:
    return config_of(Limits(), MAX_MIB, public=True) | {"served": False}


@cache
def template() -> str:
    """The file without a title, runs and the model."""
    plotly = (ASSETS / "vendor" / "plotly-basic.min.js").read_bytes()
    script = bundled("plugins-live-model-page")
    hashes = " ".join(f"'sha256-{_digest(each)}'" for each in (COMPLAINT.encode(), script.encode(), plotly))
    parts = plugins().by_plugin("page_part", service=None, options={}, public=True)
    held = {name: part for name, part in parts.items() if part.held}
    config = _config() | {"parts": [part.described(name) for name, part in held.items()]}
    data = json.dumps(config).replace("<", "\\u003c")
    body = [
        "<body>",
        f'<script type="application/json" id="playground-config">{data}</script>',
        _MODEL,
        f'<script type="text/plain" id="tdp-plotly">{_packed({"plotly": plotly})}</script>',
        f'<script type="text/plain" id="tdp-worker">{bundled("plugins-live-packed-worker")}</script>',
    ]
    scripts = f"script-src {hashes} 'wasm-unsafe-eval'; worker-src blob:; media-src blob:"
    sheets = [path.stem for name in held if (path := ASSETS / f"dist/plugins-{name}.css").is_file()]
    return document(scripts, (*STYLES, "compare", *sheets), body, script)


def write_model_page(runs: Sequence[Trace], out: Path) -> list[Path]:
    """Writes OUT.html.

    Raises:
        ExportError: a run is of another model, or there are more runs than fit under one clock.
    """
    manifest = json.loads((PORTABLE / "manifest.json").read_text(encoding="utf-8"))
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
    files = {RUNTIME.name: RUNTIME.read_bytes()} | {name: (PORTABLE / name).read_bytes() for name in names}
    page = filled(template(), title_of(runs[0]), payload_of(runs))
    out.write_text(page.replace(_MODEL, _MODEL.replace("{}", _packed(files)), 1), encoding="utf-8")
    return [out]


def _packed(files: Mapping[str, bytes]) -> str:
    """Files as a text: JSON, by their names, each compressed and in base64."""
    packed = {name: base64.b64encode(gzip.compress(content, 9, mtime=0)).decode() for name, content in files.items()}
    return json.dumps(packed)


def _digest(script: bytes) -> str:
    return base64.b64encode(hashlib.sha256(script).digest()).decode()
