"""What one server gives, and to whom: one table, in two presets.

`private` is a laptop, whose owner is its only visitor; `public` a page that strangers use, such as a Space. App,
service and `docs/operating.md` read this table. Importing it costs no torch and no Gradio.
"""

from __future__ import annotations

import dataclasses
import math
import os
from dataclasses import dataclass
from typing import Any

from playground.errors import LimitError


@dataclass(frozen=True, kw_only=True)
class Limit:
    """One entry of the table."""

    unit: str
    private: int
    public: int
    help: str
    """What is bounded, for whoever runs the server."""
    sentence: str
    """For whoever meets it: `{limit}` is what is allowed, other names come with the case."""
    minimum: int = 1


def _limit(**entry: Any) -> Any:
    return dataclasses.field(default=entry["private"], metadata={"limit": Limit(**entry)})


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The values of one server; by default those of `private`.

    Raises:
        LimitError: a value is no whole number, or below its least.
    """

    run_positions: int = _limit(
        unit="positions",
        private=550_000,  # a trace has up to 85 bytes for each: it opens everywhere, see `MAX_MIB`
        public=256_000,
        help="Work of one run: its denoiser passes times the positions of a canvas.",
        sentence="This run may take {passes:,} passes; here a run may take at most {most:,}. Ask for fewer steps or a "
        "shorter text.",
    )
    run_tokens: int = _limit(
        unit="tokens",
        private=100_000,
        public=2_048,
        help="The most tokens that a run may be asked to write.",
        sentence="This run may write {tokens:,} tokens; here a run may write at most {limit:,}: lower max_new_tokens.",
    )
    run_seconds: int = _limit(
        unit="seconds",
        private=3_600,
        public=120,
        help="After this long a run ends at its next step. Its steps so far are kept.",
        sentence="The run was ended after {limit:,} seconds, the longest that a run may take here; its steps so far "
        "are kept.",
        minimum=0,
    )
    prompt_characters: int = _limit(
        unit="characters",
        private=100_000,
        public=8_000,
        help="Prompt and system prompt together. A longer one is refused before it is cut into tokens.",
        sentence="The prompt has {characters:,} characters; here it may have at most {limit:,}, the system prompt "
        "included.",
    )
    image_bytes: int = _limit(
        unit="bytes",
        private=10 << 20,
        public=4 << 20,
        help="The file of a picture, for checkpoints that see.",
        sentence="The picture is too large: its file may have at most {megabytes} MB.",
    )
    runs: int = _limit(
        unit="runs",
        private=4,
        public=4,
        help="How many runs share the model's passes; `--max-rows` says the same.",
        sentence="The server runs {limit} at a time.",
    )
    visitor_runs: int = _limit(
        unit="runs",
        private=64,  # a laptop has one visitor
        public=2,
        help="How many of those may be one visitor's.",
        sentence="The server runs {limit} of yours at a time.",
    )
    waiting: int = _limit(
        unit="runs",
        private=64,
        public=64,
        help="Runs that may wait for their turn.",
        sentence="As many runs as may wait ({limit:,}) are already waiting: try again in a few minutes.",
        minimum=0,
    )
    visitor_waiting: int = _limit(
        unit="runs",
        private=64,
        public=2,
        help="How many of those may be one visitor's.",
        sentence="As many runs of yours as may wait ({limit:,}) are already waiting: let one end, or stop it.",
        minimum=0,
    )
    address_runs: int = _limit(
        unit="runs",
        private=128,
        public=48,
        help="Runs, waiting or not, that may come from one network address. A lecture hall is one address.",
        sentence="As many runs as one network may have here ({limit:,}) are here already: try again in a few minutes.",
    )
    grace_seconds: int = _limit(
        unit="seconds",
        private=10,
        public=5,
        help="A run to which nobody has listened for this long ends at its next step.",
        sentence="The run was ended: nobody has listened to it for {limit:,} seconds.",
        minimum=0,
    )
    runs_kept: int = _limit(
        unit="runs",
        private=64,
        public=64,
        help="Runs that have ended and whose traces can still be fetched; the oldest is forgotten first.",
        sentence="The server no longer keeps this run, or never had it.",
    )
    visitor_requests: int = _limit(
        unit="requests a minute",
        private=1_200,
        public=240,
        help="Requests of one visitor that make the server work. Files of the page do not count.",
        sentence="You have sent {limit:,} requests within a minute, as many as are taken here: wait a minute.",
    )
    address_requests: int = _limit(
        unit="requests a minute",
        private=12_000,
        public=6_000,
        help="The same for one network address.",
        sentence="Your network has sent {limit:,} requests within a minute, as many as are taken here: wait a minute.",
    )
    body_bytes: int = _limit(
        unit="bytes",
        private=2 << 20,
        public=256 << 10,
        help="The body of a request. Where the checkpoint sees, room for a picture is added.",
        sentence="The request is too large: its body may have at most {bytes:,} bytes.",
    )

    def __post_init__(self) -> None:
        for name, limit in TABLE.items():
            value = getattr(self, name)
            if type(value) is not int or value < limit.minimum:
                raise LimitError(
                    f"The limit {name} is {value!r}; allowed is a whole number of {limit.unit} from {limit.minimum}."
                )

    @classmethod
    def public(cls) -> Limits:
        """Those of a page that strangers use."""
        return cls(**{name: limit.public for name, limit in TABLE.items()})

    @classmethod
    def of(cls, public: bool, changes: tuple[str, ...] = ()) -> Limits:
        """A preset with some values changed.

        Args:
            changes: each `NAME=VALUE`.

        Raises:
            LimitError: there is no such limit, or it does not take the value.
        """
        values: dict[str, Any] = {}
        for change in changes:
            name, _, value = change.partition("=")
            if name not in TABLE:
                raise LimitError(f"There is no limit called {name!r}; the limits are {', '.join(TABLE)}.")
            values[name] = int(value) if value.isdecimal() else value
        return dataclasses.replace(cls.public() if public else cls(), **values)

    def refuse(self, name: str, **case: object) -> LimitError:
        """The error for whoever met the limit called `name`."""
        return LimitError(TABLE[name].sentence.format(limit=getattr(self, name), **case))

    def check_run(self, tokens: int, steps: int, canvas: int, causal: bool) -> None:
        """
        Args:
            tokens: the most that the run may write.
            steps: the most passes of one canvas; a `causal` run takes one pass for each token instead.
            canvas: positions of a canvas.

        Raises:
            LimitError: the run may take more than a run may take here.
        """
        if tokens > self.run_tokens:
            raise self.refuse("run_tokens", tokens=tokens)
        passes = tokens if causal else math.ceil(tokens / canvas) * steps
        if passes * canvas > self.run_positions:
            raise self.refuse("run_positions", passes=passes, most=self.run_positions // canvas)

    def check_prompt(self, text: str, system: str, image: int) -> None:
        """
        Args:
            image: bytes of the picture's file; 0 for none.

        Raises:
            LimitError: one of them is too long.
        """
        if (characters := len(text) + len(system)) > self.prompt_characters:
            raise self.refuse("prompt_characters", characters=characters)
        if image > self.image_bytes:
            raise self.refuse("image_bytes", megabytes=f"{self.image_bytes / (1 << 20):g}")

    def body(self, sees: bool) -> int:
        """Bytes that the body of a request may have, where the checkpoint `sees` or does not."""
        return self.body_bytes + (self.image_bytes * 4 // 3 if sees else 0)


TABLE: dict[str, Limit] = {field.name: field.metadata["limit"] for field in dataclasses.fields(Limits)}
"""name -> its entry, in the order of the docs."""
PRIVATE = Limits()


def on_space() -> bool:
    """Does this process serve a Space, where strangers come?"""
    return bool(os.environ.get("SPACE_ID"))
