"""Addresses of other servers, which only an operator gives."""

from urllib.parse import urlsplit


def checked_address(url: str) -> bool:
    """Is it the address of a server, without a name, a password or anything after the path?"""
    try:
        parts = urlsplit(url)
        host = parts.hostname if parts.port != 0 else None
    except ValueError:
        return False
    extra = parts.username or parts.query or parts.fragment
    return bool(host) and parts.scheme in ("http", "https") and not extra
