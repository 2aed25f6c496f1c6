"""The limits of a server, in one table with two presets; plugins add theirs by the hook `limits`.

`private` is for a laptop whose owner is the only visitor; `public` is for a page that strangers use, such as a Space.
The app, the service and `docs/operating.md` read this table. Importing it imports neither torch nor Gradio.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from playground.errors import LimitError
from playground.plugin_loading import Plugins, plugins


@dataclass(frozen=True, kw_only=True)
class Limit:
    """One entry of the table.

    Args:
        help: what the limit bounds, for the person who runs the server.
        sentence: for the person who reaches the limit. `{limit}` is the value; `Limits.refuse` fills in other names.
    """

    unit: str
    private: int
    public: int
    help: str
    sentence: str
    minimum: int = 1

    @property
    def maximum(self) -> int:
        """More is as good as no limit, and no clock or counter takes any number."""
        return 10**12 if self.unit == "bytes" else 10**9

    def check(self, name: str, value: Any) -> None:
        """Checks a value for the limit called `name`.

        Raises:
            LimitError: it is not a whole number, or out of bounds.
        """
        if type(value) is not int or not self.minimum <= value <= self.maximum:
            raise LimitError(
                f"The limit {name} is {repr(value)[:40]}; allowed is a whole number of {self.unit} from "
                f"{self.minimum} to {self.maximum:,}."
            )


def _limit(unit: str, private: int, public: int) -> Callable[..., Any]:
    """Begins an entry; what this returns takes the rest of it."""

    def entry(**rest: Any) -> Any:
        limit = Limit(unit=unit, private=private, public=public, **rest)
        return dataclasses.field(default=private, metadata={"limit": limit})

    return entry


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The limits of one server; by default those of `private`.

    Raises:
        LimitError: a value is not a whole number, or below its minimum.
    """

    # A trace takes up to 95 bytes for each position, optional columns and all, and 16 MiB for its header: below the
    # private limit it stays below `MAX_MIB`, and opens.
    run_positions: int = _limit("positions", private=510_000, public=256_000)(
        help="The work of one run: its denoiser passes times the positions of a canvas.",
        sentence="This run may take {passes:,} passes; a run may take at most {most:,} here. Ask for fewer steps or a "
        "shorter text.",
    )
    run_tokens: int = _limit("tokens", private=100_000, public=2_048)(
        help="The most tokens that a run may write.",
        sentence="This run may write {tokens:,} tokens; a run may write at most {limit:,} here. Lower max_new_tokens.",
    )
    run_seconds: int = _limit("seconds", private=3_600, public=120)(
        help="A run ends at its next step after this time. Its steps so far are kept.",
        sentence="The run was ended after {limit:,} seconds, the longest that a run may take here; its steps so far "
        "are kept.",
        minimum=0,
    )
    prompt_characters: int = _limit("characters", private=100_000, public=8_000)(
        help="The prompt and the system prompt together. Longer ones are refused before they are tokenized.",
        sentence="The prompt has {characters:,} characters; it may have at most {limit:,} here, including the system "
        "prompt.",
    )
    image_bytes: int = _limit("bytes", private=10 << 20, public=4 << 20)(
        help="A picture file, for checkpoints that can see.",
        sentence="The picture is too large: its file may have at most {megabytes} MB.",
    )
    runs: int = _limit("runs", private=4, public=4)(
        help="How many runs share the model's passes; `--max-rows` sets the same limit.",
        sentence="The server has no room for this just now, as it runs {limit} at a time: try again in a moment.",
    )
    # A laptop has one visitor.
    visitor_runs: int = _limit("runs", private=64, public=2)(
        help="How many of these one visitor may have.",
        sentence="You have as many runs going as you may ({limit:,}): wait for one to end, or stop it.",
    )
    waiting: int = _limit("runs", private=64, public=64)(
        help="How many runs may wait for their turn.",
        sentence="The queue is full ({limit:,} waiting): try again in a few minutes.",
        minimum=0,
    )
    visitor_waiting: int = _limit("runs", private=64, public=2)(
        help="How many of these one visitor may have.",
        sentence="You have as many runs waiting as you may ({limit:,}): wait for one to end, or stop it.",
        minimum=0,
    )
    address_runs: int = _limit("runs", private=128, public=48)(
        help="How many runs, waiting or not, one network address may have. A lecture hall is one address.",
        sentence="Your network has as many runs here as it may ({limit:,}): try again in a few minutes.",
    )
    # Whoever owns a laptop may fill it alone.
    address_share: int = _limit("percent", private=100, public=50)(
        help="The share of all places, and of the runs that go on, that one network address may have.",
        sentence="Your network has {limit}% of all places here, as many as it may: try again in a few minutes.",
    )
    grace_seconds: int = _limit("seconds", private=10, public=5)(
        help="A run ends at its next step after nobody has read it for this time; a page that is hidden or has lost "
        "its network is waited for, 90 seconds.",
        sentence="The run was ended because nobody had listened to it for {limit:,} seconds.",
        minimum=0,
    )
    runs_kept: int = _limit("runs", private=64, public=64)(
        help="How many ended runs the server keeps the traces of. It forgets the oldest first.",
        sentence="The server no longer keeps this run, or never had it.",
    )
    # The public limit holds four lanes of the longest runs that may be asked for.
    tape_bytes: int = _limit("bytes", private=64 << 20, public=16 << 20)(
        help="The messages of one request. The oldest are dropped first; the whole traces of its runs stay.",
        sentence="The server keeps at most {limit:,} bytes of messages for one request.",
    )
    tapes_bytes: int = _limit("bytes", private=512 << 20, public=128 << 20)(
        help="The messages of all requests that have ended, which their readers may read again for ten minutes.",
        sentence="The server keeps at most {limit:,} bytes of messages.",
    )
    study_runs: int = _limit("runs", private=1_024, public=64)(
        help="The runs of one study: its seeds times its settings. A study counts as one run of its visitor.",
        sentence="This study has {runs:,} runs; it may have at most {limit:,} here. Ask for fewer seeds or settings.",
    )
    study_seconds: int = _limit("seconds", private=14_400, public=600)(
        help="A study ends after this time, waiting included. Its runs so far are kept.",
        sentence="The study was ended after {limit:,} seconds, the longest that one may take here; what is done stays.",
        minimum=0,
    )
    study_traces: int = _limit("traces", private=1_024, public=256)(
        help="How many traces of runs of studies the server keeps. It forgets the oldest first.",
        sentence="The server no longer keeps this run of the study; make it again from its seed.",
    )
    moment_bytes: int = _limit("bytes", private=512 << 20, public=256 << 20)(
        help="The memory for moments of the last 64 runs, at which branches start; others compute their run again.",
        sentence="The server keeps at most {limit:,} bytes of moments.",
        minimum=0,
    )
    visitor_requests: int = _limit("requests a minute", private=1_200, public=240)(
        help="Requests of one visitor that make the server work. Files of the page do not count.",
        sentence="You have sent {limit:,} requests within a minute, which is the limit here: wait a minute.",
    )
    address_requests: int = _limit("requests a minute", private=12_000, public=6_000)(
        help="The same for one network address.",
        sentence="Your network has sent {limit:,} requests within a minute, which is the limit here: wait a minute.",
    )
    address_connections: int = _limit("connections", private=4_000, public=4_000)(
        # A full room behind one address has several for each page while it opens.
        help="How many connections one network address may hold; never more than half of what the process may open. "
        "Those of a trusted proxy are not counted.",
        sentence="Your network holds {limit:,} connections, which is the limit here: close some.",
    )
    address_logins: int = _limit("tries a minute", private=30, public=30)(
        help="How many wrong passwords one network address may try, with `--auth`.",
        sentence="Your network has tried {limit:,} wrong passwords within a minute, which is the limit here: wait a "
        "minute.",
    )
    body_bytes: int = _limit("bytes", private=2 << 20, public=256 << 10)(
        help="The body of a request. There is more room for a picture if the checkpoint can see.",
        sentence="The request is too large: its body may have at most {bytes:,} bytes.",
    )

    preset: Literal["private", "public"] = "private"
    """The column in which limits of plugins stand that `added` does not name."""
    added: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Other values of limits of plugins."""

    def __post_init__(self) -> None:
        for name, limit in TABLE.items():
            limit.check(name, getattr(self, name))
        for name, value in self.added.items():
            table()[name].check(name, value)

    def __getitem__(self, name: str) -> int:
        """The value of the limit called `name`, which may be a plugin's."""
        if name in TABLE:
            return getattr(self, name)
        limit = table()[name]
        return self.added.get(name, limit.public if self.preset == "public" else limit.private)

    @classmethod
    def public(cls) -> Limits:
        """The limits of a page that strangers use."""
        values: dict[str, Any] = {name: limit.public for name, limit in TABLE.items()}
        return cls(preset="public", **values)

    @classmethod
    def of(cls, public: bool, changes: tuple[str, ...] = ()) -> Limits:
        """Takes a preset and changes some values.

        Args:
            changes: each of the form `NAME=VALUE`.

        Raises:
            LimitError: there is no such limit, or the value is not allowed.
        """
        values: dict[str, Any] = {}
        added: dict[str, Any] = {}
        for change in changes:
            name, _, value = change.partition("=")
            if name not in table():
                raise LimitError(f"There is no limit called {name!r}; the limits are {', '.join(table())}.")
            place = values if name in TABLE else added
            place[name] = int(value) if value.isdecimal() and len(value) < 20 else value
        return dataclasses.replace(cls.public() if public else cls(), added=added, **values)

    def refuse(self, name: str, **case: object) -> LimitError:
        """Makes the error for a person who reached the limit called `name`."""
        error = LimitError(table()[name].sentence.format(limit=self[name], **case))
        error.limit = name
        return error

    def check_run(self, tokens: int, passes: int, canvas: int) -> None:
        """Checks that a run stays within the limits.

        Args:
            tokens, passes: the most that it may write and take, as `RunSpec.size` says.
            canvas: how many positions a canvas has.

        Raises:
            LimitError: the run may exceed a limit.
        """
        if tokens > self.run_tokens:
            raise self.refuse("run_tokens", tokens=tokens)
        if passes * canvas > self.run_positions:
            raise self.refuse("run_positions", passes=passes, most=self.run_positions // canvas)

    def check_prompt(self, text: str, system: str, image: int) -> None:
        """Checks the size of a prompt.

        Args:
            image: size of the picture file in bytes; 0 for none.

        Raises:
            LimitError: a text or the picture is too large.
        """
        if (characters := len(text) + len(system)) > self.prompt_characters:
            raise self.refuse("prompt_characters", characters=characters)
        if image > self.image_bytes:
            raise self.refuse("image_bytes", megabytes=f"{self.image_bytes / (1 << 20):g}")

    def body(self, sees: bool) -> int:
        """The most bytes that the body of a request may have; more if the checkpoint `sees`."""
        return self.body_bytes + (self.image_bytes * 4 // 3 if sees else 0)


TABLE: dict[str, Limit] = {
    field.name: field.metadata["limit"] for field in dataclasses.fields(Limits) if "limit" in field.metadata
}
"""Name -> its entry, in the order of the docs. Those of plugins are in `table`."""
PRIVATE = Limits()


def table() -> dict[str, Limit]:
    """The whole table; an entry of a plugin takes the place of none that is there."""
    return _whole(plugins())


@cache
def _whole(these: Plugins) -> dict[str, Limit]:
    added = {name: limit for limits in these.each("limits") for name, limit in limits.items()}
    return TABLE | (added | TABLE)


def on_space() -> bool:
    """Does this process serve a Space, which strangers use?"""
    return bool(os.environ.get("SPACE_ID"))
