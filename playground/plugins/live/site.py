"""Writes the playground as a folder for any static host: the page with its own engine, and pages of runs beside.

All of the page's own files have addresses that name their contents, as on the server. `sw.js`, the service worker,
keeps them in the browser and sets the headers that a plain host cannot.
"""

from __future__ import annotations

import hashlib
import html
import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from playground import workshop
from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.run import title_of
from playground.export.whole import writing
from playground.plugin_loading import plugins
from playground.plugins.live.run_pages import HOME, file_names, run_pages
from playground.server.files import PageFiles
from playground.server.guard.answers import ISOLATION, POLICY, content_policy
from playground.server.page import config_of, document
from playground.service.limits import Limits
from playground.trace import Trace
from playground.trace.columns import MAX_MIB

MARK = "A site of the Text Diffusion Playground"
"""In the head of the first page; a folder that has it may be written again."""

_HEAD = """<meta name="description" content="{}">
<meta http-equiv="{}" content="{}">
"""
_WAITING = f"""
<style>
@keyframes late {{ from {{ visibility: hidden; }} }}
.late {{ animation: late 4s steps(1); font: 16px/1.5 system-ui; padding: 20px; }}
</style>
<p class="late">The playground needs JavaScript, in a browser from 2023 or later, and a web server that sends .js files
as text/javascript, because browsers run no other modules, and none from the disk. The
<a href="{HOME}">recorded runs</a> open from there too.</p>
"""
"""In sight only if nothing draws the page."""


def may_have_docs() -> bool:
    """Can a site have the pages of docs/ beside it? They are made from the source, by mkdocs."""
    return workshop.stands_beside() and find_spec("mkdocs") is not None


def write_site(
    out: Path,
    runs: Sequence[Trace] = (),
    options: Mapping[str, Any] = MappingProxyType({}),
    *,
    docs: bool = False,
) -> list[Path]:
    """Writes the folder `out`, whole or not at all. One that this made before is replaced.

    Args:
        runs: to offer in the page; by default the recorded ones that come with the playground.
        options: those of `site` that plugins have added, by name.
        docs: with the pages of docs/ in a folder of that name, if `may_have_docs`.

    Returns:
        The files, the first page first.

    Raises:
        ExportError: a run has no steps, or `out` holds something else or cannot be written.
        PlaygroundError: a plugin refuses its options.
    """
    if out.exists() and not _ours(out):
        raise ExportError(f"{out} holds something else than a site of the playground; name a new folder.")
    with writing(out) as folder, tempfile.TemporaryDirectory() as spare:
        recorded, titles = ASSETS / "recorded", dict[str, str]()
        if runs:
            recorded = _offered(runs, Path(spare) / "recorded")
        else:
            runs, titles = _recorded(recorded)
        parts = plugins().by_plugin("page_part", service=None, options=options, public=False)
        files, beside = PageFiles(recorded, parts), plugins().each("site_part", options=options, home=HOME)
        config = config_of(Limits(), MAX_MIB, public=False) | {"served": False, "docs": docs}
        policy = content_policy(files.inline)
        head = _HEAD.format(MARK, POLICY, html.escape(policy, quote=False))
        contents = {
            "index.html": document(files, config, head, _WAITING).encode(),
            **{name: page.encode() for name, page in run_pages(runs, titles, beside).items()},
            **files.contents(),
        }
        contents |= {"sw.js": _service_worker(contents, policy), ".nojekyll": b""}
        for name, content in contents.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        if docs:
            workshop.part("docs_site", "A site of docs/").write(folder / "docs", "../index.html")
        folder.chmod(0o755)
    return [*(out / name for name in contents), *(path for path in (out / "docs").rglob("*") if path.is_file())]


def _ours(folder: Path) -> bool:
    """May the folder be replaced: is it empty, or a site from here?"""
    if not folder.is_dir():
        return False
    first = folder / "index.html"
    return not any(folder.iterdir()) or (
        first.is_file() and MARK in first.read_text(errors="replace", encoding="utf-8")[:1000]
    )


def _recorded(folder: Path) -> tuple[list[Trace], dict[str, str]]:
    """The runs of a folder as its index lists them, and the title of each by its name."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    titles = {Path(entry["file"]).stem: entry["title"] for entry in index}
    return [replace(Trace.load(folder / f"{name}.trace"), name=name) for name in titles], titles


def _offered(runs: Sequence[Trace], folder: Path) -> Path:
    """Makes a folder of recorded runs that lists these; plugins find those that come with the playground there too."""
    shutil.copytree(ASSETS / "recorded", folder)
    names = file_names(runs, "trace", {path.name for path in folder.iterdir()})
    for run, name in zip(runs, names, strict=True):
        run.save(folder / name)
    index = [{"file": name, "title": title_of(run)} for run, name in zip(runs, names, strict=True)]
    (folder / "index.json").write_text(json.dumps(index), encoding="utf-8")
    return folder


def _service_worker(contents: Mapping[str, bytes], policy: str) -> bytes:
    """The script with what it keeps: of each file its hash, by which a later version knows it, and its size."""
    files = {quote(name): [hashlib.sha256(content).hexdigest(), len(content)] for name, content in contents.items()}
    site = {"files": files, "headers": ISOLATION, "policy": policy}
    script = ASSETS / "dist" / "plugins-live-service-worker.js"
    return f"self.SITE = {json.dumps(site)};\n{script.read_text(encoding='utf-8')}".encode()
