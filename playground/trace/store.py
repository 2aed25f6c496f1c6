"""The `.trace` file: a gzipped safetensors file, so any language can read it and opening one runs no code.

Columns are the tensors; everything else is one JSON object under the metadata key `trace`. gzip's checksum finds
damage, the `format` and `version` fields find foreign files and files of a newer version. What the columns must be is
the table of `playground.trace.columns`; one that it does not know is kept as it is.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from playground.errors import TraceError
from playground.trace.columns import COLUMNS, MAX_MIB, TRACE_VERSION

FORMAT = "text-diffusion-trace"


def dumps(columns: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> bytes:
    """The bytes of a file of the newest version."""
    described = json.dumps({"format": FORMAT, "version": TRACE_VERSION, **meta})
    tensors = {name: np.ascontiguousarray(column) for name, column in columns.items()}
    return gzip.compress(save_tensors(tensors, {"trace": described}), compresslevel=6, mtime=0)


def loads(packed: bytes, name: str, max_mib: int = MAX_MIB) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """The columns, and the JSON object beside them.

    Args:
        name: the file's name in messages.
        max_mib: the most that it may unpack to.

    Raises:
        TraceError: it is not a trace, or is damaged, incomplete, too large or of an unknown version.
    """
    columns, meta = _parts(_unpacked(packed, name, max_mib << 20), name)
    version = meta.get("version")
    if type(version) is not int or not 1 <= version <= TRACE_VERSION:
        raise TraceError(
            f"{name} is a trace of version {version!r}; this playground reads versions 1 to {TRACE_VERSION}. "
            "A newer release of the playground may read it."
        )
    _check(columns, meta, name)
    return columns, meta


def _unpacked(packed: bytes, name: str, most: int) -> bytes:
    if packed[:2] != b"\x1f\x8b":
        raise TraceError(f"{name} is not a trace: a trace is a gzipped safetensors file.")
    try:
        unpacker = zlib.decompressobj(wbits=31)
        raw = unpacker.decompress(packed, most + 1)
    except zlib.error as error:
        raise TraceError(f"{name} is damaged: its compressed data cannot be unpacked.") from error
    if len(raw) > most:
        raise TraceError(
            f"{name} unpacks to more than {most >> 20} MiB, which is the limit; `max_mib` in Python or `--max-mib` "
            "on the command line raises it."
        )
    if not unpacker.eof:
        raise TraceError(f"{name} is incomplete: its end is missing.")
    return raw


def _parts(raw: bytes, name: str) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    try:
        columns = load_tensors(raw)
        meta = json.loads(json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]["trace"])
    except (SafetensorError, ValueError, KeyError, TypeError) as error:
        raise TraceError(f"{name} is not a trace: it lacks a trace's columns and header.") from error
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise TraceError(f"{name} is not a trace: its format is not {FORMAT!r}.")
    return columns, meta


def _check(columns: Mapping[str, np.ndarray], meta: Mapping[str, Any], name: str) -> None:
    """Checks the columns against the table."""
    for column in COLUMNS.values():
        if column.name not in columns and not column.optional:
            raise TraceError(f"{name} is damaged: its column {column.name!r} is missing.")
    header = meta.get("header")
    length = header.get("canvas_length") if isinstance(header, dict) else None
    sizes = {"S": columns["step"].shape[:1], "L": (length,), "k": columns["top_ids"].shape[2:]}
    for column in COLUMNS.values():
        array = columns.get(column.name)
        shape = sum((sizes[letter] for letter in column.shape), ())
        if array is not None and (array.dtype != column.dtype or array.shape != shape):
            raise TraceError(f"{name} is damaged: its column {column.name!r} is {array.dtype} {array.shape}.")
