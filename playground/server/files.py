"""The page's own files: scripts, styles, recorded runs, and what parts of plugins fetch. The page names them with a
hash of what all of them hold.

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
from collections.abc import Callable, Mapping
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
from playground.export.page import template
from playground.hooks import PagePart
from playground.plugin_loading import plugins

STYLES = (
    "base",
    "player",
    "legend",
    "timeline",
    "panels",
    "knobs",
    "honest",
    "library",
    "page",
    "low",
    "hand",
)
"""What the style sheet of the page's first picture is made of, in order."""
FOLDER = "playground"
"""The path of the page's own files, relative to the page."""
FOREVER = "public, max-age=31536000, immutable"
WORTH = 0.9
"""A file is sent compressed if that makes it smaller than this share of itself; a trace is compressed already."""


class PageFiles:
    """The files as they are now, read once, and the routes that serve them.

    Args:
        recorded: the folder of the recorded runs and their index; it may be missing.
        parts: of the page, by the plugins that add them.
    """

    def __init__(
        self,
        recorded: Path,
        parts: Mapping[str, PagePart] = MappingProxyType({}),
    ) -> None:
        self._folders = {name: ASSETS / name for name in ("dist", "vendor", "css", "model")}
        self._folders |= {"recorded": recorded}
        self._files = {
            f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for name, folder in self._folders.items()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self._files |= {path.name: path.read_bytes() for path in sorted(ASSETS.glob("*.json"))}  # lists of words
        self._files["css/main.css"] = b"\n".join(self._files[f"css/{name}.css"] for name in STYLES)
        self._files["share/player.html"] = template().encode()
        self._made: dict[str, Callable[[], bytes]] = {}
        """What plugins make when it is asked for."""
        self._added = set[str]()
        """What lies in no folder that is served, beside what fits only the page of its own version."""
        self.inline: list[bytes] = []
        """Scripts that the page's policy allows by their hashes."""
        self.parts = [part for name in parts if (part := self._part(name, parts[name]))]
        """Those of plugins, as `assets/page/page/places.ts` reads them."""
        digest = hashlib.sha256()
        for name, content in self._files.items():
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        for name, added in parts.items():
            digest.update(f"{name}\0{added.edition}".encode())
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
            inline = [path.read_bytes() for path in part.inline]
        except OSError as error:
            plugins().blame(plugin, "shown in the page", error)
            return None
        self.inline += inline
        for name, file in part.files.items():
            if isinstance(file, Path):
                self._files[name] = file.read_bytes()
            else:
                self._made[name] = file
        self._added |= {name for name in part.files if not name.startswith("share/")}
        return part.described(plugin, script)

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
        """All files by their addresses, relative to the page; what the routes answer, where nothing answers."""
        files = self._files | {name: make() for name, make in self._made.items()}
        return {f"{FOLDER}/{self.version}/{name}": content for name, content in files.items()}

    def routes(self) -> list[BaseRoute]:
        """The routes of all files.

        Without a hash, for other pages that show a player, browsers check each time whether a file has changed. So they
        do under any other hash: a tab from before an upgrade still gets what it loads late, and keeps nothing wrong.
        """
        fresh = {name: _Fresh(directory=folder, check_dir=False) for name, folder in self._folders.items()}
        return [
            Route(f"/{FOLDER}/{self.version}/{{name:path}}", self._immutable),
            *(Mount(f"/{FOLDER}{by}/{name}", app) for by in ("", "/{version}") for name, app in fresh.items()),
            Route(f"/{FOLDER}/{{name:path}}", self._fresh_file),
        ]

    def _immutable(self, request: Request) -> Response:
        """A file; in a thread, because the largest take seconds to compress."""
        name = request.path_params["name"]
        if name not in self._files | self._made:
            return PlainTextResponse("There is no such file.", 404)
        body, compressed = self._sent(name, "gzip" in request.headers.get("accept-encoding", ""))
        headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        return Response(
            body,
            headers=headers | ({"Content-Encoding": "gzip"} if compressed else {}),
            media_type="text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0],
        )

    def _fresh_file(self, request: Request) -> Response:
        """A file that lies in no folder, under its name, or after any hash."""
        name = request.path_params["name"]
        if name not in self._added and (name := name.partition("/")[2]) not in self._added:
            return PlainTextResponse("There is no such file.", 404)
        body, _ = self._sent(name, False)
        return Response(body, headers={"Cache-Control": "no-cache"}, media_type=mimetypes.guess_type(name)[0])

    def _prepare(self, name: str, compress: bool) -> tuple[bytes, bool]:
        """What is sent for a file, and whether it is compressed."""
        content = self._files[name] if name in self._files else self._made[name]()
        smaller = gzip.compress(content, 9, mtime=0) if compress else content
        return (smaller, True) if len(smaller) < WORTH * len(content) else (content, False)


class _Fresh(StaticFiles):
    """Files that the browser checks each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "no-cache"
        return response
