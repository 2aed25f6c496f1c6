"""Makes pictures and films with the page's own scripts, in a headless Chromium: `assets/page/plugins/films/film.ts`
draws them.

The browser gets the scripts from this process and reaches no network.
"""

from __future__ import annotations

import asyncio
import base64
import mimetypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

from playground.assets import ASSETS
from playground.errors import ExportError
from playground.export.chromium import HOW, browser
from playground.export.run import packed
from playground.trace import Trace
from playground.trace.comparison import MOST_LANES

if TYPE_CHECKING:
    from playwright.sync_api import Route

Progress = Callable[[int, int], None]
LACKING = (
    f"Pictures and films are drawn by Chromium: {HOW}; .html, .csv and .parquet need neither, and the page saves films "
    "by itself."
)
KINDS = (".png", ".webm", ".mp4", ".gif")
STYLES = ("base", "player", "timeline")
ADDRESS = "http://localhost/"
"""Browsers encode films only for pages that they trust, which this name is; no server is asked."""


@dataclass(frozen=True, kw_only=True)
class Looks:
    """How a picture or a film looks."""

    theme: Literal["light", "dark"] = "light"
    shape: Literal["wide", "square"] = "wide"
    """1280 by 720 or 1080 by 1080 pixels, times `scale`."""
    speed: float = 4
    """Steps a second."""
    scale: int = 1
    """1 or 2."""
    step: int | None = None
    """Of a picture, counted from 1 over the whole run; None for a telling one."""


def quiet(done: int, of: int) -> None:
    """Ignores progress."""


def write_film(runs: Sequence[Trace], out: Path, progress: Progress = quiet, **chosen: Any) -> list[Path]:
    """Writes a picture or a film, as the ending of `out` says.

    Args:
        chosen: some of the fields of `Looks`.
        progress: is called with how many pictures are drawn, and of how many.

    Raises:
        ExportError: there are too many runs, no such step, no Chromium or playwright, or it cannot encode this.
    """
    looks = Looks(**chosen)
    if len(runs) > MOST_LANES:
        raise ExportError(
            f"A picture shows at most {MOST_LANES} runs side by side, and there are {len(runs)}; give fewer."
        )
    steps = len(runs[0])
    if looks.step is not None and not 1 <= looks.step <= steps:
        raise ExportError(f"{runs[0].name} has no step {looks.step}; its steps are 1 to {steps}.")
    payload = {"runs": [packed(run) for run in runs], "kind": out.suffix.lower().removeprefix("."), **asdict(looks)}
    out.write_bytes(base64.b64decode(_beside_a_loop(payload, progress)))
    return [out]


def _beside_a_loop(payload: dict[str, Any], progress: Progress) -> str:
    """As `_drawn`. Where an event loop runs already, as in a notebook, playwright needs a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _drawn(payload, progress)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_drawn, payload, progress).result()


def _drawn(payload: dict[str, Any], progress: Progress) -> str:
    with browser(LACKING) as chromium:
        from playwright.sync_api import Error

        try:
            page = chromium.new_page()
            page.route("**/*", _serve)
            page.expose_function("progress", progress)
            page.goto(ADDRESS)
            page.evaluate("payload => { window.payload = payload; }", payload)
            studio = "/dist/plugins-films-studio.js"
            made = page.evaluate(f"async () => (await import('{studio}')).make(payload, window.progress)")
            return str(made)
        except Error as error:
            reason = error.message.partition("Error: ")[2] or error.message
            raise ExportError(reason.splitlines()[0]) from error


def _serve(route: Route) -> None:
    name = urlsplit(route.request.url).path.lstrip("/")
    if name == "":
        styles = "\n".join((ASSETS / "css" / f"{style}.css").read_text(encoding="utf-8") for style in STYLES)
        route.fulfill(content_type="text/html", body=f"<!doctype html><style>{styles}</style><body></body>")
    elif route.request.url.startswith(ADDRESS) and (ASSETS / name).is_file():
        kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
        route.fulfill(content_type=kind, body=(ASSETS / name).read_bytes())
    else:
        route.abort()
