"""How the guard answers what it does not let pass."""

from __future__ import annotations

from starlette.responses import JSONResponse


def refuse(status: int, sentence: str, **headers: str) -> JSONResponse:
    """One sentence, where Gradio's page and clients look for it."""
    return JSONResponse({"detail": sentence, "error": sentence}, status, headers)
