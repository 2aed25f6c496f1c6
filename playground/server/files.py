"""The page's own files: scripts, styles, recorded runs, and what the browser's engine needs of the embedded model. The
page names them with a hash of what all of them hold.

An address with the hash never changes its content, so a browser keeps what it got there and does not ask again; after a
change the page names other addresses. Scripts name each other and the other files relative to themselves, so only what
the page itself names carries the hash.

Scripts come from `assets/dist`, which `make dist` makes of the page's sources; its manifest says which one comes first.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from playground.assets import ASSETS
from playground.export.model_page import STYLES
from playground.export.model_page import template as model_template
from playground.export.page import template
from playground.hooks import PagePart, plugins
from playground.lessons import Library

FOLDER = "playground"
"""The path of the page's own files, relative to the page."""
TEMPLATES = {"player": "file", "lessons": "lessons"}
"""Pages of one file that the page's Share menu fills, and the script that draws each."""
SWEEPS = "figures/sweeps.json"
"""All sweeps of the embedded checkpoint, which the map shows."""
FOREVER = "public, max-age=31536000, immutable"
WORTH = 0.9
"""A file is sent compressed if that makes it smaller than this share of itself; a trace is compressed already."""


def sweeps() -> bytes:
    """All sweeps of the embedded checkpoint that are installed, as a JSON list."""
    paths = sorted((ASSETS / "figures").glob("sweep-*.json"))
    return json.dumps([json.loads(path.read_text(encoding="utf-8")) for path in paths]).encode()


class PageFiles:
    """The files as they are now, read once, and the routes that serve them.

    Args:
        recorded: the folder of the recorded runs and their index; it may be missing.
        lessons: by default those that are installed; each is compiled when it is asked for.
        parts: of the page, by the plugins that add them.
    """

    def __init__(
        self,
        recorded: Path,
        lessons: Library | None = None,
        parts: Mapping[str, PagePart] = MappingProxyType({}),
    ) -> None:
        self.lessons = lessons = lessons or Library(ASSETS / "lessons", recorded)
        self._folders = {
            name: ASSETS / name for name in ("dist", "vendor", "runtime", "css", "model", "portable", "own_rules")
        }
        self._folders |= {"recorded": recorded, "lessons": lessons.folder}
        self._files = {
            f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for name, folder in self._folders.items()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self._files |= {path.name: path.read_bytes() for path in sorted(ASSETS.glob("*.json"))}  # lists of words
        self._files[SWEEPS] = sweeps()
        self._files["css/main.css"] = b"\n".join(self._files[f"css/{name}.css"] for name in STYLES)
        self._files |= {f"share/{name}.html": template(entry).encode() for name, entry in TEMPLATES.items()}
        self._files["share/model.html"] = model_template().encode()
        self.parts = [{"plugin": name, **part} for name in parts if (part := self._part(name, parts[name]))]
        """Those of plugins, as `assets/page/page/parts.ts` reads them."""
        digest = hashlib.sha256()
        for name, content in self._files.items():
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        self.version = digest.hexdigest()[:16]
        self._sent = cache(self._prepare)
        self.script = self.path(f"dist/{json.loads(self._files['dist/manifest.json'])['first']}")
        """The address of what draws the page, which is to be loaded from nowhere else: there is one page."""
        self.styles = self.path("css/main.css")

    def _part(self, plugin: str, part: PagePart) -> dict[str, Any] | None:
        """Describes it to the page; None if its script is not there."""
        dist = ASSETS / "dist"
        if part.script.is_relative_to(dist):
            script = f"dist/{part.script.relative_to(dist).as_posix()}"
        else:
            script = f"plugins/{plugin}.js"
        try:
            self._files[script] = part.script.read_bytes()
        except OSError as error:
            plugins().blame(plugin, "shown in the page", error)
            return None
        told = {**asdict(part), "kinds": [*part.kinds], "config": dict(part.config), "script": script}
        return {name: value for name, value in told.items() if value}

    def path(self, name: str) -> str:
        """The address of a file, relative to the page.

        Args:
            name: such as `dist/main.js`.

        Raises:
            KeyError: there is no such file.
        """
        if name not in self._files:
            raise KeyError(name)
        return f"{FOLDER}/{self.version}/{quote(name)}"

    def preloads(self) -> str:
        """Links that tell the browser at once which run the script will ask for."""
        links = []
        if index := self._files.get("recorded/index.json"):
            names = ["index.json", *(entry.get("light", entry["file"]) for entry in json.loads(index)[:1])]
            files = [f"recorded/{name}" for name in names if f"recorded/{name}" in self._files]
            links += [f'<link rel="preload" as="fetch" crossorigin href="{self.path(name)}">' for name in files]
        return "\n".join(links)

    def contents(self) -> dict[str, bytes]:
        """All files by their addresses, relative to the page; what the routes answer, where nothing answers.

        Raises:
            LessonError: a lesson is wrong, or there is none.
        """
        self.lessons.check()
        compiled = {name: self.lessons.file(name) for name in self.lessons.files} | {"index": self.lessons.index()}
        sources = {f"lessons/{path.name}" for path in self.lessons.folder.glob("*") if path.suffix in (".md", ".json")}
        files = {name: content for name, content in self._files.items() if name not in sources}
        files |= {f"lessons/{name}.json": content for name, content in compiled.items()}
        return {f"{FOLDER}/{self.version}/{name}": content for name, content in files.items()}

    def routes(self) -> list[BaseRoute]:
        """The routes of all files.

        Without a hash, for other pages that show a player, browsers check each time whether a file has changed. So they
        do under any other hash: a tab from before an upgrade still gets what it loads late, and keeps nothing wrong.
        """
        fresh = {name: _Fresh(directory=folder, check_dir=False) for name, folder in self._folders.items()}
        return [
            *(Route(f"/{FOLDER}{by}/lessons/{{name}}.json", self._lesson) for by in ("", "/{version}")),
            Route(f"/{FOLDER}/{self.version}/{{name:path}}", self._immutable),
            *(Route(f"/{FOLDER}{by}/{SWEEPS}", self._fresh_sweeps) for by in ("", "/{version}")),
            *(Mount(f"/{FOLDER}{by}/{name}", app) for by in ("", "/{version}") for name, app in fresh.items()),
        ]

    def _immutable(self, request: Request) -> Response:
        """A file; in a thread, because the largest take seconds to compress."""
        name = request.path_params["name"]
        if name not in self._files:
            return PlainTextResponse("There is no such file.", 404)
        body, compressed = self._sent(name, "gzip" in request.headers.get("accept-encoding", ""))
        headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        return Response(
            body,
            headers=headers | ({"Content-Encoding": "gzip"} if compressed else {}),
            media_type="text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0],
        )

    def _fresh_sweeps(self, request: Request) -> Response:
        return Response(self._files[SWEEPS], headers={"Cache-Control": "no-cache"}, media_type="application/json")

    def _lesson(self, request: Request) -> Response:
        """A compiled lesson, or the list of all; in a thread, because it reads traces."""
        name = request.path_params["name"]
        if name != "index" and name not in self.lessons.files:
            return PlainTextResponse("There is no such lesson.", 404)
        body = self.lessons.index() if name == "index" else self.lessons.file(name)
        immutable = request.path_params.get("version") == self.version
        return Response(
            body, headers={"Cache-Control": FOREVER if immutable else "no-cache"}, media_type="application/json"
        )

    def _prepare(self, name: str, compress: bool) -> tuple[bytes, bool]:
        """What is sent for a file, and whether it is compressed."""
        content = self._files[name]
        smaller = gzip.compress(content, 9, mtime=0) if compress else content
        return (smaller, True) if len(smaller) < WORTH * len(content) else (content, False)


class _Fresh(StaticFiles):
    """Files that the browser checks each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response
