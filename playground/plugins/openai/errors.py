"""Errors in OpenAI's shape."""

from __future__ import annotations

from typing import Any

from playground.errors import ClosingError, LimitError, ModelError, PlaygroundError

TOO_MUCH = {"run_positions", "run_tokens", "prompt_characters", "image_bytes"}
"""Limits on what one request asks for. The same request is refused at any time; the others are worth another try."""


def body(status: int, sentence: str, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    """The body of an answer with this status."""
    kind = {401: "authentication_error", 429: "rate_limit_error"}.get(
        status, "server_error" if status >= 500 else "invalid_request_error"
    )
    return {"error": {"message": sentence, "type": kind, "param": param, "code": code}}


class RequestError(PlaygroundError):
    """A request cannot be served: its status, one sentence, the field that is wrong, and OpenAI's code for it."""

    def __init__(self, status: int, sentence: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(sentence)
        self.status, self.param, self.code = status, param, code


def failure(error: Exception | None, sentence: str, names: set[str]) -> RequestError:
    """What a run's refusal is to a client.

    Args:
        error: why the run was refused; None for one that was stopped before it began.
        names: the fields of the request, of which the sentence may begin with one.
    """
    first = sentence.partition(" ")[0]
    param = first if first in names else None
    match error:
        case RequestError():
            return error
        case LimitError():
            return RequestError(400 if error.limit in TOO_MUCH else 429, sentence, param)
        case ModelError() | ClosingError():
            return RequestError(503, sentence)
        case ValueError() if isinstance(error, PlaygroundError):  # a prompt or a setting
            return RequestError(400, sentence, param)
        case None:
            return RequestError(409, sentence)
    return RequestError(500, sentence)
