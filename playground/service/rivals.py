"""Answers of a rival: each is read in a thread of its own, and written to a tape while it arrives."""

from __future__ import annotations

import json
import threading
import time
from contextlib import closing
from typing import Any

from playground.errors import PlaygroundError, RivalError
from playground.service.events import Over, Replied
from playground.service.limits import Limits
from playground.service.rival import Rival
from playground.service.tape import Tape
from playground.service.tapes import Tapes
from playground.service.turns import Visitor

MOST_AT_ONCE = 4
SECONDS = 300
"""The longest that an answer may take, if the limit for runs is not shorter."""


class Rivals:
    """Asks the rival of a server.

    Args:
        rival: None for a server without one, which is the usual.
    """

    def __init__(self, rival: Rival | None, limits: Limits, tapes: Tapes) -> None:
        self._rival, self._limits, self._tapes = rival, limits, tapes
        self._going: list[Tape] = []
        self._lock = threading.Lock()

    def rival(self, asked: str) -> dict[str, Any]:
        """Says who the rival is (`source`), or, given a prompt as JSON, asks it and returns the keys of the tape.

        Without a rival the answer is empty. What is wrong is a sentence under `refused`.

        Args:
            asked: "" or JSON of `prompt`, `system` and `most`, the most tokens.
        """
        if self._rival is None:
            return {}
        if asked == "":
            return {"source": self._rival.source}
        try:
            values = json.loads(asked)
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
