"""How the guard answers requests that it refuses."""

from __future__ import annotations

from starlette.responses import JSONResponse


def refuse(status: int, sentence: str, **headers: str) -> JSONResponse:
    """Answers with one sentence, where Gradio's page and clients look for it."""
    return JSONResponse({"detail": sentence, "error": sentence}, status, headers)
