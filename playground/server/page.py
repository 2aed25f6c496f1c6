"""The page itself, and the one that asks for a login: documents with nothing but a head, drawn by scripts."""

from __future__ import annotations

import gzip
import json
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from playground.plugin_loading import plugins
from playground.server.files import PageFiles
from playground.server.guard.answers import POLICY, content_policy
from playground.server.routes import logged_in, login_cookies, routes
from playground.service.limits import Limits
from playground.spec.settings import MAX_SEED, knob_table

TOP = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Text Diffusion Playground</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath \
fill='%231f5fd0' d='M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0z'/%3E%3Cpath fill='%23e0a92e' d='M5 5h3v3H5z'/%3E%3C/svg%3E">
"""


def page_routes(files: PageFiles, config: dict[str, Any]) -> list[Route]:
    """The routes of the page: the style sheet, its configuration, what to fetch at once, and the script.

        GET  /        the page, or the one that asks for a login
        POST /logout  {}  -> {}   ends the login of this browser

    Args:
        config: as `config_of` makes it.
    """
    login = _document(files.path("css/login.css"), files.path("dist/login.js"))
    asks, stays = _packed(login), _packed(document(files, config))
    leaves = _packed(document(files, config | {"login": True}))
    policy = content_policy(files.inline)

    async def answer(request: Request) -> Response:
        if not request.scope["path"].endswith("/"):  # all addresses are relative to the page's
            return RedirectResponse(f"{request.scope['path']}/")
        plain, packed = stays if request.app.auth is None else leaves if logged_in(request) else asks
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Cookie", POLICY: policy}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return HTMLResponse(packed, headers={**headers, "Content-Encoding": "gzip"})
        return HTMLResponse(plain, headers=headers)

    return [Route("/", answer), *routes({"POST /logout": _log_out})]


async def _log_out(request: Request) -> Response:
    """Forgets the login here and in the browser. Others who have logged in with the same name stay."""
    answer = JSONResponse({})
    for name, token in login_cookies(request).items():
        request.app.tokens.pop(token, None)
        answer.delete_cookie(name)
    request.session.clear()  # whoever logs in next is another visitor
    return answer


def document(files: PageFiles, config: dict[str, Any], head: str = "", body: str = "") -> str:
    """The page's document.

    Args:
        config: as `config_of` makes it.
        head: more elements, before all others that load something.
        body: what stands there until the page is drawn.
    """
    # As data, which no browser runs; no text in it can end the element.
    data = json.dumps(config | {"plugins": [*plugins().known], "parts": files.parts}).replace("<", "\\u003c")
    between = (f'<script type="application/json" id="playground-config">{data}</script>', files.preloads())
    return _document(files.styles, files.script, *between, head=head, body=body)


def _document(styles: str, script: str, *between: str, head: str = "", body: str = "") -> str:
    link, drawn = f'<link rel="stylesheet" href="{styles}">', f'<script type="module" src="{script}"></script>'
    # The script first: compiling it is what takes longest. It runs when all of this has been read.
    return "\n".join([f"{TOP}{head}{drawn}", link, *between, f"</head>\n<body>{body}</body>\n</html>\n"])


def _packed(document: str) -> tuple[bytes, bytes]:
    """A document, plain and compressed."""
    plain = document.encode()
    return plain, gzip.compress(plain, 9, mtime=0)


def config_of(limits: Limits, max_mib: int, public: bool) -> dict[str, Any]:
    """What the page's scripts know from the start: the table of settings, from which they build the form, and limits.

    Args:
        max_mib: the largest size that a trace may unpack to when the page opens it.
        public: do strangers use the server?
    """
    return {
        "knobs": knob_table(),
        "prompt_characters": limits.prompt_characters,
        "max_mib": max_mib,
        "max_seed": MAX_SEED,
        "public": public,
    }
