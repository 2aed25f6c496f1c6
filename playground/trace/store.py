"""The `.trace` file: a gzipped safetensors file, so any language can read it and opening one runs no code.

The columns are the tensors. Everything else is one JSON object under the metadata key `trace`. gzip's checksum finds
damage; the `format` and `version` fields find foreign files and newer ones. Columns that are not in the table of
`playground.trace.columns` are kept as they are.
"""

from __future__ import annotations

import gzip
import json
import operator
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from playground.errors import TraceError
from playground.trace.check import fault
from playground.trace.columns import COLUMNS, MAX_MIB, TRACE_VERSION
from playground.trace.description import FORMAT, Description, describe

MAX_HEADER = 16 << 20
"""The most bytes for everything but the columns; as objects in memory they take many times as much."""
_BROKEN = (
    SafetensorError, ValueError, LookupError, TypeError, AttributeError, OverflowError, MemoryError, RecursionError
)  # fmt: skip
"""What a file that is no trace can raise."""
PIECE = 1 << 20
"""How many bytes of a column that is left out are unpacked at a time."""


def dumps(columns: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> bytes:
    """Makes the bytes of a file of the newest version."""
    described = json.dumps({"format": FORMAT, "version": TRACE_VERSION, **meta})
    tensors = {name: np.ascontiguousarray(column) for name, column in columns.items()}
    return gzip.compress(save_tensors(tensors, {"trace": described}), compresslevel=6, mtime=0)


def loads(
    packed: bytes, name: str, max_mib: int = MAX_MIB, *, max_header: int = MAX_HEADER, only_known: bool = False
) -> tuple[dict[str, np.ndarray], Description]:
    """Reads the columns and the description beside them, and checks that all of it is valid.

    Args:
        name: the file's name in messages.
        max_mib: the largest size that it may unpack to.
        max_header: the most bytes for everything but the columns.
        only_known: leave out columns that are not in the table; they are never held.

    Raises:
        TraceError: it is not a trace, or is damaged, incomplete, too large or of an unknown version.
    """
    unpacked = _Unpacked(packed, name)
    entries, text = _head(unpacked, max_header)
    if unpacked.position + sum(map(_size, entries.values())) > max_mib << 20:
        raise TraceError(
            f"{name} unpacks to more than {max_mib} MiB, which is the limit; `max_mib` in Python or `--max-mib` on the "
            "command line raises it."
        )
    columns = _columns(unpacked, entries, only_known)
    description = describe(text, name)
    header, ids = description.header, [int(token) for token in description.tokens]
    if wrong := fault(
        columns, header.canvas_length, len(description.stop_reasons), header.prompt_ids, ids, bool(header.source)
    ):
        raise TraceError(f"{name} is damaged: {wrong}.")
    return columns, description


def described(packed: bytes, name: str) -> Description:
    """Reads the description alone; the columns are neither unpacked nor checked.

    Raises:
        TraceError: as `loads`, of the description.
    """
    _, text = _head(_Unpacked(packed, name), MAX_HEADER)
    return describe(text, name)


class _Unpacked:
    """The bytes of a file, unpacked as far as they are asked for.

    Raises:
        TraceError: it is not gzipped; later, it is damaged or incomplete.
    """

    def __init__(self, packed: bytes, name: str) -> None:
        if packed[:2] != b"\x1f\x8b":
            raise TraceError(f"{name} is not a trace: a trace is a gzipped safetensors file.")
        self.name, self.position = name, 0
        self._unpacker, self._rest = zlib.decompressobj(wbits=31), packed

    def read(self, count: int) -> bytes:
        """The next bytes: all `count` of them, or fewer at the file's end."""
        if not count:  # zlib would take it for no limit
            return b""
        try:
            raw = self._unpacker.decompress(self._rest, count)
        except zlib.error as error:
            raise TraceError(f"{self.name} is damaged: its compressed data cannot be unpacked.") from error
        self._rest = self._unpacker.unconsumed_tail
        if len(raw) < count and not self._unpacker.eof:
            raise TraceError(f"{self.name} is incomplete: its end is missing.")
        self.position += len(raw)
        return raw

    def skip(self, count: int) -> None:
        """Goes past bytes without holding them."""
        for begin in range(0, count, PIECE):
            self.read(min(PIECE, count - begin))

    def end(self) -> None:
        """Checks that nothing comes any more."""
        if self.read(1):
            raise ValueError("bytes that belong to no column")
        if self._unpacker.unused_data:
            raise TraceError(f"{self.name} is damaged: there is more data after its end.")


def _head(unpacked: _Unpacked, most: int) -> tuple[dict[str, Any], str]:
    """What safetensors says of each column, in the order in which they lie in the file, and the JSON beside them.

    Columns must cover every byte of the file exactly once.
    """
    with _of_a_trace(unpacked):
        length = int.from_bytes(unpacked.read(8), "little")
        if length > MAX_HEADER:
            raise ValueError(f"a header of {length:,} bytes")
        if length > most:
            raise TraceError(
                f"{unpacked.name} has {length:,} bytes beside its columns; at most {most:,} are allowed here."
            )
        entries = json.loads(unpacked.read(length))
        text = entries.pop("__metadata__")["trace"]
        entries = dict(sorted(entries.items(), key=lambda entry: entry[1]["data_offsets"]))
        end = 0
        for entry in entries.values():
            if entry["data_offsets"][0] != end or _size(entry) < 0:
                raise ValueError("columns that overlap, or a gap between them")
            end += _size(entry)
    return entries, text


def _columns(unpacked: _Unpacked, entries: Mapping[str, Any], only_known: bool) -> dict[str, np.ndarray]:
    """Unpacks the columns, which come next."""
    held, size = {}, 0
    for name, entry in entries.items():
        if name in COLUMNS or not only_known:
            held[name] = {**entry, "data_offsets": [size, size + _size(entry)]}
            size += _size(entry)
    head = json.dumps(held).encode()
    parts = [len(head).to_bytes(8, "little"), head]
    with _of_a_trace(unpacked):
        for name, entry in entries.items():
            if name in held:
                parts.append(unpacked.read(_size(entry)))
            else:
                unpacked.skip(_size(entry))
        unpacked.end()
        raw = b"".join(parts)
        del parts
        return load_tensors(raw)


def _size(entry: Mapping[str, Any]) -> int:
    """The bytes of a column."""
    begin, end = entry["data_offsets"]
    return operator.index(end) - operator.index(begin)


@contextmanager
def _of_a_trace(unpacked: _Unpacked) -> Iterator[None]:
    """Makes whatever is wrong with the safetensors file into one sentence; gzip's checksum says if it is damage."""
    try:
        yield
    except TraceError:
        raise
    except _BROKEN as error:
        unpacked.skip(MAX_MIB << 20)
        raise TraceError(f"{unpacked.name} is not a trace: it lacks a trace's columns and header.") from error
