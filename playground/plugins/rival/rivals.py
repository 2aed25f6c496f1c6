"""Asking a rival: an answer is read in a thread of its own, and written to a tape, which the page reads as any other.

    POST /rival   {prompt, system, most}  -> {tape, control}

A message of the tape is `{kind: "rival", pieces, seconds, tokens}`: texts that have come since the last one, each with
the seconds since the request was sent; the seconds until now; and how many tokens the whole answer has, null if the
rival does not say that.
"""

from __future__ import annotations

import threading
import time
from contextlib import closing

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.errors import PlaygroundError
from playground.plugins.rival.rival import Rival, RivalError
from playground.server.routes import json_body, routes
from playground.service.events import Over, Reply
from playground.service.limits import Limits
from playground.service.tape import Tape
from playground.service.tapes import Tapes
from playground.service.turns import Visitor

MOST_AT_ONCE = 4
SECONDS = 300
"""The longest that an answer may take, if the limit for runs is not shorter."""


class Rivals:
    """Asks the rival of a server."""

    def __init__(self, rival: Rival, limits: Limits, tapes: Tapes) -> None:
        self._rival, self._limits, self._tapes = rival, limits, tapes
        self._going: list[Tape] = []
        self._lock = threading.Lock()

    def routes(self) -> list[Route]:
        return routes({"POST /rival": self._answer})

    async def _answer(self, request: Request) -> Response:
        body = await json_body(request)
        prompt, system, most = (body.get(name) for name in ("prompt", "system", "most"))
        if not isinstance(prompt, str) or not isinstance(system, str) or type(most) is not int:
            raise RivalError("A rival is asked with a prompt, a system prompt and a number of tokens.")
        tape = await run_sync(self.ask, prompt, system, most)
        return JSONResponse({"tape": tape.key, "control": tape.control})

    def ask(self, prompt: str, system: str, most: int) -> Tape:
        """Begins to ask it, and returns the tape of its answer.

        Args:
            most: tokens.

        Raises:
            LimitError: the prompt is too long, or the number of tokens is not allowed.
            RivalError: it answers others just now.
        """
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
        threading.Thread(target=self._read, args=(tape, prompt, system, most), name="rival", daemon=True).start()
        return tape

    def _read(self, tape: Tape, prompt: str, system: str, most: int) -> None:
        """Reads the whole answer, unless it takes too long or nobody reads it any more."""
        began, sentence, tokens = time.monotonic(), "", None
        longest = min(self._limits.run_seconds or SECONDS, SECONDS)
        try:
            with closing(self._rival.answer(prompt, system, most)) as answer:
                for piece in answer:
                    seconds = round(time.monotonic() - began, 4)
                    tokens = tokens if piece.tokens is None else piece.tokens
                    pieces = [(seconds, piece.text)] if piece.text else []
                    tape.append(Reply("rival", {"pieces": pieces, "seconds": seconds, "tokens": tokens}))
                    if tape.stopped.is_set() or tape.left(self._limits.grace_seconds):
                        raise RivalError("Stopped: what had arrived is kept.")
                    if seconds > longest:
                        raise RivalError(f"The rival was ended after {longest} seconds; what had arrived is kept.")
        except PlaygroundError as error:
            sentence = str(error)
        finally:
            tape.append(Over(sentence))
