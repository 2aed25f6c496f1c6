"""The `.trace` file: a gzipped safetensors file, so any language can read it and opening one runs no code.

The columns are the tensors. Everything else is one JSON object under the metadata key `trace`. gzip's checksum finds
damage; the `format` and `version` fields find foreign files and newer ones. Columns that are not in the table of
`playground.trace.columns` are kept as they are.
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
from playground.trace.check import fault
from playground.trace.columns import MAX_MIB, TRACE_VERSION
from playground.trace.description import FORMAT, Description, describe

MAX_HEADER = 16 << 20
"""The most bytes for everything but the columns; as objects in memory they take many times as much."""


def dumps(columns: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> bytes:
    """Makes the bytes of a file of the newest version."""
    described = json.dumps({"format": FORMAT, "version": TRACE_VERSION, **meta})
    tensors = {name: np.ascontiguousarray(column) for name, column in columns.items()}
    return gzip.compress(save_tensors(tensors, {"trace": described}), compresslevel=6, mtime=0)


def loads(packed: bytes, name: str, max_mib: int = MAX_MIB) -> tuple[dict[str, np.ndarray], Description]:
    """Reads the columns and the description beside them, and checks that all of it is valid.

    Args:
        name: the file's name in messages.
        max_mib: the largest size that it may unpack to.

    Raises:
        TraceError: it is not a trace, or is damaged, incomplete, too large or of an unknown version.
    """
    columns, text = _parts(_unpacked(packed, name, max_mib << 20), name)
    description = describe(text, name)
    header, ids = description.header, [int(token) for token in description.tokens]
    if wrong := fault(
        columns, header.canvas_length, len(description.stop_reasons), header.prompt_ids, ids, bool(header.source)
    ):
        raise TraceError(f"{name} is damaged: {wrong}.")
    return columns, description


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
    if unpacker.unused_data:
        raise TraceError(f"{name} is damaged: there is more data after its end.")
    return raw


def _parts(raw: bytes, name: str) -> tuple[dict[str, np.ndarray], str]:
    """Splits a file into its columns and the JSON beside them.

    safetensors checks that the columns cover every byte of the file exactly once.
    """
    length = int.from_bytes(raw[:8], "little")
    try:
        if length > MAX_HEADER:
            raise ValueError(f"a header of {length:,} bytes")
        columns = load_tensors(raw)
        text = json.loads(raw[8 : 8 + length])["__metadata__"]["trace"]
    except (SafetensorError, ValueError, KeyError, TypeError, OverflowError, MemoryError) as error:
        raise TraceError(f"{name} is not a trace: it lacks a trace's columns and header.") from error
    return columns, text
