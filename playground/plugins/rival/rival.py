"""A rival: a model behind any server that speaks OpenAI's chat protocol and streams, to race against.

What it sends is text in pieces, at the times when they arrive. It sends no canvas, no steps and no entropies, so its
answer is no trace.
"""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from playground.address import checked_address
from playground.errors import PlaygroundError

CONNECT_SECONDS = 10
SILENT_SECONDS = 60
"""The longest time between two pieces, and before the first one."""
MOST_BYTES = 4 << 20
"""The most that is read of one answer."""
LONGEST_REASON = 200


class RivalError(PlaygroundError):
    """Another server, to race against, has a wrong address or does not answer as agreed."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """What arrives in one event of the stream."""

    text: str = ""
    tokens: int | None = None
    """How many tokens the whole answer has, if the server says that; usually in its last event."""


@dataclass(frozen=True, kw_only=True)
class Rival:
    """Which model answers, and where.

    Raises:
        RivalError: the address is not one of a server, or there is no name.
    """

    url: str
    """Where the protocol begins, such as http://127.0.0.1:8000/v1."""
    model: str
    """As that server calls it."""
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not checked_address(self.url):
            raise RivalError(
                "The rival's address must be like http://127.0.0.1:8000/v1, without a name or a password; its key "
                "belongs in PLAYGROUND_RIVAL_KEY."
            )
        if not self.model.strip():
            raise RivalError("The rival's model needs the name that its server gives it.")

    @property
    def source(self) -> str:
        """Who answers, for its label."""
        return f"{self.model} at {urlsplit(self.url).netloc}"

    def answer(self, prompt: str, system: str = "", most: int = 256) -> Generator[Piece, None, None]:
        """Asks for the most probable text of up to `most` tokens and yields what comes, when it comes.

        Closing the generator hangs up.

        Raises:
            RivalError: the server cannot be reached, refuses, falls silent, or does not stream as agreed.
        """
        messages = [{"role": "system", "content": system}] if system else []
        body = {
            "model": self.model,
            "messages": [*messages, {"role": "user", "content": prompt}],
            "max_tokens": most,
            "temperature": 0,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        timeout = httpx.Timeout(SILENT_SECONDS, connect=CONNECT_SECONDS)
        where, read = urlsplit(self.url).netloc, 0
        try:
            with (
                httpx.Client(timeout=timeout, trust_env=False) as client,
                client.stream("POST", f"{self.url.rstrip('/')}/chat/completions", json=body, headers=headers) as sent,
            ):
                if sent.status_code != httpx.codes.OK:
                    raise RivalError(f"The rival at {where} refused with the status {sent.status_code}.")
                for line in sent.iter_lines():
                    read += len(line)
                    if read > MOST_BYTES:
                        raise RivalError(f"The rival at {where} sent more than {MOST_BYTES >> 20} MiB.")
                    if line.startswith("data:"):
                        event = line.removeprefix("data:").strip()
                        if event == "[DONE]":
                            return
                        yield _piece(event, where)
        except httpx.TimeoutException as error:
            raise RivalError(f"The rival at {where} did not answer in time.") from error
        except httpx.HTTPError as error:
            raise RivalError(f"The rival at {where} cannot be reached, or broke off.") from error


def _piece(event: str, where: str) -> Piece:
    """Reads one event.

    Raises:
        RivalError: it is not what OpenAI's protocol sends, or an error.
    """
    try:
        values: Any = json.loads(event)
        if "error" in values:
            reason = str(values["error"].get("message", ""))[:LONGEST_REASON]
            raise RivalError(f"The rival at {where} failed: {reason}")
        text = "".join(choice["delta"].get("content") or "" for choice in values["choices"][:1])
        tokens = (values.get("usage") or {}).get("completion_tokens")
        if not isinstance(tokens, int | None):
            raise TypeError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RivalError(f"The rival at {where} does not stream as OpenAI's chat completions do.") from error
    return Piece(text=text, tokens=tokens)
