"""The guard around a small app that tells what has reached it, and a browser before it."""

import json

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from playground.server.guard import Endpoints, Policy, guarded
from playground.server.routes import page_of
from playground.service.limits import Limits

JOIN = {"fn_index": 3, "session_hash": "mine", "data": ["hello", 7, None, True]}
OFFERED = Endpoints(
    events={3: 4},
    named={"generate": {"prompt": True, "seed": False, "thinking": False, "image": False}},
    routes=[
        Route("/", None),
        Route("/p/{id}", None),
        Route("/v1/{name}", None),
        Route("/playground/{name}", None),
        Route("/own", None, methods=["POST"]),
    ],
)
ALONE, LIMITS = Policy(), Limits()


def behind(routes, policy=ALONE, limits=LIMITS, sees=False, offered=OFFERED, tokens=None):
    """An app with these routes, behind the guard. With `tokens` (token -> name) one must have logged in."""
    app = Starlette(routes=routes)
    app.auth, app.tokens, app.cookie_id = tokens, tokens or {}, "mine"  # what Gradio's app has
    app.middleware_stack = guarded(app.build_middleware_stack(), policy, limits, offered, lambda: sees)
    return app


def client(policy=ALONE, limits=LIMITS, sees=False, offered=OFFERED, **options):
    """A browser, as far as names and cookies go, before an app that tells what has reached it."""

    async def tell(request):
        body = await request.body()
        visitor = request.scope["visitor"]
        answer = {"origin": request.headers.get("origin"), "name": visitor.name, "address": visitor.address}
        answer |= {"scheme": request.url.scheme, "forwarded": request.headers.get("x-forwarded-host")}
        answer |= {"page": page_of(request)}
        return JSONResponse(answer | {"body": json.loads(body) if body else None})

    app = behind([Route("/{path:path}", tell, methods=["GET", "POST", "PUT"])], policy, limits, sees, offered)
    return TestClient(app, **{"base_url": "http://localhost:7860", "client": ("10.1.2.3", 50_000)} | options)


def join(browser, **headers):
    return browser.post("/gradio_api/queue/join", json=JOIN, headers=headers)
