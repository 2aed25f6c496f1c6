"""Writes runs as one HTML file that plays in any browser without a network.

`assets/page/share/page-file.ts` fills the same template in the page.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import playground
from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.run import packed, title_of
from playground.trace import Trace
from playground.trace.comparison import MOST_LANES

STYLES = ("base", "player", "legend", "timeline", "panels", "honest", "file")

_SCRIPTS = "script-src 'unsafe-inline'"
_POLICY = "default-src 'none'; {}; style-src 'unsafe-inline'; img-src data: blob:"
POLICY = _POLICY.format(_SCRIPTS)
"""What the file may load: nothing from anywhere."""
_TITLE = "<title>A run of text diffusion</title>"
_RUNS = '<script type="application/json" id="tdp-runs">{}</script>'
"""These two are replaced in the template."""
COMPLAINT = """addEventListener("error", ({ message }) => window.player ?? window.playground ??
  document.body.append(`This browser cannot play the run (${message}). Any browser from 2023 or later can.`));"""
"""A classic script: it runs where the one that it watches cannot even be read."""


@cache
def template(script: str = "file", styles: tuple[Path, ...] = ()) -> str:
    """The file without a title and without runs.

    Args:
        script: what draws it, in `assets/dist`.
        styles: more sheets that it holds.
    """
    body = ['<body class="tdp-file">', '<div id="tdp-file"></div>']
    return document(_SCRIPTS, STYLES, body, bundled(script), styles)


def bundled(script: str) -> str:
    """A script of `assets/dist`, as text."""
    return (ASSETS / "dist" / f"{script}.js").read_text(encoding="utf-8")


def document(scripts: str, styles: Sequence[str], body: Sequence[str], script: str, more: Sequence[Path] = ()) -> str:
    """A page of one file, without a title and without runs.

    Args:
        scripts: directives of its policy: which scripts may run.
        styles: names of the style sheets that it holds; `plugins-NAME` is that of a plugin.
        body: elements, the first of them the body itself.
        script: what draws it.
        more: sheets from elsewhere.
    """
    sheets = [*map(_sheet, styles), *more]
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(scripts)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="Text Diffusion Playground {playground.__version__}">',
            '<link rel="icon" href="data:,">',
            _TITLE,
            f'<style data-holds="{" ".join(sheet.stem for sheet in sheets)}">{style}</style>',
            *body,
            "<noscript>This page plays a run of text diffusion; it needs JavaScript.</noscript>",
            _RUNS,
            f"<script>{COMPLAINT}</script>",
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _sheet(name: str) -> Path:
    return ASSETS / ("dist" if name.startswith("plugins-") else "css") / f"{name}.css"


def page(runs: Sequence[Trace], home: str | None = None) -> str:
    """The file. It holds the traces themselves, which can be saved from it.

    Args:
        home: the address of a page of all runs, to link to.

    Raises:
        ExportError: there are more runs than fit under one clock.
    """
    return filled(template(), title_of(runs[0]), payload_of(runs) | ({} if home is None else {"home": home}))


def payload_of(runs: Sequence[Trace]) -> dict[str, Any]:
    """What the file's script reads of runs.

    Raises:
        ExportError: there are more than fit under one clock.
    """
    if len(runs) > MOST_LANES:
        raise ExportError(
            f"An .html file shows at most {MOST_LANES} runs side by side, and there are {len(runs)}; give fewer."
        )
    return {"runs": [packed(run) for run in runs]}


def filled(empty: str, title: str, payload: dict[str, Any]) -> str:
    """A template with a title, and with what its script reads."""
    data = json.dumps(payload).replace("<", "\\u003c")  # nothing in a name ends the element
    return empty.replace(_TITLE, f"<title>{html.escape(title)}</title>", 1).replace(_RUNS, _RUNS.replace("{}", data), 1)


def write_page(runs: Sequence[Trace], out: Path, progress: object = None) -> list[Path]:
    """Writes OUT.html, at once: there is no progress to tell.

    Raises:
        ExportError: there are more runs than fit under one clock.
    """
    out.write_text(page(runs), encoding="utf-8")
    return [out]
