"""Writes the table of columns for the page: `python -m playground.trace.script` makes `assets/js/run/columns.js`."""

from __future__ import annotations

import json

from playground.assets import ASSETS
from playground.trace.columns import COLUMNS, MAX_MIB, TRACE_VERSION

PATH = ASSETS / "js" / "run" / "columns.js"

_HEAD = f"""\
/** The columns of a trace. `python -m playground.trace.script` writes this from playground/trace/columns.py. */

/** The newest version of the trace format; this page reads it and all before. */
export const TRACE_VERSION = {TRACE_VERSION};

/** Refuse to unpack more than this, unless told otherwise. */
export const MAX_MIB = {MAX_MIB};

/**
 * @typedef {{object}} Column one figure of every step
 * @property {{string}} name
 * @property {{"bool" | "int32" | "float32"}} dtype
 * @property {{"S" | "SL" | "SLk"}} shape a scalar a step, one a position, k a position
 * @property {{"" | "number" | "token" | "half" | "bit"}} wire how it comes over the wire; "": not at all
 * @property {{number}} since the version of the trace format that brought it
 * @property {{boolean}} optional a trace may lack it
 * @property {{string}} help
 */

/** @type {{Column[]}} */
export const COLUMNS = [
"""
_FIELDS = ("name", "dtype", "shape", "wire", "since", "optional", "help")


def script() -> str:
    """The module's text."""
    entries = []
    for column in COLUMNS.values():
        fields = [f"    {field}: {json.dumps(getattr(column, field))},\n" for field in _FIELDS]
        entries.append("  {\n" + "".join(fields) + "  },\n")
    return _HEAD + "".join(entries) + "];\n"


if __name__ == "__main__":
    PATH.write_text(script())
