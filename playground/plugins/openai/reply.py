"""Replies to a client: a whole completion, or chunks while the text is written."""

from __future__ import annotations

import time
from typing import Any

from playground.plugins.api.runs import draft
from playground.plugins.openai.request import ChatRequest
from playground.rules.ways import WAYS
from playground.service import Started
from playground.trace import StepFrame, Trace
from playground.trace.frame import committed_ids
from playground.trace.thought import answer_and_thought, passages


class Reply:
    """One reply. Its text comes block by block, because only a whole block is committed.

    It names the model that wrote: that of a `spec` or a `branch` may be another one than the request's.

    Args:
        name: the name of the run.
        link: makes the address of a finished run from its trace.
    """

    def __init__(self, request: ChatRequest, name: str) -> None:
        self._request, self._name, self._created = request, name, int(time.time())
        self._model = request.model
        self._ids: list[int] = []
        self._sent = {"content": "", "reasoning_content": ""}
        self._started: Started

    def started(self, started: Started) -> dict[str, Any]:
        """The first chunk, which names the role."""
        self._started, self._model = started, started.header.model
        return self._chunk({"role": "assistant", "content": ""})

    def frame(self, frame: StepFrame) -> list[dict[str, Any]]:
        """The chunks of a step: the step itself if the client asked for it, and what a finished block adds."""
        header, chunks = self._started.header, []
        if self._request.frames:
            chunks.append(
                self._chunk({})
                | {
                    "type": "diffusion_frame",
                    "block": frame.block,
                    "step": frame.step,
                    "total": header.settings["max_denoising_steps"],
                    "text": draft(frame, header, self._started.token_texts),
                }
            )
        if frame.stop_reason and not frame.finish_reason:
            canvas = WAYS[header.way].standing(frame.accepted, frame.sampled_ids, frame.argmax_ids)
            self._ids += committed_ids(canvas, header.eos_ids, header.settings["max_new_tokens"] - len(self._ids))
            parts = passages(self._ids, header.prompt_ids, header.thought_marks, self._started.decode)
            chunks += self._grown(*answer_and_thought(parts, whole=False), whole=False)
        return chunks

    def end(self, trace: Trace, link: str) -> list[dict[str, Any]]:
        """The last chunks: the rest of the text, why it ended and, if asked for, the usage."""
        chunks = self._grown(trace.text, trace.thought, whole=True)
        last = self._chunk({}, self._reason(trace)) | {"playground": self._about(trace, link)}
        usage = {**self._chunk(None), "choices": [], "usage": _usage(trace)}
        return [*chunks, last, *([usage] if self._request.usage else [])]

    def completion(self, trace: Trace, link: str) -> dict[str, Any]:
        """The whole answer at once."""
        self._model = trace.header.model
        message: dict[str, Any] = {"role": "assistant", "content": self._cut(trace.text)[0], "refusal": None}
        if trace.thought:
            message["reasoning_content"] = trace.thought
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": self._reason(trace)}
        return {
            **self._chunk(None), "object": "chat.completion", "choices": [choice], "usage": _usage(trace),
            "playground": self._about(trace, link),
        }  # fmt: skip

    def _grown(self, answer: str, thought: str, *, whole: bool) -> list[dict[str, Any]]:
        """What a client does not have yet of both channels. Of a text that goes on, the end may still change."""
        text, stopped = self._cut(answer)
        if not whole and not stopped:
            text = text.rstrip("\ufffd")  # half of a character, which the next block completes
            longest = max(map(len, self._request.stops), default=1) - 1
            text = text[: len(text) - longest]
        grown = []
        for name, now in (("reasoning_content", thought), ("content", text)):
            if now.startswith(self._sent[name]) and (more := now[len(self._sent[name]) :]):
                grown.append(self._chunk({name: more}))
                self._sent[name] = now
        return grown

    def _cut(self, text: str) -> tuple[str, bool]:
        """The text before the first stop sequence, and whether there is one."""
        places = [place for stop in self._request.stops if (place := text.find(stop)) >= 0]
        return (text[: min(places)], True) if places else (text, False)

    def _reason(self, trace: Trace) -> str:
        """OpenAI's name for why it ended; it has none for a run that somebody stopped, which is incomplete too."""
        return "stop" if trace.finish_reason == "end-of-text" or self._cut(trace.text)[1] else "length"

    def _chunk(self, delta: dict[str, Any] | None, reason: str | None = None) -> dict[str, Any]:
        choices = [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}]
        return {
            "id": f"chatcmpl-{self._name}", "object": "chat.completion.chunk", "created": self._created,
            "model": self._model, "choices": choices,
        }  # fmt: skip

    def _about(self, trace: Trace, link: str) -> dict[str, Any]:
        """What OpenAI has no field for."""
        return {
            "run": self._name, "link": link, "seed": trace.header.seed, "passes": trace.nfe,
            "finish_reason": trace.finish_reason,
        }  # fmt: skip


def _usage(trace: Trace) -> dict[str, int]:
    """Tokens of the encoded prompt and of the whole output, end-of-text included and padding not."""
    prompt = len(trace.header.prompt_ids)
    completion = len([token for token in trace.token_ids if token != trace.header.pad_id])
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
