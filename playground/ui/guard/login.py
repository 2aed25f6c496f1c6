"""Who has logged in. Gradio asks this for its own routes; those beside them ask here."""

from __future__ import annotations

from starlette.requests import Request


def logged_in(request: Request) -> bool:
    """May this one use the page? Yes where nobody has to log in."""
    app = request.app
    if app.auth is None:
        return True
    names = (f"access-token-{app.cookie_id}", f"access-token-unsecure-{app.cookie_id}")
    return any(request.cookies.get(name) in app.tokens for name in names)
