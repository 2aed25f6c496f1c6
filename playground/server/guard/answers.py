"""How the guard answers requests that it refuses."""

from __future__ import annotations

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.doors.openai import errors


def refuse(status: int, sentence: str, **headers: str) -> ASGIApp:
    """Answers with one sentence, where the page and Gradio's clients look for it or, under `/v1`, OpenAI's."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        openai = scope["path"].startswith("/v1/")
        body = errors.body(status, sentence) if openai else {"detail": sentence, "error": sentence}
        await JSONResponse(body, status, headers)(scope, receive, send)

    return answer
