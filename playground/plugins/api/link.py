"""Addresses of the page that make a run again; `assets/page/page/address.ts` reads them."""

from __future__ import annotations

from urllib.parse import urlencode

from playground.spec.short import MOST_PROMPT, plain_json, shortened, size
from playground.trace import Header


def link(page: str, header: Header) -> str:
    """The address that makes a run again from its spec; "" if an address cannot hold what it was asked.

    Args:
        page: the address of the page.
    """
    if header.source or header.image_sha256:
        return ""
    short = shortened(header.spec)
    if size(short) > MOST_PROMPT:
        return ""
    return f"{page.rstrip('/')}/#{urlencode({'spec': plain_json(short)})}"
