"""Published runs: traces that a server keeps for whoever has their link, in a folder or wherever fsspec can write.

Each is one file, `ID.trace`. An id is the day on which it was published and a hash of the token that takes it down, so
nothing has to be kept beside the file: its age follows from its name, and whoever has the token can show it. Deleting
the file takes the run down, too. Nobody can guess an id.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import fsspec
import numpy as np

from playground.errors import PlaygroundError, TraceError
from playground.service.limits import Limit, Limits
from playground.trace import Trace
from playground.trace.store import described

if TYPE_CHECKING:
    from playground.trace.description import Description

DAY = 86_400
_DAY_LETTERS = 3
"""Of an id: its day since 1970 to the base 36, which lasts until 2097."""
_HASH_LETTERS = 16
"""Of an id: 80 bits of the token's hash."""
_ID = re.compile(rf"[0-9a-z]{{{_DAY_LETTERS}}}[a-z2-7]{{{_HASH_LETTERS}}}")
ENDING = ".trace"
AWAY = "The place for published runs cannot be used: it is not there."
GONE = "There is no such published run: it has been taken down, or its time is over."

LIMITS = {
    "published_bytes": Limit(
        unit="bytes",
        private=16 << 20,
        public=4 << 20,
        help="The trace of a run that is published.",
        sentence="The run is too large to be published: its trace may have at most {megabytes} MB.",
    ),
    "published": Limit(
        unit="runs",
        private=10_000,
        public=1_000,
        help="How many runs may be published at the same time.",
        sentence="The server has as many published runs as it may ({limit:,}): try again another day.",
    ),
    "published_days": Limit(
        unit="days",
        private=3_650,
        public=90,
        help="A published run is removed after this time.",
        sentence="A published run is removed after {limit:,} days.",
    ),
    "address_published": Limit(
        unit="runs an hour",
        private=1_000,
        public=60,
        help="How many runs one network address may publish.",
        sentence="Your network has published {limit:,} runs within an hour, which is the limit here: try again later.",
    ),
}


class PublishError(PlaygroundError):
    """There is no such published run, or runs cannot be published there."""


class PlaceError(PublishError):
    """The place for published runs cannot be used, which is the server's fault and nobody else's."""

    status = 503


@dataclass(frozen=True)
class Receipt:
    """What whoever published a run gets."""

    id: str
    token: str
    """Takes the run down."""


@dataclass(frozen=True)
class Entry:
    """A published run, without reading it."""

    id: str
    bytes: int
    day: int
    """On which it was published, since 1970."""


class Published:
    """The published runs of a server. Thread-safe.

    Args:
        place: a folder, or another address that fsspec knows, such as `s3://bucket/runs`.
        limits: how large, how many and how old they may be.
        make: a folder that is missing.

    Raises:
        PublishError: it cannot be used.
    """

    def __init__(self, place: str, limits: Limits, make: bool = True) -> None:
        self._limits, self._lock = limits, threading.Lock()
        self.place = place
        if not place.strip():
            raise PublishError("Runs cannot be published to a place without a name; give a folder or an address.")
        try:
            # Another server, or its operator, may have written or deleted what a listing says.
            self._files, self._root = fsspec.core.url_to_fs(place, use_listings_cache=False)
        except (ImportError, ValueError, OSError) as error:
            raise PublishError(f"Runs cannot be published to {place}: {_line(error)}.") from error
        with self._in_place(PublishError(f"Runs cannot be published to {place}: there is no such place.")):
            if make and "file" in self._files.protocol:
                self._files.makedirs(self._root, exist_ok=True)
            self._files.pipe_file(self._path("probe"), b"")  # whoever publishes should not be the first to find out
            self._files.rm_file(self._path("probe"))

    def publish(self, packed: bytes) -> Receipt:
        """Keeps a run. What is written is what was read and checked, not the bytes that came.

        Columns that are not in the table are left out. Beside its columns, a run may have no more bytes unpacked than
        its file may have.

        Raises:
            TraceError: it is no trace, or damaged.
            LimitError: it is too large, or there are as many as there may be.
            PlaceError: it cannot be written.
        """
        if len(packed) > self._limits["published_bytes"]:
            raise self.too_large()
        run = Trace.from_bytes(packed, "The run", max_header=self._limits["published_bytes"], only_known=True)
        packed = run.to_bytes()
        if len(packed) > self._limits["published_bytes"]:
            raise self.too_large()
        token = secrets.token_urlsafe(16)
        receipt = Receipt(_id(today(), token), token)
        path = self._path(receipt.id)
        with self._lock:
            self._tidy()
            try:
                with self._in_place(PlaceError(AWAY)):
                    self._files.pipe_file(path, packed)
            except PlaceError:
                with suppress(Exception):
                    self._files.rm_file(path)
                raise
        return receipt

    def packed(self, id: str) -> bytes:
        """The `.trace` file of a run.

        Raises:
            PublishError: there is none, or its time is over.
            PlaceError: it cannot be read.
        """
        self._check(id)
        with self._in_place(PublishError(GONE)):
            return bytes(self._files.cat_file(self._path(id)))

    def stamp(self, id: str) -> str:
        """What changes whenever the file of a run does.

        Raises:
            PublishError: as `packed`.
        """
        self._check(id)
        with self._in_place(PublishError(GONE)):
            return str(self._files.ukey(self._path(id)))

    def read(self, id: str) -> tuple[bytes, Description]:
        """The `.trace` file of a run, and the description in it. Whoever plays it checks the columns.

        Raises:
            PublishError: as `packed`; or the file is damaged.
        """
        packed = self.packed(id)
        try:
            return packed, described(packed, "The published run")
        except TraceError as error:
            raise PublishError(str(error)) from error

    def take_down(self, id: str, token: str) -> None:
        """Removes a run for whoever published it.

        Raises:
            PublishError: there is none, or this is not its token.
        """
        self._check(id)
        if not secrets.compare_digest(_id(_day(id), token), id):
            raise PublishError("Only the browser that published this run can take it down.")
        self.remove(id)

    def remove(self, id: str) -> None:
        """Removes a run for the operator, also one whose time is over.

        Raises:
            PublishError: there is none.
            PlaceError: it cannot be removed.
        """
        if not _ID.fullmatch(id):
            raise PublishError(GONE)
        with self._in_place(PublishError(GONE)):
            self._files.info(self._path(id))  # some places say nothing of what was not there
            self._files.rm_file(self._path(id))

    def entries(self) -> list[Entry]:
        """All published runs, the oldest first. Other files of the folder are left alone.

        Raises:
            PlaceError: they cannot be listed.
        """
        try:
            with self._in_place():
                files = self._files.ls(self._root, detail=True)
        except FileNotFoundError:  # where folders are only parts of names, an empty one is none
            return []
        entries = []
        for file in files:
            name = file["name"].rsplit("/", 1)[-1].removesuffix(ENDING)
            if file["name"].endswith(ENDING) and _ID.fullmatch(name):
                entries.append(Entry(name, file["size"] or 0, _day(name)))
        return sorted(entries, key=lambda entry: entry.id)

    def too_large(self) -> Exception:
        """The error for a run that has too many bytes."""
        megabytes = f"{self._limits['published_bytes'] / (1 << 20):g}"
        return self._limits.refuse("published_bytes", megabytes=megabytes)

    def _tidy(self) -> None:
        """Removes what is too old.

        Raises:
            LimitError: there is no room for another.
        """
        entries = self.entries()
        for entry in [entry for entry in entries if self._old(entry.day)]:
            entries.remove(entry)
            with suppress(PublishError):
                self.remove(entry.id)
        if len(entries) >= self._limits["published"]:
            raise self._limits.refuse("published")

    def _check(self, id: str) -> None:
        if not _ID.fullmatch(id) or self._old(_day(id)):
            raise PublishError(GONE)

    def _old(self, day: int) -> bool:
        return today() - day > self._limits["published_days"]

    def _path(self, id: str) -> str:
        return f"{self._root.rstrip('/')}/{id}{ENDING}"

    @contextmanager
    def _in_place(self, missing: PublishError | None = None) -> Iterator[None]:
        """Makes what goes wrong there into one sentence.

        Args:
            missing: what is raised if a file is missing; None leaves that error as it is.

        Raises:
            PublishError: as `missing` says.
            PlaceError: something else went wrong.
        """
        try:
            yield
        except FileNotFoundError as error:
            if missing is None:
                raise
            raise missing from error
        except Exception as error:  # each place has errors of its own
            raise PlaceError(f"The place for published runs cannot be used: {_line(error)}.") from error


def today() -> int:
    """The day, since 1970."""
    return int(time.time() // DAY)


def _id(day: int, token: str) -> str:
    digest = hashlib.sha256(token.encode(errors="replace")).digest()  # a stranger's token may hold half a character
    return f"{np.base_repr(day, 36):0>{_DAY_LETTERS}}{base64.b32encode(digest).decode()[:_HASH_LETTERS]}".lower()


def _day(id: str) -> int:
    return int(id[:_DAY_LETTERS], 36)


def _line(error: Exception) -> str:
    """The first line of what an error says, without its point."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
