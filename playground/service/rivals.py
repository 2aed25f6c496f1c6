"""Answers of a rival while they arrive: each is read in a thread of its own, and the page asks what has come so far."""

from __future__ import annotations

import json
import secrets
import threading
import time
from contextlib import closing
from typing import Any

from playground.errors import PlaygroundError, RivalError
from playground.limits import Limits
from playground.rival import Rival

MOST_AT_ONCE = 4
KEPT = 16
"""How many of the last answers are remembered."""
SECONDS = 300
"""The longest that an answer may take, if the limit for runs is not shorter."""


class Answer:
    """One answer. Times are in seconds since the request was sent, taken when a piece arrived here."""

    def __init__(self) -> None:
        self.name = secrets.token_urlsafe(16)
        self.pieces: list[tuple[float, str]] = []
        self.tokens: int | None = None
        """As the server says; None if it does not."""
        self.seconds = 0.0
        self.over = False
        self.refused = ""
        self.asked = time.monotonic()
        """When somebody last wanted to know."""
        self.stop = threading.Event()

    def read(self, rival: Rival, prompt: str, system: str, most: int, limits: Limits) -> None:
        """Reads the whole answer, unless it takes too long or nobody listens any more."""
        began = time.monotonic()
        longest = min(limits.run_seconds or SECONDS, SECONDS)
        try:
            with closing(rival.answer(prompt, system, most)) as pieces:
                for piece in pieces:
                    now = time.monotonic()
                    self.tokens = self.tokens if piece.tokens is None else piece.tokens
                    if piece.text:
                        self.pieces.append((round(now - began, 4), piece.text))
                    if self.stop.is_set() or now - self.asked > limits.grace_seconds:
                        raise RivalError("Stopped: what had arrived is kept.")
                    if now - began > longest:
                        raise RivalError(f"The rival was ended after {longest} seconds; what had arrived is kept.")
        except PlaygroundError as error:
            self.refused = str(error)
        finally:
            self.seconds = round(time.monotonic() - began, 4)
            self.over = True


class Rivals:
    """What the page calls.

    Args:
        rival: None for a server without one, which is the usual.
    """

    def __init__(self, rival: Rival | None, limits: Limits) -> None:
        self._rival, self._limits = rival, limits
        self._answers: list[Answer] = []
        self._lock = threading.Lock()

    def rival(self, asked: str) -> dict[str, Any]:
        """Says who the rival is (`source`), or, given a prompt as JSON, asks it and returns the `name` of its answer.

        Without a rival the answer is empty. What is wrong is a sentence under `refused`.

        Args:
            asked: "" or JSON of `prompt`, `system` and `most`, the most tokens.
        """
        if self._rival is None:
            return {}
        if asked == "":
            return {"source": self._rival.source}
        try:
            return {"source": self._rival.source, "name": self._begin(self._rival, json.loads(asked)).name}
        except (ValueError, TypeError, KeyError, RecursionError):
            return {"refused": "A rival is asked with a prompt, a system prompt and a number of tokens."}
        except PlaygroundError as error:
            return {"refused": str(error)}

    def rival_said(self, asked: str) -> dict[str, Any]:
        """Returns what has arrived of an answer since a piece: `asked` is its name and the number of pieces known."""
        name, _, known = asked.partition(" ")
        answer = self._find(name)
        if answer is None:
            return {"refused": "The server no longer keeps this answer, or never had it.", "over": True, "pieces": []}
        answer.asked = time.monotonic()
        over = answer.over  # read first: pieces that come after it would be lost
        pieces = answer.pieces[int(known) if known.isdecimal() else 0 :]
        said = {"over": over, "pieces": pieces, "tokens": answer.tokens, "seconds": answer.seconds}
        return said | {"refused": answer.refused}

    def rival_stop(self, name: str) -> bool:
        """Hangs up at the next piece."""
        answer = self._find(name)
        if answer is not None:
            answer.stop.set()
        return answer is not None

    def _begin(self, rival: Rival, values: dict[str, Any]) -> Answer:
        prompt, system, most = str(values["prompt"]), str(values["system"]), int(values["most"])
        self._limits.check_prompt(prompt, system, 0)
        if not 1 <= most <= self._limits.run_tokens:
            raise self._limits.refuse("run_tokens", tokens=most)
        answer = Answer()
        with self._lock:
            if sum(not one.over for one in self._answers) >= MOST_AT_ONCE:
                raise RivalError(f"The rival answers {MOST_AT_ONCE} at a time: wait for one to end.")
            self._answers = [*self._answers[-KEPT:], answer]  # those that go on are among the last
        arguments = (rival, prompt, system, most, self._limits)
        threading.Thread(target=answer.read, args=arguments, name="rival", daemon=True).start()
        return answer

    def _find(self, name: str) -> Answer | None:
        with self._lock:
            return next((answer for answer in self._answers if answer.name == name), None)
