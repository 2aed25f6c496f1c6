"""What the page asks beside runs: POST /page/NAME with one text, its `argument`, answered with JSON."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from playground.engine.loading.source import EMBEDDED_NAME
from playground.errors import PlaygroundError, RequestBodyError
from playground.server.draft import draft_tokens
from playground.server.routes import json_body, json_object, routes, sender_of
from playground.service import Service
from playground.service.advice import advice_on
from playground.service.turns import NOBODY, Visitor

SHORT_TEXT = 64
"""The most characters of an argument that says little, unless more is said."""
AT_ONCE = 2_048
"""The most characters of a question about a text that is answered at once; a longer one takes a turn."""

Function = tuple[int, Callable[..., Any]]
"""The most characters of its argument, and what answers it: ready for JSON."""


def function_routes(functions: Mapping[str, Function]) -> list[Route]:
    """A route for each function by its name. One that is a coroutine gets the request too: it notices when whoever asks
    has gone."""
    return routes({f"POST /page/{name}": _route(*function) for name, function in functions.items()})


def _route(most: int, function: Callable[..., Any]) -> Callable[..., Any]:
    async def route(request: Request) -> Response:
        argument = (await json_body(request)).get("argument")
        if not isinstance(argument, str) or len(argument) > most:
            raise RequestBodyError(f"The function takes one text, its argument, of at most {most:,} characters.")
        if inspect.iscoroutinefunction(function):
            return JSONResponse(await function(argument, request))
        return JSONResponse(await run_sync(function, argument))

    return route


class Functions:
    """The functions by name.

    Args:
        public: do strangers use the page? Then none of them may change the model.
    """

    def __init__(self, service: Service, public: bool = False) -> None:
        self._service = service
        prompt = service.limits.prompt_characters
        self._functions: dict[str, Function] = {
            "about_prompt": (prompt, self.about_prompt),
            "card": (prompt, self.card),
            "own_text": (2 * prompt, self.own_text),
        }
        if not public:
            self._functions["use_embedded"] = (SHORT_TEXT, self.use_embedded)

    def routes(self) -> list[Route]:
        return function_routes(self._functions)

    def about_prompt(self, text: str) -> Mapping[str, Any]:
        """Says what to expect of a prompt; see `PromptAdvice`. Where the embedded model is, that is meant."""
        return advice_on(self._service.slot.slot_for(EMBEDDED_NAME).name).about(text)

    def card(self, prompt: str) -> Mapping[str, Any]:
        """Says how each way of writing did over many cases like `prompt`; of most checkpoints nothing is known, and the
        answer is empty."""
        return advice_on(self._service.slot.name).figures(prompt)

    async def own_text(self, question: str, request: Request) -> dict[str, Any]:
        """Says how a text falls into tokens, which pins a template has, or what noise replaces; see `draft_tokens`.

        To tokenize a long text takes its time, so that it takes a turn as a run does.
        """
        return await run_sync(self.draft, question, sender_of(request))

    def draft(self, question: str, visitor: Visitor = NOBODY) -> dict[str, Any]:
        """Answers `own_text`."""
        try:
            slot = self._service.slot.slot_for(str(json_object(question).get("model") or ""))
            model = slot.model
            with self._service.turns.working(visitor, large=len(question) > AT_ONCE):
                return draft_tokens(model, question, advice_on(slot.name).new_words)
        except PlaygroundError as error:
            return {"refused": str(error)}

    def use_embedded(self, _: str) -> None:
        """Loads the embedded model instead of one that could not be loaded, as the reader agreed."""
        self._service.slot.use_embedded()
