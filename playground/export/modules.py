"""Gathers the page's modules into one text, from which a page without a server can load them.

Modules name each other relative to their files, which a page of one file does not have. So each gets a bare name, like
`tdp/run/trace.js`, and `assets/js/share/loader.js` makes an import map of them.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from functools import cache

from playground.assets import ASSETS

_STATIC = re.compile(r'(^(?:import|export)\s(?:[^"(]*\sfrom\s)?")(\.[^"]+)(";)', re.M)
_LATE = re.compile(r'([\s(]import\(")(\.[^"]+)("\))(?!\.(?!then\b))')
"""A module that is imported late; types in comments, such as `import("./x.js").Y`, are none."""


def modules(entry: str) -> dict[str, str]:
    """The source of a module and of all that it imports, at once or late, by their bare names.

    Args:
        entry: its path in `assets/js`, such as `share/file.js`.
    """
    found: dict[str, str] = {}
    ahead = [entry]
    while ahead:
        path = ahead.pop()
        if f"tdp/{path}" in found:
            continue

        def renamed(match: re.Match[str], folder: str = posixpath.dirname(path)) -> str:
            imported = posixpath.normpath(posixpath.join(folder, match[2]))
            ahead.append(imported)
            return f"{match[1]}tdp/{imported}{match[3]}"

        source = (ASSETS / "js" / path).read_text(encoding="utf-8")
        found[f"tdp/{path}"] = _LATE.sub(renamed, _STATIC.sub(renamed, source))
    return dict(sorted(found.items()))


@cache
def packed(entry: str) -> str:
    """The modules as JSON, compressed, in base64."""
    return base64.b64encode(gzip.compress(json.dumps(modules(entry)).encode(), 9, mtime=0)).decode()
