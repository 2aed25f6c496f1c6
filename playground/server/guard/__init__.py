"""The guard between the network and Gradio: who may call, from where and with what, and what the answers allow."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.types import ASGIApp

from playground.server.guard.doors import Doors, Offered
from playground.server.guard.headers import Headers
from playground.server.guard.hosts import Hosts
from playground.server.guard.logins import Logins
from playground.server.guard.policy import Policy
from playground.server.guard.proxies import Proxies
from playground.server.guard.visitors import Visitors
from playground.service.limits import Limits

__all__ = ["Offered", "Policy", "guarded"]


def guarded(app: ASGIApp, policy: Policy, limits: Limits, offered: Offered, sees: Callable[[], bool]) -> ASGIApp:
    """Puts `app` behind the guard. A request passes these layers from the last to the first.

    Args:
        sees: does the model take pictures?
    """
    app = Doors(app, limits, offered, sees)
    app = Visitors(Logins(app, limits), limits)
    # In another site's frame, a browser sends a cookie only if it is marked for that, which needs TLS.
    framed = bool(policy.embed_hosts)
    app = SessionMiddleware(
        app,
        secrets.token_hex(32),
        session_cookie="playground",
        same_site="none" if framed else "lax",
        https_only=framed,
        partitioned=framed,
    )
    app = Hosts(app, policy)
    if policy.origins:
        app = CORSMiddleware(app, allow_origins=policy.origins, allow_methods=["*"], allow_headers=["*"])
    return Proxies(Headers(app, policy), policy)
