"""The guard between the network and Gradio: who may call, from where and with what, and what the answers allow."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.types import ASGIApp

from playground.server.guard.allowlist import Allowlist, Endpoints
from playground.server.guard.answers import AnswerHeaders
from playground.server.guard.connections import Pieces
from playground.server.guard.descriptions import Descriptions
from playground.server.guard.listeners import Listeners, Unfetched
from playground.server.guard.visitors import Hosts, LoginTries, Policy, Proxies, Visitors
from playground.service.limits import Limits

__all__ = ["Endpoints", "Policy", "guarded"]


def guarded(
    app: ASGIApp,
    policy: Policy,
    limits: Limits,
    endpoints: Endpoints,
    sees: Callable[[], bool],
    unfetched: Unfetched = (),
) -> ASGIApp:
    """Puts `app` behind the guard. A request passes these layers from the last to the first.

    Args:
        sees: does the model take pictures?
        unfetched: where Gradio keeps, by session, what nobody has fetched yet.
    """
    app = Allowlist(Descriptions(Listeners(app, limits, unfetched)), limits, endpoints, sees)
    app = Visitors(LoginTries(app, limits), limits, endpoints.login)
    # In another site's frame, a browser sends a cookie only if it is marked for that, which needs TLS. Over TLS,
    # `AnswerHeaders` marks every cookie as secure.
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
    return Pieces(Proxies(AnswerHeaders(app, policy.embed_hosts, endpoints.doors), policy))
