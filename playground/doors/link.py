"""Addresses of the page that make a run again; `assets/page/page/address.ts` reads them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import HTTPConnection

from playground.spec.short import shortened
from playground.spec.steering import FIELDS
from playground.trace import Header

MOST_PROMPT = 4000
"""The longest prompt, with its system prompt, what steers the run and the runs that it branches from, that an address
holds: what mail and chat programs still pass on whole."""

_PATH = re.compile(r"(/[\w.~-]+)+/?", re.ASCII)


def page_of(request: HTTPConnection) -> str:
    """The address of the page, as the caller reached it: what a proxy says of its name and path counts.

    The guard lets such headers through only from proxies that are trusted.
    """
    host, prefix = (request.headers.get(f"x-forwarded-{name}", "") for name in ("host", "prefix"))
    page = request.base_url.replace(netloc=host) if host else request.base_url
    below = _PATH.fullmatch(prefix) is not None and not page.path.startswith(f"{prefix.rstrip('/')}/")
    return str(page.replace(path=f"{prefix.rstrip('/')}{page.path}") if below else page)


def _size(short: Mapping[str, Any]) -> int:
    """How many characters of it a person wrote, or chose by hand; `assets/page/page/address.ts` counts them alike."""
    steering = {name: short[name] for name in (*FIELDS, "branch") if name in short}
    texts = [short["prompt"]["text"], short["prompt"].get("system", ""), _json(steering) if steering else ""]
    return sum(len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in texts)  # as JavaScript counts


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def link(page: str, header: Header) -> str:
    """The address that makes a run again from its spec; "" if an address cannot hold what it was asked.

    Args:
        page: the address of the page.
    """
    if header.source or header.image_sha256:
        return ""
    short = shortened(header.spec)
    if _size(short) > MOST_PROMPT:
        return ""
    return f"{page.rstrip('/')}/#{urlencode({'spec': _json(short)})}"
