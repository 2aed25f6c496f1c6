"""The `.trace` file: a gzipped safetensors file, so any language can read it and opening one runs no code.

The columns are the tensors. Everything else is one JSON object under the metadata key `trace`. gzip's checksum finds
damage; the `format` and `version` fields find foreign files and those of another version. Columns that are not in the
table of `playground.trace.columns` are kept as they are.
"""

from __future__ import annotations

import gzip
import json
import math
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from safetensors.numpy import save as save_tensors

from playground.errors import TraceError
from playground.trace.check import fault
from playground.trace.columns import COLUMNS, MAX_MIB, TRACE_VERSION
from playground.trace.description import FORMAT, Description, describe
from playground.trace.strict_json import MAX_NUMBER, read_json, whole

MAX_HEADER = 16 << 20
"""The most bytes for everything but the columns; as objects in memory they take many times as much."""
_BROKEN = (ValueError, LookupError, TypeError, AttributeError, MemoryError)
"""What a file that is no trace can raise."""
_TYPES = {
    "BOOL": "bool", "U8": "uint8", "I8": "int8", "U16": "uint16", "I16": "int16", "F16": "float16", "U32": "uint32",
    "I32": "int32", "F32": "float32", "U64": "uint64", "I64": "int64", "F64": "float64",
}  # fmt: skip
"""The types in safetensors that a column can have -> the same in numpy."""
PIECE = 1 << 20
"""How many bytes of a column that is left out are unpacked at a time."""


def dumps(columns: Mapping[str, np.ndarray], meta: Mapping[str, Any]) -> bytes:
    """Makes the bytes of a file."""
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
        TraceError: it is not a trace, or is damaged, incomplete, too large or of another version.
    """
    unpacked = _Unpacked(packed, name)
    entries, text, size = _head(unpacked, max_header)
    if size > max_mib << 20:
        raise TraceError(
            f"{name} unpacks to more than {max_mib} MiB, which is the limit; `max_mib` in Python or `--max-mib` on the "
            "command line raises it."
        )
    columns = _columns(unpacked, entries, size, only_known)
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
    _, text, _ = _head(_Unpacked(packed, name), MAX_HEADER)
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

    def end(self, size: int) -> None:
        """Checks that the file had `size` bytes."""
        if self.read(1) or self.position != size:
            raise ValueError("bytes that belong to no column, or too few")
        if self._unpacker.unused_data:
            raise TraceError(f"{self.name} is damaged: there is more data after its end.")


class _Entry(NamedTuple):
    """What the header says of a column."""

    dtype: np.dtype[Any]
    shape: list[int]
    begin: int
    end: int


def _head(unpacked: _Unpacked, most: int) -> tuple[dict[str, _Entry], str, int]:
    """The columns in the order in which they lie in the file, the JSON beside them, and the bytes of the whole file.

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
        head = read_json(unpacked.read(length).decode())
        text = head.pop("__metadata__")["trace"]
        if not isinstance(text, str):
            raise ValueError("a description that is no text")
        entries = {name: _entry(entry) for name, entry in head.items()}
        entries = dict(sorted(entries.items(), key=lambda item: item[1][-2:]))
        end = 0
        for entry in entries.values():
            if entry.begin != end:
                raise ValueError("columns that overlap, or a gap between them")
            end = entry.end
    return entries, text, 8 + length + end


def _entry(raw: Any) -> _Entry:
    """Checks what the header says of a column; fields that it does not know are ignored."""
    dtype, [begin, end] = np.dtype(_TYPES[raw["dtype"]]), raw["data_offsets"]
    *shape, begin, end = numbers = [whole(number) for number in raw["shape"] + [begin, end]]  # only lists add
    if len(shape) > 64 or not all(type(number) is int and number >= 0 for number in numbers):
        raise ValueError("a shape or a place that is none")
    room = math.prod(max(count, 1) for count in shape) * dtype.itemsize  # numpy has a bound even for no bytes
    if room > MAX_NUMBER or math.prod(shape) * dtype.itemsize != end - begin:
        raise ValueError("a shape that does not fit its bytes")
    return _Entry(dtype, shape, begin, end)


def _columns(unpacked: _Unpacked, entries: Mapping[str, _Entry], size: int, only_known: bool) -> dict[str, np.ndarray]:
    """Unpacks the columns, which come next."""
    columns = {}
    with _of_a_trace(unpacked):
        for name, (dtype, shape, begin, end) in entries.items():
            if name in COLUMNS or not only_known:
                columns[name] = np.ndarray(shape, dtype, bytearray(unpacked.read(end - begin)))
            else:
                unpacked.skip(end - begin)
        unpacked.end(size)
    return columns


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
