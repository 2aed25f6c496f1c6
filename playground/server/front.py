"""The page itself, and the one that asks for a login. Both are drawn by scripts."""

from __future__ import annotations

import gzip
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from playground.server.files import PageFiles
from playground.server.head import head, login_head
from playground.server.own_routes import logged_in

TOP = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Text Diffusion Playground</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath \
fill='%231f5fd0' d='M0 0h3v3H0zM5 0h3v3H5zM0 5h3v3H0z'/%3E%3Cpath fill='%23e0a92e' d='M5 5h3v3H5z'/%3E%3C/svg%3E">
"""


class Front:
    """Answers whoever opens the page.

    Args:
        config: as `playground.server.head.config` makes it.
    """

    def __init__(self, files: PageFiles, config: dict[str, Any]) -> None:
        self._pages = {True: _page(head(files, config)), False: _page(login_head(files))}

    def routes(self) -> list[Route]:
        return [Route("/", self._answer)]

    async def _answer(self, request: Request) -> Response:
        if not request.scope["path"].endswith("/"):  # all addresses are relative to the page's
            return RedirectResponse(f"{request.scope['path']}/")
        plain, packed = self._pages[logged_in(request)]
        headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding, Cookie"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            return HTMLResponse(packed, headers={**headers, "Content-Encoding": "gzip"})
        return HTMLResponse(plain, headers=headers)


def _page(head: str) -> tuple[bytes, bytes]:
    """A page, plain and compressed."""
    plain = f"{TOP}{head}\n</head>\n<body></body>\n</html>\n".encode()
    return plain, gzip.compress(plain, 9, mtime=0)
