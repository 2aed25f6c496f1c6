"""The `.trace` file: a gzipped safetensors file, so that any language reads it and opening one runs nothing.

Columns are the tensors; everything else is one JSON object under the metadata key `trace`. gzip's checksum finds
damage, the `format` and `version` fields find foreign files and files of another version.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import zlib
from os import PathLike
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from playground.errors import TraceError
from playground.trace.trace import COLUMNS, TRACE_VERSION, Header, Trace

FORMAT = "text-diffusion-trace"
MAX_BYTES = 1 << 30
"""Refuse to unpack more than this: a small file may be made to unpack into one that fills the memory."""


def save(trace: Trace, path: str | PathLike) -> None:
    """Writes `trace`, whole or not at all: a crash leaves an earlier file of that name as it was."""
    path = Path(path)
    part = path.with_name(path.name + ".part")
    part.write_bytes(dumps(trace))
    part.replace(path)


def dumps(trace: Trace) -> bytes:
    """The bytes of the trace's file."""
    meta = {
        "format": FORMAT,
        "version": TRACE_VERSION,
        "header": dataclasses.asdict(trace.header),
        "stop_reasons": trace.stop_reasons,
        "finish_reason": trace.finish_reason,
        "tokens": trace.tokens,
        "text": trace.text,
        "thought": trace.thought,
    }
    columns = {name: np.ascontiguousarray(column) for name, column in trace.columns.items()}
    return gzip.compress(save_tensors(columns, {"trace": json.dumps(meta)}), compresslevel=6, mtime=0)


def load(path: str | PathLike) -> Trace:
    """Reads a trace.

    Raises:
        TraceError: the file is missing, no trace, damaged, cut off, or of a version that is not known.
    """
    path = Path(path)
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise TraceError(f"{path} cannot be read: {error.strerror}.") from error
    return loads(packed, path.name)


def loads(packed: bytes, name: str = "The trace") -> Trace:
    """Reads a trace from the bytes of its file; `name` is what messages call it.

    Raises:
        TraceError: as `load`.
    """
    if packed[:2] != b"\x1f\x8b":
        raise TraceError(f"{name} is no trace file: a trace is a gzipped safetensors file.")
    try:
        unpacker = zlib.decompressobj(wbits=31)
        raw = unpacker.decompress(packed, MAX_BYTES)
    except zlib.error as error:
        raise TraceError(f"{name} is damaged: its compressed data fail the check.") from error
    if unpacker.unconsumed_tail:
        raise TraceError(f"{name} unpacks to more than {MAX_BYTES:,} bytes, the most that is read.")
    if not unpacker.eof:
        raise TraceError(f"{name} is cut off: its end is missing.")
    try:
        columns = load_tensors(raw)
        meta = json.loads(json.loads(raw[8 : 8 + int.from_bytes(raw[:8], "little")])["__metadata__"]["trace"])
    except (SafetensorError, ValueError, KeyError, TypeError) as error:
        raise TraceError(f"{name} is no trace file: it holds no trace columns and header.") from error
    if not isinstance(meta, dict) or meta.get("format") != FORMAT:
        raise TraceError(f"{name} is no trace file: it is not of the format {FORMAT!r}.")
    if meta.get("version") != TRACE_VERSION:
        raise TraceError(f"{name} is a trace of version {meta.get('version')!r}; this program reads {TRACE_VERSION}.")
    try:
        trace = Trace(
            header=Header(**meta["header"]),
            columns={column: columns[column] for column in COLUMNS},
            stop_reasons=meta["stop_reasons"],
            finish_reason=meta["finish_reason"],
            tokens={int(token): text for token, text in meta["tokens"].items()},
            text=meta["text"],
            thought=meta.get("thought", ""),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise TraceError(f"{name} is damaged: its header or a column is missing ({error}).") from error
    _check_shapes(trace, name)
    return trace


def _check_shapes(trace: Trace, name: str) -> None:
    sizes = {"S": len(trace), "L": trace.header.canvas_length, "k": trace.columns["top_ids"].shape[-1]}
    for column, (dtype, shape) in COLUMNS.items():
        array = trace.columns[column]
        if array.dtype != dtype or array.shape != tuple(sizes[letter] for letter in shape):
            raise TraceError(f"{name} is damaged: column {column!r} is {array.dtype} {array.shape}.")
    blocks = trace.columns["block"]
    if trace.stop_reasons and not np.array_equal(np.unique(blocks), np.arange(1, len(trace.stop_reasons) + 1)):
        raise TraceError(f"{name} is damaged: its blocks and their stop reasons do not match.")
