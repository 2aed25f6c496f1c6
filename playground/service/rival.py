"""A rival: a model behind any server that speaks OpenAI's chat protocol and streams, to race against.

What it sends is text in pieces, at the times when they arrive: an answer is read in a thread of its own, and written to
a tape. It sends no canvas, no steps and no entropies, so its
answer is no trace.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from playground.address import checked_address
from playground.errors import PlaygroundError, RivalError
from playground.service.events import Over, Replied
from playground.service.limits import Limits
from playground.service.tape import Tape
from playground.service.tapes import Tapes
from playground.service.turns import Visitor

CONNECT_SECONDS = 10
SILENT_SECONDS = 60
"""The longest time between two pieces, and before the first one."""
MOST_BYTES = 4 << 20
"""The most that is read of one answer."""
LONGEST_REASON = 200
MOST_AT_ONCE = 4
SECONDS = 300
"""The longest that an answer may take, if the limit for runs is not shorter."""


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


class Rivals:
    """Asks the rival of a server.

    Args:
        rival: None for a server without one, which is the usual.
    """

    def __init__(self, rival: Rival | None, limits: Limits, tapes: Tapes) -> None:
        self._rival, self._limits, self._tapes = rival, limits, tapes
        self._going: list[Tape] = []
        self._lock = threading.Lock()

    def rival(self, question: str) -> dict[str, Any]:
        """Says who the rival is (`source`), or, given a prompt as JSON, asks it and returns the keys of the tape.

        Without a rival the answer is empty. What is wrong is a sentence under `refused`.

        Args:
            question: "" or JSON of `prompt`, `system` and `most`, the most tokens.
        """
        if self._rival is None:
            return {}
        if question == "":
            return {"source": self._rival.source}
        try:
            values = json.loads(question)
            tape = self._begin(self._rival, str(values["prompt"]), str(values["system"]), int(values["most"]))
        except PlaygroundError as error:
            return {"refused": str(error)}
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
            return {"refused": "A rival is asked with a prompt, a system prompt and a number of tokens."}
        return {"source": self._rival.source, "tape": tape.key, "control": tape.control}

    def _begin(self, rival: Rival, prompt: str, system: str, most: int) -> Tape:
        self._limits.check_prompt(prompt, system, 0)
        if not 1 <= most <= self._limits.run_tokens:
            raise self._limits.refuse("run_tokens", tokens=most)
        with self._lock:
            self._going = [tape for tape in self._going if not tape.over]
            if len(self._going) >= MOST_AT_ONCE:
                raise RivalError(f"The rival answers {MOST_AT_ONCE} at a time: wait for one to end.")
            tape = Tape([], Visitor("rival"), most_bytes=self._limits.tape_bytes)
            tape.shared = True  # only whoever asked has its key, and it has no run
            self._going.append(tape)
        self._tapes.add(tape)
        threading.Thread(target=self._read, args=(tape, rival, prompt, system, most), name="rival", daemon=True).start()
        return tape

    def _read(self, tape: Tape, rival: Rival, prompt: str, system: str, most: int) -> None:
        """Reads the whole answer, unless it takes too long or nobody reads it any more."""
        began, sentence, tokens = time.monotonic(), "", None
        longest = min(self._limits.run_seconds or SECONDS, SECONDS)
        try:
            with closing(rival.answer(prompt, system, most)) as pieces:
                for piece in pieces:
                    seconds = round(time.monotonic() - began, 4)
                    tokens = tokens if piece.tokens is None else piece.tokens
                    tape.append(Replied([(seconds, piece.text)] if piece.text else [], seconds, tokens))
                    if tape.stopped.is_set() or tape.left(self._limits.grace_seconds):
                        raise RivalError("Stopped: what had arrived is kept.")
                    if seconds > longest:
                        raise RivalError(f"The rival was ended after {longest} seconds; what had arrived is kept.")
        except PlaygroundError as error:
            sentence = str(error)
        finally:
            tape.append(Over(sentence))


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
